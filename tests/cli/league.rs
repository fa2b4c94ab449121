//! `fuda league`: its files, its output and its errors.

use std::fs;
use std::path::Path;

use crate::support::{Row, Sheet, TestDir};

fn assert_same(dir: &TestDir, one: &str, other: &str) {
    let (one_files, other_files) = (dir.all_files(one), dir.all_files(other));
    assert!(one_files.contains_key("league.toml"), "{one} holds no league");
    assert!(one_files.keys().eq(other_files.keys()), "{one} and {other} hold different files");
    for (name, content) in &one_files {
        assert!(other_files[name] == *content, "{name} differs between {one} and {other}");
    }
}

fn texts<'a>(sheet: &'a Sheet, column: &str) -> Vec<&'a str> {
    sheet.rows.iter().map(|row| row.text(column)).collect()
}

fn pair<'a>(sheet: &'a Sheet, bot: &str, opponent: &str) -> &'a Row {
    let is_pair = |row: &&Row| row.text("bot") == bot && row.text("opponent") == opponent;
    sheet.rows.iter().find(is_pair).unwrap_or_else(|| panic!("{bot} against {opponent}"))
}

#[test]
fn a_field_is_ranked() {
    let dir = TestDir::new();
    let stdout = dir.stdout("league kujuroku random weighing greedy --games 800 --out out");
    assert!(stdout.contains("kujuroku: 3 bots, 3 pairs of 800 games: 100 deals"), "{stdout}");
    assert!(stdout.contains("Every pair is decided."), "{stdout}");
    assert!(!stdout.contains("cycle"), "{stdout}");
    let league = Sheet::read(&dir.path("out/league.csv"));
    assert_eq!(texts(&league, "bot"), ["weighing", "greedy", "random"]);
    assert_eq!(texts(&league, "rank_best"), ["1", "2", "3"]);
    assert_eq!(texts(&league, "rank_worst"), ["1", "2", "3"]);
    assert_eq!(texts(&league, "games"), ["1600"; 3]);
    assert_eq!(league.rows[0].number("nash"), 0.0);
    assert!(league.rows[1].number("nash_high") < 0.0);
    let pairs = Sheet::read(&dir.path("out/league_pairs.csv"));
    assert_eq!(pairs.rows.len(), 6);
    let (one, other) = (pair(&pairs, "weighing", "random"), pair(&pairs, "random", "weighing"));
    assert_eq!((one.text("verdict"), other.text("verdict")), ("better", "worse"));
    assert_eq!(one.number("advantage"), -other.number("advantage"));
    assert_eq!(one.number("low"), -other.number("high"));
    // Alone among random ones weighing wins more than random loses among them.
    let mean = (one.number("difference") - other.number("difference")) / 2.0;
    assert!((one.number("advantage") - mean).abs() < 1e-3);
    let lead = (1.645 / one.number("effect")).powi(2).ceil();
    assert_eq!((one.number("games_to_lead"), other.text("games_to_lead")), (lead, ""));
}

#[test]
fn a_pair_has_the_figures_of_a_comparison() {
    let dir = TestDir::new();
    dir.succeed("league kujuroku greedy random --games 800 --quiet --out league");
    dir.succeed("compare kujuroku greedy random --games 400 --quiet --out compare");
    let pairs = Sheet::read(&dir.path("league/league_pairs.csv"));
    let comparison = Sheet::read(&dir.path("compare/compare.csv"));
    let (row, compared) = (pair(&pairs, "greedy", "random"), &comparison.rows[0]);
    assert_eq!(row.text("blocks"), compared.text("blocks"));
    for (column, other) in [
        ("difference", "difference"),
        ("difference_low", "low"),
        ("difference_high", "high"),
        ("win_share", "win_share"),
        ("win_low", "win_low"),
        ("fair_share", "fair_share"),
    ] {
        assert_eq!(row.text(column), compared.text(other), "{column}");
    }
}

