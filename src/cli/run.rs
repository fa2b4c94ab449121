//! `fuda run`: plays games and writes the statistics.

mod job;

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use super::failure::Failure;
use super::interrupt;
use super::list::Format;
use super::numbers;
use super::request::{TableArgs, TableRequest};
use crate::games::{self, NAMES};
use crate::report::{Folder, Manifest};
use crate::sim::Precision;

use job::{Job, Plan, Prepare};

const EXAMPLES: &str = "\
Examples:
  fuda run                                     a million games of every game
  fuda run kujuroku --games 2.5M --seed 7      the same files on any machine
  fuda run kujuroku --bots greedy,random       greedy and random, alternating
  fuda run kujuroku --rule jizo=true --for 30s
  fuda run kujuroku --precision at_par:yes=0.002
  fuda run --from reports/kujuroku-0123456789/run.toml

A block is one deal, played once for each different rotation of the line-up.
--precision takes METRIC=H for the mean of a metric, or METRIC:OUTCOME=H for a
share; without an outcome all outcomes are meant. What is watched is the first
split in the metric's file: the whole, or else each seat, role or bot. Its
interval holds however often one looks. --games, --for and --precision may be
given together: the first one reached ends the run. Ctrl-C ends it at a whole
block and keeps what is finished; the same command goes on from there.";

/// The default number of games of one game, and of each when none is named.
const GAMES: u64 = 100_000;
const GAMES_OF_ALL: u64 = 1_000_000;

/// What `fuda run` takes.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct RunArgs {
    /// The games to play; none: all of them
    #[arg(value_name = "GAME")]
    names: Vec<String>,

    /// How many games, rounded up to whole blocks: 500, 10k, 2.5M, 1_000_000
    /// [default: 100k; without GAME 1M each]
    #[arg(long, value_name = "N", value_parser = numbers::games, allow_hyphen_values = true)]
    games: Option<u64>,

    #[command(flatten)]
    table: TableArgs,

    /// How many threads play [default: all cores]
    #[arg(long, value_name = "N", value_parser = numbers::threads, allow_hyphen_values = true)]
    threads: Option<usize>,

    /// The folder for the files [default: reports/GAME-HASH]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,

    /// Overwrite what the folder holds
    #[arg(long)]
    force: bool,

    /// Stop after this time, at a whole block: 30s, 5m, 1.5h
    #[arg(long = "for", value_name = "TIME", value_parser = read_time, allow_hyphen_values = true)]
    time: Option<(String, Duration)>,

    /// Go on until the 95 % interval of METRIC is at most ± H
    #[arg(long, value_name = "METRIC=H")]
    precision: Option<String>,

    /// Do a run again, or go on with one that was interrupted
    #[arg(long, value_name = "run.toml", conflicts_with_all =
        ["names", "games", "seed", "bots", "bot", "rule", "rules", "time", "precision"])]
    from: Option<PathBuf>,

    /// Print nothing but errors
    #[arg(long)]
    quiet: bool,

    /// What to print at the end
    #[arg(long, value_enum, default_value = "table")]
    format: Format,
}

/// How the runs of a command are carried out, whatever they are.
struct Manner {
    /// Whether there are other runs after or before.
    several: bool,
    threads: usize,
    force: bool,
    quiet: bool,
    format: Format,
}

/// `fuda run`.
pub fn run(args: RunArgs) -> Result<(), Failure> {
    interrupt::listen()?;
    let plans = plans(&args)?;
    let manner = Manner {
        several: plans.len() > 1,
        threads: args.threads.unwrap_or_else(all_cores),
        force: args.force,
        quiet: args.quiet,
        format: args.format,
    };
    let mut jobs = plans
        .into_iter()
        .map(|plan| {
            let name = plan.game.clone();
            games::visit(&name, Prepare(plan))
                .unwrap_or_else(|| Err(Failure::unknown_game(&name).within(args.from.as_deref())))
        })
        .collect::<Result<Vec<Box<dyn Job>>, Failure>>()?;
    check_threads(manner.threads)?;
    open_all(&mut jobs, &manner)?;
    for (index, job) in jobs.iter_mut().enumerate() {
        if let Err(failure) = job.play(&manner) {
            jobs.iter_mut().skip(index).for_each(|job| job.abandon());
            return Err(failure);
        }
    }
    Ok(())
}

/// How many threads play unless it is said.
pub fn all_cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// Opens the folders of all runs before any of them begins.
fn open_all(jobs: &mut [Box<dyn Job>], manner: &Manner) -> Result<(), Failure> {
    for index in 0..jobs.len() {
        if let Err(failure) = jobs[index].open(manner) {
            jobs.iter_mut().for_each(|job| job.abandon());
            return Err(failure);
        }
    }
    Ok(())
}

/// Whether so many threads can be started: found out before the work begins.
pub fn check_threads(threads: usize) -> Result<(), Failure> {
    rayon::ThreadPoolBuilder::new().num_threads(threads).build().map(drop).map_err(|error| {
        Failure::Usage(format!("cannot start {threads} threads: {error}; give fewer with --threads"))
    })
}

/// What is to be run, from the command line or a run.toml.
fn plans(args: &RunArgs) -> Result<Vec<Plan>, Failure> {
    if let Some(path) = &args.from {
        let manifest = Manifest::read(path).map_err(Failure::usage)?;
        let table = TableRequest::of_manifest(&manifest, path)?;
        let wrong = |key, error: &str| Failure::Usage(format!("{}: wrong '{key}': {error}", path.display()));
        // What was interrupted goes on where it is.
        let folder = path.parent().filter(|folder| !manifest.complete && Folder::holds_files(folder));
        let folder = folder.map(PathBuf::from);
        return Ok(vec![Plan {
            game: manifest.game.clone(),
            table,
            games: manifest.games,
            time: manifest
                .time
                .as_deref()
                .map(read_time)
                .transpose()
                .map_err(|error| wrong("for", &error))?,
            precision: manifest
                .precision
                .as_deref()
                .map(read_precision)
                .transpose()
                .map_err(|failure| failure.within(Some(path)))?,
            out: args.out.clone().or(folder),
            again: Some(manifest),
        }]);
    }
    let table = TableRequest::typed(&args.table)?;
    let time = args.time.clone();
    let precision = args.precision.as_deref().map(read_precision).transpose()?;
    let (names, default_games) = if args.names.is_empty() {
        (NAMES.iter().map(|&name| name.to_owned()).collect(), GAMES_OF_ALL)
    } else {
        (args.names.clone(), GAMES)
    };
    if let Some(twice) = names.iter().enumerate().find(|(index, name)| names[..*index].contains(name)) {
        return Err(Failure::Usage(format!("'{}' is named twice", twice.1)));
    }
    // A time or a precision is a limit of its own: then only an explicit
    // number of games is one too.
    let own_limit = time.is_some() || precision.is_some();
    let games = args.games.or((!own_limit).then_some(default_games));
    let several = names.len() > 1;
    Ok(names
        .into_iter()
        .map(|game| Plan {
            out: args.out.as_ref().map(|out| if several { out.join(&game) } else { out.clone() }),
            table: table.clone(),
            games,
            time: time.clone(),
            precision: precision.clone(),
            again: None,
            game,
        })
        .collect())
}

/// Reads a time, and keeps it as it was written.
pub fn read_time(text: &str) -> Result<(String, Duration), String> {
    numbers::time(text).map(|time| (text.to_owned(), time))
}

fn read_precision(text: &str) -> Result<Precision, Failure> {
    Precision::parse(text).map_err(Failure::usage)
}
