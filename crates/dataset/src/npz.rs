//! NumPy's archive: a zip file of arrays, one array a column, for machine learning. [`ARRAY_CODES`] says what the numbers
//! mean; the archive carries it as the JSON text of the array `meta`.

use std::io::{Cursor, Read, Seek, Write};

use exactplay_game::{Game, Outcome, nearest_f64};
use zip::result::ZipError;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, System, ZipArchive, ZipWriter};

use crate::row::{MoveSet, Row, move_names};
use crate::schema::ARRAY_CODES;
use crate::{DatasetError, Meta, PmcError};

/// How many rows are held and encoded together.
const BATCH: usize = 1 << 12;

/// What stands before the values of an array is always as long.
pub(crate) const HEADER_LENGTH: usize = 128;

/// No description of a dataset is longer, in bytes.
const LONGEST_META: u64 = 1 << 20;

/// The arrays with a value for every row, in the order of the columns.
const ARRAYS: [(&str, Values); 25] = [
    ("id", Values::U32(|row| row.id)),
    ("board", Values::Board),
    ("to_move", Values::I8(|row| row.to_move.map_or(0, |player| sign(Outcome::win(player))))),
    ("ply", Values::U8(|row| row.ply)),
    ("status", Values::I8(|row| row.outcome.map_or(2, sign))),
    ("value", Values::I8(|row| sign(row.value))),
    ("plies_to_end", Values::U8(|row| row.plies_to_end)),
    ("score_default", Values::Score(0)),
    ("score_shortest", Values::Score(1)),
    ("score_shortest_draw", Values::Score(2)),
    ("best_moves", Values::Moves(|row| row.best_moves[0])),
    ("playout_o", Values::Weight(|row| row.playouts[0])),
    ("playout_draw", Values::Weight(|row| row.playouts[1])),
    ("playout_x", Values::Weight(|row| row.playouts[2])),
    ("playout_den", Values::Weight(Row::playout_den)),
    ("p_o", Values::F64(|row| nearest_f64(row.playouts[0], row.playout_den()))),
    ("p_draw", Values::F64(|row| nearest_f64(row.playouts[1], row.playout_den()))),
    ("p_x", Values::F64(|row| nearest_f64(row.playouts[2], row.playout_den()))),
    ("ps_o", Values::F64(Row::ps_o)),
    ("pmc_moves", Values::Moves(|row| row.pmc_moves)),
    ("pmc2_moves", Values::Moves(|row| row.pmc2_moves)),
    ("pmc_error", Values::I8(|row| error_code(row.pmc_error))),
    ("pmc2_error", Values::I8(|row| error_code(row.pmc2_error))),
    ("canonical_id", Values::U32(|row| row.canonical_id)),
    ("orbit_size", Values::U32(|row| row.orbit_size)),
];

/// What an array has for a row.
#[derive(Debug, Clone, Copy)]
enum Values {
    I8(fn(&Row) -> i8),
    U8(fn(&Row) -> u8),
    U32(fn(&Row) -> u32),
    F64(fn(&Row) -> f64),
    /// The score under one of the rules.
    Score(usize),
    /// A playout weight: 64 bits, or no array at all.
    Weight(fn(&Row) -> u128),
    /// The cells.
    Board,
    /// For every move of the game, whether it is in a set.
    Moves(fn(&Row) -> MoveSet),
}

/// What decides the shapes of the arrays of a game.
struct Sizes {
    width: usize,
    height: usize,
    moves: usize,
}

impl Values {
    /// The type of the numbers, in NumPy's notation.
    fn dtype(self) -> &'static str {
        match self {
            Self::I8(_) | Self::Board => "|i1",
            Self::U8(_) => "|u1",
            Self::U32(_) => "<u4",
            Self::F64(_) => "<f8",
            Self::Score(_) => "<f4",
            Self::Weight(_) => "<u8",
            Self::Moves(_) => "|b1",
        }
    }

    /// The shape of the whole array.
    fn shape(self, rows: usize, sizes: &Sizes) -> Vec<usize> {
        match self {
            Self::Board => vec![rows, sizes.height, sizes.width],
            Self::Moves(_) => vec![rows, sizes.moves],
            _ => vec![rows],
        }
    }

    /// Appends what the array has for a row.
    fn put(self, row: &Row, sizes: &Sizes, out: &mut Vec<u8>) {
        match self {
            Self::I8(value) => out.extend(value(row).to_le_bytes()),
            Self::U8(value) => out.push(value(row)),
            Self::U32(value) => out.extend(value(row).to_le_bytes()),
            Self::F64(value) => out.extend(value(row).to_le_bytes()),
            Self::Score(rule) => {
                out.extend((f32::from(row.score_halves[rule]) / 2.0).to_le_bytes());
            }
            Self::Weight(weight) => {
                let weight = u64::try_from(weight(row)).expect("at most the largest denominator");
                out.extend(weight.to_le_bytes());
            }
            Self::Board => out.extend(cells(&row.board).flat_map(i8::to_le_bytes)),
            Self::Moves(set) => {
                let set = set(row).0;
                out.extend((0..sizes.moves).map(|mv| u8::from(set >> mv & 1 == 1)));
            }
        }
    }
}

