//! Results as data: tables with typed columns, for any format.
//!
//! A command yields tables; a writer in [`report`](crate::report) turns any of
//! them into CSV, JSON or terminal text. What a column means stands beside its
//! name, and how a number is written follows from the column's kind.

use crate::stats::Interval;

/// Rows of typed cells under named columns.
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    /// The name, which is also that of its file.
    pub name: String,
    /// The columns.
    pub columns: Vec<Column>,
    /// The rows, each with a cell for every column.
    pub rows: Vec<Vec<Cell>>,
}

/// A column of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    /// The name in the files.
    pub name: String,
    /// What it contains, in one line.
    pub meaning: &'static str,
    /// The type of its cells.
    pub kind: ColumnKind,
}

/// The type of the cells of a column. Any cell may be empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColumnKind {
    /// Text.
    Text,
    /// Integers.
    Integer,
    /// Real numbers.
    Real,
    /// p-values, which may be very small.
    PValue,
    /// Estimates with their intervals.
    Estimate,
}

/// One cell of a table.
#[derive(Clone, Debug, PartialEq)]
pub enum Cell {
    /// No value.
    Empty,
    /// Text.
    Text(String),
    /// An integer.
    Integer(i128),
    /// A real number.
    Real(f64),
    /// An estimate with its interval.
    Estimate(Estimate),
}

/// A value with its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The value.
    pub value: f64,
    /// The interval; none if too little was observed.
    pub interval: Option<Interval>,
    /// How it is formatted for people.
    pub scale: Scale,
}

/// How the values of a metric are formatted for people.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Scale {
    /// As plain numbers.
    #[default]
    Plain,
    /// With a sign: an advantage.
    Signed,
    /// A share in percent, between 0 and 100 %.
    Percent,
    /// A difference of shares, in percent and with a sign.
    SignedPercent,
}

impl Table {
    /// A table without rows.
    #[must_use]
    pub fn new(name: impl Into<String>, columns: Vec<Column>) -> Table {
        Table { name: name.into(), columns, rows: Vec::new() }
    }

    /// Adds a row.
    ///
    /// # Panics
    /// If it does not have one cell for every column.
    pub fn push(&mut self, row: Vec<Cell>) {
        assert_eq!(row.len(), self.columns.len(), "a row of '{}'", self.name);
        self.rows.push(row);
    }
}

impl Column {
    /// A column of text.
    #[must_use]
    pub fn text(name: impl Into<String>, meaning: &'static str) -> Column {
        Column { name: name.into(), meaning, kind: ColumnKind::Text }
    }

    /// A column of integers.
    #[must_use]
    pub fn integer(name: impl Into<String>, meaning: &'static str) -> Column {
        Column { name: name.into(), meaning, kind: ColumnKind::Integer }
    }

    /// A column of real numbers.
    #[must_use]
    pub fn real(name: impl Into<String>, meaning: &'static str) -> Column {
        Column { name: name.into(), meaning, kind: ColumnKind::Real }
    }

    /// A column of p-values.
    #[must_use]
    pub fn p_value(name: impl Into<String>, meaning: &'static str) -> Column {
        Column { name: name.into(), meaning, kind: ColumnKind::PValue }
    }

    /// A column of estimates.
    #[must_use]
    pub fn estimate(name: impl Into<String>, meaning: &'static str) -> Column {
        Column { name: name.into(), meaning, kind: ColumnKind::Estimate }
    }
}

impl From<&str> for Cell {
    fn from(text: &str) -> Cell {
        Cell::Text(text.to_owned())
    }
}

impl From<String> for Cell {
    fn from(text: String) -> Cell {
        Cell::Text(text)
    }
}

macro_rules! integer_cells {
    ($($number:ty),*) => {$(
        impl From<$number> for Cell {
            fn from(number: $number) -> Cell {
                Cell::Integer(number.into())
            }
        }
    )*};
}
integer_cells!(u32, i64, u64, i128);

impl From<usize> for Cell {
    fn from(number: usize) -> Cell {
        Cell::Integer(number as i128)
    }
}

impl From<f64> for Cell {
    fn from(number: f64) -> Cell {
        Cell::Real(number)
    }
}

impl From<Estimate> for Cell {
    fn from(estimate: Estimate) -> Cell {
        Cell::Estimate(estimate)
    }
}

impl<T: Into<Cell>> From<Option<T>> for Cell {
    fn from(value: Option<T>) -> Cell {
        value.map_or(Cell::Empty, Into::into)
    }
}

/// A row of values of any types: `row![name, count, share]`.
#[macro_export]
macro_rules! row {
    ($($cell:expr),* $(,)?) => { vec![$($crate::table::Cell::from($cell)),*] };
}

pub use row;

