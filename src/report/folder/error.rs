//! Why a folder cannot be used.

use std::io;
use std::path::PathBuf;

use thiserror::Error;

use crate::io_error::io_error_text;
use crate::report::CountsError;
use crate::storage::StorageError;

/// Why a folder cannot be used.
#[derive(Debug, Error)]
pub enum FolderError {
    /// It holds another result.
    #[error("{} holds {what}; choose another folder with --out, or overwrite it with --force", path.display())]
    OtherResult {
        /// The folder.
        path: PathBuf,
        /// What it holds.
        what: String,
    },
    /// It is not empty, and holds no result.
    #[error(
        "{} is not empty and holds no result; choose another folder with --out, or write into it with --force",
        path.display()
    )]
    NotEmpty {
        /// The folder.
        path: PathBuf,
    },
    /// It is a file.
    #[error("{} is not a folder; choose another one with --out", path.display())]
    NotAFolder {
        /// The path.
        path: PathBuf,
    },
    /// Another process has it.
    #[error("another fuda is writing to {}; wait until it ends, or choose another folder with --out", path.display())]
    InUse {
        /// The folder.
        path: PathBuf,
    },
    /// It cannot be created or written to; no games were played.
    #[error("cannot write to {}: {}; choose another folder with --out", path.display(), io_error_text(error))]
    Unwritable {
        /// The folder.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// Something in it cannot be read or removed.
    #[error("{0}")]
    Storage(#[from] StorageError),
    /// A file in it cannot be read.
    #[error("cannot read {}: {}", path.display(), io_error_text(error))]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// A process was killed in it while it was writing.
    #[error("{} is being written, or its process was killed; repeat its command first", path.display())]
    Unsettled {
        /// The folder.
        path: PathBuf,
    },
    /// The counts that it holds cannot be trusted.
    #[error("{} {error}; bring it back from a copy, or start over with --force", path.display())]
    Counts {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        error: CountsError,
    },
}
