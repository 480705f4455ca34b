//! Files whose parts can be read on their own and never wrong.
//!
//! ```text
//! head | body, in pages of 64 KiB, the last one shorter | SHA-256 of each page | SHA-256 of the head and those digests
//! ```
//! Whoever opens such a file checks the head and the list of digests; each page is checked when it is read. What does
//! not match is an error of kind `InvalidData`.

use std::io::{self, Read, Seek, SeekFrom, Write};

use sha2::{Digest as _, Sha256};

const PAGE_BYTES: usize = 1 << 16;

type Digest = [u8; 32];

/// Writes such a file, from front to back.
#[derive(Debug)]
pub(crate) struct PageWriter<W> {
    out: W,
    page: Vec<u8>,
    digests: Vec<u8>,
    /// Of the head so far.
    whole: Sha256,
}

impl<W: Write> PageWriter<W> {
    pub(crate) fn new(mut out: W, head: &[u8]) -> io::Result<Self> {
        out.write_all(head)?;
        let page = Vec::with_capacity(PAGE_BYTES);
        Ok(Self { out, page, digests: Vec::new(), whole: Sha256::new_with_prefix(head) })
    }

    /// Appends to the body.
    pub(crate) fn write(&mut self, mut bytes: &[u8]) -> io::Result<()> {
        while !bytes.is_empty() {
            let fits = bytes.len().min(PAGE_BYTES - self.page.len());
            self.page.extend_from_slice(&bytes[..fits]);
            bytes = &bytes[fits..];
            if self.page.len() == PAGE_BYTES {
                self.end_page()?;
            }
        }
        Ok(())
    }

    fn end_page(&mut self) -> io::Result<()> {
        self.out.write_all(&self.page)?;
        self.digests.extend_from_slice(&Sha256::digest(&self.page));
        self.page.clear();
        Ok(())
    }

    /// Completes the file.
    pub(crate) fn finish(mut self) -> io::Result<W> {
        if !self.page.is_empty() {
            self.end_page()?;
        }
        self.whole.update(&self.digests);
        self.out.write_all(&self.digests)?;
        self.out.write_all(&self.whole.finalize())?;
        Ok(self.out)
    }
}

/// How long a file with this much head and body is.
pub(crate) fn file_bytes(head: u64, body: u128) -> u128 {
    let digests = body.div_ceil(PAGE_BYTES as u128) + 1;
    u128::from(head) + body + digests * size_of::<Digest>() as u128
}

/// Reads any part of the body of such a file.
#[derive(Debug)]
pub(crate) struct PageReader<R> {
    input: R,
    head: u64,
    body: u64,
    digests: Vec<Digest>,
    /// The page read last, and its number.
    page: Vec<u8>,
    number: Option<usize>,
}

impl<R: Read + Seek> PageReader<R> {
    /// Opens a file of `length` bytes that has been read up to the end of its `head`, and whose body must have `body`.
    pub(crate) fn new(mut input: R, length: u64, head: &[u8], body: u64) -> io::Result<Self> {
        let head_bytes = head.len() as u64;
        let expected = file_bytes(head_bytes, body.into());
        if u128::from(length) != expected {
            return Err(invalid(format!("it has {length} bytes, expected {expected}")));
        }
        input.seek(SeekFrom::Start(head_bytes + body))?;
        let pages = usize::try_from(body.div_ceil(PAGE_BYTES as u64)).map_err(invalid)?;
        let mut whole = Sha256::new_with_prefix(head);
        let mut digests = Vec::with_capacity(pages);
        for _ in 0..pages {
            let digest = read_digest(&mut input)?;
            whole.update(digest);
            digests.push(digest);
        }
        if read_digest(&mut input)?[..] != whole.finalize()[..] {
            return Err(invalid("its head or its list of digests has changed"));
        }
        Ok(Self { input, head: head_bytes, body, digests, page: Vec::new(), number: None })
    }

