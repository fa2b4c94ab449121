//! What is printed: data on the standard output, talk on the standard error.

use serde_json::Value;

use crate::support::{Place, Sheet};

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

#[test]
fn quiet_prints_nothing() {
    let done = Place::new().succeed("run kujuroku --games 20 --quiet");
    assert_eq!((done.stdout.as_str(), done.stderr.as_str()), ("", ""));
}

#[test]
fn a_table_fits_eighty_columns_and_says_where_the_files_are() {
    let done = Place::new().succeed("run kujuroku --games 200 --bots greedy,random --out a");
    assert!(done.stdout.starts_with("kujuroku: 200 games, seed 1, bots greedy, random, greedy, random\n"));
    assert!(done.stdout.ends_with("The files are in a\n"), "{done:?}");
    assert!(done.stdout.lines().all(|line| line.chars().count() <= 80), "{}", done.stdout);
    assert!(!done.stdout.contains('\u{1b}') && !done.stderr.contains('\u{1b}'), "{done:?}");
}

#[test]
fn a_table_of_few_games_promises_nothing_below_0_or_above_100_percent() {
    let place = Place::new();
    for game in fuda::games::NAMES {
        let told = place.told(&format!("run {game} --games 4 --bots random,weighing --out {game}"));
        assert!(told.lines().all(|line| line.chars().count() <= 80), "{told}");
        assert!(told.contains(" 0 to "), "{told}");
        let shares =
            told.lines().flat_map(|line| line.split("  ")).filter_map(|cell| cell.strip_suffix(" %"));
        for (share, half) in shares.filter_map(|share| share.split_once(" ± ")) {
            let [share, half] = [share, half].map(|number| number.trim().parse::<f64>().unwrap());
            // The last digit is rounded.
            assert!(share - half > -1.0 && share + half < 101.0, "{told}");
        }
    }
}

#[test]
fn json_has_the_run_and_every_metric() {
    let place = Place::new();
    let run = json(&place.succeed("run kujuroku --games 20 --format json --out a").stdout);
    assert_eq!((&run["schema"], &run["folder"]), (&"fuda.run.1".into(), &"a".into()));
    assert_eq!(run["record"]["games_played"], 20);
    assert_every_figure(&place, &run, "a");
}

