//! The folder of a result.
//!
//! One process at a time has it, by a lock that ends with the process. A result
//! replaces the one before it as a whole ([`crate::storage`]); while it is being
//! played, its checkpoint lies beside that one.

mod error;
mod held;

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::page_mark::{PAGE, has_page_mark};
use super::rows::is_spool;
use super::{CountsError, Record, SavedCounts, SavedRows};
use crate::storage::{
    CommitError, File, Kind, Lock, Ready, Reserved, Storage, StorageError, Wait, commit_with, create_folders,
    has_journal, is_own_name, limits, recover, replace,
};

pub use error::FolderError;
pub use held::{HeldCounts, held_counts, held_secret_seed, record_among};

/// The name of the counts of a result that is being played.
const CHECKPOINT: &str = "fuda.checkpoint";
/// How often a folder that vanishes is created again before it counts as one that
/// cannot be.
const TRIES: usize = 100;
/// The name of the lock.
const LOCK: &str = ".fuda-lock";

/// A folder that a result may be written to.
#[derive(Debug)]
pub struct ResultFolder {
    storage: Arc<dyn Storage>,
    path: PathBuf,
    /// What is going to be written to it.
    request: Record,
    /// Whether it may be overwritten.
    is_forced: bool,
    /// The folders that were created for it, the outermost first.
    created: Vec<PathBuf>,
    lock: Option<Box<dyn Lock>>,
    /// The record of the result that it holds.
    held: Option<Record>,
    /// Keeps room for the files until they are written.
    files_room: Option<Reserved>,
    /// Keeps room for the counts for longer: if there is none for the files,
    /// there is for them.
    counts_room: Option<Reserved>,
}

/// The room that a result takes on the disk.
#[derive(Clone, Copy, Debug)]
pub struct Room {
    /// The bytes of all files.
    pub files: u64,
    /// The bytes of the counts alone.
    pub counts: u64,
}

/// What a folder holds.
enum Holding {
    Nothing,
    Result(Box<Record>),
    /// Only the checkpoint of a result of which nothing else was written.
    Checkpoint(Box<Record>),
    Other,
}

impl ResultFolder {
    /// Opens a folder before any games are played: checks what it holds,
    /// creates it, locks it, ends what a process that was killed in it began,
    /// and reserves room on the disk.
    ///
    /// # Errors
    /// If it holds something else and `force` is not given, another process has
    /// it, or it cannot be written to.
    pub fn open(
        storage: Arc<dyn Storage>,
        path: &Path,
        request: &Record,
        force: bool,
        room: Room,
    ) -> Result<ResultFolder, FolderError> {
        let unwritable = |error| FolderError::Unwritable { path: path.to_owned(), error };
        if !matches!(storage.kind(path).map_err(unwritable)?, None | Some(Kind::Folder)) {
            return Err(FolderError::NotAFolder { path: path.to_owned() });
        }
        let mut folder = ResultFolder {
            storage: storage.within(path),
            path: path.to_owned(),
            request: request.clone(),
            is_forced: force,
            created: Vec::new(),
            lock: None,
            held: None,
            files_room: None,
            counts_room: None,
        };
        // Nothing is written to the folder of somebody else, not even a lock.
        if !has_journal(&*folder.storage, path) {
            folder.check(&folder.holding()?)?;
        }
        folder.enter()?;
        let reserve = |bytes| folder.storage.reserve(path, bytes).map_err(unwritable);
        (folder.files_room, folder.counts_room) = (Some(reserve(room.files)?), Some(reserve(room.counts)?));
        Ok(folder)
    }

    /// The folder.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// What has to be removed if the program ends before anything is written,
    /// in reverse order: the folders that were created for it, and its lock.
    #[must_use]
    pub fn leftovers(&self) -> Vec<PathBuf> {
        self.created.iter().cloned().chain([self.path.join(LOCK)]).collect()
    }

