//! Work that is kept: results that grow, checkpoints that survive a kill, and
//! counts that are not trusted.

use std::fs;
use std::thread;
use std::time::Duration;

use crate::support::{TestDir, signal, until, wait};

#[test]
fn a_result_that_is_extended_has_the_bytes_of_a_fresh_one() {
    let dir = TestDir::new();
    for (line, record) in [
        ("run kachi-kachi --bots weighing,random", "run"),
        ("compare kujuroku greedy random", "compare"),
        ("sweep kujuroku --vary jizo --bots random", "sweep"),
    ] {
        dir.succeed(&format!("{line} --games 4k --quiet --out fresh --force"));
        dir.succeed(&format!("{line} --games 400 --quiet --out a --force"));
        let done = dir.succeed(&format!("{line} --games 4k --out a"));
        assert!(done.stderr.contains(": extending "), "{done:?}");
        assert!(done.stderr.contains(" over 2 sittings"), "{done:?}");
        assert!(dir.all_files("a") == dir.all_files("fresh"), "{line}");
        // It cannot shrink.
        let error = dir.fail(2, &format!("{line} --games 400 --out a"));
        assert!(error.contains("a holds ") && error.contains(" already, more than the "), "{error}");
        assert!(error.contains("--out") && error.contains("--force"), "{error}");
        assert!(dir.all_files("a") == dir.all_files("fresh"), "{line}");
        // The other way to stop goes on from there, too.
        dir.succeed(&format!("{line} --for 0.2s --quiet --out a"));
        assert!(dir.read(&format!("a/{record}.toml")).contains("ended = \"time\""));
    }
}

#[test]
fn a_finished_run_goes_on_until_it_is_precise() {
    let dir = TestDir::new();
    let line = "run kujuroku --bots greedy,random --out a";
    dir.succeed(&format!("{line} --games 2k --quiet"));
    // It is precise enough already.
    let done = dir.succeed(&format!("{line} --precision at_par:yes=0.1"));
    assert!(done.stderr.contains("stopped at 2,000 games: at_par:yes=0.1 is reached"), "{done:?}");
    let done = dir.succeed(&format!("{line} --precision at_par:yes=0.004"));
    assert!(done.stderr.contains("kujuroku: extending 2,000 games\n"), "{done:?}");
    assert!(dir.read("a/run.toml").contains("ended = \"precision\""));
    // As precise as that, it is what it would have been from the start.
    dir.succeed("run kujuroku --bots greedy,random --precision at_par:yes=0.004 --quiet --out b");
    dir.assert_same("a", "b");
    let done = dir.succeed(&format!("{line} --precision at_par:yes=0.004"));
    assert!(done.stderr.contains("complete already"), "{done:?}");
}

/// Kills a command again and again, until it is done.
fn kill_until_done(dir: &TestDir, line: &str, kills: u64) {
    for kill in 0.. {
        let mut child = dir.start(line);
        if kill < kills {
            // No two at the same moment of the run.
            thread::sleep(Duration::from_millis(40 + 97 * kill % 211));
            signal(&child, "KILL");
            child.wait().expect("it was started");
        } else {
            let done = wait(child);
            assert_eq!(done.code, Some(0), "{line}: {done:?}");
            return;
        }
    }
}

/// Commands of every kind that take a second or so, by the name of their
/// folder.
const LINES: [(&str, &str); 6] = [
    ("run", "run kujuroku --games 80k --bots greedy,random"),
    ("compare", "compare oni shedder random --games 8k"),
    ("sweep", "sweep kazu-tori --vary limit --games 8k --bots random"),
    ("other", "run kusuri-gui --games 30k --bots random"),
    ("rows", "run kazu-tori --games 80k --bots random --rows games,rounds"),
    ("rows-csv", "run kusuri-gui --games 20k --bots random --rows games,rounds --rows-format csv"),
];

#[test]
fn killed_again_and_again_a_result_ends_with_the_same_bytes() {
    let dir = TestDir::new();
    for (name, line) in LINES {
        dir.succeed(&format!("{line} --quiet --out whole-{name}"));
        kill_until_done(&dir, &format!("{line} --checkpoint 20ms --out {name}"), 3);
        assert!(dir.all_files(name) == dir.all_files(&format!("whole-{name}")), "{line}");
    }
}

/// Some minutes: `cargo test --release --test cli killed_200 -- --ignored`.
#[test]
#[ignore = "takes minutes"]
fn killed_200_times_every_command_of_every_game_ends_with_the_same_bytes() {
    let mut kills = 0;
    while kills < 200 {
        for game in ["kujuroku", "oni", "kusuri-gui", "kachi-kachi", "kazu-tori"] {
            let dir = TestDir::new();
            for line in [
                format!("run {game} --games 20k"),
                format!("compare {game} weighing random --games 20k"),
                format!("league {game} weighing random --games 10k"),
                format!("sweep {game} --bots random --games 2k --one-at-a-time"),
            ] {
                dir.succeed(&format!("{line} --quiet --out whole --force"));
                let count = 3 + kills % 4;
                kill_until_done(&dir, &format!("{line} --checkpoint 30ms --out a"), count);
                assert!(dir.all_files("a") == dir.all_files("whole"), "{line}");
                fs::remove_dir_all(dir.path("a")).expect("it was written");
                kills += count;
            }
        }
    }
}

