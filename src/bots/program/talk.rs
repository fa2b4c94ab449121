//! A conversation with a program, from the first line on.

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use super::command::{ProgramCommand, program_limits};
use super::process::{Process, Trouble};
use super::protocol::{Form, Interface, OptionLists, Ready, quoted};
use super::questions::Questions;
use super::values::{comma, whole};
use crate::bots::script::is_stopped;
use crate::seat::Seat;

/// A decision that is put to a program.
pub struct Question<'a> {
    /// The game as the program knows it: of one table, and one seat.
    pub game: u64,
    pub seat: Seat,
    /// The number of the decision in the game, from 1.
    pub number: u32,
    pub seed: u64,
    pub decision: &'static str,
    /// The encoded view and options, and where the options begin.
    pub bytes: &'a [u8],
    pub options_at: usize,
    pub options: usize,
}

/// A program that runs and has answered the first line.
pub struct Talk {
    process: Process,
    pub ready: Ready,
    /// The number of the last game that was begun.
    games: u64,
    begun: Vec<(u64, Seat)>,
    ended: Vec<u64>,
    /// How many option lists the program knows.
    lists: usize,
    /// The next questions, and how they are written.
    questions: Questions,
    written: Vec<u8>,
}

impl Talk {
    /// Starts a program and tells it the game.
    ///
    /// # Errors
    /// If it cannot be started or does not answer, in words.
    pub fn start(command: &ProgramCommand, interface: &Interface) -> Result<Talk, String> {
        let mut process = Process::start(command)?;
        process.say(interface.hello.clone());
        let limit = program_limits().start;
        let ready = match process.line(Instant::now() + limit) {
            Ok(line) => Ready::parse(line),
            Err(trouble) => Err(told(&trouble, &process, "to the first line", limit, "--bot-start-timeout")),
        };
        match ready {
            Ok(ready) => Ok(Talk {
                process,
                ready,
                games: 0,
                begun: Vec::new(),
                ended: Vec::new(),
                lists: 0,
                questions: Questions::default(),
                written: Vec::new(),
            }),
            Err(what) => Err(with_last_words(what, process)),
        }
    }

    /// Begins a game at a seat; the program is told with the next question.
    pub fn begin(&mut self, seat: Seat) -> u64 {
        self.games += 1;
        self.begun.push((self.games, seat));
        self.games
    }

    /// Ends a game; the program is told with the next question.
    pub fn end(&mut self, game: u64) {
        self.ended.push(game);
    }

    /// Adds a question to the next ones; returns its place among them.
    pub fn put(&mut self, question: &Question<'_>, interface: &Interface, lists: &OptionLists) -> usize {
        let Question { game, seat, number, seed, decision, bytes, options_at, options } = *question;
        let out = &mut self.written;
        match self.ready.form {
            Form::Batch => {
                comma(self.questions.count(), out);
                out.push(b'[');
                for (index, value) in
                    [game, seat.number() as u64, number.into(), seed].into_iter().enumerate()
                {
                    comma(index, out);
                    whole(value as i64, out);
                }
                out.push(b',');
                interface.write_compact(bytes, options_at, out);
                out.push(b']');
            }
            Form::Plain => {
                let head = format!("{{\"game\":{game},\"seat\":{seat},\"number\":{number},\"seed\":{seed},");
                out.extend_from_slice(head.as_bytes());
                interface.write_plain(bytes, options_at, lists, out);
                out.extend_from_slice(b"}\n");
            }
        }
        self.questions.add(game, decision, options)
    }

