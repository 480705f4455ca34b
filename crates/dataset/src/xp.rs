//! The `.xp` format: a gzip file whose header carries a checksum of all that follows.
//!
//! ```text
//! offset  bytes  what
//! 0       12     gzip header: deflate, an extra field, no time, unknown system; length 36
//! 12      4      the extra field: "XP", length 32
//! 16      32     SHA-256 of everything from offset 48 to the end of the file
//! 48      …      deflate data, CRC-32 and length, as in any gzip file
//! ```
//! The data inside is [`MAGIC`], the version as four little-endian bytes, then a [`Header`] and its records in bincode's
//! standard encoding (little-endian, variable-length integers). Nothing in the file depends on when or where it was
//! written. A reader checks the checksum over the whole file before it believes the first record, so an altered byte is
//! an error wherever it stands.

use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};

use flate2::read::GzDecoder;
use flate2::{Compression, GzBuilder, write::GzEncoder};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use crate::schema::CONVENTIONS;
use crate::{DatasetError, Meta, Row, SCHEMA_VERSION};

/// The first bytes of the data.
pub(crate) const MAGIC: &[u8; 9] = b"exactplay";

/// The gzip header up to the checksum.
const PREFIX: [u8; 16] = [0x1f, 0x8b, 8, 4, 0, 0, 0, 0, 0, 255, 36, 0, b'X', b'P', 32, 0];
const DIGEST_LENGTH: usize = 32;
const BODY: u64 = (PREFIX.len() + DIGEST_LENGTH) as u64;

/// Decoding never allocates more than this for one header or record.
const LIMIT: usize = 1 << 16;

fn config() -> impl bincode::config::Config {
    bincode::config::standard().with_limit::<LIMIT>()
}

/// What stands before the records.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Header {
    /// The game, its first player, which positions, and how many records follow.
    pub meta: Meta,
    /// The meaning of the columns.
    pub conventions: Vec<(String, String)>,
}

/// Writes an `.xp` file.
#[derive(Debug)]
pub struct XpWriter<W: Write> {
    gzip: GzEncoder<Hashing<W>>,
    left: u64,
}

impl<W: Read + Write + Seek> XpWriter<W> {
    /// Begins a file of `meta.rows` records.
    ///
    /// # Errors
    /// When writing fails.
    pub fn new(out: W, meta: Meta) -> Result<Self, DatasetError> {
        let hashing = Hashing { out, skip: BODY, digest: Sha256::new() };
        let extra = [&PREFIX[12..], &[0; DIGEST_LENGTH]].concat();
        let mut gzip = GzBuilder::new()
            .extra(extra)
            .operating_system(255)
            .write(hashing, Compression::default());
        gzip.write_all(MAGIC)?;
        gzip.write_all(&SCHEMA_VERSION.to_le_bytes())?;
        let left = meta.rows;
        let conventions = CONVENTIONS
            .iter()
            .map(|&(column, meaning)| (column.to_owned(), meaning.to_owned()))
            .collect();
        bincode::serde::encode_into_std_write(Header { meta, conventions }, &mut gzip, config())?;
        Ok(Self { gzip, left })
    }

    /// Writes the next record.
    ///
    /// # Errors
    /// When writing fails.
    ///
    /// # Panics
    /// When there are more records than the header says.
    pub fn write(&mut self, row: &Row) -> Result<(), DatasetError> {
        self.left = self.left.checked_sub(1).expect("as many records as announced");
        bincode::serde::encode_into_std_write(row, &mut self.gzip, config())?;
        Ok(())
    }

    /// Completes the file and gives back where it was written.
    ///
    /// # Errors
    /// When writing fails.
    ///
    /// # Panics
    /// When there are fewer records than the header says.
    pub fn finish(self) -> Result<W, DatasetError> {
        assert_eq!(self.left, 0, "as many records as announced");
        let mut hashing = self.gzip.finish()?;
        hashing.flush()?;
        let Hashing { mut out, digest, .. } = hashing;
        out.seek(SeekFrom::Start(PREFIX.len() as u64))?;
        out.write_all(&digest.finalize())?;
        out.seek(SeekFrom::End(0))?;
        Ok(out)
    }
}

