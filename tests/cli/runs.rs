//! Runs: reproducibility, and when they stop.

use std::cell::Cell;
use std::fs;

use crate::support::{Sheet, TestDir, until, wait};

const MIXED: &str = "run kujuroku --games 3k --bots greedy,random --quiet";

#[test]
fn any_number_of_threads_writes_the_same_bytes() {
    let dir = TestDir::new();
    for threads in 1..=3 {
        dir.succeed(&format!("{MIXED} --threads {threads} --out {threads}"));
    }
    dir.assert_same("1", "2");
    dir.assert_same("1", "3");
}

#[test]
fn a_repeated_run_writes_the_same_bytes() {
    let dir = TestDir::new();
    dir.succeed(&format!("{MIXED} --out a"));
    dir.succeed(&format!("{MIXED} --out b"));
    dir.succeed(&format!("{MIXED} --out b"));
    dir.succeed("run --from a/run.toml --quiet --out c");
    dir.assert_same("a", "b");
    dir.assert_same("a", "c");
}

#[test]
fn another_seed_gives_other_results() {
    let dir = TestDir::new();
    dir.succeed("run kujuroku --games 50 --quiet --out a");
    dir.succeed("run kujuroku --games 50 --quiet --seed 2 --out b");
    assert_ne!(dir.read("a/card_score.csv"), dir.read("b/card_score.csv"));
}

#[test]
fn a_run_with_the_largest_seed_can_be_repeated() {
    let dir = TestDir::new();
    dir.succeed("run kujuroku --games 10 --quiet --seed 18446744073709551615 --out a");
    dir.succeed("run --from a/run.toml --quiet --out b");
    dir.assert_same("a", "b");
}

#[test]
fn a_secret_seed_is_drawn_recorded_and_found_again() {
    let dir = TestDir::new();
    let line = "run kujuroku --games 40 --seed secret --quiet";
    let seed = |folder: &str| {
        let record = dir.read(&format!("{folder}/run.toml"));
        assert!(record.contains("secret_seed = true\n"), "{record}");
        let line = record.lines().find_map(|line| line.strip_prefix("seed = ")).expect("it is recorded");
        line.parse::<u64>().expect("a seed is a number")
    };
    dir.succeed(&format!("{line} --out a"));
    dir.succeed(&format!("{line} --out b"));
    let drawn = seed("a");
    assert_ne!(drawn, seed("b"));
    // The same command extends its own result, in the same default folder too.
    dir.succeed(&line.replace("--games 40", "--games 80 --out a"));
    assert_eq!(seed("a"), drawn);
    dir.succeed(line);
    let done = dir.succeed(&line.replace(" --quiet", ""));
    assert!(done.stderr.contains("complete already"), "{done:?}");
    assert_eq!(dir.result_folders().len(), 1);
    // With its number anybody can repeat it.
    dir.succeed(&format!("run kujuroku --games 80 --seed {drawn} --quiet --out c"));
    assert_eq!(dir.read("a/card_score.csv"), dir.read("c/card_score.csv"));
    dir.succeed("run --from a/run.toml --quiet --out d");
    dir.assert_same("a", "d");
    // Another request does not take it over.
    let error = dir.fail(2, "run kujuroku --games 40 --seed secret --bots random --quiet --out a");
    assert!(error.contains("a holds another run"), "{error}");
}

#[test]
fn a_killed_run_with_a_secret_seed_is_resumed() {
    let dir = TestDir::new();
    let line = "run kujuroku --games 60k --bots greedy,random --threads 1 --seed secret --out a";
    let mut child = dir.start(&format!("{line} --checkpoint 20ms"));
    until("a checkpoint is saved", || dir.path("a/fuda.checkpoint").exists());
    child.kill().expect("it can be killed");
    child.wait().expect("it was started");
    let done = dir.succeed(line);
    assert!(done.stderr.contains("kujuroku: resuming after "), "{done:?}");
}

#[test]
fn a_secret_seed_needs_a_result_to_record_it() {
    let dir = TestDir::new();
    for (line, expected) in [
        ("run kujuroku --seed secret --shard 1/2", "let 'fuda cluster' write the job files"),
        ("run kujuroku --seed secret --blocks 0..4", "all parts need the same"),
        ("replay kujuroku --block 0 --seed secret", "give a number"),
        ("bots kujuroku --check greedy --seed secret", "give a number"),
        ("run kujuroku --seed hidden", "give a whole number from 0 to 18446744073709551615, or 'secret'"),
    ] {
        let error = dir.fail(2, line);
        assert!(error.contains(expected), "{line}: {error}");
    }
}

#[test]
fn games_are_rounded_up_to_whole_blocks() {
    let dir = TestDir::new();
    dir.succeed("run kujuroku --games 5 --bots greedy,random,random,random --quiet --out a");
    let run = dir.read("a/run.toml");
    assert!(run.contains("games = 5\nfirst_block = 0\nlast_block = 1\ngames_played = 8\n"), "{run}");
}