    /// Asks what was put, and waits for the choices, in the order in which they
    /// were put.
    ///
    /// # Errors
    /// If the program fails, in words. It is not to be asked again then.
    pub fn ask(&mut self, lists: &OptionLists) -> Result<Vec<usize>, String> {
        if is_stopped() {
            return Err(STOPPED.to_owned());
        }
        if let Some(line) = self.process.unasked() {
            return Err(format!("it wrote {} without being asked", quoted(line)));
        }
        let text = self.text(lists);
        self.process.say(text);
        let limit = program_limits().decision;
        let deadline = Instant::now() + limit;
        while self.questions.missing() > 0 {
            let line = match self.process.line(deadline) {
                Ok(line) => line,
                Err(trouble) => {
                    let to = match self.questions.missing() {
                        1 => "to a decision".to_owned(),
                        more => format!("to {more} decisions"),
                    };
                    return Err(told(&trouble, &self.process, &to, limit, "--bot-timeout"));
                }
            };
            self.questions.read(self.ready.form, line)?;
        }
        Ok(self.questions.take())
    }

    /// What is said: games that ended and began, and the questions.
    fn text(&mut self, lists: &OptionLists) -> Vec<u8> {
        let mut head = String::new();
        let (ended, begun) = (std::mem::take(&mut self.ended), std::mem::take(&mut self.begun));
        if self.ready.form == Form::Plain {
            let ends = ended.iter().map(|game| format!("{{\"end\":{game}}}\n"));
            let begins = begun.iter().map(|(game, seat)| format!("{{\"begin\":{game},\"seat\":{seat}}}\n"));
            head.extend(ends.chain(begins));
            let mut text = head.into_bytes();
            text.append(&mut self.written);
            return text;
        }
        head.push('{');
        if !ended.is_empty() {
            let games: Vec<String> = ended.iter().map(ToString::to_string).collect();
            let _ = write!(head, "\"end\":[{}],", games.join(","));
        }
        if !begun.is_empty() {
            let games: Vec<String> = begun.iter().map(|(game, seat)| format!("[{game},{seat}]")).collect();
            let _ = write!(head, "\"begin\":[{}],", games.join(","));
        }
        if self.lists < lists.texts.len() {
            let new: Vec<String> = (self.lists..)
                .zip(&lists.texts[self.lists..])
                .map(|(number, list)| format!("[{number},{list}]"))
                .collect();
            let _ = write!(head, "\"lists\":[{}],", new.join(","));
            self.lists = lists.texts.len();
        }
        head.push_str("\"ask\":[");
        let mut text = head.into_bytes();
        text.reserve(self.written.len() + 3);
        text.append(&mut self.written);
        text.extend_from_slice(b"]}\n");
        text
    }

    /// Ends the program, which failed, and adds its last words to the message.
    pub fn failed(self, what: String) -> String {
        if what == STOPPED { what } else { with_last_words(what, self.process) }
    }
}

/// The message of a program that was stopped from outside.
pub const STOPPED: &str = "stopped";

/// Why a program did not answer, in words.
fn told(trouble: &Trouble, process: &Process, to: &str, limit: Duration, option: &str) -> String {
    let limit = if limit.subsec_nanos() == 0 {
        format!("{} s", limit.as_secs())
    } else {
        format!("{} ms", limit.as_millis())
    };
    match trouble {
        Trouble::Ended(how) => format!("no answer {to}: {how}"),
        Trouble::Closed => format!("no answer {to}: it closed its standard output"),
        Trouble::Late if !process.has_read_all() => {
            format!("no answer {to} in {limit} ({option}): it does not read what it is asked")
        }
        Trouble::Late => format!("no answer {to} in {limit} ({option})"),
        Trouble::Stopped => STOPPED.to_owned(),
        Trouble::LongLine => {
            format!("no answer {to}: it wrote more than a megabyte without the end of a line")
        }
        Trouble::Floods => {
            format!("no answer {to}: it wrote more than a megabyte to its standard error instead")
        }
        Trouble::Chatters => format!("no answer {to}: it wrote more than a megabyte in which there is none"),
    }
}

/// Ends a program, and adds its last words to the message.
fn with_last_words(what: String, process: Process) -> String {
    let lines = process.last_words();
    if lines.is_empty() {
        return what;
    }
    let lines: String = lines.iter().map(|line| format!("\n  | {line}")).collect();
    format!("{what}\nThe last lines of its standard error:{lines}")
}
