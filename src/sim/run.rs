//! A run: blocks handed out to threads, until a stop rule says so.
//!
//! Threads claim blocks in ascending order and finish what they claimed, so
//! that at any stop a run of blocks from the first one is complete. Each
//! counts into a tally of its own, and tallies add up in any order: which
//! thread played what never shows.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use super::{BlockFault, Counter, Precision, Setup};
use crate::game::Game;
use crate::metric::MetricList;
use crate::tally::Tally;

/// When to stop; whichever comes first.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Stop {
    /// After this many blocks, those of an earlier part included.
    pub blocks: Option<u64>,
    /// After this time, at a whole block.
    pub time: Option<Duration>,
    /// When this precision is reached.
    pub precision: Option<Precision>,
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
    /// The precision is reached.
    Precision,
    /// It was interrupted.
    Interrupted,
    /// A bot failed.
    Failed(BlockFault),
}

/// What came of a run: the tally of all blocks from 0.
pub struct Outcome {
    /// The metrics.
    pub metrics: MetricList,
    /// What was counted.
    pub tally: Tally,
    /// Why it ended.
    pub ended: Ended,
}

/// The first look at the precision, in blocks, and how far apart looks are:
/// fixed counts, so that a run stops at the same block on any number of
/// threads.
const FIRST_LOOK: u64 = 100;
const NEXT_LOOK: fn(u64) -> u64 = |blocks| blocks + blocks / 4;

/// How long threads go on before their tallies are added up. What a failing
/// bot spoils is at most that much work.
const WAVE: Duration = Duration::from_millis(1000);

/// How much work a thread claims at a time.
const CLAIM: Duration = Duration::from_millis(5);

/// Plays blocks until a stop rule holds, going on from the blocks that `tally`
/// already has.
///
/// # Panics
/// If the threads cannot be started.
#[must_use]
pub fn run<G: Game>(setup: &Setup<G>, start: Option<Tally>, stop: &Stop, controls: &Controls<'_>) -> Outcome {
    let began = Instant::now();
    let (metrics, _) = setup.metrics();
    let mut tally = start.unwrap_or_else(|| Tally::new(&metrics));
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(controls.threads)
        .build()
        .expect("threads can be started");
    let mut counters: Vec<Counter<'_, G>> = (0..controls.threads).map(|_| Counter::new(setup)).collect();
    let limit = stop.blocks.unwrap_or(u64::MAX);
    let mut look = FIRST_LOOK;
    let ended = loop {
        let done = tally.blocks();
        while look <= done {
            look = NEXT_LOOK(look);
        }
        if done >= limit {
            break Ended::Blocks;
        }
        let end = if stop.precision.is_some() { limit.min(look) } else { limit };
        let wave = Wave::new(done, end, began, stop.time, controls);
        pool.in_place_scope(|scope| {
            for counter in &mut counters {
                scope.spawn(|_| wave.work(counter));
            }
        });
        if let Some(fault) = wave.fault() {
            // Blocks after the fault may be counted already: play again just
            // those before it.
            let mut counter = Counter::new(setup);
            for block in done..fault.block {
                counter.count_block(block).expect("a block that went well goes well again");
            }
            tally.absorb(&mut counter.tally);
            break Ended::Failed(fault);
        }
        for counter in &mut counters {
            tally.absorb(&mut counter.tally);
        }
        if stop
            .precision
            .as_ref()
            .is_some_and(|precision| tally.blocks() == look && precision.reached(&metrics, &tally))
        {
            break Ended::Precision;
        }
        if controls.interrupted.load(Ordering::Relaxed) && tally.blocks() < limit {
            break Ended::Interrupted;
        }
        if stop.time.is_some_and(|time| began.elapsed() >= time) && tally.blocks() < limit {
            break Ended::Time;
        }
    };
    Outcome { metrics, tally, ended }
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
    fn work<G: Game>(&self, counter: &mut Counter<'_, G>) {
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
