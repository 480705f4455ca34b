use exactplay_game::Game;

use crate::Value;

/// What an analysis would take, known before it starts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Estimate {
    /// Positions to store: arrangements of stones over the number of symmetries. It counts those after the end of a game
    /// too, and leaves out that self-symmetric positions have smaller orbits.
    pub positions: u128,
    /// Bytes of memory at the peak.
    pub bytes: u128,
}

impl Estimate {
    /// The estimate for a game.
    ///
    /// A stored position takes its own size, its links (half of the longest game's plies are open on average), its value
    /// and two playout numerators. While the largest layer, about a fifth of all, is being numbered, each of its links
    /// also holds a canonical child.
    pub fn of<G: Game>(game: &G) -> Self {
        let positions = (game.positions_at_most() / game.symmetries().len() as u128).max(1);
        Self { positions, bytes: positions.saturating_mul(Self::bytes_each::<G>(game.longest())) }
    }

    /// How many positions of a game of at most `longest` plies fit so many bytes.
    pub fn positions_in<G: Game>(longest: u8, bytes: u64) -> u128 {
        u128::from(bytes) / Self::bytes_each::<G>(longest)
    }

    fn bytes_each<G: Game>(longest: u8) -> u128 {
        let (position, links) = (size_of::<G::Position>(), usize::from(longest) / 2);
        let stored =
            position + size_of::<u32>() * (1 + links) + size_of::<Value>() + 2 * size_of::<u128>();
        let passing = links * position / 5;
        (stored + passing) as u128
    }
}
