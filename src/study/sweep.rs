//! Sweeps: house rules compared on the same blocks.
//!
//! A sweep plays each block under every variant of the rules, with every
//! line-up: the same deals, and the same bots with the same random numbers
//! (common random numbers). For each figure it keeps, beside the sums of the
//! variant itself, those of the cross products with the baseline. All of them
//! are integers, and merge in any order.

mod cell;
mod counter;
mod judged;
mod row;
mod summary;
mod tables;

#[cfg(test)]
mod tests;

use crate::metric::MetricList;
use crate::sim::BlockCounter;
use crate::study::metric_tables::{SCORE_PARTS, metric_tables};
use crate::study::{Precision, PrecisionError, Study, SubRun, UnknownMetric};
use crate::table::{Shown, Table};

pub use cell::{CellName, SweepCell};
pub use counter::{CellCounter, LineUpCounter, SweepCounter, VariantCounter};
pub use judged::{ChangeVerdict, Judgement, Margin, MarginError};
pub use row::{Row, RowKey};

/// The name of the baseline in the files.
pub const BASELINE: &str = "baseline";

/// A study of what house rules change.
pub struct Sweep {
    /// The line-ups, each with all variants.
    pub line_ups: Vec<SweptLineUp>,
    /// The equivalence margins, by metric.
    pub margins: Vec<Margin>,
    /// A description of the baseline.
    pub baseline: String,
    /// The rule that is varied, if there is only one.
    pub rule: Option<String>,
    /// Variants that cannot be played and were left out, with the reason.
    pub left_out: Vec<String>,
}

/// A line-up under the baseline and under every variant.
pub struct SweptLineUp {
    /// The baseline.
    pub baseline: SweepCell,
    /// The variants.
    pub variants: Vec<SweepCell>,
}

impl SweptLineUp {
    /// The baseline and the variants.
    pub fn cells(&self) -> impl Iterator<Item = &SweepCell> {
        std::iter::once(&self.baseline).chain(&self.variants)
    }
}

impl Sweep {
    /// All cells of all line-ups.
    pub fn cells(&self) -> impl Iterator<Item = &SweepCell> {
        self.line_ups.iter().flat_map(SweptLineUp::cells)
    }

    /// The names of all metrics.
    #[must_use]
    pub fn metric_names(&self) -> Vec<&'static str> {
        let mut names = self.ratio_names();
        names.push(SCORE_PARTS);
        names
    }

    /// The names of the metrics that are ratios over blocks, each once.
    fn ratio_names(&self) -> Vec<&'static str> {
        let mut names: Vec<&str> = Vec::new();
        for metric in self.lists().iter().flat_map(|list| list.metrics()) {
            if !names.contains(&metric.name) {
                names.push(metric.name);
            }
        }
        names
    }

    /// The metrics of all tables, those of balance first.
    fn lists(&self) -> Vec<&MetricList> {
        let balance = self.cells().map(|cell| &cell.balance_metrics);
        balance.chain(self.cells().map(|cell| &cell.metrics)).collect()
    }
}

/// Whether a precision is asked of a figure. Of two outcomes the second one has
/// no figure of its own: it varies as the first one does.
fn watches(precision: &Precision, list: &MetricList, key: &RowKey) -> bool {
    let of_two = list.find(key.metric).is_some_and(|metric| metric.outcomes().len() == 2);
    let is_outcome = precision.outcome.is_none() || key.outcome == precision.outcome || of_two;
    key.metric == precision.metric && is_outcome
}

impl Study for Sweep {
    type Counter<'a> = SweepCounter<'a>;

    fn counter(&self) -> SweepCounter<'_> {
        self.line_ups.iter().map(LineUpCounter::new).collect()
    }

    fn games_per_block(&self) -> u64 {
        self.cells().map(|cell| cell.games_per_block).min().expect("a sweep has a baseline")
    }

    fn all_games_per_block(&self) -> u64 {
        self.cells().map(|cell| cell.games_per_block).sum()
    }

    fn check_precision(&self, precision: &Precision) -> Result<(), PrecisionError> {
        let has_it = |list: &&MetricList| list.find(&precision.metric).is_some();
        let Some(list) = self.lists().into_iter().find(has_it) else {
            return Err(UnknownMetric::new("metric", &precision.metric, &self.ratio_names()).into());
        };
        precision.check(list)?;
        let mut variants = self.counter().into_iter().flat_map(|line_up| line_up.variants);
        if variants.all(|variant| variant.shared.keys.iter().any(|key| watches(precision, list, key))) {
            return Ok(());
        }
        Err(PrecisionError::NotShared(precision.metric.clone()))
    }

    /// Of the differences from the baseline, where that has such a figure.
    fn widest(&self, counter: &SweepCounter<'_>, precision: &Precision) -> Option<f64> {
        let list = self.lists().into_iter().find(|list| list.find(&precision.metric).is_some())?;
        let rows = self.rows(counter);
        let changes =
            rows.iter().filter(|row| watches(precision, list, &row.key)).filter_map(|row| row.change);
        let widths: Option<Vec<f64>> =
            changes.map(|change| change.half_width_at_looks(counter.blocks())).collect();
        widths?.into_iter().reduce(f64::max)
    }

    fn tables(&self, counter: &SweepCounter<'_>) -> Vec<Table> {
        self.result_tables(counter)
    }

    fn summary(&self, counter: &SweepCounter<'_>) -> Vec<Shown> {
        self.summary_of(counter)
    }

    fn runs(&self, counter: &SweepCounter<'_>) -> Vec<SubRun> {
        let cells = counter.iter().flat_map(LineUpCounter::cells);
        cells
            .map(|counter| {
                let cell = counter.cell;
                SubRun {
                    folder: cell.name.folder.clone(),
                    bots: cell.bots.clone(),
                    rules: cell.rules.clone(),
                    bot_records: cell.bot_records.clone(),
                    games_per_block: cell.games_per_block,
                    tables: metric_tables(&cell.metrics, &counter.counts.settled()),
                    counts: counter.counts.save(),
                }
            })
            .collect()
    }
}
