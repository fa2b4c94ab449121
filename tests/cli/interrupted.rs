//! Signals: finished blocks are kept, and the result can be resumed.
//!
//! They are mostly TERM: tests in the background of a shell ignore INT.

use std::fs;
use std::thread;
use std::time::Duration;

use crate::support::{Done, TestDir, signal, until, wait};

/// A run long enough to be interrupted on one thread, short enough to be
/// finished.
const RUN: &str = "run kujuroku --games 60k --bots greedy,random --threads 1";

/// Interrupts a run into this folder after it has counted something.
fn interrupt(dir: &TestDir, line: &str, folder: &str, signals: &[&str]) -> Done {
    for delay in [50, 200, 800, 3200] {
        let child = dir.start(&format!("{line} --out {folder}"));
        until("the folder is made", || dir.path(folder).exists());
        thread::sleep(Duration::from_millis(delay));
        signals.iter().for_each(|name| signal(&child, name));
        let done = wait(child);
        assert_eq!(done.code, Some(130), "{done:?}");
        if !done.stderr.contains("before the first block") {
            return done;
        }
        assert!(!dir.path(folder).exists(), "no block was played, but the folder is left");
    }
    panic!("no block was played in three seconds");
}

#[test]
fn an_interrupted_run_keeps_its_blocks_and_prints_how_to_resume() {
    let dir = TestDir::new();
    let done = interrupt(&dir, RUN, "a", &["TERM"]);
    assert!(done.stderr.contains("which are in a; to resume: fuda run --from a/run.toml"), "{done:?}");
    assert_eq!(done.stderr.matches("interrupted").count(), 1, "{done:?}");
    assert!(dir.read("a/run.toml").contains("complete = false\nended = \"interrupted\"\n"));
    let names = dir.names("a");
    assert!(names.contains(&"run.tally".to_owned()) && names.contains(&"summary.csv".to_owned()));
    assert!(names.iter().all(|name| !name.starts_with('.')), "{names:?}");
}

#[test]
fn an_interrupted_run_that_is_resumed_ends_with_the_same_bytes() {
    let dir = TestDir::new();
    dir.succeed(&format!("{RUN} --quiet --out whole"));
    interrupt(&dir, RUN, "a", &["TERM"]);
    for folder in ["b", "c"] {
        fs::create_dir(dir.path(folder)).unwrap();
        for name in dir.names("a") {
            fs::copy(dir.path("a").join(&name), dir.path(folder).join(&name)).unwrap();
        }
    }
    let done = dir.succeed(&format!("{RUN} --out a"));
    assert!(done.stderr.contains("kujuroku: resuming after "), "{done:?}");
    let done = dir.succeed("run --from b/run.toml");
    assert!(done.stderr.contains("kujuroku: resuming after "), "{done:?}");
    assert!(done.stderr.contains(" of 60,000 games\n"), "{done:?}");
    dir.succeed(&format!("{RUN} --force --out c"));
    for folder in ["a", "b", "c"] {
        dir.assert_same("whole", folder);
    }
}

#[test]
fn the_time_of_all_sittings_is_added_up() {
    let dir = TestDir::new();
    let timing = || -> serde_json::Value { serde_json::from_str(&dir.read("a/timing.json")).expect("JSON") };
    interrupt(&dir, RUN, "a", &["TERM"]);
    let first = timing();
    assert_eq!(first["sittings"].as_array().map(Vec::len), Some(1));
    let done = dir.succeed("run --from a/run.toml");
    assert!(done.stderr.contains(" over 2 sittings"), "{done:?}");
    let both = timing();
    assert_eq!(both["games"], 60_000);
    assert_eq!(both["sittings"][0], first["sittings"][0]);
    assert_eq!(both["sittings"].as_array().map(Vec::len), Some(2));
    let played = both["sittings"][1]["games"].as_u64().expect("a number");
    assert!(0 < played && played < 60_000, "{both}");
    assert!(both["seconds"].as_f64() > both["sittings"][1]["seconds"].as_f64(), "{both}");
    // Found complete, it keeps its time; forced, it starts anew.
    dir.succeed(&format!("{RUN} --out a"));
    assert_eq!(timing(), both);
    dir.succeed(&format!("{RUN} --out a --force"));
    assert_eq!(
        (&timing()["sittings"][0]["games"], &timing()["sittings"][1]),
        (&60_000.into(), &serde_json::Value::Null)
    );
}

#[test]
fn saved_counts_are_not_used_for_another_run() {
    let dir = TestDir::new();
    interrupt(&dir, RUN, "a", &["TERM"]);
    let changed = dir.read("a/run.toml").replace("par = 96", "par = 120");
    dir.put("a/run.toml", &changed);
    let error = dir.fail(2, "run --from a/run.toml");
    assert_eq!(
        error,
        "error: a/run.tally holds the counts of another request; bring it back from a copy, or start over with \
         --force\n"
    );
}

#[test]
fn an_interrupted_run_of_several_games_prints_how_to_resume_all() {
    let dir = TestDir::new();
    let both = "run kujuroku oni --games 400k --bots random --threads 1";
    let done = interrupt(&dir, both, "a", &["TERM"]);
    assert!(done.stderr.contains("to resume this and the other games, repeat the command"), "{done:?}");
    assert!(!done.stderr.contains("--from"), "{done:?}");
}

