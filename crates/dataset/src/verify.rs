//! Proof that a dataset is right: every record against one computed afresh.

use std::io::{self, BufRead, BufReader, Read, Seek};

use exactplay_game::Game;
use exactplay_tree::Scoring;
use flate2::read::GzDecoder;

use crate::dat::{DatSource, pickle};
use crate::{DatasetError, Row, XpReader};

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
