//! A result that is one file in a folder of its own, beside no run.

use std::fs;
use std::path::Path;

use sha2::{Digest, Sha256};

use super::folder::{drop_part, give_name, write_part};
use super::{File, FolderError, MANIFEST, Manifest};

/// A short name for some content.
#[must_use]
pub fn short_hash(content: &[u8]) -> String {
    Sha256::digest(content)[..5].iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Writes a file into a folder that is new or empty, or holds the same file
/// already.
///
/// # Errors
/// If the folder holds something else and `force` is not given, or cannot be
/// written to.
pub fn write_result(folder: &Path, file: &File, force: bool) -> Result<(), FolderError> {
    let path = folder.to_owned();
    if folder.exists() && !folder.is_dir() {
        return Err(FolderError::NotAFolder { path });
    }
    if fs::read(folder.join(&file.name)).is_ok_and(|there| there == file.content) {
        return Ok(());
    }
    let is_empty = fs::read_dir(folder).map_or(true, |mut entries| entries.next().is_none());
    if !is_empty && !force {
        return Err(match Manifest::read(&folder.join(MANIFEST)) {
            Ok(run) => FolderError::OtherRun { path, what: format!("{} of seed {}", run.game, run.seed) },
            Err(_) => FolderError::NotEmpty { path },
        });
    }
    fs::create_dir_all(folder)
        .and_then(|()| write_part(folder, file))
        .and_then(|()| give_name(folder, file))
        .inspect_err(|_| drop_part(folder, file))
        .map_err(|error| FolderError::Unwritable { path, error })
}
