//! Rows of games and rounds, as they are asked for and as they are kept.

use std::fs;

use crate::support::{TestDir, signal, until};

/// Enough games for several groups of rows, and some that fill none.
const LINE: &str = "run kazu-tori --games 80k --bots random --rows games,rounds --quiet --no-report";

#[test]
fn rows_have_the_same_bytes_on_any_number_of_threads_resumed_extended_and_merged() {
    let dir = TestDir::new();
    for format in ["parquet", "csv"] {
        let line = format!("{LINE} --rows-format {format}");
        dir.succeed(&format!("{line} --threads 1 --out whole-{format}"));
        dir.succeed(&format!("{line} --threads 3 --out threads-{format}"));
        dir.succeed(&format!("{} --out extended-{format}", line.replace("80k", "50k")));
        dir.succeed(&format!("{line} --out extended-{format}"));
        for shard in 1..=3 {
            dir.succeed(&format!("{line} --shard {shard}/3 --out {format}-{shard}"));
        }
        dir.succeed(&format!(
            "merge {format}-2 {format}-3 {format}-1 --quiet --no-report --out merged-{format}"
        ));
        for other in ["threads", "extended", "merged"] {
            dir.assert_same(&format!("{other}-{format}"), &format!("whole-{format}"));
        }
    }
    let names = dir.names("whole-parquet");
    for name in ["games.parquet", "rounds.parquet", "rows.csv"] {
        assert!(names.contains(&name.to_owned()), "{names:?}");
        assert!(dir.read("whole-parquet/run.toml").contains(&format!("\"{name}\"")), "{name} is not listed");
    }
    assert!(names.iter().all(|name| !name.starts_with('.')), "{names:?}");
}

#[test]
fn a_merge_of_what_there_is_has_the_rows_of_these_blocks() {
    let dir = TestDir::new();
    let line = "run kusuri-gui --games 40 --bots random --rows games --rows-format csv --quiet";
    dir.succeed(&format!("{line} --out whole"));
    for blocks in ["0..3", "5..9"] {
        dir.succeed(&format!("{} --blocks {blocks} --out p{blocks}", line.replace("--games 40 ", "")));
    }
    dir.succeed("merge p0..3 p5..9 --partial --quiet --out some");
    let is_in = |row: &&str| {
        let block = row.split(',').next().and_then(|block| block.parse::<u64>().ok());
        block.is_none_or(|block| block < 3 || (5..9).contains(&block))
    };
    let whole = dir.read("whole/games.csv");
    let expected: Vec<&str> = whole.lines().filter(is_in).collect();
    assert_eq!(dir.read("some/games.csv").lines().collect::<Vec<_>>(), expected);
    assert_eq!(expected.len(), 1 + 7 * 2);
    // The rest makes it whole.
    for blocks in ["3..5", "9..40"] {
        dir.succeed(&format!("{} --blocks {blocks} --out p{blocks}", line.replace("--games 40 ", "")));
    }
    dir.succeed("merge p9..40 p0..3 p5..9 p3..5 --quiet --out merged");
    assert_eq!(dir.read("merged/games.csv"), whole);
}

#[test]
fn a_run_with_rows_is_another_result_than_one_without() {
    let dir = TestDir::new();
    let line = "run kazu-tori --games 20 --quiet";
    dir.succeed(&format!("{line} --out a"));
    let error = dir.fail(2, &format!("{line} --rows games --out a"));
    assert!(error.contains("a holds another run (kazu-tori of seed 1, 20 games)"), "{error}");
    dir.succeed(&format!("{line} --rows rounds,games --out b"));
    let error = dir.fail(2, &format!("{line} --out b"));
    assert!(
        error.contains("b holds another run (kazu-tori of seed 1, 20 games, with rows of games and rounds)"),
        "{error}"
    );
    let error = dir.fail(2, &format!("{line} --rows games --out b"));
    assert!(error.contains("with rows of games and rounds"), "{error}");
    // The order in which they are named makes no difference.
    dir.succeed(&format!("{line} --rows games,rounds,games --rows-format parquet --out b"));
    // The figures are the same.
    for name in dir.names("a").iter().filter(|name| name.contains(".csv")) {
        assert_eq!(dir.read(&format!("a/{name}")), dir.read(&format!("b/{name}")), "{name}");
    }
    // Without rows they are not merged with those that have some.
    for (shard, rows) in [(1, "--rows games"), (2, "")] {
        dir.succeed(&format!("{line} {rows} --shard {shard}/2 --out s{shard}"));
    }
    let error = dir.fail(2, "merge s1 s2 --out c");
    assert!(error.contains("option 'rows'"), "{error}");
}

