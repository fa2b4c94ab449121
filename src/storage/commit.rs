//! Results of several files that are replaced as one.
//!
//! New files are written under temporary names and synced. Then a journal, which
//! lists the renames and removals that make the new result out of them, is put
//! in place by a single rename: from then on the new result counts, and whoever
//! opens the folder next carries out what is left of the journal. Until then the
//! old one counts, and whoever opens the folder next removes the temporary
//! files. In between, at any moment, there is nothing.
//!
//! Temporary files lie in the folder itself, also those of files in sub-folders:
//! another process may have a result of its own in a sub-folder, which is none of
//! this one's business. The folder may be a stranger's, and so may the journal:
//! it is carried out only if it turns temporary files into files of this folder,
//! and no link is followed on the way.

use std::hash::{BuildHasher as _, Hasher as _, RandomState};
use std::io::{self, Write as _};
use std::path::{Component, Path, PathBuf};

use thiserror::Error;

use super::journal::{JOURNAL, Journal, Time};
use super::{Kind, NewFile, Storage, limits};
use crate::io_error::io_error_text;

/// The name and content of a file that is to be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    /// Its path, relative to the folder.
    pub name: String,
    /// Its content.
    pub content: Vec<u8>,
}

impl File {
    /// The same file, in a folder.
    #[must_use]
    pub fn within(self, folder: &str) -> File {
        File { name: format!("{folder}/{}", self.name), ..self }
    }
}

/// A file that is written already, under a temporary name, as it is too large to
/// be kept in memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ready {
    /// The temporary name.
    part: String,
    /// The name that it gets.
    pub name: String,
}

/// A file operation that failed.
#[derive(Debug, Error)]
#[error("cannot {action} {}: {}", path.display(), io_error_text(error))]
pub struct StorageError {
    /// What could not be done.
    pub action: &'static str,
    /// The file or folder.
    pub path: PathBuf,
    /// Why.
    pub error: io::Error,
}

impl StorageError {
    /// Adds to an error what could not be done to which path.
    pub fn of<'a>(action: &'static str, path: &'a Path) -> impl FnOnce(io::Error) -> StorageError + 'a {
        move |error| StorageError { action, path: path.to_owned(), error }
    }

    /// Whether it is refused for what it is, such as a link, a pipe or a file that is
    /// too large, and not for a fault of the disk.
    #[must_use]
    pub fn is_refusal(&self) -> bool {
        self.error.get_ref().is_some()
    }
}

/// Why files were not replaced, or not all of them.
#[derive(Debug, Error)]
pub enum CommitError {
    /// The folder is as it was.
    #[error("{0}")]
    Unchanged(StorageError),
    /// The new files count; the next one who opens the folder puts the rest of
    /// them in place.
    #[error("{0}; the result is saved, and the same command puts all of it in place")]
    Unfinished(StorageError),
}

/// The prefix of all names that are not part of a result.
const OWN: &str = ".fuda-";
/// The suffix of the temporary names of a result's files.
const PART: &str = ".part";
/// The suffix of the temporary names of files that belong to no result. Whoever
/// writes them has no lock of their folder.
const LONE: &str = ".new";
/// Whether a name is that of a temporary file, a journal or a lock.
#[must_use]
pub fn is_own_name(name: &str) -> bool {
    name.starts_with(OWN)
}

/// Replaces files in a folder that the caller has locked: all of them, or none.
/// `obsolete` files are removed.
///
/// # Errors
/// If an operation fails.
pub fn commit(
    storage: &dyn Storage,
    folder: &Path,
    files: &[File],
    obsolete: &[String],
) -> Result<(), CommitError> {
    commit_with(storage, folder, files, &[], obsolete)
}

/// Replaces files in a folder that the caller has locked, some of which are
/// written already: all of them, or none. `obsolete` files are removed.
///
/// # Errors
/// If an operation fails.
pub fn commit_with(
    storage: &dyn Storage,
    folder: &Path,
    files: &[File],
    ready: &[Ready],
    obsolete: &[String],
) -> Result<(), CommitError> {
    let storage = &*storage.within(folder);
    let put = ready.iter().map(|ready| (ready.part.clone(), ready.name.clone())).collect();
    let mut journal = Journal { put, remove: Vec::new() };
    let prepared = prepare(storage, folder, files, &mut journal)
        .and_then(|()| journal.list_obsolete(storage, folder, obsolete))
        .and_then(|()| put_journal(storage, folder, &journal));
    if let Err(error) = prepared {
        journal.put.iter().for_each(|(part, _)| drop(storage.remove_file(&folder.join(part))));
        return Err(CommitError::Unchanged(error));
    }
    journal.carry_out(storage, folder, Time::First).map_err(CommitError::Unfinished)
}

