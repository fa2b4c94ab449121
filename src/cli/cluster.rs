//! `fuda cluster`: the job files that play a command in shards, on the schedulers
//! that people have, and merge them.

mod kubernetes;
mod parallel;
mod slurm;

use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::{Args, Parser as _, ValueEnum};

use super::args::{Format, StudyArgs};
use super::conduct::Job;
use super::endings::has_programs;
use super::failure::{Failure, print};
use super::plan::default_folder;
use super::shell::typed;
use super::{Cli, Command, Surroundings, compare, league, numbers, run, sweep};
use crate::report::{Part, Record};
use crate::storage::{File, Storage, StorageError, commit, create_folders};
use crate::text::{counted, has_hidden};

const EXAMPLES: &str = "\
Examples:
  fuda cluster slurm --shards 100 -- run oni --games 10G
  fuda cluster slurm --shards 40 --cpus 8 --time 4h -- sweep kujuroku --games 100M
  fuda cluster kubernetes --shards 64 --image registry.example/fuda:1 \\
    --claim results -- compare kujuroku weighing greedy --games 1G
  fuda cluster parallel --shards 16 -- run oni --games 1G

The command is checked now, and its request is written to request.toml: every
shard plays from that file, and refuses to if a strategy file has changed. A
shard that is killed, preempted or out of time goes on from its last checkpoint
when it is started again. The merge names the shards that are missing; start
those again, and merge. The merged files are the same bytes as those of the
command itself. docs/clusters.md goes through each scheduler.";

/// The file of the request that the shards play.
const REQUEST: &str = "request.toml";

/// What runs the shards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Scheduler {
    /// An array job, and a merge that waits for it
    Slurm,
    /// An Indexed Job, its merge, and the Dockerfile of the image
    Kubernetes,
    /// GNU parallel, on this machine or over ssh
    Parallel,
}

/// The arguments of `fuda cluster`.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct ClusterArgs {
    /// What is to run the shards
    #[arg(value_enum)]
    scheduler: Scheduler,

    /// The number of shards
    #[arg(long, value_name = "N", value_parser = read_shards, allow_hyphen_values = true)]
    shards: u64,

    /// The processors of each shard
    #[arg(long, value_name = "N", value_parser = numbers::threads, default_value = "1",
        allow_hyphen_values = true)]
    cpus: usize,

    /// The time limit of each shard, for Slurm: 30m, 4h
    #[arg(long, value_name = "TIME", value_parser = numbers::time, allow_hyphen_values = true)]
    time: Option<Duration>,

    /// The image, for Kubernetes [default: fuda:VERSION]
    #[arg(long, value_name = "NAME", allow_hyphen_values = true)]
    image: Option<String>,

    /// The volume claim for the results, for Kubernetes [default: fuda]
    #[arg(long, value_name = "NAME")]
    claim: Option<String>,

    /// The folder for the job files, and for the shards [default: one per
    /// request in jobs/]
    #[arg(long, value_name = "DIR")]
    dir: Option<PathBuf>,

    /// Overwrite the job files in the folder
    #[arg(long)]
    force: bool,

    /// The command to run in shards: run, compare, league or sweep with its options
    #[arg(last = true, required = true, value_name = "COMMAND", allow_hyphen_values = true)]
    command: Vec<String>,
}

/// What the files for a scheduler are written from.
struct Cluster {
    /// The request, of which the shards are parts.
    record: Record,
    shards: u64,
    cpus: usize,
    time: Option<Duration>,
    /// How often a shard saves what is finished.
    checkpoint: String,
    /// Whether the result gets a page.
    has_page: bool,
    image: String,
    claim: String,
    /// The folder in which the command was given, and in which the shards run.
    here: PathBuf,
    /// The program.
    fuda: PathBuf,
    /// The folder for the files, and for the shards.
    dir: PathBuf,
    /// The folder of the merged result.
    out: PathBuf,
}

/// The files for a scheduler, and what to do with them.
struct JobFiles {
    files: Vec<File>,
    /// How to start the shards, how to start some of them again, and other
    /// things to know.
    next: String,
}

