use exactplay_game::{Symmetry, dihedral_group};

use crate::Board;
use crate::cells::{members, sets_of};

/// What the shape of a board decides: its lines, its symmetries, and which sets of cells can be occupied.
#[derive(Debug, Clone)]
pub(crate) struct Geometry {
    board: Board,
    all: u64,
    /// The cells of the top row, and those of the bottom row.
    top: u64,
    bottom: u64,
    lines: Vec<u64>,
    symmetries: Vec<Symmetry>,
}

impl Geometry {
    pub(crate) fn new(board: Board) -> Self {
        let (width, height) = (board.width(), board.height());
        let columns = || (0..width).map(|x| x * height);
        let symmetries = if board.gravity() {
            let cells = || (0..width).flat_map(|x| (0..height).map(move |y| (x, y)));
            let mirror: Vec<u8> = cells().map(|(x, y)| (width - 1 - x) * height + y).collect();
            let identity: Vec<u8> = (0..board.cells()).collect();
            let mut group = vec![identity, mirror];
            group.dedup();
            group.into_iter().map(Symmetry::new).collect()
        } else {
            dihedral_group(width, height)
        };
        Self {
            board,
            all: u64::MAX >> (64 - board.cells()),
            top: columns().fold(0, |set, cell| set | 1 << cell),
            bottom: columns().fold(0, |set, cell| set | 1 << (cell + height - 1)),
            lines: lines(board),
            symmetries,
        }
    }

    pub(crate) fn board(&self) -> Board {
        self.board
    }

    /// Every cell.
    pub(crate) fn all(&self) -> u64 {
        self.all
    }

    /// Every line of k, as a set of cells.
    pub(crate) fn lines(&self) -> &[u64] {
        &self.lines
    }

    /// The cells on which the next stone can come to lie, as if the game went on.
    pub(crate) fn open(&self, occupied: u64) -> u64 {
        self.supported(occupied) & !occupied
    }

    /// The cells on which a stone can lie when `occupied` are: with gravity the bottom row and those above a stone.
    pub(crate) fn supported(&self, occupied: u64) -> u64 {
        // The cell below another is its successor.
        if self.board.gravity() { self.all & (occupied >> 1 | self.bottom) } else { self.all }
    }

    /// The occupied cells on which the last stone can lie.
    pub(crate) fn exposed(&self, occupied: u64) -> u64 {
        if self.board.gravity() { occupied & !(occupied << 1 & !self.top) } else { occupied }
    }

    /// The least image of a set of cells, and the symmetry that leads there: the identity, if it is the least itself.
    pub(crate) fn canonical(&self, set: u64) -> (u64, &Symmetry) {
        let (identity, others) = self.symmetries.split_first().expect("a group has an identity");
        others.iter().fold((set, identity), |best, symmetry| {
            let image = symmetry.set(set);
            if image < best.0 { (image, symmetry) } else { best }
        })
    }

    fn is_canonical(&self, set: u64) -> bool {
        self.symmetries.iter().skip(1).all(|symmetry| symmetry.set(set) >= set)
    }

    /// A symmetry that sends the set `from` to `to`, one of its images, and the cell that it sends to `cell`.
    pub(crate) fn origin(&self, (from, to): (u64, u64), cell: u32) -> (&Symmetry, u32) {
        let leads = |symmetry: &&Symmetry| symmetry.set(from) == to;
        let symmetry = self.symmetries.iter().find(leads).expect("an image");
        let cells = images(symmetry, self.all).position(|image| image == cell);
        (symmetry, u32::try_from(cells.expect("a permutation")).expect("a cell"))
    }

    /// The symmetries that keep a set of cells as a set; the identity first.
    pub(crate) fn stabilizer(&self, set: u64) -> impl Iterator<Item = &Symmetry> {
        self.symmetries.iter().filter(move |symmetry| symmetry.set(set) == set)
    }

    /// How many symmetries there are.
    pub(crate) fn group_size(&self) -> usize {
        self.symmetries.len()
    }

