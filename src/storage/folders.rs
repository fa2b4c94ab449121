//! Folders with all that they lie in.

use std::io;
use std::path::{Path, PathBuf};

use super::Storage;

/// Creates a folder and its missing ancestors; returns those that it created,
/// the outermost first. If one cannot be created, the others are removed.
///
/// # Errors
/// If one cannot be created.
pub fn create_folders(storage: &dyn Storage, path: &Path) -> io::Result<Vec<PathBuf>> {
    let mut missing: Vec<&Path> = Vec::new();
    for folder in path.ancestors().filter(|folder| !folder.as_os_str().is_empty()) {
        if storage.kind(folder)?.is_some() {
            break;
        }
        missing.push(folder);
    }
    let mut created: Vec<PathBuf> = Vec::new();
    for folder in missing.into_iter().rev() {
        let done = match storage.create_folder(folder) {
            // Another process was faster.
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(()),
            Err(error) => Err(error),
            Ok(()) => {
                created.push(folder.to_owned());
                let parent = folder.parent().filter(|parent| !parent.as_os_str().is_empty());
                storage.sync_folder(parent.unwrap_or(Path::new(".")))
            }
        };
        if let Err(error) = done {
            created.iter().rev().for_each(|folder| drop(storage.remove_folder(folder)));
            return Err(error);
        }
    }
    Ok(created)
}
