use std::fmt;
use std::sync::Arc;

use exactplay_rules::Stones;

use crate::cells::{binomial, compress, rank};
use crate::denominators::Denominators;
use crate::geometry::Geometry;
use crate::layer_file;
use crate::manifest::Manifest;
use crate::numerators::LaneWidth;
use crate::{BlocksError, Board};

/// What to find for every position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Content {
    /// Who wins under optimal play, and when.
    Values,
    /// Also how random play ends, exactly.
    ValuesAndPlayouts,
    /// Also how random play ends, in floating point within a stated bound: for boards whose exact numbers do not fit.
    ValuesAndRoundedPlayouts,
}

impl Content {
    /// All of them.
    pub const ALL: [Self; 3] =
        [Self::Values, Self::ValuesAndPlayouts, Self::ValuesAndRoundedPlayouts];
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

impl fmt::Display for Content {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Values => "values",
            Self::ValuesAndPlayouts => "values and playouts",
            Self::ValuesAndRoundedPlayouts => "values and f64 playouts",
        })
    }
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
            Content::Values | Content::ValuesAndRoundedPlayouts => None,
            Content::ValuesAndPlayouts => Some(Arc::new(Denominators::new(board)?)),
        };
        let geometry = Geometry::new(board);
        let layers = (0_u8..).zip(geometry.count_canonical_sets()).map(|(ply, blocks)| {
            let width = match content {
                Content::ValuesAndRoundedPlayouts => Some(LaneWidth::Double),
                Content::Values | Content::ValuesAndPlayouts => {
                    denominators.as_ref().map(|d| LaneWidth::holding(d.greatest(ply)))
                }
            };
            let bytes_per_slot = 1 + width.map_or(0, |width| 2 * width.bytes());
            let slots_per_block = binomial(u32::from(ply), u32::from(ply.div_ceil(2)));
            LayerPlan { ply, blocks, slots_per_block, bytes_per_slot, width }
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
    /// What a receiver keeps comes on top.
    pub fn peak_bytes(&self) -> u128 {
        let pairs = self.layers.windows(2).map(|pair| pair[0].bytes() + pair[1].bytes());
        pairs.max().expect("a board has a cell") + self.mark_bytes()
    }

    /// The same when the receiver keeps all layers in memory.
    pub fn kept_bytes(&self) -> u128 {
        self.layers.iter().map(LayerPlan::bytes).sum::<u128>() + self.mark_bytes()
    }

    fn mark_bytes(&self) -> u128 {
        if self.board().gravity() { self.slots() / 8 } else { 0 }
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
        let stands = occupied & !self.geometry.supported(occupied) == 0;
        let alternates = first.count_ones() == stones.div_ceil(2);
        if !stands || !alternates || stones > u32::from(Self::MOST_CELLS) {
            return None;
        }
        let (set, symmetry) = self.geometry.canonical(occupied);
        let slot = rank(compress(symmetry.set(first), set).into());
        let slot = usize::try_from(slot).expect("slots of 32 stones fit");
        Some(Place { ply: u8::try_from(stones).expect("a ply"), set, slot })
    }

    /// Checks that a board can be solved, whatever it takes.
    ///
    /// # Errors
    /// When it has more cells than can be.
    pub fn expect_solvable(board: Board) -> Result<(), BlocksError> {
        let limit = Self::MOST_CELLS;
        if board.cells() <= limit {
            Ok(())
        } else {
            Err(BlocksError::TooLarge { game: board.name(), cells: board.cells(), limit })
        }
    }

    /// What is to be found of which game.
    pub(crate) fn describe(&self) -> String {
        Manifest::of(self).describe()
    }

    /// Checks that another plan is for the same.
    pub(crate) fn expect_same(&self, other: &Self) -> Result<(), BlocksError> {
        if (self.board(), self.content) == (other.board(), other.content) {
            Ok(())
        } else {
            Err(BlocksError::OtherPlan { planned: other.describe(), expected: self.describe() })
        }
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

#[cfg(test)]
mod tests {
    use exactplay_game::Player;

    use super::*;

    #[test]
    fn sizes_are_known_before_any_work() {
        let mnk = |width, height, content| {
            Plan::new(Board::mnk(width, height, 4, Player::O).unwrap(), content).unwrap()
        };
        let plan = mnk(5, 4, Content::ValuesAndPlayouts);
        assert_eq!(plan.slots(), 187_879_901);
        let layer = plan.layer(12);
        assert_eq!((layer.blocks, layer.slots_per_block, layer.bytes_per_slot), (31_706, 924, 5));
        assert_eq!(layer.bytes(), 31_706 * (924 * 5 + 8));
        let widths = plan.layers().iter().map(|layer| layer.bytes_per_slot);
        let expected = [[17; 8].as_slice(), &[9; 4], &[5; 9]].concat();
        assert_eq!(widths.collect::<Vec<_>>(), expected, "20! to 13!, to 9!, to 0!");

        let large = mnk(5, 5, Content::Values);
        assert_eq!(large.slots(), 20_479_891_915);
        assert!(mnk(8, 8, Content::Values).slots() > 1 << 90);

        let connect = Board::connect(7, 6, 4, Player::O).unwrap();
        assert!(Plan::new(connect, Content::Values).unwrap().slots() > 4_531_985_219_092 / 2);
        let error = Plan::new(connect, Content::ValuesAndPlayouts).unwrap_err().to_string();
        assert!(
            error.contains("exact playouts of connect:7x6:4 need more than 128 bits"),
            "{error}"
        );
    }
}