    /// The path of its checkpoint.
    #[must_use]
    pub fn checkpoint_path(&self) -> PathBuf {
        self.path.join(CHECKPOINT)
    }

    /// Whether it may be overwritten.
    #[must_use]
    pub fn is_forced(&self) -> bool {
        self.is_forced
    }

    /// Where it is kept: no link in the folder is followed.
    #[must_use]
    pub fn storage(&self) -> &Arc<dyn Storage> {
        &self.storage
    }

    /// The content of a file in it of at most this many bytes, if it can be read.
    #[must_use]
    pub fn file(&self, name: &str, most: u64) -> Option<Vec<u8>> {
        self.storage.read(&self.path.join(name), most).ok()
    }

    /// The counts to go on from: those of its result, or of a checkpoint that
    /// is ahead of it.
    ///
    /// # Errors
    /// If they are damaged, missing or of another request. A folder that may be
    /// overwritten has only the checkpoint of a command that overwrites it too.
    pub fn saved(&self) -> Result<Option<SavedCounts>, FolderError> {
        if self.is_forced {
            let is_own = |saved: &SavedCounts| {
                is_to_overwrite(saved)
                    && saved.record.may_become(&self.request)
                    && saved.record.stops_the_same(&self.request)
            };
            return Ok(self.counts_in(CHECKPOINT).ok().flatten().filter(is_own));
        }
        let result = match &self.held {
            Some(held) => Some(self.counts_of(held)?),
            None => None,
        };
        let is_request = |record: &Record| record.complete && record.stops_the_same(&self.request);
        if result.as_ref().is_some_and(|saved| is_request(&saved.record)) {
            return Ok(result);
        }
        let checkpoint = self
            .counts_in(CHECKPOINT)?
            .filter(|saved| !is_to_overwrite(saved) && saved.record.may_become(&self.request))
            .filter(|saved| {
                result.as_ref().is_none_or(|result| result.blocks().count() <= saved.blocks().count())
            });
        Ok(checkpoint.or(result))
    }

    /// The rows of the checkpoint that it holds, whatever that is of, if it can be
    /// read.
    #[must_use]
    pub fn checkpoint_rows(&self) -> Option<SavedRows> {
        self.counts_in(CHECKPOINT).ok()??.rows
    }

    /// The error that counts which it holds do not fit the study that they are
    /// said to be of.
    #[must_use]
    pub fn damaged(&self, saved: &SavedCounts) -> FolderError {
        let is_checkpoint = saved.sitting.is_some();
        let name = if is_checkpoint { CHECKPOINT.to_owned() } else { saved.record.counts_name() };
        FolderError::Counts { path: self.path.join(name), error: CountsError::Damaged }
    }

    /// Saves the counts so far beside the result that it holds.
    ///
    /// # Errors
    /// If they cannot be written; those saved before are then still there.
    pub fn save(&mut self, saved: &SavedCounts) -> Result<(), FolderError> {
        self.stay()?;
        let file = File { name: CHECKPOINT.to_owned(), content: saved.to_file() };
        Ok(replace(&*self.storage, &self.path, &file)?)
    }

    /// Frees the room that was kept for the counts, for the last ones.
    pub fn free_room(&mut self) {
        drop(self.counts_room.take());
    }

    /// Saves the counts of a result whose files could not be written, in the
    /// room that was kept for them.
    ///
    /// # Errors
    /// If even that fails.
    pub fn save_at_least(&mut self, saved: &SavedCounts) -> Result<(), FolderError> {
        self.free_room();
        self.save(saved)
    }

    /// Writes a result: all of its files, or none. Files of the previous result
    /// that this one does not have are removed.
    ///
    /// # Errors
    /// If a file cannot be written. The previous result is then still there, or
    /// whoever opens the folder next finds this one.
    pub fn write(&mut self, files: &[File], record: &Record) -> Result<(), CommitError> {
        self.write_with(files, &[], record)
    }

