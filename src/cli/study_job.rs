//! A study with its folder: opens it, resumes or extends what it holds, plays or
//! merges, writes, prints, and reports how it ended.

use std::ops::{Deref, DerefMut};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use super::args::Format;
use super::checkpoint::Checkpoints;
use super::conduct::{Job, JobContext};
use super::endings::{
    check_kept, is_partial, nothing_played, report_ending, rows_lost, unusable_part_rows, unusable_rows,
};
use super::failure::Failure;
use super::index;
use super::interrupt::{INTERRUPTED, forget, games_begun, games_ended, remember};
use super::merge::Merged;
use super::progress::Progress;
use super::results::{not_written, print_results};
use super::timing::{TIMING, Timing};
use crate::page::{Source, report_page};
use crate::report::{
    BlockRange, BlockSet, File, Part, Record, ResultFolder, Room, RowsError, RowsKeeper, RowsOptions,
    RowsRequest, SavedCounts, SavedRows, SavedSitting, csv_file,
};
use crate::sim::{Controls, StopReason, StopRule, Stopped};
use crate::storage::{CommitError, Ready, limits};
use crate::study::{AnyCounter, AnyStudy, Precision, SubRun};
use crate::table::Table;
use crate::text::{counted, thousands};

/// A study with its stop rule, record and folder.
pub struct StudyJob {
    pub study: Box<dyn AnyStudy>,
    pub record: Record,
    pub stop: StopRule,
    pub precision: Option<Precision>,
    /// Why the result that is repeated had stopped.
    pub done_as: Option<StopReason>,
    pub old_version: Option<String>,
    pub out: PathBuf,
    pub folder: Option<OpenFolder>,
    /// The counts of the result that is resumed, extended, or found complete.
    pub saved: Option<SavedCounts>,
    /// Whether they were counted until something else was to stop them.
    pub extends: bool,
    /// What it is merged of, if it is not played.
    pub merged: Option<Merged>,
    /// The rows, if they are wanted, once the folder is open.
    pub rows: Option<RowsKeeper>,
}

/// The most that the rows of blocks that do not fill a group take among the counts,
/// of one kind.
const ROWS_ROOM: u64 = 8 * 1024 * 1024;

/// A folder that is cleaned up even if the program ends at once.
pub struct OpenFolder {
    folder: ResultFolder,
    leftovers: Vec<PathBuf>,
}

impl OpenFolder {
    fn new(folder: ResultFolder) -> OpenFolder {
        let leftovers = folder.leftovers();
        remember(leftovers.clone());
        OpenFolder { folder, leftovers }
    }
}

impl Deref for OpenFolder {
    type Target = ResultFolder;

    fn deref(&self) -> &ResultFolder {
        &self.folder
    }
}

impl DerefMut for OpenFolder {
    fn deref_mut(&mut self) -> &mut ResultFolder {
        &mut self.folder
    }
}

impl Drop for OpenFolder {
    fn drop(&mut self) {
        forget(&self.leftovers);
    }
}

/// What there is to write when a study has stopped.
struct Outcome {
    blocks: BlockSet,
    reason: StopReason,
    timing: Timing,
    /// Whether the time has changed.
    is_timed: bool,
    /// How many games were played now.
    played: u64,
    /// How many games were saved before.
    kept: u64,
}

impl Job for StudyJob {
    fn request(&self) -> &Record {
        &self.record
    }

    fn blocks(&self) -> Option<u64> {
        self.stop.blocks
    }

    fn folder(&self) -> &Path {
        &self.out
    }

    fn empty_tables(&self) -> Vec<Table> {
        self.study.counter().tables()
    }

    fn open(&mut self, context: &JobContext) -> Result<(), Failure> {
        if let Some(version) = &self.old_version {
            context.note(&format!("note: that result was made by fuda {version}; this one may differ"));
        }
        // A row of a table takes some ten times the space of its saved counts.
        let layouts = self.study.row_layouts();
        let rows =
            layouts.iter().map(|layout| layout.loose_bytes(self.stop.blocks).min(ROWS_ROOM)).sum::<u64>();
        let counts = 4096 + 2 * self.study.counter().counts().save().len() as u64;
        let room = Room { files: 512 * 1024 + 20 * counts + rows, counts: counts + rows };
        let storage = Arc::clone(&context.storage);
        let folder = ResultFolder::open(storage, &self.out, &self.record, context.output.force, room)
            .map_err(Failure::usage)?;
        let folder = OpenFolder::new(folder);
        self.rows = self.rows_keeper(&folder);
        if let Some(saved) = folder.saved().map_err(Failure::usage)? {
            match &self.merged {
                None => self.resume(&folder, saved, context)?,
                Some(merged) => check_kept(&folder, &saved, merged)?,
            }
        }
        self.folder = Some(folder);
        Ok(())
    }

