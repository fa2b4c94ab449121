//! The failures of a command, and their exit codes.

use std::fmt::Display;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

use super::interrupt::wait_if_ending;
use crate::io_error::io_error_text;
use crate::text::{did_you_mean, printable_json, printable_lines};

/// The exit code after a failure.
pub const FAILED_CODE: u8 = 1;

/// The exit code after a signal.
pub const INTERRUPTED_CODE: u8 = 130;

/// Why a command failed.
#[derive(Debug)]
pub enum Failure {
    /// A wrong command line; no games were played.
    Usage(String),
    /// A failure after the games had begun.
    Work(String),
    /// An interrupt; finished blocks are kept.
    Interrupted(String),
}

impl Failure {
    /// A wrong command line.
    pub fn usage(message: impl Display) -> Failure {
        Failure::Usage(message.to_string())
    }

    /// An unknown game.
    pub fn unknown_game(name: &str) -> Failure {
        let hint = did_you_mean(name, crate::games::NAMES);
        Failure::Usage(format!("unknown game '{name}'; {hint}"))
    }

    /// The same failure, with the file that the request was read from.
    #[must_use]
    pub fn within(self, file: Option<&Path>) -> Failure {
        match (self, file) {
            (Failure::Usage(message), Some(file)) => Failure::Usage(format!("{}: {message}", file.display())),
            (failure, _) => failure,
        }
    }

    /// The same failure, with what was saved nevertheless.
    #[must_use]
    pub fn but(self, saved: impl Display) -> Failure {
        match self {
            Failure::Work(message) => Failure::Work(and(&message, saved)),
            failure => failure,
        }
    }

    /// Prints the message to the standard error, and returns the exit code.
    pub fn report(self) -> ExitCode {
        let (message, code) = match self {
            Failure::Usage(message) => (format!("error: {message}"), 2),
            Failure::Work(message) => (format!("error: {message}"), FAILED_CODE),
            Failure::Interrupted(message) => (message, INTERRUPTED_CODE),
        };
        wait_if_ending();
        // If even this cannot be written, the exit code still reports it.
        let _ = writeln!(io::stderr(), "{}", printable_lines(&cut(&message)));
        ExitCode::from(code)
    }
}

/// A message with something added, before the lines of somebody else's that may
/// follow the first one.
pub fn and(message: &str, more: impl Display) -> String {
    match message.split_once('\n') {
        Some((first, rest)) => format!("{first}; {more}\n{rest}"),
        None => format!("{message}; {more}"),
    }
}

/// The most characters of a message that are printed: it may quote files.
const LONGEST: usize = 4_000;

fn cut(message: &str) -> String {
    let mut shown: String = message.chars().take(LONGEST).collect();
    if shown.len() < message.len() {
        shown.push_str("...");
    }
    shown
}

/// Writes to the standard output, without control characters: names and texts
/// may be somebody else's. A closed pipe is not an error.
pub fn print(text: &str) -> Result<(), Failure> {
    print_as_is(&printable_lines(text))
}

/// Writes lines of JSON to the standard output, without control characters.
pub fn print_json(lines: &str) -> Result<(), Failure> {
    print_as_is(&printable_json(lines))
}

/// Writes a text to the standard output in which nothing of somebody else's is
/// left as it was: pages, scripts, and tables, which may be in colour.
pub fn print_as_is(text: &str) -> Result<(), Failure> {
    wait_if_ending();
    let mut out = io::stdout().lock();
    printed(out.write_all(text.as_bytes()).and_then(|()| out.flush()))
}

/// Prints a help text that was asked for.
pub fn print_help(help: &clap::Error) -> Result<(), Failure> {
    printed(help.print().and_then(|()| io::stdout().flush()))
}

fn printed(result: io::Result<()>) -> Result<(), Failure> {
    match result {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(Failure::Work(format!("cannot write to the standard output: {}", io_error_text(&error))))
        }
        _ => Ok(()),
    }
}
