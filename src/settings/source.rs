//! The sources of settings: `KEY=VALUE` on the command line, and TOML files.

use std::fmt;
use std::fs::File;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use thiserror::Error;
use toml::de::{DeTable, DeValue};

use super::Value;
use crate::io_error::io_error_text;
use crate::storage::{limits, read_regular_text};
use crate::text::did_you_mean;

/// The location of an assignment, for messages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Location {
    /// On the command line.
    CommandLine,
    /// In a file, at a line.
    File(PathBuf, usize),
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Location::CommandLine => Ok(()),
            Location::File(path, line) => write!(f, "{}, line {line}: ", path.display()),
        }
    }
}

/// The assignment of a value to a key.
#[derive(Clone, Debug)]
pub struct Assignment {
    /// The key, dotted if it is in a table.
    pub key: String,
    /// The value, not yet checked.
    pub value: Value,
    /// Where it was written.
    pub location: Location,
}

/// Why settings cannot be used.
#[derive(Debug, Error)]
pub enum SettingsError {
    /// An unknown key.
    #[error("{location}unknown {kind} '{key}'{owner}; {}", did_you_mean(key, known))]
    UnknownKey {
        /// The key that was given.
        key: String,
        /// What the keys are called: rules, parameters.
        kind: &'static str,
        /// Whose they are, as the end of a sentence.
        owner: String,
        /// Where it was written.
        location: Location,
        /// The known keys.
        known: Vec<&'static str>,
    },
    /// A value of the wrong type or out of range.
    #[error("{location}'{key}' cannot be {value}; allowed: {allowed}")]
    NotAllowed {
        /// The key.
        key: String,
        /// The value that was given.
        value: String,
        /// The allowed values.
        allowed: String,
        /// Where it was written.
        location: Location,
    },
    /// Values that are incompatible.
    #[error("{0}")]
    Impossible(String),
    /// A text that is not of the form `KEY=VALUE`.
    #[error("{kind}'{text}'{owner} is not of the form KEY=VALUE")]
    NotAnAssignment {
        /// The text.
        text: String,
        /// What the keys are called, and a space.
        kind: String,
        /// Whose they are, as a part of the sentence.
        owner: String,
    },
    /// A file that cannot be read.
    #[error("cannot read {}: {}", path.display(), io_error_text(error))]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// A file that is not TOML.
    #[error("{}, line {line}: not TOML: {message}", path.display())]
    NotToml {
        /// The file.
        path: PathBuf,
        /// The line.
        line: usize,
        /// What is wrong with it.
        message: String,
    },
}

impl SettingsError {
    /// The same error, with the kind of setting and its owner.
    #[must_use]
    pub fn of(mut self, what: &'static str, whose: &str) -> SettingsError {
        match &mut self {
            SettingsError::UnknownKey { kind, owner, .. } => {
                (*kind, *owner) = (what, format!(" for {whose}"));
            }
            SettingsError::NotAnAssignment { kind, owner, .. } => {
                (*kind, *owner) = (format!("{what} "), format!(" for {whose}"));
            }
            _ => {}
        }
        self
    }
}

impl Assignment {
    /// Parses `KEY=VALUE`. A value that is not a number, a boolean or a list of
    /// numbers is a word. Words and lists may also be written as in TOML.
    ///
    /// # Errors
    /// If there is no `=`, or no key before it.
    pub fn parse(text: &str) -> Result<Assignment, SettingsError> {
        let (key, value) = text
            .split_once('=')
            .map(|(key, value)| (key.trim(), value.trim()))
            .filter(|(key, _)| !key.is_empty())
            .ok_or_else(|| SettingsError::NotAnAssignment {
                text: text.to_owned(),
                kind: String::new(),
                owner: String::new(),
            })?;
        Ok(Assignment { key: key.to_owned(), value: parse_value(value), location: Location::CommandLine })
    }

