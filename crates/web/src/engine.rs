//! Where answers are computed: on threads of their own, so many at a time, about games that are analysed once.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use exactplay_game::{Game, Player};
use exactplay_rules::GameVisitor;
use exactplay_tree::Analysis;
use tokio::sync::Semaphore;
use tokio::task;

use crate::cache::{AnyAnalysis, Cache, Facts};
use crate::limits::Limits;
use crate::parameters;
use crate::problem::Problem;

/// What all requests share.
#[derive(Debug, Clone)]
pub(crate) struct Engine(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    limits: Limits,
    cache: Cache,
    /// Places for requests that compute or wait for it.
    places: Semaphore,
    /// Threads for answers that take milliseconds; more than there are cores, so that one of seconds keeps none waiting.
    quick: Arc<Semaphore>,
    /// Threads for answers that may take seconds, so that they never keep the quick ones waiting.
    long: Arc<Semaphore>,
    ending: Arc<AtomicBool>,
}

/// What must be known of a game to answer a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Need {
    /// Its rules.
    Rules,
    /// Its values, where the game is small enough to be analysed.
    Values,
    /// Its values, without which there is no answer.
    AllValues,
    /// The same for long computations, which take smaller games only.
    Judgement,
}

/// What is asked about a game, whatever its type.
pub(crate) trait Question: Send + 'static {
    type Answer: Send + 'static;

    /// The answer. It runs on a thread of its own and may take as long as the need for which it was asked allows.
    fn answer<G: Game + 'static>(
        self,
        game: &G,
        analysis: Option<&Analysis<G>>,
    ) -> Result<Self::Answer, Problem>;
}

impl Engine {
    pub(crate) fn new(limits: Limits) -> Self {
        let cores = thread::available_parallelism().map_or(2, usize::from);
        Self(Arc::new(Shared {
            limits,
            cache: Cache::default(),
            places: Semaphore::new(limits.waiting),
            quick: Arc::new(Semaphore::new(4 * cores)),
            long: Arc::new(Semaphore::new(cores.div_ceil(2))),
            ending: Arc::new(AtomicBool::new(false)),
        }))
    }

    pub(crate) fn limits(&self) -> &Limits {
        &self.0.limits
    }

    /// Stops what can be stopped, because the server ends.
    pub(crate) fn end(&self) {
        self.0.ending.store(true, Ordering::Relaxed);
    }

    /// Answers a question about a game.
    pub(crate) async fn ask<Q: Question>(
        &self,
        (name, first): (&str, Player),
        need: Need,
        question: Q,
    ) -> Result<Q::Answer, Problem> {
        let shared = &self.0;
        let busy = || Problem::later("the server is busy, try again later");
        let _place = shared.places.try_acquire().map_err(|_| busy())?;
        let game = parameters::game(name, first)?;
        let facts = Facts::of(&game);
        let limits = &shared.limits;
        let is_small = facts.estimate.positions <= limits.analysed;
        match need {
            Need::Rules | Need::Values => {}
            Need::AllValues => facts.admit(limits.analysed, "analysed")?,
            Need::Judgement => facts.admit(limits.judged, "judged")?,
        }
        let analysis = if need != Need::Rules && is_small {
            let cache = &shared.cache;
            Some(cache.analysis(&game, facts, limits, &shared.long, &shared.ending).await?)
        } else {
            None
        };
        let lane = if need == Need::Judgement { &shared.long } else { &shared.quick };
        let permit = Arc::clone(lane).acquire_owned().await;
        let answer = task::spawn_blocking(move || {
            // Held by the work itself: it may outlast the request.
            let _permit = permit;
            game.visit(Asked { question, analysis })
        });
        answer.await.unwrap_or_else(|_| Err(Problem::failed()))
    }
}

/// A question with what it needs.
struct Asked<Q> {
    question: Q,
    analysis: Option<AnyAnalysis>,
}

impl<Q: Question> GameVisitor for Asked<Q> {
    type Output = Result<Q::Answer, Problem>;

    fn visit<G: Game + 'static>(self, game: G) -> Self::Output {
        let analysis = self.analysis.as_ref().and_then(|analysis| analysis.downcast_ref());
        self.question.answer(&game, analysis)
    }
}
