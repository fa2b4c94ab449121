//! `fuda odds`: its figures, its files and its errors.

use std::collections::BTreeSet;
use std::fs;

use crate::support::{Sheet, TestDir};

/// The only folder in reports.
fn only_folder(dir: &TestDir) -> String {
    let folders = dir.result_folders();
    assert_eq!(folders.len(), 1, "{folders:?}");
    format!("reports/{}", folders[0])
}

/// The decks and the numbers of players in a file, in the order of the rows.
fn tables(dir: &TestDir, folder: &str) -> Vec<(String, String)> {
    let sheet = Sheet::read(&dir.path(folder).join("hand_odds.csv"));
    let mut tables: Vec<(String, String)> =
        sheet.rows.iter().map(|row| (row.text("deck").to_owned(), row.text("players").to_owned())).collect();
    tables.dedup();
    tables
}

/// The tables of these options, counted into a folder.
fn counted(options: &str) -> Vec<(String, String)> {
    let dir = TestDir::new();
    dir.succeed(&format!("odds kachi-kachi --quiet --out odds {options}"));
    tables(&dir, "odds")
}

fn of(decks: &[u32], players: &[u32]) -> Vec<(String, String)> {
    decks
        .iter()
        .flat_map(|deck| players.iter().map(move |count| (deck.to_string(), count.to_string())))
        .collect()
}

#[test]
fn both_decks_and_all_tables_are_counted_by_default() {
    assert_eq!(counted(""), of(&[20, 22], &[2, 3, 4, 5, 6, 7, 8]));
}

#[test]
fn players_are_counted_once_and_in_order_however_they_are_given() {
    for options in ["--players 2,4", "--players 4,2", "--players 4 --players 2,4", "--players 4,4,2"] {
        assert_eq!(counted(options), of(&[20, 22], &[2, 4]), "{options}");
    }
}

#[test]
fn a_rule_chooses_the_deck_typed_or_from_a_file() {
    assert_eq!(counted("--players 3 --rule extra_cards=false"), of(&[20], &[3]));
    assert_eq!(counted("--players 3 --rule extra_cards=true"), of(&[22], &[3]));
    let dir = TestDir::new();
    let file = dir.put("house.toml", "extra_cards = true\n");
    dir.succeed(&format!("odds kachi-kachi --quiet --players 3 --rules {file} --out a"));
    assert_eq!(tables(&dir, "a"), of(&[22], &[3]));
    let typed = "--rule extra_cards=false";
    dir.succeed(&format!("odds kachi-kachi --quiet --players 3 --rules {file} {typed} --out b"));
    assert_eq!(tables(&dir, "b"), of(&[20], &[3]), "the command line overrides the file");
}

#[test]
fn the_same_odds_find_their_folder_and_others_do_not() {
    let dir = TestDir::new();
    dir.succeed("odds kachi-kachi --quiet --players 2,3");
    let folder = only_folder(&dir);
    let hash = folder.strip_prefix("reports/kachi-kachi-odds-").expect("the game and what it is");
    assert!(hash.len() == 10 && hash.chars().all(|digit| digit.is_ascii_hexdigit()), "{folder}");
    assert_eq!(dir.names(&folder), ["hand_odds.csv", "odds.toml", "report.html"]);
    let before = dir.read(&format!("{folder}/hand_odds.csv"));
    dir.succeed("odds kachi-kachi --quiet --players 3,2,3");
    assert_eq!(only_folder(&dir), folder);
    assert_eq!(dir.read(&format!("{folder}/hand_odds.csv")), before);
    dir.succeed("odds kachi-kachi --quiet --players 2");
    assert_eq!(dir.result_folders().len(), 2);
}

#[test]
fn a_folder_that_holds_something_else_is_written_to_only_with_force() {
    let dir = TestDir::new();
    fs::create_dir(dir.path("mine")).unwrap();
    dir.put("mine/notes.txt", "mine");
    dir.succeed("run kujuroku --games 2 --quiet --out run");
    dir.succeed("odds kachi-kachi --quiet --players 2 --out odds");
    let before = dir.read("odds/hand_odds.csv");
    for (folder, words) in [
        ("mine", "is not empty and holds no result"),
        ("run", "holds another run"),
        ("odds", "holds another odds"),
    ] {
        let names = dir.names(folder);
        let line = format!("odds kachi-kachi --quiet --players 3 --out {folder}");
        let done = dir.fuda(&line);
        assert_eq!(done.code, Some(2), "{done:?}");
        assert!(done.stderr.contains(words) && done.stderr.contains("--force"), "{done:?}");
        assert_eq!(dir.names(folder), names);
        if folder == "odds" {
            assert_eq!(dir.read("odds/hand_odds.csv"), before);
        }
        dir.succeed(&format!("{line} --force"));
        assert_eq!(tables(&dir, folder), of(&[20, 22], &[3]));
    }
    assert_eq!(dir.read("mine/notes.txt"), "mine");
}

#[test]
fn a_folder_that_cannot_be_made_is_refused() {
    let dir = TestDir::new();
    dir.put("file", "");
    for (out, words) in [("file", "file is not a folder"), ("file/x/y", "cannot write to file/x/y: ")] {
        let done = dir.fuda(&format!("odds kachi-kachi --players 2 --out {out}"));
        assert_eq!((done.code, done.stdout.as_str()), (Some(2), ""), "{done:?}");
        assert!(done.stderr.contains(words) && done.stderr.lines().count() == 1, "{done:?}");
    }
    assert_eq!(dir.names("."), ["file"]);
}

