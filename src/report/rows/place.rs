//! CheckedFile of files, with the hashes by which damage is found.

use std::io;
use std::path::{Path, PathBuf};

use bytes::Bytes;
use serde::{Deserialize, Serialize};
use twox_hash::XxHash3_64;

use crate::storage::{OldFile, Storage};

/// How much is read at a time.
const BUFFER: usize = 1 << 20;

/// The most bytes that a piece may have which is read as a whole: far more than a
/// group takes, and no more than the length of the end of a Parquet file can say.
const MOST_BYTES: u64 = 1 << 32;

/// A piece of a file. The hash has no key: it finds damage, and files that were
/// exchanged, but not a forgery.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Place {
    /// The offset.
    pub at: u64,
    /// The number of bytes.
    pub bytes: u64,
    /// The hash of the bytes.
    pub hash: u64,
}

impl Place {
    /// The place of these bytes at an offset.
    pub fn of(at: u64, bytes: &[u8]) -> Place {
        Place { at, bytes: bytes.len() as u64, hash: XxHash3_64::oneshot(bytes) }
    }

    /// The offset of what follows.
    pub fn end(&self) -> u64 {
        self.at.saturating_add(self.bytes)
    }
}

/// Whether pieces follow one another from the beginning of a file on.
pub fn are_in_a_row<'a>(places: impl IntoIterator<Item = &'a Place>) -> bool {
    places.into_iter().try_fold(0, |end, place| (place.at == end).then(|| place.end())).is_some()
}

/// A file of which pieces are read, and trusted only if they are what was written.
#[derive(Debug)]
pub struct CheckedFile {
    path: PathBuf,
    file: Box<dyn OldFile>,
    length: u64,
}

impl CheckedFile {
    /// Opens a file.
    pub fn open(storage: &dyn Storage, path: &Path) -> io::Result<CheckedFile> {
        let file = storage.open_file(path)?;
        let length = file.length()?;
        Ok(CheckedFile { path: path.to_owned(), file, length })
    }

    /// The path.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The length of the file when it was opened.
    pub fn length(&self) -> u64 {
        self.length
    }

    /// Whether these pieces are what was written.
    pub fn are_intact<'a>(&self, places: impl IntoIterator<Item = &'a Place>) -> io::Result<bool> {
        let mut buffer = vec![0; BUFFER];
        for place in places {
            if !self.is_intact(place, &mut buffer)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn is_intact(&self, place: &Place, buffer: &mut [u8]) -> io::Result<bool> {
        if place.end() > self.length {
            return Ok(false);
        }
        let mut hash = XxHash3_64::new();
        let mut at = place.at;
        while at < place.end() {
            let wanted = (place.end() - at).min(buffer.len() as u64) as usize;
            let count = read_at(&*self.file, at, &mut buffer[..wanted])?;
            if count == 0 {
                return Ok(false);
            }
            std::hash::Hasher::write(&mut hash, &buffer[..count]);
            at += count as u64;
        }
        Ok(std::hash::Hasher::finish(&hash) == place.hash)
    }

    /// The bytes of a piece.
    ///
    /// # Errors
    /// If it cannot be read, or is not what was written.
    pub fn read(&self, place: &Place) -> io::Result<Bytes> {
        if place.end() > self.length || place.bytes > MOST_BYTES {
            return Err(self.has_changed());
        }
        let mut bytes = vec![0; place.bytes as usize];
        let mut filled = 0;
        while filled < bytes.len() {
            match read_at(&*self.file, place.at + filled as u64, &mut bytes[filled..])? {
                0 => return Err(self.has_changed()),
                count => filled += count,
            }
        }
        if XxHash3_64::oneshot(&bytes) == place.hash { Ok(bytes.into()) } else { Err(self.has_changed()) }
    }

    /// The error of a piece that was intact when the command began.
    fn has_changed(&self) -> io::Error {
        io::Error::other(format!("{} has changed meanwhile, or is damaged", self.path.display()))
    }
}

/// Reads once, however often the system interrupts it.
fn read_at(file: &dyn OldFile, at: u64, buffer: &mut [u8]) -> io::Result<usize> {
    loop {
        match file.read_at(at, buffer) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            read => return read,
        }
    }
}
