//! I/O errors in plain words.

use std::io::{Error, ErrorKind};

/// The reason of an error, without the system's error number where possible.
#[must_use]
pub(crate) fn io_error_text(error: &Error) -> String {
    match error.kind() {
        // It has words of its own.
        _ if error.get_ref().is_some() => error.to_string(),
        ErrorKind::IsADirectory => "it is a folder".to_owned(),
        ErrorKind::NotADirectory => "a parent in its path is not a folder".to_owned(),
        ErrorKind::NotFound => "there is no such file or folder".to_owned(),
        ErrorKind::InvalidData => "it is not UTF-8 text".to_owned(),
        ErrorKind::PermissionDenied => "permission denied".to_owned(),
        ErrorKind::ReadOnlyFilesystem => "the disk is read-only".to_owned(),
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => "the disk is full".to_owned(),
        ErrorKind::FileTooLarge => "the file would be too large".to_owned(),
        _ => error.to_string(),
    }
}
