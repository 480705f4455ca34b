//! Proof that a dataset is right: every record against one computed afresh.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek};

use exactplay_game::Game;
use exactplay_tree::Scoring;
use flate2::read::GzDecoder;
use parquet::record::RowAccessor as _;

use crate::dat::{DatSource, pickle};
use crate::npz;
use crate::{DatasetError, NpzReader, ParquetReader, Row, XpReader};

/// What a comparison with the truth came to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verified {
    /// Every one of so many records is right.
    Right {
        /// How many.
        records: u64,
    },
    /// Some record is wrong.
    Wrong {
        /// The number of the first wrong record, from 0.
        record: u64,
        /// What is wrong with it.
        difference: String,
    },
}

impl Verified {
    fn wrong(record: usize, difference: impl Into<String>) -> Self {
        Self::Wrong { record: record as u64, difference: difference.into() }
    }
}

/// Compares an `.xp` dataset with the true rows of the same game and positions.
///
/// # Errors
/// When the file is damaged after its header.
pub fn verify_xp<R: Read + Seek>(
    mut dataset: XpReader<R>,
    truth: impl Iterator<Item = Row>,
) -> Result<Verified, DatasetError> {
    let mut records = 0;
    for expected in truth {
        let Some(found) = dataset.next() else {
            return Ok(Verified::wrong(records, format!("missing: {}", expected.board)));
        };
        let found = found?;
        if found != expected {
            return Ok(Verified::wrong(records, difference(&found, &expected)));
        }
        records += 1;
    }
    match dataset.next() {
        Some(extra) => Ok(Verified::wrong(records, format!("one too many: {}", extra?.board))),
        None => Ok(Verified::Right { records: records as u64 }),
    }
}

/// The first field in which two rows differ.
fn difference(found: &Row, expected: &Row) -> String {
    let object = |row: &Row| match serde_json::to_value(row) {
        Ok(serde_json::Value::Object(fields)) => fields,
        _ => serde_json::Map::new(),
    };
    let (found_fields, expected_fields) = (object(found), object(expected));
    let differing =
        expected_fields.iter().find(|(name, value)| found_fields.get(*name) != Some(value));
    match differing {
        Some((name, value)) => {
            let found_value = found_fields.get(name).map_or(String::new(), ToString::to_string);
            format!("{name} of {} is {found_value}, expected {value}", expected.board)
        }
        None => format!("{} differs", expected.board),
    }
}

/// Compares a CSV or JSON Lines dataset with what the writer makes of the truth, line by line.
///
/// `write` writes the true dataset; `header_lines` is 1 for CSV and 0 for JSON Lines.
///
/// # Errors
/// When the file cannot be read.
pub fn verify_text(
    file: impl Read,
    header_lines: usize,
    write: impl FnOnce(&mut Vec<u8>) -> Result<(), DatasetError>,
) -> Result<Verified, DatasetError> {
    let mut truth = Vec::new();
    write(&mut truth)?;
    let mut found = BufReader::new(file).split(b'\n');
    let mut lines = 0;
    for expected in truth.split_inclusive(|&byte| byte == b'\n') {
        let expected = &expected[..expected.len() - 1];
        let record = lines.max(header_lines) - header_lines;
        match found.next().transpose()? {
            None => return Ok(Verified::wrong(record, "missing")),
            Some(line) if line != expected => {
                let [found, expected] = [line.as_slice(), expected].map(String::from_utf8_lossy);
                return Ok(Verified::wrong(record, format!("it is {found}, expected {expected}")));
            }
            Some(_) => lines += 1,
        }
    }
    let records = lines - header_lines;
    match found.next() {
        Some(_) => Ok(Verified::wrong(records, "one too many")),
        None => Ok(Verified::Right { records: records as u64 }),
    }
}

/// Compares a Parquet dataset with the true one, which `write` writes to a temporary file.
///
/// # Errors
/// When the file is damaged, or has other columns.
pub fn verify_parquet(
    found: ParquetReader,
    write: impl FnOnce(&mut File) -> Result<(), DatasetError>,
) -> Result<Verified, DatasetError> {
    let mut truth = tempfile::tempfile()?;
    write(&mut truth)?;
    let truth = ParquetReader::open(truth)?;
    if !found.has_columns_of(&truth) {
        return Err(DatasetError::Foreign("its columns are others"));
    }
    let mut found_rows = found.into_rows();
    let mut records = 0;
    for expected in truth.into_rows() {
        let Some(found) = found_rows.next().transpose()? else {
            return Ok(Verified::wrong(records, "missing"));
        };
        let expected = expected?;
        let mut columns = found.get_column_iter().zip(expected.get_column_iter());
        if let Some(((name, found), (_, wanted))) = columns.find(|(found, wanted)| found != wanted)
        {
            let board = expected.get_string(1).map_or("", String::as_str);
            let difference = format!("{name} of {board} is {found}, expected {wanted}");
            return Ok(Verified::wrong(records, difference));
        }
        records += 1;
    }
    match found_rows.next() {
        Some(_) => Ok(Verified::wrong(records, "one too many")),
        None => Ok(Verified::Right { records: records as u64 }),
    }
}

