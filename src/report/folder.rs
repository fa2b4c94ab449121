//! The folder of a result.
//!
//! Files are written under temporary names and renamed when all of them are
//! complete: a reader never sees half a file, and a result that cannot be
//! written leaves what was there. The record gets its name last: a folder that
//! has one is whole.

use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};
use tempfile::{Builder, NamedTempFile};
use thiserror::Error;

use super::Record;
use crate::io_error::io_error_text;

/// A file, finished in memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    /// Its name, which may have folders in it.
    pub name: String,
    /// What is in it.
    pub content: Vec<u8>,
}

/// How the name of a file begins and ends that is not complete yet.
const PART: [&str; 2] = [".fuda-", ".part"];

/// A folder that a result may be written to.
#[derive(Debug)]
pub struct ResultFolder {
    path: PathBuf,
    /// The folders that were made for it, the outermost first.
    made: Vec<PathBuf>,
    /// The result that it holds.
    held: Option<Record>,
    /// Keeps room on the disk until there is something to write.
    room: Option<fs::File>,
}

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
    /// It cannot be made or written to: nothing was done.
    #[error("cannot write to {}: {}; choose another folder with --out", path.display(), io_error_text(error))]
    Unwritable {
        /// The folder.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// A file could not be written when the games were played.
    #[error("cannot write {}: {}; nothing of this result was saved", path.display(), io_error_text(error))]
    Lost {
        /// The file.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
}

impl ResultFolder {
    /// Opens a folder before any work is done: looks what it holds, makes it,
    /// tries whether a file can be written there, and keeps so many bytes of
    /// room.
    ///
    /// # Errors
    /// If it holds something else and `force` is not given, or cannot be
    /// written to.
    pub fn open(path: &Path, record: &Record, force: bool, room: u64) -> Result<ResultFolder, FolderError> {
        if path.exists() && !path.is_dir() {
            return Err(FolderError::NotAFolder { path: path.to_owned() });
        }
        let held = record_in(path);
        let is_same = held.as_ref().is_some_and(|held| held.same_request(record));
        if !is_same && !force && !is_empty(path) {
            return Err(match held {
                Some(held) => FolderError::OtherResult { path: path.to_owned(), what: held.in_words() },
                None => FolderError::NotEmpty { path: path.to_owned() },
            });
        }
        let unwritable = |error| FolderError::Unwritable { path: path.to_owned(), error };
        let made = make_folders(path).map_err(unwritable)?;
        let room = write_part(path, record.to_toml().as_bytes()).and_then(|_| keep_room(path, room));
        match room {
            Ok(room) => Ok(ResultFolder { path: path.to_owned(), made, held, room: Some(room) }),
            Err(error) => {
                remove_folders(&made);
                Err(unwritable(error))
            }
        }
    }

    /// The folder.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The folders that were made for it.
    #[must_use]
    pub fn made(&self) -> &[PathBuf] {
        &self.made
    }

    /// The record of the result that it holds.
    #[must_use]
    pub fn held(&self) -> Option<&Record> {
        self.held.as_ref()
    }

    /// The counts that the folder holds, if they are whole and of this request:
    /// files can be changed.
    #[must_use]
    pub fn counts(&self, record: &Record) -> Option<Vec<u8>> {
        let saved = fs::read(self.path.join(record.counts_name())).ok()?;
        let (sum, rest) = saved.split_at_checked(32)?;
        (Sha256::digest(rest).as_slice() == sum).then_some(())?;
        rest.strip_prefix(counts_heading(record).as_bytes()).map(ToOwned::to_owned)
    }

    /// Writes a result: all of its files, or none. Files that the result before
    /// had and this one has not are removed.
    ///
    /// # Errors
    /// If a file cannot be written; then the folder is as it was.
    pub fn write(&mut self, files: &[File], record: &Record) -> Result<(), FolderError> {
        let last = File { name: record.file_name(), content: record.to_toml().into_bytes() };
        let lost = |file: &File, error| FolderError::Lost { path: self.path.join(&file.name), error };
        self.room = None;
        let mut made = Vec::new();
        let written = (|| {
            let mut parts: Vec<(&File, NamedTempFile)> = Vec::new();
            for file in files.iter().chain([&last]) {
                let target = self.path.join(&file.name);
                let folder = target.parent().expect("a file is in a folder");
                if target.is_dir() {
                    return Err(lost(file, io::ErrorKind::IsADirectory.into()));
                }
                made.extend(make_folders(folder).map_err(|error| lost(file, error))?);
                let part = write_part(folder, &file.content).map_err(|error| lost(file, error))?;
                parts.push((file, part));
            }
            self.remove_old(files);
            for (file, part) in parts {
                part.persist(self.path.join(&file.name)).map_err(|failed| lost(file, failed.error))?;
            }
            Ok(())
        })();
        if written.is_err() {
            remove_folders(&made);
            remove_folders(&self.made);
            return written;
        }
        remove_left_overs(&self.path);
        self.held = Some(record.clone());
        Ok(())
    }

    /// Removes the folders that were made for it, as far as they are empty: for
    /// work that stops before it has anything to write.
    pub fn abandon(self) {
        remove_folders(&self.made);
    }

    /// Removes the files of the result before that this one does not write, and
    /// no others.
    fn remove_old(&self, files: &[File]) {
        let Some(held) = &self.held else { return };
        let _ = fs::remove_file(self.path.join(held.file_name()));
        for name in held.files.iter().filter(|name| files.iter().all(|file| file.name != **name)) {
            // A record can be changed: nothing outside the folder is touched.
            let path = Path::new(name);
            if path.is_relative()
                && path.components().all(|part| matches!(part, std::path::Component::Normal(_)))
            {
                let _ = fs::remove_file(self.path.join(path));
                if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
                    let _ = fs::remove_dir(self.path.join(folder));
                }
            }
        }
    }
}

