//! Why a file cannot be used, in plain words.

use std::io::{Error, ErrorKind};

/// The reason without the system's number, where there is a plainer word.
#[must_use]
pub(crate) fn io_error_text(error: &Error) -> String {
    match error.kind() {
        ErrorKind::IsADirectory => "it is a folder".to_owned(),
        ErrorKind::NotADirectory => "what stands before it in the path is not a folder".to_owned(),
        ErrorKind::NotFound => "there is no such file or folder".to_owned(),
        ErrorKind::InvalidData => "it is not UTF-8 text".to_owned(),
        ErrorKind::PermissionDenied => "that is not permitted".to_owned(),
        ErrorKind::ReadOnlyFilesystem => "the disk is read-only".to_owned(),
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => "the disk is full".to_owned(),
        ErrorKind::FileTooLarge => "no file may be that large here".to_owned(),
        _ => error.to_string(),
    }
}
