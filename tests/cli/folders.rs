//! Folders: what is never overwritten, and what is never left behind.

use std::fs;
use std::thread;
use std::time::Duration;

use crate::support::{Place, signal, until, wait};

const SMALL: &str = "run kujuroku --games 20 --quiet --out";

#[test]
fn the_same_command_finds_its_own_folder_and_another_one_does_not() {
    let place = Place::new();
    place.succeed("run kujuroku --games 20 --quiet");
    place.succeed("run kujuroku --games 20 --quiet --threads 1 --seed 1 --rule par=96");
    let folders = place.names("reports");
    assert_eq!(folders.len(), 1, "{folders:?}");
    assert!(folders[0].starts_with("kujuroku-"), "{folders:?}");
    for (place_in_list, option) in
        ["--games 20 --seed 2", "--games 20 --rule par=95", "--games 20 --bots random", "--games 21"]
            .iter()
            .enumerate()
    {
        place.succeed(&format!("run kujuroku --quiet {option}"));
        assert_eq!(place.names("reports").len(), place_in_list + 2, "{option}");
    }
}

#[test]
fn a_folder_that_cannot_be_made_is_refused() {
    let place = Place::new();
    place.put("file", "");
    for (out, words) in [
        ("file", "file is not a folder; choose another one with --out"),
        ("file/x", "cannot write to file/x: "),
        ("file/x/y", "cannot write to file/x/y: "),
    ] {
        let done = place.fuda(&format!("{SMALL} {out}"));
        assert_eq!(done.code, Some(2), "{done:?}");
        assert!(done.stderr.contains(words) && done.stderr.lines().count() == 1, "{done:?}");
    }
    assert_eq!(place.names("."), ["file"]);
}

#[test]
fn another_run_is_not_overwritten_without_force() {
    let place = Place::new();
    place.succeed(&format!("{SMALL} a"));
    let before = place.results("a");
    let done = place.fuda(&format!("{SMALL} a --seed 2"));
    assert_eq!(done.code, Some(2), "{done:?}");
    assert!(done.stderr.contains("a holds another run (kujuroku of seed 1, 20 games)"), "{done:?}");
    assert!(done.stderr.contains("--out") && done.stderr.contains("--force"), "{done:?}");
    assert_eq!(place.results("a"), before);
}

#[test]
fn only_files_that_the_result_before_lists_are_removed() {
    let place = Place::new();
    place.succeed("sweep kujuroku --vary jizo --games 20 --quiet --out a");
    place.put("a/mine.csv", "split\n");
    place.put("a/notes.txt", "mine");
    fs::create_dir(place.path("a/001-mine")).unwrap();
    place.put("a/001-mine/card_score.csv", "mine");
    place.succeed(&format!("{SMALL} a --seed 2 --force"));
    place.succeed(&format!("{SMALL} b --seed 2"));
    for name in ["mine.csv", "notes.txt", "001-mine/card_score.csv"] {
        place.read(&format!("a/{name}"));
        fs::remove_file(place.path("a").join(name)).unwrap();
    }
    fs::remove_dir(place.path("a/001-mine")).unwrap();
    place.assert_same("a", "b");
}

#[test]
fn a_record_that_was_changed_removes_nothing_elsewhere() {
    let place = Place::new();
    place.put("precious.txt", "mine");
    place.succeed(&format!("{SMALL} a"));
    let changed = place.read("a/run.toml").replace("\"yaku.csv\"", "\"../precious.txt\"");
    place.put("a/run.toml", changed);
    place.succeed(&format!("{SMALL} a --seed 2 --force"));
    assert_eq!(place.read("precious.txt"), "mine");
}

#[test]
fn a_folder_of_other_files_is_written_to_only_with_force() {
    let place = Place::new();
    fs::create_dir(place.path("mine")).unwrap();
    place.put("mine/table.csv", "a,b\n");
    let done = place.fuda(&format!("{SMALL} mine"));
    assert_eq!(done.code, Some(2), "{done:?}");
    assert!(done.stderr.contains("mine is not empty and holds no result"), "{done:?}");
    assert_eq!(place.names("mine"), ["table.csv"]);
    place.succeed(&format!("{SMALL} mine --force"));
    assert_eq!(place.read("mine/table.csv"), "a,b\n");
}

#[test]
fn a_full_disk_is_found_before_the_first_game_and_nothing_is_left() {
    let place = Place::new();
    let done = place.bash("ulimit -f 8; trap '' XFSZ; exec \"$FUDA\" run kujuroku --games 20 --out a/b");
    assert_eq!(done.code, Some(2), "{done:?}");
    assert!(done.stderr.starts_with("error: cannot write to a/b: "), "{done:?}");
    assert_eq!(done.stderr.lines().count(), 1, "{done:?}");
    assert_eq!(place.names("."), [""; 0]);
}

#[test]
fn a_folder_that_was_there_stays_when_the_disk_is_full() {
    let place = Place::new();
    fs::create_dir(place.path("a")).unwrap();
    place.bash("ulimit -f 8; trap '' XFSZ; exec \"$FUDA\" run kujuroku --games 20 --out a");
    assert_eq!(place.names("."), ["a"]);
    assert_eq!(place.names("a"), [""; 0]);
}

#[test]
fn a_file_that_cannot_be_written_fails_the_run_and_keeps_the_one_before() {
    let place = Place::new();
    place.succeed(&format!("{SMALL} a"));
    // No file can be made where a folder is.
    fs::remove_file(place.path("a/yaku.csv")).unwrap();
    fs::create_dir(place.path("a/yaku.csv")).unwrap();
    let before = place.names("a");
    let done = place.fuda(&format!("{SMALL} a --seed 2 --force"));
    assert_eq!(done.code, Some(1), "{done:?}");
    assert!(done.stderr.contains("cannot write a/yaku.csv: it is a folder"), "{done:?}");
    assert!(done.stderr.contains("nothing of this result was saved"), "{done:?}");
    assert_eq!(place.names("a"), before);
    assert!(place.read("a/run.toml").contains("seed = 1\n"));
}

#[test]
fn a_folder_that_vanishes_is_made_again() {
    let place = Place::new();
    let child = place.start("run kujuroku --for 1s --quiet --out a/b");
    until("the folder is made", || place.path("a/b").exists());
    until("the folder is empty, and removed", || fs::remove_dir(place.path("a/b")).is_ok());
    let done = wait(child);
    assert_eq!(done.code, Some(0), "{done:?}");
    place.results("a/b");
}

#[test]
fn a_killed_run_leaves_nothing_in_the_way_of_the_next() {
    let place = Place::new();
    let mut child = place.start("run kujuroku --games 100M --quiet --out a");
    until("the folder is made", || place.path("a").exists());
    thread::sleep(Duration::from_millis(200));
    signal(&child, "KILL");
    child.wait().unwrap();
    assert_eq!(place.names("a"), [""; 0]);
    place.put("a/.fuda-x1y2z3.part", "half a fi");
    place.succeed(&format!("{SMALL} a"));
    assert!(place.names("a").iter().all(|name| !name.starts_with('.')));
}