    /// Reads every value of a TOML file, with nested tables as dotted keys. What is
    /// no regular file is read only if it is the standard input or another open
    /// file of this process, as shells pass them: `/dev/stdin`, `/dev/fd/N`.
    ///
    /// # Errors
    /// If the file cannot be read, is too large or not TOML.
    pub fn read_file(path: &Path) -> Result<Vec<Assignment>, SettingsError> {
        let is_passed = path == Path::new("/dev/stdin") || path.starts_with("/dev/fd");
        let text = if is_passed { read_passed(path) } else { read_regular_text(path, limits::RECORD) };
        let text = text.map_err(|error| SettingsError::Unreadable { path: path.to_owned(), error })?;
        Assignment::read_toml(&text, path)
    }

    /// Parses the TOML text of a file.
    ///
    /// # Errors
    /// If it is not TOML.
    pub fn read_toml(text: &str, path: &Path) -> Result<Vec<Assignment>, SettingsError> {
        let line_of = |offset: usize| 1 + text[..offset].matches('\n').count();
        let table = DeTable::parse(text).map_err(|error| SettingsError::NotToml {
            path: path.to_owned(),
            line: line_of(error.span().map_or(0, |span| span.start)),
            message: error.message().to_owned(),
        })?;
        let mut assignments = Vec::new();
        flatten("", table.get_ref(), &mut |key, value, offset| {
            assignments.push(Assignment {
                key,
                value,
                location: Location::File(path.to_owned(), line_of(offset)),
            });
        });
        Ok(assignments)
    }
}

/// The text of a file that is open already, in whatever way.
fn read_passed(path: &Path) -> io::Result<String> {
    let mut text = String::new();
    File::open(path)?.take(limits::RECORD + 1).read_to_string(&mut text)?;
    if text.len() as u64 > limits::RECORD {
        Err(io::Error::other("it is larger than 4 MB"))
    } else {
        Ok(text)
    }
}

/// Calls `emit` with the dotted key, the value and the offset of every entry.
fn flatten(prefix: &str, table: &DeTable<'_>, emit: &mut impl FnMut(String, Value, usize)) {
    for (key, value) in table {
        let name = format!("{prefix}{}", key.get_ref());
        match value.get_ref() {
            DeValue::Table(inner) if !inner.is_empty() => flatten(&format!("{name}."), inner, emit),
            other => emit(name, to_value(other), key.span().start),
        }
    }
}

/// A value without its span in the file.
fn to_value(value: &DeValue<'_>) -> Value {
    match value {
        DeValue::String(text) => Value::String(text.to_string()),
        DeValue::Integer(number) => i64::from_str_radix(number.as_str(), number.radix())
            .map_or_else(|_| Value::String(number.to_string()), Value::Integer),
        DeValue::Float(number) => {
            number.as_str().parse().map_or_else(|_| Value::String(number.to_string()), Value::Float)
        }
        DeValue::Boolean(flag) => Value::Boolean(*flag),
        DeValue::Datetime(time) => Value::Datetime(*time),
        DeValue::Array(entries) => {
            Value::Array(entries.iter().map(|entry| to_value(entry.get_ref())).collect())
        }
        DeValue::Table(inner) => Value::Table(
            inner.iter().map(|(key, value)| (key.get_ref().to_string(), to_value(value.get_ref()))).collect(),
        ),
    }
}

/// Parses a value as it is typed after `KEY=`, or as TOML: in quotes, or a list
/// in brackets.
fn parse_value(text: &str) -> Value {
    if text.starts_with(['"', '\'', '['])
        && let Ok(value) = DeValue::parse(text)
    {
        to_value(value.get_ref())
    } else if let Ok(flag) = text.parse::<bool>() {
        Value::Boolean(flag)
    } else if let Ok(number) = text.parse::<i64>() {
        Value::Integer(number)
    } else if text.parse::<i128>().is_ok() {
        // An integer out of every range, kept as text for the message.
        Value::String(text.to_owned())
    } else if let Some(number) = finite(text) {
        Value::Float(number)
    } else if let Some(numbers) =
        text.split(',').map(|part| finite(part.trim())).collect::<Option<Vec<f64>>>()
    {
        Value::Array(numbers.into_iter().map(Value::Float).collect())
    } else {
        Value::String(text.to_owned())
    }
}

fn finite(text: &str) -> Option<f64> {
    text.parse().ok().filter(|number: &f64| number.is_finite())
}
