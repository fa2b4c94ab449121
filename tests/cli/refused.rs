//! Wrong commands: one message, exit code 2, and nothing left behind.

use crate::support::{Done, TestDir};

/// Asserts that a command is refused with all of these words, and creates no
/// files.
fn refuse_in(dir: &TestDir, line: &str, words: &[&str]) {
    let before = dir.names(".");
    let done = dir.fuda(line);
    assert_refused(&done, words);
    assert_eq!(dir.names("."), before, "left by: fuda {line}");
}

fn refuse(line: &str, words: &[&str]) {
    refuse_in(&TestDir::new(), line, words);
}

fn assert_refused(done: &Done, words: &[&str]) {
    assert_eq!(done.code, Some(2), "{done:?}");
    assert_eq!(done.stdout, "", "{done:?}");
    assert_eq!(done.stderr.matches("error:").count(), 1, "{done:?}");
    assert!(!done.stderr.contains("panicked"), "{done:?}");
    for word in words {
        assert!(done.stderr.contains(word), "'{word}' is missing: {done:?}");
    }
}

#[test]
fn an_unknown_game_names_the_nearest_one() {
    for command in ["run", "rules", "bots", "replay --block 1"] {
        refuse(&format!("{command} kujurok"), &["unknown game 'kujurok'; did you mean 'kujuroku'?"]);
    }
}

#[test]
fn an_unknown_game_without_a_similar_one_lists_them_all() {
    refuse("run bridge", &["unknown game 'bridge'; known: kujuroku"]);
    refuse("run kujuroku bridge", &["unknown game 'bridge'"]);
}

#[test]
fn a_game_is_named_once() {
    refuse("run kujuroku kujuroku", &["'kujuroku' is named twice"]);
}

#[test]
fn an_unknown_bot_names_the_nearest_one() {
    refuse("run kujuroku --bots gredy", &["unknown bot 'gredy' for kujuroku; did you mean 'greedy'?"]);
    refuse(
        "run kujuroku --bots greedy,nobody",
        &["unknown bot 'nobody' for kujuroku; known: random, greedy"],
    );
}

#[test]
fn a_bot_without_parameters_takes_none() {
    for bot in ["random", "greedy"] {
        refuse(
            &format!("run kujuroku --bot {bot}:depth=3"),
            &[&format!("unknown parameter 'depth' for bot '{bot}' of kujuroku; there are none")],
        );
    }
}

#[test]
fn a_parameter_has_a_key_and_a_value() {
    refuse("run kujuroku --bot greedy:deep", &["parameter 'deep' for bot 'greedy'", "KEY=VALUE"]);
    refuse("run kujuroku --bot greedy:", &["parameter '' for bot 'greedy'", "KEY=VALUE"]);
}

#[test]
fn a_table_of_four_refuses_five_bots() {
    refuse(
        "run kujuroku --bots random,random,random,random,random",
        &["5 bots for a table of 4", "at most 4"],
    );
    refuse("run kujuroku --rule players=3 --bots random,random,random,random", &["4 bots for a table of 3"]);
}

#[test]
fn an_unknown_rule_names_the_nearest_one() {
    refuse("run kujuroku --rule jiso=true", &["unknown rule 'jiso' for kujuroku; did you mean 'jizo'?"]);
    refuse(
        "run kujuroku --rule weather=fine",
        &["unknown rule 'weather' for kujuroku; known: players, jizo"],
    );
}

#[test]
fn a_rule_of_the_wrong_type_or_out_of_range_lists_what_is_allowed() {
    let par = "allowed: a whole number from 1 to 300";
    for (rule, words) in [
        ("jizo=1", ["'jizo' cannot be 1", "allowed: true or false"]),
        ("players=5", ["'players' cannot be 5", "allowed: 3 or 4"]),
        ("yaku_check=often", ["'yaku_check' cannot be \"often\"", "allowed: turn or capture"]),
        ("yaku_value.shi=100", ["'yaku_value.shi' cannot be 100", "from 0 to 99"]),
        ("par=0", ["'par' cannot be 0;", par]),
        ("par=-1", ["'par' cannot be -1;", par]),
        ("par=1.5", ["'par' cannot be 1.5;", par]),
        ("par=1,2", ["'par' cannot be [1.0, 2.0];", par]),
        ("par=99999999999999999999", ["'par' cannot be \"99999999999999999999\";", par]),
        ("par=", ["'par' cannot be \"\";", par]),
    ] {
        refuse(&format!("run kujuroku --rule {rule}"), &words);
    }
}

