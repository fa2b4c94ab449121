//! Result folders: what is never overwritten, and what is never left behind.

use std::fs;

use crate::support::{TestDir, until, wait};

const SMALL: &str = "run kujuroku --games 20 --quiet --out";

#[test]
fn the_same_command_has_the_same_default_folder_and_another_one_has_not() {
    let dir = TestDir::new();
    dir.succeed("run kujuroku --games 20 --quiet");
    dir.succeed("run kujuroku --games 20 --quiet --threads 1 --seed 1 --rule par=96");
    // How much is played decides nothing about what is played.
    for option in ["--games 40", "--precision at_par:yes=0.2", "--for 0.1s", "--checkpoint 1s --games 30k"] {
        dir.succeed(&format!("run kujuroku --quiet --bots weighing {option}"));
    }
    let names = dir.names("reports");
    assert_eq!(names.len(), 3, "{names:?}");
    assert!(names[..2] == ["index.csv", "index.html"] && names[2].starts_with("kujuroku-"), "{names:?}");
    for (index, option) in ["--seed 2", "--rule par=95", "--bots random"].iter().enumerate() {
        dir.succeed(&format!("run kujuroku --games 20 --quiet {option}"));
        assert_eq!(dir.result_folders().len(), index + 2, "{option}");
    }
}

#[test]
fn a_complete_result_is_found_and_stays_in_its_folder() {
    let dir = TestDir::new();
    for (line, record) in [
        ("run kujuroku --games 20", "run"),
        ("run kujuroku --for 0.2s --bots random", "run"),
        ("compare kujuroku greedy random --until-sure", "compare"),
        ("sweep kujuroku --vary jizo --games 20", "sweep"),
    ] {
        dir.succeed(&format!("{line} --out a --force"));
        let files =
            || dir.names("a").into_iter().map(|name| (name.clone(), fs::read(dir.path("a").join(name)).ok()));
        let before: Vec<_> = files().collect();
        for again in [format!("{record} --from a/{record}.toml"), format!("{line} --out a")] {
            let done = dir.succeed(&again);
            assert!(done.stderr.contains("kujuroku: complete already, "), "{again}: {done:?}");
            assert!(
                !done.stderr.contains("games/s") && done.stdout.contains("The files are in a"),
                "{done:?}"
            );
            assert!(files().eq(before.iter().cloned()), "{again}");
        }
        assert_eq!(dir.names("."), ["a"], "{line}");
    }
    // What was deleted is written again, from the counts.
    let summary = dir.read("a/000-baseline/summary.csv");
    fs::remove_file(dir.path("a/000-baseline/summary.csv")).unwrap();
    dir.succeed("sweep --from a/sweep.toml --quiet");
    assert_eq!(dir.read("a/000-baseline/summary.csv"), summary);
    // A record by itself is no folder of a result.
    fs::copy(dir.path("a/000-baseline/run.toml"), dir.path("run.toml")).unwrap();
    dir.succeed("run --from run.toml --quiet");
    assert_eq!(dir.names("."), ["a", "reports", "run.toml"]);
}

#[test]
fn a_folder_that_cannot_be_created_is_refused() {
    let dir = TestDir::new();
    dir.put("file", "");
    for (out, words) in [
        ("file", "file is not a folder; choose another one with --out"),
        ("file/x", "cannot write to file/x: "),
        ("file/x/y", "cannot write to file/x/y: "),
    ] {
        let done = dir.fuda(&format!("{SMALL} {out}"));
        assert_eq!(done.code, Some(2), "{done:?}");
        assert!(done.stderr.contains(words) && done.stderr.lines().count() == 1, "{done:?}");
    }
    assert_eq!(dir.names("."), ["file"]);
}

#[test]
fn another_run_is_not_overwritten_without_force() {
    let dir = TestDir::new();
    dir.succeed(&format!("{SMALL} a"));
    let before = dir.results("a");
    let done = dir.fuda(&format!("{SMALL} a --seed 2"));
    assert_eq!(done.code, Some(2), "{done:?}");
    assert!(done.stderr.contains("a holds another run (kujuroku of seed 1, 20 games)"), "{done:?}");
    assert!(done.stderr.contains("--out") && done.stderr.contains("--force"), "{done:?}");
    assert_eq!(dir.results("a"), before);
}

#[test]
fn only_files_that_the_previous_record_lists_are_removed() {
    let dir = TestDir::new();
    dir.succeed("sweep kujuroku --vary jizo --games 20 --quiet --out a");
    dir.put("a/mine.csv", "split\n");
    dir.put("a/notes.txt", "mine");
    fs::create_dir(dir.path("a/001-mine")).unwrap();
    dir.put("a/001-mine/card_score.csv", "mine");
    dir.succeed(&format!("{SMALL} a --seed 2 --force"));
    dir.succeed(&format!("{SMALL} b --seed 2"));
    for name in ["mine.csv", "notes.txt", "001-mine/card_score.csv"] {
        dir.read(&format!("a/{name}"));
        fs::remove_file(dir.path("a").join(name)).unwrap();
    }
    fs::remove_dir(dir.path("a/001-mine")).unwrap();
    dir.assert_same("a", "b");
}

