//! What can be said of the figures of a sweep.

use std::fmt;

use thiserror::Error;

use super::Row;
use crate::settings::nearest;
use crate::stats::{LEVEL, holm, z_for_power};

/// What can be said of a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finding {
    /// It is more than under the baseline.
    Up,
    /// It is less.
    Down,
    /// The difference is within the margin that was given.
    NoChange,
    /// Every block had the same.
    Same,
    /// None of these can be said.
    Undecided,
}

impl Finding {
    /// The name in the files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Finding::Up => "changes up",
            Finding::Down => "changes down",
            Finding::NoChange => "no change",
            Finding::Same => "same",
            Finding::Undecided => "undecided",
        }
    }

    /// Whether something changes, either way.
    #[must_use]
    pub const fn changes(self) -> bool {
        matches!(self, Finding::Up | Finding::Down)
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Differences of a metric that count as none: `METRIC=D`.
#[derive(Clone, Debug, PartialEq)]
pub struct Margin {
    /// The metric.
    pub metric: String,
    /// The largest difference that counts as none.
    pub most: f64,
}

/// Why a margin cannot be given.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum MarginError {
    /// Not of the right form.
    #[error("'{0}' is not of the form METRIC=D, with D a number above 0")]
    Form(String),
    /// There is no such metric.
    #[error("unknown metric '{name}'; {hint}")]
    Unknown {
        /// What was written.
        name: String,
        /// What there is.
        hint: String,
    },
}

impl Margin {
    /// Reads what was written.
    ///
    /// # Errors
    /// If it is not of the right form.
    pub fn parse(text: &str) -> Result<Margin, MarginError> {
        let wrong = || MarginError::Form(text.to_owned());
        let (metric, most) = text.split_once('=').ok_or_else(wrong)?;
        let most: f64 = most.trim().parse().map_err(|_| wrong())?;
        if !(most.is_finite() && most > 0.0) || metric.trim().is_empty() {
            return Err(wrong());
        }
        Ok(Margin { metric: metric.trim().to_owned(), most })
    }

    /// Whether there is such a metric.
    ///
    /// # Errors
    /// If there is none.
    pub fn check(&self, known: &[&str]) -> Result<(), MarginError> {
        if known.contains(&self.metric.as_str()) {
            return Ok(());
        }
        let hint = match nearest(&self.metric, known.iter().copied()) {
            Some(word) => format!("did you mean '{word}'?"),
            None => format!("known: {}", known.join(", ")),
        };
        Err(MarginError::Unknown { name: self.metric.clone(), hint })
    }
}

/// What was found of a row.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Found {
    /// The chance of such a difference by luck; none if too few blocks tell.
    pub chance: Option<f64>,
    /// The same, adjusted for all rows of the table.
    pub adjusted: Option<f64>,
    /// What can be said.
    pub finding: Finding,
    /// How many blocks would decide it, if the difference is what it seems.
    pub blocks_to_decide: Option<u64>,
}

/// What can be said of each row; none of those without a change to speak of.
///
/// Everything that is said to change, in the whole table, is so at 95 %
/// together; so is everything that is said not to change.
#[must_use]
pub fn find(rows: &[Row], margins: &[Margin], blocks: u64) -> Vec<Option<Found>> {
    let alpha = 1.0 - LEVEL;
    let margin_of = |row: &Row| margins.iter().find(|margin| margin.metric == row.key.metric).map(|m| m.most);
    let chances: Vec<Option<f64>> = rows.iter().map(|row| row.change?.chance()).collect();
    let within: Vec<Option<f64>> =
        rows.iter().map(|row| row.change?.chance_within(margin_of(row)?)).collect();
    let (adjusted, within_adjusted) = (adjust(&chances), adjust(&within));
    let tested = chances.iter().flatten().count().max(1) as f64;
    let with_margin = within.iter().flatten().count().max(1) as f64;
    let found = |index: usize, row: &Row| {
        let change = row.change?;
        let sure = |chance: Option<f64>| chance.is_some_and(|chance| chance <= alpha);
        let finding = if change.is_same || (change.value == 0.0 && change.error == Some(0.0)) {
            Finding::Same
        } else if sure(within_adjusted[index]) {
            Finding::NoChange
        } else if sure(adjusted[index]) {
            if change.value > 0.0 { Finding::Up } else { Finding::Down }
        } else {
            Finding::Undecided
        };
        let needed = |errors: f64, distance: f64| {
            let blocks = blocks as f64 * (errors * change.error? / distance).powi(2);
            (distance > 0.0 && blocks < 1e15).then_some(blocks.ceil() as u64)
        };
        let blocks_to_decide = (finding == Finding::Undecided)
            .then(|| {
                let differs = needed(z_for_power(alpha / 2.0 / tested), change.value.abs());
                let equal = margin_of(row)
                    .and_then(|most| needed(z_for_power(alpha / with_margin), most - change.value.abs()));
                differs.into_iter().chain(equal).min().map(|needed| needed.max(blocks + 1))
            })
            .flatten();
        Some(Found { chance: chances[index], adjusted: adjusted[index], finding, blocks_to_decide })
    };
    rows.iter().enumerate().map(|(index, row)| found(index, row)).collect()
}

/// Holm's adjustment of those that there are.
fn adjust(chances: &[Option<f64>]) -> Vec<Option<f64>> {
    let known: Vec<f64> = chances.iter().flatten().copied().collect();
    let mut adjusted = holm(&known).into_iter();
    chances.iter().map(|chance| chance.and_then(|_| adjusted.next())).collect()
}