    /// The canonical sets of cells that `stones` stones can occupy, ascending.
    pub(crate) fn canonical_sets(&self, stones: u8) -> Vec<u64> {
        let (stones, cells) = (u32::from(stones), u32::from(self.board.cells()));
        if self.board.gravity() {
            let mut sets = self.stacks(stones);
            sets.retain(|&set| self.is_canonical(set));
            sets.sort_unstable();
            sets
        } else {
            sets_of(stones, cells).filter(|&set| self.is_canonical(set)).collect()
        }
    }

    /// Every set of cells that `stones` fallen stones can occupy.
    fn stacks(&self, stones: u32) -> Vec<u64> {
        let (width, height) = (u32::from(self.board.width()), u32::from(self.board.height()));
        let columns_from = |x: u32| (width - x) * height;
        (0..width).fold(vec![0_u64], |sets, x| {
            let stacks = |set: u64| {
                let left = stones - set.count_ones();
                let least = left.saturating_sub(columns_from(x + 1));
                (least..=left.min(height)).map(move |stack| {
                    let column = ((1_u64 << stack) - 1) << (height - stack);
                    set | column << (x * height)
                })
            };
            sets.into_iter().flat_map(stacks).collect()
        })
    }

    /// How many [`canonical_sets`](Self::canonical_sets) there are for each number of stones, without listing them.
    ///
    /// By Burnside's lemma: the mean over the symmetries of the number of sets that each keeps.
    pub(crate) fn count_canonical_sets(&self) -> Vec<u128> {
        let kept = self.symmetries.iter().map(|symmetry| self.count_kept(symmetry));
        let zero = vec![0; usize::from(self.board.cells()) + 1];
        let sums: Vec<u128> = kept.fold(zero, |sums, counts| {
            sums.into_iter().zip(counts).map(|(sum, count)| sum + count).collect()
        });
        sums.into_iter().map(|sum| sum / self.group_size() as u128).collect()
    }

    /// How many sets that can be occupied a symmetry keeps, for each number of stones.
    fn count_kept(&self, symmetry: &Symmetry) -> Vec<u128> {
        // What is filled all at once or not at all: cycles of cells, or, with gravity, the stacks of a column and of its
        // mirror image.
        let one = vec![1_u128];
        if self.board.gravity() {
            let height = self.board.height();
            let columns = cycles(symmetry, |x| x * height, self.board.width());
            columns.into_iter().fold(one, |counts, columns| {
                multiply(&counts, &stretched(&vec![1; usize::from(height) + 1], columns))
            })
        } else {
            let cells = cycles(symmetry, |cell| cell, self.board.cells());
            cells
                .into_iter()
                .fold(one, |counts, cells| multiply(&counts, &stretched(&[1, 1], cells)))
        }
    }
}

/// The lengths of the cycles in which a symmetry moves `count` things, of which thing i stands at `cell_of(i)`; a
/// symmetry must move these cells among themselves.
fn cycles(symmetry: &Symmetry, cell_of: impl Fn(u8) -> u8, count: u8) -> Vec<usize> {
    let mut left: Vec<u8> = (0..count).map(cell_of).collect();
    let mut lengths = Vec::new();
    while let Some(start) = left.pop() {
        let mut length = 1;
        let mut cell = symmetry.cell(start);
        while cell != start {
            left.retain(|&other| other != cell);
            cell = symmetry.cell(cell);
            length += 1;
        }
        lengths.push(length);
    }
    lengths
}

/// The product of two polynomials, lowest coefficient first.
fn multiply(a: &[u128], b: &[u128]) -> Vec<u128> {
    let mut product = vec![0; a.len() + b.len() - 1];
    for (i, x) in a.iter().enumerate() {
        for (j, y) in b.iter().enumerate() {
            product[i + j] += x * y;
        }
    }
    product
}

/// A polynomial in x as the same one in x to the power of `by`.
fn stretched(polynomial: &[u128], by: usize) -> Vec<u128> {
    let mut result = vec![0; (polynomial.len() - 1) * by + 1];
    for (coefficient, place) in polynomial.iter().zip(result.iter_mut().step_by(by)) {
        *place = *coefficient;
    }
    result
}