/// Writes a file under a temporary name, beside its target, so that a commit can
/// put it in place. If that fails, nothing is left of it.
///
/// # Errors
/// If an operation fails, or what is to be written cannot be had.
pub fn write_ready<T>(
    storage: &dyn Storage,
    folder: &Path,
    name: &str,
    write: impl FnOnce(&mut dyn NewFile) -> io::Result<T>,
) -> Result<(Ready, T), StorageError> {
    let target = folder.join(name);
    if storage.kind(&target).map_err(StorageError::of("write", &target))? == Some(Kind::Folder) {
        return Err(StorageError::of("write", &target)(io::ErrorKind::IsADirectory.into()));
    }
    let ready = Ready { part: temporary_name(name, PART), name: name.to_owned() };
    let part = folder.join(&ready.part);
    let written = storage.create_file(&part).and_then(|mut file| {
        let written = write(&mut *file)?;
        file.sync()?;
        Ok(written)
    });
    match written {
        Ok(written) => Ok((ready, written)),
        Err(error) => {
            let _ = storage.remove_file(&part);
            Err(StorageError::of("write", &target)(error))
        }
    }
}

impl Ready {
    /// Gives the file up.
    pub fn discard(self, storage: &dyn Storage, folder: &Path) {
        let _ = storage.remove_file(&folder.join(self.part));
    }
}

/// Replaces a single file in a folder that the caller has locked.
///
/// # Errors
/// If an operation fails; the old file is then still there, or the new one is.
pub fn replace(storage: &dyn Storage, folder: &Path, file: &File) -> Result<(), StorageError> {
    put_in_place(storage, folder, file, PART)?;
    sync_folder(storage, folder)
}

/// Replaces a single file that belongs to no result.
///
/// # Errors
/// If an operation fails; the old file is then still there, or the new one is.
pub fn replace_lone(storage: &dyn Storage, folder: &Path, file: &File) -> Result<(), StorageError> {
    put_in_place(storage, folder, file, LONE)?;
    sync_folder(storage, folder)
}

/// Replaces a single file, but not yet for good: a power cut may bring the old
/// one back.
fn put_in_place(storage: &dyn Storage, folder: &Path, file: &File, suffix: &str) -> Result<(), StorageError> {
    let target = folder.join(&file.name);
    let part = folder.join(temporary_name(&file.name, suffix));
    let replaced = write_unsynced(storage, &part, &file.content)
        .and_then(|mut file| file.sync())
        .and_then(|()| storage.rename(&part, &target));
    if replaced.is_err() {
        let _ = storage.remove_file(&part);
    }
    replaced.map_err(StorageError::of("write", &target))
}

/// Whether a process before this one left a journal to be carried out.
#[must_use]
pub fn has_journal(storage: &dyn Storage, folder: &Path) -> bool {
    storage.within(folder).kind(&folder.join(JOURNAL)).is_ok_and(|kind| kind.is_some())
}

/// Ends what a process before this one began in a folder that the caller has
/// locked: carries out its journal, and removes its temporary files.
///
/// # Errors
/// If an operation fails, or the journal is damaged.
pub fn recover(storage: &dyn Storage, folder: &Path) -> Result<(), StorageError> {
    let storage = &*storage.within(folder);
    let path = folder.join(JOURNAL);
    match storage.read(&path, limits::JOURNAL) {
        Ok(text) => Journal::parse(&text)
            .map_err(StorageError::of("read", &path))
            .and_then(|journal| journal.carry_out(storage, folder, Time::Again))?,
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        Err(error) => return Err(StorageError::of("read", &path)(error)),
    }
    remove_temporary(storage, folder, is_part)
}

/// The temporary files of a result that is being written.
pub(super) fn is_part(name: &str) -> bool {
    is_temporary(name, PART)
}

/// Whether this is a name that [`temporary_name`] makes.
fn is_temporary(name: &str, suffix: &str) -> bool {
    let middle = name.strip_prefix(OWN).and_then(|rest| rest.strip_suffix(suffix));
    middle.and_then(|middle| middle.split_once('-')).is_some_and(|(number, name)| {
        let is_digit = |byte: u8| byte.is_ascii_digit() || matches!(byte, b'a'..=b'f');
        number.len() == 16 && number.bytes().all(is_digit) && !name.is_empty() && !name.contains(['/', '\\'])
    })
}