impl File {
    /// The counts of a result, with what they are of and a checksum.
    #[must_use]
    pub fn of_counts(record: &Record, counts: &[u8]) -> File {
        let mut content = counts_heading(record).into_bytes();
        content.extend_from_slice(counts);
        let mut file = Sha256::digest(&content).to_vec();
        file.append(&mut content);
        File { name: record.counts_name(), content: file }
    }

    /// The same file, in a folder.
    #[must_use]
    pub fn within(self, folder: &str) -> File {
        File { name: format!("{folder}/{}", self.name), ..self }
    }
}

/// How counts begin: their form, and what they are counts of.
fn counts_heading(record: &Record) -> String {
    format!("fuda counts 2 {} {}\n", record.command, record.hash())
}

/// The record of the result that a folder holds.
fn record_in(folder: &Path) -> Option<Record> {
    let mut paths: Vec<PathBuf> = fs::read_dir(folder)
        .ok()?
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|end| end == "toml"))
        .collect();
    paths.sort();
    paths.iter().find_map(|path| Record::read(path).ok())
}

/// Whether a folder has nothing in it but what a killed program left, or is not
/// there.
fn is_empty(folder: &Path) -> bool {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries.map(|entry| entry.file_name()).all(|name| is_left_over(&name.to_string_lossy()))
}

fn is_left_over(name: &str) -> bool {
    let [begins, ends] = PART;
    name.starts_with(begins) && name.ends_with(ends)
}

fn remove_left_overs(folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        if is_left_over(&entry.file_name().to_string_lossy()) {
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// Writes content under a temporary name; unless it is kept, it is removed.
fn write_part(folder: &Path, content: &[u8]) -> io::Result<NamedTempFile> {
    let [begins, ends] = PART;
    let mut builder = Builder::new();
    builder.prefix(begins).suffix(ends);
    // Results are for everybody to read, as far as the user's own settings go.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let mut part = builder.tempfile_in(folder)?;
    part.write_all(content)?;
    part.as_file().sync_all()?;
    Ok(part)
}

/// Keeps so many bytes on the disk as long as the file is open, which has no
/// name: the system gives them back when the program ends, even if it is killed.
fn keep_room(folder: &Path, bytes: u64) -> io::Result<fs::File> {
    let file = tempfile::tempfile_in(folder)?;
    #[cfg(target_os = "linux")]
    {
        use rustix::io::Errno;
        let kept = rustix::fs::fallocate(&file, rustix::fs::FallocateFlags::empty(), 0, bytes);
        // Not every file system can promise room.
        match kept {
            Err(Errno::OPNOTSUPP | Errno::NOSYS | Errno::INVAL) | Ok(()) => {}
            Err(error) => return Err(error.into()),
        }
    }
    #[cfg(not(target_os = "linux"))]
    let _ = bytes;
    Ok(file)
}

/// Makes a folder and those around it; gives those that were not there, the
/// outermost first. If one cannot be made, none is left.
fn make_folders(path: &Path) -> io::Result<Vec<PathBuf>> {
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
fn remove_folders(made: &[PathBuf]) {
    for folder in made.iter().rev() {
        let _ = fs::remove_dir(folder);
    }
}
