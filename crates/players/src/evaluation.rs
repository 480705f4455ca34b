//! How the later rule players rate a move: by the board it leaves.

use std::cmp::Ordering;

use crate::grid::{CENTRE, CORNERS, Cells, EDGES, Grid, LINES};

/// Half a point, in which scores are counted: all of them are whole numbers of it.
pub(crate) const HALF: i32 = 1;
/// A point.
pub(crate) const POINT: i32 = 2 * HALF;

/// A rating: the first of `rules` that applies decides, otherwise the `sum` does.
///
/// A feature counts something on the board. A rule applies where its feature is not zero; like a term of the sum it
/// gives its weight times the count.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Evaluation {
    pub(crate) rules: &'static [(Feature, i32)],
    pub(crate) sum: &'static [(Feature, i32)],
}

pub(crate) type Feature = fn(After) -> i32;

impl Evaluation {
    /// The score, in half points, of taking one empty cell.
    pub(crate) fn score(&self, grid: Grid, cell: Cells) -> i32 {
        let after = After { cell, own: grid.own | cell, opponent: grid.opponent };
        let mut scores = self.rules.iter().map(|(feature, weight)| weight * feature(after));
        scores.find(|&score| score != 0).unwrap_or_else(|| {
            self.sum.iter().map(|(feature, weight)| weight * feature(after)).sum()
        })
    }

    /// The cells with the highest score.
    pub(crate) fn best(&self, grid: Grid) -> Cells {
        let empty = (0..9).map(|bit| 1 << bit).filter(|cell| grid.empty() & cell != 0);
        let (_, cells) = empty.fold((i32::MIN, 0), |(best, cells), cell| {
            let score = self.score(grid, cell);
            match score.cmp(&best) {
                Ordering::Less => (best, cells),
                Ordering::Equal => (best, cells | cell),
                Ordering::Greater => (score, cell),
            }
        });
        cells
    }
}

/// The board after a move, as the player who made it sees it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct After {
    cell: Cells,
    own: Cells,
    opponent: Cells,
}

impl After {
    /// How many lines hold so many stones of each player.
    fn lines(self, own: u32, opponent: u32) -> i32 {
        let count = |line: &Cells| {
            i32::from(
                (line & self.own).count_ones() == own
                    && (line & self.opponent).count_ones() == opponent,
            )
        };
        LINES.iter().map(count).sum()
    }
}

/// 8 for the first cell row by row, down to 0 for the last.
pub(crate) fn earliness(after: After) -> i32 {
    8 - i32::try_from(after.cell.trailing_zeros()).expect("a cell")
}

pub(crate) fn centre(after: After) -> i32 {
    i32::from(after.cell == CENTRE)
}

/// 9, 7, 3 and 1 for the corners row by row.
pub(crate) fn corner(after: After) -> i32 {
    if after.cell & CORNERS == 0 { 0 } else { 1 + earliness(after) }
}

pub(crate) fn win(after: After) -> i32 {
    i32::from(after.lines(3, 0) > 0)
}

/// The lines that only lack a stone of the opponent.
pub(crate) fn threats(after: After) -> i32 {
    after.lines(0, 2)
}

pub(crate) fn threatened(after: After) -> i32 {
    i32::from(threats(after) > 0)
}

pub(crate) fn any_chance(after: After) -> i32 {
    i32::from(after.lines(2, 0) > 0)
}

pub(crate) fn one_chance(after: After) -> i32 {
    i32::from(after.lines(2, 0) == 1)
}

/// At least two lines that only lack a stone of one's own.
pub(crate) fn fork(after: After) -> i32 {
    i32::from(after.lines(2, 0) > 1)
}

pub(crate) fn unanswered_fork(after: After) -> i32 {
    fork(after) * (1 - threatened(after))
}

/// The lines with one stone of one's own and no other.
pub(crate) fn openings(after: After) -> i32 {
    after.lines(1, 0)
}

/// The lines with one stone of the opponent and no other.
pub(crate) fn opposing_openings(after: After) -> i32 {
    after.lines(0, 1)
}

/// The fourth move holds the centre and an edge between two opposite corners: where a corner would lose.
pub(crate) fn edge_between_corners(after: After) -> i32 {
    let fourth = (after.own | after.opponent).count_ones() == 4;
    let corners = [0o401, 0o104].iter().any(|pair| pair & !after.opponent == 0);
    i32::from(fourth && corners && after.own & CENTRE != 0 && after.own & EDGES != 0)
}
