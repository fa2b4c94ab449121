//! The rows of a study as they are saved with its counts.

use std::io::{Read as _, Write as _};
use std::path::PathBuf;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::output::Place;
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
    /// The groups in the file of the result, and its length.
    pub written: Vec<(u64, Place)>,
    pub length: u64,
    /// The groups that are in no result yet, and the bytes that they take.
    pub spooled: Vec<(u64, Place)>,
    pub spool_name: String,
    pub spool_bytes: u64,
    pub loose: Vec<Loose>,
}

/// The most bytes that saved rows may unfold to: a damaged length takes no more.
const MOST_BYTES: u64 = 1 << 32;

impl SavedRows {
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
    /// A file is not what was saved, or missing.
    #[error("{} is damaged", .0.display())]
    Damaged(PathBuf),
    /// A file cannot be read or written.
    #[error("{0}")]
    Storage(#[from] StorageError),
}
