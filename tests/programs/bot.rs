//! A bot that speaks the protocol, and breaks it in many ways.

use std::collections::HashMap;
use std::fs::OpenOptions;
use std::io::{BufRead, Lines, StdinLock, Write, stdin, stdout};
use std::process::{Command, Stdio, exit};
use std::thread::sleep;
use std::time::Duration;

use serde_json::{Value, json};

use crate::{BOT, PIDS};

const LONG: Duration = Duration::from_secs(600);

/// Plays in a way.
pub fn play(way: &str) {
    note_process();
    let mut lines = stdin().lock().lines();
    if before_hello(way) {
        return;
    }
    let hello: Value =
        serde_json::from_str(&lines.next().expect("a first line").expect("text")).expect("JSON");
    assert_eq!(hello["protocol"], 1);
    hello_answer(way);
    match way.split_once('-') {
        Some(("plain", way)) => plain(way, lines),
        _ => batches(way, lines),
    }
    if way == "ignores-eof" {
        sleep(LONG);
    }
}

/// Notes the process, for whoever looks whether it has ended.
fn note_process() {
    let file = OpenOptions::new().create(true).append(true).open(PIDS);
    writeln!(file.expect("a file"), "{}", std::process::id()).expect("written");
}

fn say(text: &str) {
    let mut out = stdout().lock();
    // Fuda may have had enough.
    if out.write_all(text.as_bytes()).and_then(|()| out.flush()).is_err() {
        exit(0);
    }
}

/// What goes wrong before the first answer; whether that is all.
fn before_hello(way: &str) -> bool {
    match way {
        "exits" => exit(0),
        "exits-3" => {
            eprintln!("Traceback:\n  no module named \u{1b}[31mred");
            exit(3)
        }
        "panics" => panic!("it cannot go on"),
        "hangs-at-start" => sleep(LONG),
        "closes-stdout-at-start" => close_stdout(),
        "early" => say("{\"protocol\":1,\"form\":\"batch\"}\n[[1,0]]\n"),
        "child-at-start" => {
            start_child();
            exit(4);
        }
        "floods-stderr-at-start" => flood_stderr(),
        _ => return false,
    }
    way != "early"
}

fn hello_answer(way: &str) {
    let good = json!({ "protocol": 1, "form": "batch", "about": "plays what it likes" });
    let answer = match way {
        "early" => return,
        "version-2" => json!({ "protocol": 2, "form": "batch" }).to_string(),
        "no-version" => json!({ "form": "batch" }).to_string(),
        "no-form" => json!({ "protocol": 1 }).to_string(),
        "other-form" => json!({ "protocol": 1, "form": "xml" }).to_string(),
        "hello-list" => "[1]".to_owned(),
        "hello-text" => "Hello! I am a bot.".to_owned(),
        "hello-empty" => String::new(),
        "about-number" => json!({ "protocol": 1, "form": "batch", "about": 5 }).to_string(),
        "about-escape" => {
            json!({ "protocol": 1, "form": "batch", "about": "clears \u{1b}[2J the screen" }).to_string()
        }
        _ if way.starts_with("plain") => json!({ "protocol": 1, "form": "plain" }).to_string(),
        _ => good.to_string(),
    };
    say(&format!("{answer}\n"));
}

/// A question in the batch form.
struct Ask {
    game: u64,
    number: u64,
    seed: u64,
    options: usize,
}

fn batches(way: &str, lines: Lines<StdinLock<'_>>) {
    let mut lists: HashMap<u64, usize> = HashMap::new();
    let (mut asked, mut batches) = (0_u64, 0);
    for line in lines {
        let told: Value = serde_json::from_str(&line.expect("text")).expect("JSON");
        for list in told["lists"].as_array().into_iter().flatten() {
            lists.insert(list[0].as_u64().unwrap(), list[1].as_array().unwrap().len());
        }
        let asks: Vec<Ask> = told["ask"].as_array().unwrap().iter().map(|ask| ask_of(ask, &lists)).collect();
        batches += 1;
        // Not at once, so that games are in the middle.
        let is_time = asked > 200;
        asked += asks.len() as u64;
        let good: Vec<(u64, usize)> =
            asks.iter().map(|ask| (ask.game, choice(way, ask, asked, asks.len()))).collect();
        if is_time && misbehave(way, &good) {
            return;
        }
        match way {
            "slow" if batches < 6 => sleep(Duration::from_millis(150)),
            "reversed" => {
                let lines: String =
                    good.iter().rev().map(|answer| format!("{}\n", json!([answer]))).collect();
                say(&lines);
                continue;
            }
            _ => {}
        }
        say(&format!("{}\n", json!(good)));
    }
}

fn ask_of(ask: &Value, lists: &HashMap<u64, usize>) -> Ask {
    let number = |place: usize| ask[place].as_u64().expect("a number");
    let options = ask[5].as_array().map_or_else(|| lists[&number(5)], Vec::len);
    Ask { game: number(0), number: number(2), seed: number(3), options }
}

/// The option that a bot of a way chooses.
fn choice(way: &str, ask: &Ask, asked: u64, at_once: usize) -> usize {
    let number = match way {
        // What it remembers of earlier games.
        "leaks" => asked / 300,
        "by-time" => {
            std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap().as_nanos() as u64
        }
        "by-process" => u64::from(std::process::id()),
        "by-game" => ask.game,
        "by-batch" => (at_once > 1).into(),
        "by-number" => ask.number,
        "first" => 0,
        _ => ask.seed,
    };
    (number % ask.options as u64) as usize
}