#[test]
fn a_killed_run_is_resumed_from_its_checkpoint_and_says_so() {
    let dir = TestDir::new();
    let line = "run kujuroku --games 60k --bots greedy,random --threads 1";
    dir.succeed(&format!("{line} --quiet --out whole"));
    let mut child = dir.start(&format!("{line} --checkpoint 20ms --out a"));
    until("a checkpoint is saved", || dir.path("a/fuda.checkpoint").exists());
    signal(&child, "KILL");
    child.wait().expect("it was started");
    assert!(!dir.path("a/run.toml").exists());
    // It is not overwritten by something else.
    let error = dir.fail(2, "run kujuroku --games 20 --seed 2 --out a");
    assert!(error.contains("a holds another run (kujuroku of seed 1, "), "{error}");
    let done = dir.succeed(&format!("{line} --out a"));
    assert!(done.stderr.contains("kujuroku: resuming after "), "{done:?}");
    assert!(
        done.stderr.contains(" of 60,000 games\n") && done.stderr.contains("over 2 sittings"),
        "{done:?}"
    );
    dir.assert_same("a", "whole");
}

#[test]
fn counts_that_are_not_whole_are_refused() {
    let dir = TestDir::new();
    let line = "run kujuroku --games 20 --out a";
    dir.succeed(&format!("{line} --quiet"));
    let tally = fs::read(dir.path("a/run.tally")).unwrap();
    let mut flipped = tally.clone();
    let middle = flipped.len() / 2;
    flipped[middle] ^= 4;
    let newer = String::from_utf8_lossy(&tally[..12]).into_owned() + "11\n";
    for (content, words) in [
        (&flipped[..], "a/run.tally is damaged; "),
        (&tally[..tally.len() - 1], "a/run.tally is damaged; "),
        (b"", "a/run.tally does not hold saved counts; "),
        (
            newer.as_bytes(),
            "a/run.tally was saved in another format (version 11; this fuda reads version 10); ",
        ),
    ] {
        dir.put("a/run.tally", content);
        for again in [line, "run kujuroku --games 40 --out a", "run --from a/run.toml"] {
            let error = dir.fail(2, again);
            assert!(error.contains(words), "{again}: {error}");
            assert!(error.contains("bring it back from a copy, or start over with --force"), "{error}");
        }
    }
    fs::remove_file(dir.path("a/run.tally")).unwrap();
    assert!(dir.fail(2, line).contains("a/run.tally is missing; "));
    dir.succeed(&format!("{line} --force --quiet"));
    assert_eq!(fs::read(dir.path("a/run.tally")).unwrap(), tally);
    // So are checkpoints.
    fs::create_dir(dir.path("b")).unwrap();
    dir.put("b/fuda.checkpoint", "fuda counts 10\nnonsense");
    let error = dir.fail(2, "run kujuroku --games 20 --out b");
    assert!(error.contains("b/fuda.checkpoint is damaged; "), "{error}");
    dir.succeed("run kujuroku --games 20 --quiet --out b --force");
    dir.assert_same("a", "b");
}

#[test]
fn one_process_at_a_time_has_a_folder() {
    let dir = TestDir::new();
    let mut child = dir.start("run kujuroku --games 100M --out a");
    until("the folder is locked", || dir.path("a/.fuda-lock").exists());
    for line in ["run kujuroku --games 100M --out a", "odds kachi-kachi --out a --force"] {
        let error = dir.fail(2, line);
        assert_eq!(
            error,
            "error: another fuda is writing to a; wait until it ends, or choose another folder with --out\n"
        );
    }
    signal(&child, "KILL");
    child.wait().expect("it was started");
    // The lock has died with its holder.
    dir.succeed("run kujuroku --games 20 --out a --force --quiet");
    assert!(dir.names("a").iter().all(|name| !name.starts_with('.')), "{:?}", dir.names("a"));
}

#[test]
fn runs_at_the_same_time_leave_a_whole_index() {
    let dir = TestDir::new();
    let lines: Vec<String> = (1..=6)
        .map(|seed| format!("run kazu-tori --games 20 --seed {seed} --quiet"))
        .chain(["odds kachi-kachi --quiet".to_owned()])
        .collect();
    let children: Vec<_> = lines.iter().chain(&lines).map(|line| dir.start(line)).collect();
    for child in children {
        let done = wait(child);
        // Two of the same may meet.
        assert!(done.code == Some(0) || done.stderr.contains("another fuda is writing to"), "{done:?}");
    }
    let together = dir.read("reports/index.csv");
    assert_eq!(together.lines().count(), 1 + lines.len(), "{together}");
    let alone = TestDir::new();
    lines.iter().rev().for_each(|line| drop(alone.succeed(line)));
    assert_eq!(alone.read("reports/index.csv"), together);
    assert!(dir.names("reports").iter().all(|name| !name.starts_with('.')), "{:?}", dir.names("reports"));
}