#[test]
fn three_files_that_beat_each_other_around_are_called_a_cycle() {
    let dir = TestDir::new();
    let files = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/scripts/cycle");
    for name in ["bully.luau", "coward.luau", "sheriff.luau"] {
        fs::copy(files.join(name), dir.path(name)).expect("a script");
    }
    let line = "league kachi-kachi bully.luau coward.luau sheriff.luau --rule players=2 --games 1k --out out";
    let stdout = dir.stdout(line).replace('\n', " ");
    let cycle = "A cycle: bully.luau beats coward.luau beats sheriff.luau beats bully.luau.";
    assert!(stdout.contains(cycle), "{stdout}");
    let league = Sheet::read(&dir.path("out/league.csv"));
    // None of them is beaten by the mixture of all.
    assert_eq!(texts(&league, "nash"), ["0.0"; 3]);
    let shares: f64 = league.rows.iter().map(|row| row.number("nash_share")).sum();
    assert!((shares - 1.0).abs() < 1e-4);
    let page = dir.read("out/report.html");
    assert!(page.contains("But there is a cycle: ") && page.contains("class=\"cycle\""));
}

#[test]
fn the_field_is_all_bots_but_search_and_all_strategy_files() {
    let dir = TestDir::new();
    fs::create_dir_all(dir.path("strategies/kujuroku")).expect("a folder");
    let file = "name = \"tight\"\nabout = \"keeps\"\nkind = \"weighing\"\n\n[parameters]\nkeep = 0.9\n";
    dir.put("strategies/kujuroku/tight.toml", file);
    let stdout = dir.stdout("league kujuroku --games 8 --out out");
    assert!(stdout.contains("Fewer than 20 deals decide nothing"), "{stdout}");
    let mut bots = Sheet::read(&dir.path("out/league.csv"));
    bots.rows.sort_by(|one, other| one.text("bot").cmp(other.text("bot")));
    assert_eq!(texts(&bots, "bot"), ["greedy", "random", "tight", "weighing"]);
    assert_eq!(texts(&bots, "rank_worst"), ["4"; 4]);
    dir.succeed("league --from out/league.toml --quiet --out again");
    assert_same(&dir, "again", "out");
    // Named, it plays.
    dir.succeed("league kujuroku random search:iterations=2 --games 8 --quiet --out search");
}

#[test]
fn any_number_of_threads_writes_the_same_bytes() {
    let dir = TestDir::new();
    for options in
        ["--games 400", "--games 160 --mixed", "--until-sure --games 4k", "--precision advantage=40"]
    {
        for threads in [1, 2, 3] {
            let out = format!("t{threads}");
            dir.succeed(&format!(
                "league kusuri-gui {options} --threads {threads} --out {out} --force --quiet"
            ));
        }
        assert_same(&dir, "t1", "t2");
        assert_same(&dir, "t1", "t3");
    }
}

#[test]
fn games_go_where_the_order_is_not_sure() {
    let dir = TestDir::new();
    let line = "league kujuroku random weighing weighing:keep=0.46 --until-sure --games 2k --out out";
    let stdout = dir.stdout(line);
    assert!(stdout.contains("Undecided: weighing and weighing:keep=0.46"), "{stdout}");
    let pairs = Sheet::read(&dir.path("out/league_pairs.csv"));
    let games = |bot, opponent| pair(&pairs, bot, opponent).number("games");
    assert_eq!(games("weighing", "random"), 800.0);
    assert_eq!(games("weighing", "weighing:keep=0.46"), 2_000.0);
    // The record counts what was played.
    let played: f64 = pairs.rows.iter().map(|row| row.number("games")).sum::<f64>() / 2.0;
    let record = dir.read("out/league.toml");
    assert!(record.contains(&format!("games_played = {played}\n")), "{record}");
    // It goes on where it stopped, and is another result than one with even games.
    dir.succeed(&line.replace("2k", "4k").replace("out out", "out whole"));
    let done = dir.succeed(&line.replace("2k", "4k"));
    assert!(done.stderr.contains("extending 3,600 games"), "{done:?}");
    assert_same(&dir, "out", "whole");
    let error = dir.fail(2, &line.replace(" --until-sure", "").replace("2k", "8k"));
    assert!(error.contains("out holds another league"), "{error}");
}

