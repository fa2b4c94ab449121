//! Ctrl-C: whole blocks are kept, and the work can be resumed.

use std::fs;
use std::thread;
use std::time::Duration;

use crate::support::{Done, Place, signal, until, wait};

/// A run long enough to be interrupted on one thread, short enough to be
/// finished.
const RUN: &str = "run kujuroku --games 60k --bots greedy,random --threads 1";

/// Interrupts a run into this folder after it has counted something.
fn interrupt(place: &Place, line: &str, folder: &str, signals: &[&str]) -> Done {
    for patience in [50, 200, 800, 3200] {
        let child = place.start(&format!("{line} --out {folder}"));
        until("the folder is made", || place.path(folder).exists());
        thread::sleep(Duration::from_millis(patience));
        signals.iter().for_each(|name| signal(&child, name));
        let done = wait(child);
        assert_eq!(done.code, Some(130), "{done:?}");
        if !done.stderr.contains("before the first block") {
            return done;
        }
        assert!(!place.path(folder).exists(), "nothing was played, and the folder is left");
    }
    panic!("not one block is played in three seconds");
}

#[test]
fn an_interrupted_run_keeps_what_it_has_and_says_how_to_resume() {
    let place = Place::new();
    let done = interrupt(&place, RUN, "a", &["INT"]);
    assert!(done.stderr.contains("which are in a; to resume: fuda run --from a/run.toml"), "{done:?}");
    assert_eq!(done.stderr.matches("interrupted").count(), 1, "{done:?}");
    assert!(place.read("a/run.toml").contains("complete = false\nended = \"interrupted\"\n"));
    let names = place.names("a");
    assert!(names.contains(&"run.tally".to_owned()) && names.contains(&"summary.csv".to_owned()));
    assert!(names.iter().all(|name| !name.starts_with('.')), "{names:?}");
}

#[test]
fn an_interrupted_run_that_is_resumed_ends_with_the_same_bytes() {
    let place = Place::new();
    place.succeed(&format!("{RUN} --quiet --out whole"));
    interrupt(&place, RUN, "a", &["INT"]);
    for folder in ["b", "c", "d"] {
        fs::create_dir(place.path(folder)).unwrap();
        for name in place.names("a") {
            fs::copy(place.path("a").join(&name), place.path(folder).join(&name)).unwrap();
        }
    }
    let done = place.succeed(&format!("{RUN} --out a"));
    assert!(done.stderr.contains("kujuroku: resuming after "), "{done:?}");
    let done = place.succeed("run --from b/run.toml");
    assert!(done.stderr.contains("kujuroku: resuming after "), "{done:?}");
    place.put("c/run.tally", "fuda tally 1\nblocks 5\nnonsense\n");
    fs::remove_file(place.path("d/run.tally")).unwrap();
    for folder in ["c", "d"] {
        let done = place.succeed(&format!("run --from {folder}/run.toml"));
        assert!(done.stderr.contains("missing, damaged or of something else; starting again"), "{done:?}");
    }
    for folder in ["a", "b", "c", "d"] {
        place.assert_same("whole", folder);
    }
}

#[test]
fn what_was_saved_is_not_taken_for_another_run() {
    let place = Place::new();
    interrupt(&place, RUN, "a", &["INT"]);
    let changed = place.read("a/run.toml").replace("par = 96", "par = 120").replace("60000", "400");
    place.put("a/run.toml", &changed);
    let done = place.succeed("run --from a/run.toml");
    assert!(done.stderr.contains("of something else; starting again"), "{done:?}");
    place.succeed("run kujuroku --games 400 --bots greedy,random --rule par=120 --quiet --out whole");
    place.assert_same("whole", "a");
}

#[test]
fn of_several_games_that_are_interrupted_all_are_resumed() {
    let place = Place::new();
    let both = "run kujuroku oni --games 400k --bots random --threads 1";
    let done = interrupt(&place, both, "a", &["INT"]);
    assert!(done.stderr.contains("to resume this and the other games: the same command again"), "{done:?}");
    assert!(!done.stderr.contains("--from"), "{done:?}");
}

#[test]
fn signals_that_come_together_count_once() {
    let place = Place::new();
    let done = interrupt(&place, RUN, "a", &["TERM", "INT", "INT"]);
    assert_eq!(done.stderr.matches("interrupted").count(), 1, "{done:?}");
    assert!(place.names("a").contains(&"run.tally".to_owned()));
}

#[test]
fn in_the_first_moments_there_is_a_whole_run_or_none() {
    for delay in 0..16 {
        let place = Place::new();
        let child = place.start(&format!("{RUN} --out a/b"));
        thread::sleep(Duration::from_millis(delay));
        // Not INT, which tests that run in the background of a shell ignore
        // until the program listens for it.
        signal(&child, "TERM");
        let done = wait(child);
        // Before the program has begun, the system ends it.
        assert!(matches!(done.code, None | Some(130)), "{done:?}");
        if place.path("a").exists() {
            let names = place.names("a/b");
            assert!(names.contains(&"run.toml".to_owned()), "{done:?} {names:?}");
            assert!(names.iter().all(|name| !name.starts_with('.')), "{names:?}");
        }
    }
}

/// The files of a folder and of those in it, but for the time that it took.
fn all_files(place: &Place, folder: &str) -> Vec<(String, Vec<u8>)> {
    let mut files = Vec::new();
    for name in place.names(folder).into_iter().filter(|name| name != "timing.json") {
        let path = place.path(folder).join(&name);
        if path.is_dir() {
            let inside = all_files(place, &format!("{folder}/{name}"));
            files.extend(inside.into_iter().map(|(inner, content)| (format!("{name}/{inner}"), content)));
        } else {
            files.push((name, fs::read(path).unwrap()));
        }
    }
    files
}

#[test]
fn comparisons_and_sweeps_are_resumed_as_runs_are() {
    let place = Place::new();
    for (line, record) in [
        ("compare kujuroku greedy random --games 200k --threads 1", "compare"),
        ("compare kujuroku --all --skip weighing,search --games 100k --threads 1", "compare"),
        ("sweep kujuroku --vary jizo --bots greedy --bots random --games 20k --threads 1", "sweep"),
    ] {
        place.succeed(&format!("{line} --quiet --out whole --force"));
        let done = interrupt(&place, line, "part", &["INT"]);
        let file = format!("part/{record}.toml");
        assert!(done.stderr.contains(&format!("to resume: fuda {record} --from {file}")), "{done:?}");
        assert!(place.read(&file).contains("complete = false\nended = \"interrupted\"\n"));
        let done = place.succeed(&format!("{record} --from {file}"));
        assert!(done.stderr.contains("kujuroku: resuming after "), "{done:?}");
        assert!(all_files(&place, "part") == all_files(&place, "whole"), "{line}");
        fs::remove_dir_all(place.path("part")).unwrap();
    }
}

#[test]
fn a_time_that_is_up_before_the_first_block_is_a_failure_of_every_command() {
    let place = Place::new();
    for line in ["run oni", "compare oni weighing random", "sweep oni --vary goal"] {
        let error = place.fail(1, &format!("{line} --for 0.00001ms"));
        assert_eq!(error, "error: oni: no block was finished in 0.00001ms; nothing was saved\n", "{line}");
        assert!(place.names(".").is_empty(), "left by: fuda {line}");
    }
}