#[test]
fn simultaneous_signals_count_once() {
    let dir = TestDir::new();
    let done = interrupt(&dir, RUN, "a", &["TERM", "USR1", "TERM"]);
    assert_eq!(done.stderr.matches("interrupted").count(), 1, "{done:?}");
    assert!(dir.names("a").contains(&"run.tally".to_owned()));
}

#[test]
fn an_early_signal_leaves_a_complete_folder_or_none() {
    for delay in 0..16 {
        let dir = TestDir::new();
        let child = dir.start(&format!("{RUN} --out a/b"));
        thread::sleep(Duration::from_millis(delay));
        signal(&child, "TERM");
        let done = wait(child);
        // Before the program has begun, the system ends it.
        assert!(matches!(done.code, None | Some(130)), "{done:?}");
        if dir.path("a").exists() {
            let names = dir.names("a/b");
            // Ended by the system, it may leave a lock that nobody holds.
            let is_whole = names.contains(&"run.toml".to_owned());
            assert!(is_whole || done.code.is_none(), "{done:?} {names:?}");
            assert!(!is_whole || names.iter().all(|name| !name.starts_with('.')), "{names:?}");
        }
    }
}

/// The files of a folder and its subfolders, except for the timing.
fn all_files(dir: &TestDir, folder: &str) -> Vec<(String, Vec<u8>)> {
    let mut files = Vec::new();
    for name in dir.names(folder).into_iter().filter(|name| name != "timing.json") {
        let path = dir.path(folder).join(&name);
        if path.is_dir() {
            let inside = all_files(dir, &format!("{folder}/{name}"));
            files.extend(inside.into_iter().map(|(inner, content)| (format!("{name}/{inner}"), content)));
        } else {
            files.push((name, fs::read(path).unwrap()));
        }
    }
    files
}

#[test]
fn comparisons_leagues_and_sweeps_are_resumed_as_runs_are() {
    let dir = TestDir::new();
    for (line, record) in [
        ("compare kujuroku greedy random --games 200k --threads 1", "compare"),
        ("league kujuroku greedy random --games 100k --mixed --threads 1", "league"),
        ("league kujuroku random weighing weighing:keep=0.46 --until-sure --games 20k --threads 1", "league"),
        ("sweep kujuroku --vary jizo --bots greedy --bots random --games 20k --threads 1", "sweep"),
    ] {
        dir.succeed(&format!("{line} --quiet --out whole --force"));
        let done = interrupt(&dir, line, "part", &["TERM"]);
        let file = format!("part/{record}.toml");
        assert!(done.stderr.contains(&format!("to resume: fuda {record} --from {file}")), "{done:?}");
        assert!(dir.read(&file).contains("complete = false\nended = \"interrupted\"\n"));
        let done = dir.succeed(&format!("{record} --from {file}"));
        assert!(done.stderr.contains("kujuroku: resuming after "), "{done:?}");
        assert!(all_files(&dir, "part") == all_files(&dir, "whole"), "{line}");
        fs::remove_dir_all(dir.path("part")).unwrap();
    }
}

#[test]
fn a_time_limit_before_the_first_block_fails_every_command() {
    let dir = TestDir::new();
    for line in ["run oni", "compare oni weighing random", "league oni", "sweep oni --vary goal"] {
        let error = dir.fail(1, &format!("{line} --for 0.00001ms"));
        assert_eq!(error, "error: oni: no block was finished in 0.00001ms; nothing was saved\n", "{line}");
        assert!(dir.names(".").is_empty(), "left by: fuda {line}");
    }
}

#[test]
fn a_second_signal_saves_what_is_finished_and_ends_at_once() {
    let dir = TestDir::new();
    let line = "run kujuroku --games 100M --bots search:iterations=300 --threads 2 --checkpoint 1h --out a";
    let child = dir.start(line);
    until("the folder is made", || dir.path("a").exists());
    thread::sleep(Duration::from_millis(2500));
    signal(&child, "TERM");
    signal(&child, "TERM");
    thread::sleep(Duration::from_millis(350));
    signal(&child, "TERM");
    let done = wait(child);
    assert_eq!(done.code, Some(130), "{done:?}");
    // The first signal may have sufficed.
    let kept = ["a/fuda.checkpoint", "a/run.tally"].iter().filter(|name| dir.path(name).exists()).count();
    assert_eq!(kept, 1, "{done:?} {:?}", dir.names("a"));
    assert!(!dir.path("a/.fuda-lock").exists());
}

#[test]
fn the_signals_of_batch_systems_end_a_run_and_keep_it() {
    let dir = TestDir::new();
    for name in ["HUP", "XCPU", "USR1", "USR2"] {
        let done = interrupt(&dir, RUN, name, &[name]);
        assert!(done.stderr.contains("to resume: fuda run --from"), "{name}: {done:?}");
        dir.results(name);
    }
}

#[test]
fn signals_that_were_ignored_at_the_start_stay_ignored() {
    let dir = TestDir::new();
    let done = dir.bash(
        "trap '' HUP INT TERM; \"$FUDA\" run kujuroku --for 1.5s --bots random --quiet --out a & id=$!; \
         sleep 0.7; for name in HUP INT TERM; do kill -$name $id; done; wait $id",
    );
    assert_eq!(done.code, Some(0), "{done:?}");
    assert!(dir.read("a/run.toml").contains("ended = \"time\""));
}