#[test]
fn a_record_repeats_its_rows() {
    let dir = TestDir::new();
    dir.succeed("run oni --games 20 --rows rounds --rows-format csv --quiet --out a");
    dir.succeed("run --from a/run.toml --quiet --out b");
    dir.assert_same("a", "b");
    let done = dir.succeed("run --from a/run.toml");
    assert!(done.stderr.contains("complete already"), "{done:?}");
    dir.assert_same("a", "b");
    dir.succeed("report a --quiet");
    dir.assert_same("a", "b");
    let record = dir.read("a/run.toml").replace("\"rounds\"]", "\"turns\"]");
    dir.put("wrong.toml", record);
    let error = dir.fail(2, "run --from wrong.toml");
    assert!(error.contains("wrong 'options'") && error.contains("turns"), "{error}");
}

#[test]
fn what_rows_are_asked_for_is_checked_before_anything_is_played() {
    let dir = TestDir::new();
    for (line, message) in [
        ("run oni --rows seats", "[possible values: games, rounds]"),
        ("run oni --rows", "a value is required"),
        ("run oni --rows games --rows-format arrow", "[possible values: parquet, csv]"),
        ("run oni --rows-format csv", "--rows <KIND,...>"),
        ("run --from run.toml --rows games", "cannot be used with"),
        ("compare oni weighing random --rows games", "unexpected argument '--rows'"),
        ("sweep oni --rows games", "unexpected argument '--rows'"),
        ("league oni --rows games", "unexpected argument '--rows'"),
    ] {
        let error = dir.fail(2, line);
        assert!(error.contains(message), "{line}: {error}");
    }
    assert_eq!(dir.names("."), [""; 0]);
}

#[test]
fn rows_that_are_not_what_was_written_are_refused() {
    let dir = TestDir::new();
    let line = "run kazu-tori --bots random --rows games --quiet --no-report";
    dir.succeed(&format!("{line} --games 40k --out a"));
    let file = dir.path("a/games.parquet");
    let content = fs::read(&file).expect("it was written");
    let mut flipped = content.clone();
    flipped[content.len() / 3] ^= 16;
    dir.succeed(&format!("{line} --games 40k --seed 2 --out other"));
    let other = fs::read(dir.path("other/games.parquet")).expect("it was written");
    for damaged in [&content[..content.len() / 2], &flipped, &other] {
        fs::write(&file, damaged).expect("it can be written");
        for games in ["40k", "60k"] {
            let error = dir.fail(2, &format!("{line} --games {games} --out a"));
            assert_eq!(
                error,
                "error: a/games.parquet is damaged, or of another result: it is not the file that was saved with \
                 its counts; bring it back from a copy, or start over with --force\n"
            );
        }
        let error = dir.fail(2, "merge a --quiet --out b");
        assert!(error.contains("a/games.parquet is damaged, or of another result"), "{error}");
        assert!(error.contains("play this part again with --force; nothing was merged"), "{error}");
        assert!(!dir.path("b").exists());
    }
    fs::remove_file(&file).expect("it is there");
    let error = dir.fail(2, &format!("{line} --games 60k --out a"));
    assert!(
        error.contains("a/games.parquet is missing; bring it back from a copy, or start over"),
        "{error}"
    );
    dir.succeed(&format!("{line} --games 60k --out a --force"));
}

#[test]
fn rows_of_another_shard_are_not_merged() {
    let dir = TestDir::new();
    let line = "run kazu-tori --bots random --games 60k --rows games --rows-format csv --quiet --no-report";
    for shard in 1..=3 {
        dir.succeed(&format!("{line} --shard {shard}/3 --out s{shard}"));
    }
    let own = fs::read(dir.path("s2/games.csv")).expect("it was written");
    fs::copy(dir.path("s1/games.csv"), dir.path("s2/games.csv")).expect("it can be copied");
    let error = dir.fail(2, "merge s1 s2 s3 --quiet --no-report --out a");
    assert!(error.contains("s2/games.csv is damaged, or of another result: it is not the file"), "{error}");
    assert!(error.contains("play this part again with --force"), "{error}");
    fs::write(dir.path("s2/games.csv"), own).expect("it can be written");
    dir.succeed("merge s1 s2 s3 --quiet --no-report --out a");
}

