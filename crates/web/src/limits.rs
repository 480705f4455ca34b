use std::time::Duration;

use exactplay_game::{Game, Unreduced};
use exactplay_tree::Estimate;

use crate::problem::Problem;

/// How much one request, or all together, may make the server do.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// Orbits of a game that is analysed, as estimated before.
    pub analysed: u128,
    /// Bytes that analysed games may take together, as estimated. The one last asked for is kept in any case.
    pub cached_bytes: u128,
    /// Orbits of a game in which players are audited and matched.
    pub judged: u128,
    /// Positions of a game that is enumerated without its symmetries, as estimated before.
    pub full: u128,
    /// Steps of computing the law of a player at all positions, roughly: some three microseconds each.
    pub steps: u64,
    /// Players who all meet each other.
    pub players: usize,
    /// Plies of random play for one move.
    pub plies: u64,
    /// Playouts of a player whose law at one position is computed.
    pub law_playouts: u32,
    /// Nodes of a tree that is shown.
    pub tree_nodes: usize,
    /// Bytes of an address.
    pub address: usize,
    /// Bytes of a document sent to the server.
    pub body: usize,
    /// Audits, matches and sweeps that are computed or wait for it, and as many whose answers are kept.
    pub judgements: usize,
    /// Requests that compute or wait for it.
    pub waiting: usize,
    /// How long a request may take.
    pub time: Duration,
    /// How long requests in flight may go on when the server is to end.
    pub grace: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            analysed: 3_000_000,
            cached_bytes: 1 << 30,
            judged: 300_000,
            full: 1_000_000,
            steps: 10_000_000,
            players: 20,
            plies: 20_000_000,
            law_playouts: 1_000,
            tree_nodes: 3_000,
            address: 8 << 10,
            body: 64 << 10,
            judgements: 16,
            waiting: 256,
            time: Duration::from_secs(60),
            grace: Duration::from_secs(10),
        }
    }
}

impl Limits {
    /// Refuses to enumerate a game without its symmetries.
    pub(crate) fn admit_full<G: Game>(&self, game: &G) -> Result<(), Problem> {
        let positions = Estimate::of(&Unreduced(game.clone())).positions;
        if positions <= self.full {
            return Ok(());
        }
        Err(Problem::too_large(format!(
            "{} is too large to be enumerated without its symmetries here: about {positions} positions, more than the \
             limit of {}",
            game.name(),
            self.full
        )))
    }
}
