//! Tallies: integer counts of declared metrics, cluster by cluster.
//!
//! A tally takes observations while blocks are played, and folds them in when a
//! cluster of blocks is whole: for each cell the count, and the sums of squares
//! and of cross products that an interval over clusters needs. All of them are
//! integers, so tallies merge exactly, in any order, across threads and
//! interrupted runs. Their size does not grow with the number of games.
//!
//! Outcomes are few, so every cell of a share is folded at every cluster; values
//! are many, so a cluster keeps track of where some occurred.
//!
//! Observations are best counted many at a time, metric by metric: what
//! concerns the metric is then looked up once, and an observation is one step
//! of a tight loop.

#[cfg(test)]
mod bins;
mod cluster;
#[cfg(test)]
mod cluster_tests;
mod convergence;
mod counts;
mod open;
mod read;
mod saved;
mod score_parts;
mod shares;
mod table_counts;
mod values;

use std::collections::BTreeMap;

use self::counts::{ClusterGroup, CountCell, Spread, ValueGroup};
use self::open::OpenCluster;
use self::shares::ShareTable;
use self::values::ValueTable;
use crate::metric::{Average, Distribution, GroupKey, MetricList, Shares};
use crate::seat::{BySeat, Seat};

pub use cluster::{Cluster, LARGEST_CLUSTER};
pub use convergence::Convergence;
pub use counts::Summed;
pub use read::Mean;
pub use saved::{UnreadableCounts, first_from_bytes, from_bytes, to_bytes};
pub use score_parts::{Part, PartShare, ScoreParts};
pub use table_counts::TableCounts;

/// Which bot sits in which seat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Seating(BySeat<u8>);

impl Seating {
    /// The groups of an observation of a seat: it also counts for the bot that
    /// sits there.
    #[must_use]
    #[inline]
    pub fn of(&self, seat: Seat) -> GroupKey {
        GroupKey::seat(seat.index(), usize::from(self.0[seat]))
    }
}

/// Counts of all metrics of a list.
#[derive(Clone, Debug)]
pub struct Tally {
    blocks: u64,
    games_per_block: u64,
    seating: Seating,
    shares: ShareTable,
    values: ValueTable,
    /// The sum over the clusters that are folded in of the squared number of
    /// their blocks.
    block_squares: u128,
    /// The cluster that is being counted, and how many of its blocks have ended.
    cluster: Cluster,
    counted: u64,
    /// The other clusters that are not whole.
    open: BTreeMap<Cluster, OpenCluster>,
}

impl Tally {
    /// An empty tally.
    #[must_use]
    pub fn new(metrics: &MetricList) -> Tally {
        let size = &metrics.size;
        Tally {
            blocks: 0,
            games_per_block: metrics.games_per_block(),
            seating: Seating::default(),
            shares: ShareTable::new(&size.share_groups, size.share_cells),
            values: ValueTable::new(&size.value_groups, size.value_cells),
            block_squares: 0,
            cluster: Cluster::default(),
            counted: 0,
            open: BTreeMap::new(),
        }
    }

    /// The number of blocks counted.
    #[must_use]
    pub fn blocks(&self) -> u64 {
        self.blocks
    }

    /// Sets which bot sits where in the game that is played next.
    pub fn seat_bots(&mut self, bots: BySeat<u8>) {
        self.seating = Seating(bots);
    }

    /// Which bot sits where in the game that is played.
    #[must_use]
    #[inline]
    pub fn seating(&self) -> Seating {
        self.seating
    }

    /// The groups of an observation of a seat: it also counts for the bot that
    /// sits there.
    #[must_use]
    #[inline]
    pub fn of(&self, seat: Seat) -> GroupKey {
        self.seating.of(seat)
    }

    /// Counts an outcome, by its index in the declaration.
    #[inline]
    pub fn outcome(&mut self, metric: &Shares, of: GroupKey, outcome: usize) {
        self.count_outcomes(metric, std::iter::once((of, outcome)));
    }

    /// Counts an outcome that was observed `times` times.
    #[inline]
    pub fn outcome_times(&mut self, metric: &Shares, of: GroupKey, outcome: usize, times: u32) {
        self.shares.count_times(metric, of, outcome, times);
    }