#[test]
fn a_rule_has_a_key_and_a_value() {
    for rule in ["jizo", "=3"] {
        refuse(
            &format!("run kujuroku --rule {rule}"),
            &[&format!("--rule: '{rule}' is not of the form KEY=VALUE")],
        );
    }
}

#[test]
fn incompatible_rules_are_refused_with_the_reason() {
    refuse("run kujuroku --rule oni=false --rule jizo=true", &["jizo=true needs oni=true"]);
}

#[test]
fn a_number_of_games_is_a_whole_number_above_zero() {
    for games in ["0", "-5", "1.5", "1e99", "many", "2T"] {
        refuse(
            &format!("run kujuroku --games {games}"),
            &[&format!("'{games}' for '--games"), "whole number of games from 1 to 1T"],
        );
    }
}

#[test]
fn a_number_of_threads_is_a_whole_number_above_zero() {
    for threads in ["0", "-1", "1.5", "all", "1025"] {
        refuse(&format!("run kujuroku --threads {threads}"), &["--threads", "from 1 to 1024"]);
    }
}

#[test]
fn a_seed_is_a_whole_number() {
    for seed in ["-1", "1.5", "x", "18446744073709551616"] {
        refuse(&format!("run kujuroku --seed {seed}"), &["--seed", "from 0 to 18446744073709551615"]);
    }
}

#[test]
fn a_time_has_a_unit_and_is_above_zero() {
    for time in ["30", "0s", "-1s", "1d", "s", "infs"] {
        refuse(&format!("run kujuroku --for {time}"), &["--for", "in ms, s, m or h, such as 30s"]);
    }
}

#[test]
fn a_precision_is_a_metric_and_a_number_above_zero() {
    for precision in ["card_score", "card_score=0", "card_score=-1", "card_score=nan", "card_score=x", "=1"] {
        refuse(
            &format!("run kujuroku --precision {precision}"),
            &[&format!("'{precision}'"), "METRIC=H or METRIC:OUTCOME=H, with H a number above 0"],
        );
    }
}

#[test]
fn a_precision_needs_a_known_metric_and_outcome() {
    for (precision, words) in [
        ("card_scor=1", "unknown metric 'card_scor'; did you mean 'card_score'?"),
        ("weather=1", "unknown metric 'weather'; known: card_score, "),
        ("yaku:shii=0.1", "unknown outcome 'shii'; did you mean 'shi'?"),
        ("yaku:weather=0.1", "unknown outcome 'weather'; known: none, shi, "),
        ("card_score:shi=1", "it has a mean and no outcomes"),
    ] {
        refuse(&format!("run kujuroku --precision {precision}"), &[words]);
    }
}

#[test]
fn an_unreadable_rules_file_is_refused_with_the_reason() {
    let dir = TestDir::new();
    dir.put("latin.toml", b"# \xff\n");
    std::fs::create_dir(dir.path("folder.toml")).unwrap();
    for (file, why) in [
        ("missing.toml", "there is no such file"),
        ("folder.toml", "it is a folder"),
        ("latin.toml", "it is not UTF-8 text"),
        ("latin.toml/x", "is not a folder"),
    ] {
        refuse_in(&dir, &format!("run kujuroku --rules {file}"), &[&format!("cannot read {file}: "), why]);
    }
}

#[test]
fn a_mistake_in_a_rules_file_names_its_line() {
    let dir = TestDir::new();
    for (text, words) in [
        ("par = 90\njizo = \n", "rules.toml, line 2: not TOML"),
        (
            "par = 90\njiso = true\n",
            "rules.toml, line 2: unknown rule 'jiso' for kujuroku; did you mean 'jizo'?",
        ),
        (
            "\n[yaku_value]\nshi = 100\n",
            "rules.toml, line 3: 'yaku_value.shi' cannot be 100; allowed: a whole",
        ),
        ("jizo = true\noni = false\n", "jizo=true needs oni=true"),
    ] {
        dir.put("rules.toml", text);
        refuse_in(&dir, "run kujuroku --rules rules.toml", &[words]);
    }
}

