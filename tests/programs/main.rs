//! Bots that are programs: good ones, and forty that are not.
//!
//! The program under test is this one: started as `programs bot WAY` it plays, in
//! one of the ways of `bot.rs`. So the tests need nothing that is not built
//! with the crate.

#![forbid(unsafe_code)]

mod bot;
mod good;
mod stopped;
#[path = "../cli/support.rs"]
#[allow(dead_code, reason = "shared with the tests of the command line")]
mod support;
mod ways;

use std::fs;
use std::path::{Path, PathBuf};

use libtest_mimic::{Arguments, Failed, Trial};

use support::TestDir;

/// The fewest tests that run at once, however few cores there are: most of the time
/// they wait for a program that is late, and use no core.
const AT_ONCE: usize = 4;

/// The word that makes a bot of this program.
const BOT: &str = "bot";

fn main() {
    let mut words = std::env::args().skip(1);
    if words.next().as_deref() == Some(BOT) {
        bot::play(&words.next().expect("a way to play"));
        return;
    }
    let named = good::TESTS.iter().chain(stopped::TESTS).map(|&(name, test)| {
        Trial::test(name, move || {
            test();
            Ok(())
        })
    });
    let ways = ways::all().into_iter().map(|way| {
        Trial::test(format!("ways::{}", way.name), move || {
            way.check();
            Ok::<(), Failed>(())
        })
    });
    let mut arguments = Arguments::from_args();
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    arguments.test_threads.get_or_insert(cores.max(AT_ONCE));
    libtest_mimic::run(&arguments, named.chain(ways).collect()).exit();
}

/// A test by its name.
type Test = (&'static str, fn());

/// The program as a bot.
fn exec(way: &str) -> String {
    let program = std::env::current_exe().expect("this program is a file");
    format!("exec:'{}' {BOT} {way}", program.display())
}

/// Runs fuda with words of its own, which may have spaces in them.
fn fuda(dir: &TestDir, words: &[&str]) -> std::process::Output {
    dir.command("").args(words).output().expect("fuda can be run")
}

/// The file in which a bot notes the numbers of its processes.
const PIDS: &str = "pids";

/// Fails if one of the bots of a folder still runs.
fn assert_none_runs(dir: &TestDir) {
    let pids = fs::read_to_string(dir.path(PIDS)).unwrap_or_default();
    assert!(!pids.is_empty(), "no bot was started");
    for pid in pids.lines() {
        support::until("the bots have ended", || !runs(pid));
    }
}

/// Whether a bot runs; one that ended and was not waited for has no command.
fn runs(pid: &str) -> bool {
    let command = fs::read_to_string(Path::new("/proc").join(pid).join("cmdline")).unwrap_or_default();
    command.contains(&*std::env::current_exe().expect("this program is a file").to_string_lossy())
}

/// The folder of the crate.
fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}
