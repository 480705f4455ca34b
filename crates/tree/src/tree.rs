use std::ops::{Index, Range};

use exactplay_game::Game;
use rayon::prelude::*;

/// The number of a position in a [`Tree`]: dense, ascending by layer.
pub type PositionId = u32;

/// The positions of a game in layers by ply, with the children of each.
///
/// Ids depend on the rules alone: layer by layer, and in a merged tree ascending by position within a layer.
#[derive(Debug, Clone)]
pub struct Tree<G: Game> {
    pub(crate) game: G,
    pub(crate) positions: Vec<G::Position>,
    /// Where each layer begins, and the end of the last.
    pub(crate) layers: Vec<PositionId>,
    /// Where the children of each position begin in `children`, and the end of the last.
    pub(crate) first_child: Vec<u32>,
    /// One child for every move. Two moves may lead to the same child; both are kept, because probabilities count moves.
    pub(crate) children: Vec<PositionId>,
}

/// What a build tells its caller after each layer.
#[derive(Debug, Clone, Copy)]
pub struct LayerBuilt {
    /// The ply of the layer.
    pub ply: u8,
    /// Its positions (orbits, where the tree is reduced).
    pub positions: usize,
}

/// What a build's caller returns to end it early.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stopped;

/// One `T` for every position of a tree, indexed by id.
#[derive(Debug, Clone)]
pub struct Table<T>(Vec<T>);

impl<T> Index<PositionId> for Table<T> {
    type Output = T;

    #[inline]
    fn index(&self, id: PositionId) -> &T {
        &self.0[id as usize]
    }
}

impl<T> Table<T> {
    /// The entries in the order of ids.
    pub fn iter(&self) -> std::slice::Iter<'_, T> {
        self.0.iter()
    }
}

impl<'a, T> IntoIterator for &'a Table<T> {
    type Item = &'a T;
    type IntoIter = std::slice::Iter<'a, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

/// The children of a position, in the order of its moves, with what a pass has already found for them.
#[derive(Debug)]
pub struct Children<'a, T> {
    ids: &'a [PositionId],
    found: &'a [T],
    found_from: PositionId,
}

impl<T> Copy for Children<'_, T> {}

impl<T> Clone for Children<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<'a, T> Children<'a, T> {
    /// What was found for each child, one for every move.
    pub fn iter(self) -> impl ExactSizeIterator<Item = &'a T> + Clone {
        self.ids.iter().map(move |&id| &self.found[(id - self.found_from) as usize])
    }

    /// A copy of what was found for each child, one for every move.
    pub fn values(self) -> impl ExactSizeIterator<Item = T> + Clone
    where
        T: Copy,
    {
        self.iter().copied()
    }

    /// How many moves there are: zero in a finished position.
    pub fn len(self) -> usize {
        self.ids.len()
    }

    /// Whether the position is finished.
    pub fn is_empty(self) -> bool {
        self.ids.is_empty()
    }
}

/// A layer with fewer positions than this is not worth a second thread.
const WIDE: usize = 4096;

impl<G: Game> Tree<G> {
    /// The rules.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// How many positions the tree holds (orbits, where it is reduced).
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// A tree always holds the start.
    pub fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    /// The id of the start.
    pub const START: PositionId = 0;

    /// The position with this id: the canonical one of its orbit, where the tree is reduced.
    pub fn position(&self, id: PositionId) -> G::Position {
        self.positions[id as usize]
    }

    /// The children of a position, one for every move, in the order of [`Game::moves`].
    pub fn children(&self, id: PositionId) -> &[PositionId] {
        let id = id as usize;
        &self.children[self.first_child[id] as usize..self.first_child[id + 1] as usize]
    }

    /// The ids of each layer, from ply 0.
    pub fn layers(&self) -> impl ExactSizeIterator<Item = Range<PositionId>> + DoubleEndedIterator {
        self.layers.windows(2).map(|bounds| bounds[0]..bounds[1])
    }

    /// The id of a reachable position, found by binary search for its canonical image in its layer.
    ///
    /// Only for merged trees. `None` when the position cannot be reached.
    pub fn id(&self, position: G::Position) -> Option<PositionId> {
        let canonical = self.game.canonical(position);
        let ply = usize::from(self.game.ply(position));
        let (from, to) = (*self.layers.get(ply)?, *self.layers.get(ply + 1)?);
        let layer = &self.positions[from as usize..to as usize];
        let place = layer.binary_search(&canonical).ok()?;
        Some(from + PositionId::try_from(place).expect("ids fit"))
    }

    /// One backward pass: a `T` for every position from the values of its children.
    ///
    /// `value` must depend on its arguments alone; wide layers are computed in parallel.
    pub fn backward<T, F>(&self, value: F) -> Table<T>
    where
        T: Clone + Default + Send + Sync,
        F: Fn(G::Position, Children<'_, T>) -> T + Sync,
    {
        let mut table = vec![T::default(); self.len()];
        for layer in self.layers().rev() {
            let (here, found) = table.split_at_mut(layer.end as usize);
            let here = &mut here[layer.start as usize..];
            let (found, found_from) = (&*found, layer.end);
            let evaluate = |(id, slot): (PositionId, &mut T)| {
                let children = Children { ids: self.children(id), found, found_from };
                *slot = value(self.position(id), children);
            };
            if here.len() < WIDE {
                layer.zip(here).for_each(evaluate);
            } else {
                layer.into_par_iter().zip(here).for_each(evaluate);
            }
        }
        Table(table)
    }
}
