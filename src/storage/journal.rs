//! The journal of a result that is put in place: what to rename and to remove.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::commit::{is_inside, is_part, sync_folder, to_folder};
use super::{Kind, Storage, StorageError};

/// The name of the journal.
pub const JOURNAL: &str = ".fuda-commit";

/// What turns the old result into the new one. Each step can be repeated.
#[derive(Debug, Serialize, Deserialize)]
pub struct Journal {
    /// The temporary name and the name of each new file.
    pub put: Vec<(String, String)>,
    /// The files that the new result does not have.
    pub remove: Vec<String>,
}

/// Whether a journal is carried out by the process that wrote it, or by one that
/// found it, when some of it may be done already.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Time {
    First,
    Again,
}

impl Journal {
    pub fn parse(text: &[u8]) -> io::Result<Journal> {
        let damaged =
            || io::Error::other("it is damaged; remove it, and repeat the command that wrote the result");
        let journal: Journal = serde_json::from_slice(text).map_err(|_| damaged())?;
        let is_target =
            |name: &String| is_inside(name) && !Path::new(name).iter().any(|part| part == JOURNAL);
        let is_good = journal.put.iter().all(|(part, name)| is_part(part) && is_target(name))
            && journal.remove.iter().all(is_target);
        if is_good { Ok(journal) } else { Err(damaged()) }
    }

    /// Takes over which files of the old result are to be removed: those that lie
    /// where it could have put them.
    pub fn list_obsolete(
        &mut self,
        storage: &dyn Storage,
        folder: &Path,
        names: &[String],
    ) -> Result<(), StorageError> {
        let mut known: BTreeMap<PathBuf, bool> = BTreeMap::from([(folder.to_owned(), true)]);
        for name in names.iter().filter(|name| is_inside(name)) {
            let within = folder.join(name).parent().expect("a file is in a folder").to_owned();
            let is_folder = match known.get(&within) {
                Some(&is_folder) => is_folder,
                None => {
                    let kind = storage.kind(&within).map_err(StorageError::of("read", &within))?;
                    known.insert(within, kind == Some(Kind::Folder));
                    kind == Some(Kind::Folder)
                }
            };
            if is_folder {
                self.remove.push(name.clone());
            }
        }
        Ok(())
    }

    /// The sub-folders that new files are put into.
    pub fn inner_folders(&self, folder: &Path) -> Vec<PathBuf> {
        inner_folders(folder, self.put.iter().map(|(_, name)| name))
    }

    /// Carries out what was not yet, and removes the journal.
    pub fn carry_out(&self, storage: &dyn Storage, folder: &Path, time: Time) -> Result<(), StorageError> {
        let new_folders = self.inner_folders(folder);
        for inner in &new_folders {
            match storage.create_folder(inner) {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                done => done.map_err(StorageError::of("create", inner))?,
            }
        }
        for (part, name) in &self.put {
            let (part, target) = (folder.join(part), folder.join(name));
            put_part(storage, &part, &target, time).map_err(StorageError::of("write", &target))?;
        }
        for name in &self.remove {
            let path = folder.join(name);
            match storage.remove_file(&path) {
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                done => done.map_err(StorageError::of("remove", &path))?,
            }
        }
        // A folder whose files were all removed goes with them; one that has
        // others in it stays.
        let mut changed = inner_folders(folder, self.put.iter().map(|(_, name)| name).chain(&self.remove));
        changed.reverse();
        changed.retain(|changed| new_folders.contains(changed) || storage.remove_folder(changed).is_err());
        for (synced, changed) in storage.sync_folders(&changed).into_iter().zip(&changed) {
            match synced {
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                done => done.map_err(to_folder(changed))?,
            }
        }
        // Last: the new name of a file must be there for good before its temporary
        // one is gone for good.
        sync_folder(storage, folder)?;
        let path = folder.join(JOURNAL);
        storage.remove_file(&path).map_err(StorageError::of("remove", &path))?;
        sync_folder(storage, folder)
    }
}

/// Renames a temporary file. It is missing only if that was done before.
fn put_part(storage: &dyn Storage, part: &Path, target: &Path, time: Time) -> io::Result<()> {
    if time == Time::First {
        return storage.rename(part, target);
    }
    match (storage.kind(part)?, storage.kind(target)?) {
        (Some(Kind::File), _) => storage.rename(part, target),
        (None, Some(Kind::File)) => Ok(()),
        _ => Err(io::Error::other("its new content is missing; start over with --force")),
    }
}

/// The sub-folders of these names, each after the one that it is in.
fn inner_folders<'a>(folder: &Path, names: impl Iterator<Item = &'a String>) -> Vec<PathBuf> {
    let inner: BTreeSet<&Path> = names.flat_map(|name| Path::new(name).ancestors().skip(1)).collect();
    inner.into_iter().filter(|inner| !inner.as_os_str().is_empty()).map(|inner| folder.join(inner)).collect()
}
