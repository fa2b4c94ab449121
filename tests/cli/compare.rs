//! `fuda compare`: its files, its output and its errors.

use std::fs;
use std::thread;
use std::time::Duration;

use crate::support::{Done, Sheet, TestDir, signal, until, wait};

const COLUMNS: &str = "game,bot,baseline,games,blocks,difference,low,high,win_share,win_low,win_high,fair_share,\
                       duplicate_gain,margin,verdict,doubt,doubt_sentence,games_to_decide";

#[test]
fn a_better_bot_is_found_to_be_better() {
    let dir = TestDir::new();
    let stdout = dir.stdout("compare kujuroku greedy random --games 4k --out out");
    assert!(stdout.contains("greedy is better than random."), "{stdout}");
    assert!(stdout.contains("4,000 games: 1,000 deals, each from 4 seats"), "{stdout}");
    let text = fs::read_to_string(dir.path("out/compare.csv")).expect("the file");
    assert_eq!(text.lines().next(), Some(COLUMNS));
    assert_eq!(text.lines().count(), 2);
    let sheet = Sheet::read(&dir.path("out/compare.csv"));
    let row = &sheet.rows[0];
    assert_eq!((row.text("verdict"), row.text("games"), row.text("blocks")), ("better", "4000", "1000"));
    assert!(row.number("low") > 0.0 && row.number("low") < row.number("difference"));
    assert!(row.number("win_low") > row.number("fair_share"));
    let other = dir.stdout("compare kujuroku random greedy --games 4k --out other");
    assert!(other.contains("random is worse than greedy."), "{other}");
}

#[test]
fn a_bot_is_the_same_as_itself() {
    let dir = TestDir::new();
    let stdout = dir.stdout("compare oni shedder shedder --games 400 --out out");
    assert!(stdout.contains("are the same: no deal showed a difference"), "{stdout}");
    let sheet = Sheet::read(&dir.path("out/compare.csv"));
    assert_eq!(sheet.rows[0].text("verdict"), "same");
    assert_eq!(sheet.rows[0].number("difference"), 0.0);
    assert!(sheet.rows[0].number("high") > 0.0, "another deal may show one");
}

#[test]
fn any_number_of_threads_writes_the_same_bytes_with_until_sure_too() {
    let dir = TestDir::new();
    for options in ["--games 2k", "--until-sure", "--until-sure --margin 20"] {
        let files = ["1", "2", "3"].map(|threads| {
            dir.succeed(&format!(
                "compare kusuri-gui grabber random {options} --threads {threads} --out out --force --quiet"
            ));
            fs::read(dir.path("out/compare.csv")).expect("the file")
        });
        assert_eq!(files[0], files[1], "{options}");
        assert_eq!(files[0], files[2], "{options}");
    }
}

#[test]
fn an_undecided_comparison_reports_how_many_games_would_decide_it() {
    let dir = TestDir::new();
    let stdout = dir.stdout("compare kazu-tori random keen --games 84 --seed 3 --out out");
    assert!(stdout.contains("Undecided."), "{stdout}");
    let sheet = Sheet::read(&dir.path("out/compare.csv"));
    assert_eq!(sheet.rows[0].text("verdict"), "undecided");
    assert!(sheet.rows[0].number("games_to_decide") > 84.0);
}

#[test]
fn fewer_than_twenty_deals_decide_nothing() {
    let dir = TestDir::new();
    let few = dir.stdout("compare kujuroku weighing random --games 76 --out few");
    assert!(few.contains("Undecided. Fewer than 20 deals decide nothing."), "{few}");
    let sheet = Sheet::read(&dir.path("few/compare.csv"));
    assert_eq!((sheet.rows[0].text("verdict"), sheet.rows[0].text("games_to_decide")), ("undecided", "80"));
    let enough = dir.stdout("compare kujuroku weighing random --games 80 --out enough");
    assert!(enough.contains("weighing is better than random."), "{enough}");
}

#[test]
fn the_help_defines_every_verdict() {
    let help = TestDir::new().stdout("compare --help").replace('\n', " ");
    for expected in [
        "the verdict is 'equal' if the 90 % interval lies within ±D",
        "is 'better' or 'worse' if the 95 % interval excludes zero, even if it overlaps ±D",
        "'same' if no deal showed a difference",
        "anything after fewer than 20 deals",
    ] {
        assert!(help.contains(expected), "{help}");
    }
    assert!(!help.contains("count as none"), "{help}");
}

