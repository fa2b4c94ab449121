//! `fuda sweep`: its files, its output and its errors.

use std::collections::BTreeMap;
use std::fs;
use std::thread;
use std::time::Duration;

use crate::support::{Sheet, TestDir, signal, until, wait};

const HEADER: &str = "variant,metric,split,part,value,low,high,difference,difference_low,difference_high,p,p_adjusted,verdict,bots,unit,width_ratio,games_to_decide";

/// Every file in a folder and the folders in it.
fn all_files(dir: &TestDir, folder: &str) -> BTreeMap<String, Vec<u8>> {
    let mut files = BTreeMap::new();
    for name in dir.names(folder) {
        let inside = format!("{folder}/{name}");
        if dir.path(&inside).is_dir() {
            files.extend(all_files(dir, &inside));
        } else {
            let (_, rest) = inside.split_once('/').unwrap();
            if rest != "timing.json" {
                files.insert(rest.to_owned(), fs::read(dir.path(&inside)).unwrap());
            }
        }
    }
    files
}

#[test]
fn a_sweep_writes_its_table_its_variants_and_their_runs() {
    let dir = TestDir::new();
    dir.succeed("sweep kujuroku --vary jizo=false,true --vary players=4,3 --games 60 --out a");
    assert!(dir.read("a/sweep.csv").starts_with(HEADER));
    let variants = Sheet::read(&dir.path("a/variants.csv"));
    let rules: Vec<[&str; 3]> =
        variants.rows.iter().map(|row| ["variant", "jizo", "players"].map(|c| row.text(c))).collect();
    assert_eq!(
        rules,
        [
            ["baseline", "false", "4"],
            ["players=3", "false", "3"],
            ["jizo=true", "true", "4"],
            ["jizo=true players=3", "true", "3"]
        ]
    );
    let sweep = Sheet::read(&dir.path("a/sweep.csv"));
    for row in &sweep.rows {
        let compared = row.text("variant") != "baseline"
            && !(row.text("split") == "seat" && row.text("part") == "seat-4");
        if row.text("variant") == "baseline" {
            assert_eq!(row.text("difference"), "");
            assert_eq!(row.text("verdict"), "");
        } else if compared && !row.text("difference").is_empty() {
            let verdicts = ["changes up", "changes down", "no change", "same", "undecided"];
            assert!(verdicts.contains(&row.text("verdict")), "{}", row.text("verdict"));
        }
    }
    let columns = Sheet::read(&dir.path("a/metrics.csv"));
    for row in &sweep.rows {
        let is_told = columns.rows.iter().any(|column| column.text("metric") == row.text("metric"));
        assert!(is_told, "metrics.csv does not tell of {}", row.text("metric"));
    }
    dir.succeed("run kujuroku --rule jizo=true --games 60 --quiet --out run");
    let folder = variants.rows[2].text("folder");
    dir.assert_same(&format!("a/{folder}"), "run");
}

#[test]
fn a_sweep_is_the_same_to_the_byte_on_any_number_of_threads() {
    let dir = TestDir::new();
    let line = "sweep kusuri-gui --vary kusuri --vary rounds --one-at-a-time --bots grabber,random --games 300 --quiet";
    for threads in 1..=3 {
        dir.succeed(&format!("{line} --threads {threads} --out t{threads}"));
    }
    let alone = all_files(&dir, "t1");
    assert!(alone.len() > 20, "{:?}", alone.keys());
    assert!(alone == all_files(&dir, "t2") && alone == all_files(&dir, "t3"));
    let again = dir.succeed(&format!("{line} --out t1"));
    assert_eq!(again.stdout, "");
}

#[test]
fn equal_rules_have_the_verdict_same() {
    let dir = TestDir::new();
    let done = dir.succeed("sweep oni --vary goal=270,270 --games 40 --out a");
    assert!(done.stdout.contains("goal=270 again: exactly the same in every deal"), "{}", done.stdout);
    let sweep = Sheet::read(&dir.path("a/sweep.csv"));
    let others: Vec<_> = sweep.rows.iter().filter(|row| row.text("variant") != "baseline").collect();
    assert!(others.len() > 30);
    assert!(others.iter().all(|row| row.text("verdict") == "same" && row.number("difference") == 0.0));
}

#[test]
fn every_sweep_fits_on_one_screen() {
    let dir = TestDir::new();
    for line in [
        "oni --vary goal=270,570 --games 60",
        "kujuroku --vary jizo=false,true --games 400",
        "kazu-tori --vary limit --games 400",
        "kusuri-gui --games 400",
        "kachi-kachi --vary players=2,3,4,5,6,7,8 --games 200",
        "oni --games 60",
        "kujuroku --vary jizo=false,true --games 200 --bots greedy --bots random --bots greedy,random",
    ] {
        let text = dir.succeed(&format!("sweep {line}")).stdout;
        assert!(text.lines().count() <= 40, "{line}:\n{text}");
        assert!(
            text.lines().all(|text| text.chars().count() <= 80 || text.contains("reports/")),
            "{line}:\n{text}"
        );
        assert!(text.contains("Shared deals: "), "{line}:\n{text}");
        let is_close = |letters: &[u8]| letters[0].is_ascii_digit() && letters[1] == b'%';
        assert!(!text.as_bytes().windows(2).any(is_close), "percent has a space: {text}");
    }
}

