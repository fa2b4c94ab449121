//! Watches scripts from outside of their machines.
//!
//! A script counts its own steps (`guards`), and whatever it calls is limited by
//! the size of its work. Should one of them run on all the same, nothing in its
//! thread can end it. So a thread of its own looks at all machines once a second,
//! and reports one that does not come back: whoever listens ends the program, as a
//! thread cannot be ended. Machines only count how often they were entered and
//! left; nobody reads a clock.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, Once, OnceLock, PoisonError, Weak};
use std::thread;
use std::time::Duration;

/// How often all machines are looked at.
const INTERVAL: Duration = Duration::from_secs(1);

/// A machine is stuck if it was found in the same decision this many times: three
/// times as long as a decision may take. Counted and not timed, so that a program
/// that was stopped and continued is not ended.
const LOOKS: u32 = 15;

/// What is called with the name of a script that does not end.
static REPORT: OnceLock<fn(&str)> = OnceLock::new();

/// All that is watched.
static WATCHED: Mutex<Vec<Weak<Watched>>> = Mutex::new(Vec::new());

static STARTED: Once = Once::new();

/// Sets what is done about a script that does not end, and that nothing in its
/// thread can end: it is called once for each, with the script's name. It should
/// end the program; otherwise that thread never comes back.
pub fn when_stuck(report: fn(&str)) {
    // A second one changes nothing.
    let _ = REPORT.set(report);
}

/// A machine, or a compiler, as it is watched: used by one thread at a time.
pub(super) struct Watched {
    name: String,
    /// How often it was entered and left: odd while it works.
    turns: AtomicU64,
}

impl Watched {
    /// Begins to watch.
    pub fn new(name: &str) -> Arc<Watched> {
        let watched = Watched::alone(name);
        WATCHED.lock().unwrap_or_else(PoisonError::into_inner).push(Arc::downgrade(&watched));
        STARTED.call_once(|| {
            // Without this thread scripts still count their steps.
            let _ = thread::Builder::new().name("scripts".to_owned()).spawn(|| {
                let mut sights = Vec::new();
                loop {
                    thread::sleep(INTERVAL);
                    let all = std::mem::take(&mut *WATCHED.lock().unwrap_or_else(PoisonError::into_inner));
                    sights.extend(all.into_iter().map(Sight::new));
                    for name in look(&mut sights) {
                        if let Some(report) = REPORT.get() {
                            report(&name);
                        }
                    }
                }
            });
        });
        watched
    }

    fn alone(name: &str) -> Arc<Watched> {
        Arc::new(Watched { name: name.to_owned(), turns: AtomicU64::new(0) })
    }

    /// Does some work that has to end.
    #[inline]
    pub fn work<R>(&self, work: impl FnOnce() -> R) -> R {
        self.turn();
        let done = work();
        self.turn();
        done
    }

    fn turn(&self) {
        // Not `fetch_add`: there is one thread at a time.
        self.turns.store(self.turns.load(Ordering::Relaxed).wrapping_add(1), Ordering::Relaxed);
    }
}

/// What the thread that watches has seen of a machine.
struct Sight {
    watched: Weak<Watched>,
    turns: u64,
    /// How often it was found at work in this turn.
    times: u32,
}

impl Sight {
    fn new(watched: Weak<Watched>) -> Sight {
        Sight { watched, turns: 0, times: 0 }
    }
}

/// Looks at all that is watched, and returns the names of those that are found
/// stuck now.
fn look(sights: &mut Vec<Sight>) -> Vec<String> {
    let mut stuck = Vec::new();
    sights.retain_mut(|sight| {
        let Some(watched) = sight.watched.upgrade() else { return false };
        let turns = watched.turns.load(Ordering::Relaxed);
        let is_same = turns == sight.turns && turns % 2 == 1;
        sight.times = if is_same { sight.times + 1 } else { 0 };
        sight.turns = turns;
        if sight.times == LOOKS {
            stuck.push(watched.name.clone());
        }
        true
    });
    stuck
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::{LOOKS, Sight, Watched, look};

    #[test]
    fn what_does_not_come_back_is_reported_once() {
        let (stuck, busy, idle) = (Watched::alone("stuck"), Watched::alone("busy"), Watched::alone("idle"));
        let mut sights: Vec<Sight> =
            [&stuck, &busy, &idle].map(|watched| Sight::new(Arc::downgrade(watched))).into();
        idle.work(|| ());
        stuck.work(|| {
            for _ in 0..LOOKS {
                busy.work(|| assert_eq!(look(&mut sights), [""; 0]));
                busy.work(|| ());
            }
            assert_eq!(look(&mut sights), ["stuck"]);
            assert_eq!(look(&mut sights), [""; 0]);
        });
        assert!((0..2 * LOOKS).all(|_| look(&mut sights).is_empty()), "it came back");
        drop(stuck);
        look(&mut sights);
        assert_eq!(sights.len(), 2);
    }
}
