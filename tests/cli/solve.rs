//! `fuda solve`: its files, the bots that it makes, and its errors.

use crate::support::{Sheet, TestDir, signal, until, wait};

/// A hand that is solved in moments.
const SMALL: &str = "--rule zero_hand=false --rule max_wager=3 --precision 0.02";

#[test]
fn the_same_hand_is_solved_to_the_same_bytes() {
    let dir = TestDir::new();
    for out in ["a", "b"] {
        dir.succeed(&format!("solve kachi-kachi {SMALL} --against station --quiet --out {out}"));
    }
    let names = [
        "against.csv",
        "best-response-1.strategy",
        "equilibrium.strategy",
        "report.html",
        "solution.csv",
        "solve.toml",
        "strategy.csv",
        "values.csv",
    ];
    assert_eq!(dir.names("a"), names);
    assert!(dir.all_files("a") == dir.all_files("b"), "the same bytes");
    let solution = Sheet::read(&dir.path("a/solution.csv"));
    let value = |column| solution.rows[0].number(column);
    assert!(value("high") - value("low") <= 0.02);
    // The probabilities of a decision add up to 1.
    let strategy = Sheet::read(&dir.path("a/strategy.csv"));
    for (decision, rows) in strategy.by(&["role", "situation", "hand", "decision"]) {
        let sum: f64 = rows.iter().map(|row| row.number("probability")).sum();
        assert!((sum - 1.0).abs() < 1e-4, "{decision:?}: {sum}");
    }
}

/// Hands that are drawn and played on are part of it.
#[test]
fn bots_win_in_a_run_what_was_predicted_in_both_roles() {
    let dir = TestDir::new();
    let rules = "--rule zero_hand=false --rule max_wager=3 --rule ante=2";
    dir.succeed(&format!(
        "solve kachi-kachi {rules} --precision 0.05 --against station --against random --against weighing --quiet --out s"
    ));
    let against = Sheet::read(&dir.path("s/against.csv"));
    for (place, bot) in ["station", "random", "weighing"].into_iter().enumerate() {
        for (column, file) in [
            ("best_response", format!("s/best-response-{}.strategy", place + 1)),
            ("equilibrium", "s/equilibrium.strategy".to_owned()),
        ] {
            let out = format!("{bot}-{column}");
            let table = "--rule players=2 --rule hands=1 --games 40k --quiet";
            dir.succeed(&format!("run kachi-kachi {rules} {table} --bots {file},{bot} --out {out}"));
            let summary = Sheet::read(&dir.path(&out).join("summary.csv"));
            let mean = |split: &str, part: &str| {
                let is_it = |row: &&_| {
                    let row: &crate::support::Row = row;
                    row.text("metric") == "game_net" && row.text("split") == split && row.text("part") == part
                };
                let row = summary.rows.iter().find(is_it).expect("a mean");
                (row.number("mean"), row.number("se"))
            };
            // By bot it is the mean of both roles, by seat half of what sets
            // them apart.
            let ((own, own_error), (seat, seat_error)) = (mean("bot", &file), mean("seat", "seat-1"));
            for (role, played) in [("dealer", own + seat), ("other", own - seat)] {
                let is_it = |row: &&crate::support::Row| row.text("bot") == bot && row.text("role") == role;
                let predicted = against.rows.iter().find(is_it).expect("a prediction").number(column);
                let error = 4.0 * (own_error + seat_error);
                assert!(
                    (played - predicted).abs() < error,
                    "{column} against {bot} as {role}: {played} ± {error}, predicted {predicted}"
                );
            }
        }
    }
}

