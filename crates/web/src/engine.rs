//! Where answers are computed: on threads of their own, so many at a time, about games that are analysed once.

use std::any::Any;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use exactplay_game::{Game, Player};
use exactplay_rules::{AnyGame, GameVisitor};
use exactplay_tree::{Analysis, Estimate, Stopped};
use tokio::sync::Semaphore;
use tokio::task;

use crate::cache::Cache;
use crate::limits::Limits;
use crate::parameters;
use crate::problem::Problem;

/// What all requests share.
#[derive(Debug, Clone)]
pub(crate) struct Engine(Arc<Shared>);

/// Something whose type is known to those who ask for it: the analysis of some game, or the answer to some question.
type Something = Arc<dyn Any + Send + Sync>;

#[derive(Debug)]
struct Shared {
    limits: Limits,
    /// Analysed games; their weight is the memory they take, as estimated.
    analyses: Cache<Something>,
    /// Judgements.
    answers: Cache<Something>,
    /// Places for requests that compute or wait for it.
    places: Semaphore,
    /// Places for judgements, which go on when nobody waits any more.
    judgements: Semaphore,
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
    type Answer: Send + Sync + 'static;

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
            analyses: Cache::new(limits.cached_bytes),
            answers: Cache::new(limits.judgements as u128),
            places: Semaphore::new(limits.waiting),
            judgements: Semaphore::new(limits.judgements),
            quick: Arc::new(Semaphore::new(4 * cores)),
            long: Arc::new(Semaphore::new(cores.div_ceil(2))),
            ending: Arc::default(),
            limits,
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
        let _place = shared.places.try_acquire().map_err(|_| Problem::busy())?;
        let game = parameters::game(name, first)?;
        let facts = Facts::of(&game);
        let limits = &shared.limits;
        match need {
            Need::Rules | Need::Values => {}
            Need::AllValues => facts.admit(limits.analysed, "analysed")?,
            Need::Judgement => facts.admit(limits.judged, "judged")?,
        }
        let analysis = if need != Need::Rules && facts.estimate.positions <= limits.analysed {
            Some(self.analysis(&game, &facts).await?)
        } else {
            None
        };
        let lane = if need == Need::Judgement { &shared.long } else { &shared.quick };
        run(lane, move || game.visit(Asked { question, analysis })).await
    }

    /// Answers a question whose answer takes long, and keeps it under a key; whoever asks the same waits for the same
    /// answer.
    pub(crate) async fn judge<Q: Question>(
        &self,
        key: String,
        (name, first): (String, Player),
        question: Q,
    ) -> Result<Arc<Q::Answer>, Problem> {
        let engine = self.clone();
        let judge = async move {
            let _place = engine.0.judgements.try_acquire().map_err(|_| Problem::busy())?;
            let answer = engine.ask((&name, first), Need::Judgement, question).await?;
            Ok(Arc::new(answer) as Something)
        };
        let answer = self.0.answers.get(key, 1, judge).await?;
        answer.downcast().map_err(|_| Problem::failed())
    }

    async fn analysis(&self, game: &AnyGame, facts: &Facts) -> Result<Something, Problem> {
        let (game, lane) = (game.clone(), Arc::clone(&self.0.long));
        let ending = Arc::clone(&self.0.ending);
        let build = async move { run(&lane, move || game.visit(Build { ending })).await };
        self.0.analyses.get(facts.key(), facts.estimate.bytes, build).await
    }
}

/// Does work on a thread of its own, when one of the lane is free.
async fn run<T: Send + 'static>(
    lane: &Arc<Semaphore>,
    work: impl FnOnce() -> Result<T, Problem> + Send + 'static,
) -> Result<T, Problem> {
    let permit = Arc::clone(lane).acquire_owned().await;
    let done = task::spawn_blocking(move || {
        // Held by the work itself: it may outlast the request.
        let _permit = permit;
        work()
    });
    done.await.unwrap_or_else(|_| Err(Problem::failed()))
}

/// What is known of a game before it is analysed.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Facts {
    /// Its name, the same for all ways to write it.
    name: String,
    first: Player,
    estimate: Estimate,
}

impl Facts {
    fn of(game: &AnyGame) -> Self {
        struct Ask;
        impl GameVisitor for Ask {
            type Output = Facts;
            fn visit<G: Game>(self, game: G) -> Facts {
                let estimate = Estimate::of(&game);
                Facts { name: game.name(), first: game.first(), estimate }
            }
        }
        game.clone().visit(Ask)
    }

    fn key(&self) -> String {
        format!("{}, {} first", self.name, self.first)
    }

    /// Refuses a game of more orbits than a limit.
    fn admit(&self, limit: u128, what: &str) -> Result<(), Problem> {
        let (name, positions) = (&self.name, self.estimate.positions);
        if positions <= limit {
            return Ok(());
        }
        Err(Problem::too_large(format!(
            "{name} is too large to be {what} here: about {positions} positions up to symmetry, more than the limit of {limit}"
        )))
    }
}

/// The analysis of a game.
struct Build {
    ending: Arc<AtomicBool>,
}

impl GameVisitor for Build {
    type Output = Result<Something, Problem>;

    fn visit<G: Game + 'static>(self, game: G) -> Self::Output {
        let analysis = Analysis::of(game, |_| {
            if self.ending.load(Ordering::Relaxed) { Err(Stopped) } else { Ok(()) }
        });
        Ok(Arc::new(analysis?))
    }
}

/// A question with what it needs.
struct Asked<Q> {
    question: Q,
    analysis: Option<Something>,
}

impl<Q: Question> GameVisitor for Asked<Q> {
    type Output = Result<Q::Answer, Problem>;

    fn visit<G: Game + 'static>(self, game: G) -> Self::Output {
        let analysis = self.analysis.as_ref().and_then(|analysis| analysis.downcast_ref());
        self.question.answer(&game, analysis)
    }
}
