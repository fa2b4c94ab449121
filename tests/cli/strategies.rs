//! Bots from files: what they may do, and how their failures are reported.

use std::fs;

use crate::support::{TestDir, signal, until, wait};

/// A folder with a script whose function has this body, after some rounds.
fn dir_with(body: &str) -> TestDir {
    let dir = TestDir::new();
    let text = format!("return {{ about = 'a test', choose = function(view, options)\n{body}\nend }}\n");
    fs::write(dir.path("mine.luau"), text).expect("the script can be written");
    dir
}

/// Fails in a round that few games reach: some blocks are finished before.
fn fails_late(body: &str) -> (String, TestDir) {
    let dir = dir_with(&format!("if view.round < 14 then return 1 end\n{body}"));
    let error =
        dir.fail(1, "run kujuroku --games 4k --seed 1 --bots mine.luau --out out --threads 2 --quiet");
    (error, dir)
}

#[test]
fn a_script_that_fails_ends_the_run_with_its_line_and_block_and_keeps_what_was_finished() {
    for (body, expected) in [
        ("while true do end", "mine.luau:3: more than 1000000 steps"),
        ("local t = {} while true do table.insert(t, string.rep('x', 10000) .. #t) end", "more than 64 MB"),
        ("error('no idea')", "mine.luau:3: no idea"),
        ("return 'nonsense'", "choose returned 'nonsense'"),
        ("return io.open('/etc/passwd')", "mine.luau:3: unknown name 'io'"),
        ("return os.execute('true')", "mine.luau:3: unknown name 'os'"),
        ("return require('x')", "mine.luau:3: unknown name 'require'"),
    ] {
        let (error, dir) = fails_late(body);
        assert!(error.contains(expected), "{body}: {error}");
        assert!(error.contains("bot 'mine.luau' failed in block"), "{body}: {error}");
        let run = fs::read_to_string(dir.path("out/run.toml")).expect("what was finished is kept");
        assert!(run.contains("complete = false") && run.contains("ended = \"failed\""), "{run}");
        assert!(dir.path("out/summary.csv").exists());
    }
}

#[test]
fn a_script_gives_the_same_files_on_any_number_of_threads() {
    let dir = dir_with("return math.random(#options)");
    let files = ["1", "2", "3"].map(|threads| {
        let out = format!("out{threads}");
        dir.succeed(&format!(
            "run kujuroku --games 200 --bots mine.luau --quiet --threads {threads} --out {out}"
        ));
        let names: Vec<String> = dir.names(&out).into_iter().filter(|name| name != "timing.json").collect();
        names.iter().map(|name| fs::read(dir.path(&out).join(name)).expect("a file")).collect::<Vec<_>>()
    });
    assert_eq!(files[0], files[1]);
    assert_eq!(files[0], files[2]);
}

#[test]
fn a_script_that_cannot_be_started_is_refused_before_the_run() {
    let dir = TestDir::new();
    fs::write(dir.path("mine.luau"), "return {\n choose = function( }\n").expect("written");
    let error = dir.fail(2, "run kujuroku --games 10 --bots mine.luau");
    assert!(error.contains("mine.luau:2:"), "{error}");
    fs::write(dir.path("mine.luau"), "while true do end").expect("written");
    for command in ["run kujuroku --bots mine.luau", "compare kujuroku mine.luau random"] {
        let error = dir.fail(2, &format!("{command} --games 10"));
        assert!(error.contains("mine.luau:1: more than 1000000 steps"), "{error}");
        assert!(error.contains("while the script was loaded"), "{error}");
    }
    assert!(dir.names("").iter().all(|name| name != "reports"), "nothing was begun");
}

#[test]
fn a_strategy_with_a_mistake_is_refused_with_its_line() {
    let dir = TestDir::new();
    let text = "about = 'x'\nkind = 'search'\n[parameters]\niteration = 5\n";
    fs::write(dir.path("mine.toml"), text).expect("written");
    let error = dir.fail(2, "run oni --games 10 --bots mine.toml");
    assert!(error.contains("mine.toml, line 4") && error.contains("'iterations'"), "{error}");
    let error = dir.fail(2, "run oni --games 10 --bots nobody.toml");
    assert!(error.contains("nobody.toml"), "{error}");
    let error = dir.fail(2, "run oni --games 10 --bots some/mine.lua");
    assert!(error.contains(".toml, .luau or .strategy"), "{error}");
}

#[test]
fn a_bot_that_was_split_at_its_comma_gets_a_hint() {
    let dir = TestDir::new();
    let error = dir.fail(2, "run kujuroku --bots weighing:points=0.1,keep=0.2 --games 8");
    assert!(
        error.contains("unknown bot 'keep=0.2' for kujuroku; a bot with a comma in it is given with --bot")
    );
    dir.succeed("run kujuroku --bot weighing:points=0.1,keep=0.2 --games 8 --quiet");
}

#[test]
fn an_empty_bot_name_is_refused() {
    let dir = TestDir::new();
    for command in
        ["run kujuroku --bots=", "run kujuroku --bots random,", "sweep kujuroku --vary jizo --bots="]
    {
        let error = dir.fail(2, command);
        assert!(
            error.contains("the name of a bot is missing; known for kujuroku: random, greedy"),
            "{error}"
        );
    }
}

