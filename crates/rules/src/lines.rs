use exactplay_game::Player;

use crate::Stones;
use crate::cells;

/// The lines of k cells on a board: in a column, a row or a diagonal. Whoever first fills one has won.
#[derive(Debug, Clone)]
pub(crate) struct Lines {
    k: u8,
    directions: [Direction; 4],
    /// Whether each set of cells has a line, as bits, on boards small enough; otherwise empty.
    table: Vec<u64>,
}

/// One direction of lines: the distance between neighbours on a line, and the cells on which a line of k can begin.
#[derive(Debug, Clone, Copy)]
struct Direction {
    step: u32,
    starts: u64,
}

impl Lines {
    /// The most cells of a board with a table, which then takes 8 kB.
    const MOST_CELLS_IN_TABLE: u8 = 16;

    /// The lines of `k` cells on a board of at most 64 cells; cell `x * height + y` is column `x`, row `y`.
    pub(crate) fn new(width: u8, height: u8, k: u8) -> Self {
        let directions = [(0, 1), (1, 0), (1, 1), (1, -1)]
            .map(|(dx, dy)| Direction::new(width, height, k, dx, dy));
        let mut lines = Self { k, directions, table: Vec::new() };
        let cells = width * height;
        if cells <= Self::MOST_CELLS_IN_TABLE {
            let word = |word: u64| {
                (0..64).fold(0, |bits, bit| bits | u64::from(lines.find_in(word << 6 | bit)) << bit)
            };
            lines.table = (0..1_u64 << cells.saturating_sub(6)).map(word).collect();
        }
        lines
    }

    /// Cells in a line.
    pub(crate) fn k(&self) -> u8 {
        self.k
    }

    /// Whether some line lies wholly in a set of cells.
    #[inline]
    pub(crate) fn any_in(&self, cells: u64) -> bool {
        match self.table.get((cells >> 6) as usize) {
            Some(word) => word >> (cells & 63) & 1 == 1,
            None => self.find_in(cells),
        }
    }

    fn find_in(&self, cells: u64) -> bool {
        self.directions.iter().any(|direction| direction.lines_in(cells, self.k) != 0)
    }

    /// Every line that lies wholly in a set of cells, as sets: columns, rows, falling, then rising diagonals.
    pub(crate) fn all_in(&self, cells: u64) -> impl Iterator<Item = u64> {
        self.directions.iter().flat_map(move |direction| {
            cells::members(direction.lines_in(cells, self.k))
                .map(|start| direction.line(start, self.k))
        })
    }

    /// The cells on which `last` can have placed the last stone as far as lines go, or why there is none.
    ///
    /// Only the player who has just moved may have lines, and they must share a cell: the last move made them all at
    /// once.
    pub(crate) fn completed_on(&self, stones: Stones, last: Player) -> Result<u64, String> {
        let (winner, k) = (last.other(), self.k);
        match (self.any_in(stones.of(last)), self.any_in(stones.of(winner))) {
            (true, true) => return Err(format!("both players have {k} in a row")),
            (false, true) => {
                return Err(format!("{last} has moved after {winner} had won with {k} in a row"));
            }
            (true | false, false) => {}
        }
        let common =
            self.all_in(stones.of(last)).fold(stones.of(last), |common, line| common & line);
        if common == 0 && stones.of(last) != 0 {
            return Err(format!(
                "{last} has lines without a common cell, but the first of them would have ended the game"
            ));
        }
        Ok(common)
    }
}

impl Direction {
    fn new(width: u8, height: u8, k: u8, dx: i16, dy: i16) -> Self {
        let (width, height, reach) = (i16::from(width), i16::from(height), i16::from(k) - 1);
        let mut starts = 0;
        for x in 0..width {
            for y in 0..height {
                let (end_x, end_y) = (x + reach * dx, y + reach * dy);
                if (0..width).contains(&end_x) && (0..height).contains(&end_y) {
                    starts |= 1 << (x * height + y);
                }
            }
        }
        // Without a line there are no neighbours on one, and the step could be longer than a set.
        let step = if starts == 0 { 0 } else { dx * height + dy };
        Self { step: u32::try_from(step).expect("steps go forward"), starts }
    }

    /// The cells on which a line inside `cells` begins.
    #[inline]
    fn lines_in(self, cells: u64, k: u8) -> u64 {
        let mut starts = cells & self.starts;
        let mut rest = cells;
        for _ in 1..k {
            rest >>= self.step;
            starts &= rest;
        }
        starts
    }

    fn line(self, start: u8, k: u8) -> u64 {
        (0..u32::from(k)).fold(0, |line, i| line | 1 << (u32::from(start) + i * self.step))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_board_has_the_lines_that_fit() {
        for width in 1..=26_u8 {
            for height in 1..=64 / width {
                for k in 1..=10_u8 {
                    let all = u64::MAX >> (64 - width * height);
                    let fits = |side: u8| u32::from((side + 1).saturating_sub(k));
                    let (w, h) = (u32::from(width), u32::from(height));
                    let expected =
                        w * fits(height) + h * fits(width) + 2 * fits(width) * fits(height);
                    let lines: Vec<_> = Lines::new(width, height, k).all_in(all).collect();
                    assert_eq!(lines.len(), expected as usize, "{width} x {height}, {k}");
                    assert!(lines.iter().all(|line| line.count_ones() == u32::from(k)));
                }
            }
        }
    }
}
