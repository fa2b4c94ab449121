//! Names in a folder that are resolved without following links, where the system
//! has no operations relative to an open folder: every component is looked at
//! before it is used. What is swapped in between is not noticed.

#![cfg_attr(all(test, unix), allow(dead_code))]

use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::{Component, Path, PathBuf};

use super::Kind;
use super::regular::{check_regular, is_link, not_regular};

/// A name in a folder. It need not exist.
#[derive(Debug)]
pub struct Entry(PathBuf);

/// What tells a file from every other one, as far as the system says so.
pub type Identity = (u64, u64);

impl Entry {
    /// The entry of this name, which may be in sub-folders. The folder itself is
    /// found wherever its path leads.
    pub fn find(folder: &Path, name: &Path) -> io::Result<Entry> {
        let mut path = if folder.as_os_str().is_empty() { PathBuf::from(".") } else { folder.to_owned() };
        if !fs::metadata(&path)?.is_dir() {
            return Err(io::ErrorKind::NotADirectory.into());
        }
        let mut components = name.components().peekable();
        loop {
            let Some(Component::Normal(name)) = components.next() else {
                return Err(io::ErrorKind::InvalidInput.into());
            };
            path.push(name);
            if components.peek().is_none() {
                return Ok(Entry(path));
            }
            check_folder(&path)?;
        }
    }

    /// What it is; none if there is nothing.
    pub fn kind(&self) -> io::Result<Option<Kind>> {
        match fs::symlink_metadata(&self.0) {
            Ok(data) if data.is_dir() => Ok(Some(Kind::Folder)),
            Ok(data) if data.is_file() => Ok(Some(Kind::File)),
            Ok(_) => Ok(Some(Kind::Other)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// The file that has this name, as long as it has.
    pub fn identity(&self) -> io::Result<Identity> {
        fs::symlink_metadata(&self.0).map(|_| (0, 0))
    }

    /// Opens a regular file.
    pub fn open(&self) -> io::Result<File> {
        self.opened(OpenOptions::new().read(true))
    }

    /// Opens a regular file to write to it.
    pub fn open_to_write(&self) -> io::Result<File> {
        self.opened(OpenOptions::new().write(true))
    }

    /// Opens a regular file to lock it; creates it if it is missing.
    pub fn open_or_create(&self) -> io::Result<File> {
        self.opened(OpenOptions::new().read(true).write(true).create(true).truncate(false))
    }

    /// Creates a file.
    pub fn create(&self) -> io::Result<File> {
        File::create_new(&self.0)
    }

    fn opened(&self, how: &OpenOptions) -> io::Result<File> {
        match fs::symlink_metadata(&self.0) {
            Ok(data) if data.is_symlink() => return Err(is_link(io::ErrorKind::Other)),
            Ok(data) if !data.is_file() && !data.is_dir() => return Err(not_regular()),
            _ => {}
        }
        let file = how.open(&self.0)?;
        check_regular(&file)?;
        Ok(file)
    }

    /// Gives a file another name, of which whatever had it is replaced.
    pub fn rename(&self, to: &Entry) -> io::Result<()> {
        fs::rename(&self.0, &to.0)
    }

    /// Removes a file or a link.
    pub fn remove_file(&self) -> io::Result<()> {
        fs::remove_file(&self.0)
    }

    /// Creates a folder.
    pub fn create_folder(&self) -> io::Result<()> {
        fs::create_dir(&self.0)
    }

    /// Removes an empty folder.
    pub fn remove_folder(&self) -> io::Result<()> {
        check_folder(&self.0)?;
        fs::remove_dir(&self.0)
    }

    /// The names in a folder.
    pub fn list(&self) -> io::Result<Vec<String>> {
        check_folder(&self.0)?;
        fs::read_dir(&self.0)?.map(|entry| Ok(entry?.file_name().to_string_lossy().into_owned())).collect()
    }

    /// Makes the names in a folder survive a power cut, where that can be asked for.
    pub fn sync_folder(&self) -> io::Result<()> {
        check_folder(&self.0)?;
        if cfg!(unix) { File::open(&self.0)?.sync_all() } else { Ok(()) }
    }
}

fn check_folder(path: &Path) -> io::Result<()> {
    let data = fs::symlink_metadata(path)?;
    match data.is_dir() {
        true => Ok(()),
        false if data.is_symlink() => Err(is_link(io::ErrorKind::NotADirectory)),
        false => Err(io::ErrorKind::NotADirectory.into()),
    }
}

/// The identity of an open file.
pub fn identity_of(file: &File) -> io::Result<Identity> {
    file.metadata().map(|_| (0, 0))
}

#[cfg(all(test, unix))]
mod tests {
    include!("beneath_tests.rs");
}
