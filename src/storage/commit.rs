//! Results of several files that are replaced as one.
//!
//! New files are written under temporary names and synced. Then a journal, which
//! lists the renames and removals that make the new result out of them, is put
//! in place by a single rename: from then on the new result counts, and whoever
//! opens the folder next carries out what is left of the journal. Until then the
//! old one counts, and whoever opens the folder next removes the temporary
//! files. In between, at any moment, there is nothing.

use std::collections::BTreeSet;
use std::hash::{BuildHasher as _, Hasher as _, RandomState};
use std::io::{self, Write as _};
use std::path::{Component, Path, PathBuf};

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::{Kind, NewFile, Storage};
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
/// The suffix of temporary names.
const PART: &str = ".part";
/// The name of the journal.
const JOURNAL: &str = ".fuda-commit";

/// Whether a name is that of a temporary file, a journal or a lock.
#[must_use]
pub fn is_own_name(name: &str) -> bool {
    name.starts_with(OWN)
}

/// What turns the old result into the new one. Each step can be repeated.
#[derive(Debug, Serialize, Deserialize)]
struct Journal {
    /// The temporary name and the name of each new file.
    put: Vec<(String, String)>,
    /// The files that the new result does not have.
    remove: Vec<String>,
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
    let put = ready.iter().map(|ready| (ready.part.clone(), ready.name.clone())).collect();
    let mut journal = Journal { put, remove: inside(obsolete).map(str::to_owned).collect() };
    let mut created = Vec::new();
    let prepared = prepare(storage, folder, files, &mut journal, &mut created)
        .and_then(|()| put_journal(storage, folder, &journal));
    if let Err(error) = prepared {
        journal.put.iter().for_each(|(part, _)| drop(storage.remove_file(&folder.join(part))));
        created.iter().for_each(|folder| drop(storage.remove_folder(folder)));
        return Err(CommitError::Unchanged(error));
    }
    journal.carry_out(storage, folder).map_err(CommitError::Unfinished)
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
    let ready = Ready { part: temporary_name(name), name: name.to_owned() };
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

/// Replaces a single file.
///
/// # Errors
/// If an operation fails; the old file is then still there, or the new one is.
pub fn replace(storage: &dyn Storage, folder: &Path, file: &File) -> Result<(), StorageError> {
    put_in_place(storage, folder, file)?;
    sync_folder(storage, folder)
}

/// Replaces a single file, but not yet for good: a power cut may bring the old
/// one back.
fn put_in_place(storage: &dyn Storage, folder: &Path, file: &File) -> Result<(), StorageError> {
    let target = folder.join(&file.name);
    let part = folder.join(temporary_name(&file.name));
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
    storage.kind(&folder.join(JOURNAL)).is_ok_and(|kind| kind.is_some())
}

/// Ends what a process before this one began: carries out its journal, or
/// removes its temporary files.
///
/// # Errors
/// If an operation fails, or the journal is damaged.
pub fn recover(storage: &dyn Storage, folder: &Path) -> Result<(), StorageError> {
    let path = folder.join(JOURNAL);
    match storage.read(&path) {
        Ok(text) => Journal::parse(&text)
            .map_err(StorageError::of("read", &path))
            .and_then(|journal| journal.carry_out(storage, folder))?,
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        Err(error) => return Err(StorageError::of("read", &path)(error)),
    }
    for name in storage.list(folder).map_err(StorageError::of("read", folder))? {
        let path = folder.join(&name);
        if is_temporary(&name) {
            storage.remove_file(&path).map_err(StorageError::of("remove", &path))?;
        } else if storage.kind(&path).map_err(StorageError::of("read", &path))? == Some(Kind::Folder) {
            // Folders of others may be closed to this user.
            let inner = storage.list(&path).unwrap_or_default();
            for part in inner.iter().filter(|name| is_temporary(name)) {
                let path = path.join(part);
                storage.remove_file(&path).map_err(StorageError::of("remove", &path))?;
            }
            if !inner.is_empty() && inner.iter().all(|name| is_temporary(name)) {
                storage.remove_folder(&path).map_err(StorageError::of("remove", &path))?;
            }
        }
    }
    Ok(())
}

fn is_temporary(name: &str) -> bool {
    is_own_name(name) && name.ends_with(PART)
}

/// A temporary name for a file, which nobody can foresee.
fn temporary_name(name: &str) -> String {
    format!("{OWN}{:016x}-{name}{PART}", RandomState::new().build_hasher().finish())
}

/// Removes the temporary files of one file, left by processes that were killed
/// while they replaced it. Nobody else may be replacing it.
///
/// # Errors
/// If an operation fails.
pub fn remove_parts(storage: &dyn Storage, folder: &Path, name: &str) -> Result<(), StorageError> {
    let end = format!("-{name}{PART}");
    for part in storage.list(folder).map_err(StorageError::of("read", folder))? {
        if is_own_name(&part) && part.ends_with(&end) {
            let path = folder.join(part);
            storage.remove_file(&path).map_err(StorageError::of("remove", &path))?;
        }
    }
    Ok(())
}

/// The names that do not lead out of a folder: records and journals may have
/// been edited.
fn inside(names: &[String]) -> impl Iterator<Item = &str> {
    let is_inside = |name: &&String| {
        let mut parts = Path::new(name).components();
        !name.is_empty() && parts.all(|part| matches!(part, Component::Normal(_)))
    };
    names.iter().filter(is_inside).map(String::as_str)
}

/// How many files are open at once: few, as some systems allow few.
const OPEN_FILES: usize = 8;

/// Writes the new files under temporary names, beside their targets.
fn prepare(
    storage: &dyn Storage,
    folder: &Path,
    files: &[File],
    journal: &mut Journal,
    created: &mut Vec<PathBuf>,
) -> Result<(), StorageError> {
    for files in files.chunks(OPEN_FILES) {
        write_parts(storage, folder, files, journal, created)?;
    }
    let folders = journal.folders(folder);
    let synced = storage.sync_folders(&folders);
    synced.into_iter().zip(&folders).try_for_each(|(synced, folder)| synced.map_err(to_folder(folder)))
}

/// Writes some files under temporary names, and then syncs all of them.
fn write_parts(
    storage: &dyn Storage,
    folder: &Path,
    files: &[File],
    journal: &mut Journal,
    created: &mut Vec<PathBuf>,
) -> Result<(), StorageError> {
    let mut written = Vec::with_capacity(files.len());
    for file in files {
        let target = folder.join(&file.name);
        let within = target.parent().expect("a file is in a folder");
        if create_subfolder(storage, within)? {
            created.push(within.to_owned());
        }
        if storage.kind(&target).map_err(StorageError::of("write", &target))? == Some(Kind::Folder) {
            return Err(StorageError::of("write", &target)(io::ErrorKind::IsADirectory.into()));
        }
        let part = match file.name.rsplit_once('/') {
            Some((inner, name)) => format!("{inner}/{}", temporary_name(name)),
            None => temporary_name(&file.name),
        };
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
    put_in_place(storage, folder, &file)?;
    let Err(error) = sync_folder(storage, folder) else { return Ok(()) };
    // The files that it lists must not be removed before it is gone for good. If
    // it cannot be removed either, it stays, and counts.
    let removed = storage.remove_file(&folder.join(JOURNAL)).and_then(|()| storage.sync_folder(folder));
    if removed.is_ok() { Err(error) } else { Ok(()) }
}

impl Journal {
    fn parse(text: &[u8]) -> io::Result<Journal> {
        let damaged =
            || io::Error::other("it is damaged; remove it, and repeat the command that wrote the result");
        let journal: Journal = serde_json::from_slice(text).map_err(|_| damaged())?;
        let names: Vec<String> = journal
            .put
            .iter()
            .flat_map(|(part, name)| [part, name])
            .chain(&journal.remove)
            .cloned()
            .collect();
        if inside(&names).count() < names.len() {
            return Err(damaged());
        }
        Ok(journal)
    }

    /// The folders whose names change, the result's own last.
    fn folders(&self, folder: &Path) -> Vec<PathBuf> {
        let names = self.put.iter().map(|(_, name)| name).chain(&self.remove);
        let inner: BTreeSet<&Path> = names.filter_map(|name| Path::new(name).parent()).collect();
        inner.into_iter().rev().map(|inner| folder.join(inner)).collect()
    }

    /// Carries out what was not yet, and removes the journal.
    fn carry_out(&self, storage: &dyn Storage, folder: &Path) -> Result<(), StorageError> {
        for (part, name) in &self.put {
            let (part, target) = (folder.join(part), folder.join(name));
            match storage.rename(&part, &target) {
                // Renamed already.
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                done => done.map_err(StorageError::of("write", &target))?,
            }
        }
        for name in &self.remove {
            let path = folder.join(name);
            match storage.remove_file(&path) {
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                done => done.map_err(StorageError::of("remove", &path))?,
            }
        }
        let mut changed = self.folders(folder);
        // A folder whose files were all removed goes with them; one that has
        // others in it stays.
        changed.retain(|changed| {
            let has_new = self.put.iter().any(|(_, name)| folder.join(name).parent() == Some(changed));
            has_new || changed == folder || storage.remove_folder(changed).is_err()
        });
        for (synced, changed) in storage.sync_folders(&changed).into_iter().zip(&changed) {
            match synced {
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                done => done.map_err(to_folder(changed))?,
            }
        }
        let path = folder.join(JOURNAL);
        storage.remove_file(&path).map_err(StorageError::of("remove", &path))?;
        sync_folder(storage, folder)
    }
}

/// Creates a folder of a result, if it is missing; whether it was.
fn create_subfolder(storage: &dyn Storage, path: &Path) -> Result<bool, StorageError> {
    match storage.create_folder(path) {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(false),
        Err(error) => Err(StorageError::of("create", path)(error)),
    }
}

fn write_unsynced(storage: &dyn Storage, path: &Path, content: &[u8]) -> io::Result<Box<dyn NewFile>> {
    let mut file = storage.create_file(path)?;
    file.write_all(content)?;
    Ok(file)
}

fn sync_folder(storage: &dyn Storage, folder: &Path) -> Result<(), StorageError> {
    storage.sync_folder(folder).map_err(to_folder(folder))
}

fn to_folder(folder: &Path) -> impl FnOnce(io::Error) -> StorageError {
    StorageError::of("write to", folder)
}
