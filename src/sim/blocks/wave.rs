//! A wave: the blocks that threads play until their counts are merged.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex};
use std::time::{Duration, Instant};

use super::{BlockCounter, BlockFault, Controls, Keeper};
use crate::tally::Cluster;

/// How long a stop may wait for the blocks that are being played before scripts
/// are stopped and the finished blocks are saved: whoever asks for it may not wait
/// for long.
const GRACE: Duration = Duration::from_millis(300);

/// How often to look whether to stop at once.
const PATIENCE: Duration = Duration::from_millis(50);

/// How much memory the rows of a thread may take before they are handed on.
const ROWS: usize = 16 * 1024 * 1024;

/// How much work a thread claims at a time.
const CLAIM: Duration = Duration::from_millis(5);

/// The same if it is prepared for: the more at once, the faster.
const PREPARED_CLAIM: Duration = Duration::from_millis(500);

/// A range of blocks that threads claim from.
pub struct Wave<'a> {
    next: AtomicU64,
    /// The exclusive end of the range. A fault lowers it.
    end: AtomicU64,
    /// How many blocks of the study are played.
    played: AtomicU64,
    /// When it is time to merge.
    merge_at: Option<Instant>,
    /// Whether a thread has as many rows as it may have.
    full: AtomicBool,
    /// A deadline beyond the range of the clock is never reached.
    deadline: Option<Instant>,
    /// The number of threads at work, and what tells that there are none left.
    working: Mutex<usize>,
    all_left: Condvar,
    fault: Mutex<Option<BlockFault>>,
    /// Stops scripts in the middle of a block.
    pub abandoned: Arc<AtomicBool>,
    threads: usize,
    controls: &'a Controls<'a>,
}

