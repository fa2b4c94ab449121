//! The end of programs: each one leads a group of processes, which is ended with
//! it.

use std::io;
use std::process::{Child, Command, ExitStatus};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

/// The programs that run, by the number of their process. One that is listed has
/// not been waited for, so that its number is nobody else's.
static RUNNING: Mutex<Vec<u32>> = Mutex::new(Vec::new());

fn running() -> MutexGuard<'static, Vec<u32>> {
    RUNNING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What is done before a program is started.
static BEFORE: OnceLock<fn()> = OnceLock::new();

/// Sets what is to be done before a program is started, for whoever is to end the
/// programs.
pub fn before(prepare: fn()) {
    BEFORE.get_or_init(|| prepare);
}

/// Starts a program, which is ended by [`end_all`] from now on.
pub fn spawn(command: &mut Command) -> io::Result<Child> {
    if let Some(prepare) = BEFORE.get() {
        prepare();
    }
    let mut running = running();
    let child = command.spawn()?;
    running.push(child.id());
    Ok(child)
}

/// Ends all programs at once, before the process ends without taking leave of
/// anything.
pub fn end_all() {
    for &process in running().iter() {
        system::kill_group(process);
    }
}

/// How a program ended, if it has. What it started is ended with it.
pub fn ended(child: &mut Child) -> Option<ExitStatus> {
    let mut running = running();
    if running.contains(&child.id()) {
        if !system::has_ended(child) {
            return None;
        }
        system::kill_group(child.id());
        running.retain(|&process| process != child.id());
    }
    child.wait().ok()
}

/// Ends a program and what it started, and waits for it.
pub fn kill(child: &mut Child) {
    let mut running = running();
    if running.contains(&child.id()) {
        system::kill_group(child.id());
        let _ = child.kill();
        running.retain(|&process| process != child.id());
    }
    drop(running);
    let _ = child.wait();
}

pub use system::{lead, signal};

#[cfg(unix)]
mod system {
    use std::os::unix::process::{CommandExt, ExitStatusExt};
    use std::process::{Child, Command, ExitStatus};

    use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};

    /// Lets a program lead a group. An interrupt from the terminal does not reach
    /// it: what is to be done then is decided here.
    pub fn lead(command: &mut Command) {
        command.process_group(0);
    }

    fn pid(process: u32) -> Option<Pid> {
        i32::try_from(process).ok().and_then(Pid::from_raw)
    }

    pub fn kill_group(process: u32) {
        if let Some(pid) = pid(process) {
            // It may have ended meanwhile.
            let _ = kill_process_group(pid, Signal::KILL);
        }
    }

    /// Whether a program has ended, without taking its number from it.
    pub fn has_ended(child: &mut Child) -> bool {
        let look = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        pid(child.id()).is_none_or(|pid| !matches!(waitid(WaitId::Pid(pid), look), Ok(None)))
    }

    pub fn signal(end: ExitStatus) -> String {
        end.signal().map_or("the system".to_owned(), |signal| format!("signal {signal}"))
    }
}

#[cfg(not(unix))]
mod system {
    use std::process::{Child, Command, ExitStatus};

    pub fn lead(_command: &mut Command) {}

    /// Without groups, what a program started has to end by itself.
    pub fn kill_group(_process: u32) {}

    pub fn has_ended(child: &mut Child) -> bool {
        !matches!(child.try_wait(), Ok(None))
    }

    pub fn signal(_end: ExitStatus) -> String {
        "the system".to_owned()
    }
}
