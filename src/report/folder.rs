//! The folder of a result.
//!
//! Files are written under temporary names and renamed when all of them are
//! complete: a reader never sees half a file, and a failed write leaves the
//! folder as it was. The record is renamed last: a folder that has one is
//! complete.

use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};
use tempfile::{Builder, NamedTempFile};
use thiserror::Error;

use super::Record;
use crate::io_error::io_error_text;

/// The name and content of a file that is to be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    /// Its path, relative to the folder.
    pub name: String,
    /// Its content.
    pub content: Vec<u8>,
}

/// The prefix and suffix of temporary file names.
const PART: [&str; 2] = [".fuda-", ".part"];

/// A folder that a result may be written to.
#[derive(Debug)]
pub struct ResultFolder {
    path: PathBuf,
    /// The folders that were created for it, the outermost first.
    created: Vec<PathBuf>,
    /// The record of the result that it holds.
    held: Option<Record>,
    /// Reserves disk space until the result is written.
    reserved: Option<fs::File>,
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
    /// It cannot be created or written to; no games were played.
    #[error("cannot write to {}: {}; choose another folder with --out", path.display(), io_error_text(error))]
    Unwritable {
        /// The folder.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// A file could not be written after the games were played.
    #[error("cannot write {}: {}; nothing of this result was saved", path.display(), io_error_text(error))]
    Lost {
        /// The file.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
}

impl ResultFolder {
    /// Opens a folder before any games are played: checks what it holds,
    /// creates it, tests that a file can be written to it, and reserves `space`
    /// bytes on the disk.
    ///
    /// # Errors
    /// If it holds something else and `force` is not given, or cannot be
    /// written to.
    pub fn open(path: &Path, record: &Record, force: bool, space: u64) -> Result<ResultFolder, FolderError> {
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
        let created = create_folders(path).map_err(unwritable)?;
        let reserved = write_part(path, record.to_toml().as_bytes()).and_then(|_| reserve(path, space));
        match reserved {
            Ok(file) => Ok(ResultFolder { path: path.to_owned(), created, held, reserved: Some(file) }),
            Err(error) => {
                remove_folders(&created);
                Err(unwritable(error))
            }
        }
    }

    /// The folder.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The folders that were created for it, the outermost first.
    #[must_use]
    pub fn created(&self) -> &[PathBuf] {
        &self.created
    }

    /// The record of the result that it holds.
    #[must_use]
    pub fn held(&self) -> Option<&Record> {
        self.held.as_ref()
    }

    /// The content of a file in it, if it can be read.
    #[must_use]
    pub fn file(&self, name: &str) -> Option<Vec<u8>> {
        fs::read(self.path.join(name)).ok()
    }

    /// The saved counts; none if they are missing, damaged or of another
    /// request.
    #[must_use]
    pub fn counts(&self, record: &Record) -> Option<Vec<u8>> {
        let saved = self.file(&record.counts_name())?;
        let (sum, rest) = saved.split_at_checked(32)?;
        (Sha256::digest(rest).as_slice() == sum).then_some(())?;
        rest.strip_prefix(counts_header(record).as_bytes()).map(ToOwned::to_owned)
    }

    /// Writes a result: all of its files, or none. Files of the previous result
    /// that this one does not have are removed.
    ///
    /// # Errors
    /// If a file cannot be written; the folder is then unchanged.
    pub fn write(&mut self, files: &[File], record: &Record) -> Result<(), FolderError> {
        let last = File { name: record.file_name(), content: record.to_toml().into_bytes() };
        let lost = |file: &File, error| FolderError::Lost { path: self.path.join(&file.name), error };
        self.reserved = None;
        let mut created = Vec::new();
        let written = (|| {
            let mut parts: Vec<(&File, NamedTempFile)> = Vec::new();
            for file in files.iter().chain([&last]) {
                let target = self.path.join(&file.name);
                let folder = target.parent().expect("a file is in a folder");
                if target.is_dir() {
                    return Err(lost(file, io::ErrorKind::IsADirectory.into()));
                }
                created.extend(create_folders(folder).map_err(|error| lost(file, error))?);
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
            remove_folders(&created);
            remove_folders(&self.created);
            return written;
        }
        remove_temporary_files(&self.path);
        self.held = Some(record.clone());
        Ok(())
    }

    /// Removes the folders that were created for it, as far as they are empty:
    /// for a command that stops before it has anything to write.
    pub fn abandon(self) {
        remove_folders(&self.created);
    }

    /// Removes the files of the previous result that this one does not write,
    /// and no others.
    fn remove_old(&self, files: &[File]) {
        let Some(held) = &self.held else { return };
        let _ = fs::remove_file(self.path.join(held.file_name()));
        for name in held.files.iter().filter(|name| files.iter().all(|file| file.name != **name)) {
            // A record may have been edited: paths out of the folder are left
            // alone.
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
    /// The file of a result's counts: a checksum, a header and the counts.
    #[must_use]
    pub fn of_counts(record: &Record, counts: &[u8]) -> File {
        let mut content = counts_header(record).into_bytes();
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

/// The header of saved counts: the version of their format, and the request
/// that they belong to.
fn counts_header(record: &Record) -> String {
    format!("fuda counts 3 {} {}\n", record.command, record.hash())
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

/// Whether a folder is missing, or holds nothing but temporary files that a
/// killed run left.
fn is_empty(folder: &Path) -> bool {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries.map(|entry| entry.file_name()).all(|name| is_temporary(&name.to_string_lossy()))
}

fn is_temporary(name: &str) -> bool {
    let [prefix, suffix] = PART;
    name.starts_with(prefix) && name.ends_with(suffix)
}

fn remove_temporary_files(folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        if is_temporary(&entry.file_name().to_string_lossy()) {
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// Writes content under a temporary name. The file is removed when it is
/// dropped, unless it is persisted.
fn write_part(folder: &Path, content: &[u8]) -> io::Result<NamedTempFile> {
    let [prefix, suffix] = PART;
    let mut builder = Builder::new();
    builder.prefix(prefix).suffix(suffix);
    // The permissions of ordinary files, subject to the umask: temporary files
    // are private by default.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let mut part = builder.tempfile_in(folder)?;
    part.write_all(content)?;
    part.as_file().sync_all()?;
    Ok(part)
}

/// Reserves bytes on the disk as long as the returned file is open. It is
/// unnamed: the system frees it when the program ends, even if it is killed.
fn reserve(folder: &Path, bytes: u64) -> io::Result<fs::File> {
    let file = tempfile::tempfile_in(folder)?;
    #[cfg(target_os = "linux")]
    {
        use rustix::io::Errno;
        let reserved = rustix::fs::fallocate(&file, rustix::fs::FallocateFlags::empty(), 0, bytes);
        // Not every file system can reserve space.
        match reserved {
            Err(Errno::OPNOTSUPP | Errno::NOSYS | Errno::INVAL) | Ok(()) => {}
            Err(error) => return Err(error.into()),
        }
    }
    #[cfg(not(target_os = "linux"))]
    let _ = bytes;
    Ok(file)
}

/// Creates a folder and its missing ancestors; returns those that it created,
/// the outermost first. If one cannot be created, the others are removed.
fn create_folders(path: &Path) -> io::Result<Vec<PathBuf>> {
    let missing: Vec<&Path> =
        path.ancestors().take_while(|folder| !folder.as_os_str().is_empty() && !folder.exists()).collect();
    let mut created = Vec::new();
    for folder in missing.into_iter().rev() {
        match fs::create_dir(folder) {
            Ok(()) => created.push(folder.to_owned()),
            Err(_) if folder.is_dir() => {}
            Err(error) => {
                remove_folders(&created);
                return Err(error);
            }
        }
    }
    Ok(created)
}

/// Removes folders, innermost first, as far as they are empty.
fn remove_folders(created: &[PathBuf]) {
    for folder in created.iter().rev() {
        let _ = fs::remove_dir(folder);
    }
}
