//! Where results are kept: the file operations that they need, and results of
//! several files that are replaced as one.
//!
//! Everything that is written goes through [`Storage`], so that the tests can
//! fail or stop it at every single operation.
//!
//! A path that the user gives may lead through links. What lies in a folder may
//! be a stranger's: no link is followed to reach it ([`Storage::within`]), and
//! only regular files are opened, up to a size ([`limits`]).

#[cfg_attr(not(unix), path = "beneath_by_path.rs")]
mod beneath;
#[cfg(all(test, unix))]
#[path = "beneath_by_path.rs"]
mod beneath_by_path;
mod commit;
mod disk;
mod folders;
mod journal;
pub mod limits;
mod regular;
#[cfg(test)]
mod testkit;

pub use commit::{
    CommitError, File, Ready, StorageError, commit, commit_with, has_journal, is_inside, is_own_name,
    recover, remove_lone_parts, replace, replace_lone, write_ready,
};
pub use disk::Disk;
pub use folders::create_folders;
pub use regular::{open_regular, read_regular, read_regular_text};
#[cfg(test)]
pub(crate) use testkit::{Fault, Faulty, Memory};

use std::fmt::Debug;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// What a path leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A folder.
    Folder,
    /// A regular file.
    File,
    /// Anything else: a pipe, a device, a link that is not followed or leads
    /// nowhere.
    Other,
}

/// Whether to wait for a lock that another process holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wait {
    /// For this long: for what takes a moment.
    AtMost(Duration),
    /// Not at all.
    Never,
}

/// File operations. A path that is missing gives [`io::ErrorKind::NotFound`].
///
/// A folder is found wherever the links in its path lead, and the last name of a
/// file's path is never followed.
pub trait Storage: Debug + Send + Sync {
    /// The same storage for whoever works in this folder: below it, no link is
    /// followed to a folder either.
    fn within(&self, folder: &Path) -> Arc<dyn Storage>;

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

    /// The content of a regular file of at most this many bytes.
    ///
    /// # Errors
    /// If it is anything else, larger, or cannot be read.
    fn read(&self, path: &Path, most: u64) -> io::Result<Vec<u8>>;

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
    /// If it is missing, shorter, no regular file or one of several names, or
    /// cannot be opened.
    fn continue_file(&self, path: &Path, keep: u64) -> io::Result<Box<dyn NewFile>>;

    /// Opens a regular file to read pieces of it.
    ///
    /// # Errors
    /// If it is anything else, or cannot be opened.
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
    /// none if another process holds the lock for longer than is waited.
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