/// One piece of a command's output for people.
#[derive(Clone, Debug, PartialEq)]
pub enum Shown {
    /// A paragraph, to be wrapped, and the indent of the lines after its first.
    Text(String, usize),
    /// A table under a title.
    Table(String, Table),
    /// A table of shares under a title, with a bar for each.
    Bars(String, Table),
    /// A distribution.
    Histogram(Histogram),
    /// A command line, which is not wrapped.
    Command(String),
    /// An empty line.
    Gap,
}

/// How often each value occurred, to be drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Histogram {
    /// What it is of.
    pub title: String,
    /// The values, ascending, with their counts.
    pub counts: Vec<(i64, u64)>,
    /// What all values are multiples of.
    pub unit: i64,
    /// A value that matters, with its name.
    pub line: Option<(i64, &'static str)>,
}

impl Shown {
    /// A paragraph.
    #[must_use]
    pub fn text(text: impl Into<String>) -> Shown {
        Shown::Text(text.into(), 2)
    }
}

impl Scale {
    /// The same scale with a sign, for differences.
    #[must_use]
    pub const fn signed(self) -> Scale {
        match self {
            Scale::Plain | Scale::Signed => Scale::Signed,
            Scale::Percent | Scale::SignedPercent => Scale::SignedPercent,
        }
    }

    /// Whether values may be negative.
    #[must_use]
    pub const fn is_signed(self) -> bool {
        matches!(self, Scale::Signed | Scale::SignedPercent)
    }

    /// Whether values are in percent.
    #[must_use]
    pub const fn is_percent(self) -> bool {
        matches!(self, Scale::Percent | Scale::SignedPercent)
    }

    const fn factor(self) -> f64 {
        match self {
            Scale::Plain | Scale::Signed => 1.0,
            Scale::Percent | Scale::SignedPercent => 100.0,
        }
    }

    const fn unit(self) -> &'static str {
        match self {
            Scale::Plain | Scale::Signed => "",
            Scale::Percent | Scale::SignedPercent => " %",
        }
    }

    /// A number, rounded to the digits that half the width of its interval
    /// warrants.
    #[must_use]
    pub fn number(self, value: f64, half_width: f64) -> String {
        let (value, half_width) = (self.factor() * value, self.factor() * half_width);
        let digits = match half_width {
            half if half > 0.0 => decimals(half),
            _ if value.fract() == 0.0 => 0,
            _ => 2,
        };
        format!("{}{}", self.digits(value, digits), self.unit())
    }

    fn digits(self, value: f64, digits: usize) -> String {
        // What is rounded to zero has no sign.
        let is_zero = value.abs() < 0.5 * 10_f64.powi(-(digits as i32));
        match self {
            _ if is_zero => format!("{:.digits$}", 0.0),
            Scale::Plain | Scale::Percent => format!("{value:.digits$}"),
            Scale::Signed | Scale::SignedPercent => format!("{value:+.digits$}"),
        }
    }
}

/// The number of decimals that show one or two significant digits of an
/// uncertainty.
fn decimals(half_width: f64) -> usize {
    if half_width <= 0.0 {
        return 2;
    }
    (0..9).find(|&decimals| half_width * 10_f64.powi(decimals) >= 1.95).unwrap_or(9) as usize
}

impl Estimate {
    /// The value with half the width of its interval, `36.7 ± 0.2 %`; or only
    /// the interval, where the symmetric form of a share would extend below 0
    /// or above 1. Wilson's interval is asymmetric there: `0 ± 17 %` would hide
    /// that it ends at 34 %. So is a mean of counts that is cut off at 0.
    ///
    /// A difference gets another digit where it takes one to see whether zero is
    /// in the interval: `-4.0 ± 3.8` instead of `-4 ± 4`.
    #[must_use]
    pub fn text(&self) -> String {
        let Estimate { value, interval, scale } = *self;
        let Some(Interval { low, high }) = interval else {
            return format!("{}{}", scale.digits(scale.factor() * value, 2), scale.unit());
        };
        let half = (high - low) / 2.0;
        let factor = scale.factor();
        let number = |number: f64, decimals: usize| scale.digits(factor * number, decimals);
        let least = decimals(factor * half);
        let is_cut_off = match scale {
            Scale::Percent => value - half < 0.0 || value + half > 1.0,
            Scale::Plain => low == 0.0 && value < half,
            Scale::Signed | Scale::SignedPercent => false,
        };
        if is_cut_off {
            return format!("{} to {}{}", number(low, least), number(high, least), scale.unit());
        }
        let excludes_zero = low > 0.0 || high < 0.0;
        let says_so = |decimals: usize| {
            let unit = 10_f64.powi(decimals as i32);
            let shown = |number: f64| (factor * number * unit).round();
            (shown(value.abs()) > shown(half)) == excludes_zero
        };
        let is_verdict = scale.is_signed();
        let decimals = if is_verdict { (least..least + 3).find(|&one| says_so(one)) } else { None };
        let decimals = decimals.unwrap_or(least);
        format!("{} ± {:.decimals$}{}", number(value, decimals), factor * half, scale.unit())
    }
}

#[cfg(test)]
mod tests;
