//! The rows of a study as they are saved with its counts.

use std::fmt;
use std::io::{Read as _, Write as _};
use std::path::PathBuf;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::place::Place;
use crate::rows::{RowKind, Sheet};
use crate::storage::StorageError;
use crate::tally::{UnreadableCounts, from_bytes, to_bytes};

/// The rows of blocks in a row, all in one group.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Loose {
    pub first_block: u64,
    pub blocks: u64,
    pub sheet: Sheet,
}

/// The rows of a study as they are saved with its counts: where the whole groups
/// are, and all others.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SavedRows(pub(super) Vec<SavedFile>);

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SavedFile {
    pub kind: RowKind,
    /// The file of the result, if there is one.
    pub written: Option<WrittenFile>,
    /// The groups that are in no result yet, if there are any.
    pub spool: Option<Spool>,
    /// The rows of blocks that do not fill a group, those in the file of the
    /// result included.
    pub loose: Vec<Loose>,
}

/// A file of a result, every byte of which is in one of these pieces.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WrittenFile {
    /// How many blocks it has.
    pub blocks: u64,
    /// What comes before the groups.
    pub head: Place,
    /// The groups in order; whole ones have a number.
    pub groups: Vec<(Option<u64>, Place)>,
    /// What comes after them.
    pub tail: Place,
}

impl WrittenFile {
    /// The pieces, in order.
    pub fn places(&self) -> impl Iterator<Item = &Place> {
        let groups = self.groups.iter().map(|(_, place)| place);
        [&self.head].into_iter().chain(groups).chain([&self.tail])
    }

    /// The length.
    pub fn length(&self) -> u64 {
        self.tail.end()
    }
}

/// A file with whole groups that are in no result yet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Spool {
    pub name: String,
    /// The groups by their number.
    pub groups: Vec<(u64, Place)>,
    /// How many bytes they take.
    pub bytes: u64,
}

/// The most bytes that saved rows may unfold to: a damaged length takes no more.
const MOST_BYTES: u64 = 1 << 32;

impl SavedRows {
    /// The names of the files with groups that are in no result yet.
    pub fn spool_names(&self) -> impl Iterator<Item = &str> {
        self.0.iter().filter_map(|file| file.spool.as_ref()).map(|spool| spool.name.as_str())
    }

    /// The rows as bytes.
    ///
    /// # Panics
    /// Never: writing to memory does not fail.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut packed = snap::write::FrameEncoder::new(&mut bytes);
        packed.write_all(&to_bytes(self)).expect("writing to memory does not fail");
        packed.flush().expect("writing to memory does not fail");
        drop(packed);
        bytes
    }

    /// The rows that were saved as these bytes.
    ///
    /// # Errors
    /// If they are damaged.
    pub fn from_bytes(bytes: &[u8]) -> Result<SavedRows, UnreadableCounts> {
        let mut plain = Vec::new();
        snap::read::FrameDecoder::new(bytes)
            .take(MOST_BYTES)
            .read_to_end(&mut plain)
            .map_err(|_| UnreadableCounts)?;
        from_bytes(&plain)
    }
}

/// Why saved rows cannot be used.
#[derive(Debug, Error)]
pub enum RowsError {
    /// What was saved does not fit the counts.
    #[error("the saved rows do not fit the counts")]
    Unfit,
    /// A file is not what was saved with the counts.
    #[error("{} {state}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        state: FileState,
        /// Whether it belongs to a checkpoint, and to no result yet.
        is_spool: bool,
    },
    /// A file cannot be read or written.
    #[error("{0}")]
    Storage(#[from] StorageError),
}

/// What is wrong with a file of rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileState {
    /// It is missing.
    Missing,
    /// It is not what was saved with the counts.
    Damaged,
}

impl fmt::Display for FileState {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            FileState::Missing => "is missing",
            FileState::Damaged => {
                "is damaged, or of another result: it is not the file that was saved with its counts"
            }
        })
    }
}
