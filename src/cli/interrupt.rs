//! Signals that ask the program to end, as terminals and batch systems send
//! them: the first one ends the runs at the end of a block, the second one at
//! once, with what is finished.

use std::fs;
use std::io::{self, Write as _};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::failure::{FAILED_CODE, Failure, INTERRUPTED_CODE};
use super::progress::clear_line;
use crate::bots::end_programs;

/// Set by the first signal: runs stop at the end of a block.
pub static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// Set by the second signal: runs stop at once.
static URGENT: AtomicBool = AtomicBool::new(false);

/// Whether games are played: what is finished is kept then.
static PLAYS: AtomicBool = AtomicBool::new(false);

/// Whether signals are listened for already.
static LISTENS: AtomicBool = AtomicBool::new(false);

/// Set when the program is about to end at once: only the message about that
/// is printed from then on.
static ENDS_NOW: AtomicBool = AtomicBool::new(false);

/// Why the program ends at once, if it was not for a signal.
static GIVEN_UP: OnceLock<String> = OnceLock::new();

/// When the first signal came.
static FIRST: OnceLock<Instant> = OnceLock::new();

/// Signals within this time are one request: `timeout` and similar programs
/// send a signal both to the program and to its process group.
const SAME_PRESS: Duration = Duration::from_millis(300);

/// How long the program may take to save what is finished when it is given up.
const SAVING: Duration = Duration::from_secs(60);

/// How long printing the results may take after a second signal.
const PRINTING: Duration = Duration::from_millis(500);

/// What an immediate exit needs. Locked while files are written, so that a
/// second signal waits for them.
static SHUTDOWN: Mutex<Shutdown> = Mutex::new(Shutdown { leftovers: Vec::new(), stage: Stage::Opening });

pub struct Shutdown {
    /// The folders that were created for the runs, and their locks.
    leftovers: Vec<PathBuf>,
    stage: Stage,
}

#[derive(Clone, Copy)]
enum Stage {
    /// Folders are being opened: nothing is lost.
    Opening,
    /// Games are being played: whoever has the counts ends the program.
    Playing,
    /// The games have ended after a signal, and the results are about to be
    /// printed.
    Ending,
}

#[cfg(unix)]
mod signals {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM, SIGUSR1, SIGUSR2, SIGXCPU, SIGXFSZ};
    use signal_hook::iterator::Signals;

    /// The signals that ask the program to end.
    const ENDING: [i32; 6] = [SIGINT, SIGTERM, SIGHUP, SIGXCPU, SIGUSR1, SIGUSR2];

    /// Calls `press` at every signal that was not ignored when the program
    /// began: what was started with `nohup` survives its terminal.
    pub fn listen(press: impl Fn() + Send + 'static) -> std::io::Result<()> {
        // Whoever catches this one gets an error for a file that is too large,
        // and is not ended.
        let mut signals = Signals::new([SIGXFSZ])?;
        for signal in ENDING.into_iter().filter(|&signal| !is_ignored(signal)) {
            signals.add_signal(signal)?;
        }
        std::thread::Builder::new().name("signals".to_owned()).spawn(move || {
            for signal in signals.forever() {
                if signal != SIGXFSZ {
                    press();
                }
            }
        })?;
        Ok(())
    }

    /// Whether the program that started this one had it ignore a signal.
    #[cfg(target_os = "linux")]
    fn is_ignored(signal: i32) -> bool {
        let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
        let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
        let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0);
        mask >> (signal - 1) & 1 == 1
    }

    /// Elsewhere there is no telling without unsafe code: hangups are left to
    /// the system, which ignores them if it was told to.
    #[cfg(not(target_os = "linux"))]
    fn is_ignored(signal: i32) -> bool {
        signal == SIGHUP
    }
}

#[cfg(not(unix))]
mod signals {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::time::Duration;

    use signal_hook::consts::{SIGINT, SIGTERM};

    /// Calls `press` at every signal.
    pub fn listen(press: impl Fn() + Send + 'static) -> std::io::Result<()> {
        let came = Arc::new(AtomicBool::new(false));
        for signal in [SIGINT, SIGTERM] {
            signal_hook::flag::register(signal, Arc::clone(&came))?;
        }
        std::thread::Builder::new().name("signals".to_owned()).spawn(move || {
            loop {
                std::thread::sleep(Duration::from_millis(50));
                if came.swap(false, Ordering::Relaxed) {
                    press();
                }
            }
        })?;
        Ok(())
    }
}