#[test]
fn wrong_commands_are_refused_before_anything_is_solved() {
    let dir = TestDir::new();
    dir.put("broken.strategy", "not one");
    dir.put("memory.luau", include_str!("../../strategies/kachi-kachi/sober.luau"));
    for (line, words) in [
        ("solve oni", "oni cannot be solved"),
        ("solve chess", "unknown game 'chess'"),
        ("solve kachi-kachi --rule players=4", "name one with --against BOT"),
        ("solve kachi-kachi --rule players=4 --against search", "it takes too long"),
        ("solve kachi-kachi --rule players=4 --against memory.luau", "it may remember what went before"),
        ("solve kachi-kachi --rule players=4 --against nobody", "unknown bot 'nobody'"),
        ("solve kachi-kachi --rule players=4 --rule hands=2 --against random", "leave 'hands' out"),
        ("solve kachi-kachi --rule players=9 --against random", "players"),
        ("solve kachi-kachi --rule players=4 --against random --threads 0", "number of threads"),
        ("solve kachi-kachi --rule hands=20", "leave 'hands' out"),
        ("solve kachi-kachi --rule max_wager=100", "set a lower max_wager"),
        ("solve kachi-kachi --rule ante=-1", "ante"),
        ("solve kachi-kachi --precision 0", "from 0.0005 to 1"),
        ("solve kachi-kachi --against search", "plays by sampling"),
        ("solve kachi-kachi --against nobody", "unknown bot 'nobody'"),
        ("solve kachi-kachi --against memory.luau", "a script may remember what went before"),
        ("solve kachi-kachi --against solved.strategy", "solved.strategy"),
        (
            "run kachi-kachi --games 2 --rule players=2 --bots broken.strategy",
            "broken.strategy: it is not a strategy",
        ),
    ] {
        let message = dir.fail(2, line);
        assert!(message.contains(words), "{line}: {message}");
    }
    assert_eq!(dir.names("."), ["broken.strategy", "memory.luau"], "nothing is left behind");
}

#[test]
fn a_solved_strategy_plays_only_at_tables_that_it_was_solved_for() {
    let dir = TestDir::new();
    dir.succeed(&format!("solve kachi-kachi {SMALL} --quiet --out s"));
    let run = "run kachi-kachi --games 20 --quiet --out r --bots s/equilibrium.strategy";
    let rules = "--rule zero_hand=false --rule max_wager=3";
    dir.succeed(&format!("{run} {rules} --rule players=2"));
    for (rules, words) in [
        (format!("{rules} --rule players=3"), "solved for players=2"),
        ("--rule players=2 --rule max_wager=3".to_owned(), "solved for zero_hand=false"),
    ] {
        let message = dir.fail(2, &format!("{run} {rules} --force"));
        assert!(message.contains(words), "{message}");
    }
}

#[test]
fn an_interrupted_solution_leaves_nothing_behind_and_a_finished_one_is_not_overwritten() {
    let dir = TestDir::new();
    let child = dir.start("solve kachi-kachi --precision 0.0005 --quiet --out s");
    until("the folder is there", || dir.path("s").exists());
    signal(&child, "TERM");
    let done = wait(child);
    assert_eq!(done.code, Some(130), "{done:?}");
    assert!(done.stderr.contains("interrupted: nothing was written"), "{done:?}");
    assert!(!dir.path("s/solution.csv").exists());
    dir.succeed(&format!("solve kachi-kachi {SMALL} --no-report --quiet --out s"));
    let message = dir.fail(2, "solve kachi-kachi --precision 0.5 --quiet --out s");
    assert!(message.contains("--force"), "{message}");
    assert!(!dir.names("s").contains(&"report.html".to_owned()));
    let json = dir.stdout(&format!("solve kachi-kachi {SMALL} --format json --quiet --out s --force"));
    assert!(json.contains("\"command\"") && json.contains("\"low\""), "{json}");
}

/// Three at a table, with a response that is learned in moments.
const LEARNED: &str =
    "solve kachi-kachi --rule players=3 --rule zero_hand=false --rule max_wager=2 --precision 0.1";

