//! Settings: typed values under named keys, each declared once.
//!
//! House rules and the parameters of bots are settings. One declaration with
//! [`settings!`](crate::settings!) gives the type, default, range and meaning of
//! each key; parsing TOML and `KEY=VALUE`, validation, `run.toml` and the lists
//! of `fuda rules` and `fuda bots` all follow from it.

mod declare;
mod source;
mod value;

pub use source::{Assignment, Location, SettingsError};
pub use value::{Allowed, Name, OneOf, Setting};

/// A value of any type, as TOML has it.
pub type Value = toml::Value;

/// A value as it is typed after `KEY=`.
#[must_use]
pub fn value_text(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), ToOwned::to_owned)
}

/// One key of some settings, as `fuda rules` shows it.
#[derive(Clone, Debug)]
pub struct Key {
    /// The key, dotted if it is in a table.
    pub name: &'static str,
    /// The allowed values.
    pub allowed: Allowed,
    /// The default value.
    pub default: Value,
    /// The values that are known to be played; empty if none are declared.
    pub known: Vec<Value>,
    /// One line on what it does.
    pub meaning: &'static str,
}

impl Key {
    /// The values to try: all of them if they are few, otherwise those that are
    /// known to be played.
    #[must_use]
    pub fn choices(&self) -> Vec<Value> {
        match &self.allowed {
            Allowed::Bool | Allowed::Words(_) | Allowed::Numbers(_) => self.allowed.examples(),
            _ => self.known.clone(),
        }
    }
}

/// A struct of typed values under named keys, declared with
/// [`settings!`](crate::settings!).
pub trait Settings: Default + Clone + PartialEq + std::fmt::Debug + Send + Sync + 'static {
    /// All keys, in the order of their declaration.
    fn keys() -> Vec<Key>;

    /// The value under a key; none if there is no such key.
    fn get(&self, key: &str) -> Option<Value>;

    /// Sets the value under a key that [`Settings::keys`] lists.
    ///
    /// # Errors
    /// What is allowed instead, if the value is of the wrong type or out of
    /// range.
    fn put(&mut self, key: &str, value: &Value) -> Result<(), String>;

    /// Checks that the values are compatible.
    ///
    /// # Errors
    /// Which values are not, and why.
    fn check(&self) -> Result<(), String>;

    /// The defaults with these assignments made, one after the other.
    ///
    /// # Errors
    /// An unknown key, a value that is not allowed, or values that are
    /// incompatible.
    fn with(assignments: &[Assignment]) -> Result<Self, SettingsError> {
        let mut settings = Self::default();
        for assignment in assignments {
            settings.assign(assignment)?;
        }
        settings.check().map_err(SettingsError::Impossible)?;
        Ok(settings)
    }

    /// Makes one assignment, without checking that the values are compatible.
    ///
    /// # Errors
    /// An unknown key, or a value that is not allowed.
    fn assign(&mut self, assignment: &Assignment) -> Result<(), SettingsError> {
        let keys = Self::keys();
        if !keys.iter().any(|key| key.name == assignment.key) {
            return Err(SettingsError::UnknownKey {
                key: assignment.key.clone(),
                kind: "key",
                owner: String::new(),
                location: assignment.location.clone(),
                known: keys.iter().map(|key| key.name).collect(),
            });
        }
        self.put(&assignment.key, &assignment.value).map_err(|allowed| SettingsError::NotAllowed {
            key: assignment.key.clone(),
            value: assignment.value.to_string(),
            allowed,
            location: assignment.location.clone(),
        })
    }

    /// All values as a TOML table, with dotted keys as nested tables.
    fn to_table(&self) -> toml::Table {
        let mut table = toml::Table::new();
        for key in Self::keys() {
            let value = self.get(key.name).expect("a declared key has a value");
            match key.name.split_once('.') {
                None => {
                    table.insert(key.name.to_owned(), value);
                }
                Some((outer, inner)) => {
                    table
                        .entry(outer)
                        .or_insert_with(|| Value::Table(toml::Table::new()))
                        .as_table_mut()
                        .expect("a dotted key is in a table")
                        .insert(inner.to_owned(), value);
                }
            }
        }
        table
    }
}

#[cfg(test)]
mod tests;