    fn play(&mut self, context: &JobContext) -> Result<(), Failure> {
        let mut folder = self.folder.take().expect("the folder was opened");
        let mut counter = self.study.counter();
        let merged = self.merged.take();
        let mut rows = self.rows.take();
        let (outcome, stopped) = match &merged {
            Some(merged) => merge_blocks(&mut *counter, merged, rows.as_mut(), context)?,
            None => self.play_blocks(&mut *counter, &mut folder, rows.as_mut(), context)?,
        };
        let writing = games_ended();
        let per_block = self.study.all_games_per_block();
        let mut record = self.record.ended(&outcome.blocks, per_block, outcome.reason);
        record.games_played = Some(self.study.games_in(outcome.blocks.count()));
        let mut counts = SavedCounts {
            record: record.clone(),
            sitting: None,
            counts: counter.counts().save(),
            rows: None,
        };
        let runs = counter.runs();
        counter.settle();
        let tables = counter.tables();
        let timing = &outcome.timing;
        let written = write_rows(rows.as_ref(), &outcome.blocks).and_then(|(ready, saved)| {
            counts.rows = saved;
            let mut files: Vec<File> = tables.iter().map(csv_file).collect();
            files.push(File { name: record.counts_name(), content: counts.to_file() });
            if !context.output.no_report {
                files.push(report_page(&Source::new(&record, &files)));
            }
            for run in &runs {
                files.extend(self.sub_run_files(run, &outcome, !context.output.no_report));
            }
            let names = files.iter().map(|file| file.name.clone());
            record.files = names.chain(rows.iter().flat_map(RowsKeeper::names)).collect();
            if outcome.is_timed {
                files.push(timing.file());
            }
            folder.write_with(&files, &ready, &record)
        });
        if let Err(error) = written {
            if let (Some(rows), Some(_), CommitError::Unchanged(_)) = (&mut rows, &merged, &error) {
                rows.abandon();
                return Err(Failure::Work(format!("{error}; the parts are as they were: merge them again")));
            }
            let saved = rows.as_mut().map(|rows| rows.saved(&outcome.blocks));
            counts.rows = match saved.transpose() {
                Ok(saved) => saved,
                Err(unsaved) => return Err(Failure::Work(format!("{error}; {unsaved}"))),
            };
            let sitting = SavedSitting { is_forced: folder.is_forced(), timing: timing.file().content };
            let counts = SavedCounts { sitting: Some(sitting), ..counts };
            return Err(not_written(&mut folder, &error, &counts, outcome.kept));
        }
        let indexed = index::update(&*context.storage, folder.path(), &record);
        drop(writing);
        let shown = match context.output.format {
            Format::Table => counter.summary(),
            Format::Json => Vec::new(),
        };
        print_results(&record, &folder, &tables, &runs, shown, &context.output)?;
        if outcome.played > 0 {
            context.note(&timing.text());
        }
        if let Some(part) = record.part {
            context.note(&format!("this is {part}; fuda merge puts the parts together"));
        }
        report_ending(&record, self.precision.as_ref(), folder.path(), &stopped, context)?;
        indexed.map_err(|error| index::not_updated(&error, folder.path()))
    }

    fn abandon(&mut self) {
        self.folder = None;
    }
}