#[test]
fn a_sign_is_explained_where_it_is_used() {
    let dir = TestDir::new();
    for (vary, has_sign) in [("par=96,88,104", true), ("max_rounds=1000,1,2", false)] {
        let text = dir.succeed(&format!("sweep kujuroku --vary {vary} --games 400")).stdout;
        let table = text.split("\n\n").nth(1).expect("a table");
        let legend = table.contains("?: not shown to differ");
        let is_used = table.lines().any(|line| line.ends_with('?') || line.contains("? "));
        assert_eq!((is_used, legend), (has_sign, has_sign), "{text}");
    }
}

#[test]
fn a_change_is_described_in_the_words_of_players() {
    let dir = TestDir::new();
    let text = dir.succeed("sweep kusuri-gui --vary rounds=12,6 --games 400").stdout;
    assert!(
        text.contains("the number of lead changes in a game falls from 1.93 to 1.27 (-0.66 ± 0.10)"),
        "{text}"
    );
}

#[test]
fn a_margin_gives_the_verdict_no_change() {
    let dir = TestDir::new();
    dir.succeed("sweep kujuroku --vary dealer_keeps_on_tie --margin rounds_a_game=5 --games 400 --out a");
    let sweep = Sheet::read(&dir.path("a/sweep.csv"));
    let is_it = |row: &&crate::support::Row| {
        row.text("metric") == "rounds_a_game" && row.text("variant") != "baseline"
    };
    let row = sweep.rows.iter().find(is_it).unwrap();
    assert_eq!(row.text("verdict"), "no change");
}

#[test]
fn line_ups_are_blocks_of_rows() {
    let dir = TestDir::new();
    let text = dir
        .succeed("sweep kujuroku --vary jizo=false,true --bots greedy --bots random --games 50 --out a")
        .stdout;
    assert!(text.contains("With greedy:") && text.contains("With random:"), "{text}");
    let sweep = Sheet::read(&dir.path("a/sweep.csv"));
    let bots: Vec<&str> = sweep.rows.iter().map(|row| row.text("bots")).collect();
    let changes = bots.windows(2).filter(|pair| pair[0] != pair[1]).count();
    assert_eq!((bots[0], changes), ("greedy", 1));
    assert_eq!(dir.names("a").iter().filter(|name| name.contains("-bots")).count(), 4);
}

#[test]
fn programs_get_the_rows_as_json() {
    let dir = TestDir::new();
    let done = dir.succeed("sweep kazu-tori --vary limit --games 40 --format json");
    assert!(done.stdout.starts_with('{') && done.stdout.contains("\"verdict\":"), "{}", done.stdout);
}

#[test]
fn an_interrupted_sweep_keeps_the_deals_that_were_played_everywhere() {
    let dir = TestDir::new();
    let child = dir.start("sweep kujuroku --vary jizo=false,true --games 3M --threads 1 --out a");
    until("the folder is made", || dir.path("a").exists());
    thread::sleep(Duration::from_millis(1500));
    signal(&child, "INT");
    let done = wait(child);
    assert_eq!(done.code, Some(130), "{done:?}");
    assert!(done.stderr.contains("\ninterrupted after "), "{done:?}");
    assert!(
        done.stderr.contains(" games, which are in a; to resume: fuda sweep --from a/sweep.toml"),
        "{done:?}"
    );
    let variants = Sheet::read(&dir.path("a/variants.csv"));
    assert_eq!(variants.rows[0].text("blocks"), variants.rows[1].text("blocks"));
    assert!(dir.read("a/001-jizo=true/run.toml").contains("complete = false"));
    let games: u64 = variants.rows.iter().map(|row| row.number("games") as u64).sum();
    let expected = format!("games_played = {games}\ncomplete = false\nended = \"interrupted\"\n");
    assert!(dir.read("a/sweep.toml").contains(&expected), "{}", dir.read("a/sweep.toml"));
}

#[test]
fn a_precision_is_of_the_differences_that_there_are() {
    let dir = TestDir::new();
    for (line, said) in [
        ("oni --vary goal=270,200 --bots random --precision dealer_wins:no=0.5", "is reached"),
        ("oni --vary players=3,4 --bots random --precision seat_wins=0.9", "is reached"),
        ("kusuri-gui --vary rounds=12,6 --bots random --precision rounds_a_game=1", "is reached"),
    ] {
        let done = dir.succeed(&format!("sweep {line} --out a --force"));
        assert!(done.stderr.contains(said), "{line}: {done:?}");
    }
    let error = dir.fail(2, "sweep oni --vary goal --precision score_parts=1");
    assert!(error.contains("unknown metric 'score_parts'"), "{error}");
    assert_eq!(error.matches("seat_score").count(), 1, "{error}");
}

