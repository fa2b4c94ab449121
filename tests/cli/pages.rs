//! Pages: the same bytes every time, made again from what lies in the folder,
//! and nothing on them but text.

use std::fs;

use crate::support::TestDir;

/// The most that a page may have.
const LIMIT: u64 = 500_000;

fn page(dir: &TestDir, folder: &str) -> String {
    let path = format!("{folder}/report.html");
    assert!(fs::metadata(dir.path(&path)).expect("there is a page").len() < LIMIT, "{path}");
    dir.read(&path)
}

#[test]
fn every_command_has_a_page_that_can_be_made_again() {
    let dir = TestDir::new();
    for (line, words) in [
        ("run kujuroku --games 200 --bots greedy,random", "Card points, by role"),
        ("compare kujuroku greedy random --games 80 --margin 2", "The difference by deal"),
        ("compare kujuroku weighing greedy --each-decision --games 40", "Where they first differ"),
        ("sweep kujuroku --vary par=80,96,112 --games 400 --bots random", "From value to value"),
        ("league kujuroku weighing greedy random --games 400 --mixed", "The ranks that each bot may have"),
        (
            "solve kachi-kachi --rule zero_hand=false --rule max_wager=3 --precision 0.1 --against station",
            "which bets the other player calls",
        ),
        (
            "solve kachi-kachi --rule players=3 --rule max_wager=2 --precision 0.2 --against station",
            "What is won from a table of each bot",
        ),
        ("odds kachi-kachi --players 2,4", "How often a hand wins"),
    ] {
        dir.succeed(&format!("{line} --quiet --force --out a"));
        let made = page(&dir, "a");
        assert!(made.contains(words), "{line}");
        let record =
            dir.names("a").into_iter().find(|name| name.strip_suffix(".toml").is_some()).expect("a record");
        let kept = dir.read(&format!("a/{record}"));
        assert!(kept.contains("\"report.html\""), "{line}: it is a file of the result");
        fs::remove_file(dir.path("a/report.html")).unwrap();
        assert_eq!(dir.stdout("report a"), "a/report.html\n");
        assert_eq!(page(&dir, "a"), made, "{line}");
        assert_eq!(dir.read(&format!("a/{record}")), kept, "{line}");
    }
}

#[test]
fn a_page_left_out_can_be_made_later() {
    let dir = TestDir::new();
    dir.succeed("run oni --games 40 --bots random --quiet --out with");
    let done = dir.succeed("run oni --games 40 --bots random --no-report --out without");
    assert!(!dir.names("without").contains(&"report.html".to_owned()));
    assert!(done.stdout.ends_with("The files are in without\n"), "{done:?}");
    let kept = dir.read("without/run.toml");
    dir.succeed("report without --quiet");
    // The command that makes a page writes no record.
    assert_eq!(dir.read("without/run.toml"), kept);
    assert_eq!(dir.read("with/report.html"), dir.read("without/report.html"));
    // The result is whole: it is found complete.
    assert!(
        dir.succeed("run oni --games 40 --bots random --out without").stderr.contains("complete already")
    );
    dir.assert_same("with", "without");
    // A page that no record lists goes with its result nevertheless.
    dir.succeed("run oni --games 40 --bots random --no-report --quiet --out third");
    dir.succeed("report third --quiet");
    dir.succeed("run oni --games 40 --bots random --seed 2 --no-report --quiet --out third --force");
    assert!(!dir.names("third").contains(&"report.html".to_owned()));
}

#[test]
fn every_metric_of_every_game_is_drawn() {
    let dir = TestDir::new();
    for game in fuda::games::NAMES {
        dir.succeed(&format!("run {game} --games 200 --bots random,weighing --quiet --out {game}"));
        let page = page(&dir, game);
        for line in dir.read(&format!("{game}/metrics.csv")).lines().skip(1) {
            let mut fields = line.split(',');
            let (name, form) = (fields.next().unwrap_or_default(), fields.next().unwrap_or_default());
            if form == "distribution" {
                assert!(page.contains(&format!("-{name}\"><h3")), "{game}: {name} is not drawn");
            }
        }
        assert!(page.contains("-convergence\"><h3"), "{game}");
        assert!(page.contains("prefers-color-scheme:dark"), "{game}");
        for outside in ["http://", "https://", "src=", "@import", "url("] {
            let own = page.replace("http://www.w3.org/2000/svg", "");
            assert!(!own.contains(outside), "{game}: {outside}");
        }
    }
}

