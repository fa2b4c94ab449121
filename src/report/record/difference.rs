//! What two requests differ in.

use std::fmt;

use super::{Record, UNTIL_SURE};
use crate::settings::value_text;

/// The first thing in which two requests differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Difference {
    /// A value.
    Value {
        /// What has it, such as `seed` or `rule 'jizo'`.
        what: String,
        /// The value in the first request.
        one: String,
        /// The value in the second.
        other: String,
    },
    /// A bot that has the same name in both; how it has changed.
    Bot(String),
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Difference::Value { what, one, other } => write!(f, "its {what} is {one} and not {other}"),
            Difference::Bot(changed) => f.write_str(changed),
        }
    }
}

impl Record {
    /// What decides that another request is not for the same; none if it is.
    #[must_use]
    pub fn difference(&self, other: &Record) -> Option<Difference> {
        if self.hash() == other.hash() {
            return None;
        }
        let seed = |record: &Record| record.seed.map_or("none".to_owned(), |seed| seed.to_string());
        let line_up = |record: &Record| record.bots.join(",");
        let value = |what: &str, one: String, other: String| {
            (one != other).then(|| Difference::Value { what: what.to_owned(), one, other })
        };
        let key = |what: &str, one: &toml::Table, other: &toml::Table| {
            let (key, one, other) = changed_key(one, other)?;
            Some(Difference::Value { what: format!("{what} '{key}'"), one, other })
        };
        let options = |record: &Record| {
            let mut options = record.options.clone();
            options.remove(UNTIL_SURE);
            options
        };
        value("command", self.command.clone(), other.command.clone())
            .or_else(|| value("game", self.game.clone(), other.game.clone()))
            .or_else(|| value("seed", seed(self), seed(other)))
            .or_else(|| value("line-up", line_up(self), line_up(other)))
            .or_else(|| key("rule", &self.rules, &other.rules))
            .or_else(|| key("option", &options(self), &options(other)))
            .or_else(|| self.changed_bot(&other.bot).map(Difference::Bot))
            .or_else(|| value("version", self.version.clone(), other.version.clone()))
            .or_else(|| Some(Difference::Bot("its bots are not the same".to_owned())))
    }
}

/// The first key with another value, with both values.
fn changed_key(a: &toml::Table, b: &toml::Table) -> Option<(String, String, String)> {
    let text = |value: Option<&toml::Value>| value.map_or("not set".to_owned(), value_text);
    let keys = a.keys().chain(b.keys().filter(|key| !a.contains_key(*key)));
    keys.into_iter().find_map(|key| match (a.get(key), b.get(key)) {
        (Some(toml::Value::Table(a)), Some(toml::Value::Table(b))) => {
            changed_key(a, b).map(|(inner, a, b)| (format!("{key}.{inner}"), a, b))
        }
        (a, b) => (a != b).then(|| (key.clone(), text(a), text(b))),
    })
}
