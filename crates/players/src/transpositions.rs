use std::hash::Hash;
use std::mem;

use hashbrown::HashMap;

/// What is remembered about positions, for the most recently used of them.
///
/// There are two generations. When the younger is full the older is forgotten and the younger takes its place; whatever
/// is found in the older moves to the younger. So at most twice `capacity` entries are kept, and which they are depends on
/// the order of use alone, not on how positions happen to hash.
#[derive(Debug)]
pub(crate) struct Transpositions<P, T> {
    capacity: usize,
    young: HashMap<P, T>,
    old: HashMap<P, T>,
}

impl<P: Copy + Eq + Hash, T: Copy> Transpositions<P, T> {
    /// An empty table with so many entries in a generation; none remembers nothing.
    pub(crate) fn new(capacity: usize) -> Self {
        Self { capacity, young: HashMap::new(), old: HashMap::new() }
    }

    pub(crate) fn get(&mut self, position: P) -> Option<T> {
        if let Some(&entry) = self.young.get(&position) {
            return Some(entry);
        }
        let entry = self.old.remove(&position)?;
        self.put(position, entry);
        Some(entry)
    }

    /// Remembers an entry, in place of an earlier one for the position.
    pub(crate) fn put(&mut self, position: P, entry: T) {
        if self.young.len() < self.capacity {
            self.young.insert(position, entry);
        } else if let Some(known) = self.young.get_mut(&position) {
            *known = entry;
        } else if self.capacity > 0 {
            self.old.clear();
            mem::swap(&mut self.young, &mut self.old);
            self.young.insert(position, entry);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_recently_used_are_remembered() {
        let mut table = Transpositions::new(1);
        table.put(0, 10);
        table.put(1, 20);
        assert_eq!(table.get(0), Some(10));
        table.put(2, 30);
        assert_eq!([0, 1, 2].map(|key| table.get(key)), [Some(10), None, Some(30)]);
        table.put(2, 31);
        assert_eq!(table.get(2), Some(31));
    }

    #[test]
    fn a_table_without_room_remembers_nothing() {
        let mut table = Transpositions::new(0);
        table.put(1, 1);
        assert_eq!(table.get(1), None);
    }
}