#[test]
fn several_results_have_a_page_with_a_chapter_for_each() {
    let dir = TestDir::new();
    let done = dir.succeed("run oni kujuroku --games 40 --bots random");
    let last = done.stdout.lines().last().unwrap_or_default();
    let path = last.strip_prefix("Look at all of them in ").expect("the last line names the page");
    let both = dir.read(path);
    assert!(both.contains("Oni: 40 games") && both.contains("Kujuroku: 40 games"));
    let folders = dir.result_folders();
    let oni_first: Vec<String> = folders.iter().rev().map(|folder| format!("reports/{folder}")).collect();
    assert_eq!(dir.stdout(&format!("report {}", oni_first.join(" "))).trim(), path);
    assert_eq!(dir.read(path), both, "the same page again");
    let index = dir.read("reports/index.html");
    for folder in &folders {
        assert!(index.contains(&format!("{folder}/report.html")), "{folder}");
    }
    assert!(index.contains(path.strip_prefix("reports/").expect("it lies in reports")));
    dir.succeed(&format!("report {} --out two.html --quiet", oni_first.join(" ")));
    assert_eq!(dir.read("two.html"), both);
    assert!(
        !dir.succeed("run oni kujuroku --games 40 --bots random --no-report --force")
            .stdout
            .contains("Look at")
    );
}

#[test]
fn what_cannot_be_drawn_is_refused() {
    let dir = TestDir::new();
    dir.put("file", "text");
    fs::create_dir(dir.path("empty")).unwrap();
    dir.succeed("run kujuroku --games 40 --bots random --quiet --out a");
    for (line, words) in [
        ("report", "<DIR>"),
        ("report nowhere", "cannot read nowhere"),
        ("report empty", "empty holds no result; give the folder of a result"),
        ("report a empty --out x.html", "empty holds no result"),
        (
            "report a --figure card_scores --out x.svg",
            "there is no picture 'card_scores'; did you mean 'card_score'?",
        ),
        ("report a --figure card_score", "--out"),
        ("report a a --figure card_score --out x.svg", "--figure is for one result"),
        ("report a --out empty", "empty is not the name of a file"),
        ("replay kujuroku --block 0 --against greedy", "--against is for --format html"),
        ("replay kujuroku --block 0 --advise", "--advise is for --format html"),
        ("replay kujuroku --block 0 --format html --against nobody", "--against: unknown bot 'nobody'"),
    ] {
        let error = dir.fail(2, line);
        assert!(error.contains(words), "{line}: {error}");
    }
    assert!(!dir.names(".").iter().any(|name| name.starts_with('x')));
}

#[test]
fn a_strategy_is_never_more_than_text() {
    let dir = TestDir::new();
    let nasty = "<script>alert(1)<\\u002Fscript>\\\"'&\\u001b[31m";
    let long = "x".repeat(10_000);
    fs::create_dir(dir.path("<b>&'s")).unwrap();
    let file = "<b>&'s/bot.toml";
    dir.put(file, format!("kind = \"greedy\"\nname = \"{nasty}{long}\"\nabout = \"{nasty}{long}\"\n"));
    let arguments =
        ["run", "kujuroku", "--games", "40", "--bot", file, "--bot", "random", "--out", "a", "--quiet"];
    let run = dir.command("").args(arguments).output().expect("fuda can be run");
    assert!(run.status.success(), "{run:?}");
    let page = page(&dir, "a");
    assert!(!page.contains("<b>&'") && !page.contains('\u{1b}') && !page.contains("<script>alert"));
    assert!(page.contains("&lt;script&gt;alert(1)"), "what it says of itself is shown as text");
    assert!(page.contains("&lt;b&gt;&amp;'s/bot.toml"), "its path is shown as text");
    let arguments =
        ["replay", "kujuroku", "--block", "0", "--bot", file, "--bot", "random", "--format", "html"];
    let replay = dir.command("").args(arguments).output().expect("fuda can be run");
    let replay = String::from_utf8(replay.stdout).expect("UTF-8");
    assert!(!replay.contains("<b>&'") && !replay.contains('\u{1b}'));
    assert!(replay.contains("\\u003cb>&'s"), "in the data as well");
}