/// Interrupts a comparison into `out` after a while.
fn interrupt(dir: &TestDir, line: &str, delay: Duration) -> Done {
    let child = dir.start(&format!("{line} --threads 1 --out out --force"));
    until("the folder is made", || dir.path("out").exists());
    thread::sleep(delay);
    signal(&child, "INT");
    let done = wait(child);
    assert_eq!(done.code, Some(130), "{done:?}");
    done
}

#[test]
fn an_interrupted_comparison_is_recorded_as_such() {
    let dir = TestDir::new();
    let done = interrupt(&dir, "compare kujuroku greedy random --games 30M", Duration::from_secs(1));
    assert!(done.stderr.contains("\ninterrupted after "), "{done:?}");
    assert!(
        done.stderr.contains(" games, which are in out; to resume: fuda compare --from out/compare.toml"),
        "{done:?}"
    );
    let sheet = Sheet::read(&dir.path("out/compare.csv"));
    let games = sheet.rows[0].text("games");
    let expected = format!("games_played = {games}\ncomplete = false\nended = \"interrupted\"\n");
    assert!(dir.read("out/compare.toml").contains(&expected), "{}", dir.read("out/compare.toml"));
}

#[test]
fn the_record_has_the_reason_why_a_comparison_stopped() {
    let dir = TestDir::new();
    for (options, expected) in [
        ("--games 80", "games_played = 80\ncomplete = true\nended = \"games\"\n"),
        ("--games 40 --each-decision", "games_played = 40\ncomplete = true\nended = \"games\"\n"),
        ("--for 0.3s", "complete = true\nended = \"time\"\n"),
        ("--until-sure", "complete = true\nended = \"verdict\"\n"),
    ] {
        dir.succeed(&format!("compare kujuroku greedy random {options} --quiet --out out --force"));
        let file = dir.read("out/compare.toml");
        assert!(file.contains(expected), "{options}: {file}");
    }
}

#[test]
fn an_error_names_the_result_that_a_folder_holds() {
    let dir = TestDir::new();
    dir.succeed("compare kujuroku greedy random --games 8 --seed 7 --quiet --out a");
    dir.succeed("compare kujuroku greedy random --games 8 --seed 7 --quiet --out a");
    let error = dir.fail(2, "compare kujuroku greedy random --games 12 --out a");
    assert!(
        error.contains("a holds another comparison (kujuroku of seed 7, 8 games): its seed is 7 and not 1; choose another folder"),
        "{error}"
    );
    dir.succeed("sweep kujuroku --vary jizo --games 8 --quiet --out b");
    let error = dir.fail(2, "compare kujuroku greedy random --games 8 --out b");
    assert!(
        error.contains("b holds another sweep (kujuroku of seed 1, 16 games); choose another folder"),
        "{error}"
    );
    let error = dir.fail(2, "run kujuroku --games 8 --out b");
    assert!(
        error.contains("b holds another sweep (kujuroku of seed 1, 16 games); choose another folder"),
        "{error}"
    );
}

#[test]
fn a_difference_that_is_listed_again_is_replayed_by_the_same_rules() {
    let dir = TestDir::new();
    let line = "compare kujuroku greedy random --each-decision --games 30 --rule jizo=true --rule players=3";
    let told = dir.stdout(&format!("{line} --out a"));
    let again = dir.stdout("compare --from a/compare.toml --out b");
    let command = |text: &str| text.lines().find(|line| line.starts_with("To see")).unwrap().to_owned();
    assert!(command(&told).contains("--rule players=3 --rule jizo=true"), "{told}");
    assert_eq!(command(&told), command(&again));
}

#[test]
fn the_first_difference_of_two_bots_can_be_replayed() {
    let dir = TestDir::new();
    let stdout = dir.stdout("compare kujuroku greedy random --each-decision --games 40 --out out");
    let command =
        stdout.lines().find_map(|line| line.strip_prefix("To see the first one: fuda ")).expect("a command");
    let sheet = Sheet::read(&dir.path("out/differences.csv"));
    let first = &sheet.rows[0];
    assert_ne!(first.text("bot"), first.text("baseline"));
    let replay = dir.stdout(command);
    assert!(replay.contains(&format!("greedy at seat {}", first.text("seat"))), "{replay}");
    let none = dir.stdout("compare kujuroku greedy greedy --each-decision --games 40 --out none");
    assert!(none.contains("never chooses what greedy would not"), "{none}");
}

