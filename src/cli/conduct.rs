//! The steps of every command that plays: open the folder, resume what it
//! holds, play, write, print, and report how it ended.

use std::io::Write as _;
use std::ops::{Deref, DerefMut};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use serde_json::json;

use super::Surroundings;
use super::args::{Format, OutputArgs, Request, StudyArgs};
use super::checkpoint::Checkpoints;
use super::failure::{Failure, print};
use super::index;
use super::interrupt::{INTERRUPTED, forget, games_begun, games_ended, remember};
use super::progress::Progress;
use super::report::write_joint;
use super::shell::typed;
use super::terminal::{output_colours, output_width};
use super::timing::{TIMING, Timing};
use crate::bots::BotRecord;
use crate::page::{REPORT, Source, report_page};
use crate::report::{
    Blocks, File, Record, ResultFolder, Room, SavedCounts, SavedSitting, coloured_text, csv_file,
    json_tables, without_plots,
};
use crate::sim::{BlockCounter, Controls, StopReason, StopRule, Stopped};
use crate::storage::{CommitError, Storage};
use crate::study::{Precision, Study, SubRun, carry_out, reached};
use crate::table::{Shown, Table};
use crate::text::{counted, thousands};

/// What all jobs of a command share: threads, storage and output options.
pub struct JobContext {
    pub pool: rayon::ThreadPool,
    storage: Arc<dyn Storage>,
    output: OutputArgs,
    /// How often finished work is saved.
    pub checkpoint: Duration,
    /// Whether the command has several jobs.
    several: bool,
}

impl JobContext {
    /// Starts the threads, before any games are played.
    fn new(args: &StudyArgs, several: bool, storage: Arc<dyn Storage>) -> Result<JobContext, Failure> {
        let threads =
            args.threads.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from));
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().map_err(|error| {
            let threads = counted(threads as u64, "thread");
            Failure::Usage(format!("cannot start {threads}: {error}; give fewer with --threads"))
        })?;
        Ok(JobContext { pool, storage, output: args.output.clone(), checkpoint: args.checkpoint, several })
    }

    /// Prints a message to the standard error, unless `--quiet` is given.
    pub fn note(&self, text: &str) {
        if !self.output.quiet {
            let _ = writeln!(std::io::stderr(), "{text}");
        }
    }
}

/// A study that is to be carried out, of any kind.
pub trait Job {
    /// Opens the folder, before any games are played.
    fn open(&mut self, context: &JobContext) -> Result<(), Failure>;
    /// Plays, writes and prints.
    fn play(&mut self, context: &JobContext) -> Result<(), Failure>;
    /// Removes the folders that were created, if nothing was written to them.
    fn abandon(&mut self);
    /// The folder of its result.
    fn folder(&self) -> &Path;
}

/// Carries out jobs, one after the other. All folders are opened before any
/// games are played.
pub fn conduct(
    mut jobs: Vec<Box<dyn Job>>,
    args: &StudyArgs,
    surroundings: &Surroundings,
) -> Result<(), Failure> {
    let context = JobContext::new(args, jobs.len() > 1, Arc::clone(&surroundings.storage))?;
    (surroundings.listen)()?;
    let done = jobs
        .iter_mut()
        .try_for_each(|job| job.open(&context))
        .and_then(|()| jobs.iter_mut().try_for_each(|job| job.play(&context)));
    if done.is_err() {
        jobs.iter_mut().for_each(|job| job.abandon());
    } else if jobs.len() > 1 && !args.output.no_report {
        let folders: Vec<PathBuf> = jobs.iter().map(|job| job.folder().to_owned()).collect();
        let page = write_joint(&*context.storage, &folders)?;
        if !args.output.quiet && args.output.format == Format::Table {
            print(&format!("\nLook at all of them in {}\n", page.display()))?;
        }
    }
    done
}

/// Everything about a job except its study.
pub struct JobPlan {
    /// The record of the request.
    pub record: Record,
    /// The number of games to play.
    games: Option<u64>,
    time: Option<Duration>,
    precision: Option<Precision>,
    out: PathBuf,
    /// The result to repeat or resume.
    again: Option<Record>,
}

