use exactplay_game::{Outcome, Player, Playouts};

use crate::{MonteCarlo, Sharing};

impl MonteCarlo {
    /// Whether each move may be made at all, however improbable it is.
    ///
    /// A move may when it is among the best with the luckiest playouts of its own and the unluckiest of the others:
    /// all of its own ending in its best outcome, all of another's in that one's worst. Under [`Sharing::Random`]
    /// one move may even get all playouts, so that every move is possible.
    pub fn possible(self, moves: &[Playouts], turn: Player) -> Vec<bool> {
        let all = moves.len().saturating_sub(1);
        let playouts = usize::try_from(self.playouts).unwrap_or(usize::MAX);
        // How many of the other moves get playouts whenever the move does: those without are never better.
        let rivals = match self.sharing {
            Sharing::Random => 0,
            Sharing::PerMove => all * usize::from(playouts > 0),
            Sharing::Even => all.min(playouts.saturating_sub(1)),
        };
        let outcomes = |moves: &Playouts| {
            let moves = *moves;
            Outcome::ALL.into_iter().filter(move |&outcome| moves.weight(outcome) > 0)
        };
        let seen = |outcome: Outcome| outcome.seen_by(turn);
        let best = |moves| outcomes(moves).map(seen).max();
        let worst = |moves| outcomes(moves).map(seen).min();
        let possible = |(i, own)| {
            let others = moves.iter().enumerate().filter(|&(j, _)| i != j);
            let mut others: Vec<_> = others.map(|(_, other)| worst(other)).collect();
            others.sort_unstable();
            others[..rivals].iter().all(|&other| best(own) >= other)
        };
        moves.iter().enumerate().map(possible).collect()
    }
}
