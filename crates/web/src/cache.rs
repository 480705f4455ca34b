use std::any::Any;
use std::sync::Arc;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use exactplay_game::{Game, Player};
use exactplay_rules::{AnyGame, GameVisitor};
use exactplay_tree::{Analysis, Estimate, Stopped};
use tokio::sync::{Semaphore, watch};

use crate::limits::Limits;
use crate::problem::Problem;

/// An [`Analysis`] of some game; whoever knows the type of the game knows its type too.
pub(crate) type AnyAnalysis = Arc<dyn Any + Send + Sync>;

type Built = Option<Result<AnyAnalysis, Problem>>;

/// The analysed games that were last asked for.
#[derive(Debug, Default)]
pub(crate) struct Cache {
    /// From the one not asked for the longest.
    entries: Mutex<Vec<Entry>>,
}

#[derive(Debug)]
struct Entry {
    facts: Facts,
    built: watch::Receiver<Built>,
}

/// What is known of a game before it is analysed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Facts {
    /// Its name, the same for all ways to write it.
    pub(crate) name: String,
    pub(crate) first: Player,
    pub(crate) estimate: Estimate,
}

impl Facts {
    pub(crate) fn of(game: &AnyGame) -> Self {
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

    /// Refuses a game of more orbits than a limit.
    pub(crate) fn admit(&self, limit: u128, what: &str) -> Result<(), Problem> {
        let (name, positions) = (&self.name, self.estimate.positions);
        if positions <= limit {
            return Ok(());
        }
        Err(Problem::too_large(format!(
            "{name} is too large to be {what} here: about {positions} positions up to symmetry, more than the limit of {limit}"
        )))
    }
}

impl Cache {
    /// The analysis of a game that is admitted. Whoever asks while it is being built waits for the same build, which goes
    /// on even when nobody waits any more.
    pub(crate) async fn analysis(
        &self,
        game: &AnyGame,
        facts: Facts,
        limits: &Limits,
        lane: &Arc<Semaphore>,
        ending: &Arc<AtomicBool>,
    ) -> Result<AnyAnalysis, Problem> {
        let mut built = self.entry(game, facts, limits, lane, ending);
        let found = built.wait_for(Option::is_some).await;
        let found = found.map_err(|_| Problem::later("the server is about to end"))?;
        found.clone().expect("waited for")
    }

    fn entry(
        &self,
        game: &AnyGame,
        facts: Facts,
        limits: &Limits,
        lane: &Arc<Semaphore>,
        ending: &Arc<AtomicBool>,
    ) -> watch::Receiver<Built> {
        let mut entries = self.entries.lock().expect("no panic while locked");
        // What failed is tried again: the server may have been busy.
        entries.retain(|entry| !matches!(*entry.built.borrow(), Some(Err(_))));
        if let Some(place) = entries.iter().position(|entry| entry.facts == facts) {
            let entry = entries.remove(place);
            let built = entry.built.clone();
            entries.push(entry);
            return built;
        }
        let (done, built) = watch::channel(None);
        entries.push(Entry { facts, built: built.clone() });
        let bytes = |entries: &[Entry]| -> u128 {
            entries.iter().map(|entry| entry.facts.estimate.bytes).sum()
        };
        while entries.len() > 1 && bytes(&entries) > limits.cached_bytes {
            entries.remove(0);
        }
        let (game, lane, ending) = (game.clone(), Arc::clone(lane), Arc::clone(ending));
        tokio::spawn(async move {
            let permit = lane.acquire_owned().await;
            let build = tokio::task::spawn_blocking(move || {
                let _permit = permit;
                game.visit(Build { ending })
            });
            let failed = |_| Err(Problem::failed());
            done.send_replace(Some(build.await.unwrap_or_else(failed)));
        });
        built
    }
}

struct Build {
    ending: Arc<AtomicBool>,
}

impl GameVisitor for Build {
    type Output = Result<AnyAnalysis, Problem>;

    fn visit<G: Game + 'static>(self, game: G) -> Self::Output {
        let analysis = Analysis::of(game, |_| {
            if self.ending.load(Ordering::Relaxed) { Err(Stopped) } else { Ok(()) }
        });
        Ok(Arc::new(analysis?))
    }
}