impl JobPlan {
    /// The plan for a request, with `bots` as they are to be recorded and
    /// `records` of what determines their play.
    ///
    /// # Errors
    /// If a bot has changed since the result that is to be repeated or resumed.
    pub fn new(
        command: &str,
        request: Request,
        args: &OutputArgs,
        rules: toml::Table,
        bots: Vec<String>,
        records: impl IntoIterator<Item = BotRecord>,
    ) -> Result<JobPlan, Failure> {
        let mut different: Vec<BotRecord> = Vec::new();
        for record in records {
            if !different.contains(&record) {
                different.push(record);
            }
        }
        let record = Record {
            seed: Some(request.seed),
            bots,
            games: request.games,
            time: request.time.as_ref().map(|(text, _)| text.clone()),
            precision: request.precision.clone().map(Precision::into_table),
            options: request.options.clone(),
            bot: different,
            ..Record::new(command, &request.game, rules)
        };
        if let Some(changed) = request.from.as_ref().and_then(|(_, was)| was.changed_bot(&record.bot)) {
            return Err(Failure::Usage(format!("{changed}; start a new result")));
        }
        let present_folder = request.from.as_ref().and_then(|(path, was)| folder_of(path, was, &record));
        let out = args.out.clone().or(present_folder).unwrap_or_else(|| default_folder(&record));
        Ok(JobPlan {
            games: request.games,
            time: request.time.map(|(_, time)| time),
            precision: request.precision,
            out,
            again: request.from.map(|(_, was)| was),
            record,
        })
    }

    /// The job that carries out a study.
    ///
    /// # Errors
    /// If the precision names a metric that the study does not have.
    pub fn job<S: Study>(self, study: S) -> Result<StudyJob<S>, Failure> {
        if let Some(precision) = &self.precision {
            study
                .check_precision(precision)
                .map_err(|error| Failure::Usage(format!("{}: --precision: {error}", self.record.game)))?;
        }
        let blocks = self.games.map(|games| games.div_ceil(study.games_per_block()));
        // A complete result is repeated block for block, whatever stopped it.
        let done = self.again.as_ref().filter(|was| was.complete);
        let (stop, precision) = match done {
            Some(was) => (StopRule { blocks: Some(was.blocks()), time: None }, None),
            None => (StopRule { blocks, time: self.time }, self.precision),
        };
        Ok(StudyJob {
            study,
            stop,
            precision,
            done_as: done.and_then(|was| was.ended),
            old_version: self.again.map(|was| was.version).filter(|version| *version != self.record.version),
            record: self.record,
            out: self.out,
            folder: None,
            saved: None,
            extends: false,
        })
    }
}

/// The folder of a result that is to be repeated or resumed, in which it stays;
/// none if its record was copied out of it, or this would be another result.
fn folder_of(path: &Path, was: &Record, record: &Record) -> Option<PathBuf> {
    let folder = path.parent()?;
    let holds_result = was.files.iter().any(|name| folder.join(name).exists());
    (holds_result && was.plays_the_same(record)).then(|| folder.to_owned())
}

/// The default folder: `reports/GAME-HASH` for a run, otherwise
/// `reports/GAME-COMMAND-HASH`.
pub fn default_folder(record: &Record) -> PathBuf {
    let command = if record.command == "run" { String::new() } else { format!("{}-", record.command) };
    PathBuf::from(format!("reports/{}-{command}{}", record.game, record.hash()))
}

/// A study with its stop rule, record and folder.
pub struct StudyJob<S: Study> {
    study: S,
    record: Record,
    stop: StopRule,
    precision: Option<Precision>,
    /// Why the result that is repeated had stopped.
    done_as: Option<StopReason>,
    old_version: Option<String>,
    out: PathBuf,
    folder: Option<OpenFolder>,
    /// The counts of the result that is resumed, extended, or found complete.
    saved: Option<SavedCounts>,
    /// Whether they were counted until something else was to stop them.
    extends: bool,
}

