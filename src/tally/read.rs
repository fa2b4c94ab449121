//! Reading results off a tally, which has to be settled.

use super::{CountCell, Spread, Tally};
use crate::metric::{Metric, MetricKind};
use crate::stats::Ratio;

/// The mean, standard deviation and range of the values of a group.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mean {
    /// The sum of the values over their number, with what its interval needs.
    pub ratio: Ratio,
    /// The standard deviation of single observations; none for fewer than two.
    pub sd: Option<f64>,
    /// The smallest value as it is counted: in units of 1 / denominator of the
    /// metric.
    pub min: i64,
    /// The largest value, in the same units.
    pub max: i64,
}

impl Tally {
    /// How often an outcome occurred in a group of a split, with what its
    /// interval needs; none if nothing was observed in the group.
    #[must_use]
    pub fn share(&self, metric: &Metric, split: usize, group: usize, outcome: usize) -> Option<Ratio> {
        let column = metric.splits[split].column;
        let total = self.shares.groups[column.group_at(group)];
        let cell = self.shares.cells[column.cells_at(group) + outcome];
        (total.n > 0).then(|| self.ratio(cell, total.n, total.nn))
    }

    /// The values that occurred in a group of a split, ascending; in bins, the
    /// smallest value of each.
    #[must_use]
    pub fn values(&self, metric: &Metric, split: usize, group: usize) -> Vec<(i64, Ratio)> {
        let MetricKind::Distribution { window, bin } = &metric.kind else {
            return Vec::new();
        };
        let column = metric.splits[split].column;
        let index = column.group_at(group);
        let total = self.values.groups[index];
        let first = column.cells_at(group);
        let within = window.clone().enumerate().map(|(offset, value)| (value, first + offset));
        let outside = self
            .values
            .outliers
            .range((index as u32, i64::MIN)..=(index as u32, i64::MAX))
            .map(|(&(_, value), &cell)| (value, cell as usize));
        let mut values: Vec<(i64, Ratio)> = within
            .chain(outside)
            .map(|(value, cell)| (value, self.values.cells[cell]))
            .filter(|(_, cell)| cell.y > 0)
            .map(|(value, cell)| (value * bin, self.ratio(cell, total.n, total.nn)))
            .collect();
        values.sort_unstable_by_key(|(value, _)| *value);
        values
    }

    /// The mean of a distribution or number in a group of a split; none if
    /// nothing was observed in the group.
    #[must_use]
    pub fn mean(&self, metric: &Metric, split: usize, group: usize) -> Option<Mean> {
        self.check_settled();
        let index = metric.splits[split].column.group_at(group);
        let sums = self.values.groups[index];
        if sums.n == 0 {
            return None;
        }
        let spread = match metric.kind {
            MetricKind::Distribution { bin: 1, .. } => spread_of(&self.values(metric, split, group)),
            MetricKind::Distribution { .. } | MetricKind::Number | MetricKind::Shares { .. } => {
                self.values.spreads[index]
            }
        };
        let (n, sum) = (i128::from(sums.n), sums.s);
        // n Σx² - (Σx)², before any division.
        let exact = || n.checked_mul(spread.xx)?.checked_sub(sum.checked_mul(sum)?);
        let scaled = exact().map_or_else(
            // Beyond 38 digits: the rounding error is negligible there.
            || (n as f64 * spread.xx as f64 - sum as f64 * sum as f64).max(0.0),
            |scaled| scaled as f64,
        );
        let variance = scaled / (n as f64 * (n as f64 - 1.0));
        let sd = (sums.n > 1).then(|| variance.sqrt() / metric.denominator as f64);
        let ratio = Ratio {
            blocks: self.blocks,
            block_squares: self.block_squares,
            y: sum,
            n,
            yy: sums.ss,
            yn: sums.sn,
            nn: sums.nn as i128,
            unit: metric.denominator,
            games_per_block: self.games_per_block,
            // What was not seen yet differs by a unit; where what one seat has
            // another has not, so that the whole hardly varies, it may differ as
            // much as seats do.
            event: match sd {
                _ if metric.is_constant(split) => 0.0,
                Some(sd) if metric.splits[split].is_whole() => sd.max(1.0),
                _ => 1.0,
            },
            swing: if metric.is_constant(split) { 0.0 } else { sd.map_or(1.0, |sd| sd.max(1.0)) },
            is_count: metric.is_count(),
        };
        Some(Mean { ratio, sd, min: spread.min, max: spread.max })
    }

    /// The sum and the number of the values of a group in the cluster that is
    /// being folded.
    pub(super) fn cluster_group(&self, group: usize) -> (i64, i64) {
        let now = &self.values.now_groups[group];
        (now.s, now.n as i64)
    }

    /// The observations of the cluster that is being folded, as (y, n): for each
    /// outcome of a group its count and the observations of the group, and
    /// after all of these for each group of values their sum and number.
    pub fn figures(&self) -> impl Iterator<Item = (i64, i64)> + '_ {
        let groups = 0..self.values.groups.len();
        self.shares.figures().chain(groups.map(|group| self.cluster_group(group)))
    }

    /// The index in [`Tally::figures`] of an outcome of a group, or of a group of
    /// values, which have no outcome.
    #[must_use]
    pub fn index(&self, metric: &Metric, split: usize, group: usize, outcome: Option<usize>) -> usize {
        let column = metric.splits[split].column;
        match outcome {
            Some(outcome) => column.cells_at(group) + outcome,
            None => self.shares.cells.len() + column.group_at(group),
        }
    }

    /// Whoever reads has to settle first, as blocks would be missing.
    fn check_settled(&self) {
        assert!(self.counted == 0 && self.open.is_empty(), "a tally is settled before it is read");
    }

    fn ratio(&self, cell: CountCell, n: u64, nn: u128) -> Ratio {
        self.check_settled();
        Ratio {
            blocks: self.blocks,
            block_squares: self.block_squares,
            y: i128::from(cell.y),
            n: i128::from(n),
            yy: cell.yy as i128,
            yn: cell.yn as i128,
            nn: nn as i128,
            unit: 1,
            games_per_block: self.games_per_block,
            event: 1.0,
            swing: 1.0,
            is_count: true,
        }
    }
}

fn spread_of(values: &[(i64, Ratio)]) -> Spread {
    Spread {
        xx: values.iter().map(|(value, ratio)| i128::from(*value) * i128::from(*value) * ratio.y).sum(),
        min: values.first().map_or(i64::MAX, |(value, _)| *value),
        max: values.last().map_or(i64::MIN, |(value, _)| *value),
    }
}
