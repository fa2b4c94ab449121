//! Counts the steps of a script, and looks at the clock now and then.

use std::cell::RefCell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use std::sync::{Mutex, PoisonError};

/// The maximum number of steps for a decision, and for loading a script: calls,
/// loop iterations, and work inside of library functions.
pub const STEPS: u64 = 1_000_000;

/// How long a decision may take. Steps are counted, and take far less: this is
/// for what nobody thought of, and can only end a run.
pub const PATIENCE: Duration = Duration::from_secs(5);

/// The steps between two looks at the clock. A step takes at most a millisecond,
/// whatever it does.
pub(super) const LOOK: u64 = 128;

thread_local! {
    /// The flag that stops the scripts of this thread.
    static STOP: RefCell<Option<Arc<AtomicBool>>> = const { RefCell::new(None) };
}

/// Does some work on this thread, whose scripts and programs fail as soon as the flag is set.
/// Nobody must use what they have chosen then.
pub fn stoppable<R>(flag: &Arc<AtomicBool>, work: impl FnOnce() -> R) -> R {
    let before = STOP.replace(Some(Arc::clone(flag)));
    let done = work();
    STOP.set(before);
    done
}

/// Whether the work on this thread is to stop.
pub(in crate::bots) fn is_stopped() -> bool {
    STOP.with_borrow(|flag| flag.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed)))
}

/// Why a script must end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Over {
    Steps,
    Stopped,
    Time,
}

impl Over {
    /// The reason in words. Where the script was is told only if it is there every
    /// time: the clock finds it anywhere.
    pub fn reason(self, place: impl FnOnce() -> String) -> String {
        match self {
            Over::Steps => format!("{}more than {STEPS} steps at a stretch", place()),
            Over::Stopped => "stopped".to_owned(),
            Over::Time => format!("more than {} seconds for a decision", PATIENCE.as_secs()),
        }
    }
}

/// How a decision was ended, whatever the script makes of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// It met a limit.
    Limit,
    /// There was no memory left.
    Memory,
}

/// The steps since a decision was put to a script. Used by one thread at a time.
pub(super) struct Meter {
    limit: u64,
    steps: AtomicU64,
    next_look: AtomicU64,
    /// Whether the script was told to end, and how: it must not go on.
    ended: AtomicU8,
    began: Mutex<Instant>,
}

impl Meter {
    /// A meter that ends a decision after this many steps.
    pub fn new(limit: u64) -> Meter {
        Meter {
            limit,
            steps: AtomicU64::new(0),
            next_look: AtomicU64::new(LOOK),
            ended: AtomicU8::new(0),
            began: Mutex::new(Instant::now()),
        }
    }

    /// Starts again from zero.
    pub fn restart(&self) {
        self.steps.store(0, Ordering::Relaxed);
        // The clock is read at the first look: most decisions end before.
        self.next_look.store(LOOK, Ordering::Relaxed);
        self.ended.store(0, Ordering::Relaxed);
    }

    /// Ends the decision: the first reason counts.
    pub fn end(&self, end: End) {
        if self.ended().is_none() {
            self.ended.store(if end == End::Limit { 1 } else { 2 }, Ordering::Relaxed);
        }
    }

    /// How the decision was ended, if it was.
    pub fn ended(&self) -> Option<End> {
        match self.ended.load(Ordering::Relaxed) {
            0 => None,
            1 => Some(End::Limit),
            _ => Some(End::Memory),
        }
    }

    /// Takes some steps.
    ///
    /// # Errors
    /// If the script must end, with the reason.
    #[inline]
    pub fn take(&self, steps: u64) -> Result<(), Over> {
        // Not `fetch_add`: there is one thread at a time, and this is done for
        // every step of a script.
        let taken = self.steps.load(Ordering::Relaxed).saturating_add(steps);
        self.steps.store(taken, Ordering::Relaxed);
        if taken < self.next_look.load(Ordering::Relaxed) { Ok(()) } else { self.look(taken) }
    }

    #[cold]
    fn look(&self, taken: u64) -> Result<(), Over> {
        let mut began = self.began.lock().unwrap_or_else(PoisonError::into_inner);
        if self.next_look.load(Ordering::Relaxed) == LOOK {
            *began = Instant::now();
        }
        self.next_look.store(taken + LOOK, Ordering::Relaxed);
        let over = if taken > self.limit {
            Over::Steps
        } else if is_stopped() {
            Over::Stopped
        } else if began.elapsed() > PATIENCE {
            Over::Time
        } else {
            return Ok(());
        };
        self.end(End::Limit);
        Err(over)
    }
}