/// A folder that is cleaned up even if the program ends at once.
struct OpenFolder {
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

impl<S: Study> Job for StudyJob<S> {
    fn open(&mut self, context: &JobContext) -> Result<(), Failure> {
        if let Some(version) = &self.old_version {
            context.note(&format!("note: that result was made by fuda {version}; this one may differ"));
        }
        // A row of a table takes some ten times the space of its saved counts.
        let counts = 4096 + 2 * self.study.counter().save().len() as u64;
        let room = Room { files: 512 * 1024 + 20 * counts, counts };
        let storage = Arc::clone(&context.storage);
        let folder = ResultFolder::open(storage, &self.out, &self.record, context.output.force, room)
            .map_err(Failure::usage)?;
        let folder = OpenFolder::new(folder);
        if let Some(saved) = folder.saved().map_err(Failure::usage)? {
            self.resume(&folder, saved, context)?;
        }
        self.folder = Some(folder);
        Ok(())
    }

    fn play(&mut self, context: &JobContext) -> Result<(), Failure> {
        let mut folder = self.folder.take().expect("the folder was opened");
        let per_block = self.study.all_games_per_block();
        let mut counter = self.study.counter();
        let saved = self.saved.take();
        if let Some(saved) = &saved {
            counter.restore(&saved.counts).expect("it was restored before");
        }
        let sitting = saved.as_ref().and_then(|saved| saved.sitting.as_ref());
        let earlier = match sitting {
            Some(sitting) => Timing::read(Some(sitting.timing.clone())),
            None => Timing::read(saved.as_ref().and_then(|_| folder.file(TIMING))),
        };
        let before = counter.blocks();
        let total = self.stop.blocks.map(|blocks| blocks * per_block);
        let progress = Progress::new(&self.record.game, total, before * per_block, context.output.quiet);
        let controls = Controls {
            pool: &context.pool,
            interrupted: &INTERRUPTED,
            progress: &|blocks| progress.at(blocks * per_block),
        };
        games_begun();
        let began = Instant::now();
        let mut checkpoints = Checkpoints {
            folder: &mut folder,
            context,
            record: &self.record,
            progress: &progress,
            per_block,
            earlier: &earlier,
            before,
            began,
            saved: before,
            complaint: None,
        };
        let precision = self.precision.as_ref();
        // What was to stop elsewhere may be where it is to stop now.
        let at_once = if self.extends { reached(&self.study, &counter, precision) } else { None };
        let stopped = match at_once {
            Some(reason) => reason.into(),
            None => carry_out(&self.study, &mut counter, &self.stop, precision, &mut checkpoints, &controls),
        };
        let kept = checkpoints.saved * per_block;
        progress.clear();
        let writing = games_ended();
        let blocks = Blocks { count: counter.blocks(), games_per_block: per_block };
        if blocks.count == 0 {
            return Err(self.nothing_played(&stopped));
        }
        let reason = match (stopped.reason, self.done_as) {
            (StopReason::Games, Some(done_as)) => done_as,
            (reason, _) => reason,
        };
        let games = (blocks.count - before) * per_block;
        // A result that was found complete keeps the time that it took.
        let timing = if games > 0 { earlier.and(context.sitting(began, games)) } else { earlier };
        let mut record = self.record.ended(blocks, reason);
        let counts = SavedCounts { record: record.clone(), sitting: None, counts: counter.save() };
        let tables = self.study.tables(&counter);
        let mut files: Vec<File> = tables.iter().map(csv_file).collect();
        files.push(File { name: record.counts_name(), content: counts.to_file() });
        if !context.output.no_report {
            files.push(report_page(&Source::new(&record, &files)));
        }
        let runs = self.study.runs(&counter);
        for run in &runs {
            files.extend(self.sub_run_files(run, blocks.count, reason, !context.output.no_report));
        }
        record.files = files.iter().map(|file| file.name.clone()).collect();
        if games > 0 || sitting.is_some() {
            files.push(timing.file());
        }
        if let Err(error) = folder.write(&files, &record) {
            let sitting = SavedSitting { is_forced: folder.is_forced(), timing: timing.file().content };
            let counts = SavedCounts { sitting: Some(sitting), ..counts };
            return Err(not_written(&mut folder, &error, &counts, kept));
        }
        let indexed = index::update(&*context.storage, folder.path(), &record);
        drop(writing);
        let shown = match context.output.format {
            Format::Table => self.study.summary(&counter),
            Format::Json => Vec::new(),
        };
        print_results(&record, &folder, &tables, &runs, shown, &context.output)?;
        if games > 0 {
            context.note(&timing.text());
        }
        self.ending(&record, &folder, &stopped, context)?;
        indexed.map_err(|error| index::not_updated(&error, folder.path()))
    }

