//! Distributes blocks to threads until a stop rule holds.
//!
//! Threads claim blocks in ascending order and finish what they claimed, so
//! that at any stop the blocks from the first one on are complete. Each thread has a counter
//! of its own, and counters merge in any order: the result does not depend on
//! which thread played what.

mod wave;

use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use self::wave::{AtWork, Wave};
use super::BlockFault;
use crate::bots::stoppable;
use crate::rows::RowCollector;
use crate::stats::{self, FIRST_LOOK};
use crate::tally::{UnreadableCounts, from_bytes, to_bytes};

/// Plays blocks and accumulates counts.
pub trait BlockCounter: Send {
    /// Prepares for blocks that are counted next, if that makes it faster;
    /// returns whether it does, and more so for many blocks.
    fn prepare(&mut self, _blocks: Range<u64>) -> bool {
        false
    }

    /// Plays all games of a block and counts them.
    ///
    /// # Errors
    /// If a bot fails: the counts then include a partial block and must not be
    /// used.
    fn count_block(&mut self, block: u64) -> Result<(), BlockFault>;

    /// The number of blocks counted.
    fn blocks(&self) -> u64;

    /// Adds the counts of another counter, and empties it.
    fn merge(&mut self, other: &mut Self)
    where
        Self: Sized;

    /// Whether all of its blocks can be read off.
    fn is_settled(&self) -> bool {
        true
    }

    /// Makes all of its blocks readable. Nothing can be counted afterwards, unless
    /// the counts are restored.
    fn settle(&mut self) {}

    /// The rows of the blocks that it has played, if they are wanted. They are not
    /// merged: a [`Keeper`] takes them.
    fn rows(&mut self) -> Option<&mut RowCollector> {
        None
    }

    /// The counts as bytes, to be restored later.
    fn save(&self) -> Vec<u8>;

    /// Replaces the counts by those that a counter of the same study saved.
    ///
    /// # Errors
    /// If they are damaged, or of another study.
    fn restore(&mut self, saved: &[u8]) -> Result<(), UnreadableCounts>;
}

/// Several counters on the same blocks.
impl<C: BlockCounter> BlockCounter for Vec<C> {
    fn prepare(&mut self, blocks: Range<u64>) -> bool {
        // All of them, and not only up to the first.
        self.iter_mut().map(|counter| counter.prepare(blocks.clone())).max() == Some(true)
    }

    fn count_block(&mut self, block: u64) -> Result<(), BlockFault> {
        self.iter_mut().try_for_each(|counter| counter.count_block(block))
    }

    fn blocks(&self) -> u64 {
        self.first().map_or(0, BlockCounter::blocks)
    }

    fn merge(&mut self, other: &mut Self) {
        self.iter_mut().zip(other).for_each(|(counter, add)| counter.merge(add));
    }

    fn is_settled(&self) -> bool {
        self.iter().all(BlockCounter::is_settled)
    }

    fn settle(&mut self) {
        self.iter_mut().for_each(BlockCounter::settle);
    }

    fn save(&self) -> Vec<u8> {
        to_bytes(&self.iter().map(BlockCounter::save).collect::<Vec<_>>())
    }

    fn restore(&mut self, saved: &[u8]) -> Result<(), UnreadableCounts> {
        let saved: Vec<Vec<u8>> = from_bytes(saved)?;
        if saved.len() != self.len() {
            return Err(UnreadableCounts);
        }
        self.iter_mut().zip(saved).try_for_each(|(counter, saved)| counter.restore(&saved))
    }
}

/// Reads all blocks of a counter, and leaves it as it was.
pub fn read_settled<C: BlockCounter, T>(counter: &mut C, read: impl FnOnce(&C) -> T) -> T {
    if counter.is_settled() {
        return read(counter);
    }
    let saved = counter.save();
    counter.settle();
    let result = read(counter);
    counter.restore(&saved).expect("it was just saved");
    result
}

/// When to stop: at whichever limit comes first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StopRule {
    /// Where it begins; the blocks before this one belong to other parts.
    pub first_block: u64,
    /// After this many blocks, including those counted before a resume.
    pub blocks: Option<u64>,
    /// After this time, at the end of a block.
    pub time: Option<Duration>,
}