#[test]
fn an_invalid_run_toml_is_refused_by_name() {
    let dir = TestDir::new();
    dir.succeed("run kujuroku --games 20 --bots greedy --quiet --out good");
    let good = dir.read("good/run.toml");
    for (from, to, words) in [
        ("seed = 1\n", "", "x.toml: 'seed' is missing"),
        ("seed = 1\n", "seed = \"a\"\n", "x.toml is not the record of a result: "),
        ("seed = 1\n", "seed = 1\nsead = 1\n", "x.toml is not the record of a result: unknown field `sead`"),
        ("\"run\"", "\"sweep\"", "x.toml: this is the record of fuda sweep, not of fuda run"),
        ("games = 20\n", "games = 0\n", "'games' has to be from 1"),
        ("games = 20\n", "for = \"3\"\n", "x.toml: wrong 'for': give a time"),
        (
            "[rules]",
            "[precision]\nmetric = \"win\"\n\n[rules]",
            "x.toml: wrong 'precision': missing field `half_width`",
        ),
        (
            "[rules]",
            "[precision]\nmetric = \"win\"\nhalf_width = 0\n\n[rules]",
            "x.toml: wrong 'precision': 'win=0' is not of the form METRIC=H",
        ),
        ("games = 20\n", "games = 40\n", "'games_played' is less than 'games'"),
        ("first_block = 0", "first_block = 5", "'first_block' has to be 0"),
        (
            "last_block = 19",
            "last_block = 9223372036854775807",
            "'last_block' has to be from 'first_block' to",
        ),
        ("\"kujuroku\"", "\"kujurok\"", "x.toml: unknown game 'kujurok'; did you mean 'kujuroku'?"),
        ("    \"greedy\",\n    \"greedy\"", "    \"gredy\",\n    \"greedy\"", "x.toml: unknown bot 'gredy'"),
        ("players = 4", "players = 9", ": 'players' cannot be 9; allowed: 3 or 4"),
        (&*good, "cards\n", "x.toml is not the record of a result: "),
    ] {
        assert!(good.contains(from), "{from}");
        dir.put("x.toml", good.replacen(from, to, 1));
        refuse_in(&dir, "run --from x.toml", &[words]);
    }
    refuse_in(&dir, "run --from nothing.toml", &["cannot read nothing.toml: there is no such file"]);
    refuse_in(&dir, "run --from good", &["cannot read good: it is a folder"]);
}

#[test]
fn a_table_has_one_line_up() {
    for command in ["run kujuroku", "replay kujuroku --block 0"] {
        refuse(
            &format!("{command} --bots greedy --bots random"),
            &["--bots is given twice", "--bots greedy,random", "'fuda sweep'"],
        );
    }
    refuse(
        "sweep kujuroku --vary jizo --bots greedy --bots random --bot random",
        &["--bot adds to one line-up"],
    );
}

#[test]
fn options_that_run_toml_determines_conflict_with_from() {
    for option in ["kujuroku", "--seed 2", "--games 5", "--bots greedy", "--rule par=9", "--for 1s"] {
        refuse(&format!("run --from run.toml {option}"), &["--from", "cannot be used with"]);
    }
}

#[test]
fn a_replay_needs_an_existing_block_and_rotation() {
    let dir = TestDir::new();
    dir.succeed("run kujuroku --games 20 --quiet --out run");
    for (options, words) in [
        ("kujuroku", "--block"),
        ("kujuroku --block -1", "'-1' for '--block <N>': give a whole number from 0"),
        ("kujuroku --block x", "'x' for '--block <N>': give a whole number from 0"),
        ("kujuroku --block 5 --rotation -1", "'-1' for '--rotation <R>': give a whole number from 0"),
        ("kujuroku --block 5 --rotation 1", "no rotation 1: this line-up has only rotation 0"),
        ("kujuroku --block 5 --rotation 2 --bots greedy,random", "this line-up has rotations 0 to 1"),
        ("kujuroku --block 5 --games 5", "no block 5: this run has blocks 0 to 4"),
        ("--from run/run.toml --block 20", "no block 20: this run has blocks 0 to 19"),
    ] {
        refuse_in(&dir, &format!("replay {options}"), &[words]);
    }
}

#[test]
fn an_unknown_option_is_refused() {
    refuse("run kujuroku --format xml", &["--format", "table, json"]);
    refuse("run kujuroku --colour", &["--colour"]);
    refuse("deal", &["deal"]);
}