impl StudyJob {
    /// Plays blocks until the study is to stop.
    fn play_blocks(
        &self,
        counter: &mut dyn AnyCounter,
        folder: &mut ResultFolder,
        rows: Option<&mut RowsKeeper>,
        context: &JobContext,
    ) -> Result<(Outcome, Stopped), Failure> {
        let per_block = self.study.all_games_per_block();
        if let Some(saved) = &self.saved {
            counter.restore(&saved.counts).expect("it was restored before");
        }
        let sitting = self.saved.as_ref().and_then(|saved| saved.sitting.as_ref());
        let earlier = match sitting {
            Some(sitting) => Timing::read(Some(sitting.timing.clone())),
            None => Timing::read(self.saved.as_ref().and_then(|_| folder.file(TIMING, limits::TIMING))),
        };
        let before = counter.counts().blocks();
        let study = &self.study;
        let games_in = |blocks: u64| study.games_in(blocks);
        let total = self.stop.blocks.map(games_in);
        let progress = Progress::new(&self.record.game, total, games_in(before), context.output.quiet);
        let controls = Controls {
            pool: &context.pool,
            interrupted: &INTERRUPTED,
            progress: &|blocks| progress.at(games_in(blocks)),
        };
        games_begun();
        let began = Instant::now();
        let mut checkpoints = Checkpoints {
            folder,
            context,
            record: &self.record,
            progress: &progress,
            first_block: self.stop.first_block,
            per_block,
            games_in: &games_in,
            earlier: &earlier,
            before,
            began,
            saved: before,
            complaint: None,
            rows,
            rows_lost: None,
        };
        let precision = self.precision.as_ref();
        // What was to stop elsewhere may be where it is to stop now.
        let at_once = if self.extends { counter.reached(precision) } else { None };
        let stopped = match at_once {
            Some(reason) => reason.into(),
            None => counter.carry_out(&self.stop, precision, &mut checkpoints, &controls),
        };
        let kept = games_in(checkpoints.saved);
        progress.clear();
        if let Some(error) = checkpoints.rows_lost.take() {
            return Err(rows_lost(&error, counter.counts(), &mut checkpoints));
        }
        let blocks = counter.counts().blocks();
        if blocks == 0 {
            return Err(nothing_played(&self.record, &stopped));
        }
        let reason = match (stopped.reason, self.done_as) {
            (StopReason::Games, Some(done_as)) => done_as,
            (reason, _) => reason,
        };
        let games = games_in(blocks) - games_in(before);
        let outcome = Outcome {
            blocks: blocks_from(self.stop.first_block, blocks),
            reason,
            is_timed: games > 0 || sitting.is_some(),
            // A result that was found complete keeps the time that it took.
            timing: if games > 0 { earlier.and(context.sitting(began, games)) } else { earlier },
            played: games,
            kept,
        };
        Ok((outcome, stopped))
    }

    /// The keeper of the rows that are wanted, without any yet.
    fn rows_keeper(&self, folder: &ResultFolder) -> Option<RowsKeeper> {
        let options: RowsOptions = self.record.options.clone().try_into().unwrap_or_default();
        let request = RowsRequest::of(&options)?;
        let (storage, layouts) = (Arc::clone(folder.storage()), self.study.row_layouts());
        let others = folder.checkpoint_rows();
        (!layouts.is_empty())
            .then(|| RowsKeeper::new(storage, folder.path(), others.as_ref(), &request, layouts))
    }

    /// Restores the rows that are saved with counts, if they are wanted.
    fn restore_rows(&mut self, saved: &SavedCounts) -> Result<(), RowsError> {
        let Some(rows) = &mut self.rows else { return Ok(()) };
        rows.restore(saved.rows.as_ref().ok_or(RowsError::Unfit)?, &saved.blocks())
    }

    /// Goes on from saved counts: an interrupted result is resumed, a complete
    /// one is extended if more is requested than it has.
    fn resume(
        &mut self,
        folder: &ResultFolder,
        saved: SavedCounts,
        context: &JobContext,
    ) -> Result<(), Failure> {
        let game = self.record.game.clone();
        let mut counter = self.study.counter();
        let (played, blocks) = (saved.blocks(), saved.blocks().count());
        let fits = counter.restore(&saved.counts).is_ok() && counter.counts().blocks() == blocks;
        drop(counter);
        if !fits {
            return Err(Failure::usage(folder.damaged(&saved)));
        }
        if played != blocks_from(self.stop.first_block, blocks) {
            return Err(is_partial(folder, &played));
        }
        if let Err(error) = self.restore_rows(&saved) {
            if folder.is_forced() && !matches!(error, RowsError::Storage(_)) {
                context.note(&format!("{game}: {error}; starting over"));
                self.rows = self.rows_keeper(folder);
                return Ok(());
            }
            return Err(unusable_rows(error, folder, &saved));
        }
        let games = counted(self.study.games_in(blocks), "game");
        let same_stop = saved.record.stops_the_same(&self.record);
        // What is repeated from its record has just as many blocks.
        let as_many = self.done_as.is_none() || self.stop.blocks == Some(blocks);
        let total = self.stop.blocks.map(|blocks| counted(self.study.games_in(blocks), "game"));
        if saved.record.complete && same_stop && as_many {
            context.note(&match &saved.sitting {
                None => format!("{game}: complete already, {games}; nothing is played without --force"),
                Some(_) => format!("{game}: all {games} are played already; writing the files"),
            });
            self.stop = StopRule { blocks: Some(blocks), time: None, ..self.stop };
            self.precision = None;
            self.done_as = saved.record.ended;
        } else {
            self.check_not_fewer(folder, &saved, self.stop.blocks.unwrap_or(u64::MAX))?;
            self.extends = !same_stop;
            context.note(&match (saved.record.complete, total) {
                (true, Some(total)) => format!("{game}: extending {games} to {total}"),
                (true, None) => format!("{game}: extending {games}"),
                (false, Some(total)) => {
                    format!("{game}: resuming after {} of {total}", thousands(self.study.games_in(blocks)))
                }
                (false, None) => format!("{game}: resuming after {games}"),
            });
        }
        self.saved = Some(saved);
        Ok(())
    }

