use std::fs::File;
use std::io::{self, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use tempfile::{Builder, NamedTempFile};

/// A file that appears under its name only when it is whole.
///
/// What is written goes to a temporary file in the same folder. [`finish`](Self::finish) syncs it to the disk and renames
/// it; dropping it before leaves nothing behind.
#[derive(Debug)]
pub struct AtomicFile {
    path: PathBuf,
    file: BufWriter<NamedTempFile>,
}

impl AtomicFile {
    /// Begins a file that will be `path`.
    ///
    /// # Errors
    /// When the folder cannot be written to, or `path` is a folder.
    pub fn create(path: &Path) -> io::Result<Self> {
        if path.is_dir() {
            return Err(io::Error::new(io::ErrorKind::IsADirectory, "it is a folder"));
        }
        let folder = match path.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder,
            _ => Path::new("."),
        };
        let mut builder = Builder::new();
        builder.prefix(".exactplay-").suffix(".tmp");
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            // As for any new file; the umask takes away what it should.
            builder.permissions(std::fs::Permissions::from_mode(0o666));
        }
        let file = BufWriter::with_capacity(1 << 16, builder.tempfile_in(folder)?);
        Ok(Self { path: path.to_owned(), file })
    }

    /// Completes the file: on the disk, under its name, replacing what was there.
    ///
    /// # Errors
    /// When the disk is full or the rename is refused; then nothing has changed.
    pub fn finish(self) -> io::Result<()> {
        let file = self.file.into_inner().map_err(io::IntoInnerError::into_error)?;
        file.as_file().sync_all()?;
        file.persist(&self.path).map_err(|error| error.error)?;
        if let Some(folder) = self.path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            // Best effort: not every system can sync a folder.
            let _ = File::open(folder).and_then(|folder| folder.sync_all());
        }
        Ok(())
    }
}

impl Write for AtomicFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Read for AtomicFile {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        self.file.get_mut().read(bytes)
    }
}

impl Seek for AtomicFile {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.file.seek(to)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_appears_whole_or_not_at_all() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("data");
        let names = || std::fs::read_dir(folder.path()).unwrap().count();

        let mut dropped = AtomicFile::create(&path).unwrap();
        dropped.write_all(b"half").unwrap();
        assert_eq!(names(), 1, "the temporary file");
        drop(dropped);
        assert_eq!(names(), 0);

        std::fs::write(&path, "old").unwrap();
        let mut file = AtomicFile::create(&path).unwrap();
        file.write_all(b"new").unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), b"old");
        file.finish().unwrap();
        assert_eq!((std::fs::read(&path).unwrap().as_slice(), names()), (b"new".as_slice(), 1));
        assert!(AtomicFile::create(folder.path()).is_err());
        assert!(AtomicFile::create(&folder.path().join("no/such/folder")).is_err());
    }
}