/// Passes bytes on, and hashes those after the first `skip`.
#[derive(Debug)]
struct Hashing<W> {
    out: W,
    skip: u64,
    digest: Sha256,
}

impl<W: Write> Write for Hashing<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.out.write(bytes)?;
        let skipped = usize::try_from(self.skip).map_or(written, |skip| skip.min(written));
        self.skip -= skipped as u64;
        self.digest.update(&bytes[skipped..written]);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// Reads an `.xp` file: an iterator over its records.
#[derive(Debug)]
pub struct XpReader<R: Read> {
    header: Header,
    left: u64,
    data: BufReader<GzDecoder<BufReader<R>>>,
}

impl<R: Read + Seek> XpReader<R> {
    /// Opens a file: checks that it is ours, of this version and unaltered, and reads its header.
    ///
    /// It reads the file once for the checksum; the records are read as they are asked for.
    ///
    /// # Errors
    /// When the file cannot be read, is foreign, of another version, or damaged.
    pub fn open(file: R) -> Result<Self, DatasetError> {
        let mut file = BufReader::with_capacity(1 << 16, file);
        let mut head = Vec::new();
        file.by_ref().take(BODY).read_to_end(&mut head)?;
        if head.len() < PREFIX.len() || head[..2] != PREFIX[..2] {
            return Err(DatasetError::Foreign("it does not begin as one"));
        }
        let Some((prefix, digest)) =
            head.split_first_chunk::<16>().filter(|(_, rest)| rest.len() == DIGEST_LENGTH)
        else {
            return Err(DatasetError::Damaged("it ends in its header".to_owned()));
        };
        if *prefix != PREFIX {
            return Err(DatasetError::Foreign("it is another kind of gzip file"));
        }
        let mut found = Sha256::new();
        loop {
            let bytes = file.fill_buf()?;
            if bytes.is_empty() {
                break;
            }
            found.update(bytes);
            let length = bytes.len();
            file.consume(length);
        }
        if found.finalize().as_slice() != digest {
            return Err(DatasetError::Damaged(
                "its checksum does not match its contents".to_owned(),
            ));
        }
        file.seek(SeekFrom::Start(0))?;
        let mut data = BufReader::with_capacity(1 << 16, GzDecoder::new(file));
        let mut magic = [0; MAGIC.len()];
        let mut version = [0; 4];
        data.read_exact(&mut magic).map_err(|error| damaged(&error))?;
        if magic != *MAGIC {
            return Err(DatasetError::Foreign("its data does not begin as ours"));
        }
        data.read_exact(&mut version).map_err(|error| damaged(&error))?;
        let version = u32::from_le_bytes(version);
        if version != SCHEMA_VERSION {
            return Err(DatasetError::Version { found: version, expected: SCHEMA_VERSION });
        }
        let header: Header = bincode::serde::decode_from_std_read(&mut data, config())?;
        Ok(Self { left: header.meta.rows, header, data })
    }

    /// What the file says about itself.
    pub fn header(&self) -> &Header {
        &self.header
    }

    fn read_row(&mut self) -> Result<Row, DatasetError> {
        let row: Row = bincode::serde::decode_from_std_read(&mut self.data, config())?;
        if !row.is_consistent() {
            return Err(DatasetError::Damaged(format!("record {} contradicts itself", row.id)));
        }
        if self.left == 1 && self.data.read(&mut [0]).map_err(|error| damaged(&error))? > 0 {
            return Err(DatasetError::Damaged("it goes on after its last record".to_owned()));
        }
        Ok(row)
    }
}

impl<R: Read + Seek> Iterator for XpReader<R> {
    type Item = Result<Row, DatasetError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.left == 0 {
            return None;
        }
        let row = self.read_row();
        self.left = if row.is_ok() { self.left - 1 } else { 0 };
        Some(row)
    }
}

/// An error inside the compressed data of a file that could be opened.
fn damaged(error: &io::Error) -> DatasetError {
    match error.kind() {
        io::ErrorKind::UnexpectedEof => DatasetError::Damaged("it ends too soon".to_owned()),
        _ => DatasetError::Damaged(error.to_string()),
    }
}