/// The cells of a board in notation, rows from the top; the side to move that Othello adds is no cell.
fn cells(board: &str) -> impl Iterator<Item = i8> {
    board.bytes().take_while(|&byte| byte != b' ').filter_map(|byte| match byte {
        b'o' => Some(1),
        b'x' => Some(-1),
        b'.' => Some(0),
        _ => None,
    })
}

fn sign(outcome: Outcome) -> i8 {
    match outcome {
        Outcome::OWins => 1,
        Outcome::Draw => 0,
        Outcome::XWins => -1,
    }
}

fn error_code(error: Option<PmcError>) -> i8 {
    match error {
        Some(PmcError::None) => 0,
        Some(PmcError::Tie) => 1,
        Some(PmcError::Always) => 2,
        None => -1,
    }
}

/// Writes rows as an `.npz` archive that `numpy.load` reads without pickle.
///
/// `largest_denominator` is that of the game ([`largest_denominator`](crate::largest_denominator)): the exact playout
/// weights are left out when it does not fit 64 bits. The compressed arrays are held in memory until all rows are there.
///
/// # Errors
/// When writing fails.
///
/// # Panics
/// When a row has a larger denominator, or there are not as many rows as `meta` says.
pub fn write_npz<G: Game>(
    out: impl Write + Seek,
    game: &G,
    meta: &Meta,
    largest_denominator: u128,
    mut rows: impl Iterator<Item = Result<Row, DatasetError>>,
) -> Result<(), DatasetError> {
    let exact = u64::try_from(largest_denominator).is_ok();
    let names = move_names(game);
    let sizes =
        Sizes { width: game.width().into(), height: game.height().into(), moves: names.len() };
    let count = usize::try_from(meta.rows).expect("rows are counted in memory");
    let mut arrays = Vec::new();
    for (name, values) in ARRAYS {
        if exact || !matches!(values, Values::Weight(_)) {
            arrays.push((values, Entry::new(name, values.dtype(), &values.shape(count, &sizes))?));
        }
    }
    let mut written = 0;
    let mut bytes = Vec::new();
    loop {
        let batch: Vec<Row> = rows.by_ref().take(BATCH).collect::<Result<_, _>>()?;
        if batch.is_empty() {
            break;
        }
        written += batch.len();
        for (values, entry) in &mut arrays {
            bytes.clear();
            for row in &batch {
                values.put(row, &sizes, &mut bytes);
            }
            entry.write(&bytes)?;
        }
    }
    assert_eq!(written, count, "as many rows as announced");

    let mut archive = ZipWriter::new(out);
    for (_, entry) in arrays {
        entry.append_to(&mut archive)?;
    }
    text("move_names", &[names.len()], &names)?.append_to(&mut archive)?;
    text("meta", &[], &[meta.document(Some(ARRAY_CODES))])?.append_to(&mut archive)?;
    archive.finish().map_err(not_written)?.flush()?;
    Ok(())
}

/// An array on its way into the archive: a zip file of its own, so that all can be written at once, and compressed.
struct Entry(ZipWriter<Cursor<Vec<u8>>>);

impl Entry {
    fn new(name: &str, dtype: &str, shape: &[usize]) -> Result<Self, DatasetError> {
        // At most eight bytes a number.
        let large = shape.iter().product::<usize>() >= (u32::MAX / 16) as usize;
        let options = SimpleFileOptions::default()
            .compression_method(CompressionMethod::Deflated)
            .last_modified_time(DateTime::default())
            .system(System::Unix)
            .large_file(large);
        let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
        zip.start_file(format!("{name}.npy"), options).map_err(not_written)?;
        zip.write_all(&header(dtype, shape))?;
        Ok(Self(zip))
    }

    fn write(&mut self, bytes: &[u8]) -> Result<(), DatasetError> {
        Ok(self.0.write_all(bytes)?)
    }

    fn append_to(self, archive: &mut ZipWriter<impl Write + Seek>) -> Result<(), DatasetError> {
        self.0
            .finish_into_readable()
            .and_then(|zip| archive.merge_archive(zip))
            .map_err(not_written)
    }
}

/// What stands before the values of an array: version 1.0 of the format, as NumPy writes it.
fn header(dtype: &str, shape: &[usize]) -> Vec<u8> {
    // A tuple of one has a comma.
    let sizes = match shape {
        [size] => format!("{size},"),
        _ => shape.iter().map(usize::to_string).collect::<Vec<_>>().join(", "),
    };
    let mut header = b"\x93NUMPY\x01\x00".to_vec();
    let length = u16::try_from(HEADER_LENGTH - header.len() - 2).expect("short");
    header.extend(length.to_le_bytes());
    header.extend(
        format!("{{'descr': '{dtype}', 'fortran_order': False, 'shape': ({sizes}), }}").bytes(),
    );
    assert!(header.len() < HEADER_LENGTH, "three sizes at most");
    header.resize(HEADER_LENGTH - 1, b' ');
    header.push(b'\n');
    header
}

