//! A compiled bot for Oni in one file, without a library: it gets rid of the card
//! with the most points. To build it:
//!
//! ```text
//! rustc --edition 2021 -O -o strategies/programs/shedder strategies/programs/shedder.rs
//! ```
//!
//! Most of it reads JSON; with a library for that the bot is the last page.

use std::io::{BufRead, Write};
use std::iter::Peekable;
use std::str::Chars;

/// A value in JSON.
enum Json {
    Number(f64),
    Text(String),
    List(Vec<Json>),
    Object(Vec<(String, Json)>),
    /// True, false or null.
    Word,
}

impl Json {
    fn read(text: &str) -> Json {
        value(&mut text.chars().peekable())
    }

    fn get(&self, key: &str) -> Option<&Json> {
        let Json::Object(entries) = self else { return None };
        entries.iter().find(|(name, _)| name == key).map(|(_, value)| value)
    }

    fn list(&self) -> &[Json] {
        if let Json::List(values) = self { values } else { &[] }
    }

    fn number(&self) -> f64 {
        if let Json::Number(number) = self { *number } else { 0.0 }
    }
}

/// The next character that is neither space, comma nor colon: what fuda writes is
/// valid, so these say nothing.
fn next(text: &mut Peekable<Chars>) -> char {
    text.find(|letter| !matches!(letter, ' ' | ',' | ':')).expect("more of the line")
}

/// Whether a list or an object ends here.
fn is_end(text: &mut Peekable<Chars>, end: char) -> bool {
    while text.next_if(|letter| matches!(letter, ' ' | ',')).is_some() {}
    text.next_if_eq(&end).is_some()
}

fn value(text: &mut Peekable<Chars>) -> Json {
    match next(text) {
        '[' => {
            let mut values = Vec::new();
            while !is_end(text, ']') {
                values.push(value(text));
            }
            Json::List(values)
        }
        '{' => {
            let mut entries = Vec::new();
            while !is_end(text, '}') {
                let Json::Text(key) = value(text) else { panic!("a key is a text") };
                entries.push((key, value(text)));
            }
            Json::Object(entries)
        }
        '"' => {
            let mut content = String::new();
            loop {
                match text.next().expect("the end of a text") {
                    '"' => return Json::Text(content),
                    '\\' => content.extend(text.next()),
                    letter => content.push(letter),
                }
            }
        }
        first if first == '-' || first.is_ascii_digit() => {
            let mut digits = String::from(first);
            let is_digit = |letter: &char| letter.is_ascii_digit() || "+-.eE".contains(*letter);
            while let Some(digit) = text.next_if(is_digit) {
                digits.push(digit);
            }
            Json::Number(digits.parse().expect("a number"))
        }
        _ => {
            while text.next_if(char::is_ascii_alphabetic).is_some() {}
            Json::Word
        }
    }
}

/// The place of the card with the most points. Words are not in a list, but the
/// number of one: the first is taken, which is to play on.
fn choose(options: &Json, points: &[f64]) -> usize {
    let worth = |option: &Json| points[option.number() as usize];
    let mut best = 0;
    for (place, option) in options.list().iter().enumerate() {
        if worth(option) > worth(&options.list()[best]) {
            best = place;
        }
    }
    best
}

fn main() {
    let mut lines = std::io::stdin().lock().lines().map(|line| line.expect("text"));
    let mut out = std::io::stdout().lock();
    let hello = Json::read(&lines.next().expect("a first line"));
    let cards = hello.get("cards").expect("cards").list();
    let points: Vec<f64> = cards.iter().map(|card| card.get("points").map_or(0.0, Json::number)).collect();
    writeln!(out, r#"{{"protocol":1,"form":"batch","about":"gets rid of the most points"}}"#).expect("written");
    out.flush().expect("written");
    for line in lines {
        let told = Json::read(&line);
        let mut answers = Vec::new();
        for ask in told.get("ask").expect("questions").list() {
            // Game, seat, number of the decision, seed, view, options.
            if let [game, _, _, _, _, options] = ask.list() {
                answers.push(format!("[{},{}]", game.number(), choose(options, &points)));
            }
        }
        writeln!(out, "[{}]", answers.join(",")).expect("written");
        out.flush().expect("written");
    }
}
