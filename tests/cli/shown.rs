//! Printed output: data on the standard output, messages on the standard error.

use serde_json::Value;

use crate::support::{Sheet, TestDir};

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

#[test]
fn quiet_prints_nothing() {
    let done = TestDir::new().succeed("run kujuroku --games 20 --quiet");
    assert_eq!((done.stdout.as_str(), done.stderr.as_str()), ("", ""));
}

#[test]
fn a_table_fits_80_columns_and_names_the_folder() {
    let done = TestDir::new().succeed("run kujuroku --games 200 --bots greedy,random --out a");
    assert!(done.stdout.starts_with("kujuroku: 200 games, seed 1, bots greedy, random, greedy, random\n"));
    assert!(done.stdout.ends_with("The files are in a\nLook at them in a/report.html\n"), "{done:?}");
    assert!(done.stdout.lines().all(|line| line.chars().count() <= 80), "{}", done.stdout);
    assert!(!done.stdout.contains('\u{1b}') && !done.stderr.contains('\u{1b}'), "{done:?}");
}

#[test]
fn no_interval_of_few_games_is_below_0_or_above_100_percent() {
    let dir = TestDir::new();
    for game in fuda::games::NAMES {
        let stdout = dir.stdout(&format!("run {game} --games 4 --bots random,weighing --out {game}"));
        assert!(stdout.lines().all(|line| line.chars().count() <= 80), "{stdout}");
        assert!(stdout.contains(" 0 to "), "{stdout}");
        let shares =
            stdout.lines().flat_map(|line| line.split("  ")).filter_map(|cell| cell.strip_suffix(" %"));
        for (share, half) in shares.filter_map(|share| share.split_once(" ± ")) {
            let [share, half] = [share, half].map(|number| number.trim().parse::<f64>().unwrap());
            // The last digit is rounded.
            assert!(share - half > -1.0 && share + half < 101.0, "{stdout}");
        }
    }
}

#[test]
fn json_has_the_run_and_every_metric() {
    let dir = TestDir::new();
    let run = json(&dir.succeed("run kujuroku --games 20 --format json --out a").stdout);
    assert_eq!((&run["schema"], &run["folder"]), (&"fuda.run.1".into(), &"a".into()));
    assert_eq!(run["record"]["games_played"], 20);
    assert_every_figure(&dir, &run, "a");
}

/// Every row of every CSV file is in the JSON, column by column.
fn assert_every_figure(dir: &TestDir, result: &Value, folder: &str) {
    let files = result["record"]["files"].as_array().unwrap().iter().map(|name| name.as_str().unwrap());
    for name in files.filter_map(|name| name.strip_suffix(".csv")).filter(|name| !name.contains('/')) {
        let sheet = Sheet::read(&dir.path(folder).join(name).with_extension("csv"));
        let rows = result["tables"][name].as_array().unwrap_or_else(|| panic!("no table {name}"));
        assert_eq!(rows.len(), sheet.rows.len(), "{name}");
        for (row, expected) in rows.iter().zip(&sheet.rows) {
            for column in &sheet.header {
                let text = expected.text(column);
                let is_same = match &row[column] {
                    Value::Null => text.is_empty(),
                    Value::String(value) => value == text,
                    Value::Number(value) => {
                        let (value, text) = (value.as_f64().unwrap(), text.parse::<f64>().unwrap());
                        (value - text).abs() <= 0.01 * text.abs()
                    }
                    other => panic!("{name}: {other}"),
                };
                assert!(is_same, "{name}, {column}: {} is not {text}", row[column]);
            }
        }
    }
}

#[test]
fn the_json_of_every_command_has_every_figure_of_its_files() {
    let dir = TestDir::new();
    for line in [
        "compare kujuroku greedy random --games 40",
        "compare kujuroku greedy random --games 8 --each-decision",
        "sweep kujuroku --vary jizo --games 40",
        "odds kachi-kachi --players 2,3",
    ] {
        // Also where nothing else is printed.
        let result = json(&dir.succeed(&format!("{line} --format json --quiet --out a --force")).stdout);
        let command = line.split(' ').next().unwrap();
        assert_eq!(result["schema"], format!("fuda.{command}.1"));
        assert_every_figure(&dir, &result, "a");
        let runs = result["runs"].as_object();
        assert_eq!(runs.map_or(0, serde_json::Map::len), if command == "sweep" { 2 } else { 0 });
    }
}

#[test]
fn bots_keep_the_names_that_they_were_given() {
    let stdout =
        TestDir::new().stdout("run kujuroku --games 20 --bot weighing:own_far=0.5 --bot random --out a");
    assert!(stdout.contains("\n  weighing:own_far=0.5   "), "{stdout}");
}

#[test]
fn what_is_counted_is_listed() {
    let dir = TestDir::new();
    let told = dir.stdout("metrics oni");
    dir.succeed("run oni --games 2 --quiet --out a");
    let listed = json(&dir.stdout("metrics oni --format json"));
    let rows = listed["tables"]["metrics"].as_array().unwrap();
    let sheet = Sheet::read(&dir.path("a/metrics.csv"));
    assert_eq!(rows.len(), sheet.rows.len());
    for (row, counted) in rows.iter().zip(&sheet.rows) {
        assert_eq!(row["metric"], counted.text("metric"));
        assert!(told.contains(&format!("{}  (", counted.text("metric"))), "{told}");
    }
}