#[test]
fn the_command_line_overrides_a_rules_file() {
    let dir = TestDir::new();
    dir.put("rules.toml", "par = 90\n[yaku_value]\nshi = 5\n");
    dir.succeed("run kujuroku --games 10 --quiet --out a --rules rules.toml --rule par=91");
    let run = dir.read("a/run.toml");
    assert!(run.contains("par = 91\n") && run.contains("shi = 5\n"), "{run}");
}

#[test]
fn bots_are_named_together_or_one_by_one() {
    let dir = TestDir::new();
    dir.succeed("run kujuroku --games 10 --quiet --out a --bot greedy --bot random");
    dir.succeed("run kujuroku --games 10 --quiet --out b --bots greedy,random,greedy,random");
    dir.assert_same("a", "b");
}

#[test]
fn a_run_that_stops_after_a_time_reports_it_and_can_be_repeated() {
    let dir = TestDir::new();
    let done = dir.succeed("run kujuroku --for 200ms --out a");
    assert!(done.stderr.contains("stopped after 200ms, at "), "{done:?}");
    assert!(dir.read("a/run.toml").contains("complete = true\nended = \"time\"\n"));
    dir.succeed("run --from a/run.toml --quiet --out b");
    dir.assert_same("a", "b");
}

#[test]
fn a_time_limit_beyond_the_clock_is_not_an_error() {
    TestDir::new().succeed("run kujuroku --games 10 --quiet --for 5000000000000000h");
}

#[test]
fn a_precision_is_reached_at_the_same_block_on_any_number_of_threads() {
    let dir = TestDir::new();
    let line = "run kujuroku --precision game_rounds=0.2";
    let done = dir.succeed(&format!("{line} --threads 1 --out a"));
    assert!(done.stderr.contains("game_rounds=0.2 is reached"), "{done:?}");
    assert!(dir.read("a/run.toml").contains("complete = true\nended = \"precision\"\n"));
    let summary = Sheet::read(&dir.path("a/summary.csv"));
    let row = summary.rows.iter().find(|row| row.text("metric") == "game_rounds").unwrap();
    assert!(row.number("high") - row.number("low") <= 0.4);
    dir.succeed(&format!("{line} --threads 2 --quiet --out b"));
    dir.succeed("run --from a/run.toml --quiet --out c");
    dir.assert_same("a", "b");
    dir.assert_same("a", "c");
}

#[test]
fn a_precision_that_is_not_reached_is_reported() {
    let dir = TestDir::new();
    let done = dir.succeed("run kujuroku --precision game_rounds=0.001 --games 400 --out a");
    assert!(done.stderr.contains("game_rounds=0.001 is not reached after 400 games"), "{done:?}");
    let done = dir.succeed("run --from a/run.toml --force --out a");
    assert!(!done.stderr.contains("reached"), "{done:?}");
}

#[test]
fn a_precision_can_name_an_outcome() {
    let dir = TestDir::new();
    dir.succeed("run kujuroku --precision yaku:shi=0.03 --quiet --out a");
    let yaku = Sheet::read(&dir.path("a/yaku.csv"));
    let row = yaku.rows.iter().find(|row| row.text("outcome") == "shi").unwrap();
    assert!(row.number("high") - row.number("low") <= 0.06);
}

#[test]
fn a_run_without_a_game_plays_every_game() {
    let dir = TestDir::new();
    dir.succeed("run --games 10 --quiet");
    assert_eq!(dir.result_folders().len(), fuda::games::NAMES.len());
}

#[cfg(target_os = "linux")]
#[test]
fn memory_stays_small() {
    let dir = TestDir::new();
    let child = dir.start("run kujuroku --games 50k --bots random --quiet --out a");
    let peak = Cell::new(0);
    until("the run is over", || {
        let status = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let kilobytes = line.and_then(|line| line.split_whitespace().next()?.parse().ok());
        peak.set(kilobytes.unwrap_or(peak.get()));
        // A process that has ended has no memory.
        line.is_none()
    });
    assert_eq!(wait(child).code, Some(0));
    assert!((1..64 * 1024).contains(&peak.get()), "{} kB", peak.get());
}

#[test]
fn rules_are_accepted_with_and_without_quotes_and_brackets() {
    let dir = TestDir::new();
    let run = "run kazu-tori --games 4 --quiet --rule";
    dir.succeed(&format!("{run} tie=last_take --rule handicap=1,1,1,0.8 --out plain"));
    dir.succeed(&format!("{run} tie=\"last_take\" --rule handicap=[1,1,1,0.8] --out listed"));
    dir.assert_same("plain", "listed");
    assert!(dir.read("listed/run.toml").contains("last_take"));
}