#[test]
fn wrong_sweeps_are_refused_before_any_games_are_played() {
    for (line, expected) in [
        ("kujurok", "unknown game 'kujurok'; did you mean 'kujuroku'?"),
        ("kujuroku --vary jizu", "unknown rule 'jizu' for kujuroku; did you mean 'jizo'?"),
        ("kujuroku --vary jizo=maybe,true", "--vary jizo: maybe is not allowed; give true or false"),
        ("kujuroku --vary jizo=true,false --vary jizo=true", "'jizo' is given twice"),
        ("kujuroku --vary par", "no values are known for it"),
        ("kujuroku --vary par=96", "there is nothing to compare it with"),
        (
            "kujuroku --vary jizo=false,true --vary oni=true,false",
            "the variant jizo=true oni=false cannot be played",
        ),
        (
            "kachi-kachi --vary players=4,2 --bots random,station,random",
            "the variant players=2 cannot be played: 3 bots",
        ),
        ("kachi-kachi --vary min_bet=1,11", "the variant min_bet=11 cannot be played: max_wager=10"),
        ("kujuroku --vary jizo --bots gredy", "unknown bot 'gredy'"),
        ("kujuroku --vary jizo --bots greedy --bots greedy", "'greedy' is given twice"),
        ("kujuroku --vary jizo --margin wim=1", "unknown metric 'wim'"),
        ("kujuroku --vary jizo --margin win=0", "not of the form METRIC=D"),
        ("kujuroku --vary jizo --margin win=1 --margin win=2", "'win' is given twice"),
        ("kujuroku --vary jizo --games 0", "games"),
        (
            "kujuroku --vary par=1,2,3,4,5,6,7 --vary yaku_value.shi=1,2,3,4,5,6 --vary yaku_value.san=1,2,3,4,5,6,7",
            "more than 256 variants",
        ),
    ] {
        let dir = TestDir::new();
        let done = dir.fuda(&format!("sweep {line}"));
        assert_eq!(done.code, Some(2), "{line}: {done:?}");
        assert!(done.stderr.contains(expected), "{line}: {done:?}");
        assert!(dir.names(".").is_empty(), "left by: fuda sweep {line}");
    }
}

#[test]
fn a_folder_that_holds_something_else_is_not_overwritten() {
    let dir = TestDir::new();
    dir.succeed("sweep kujuroku --vary jizo --games 20 --quiet --out a");
    let done = dir.fuda("sweep kujuroku --vary jizo --games 30 --seed 2 --quiet --out a");
    assert_eq!(done.code, Some(2), "{done:?}");
    let expected = "a holds another sweep (kujuroku of seed 1, 40 games): its seed is 1 and not 2; choose another folder";
    assert!(done.stderr.contains(expected), "{done:?}");
    dir.succeed("sweep kujuroku --vary jizo --games 20 --quiet --out a");
    dir.succeed("sweep kujuroku --vary jizo --games 30 --seed 2 --quiet --out a --force");
    let expected = "games_played = 60\ncomplete = true\nended = \"games\"\n";
    assert!(dir.read("a/sweep.toml").contains(expected), "{}", dir.read("a/sweep.toml"));
}

#[test]
fn bots_with_commas_make_a_line_up_one_by_one() {
    let dir = TestDir::new();
    let search = "search:iterations=4,depth=5";
    dir.succeed(&format!("sweep kujuroku --vary jizo --games 8 --bot {search} --bot random --quiet --out a"));
    let record = dir.read("a/sweep.toml");
    assert!(record.contains(&format!("bots = [\"{search},random\"]")), "{record}");
    assert!(dir.read("a/000-baseline/run.toml").contains("\"random\",\n    \"search"), "{record}");
    dir.succeed("sweep --from a/sweep.toml --quiet --out b");
    assert_eq!(dir.read("a/sweep.csv"), dir.read("b/sweep.csv"));
}

#[test]
fn numbers_in_the_record_are_numbers() {
    let dir = TestDir::new();
    dir.succeed(
        "sweep kujuroku --vary par=88,96 --vary players --margin win=0.01 --games 8 --precision win=0.9 --quiet --out a",
    );
    let record: toml::Table = dir.read("a/sweep.toml").parse().expect("TOML");
    let options = record["options"].as_table().expect("a table");
    assert_eq!(options["vary"]["par"], toml::Value::from(vec![88, 96]));
    assert_eq!(options["vary"]["players"], toml::Value::Array(Vec::new()));
    assert_eq!(options["margin"]["win"].as_float(), Some(0.01));
    assert_eq!(record["precision"]["half_width"].as_float(), Some(0.9));
    dir.succeed("sweep --from a/sweep.toml --quiet --out b");
    assert_eq!(dir.read("a/sweep.csv"), dir.read("b/sweep.csv"));
}