/// Threads change nothing, and the bot wins in a run what was measured.
#[test]
fn a_response_to_a_larger_table_is_learned_to_the_same_bytes_and_wins_what_it_says() {
    let dir = TestDir::new();
    for (out, threads) in [("a", 1), ("b", 3)] {
        let against = "--against station --against random";
        dir.succeed(&format!("{LEARNED} {against} --threads {threads} --quiet --out {out}"));
    }
    let names =
        ["against.csv", "best-response-1.strategy", "best-response-2.strategy", "report.html", "solve.toml"];
    assert_eq!(dir.names("a"), names);
    assert!(dir.all_files("a") == dir.all_files("b"), "the same bytes");
    let against = Sheet::read(&dir.path("a/against.csv"));
    assert_eq!(against.rows.len(), 6);
    for (place, bot) in ["station", "random"].into_iter().enumerate() {
        let own: Vec<_> = against.rows.iter().filter(|row| row.text("bot") == bot).collect();
        let roles: Vec<&str> = own.iter().map(|row| row.text("role")).collect();
        assert_eq!(roles, ["dealer", "position-2", "position-3"]);
        // The run plays every position equally often.
        let mean = |column| own.iter().map(|row| row.number(column)).sum::<f64>() / 3.0;
        let file = format!("a/best-response-{}.strategy", place + 1);
        let rules = "--rule players=3 --rule zero_hand=false --rule max_wager=2 --rule hands=1";
        dir.succeed(&format!(
            "run kachi-kachi {rules} --games 60k --quiet --bots {file},{bot},{bot} --out run-{bot}"
        ));
        let summary = Sheet::read(&dir.path(&format!("run-{bot}/summary.csv")));
        let is_it = |row: &&crate::support::Row| {
            row.text("metric") == "game_net" && row.text("split") == "bot" && row.text("part") == file
        };
        let played = summary.rows.iter().find(is_it).expect("a mean");
        let error =
            4.0 * (played.number("se") + (mean("best_response_high") - mean("best_response_low")) / 4.0);
        let difference = (played.number("mean") - mean("best_response")).abs();
        assert!(difference < error, "{bot}: {difference}, which is more than {error}");
    }
    // A response is a bot like others, also to respond to, at its own table.
    let to_response = "--against a/best-response-1.strategy --quiet --out c";
    dir.succeed(&format!("{LEARNED} {to_response}"));
    let message = dir.fail(2, &format!("{LEARNED} {to_response} --rule players=4"));
    assert!(message.contains("solved for players=3"), "{message}");
}

#[test]
fn an_interrupted_response_leaves_nothing_behind() {
    let dir = TestDir::new();
    let child =
        dir.start("solve kachi-kachi --rule players=8 --against weighing --precision 0.0005 --quiet --out s");
    until("the folder is there", || dir.path("s").exists());
    signal(&child, "TERM");
    let done = wait(child);
    assert_eq!(done.code, Some(130), "{done:?}");
    assert!(done.stderr.contains("interrupted: nothing was written"), "{done:?}");
    assert!(!dir.path("s/against.csv").exists());
}

/// The winner antes like the others: dealing first is then all that a win
/// brings, and a hand with a free ante is not listed.
#[test]
fn house_rules_change_the_values() {
    let dir = TestDir::new();
    let value = |rules: &str, out: &str| {
        dir.succeed(&format!("solve kachi-kachi {SMALL} {rules} --quiet --out {out}"));
        let row = &Sheet::read(&dir.path(&format!("{out}/solution.csv"))).rows;
        [row[0].number("low"), row[0].number("high"), row[0].number("deal")]
    };
    let [low, high, deal] = value("", "a");
    let [same_low, same_high, other_deal] = value("--rule winner_antes=true", "b");
    assert!(low <= same_high && same_low <= high, "the hand is the same");
    assert!(deal > 0.2 && other_deal < 0.1, "{deal} {other_deal}");
    let free = |out: &str| {
        Sheet::read(&dir.path(&format!("{out}/values.csv")))
            .by(&["free_ante"])
            .contains_key(&vec!["yes".to_owned()])
    };
    assert!(free("a") && !free("b"));
    // With nothing in the pot, either player folds rather than lose.
    let [low, high, _] = value("--rule ante=0", "c");
    assert_eq!([low, high], [0.0, 0.0]);
    // Unless folding costs a tip.
    let [low, high, _] = value("--rule ante=0 --rule tips_without_showdown=true", "d");
    assert!(low < high, "{low} {high}");
}