/// Starts a run, and kills it as soon as it has saved something.
fn kill_at_checkpoint(dir: &TestDir, line: &str, folder: &str) {
    let mut child = dir.start(line);
    until("a checkpoint is saved", || dir.path(folder).join("fuda.checkpoint").exists());
    signal(&child, "KILL");
    child.wait().expect("it was started");
    assert!(dir.path(folder).join("fuda.checkpoint").exists(), "it was too fast");
}

#[test]
fn a_killed_extension_loses_no_row_however_it_is_resumed() {
    let dir = TestDir::new();
    let line = "run kazu-tori --bots random --rows games --rows-format csv --quiet --no-report --threads 1";
    dir.succeed(&format!("{line} --games 2k --out a"));
    kill_at_checkpoint(&dir, &format!("{line} --games 2M --checkpoint 1ms --out a"), "a");
    dir.succeed(&format!("{line} --precision points=1000 --out a"));
    let record = dir.read("a/run.toml");
    assert!(record.contains("complete = true"), "{record}");
    let games = record.lines().find_map(|line| line.strip_prefix("games_played = ")).expect("it was played");
    let rows = dir.read("a/games.csv").lines().count();
    assert_eq!(rows, 1 + 4 * games.parse::<usize>().expect("a number"));
    dir.succeed(&format!("{line} --games {games} --out b"));
    assert!(dir.read("a/games.csv") == dir.read("b/games.csv"), "{games} games");
}

#[test]
fn a_killed_forced_run_does_not_block_the_result_that_it_was_to_replace() {
    let dir = TestDir::new();
    let line = "run kazu-tori --bots random --rows games,rounds --quiet --no-report --threads 1";
    dir.succeed(&format!("{line} --games 100k --out whole"));
    dir.succeed(&format!("{line} --games 8k --out a"));
    kill_at_checkpoint(&dir, &format!("{line} --games 2M --checkpoint 1ms --force --out a"), "a");
    dir.succeed(&format!("{line} --games 100k --out a"));
    dir.assert_same("a", "whole");
    assert!(dir.names("a").iter().all(|name| !name.starts_with('.')), "{:?}", dir.names("a"));
}

#[test]
fn a_run_keeps_as_much_room_as_its_rows_may_take() {
    let dir = TestDir::new();
    let line = "run kazu-tori --games 10k --bots random --rows games --quiet --no-report --out a";
    let done = dir.bash(&format!("ulimit -f 2048; exec \"$FUDA\" {line}"));
    assert_eq!(done.code, Some(0), "{done:?}");
}

#[test]
fn a_disk_that_is_full_of_rows_keeps_what_was_finished() {
    let dir = TestDir::new();
    let line = "run kazu-tori --games 300k --bots random --rows rounds --quiet --no-report --threads 1";
    dir.succeed(&format!("{line} --out whole"));
    // A file may have 10,000 KiB at most: what is reserved fits, and the rows of
    // some hundred thousand games do not.
    let done = dir.bash(&format!("ulimit -f 10000; exec \"$FUDA\" {line} --checkpoint 50ms --out a"));
    assert_eq!(done.code, Some(1), "{done:?}");
    let message = "error: cannot write a/.fuda-rows-rounds: the file would be too large; ";
    assert!(done.stderr.contains(message), "{done:?}");
    assert!(done.stderr.contains(" games are saved in a; to resume, repeat the command"), "{done:?}");
    assert!(dir.path("a/fuda.checkpoint").exists());
    dir.succeed(&format!("{line} --out a"));
    assert_eq!(
        fs::read(dir.path("a/rounds.parquet")).expect("it was written"),
        fs::read(dir.path("whole/rounds.parquet")).expect("it was written")
    );
    assert!(dir.names("a").iter().all(|name| !name.starts_with('.')), "{:?}", dir.names("a"));
}
