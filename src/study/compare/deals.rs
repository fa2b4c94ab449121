//! Comparisons deal by deal: how the differences are distributed, and how their
//! mean came to its value.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{Comparison, ContestCounter};
use crate::game::Game;
use crate::stats::Interval;
use crate::table::{Column, Table, row};

/// How many deals had which difference, in whole points away from zero: 0 is no
/// difference at all, 1 more than none and at most one. From 1024 on, differences
/// are rounded to ten bits, so that there are never more than some thousands.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct DealCounts(BTreeMap<i64, u64>);

impl DealCounts {
    /// Counts a deal with this difference, in units of 1 / `unit`.
    pub(super) fn add(&mut self, difference: i64, unit: i64) {
        *self.0.entry(whole_points(difference, unit)).or_default() += 1;
    }

    pub(super) fn merge(&mut self, other: DealCounts) {
        for (difference, count) in other.0 {
            *self.0.entry(difference).or_default() += count;
        }
    }

    /// The number of deals.
    pub(super) fn total(&self) -> u64 {
        self.0.values().sum()
    }
}

/// A difference in whole points, away from zero.
fn whole_points(difference: i64, unit: i64) -> i64 {
    let points = difference.unsigned_abs().div_ceil(unit.unsigned_abs());
    let bits = u64::BITS - points.leading_zeros();
    let step = 1_u64 << bits.saturating_sub(10);
    points.next_multiple_of(step) as i64 * difference.signum()
}

impl<G: Game> Comparison<G> {
    /// The table `deals`.
    pub(super) fn deals_table(&self, counter: &ContestCounter<'_, G>) -> Table {
        let columns = vec![
            Column::text("bot", "the bot"),
            Column::text("baseline", "who it is compared with"),
            Column::integer(
                "difference",
                "the bot's score over the baselines' mean, of a deal, away from zero",
            ),
            Column::integer("count", "how many deals"),
            Column::real("share", "count over all deals"),
        ];
        let mut table = Table::new("deals", columns);
        let [bot, baseline] = self.contest.names();
        for (difference, count) in &counter.course.deals.0 {
            let share = *count as f64 / counter.score.blocks as f64;
            table.push(row![bot.as_str(), baseline.as_str(), *difference, *count, share]);
        }
        table
    }

    /// The table `convergence`.
    pub(super) fn convergence_table(&self, counter: &ContestCounter<'_, G>) -> Table {
        let columns = vec![
            Column::text("bot", "the bot"),
            Column::text("baseline", "who it is compared with"),
            Column::integer("blocks", "the deals counted so far, those with the lowest numbers"),
            Column::real("mean", "the difference over these deals"),
            Column::real("low", "lower end of an interval that is valid under repeated looks"),
            Column::real("high", "upper end of that interval"),
        ];
        let mut table = Table::new("convergence", columns);
        let [bot, baseline] = self.contest.names();
        let whole = self.difference(&counter.score);
        for ratio in counter.course.convergence.ratios(whole.ratio()) {
            let half = whole.after(&ratio).change().half_width_at_looks(ratio.blocks);
            let interval = half.map(|half| Interval::around(ratio.value(), half));
            let (low, high) = interval.map(|interval| (interval.low, interval.high)).unzip();
            table.push(row![bot.as_str(), baseline.as_str(), ratio.blocks, ratio.value(), low, high]);
        }
        table
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differences_are_rounded_away_from_zero() {
        // A difference of a third of a point is not none.
        assert_eq!([0, 4, 12, 13, -4, -12, -13].map(|sum| whole_points(sum, 12)), [0, 1, 1, 2, -1, -1, -2]);
    }

    #[test]
    fn large_differences_have_ten_bits() {
        assert_eq!([1023, 1024, 1025, -1025].map(|sum| whole_points(sum, 1)), [1023, 1024, 1026, -1026]);
        assert_eq!(whole_points(1_000_001, 1), 1_000_448);
        let all: std::collections::BTreeSet<i64> = (0..2_000_000).map(|sum| whole_points(sum, 1)).collect();
        assert!(all.len() < 8_000, "{}", all.len());
    }

    #[test]
    fn counts_merge() {
        let counted = |sums: &[i64]| {
            let mut counts = DealCounts::default();
            sums.iter().for_each(|sum| counts.add(*sum, 4));
            counts
        };
        let mut merged = counted(&[3, -5]);
        merged.merge(counted(&[3, 0]));
        assert_eq!(merged, counted(&[3, 3, 0, -5]));
        assert_eq!(merged.total(), 4);
    }
}