    /// Reads the part of the body that begins at `offset` and is as long as `part`.
    pub(crate) fn read(&mut self, offset: u64, mut part: &mut [u8]) -> io::Result<()> {
        let mut number = usize::try_from(offset / PAGE_BYTES as u64).map_err(invalid)?;
        let mut start = usize::try_from(offset % PAGE_BYTES as u64).expect("less than a page");
        while !part.is_empty() {
            self.turn_to(number)?;
            let rest = self.page.get(start..).unwrap_or_default();
            let (now, later) = part.split_at_mut(rest.len().min(part.len()));
            if now.is_empty() {
                return Err(invalid("the body ends too soon"));
            }
            now.copy_from_slice(&rest[..now.len()]);
            (part, start, number) = (later, 0, number + 1);
        }
        Ok(())
    }

    fn turn_to(&mut self, number: usize) -> io::Result<()> {
        if self.number == Some(number) {
            return Ok(());
        }
        let digest = self.digests.get(number).ok_or_else(|| invalid("the body ends too soon"))?;
        let start = number as u64 * PAGE_BYTES as u64;
        let bytes = (self.body - start).min(PAGE_BYTES as u64);
        self.number = None;
        self.page.resize(usize::try_from(bytes).expect("a page at most"), 0);
        self.input.seek(SeekFrom::Start(self.head + start))?;
        self.input.read_exact(&mut self.page)?;
        if Sha256::digest(&self.page)[..] != digest[..] {
            return Err(invalid(format!("page {number} does not match its digest")));
        }
        self.number = Some(number);
        Ok(())
    }
}

fn read_digest(input: &mut impl Read) -> io::Result<Digest> {
    let mut digest = Digest::default();
    input.read_exact(&mut digest)?;
    Ok(digest)
}

fn invalid(reason: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, reason)
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::*;

    const HEAD: &[u8] = b"head";

    fn file(body: &[u8]) -> Vec<u8> {
        let mut writer = PageWriter::new(Vec::new(), HEAD).unwrap();
        for piece in body.chunks(1_000) {
            writer.write(piece).unwrap();
        }
        writer.finish().unwrap()
    }

    fn open(file: &[u8], body: usize) -> io::Result<PageReader<Cursor<&[u8]>>> {
        PageReader::new(Cursor::new(file), file.len() as u64, &file[..4], body as u64)
    }

    #[test]
    fn parts_are_what_was_written() {
        for length in [0, 1, PAGE_BYTES - 1, PAGE_BYTES, 2 * PAGE_BYTES + 100] {
            let body: Vec<u8> = (0..=250).cycle().take(length).collect();
            let file = file(&body);
            assert_eq!(file.len() as u128, file_bytes(4, length as u128));
            let mut reader = open(&file, length).unwrap();
            for (from, to) in [(0, length), (length / 3, length / 2), (length, length)] {
                let mut part = vec![0; to - from];
                reader.read(from as u64, &mut part).unwrap();
                assert_eq!(part, body[from..to]);
            }
            assert!(reader.read(length as u64, &mut [0]).is_err());
        }
    }

    /// Every single changed or missing byte is noticed, when the file is opened or when its page is read.
    #[test]
    fn damage_is_noticed() {
        let body = vec![7; PAGE_BYTES + 10];
        let whole = file(&body);
        let read_all = |file: &[u8]| open(file, body.len())?.read(0, &mut vec![0; body.len()]);
        assert!(read_all(&whole).is_ok());
        for place in (0..whole.len()).step_by(4_001).chain(PAGE_BYTES..whole.len()) {
            let mut changed = whole.clone();
            changed[place] ^= 1;
            let error = read_all(&changed).expect_err("a changed byte");
            assert_eq!(error.kind(), io::ErrorKind::InvalidData, "byte {place}");
        }
        assert!(read_all(&whole[..whole.len() - 1]).is_err());
        assert!(read_all(&[&whole[..], &[0]].concat()).is_err());
    }

    #[test]
    fn an_intact_page_can_be_read_beside_a_damaged_one() {
        let body = vec![7; 2 * PAGE_BYTES];
        let mut file = file(&body);
        file[10] ^= 1;
        let mut reader = open(&file, body.len()).unwrap();
        assert!(reader.read(PAGE_BYTES as u64, &mut [0; 5]).is_ok());
        assert!(reader.read(0, &mut [0; 5]).is_err());
    }
}
