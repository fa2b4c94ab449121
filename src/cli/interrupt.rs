//! Ctrl-C: the first one ends the runs at a whole block, the second one at
//! once.

use std::fs;
use std::io::{self, Write as _};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::failure::{Failure, INTERRUPTED_CODE};

/// Set by Ctrl-C: runs end at a whole block.
pub static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// When Ctrl-C was pressed first.
static FIRST: OnceLock<Instant> = OnceLock::new();

/// Signals that come together are one request: `timeout` and other programs
/// around this one send it to the program and to its group.
const SAME_PRESS: Duration = Duration::from_millis(300);

/// What has to be known to end at once, and locked while files are written: a
/// second Ctrl-C waits for them.
static SHUTDOWN: Mutex<Shutdown> = Mutex::new(Shutdown { made: Vec::new(), under_way: false });

pub struct Shutdown {
    /// Folders that were made for the runs.
    made: Vec<PathBuf>,
    /// The games have ended after a Ctrl-C, and what there is to say will be
    /// said.
    under_way: bool,
}

/// How long what is to be printed may take after a second Ctrl-C.
const PRINTING: Duration = Duration::from_millis(500);

/// Begins to listen.
pub fn listen() -> Result<(), Failure> {
    ctrlc::set_handler(|| {
        INTERRUPTED.store(true, Ordering::Relaxed);
        if FIRST.get_or_init(Instant::now).elapsed() >= SAME_PRESS {
            end_at_once();
        }
    })
    .map_err(|error| Failure::Usage(format!("cannot listen for Ctrl-C: {error}")))
}

/// Whether Ctrl-C was pressed.
pub fn interrupted() -> bool {
    INTERRUPTED.load(Ordering::Relaxed)
}

/// Remembers folders that were made, to remove them if they stay empty.
pub fn remember(made: &[PathBuf]) {
    shutdown().made.extend_from_slice(made);
}

/// Says that the games have ended. Until the answer is dropped, no second
/// Ctrl-C ends the program.
pub fn work_ended() -> MutexGuard<'static, Shutdown> {
    let mut shutdown = shutdown();
    shutdown.under_way = interrupted();
    shutdown
}

fn shutdown() -> MutexGuard<'static, Shutdown> {
    SHUTDOWN.lock().unwrap_or_else(PoisonError::into_inner)
}

fn end_at_once() {
    let shutdown = shutdown();
    if shutdown.under_way {
        drop(shutdown);
        thread::sleep(PRINTING);
    } else {
        // A folder that holds something is not removed.
        for folder in shutdown.made.iter().rev() {
            let _ = fs::remove_dir(folder);
        }
        let _ = writeln!(io::stderr(), "interrupted twice: ended at once, without saving");
    }
    std::process::exit(INTERRUPTED_CODE.into());
}
