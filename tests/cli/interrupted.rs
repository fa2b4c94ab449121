//! Ctrl-C: whole blocks are kept, and the run can be gone on with.

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
fn an_interrupted_run_keeps_what_it_has_and_says_how_to_go_on() {
    let place = Place::new();
    let done = interrupt(&place, RUN, "a", &["INT"]);
    assert!(done.stderr.contains("which are in a; to go on: fuda run --from a/run.toml"), "{done:?}");
    assert_eq!(done.stderr.matches("interrupted").count(), 1, "{done:?}");
    assert!(place.read("a/run.toml").contains("complete = false\nended = \"interrupted\"\n"));
    let names = place.names("a");
    assert!(names.contains(&"partial.tally".to_owned()) && names.contains(&"summary.csv".to_owned()));
    assert!(names.iter().all(|name| !name.starts_with('.')), "{names:?}");
}

#[test]
fn an_interrupted_run_that_goes_on_ends_with_the_same_bytes() {
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
    assert!(done.stderr.contains("kujuroku: going on after "), "{done:?}");
    let done = place.succeed("run --from b/run.toml");
    assert!(done.stderr.contains("kujuroku: going on after "), "{done:?}");
    place.put("c/partial.tally", "fuda tally 1\nblocks 5\nnonsense\n");
    fs::remove_file(place.path("d/partial.tally")).unwrap();
    for folder in ["c", "d"] {
        let done = place.succeed(&format!("run --from {folder}/run.toml"));
        assert!(done.stderr.contains("missing, damaged or of another run; beginning again"), "{done:?}");
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
    assert!(done.stderr.contains("of another run; beginning again"), "{done:?}");
    place.succeed("run kujuroku --games 400 --bots greedy,random --rule par=120 --quiet --out whole");
    place.assert_same("whole", "a");
}

#[test]
fn of_several_games_that_are_interrupted_all_go_on() {
    let place = Place::new();
    let both = "run kujuroku oni --games 400k --bots random --threads 1";
    let done = interrupt(&place, both, "a", &["INT"]);
    assert!(done.stderr.contains("with this and the other games: the same command again"), "{done:?}");
    assert!(!done.stderr.contains("--from"), "{done:?}");
}

#[test]
fn signals_that_come_together_count_once() {
    let place = Place::new();
    let done = interrupt(&place, RUN, "a", &["TERM", "INT", "INT"]);
    assert_eq!(done.stderr.matches("interrupted").count(), 1, "{done:?}");
    assert!(place.names("a").contains(&"partial.tally".to_owned()));
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