impl<'a> Wave<'a> {
    /// The blocks of a study that begins with `first_block`, after `done` of
    /// them, until `end` of them are done.
    pub fn new(
        first_block: u64,
        done: u64,
        end: u64,
        time: Duration,
        deadline: Option<Instant>,
        threads: usize,
        controls: &'a Controls<'a>,
    ) -> Wave<'a> {
        Wave {
            next: AtomicU64::new(first_block + done),
            end: AtomicU64::new(first_block.saturating_add(end)),
            played: AtomicU64::new(done),
            merge_at: Instant::now().checked_add(time),
            full: AtomicBool::new(false),
            deadline,
            working: Mutex::new(threads),
            all_left: Condvar::new(),
            fault: Mutex::new(None),
            abandoned: Arc::new(AtomicBool::new(false)),
            threads,
            controls,
        }
    }

    /// Waits until all threads have left, as the thread that has the finished
    /// counts: it can save them meanwhile.
    pub fn wait(&self, finished: &dyn BlockCounter, keeper: &mut dyn Keeper) {
        let mut stopped_at = None;
        let mut is_saved = false;
        let mut working = self.working.lock().expect("no thread panics while it leaves");
        while *working > 0 {
            let waited = self.all_left.wait_timeout(working, PATIENCE);
            working = waited.expect("no thread panics while it leaves").0;
            let is_interrupted = self.controls.interrupted.load(Ordering::Relaxed);
            let is_time_up = self.deadline.is_some_and(|end| Instant::now() >= end);
            if *working == 0 || !(is_interrupted || is_time_up) {
                continue;
            }
            let since: Instant = *stopped_at.get_or_insert_with(Instant::now);
            if is_interrupted && keeper.is_urgent() {
                keeper.end(finished);
            } else if since.elapsed() >= GRACE {
                self.abandoned.store(true, Ordering::Relaxed);
                if is_interrupted && !is_saved {
                    keeper.save(finished);
                    is_saved = true;
                }
            }
        }
    }

    /// Claims and plays blocks until there are none left, or it is time to
    /// merge. If blocks are prepared for, the size of a claim is kept for the next
    /// wave: small claims are slow then.
    pub fn work(&self, counter: &mut impl BlockCounter, prepared: &mut Option<u64>) {
        let mut size = prepared.map_or(1, |size| self.share(size));
        let mut has_played = false;
        // However short a wave is, something is played in it.
        while !(self.is_over() || has_played && self.is_due()) {
            has_played = true;
            let (first, claimed) = self.claim(size);
            let began = Instant::now();
            let end = self.end.load(Ordering::Relaxed).min(claimed);
            if first >= end {
                return;
            }
            let is_prepared = counter.prepare(first..end);
            let claim = if is_prepared { PREPARED_CLAIM } else { CLAIM };
            for block in first..claimed {
                if block >= self.end.load(Ordering::Relaxed) {
                    return;
                }
                if let Err(fault) = counter.count_block(block) {
                    return self.report(fault);
                }
            }
            let played = self.played.fetch_add(claimed - first, Ordering::Relaxed) + claimed - first;
            (self.controls.progress)(played);
            if counter.rows().is_some_and(|rows| rows.bytes() >= ROWS) {
                self.full.store(true, Ordering::Relaxed);
            }
            let took = began.elapsed();
            if took < claim / 2 {
                // The last games of a claim are prepared for a few at a time, so small
                // claims are slow: the first few grow fast.
                size *= if is_prepared && took < claim / 16 { 8 } else { 2 };
            } else if took > claim || !is_prepared {
                size = (size / 2).max(1);
            }
            if is_prepared {
                *prepared = Some(size);
                size = self.share(size);
            }
        }
    }

    /// Claims so many blocks, and, unless they are few, the rest of the last one's
    /// cluster: clusters that several threads have blocks of are joined when these
    /// are merged, which takes longer.
    fn claim(&self, size: u64) -> (u64, u64) {
        let end = |first: u64| {
            let end = first.saturating_add(size);
            let last = Cluster::of(end - 1);
            if size >= last.blocks() / 4 { last.end() } else { end }
        };
        let claim = |first: u64| Some(end(first));
        let first = self.next.fetch_update(Ordering::Relaxed, Ordering::Relaxed, claim);
        let first = first.expect("there is always a next block");
        (first, end(first))
    }

    /// A claim that leaves as much to every other thread.
    fn share(&self, size: u64) -> u64 {
        let left = self.end.load(Ordering::Relaxed).saturating_sub(self.next.load(Ordering::Relaxed));
        size.min(left / self.threads as u64).max(1)
    }

    fn is_over(&self) -> bool {
        self.next.load(Ordering::Relaxed) >= self.end.load(Ordering::Relaxed)
            || self.controls.interrupted.load(Ordering::Relaxed)
            || self.full.load(Ordering::Relaxed)
            || self.deadline.is_some_and(|end| Instant::now() >= end)
    }

    /// Whether it is time to merge.
    fn is_due(&self) -> bool {
        self.merge_at.is_some_and(|end| Instant::now() >= end)
    }

    /// Keeps the fault of the lowest block; blocks before it are still played.
    fn report(&self, fault: BlockFault) {
        self.end.fetch_min(fault.block, Ordering::Relaxed);
        let mut first = self.fault.lock().expect("no thread panics while it reports");
        if first.as_ref().is_none_or(|known| fault.block < known.block) {
            *first = Some(fault);
        }
    }

    /// How a bot failed, at the lowest block, if one did.
    pub fn fault(self) -> Option<BlockFault> {
        self.fault.into_inner().expect("no thread panics while it reports")
    }
}

/// A thread that plays in a wave. It leaves when it is done, and also when it
/// panics: nobody must wait for it.
pub struct AtWork<'a>(pub &'a Wave<'a>);

impl Drop for AtWork<'_> {
    fn drop(&mut self) {
        let mut working = self.0.working.lock().expect("no thread panics while it leaves");
        *working -= 1;
        if *working == 0 {
            self.0.all_left.notify_one();
        }
    }
}