#[test]
fn a_bare_name_is_looked_up_and_listed() {
    let dir = TestDir::new();
    fs::create_dir_all(dir.path("strategies/oni")).expect("a folder");
    let text =
        "about = 'looks a little ahead'\norigin = 'a test'\nkind = 'search'\n[parameters]\niterations = 4\n";
    fs::write(dir.path("strategies/oni/hasty.toml"), text).expect("written");
    fs::write(dir.path("strategies/oni/broken.luau"), "return 1").expect("written");
    let list = dir.stdout("bots oni");
    assert!(list.contains("hasty") && list.contains("looks a little ahead"), "{list}");
    assert!(list.contains("broken") && list.contains("cannot play"), "{list}");
    dir.succeed("run oni --games 8 --bots hasty,random --out out --quiet");
    let run = fs::read_to_string(dir.path("out/run.toml")).expect("a run");
    assert!(run.contains("sha256") && run.contains("iterations = 4"), "{run}");
    let error = dir.fail(2, "run oni --games 8 --bots hsty");
    assert!(error.contains("did you mean 'hasty'?"), "{error}");
}

#[test]
fn a_run_is_not_done_again_with_another_file() {
    let dir = dir_with("return 1");
    dir.succeed("run kujuroku --games 8 --bots mine.luau --out out --quiet");
    dir.succeed("run --from out/run.toml --out again --quiet");
    let text = "return { choose = function(view, options) return #options end }";
    fs::write(dir.path("mine.luau"), text).expect("written");
    let error = dir.fail(2, "run --from out/run.toml --out third --quiet");
    assert!(error.contains("mine.luau has changed"), "{error}");
    let error = dir.fail(2, "replay --from out/run.toml --block 0");
    assert!(error.contains("mine.luau has changed; the game would not be the same"), "{error}");
}

#[test]
fn a_bot_is_checked() {
    let dir = dir_with("return 1");
    let stdout = dir.stdout("bots kujuroku --check mine.luau --games 5");
    for line in ["legal", "repeatable", "sees nothing hidden", "a decision takes"] {
        assert!(stdout.contains(line), "{stdout}");
    }
    let dir = dir_with("return 99");
    let failed = dir.fuda("bots kujuroku --check mine.luau");
    assert_eq!(failed.code, Some(1), "{failed:?}");
    assert!(failed.stderr.contains("does not play by the rules"), "{failed:?}");
    assert!(!failed.stdout.contains("a decision takes"), "{failed:?}");
    let error = dir.fail(2, "bots kujuroku --games 5");
    assert!(error.contains("are for --check; add --check SPEC"), "{error}");
    let fields = dir.stdout("bots kujuroku --fields");
    assert!(fields.contains("view.hand") && fields.contains("card.points"), "{fields}");
}

#[test]
fn nothing_raw_of_a_strategy_reaches_the_terminal() {
    let dir = TestDir::new();
    fs::create_dir_all(dir.path("strategies/oni")).expect("a folder");
    let long = "x".repeat(100_000);
    let script = format!(
        "return {{ about = '\\27[31mred', origin = '{long}', choose = function() error('\\7') end }}"
    );
    dir.put("strategies/oni/loud.luau", &script);
    dir.put("strategies/oni/toml.toml", "about = \"\\u001b[2Jgone\"\nkind = 'shedder'\n");
    dir.put("strategies/oni/a:b.luau", "return { choose = function() return 1 end }");
    dir.put("strategies/oni/bell\u{7}.luau", "return { choose = function() return 1 end }");
    dir.put(
        "strategies/oni/mark.luau",
        "\u{feff}return { about = 'has a mark', choose = function() return 1 end }",
    );
    let list = dir.stdout("bots oni");
    assert!(list.contains("\\u{1b}[31mred") && list.contains("\\u{1b}[2Jgone"), "{list}");
    assert!(list.chars().all(|character| character == '\n' || !character.is_control()), "{list}");
    assert!(list.len() < 10_000, "{} bytes", list.len());
    assert!(list.contains("has a mark"), "{list}");
    let words = list.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.contains("cannot have ':'"), "{list}");
    let error = dir.fail(2, "run oni --games 8 --bots strategies/oni/a:b.luau");
    assert!(error.contains("cannot have ':'"), "{error}");
    let error = dir.fail(1, "run oni --games 8 --bots loud --quiet");
    assert!(error.contains("\\u{7}") && !error.contains('\u{7}'), "{error}");
}

#[cfg(unix)]
#[test]
fn a_pipe_is_not_a_strategy() {
    let dir = TestDir::new();
    let made = dir.bash("mkdir -p strategies/oni && mkfifo strategies/oni/pipe.luau");
    assert_eq!(made.code, Some(0), "{made:?}");
    let list = dir.stdout("bots oni");
    assert!(!list.contains("pipe"), "{list}");
    let error = dir.fail(2, "run oni --games 8 --bots strategies/oni/pipe.luau");
    assert!(error.contains("not a regular file"), "{error}");
}

