//! The one way through a command that plays: open the folder, resume what it
//! holds, play, write, print, and say how it ended.

use std::io::Write as _;
use std::path::PathBuf;
use std::time::Instant;

use serde_json::json;

use super::args::{Asked, Format, OutputArgs, StudyArgs};
use super::failure::{Failure, print};
use super::interrupt::{self, INTERRUPTED, remember, work_ended};
use super::progress::bar;
use super::shell::typed;
use crate::bots::BotRecord;
use crate::report::{Blocks, File, Found, Record, ResultFolder, csv_file, json_tables, terminal_text};
use crate::sim::{BlockCounter, Controls, StopReason, StopRule, Stopped};
use crate::study::{Precision, Study, SubRun, carry_out};
use crate::table::{Shown, Table};
use crate::text::{counted, thousands};

/// How many columns a line may take.
pub const WIDTH: usize = 80;

/// How jobs are carried out, whatever they are.
pub struct Manner {
    pool: rayon::ThreadPool,
    output: OutputArgs,
    /// Whether there are other jobs before or after.
    several: bool,
}

impl Manner {
    /// Starts the threads, before any work is done.
    pub fn new(args: &StudyArgs, several: bool) -> Result<Manner, Failure> {
        let threads =
            args.threads.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from));
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().map_err(|error| {
            Failure::Usage(format!("cannot start {threads} threads: {error}; give fewer with --threads"))
        })?;
        Ok(Manner { pool, output: args.output.clone(), several })
    }

    /// Says something that is no result.
    fn say(&self, text: &str) {
        if !self.output.quiet {
            let _ = writeln!(std::io::stderr(), "{text}");
        }
    }
}

/// A study that is to be carried out, whatever it is of.
pub trait Job {
    /// Opens the folder, before any work is done.
    fn open(&mut self, manner: &Manner) -> Result<(), Failure>;
    /// Plays, writes and prints.
    fn play(&mut self, manner: &Manner) -> Result<(), Failure>;
    /// Leaves the folder as it was, if nothing was written to it.
    fn abandon(&mut self);
}

/// Carries out jobs, one after the other. All folders are opened before any of
/// the work begins.
pub fn conduct(mut jobs: Vec<Box<dyn Job>>, args: &StudyArgs) -> Result<(), Failure> {
    let manner = Manner::new(args, jobs.len() > 1)?;
    interrupt::listen()?;
    let done = jobs
        .iter_mut()
        .try_for_each(|job| job.open(&manner))
        .and_then(|()| jobs.iter_mut().try_for_each(|job| job.play(&manner)));
    if done.is_err() {
        jobs.iter_mut().for_each(|job| job.abandon());
    }
    done
}

/// What is known of a study beside the study itself.
pub struct Request {
    /// What is asked for.
    pub record: Record,
    /// How many games there are to be.
    games: Option<u64>,
    time: Option<std::time::Duration>,
    precision: Option<Precision>,
    out: PathBuf,
    /// The result that is to be done again or resumed.
    again: Option<Record>,
}

impl Request {
    /// What was asked of a command: `bots` as they are to be recorded, with all
    /// that decides what they do.
    pub fn new(
        command: &str,
        asked: Asked,
        args: &OutputArgs,
        rules: toml::Table,
        bots: Vec<String>,
        records: Vec<BotRecord>,
    ) -> Result<Request, Failure> {
        let record = Record {
            seed: Some(asked.seed),
            bots,
            games: asked.games,
            time: asked.time.as_ref().map(|(text, _)| text.clone()),
            precision: asked.precision.as_ref().map(ToString::to_string),
            options: asked.options.clone(),
            bot: records,
            ..Record::new(command, &asked.game, rules)
        };
        if let Some(changed) = asked.from.as_ref().and_then(|(_, was)| was.changed_bot(&record.bot)) {
            return Err(Failure::Usage(format!("{changed}; start a new one")));
        }
        // What was interrupted is resumed where it is.
        let where_it_is = asked.from.as_ref().filter(|(_, was)| !was.complete && !was.files.is_empty());
        let where_it_is = where_it_is.and_then(|(path, _)| path.parent()).map(PathBuf::from);
        let out = args.out.clone().or(where_it_is).unwrap_or_else(|| default_folder(&record));
        Ok(Request {
            games: asked.games,
            time: asked.time.map(|(_, time)| time),
            precision: asked.precision,
            out,
            again: asked.from.map(|(_, was)| was),
            record,
        })
    }