    /// Counts outcomes, by their indices in the declaration.
    #[inline]
    pub fn count_outcomes(&mut self, metric: &Shares, seen: impl Iterator<Item = (GroupKey, usize)> + Clone) {
        self.shares.count(metric, seen);
    }

    /// Counts a value.
    #[inline]
    pub fn value(&mut self, metric: &Distribution, of: GroupKey, value: i64) {
        self.count_values(metric, std::iter::once((of, value)));
    }

    /// Counts values.
    #[inline]
    pub fn count_values(
        &mut self,
        metric: &Distribution,
        seen: impl Iterator<Item = (GroupKey, i64)> + Clone,
    ) {
        if metric.bin == 1 {
            self.values.count(metric, seen);
        } else {
            self.count_in_bins(metric, seen);
        }
    }

    /// Counts the index of a value's bin in place of the value, and corrects
    /// the sums, which are those of the values.
    #[cold]
    fn count_in_bins(&mut self, metric: &Distribution, seen: impl Iterator<Item = (GroupKey, i64)> + Clone) {
        let bin = |value: i64| value.div_euclid(metric.bin);
        self.values.count(metric, seen.clone().map(|(of, value)| (of, bin(value))));
        for column in metric.columns.iter() {
            column.each(seen.clone(), |group, value| {
                let group = column.group_at(group);
                self.values.now_groups[group].s += value - bin(value);
                self.values.now_spreads[group].add(value, 1);
            });
        }
    }

    /// Counts a number.
    #[inline]
    pub fn number(&mut self, metric: &Average, of: GroupKey, value: i64) {
        self.count_numbers(metric, std::iter::once((of, value)));
    }

    /// Counts a number that was observed `times` times.
    #[inline]
    pub fn number_times(&mut self, metric: &Average, of: GroupKey, value: i64, times: u64) {
        self.count_number_times(metric, std::iter::once((of, (value, times))));
    }

    /// Counts numbers.
    #[inline]
    pub fn count_numbers(&mut self, metric: &Average, seen: impl Iterator<Item = (GroupKey, i64)> + Clone) {
        self.count_number_times(metric, seen.map(|(of, value)| (of, (value, 1))));
    }

    /// Counts numbers that belong to one group and are summed already.
    #[inline]
    pub fn count_summed(&mut self, metric: &Average, of: GroupKey, seen: Summed) {
        if seen.n == 0 {
            return;
        }
        for column in metric.columns.iter() {
            let group = column.group_at(column.group(of));
            self.values.now_groups[group].merge(ClusterGroup { n: seen.n.into(), s: seen.sum });
            self.values.now_spreads[group].merge(Spread {
                xx: seen.squares.into(),
                min: seen.min,
                max: seen.max,
            });
        }
    }

    /// Counts numbers, each with how often it was observed.
    #[inline]
    fn count_number_times(
        &mut self,
        metric: &Average,
        seen: impl Iterator<Item = (GroupKey, (i64, u64))> + Clone,
    ) {
        let seen = seen.filter(|(_, (_, times))| *times > 0);
        for column in metric.columns.iter() {
            let first = column.first_group as usize;
            let values = &mut self.values;
            let (groups, spreads) = (&mut values.now_groups[first..], &mut values.now_spreads[first..]);
            column.each(seen.clone(), |group, (value, times)| {
                groups[group].add(value, times);
                spreads[group].add(value, times);
            });
        }
    }

    /// Counts the block that was played. If its cluster is whole, that is folded
    /// in.
    pub fn end_block(&mut self) {
        if self.add_block() {
            self.fold(|_| ());
        }
    }

    /// Counts the block that was played; returns whether its cluster is whole and
    /// has to be folded.
    #[must_use]
    #[inline]
    pub fn add_block(&mut self) -> bool {
        self.blocks += 1;
        self.counted += 1;
        self.counted == self.cluster.blocks()
    }

    /// Folds in the cluster that is being counted, after `see` has seen its
    /// figures.
    pub fn fold(&mut self, see: impl FnOnce(&Tally)) {
        self.shares.sum_up();
        self.values.sum_up();
        see(self);
        let blocks = u128::from(std::mem::take(&mut self.counted));
        self.block_squares += blocks * blocks;
        self.shares.fold();
        self.values.fold();
    }
}

#[cfg(test)]
mod tests;
