//! The folder of a run.
//!
//! Files are written under temporary names and renamed when all of them are
//! complete: a reader never sees half a file, and a run that cannot be written
//! leaves what was there.

mod error;
mod room;

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::request::held;
use super::{File, Manifest};
use room::{RESERVE, Room};

pub use error::FolderError;
pub(super) use room::{make_folders, remove_folders};

/// The file that says what a folder holds.
pub const MANIFEST: &str = "run.toml";
/// Where an interrupted run keeps its counts.
const SAVED_TALLY: &str = "partial.tally";
/// How the name of a file ends that is not complete yet.
const PART: &str = ".part";

/// A folder that a run may write to.
#[derive(Debug)]
pub struct Folder {
    path: PathBuf,
    /// The folders that were made for it, the outermost first.
    made: Vec<PathBuf>,
    room: Option<Room>,
}

/// What was in the folder already.
#[derive(Debug)]
pub enum Found {
    /// Nothing.
    Nothing,
    /// The same run, or a part of it.
    SameRun(Box<Manifest>),
    /// Something that may be overwritten.
    Other,
}

impl Folder {
    /// Opens a folder for a run before any work is done: makes it, looks what
    /// it holds, and takes the room that the files will need.
    ///
    /// # Errors
    /// If it holds something else and `force` is not given, or cannot be
    /// written to.
    pub fn open(
        path: &Path,
        manifest: &Manifest,
        force: bool,
        room: usize,
    ) -> Result<(Folder, Found), FolderError> {
        let unwritable = |error| FolderError::Unwritable { path: path.to_owned(), error };
        if path.exists() && !path.is_dir() {
            return Err(FolderError::NotAFolder { path: path.to_owned() });
        }
        let found = Folder::look(path, manifest, force)?;
        let made = make_folders(path).map_err(unwritable)?;
        match Room::take(path, room) {
            Ok(room) => Ok((Folder { path: path.to_owned(), made, room: Some(room) }, found)),
            Err(error) => {
                remove_folders(&made);
                Err(unwritable(error))
            }
        }
    }

    fn look(path: &Path, manifest: &Manifest, force: bool) -> Result<Found, FolderError> {
        let holds_files = fs::read_dir(path).is_ok_and(|mut entries| {
            entries.any(|entry| entry.is_ok_and(|entry| !is_left_over(&entry.file_name().to_string_lossy())))
        });
        if !holds_files {
            return Ok(Found::Nothing);
        }
        match Manifest::read(&path.join(MANIFEST)) {
            Ok(there) if there.same_request(manifest) => Ok(Found::SameRun(Box::new(there))),
            _ if force => Ok(Found::Other),
            Ok(there) => Err(FolderError::OtherRun {
                path: path.to_owned(),
                what: format!("{} of seed {}, {} games", there.game, there.seed, there.games_played),
            }),
            Err(_) => Err(match held(path) {
                Some(what) => FolderError::OtherResult { path: path.to_owned(), what },
                None => FolderError::NotEmpty { path: path.to_owned() },
            }),
        }
    }

    /// Whether a folder holds the files of a run, and not its run.toml alone.
    #[must_use]
    pub fn holds_files(path: &Path) -> bool {
        path.join(SAVED_TALLY).is_file() || path.join("columns.csv").is_file()
    }

    /// The folder.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The counts of an interrupted run, if there are any and they are of what
    /// this manifest asks for: run.toml is a file that can be changed.
    #[must_use]
    pub fn saved_tally(&self, manifest: &Manifest) -> Option<String> {
        let saved = fs::read_to_string(self.path.join(SAVED_TALLY)).ok()?;
        saved.strip_prefix(&of_request(manifest)).map(ToOwned::to_owned)
    }

    /// The folders that were made for this one.
    #[must_use]
    pub fn made(&self) -> &[PathBuf] {
        &self.made
    }

    /// Writes the files of a run: all of them, or none. run.toml gets its name
    /// last: a folder that has one is complete. The files of another run that
    /// was there are removed.
    ///
    /// # Errors
    /// If a file cannot be written; then the folder is as it was.
    pub fn write(
        &mut self,
        mut files: Vec<File>,
        manifest: &Manifest,
        tally: Option<String>,
    ) -> Result<(), FolderError> {
        self.room = None;
        files.extend(tally.map(|text| {
            let content = (of_request(manifest) + &text).into_bytes();
            File { name: SAVED_TALLY.to_owned(), content }
        }));
        files.push(File { name: MANIFEST.to_owned(), content: manifest.to_toml().into_bytes() });
        let written = files.iter().try_for_each(|file| self.write_part(file)).and_then(|()| {
            self.remove_other(&files);
            files.iter().try_for_each(|file| self.give_name(file))
        });
        written.inspect_err(|_| {
            for file in &files {
                drop_part(&self.path, file);
            }
            remove_folders(&self.made);
        })
    }

    /// Gives back the room, and the folders that were made for it: for a run
    /// that ends before it has anything to write.
    pub fn abandon(mut self) {
        self.room = None;
        remove_folders(&self.made);
    }

    /// Removes the counts of an interrupted run, and CSV files that this run
    /// does not write, if the folder is known to be of a run.
    fn remove_other(&self, files: &[File]) {
        let _ = fs::remove_file(self.path.join(SAVED_TALLY));
        let old_run = fs::remove_file(self.path.join(MANIFEST)).is_ok();
        let Ok(entries) = fs::read_dir(&self.path) else { return };
        for path in entries.flatten().map(|entry| entry.path()).filter(|_| old_run) {
            let is_csv = path.extension().is_some_and(|extension| extension == "csv");
            let is_kept = files.iter().any(|file| path.ends_with(&file.name));
            if is_csv && !is_kept {
                let _ = fs::remove_file(path);
            }
        }
    }

    fn write_part(&self, file: &File) -> Result<(), FolderError> {
        write_part(&self.path, file).map_err(|error| self.lost(file, error))
    }

    fn give_name(&self, file: &File) -> Result<(), FolderError> {
        give_name(&self.path, file).map_err(|error| self.lost(file, error))
    }

    fn lost(&self, file: &File, error: io::Error) -> FolderError {
        FolderError::Lost { path: self.path.join(&file.name), error }
    }
}

/// The first line of saved counts: what they are counts of.
fn of_request(manifest: &Manifest) -> String {
    format!("run {}\n", manifest.hash())
}

/// Where a file stands until it is complete.
fn part(folder: &Path, file: &File) -> PathBuf {
    folder.join(format!(".{}{PART}", file.name))
}

/// Writes a file under its temporary name.
pub(super) fn write_part(folder: &Path, file: &File) -> io::Result<()> {
    fs::File::create(part(folder, file)).and_then(|mut part| {
        part.write_all(&file.content)?;
        part.sync_all()
    })
}

/// Gives a file that is complete its own name.
pub(super) fn give_name(folder: &Path, file: &File) -> io::Result<()> {
    fs::rename(part(folder, file), folder.join(&file.name))
}

/// Removes what was written of a file under its temporary name.
pub(super) fn drop_part(folder: &Path, file: &File) {
    let _ = fs::remove_file(part(folder, file));
}

/// Whether a file of this name was left by a run that was killed.
fn is_left_over(name: &str) -> bool {
    name == RESERVE || (name.starts_with('.') && name.ends_with(PART))
}
