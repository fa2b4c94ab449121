//! Signals: no program outlives fuda.

use std::process::{Child, Stdio};

use crate::support::{TestDir, signal, until, wait};
use crate::{PIDS, Test, assert_none_runs, exec};

pub const TESTS: &[Test] = &[
    ("an_interrupt_ends_programs_that_hang_and_keeps_what_is_finished", interrupted),
    ("two_interrupts_end_programs_at_once", interrupted_twice),
    ("an_interrupt_at_the_start_ends_programs", interrupted_at_start),
    ("an_interrupt_ends_the_programs_of_replays_and_checks", interrupted_elsewhere),
    ("a_time_limit_ends_programs_that_hang", timed),
    ("a_kill_of_fuda_ends_programs_that_read", killed),
];

fn start(dir: &TestDir, words: &[&str]) -> Child {
    let mut command = dir.command("");
    command.args(words).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().expect("fuda can be run")
}

fn started(dir: &TestDir, programs: usize) {
    until("the programs have started", || {
        dir.path(PIDS).exists() && dir.read(PIDS).lines().count() >= programs
    });
}

const RUN: [&str; 8] = ["run", "kusuri-gui", "--games", "1M", "--quiet", "--out", "out", "--bots"];

fn interrupted() {
    let dir = TestDir::new();
    let child = start(&dir, &[&RUN[..], &[&exec("hangs"), "--threads", "2"]].concat());
    started(&dir, 2);
    std::thread::sleep(std::time::Duration::from_secs(1));
    signal(&child, "INT");
    let done = wait(child);
    assert_eq!(done.code, Some(130), "{done:?}");
    assert_none_runs(&dir);
}

fn interrupted_twice() {
    let dir = TestDir::new();
    let child = start(&dir, &[&RUN[..], &[&exec("hangs"), "--threads", "2"]].concat());
    started(&dir, 2);
    std::thread::sleep(std::time::Duration::from_secs(1));
    signal(&child, "TERM");
    std::thread::sleep(std::time::Duration::from_millis(320));
    signal(&child, "TERM");
    let done = wait(child);
    assert_eq!(done.code, Some(130), "{done:?}");
    assert_none_runs(&dir);
}

fn interrupted_at_start() {
    // More than once: the end of the program and the end of fuda race.
    for _ in 0..8 {
        let dir = TestDir::new();
        let child = start(&dir, &[&RUN[..], &[&exec("hangs-at-start")]].concat());
        started(&dir, 1);
        signal(&child, "INT");
        let done = wait(child);
        assert_eq!((done.code, &*done.stderr), (Some(130), "interrupted\n"), "{done:?}");
        assert_none_runs(&dir);
    }
}

fn interrupted_elsewhere() {
    let bot = exec("hangs");
    let replay = ["replay", "oni", "--block", "0", "--bots", &bot];
    for words in [&["bots", "oni", "--check", &bot][..], &replay] {
        let dir = TestDir::new();
        // A game of a goal that takes long, so that there are enough decisions.
        let words = [words, &["--rule", "goal=5000"]].concat();
        let child = start(&dir, &words);
        started(&dir, 1);
        std::thread::sleep(std::time::Duration::from_millis(500));
        signal(&child, "TERM");
        let done = wait(child);
        assert_eq!(done.code, Some(130), "{done:?}");
        assert_none_runs(&dir);
    }
}

fn timed() {
    let dir = TestDir::new();
    let child = start(&dir, &[&RUN[..], &[&exec("hangs"), "--for", "2s"]].concat());
    let done = wait(child);
    assert!(matches!(done.code, Some(0 | 1)), "{done:?}");
    assert!(!done.stderr.contains("failed in block"), "{done:?}");
    assert_none_runs(&dir);
}

fn killed() {
    let dir = TestDir::new();
    let child = start(&dir, &[&RUN[..], &[&exec("batch"), "--threads", "2"]].concat());
    started(&dir, 2);
    std::thread::sleep(std::time::Duration::from_millis(300));
    signal(&child, "KILL");
    wait(child);
    assert_none_runs(&dir);
}