    /// Writes a result, some of whose files are written already.
    ///
    /// # Errors
    /// If a file cannot be written, as in [`write`](ResultFolder::write).
    pub fn write_with(
        &mut self,
        files: &[File],
        ready: &[Ready],
        record: &Record,
    ) -> Result<(), CommitError> {
        self.stay().map_err(|error| CommitError::Unchanged(self.in_storage(error)))?;
        drop(self.files_room.take());
        let mut files = files.to_vec();
        files.push(File { name: record.file_name(), content: record.to_toml().into_bytes() });
        let mut old: Vec<String> = Vec::new();
        if let Some(held) = &self.held {
            old.extend(held.files.iter().cloned().chain([held.file_name()]));
            // `fuda report` writes a page without listing it.
            if has_page_mark(&*self.storage, &self.path.join(PAGE)) {
                old.push(PAGE.to_owned());
            }
        }
        let is_kept =
            |name: &String| files.iter().any(|file| file.name == *name) || record.files.contains(name);
        let obsolete: Vec<String> =
            old.into_iter().chain(self.spent_checkpoint(record)).filter(|name| !is_kept(name)).collect();
        commit_with(&*self.storage, &self.path, &files, ready, &obsolete)?;
        self.held = Some(record.clone());
        Ok(())
    }

    /// Writes a file beside the result that it holds.
    ///
    /// # Errors
    /// If it cannot be written; what was there is then still there.
    pub fn put(&mut self, file: &File) -> Result<(), StorageError> {
        self.stay().map_err(|error| self.in_storage(error))?;
        drop(self.files_room.take());
        replace(&*self.storage, &self.path, file)
    }

    /// The checkpoint with the rows that belong to it, unless it is ahead of the
    /// result that is written, and the rows that belong to no checkpoint.
    fn spent_checkpoint(&self, record: &Record) -> Vec<String> {
        let is_ahead = |saved: &SavedCounts| {
            saved.record.may_become(record)
                && saved.blocks().count() > record.blocks().count()
                && !self.is_forced
        };
        let kept = self.counts_in(CHECKPOINT).ok().flatten().filter(is_ahead);
        let checkpoint = if kept.is_none() { vec![CHECKPOINT.to_owned()] } else { Vec::new() };
        let rows = kept.and_then(|kept| kept.rows);
        let is_used = |name: &String| rows.iter().any(|rows| rows.spool_names().any(|used| used == name));
        let names = self.storage.list(&self.path).unwrap_or_default();
        names.into_iter().filter(|name| is_spool(name) && !is_used(name)).chain(checkpoint).collect()
    }

    /// The counts of the result that it holds.
    fn counts_of(&self, held: &Record) -> Result<SavedCounts, FolderError> {
        let name = held.counts_name();
        let wrong = |error| FolderError::Counts { path: self.path.join(&name), error };
        let saved = self.counts_in(&name)?.ok_or_else(|| wrong(CountsError::Missing))?;
        if !saved.record.may_become(&self.request) {
            return Err(wrong(CountsError::OtherRequest));
        }
        if saved.blocks() != held.blocks() {
            return Err(wrong(CountsError::Damaged));
        }
        Ok(saved)
    }

    /// The counts in a file; none if there is no such file.
    fn counts_in(&self, name: &str) -> Result<Option<SavedCounts>, FolderError> {
        let path = self.path.join(name);
        match self.storage.read(&path, limits::COUNTS) {
            Ok(content) => match SavedCounts::from_file(&content) {
                Ok(saved) => Ok(Some(saved)),
                Err(error) => Err(FolderError::Counts { path, error }),
            },
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(StorageError::of("read", &path)(error).into()),
        }
    }

    /// Enters the folder again if it was removed meanwhile.
    fn stay(&mut self) -> Result<(), FolderError> {
        if self.lock.as_ref().is_some_and(|lock| lock.is_in_place()) { Ok(()) } else { self.enter() }
    }