/// Goes wrong; whether that is all.
fn misbehave(way: &str, good: &[(u64, usize)]) -> bool {
    let (game, option) = good[0];
    let answer = |answer: Value| say(&format!("{answer}\n"));
    match way {
        "dies" => {
            eprintln!("out of luck");
            exit(7)
        }
        "dies-well" => exit(0),
        "aborts" => std::process::abort(),
        "hangs" => sleep(LONG),
        "hangs-in-words" => {
            say("[[1,");
            sleep(LONG);
        }
        "closes-stdout" => close_stdout(),
        "no-json" => say("I take the first one\n"),
        "empty-line" => say("\n"),
        "object" => answer(json!({ "game": game, "option": option })),
        "flat" => answer(json!([game, option])),
        "triples" => answer(json!([[game, option, 1]])),
        "unknown-game" => answer(json!([[game + 1_000_000, 0]])),
        "ended-game" => answer(json!([[1, 0]])),
        "twice" => answer(json!([[game, option], [game, option]])),
        "missing" => {
            answer(json!(good[1..]));
            sleep(LONG);
        }
        "nothing" => {
            answer(json!([]));
            sleep(LONG);
        }
        "out-of-range" => answer(json!([[game, 99]])),
        "negative" => answer(json!([[game, -1]])),
        "float" => answer(json!([[game, 0.5]])),
        "string" => answer(json!([[game, "0"]])),
        "null" => answer(json!([[game, null]])),
        "huge-number" => say(&format!("[[{game},99999999999999999999]]\n")),
        "deep" => say(&format!("{}\n", "[".repeat(10_000))),
        "long-line" => loop {
            say(&"x".repeat(10_000));
        },
        "floods-stdout" => {
            // Many at once: a line that comes later answers the next question.
            let lines = format!("[]\n{}\n", json!([[game, option]])).repeat(100);
            loop {
                say(&lines);
            }
        }
        "chatters" => loop {
            say(&"[]\n".repeat(10_000));
        },
        "floods-stderr" => flood_stderr(),
        "invalid-utf8" => {
            stdout().write_all(b"[[\xff\xfe,0]]\n").expect("written");
            stdout().flush().expect("flushed");
        }
        "nul" => say("\0\0\0\n"),
        "more-than-asked" => {
            // At once: a second line that comes later answers the next question.
            let line = json!(good);
            say(&format!("{line}\n{line}\n"));
            return false;
        }
        "child" => {
            start_child();
            exit(5)
        }
        "guesses" => {
            // It answers what it was not asked yet, too: it can guess.
            let mut game = game;
            loop {
                answer(json!([[game, 0]]));
                game += 1;
                sleep(Duration::from_millis(1));
            }
        }
        "escapes" => {
            eprintln!("\u{1b}]0;title\u{7} and \u{1b}[2J \u{202e}");
            exit(1)
        }
        "invalid-errors" => {
            std::io::stderr().write_all(b"caf\xe9\n").expect("written");
            exit(1)
        }
        "many-errors" => {
            (0..1000).for_each(|line| eprintln!("line {line} {}", "x".repeat(500)));
            exit(1)
        }
        _ => return false,
    }
    // What is left to say is heard.
    sleep(Duration::from_secs(30));
    true
}

fn flood_stderr() {
    loop {
        if std::io::stderr().write_all(&[b'e'; 10_000]).is_err() {
            exit(0);
        }
    }
}

/// Closes the standard output and runs on. There is no safe way to close it: what
/// does it is a child that has it no longer.
fn close_stdout() {
    let me = std::env::current_exe().expect("a file");
    // It replaces this process, with another standard output.
    use std::os::unix::process::CommandExt;
    let error = Command::new(me).args([BOT, "hangs-at-start"]).stdout(Stdio::null()).exec();
    panic!("{error}");
}

/// Starts a process that holds all pipes open.
fn start_child() {
    let me = std::env::current_exe().expect("a file");
    let child = Command::new(me).args([BOT, "hangs-at-start"]).spawn().expect("it starts");
    // It has noted itself before this one ends.
    drop(child);
    sleep(Duration::from_millis(200));
}

/// The plain form.
fn plain(way: &str, lines: Lines<StdinLock<'_>>) {
    let mut open: HashMap<u64, u64> = HashMap::new();
    let mut asked = 0;
    for line in lines {
        let told: Value = serde_json::from_str(&line.expect("text")).expect("JSON");
        if let Some(game) = told["begin"].as_u64() {
            assert_eq!(open.insert(game, 0), None, "a game begins once");
            continue;
        }
        if let Some(game) = told["end"].as_u64() {
            assert!(open.remove(&game).is_some(), "what ends has begun");
            continue;
        }
        asked += 1;
        let number = open.get_mut(&told["game"].as_u64().unwrap()).expect("it has begun");
        *number += 1;
        assert_eq!(told["number"], *number, "decisions are counted in a game");
        let options = told["options"].as_array().expect("options").len() as u64;
        let choice = told["seed"].as_u64().unwrap() % options;
        match way {
            "no-game" if asked > 100 => say(&format!("{}\n", json!({ "option": choice }))),
            "stops-reading" if asked > 100 => sleep(LONG),
            "list" if asked > 100 => say(&format!("{}\n", json!([[told["game"], choice]]))),
            _ => say(&format!("{}\n", json!({ "game": told["game"], "option": choice }))),
        }
    }
}
