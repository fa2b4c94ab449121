//! A precision to be reached.

use std::fmt;

use thiserror::Error;

use crate::metric::{MetricKind, MetricList};
use crate::settings::nearest;
use crate::tally::Tally;

/// The interval of a metric is to be at most so wide: `METRIC=H` or
/// `METRIC:OUTCOME=H`.
///
/// It holds for the mean of a distribution or number, for every outcome of a
/// share unless one is named, in every group of the metric's first split.
#[derive(Clone, Debug, PartialEq)]
pub struct Precision {
    metric: String,
    outcome: Option<String>,
    half_width: f64,
}

/// Why a precision cannot be asked for.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum PrecisionError {
    /// Not of the right form.
    #[error("'{0}' is not of the form METRIC=H or METRIC:OUTCOME=H, with H a number above 0")]
    Form(String),
    /// There is no such metric or outcome.
    #[error("unknown {what} '{name}'; {hint}")]
    Unknown {
        /// Metric or outcome.
        what: &'static str,
        /// What was written.
        name: String,
        /// What there is.
        hint: String,
    },
}

impl Precision {
    /// Reads what was written.
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

    /// Whether the metrics have what is asked for.
    ///
    /// # Errors
    /// If there is no such metric, or it has no such outcome.
    pub fn check(&self, metrics: &MetricList) -> Result<(), PrecisionError> {
        let unknown = |what, name: &str, known: Vec<&str>| PrecisionError::Unknown {
            what,
            name: name.to_owned(),
            hint: match nearest(name, known.iter().copied()) {
                Some(word) => format!("did you mean '{word}'?"),
                None => format!("known: {}", known.join(", ")),
            },
        };
        let Some(metric) = metrics.find(&self.metric) else {
            let known = metrics.metrics().iter().map(|metric| metric.name).collect();
            return Err(unknown("metric", &self.metric, known));
        };
        match (&self.outcome, &metric.kind) {
            (None, _) => Ok(()),
            (Some(outcome), MetricKind::Shares { outcomes }) if outcomes.contains(outcome) => Ok(()),
            (Some(outcome), MetricKind::Shares { outcomes }) => {
                Err(unknown("outcome", outcome, outcomes.iter().map(String::as_str).collect()))
            }
            (Some(outcome), _) => Err(PrecisionError::Unknown {
                what: "outcome",
                name: outcome.clone(),
                hint: format!("'{}' is a {}, it has a mean and no outcomes", metric.name, metric.kind.name()),
            }),
        }
    }

    /// Whether the intervals are narrow enough: by a confidence sequence, so
    /// that it may be asked again and again.
    #[must_use]
    pub fn reached(&self, metrics: &MetricList, tally: &Tally) -> bool {
        self.widest(metrics, tally).is_some_and(|widest| widest <= self.half_width)
    }

    /// Half the widest of the intervals; none while one of them has no width
    /// yet.
    #[must_use]
    pub fn widest(&self, metrics: &MetricList, tally: &Tally) -> Option<f64> {
        let metric = metrics.find(&self.metric)?;
        let groups = 0..metric.splits[0].groups.len();
        let widths: Option<Vec<f64>> = match &metric.kind {
            MetricKind::Shares { outcomes } => groups
                .flat_map(|group| (0..outcomes.len()).map(move |outcome| (group, outcome)))
                .filter(|&(_, outcome)| self.outcome.as_ref().is_none_or(|name| *name == outcomes[outcome]))
                .map(|(group, outcome)| tally.share(metric, 0, group, outcome)?.share_sequence_half_width())
                .collect(),
            MetricKind::Distribution { .. } | MetricKind::Number => {
                groups.map(|group| tally.mean(metric, 0, group)?.ratio.sequence_half_width()).collect()
            }
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