#[test]
fn a_closed_standard_output_does_not_fail_the_command() {
    let dir = TestDir::new();
    for line in ["run kujuroku --games 20 --out a", "replay kujuroku --block 1", "rules kujuroku"] {
        let done = dir.bash(&format!("\"$FUDA\" {line} | true; exit ${{PIPESTATUS[0]}}"));
        assert_eq!(done.code, Some(0), "{done:?}");
        assert!(!done.stderr.contains("panicked"), "{done:?}");
    }
    dir.results("a");
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_standard_output_is_an_error_that_names_the_folder() {
    let dir = TestDir::new();
    let done = dir.bash("\"$FUDA\" run kujuroku --games 20 --out a > /dev/full");
    assert_eq!(done.code, Some(1), "{done:?}");
    assert!(done.stderr.contains("cannot write to the standard output"), "{done:?}");
    assert!(done.stderr.contains("the files are in a"), "{done:?}");
    dir.results("a");
}

#[test]
fn help_and_version_are_not_errors() {
    for line in ["--help", "--version", "run --help", "replay --help", "help rules"] {
        let done = TestDir::new().succeed(line);
        assert!(!done.stdout.is_empty() && done.stderr.is_empty(), "{done:?}");
    }
}

#[test]
fn the_listed_defaults_are_those_in_effect() {
    let dir = TestDir::new();
    let rules = json(&dir.succeed("rules kujuroku --format json").stdout);
    let mut line = "run kujuroku --games 10 --quiet".to_owned();
    dir.succeed(&line);
    for rule in rules["tables"]["rules"].as_array().unwrap() {
        let (key, default) = (rule["key"].as_str().unwrap(), rule["default"].to_string());
        line.push_str(&format!(" --rule {key}={}", default.trim_matches('"')));
        assert!(!rule["meaning"].as_str().unwrap().is_empty() && rule["allowed"].is_string());
    }
    dir.succeed(&line);
    assert_eq!(dir.result_folders().len(), 1);
}

#[test]
fn every_listed_game_and_bot_can_be_played() {
    let dir = TestDir::new();
    let games = json(&dir.succeed("games --format json").stdout);
    let games: Vec<&str> = games["tables"]["games"]
        .as_array()
        .unwrap()
        .iter()
        .map(|game| game["game"].as_str().unwrap())
        .collect();
    assert_eq!(games, fuda::games::NAMES);
    for name in games {
        assert!(dir.succeed("games").stdout.contains(name));
        let shown = dir.succeed(&format!("bots {name}")).stdout;
        let bots = json(&dir.succeed(&format!("bots {name} --format json")).stdout);
        assert_eq!(bots["tables"]["bots"][0]["bot"], "random");
        for bot in bots["tables"]["bots"].as_array().unwrap() {
            let bot = bot["bot"].as_str().unwrap();
            assert!(shown.lines().any(|line| line.starts_with(bot)), "{shown}");
            dir.succeed(&format!("run {name} --games 1 --bots {bot} --quiet"));
        }
    }
}

#[test]
fn a_replay_is_the_same_by_options_and_by_run_toml() {
    let dir = TestDir::new();
    let options = "--games 20 --bots greedy,random --seed 3 --rule jizo=true";
    dir.succeed(&format!("run kujuroku {options} --quiet --out a"));
    let typed = dir.succeed(&format!("replay kujuroku {options} --block 9 --rotation 1"));
    let from = dir.succeed("replay --from a/run.toml --block 9 --rotation 1");
    assert_eq!(typed.stdout, from.stdout);
    assert!(
        typed.stdout.starts_with(
            "A game of kujuroku: seed 3, block 9, rotation 1.\nrandom at seat 1, greedy at seat 2"
        )
    );
}

#[test]
fn a_replay_in_lines_of_json_has_an_event_a_line() {
    let done = TestDir::new().succeed("replay kujuroku --block 2 --format jsonl");
    let lines: Vec<Value> = done.stdout.lines().map(json).collect();
    assert_eq!(lines[0]["event"], "game_began");
    assert_eq!(lines[0]["block"], 2);
    assert!(lines.len() > 20 && lines.iter().all(Value::is_object));
}

#[test]
fn the_page_on_replays_lists_every_common_event() {
    let page = include_str!("../../docs/replay.md");
    let section = page.split("\n## ").find(|section| section.starts_with("Every game\n")).unwrap();
    let listed: Vec<&str> = section.split('`').skip(1).step_by(2).collect();
    for game in fuda::games::NAMES {
        let stdout = TestDir::new().stdout(&format!("replay {game} --block 0 --format jsonl"));
        let mut lines = stdout.lines().map(json);
        for record in [lines.next(), lines.find(|record| record["event"] == "decided")] {
            let record = record.unwrap();
            let names =
                record.as_object().unwrap().keys().map(String::as_str).filter(|&name| name != "event");
            for name in names.chain(record["event"].as_str()) {
                assert!(listed.contains(&name), "the page does not list {name}");
            }
        }
    }
}