/// Few steps, each of which takes long inside of the library: no decision ends
/// before the clock ends it.
const SLOW: &str = "local a, b = string.rep('x', 5000000) .. 'a', string.rep('x', 5000000) .. 'b'
    local n = 0 for i = 1, 900000 do if a < b then n += 1 end end return 1";

#[test]
fn a_script_is_stopped_in_a_decision_when_the_time_is_up() {
    let dir = dir_with(SLOW);
    let done = dir.fuda("run kujuroku --games 100k --for 1s --bots mine.luau --out out --quiet --threads 2");
    assert!(done.stderr.contains("no block was finished in 1s"), "{done:?}");
}

#[test]
fn a_script_is_stopped_in_a_decision_by_a_signal() {
    let dir = dir_with(SLOW);
    let child = dir.start("run kujuroku --games 100k --bots mine.luau --out out --threads 2");
    until("the folder is made", || dir.path("out").exists());
    std::thread::sleep(std::time::Duration::from_millis(300));
    signal(&child, "TERM");
    let done = wait(child);
    assert_eq!(done.code, Some(130), "{done:?}");
    assert!(done.stderr.contains("before the first block"), "{done:?}");
}

/// In one of some thousand decisions it does not end: the blocks before it are
/// kept.
#[test]
fn finished_blocks_are_kept_when_a_script_is_stopped_in_a_decision() {
    let dir = dir_with(&format!("if math.random(3000) > 1 then return 1 end\n{SLOW}"));
    dir.succeed("run kujuroku --games 100k --for 2s --bots mine.luau,random --threads 2 --out out");
    assert!(dir.read("out/run.toml").contains("ended = \"time\""), "{}", dir.read("out/run.toml"));
}

#[test]
fn a_new_script_is_written_once_and_plays() {
    let dir = TestDir::new();
    dir.succeed("bots oni --new mine.luau");
    dir.succeed("bots oni --check mine.luau --games 5");
    let error = dir.fail(2, "bots oni --new mine.luau");
    assert!(error.contains("mine.luau is there already"), "{error}");
    let error = dir.fail(2, "bots oni --new mine.lua");
    assert!(error.contains("ends in .luau"), "{error}");
    let types = dir.stdout("bots oni --types");
    assert!(types.contains("\n\tread hand: { Card },\n") && types.contains("declare rules: {\n"), "{types}");
    assert!(!types.contains('\\'), "a file for editors, not for terminals: {types}");
}

#[test]
fn a_page_of_a_game_takes_no_thoughts_and_no_bot_that_fails() {
    let dir = dir_with("error('<b>no idea</b>')");
    let page = "replay kujuroku --block 0 --bots greedy --format html";
    let error = dir.fail(2, &format!("{page} --thoughts"));
    assert!(error.contains("--thoughts is for --format text and jsonl"), "{error}");
    let error = dir.fail(1, &format!("{page} --against mine.luau"));
    assert!(error.contains("--against: ") && error.contains("no idea"), "{error}");
}

#[test]
fn a_replay_shows_what_a_script_prints_and_thinks() {
    let dir = dir_with(
        "print('hello', view.decision)\nlocal v = {} for i = 1, #options do v[i] = i / 2 end return 1, v",
    );
    let plain = dir.stdout("replay kujuroku --block 0 --bots mine.luau,random");
    assert!(
        plain.contains("[1] seat 1 prints: hello play") || plain.contains("prints: hello play"),
        "{plain}"
    );
    assert!(!plain.contains("returns 1 for 'play'"), "{plain}");
    let thoughts = dir.stdout("replay kujuroku --block 0 --bots mine.luau,random --thoughts");
    assert!(thoughts.contains("returns 1 for 'play': ") && thoughts.contains(" 0.5, "), "{thoughts}");
    let lines = dir.stdout("replay kujuroku --block 0 --bots mine.luau,random --thoughts --format jsonl");
    let noted = lines.lines().find(|line| line.contains("\"noted\"")).expect("a note");
    let noted: serde_json::Value = serde_json::from_str(noted).expect("JSON");
    assert_eq!((&noted["printed"][0], &noted["values"][1]), (&"hello play".into(), &1.0.into()));
    let check = dir.stdout("bots kujuroku --check mine.luau --games 3");
    assert!(check.contains("hello play"), "{check}");
}

/// Without loops and calls of its own a script takes no steps, and here most of a
/// minute for a decision.
#[test]
#[ignore = "it takes twenty seconds"]
fn a_script_that_nothing_can_end_is_ended_with_the_program() {
    let dir = TestDir::new();
    let long = "string.rep('x', 9e6)";
    let compared = "n = s < t\n".repeat(60_000);
    dir.put(
        "slow.luau",
        format!(
            "local s, t = {long} .. 'a', {long} .. 'b'
            return {{ choose = function(view, options) local n\n{compared} return 1 end }}"
        ),
    );
    let error = dir.fail(1, "run kujuroku --bots slow.luau,random --games 1k --out result");
    assert!(error.contains("slow.luau: it does not end, and nothing can end it: stopped at once"), "{error}");
    assert!(!dir.path("result").exists(), "nothing was finished");
}