#[test]
fn a_league_is_extended() {
    let dir = TestDir::new();
    let line = "league oni shedder random weighing --mixed --quiet";
    dir.succeed(&format!("{line} --games 160 --out whole"));
    dir.succeed(&format!("{line} --games 80 --out grown"));
    dir.succeed(&format!("{line} --games 160 --out grown"));
    assert_same(&dir, "grown", "whole");
    // A margin is another question.
    let error = dir.fail(2, &format!("{line} --games 160 --margin 5 --out whole"));
    assert!(
        error.contains(
            "whole holds another league (oni of seed 1, 720 games): its option 'margin' is not set"
        ),
        "{error}"
    );
}

#[test]
fn mixed_tables_have_a_file() {
    let dir = TestDir::new();
    let stdout = dir.stdout("league kujuroku --mixed --games 400 --out out");
    assert!(stdout.contains("At tables of all bots"), "{stdout}");
    let sheet = Sheet::read(&dir.path("out/league_mixed.csv"));
    assert_eq!(texts(&sheet, "bot"), ["weighing", "greedy", "random"]);
    // 50 deals, and of each 3 tables of 4 seats in 4 rotations, for 3 bots.
    assert_eq!(texts(&sheet, "games"), ["800"; 3]);
    let sum: f64 = sheet.rows.iter().map(|row| row.number("mean")).sum();
    assert!(sum.abs() < 1e-3);
    dir.succeed("league kujuroku --games 400 --out plain --quiet");
    assert!(!dir.path("plain/league_mixed.csv").exists());
}

#[test]
fn bots_within_a_margin_are_equal() {
    let dir = TestDir::new();
    let stdout =
        dir.stdout("league kujuroku random weighing weighing:keep=0.46 --margin 20 --games 800 --out out");
    assert!(stdout.contains("Equal within ±20: weighing and weighing:keep=0.46."), "{stdout}");
    let pairs = Sheet::read(&dir.path("out/league_pairs.csv"));
    assert_eq!(pair(&pairs, "weighing", "weighing:keep=0.46").text("verdict"), "equal");
    assert_eq!(pair(&pairs, "weighing", "weighing:keep=0.46").number("margin"), 20.0);
}

#[test]
fn wrong_input_is_refused_before_any_games_are_played() {
    let dir = TestDir::new();
    let many: String = (0..25).map(|index| format!(" weighing:keep=0.{}", 100 + index)).collect();
    for (command, expected) in [
        ("league", "GAME"),
        ("league kujroku", "did you mean 'kujuroku'?"),
        ("league kujuroku greedy", "a league needs two bots or more; name another one besides 'greedy'"),
        ("league kujuroku greedy random greedy", "'greedy' is named twice"),
        ("league kujuroku greedy randm", "did you mean 'random'?"),
        (&format!("league kujuroku{many}"), "25 bots are too many for a league; name at most 24"),
        ("league kujuroku --margin 0", "above 0"),
        ("league kujuroku --precision mean=1", "unknown metric 'mean'; known: advantage"),
        (
            "league kujuroku --until-sure --games 80 --shard 1/2",
            "--until-sure cannot be combined with --shard",
        ),
        (
            "cluster slurm --shards 2 -- league kujuroku --until-sure --games 80",
            "--until-sure cannot be combined",
        ),
        ("league kujuroku --rule players=9", "players"),
        ("league --from nothing.toml --mixed", "--mixed"),
    ] {
        let error = dir.fail(2, command);
        assert!(error.contains(expected), "{command}: {error}");
        assert!(dir.names(".").is_empty(), "left by: fuda {command}");
    }
}

#[test]
fn a_cluster_plays_a_league_in_shards() {
    let dir = TestDir::new();
    dir.succeed("cluster parallel --shards 3 --dir jobs -- league kujuroku --games 120");
    assert!(dir.read("jobs/request.toml").contains("command = \"league\""));
}