/// Why a study stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum StopReason {
    /// The requested games are played.
    Games,
    /// The requested time is up.
    Time,
    /// The requested precision is reached.
    Precision,
    /// The verdict is reached.
    Verdict,
    /// It was merged of parts, and some are missing.
    Partial,
    /// It was interrupted.
    Interrupted,
    /// A bot failed.
    Failed,
}

impl StopReason {
    /// Whether the request is done.
    #[must_use]
    pub const fn is_complete(self) -> bool {
        !matches!(self, StopReason::Partial | StopReason::Interrupted | StopReason::Failed)
    }
}

/// How a study stopped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stopped {
    /// Why.
    pub reason: StopReason,
    /// How a bot failed, if one did.
    pub fault: Option<BlockFault>,
}

impl From<StopReason> for Stopped {
    fn from(reason: StopReason) -> Stopped {
        Stopped { reason, fault: None }
    }
}

/// The threads that play, the flag that interrupts them, and their progress
/// callback.
pub struct Controls<'a> {
    /// The threads.
    pub pool: &'a rayon::ThreadPool,
    /// Set it to stop at the end of a block.
    pub interrupted: &'a AtomicBool,
    /// Called with the number of blocks done, from any thread.
    pub progress: &'a (dyn Fn(u64) + Sync),
}

/// Keeps the counts of finished blocks while others are being played.
pub trait Keeper {
    /// How often they are to be saved.
    fn interval(&self) -> Duration;

    /// Saves the counts so far.
    fn save(&mut self, counts: &dyn BlockCounter);

    /// Keeps the rows of finished blocks, and empties the collectors. If it fails,
    /// the study ends without these blocks.
    ///
    /// # Errors
    /// If they cannot be kept; the keeper knows why.
    fn keep_rows(&mut self, rows: Vec<&mut RowCollector>) -> Result<(), RowsLost>;

    /// Whether to end at once, without waiting for the blocks that are being
    /// played.
    fn is_urgent(&self) -> bool;

    /// Saves the counts so far, and ends the process.
    fn end(&mut self, counts: &dyn BlockCounter);
}

/// Rows could not be kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RowsLost;

/// Keeps nothing.
pub struct KeepNothing;

impl Keeper for KeepNothing {
    fn interval(&self) -> Duration {
        Duration::MAX
    }

    fn save(&mut self, _: &dyn BlockCounter) {}

    fn keep_rows(&mut self, rows: Vec<&mut RowCollector>) -> Result<(), RowsLost> {
        rows.into_iter().for_each(RowCollector::clear);
        Ok(())
    }

    fn is_urgent(&self) -> bool {
        false
    }

    fn end(&mut self, _: &dyn BlockCounter) {}
}

/// An interim analysis of the counts so far: returns a reason to stop, if there
/// is one.
pub type Look<'a, C> = &'a dyn Fn(&C) -> Option<StopReason>;

/// How long threads play before their counts are merged: the most work that a
/// failing bot can waste.
const WAVE: Duration = Duration::from_secs(1);

/// How long blocks that were finished in a wave are played again when it is
/// stopped in the middle of one.
const SALVAGE: Duration = Duration::from_millis(400);

/// How many blocks are prepared for at once when they are counted again.
const AGAIN: u64 = 64;

