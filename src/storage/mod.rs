//! Where results are kept: the file operations that they need, and results of
//! several files that are replaced as one.
//!
//! Everything that is written goes through [`Storage`], so that the tests can
//! fail or stop it at every single operation.

mod commit;
mod disk;
mod folders;
#[cfg(test)]
mod testkit;

pub use commit::{
    CommitError, File, Ready, StorageError, commit, commit_with, has_journal, is_own_name, recover,
    remove_parts, replace, write_ready,
};
pub use disk::Disk;
pub use folders::create_folders;
#[cfg(test)]
pub(crate) use testkit::{Fault, Faulty, Memory};

use std::fmt::Debug;
use std::io;
use std::path::{Path, PathBuf};

/// What a path leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A folder.
    Folder,
    /// A file, or anything else that is not a folder.
    File,
}

/// Whether to wait for a lock that another process holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wait {
    /// Until it is free: for what takes a moment.
    UntilFree,
    /// Not at all.
    Never,
}

/// File operations. A path that is missing gives [`io::ErrorKind::NotFound`].
pub trait Storage: Debug + Send + Sync {
    /// What a path leads to; none if there is nothing.
    ///
    /// # Errors
    /// If that cannot be found out.
    fn kind(&self, path: &Path) -> io::Result<Option<Kind>>;

    /// The names of everything in a folder, sorted.
    ///
    /// # Errors
    /// If it cannot be read.
    fn list(&self, folder: &Path) -> io::Result<Vec<String>>;

    /// The content of a file.
    ///
    /// # Errors
    /// If it cannot be read.
    fn read(&self, path: &Path) -> io::Result<Vec<u8>>;

    /// Creates a folder in one that exists.
    ///
    /// # Errors
    /// If it exists, or cannot be created.
    fn create_folder(&self, path: &Path) -> io::Result<()>;

    /// Removes an empty folder.
    ///
    /// # Errors
    /// If it is not empty, or cannot be removed.
    fn remove_folder(&self, path: &Path) -> io::Result<()>;

    /// Creates a file that is not there yet; a link counts as being there.
    ///
    /// # Errors
    /// If it exists, or cannot be created.
    fn create_file(&self, path: &Path) -> io::Result<Box<dyn NewFile>>;

    /// Opens a file to write on after its first bytes; what it has beyond them is
    /// dropped.
    ///
    /// # Errors
    /// If it is missing or shorter, or cannot be opened.
    fn continue_file(&self, path: &Path, keep: u64) -> io::Result<Box<dyn NewFile>>;

    /// Opens a file to read pieces of it.
    ///
    /// # Errors
    /// If it cannot be opened.
    fn open_file(&self, path: &Path) -> io::Result<Box<dyn OldFile>>;

    /// Renames a file, and replaces the one of that name at once.
    ///
    /// # Errors
    /// If it cannot be renamed.
    fn rename(&self, from: &Path, to: &Path) -> io::Result<()>;

    /// Removes a file.
    ///
    /// # Errors
    /// If it cannot be removed.
    fn remove_file(&self, path: &Path) -> io::Result<()>;

    /// Makes the names in a folder survive a power cut.
    ///
    /// # Errors
    /// If that fails.
    fn sync_folder(&self, folder: &Path) -> io::Result<()>;

    /// [Syncs](NewFile::sync) several files; how it went with each. A disk does it
    /// at once, which takes hardly longer than one of them.
    fn sync_files(&self, files: &mut [Box<dyn NewFile>]) -> Vec<io::Result<()>> {
        files.iter_mut().map(|file| file.sync()).collect()
    }

    /// [Syncs](Storage::sync_folder) several folders; how it went with each.
    fn sync_folders(&self, folders: &[PathBuf]) -> Vec<io::Result<()>> {
        folders.iter().map(|folder| self.sync_folder(folder)).collect()
    }

    /// Keeps room on the disk until the guard is dropped, or the process ends.
    ///
    /// # Errors
    /// If there is not as much room.
    fn reserve(&self, folder: &Path, bytes: u64) -> io::Result<Reserved>;

    /// Locks a path until the guard is dropped, or the process ends in any way;
    /// none if another process holds the lock.
    ///
    /// # Errors
    /// If the file of the lock cannot be created.
    fn lock(&self, path: &Path, wait: Wait) -> io::Result<Option<Box<dyn Lock>>>;
}

/// A file that was created and is being written.
pub trait NewFile: io::Write + Send {
    /// Makes the content survive a power cut.
    ///
    /// # Errors
    /// If that fails.
    fn sync(&mut self) -> io::Result<()>;
}

/// A file that can be read piece by piece, by several at once.
pub trait OldFile: Debug + Send + Sync {
    /// Its length.
    ///
    /// # Errors
    /// If that cannot be found out.
    fn length(&self) -> io::Result<u64>;

    /// Reads from an offset, up to as many bytes as there is room for.
    ///
    /// # Errors
    /// If it cannot be read.
    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<usize>;
}

/// Room on the disk.
pub type Reserved = Box<dyn Debug + Send>;

/// A lock that is held.
pub trait Lock: Debug + Send {
    /// Whether the path is still the one that was locked: it is not if its
    /// folder was removed.
    fn is_in_place(&self) -> bool;
}
