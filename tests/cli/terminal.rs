//! What is seen on a terminal: tables of its width, and a line of progress that
//! leaves nothing behind.

use std::io::Write as _;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use crate::support::TestDir;

/// Runs `fuda` on a terminal of this width, on which these keys are pressed after
/// a while, and returns what was printed.
fn on_terminal(dir: &TestDir, line: &str, width: usize, keys: &[(u64, &str)]) -> String {
    let program = env!("CARGO_BIN_EXE_fuda");
    let mut terminal = Command::new("script")
        .args(["-q", "-c", &format!("stty cols {width} rows 50; exec {program} {line}"), "/dev/null"])
        .current_dir(dir.path("."))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("there is a script");
    let mut keyboard = terminal.stdin.take().expect("a pipe");
    for (milliseconds, key) in keys {
        thread::sleep(Duration::from_millis(*milliseconds));
        keyboard.write_all(key.as_bytes()).expect("the program listens");
        keyboard.flush().expect("the program listens");
    }
    let output = terminal.wait_with_output().expect("it ends");
    drop(keyboard);
    String::from_utf8(output.stdout).expect("the output is UTF-8")
}

/// The lines that a terminal of this width shows after this output.
fn screen(output: &str, width: u16) -> Vec<String> {
    let mut terminal = vt100::Parser::new(1_000, width, 0);
    terminal.process(output.as_bytes());
    terminal.screen().rows(0, width).collect()
}

/// Commands whose tables have few and many columns, and lists.
const COMMANDS: [&str; 10] = [
    "run kujuroku --games 40 --bots greedy,random --out run",
    "run oni --games 40 --out oni",
    "compare kujuroku greedy random --each-decision --games 40 --out compare",
    "league kachi-kachi --games 160 --mixed --out league",
    "sweep kujuroku --vary par=88,96,104 --games 200 --out sweep",
    "odds kachi-kachi --out odds",
    "games",
    "rules kujuroku",
    "bots oni --check shedder --games 2",
    "metrics kachi-kachi",
];

#[test]
fn tables_have_the_width_of_the_terminal() {
    let dir = TestDir::new();
    for line in COMMANDS {
        for width in [60, 80, 140] {
            let shown = screen(&on_terminal(&dir, line, width, &[]), 1_000);
            // A command is not wrapped, so that it can be copied.
            let prose = shown.iter().filter(|line| !line.contains("fuda "));
            for line in prose {
                assert!(line.chars().count() <= width, "{width}: {line}");
            }
        }
    }
}

#[test]
fn a_wide_terminal_is_used() {
    let dir = TestDir::new();
    let widest = |width| {
        let shown = screen(&on_terminal(&dir, COMMANDS[2], width, &[]), 1_000);
        let table = shown.iter().skip_while(|line| !line.contains("rotation")).take(20);
        table.map(|line| line.chars().count()).max()
    };
    assert!(widest(60) < widest(140));
}

#[test]
fn the_line_of_progress_is_cleared_after_ctrl_c() {
    let dir = TestDir::new();
    for width in [60, 80, 140] {
        let line = "run kujuroku --games 100M --bots random --out out --force";
        let output = on_terminal(&dir, line, width, &[(1_500, "\x03")]);
        assert!(output.contains(" of 100,000,000 games, "), "there was progress: {output}");
        let shown = screen(&output, width as u16).join("\n");
        assert!(shown.contains("interrupted after "), "{shown}");
        assert!(!shown.contains(" of 100,000,000 games"), "{shown}");
        assert!(!shown.contains("^C"), "{shown}");
        for drawn in output.split('\r').filter(|part| part.contains(" of 100,000,000 games")) {
            let line = drawn.trim_start_matches("\x1b[2K").trim_end_matches("^C");
            assert!(line.chars().count() < width - 2, "{width}: {drawn:?}");
        }
    }
}

#[test]
fn one_line_of_progress_is_for_all_pairs() {
    let dir = TestDir::new();
    let line = "league kujuroku --games 40k --out out";
    let output = on_terminal(&dir, line, 100, &[]);
    // Three pairs of three bots.
    let drawn: Vec<&str> = output.split('\r').filter(|part| part.contains(" games, ")).collect();
    assert!(!drawn.is_empty() && drawn.iter().all(|line| line.contains(" of 120,000 games")), "{drawn:?}");
}
