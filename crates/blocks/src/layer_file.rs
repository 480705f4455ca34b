//! A layer as a file: see [`pages`](crate::pages) for the frame.
//!
//! The head says what the file is; the body is the occupied sets (8 bytes each), the codes (one byte a slot) and, where
//! playouts were asked for, the numerators (two a slot, as wide as the layer needs). Integers are little-endian.

use std::fs::File;
use std::io::{self, Read as _, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::BlocksError;
use exactplay_tree::Found;
use num_traits::FromBytes;

use crate::layer::{Layer, entry, is_sound};
use crate::numerators::{Lane, LaneWidth, Numerators, Pair};
use crate::pages::{PageReader, PageWriter, file_bytes};
use crate::plan::{LayerPlan, Place, Plan};
use crate::summary::LayerSummary;
use crate::value::Code;

const MAGIC: &[u8; 8] = b"xpblocks";

/// The version of the layout of layer files and manifests.
pub(crate) const VERSION: u32 = 1;

const HEAD_BYTES: usize = 128;
const SUMMARY_AT: usize = 64;

/// How many numerators to convert at once.
const LANES_AT_ONCE: usize = 1 << 12;

/// The digest of the manifest: what ties the files of a directory together.
pub(crate) type RunId = [u8; 32];

/// A layer file opened to be asked about single positions.
#[derive(Debug)]
pub(crate) struct LayerFile {
    path: PathBuf,
    plan: LayerPlan,
    summary: LayerSummary,
    pages: PageReader<File>,
}

/// Writes a layer.
pub(crate) fn write<W: Write>(
    out: W,
    plan: &LayerPlan,
    run: &RunId,
    layer: &Layer,
) -> io::Result<W> {
    let head = head(plan, run, &layer.summary);
    let mut pages = PageWriter::new(out, &head)?;
    for set in &layer.sets {
        pages.write(&set.to_le_bytes())?;
    }
    pages.write(&layer.codes)?;
    match &layer.numerators {
        Numerators::None => {}
        Numerators::Two(pairs) => write_pairs(&mut pages, pairs)?,
        Numerators::Four(pairs) => write_pairs(&mut pages, pairs)?,
        Numerators::Eight(pairs) => write_pairs(&mut pages, pairs)?,
        Numerators::Sixteen(pairs) => write_pairs(&mut pages, pairs)?,
        Numerators::Double(pairs) => write_pairs(&mut pages, pairs)?,
    }
    pages.finish()
}

fn write_pairs<W: Write, L: Lane>(pages: &mut PageWriter<W>, pairs: &[[L; 2]]) -> io::Result<()> {
    let mut bytes = Vec::new();
    for lanes in pairs.as_flattened().chunks(LANES_AT_ONCE) {
        bytes.resize(size_of_val(lanes), 0);
        for (place, lane) in bytes.chunks_exact_mut(size_of::<L>()).zip(lanes) {
            place.copy_from_slice(lane.to_le_bytes().as_ref());
        }
        pages.write(&bytes)?;
    }
    Ok(())
}

/// How long the file of a layer is.
pub(crate) fn bytes(plan: &LayerPlan) -> u128 {
    file_bytes(HEAD_BYTES as u64, plan.bytes())
}

/// All that is known of a head before the layer is solved, and the summary.
fn head(plan: &LayerPlan, run: &RunId, summary: &LayerSummary) -> [u8; HEAD_BYTES] {
    let mut head = Vec::with_capacity(HEAD_BYTES);
    head.extend_from_slice(MAGIC);
    head.extend_from_slice(&VERSION.to_le_bytes());
    head.extend_from_slice(&[plan.ply, plan.width.map_or(0, LaneWidth::bytes), 0, 0]);
    head.extend_from_slice(run);
    let blocks = u64::try_from(plan.blocks).expect("blocks of 32 cells fit");
    for number in [blocks, plan.slots_per_block] {
        head.extend_from_slice(&number.to_le_bytes());
    }
    let [terminal, values] = [summary.terminal, summary.values];
    for number in [summary.positions, summary.orbits].into_iter().chain(terminal).chain(values) {
        head.extend_from_slice(&number.to_le_bytes());
    }
    head.try_into().expect("the head has its size")
}

fn summary_of(head: &[u8; HEAD_BYTES]) -> LayerSummary {
    let number = |i: usize| {
        let bytes = &head[SUMMARY_AT + 8 * i..][..8];
        u64::from_le_bytes(bytes.try_into().expect("eight bytes"))
    };
    LayerSummary {
        positions: number(0),
        orbits: number(1),
        terminal: [2, 3, 4].map(number),
        values: [5, 6, 7].map(number),
    }
}

impl LayerFile {
    /// Opens the file of a layer of this run; its head and length are checked, not yet its pages.
    ///
    /// # Errors
    /// When it cannot be read, is damaged, or belongs to another run.
    pub(crate) fn open(
        path: &Path,
        plan: &Plan,
        run: &RunId,
        ply: u8,
    ) -> Result<Self, BlocksError> {
        let plan = plan.layer(ply);
        let failed = |error| BlocksError::reading(path, error);
        let mut file = File::open(path).map_err(failed)?;
        let length = file.metadata().map_err(failed)?.len();
        let mut found = [0; HEAD_BYTES];
        file.read_exact(&mut found).map_err(failed)?;
        let summary = summary_of(&found);
        check_head(&found, &head(&plan, run, &summary), path)?;
        let body = u64::try_from(plan.bytes()).expect("a file fits 64 bits");
        let pages = PageReader::new(file, length, &found, body).map_err(failed)?;
        Ok(Self { path: path.to_owned(), plan, summary, pages })
    }

    /// How many positions the layer has, and how they end.
    pub(crate) fn summary(&self) -> LayerSummary {
        self.summary
    }

    /// What is known at a place of the layer; `None` if no game leads there. Reads a few pages.
    ///
    /// # Errors
    /// When a page cannot be read or is damaged.
    pub(crate) fn entry(
        &mut self,
        plan: &Plan,
        place: Place,
    ) -> Result<Option<Found>, BlocksError> {
        let found = self.find(place).map_err(|error| BlocksError::reading(&self.path, error))?;
        let Some((code, pair)) = found else { return Ok(None) };
        let (board, denominators) = (plan.board(), plan.denominators().map(|all| &**all));
        if !is_sound(board, denominators, place.set, code, pair) {
            let reason = "a position has an impossible value".to_owned();
            return Err(BlocksError::Damaged { path: self.path.clone(), reason });
        }
        Ok(entry(board, denominators, place.set, code, pair))
    }

    /// The code and the numerators at a place; `None` if its set has no block.
    fn find(&mut self, place: Place) -> io::Result<Option<(Code, Option<Pair>)>> {
        let (blocks, slots) = (self.blocks(), self.plan.slots_per_block);
        let (mut low, mut high) = (0, blocks);
        while low < high {
            let middle = low + (high - low) / 2;
            let mut set = [0; 8];
            self.pages.read(8 * middle, &mut set)?;
            if u64::from_le_bytes(set) < place.set { low = middle + 1 } else { high = middle }
        }
        let mut set = [0; 8];
        if low < blocks {
            self.pages.read(8 * low, &mut set)?;
        }
        if low == blocks || u64::from_le_bytes(set) != place.set {
            return Ok(None);
        }
        let index = low * slots + place.slot as u64;
        let mut code = [0];
        self.pages.read(8 * blocks + index, &mut code)?;
        let pair = match self.plan.width {
            None => None,
            Some(width) => {
                let bytes = usize::from(width.bytes());
                let mut pair = [[0; 16]; 2];
                for (lane, half) in (0..).zip(&mut pair) {
                    let offset = 8 * blocks + blocks * slots + (2 * index + lane) * bytes as u64;
                    self.pages.read(offset, &mut half[..bytes])?;
                }
                Some(if width == LaneWidth::Double {
                    Pair::Rounded(pair.map(|half| {
                        let (double, _) = half.split_first_chunk().expect("eight bytes");
                        f64::from_le_bytes(*double)
                    }))
                } else {
                    Pair::Exact(pair.map(u128::from_le_bytes))
                })
            }
        };
        Ok(Some((code[0], pair)))
    }

    fn blocks(&self) -> u64 {
        u64::try_from(self.plan.blocks).expect("blocks of 32 cells fit")
    }

    /// Reads the whole layer, and so checks every page.
    ///
    /// # Errors
    /// When a page cannot be read or is damaged.
    pub(crate) fn load(&mut self, plan: &Plan) -> Result<Layer, BlocksError> {
        let (board, ply) = (plan.board(), self.plan.ply);
        let sets = plan.geometry().canonical_sets(ply);
        let failed = |error| BlocksError::reading(&self.path, error);
        let slots_per_block = usize::try_from(self.plan.slots_per_block).expect("slots fit");
        let slots = sets.len() * slots_per_block;

        let mut offset = 0;
        for &set in &sets {
            let mut stored = [0; 8];
            self.pages.read(offset, &mut stored).map_err(failed)?;
            if u64::from_le_bytes(stored) != set {
                let reason = "its blocks are not those of the game".to_owned();
                return Err(BlocksError::Damaged { path: self.path.clone(), reason });
            }
            offset += 8;
        }
        let mut codes = vec![0; slots];
        self.pages.read(offset, &mut codes).map_err(failed)?;
        offset += slots as u64;
        let pages = &mut self.pages;
        let numerators = match self.plan.width {
            None => Ok(Numerators::None),
            Some(LaneWidth::Two) => read_pairs(pages, offset, slots).map(Numerators::Two),
            Some(LaneWidth::Four) => read_pairs(pages, offset, slots).map(Numerators::Four),
            Some(LaneWidth::Eight) => read_pairs(pages, offset, slots).map(Numerators::Eight),
            Some(LaneWidth::Sixteen) => read_pairs(pages, offset, slots).map(Numerators::Sixteen),
            Some(LaneWidth::Double) => read_pairs(pages, offset, slots).map(Numerators::Double),
        };
        let numerators = numerators.map_err(failed)?;
        let denominators = plan.denominators().map(Arc::clone);
        let summary = self.summary;
        Ok(Layer { board, ply, sets, slots_per_block, codes, numerators, denominators, summary })
    }
}

fn read_pairs<L: Lane>(
    pages: &mut PageReader<File>,
    mut offset: u64,
    slots: usize,
) -> io::Result<Vec<[L; 2]>> {
    let mut pairs = vec![[L::default(); 2]; slots];
    let mut bytes = Vec::new();
    for lanes in pairs.as_flattened_mut().chunks_mut(LANES_AT_ONCE) {
        bytes.resize(size_of_val(lanes), 0);
        pages.read(offset, &mut bytes)?;
        for (lane, bytes) in lanes.iter_mut().zip(bytes.chunks_exact(size_of::<L>())) {
            let mut array = <L as FromBytes>::Bytes::default();
            array.as_mut().copy_from_slice(bytes);
            *lane = L::from_le_bytes(&array);
        }
        offset += bytes.len() as u64;
    }
    Ok(pairs)
}

/// Checks a head against what is expected of it, and says how it differs.
fn check_head(
    found: &[u8; HEAD_BYTES],
    expected: &[u8; HEAD_BYTES],
    path: &Path,
) -> Result<(), BlocksError> {
    let path = || path.to_owned();
    if found == expected {
        return Ok(());
    }
    if found[..8] != *MAGIC {
        let reason = "it does not begin as a layer file does".to_owned();
        return Err(BlocksError::Damaged { path: path(), reason });
    }
    let version = u32::from_le_bytes(found[8..12].try_into().expect("four bytes"));
    if version != VERSION {
        let reason = format!("it has version {version}, expected {VERSION}");
        return Err(BlocksError::Foreign { path: path(), reason });
    }
    if found[16..48] != expected[16..48] {
        let reason = "its run is not that of the manifest".to_owned();
        return Err(BlocksError::Foreign { path: path(), reason });
    }
    let reason = "its head does not fit the layer that its name says".to_owned();
    Err(BlocksError::Damaged { path: path(), reason })
}
