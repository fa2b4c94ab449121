//! The rows of a study, kept until they are written as files.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::RowsRequest;
use super::file::{Added, RowsFile, RowsOwner};
use super::saved::{RowsError, SavedRows};
use crate::rows::{RowCollector, RowLayout};
use crate::storage::{Ready, Storage, StorageError};

/// Keeps the rows of finished blocks until they are written as files.
pub struct RowsKeeper {
    storage: Arc<dyn Storage>,
    folder: PathBuf,
    files: Vec<RowsFile>,
}

impl RowsKeeper {
    /// A keeper without rows, for the files of these layouts in a folder.
    #[must_use]
    pub fn new(
        storage: Arc<dyn Storage>,
        folder: &Path,
        owner: RowsOwner,
        request: &RowsRequest,
        layouts: Vec<RowLayout>,
    ) -> RowsKeeper {
        let files = layouts.into_iter().map(|layout| RowsFile::new(request.format, owner, layout)).collect();
        RowsKeeper { storage, folder: folder.to_owned(), files }
    }

    /// The names of the files.
    pub fn names(&self) -> impl Iterator<Item = String> + '_ {
        self.files.iter().map(|file| file.name().to_owned())
    }

    /// Goes on from rows that were saved in the folder.
    ///
    /// # Errors
    /// If they are damaged, or a file with groups is missing.
    pub fn restore(&mut self, saved: &SavedRows) -> Result<(), RowsError> {
        let RowsKeeper { storage, folder, files } = self;
        check_kinds(files, saved).map_err(|()| RowsError::Damaged(folder.clone()))?;
        let mut both = files.iter_mut().zip(&saved.0);
        both.try_for_each(|(file, saved)| file.restore(saved, &**storage, folder))
    }

    /// Adds the rows of a part, in its folder.
    ///
    /// # Errors
    /// If they are damaged, or cannot be written.
    pub fn add_part(
        &mut self,
        folder: &Path,
        saved: &SavedRows,
        pool: &rayon::ThreadPool,
    ) -> Result<(), RowsError> {
        let RowsKeeper { storage, folder: to, files } = self;
        check_kinds(files, saved).map_err(|()| RowsError::Damaged(folder.to_owned()))?;
        let mut both = files.iter_mut().zip(&saved.0);
        both.try_for_each(|(file, saved)| file.add_part(folder, saved, &**storage, to, pool))
    }

    /// Keeps the rows of finished blocks, and empties the collectors. What is kept
    /// is as it was before if that fails.
    ///
    /// # Errors
    /// If groups cannot be written.
    pub fn keep(
        &mut self,
        collectors: Vec<&mut RowCollector>,
        pool: &rayon::ThreadPool,
    ) -> Result<(), StorageError> {
        let RowsKeeper { storage, folder, files } = self;
        let mut added: Vec<Added> = Vec::new();
        for file in files.iter_mut() {
            match file.add_blocks(&collectors, &**storage, folder, pool) {
                Ok(now) => added.push(now),
                Err(error) => {
                    // They may have more than what is kept: opened anew, they have
                    // just that.
                    files.iter_mut().for_each(RowsFile::close_spool);
                    return Err(error);
                }
            }
        }
        files.iter_mut().zip(added).for_each(|(file, added)| file.take(added));
        collectors.into_iter().for_each(RowCollector::clear);
        Ok(())
    }

    /// The rows so far, to be saved with the counts. The groups among them will
    /// survive a power cut.
    ///
    /// # Errors
    /// If that fails.
    pub fn saved(&mut self) -> Result<SavedRows, StorageError> {
        self.files.iter_mut().try_for_each(|file| file.sync(&*self.storage, &self.folder))?;
        Ok(SavedRows(self.files.iter().map(RowsFile::saved).collect()))
    }

    /// Writes the files, ready to be put in place; returns them with the rows as
    /// they are to be saved with the result. A file that the folder has already is
    /// not written again.
    ///
    /// # Errors
    /// If one of them cannot be written; none is left then.
    pub fn write(&self) -> Result<(Vec<Ready>, SavedRows), StorageError> {
        let mut ready: Vec<Ready> = Vec::new();
        let mut saved = Vec::new();
        for file in &self.files {
            if !file.is_changed() {
                saved.push(file.saved());
                continue;
            }
            match file.write(&*self.storage, &self.folder) {
                Ok((written, as_saved)) => {
                    ready.push(written);
                    saved.push(as_saved);
                }
                Err(error) => {
                    ready.into_iter().for_each(|ready| ready.discard(&*self.storage, &self.folder));
                    return Err(error);
                }
            }
        }
        Ok((ready, SavedRows(saved)))
    }

    /// Removes the groups that are in no result: nothing of it was saved.
    pub fn abandon(&mut self) {
        self.files.iter_mut().for_each(|file| file.abandon(&*self.storage, &self.folder));
    }
}

/// Checks that rows are those of these files.
fn check_kinds(files: &[RowsFile], saved: &SavedRows) -> Result<(), ()> {
    let kinds = files.iter().map(RowsFile::kind);
    if kinds.eq(saved.0.iter().map(|saved| saved.kind)) { Ok(()) } else { Err(()) }
}