    /// The job that answers it by a study.
    pub fn job<S: Study>(self, study: S) -> Result<StudyJob<S>, Failure> {
        if let Some(precision) = &self.precision {
            study
                .check_precision(precision)
                .map_err(|error| Failure::Usage(format!("{}: --precision: {error}", self.record.game)))?;
        }
        let blocks = self.games.map(|games| games.div_ceil(study.games_per_block()));
        // What is complete is done again block for block, however it came to
        // its end.
        let done = self.again.as_ref().filter(|was| was.complete);
        let (stop, precision) = match done {
            Some(was) => (StopRule { blocks: Some(was.blocks()), time: None }, None),
            None => (StopRule { blocks, time: self.time }, self.precision),
        };
        Ok(StudyJob {
            study,
            stop,
            precision,
            done_as: done.map(|was| was.ended),
            old_version: self.again.map(|was| was.version).filter(|version| *version != self.record.version),
            record: self.record,
            out: self.out,
            folder: None,
            saved: None,
        })
    }
}

/// `reports/GAME-HASH` of a run, `reports/GAME-COMMAND-HASH` of anything else.
pub fn default_folder(record: &Record) -> PathBuf {
    let command = if record.command == "run" { String::new() } else { format!("{}-", record.command) };
    PathBuf::from(format!("reports/{}-{command}{}", record.game, record.hash()))
}

/// A study with what was asked of it.
pub struct StudyJob<S: Study> {
    study: S,
    record: Record,
    stop: StopRule,
    precision: Option<Precision>,
    /// How the result ended that is done again.
    done_as: Option<StopReason>,
    old_version: Option<String>,
    out: PathBuf,
    folder: Option<ResultFolder>,
    /// What an interrupted one has counted already.
    saved: Option<Vec<u8>>,
}

impl<S: Study> Job for StudyJob<S> {
    fn open(&mut self, manner: &Manner) -> Result<(), Failure> {
        if let Some(version) = &self.old_version {
            manner.say(&format!("note: that result was made by fuda {version}; this one may differ"));
        }
        // A row of a table takes some ten times what its cell takes in the counts.
        let room = 64 * 1024 + 40 * self.study.counter().save().len() as u64;
        let (folder, found) =
            ResultFolder::open(&self.out, &self.record, manner.output.force, room).map_err(Failure::usage)?;
        let is_partial = folder.held().is_some_and(|held| !held.complete);
        if found == Found::SameRequest && is_partial && !manner.output.force {
            self.resume(&folder, manner);
        }
        remember(folder.created());
        self.folder = Some(folder);
        Ok(())
    }

    fn play(&mut self, manner: &Manner) -> Result<(), Failure> {
        let mut folder = self.folder.take().expect("the folder was opened");
        let per_block = self.study.all_games_per_block();
        let mut counter = self.study.counter();
        if let Some(saved) = self.saved.take() {
            counter.restore(&saved).expect("it was restored before");
        }
        let before = counter.blocks();
        let bar =
            bar(&self.record.game, self.stop.blocks.map(|blocks| blocks * per_block), manner.output.quiet);
        let controls = Controls {
            pool: &manner.pool,
            interrupted: &INTERRUPTED,
            progress: &|blocks| bar.set_position(blocks * per_block),
        };
        let began = Instant::now();
        let stopped = carry_out(&self.study, &mut counter, &self.stop, self.precision.as_ref(), &controls);
        let seconds = began.elapsed().as_secs_f64();
        bar.finish_and_clear();
        let writing = work_ended();
        let blocks = Blocks { count: counter.blocks(), games_per_block: per_block };
        if blocks.count == 0 {
            folder.abandon();
            return Err(self.nothing_played(&stopped));
        }
        let reason = match (stopped.reason, self.done_as) {
            (StopReason::Games, Some(done_as)) => done_as,
            (reason, _) => reason,
        };
        let tables = self.study.tables(&counter);
        let timing = Timing {
            seconds,
            games: (blocks.count - before) * per_block,
            threads: manner.pool.current_num_threads(),
        };
        let mut files: Vec<File> = tables.iter().map(csv_file).collect();
        files.push(File::of_counts(&self.record, &counter.save()));
        for run in self.study.runs(&counter) {
            files.extend(self.sub_run_files(run, blocks.count, reason));
        }
        let names: Vec<String> = files.iter().map(|file| file.name.clone()).collect();
        files.push(timing.file());
        let record = self.record.ended(blocks, reason, names);
        folder.write(&files, &record).map_err(|error| Failure::Work(error.to_string()))?;
        drop(writing);
        let shown = match manner.output.format {
            Format::Table => self.study.summary(&counter),
            Format::Json => Vec::new(),
        };
        print_results(&record, &folder, &tables, shown, &manner.output)?;
        manner.say(&timing.text());
        self.ending(&record, &folder, &stopped, manner)
    }

