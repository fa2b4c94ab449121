//! Blocks handed out to threads, until there are enough of them.
//!
//! Threads claim blocks in ascending order and finish what they claimed, so
//! that at any stop a run of blocks from the first one is complete. Each
//! counts by itself, and counts add up in any order: which thread played what
//! never shows.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use super::BlockFault;

/// Plays blocks, and adds up what it counts of them.
pub trait CountBlocks: Send {
    /// Plays all games of a block and counts them.
    ///
    /// # Errors
    /// If a bot fails: what was counted is then of no use.
    fn count_block(&mut self, block: u64) -> Result<(), BlockFault>;

    /// How many blocks are counted.
    fn blocks(&self) -> u64;

    /// Adds what another one counted, and empties it.
    fn merge(&mut self, other: &mut Self);
}

/// When it is enough; whichever comes first.
pub struct Enough<'a, C> {
    /// After this many blocks, those that were counted before included.
    pub blocks: Option<u64>,
    /// After this time, at a whole block.
    pub time: Option<Duration>,
    /// When this says so, at one of the looks.
    pub look: Option<&'a dyn Fn(&C) -> bool>,
}

/// What a run is told from outside, and tells.
pub struct Controls<'a> {
    /// How many threads play.
    pub threads: usize,
    /// Set to end the run at a whole block.
    pub interrupted: &'a AtomicBool,
    /// Hears how many blocks are done, from any thread.
    pub progress: &'a (dyn Fn(u64) + Sync),
}

/// Why a run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ended {
    /// All blocks are played.
    Blocks,
    /// The time is up.
    Time,
    /// A look said that it is enough.
    Enough,
    /// It was interrupted.
    Interrupted,
    /// A bot failed.
    Failed(BlockFault),
}

/// The first look, in blocks, and how far apart looks are: fixed counts, so
/// that a run stops at the same block on any number of threads.
const FIRST_LOOK: u64 = 100;
const NEXT_LOOK: fn(u64) -> u64 = |blocks| blocks + blocks / 4;

/// How long threads go on before their counts are added up. What a failing
/// bot spoils is at most that much work.
const WAVE: Duration = Duration::from_secs(1);

/// How much work a thread claims at a time.
const CLAIM: Duration = Duration::from_millis(5);

/// Plays blocks into `total` until there are enough, going on from those that
/// it already has. Every thread counts with a counter from `fresh`.
///
/// # Panics
/// If the threads cannot be started.
#[must_use]
pub fn count_blocks<C: CountBlocks>(
    total: &mut C,
    fresh: impl Fn() -> C,
    enough: &Enough<'_, C>,
    controls: &Controls<'_>,
) -> Ended {
    let began = Instant::now();
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(controls.threads)
        .build()
        .expect("threads can be started");
    let mut counters: Vec<C> = (0..controls.threads).map(|_| fresh()).collect();
    let limit = enough.blocks.unwrap_or(u64::MAX);
    let mut look = FIRST_LOOK;
    loop {
        let done = total.blocks();
        while look <= done {
            look = NEXT_LOOK(look);
        }
        if done >= limit {
            return Ended::Blocks;
        }
        let end = if enough.look.is_some() { limit.min(look) } else { limit };
        let wave = Wave::new(done, end, began, enough.time, controls);
        pool.in_place_scope(|scope| {
            for counter in &mut counters {
                scope.spawn(|_| wave.work(counter));
            }
        });
        if let Some(fault) = wave.fault() {
            // Blocks after the fault may be counted already: play again just
            // those before it.
            let mut counter = fresh();
            for block in done..fault.block {
                counter.count_block(block).expect("a block that went well goes well again");
            }
            total.merge(&mut counter);
            return Ended::Failed(fault);
        }
        for counter in &mut counters {
            total.merge(counter);
        }
        if enough.look.is_some_and(|is_enough| total.blocks() == look && is_enough(total)) {
            return Ended::Enough;
        }
        if controls.interrupted.load(Ordering::Relaxed) && total.blocks() < limit {
            return Ended::Interrupted;
        }
        if enough.time.is_some_and(|time| began.elapsed() >= time) && total.blocks() < limit {
            return Ended::Time;
        }
    }
}

/// A stretch of blocks that threads claim from.
struct Wave<'a> {
    next: AtomicU64,
    /// Blocks from here on are not to be played. A fault lowers it.
    end: AtomicU64,
    played: AtomicU64,
    began: Instant,
    deadline: Option<Instant>,
    fault: Mutex<Option<BlockFault>>,
    controls: &'a Controls<'a>,
}

impl<'a> Wave<'a> {
    fn new(
        next: u64,
        end: u64,
        run_began: Instant,
        time: Option<Duration>,
        controls: &'a Controls<'a>,
    ) -> Wave<'a> {
        Wave {
            next: AtomicU64::new(next),
            end: AtomicU64::new(end),
            played: AtomicU64::new(next),
            began: Instant::now(),
            // A time too long for the clock never ends.
            deadline: time.and_then(|time| run_began.checked_add(time)),
            fault: Mutex::new(None),
            controls,
        }
    }

    /// Claims and plays blocks until there are none, or it is time to add up.
    fn work(&self, counter: &mut impl CountBlocks) {
        let mut size = 1;
        while !self.is_over() {
            let first = self.next.fetch_add(size, Ordering::Relaxed);
            let began = Instant::now();
            for block in first..first.saturating_add(size) {
                if block >= self.end.load(Ordering::Relaxed) {
                    return;
                }
                if let Err(fault) = counter.count_block(block) {
                    return self.report(fault);
                }
            }
            let played = self.played.fetch_add(size, Ordering::Relaxed) + size;
            (self.controls.progress)(played);
            size = if began.elapsed() < CLAIM / 2 { 2 * size } else { (size / 2).max(1) };
        }
    }

    fn is_over(&self) -> bool {
        self.next.load(Ordering::Relaxed) >= self.end.load(Ordering::Relaxed)
            || self.controls.interrupted.load(Ordering::Relaxed)
            || self.began.elapsed() >= WAVE
            || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// The fault of the lowest block stands; blocks before it are still
    /// played.
    fn report(&self, fault: BlockFault) {
        self.end.fetch_min(fault.block, Ordering::Relaxed);
        let mut first = self.fault.lock().expect("no thread panics while it reports");
        if first.as_ref().is_none_or(|known| fault.block < known.block) {
            *first = Some(fault);
        }
    }

    fn fault(self) -> Option<BlockFault> {
        self.fault.into_inner().expect("no thread panics while it reports")
    }
}