#[test]
fn an_edited_record_removes_nothing_outside_the_folder() {
    let dir = TestDir::new();
    dir.put("precious.txt", "mine");
    dir.succeed(&format!("{SMALL} a"));
    let changed = dir.read("a/run.toml").replace("\"yaku.csv\"", "\"../precious.txt\"");
    dir.put("a/run.toml", changed);
    dir.succeed(&format!("{SMALL} a --seed 2 --force"));
    assert_eq!(dir.read("precious.txt"), "mine");
}

#[test]
fn a_folder_of_other_files_is_written_to_only_with_force() {
    let dir = TestDir::new();
    fs::create_dir(dir.path("mine")).unwrap();
    dir.put("mine/table.csv", "a,b\n");
    let done = dir.fuda(&format!("{SMALL} mine"));
    assert_eq!(done.code, Some(2), "{done:?}");
    assert!(done.stderr.contains("mine is not empty and holds no result"), "{done:?}");
    assert_eq!(dir.names("mine"), ["table.csv"]);
    dir.succeed(&format!("{SMALL} mine --force"));
    assert_eq!(dir.read("mine/table.csv"), "a,b\n");
}

#[test]
fn a_full_disk_is_found_before_the_first_game_and_nothing_is_left() {
    let dir = TestDir::new();
    let done = dir.bash("ulimit -f 8; trap '' XFSZ; exec \"$FUDA\" run kujuroku --games 20 --out a/b");
    assert_eq!(done.code, Some(2), "{done:?}");
    assert!(done.stderr.starts_with("error: cannot write to a/b: "), "{done:?}");
    assert_eq!(done.stderr.lines().count(), 1, "{done:?}");
    assert_eq!(dir.names("."), [""; 0]);
}

#[test]
fn a_folder_that_was_there_stays_when_the_disk_is_full() {
    let dir = TestDir::new();
    fs::create_dir(dir.path("a")).unwrap();
    dir.bash("ulimit -f 8; trap '' XFSZ; exec \"$FUDA\" run kujuroku --games 20 --out a");
    assert_eq!(dir.names("."), ["a"]);
    assert_eq!(dir.names("a"), [""; 0]);
}

#[test]
fn a_file_that_cannot_be_written_fails_the_run_and_keeps_the_previous_result() {
    let dir = TestDir::new();
    dir.succeed(&format!("{SMALL} a"));
    // No file can be made where a folder is.
    fs::remove_file(dir.path("a/yaku.csv")).unwrap();
    fs::create_dir(dir.path("a/yaku.csv")).unwrap();
    let before = dir.names("a");
    let done = dir.fuda(&format!("{SMALL} a --seed 2 --force"));
    assert_eq!(done.code, Some(1), "{done:?}");
    assert!(done.stderr.contains("cannot write a/yaku.csv: it is a folder"), "{done:?}");
    assert!(done.stderr.contains("; the counts are in a/fuda.checkpoint, from which the same"), "{done:?}");
    assert_eq!(
        dir.names("a").into_iter().filter(|name| name != "fuda.checkpoint").collect::<Vec<_>>(),
        before
    );
    assert!(dir.read("a/run.toml").contains("seed = 1\n"));
    fs::remove_dir(dir.path("a/yaku.csv")).unwrap();
    let done = dir.succeed("run kujuroku --games 20 --out a --seed 2 --force");
    assert!(done.stderr.contains("kujuroku: all 20 games are played already; writing the files"), "{done:?}");
    dir.succeed(&format!("{SMALL} b --seed 2"));
    dir.assert_same("a", "b");
}

#[test]
fn a_folder_that_vanishes_is_created_again() {
    let dir = TestDir::new();
    let child = dir.start("run kujuroku --for 2s --checkpoint 100ms --out a/b");
    until("a checkpoint is saved", || dir.path("a/b/fuda.checkpoint").exists());
    until("the folder is removed", || fs::remove_dir_all(dir.path("a")).is_ok());
    let done = wait(child);
    assert_eq!(done.code, Some(0), "{done:?}");
    dir.results("a/b");
    // If it cannot be created, the run fails, and says why.
    let child = dir.start("run kujuroku --for 2s --checkpoint 100ms --out c/d");
    until("a checkpoint is saved", || dir.path("c/d/fuda.checkpoint").exists());
    until("a file takes its place", || {
        let _ = fs::remove_dir_all(dir.path("c"));
        fs::write(dir.path("c"), "a file").is_ok()
    });
    let done = wait(child);
    assert_eq!(done.code, Some(1), "{done:?}");
    assert!(done.stderr.contains("kujuroku: no checkpoint was saved: cannot write to c/d: "), "{done:?}");
    assert!(
        done.stderr.contains("error: cannot write to c/d: a parent in its path is not a folder; "),
        "{done:?}"
    );
}
