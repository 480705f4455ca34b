use exactplay_game::Player;
use exactplay_rules::Stones;

use crate::BlocksError;
use crate::cells::members;
use crate::layer::Entry;
use crate::plan::Plan;

/// Solved layers that can be asked about single positions.
pub trait Lookup {
    /// What was solved.
    fn plan(&self) -> &Plan;

    /// What is known about a position; `None` if no game leads there.
    ///
    /// # Errors
    /// When the layers are on disk and cannot be read, or are damaged.
    fn entry(&mut self, position: Stones) -> Result<Option<Entry>, BlocksError>;

    /// The moves of a position that games lead to, by ascending cell; none when it is finished.
    ///
    /// # Errors
    /// As for [`entry`](Self::entry).
    fn moves(&mut self, position: Stones) -> Result<Vec<MoveEntry>, BlocksError> {
        let Some(here) = self.entry(position)? else { return Ok(Vec::new()) };
        if here.value.plies == 0 {
            return Ok(Vec::new());
        }
        let board = self.plan().board();
        let occupied = position.occupied();
        let ply = u8::try_from(occupied.count_ones()).expect("a ply");
        let open = self.plan().geometry().open(occupied);
        let mut moves = Vec::new();
        for cell in members(open) {
            let child = match board.turn(ply) {
                Player::O => Stones { o: position.o | 1 << cell, ..position },
                Player::X => Stones { x: position.x | 1 << cell, ..position },
            };
            let Some(entry) = self.entry(child)? else {
                return Err(BlocksError::Contradiction { game: board.name() });
            };
            let keeps_value = entry.value.outcome == here.value.outcome
                && entry.value.plies + 1 == here.value.plies;
            let cell = u8::try_from(cell).expect("a cell");
            moves.push(MoveEntry { cell, child, entry, keeps_value });
        }
        Ok(moves)
    }
}

/// What is known about a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MoveEntry {
    /// The cell on which the stone comes to lie: `x * height + y`.
    pub cell: u8,
    /// The position after it.
    pub child: Stones,
    /// What is known about that position.
    pub entry: Entry,
    /// Whether it is a best move: it keeps the outcome, and wins as soon or loses as late as can be.
    pub keeps_value: bool,
}