/// `fuda cluster`.
pub fn cluster(args: &ClusterArgs, surroundings: &Surroundings) -> Result<(), Failure> {
    check_options(args)?;
    let (job, study) = checked_job(&args.command)?;
    if !study.programs.is_default() {
        return Err(Failure::Usage(
            "--bot-timeout and --bot-start-timeout are not passed on to the shards; leave them out"
                .to_owned(),
        ));
    }
    let record = job.request().clone();
    check_request(&record, args.shards, job.blocks())?;
    let here = std::env::current_dir().map_err(|error| {
        Failure::Usage(format!("cannot tell the current folder: {error}; change to another one"))
    })?;
    let fuda = std::env::current_exe().unwrap_or_else(|_| PathBuf::from("fuda"));
    let name = default_folder(&record).file_name().map(PathBuf::from).unwrap_or_default();
    let cluster = Cluster {
        shards: args.shards,
        cpus: args.cpus,
        time: args.time,
        checkpoint: format!("{}s", study.checkpoint.as_secs_f64()),
        has_page: !study.output.no_report,
        image: args.image.clone().unwrap_or_else(|| format!("fuda:{}", record.version)),
        claim: args.claim.clone().unwrap_or_else(|| "fuda".to_owned()),
        here,
        fuda,
        dir: args.dir.clone().unwrap_or_else(|| Path::new("jobs").join(name)),
        out: job.folder().to_owned(),
        record,
    };
    if let Some(path) =
        [&cluster.dir, &cluster.out].into_iter().find(|path| has_hidden(&path.to_string_lossy()))
    {
        let path = path.display();
        return Err(Failure::Usage(format!(
            "{path}: a name with control characters cannot stand in job files; choose another one"
        )));
    }
    let JobFiles { mut files, next } = match args.scheduler {
        Scheduler::Slurm => slurm::files(&cluster)?,
        Scheduler::Kubernetes => kubernetes::files(&cluster)?,
        Scheduler::Parallel => parallel::files(&cluster)?,
    };
    files.push(File { name: REQUEST.to_owned(), content: cluster.record.to_toml().into_bytes() });
    let names: Vec<String> = files.iter().map(|file| file.name.clone()).collect();
    write(&*surroundings.storage, &cluster.dir, &files, args.force)?;
    print(&format!(
        "{} in {}: {}\n\n{next}",
        counted(names.len() as u64, "file"),
        cluster.dir.display(),
        names.join(", ")
    ))
}

/// Checks that no option is given that the scheduler would ignore.
fn check_options(args: &ClusterArgs) -> Result<(), Failure> {
    let is_for = |option: &str, scheduler: Scheduler, name: &str| {
        if args.scheduler == scheduler {
            return Ok(());
        }
        Err(Failure::Usage(format!("{option} is for {name}; leave it out")))
    };
    if args.time.is_some() {
        is_for("--time", Scheduler::Slurm, "slurm")?;
    }
    if args.image.is_some() {
        is_for("--image", Scheduler::Kubernetes, "kubernetes")?;
    }
    if args.claim.is_some() {
        is_for("--claim", Scheduler::Kubernetes, "kubernetes")?;
    }
    Ok(())
}

/// The job of a command with its options, and with everything checked that would be before it plays.
fn checked_job(command: &[String]) -> Result<(Box<dyn Job>, StudyArgs), Failure> {
    let words = ["fuda"].into_iter().chain(command.iter().map(String::as_str));
    let cli = Cli::try_parse_from(words).map_err(|error| {
        let text = error.to_string();
        Failure::Usage(format!("the command after -- : {}", text.trim_start_matches("error: ").trim_end()))
    })?;
    let (mut jobs, study) = match &cli.command {
        Command::Run(args) => (run::jobs(args)?, &args.study),
        Command::Compare(args) => (vec![compare::prepared(args)?], &args.study),
        Command::League(args) => (vec![league::prepared(args)?], &args.study),
        Command::Sweep(args) => (vec![sweep::prepared(args)?], &args.study),
        _ => {
            let name = command.first().map_or("", String::as_str);
            return Err(Failure::Usage(format!(
                "'{name}' has no shards; give run, compare, league or sweep after --"
            )));
        }
    };
    if jobs.len() > 1 {
        return Err(Failure::Usage(
            "these are several runs, one for each game; name one game, and write job files for each"
                .to_owned(),
        ));
    }
    check_study(study)?;
    Ok((jobs.remove(0), study.clone()))
}