/// Whether a replay names a decision: `[12]`, or `[11-14]` for several.
fn has_decision(replay: &str, number: u32) -> bool {
    replay.split('[').filter_map(|after| after.split_once(']')).any(|(numbers, _)| {
        let (first, last) = numbers.split_once('-').unwrap_or((numbers, numbers));
        let [first, last] = [first, last].map(|number| number.parse().unwrap_or(0));
        (first..=last).contains(&number)
    })
}

#[test]
fn the_number_of_a_difference_is_that_of_the_decision_in_the_replay() {
    let dir = TestDir::new();
    // In Oni the runner chooses for `random` without stopping for a decision.
    for (game, bot, baseline) in
        [("oni", "shedder", "random"), ("kujuroku", "greedy", "random"), ("kachi-kachi", "station", "random")]
    {
        dir.succeed(&format!(
            "compare {game} {bot} {baseline} --each-decision --games 24 --quiet --out {game}"
        ));
        let sheet = Sheet::read(&dir.path(&format!("{game}/differences.csv")));
        assert!(sheet.rows.len() > 5, "{game}");
        let others = format!(" --bot {baseline}").repeat(3);
        for row in &sheet.rows {
            let [block, rotation, number] = ["block", "rotation", "number"].map(|column| row.text(column));
            let line = format!("replay {game} --block {block} --rotation {rotation} --bot {bot}{others}");
            let lines = dir.stdout(&format!("{line} --format jsonl"));
            let decisions = lines.lines().filter(|line| line.starts_with("{\"event\":\"decided\""));
            let nth = decisions.clone().nth(row.number("number") as usize - 1).expect("the decision");
            let decided: serde_json::Value = serde_json::from_str(nth).expect("JSON");
            assert_eq!(decided["number"].to_string(), number);
            assert_eq!(decided["seat"].to_string(), row.text("seat"));
            assert_eq!(decided["decision"], row.text("decision"));
            assert_eq!(decided["choice"], row.text("bot"));
            assert!(has_decision(&dir.stdout(&line), row.number("number") as u32), "{line}: {number}");
        }
    }
}

#[test]
fn wrong_input_is_refused_before_any_games_are_played() {
    let dir = TestDir::new();
    for (command, expected) in [
        ("compare kujuroku greedy", "BASELINE"),
        ("compare kujroku greedy random", "did you mean 'kujuroku'?"),
        ("compare kujuroku gredy random", "did you mean 'greedy'?"),
        ("compare kujuroku greedy random --margin 0", "above 0"),
        ("compare kujuroku greedy random --margin x", "above 0"),
        ("compare kujuroku greedy random --rule par=1000", "par"),
        ("compare kujuroku greedy random --bots greedy", "--bots"),
        ("compare kujuroku --all", "unexpected argument '--all'"),
        ("compare kujuroku greedy random --each-decision --until-sure", "--until-sure"),
        (
            "compare kujuroku greedy random --precision wins=1",
            "unknown metric 'wins'; known: difference, win_share",
        ),
        ("compare kujuroku search:playout=nobody random", "unknown bot 'nobody'"),
        ("compare kujuroku clairvoyant random", "cheats: it sees all cards"),
        ("compare kujuroku clairvoyant:iterations=5,cheating=false random", "clairvoyant:cheating=true"),
        ("league kujuroku clairvoyant random", "cheats: it sees all cards"),
        ("run kujuroku --bots clairvoyant", "cheats: it sees all cards"),
        ("compare kujuroku clairvoyant:cheating=true,luck=2 random", "unknown parameter 'luck'"),
    ] {
        let error = dir.fail(2, command);
        assert!(error.contains(expected), "{command}: {error}");
        assert!(dir.names(".").is_empty(), "left by: fuda {command}");
    }
    // Who cheats is called a cheat wherever it is named.
    dir.succeed(
        "compare kujuroku clairvoyant:cheating=true,iterations=3 random --games 8 --out cheat --quiet",
    );
    assert!(dir.read("cheat/compare.csv").contains("clairvoyant:cheating=true"));
    assert!(dir.read("cheat/compare.toml").contains("cheating = true"));
    dir.succeed("run kujuroku --games 8 --bots random --out taken --quiet");
    let error = dir.fail(2, "compare kujuroku greedy random --games 8 --out taken");
    assert!(error.contains("taken"), "{error}");
}
