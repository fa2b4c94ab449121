//! The folder of a run.
//!
//! A file is written under a temporary name and renamed when it is complete:
//! a reader never sees half a file.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::{File, Manifest};

/// The file that says what a folder holds.
pub const MANIFEST: &str = "run.toml";
/// Where an interrupted run keeps its counts.
const SAVED_TALLY: &str = "partial.tally";
/// Room that is kept until the files are written.
const RESERVE: &str = ".fuda-reserve";

/// A folder that a run may write to.
#[derive(Debug)]
pub struct Folder {
    path: PathBuf,
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

/// Why a folder cannot be used.
#[derive(Debug, Error)]
pub enum FolderError {
    /// It holds another run.
    #[error(
        "{} holds another run ({what}); choose another folder with --out, or overwrite it with --force",
        path.display()
    )]
    OtherRun {
        /// The folder.
        path: PathBuf,
        /// What it holds.
        what: String,
    },
    /// It is not empty, and holds no run.
    #[error(
        "{} is not empty and holds no run; choose another folder with --out, or write into it with --force",
        path.display()
    )]
    NotEmpty {
        /// The folder.
        path: PathBuf,
    },
    /// It is a file.
    #[error("{} is not a folder; choose another one with --out", path.display())]
    NotAFolder {
        /// The path.
        path: PathBuf,
    },
    /// It cannot be made or written to.
    #[error("cannot write to {}: {error}{}", path.display(), saved_text(saved))]
    Unwritable {
        /// The folder or file.
        path: PathBuf,
        /// Why.
        error: io::Error,
        /// The files that were written before.
        saved: Vec<String>,
    },
}

fn saved_text(saved: &[String]) -> String {
    if saved.is_empty() { String::new() } else { format!("; written before: {}", saved.join(", ")) }
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
        let unwritable = |error| FolderError::Unwritable { path: path.to_owned(), error, saved: Vec::new() };
        if path.exists() && !path.is_dir() {
            return Err(FolderError::NotAFolder { path: path.to_owned() });
        }
        let found = Folder::look(path, manifest, force)?;
        fs::create_dir_all(path).map_err(unwritable)?;
        let folder = Folder { path: path.to_owned() };
        folder.write_file(RESERVE, &vec![0; room]).map_err(unwritable)?;
        Ok((folder, found))
    }

    fn look(path: &Path, manifest: &Manifest, force: bool) -> Result<Found, FolderError> {
        let holds_files = fs::read_dir(path).is_ok_and(|mut entries| {
            entries.any(|entry| entry.is_ok_and(|entry| entry.file_name() != RESERVE))
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
            Err(_) => Err(FolderError::NotEmpty { path: path.to_owned() }),
        }
    }

    /// Whether a folder holds a run that was interrupted.
    #[must_use]
    pub fn holds_part(path: &Path) -> bool {
        path.join(SAVED_TALLY).is_file()
    }

    /// The folder.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The counts of an interrupted run, if there are any.
    #[must_use]
    pub fn saved_tally(&self) -> Option<String> {
        fs::read_to_string(self.path.join(SAVED_TALLY)).ok()
    }

    /// Writes the files of a run, run.toml last: a folder that has one is
    /// complete. The files of another run that was there are removed.
    ///
    /// # Errors
    /// If a file cannot be written; those before it are kept.
    pub fn write(
        &self,
        files: &[File],
        manifest: &Manifest,
        tally: Option<String>,
    ) -> Result<(), FolderError> {
        let _ = fs::remove_file(self.path.join(RESERVE));
        self.remove_other(files);
        let tally = tally.map(|text| File { name: SAVED_TALLY.to_owned(), content: text.into_bytes() });
        let manifest = File { name: MANIFEST.to_owned(), content: manifest.to_toml().into_bytes() };
        let mut saved = Vec::new();
        for file in files.iter().chain(&tally).chain([&manifest]) {
            self.write_file(&file.name, &file.content).map_err(|error| FolderError::Unwritable {
                path: self.path.join(&file.name),
                error,
                saved: saved.clone(),
            })?;
            saved.push(file.name.clone());
        }
        Ok(())
    }

    /// Writes a file that is no part of the result.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write_aside(&self, name: &str, content: &str) -> Result<(), FolderError> {
        self.write_file(name, content.as_bytes()).map_err(|error| FolderError::Unwritable {
            path: self.path.join(name),
            error,
            saved: Vec::new(),
        })
    }

    /// Gives back the room, and the folder if nothing is in it: for a run that
    /// ends before it has anything to write.
    pub fn abandon(self) {
        let _ = fs::remove_file(self.path.join(RESERVE));
        let _ = fs::remove_dir(&self.path);
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

    fn write_file(&self, name: &str, content: &[u8]) -> io::Result<()> {
        write_file(&self.path, name, content)
    }
}

/// Writes a file into a folder, whole or not at all.
pub(super) fn write_file(folder: &Path, name: &str, content: &[u8]) -> io::Result<()> {
    let temporary = folder.join(format!(".{name}.part"));
    let written = fs::File::create(&temporary)
        .and_then(|mut file| {
            file.write_all(content)?;
            file.sync_all()
        })
        .and_then(|()| fs::rename(&temporary, folder.join(name)));
    if written.is_err() {
        let _ = fs::remove_file(&temporary);
    }
    written
}