/// Begins to listen for signals, before games are played whose results are kept.
pub fn listen() -> Result<(), Failure> {
    PLAYS.store(true, Ordering::Relaxed);
    listen_once()
}

/// Begins to listen for signals when a program starts: it must not outlive fuda,
/// whatever fuda is doing. If there is no listening, it sees the end of its input.
pub fn guard_programs() {
    let _ = listen_once();
}

fn listen_once() -> Result<(), Failure> {
    if LISTENS.swap(true, Ordering::Relaxed) {
        return Ok(());
    }
    signals::listen(|| {
        if !PLAYS.load(Ordering::Relaxed) {
            end_now("interrupted");
        }
        INTERRUPTED.store(true, Ordering::Relaxed);
        if FIRST.get_or_init(Instant::now).elapsed() >= SAME_PRESS {
            URGENT.store(true, Ordering::Relaxed);
            end_soon();
        }
    })
    .map_err(|error| Failure::Usage(format!("cannot listen for signals: {error}")))
}

/// Saves what is finished, and ends the program with a failure: a script does not
/// end, and a thread cannot be ended.
pub fn give_up_script(script: &str) {
    let message = GIVEN_UP.get_or_init(|| format!("{script}: it does not end, and nothing can end it"));
    if !PLAYS.load(Ordering::Relaxed) {
        end_now(message);
    }
    INTERRUPTED.store(true, Ordering::Relaxed);
    URGENT.store(true, Ordering::Relaxed);
    end_soon();
    thread::sleep(SAVING);
    end_now(message);
}

/// Why the program ends at once.
pub fn why_at_once() -> &'static str {
    GIVEN_UP.get().map_or("interrupted twice", String::as_str)
}

/// Whether a signal came.
fn interrupted() -> bool {
    INTERRUPTED.load(Ordering::Relaxed)
}

/// Whether a second signal came.
pub fn is_urgent() -> bool {
    URGENT.load(Ordering::Relaxed)
}

/// Remembers what is to be removed if the program ends at once: folders that
/// stay empty, and their locks.
pub fn remember(leftovers: Vec<PathBuf>) {
    shutdown().leftovers.extend(leftovers);
}

/// Forgets what is no longer to be removed.
pub fn forget(leftovers: &[PathBuf]) {
    shutdown().leftovers.retain(|path| !leftovers.contains(path));
}

/// Marks the beginning of games: from now on whoever has the counts has to look
/// whether it is urgent.
pub fn games_begun() {
    shutdown().stage = Stage::Playing;
}

/// Marks the end of the games. A second signal does not end the program until
/// the returned guard is dropped.
pub fn games_ended() -> MutexGuard<'static, Shutdown> {
    let mut shutdown = shutdown();
    shutdown.stage = if interrupted() { Stage::Ending } else { Stage::Opening };
    shutdown
}

/// Ends the program at once, with a message.
pub fn end_now(message: &str) -> ! {
    let shutdown = shutdown();
    ENDS_NOW.store(true, Ordering::SeqCst);
    for path in shutdown.leftovers.iter().rev() {
        // A folder that holds something is not removed.
        let _ = fs::remove_file(path).or_else(|_| fs::remove_dir(path));
    }
    end_programs();
    clear_line();
    let _ = writeln!(io::stderr(), "{message}");
    std::process::exit(exit_code().into());
}

/// The exit code of a program that ends at once.
fn exit_code() -> u8 {
    if GIVEN_UP.get().is_some() { FAILED_CODE } else { INTERRUPTED_CODE }
}

/// Returns unless the program is about to end at once. Whoever is about to print
/// asks first: a program that was ended on the way looks like a fault of its own.
pub fn wait_if_ending() {
    while ENDS_NOW.load(Ordering::SeqCst) {
        thread::park();
    }
}

fn shutdown() -> MutexGuard<'static, Shutdown> {
    SHUTDOWN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Ends the program after a second signal, unless whoever has the counts does.
fn end_soon() {
    let stage = shutdown().stage;
    match stage {
        Stage::Playing => {}
        Stage::Opening => end_now(&format!("{}: stopped at once, nothing was saved", why_at_once())),
        Stage::Ending => {
            thread::sleep(PRINTING);
            end_programs();
            std::process::exit(exit_code().into());
        }
    }
}
