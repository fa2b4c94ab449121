//! Programs that play, and what is refused before they do.

use std::fs;
use std::path::Path;
use std::process::Output;

use crate::support::TestDir;
use crate::{Test, assert_none_runs, exec, fuda, root};

pub const TESTS: &[Test] = &[
    ("every_game_is_the_same_in_every_form_and_on_any_number_of_threads", every_game),
    ("slow_answers_within_the_limit_are_fine", slow),
    ("a_program_that_ignores_the_end_of_its_input_is_ended", ignores_the_end),
    ("all_commands_take_programs", all_commands),
    ("a_program_sits_beside_scripts_and_searches", beside_others),
    ("the_check_says_what_is_wrong", the_check),
    ("the_record_has_the_command_and_its_files", the_record),
    ("a_strategy_file_names_a_program_from_its_folder", strategy_files),
    ("a_program_that_cannot_start_fails_only_where_it_is_used", only_where_used),
    ("what_a_program_says_of_itself_is_escaped", escaped),
    ("commands_that_are_none_are_refused", refused),
    ("the_page_has_the_first_bot_as_it_is", the_page),
    ("a_bot_to_start_from_comes_with_its_module", to_start_from),
];

fn done(output: &Output) -> String {
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{stderr}");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// The files of a run, with a name for the bot that all ways have.
fn figures(dir: &TestDir, folder: &str, way: &str) -> Vec<(String, String)> {
    let files = dir
        .results(folder)
        .into_iter()
        .filter(|(name, _)| Path::new(name).extension().is_some_and(|end| end == "csv"));
    let bot = exec(way);
    files.map(|(name, bytes)| (name, String::from_utf8(bytes).expect("text").replace(&bot, "BOT"))).collect()
}

fn every_game() {
    for game in ["kujuroku", "oni", "kusuri-gui", "kachi-kachi", "kazu-tori"] {
        let dir = TestDir::new();
        let run = |way: &str, threads: &str| {
            let out = format!("{way}-{threads}");
            let bots = format!("{},random", exec(way));
            let words = ["run", game, "--games", "80", "--bots", &bots, "--threads", threads, "--out", &out];
            done(&fuda(&dir, &[&words[..], &["--quiet", "--no-report"]].concat()));
            figures(&dir, &out, way)
        };
        let first = run("batch", "1");
        assert!(first.iter().any(|(_, text)| text.contains("BOT")), "{game}");
        for (way, threads) in [("batch", "3"), ("plain-good", "1"), ("reversed", "2")] {
            assert!(run(way, threads) == first, "{game}: {way} on {threads} threads");
        }
        assert_none_runs(&dir);
    }
}

fn slow() {
    let dir = TestDir::new();
    let words = ["run", "kachi-kachi", "--games", "8", "--bots", &exec("slow"), "--out", "out", "--quiet"];
    done(&fuda(&dir, &words));
    assert_none_runs(&dir);
}

fn ignores_the_end() {
    let dir = TestDir::new();
    let words =
        ["run", "kachi-kachi", "--games", "8", "--bots", &exec("ignores-eof"), "--out", "out", "--quiet"];
    done(&fuda(&dir, &words));
    assert_none_runs(&dir);
}

fn all_commands() {
    let dir = TestDir::new();
    let (one, other) = (exec("batch"), exec("plain-good"));
    let quiet = ["--quiet", "--no-report", "--threads", "2"];
    let play = |words: &[&str]| done(&fuda(&dir, &[words, &quiet].concat()));
    play(&["compare", "oni", &one, &other, "--games", "40", "--out", "compare"]);
    // Both choose by the seed of the decision.
    play(&["compare", "oni", &one, &other, "--each-decision", "--games", "8", "--out", "differences"]);
    assert!(dir.read("differences/differences.csv").lines().count() <= 1);
    play(&["league", "kachi-kachi", &one, &other, "weighing", "--mixed", "--games", "40", "--out", "league"]);
    play(&[
        "sweep",
        "kujuroku",
        "--vary",
        "jizo=true,false",
        "--bots",
        &one,
        "--games",
        "8",
        "--out",
        "sweep",
    ]);
    let game = done(&fuda(&dir, &["replay", "oni", "--block", "3", "--bots", &one, "--thoughts"]));
    assert!(game.contains(&format!("{one} at seat 1")), "{game}");
    let checked = done(&fuda(&dir, &["bots", "oni", "--check", &one, "--games", "8"]));
    for check in ["legal", "repeatable", "sees nothing hidden", "keeps games apart", "in time"] {
        assert!(checked.contains(&format!("  {check:<22} yes: ")), "{checked}");
    }
    assert_none_runs(&dir);
}

fn beside_others() {
    let dir = TestDir::new();
    dir.put("mine.luau", "local n = 0 return { about = 'a', choose = function(view, options) n += 1 return n % #options + 1 end }");
    let bots = format!("{},mine.luau,{},search:iterations=2", exec("batch"), exec("by-number"));
    for (threads, out) in [("1", "a"), ("2", "b")] {
        for (bots, out) in
            [(bots.rsplit_once(',').expect("four").0, out.to_owned()), (&*bots, format!("{out}-search"))]
        {
            let words = ["run", "oni", "--games", "80", "--bots", bots, "--threads", threads, "--out", &out];
            done(&fuda(&dir, &[&words[..], &["--quiet", "--no-report"]].concat()));
        }
    }
    dir.assert_same("a", "b");
    dir.assert_same("a-search", "b-search");
    assert_none_runs(&dir);
}

fn the_check() {
    for (way, options, says) in [
        (
            "leaks",
            &["--games", "30"][..],
            "and so does another new bot: it remembers something of earlier games",
        ),
        (
            "by-time",
            &["--games", "30"],
            "and another new bot differs from that: its choices are never the same",
        ),
        ("by-batch", &["--games", "30"], "keeps games apart      NO: block 0, decision "),
        (
            "slow",
            &["--games", "1", "--bot-timeout", "290ms"],
            "in time                NO: block 0, decision ",
        ),
        ("out-of-range", &["--games", "30"], "legal                  NO: block "),
    ] {
        let dir = TestDir::new();
        let words = ["bots", "kusuri-gui", "--check", &exec(way)];
        let checked = fuda(&dir, &[&words[..], options].concat());
        let stdout =
            String::from_utf8_lossy(&checked.stdout).split_whitespace().collect::<Vec<_>>().join(" ");
        assert_eq!(checked.status.code(), Some(1), "{way}: {stdout}");
        let says = says.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(stdout.contains(&says), "{way}: {stdout}");
        assert_none_runs(&dir);
    }
}

fn the_record() {
    let dir = TestDir::new();
    dir.put("weights.txt", "1 2 3");
    let bot = format!("{} weights.txt 'two words'", exec("batch"));
    let run = |out: &[&str]| {
        fuda(&dir, &[&["run", "oni", "--games", "8", "--bots", &bot, "--quiet"], out].concat())
    };
    done(&run(&["--out", "out"]));
    let record = dir.read("out/run.toml");
    assert!(record.contains("    \"weights.txt\",\n    \"two words\",\n]"), "{record}");
    assert!(record.contains("about = \"plays what it likes\""), "{record}");
    assert!(record.contains("[bot.program_files]"), "{record}");
    let again = ["run", "--from", "out/run.toml", "--allow-programs", "--quiet", "--out"];
    done(&fuda(&dir, &[&again[..], &["again"]].concat()));
    dir.assert_same("out", "again");
    done(&run(&[]));
    dir.put("weights.txt", "1 2 4");
    done(&run(&[]));
    assert_eq!(dir.result_folders().len(), 2, "a changed file is another result");
    let changed = fuda(&dir, &[&again[..], &["third"]].concat());
    let stderr = String::from_utf8_lossy(&changed.stderr);
    assert_eq!(changed.status.code(), Some(2), "{stderr}");
    assert!(stderr.contains("weights.txt has changed"), "{stderr}");
}

fn strategy_files() {
    let dir = TestDir::new();
    fs::create_dir_all(dir.path("far")).expect("a folder");
    fs::create_dir_all(dir.path("strategies/oni")).expect("a folder");
    let me = std::env::current_exe().expect("a file");
    std::os::unix::fs::symlink(me, dir.path("far/bot")).expect("a link");
    let program = "about = 'plays on'\nprogram = ['../../far/bot', 'bot', 'batch']\n";
    dir.put("strategies/oni/mine.toml", program);
    dir.succeed("run oni --games 8 --bots mine,random --out out --quiet");
    let record = dir.read("out/run.toml");
    assert!(
        record.contains("file = \"strategies/oni/mine.toml\"") && record.contains("\"../../far/bot\""),
        "{record}"
    );
    assert!(record.contains("about = \"plays on\""), "{record}");
    // It was started in the folder of the file.
    assert!(dir.path("strategies/oni/pids").is_file());
    for (text, says) in [
        ("about = 'a'\nprogram = 'bot'\n", "a list of texts: the program and its arguments"),
        ("about = 'a'\nprogram = ['bot', 5]\n", "a list of texts: the program and its arguments"),
        ("about = 'a'\nprogram = []\n", "'program': there is no program in it"),
        ("about = 'a'\nprogram = ['']\n", "'program': the name of the program is empty"),
        ("about = 'a'\nkind = 'shedder'\nprogram = ['bot']\n", "'kind' and 'program' exclude each other"),
        ("about = 'a'\nprogram = ['bot']\n[parameters]\nx = 1\n", "a program has no parameter 'x'"),
        ("program = ['bot']\n", "'about' is missing"),
    ] {
        dir.put("strategies/oni/wrong.toml", text);
        let error = dir.fail(2, "run oni --games 8 --bots wrong");
        assert!(error.contains(says), "{says}: {error}");
    }
}

fn only_where_used() {
    let dir = TestDir::new();
    fs::create_dir_all(dir.path("strategies/oni")).expect("a folder");
    dir.put("strategies/oni/absent.toml", "about = 'is not there'\nprogram = ['no-such-program-anywhere']\n");
    let listed = dir.stdout("bots oni");
    assert!(listed.contains("is not there"), "{listed}");
    // A league of all bots is one without programs.
    dir.succeed("league oni --games 8 --out league --quiet --no-report");
    let error = dir.fail(2, "run oni --games 8 --bots absent");
    let says = "bot 'absent': cannot start 'no-such-program-anywhere': there is no such program";
    assert!(error.contains(says), "{error}");
}

fn escaped() {
    let dir = TestDir::new();
    let words = ["run", "oni", "--games", "8", "--bots", &exec("about-escape"), "--out", "out", "--quiet"];
    done(&fuda(&dir, &words));
    for file in ["out/run.toml", "out/report.html"] {
        let text = dir.read(file);
        assert!(!text.contains('\u{1b}') && text.contains("the screen"), "{file}");
    }
}

fn the_page() {
    let page = fs::read_to_string(root().join("docs/programs.md")).expect("text");
    let bot = fs::read_to_string(root().join("strategies/programs/evening.py")).expect("text");
    let code = bot.split("\"\"\"").nth(2).expect("code after its description").trim_start();
    assert!(page.contains(code), "{code}");
    assert!(bot.lines().count() <= 24, "it is short");
}

fn to_start_from() {
    let dir = TestDir::new();
    let said = dir.stdout("bots oni --new mine.py");
    assert!(said.contains("mine.py is written, and plays"), "{said}");
    assert!(dir.read("mine.py").contains("#   view.hand           your cards\n"), "{}", dir.read("mine.py"));
    let module = fs::read_to_string(root().join("strategies/programs/fuda_bot.py")).expect("text");
    assert_eq!(dir.read("fuda_bot.py"), module);
    dir.succeed("bots kachi-kachi --new hand.py");
    assert!(dir.read("hand.py").contains("#   view.class_ "), "{}", dir.read("hand.py"));
    // What is there is left alone.
    dir.put("fuda_bot.py", "mine");
    assert!(dir.fail(2, "bots oni --new mine.py").contains("mine.py is there already"));
    dir.succeed("bots oni --new other.py");
    assert_eq!(dir.read("fuda_bot.py"), "mine");
    assert!(dir.fail(2, "bots oni --new fuda_bot.py").contains("is the name of the module"));
    assert!(dir.fail(2, "bots oni --new mine.rb").contains("that of a program in .py"));
}

fn refused() {
    let dir = TestDir::new();
    dir.put("data.txt", "not a program");
    for (bot, says) in [
        ("exec:", "bot 'exec:': there is no program in it"),
        ("exec:   ", "bot 'exec:': there is no program in it"),
        ("exec:''", "the name of the program is empty"),
        ("exec:python3 'mine.py", "a quote has no end"),
        (
            "exec:no-such-program-anywhere x",
            "cannot start 'no-such-program-anywhere': there is no such program",
        ),
        ("exec:./data.txt", "cannot start './data.txt': it may not be executed"),
        ("exec:.", "cannot start '.': it may not be executed"),
    ] {
        let run = fuda(&dir, &["run", "oni", "--games", "8", "--bots", bot, "--out", "out"]);
        let stderr = String::from_utf8_lossy(&run.stderr);
        assert_eq!(run.status.code(), Some(2), "{bot}: {stderr}");
        assert!(stderr.contains(says), "{bot}: {stderr}");
    }
    assert_eq!(dir.names("."), ["data.txt"]);
}
