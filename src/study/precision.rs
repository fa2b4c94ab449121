//! The precision at which a study stops.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::metric::MetricList;
use crate::tally::Tally;
use crate::text::did_you_mean;

/// The largest half-width that the interval of a metric may have: `METRIC=H` or
/// `METRIC:OUTCOME=H`.
///
/// It applies to the mean of a distribution or number, to every outcome of a
/// share unless one is named, and to every group of the metric's first split.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Precision {
    /// The metric.
    pub metric: String,
    /// One outcome of it; none for all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outcome: Option<String>,
    /// H.
    pub half_width: f64,
}

/// Why a precision cannot be used.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum PrecisionError {
    /// A text that is not of the right form.
    #[error("'{0}' is not of the form METRIC=H or METRIC:OUTCOME=H, with H a number above 0")]
    Form(String),
    /// An unknown metric or outcome.
    #[error(transparent)]
    Unknown(#[from] UnknownMetric),
    /// It has nothing in common with the baseline.
    #[error("a variant and the baseline have no figure of '{0}' in common, so that nothing differs")]
    NotShared(String),
}

/// An unknown metric or outcome.
#[derive(Debug, Error, PartialEq, Eq)]
#[error("unknown {what} '{name}'; {hint}")]
pub struct UnknownMetric {
    what: &'static str,
    name: String,
    hint: String,
}

impl UnknownMetric {
    /// An unknown name, with a hint; `what` is "metric" or "outcome".
    #[must_use]
    pub fn new(what: &'static str, name: &str, known: &[&str]) -> UnknownMetric {
        UnknownMetric { what, name: name.to_owned(), hint: did_you_mean(name, known) }
    }
}

impl Precision {
    /// Parses a precision.
    ///
    /// # Errors
    /// If it is not of the right form.
    pub fn parse(text: &str) -> Result<Precision, PrecisionError> {
        let wrong = || PrecisionError::Form(text.to_owned());
        let (name, half_width) = text.rsplit_once('=').ok_or_else(wrong)?;
        let half_width: f64 = half_width.trim().parse().map_err(|_| wrong())?;
        if !(half_width.is_finite() && half_width > 0.0) || name.trim().is_empty() {
            return Err(wrong());
        }
        let (metric, outcome) = match name.trim().split_once(':') {
            Some((metric, outcome)) => (metric, Some(outcome.to_owned())),
            None => (name.trim(), None),
        };
        Ok(Precision { metric: metric.to_owned(), outcome, half_width })
    }

    /// The precision as a record has it.
    ///
    /// # Panics
    /// Never: every field has a form in TOML.
    #[must_use]
    pub fn into_table(self) -> toml::Table {
        toml::Table::try_from(self).expect("every field has a form in TOML")
    }

    /// The precision in a record, which could have been edited.
    ///
    /// # Errors
    /// If a field is missing, unknown or of the wrong type, or H is not above 0.
    pub fn from_table(table: toml::Table) -> Result<Precision, String> {
        let precision: Precision = table.try_into().map_err(|error| error.message().to_owned())?;
        Precision::parse(&precision.to_string()).map_err(|error| error.to_string())
    }

    /// Checks that it names one of the metrics, and one of its outcomes.
    ///
    /// # Errors
    /// If there is no such metric, or it has no such outcome.
    pub fn check(&self, metrics: &MetricList) -> Result<(), PrecisionError> {
        let Some(metric) = metrics.find(&self.metric) else {
            let known: Vec<&str> = metrics.metrics().iter().map(|metric| metric.name).collect();
            return Err(UnknownMetric::new("metric", &self.metric, &known).into());
        };
        let outcomes: Vec<&str> = metric.outcomes().iter().map(String::as_str).collect();
        match &self.outcome {
            Some(outcome) if outcomes.is_empty() => Err(PrecisionError::Unknown(UnknownMetric {
                what: "outcome",
                name: outcome.clone(),
                hint: format!("'{}' is a {}, it has a mean and no outcomes", metric.name, metric.kind.name()),
            })),
            Some(outcome) if !outcomes.contains(&outcome.as_str()) => {
                Err(UnknownMetric::new("outcome", outcome, &outcomes).into())
            }
            _ => Ok(()),
        }
    }

    /// Half the width of the widest interval, valid at all looks;
    /// none while one of them has no width yet.
    #[must_use]
    pub fn widest(&self, metrics: &MetricList, tally: &Tally) -> Option<f64> {
        let metric = metrics.find(&self.metric)?;
        let groups = 0..metric.splits[0].groups.len();
        let widths: Option<Vec<f64>> = if metric.outcomes().is_empty() {
            groups.map(|group| tally.mean(metric, 0, group)?.ratio.half_width_at_looks()).collect()
        } else {
            let is_meant = |name: &String| self.outcome.as_ref().is_none_or(|outcome| outcome == name);
            let outcomes =
                || (0..metric.outcomes().len()).filter(|&index| is_meant(&metric.outcomes()[index]));
            groups
                .flat_map(|group| outcomes().map(move |outcome| (group, outcome)))
                .map(|(group, outcome)| tally.share(metric, 0, group, outcome)?.half_width_at_looks())
                .collect()
        };
        widths?.into_iter().reduce(f64::max)
    }
}

impl fmt::Display for Precision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let outcome = self.outcome.as_ref().map_or(String::new(), |outcome| format!(":{outcome}"));
        write!(f, "{}{outcome}={}", self.metric, self.half_width)
    }
}