    fn abandon(&mut self) {
        self.folder = None;
    }

    fn folder(&self) -> &Path {
        &self.out
    }
}

/// The failure of a result whose files could not be written, after its counts
/// were saved, if they can be. `kept` games were saved before.
fn not_written(folder: &mut ResultFolder, error: &CommitError, counts: &SavedCounts, kept: u64) -> Failure {
    if let CommitError::Unfinished(_) = error {
        return Failure::Work(error.to_string());
    }
    let saved = match folder.save_at_least(counts) {
        Ok(()) => {
            let file = folder.checkpoint_path();
            format!("the counts are in {}, from which the same command writes the files", file.display())
        }
        Err(_) if kept > 0 => format!("only the first {} are saved", counted(kept, "game")),
        Err(_) => "nothing of this result was saved".to_owned(),
    };
    Failure::Work(format!("{error}; {saved}"))
}

/// Prints results: for people, or as a line of JSON with every figure of the
/// files.
pub fn print_results(
    record: &Record,
    folder: &ResultFolder,
    tables: &[Table],
    runs: &[SubRun],
    mut shown: Vec<Shown>,
    output: &OutputArgs,
) -> Result<(), Failure> {
    let path = folder.path().display().to_string();
    let text = match output.format {
        Format::Table if output.quiet => return Ok(()),
        Format::Table => {
            if !matches!(shown.last(), Some(Shown::Gap)) {
                shown.push(Shown::Gap);
            }
            shown.push(Shown::Command(format!("The files are in {path}")));
            if record.files.iter().any(|name| name == REPORT) {
                let page = folder.path().join(REPORT);
                shown.push(Shown::Command(format!("Look at them in {}", page.display())));
            }
            let shown = if output.no_plot { without_plots(shown) } else { shown };
            coloured_text(&shown, output_width(), output_colours())
        }
        Format::Json => {
            let schema = format!("fuda.{}.1", record.command);
            let mut result =
                json!({ "schema": schema, "folder": path, "record": record, "tables": json_tables(tables) });
            let runs = runs.iter().map(|run| (run.folder.clone(), json_tables(&run.tables)));
            let runs: serde_json::Map<String, serde_json::Value> = runs.collect();
            if !runs.is_empty() {
                result["runs"] = runs.into();
            }
            format!("{result}\n")
        }
    };
    print(&text).map_err(|failure| failure.but(format!("the files are in {path}")))
}

impl<S: Study> StudyJob<S> {
    /// Goes on from saved counts: an interrupted result is resumed, a complete
    /// one is extended if more is requested than it has.
    fn resume(
        &mut self,
        folder: &ResultFolder,
        saved: SavedCounts,
        context: &JobContext,
    ) -> Result<(), Failure> {
        let game = &self.record.game;
        let mut counter = self.study.counter();
        let fits = counter.restore(&saved.counts).is_ok() && counter.blocks() == saved.blocks();
        if !fits {
            return Err(Failure::usage(folder.damaged(&saved)));
        }
        let per_block = self.study.all_games_per_block();
        let (blocks, games) = (saved.blocks(), counted(saved.blocks() * per_block, "game"));
        let same_stop = saved.record.stops_the_same(&self.record);
        // What is repeated from its record has just as many blocks.
        let as_many = self.done_as.is_none() || self.stop.blocks == Some(blocks);
        let total = self.stop.blocks.map(|blocks| counted(blocks * per_block, "game"));
        if saved.record.complete && same_stop && as_many {
            context.note(&match &saved.sitting {
                None => format!("{game}: complete already, {games}; nothing is played without --force"),
                Some(_) => format!("{game}: all {games} are played already; writing the files"),
            });
            self.stop = StopRule { blocks: Some(blocks), time: None };
            self.precision = None;
            self.done_as = saved.record.ended;
        } else if let Some(total) = total.as_ref().filter(|_| self.stop.blocks < Some(blocks)) {
            return Err(Failure::Usage(format!(
                "{} holds {games} already, more than the {total} requested; request at least as many, choose \
                 another folder with --out, or start over with --force",
                folder.path().display(),
            )));
        } else {
            self.extends = !same_stop;
            context.note(&match (saved.record.complete, total) {
                (true, Some(total)) => format!("{game}: extending {games} to {total}"),
                (true, None) => format!("{game}: extending {games}"),
                (false, Some(total)) => {
                    format!("{game}: resuming after {} of {total}", thousands(blocks * per_block))
                }
                (false, None) => format!("{game}: resuming after {games}"),
            });
        }
        self.saved = Some(saved);
        Ok(())
    }

