//! The rows of a study, kept until they are written as files.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::RowsRequest;
use super::file::{Added, RowsFile};
use super::saved::{RowsError, SavedRows};
use crate::report::BlockSet;
use crate::rows::{RowCollector, RowLayout};
use crate::storage::{Ready, Storage, StorageError};

/// Keeps the rows of finished blocks until they are written as files.
pub struct RowsKeeper {
    storage: Arc<dyn Storage>,
    folder: PathBuf,
    files: Vec<RowsFile>,
}

impl RowsKeeper {
    /// A keeper without rows, for the files of these layouts in a folder. Files
    /// that others have saved there are left as they are.
    #[must_use]
    pub fn new(
        storage: Arc<dyn Storage>,
        folder: &Path,
        others: Option<&SavedRows>,
        request: &RowsRequest,
        layouts: Vec<RowLayout>,
    ) -> RowsKeeper {
        let files = layouts.into_iter().map(|layout| RowsFile::new(request.format, layout, others));
        RowsKeeper { storage, folder: folder.to_owned(), files: files.collect() }
    }

    /// The names of the files.
    pub fn names(&self) -> impl Iterator<Item = String> + '_ {
        self.files.iter().map(|file| file.name().to_owned())
    }

    /// Resumes from rows that were saved in the folder with the counts of these
    /// blocks.
    ///
    /// # Errors
    /// If they are of other blocks, or a file is not the one that was saved.
    pub fn restore(&mut self, saved: &SavedRows, blocks: &BlockSet) -> Result<(), RowsError> {
        let RowsKeeper { storage, folder, files } = self;
        check_kinds(files, saved)?;
        let mut both = files.iter_mut().zip(&saved.0);
        both.try_for_each(|(file, saved)| file.restore(saved, blocks, &**storage, folder))
    }

    /// Adds the rows of a part in its folder, which were saved with the counts of
    /// these blocks.
    ///
    /// # Errors
    /// If they are of other blocks, a file is not the one that was saved, or
    /// something cannot be written.
    pub fn add_part(
        &mut self,
        folder: &Path,
        saved: &SavedRows,
        blocks: &BlockSet,
        pool: &rayon::ThreadPool,
    ) -> Result<(), RowsError> {
        let RowsKeeper { storage, folder: to, files } = self;
        check_kinds(files, saved)?;
        let mut both = files.iter_mut().zip(&saved.0);
        both.try_for_each(|(file, saved)| file.add_part(folder, saved, blocks, &**storage, to, pool))
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

    /// The rows so far, to be saved with the counts of these blocks. The groups
    /// among them will survive a power cut.
    ///
    /// # Errors
    /// If that fails, or there are not the rows of just these blocks.
    pub fn saved(&mut self, blocks: &BlockSet) -> Result<SavedRows, StorageError> {
        let RowsKeeper { storage, folder, files } = self;
        for file in files.iter_mut() {
            file.check_blocks(blocks, folder)?;
            file.sync(&**storage, folder)?;
        }
        Ok(SavedRows(self.files.iter().map(RowsFile::saved).collect()))
    }

    /// Writes the files, ready to be put in place; returns them with the rows as
    /// they are to be saved with the result of these blocks. A file that the folder
    /// has already is not written again.
    ///
    /// # Errors
    /// If one of them cannot be written, or there are not the rows of just these
    /// blocks; none is left then.
    pub fn write(&self, blocks: &BlockSet) -> Result<(Vec<Ready>, SavedRows), StorageError> {
        self.files.iter().try_for_each(|file| file.check_blocks(blocks, &self.folder))?;
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
fn check_kinds(files: &[RowsFile], saved: &SavedRows) -> Result<(), RowsError> {
    let kinds = files.iter().map(RowsFile::kind);
    if kinds.eq(saved.0.iter().map(|saved| saved.kind)) { Ok(()) } else { Err(RowsError::Unfit) }
}
