//! `fuda merge`: one result from its parts.

mod whole;

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use clap::Args;

use super::args::{OutputArgs, Request};
use super::conduct::{Job, JobContext, conduct_in, job};
use super::failure::Failure;
use super::timing::{TIMING, Timing};
use super::{Surroundings, compare, league, run, sweep};
use crate::report::{CountsError, FolderError, HeldCounts, Record, SavedCounts, UNTIL_SURE, held_counts};
use crate::settings::Assignment;
use crate::storage::{Kind, Storage, limits};

pub use whole::{Merge, Merged};

const EXAMPLES: &str = "\
Examples:
  fuda run oni --games 1G --shard 3/8 --out shards/3      on one of 8 machines
  fuda merge shards/* --out oni-1G
  fuda merge shards --out oni-so-far --partial            what there is
  fuda merge reports/oni-0123456789-shard-*               to reports/oni-0123456789

The files are the same bytes as those of the same command without --shard or
--blocks. The order of the folders does not matter, and what was merged can be
merged further. Parts that overlap, that have other rules, bots, seeds or
versions, or that leave gaps are refused; --partial merges what there is, and
records which blocks are missing. The folders are only read.";

/// The arguments of `fuda merge`.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct MergeArgs {
    /// The folders of the parts, in any order, or a folder that holds only them
    #[arg(value_name = "DIR", required = true)]
    folders: Vec<PathBuf>,

    /// Merge what there is, even if parts are missing or incomplete
    #[arg(long)]
    partial: bool,

    #[command(flatten)]
    output: OutputArgs,
}

/// A part that was played.
#[derive(Clone)]
pub struct PlayedPart {
    folder: PathBuf,
    /// The file of its counts.
    file: PathBuf,
    record: Record,
}

/// `fuda merge`.
pub fn merge(args: &MergeArgs, surroundings: &Surroundings) -> Result<(), Failure> {
    let storage = &*surroundings.storage;
    let context = JobContext::idle(&args.output, Arc::clone(&surroundings.storage))?;
    let mut parts = Vec::new();
    let mut empty = Vec::new();
    let folders = part_folders(storage, &args.folders)?;
    for folder in &folders {
        match PlayedPart::read(storage, folder.clone())? {
            Some(part) => parts.push(part),
            None => empty.push(folder.clone()),
        }
    }
    let Some(first) = parts.first() else {
        return Err(Failure::Usage(format!("there is no result in {}", listed(&args.folders))));
    };
    let (command, path, record) =
        (first.record().command.clone(), first.folder.clone(), first.record().clone());
    let merge = Merge::new(parts, empty, args.partial)?;
    if let Some(left_out) = merge.left_out() {
        context.note(&left_out);
    }
    let path = path.join(record.file_name());
    let values = Assignment::read_toml(&record.to_toml(), &path).map_err(Failure::usage)?;
    let recorded = record.bot.clone();
    let request = of_whole(Request::of_record(&path, record, values)?);
    let request = Request { merge: Some(merge), recorded, ..request };
    let job: Box<dyn Job> = match command.as_str() {
        run::COMMAND => job::<run::PrepareRun>(request, &args.output)?,
        compare::COMMAND => job::<compare::PrepareComparison>(request, &args.output)?,
        league::COMMAND => job::<league::PrepareLeague>(request, &args.output)?,
        sweep::COMMAND => job::<sweep::PrepareSweep>(request, &args.output)?,
        other => {
            let text = format!(
                "results of fuda {other} have no parts; merge those of run, compare, league or sweep"
            );
            return Err(Failure::Usage(text).within(Some(&path)));
        }
    };
    conduct_in(&context, vec![job], surroundings)
}

/// The request for the whole of which a part was requested.
fn of_whole(request: Request) -> Request {
    let mut options = request.options;
    if let Some(until_sure) = options.get_mut(UNTIL_SURE) {
        *until_sure = false.into();
    }
    Request { part: None, games: None, time: None, precision: None, options, ..request }
}

impl PlayedPart {
    /// The part in a folder; none if nothing of it was saved.
    ///
    /// # Errors
    /// If its counts cannot be trusted.
    fn read(storage: &dyn Storage, folder: PathBuf) -> Result<Option<PlayedPart>, Failure> {
        let held = settled(storage, &folder)?;
        Ok(held.map(|held| PlayedPart { folder, file: held.path, record: held.counts.record }))
    }

    fn record(&self) -> &Record {
        &self.record
    }

    /// Its counts, which are read again so that only one part at a time is in
    /// memory.
    pub fn counts(&self, storage: &dyn Storage) -> Result<SavedCounts, Failure> {
        let saved = settled(storage, &self.folder)?.ok_or_else(|| self.changed())?.counts;
        let is_same = saved.record.hash() == self.record().hash() && saved.record.part == self.record().part;
        if is_same && saved.blocks().contains(&self.record().blocks()) {
            Ok(saved)
        } else {
            Err(self.changed())
        }
    }

    /// The failure of a part that is not what it was a moment ago.
    pub fn changed(&self) -> Failure {
        Failure::Work(format!("{} has changed meanwhile; repeat the merge", self.folder.display()))
    }

    /// The failure of a part whose counts are not those of the study.
    pub fn damaged(&self) -> Failure {
        let error = FolderError::Counts { path: self.file.clone(), error: CountsError::Damaged };
        Failure::Usage(error.to_string())
    }

    /// Its folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The time that it took.
    pub fn timing(&self, storage: &dyn Storage) -> Timing {
        Timing::read(storage.read(&self.folder.join(TIMING), limits::TIMING).ok())
    }
}

/// How long to wait for a process that is putting its files in place.
const PATIENCE: [Duration; 2] = [Duration::from_millis(100), Duration::from_secs(3)];

/// The counts in a folder, after a process that is putting them in place is done.
fn settled(storage: &dyn Storage, folder: &Path) -> Result<Option<HeldCounts>, Failure> {
    let [pause, patience] = PATIENCE;
    let began = Instant::now();
    loop {
        match held_counts(storage, folder) {
            Err(FolderError::Unsettled { .. }) if began.elapsed() < patience => std::thread::sleep(pause),
            held => return held.map_err(Failure::usage),
        }
    }
}

/// The folders of parts: those that are named, and for one that is only a
/// collection of folders, these.
fn part_folders(storage: &dyn Storage, named: &[PathBuf]) -> Result<Vec<PathBuf>, Failure> {
    let mut folders = Vec::new();
    for folder in named {
        let names = match storage.list(folder) {
            Ok(names) => names,
            Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
            Err(error) => {
                let path = folder.clone();
                return Err(Failure::usage(FolderError::Unreadable { path, error }));
            }
        };
        let inside: Vec<PathBuf> = names.iter().map(|name| folder.join(name)).collect();
        // No link in it is followed: it may be a stranger's.
        let within = storage.within(folder);
        let is_folder = |path: &PathBuf| within.kind(path).is_ok_and(|kind| kind == Some(Kind::Folder));
        if !inside.is_empty() && inside.iter().all(is_folder) {
            folders.extend(inside);
        } else {
            folders.push(folder.clone());
        }
    }
    Ok(folders)
}

/// Folders, as they are named in a message.
fn listed(folders: &[PathBuf]) -> String {
    const SHOWN: usize = 10;
    let mut names: Vec<String> =
        folders.iter().take(SHOWN).map(|folder| folder.display().to_string()).collect();
    if folders.len() > SHOWN {
        names.push(format!("{} more", folders.len() - SHOWN));
    }
    names.join(", ")
}
