//! The checksum of a Parquet file, inside its footer: the SHA-256 of the whole file, with zeros in the place of the digits.
//!
//! The library that decodes Parquet panics on some damaged files, so a file is checked before it is decoded.

use std::fs::File;
use std::io::{self, Read as _, Seek as _, SeekFrom, Write};

use sha2::{Digest as _, Sha256};

use crate::DatasetError;

/// The metadata entry that holds the digits.
pub(crate) const KEY: &str = "sha256";
/// What stands in the place of the digits while they are computed.
pub(crate) const ZEROS: &str = match str::from_utf8(&[b'0'; DIGITS]) {
    Ok(zeros) => zeros,
    Err(_) => unreachable!(),
};

const DIGITS: usize = 64;
/// The entry as the footer encodes it, up to the digits: two texts, each after its type and length.
const ENTRY: &[u8] = b"\x18\x06sha256\x18\x40";
/// The last bytes of the file: the length of the footer, and the file's mark.
const TAIL: usize = 8;
const MARK: &[u8; 4] = b"PAR1";

/// Passes bytes on and hashes them; from [`hold`](Self::hold) on it keeps them, until [`finish`](Self::finish) fills in
/// the digits.
#[derive(Debug)]
pub(crate) struct Sealing<W> {
    out: W,
    digest: Sha256,
    held: Option<Vec<u8>>,
}

impl<W: Write> Sealing<W> {
    pub(crate) fn new(out: W) -> Self {
        Self { out, digest: Sha256::new(), held: None }
    }

    /// What follows is the end of the file, with [`ZEROS`] in it.
    pub(crate) fn hold(&mut self) {
        self.held = Some(Vec::new());
    }

    /// Writes the end of the file.
    pub(crate) fn finish(mut self) -> io::Result<()> {
        let mut end = self.held.unwrap_or_default();
        let place = digits(&end).expect("the entry is in the footer");
        self.digest.update(&end);
        end[place..place + DIGITS].copy_from_slice(hexadecimal(self.digest).as_bytes());
        self.out.write_all(&end)?;
        self.out.flush()
    }
}

impl<W: Write> Write for Sealing<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if let Some(held) = &mut self.held {
            return held.write(bytes);
        }
        let written = self.out.write(bytes)?;
        self.digest.update(&bytes[..written]);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// Checks a whole file.
pub(crate) fn check(file: &mut File) -> Result<(), DatasetError> {
    let length = file.metadata()?.len();
    let mut mark = Vec::new();
    file.rewind()?;
    file.take(MARK.len() as u64).read_to_end(&mut mark)?;
    if mark != MARK {
        return Err(DatasetError::Foreign("it does not begin as a Parquet file"));
    }
    let cut = || DatasetError::Damaged("it does not end as a Parquet file".to_owned());
    let tail =
        length.checked_sub(TAIL as u64).filter(|tail| *tail >= TAIL as u64).ok_or_else(cut)?;
    let mut end = Vec::new();
    file.seek(SeekFrom::Start(tail))?;
    file.read_to_end(&mut end)?;
    let (footer, mark) = end.split_first_chunk::<4>().ok_or_else(cut)?;
    let footer = tail.checked_sub(u32::from_le_bytes(*footer).into()).ok_or_else(cut)?;
    if mark != MARK {
        return Err(cut());
    }

    file.rewind()?;
    let mut hashing = Sealing::new(io::sink());
    io::copy(&mut file.take(footer), &mut hashing)?;
    end.clear();
    file.read_to_end(&mut end)?;
    let place = digits(&end).ok_or(DatasetError::Foreign("its footer has no checksum"))?;
    let found = end[place..place + DIGITS].to_vec();
    end[place..place + DIGITS].copy_from_slice(ZEROS.as_bytes());
    hashing.digest.update(&end);
    if hexadecimal(hashing.digest).as_bytes() != found {
        return Err(DatasetError::Damaged("its checksum does not match its contents".to_owned()));
    }
    Ok(())
}

/// Where the digits are in a footer.
fn digits(footer: &[u8]) -> Option<usize> {
    let entry = footer.windows(ENTRY.len() + DIGITS).rposition(|bytes| bytes.starts_with(ENTRY))?;
    Some(entry + ENTRY.len())
}

fn hexadecimal(digest: Sha256) -> String {
    let digit = |value: u8| char::from_digit(value.into(), 16).expect("four bits");
    digest.finalize().iter().flat_map(|&byte| [digit(byte >> 4), digit(byte & 15)]).collect()
}