/// Compares an `.npz` dataset with the true one, which `write` writes to a temporary file.
///
/// # Errors
/// When the file is damaged.
pub fn verify_npz<R: Read + Seek>(
    mut found: NpzReader<R>,
    write: impl FnOnce(&mut File) -> Result<(), DatasetError>,
) -> Result<Verified, DatasetError> {
    let mut truth = tempfile::tempfile()?;
    write(&mut truth)?;
    let mut truth = NpzReader::open(truth)?;
    let records = truth.meta().rows;
    let names = truth.names();
    let mut first: Option<(usize, String)> = None;
    for name in names.iter().filter(|name| *name != "meta") {
        let expected = truth.array(name, u64::MAX)?.expect("an array of the archive");
        let wrong = match found.array(name, expected.len() as u64 + 1)? {
            Some(found) => wrong_record(name, &found, &expected, records),
            None => Some((0, format!("{name} is missing"))),
        };
        first = match (first, wrong) {
            (Some(first), Some(wrong)) if wrong.0 < first.0 => Some(wrong),
            (first, wrong) => first.or(wrong),
        };
    }
    let extra = found.names().into_iter().find(|name| !names.contains(name));
    Ok(match first.or(extra.map(|name| (0, format!("{name} is one too many")))) {
        Some((record, difference)) => Verified::wrong(record, difference),
        None => Verified::Right { records },
    })
}

/// The first row for which two arrays differ, and how; row 0 for what is about all rows.
fn wrong_record(
    name: &str,
    found: &[u8],
    expected: &[u8],
    records: u64,
) -> Option<(usize, String)> {
    if found == expected {
        return None;
    }
    let (header, expected) = expected.split_at(npz::HEADER_LENGTH);
    let Some(found) = found.strip_prefix(header) else {
        return Some((0, format!("{name} is an array of another type or shape")));
    };
    let length = usize::try_from(records).ok().filter(|_| name != "move_names");
    let length = expected.len() / length.unwrap_or(1);
    let mut rows = found.chunks(length).zip(expected.chunks(length)).enumerate();
    let differs = rows.find(|(_, (found, expected))| found != expected);
    let Some((record, (found, expected))) = differs else {
        let record = found.len().min(expected.len()) / length;
        return Some((record, format!("{name} does not end where it should")));
    };
    let [found, expected] = [found, expected].map(|bytes| npz::shown(name, bytes));
    Some((record, format!("{name} is {found}, expected {expected}")))
}

/// Compares one of the tutorials' files with the true one.
///
/// # Errors
/// When the file is not gzip, or no pickle of a dictionary.
pub fn verify_dat<G: Game>(
    file: impl Read,
    source: &DatSource<'_, G>,
    scoring: Scoring,
) -> Result<Verified, DatasetError> {
    let mut found = Vec::new();
    GzDecoder::new(file).read_to_end(&mut found).map_err(|error| match error.kind() {
        io::ErrorKind::InvalidInput => DatasetError::Foreign("it is not a gzip file"),
        _ => DatasetError::Damaged(error.to_string()),
    })?;
    let expected = pickle(source, scoring);
    let (found_entries, expected_entries) = (dictionary(&found)?, dictionary(&expected)?);
    for (record, (expected_key, expected_value)) in expected_entries.iter().enumerate() {
        let Some(found_value) = found_entries.get(expected_key) else {
            return Ok(Verified::wrong(record, format!("{expected_key} is missing")));
        };
        if found_value != expected_value {
            let difference = format!("{expected_key} is {found_value}, expected {expected_value}");
            return Ok(Verified::wrong(record, difference));
        }
    }
    match found_entries.keys().find(|key| !expected_entries.contains_key(key)) {
        Some(extra) => {
            Ok(Verified::wrong(expected_entries.len(), format!("{extra} is one too many")))
        }
        None => Ok(Verified::Right { records: expected_entries.len() as u64 }),
    }
}

type Entries = std::collections::BTreeMap<serde_pickle::HashableValue, serde_pickle::Value>;

fn dictionary(pickle: &[u8]) -> Result<Entries, DatasetError> {
    match serde_pickle::value_from_slice(pickle, serde_pickle::DeOptions::new()) {
        Ok(serde_pickle::Value::Dict(entries)) => Ok(entries),
        Ok(_) => Err(DatasetError::Foreign("its pickle is no dictionary")),
        Err(error) => Err(DatasetError::Damaged(format!("its pickle cannot be read: {error}"))),
    }
}