    fn abandon(&mut self) {
        if let Some(folder) = self.folder.take() {
            folder.abandon();
        }
    }
}

/// Prints results: for people, or as a line of JSON.
pub fn print_results(
    record: &Record,
    folder: &ResultFolder,
    tables: &[Table],
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
            terminal_text(&shown, WIDTH)
        }
        Format::Json => {
            let schema = format!("fuda.{}.1", record.command);
            let result =
                json!({ "schema": schema, "folder": path, "record": record, "tables": json_tables(tables) });
            format!("{result}\n")
        }
    };
    print(&text).map_err(|failure| failure.but(format!("the files are in {path}")))
}

impl<S: Study> StudyJob<S> {
    /// Takes over what an interrupted result has counted.
    fn resume(&mut self, folder: &ResultFolder, manner: &Manner) {
        let game = &self.record.game;
        let mut counter = self.study.counter();
        let held = folder.held().map_or(0, Record::blocks);
        let saved = folder
            .counts(&self.record)
            .filter(|saved| counter.restore(saved).is_ok() && counter.blocks() == held);
        manner.say(&match &saved {
            Some(_) => {
                let games = counter.blocks() * self.study.all_games_per_block();
                format!("{game}: resuming after {}", counted(games, "game"))
            }
            None => {
                format!("{game}: what was saved is missing, damaged or of something else; starting again")
            }
        });
        self.saved = saved;
    }

    /// The files of a run that is part of the study.
    fn sub_run_files(&self, run: SubRun, blocks: u64, reason: StopReason) -> Vec<File> {
        // A study that was stopped by time is a run of just these games.
        let is_complete = reason.is_complete();
        let asked = if is_complete { Some(blocks) } else { self.stop.blocks };
        let record = Record {
            seed: self.record.seed,
            bots: run.bots,
            games: asked.map(|blocks| blocks * run.games_per_block),
            bot: run.bot_records,
            ..Record::new("run", &self.record.game, run.rules)
        };
        let mut files: Vec<File> = run.tables.iter().map(csv_file).collect();
        files.push(File::of_counts(&record, &run.counts));
        let names = files.iter().map(|file| file.name.clone()).collect();
        let reason = if is_complete { StopReason::Games } else { reason };
        let blocks = Blocks { count: blocks, games_per_block: run.games_per_block };
        let ended = record.ended(blocks, reason, names);
        files.push(File { name: ended.file_name(), content: ended.to_toml().into_bytes() });
        files.into_iter().map(|file| file.within(&run.folder)).collect()
    }

    /// It stopped before anything was counted.
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

    /// Says how it ended.
    fn ending(
        &self,
        record: &Record,
        folder: &ResultFolder,
        stopped: &Stopped,
        manner: &Manner,
    ) -> Result<(), Failure> {
        let path = folder.path().display();
        let games = counted(record.games_played.unwrap_or(0), "game");
        let precision = self.record.precision.as_deref().unwrap_or_default();
        match stopped.reason {
            StopReason::Games => {
                if self.precision.is_some() {
                    manner.say(&format!("{precision} is not reached after {games}"));
                }
                Ok(())
            }
            StopReason::Time => {
                let time = self.record.time.as_deref().unwrap_or_default();
                manner.say(&format!("stopped after {time}, at {games}"));
                Ok(())
            }
            StopReason::Precision => {
                manner.say(&format!("stopped at {games}: {precision} is reached"));
                Ok(())
            }
            StopReason::Verdict => Ok(()),
            StopReason::Interrupted => {
                let resume = if manner.several {
                    "to resume this and the other games: the same command again".to_owned()
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

/// How long the work took.
struct Timing {
    seconds: f64,
    games: u64,
    threads: usize,
}

impl Timing {
    fn games_per_second(&self) -> f64 {
        self.games as f64 / self.seconds
    }

    fn file(&self) -> File {
        let timing = json!({
            "seconds": self.seconds,
            "games": self.games,
            "games_per_second": self.games_per_second(),
            "threads": self.threads,
        });
        File { name: "timing.json".to_owned(), content: format!("{timing:#}\n").into_bytes() }
    }

    fn text(&self) -> String {
        format!(
            "{} in {:.2} s on {}: {} games/s",
            counted(self.games, "game"),
            self.seconds,
            counted(self.threads as u64, "thread"),
            thousands(self.games_per_second() as u64),
        )
    }
}
