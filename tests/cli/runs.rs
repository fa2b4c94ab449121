//! Runs: the same bytes, however they come about; and when they stop.

use std::cell::Cell;
use std::fs;

use crate::support::{Place, Sheet, until, wait};

const MIXED: &str = "run kujuroku --games 3k --bots greedy,random --quiet";

#[test]
fn the_number_of_threads_does_not_show() {
    let place = Place::new();
    for threads in 1..=3 {
        place.succeed(&format!("{MIXED} --threads {threads} --out {threads}"));
    }
    place.assert_same("1", "2");
    place.assert_same("1", "3");
}

#[test]
fn a_complete_run_done_again_gives_the_same_bytes() {
    let place = Place::new();
    place.succeed(&format!("{MIXED} --out a"));
    place.succeed(&format!("{MIXED} --out b"));
    place.succeed(&format!("{MIXED} --out b"));
    place.succeed("run --from a/run.toml --quiet --out c");
    place.assert_same("a", "b");
    place.assert_same("a", "c");
}

#[test]
fn another_seed_gives_other_results() {
    let place = Place::new();
    place.succeed("run kujuroku --games 50 --quiet --out a");
    place.succeed("run kujuroku --games 50 --quiet --seed 2 --out b");
    assert_ne!(place.read("a/card_score.csv"), place.read("b/card_score.csv"));
}

#[test]
fn the_largest_seed_can_be_done_again() {
    let place = Place::new();
    place.succeed("run kujuroku --games 10 --quiet --seed 18446744073709551615 --out a");
    place.succeed("run --from a/run.toml --quiet --out b");
    place.assert_same("a", "b");
}

#[test]
fn games_are_rounded_up_to_whole_blocks() {
    let place = Place::new();
    place.succeed("run kujuroku --games 5 --bots greedy,random,random,random --quiet --out a");
    let run = place.read("a/run.toml");
    assert!(run.contains("games = 5\nfirst_block = 0\nlast_block = 1\ngames_played = 8\n"), "{run}");
}

#[test]
fn rules_come_from_a_file_and_the_command_line_goes_before_it() {
    let place = Place::new();
    place.put("rules.toml", "par = 90\n[yaku_value]\nshi = 5\n");
    place.succeed("run kujuroku --games 10 --quiet --out a --rules rules.toml --rule par=91");
    let run = place.read("a/run.toml");
    assert!(run.contains("par = 91\n") && run.contains("shi = 5\n"), "{run}");
}

#[test]
fn bots_are_named_together_or_one_by_one() {
    let place = Place::new();
    place.succeed("run kujuroku --games 10 --quiet --out a --bot greedy --bot random");
    place.succeed("run kujuroku --games 10 --quiet --out b --bots greedy,random,greedy,random");
    place.assert_same("a", "b");
}

#[test]
fn a_run_that_stops_after_a_time_says_so_and_can_be_done_again() {
    let place = Place::new();
    let done = place.succeed("run kujuroku --for 200ms --out a");
    assert!(done.stderr.contains("stopped after 200ms, at "), "{done:?}");
    assert!(place.read("a/run.toml").contains("complete = true\nended = \"time\"\n"));
    place.succeed("run --from a/run.toml --quiet --out b");
    place.assert_same("a", "b");
}

#[test]
fn the_longest_time_is_no_error() {
    Place::new().succeed("run kujuroku --games 10 --quiet --for 5000000000000000h");
}

#[test]
fn a_precision_is_reached_at_the_same_block_on_any_number_of_threads() {
    let place = Place::new();
    let line = "run kujuroku --precision game_rounds=0.2";
    let done = place.succeed(&format!("{line} --threads 1 --out a"));
    assert!(done.stderr.contains("game_rounds=0.2 is reached"), "{done:?}");
    assert!(place.read("a/run.toml").contains("complete = true\nended = \"precision\"\n"));
    let summary = Sheet::read(&place.path("a/summary.csv"));
    let row = summary.rows.iter().find(|row| row.text("metric") == "game_rounds").unwrap();
    assert!(row.number("high") - row.number("low") <= 0.4);
    place.succeed(&format!("{line} --threads 2 --quiet --out b"));
    place.succeed("run --from a/run.toml --quiet --out c");
    place.assert_same("a", "b");
    place.assert_same("a", "c");
}

#[test]
fn a_precision_that_the_games_do_not_reach_is_said() {
    let place = Place::new();
    let done = place.succeed("run kujuroku --precision game_rounds=0.001 --games 400 --out a");
    assert!(done.stderr.contains("game_rounds=0.001 is not reached after 400 games"), "{done:?}");
    let done = place.succeed("run --from a/run.toml --force --out a");
    assert!(!done.stderr.contains("reached"), "{done:?}");
}

#[test]
fn a_precision_can_be_of_an_outcome() {
    let place = Place::new();
    place.succeed("run kujuroku --precision yaku:shi=0.03 --quiet --out a");
    let yaku = Sheet::read(&place.path("a/yaku.csv"));
    let row = yaku.rows.iter().find(|row| row.text("outcome") == "shi").unwrap();
    assert!(row.number("high") - row.number("low") <= 0.06);
}

#[test]
fn a_run_without_a_game_plays_every_game() {
    let place = Place::new();
    place.succeed("run --games 10 --quiet");
    assert_eq!(place.names("reports").len(), fuda::games::NAMES.len());
}

#[cfg(target_os = "linux")]
#[test]
fn memory_stays_small() {
    let place = Place::new();
    let child = place.start("run kujuroku --games 50k --bots random --quiet --out a");
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
fn rules_are_typed_as_they_are_listed_or_plainly() {
    let place = Place::new();
    let run = "run kazu-tori --games 4 --quiet --rule";
    place.succeed(&format!("{run} tie=last_take --rule handicap=1,1,1,0.8 --out plain"));
    place.succeed(&format!("{run} tie=\"last_take\" --rule handicap=[1,1,1,0.8] --out listed"));
    place.assert_same("plain", "listed");
    assert!(place.read("listed/run.toml").contains("last_take"));
}
