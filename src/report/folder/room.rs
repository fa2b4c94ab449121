//! What is taken on the disk before a run begins: folders, and room for the
//! files.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// The name of the file that keeps the room, for the moment in which it has
/// one.
pub(super) const RESERVE: &str = ".fuda-reserve";

/// Room on the disk, kept until this is dropped.
///
/// The file that keeps it is removed as soon as it is open: the system gives
/// the room back when the program ends, even if it is killed.
#[derive(Debug)]
pub(super) struct Room {
    _file: fs::File,
}

impl Room {
    /// Takes so many bytes.
    pub(super) fn take(folder: &Path, bytes: usize) -> io::Result<Room> {
        let path = folder.join(RESERVE);
        let mut file = fs::File::create(&path)?;
        fs::remove_file(&path)?;
        file.write_all(&vec![0; bytes])?;
        file.sync_all()?;
        Ok(Room { _file: file })
    }
}

/// Makes a folder and those around it; gives those that were not there, the
/// outermost first. If one cannot be made, none is left.
pub(in crate::report) fn make_folders(path: &Path) -> io::Result<Vec<PathBuf>> {
    let missing: Vec<&Path> =
        path.ancestors().take_while(|folder| !folder.as_os_str().is_empty() && !folder.exists()).collect();
    let mut made = Vec::new();
    for folder in missing.into_iter().rev() {
        match fs::create_dir(folder) {
            Ok(()) => made.push(folder.to_owned()),
            Err(_) if folder.is_dir() => {}
            Err(error) => {
                remove_folders(&made);
                return Err(error);
            }
        }
    }
    Ok(made)
}

/// Removes folders that were made, as far as they are empty.
pub(in crate::report) fn remove_folders(made: &[PathBuf]) {
    for folder in made.iter().rev() {
        let _ = fs::remove_dir(folder);
    }
}