/// An array of texts, each padded with zeros to the longest.
fn text(name: &str, shape: &[usize], texts: &[String]) -> Result<Entry, DatasetError> {
    let longest = texts.iter().map(|text| text.chars().count()).max().unwrap_or(0);
    let mut entry = Entry::new(name, &format!("<U{longest}"), shape)?;
    for text in texts {
        let letters = text.chars().map(u32::from).chain(std::iter::repeat(0)).take(longest);
        entry.write(&letters.flat_map(u32::to_le_bytes).collect::<Vec<_>>())?;
    }
    Ok(entry)
}

/// What an array has for one row, for people to read.
pub(crate) fn shown(name: &str, bytes: &[u8]) -> String {
    match ARRAYS.iter().find(|(array, _)| *array == name).map(|(_, values)| values) {
        Some(Values::I8(_) | Values::Board) => numbers(bytes, i8::from_le_bytes),
        Some(Values::U8(_) | Values::Moves(_)) => numbers(bytes, u8::from_le_bytes),
        Some(Values::U32(_)) => numbers(bytes, u32::from_le_bytes),
        Some(Values::F64(_)) => numbers(bytes, f64::from_le_bytes),
        Some(Values::Score(_)) => numbers(bytes, f32::from_le_bytes),
        Some(Values::Weight(_)) => numbers(bytes, u64::from_le_bytes),
        None => letters(bytes),
    }
}

fn numbers<const N: usize, T: ToString>(bytes: &[u8], number: fn([u8; N]) -> T) -> String {
    let (numbers, _) = bytes.as_chunks();
    numbers.iter().map(|&bytes| number(bytes).to_string()).collect::<Vec<_>>().join(" ")
}

fn letters(bytes: &[u8]) -> String {
    let (letters, _) = bytes.as_chunks();
    let letters = letters.iter().map(|&letter| char::from_u32(u32::from_le_bytes(letter)));
    letters.map(|letter| letter.unwrap_or(char::REPLACEMENT_CHARACTER)).collect()
}

/// Reads an `.npz` dataset.
#[derive(Debug)]
pub struct NpzReader<R> {
    archive: ZipArchive<R>,
    meta: Meta,
}

impl<R: Read + Seek> NpzReader<R> {
    /// Opens an archive, and reads what it says about itself.
    ///
    /// # Errors
    /// When the file cannot be read, is foreign, of another version, or damaged.
    pub fn open(mut file: R) -> Result<Self, DatasetError> {
        let mut magic = Vec::new();
        file.rewind()?;
        file.by_ref().take(2).read_to_end(&mut magic)?;
        if magic != b"PK" {
            return Err(DatasetError::Foreign("it does not begin as a zip file"));
        }
        let mut archive = ZipArchive::new(file).map_err(|error| not_read(&error))?;
        let Some(bytes) = array(&mut archive, "meta", LONGEST_META)? else {
            return Err(DatasetError::Foreign("it has no array named meta"));
        };
        let meta = Meta::from_json(&letters(bytes.get(HEADER_LENGTH..).unwrap_or_default()))?;
        Ok(Self { archive, meta })
    }

    /// What the archive says about itself.
    pub fn meta(&self) -> &Meta {
        &self.meta
    }

    /// The names of the arrays, in the order of the archive.
    pub(crate) fn names(&self) -> Vec<String> {
        let files = self.archive.file_names_raw().map(String::from_utf8_lossy);
        files.map(|file| file.strip_suffix(".npy").unwrap_or(&file).to_owned()).collect()
    }

    /// The bytes of an array with its header, or as many of them as the limit.
    pub(crate) fn array(
        &mut self,
        name: &str,
        limit: u64,
    ) -> Result<Option<Vec<u8>>, DatasetError> {
        array(&mut self.archive, name, limit)
    }
}

fn array(
    archive: &mut ZipArchive<impl Read + Seek>,
    name: &str,
    limit: u64,
) -> Result<Option<Vec<u8>>, DatasetError> {
    let file = match archive.by_name(&format!("{name}.npy")) {
        Err(ZipError::FileNotFound) => return Ok(None),
        file => file.map_err(|error| not_read(&error))?,
    };
    let mut bytes = Vec::new();
    file.take(limit).read_to_end(&mut bytes).map_err(|error| not_read(&error.into()))?;
    Ok(Some(bytes))
}

fn not_written(error: ZipError) -> DatasetError {
    DatasetError::Io(error.into())
}

/// A failure to read, once the file is open: what it holds is not what an archive should.
fn not_read(error: &ZipError) -> DatasetError {
    DatasetError::Damaged(error.to_string())
}
