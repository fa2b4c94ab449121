//! A result that is one file in a folder of its own, beside no run.

use std::fs;
use std::path::Path;

use sha2::{Digest, Sha256};

use super::folder::{drop_part, give_name, make_folders, remove_folders, write_part};
use super::request::held;
use super::{File, FolderError, MANIFEST, Manifest};

/// A short name for some content.
#[must_use]
pub fn short_hash(content: &[u8]) -> String {
    Sha256::digest(content)[..5].iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Writes a file into a folder that is new or empty, or holds the same file
/// already. Of work that takes long the file is the request: written before,
/// it takes the folder for the results.
///
/// # Errors
/// If the folder holds something else and `force` is not given, or cannot be
/// made; as a loss, if the file cannot be written. Then the folder is as it was.
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
        return Err(match (Manifest::read(&folder.join(MANIFEST)), held(folder)) {
            (Ok(run), _) => {
                FolderError::OtherRun { path, what: format!("{} of seed {}", run.game, run.seed) }
            }
            (_, Some(what)) => FolderError::OtherResult { path, what },
            _ => FolderError::NotEmpty { path },
        });
    }
    let made = make_folders(folder).map_err(|error| FolderError::Unwritable { path, error })?;
    write_part(folder, file).and_then(|()| give_name(folder, file)).map_err(|error| {
        drop_part(folder, file);
        remove_folders(&made);
        FolderError::Lost { path: folder.join(&file.name), error }
    })
}

/// Writes files into a folder that was taken for them, each at once or not at
/// all.
///
/// # Errors
/// If one cannot be written.
pub fn write_files(folder: &Path, files: &[File]) -> Result<(), FolderError> {
    let unwritable = |error| FolderError::Unwritable { path: folder.to_owned(), error };
    for file in files {
        write_part(folder, file)
            .inspect_err(|_| files.iter().for_each(|file| drop_part(folder, file)))
            .map_err(unwritable)?;
    }
    files.iter().try_for_each(|file| give_name(folder, file)).map_err(unwritable)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(content: &str) -> File {
        File { name: "hand_odds.csv".to_owned(), content: content.as_bytes().to_vec() }
    }

    #[test]
    fn a_new_folder_is_made_and_the_same_result_goes_there_again() {
        let outer = tempfile::tempdir().expect("a folder for the test");
        let folder = outer.path().join("deep/odds");
        for _ in 0..2 {
            write_result(&folder, &file("a"), false).expect("it can be written");
        }
        assert_eq!(fs::read(folder.join("hand_odds.csv")).expect("it is there"), b"a");
        assert_eq!(fs::read_dir(&folder).expect("a folder").count(), 1);
    }

    #[test]
    fn another_result_is_not_overwritten_without_force() {
        let folder = tempfile::tempdir().expect("a folder for the test");
        write_result(folder.path(), &file("a"), false).expect("an empty folder is taken");
        let refused = write_result(folder.path(), &file("b"), false).expect_err("it holds another result");
        assert!(matches!(refused, FolderError::NotEmpty { .. }));
        write_result(folder.path(), &file("b"), true).expect("by force");
        assert_eq!(fs::read(folder.path().join("hand_odds.csv")).expect("it is there"), b"b");
    }

    #[test]
    fn a_file_is_no_folder() {
        let outer = tempfile::tempdir().expect("a folder for the test");
        let path = outer.path().join("file");
        fs::write(&path, "x").expect("it can be written");
        assert!(matches!(write_result(&path, &file("a"), true), Err(FolderError::NotAFolder { .. })));
    }
}
