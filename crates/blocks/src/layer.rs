use std::sync::Arc;

use exactplay_game::{Player, Playouts, RandomPlay};
use exactplay_rules::Stones;
use exactplay_tree::Found;

use crate::cells::{expand, sets_of};
use crate::denominators::Denominators;
use crate::numerators::{Numerators, Pair};
use crate::rounding;
use crate::summary::LayerSummary;
use crate::value::{Code, DRAW, UNREACHABLE, decode};
use crate::{Board, Place};

/// All positions of one ply with their values.
///
/// A block holds the positions with the same occupied cells; only the least of the images of an occupied set has a
/// block. A slot is the number, in ascending order, of the first player's stones among those of the block.
#[derive(Debug, Clone)]
pub struct Layer {
    pub(crate) board: Board,
    pub(crate) ply: u8,
    /// The occupied sets, ascending.
    pub(crate) sets: Vec<u64>,
    pub(crate) slots_per_block: usize,
    /// Block after block.
    pub(crate) codes: Vec<Code>,
    /// Block after block.
    pub(crate) numerators: Numerators,
    pub(crate) denominators: Option<Arc<Denominators>>,
    pub(crate) summary: LayerSummary,
}

impl Layer {
    /// The ply.
    pub fn ply(&self) -> u8 {
        self.ply
    }

    /// The occupied set of each block, ascending.
    pub fn sets(&self) -> &[u64] {
        &self.sets
    }

    /// How many slots each block has.
    pub fn slots_per_block(&self) -> usize {
        self.slots_per_block
    }

    /// How many positions there are, and how they end.
    pub fn summary(&self) -> LayerSummary {
        self.summary
    }

    /// The position of every slot of a block, in order, whether or not a game leads there.
    pub fn positions(&self, block: usize) -> impl Iterator<Item = Stones> {
        let (board, set) = (self.board, self.sets[block]);
        let first = sets_of(u32::from(self.ply.div_ceil(2)), u32::from(self.ply));
        first.map(move |mask| board.stones(expand(mask, set), set))
    }

    /// What is known about a slot of a block; `None` if no game leads there.
    pub fn entry(&self, block: usize, slot: usize) -> Option<Found> {
        let index = block * self.slots_per_block + slot;
        let pair = self.numerators.pair(index);
        entry(self.board, self.denominators.as_deref(), self.sets[block], self.codes[index], pair)
    }

    /// What is known at a place; `None` if no game leads there, or it is a place of another layer.
    pub fn at(&self, place: Place) -> Option<Found> {
        self.entry(self.block(place.set)?, place.slot)
    }

    /// The number of the block of an occupied set.
    pub(crate) fn block(&self, set: u64) -> Option<usize> {
        self.sets.binary_search(&set).ok()
    }

    /// The slots of a block.
    pub(crate) fn codes(&self, block: usize) -> &[Code] {
        &self.codes[block * self.slots_per_block..][..self.slots_per_block]
    }
}

/// What a stored slot says.
pub(crate) fn entry(
    board: Board,
    denominators: Option<&Denominators>,
    set: u64,
    code: Code,
    pair: Option<Pair>,
) -> Option<Found> {
    let ply = u8::try_from(set.count_ones()).expect("a ply");
    let value = decode(board, ply, code)?;
    let playouts = match (denominators, pair) {
        (Some(denominators), Some(Pair::Exact([first, second]))) => {
            let draw = denominators.of(board, set) - first - second;
            let (o, x) = match board.first() {
                Player::O => (first, second),
                Player::X => (second, first),
            };
            RandomPlay::Exact(
                Playouts::new(o, draw, x).expect("a denominator is positive and fits"),
            )
        }
        (_, Some(Pair::Rounded(pair))) => RandomPlay::Rounded(rounding::playouts(board, ply, pair)),
        (None, Some(Pair::Exact(_))) | (_, None) => RandomPlay::Unknown,
    };
    Some(Found { value, playouts })
}

/// Whether a slot read from a file can be what was once written.
pub(crate) fn is_sound(
    board: Board,
    denominators: Option<&Denominators>,
    set: u64,
    code: Code,
    pair: Option<Pair>,
) -> bool {
    let ply = set.count_ones();
    let left = u32::from(board.cells()) - ply;
    let is_value = u32::from(code.abs_diff(DRAW)) <= left + 1 || code == UNREACHABLE;
    let is_pair = match (denominators, pair) {
        (Some(denominators), Some(Pair::Exact([first, second]))) => {
            let sum = first.checked_add(second);
            sum.is_some_and(|sum| sum <= denominators.of(board, set))
        }
        (_, Some(Pair::Rounded(pair))) => pair.iter().all(|p| (0.0..=1.0).contains(p)),
        (None, Some(Pair::Exact(_))) | (_, None) => true,
    };
    is_value && is_pair
}
