use std::sync::Arc;

use exactplay_rules::Stones;

use crate::cells::compress;
use crate::denominators::Denominators;
use crate::geometry::{Geometry, slots_of_block};
use crate::layer_file;
use crate::numerators::LaneWidth;
use crate::subsets::Subsets;
use crate::{BlocksError, Board};

/// What to find for every position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Content {
    /// Who wins under optimal play, and when.
    Values,
    /// Also how random play ends, exactly.
    ValuesAndPlayouts,
}

/// What solving a board will take, known before any work is done.
#[derive(Debug, Clone)]
pub struct Plan {
    content: Content,
    geometry: Geometry,
    layers: Vec<LayerPlan>,
    denominators: Option<Arc<Denominators>>,
}

/// How large a layer will be: all positions of one ply.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LayerPlan {
    /// The ply.
    pub ply: u8,
    /// Its blocks: the sets of cells that can be occupied, one for each orbit of the symmetries.
    pub blocks: u128,
    /// The slots of each block: the ways to divide the stones between the players.
    pub slots_per_block: u64,
    /// The bytes of each slot.
    pub bytes_per_slot: u8,
    pub(crate) width: Option<LaneWidth>,
}

/// Where a position stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place {
    /// The layer.
    pub ply: u8,
    /// The block: the canonical occupied set.
    pub set: u64,
    /// The slot in the block.
    pub slot: usize,
}

impl LayerPlan {
    /// How many slots the layer has.
    pub fn slots(&self) -> u128 {
        self.blocks * u128::from(self.slots_per_block)
    }

    /// How many bytes it takes in memory.
    pub fn bytes(&self) -> u128 {
        self.slots() * u128::from(self.bytes_per_slot) + self.blocks * size_of::<u64>() as u128
    }
}

impl Plan {
    /// The most cells that can be solved: slots are numbered by 32 bits.
    pub const MOST_CELLS: u8 = 32;

    /// What it will take to solve a board.
    ///
    /// Larger boards than can be solved have a plan too, so that one can say what they would take.
    ///
    /// # Errors
    /// When playouts are asked for and their common denominator does not fit 128 bits.
    pub fn new(board: Board, content: Content) -> Result<Self, BlocksError> {
        let denominators = match content {
            Content::Values => None,
            Content::ValuesAndPlayouts => Some(Arc::new(Denominators::new(board)?)),
        };
        let geometry = Geometry::new(board);
        let layers = (0..).zip(geometry.count_canonical_sets()).map(|(ply, blocks)| {
            let width = denominators.as_ref().map(|d| LaneWidth::holding(d.greatest(ply)));
            let bytes_per_slot = 1 + width.map_or(0, |width| 2 * width.bytes());
            LayerPlan { ply, blocks, slots_per_block: slots_of_block(ply), bytes_per_slot, width }
        });
        let layers = layers.collect();
        Ok(Self { content, geometry, layers, denominators })
    }

    /// The board.
    pub fn board(&self) -> Board {
        self.geometry.board()
    }

    /// What to find.
    pub fn content(&self) -> Content {
        self.content
    }

    /// The layers, from ply 0.
    pub fn layers(&self) -> &[LayerPlan] {
        &self.layers
    }

    /// How many slots there are in all: somewhat more than orbits of positions.
    pub fn slots(&self) -> u128 {
        self.layers.iter().map(LayerPlan::slots).sum()
    }

    /// How much memory the work takes at its peak: two layers, and with gravity a bit for every slot of all of them.
    ///
    /// A receiver that keeps layers takes more.
    pub fn peak_bytes(&self) -> u128 {
        let pairs = self.layers.windows(2).map(|pair| pair[0].bytes() + pair[1].bytes());
        let marks = if self.board().gravity() { self.slots() / 8 } else { 0 };
        pairs.max().expect("a board has a cell") + marks
    }

    /// How much a [`WorkDir`](crate::WorkDir) that keeps all layers takes on disk, to the byte, but for its manifest.
    pub fn disk_bytes(&self) -> u128 {
        self.layers.iter().map(layer_file::bytes).sum()
    }

    /// Where a position stands, if its stones can stand so at all: they alternate, and fall where there is gravity.
    ///
    /// A slot is there even for some positions to which no game leads; they have no value.
    pub fn place(&self, position: Stones) -> Option<Place> {
        let board = self.board();
        let (first, occupied) = board.seats(position);
        if position.o & position.x != 0 || occupied & !self.geometry.all() != 0 {
            return None;
        }
        let stones = occupied.count_ones();
        let stands = !board.gravity() || occupied & !self.geometry.supported(occupied) == 0;
        if !stands || first.count_ones() != stones.div_ceil(2) || stones > 32 {
            return None;
        }
        let (set, symmetry) = self.geometry.canonical(occupied);
        let slots = Subsets::new(stones, first.count_ones(), stones / 2);
        let slot = slots.rank(compress(symmetry.set(first), set)) as usize;
        Some(Place { ply: u8::try_from(stones).expect("a ply"), set, slot })
    }

    pub(crate) fn geometry(&self) -> &Geometry {
        &self.geometry
    }

    pub(crate) fn denominators(&self) -> Option<&Arc<Denominators>> {
        self.denominators.as_ref()
    }

    /// The plan of a layer.
    pub(crate) fn layer(&self, ply: u8) -> LayerPlan {
        self.layers[usize::from(ply)]
    }
}
