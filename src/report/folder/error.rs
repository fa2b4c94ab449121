//! Why a folder cannot be used.

use std::io;
use std::path::PathBuf;

use thiserror::Error;

use crate::reason::reason;

/// Why a folder cannot be used.
#[derive(Debug, Error)]
pub enum FolderError {
    /// It holds another run.
    #[error(
        "{} holds another run ({what}); choose another folder with --out, or overwrite it with --force",
        path.display()
    )]
    OtherRun {
        /// The folder.
        path: PathBuf,
        /// What it holds.
        what: String,
    },
    /// It holds another result than a run.
    #[error("{} holds {what}; choose another folder with --out, or overwrite it with --force", path.display())]
    OtherResult {
        /// The folder.
        path: PathBuf,
        /// What it holds.
        what: String,
    },
    /// It is not empty, and holds no run.
    #[error(
        "{} is not empty and holds no run; choose another folder with --out, or write into it with --force",
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
    /// It cannot be made, or has no room: nothing was done.
    #[error("cannot write to {}: {}; choose another folder with --out", path.display(), reason(error))]
    Unwritable {
        /// The folder.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// A file could not be written when the games were played.
    #[error("cannot write {}: {}; nothing of this run was saved", path.display(), reason(error))]
    Lost {
        /// The file.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
}
