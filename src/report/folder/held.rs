//! What a folder holds that is only read.

use std::io;
use std::path::{Path, PathBuf};

use super::{CHECKPOINT, FolderError};
use crate::report::record::RECORDED;
use crate::report::{CountsError, Record, SavedCounts};
use crate::storage::{Storage, StorageError, has_journal, limits};

/// Counts that a folder holds.
#[derive(Clone, Debug)]
pub struct HeldCounts {
    /// Their file.
    pub path: PathBuf,
    /// The counts, with the request that they belong to.
    pub counts: SavedCounts,
}

/// The counts in a folder that is only read: those of its result, or else of a
/// checkpoint; none if there are none.
///
/// # Errors
/// If they cannot be trusted, or are being written.
pub fn held_counts(storage: &dyn Storage, path: &Path) -> Result<Option<HeldCounts>, FolderError> {
    let names = match storage.list(path) {
        Ok(names) => names,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(FolderError::Unreadable { path: path.to_owned(), error }),
    };
    if has_journal(storage, path) {
        return Err(FolderError::Unsettled { path: path.to_owned() });
    }
    let held = record_among(storage, path, &names)?;
    let name = held.as_ref().map_or(CHECKPOINT.to_owned(), Record::counts_name);
    let file = path.join(&name);
    let wrong = |error| FolderError::Counts { path: file.clone(), error };
    let content = match (storage.read(&file, limits::COUNTS), &held) {
        (Ok(content), _) => content,
        (Err(error), None) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        (Err(error), Some(_)) if error.kind() == io::ErrorKind::NotFound => {
            return Err(wrong(CountsError::Missing));
        }
        (Err(error), _) => return Err(FolderError::Unreadable { path: file, error }),
    };
    let saved = SavedCounts::from_file(&content).map_err(wrong)?;
    let fits = held.is_none_or(|held| held.hash() == saved.record.hash() && held.blocks() == saved.blocks());
    if fits { Ok(Some(HeldCounts { path: file, counts: saved })) } else { Err(wrong(CountsError::Damaged)) }
}

/// The secret seed of the result or the checkpoint in a folder, if a request that
/// has drawn another one is for the same otherwise: the same command resumes it.
#[must_use]
pub fn held_secret_seed(storage: &dyn Storage, path: &Path, request: &Record) -> Option<u64> {
    let storage = &*storage.within(path);
    let record = read_record(storage, &path.join(request.file_name()), &request.command).ok().flatten();
    let checkpoint = || storage.read(&path.join(CHECKPOINT), limits::COUNTS).ok();
    let record = record.or_else(|| Some(SavedCounts::from_file(&checkpoint()?).ok()?.record));
    record?.secret_seed_for(request)
}

/// The record of the result in a folder, by its name among those in the folder:
/// COMMAND.toml, of a command that writes results. None if there is none, or it is
/// not for this user. Whatever else a folder has is not its record, copies of
/// records included.
///
/// # Errors
/// If it cannot be read, or there are several.
pub fn record_among(
    storage: &dyn Storage,
    folder: &Path,
    names: &[String],
) -> Result<Option<Record>, StorageError> {
    let mut found: Option<Record> = None;
    for command in RECORDED {
        let name = format!("{command}.toml");
        if !names.contains(&name) {
            continue;
        }
        let Some(record) = read_record(storage, &folder.join(&name), command)? else { continue };
        if let Some(other) = found.replace(record) {
            let other = other.file_name();
            let what = format!("it has two records, {other} and {name}; remove the one of another result");
            return Err(StorageError::of("read", folder)(io::Error::other(what)));
        }
    }
    Ok(found)
}

/// The record of a command in a file; none if it is not one, or not for this user.
fn read_record(storage: &dyn Storage, path: &Path, command: &str) -> Result<Option<Record>, StorageError> {
    use io::ErrorKind::{IsADirectory, NotFound, PermissionDenied};
    match storage.read(path, limits::RECORD) {
        Ok(content) => {
            let record = String::from_utf8(content).ok().and_then(|text| Record::parse(&text).ok());
            Ok(record.filter(|record| record.command == command))
        }
        Err(error) if matches!(error.kind(), NotFound | IsADirectory | PermissionDenied) => Ok(None),
        Err(error) => Err(StorageError::of("read", path)(error)),
    }
}