    /// Creates and locks the folder, ends what was begun in it, and checks what
    /// it holds.
    fn enter(&mut self) -> Result<(), FolderError> {
        self.lock = None;
        let unwritable = |error| FolderError::Unwritable { path: self.path.clone(), error };
        let mut tries = 0..TRIES;
        let locked = loop {
            self.created.extend(create_folders(&*self.storage, &self.path).map_err(unwritable)?);
            match self.storage.lock(&self.path.join(LOCK), Wait::Never) {
                // A process that had nothing to write has just removed it.
                Err(error) if error.kind() == io::ErrorKind::NotFound && tries.next().is_some() => {}
                Err(error) if error.get_ref().is_some() => {
                    return Err(StorageError::of("lock", &self.path.join(LOCK))(error).into());
                }
                locked => break locked.map_err(unwritable)?,
            }
        };
        self.lock = Some(locked.ok_or_else(|| FolderError::InUse { path: self.path.clone() })?);
        recover(&*self.storage, &self.path)?;
        let holding = self.holding()?;
        self.check(&holding)?;
        self.held = match holding {
            Holding::Result(held) => Some(*held),
            _ => None,
        };
        Ok(())
    }

    /// Checks that the request may be written to a folder that holds this.
    fn check(&self, holding: &Holding) -> Result<(), FolderError> {
        let path = self.path.clone();
        match holding {
            _ if self.is_forced => Ok(()),
            Holding::Nothing => Ok(()),
            Holding::Result(held) | Holding::Checkpoint(held) if held.may_become(&self.request) => Ok(()),
            Holding::Result(held) | Holding::Checkpoint(held) => {
                // Another command is named already.
                let same_command = held.command == self.request.command;
                let differs = held.difference(&self.request).filter(|_| same_command);
                let differs = differs.map(|differs| format!(": {differs}"));
                let what = format!("{}{}", held.in_words(), differs.unwrap_or_default());
                Err(FolderError::OtherResult { path, what })
            }
            Holding::Other => Err(FolderError::NotEmpty { path }),
        }
    }

    fn holding(&self) -> Result<Holding, FolderError> {
        let names = match self.storage.list(&self.path) {
            Ok(names) => names,
            Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
            // As far as a path exists, it leads to a file.
            Err(error) if error.kind() == io::ErrorKind::NotADirectory => Vec::new(),
            Err(error) => return Err(StorageError::of("read", &self.path)(error).into()),
        };
        if let Some(record) = record_among(&*self.storage, &self.path, &names)? {
            return Ok(Holding::Result(Box::new(record)));
        }
        if !self.is_forced
            && names.iter().any(|name| name == CHECKPOINT)
            && let Some(saved) = self.counts_in(CHECKPOINT)?
            && !is_to_overwrite(&saved)
        {
            return Ok(Holding::Checkpoint(Box::new(saved.record)));
        }
        let is_empty = names.iter().all(|name| is_own_name(name) || name == CHECKPOINT);
        Ok(if is_empty { Holding::Nothing } else { Holding::Other })
    }

    /// An error of the folder as one of the storage.
    fn in_storage(&self, error: FolderError) -> StorageError {
        match error {
            FolderError::Storage(error) => error,
            FolderError::Unwritable { path, error } => StorageError { action: "write to", path, error },
            other => StorageError::of("write to", &self.path)(io::Error::other(other.to_string())),
        }
    }
}

/// Whether counts are those of a command that overwrites a folder: only such a one
/// may resume it, which has rows of its own.
fn is_to_overwrite(saved: &SavedCounts) -> bool {
    saved.sitting.as_ref().is_some_and(|sitting| sitting.is_forced)
}

impl Drop for ResultFolder {
    /// Unlocks the folder, and removes those that were created if nothing was
    /// written to them.
    fn drop(&mut self) {
        self.lock = None;
        for folder in self.created.iter().rev() {
            let _ = self.storage.remove_folder(folder);
        }
    }
}
