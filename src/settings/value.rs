//! The types that a setting can have.

use std::fmt;
use std::ops::RangeInclusive;

use super::Value;

/// The allowed values of a setting.
#[derive(Clone, Debug, PartialEq)]
pub enum Allowed {
    /// `true` or `false`.
    Bool,
    /// An integer in a range.
    Whole(RangeInclusive<i64>),
    /// One of a list of integers.
    Numbers(Vec<u8>),
    /// A number in a range.
    Real(RangeInclusive<f64>),
    /// A fixed number of numbers, each in a range.
    Reals(usize, RangeInclusive<f64>),
    /// One of a list of words.
    Words(Vec<&'static str>),
    /// A name, with a description of what it names.
    Name(&'static str),
}

impl fmt::Display for Allowed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Allowed::Bool => f.write_str("true or false"),
            Allowed::Whole(range) if range.start() + 1 == *range.end() => {
                write!(f, "{} or {}", range.start(), range.end())
            }
            Allowed::Whole(range) => {
                write!(f, "a whole number from {} to {}", range.start(), range.end())
            }
            Allowed::Numbers(numbers) => {
                f.write_str(&one_of(&numbers.iter().map(u8::to_string).collect::<Vec<_>>()))
            }
            Allowed::Real(range) => write!(f, "a number from {} to {}", range.start(), range.end()),
            Allowed::Reals(count, range) => {
                write!(f, "{count} numbers from {} to {}", range.start(), range.end())
            }
            Allowed::Words(words) => f.write_str(&one_of(words)),
            Allowed::Name(what) => f.write_str(what),
        }
    }
}

/// A list of words, with an "or" before the last one.
fn one_of<S: AsRef<str>>(words: &[S]) -> String {
    let words: Vec<&str> = words.iter().map(AsRef::as_ref).collect();
    match words.split_last() {
        Some((last, [])) => (*last).to_owned(),
        Some((last, others)) => format!("{} or {last}", others.join(", ")),
        None => String::new(),
    }
}

impl Allowed {
    /// Sample values that are allowed, including the extremes: for tests that
    /// need a value other than the default.
    #[must_use]
    pub fn examples(&self) -> Vec<Value> {
        match self {
            Allowed::Bool => vec![Value::Boolean(false), Value::Boolean(true)],
            Allowed::Whole(range) => {
                [*range.start(), range.start() + 1, range.start().midpoint(*range.end()), *range.end()]
                    .map(Value::Integer)
                    .to_vec()
            }
            Allowed::Numbers(numbers) => {
                numbers.iter().map(|&number| Value::Integer(i64::from(number))).collect()
            }
            Allowed::Real(range) => [*range.start(), range.start().midpoint(*range.end()), *range.end()]
                .map(Value::Float)
                .to_vec(),
            Allowed::Reals(count, range) => [*range.start(), *range.end()]
                .map(|value| Value::Array(vec![Value::Float(value); *count]))
                .to_vec(),
            Allowed::Words(words) => words.iter().map(|&word| Value::String(word.to_owned())).collect(),
            // The names are not known here.
            Allowed::Name(_) => Vec::new(),
        }
    }
}

/// A type that a setting can have.
pub trait Setting: Sized {
    /// What restricts the values, beside their type.
    type Limit;

    /// Converts from TOML; none if the value is not allowed.
    fn read(value: &Value, limit: &Self::Limit) -> Option<Self>;

    /// Converts to TOML.
    fn write(&self) -> Value;

    /// The allowed values.
    fn allowed(limit: &Self::Limit) -> Allowed;
}

impl Setting for bool {
    type Limit = ();

    fn read(value: &Value, (): &()) -> Option<bool> {
        value.as_bool()
    }

    fn write(&self) -> Value {
        Value::Boolean(*self)
    }

    fn allowed((): &()) -> Allowed {
        Allowed::Bool
    }
}

macro_rules! whole_number_settings {
    ($($type:ty),*) => {$(
        impl Setting for $type {
            type Limit = RangeInclusive<$type>;

            fn read(value: &Value, limit: &RangeInclusive<$type>) -> Option<$type> {
                let number = <$type>::try_from(value.as_integer()?).ok()?;
                limit.contains(&number).then_some(number)
            }

            fn write(&self) -> Value {
                Value::Integer(i64::from(*self))
            }

            fn allowed(limit: &RangeInclusive<$type>) -> Allowed {
                Allowed::Whole(i64::from(*limit.start())..=i64::from(*limit.end()))
            }
        }
    )*};
}
whole_number_settings!(u8, u16, u32);

/// One of `N` integers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OneOf<const N: usize>(pub u8);

impl<const N: usize> Setting for OneOf<N> {
    type Limit = [u8; N];

    fn read(value: &Value, limit: &[u8; N]) -> Option<OneOf<N>> {
        let number = u8::try_from(value.as_integer()?).ok()?;
        limit.contains(&number).then_some(OneOf(number))
    }

    fn write(&self) -> Value {
        Value::Integer(i64::from(self.0))
    }

    fn allowed(limit: &[u8; N]) -> Allowed {
        Allowed::Numbers(limit.to_vec())
    }
}

/// A name. Whether something of that name exists is not checked here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name(String);

impl Name {
    /// This name.
    #[must_use]
    pub fn new(name: &str) -> Name {
        Name(name.to_owned())
    }

    /// The name.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl Setting for Name {
    type Limit = &'static str;

    fn read(value: &Value, _: &&'static str) -> Option<Name> {
        value.as_str().map(Name::new)
    }

    fn write(&self) -> Value {
        Value::String(self.0.clone())
    }

    fn allowed(what: &&'static str) -> Allowed {
        Allowed::Name(what)
    }
}

impl Setting for f64 {
    type Limit = RangeInclusive<f64>;

    fn read(value: &Value, limit: &RangeInclusive<f64>) -> Option<f64> {
        let number = value.as_float().or_else(|| value.as_integer().map(|whole| whole as f64))?;
        limit.contains(&number).then_some(number)
    }

    fn write(&self) -> Value {
        Value::Float(*self)
    }

    fn allowed(limit: &RangeInclusive<f64>) -> Allowed {
        Allowed::Real(limit.clone())
    }
}

impl<const N: usize> Setting for [f64; N] {
    type Limit = RangeInclusive<f64>;

    fn read(value: &Value, limit: &RangeInclusive<f64>) -> Option<[f64; N]> {
        let numbers: Option<Vec<f64>> =
            value.as_array()?.iter().map(|entry| f64::read(entry, limit)).collect();
        numbers?.try_into().ok()
    }

    fn write(&self) -> Value {
        Value::Array(self.iter().copied().map(Value::Float).collect())
    }

    fn allowed(limit: &RangeInclusive<f64>) -> Allowed {
        Allowed::Reals(N, limit.clone())
    }
}