#[test]
fn a_file_that_cannot_be_written_fails_and_leaves_what_was_there() {
    let dir = TestDir::new();
    dir.succeed("odds kachi-kachi --quiet --players 2 --out odds");
    let before = dir.read("odds/odds.toml");
    // No file can be made where a folder is.
    fs::remove_file(dir.path("odds/hand_odds.csv")).unwrap();
    fs::create_dir(dir.path("odds/hand_odds.csv")).unwrap();
    let done = dir.fuda("odds kachi-kachi --players 3 --out odds --force");
    assert_eq!((done.code, done.stdout.as_str()), (Some(1), ""), "{done:?}");
    assert!(done.stderr.contains("cannot write odds/hand_odds.csv: it is a folder"), "{done:?}");
    assert_eq!(dir.read("odds/odds.toml"), before);

    let done = dir.bash("ulimit -f 1; trap '' XFSZ; exec \"$FUDA\" odds kachi-kachi --out a/b");
    assert_eq!((done.code, done.stdout.as_str()), (Some(2), ""), "{done:?}");
    assert_eq!(dir.names("."), ["odds"], "no folder is left of it");
}

#[test]
fn wrong_commands_are_refused_and_leave_nothing() {
    let dir = TestDir::new();
    dir.put("house.toml", "extra_cards = true\nante = 2\n");
    for (options, words) in [
        ("", "GAME"),
        ("kachikachi", "unknown game 'kachikachi'; did you mean 'kachi-kachi'?"),
        ("oni", "there are no exact odds for oni"),
        ("kachi-kachi --players 1", "from 2 to 8"),
        ("kachi-kachi --players 2,9", "from 2 to 8"),
        ("kachi-kachi --players two", "from 2 to 8"),
        ("kachi-kachi --rule extra_cards=3", "'extra_cards' cannot be 3; allowed: true or false"),
        ("kachi-kachi --rule extra_cards", "is not of the form KEY=VALUE"),
        ("kachi-kachi --rule extra_card=true", "did you mean 'extra_cards'?"),
        ("kachi-kachi --rule ante=2", "'ante' does not affect the odds"),
        ("kachi-kachi --rule players=3", "set only 'extra_cards', and the players with --players"),
        ("kachi-kachi --rules house.toml", "house.toml, line 2: the rule 'ante' does not affect the odds"),
        ("kachi-kachi --rules nowhere.toml", "cannot read nowhere.toml"),
        ("kachi-kachi --format csv", "csv"),
    ] {
        let done = dir.fuda(&format!("odds {options}"));
        assert_eq!((done.code, done.stdout.as_str()), (Some(2), ""), "odds {options}: {done:?}");
        assert!(done.stderr.contains(words), "odds {options}: {done:?}");
        assert_eq!(dir.names("."), ["house.toml"], "odds {options}");
    }
}

#[test]
fn the_folder_is_named_on_the_screen_and_in_json() {
    let dir = TestDir::new();
    let done = dir.succeed("odds kachi-kachi --players 2 --out odds");
    assert!(done.stdout.ends_with("The files are in odds\nLook at them in odds/report.html\n"), "{done:?}");
    let done = dir.succeed("odds kachi-kachi --players 2 --out odds --format json");
    let json: serde_json::Value = serde_json::from_str(&done.stdout).expect("it is JSON");
    assert_eq!(json["folder"], "odds");
    let rows = Sheet::read(&dir.path("odds/hand_odds.csv")).rows.len();
    assert_eq!(json["tables"]["hand_odds"].as_array().expect("a list").len(), rows);
    assert_eq!(dir.succeed("odds kachi-kachi --players 2 --out odds --quiet").stdout, "");
}

#[test]
fn the_rows_have_every_column_and_add_up() {
    let dir = TestDir::new();
    dir.succeed("odds kachi-kachi --quiet --out odds");
    let sheet = Sheet::read(&dir.path("odds/hand_odds.csv"));
    assert_eq!(
        sheet.header.join(","),
        "deck,players,class,ways,deals,share,one_in,somebody,somebody_share,somebody_one_in,wins,draws,losses,\
         win_share,draw_share,loss_share"
    );
    let close = |one: f64, other: f64| (one - other).abs() < 1e-5;
    for (table, rows) in sheet.by(&["deck", "players"]) {
        let sum = |column: &str| rows.iter().map(|row| row.number(column)).sum::<f64>();
        let classes: BTreeSet<&str> = rows.iter().map(|row| row.text("class")).collect();
        assert_eq!((rows.len(), classes.len()), (25, 25), "{table:?}");
        assert_eq!(sum("ways"), rows[0].number("deals"), "{table:?}");
        assert!(close(sum("share"), 1.0), "{table:?}");
        for row in rows {
            let number = |column: &str| row.number(column);
            let class = (&table, row.text("class"));
            assert_eq!(number("wins") + number("draws") + number("losses"), number("ways"), "{class:?}");
            assert!(close(number("share"), number("ways") / number("deals")), "{class:?}");
            assert!(close(number("somebody_share"), number("somebody") / number("deals")), "{class:?}");
            assert!(close(number("share") * number("one_in"), 1.0), "{class:?}");
            assert!(close(number("somebody_share") * number("somebody_one_in"), 1.0), "{class:?}");
            for (part, share) in [("wins", "win_share"), ("draws", "draw_share"), ("losses", "loss_share")] {
                assert!(close(number(share), number(part) / number("ways")), "{class:?} {share}");
            }
            let shares = number("win_share") + number("draw_share") + number("loss_share");
            assert!(close(shares, 1.0), "{class:?}");
        }
    }
}