#[test]
fn a_game_can_be_stepped_through() {
    let dir = TestDir::new();
    for game in fuda::games::NAMES {
        let line = format!("replay {game} --block 1 --format html --bots weighing,random --against random");
        let page = dir.stdout(&line);
        assert_eq!(dir.stdout(&line), page, "{game}");
        let (_, data) = page.split_once("type=\"application/json\">").expect("it has data");
        let data = data.split_once("</script>").expect("which end").0;
        let data: serde_json::Value = serde_json::from_str(data).expect("JSON");
        let steps = data["steps"].as_array().expect("steps");
        let text = dir.stdout(&format!("replay {game} --block 1 --bots weighing,random --format jsonl"));
        let decided: Vec<serde_json::Value> = text
            .lines()
            .map(|line| serde_json::from_str(line).expect("JSON"))
            .filter(|event: &serde_json::Value| event["event"] == "decided")
            .collect();
        assert_eq!(steps.len(), decided.len() + 1, "{game}: a step for each decision, and the end");
        for (step, decided) in steps.iter().zip(&decided) {
            let choice = step["choice"].as_u64().expect("a choice") as usize;
            assert_eq!(step["options"][choice], decided["choice"], "{game}");
            assert_eq!(step["seat"], decided["seat"], "{game}");
        }
        assert!(steps.iter().any(|step| !step["against"].is_null()), "{game}: random differs somewhere");
    }
}

#[test]
fn a_page_can_say_what_each_option_was_worth() {
    let dir = TestDir::new();
    let line = "replay kusuri-gui --block 1 --rule rounds=1 --format html --bots random --advise";
    let page = dir.stdout(line);
    assert_eq!(dir.stdout(line), page);
    let (_, data) = page.split_once("type=\"application/json\">").expect("it has data");
    let data: serde_json::Value =
        serde_json::from_str(data.split_once("</script>").expect("which end").0).expect("JSON");
    let (mut better, mut worse) = (0, 0);
    for step in data["steps"].as_array().expect("steps").iter().filter(|step| step["seat"] != 0) {
        let worth = step["worth"].as_array().expect("each step has it");
        assert_eq!(worth.len(), step["options"].as_array().expect("options").len());
        assert_eq!(worth[step["choice"].as_u64().expect("a choice") as usize], serde_json::json!([0.0, 0.0]));
        for value in worth {
            let (mean, error) = (value[0].as_f64().expect("a mean"), value[1].as_f64().expect("an error"));
            better += u32::from(mean > 2.0 * error && mean > 0.0);
            worse += u32::from(mean < -2.0 * error);
        }
    }
    assert!(better > 5 && worse > 5, "random chooses badly and well: {better}, {worse}");
}

#[test]
fn pictures_on_the_terminal_can_be_left_out() {
    let dir = TestDir::new();
    let line = "run kujuroku --games 200 --bots random --out a";
    let with = dir.stdout(line);
    let without = dir.stdout(&format!("{line} --no-plot"));
    assert!(with.contains("▲ par 96") && with.contains('█') && !with.contains('\u{1b}'), "{with}");
    assert!(!without.contains('█') && !without.contains('▲'), "{without}");
    let figures = |text: &str| text.lines().filter(|line| line.contains('±')).count();
    assert_eq!(figures(&with), figures(&without));
}

#[test]
fn the_pictures_of_the_readme_are_as_its_commands_make_them() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let readme = fs::read_to_string(root.join("README.md")).expect("there is a README");
    let dir = TestDir::new();
    fs::create_dir(dir.path("docs")).unwrap();
    fs::create_dir(dir.path("docs/pictures")).unwrap();
    let commands: Vec<&str> = readme
        .lines()
        .filter_map(|line| line.strip_prefix("fuda "))
        .filter(|line| line.contains("pictures/"))
        .collect();
    assert_eq!(commands.len(), 4, "two pictures, of a result each: {commands:?}");
    for command in commands {
        dir.succeed(&format!("{} --quiet", command.split('#').next().unwrap_or_default()));
    }
    for name in dir.names("docs/pictures").iter().filter(|name| name.strip_suffix(".svg").is_some()) {
        let path = root.join("docs/pictures").join(name);
        let made = dir.read(&format!("docs/pictures/{name}"));
        if std::env::var_os("FUDA_RENEW").is_some() {
            fs::create_dir_all(root.join("docs/pictures")).unwrap();
            fs::write(&path, &made).unwrap();
        }
        assert!(
            fs::read_to_string(&path).is_ok_and(|kept| kept == made),
            "{name}: FUDA_RENEW=1 makes it again"
        );
        assert!(readme.contains(&format!("docs/pictures/{name}")), "{name} is shown");
    }
}