/// A temporary name for a file, which nobody can foresee. It is in no sub-folder,
/// wherever the file is going to be.
fn temporary_name(name: &str, suffix: &str) -> String {
    let name = name.rsplit('/').next().unwrap_or(name);
    format!("{OWN}{:016x}-{name}{suffix}", RandomState::new().build_hasher().finish())
}

/// Removes the temporary files of one file that belongs to no result, left by
/// processes that were killed while they replaced it. Nobody else may be replacing
/// it.
///
/// # Errors
/// If an operation fails.
pub fn remove_lone_parts(storage: &dyn Storage, folder: &Path, name: &str) -> Result<(), StorageError> {
    let end = format!("-{name}{LONE}");
    remove_temporary(storage, folder, |part| is_temporary(part, LONE) && part.ends_with(&end))
}

fn remove_temporary(
    storage: &dyn Storage,
    folder: &Path,
    is_meant: impl Fn(&str) -> bool,
) -> Result<(), StorageError> {
    for name in storage.list(folder).map_err(StorageError::of("read", folder))? {
        if is_meant(&name) {
            let path = folder.join(name);
            storage.remove_file(&path).map_err(StorageError::of("remove", &path))?;
        }
    }
    Ok(())
}

/// Whether a name does not lead out of its folder, as far as names tell: records
/// and journals may have been edited.
#[must_use]
pub fn is_inside(name: &str) -> bool {
    !name.is_empty() && Path::new(name).components().all(|part| matches!(part, Component::Normal(_)))
}

/// How many files are open at once: few, as some systems allow few.
const OPEN_FILES: usize = 8;

/// Writes the new files under temporary names.
fn prepare(
    storage: &dyn Storage,
    folder: &Path,
    files: &[File],
    journal: &mut Journal,
) -> Result<(), StorageError> {
    for files in files.chunks(OPEN_FILES) {
        write_parts(storage, folder, files, journal)?;
    }
    for inner in journal.inner_folders(folder) {
        // It is created when the journal is carried out.
        let kind = storage.kind(&inner).map_err(to_folder(&inner))?;
        if !matches!(kind, None | Some(Kind::Folder)) {
            let what = io::Error::other("a file or a link is where its folder belongs");
            return Err(to_folder(&inner)(what));
        }
    }
    sync_folder(storage, folder)
}

/// Writes some files under temporary names, and then syncs all of them.
fn write_parts(
    storage: &dyn Storage,
    folder: &Path,
    files: &[File],
    journal: &mut Journal,
) -> Result<(), StorageError> {
    let mut written = Vec::with_capacity(files.len());
    for file in files {
        let target = folder.join(&file.name);
        if storage.kind(&target).map_err(StorageError::of("write", &target))? == Some(Kind::Folder) {
            return Err(StorageError::of("write", &target)(io::ErrorKind::IsADirectory.into()));
        }
        let part = temporary_name(&file.name, PART);
        journal.put.push((part.clone(), file.name.clone()));
        let new = write_unsynced(storage, &folder.join(part), &file.content);
        written.push(new.map_err(StorageError::of("write", &target))?);
    }
    let synced = storage.sync_files(&mut written);
    synced.into_iter().zip(files).try_for_each(|(synced, file)| {
        let target = folder.join(&file.name);
        synced.map_err(StorageError::of("write", &target))
    })
}

/// Puts the journal in place: the moment from which the new files count.
fn put_journal(storage: &dyn Storage, folder: &Path, journal: &Journal) -> Result<(), StorageError> {
    let content = serde_json::to_vec(journal).expect("a journal has a form in JSON");
    let file = File { name: JOURNAL.to_owned(), content };
    put_in_place(storage, folder, &file, PART)?;
    let Err(error) = sync_folder(storage, folder) else { return Ok(()) };
    // The files that it lists must not be removed before it is gone for good. If
    // it cannot be removed either, it stays, and counts.
    let removed = storage.remove_file(&folder.join(JOURNAL)).and_then(|()| storage.sync_folder(folder));
    if removed.is_ok() { Err(error) } else { Ok(()) }
}

fn write_unsynced(storage: &dyn Storage, path: &Path, content: &[u8]) -> io::Result<Box<dyn NewFile>> {
    let mut file = storage.create_file(path)?;
    file.write_all(content)?;
    Ok(file)
}

pub(super) fn sync_folder(storage: &dyn Storage, folder: &Path) -> Result<(), StorageError> {
    storage.sync_folder(folder).map_err(to_folder(folder))
}

pub(super) fn to_folder(folder: &Path) -> impl FnOnce(io::Error) -> StorageError {
    StorageError::of("write to", folder)
}