    /// Checks that a folder does not hold more blocks than it is going to.
    fn check_not_fewer(
        &self,
        folder: &ResultFolder,
        saved: &SavedCounts,
        blocks: u64,
    ) -> Result<(), Failure> {
        let held = saved.blocks().count();
        if held <= blocks {
            return Ok(());
        }
        let games = |blocks: u64| counted(self.study.games_in(blocks), "game");
        Err(Failure::Usage(format!(
            "{} holds {} already, more than the {} requested; request at least as many, choose another folder \
             with --out, or start over with --force",
            folder.path().display(),
            games(held),
            games(blocks),
        )))
    }

    /// The files of a run that is part of the study.
    fn sub_run_files(&self, run: &SubRun, outcome: &Outcome, has_page: bool) -> Vec<File> {
        let (blocks, is_complete) = (&outcome.blocks, outcome.reason.is_complete());
        // Of a complete study, whatever stopped it, this is a run of exactly
        // these blocks.
        let requested = if is_complete { Some(blocks.count()) } else { self.stop.blocks };
        let first = self.stop.first_block;
        let range = requested.map(|blocks| BlockRange::new(first, first + blocks));
        let part = self.record.part.and(range).map(Part::Blocks);
        let record = Record {
            seed: self.record.seed,
            bots: run.bots.clone(),
            games: requested.filter(|_| part.is_none()).map(|blocks| blocks * run.games_per_block),
            part,
            bot: run.bot_records.clone(),
            ..Record::new("run", &self.record.game, run.rules.clone())
        };
        let reason = if is_complete { StopReason::Games } else { outcome.reason };
        let mut record = record.ended(blocks, run.games_per_block, reason);
        let counts =
            SavedCounts { record: record.clone(), sitting: None, counts: run.counts.clone(), rows: None };
        let mut files: Vec<File> = run.tables.iter().map(csv_file).collect();
        files.push(File { name: record.counts_name(), content: counts.to_file() });
        if has_page {
            files.push(report_page(&Source::new(&record, &files)));
        }
        record.files = files.iter().map(|file| file.name.clone()).collect();
        files.push(File { name: record.file_name(), content: record.to_toml().into_bytes() });
        files.into_iter().map(|file| file.within(&run.folder)).collect()
    }
}

/// Adds up the counts of the parts that a result is merged of.
fn merge_blocks(
    counter: &mut dyn AnyCounter,
    merged: &Merged,
    mut rows: Option<&mut RowsKeeper>,
    context: &JobContext,
) -> Result<(Outcome, Stopped), Failure> {
    let mut timing = Timing::default();
    let mut blocks = BlockSet::default();
    for part in &merged.parts {
        let saved = part.counts(&*context.storage)?;
        // A shard that is being played may have gone on since it was looked
        // at, but not beyond its own blocks.
        for &range in saved.blocks().ranges() {
            blocks.insert(range).map_err(|_| part.changed())?;
        }
        if counter.merge_saved(&saved.counts).ok() != Some(saved.blocks().count()) {
            return Err(part.damaged());
        }
        if let Some(rows) = &mut rows {
            let added = match &saved.rows {
                Some(kept) => rows.add_part(part.folder(), kept, &saved.blocks(), &context.pool),
                None => Err(RowsError::Unfit),
            };
            added.map_err(|error| {
                rows.abandon();
                unusable_part_rows(error, part)
            })?;
        }
        timing = timing.with(part.timing(&*context.storage));
    }
    if merged.is_whole && blocks != merged.blocks {
        return Err(merged.parts[0].changed());
    }
    let reason = if merged.is_whole { StopReason::Games } else { StopReason::Partial };
    Ok((Outcome { blocks, reason, timing, is_timed: true, played: 0, kept: 0 }, reason.into()))
}

/// Writes the files of rows, if they are wanted, ready to be put in place.
fn write_rows(
    rows: Option<&RowsKeeper>,
    blocks: &BlockSet,
) -> Result<(Vec<Ready>, Option<SavedRows>), CommitError> {
    let Some(rows) = rows else { return Ok((Vec::new(), None)) };
    let (ready, saved) = rows.write(blocks).map_err(CommitError::Unchanged)?;
    Ok((ready, Some(saved)))
}

/// So many blocks from this one on.
fn blocks_from(first: u64, count: u64) -> BlockSet {
    BlockRange::new(first, first + count).into()
}