/// Every row of every CSV file is in the JSON, column by column.
fn assert_every_figure(place: &Place, result: &Value, folder: &str) {
    let files = result["record"]["files"].as_array().unwrap().iter().map(|name| name.as_str().unwrap());
    for name in files.filter_map(|name| name.strip_suffix(".csv")).filter(|name| !name.contains('/')) {
        let sheet = Sheet::read(&place.path(folder).join(name).with_extension("csv"));
        let rows = result["tables"][name].as_array().unwrap_or_else(|| panic!("no table {name}"));
        assert_eq!(rows.len(), sheet.rows.len(), "{name}");
        for (row, expected) in rows.iter().zip(&sheet.rows) {
            for column in &sheet.heading {
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
    let place = Place::new();
    for line in [
        "compare kujuroku greedy random --games 40",
        "compare kujuroku greedy random --games 8 --each-decision",
        "sweep kujuroku --vary jizo --games 40",
        "odds kachi-kachi --players 2,3",
    ] {
        // Also where nothing else is printed.
        let result = json(&place.succeed(&format!("{line} --format json --quiet --out a --force")).stdout);
        let command = line.split(' ').next().unwrap();
        assert_eq!(result["schema"], format!("fuda.{command}.1"));
        assert_every_figure(&place, &result, "a");
        let runs = result["runs"].as_object();
        assert_eq!(runs.map_or(0, serde_json::Map::len), if command == "sweep" { 2 } else { 0 });
    }
}

#[test]
fn what_is_counted_is_listed() {
    let place = Place::new();
    let told = place.told("metrics oni");
    place.succeed("run oni --games 2 --quiet --out a");
    let listed = json(&place.told("metrics oni --format json"));
    let rows = listed["tables"]["metrics"].as_array().unwrap();
    let sheet = Sheet::read(&place.path("a/metrics.csv"));
    assert_eq!(rows.len(), sheet.rows.len());
    for (row, counted) in rows.iter().zip(&sheet.rows) {
        assert_eq!(row["metric"], counted.text("metric"));
        assert!(told.contains(&format!("{}  (", counted.text("metric"))), "{told}");
    }
}

#[test]
fn who_closes_the_standard_output_does_not_fail_the_command() {
    let place = Place::new();
    for line in ["run kujuroku --games 20 --out a", "replay kujuroku --block 1", "rules kujuroku"] {
        let done = place.bash(&format!("\"$FUDA\" {line} | true; exit ${{PIPESTATUS[0]}}"));
        assert_eq!(done.code, Some(0), "{done:?}");
        assert!(!done.stderr.contains("panicked"), "{done:?}");
    }
    place.results("a");
}

#[cfg(target_os = "linux")]
#[test]
fn a_standard_output_that_is_full_is_an_error_that_says_where_the_files_are() {
    let place = Place::new();
    let done = place.bash("\"$FUDA\" run kujuroku --games 20 --out a > /dev/full");
    assert_eq!(done.code, Some(1), "{done:?}");
    assert!(done.stderr.contains("cannot write to the standard output"), "{done:?}");
    assert!(done.stderr.contains("the files are in a"), "{done:?}");
    place.results("a");
}

#[test]
fn help_and_version_are_no_errors() {
    for line in ["--help", "--version", "run --help", "replay --help", "help rules"] {
        let done = Place::new().succeed(line);
        assert!(!done.stdout.is_empty() && done.stderr.is_empty(), "{done:?}");
    }
}

#[test]
fn the_defaults_that_are_listed_are_those_that_hold() {
    let place = Place::new();
    let rules = json(&place.succeed("rules kujuroku --format json").stdout);
    let mut line = "run kujuroku --games 10 --quiet".to_owned();
    place.succeed(&line);
    for rule in rules["tables"]["rules"].as_array().unwrap() {
        let (key, default) = (rule["key"].as_str().unwrap(), rule["default"].to_string());
        line.push_str(&format!(" --rule {key}={}", default.trim_matches('"')));
        assert!(!rule["meaning"].as_str().unwrap().is_empty() && rule["allowed"].is_string());
    }
    place.succeed(&line);
    assert_eq!(place.names("reports").len(), 1);
}

#[test]
fn every_game_and_bot_that_is_listed_can_play() {
    let place = Place::new();
    let games = json(&place.succeed("games --format json").stdout);
    let games: Vec<&str> = games["tables"]["games"]
        .as_array()
        .unwrap()
        .iter()
        .map(|game| game["game"].as_str().unwrap())
        .collect();
    assert_eq!(games, fuda::games::NAMES);
    for name in games {
        assert!(place.succeed("games").stdout.contains(name));
        let shown = place.succeed(&format!("bots {name}")).stdout;
        let bots = json(&place.succeed(&format!("bots {name} --format json")).stdout);
        assert_eq!(bots["tables"]["bots"][0]["bot"], "random");
        for bot in bots["tables"]["bots"].as_array().unwrap() {
            let bot = bot["bot"].as_str().unwrap();
            assert!(shown.lines().any(|line| line.starts_with(bot)), "{shown}");
            place.succeed(&format!("run {name} --games 1 --bots {bot} --quiet"));
        }
    }
}

#[test]
fn a_replay_is_the_same_by_options_and_by_run_toml() {
    let place = Place::new();
    let options = "--games 20 --bots greedy,random --seed 3 --rule jizo=true";
    place.succeed(&format!("run kujuroku {options} --quiet --out a"));
    let typed = place.succeed(&format!("replay kujuroku {options} --block 9 --rotation 1"));
    let from = place.succeed("replay --from a/run.toml --block 9 --rotation 1");
    assert_eq!(typed.stdout, from.stdout);
    assert!(
        typed.stdout.starts_with(
            "A game of kujuroku: seed 3, block 9, rotation 1.\nrandom at seat 1, greedy at seat 2"
        )
    );
}

#[test]
fn a_replay_in_lines_of_json_has_an_event_a_line() {
    let done = Place::new().succeed("replay kujuroku --block 2 --format jsonl");
    let lines: Vec<Value> = done.stdout.lines().map(json).collect();
    assert_eq!(lines[0]["event"], "game_began");
    assert_eq!(lines[0]["block"], 2);
    assert!(lines.len() > 20 && lines.iter().all(Value::is_object));
}

#[test]
fn the_page_on_replays_has_what_every_game_tells() {
    let page = include_str!("../../docs/replay.md");
    let section = page.split("\n## ").find(|section| section.starts_with("Every game\n")).unwrap();
    let listed: Vec<&str> = section.split('`').skip(1).step_by(2).collect();
    for game in fuda::games::NAMES {
        let told = Place::new().told(&format!("replay {game} --block 0 --format jsonl"));
        let mut lines = told.lines().map(json);
        for record in [lines.next(), lines.find(|record| record["event"] == "decided")] {
            let record = record.unwrap();
            let names =
                record.as_object().unwrap().keys().map(String::as_str).filter(|&name| name != "event");
            for name in names.chain(record["event"].as_str()) {
                assert!(listed.contains(&name), "the page does not tell of {name}");
            }
        }
    }
}