    /// The files of a run that is part of the study.
    fn sub_run_files(&self, run: &SubRun, blocks: u64, reason: StopReason, has_page: bool) -> Vec<File> {
        // Of a complete study, whatever stopped it, this is a run of exactly
        // these games.
        let is_complete = reason.is_complete();
        let requested = if is_complete { Some(blocks) } else { self.stop.blocks };
        let record = Record {
            seed: self.record.seed,
            bots: run.bots.clone(),
            games: requested.map(|blocks| blocks * run.games_per_block),
            bot: run.bot_records.clone(),
            ..Record::new("run", &self.record.game, run.rules.clone())
        };
        let reason = if is_complete { StopReason::Games } else { reason };
        let blocks = Blocks { count: blocks, games_per_block: run.games_per_block };
        let mut record = record.ended(blocks, reason);
        let counts = SavedCounts { record: record.clone(), sitting: None, counts: run.counts.clone() };
        let mut files: Vec<File> = run.tables.iter().map(csv_file).collect();
        files.push(File { name: record.counts_name(), content: counts.to_file() });
        if has_page {
            files.push(report_page(&Source::new(&record, &files)));
        }
        record.files = files.iter().map(|file| file.name.clone()).collect();
        files.push(File { name: record.file_name(), content: record.to_toml().into_bytes() });
        files.into_iter().map(|file| file.within(&run.folder)).collect()
    }

    /// The failure of a study that stopped before any block was finished.
    fn nothing_played(&self, stopped: &Stopped) -> Failure {
        let game = &self.record.game;
        match (&stopped.fault, stopped.reason) {
            (Some(fault), _) => Failure::Work(format!("{game}: {fault}; nothing was saved")),
            (None, StopReason::Interrupted) => {
                Failure::Interrupted(format!("{game}: interrupted before the first block was finished"))
            }
            (None, _) => {
                let time = self.record.time.as_deref().unwrap_or_default();
                Failure::Work(format!("{game}: no block was finished in {time}; nothing was saved"))
            }
        }
    }

    /// Reports how the study ended.
    fn ending(
        &self,
        record: &Record,
        folder: &ResultFolder,
        stopped: &Stopped,
        context: &JobContext,
    ) -> Result<(), Failure> {
        let path = folder.path().display();
        let games = counted(record.games_played.unwrap_or(0), "game");
        let precision = self.precision.as_ref().map(ToString::to_string);
        let reached = precision.as_deref().unwrap_or_default();
        match stopped.reason {
            StopReason::Games => {
                if let Some(precision) = &precision {
                    context.note(&format!("{precision} is not reached after {games}"));
                }
                Ok(())
            }
            StopReason::Time => {
                let time = self.record.time.as_deref().unwrap_or_default();
                context.note(&format!("stopped after {time}, at {games}"));
                Ok(())
            }
            StopReason::Precision => {
                context.note(&format!("stopped at {games}: {reached} is reached"));
                Ok(())
            }
            StopReason::Verdict => Ok(()),
            StopReason::Interrupted => {
                let resume = if context.several {
                    "to resume this and the other games, repeat the command".to_owned()
                } else {
                    let file = folder.path().join(record.file_name()).display().to_string();
                    format!("to resume: fuda {} --from {}", record.command, typed(&file))
                };
                Err(Failure::Interrupted(format!("interrupted after {games}, which are in {path}; {resume}")))
            }
            StopReason::Failed => {
                let fault = stopped.fault.as_ref().map(ToString::to_string).unwrap_or_default();
                Err(Failure::Work(format!("{}: {fault}; the {games} before it are in {path}", record.game)))
            }
        }
    }
}
