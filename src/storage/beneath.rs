//! Names in a folder that are resolved without following links.
//!
//! The folder that a name lies in is opened component by component, each relative
//! to the one before (`openat`) and none of them a link; then the operation is done
//! relative to it. So no name leads elsewhere, whatever is put in its way meanwhile.

use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io;
use std::os::fd::OwnedFd;
use std::path::{Component, Path};

use rustix::fs::{
    AtFlags, CWD, Dir, FileType, Mode, OFlags, fstat, mkdirat, openat, renameat, statat, unlinkat,
};

use super::Kind;
use super::regular::{check_regular, is_link, not_regular};

/// A name in a folder that is open. It need not exist.
#[derive(Debug)]
pub struct Entry {
    folder: OwnedFd,
    name: OsString,
}

/// What tells a file from every other one.
pub type Identity = (u64, u64);

const FOLDER: OFlags = OFlags::DIRECTORY.union(OFlags::CLOEXEC);
/// Neither follows a link nor waits for the other end of a pipe.
const FILE: OFlags = OFlags::NOFOLLOW.union(OFlags::NONBLOCK).union(OFlags::CLOEXEC);

impl Entry {
    /// The entry of this name, which may be in sub-folders. The folder itself is
    /// found wherever its path leads.
    pub fn find(folder: &Path, name: &Path) -> io::Result<Entry> {
        let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
        let mut folder = openat(CWD, folder, OFlags::RDONLY | FOLDER, Mode::empty())?;
        let mut components = name.components().peekable();
        loop {
            let Some(Component::Normal(name)) = components.next() else {
                return Err(io::ErrorKind::InvalidInput.into());
            };
            if components.peek().is_none() {
                return Ok(Entry { folder, name: name.to_owned() });
            }
            folder = open_folder(&folder, name)?;
        }
    }

    /// What it is; none if there is nothing.
    pub fn kind(&self) -> io::Result<Option<Kind>> {
        match statat(&self.folder, &self.name, AtFlags::SYMLINK_NOFOLLOW) {
            Ok(stat) => Ok(Some(match FileType::from_raw_mode(stat.st_mode) {
                FileType::Directory => Kind::Folder,
                FileType::RegularFile => Kind::File,
                _ => Kind::Other,
            })),
            Err(rustix::io::Errno::NOENT) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    /// The file that has this name, as long as it has.
    pub fn identity(&self) -> io::Result<Identity> {
        let stat = statat(&self.folder, &self.name, AtFlags::SYMLINK_NOFOLLOW)?;
        Ok((stat.st_dev as u64, stat.st_ino as u64))
    }

    /// Opens a regular file.
    pub fn open(&self) -> io::Result<File> {
        self.opened(OFlags::RDONLY, Mode::empty())
    }

    /// Opens a regular file that has no other name, to write to it.
    pub fn open_to_write(&self) -> io::Result<File> {
        let file = self.opened(OFlags::WRONLY, Mode::empty())?;
        if fstat(&file)?.st_nlink > 1 {
            return Err(io::Error::other(
                "it has other names (hard links), under which it would change, too",
            ));
        }
        Ok(file)
    }

    /// Opens a regular file to lock it; creates it if it is missing.
    pub fn open_or_create(&self) -> io::Result<File> {
        self.opened(OFlags::RDWR | OFlags::CREATE, Mode::from_raw_mode(0o666))
    }

    /// Creates a file.
    pub fn create(&self) -> io::Result<File> {
        let new = OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | OFlags::CLOEXEC;
        Ok(openat(&self.folder, &self.name, new, Mode::from_raw_mode(0o666))?.into())
    }

    fn opened(&self, how: OFlags, mode: Mode) -> io::Result<File> {
        let opened = openat(&self.folder, &self.name, how | FILE, mode);
        let file: File = opened.map_err(|error| self.explained(error.into()))?.into();
        check_regular(&file)?;
        Ok(file)
    }

    /// Gives a file another name, of which whatever had it is replaced.
    pub fn rename(&self, to: &Entry) -> io::Result<()> {
        Ok(renameat(&self.folder, &self.name, &to.folder, &to.name)?)
    }

    /// Removes a file or a link.
    pub fn remove_file(&self) -> io::Result<()> {
        Ok(unlinkat(&self.folder, &self.name, AtFlags::empty())?)
    }

    /// Creates a folder.
    pub fn create_folder(&self) -> io::Result<()> {
        Ok(mkdirat(&self.folder, &self.name, Mode::from_raw_mode(0o777))?)
    }

    /// Removes an empty folder.
    pub fn remove_folder(&self) -> io::Result<()> {
        Ok(unlinkat(&self.folder, &self.name, AtFlags::REMOVEDIR)?)
    }

    /// The names in a folder.
    pub fn list(&self) -> io::Result<Vec<String>> {
        let entries = Dir::read_from(open_folder(&self.folder, &self.name)?)?;
        let names = entries.map(|entry| Ok(entry?.file_name().to_string_lossy().into_owned()));
        let names: io::Result<Vec<String>> = names.collect();
        Ok(names?.into_iter().filter(|name| name != "." && name != "..").collect())
    }

    /// Makes the names in a folder survive a power cut.
    pub fn sync_folder(&self) -> io::Result<()> {
        File::from(open_folder(&self.folder, &self.name)?).sync_all()
    }

    /// Why this could not be opened as a file.
    fn explained(&self, error: io::Error) -> io::Error {
        // A pipe that nobody reads, or a socket, cannot be opened at all.
        let is_closed = error.raw_os_error() == Some(rustix::io::Errno::NXIO.raw_os_error());
        match error {
            _ if is_closed => not_regular(),
            _ if is_a_link(&self.folder, &self.name) => is_link(io::ErrorKind::Other),
            error => error,
        }
    }
}

/// Opens a folder in an open one.
fn open_folder(parent: &OwnedFd, name: &OsStr) -> io::Result<OwnedFd> {
    let flags = OFlags::RDONLY | OFlags::NOFOLLOW | FOLDER;
    openat(parent, name, flags, Mode::empty()).map_err(|error| match error.into() {
        _ if is_a_link(parent, name) => is_link(io::ErrorKind::NotADirectory),
        error => error,
    })
}

fn is_a_link(parent: &OwnedFd, name: &OsStr) -> bool {
    statat(parent, name, AtFlags::SYMLINK_NOFOLLOW)
        .is_ok_and(|stat| FileType::from_raw_mode(stat.st_mode) == FileType::Symlink)
}

/// The identity of an open file.
pub fn identity_of(file: &File) -> io::Result<Identity> {
    let stat = fstat(file)?;
    Ok((stat.st_dev as u64, stat.st_ino as u64))
}

#[cfg(test)]
mod tests {
    include!("beneath_tests.rs");
}