/// Checks that the command has no option that the job files would drop.
fn check_study(study: &StudyArgs) -> Result<(), Failure> {
    let output = &study.output;
    let dropped = [
        ("--threads", study.threads.is_some(), "give --cpus before --"),
        ("--force", output.force, "remove what is in the folder of the result first"),
        ("--quiet", output.quiet, "shards print nothing but errors"),
        ("--format", output.format != Format::Table, "shards print nothing but errors"),
    ];
    match dropped.iter().find(|(_, is_given, _)| *is_given) {
        Some((option, _, hint)) => Err(Failure::Usage(format!("leave out {option} after -- : {hint}"))),
        None => Ok(()),
    }
}

/// Checks that a request can be played in shards.
fn check_request(record: &Record, shards: u64, blocks: Option<u64>) -> Result<(), Failure> {
    if record.part.is_some() {
        return Err(Failure::Usage("leave out --shard and --blocks: every shard gets its own".to_owned()));
    }
    let part = Part::Shard { number: 1, of: shards };
    super::plan::check_part(part, record)?;
    part.range(blocks).map(|_| ()).map_err(Failure::usage)
}

/// Writes the files to a folder that has none yet, or may be overwritten.
fn write(storage: &dyn Storage, dir: &Path, files: &[File], force: bool) -> Result<(), Failure> {
    let failed = |error: &StorageError| Failure::Work(error.to_string());
    let storage = &*storage.within(dir);
    let names = match storage.list(dir) {
        Ok(names) => names,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Vec::new(),
        Err(error) => return Err(Failure::usage(StorageError::of("read", dir)(error))),
    };
    if storage.list(&dir.join("shards")).is_ok_and(|shards| !shards.is_empty()) {
        return Err(Failure::Usage(format!(
            "{} holds shards of other job files; remove it, or choose another folder with --dir",
            dir.join("shards").display()
        )));
    }
    if !names.is_empty() && !force {
        return Err(Failure::Usage(format!(
            "{} is not empty; choose another folder with --dir, or overwrite its job files with --force",
            dir.display()
        )));
    }
    for folder in ["shards", "logs"] {
        let folder = dir.join(folder);
        create_folders(storage, &folder)
            .map_err(|error| failed(&StorageError::of("create", &folder)(error)))?;
    }
    commit(storage, dir, files, &[]).map_err(|error| Failure::Work(error.to_string()))
}

fn read_shards(text: &str) -> Result<u64, String> {
    Part::parse_shard(&format!("1/{text}"))
        .map(|part| match part {
            Part::Shard { of, .. } => of,
            Part::Blocks(_) => unreachable!("this is a shard"),
        })
        .map_err(|_| "give a whole number of shards from 1 to 1M".to_owned())
}

impl Cluster {
    /// The command that plays a shard, whose number is `number` in the words of
    /// a shell, with files in `dir`.
    fn shard_command(&self, fuda: &str, dir: &str, number: &str, threads: &str) -> String {
        let Cluster { record, shards, .. } = self;
        let allowed = if has_programs(record) { " --allow-programs" } else { "" };
        format!(
            "{fuda} {} --from {dir}/{REQUEST} --shard {number}/{shards} --out {dir}/shards/{number} \\\n  \
             --threads {threads} --checkpoint {} --no-report --quiet{allowed}",
            record.command, self.checkpoint,
        )
    }

    /// The command that merges the shards.
    fn merge_command(&self, fuda: &str, dir: &str, out: &str) -> String {
        let page = if self.has_page { "" } else { " --no-report" };
        format!("{fuda} merge {dir}/shards --out={out}{page} --quiet")
    }

    /// A path as it is typed into a shell, and cannot be taken for an option.
    fn word(path: &Path) -> String {
        let text = path.display().to_string();
        typed(&if text.starts_with('-') { format!("./{text}") } else { text })
    }

    /// The name of the jobs.
    fn name(&self) -> String {
        format!("fuda-{}-{}-{}", self.record.command, self.record.game, self.record.hash())
    }

    /// The first line of every file.
    fn title(&self, what: &str) -> String {
        format!(
            "# {what}, for fuda {} ({}). Written by fuda {}.",
            self.record.command,
            counted(self.shards, "shard"),
            self.record.version
        )
    }
}

/// A file of text.
fn text_file(name: &str, content: String) -> File {
    File { name: name.to_owned(), content: content.into_bytes() }
}
