//! The verdicts on the differences of a sweep.

use thiserror::Error;

use super::Row;
use crate::stats::{Change, LEVEL, holm};
use crate::study::verdict::{blocks_to_decide, planning};
use crate::text::did_you_mean;

/// A verdict on a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChangeVerdict {
    /// The figure is higher than under the baseline.
    Up,
    /// It is lower.
    Down,
    /// The difference lies within the margin.
    NoChange,
    /// Every block has the same figure.
    Same,
    /// None of these is shown.
    Undecided,
}

impl ChangeVerdict {
    /// The name in the files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            ChangeVerdict::Up => "changes up",
            ChangeVerdict::Down => "changes down",
            ChangeVerdict::NoChange => "no change",
            ChangeVerdict::Same => "same",
            ChangeVerdict::Undecided => "undecided",
        }
    }

    /// Whether something changes, either way.
    #[must_use]
    pub const fn changes(self) -> bool {
        matches!(self, ChangeVerdict::Up | ChangeVerdict::Down)
    }
}

/// The equivalence margin of a metric: `METRIC=D`.
#[derive(Clone, Debug, PartialEq)]
pub struct Margin {
    /// The metric.
    pub metric: String,
    /// The largest difference that counts as no change.
    pub max: f64,
}

/// Why a margin cannot be used.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum MarginError {
    /// A text that is not of the right form.
    #[error("'{0}' is not of the form METRIC=D, with D a number above 0")]
    Form(String),
    /// An unknown metric.
    #[error("unknown metric '{name}'; {hint}")]
    Unknown {
        /// The name that was given.
        name: String,
        /// A similar name, or the known ones.
        hint: String,
    },
    /// A metric that has a margin already.
    #[error("'{0}' is given twice")]
    Twice(String),
}

impl Margin {
    /// Parses margins, at most one for each of the known metrics.
    ///
    /// # Errors
    /// If one is not of the right form, of an unknown metric, or given twice.
    pub fn parse_all(texts: &[String], known: &[&str]) -> Result<Vec<Margin>, MarginError> {
        let mut margins: Vec<Margin> = Vec::new();
        for text in texts {
            let margin = Margin::parse(text)?;
            if !known.contains(&margin.metric.as_str()) {
                let hint = did_you_mean(&margin.metric, known);
                return Err(MarginError::Unknown { name: margin.metric, hint });
            }
            if margins.iter().any(|before| before.metric == margin.metric) {
                return Err(MarginError::Twice(margin.metric));
            }
            margins.push(margin);
        }
        Ok(margins)
    }

    pub(super) fn parse(text: &str) -> Result<Margin, MarginError> {
        let wrong = || MarginError::Form(text.to_owned());
        let (metric, max) = text.split_once('=').ok_or_else(wrong)?;
        let max: f64 = max.trim().parse().map_err(|_| wrong())?;
        if !(max.is_finite() && max > 0.0) || metric.trim().is_empty() {
            return Err(wrong());
        }
        Ok(Margin { metric: metric.trim().to_owned(), max })
    }
}

/// The p-values and the verdict of a row.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Judgement {
    /// The p-value under no difference; none for too few effective blocks.
    pub p: Option<f64>,
    /// The same, adjusted for all rows of the table (Holm).
    pub p_adjusted: Option<f64>,
    /// The verdict.
    pub verdict: ChangeVerdict,
    /// The number of blocks that would decide it, if the true difference is the
    /// estimated one; none if it is decided, or would never be.
    pub blocks_to_decide: Option<u64>,
}

/// Judges all rows that have a change.
///
/// The familywise error rate of all changes in the table is at most 5 %, and so
/// is that of all rows judged not to change. Rows that are the same in every
/// block cannot be significant, and do not count (Tarone).
pub(super) fn judge(rows: &mut [Row<'_>], margins: &[Margin], blocks: u64) {
    let alpha = 1.0 - LEVEL;
    let margin_of =
        |row: &Row<'_>| margins.iter().find(|margin| margin.metric == row.key.metric).map(|m| m.max);
    let differing = |row: &Row<'_>| row.change.filter(|change| !is_same(change));
    let p_values: Vec<Option<f64>> = rows.iter().map(|row| differing(row)?.p()).collect();
    let equivalence: Vec<Option<f64>> =
        rows.iter().map(|row| differing(row)?.equivalence_p(margin_of(row)?)).collect();
    let (adjusted, equivalence_adjusted) = (adjust(&p_values), adjust(&equivalence));
    // Sample sizes are planned at Bonferroni's alpha, which is that of Holm's
    // first step.
    let tests = [&p_values, &equivalence].map(|p| p.iter().flatten().count().max(1) as f64);
    for (index, row) in rows.iter_mut().enumerate() {
        let Some(change) = row.change else { continue };
        let is_significant = |p: Option<f64>| p.is_some_and(|p| p <= alpha);
        let verdict = if is_same(&change) {
            ChangeVerdict::Same
        } else if is_significant(equivalence_adjusted[index]) {
            ChangeVerdict::NoChange
        } else if is_significant(adjusted[index]) {
            if change.value > 0.0 { ChangeVerdict::Up } else { ChangeVerdict::Down }
        } else {
            ChangeVerdict::Undecided
        };
        let planning = planning(&change, blocks).filter(|_| verdict == ChangeVerdict::Undecided);
        let blocks_to_decide = planning.and_then(|planning| {
            blocks_to_decide(&planning, margin_of(row), tests.map(|tests| alpha / tests))
        });
        let [p, p_adjusted] = [&p_values, &adjusted]
            .map(|values| if verdict == ChangeVerdict::Same { Some(1.0) } else { values[index] });
        row.judgement = Some(Judgement { p, p_adjusted, verdict, blocks_to_decide });
    }
}

/// Whether no block showed a difference, or both are constants and equal.
fn is_same(change: &Change) -> bool {
    change.is_same || (change.value == 0.0 && change.error_with_unseen() == Some(0.0))
}

/// Holm's adjustment of the p-values that exist.
fn adjust(p_values: &[Option<f64>]) -> Vec<Option<f64>> {
    let known: Vec<f64> = p_values.iter().flatten().copied().collect();
    let mut adjusted = holm(&known).into_iter();
    p_values.iter().map(|p| p.and_then(|_| adjusted.next())).collect()
}