/// Every line of k cells in a column, a row or a diagonal, once.
fn lines(board: Board) -> Vec<u64> {
    let [width, height, k] = [board.width(), board.height(), board.k()].map(i16::from);
    let mut lines = Vec::new();
    for (dx, dy) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
        for x in 0..width {
            for y in 0..height {
                let (end_x, end_y) = (x + (k - 1) * dx, y + (k - 1) * dy);
                if (0..width).contains(&end_x) && (0..height).contains(&end_y) {
                    let cells = (0..k).map(|i| (x + i * dx) * height + y + i * dy);
                    lines.push(cells.fold(0_u64, |line, cell| line | 1 << cell));
                }
            }
        }
    }
    lines.sort_unstable();
    lines.dedup();
    lines
}

/// The cells of a set as their images, in the order of the cells.
pub(crate) fn images(symmetry: &Symmetry, set: u64) -> impl Iterator<Item = u32> {
    members(set).map(|cell| u32::from(symmetry.cell(u8::try_from(cell).expect("a cell"))))
}

#[cfg(test)]
mod tests {
    use exactplay_game::{Game as _, Player};
    use exactplay_rules::Mnk;

    use super::*;

    fn boards() -> Vec<Geometry> {
        let mnk = |w, h| Geometry::new(Board::mnk(w, h, 3, Player::O).unwrap());
        let connect = |w, h| Geometry::new(Board::connect(w, h, 3, Player::O).unwrap());
        let sizes = [(3, 3), (4, 3), (3, 4), (5, 1), (1, 5), (4, 4)];
        sizes.into_iter().flat_map(|(w, h)| [mnk(w, h), connect(w, h)]).collect()
    }

    #[test]
    fn canonical_sets_are_counted_without_listing_them() {
        for geometry in boards() {
            let counts = geometry.count_canonical_sets();
            for (stones, count) in (0..=geometry.board.cells()).zip(counts) {
                let sets = geometry.canonical_sets(stones);
                assert_eq!(sets.len() as u128, count, "{:?} with {stones}", geometry.board);
                assert!(sets.is_sorted_by(|a, b| a < b));
            }
        }
    }

    #[test]
    fn every_canonical_set_comes_from_canonical_sets() {
        for geometry in boards() {
            let mut layer = vec![0];
            for stones in 0..=geometry.board.cells() {
                assert_eq!(geometry.canonical_sets(stones), layer);
                let children = layer.iter().flat_map(|&set| {
                    members(geometry.open(set)).map(move |cell| (set, set | 1 << cell))
                });
                let mut next: Vec<u64> = Vec::new();
                for (set, child) in children {
                    assert_ne!(geometry.exposed(child) & (child ^ set), 0);
                    let (canonical, symmetry) = geometry.canonical(child);
                    assert_eq!(symmetry.set(child), canonical);
                    assert!(geometry.is_canonical(canonical));
                    next.push(canonical);
                }
                next.sort_unstable();
                next.dedup();
                layer = next;
            }
        }
    }

    #[test]
    fn lines_are_those_of_the_rules() {
        for (width, height, k) in [(3, 3, 3), (5, 4, 4), (4, 1, 1), (6, 6, 2), (3, 3, 5)] {
            let game = Mnk::new(width, height, k, Player::O).unwrap();
            let all = u64::MAX >> (64 - width * height);
            let mut expected: Vec<_> = game.lines_in(all).collect();
            expected.sort_unstable();
            expected.dedup();
            assert_eq!(lines(Board::from(&game)), expected, "{}", game.name());
        }
    }

    #[test]
    fn no_board_that_can_be_solved_has_more_lines_than_fit_128_bits() {
        for width in 1..=32 {
            for height in 1..=32 / width {
                for k in 1..=width.max(height) {
                    let board = Board::mnk(width, height, k, Player::O).unwrap();
                    assert!(lines(board).len() <= 128);
                }
            }
        }
    }
}
