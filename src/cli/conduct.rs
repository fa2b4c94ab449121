//! Carries out the jobs of a command: all folders are opened before any games
//! are played.

use std::io::Write as _;
use std::marker::PhantomData;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::Surroundings;
use super::args::{Format, OutputArgs, Request, StudyArgs};
use super::failure::{Failure, print};
use super::report::write_joint;
use super::timing::Sitting;
use crate::game::{Audit, Game};
use crate::games::{self, GameVisitor};
use crate::report::{Record, held_secret_seed};
use crate::storage::{Disk, Storage};
use crate::table::Table;
use crate::text::counted;

/// What all jobs of a command share: threads, storage and output options.
pub struct JobContext {
    pub pool: rayon::ThreadPool,
    pub storage: Arc<dyn Storage>,
    pub output: OutputArgs,
    /// How often finished work is saved.
    pub checkpoint: Duration,
    /// Whether the command has several jobs.
    pub several: bool,
}

impl JobContext {
    /// Starts the threads, before any games are played.
    fn new(args: &StudyArgs, several: bool, storage: Arc<dyn Storage>) -> Result<JobContext, Failure> {
        let pool = thread_pool(args.threads)?;
        Ok(JobContext { pool, storage, output: args.output.clone(), checkpoint: args.checkpoint, several })
    }

    /// The context of a command that plays nothing.
    pub fn idle(output: &OutputArgs, storage: Arc<dyn Storage>) -> Result<JobContext, Failure> {
        let checkpoint = Duration::MAX;
        Ok(JobContext {
            pool: thread_pool(Some(1))?,
            storage,
            output: output.clone(),
            checkpoint,
            several: false,
        })
    }

    /// Prints a message to the standard error, unless `--quiet` is given.
    pub fn note(&self, text: &str) {
        if !self.output.quiet {
            let _ = writeln!(std::io::stderr(), "{text}");
        }
    }

    /// A sitting that began then, and played so many games.
    pub fn sitting(&self, began: Instant, games: u64) -> Sitting {
        let threads = self.pool.current_num_threads();
        Sitting { seconds: began.elapsed().as_secs_f64(), games, threads }
    }
}

/// Starts so many threads, or one for each core.
pub fn thread_pool(threads: Option<usize>) -> Result<rayon::ThreadPool, Failure> {
    let threads = threads.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from));
    rayon::ThreadPoolBuilder::new().num_threads(threads).build().map_err(|error| {
        let threads = counted(threads as u64, "thread");
        Failure::Usage(format!("cannot start {threads}: {error}; give fewer with --threads"))
    })
}

/// A study that is to be carried out, of any kind.
pub trait Job {
    /// What is requested.
    fn request(&self) -> &Record;
    /// The number of blocks that are requested, if that decides when it stops.
    fn blocks(&self) -> Option<u64>;
    /// The folder of the result.
    fn folder(&self) -> &Path;
    /// The tables of its results, without the rows that playing adds.
    fn empty_tables(&self) -> Vec<Table>;
    /// Opens the folder, before any games are played.
    fn open(&mut self, context: &JobContext) -> Result<(), Failure>;
    /// Plays, writes and prints.
    fn play(&mut self, context: &JobContext) -> Result<(), Failure>;
    /// Removes the folders that were created, if nothing was written to them.
    fn abandon(&mut self);
}

/// A command that plays: how its request becomes a job.
pub trait Prepare {
    /// The job for a request of a game; everything is checked here.
    fn prepare<G: Game + Audit>(request: Request, output: &OutputArgs) -> Result<Box<dyn Job>, Failure>;
}

/// The job of a command for a request, which names the game. A request with a seed
/// that was drawn takes the seed of its own result, if its folder holds one already.
pub fn job<C: Prepare>(request: Request, output: &OutputArgs) -> Result<Box<dyn Job>, Failure> {
    if !request.secret_seed || request.from.is_some() || request.merge.is_some() {
        return prepared::<C>(request, output);
    }
    let job = prepared::<C>(request.clone(), output)?;
    match held_secret_seed(&Disk::default(), job.folder(), job.request()) {
        Some(seed) => prepared::<C>(Request { seed, ..request }, output),
        None => Ok(job),
    }
}

fn prepared<C: Prepare>(request: Request, output: &OutputArgs) -> Result<Box<dyn Job>, Failure> {
    struct Door<'a, C>(Request, &'a OutputArgs, PhantomData<C>);
    impl<C: Prepare> GameVisitor for Door<'_, C> {
        type Output = Result<Box<dyn Job>, Failure>;

        fn visit<G: Game + Audit>(self) -> Result<Box<dyn Job>, Failure> {
            C::prepare::<G>(self.0, self.1)
        }
    }
    let name = request.game.clone();
    let file = request.file().map(ToOwned::to_owned);
    games::visit(&name, Door(request, output, PhantomData::<C>))
        .unwrap_or_else(|| Err(Failure::unknown_game(&name).within(file.as_deref())))
}

/// Carries out jobs that play, one after the other.
pub fn conduct(
    jobs: Vec<Box<dyn Job>>,
    args: &StudyArgs,
    surroundings: &Surroundings,
) -> Result<(), Failure> {
    let context = JobContext::new(args, jobs.len() > 1, Arc::clone(&surroundings.storage))?;
    conduct_in(&context, jobs, surroundings)
}

/// Carries out jobs in a context.
pub fn conduct_in(
    context: &JobContext,
    mut jobs: Vec<Box<dyn Job>>,
    surroundings: &Surroundings,
) -> Result<(), Failure> {
    (surroundings.listen)()?;
    let done = jobs
        .iter_mut()
        .try_for_each(|job| job.open(context))
        .and_then(|()| jobs.iter_mut().try_for_each(|job| job.play(context)));
    if done.is_err() {
        jobs.iter_mut().for_each(|job| job.abandon());
    } else if jobs.len() > 1 && !context.output.no_report {
        let folders: Vec<PathBuf> = jobs.iter().map(|job| job.folder().to_owned()).collect();
        let page = write_joint(&*context.storage, &folders, context.output.force)?;
        if !context.output.quiet && context.output.format == Format::Table {
            print(&format!("\nLook at all of them in {}\n", page.display()))?;
        }
    }
    done
}
