//! Ctrl-C: the first one ends the runs at the end of a block, the second one
//! immediately.

use std::fs;
use std::io::{self, Write as _};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::failure::{Failure, INTERRUPTED_CODE};
use super::progress::clear_line;

/// Set by Ctrl-C: runs stop at the end of a block.
pub static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// When Ctrl-C was first pressed.
static FIRST: OnceLock<Instant> = OnceLock::new();

/// Signals within this time are one request: `timeout` and similar programs
/// send a signal both to the program and to its process group.
const SAME_PRESS: Duration = Duration::from_millis(300);

/// What an immediate exit needs. Locked while files are written, so that a
/// second Ctrl-C waits for them.
static SHUTDOWN: Mutex<Shutdown> = Mutex::new(Shutdown { created: Vec::new(), under_way: false });

pub struct Shutdown {
    /// The folders that were created for the runs.
    created: Vec<PathBuf>,
    /// Whether the games have ended after a Ctrl-C, and the results are about to
    /// be printed.
    under_way: bool,
}

/// How long printing the results may take after a second Ctrl-C.
const PRINTING: Duration = Duration::from_millis(500);

/// Installs the signal handler.
pub fn listen() -> Result<(), Failure> {
    ctrlc::set_handler(|| {
        INTERRUPTED.store(true, Ordering::Relaxed);
        if FIRST.get_or_init(Instant::now).elapsed() >= SAME_PRESS {
            exit_immediately();
        }
    })
    .map_err(|error| Failure::Usage(format!("cannot install a handler for Ctrl-C: {error}")))
}

/// Whether Ctrl-C was pressed.
pub fn interrupted() -> bool {
    INTERRUPTED.load(Ordering::Relaxed)
}

/// Remembers folders that were created, to remove them if they stay empty.
pub fn remember(created: &[PathBuf]) {
    shutdown().created.extend_from_slice(created);
}

/// Marks the end of the games. A second Ctrl-C does not end the program until
/// the returned guard is dropped.
pub fn games_ended() -> MutexGuard<'static, Shutdown> {
    let mut shutdown = shutdown();
    shutdown.under_way = interrupted();
    shutdown
}

fn shutdown() -> MutexGuard<'static, Shutdown> {
    SHUTDOWN.lock().unwrap_or_else(PoisonError::into_inner)
}

fn exit_immediately() {
    let shutdown = shutdown();
    if shutdown.under_way {
        drop(shutdown);
        thread::sleep(PRINTING);
    } else {
        // A folder that holds something is not removed.
        for folder in shutdown.created.iter().rev() {
            let _ = fs::remove_dir(folder);
        }
        clear_line();
        let _ = writeln!(io::stderr(), "interrupted twice: stopped immediately, nothing was saved");
    }
    std::process::exit(INTERRUPTED_CODE.into());
}
