/// A permutation of the cells of a board of at most 64 cells.
///
/// Applying it to a set of cells costs one table look-up for every eight cells.
#[derive(Debug, Clone)]
pub struct Symmetry {
    cells: Vec<u8>,
    octets: Vec<[u64; 256]>,
}

impl Symmetry {
    /// The permutation that sends cell `c` to `cells[c]`.
    ///
    /// # Panics
    /// When `cells` is not a permutation of `0..cells.len()`, or longer than 64.
    pub fn new(cells: Vec<u8>) -> Self {
        let all = cells.iter().fold(0_u64, |set, &cell| set | 1 << cell);
        assert!(
            all.count_ones() as usize == cells.len() && all.trailing_ones() == all.count_ones(),
            "a permutation"
        );
        let octets = cells
            .chunks(8)
            .map(|octet| {
                let mut table = [0_u64; 256];
                for set in 1..256_usize {
                    let rest = table[set & (set - 1)];
                    table[set] = match octet.get(set.trailing_zeros() as usize) {
                        Some(&cell) => rest | 1 << cell,
                        None => rest,
                    };
                }
                table
            })
            .collect();
        Self { cells, octets }
    }

    /// Where the symmetry sends a cell.
    pub fn cell(&self, cell: u8) -> u8 {
        self.cells[usize::from(cell)]
    }

    /// Where the symmetry sends a set of cells, bit `c` standing for cell `c`.
    #[inline]
    pub fn set(&self, set: u64) -> u64 {
        let octets = self.octets.iter().enumerate();
        octets.fold(0, |image, (i, table)| image | table[(set >> (8 * i) & 0xff) as usize])
    }

    /// The symmetry that undoes this one.
    #[must_use]
    pub fn inverse(&self) -> Self {
        let mut cells = vec![0; self.cells.len()];
        for (from, &to) in (0..).zip(&self.cells) {
            cells[usize::from(to)] = from;
        }
        Self::new(cells)
    }
}

/// The symmetries of a board of `width` columns and `height` rows, identity first: 8 when it is square, else 4.
///
/// Cell `x * height + y` is the one at column `x`, row `y`. On a board one cell wide or high, different members of the
/// group may move the cells alike; each permutation is listed once.
pub fn dihedral_group(width: u8, height: u8) -> Vec<Symmetry> {
    let mut group: Vec<Vec<u8>> = Vec::new();
    for transpose in [false, true] {
        if transpose && width != height {
            continue;
        }
        for (mirror_x, mirror_y) in [(false, false), (true, false), (false, true), (true, true)] {
            let columns = (0..width).flat_map(|x| (0..height).map(move |y| (x, y)));
            let cells = columns.map(|(x, y)| {
                let x = if mirror_x { width - 1 - x } else { x };
                let y = if mirror_y { height - 1 - y } else { y };
                if transpose { y * height + x } else { x * height + y }
            });
            let cells: Vec<u8> = cells.collect();
            if !group.contains(&cells) {
                group.push(cells);
            }
        }
    }
    group.into_iter().map(Symmetry::new).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn group_sizes() {
        assert_eq!(dihedral_group(3, 3).len(), 8);
        assert_eq!(dihedral_group(8, 8).len(), 8);
        assert_eq!(dihedral_group(5, 4).len(), 4);
        assert_eq!(dihedral_group(3, 1).len(), 2);
        assert_eq!(dihedral_group(1, 1).len(), 1);
    }

    proptest! {
        #[test]
        fn sets_follow_cells_and_inverses_undo(width in 1_u8..=8, height in 1_u8..=8, bits: u64) {
            let all = u64::MAX >> (64 - u32::from(width * height));
            let set = bits & all;
            for symmetry in dihedral_group(width, height) {
                let image = (0..width * height).filter(|c| set >> c & 1 == 1).map(|c| 1 << symmetry.cell(c));
                prop_assert_eq!(symmetry.set(set), image.fold(0_u64, |a, b| a | b));
                prop_assert_eq!(symmetry.inverse().set(symmetry.set(set)), set);
            }
        }
    }
}