/// Plays blocks into `total` until a stop rule holds, resuming after those that
/// it already has. Every thread counts with a counter from `fresh`. `look` is
/// called at fixed block counts, so that a run stops at the same block on any
/// number of threads. `keeper` saves the counts now and then.
#[must_use]
pub fn count_blocks<C: BlockCounter>(
    total: &mut C,
    fresh: impl Fn() -> C,
    stop: &StopRule,
    look: Option<Look<'_, C>>,
    keeper: &mut dyn Keeper,
    controls: &Controls<'_>,
) -> Stopped {
    let began = Instant::now();
    let mut saved = Instant::now();
    let wave_time = WAVE.min(keeper.interval());
    let mut counters: Vec<C> = (0..controls.pool.current_num_threads()).map(|_| fresh()).collect();
    let mut prepared: Vec<Option<u64>> = vec![None; counters.len()];
    let limit = stop.blocks.unwrap_or(u64::MAX);
    let first_block = stop.first_block;
    let mut next_look = FIRST_LOOK;
    loop {
        let done = total.blocks();
        while next_look <= done {
            next_look = stats::next_look(next_look);
        }
        if done >= limit {
            return StopReason::Games.into();
        }
        let end = if look.is_some() { limit.min(next_look) } else { limit };
        let deadline = stop.time.and_then(|time| began.checked_add(time));
        let wave = Wave::new(first_block, done, end, wave_time, deadline, counters.len(), controls);
        controls.pool.in_place_scope(|scope| {
            for (counter, prepared) in counters.iter_mut().zip(&mut prepared) {
                let wave = &wave;
                scope.spawn(move |_| {
                    let _at_work = AtWork(wave);
                    stoppable(&wave.abandoned, || wave.work(counter, prepared));
                });
            }
            wave.wait(total, keeper);
        });
        let is_abandoned = wave.abandoned.load(Ordering::Relaxed);
        if let Some(fault) = wave.fault() {
            if is_abandoned {
                // A bot was stopped in the middle of a block, and counters may
                // include others after it.
                salvage(fault.block, first_block + done, total, fresh(), keeper);
                return stop_reason(stop, began).into();
            }
            let fault = Some(count_up_to(fault, first_block + done, total, fresh(), keeper));
            return Stopped { reason: StopReason::Failed, fault };
        }
        if merge(total, &mut counters, keeper).is_err() {
            return StopReason::Interrupted.into();
        }
        let at_look = look.filter(|_| total.blocks() == next_look);
        if let Some(reason) = at_look.and_then(|look| read_settled(total, look)) {
            return reason.into();
        }
        if controls.interrupted.load(Ordering::Relaxed) && total.blocks() < limit {
            return StopReason::Interrupted.into();
        }
        if stop.time.is_some_and(|time| began.elapsed() >= time) && total.blocks() < limit {
            return StopReason::Time.into();
        }
        if saved.elapsed() >= keeper.interval() && total.blocks() < limit {
            keeper.save(total);
            saved = Instant::now();
        }
    }
}

/// Adds what counters have counted, after their rows are kept.
fn merge<C: BlockCounter>(
    total: &mut C,
    counters: &mut [C],
    keeper: &mut dyn Keeper,
) -> Result<(), RowsLost> {
    let rows: Vec<&mut RowCollector> = counters.iter_mut().filter_map(BlockCounter::rows).collect();
    if !rows.is_empty() {
        keeper.keep_rows(rows)?;
    }
    counters.iter_mut().for_each(|counter| total.merge(counter));
    Ok(())
}

/// Why a wave was abandoned.
fn stop_reason(stop: &StopRule, began: Instant) -> StopReason {
    let is_time_up = stop.time.is_some_and(|time| began.elapsed() >= time);
    if is_time_up { StopReason::Time } else { StopReason::Interrupted }
}

/// Counts the blocks of a wave before one that was stopped again, as many as there
/// is time for: the wave took a second, and whoever stopped it does not wait for
/// another.
fn salvage<C: BlockCounter>(
    stopped: u64,
    first: u64,
    total: &mut C,
    mut counter: C,
    keeper: &mut dyn Keeper,
) {
    let began = Instant::now();
    for block in first..stopped {
        if counter.count_block(block).is_err()
            || merge(total, std::slice::from_mut(&mut counter), keeper).is_err()
        {
            return;
        }
        if began.elapsed() >= SALVAGE {
            return;
        }
    }
}

/// Counts the blocks before a fault again, as a counter may already include
/// blocks after it. Returns the fault of the first block that fails, which is
/// this one unless a bot is not deterministic.
fn count_up_to<C: BlockCounter>(
    fault: BlockFault,
    first: u64,
    total: &mut C,
    mut counter: C,
    keeper: &mut dyn Keeper,
) -> BlockFault {
    for begin in (first..fault.block).step_by(AGAIN as usize) {
        let blocks = begin..fault.block.min(begin + AGAIN);
        counter.prepare(blocks.clone());
        for block in blocks {
            if let Err(earlier) = counter.count_block(block) {
                return earlier;
            }
        }
    }
    // If the rows cannot be kept, the keeper knows: it is told after the fault.
    let _ = merge(total, std::slice::from_mut(&mut counter), keeper);
    fault
}
