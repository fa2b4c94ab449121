//! What can go wrong, and the exit code for it.

use std::fmt::Display;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

use crate::text::did_you_mean;

/// The exit code after Ctrl-C.
pub const INTERRUPTED_CODE: u8 = 130;

/// Why a command did not do what was asked.
#[derive(Debug)]
pub enum Failure {
    /// The command is wrong; nothing was done.
    Usage(String),
    /// Something failed after work had begun.
    Work(String),
    /// It was interrupted; what was finished is kept.
    Interrupted(String),
}

impl Failure {
    /// The command is wrong.
    pub fn usage(message: impl Display) -> Failure {
        Failure::Usage(message.to_string())
    }

    /// There is no game of this name.
    pub fn unknown_game(name: &str) -> Failure {
        let hint = did_you_mean(name, crate::games::NAMES);
        Failure::Usage(format!("unknown game '{name}'; {hint}"))
    }

    /// The same, with the file in which the command was written.
    #[must_use]
    pub fn within(self, file: Option<&Path>) -> Failure {
        match (self, file) {
            (Failure::Usage(message), Some(file)) => Failure::Usage(format!("{}: {message}", file.display())),
            (failure, _) => failure,
        }
    }

    /// The same, with what was saved all the same.
    #[must_use]
    pub fn but(self, saved: impl Display) -> Failure {
        match self {
            Failure::Work(message) => Failure::Work(format!("{message}; {saved}")),
            failure => failure,
        }
    }

    /// Says what went wrong, and gives the exit code.
    pub fn report(self) -> ExitCode {
        let (message, code) = match self {
            Failure::Usage(message) => (format!("error: {message}"), 2),
            Failure::Work(message) => (format!("error: {message}"), 1),
            Failure::Interrupted(message) => (message, INTERRUPTED_CODE),
        };
        // Where even this cannot be written, the exit code still tells.
        let _ = writeln!(io::stderr(), "{message}");
        ExitCode::from(code)
    }
}

/// Writes to the standard output. Who closed it does not want the rest.
pub fn print(text: &str) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(Failure::Work(format!("cannot write to the standard output: {error}")))
        }
        _ => Ok(()),
    }
}
