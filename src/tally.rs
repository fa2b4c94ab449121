//! Tallies: integer counts of declared metrics, block by block.
//!
//! A tally takes observations while a block is played, and folds them in when
//! the block is over: for each cell the count, and the sums of squares and of
//! cross products that an interval over blocks needs. All of them are
//! integers, so tallies merge exactly, in any order, across threads and
//! interrupted runs. Their size does not grow with the number of games.
//!
//! Outcomes are few, so every cell of a share is folded at every block; values
//! are many, so a block keeps a list of those that occurred.
//!
//! Observations are best counted many at a time, metric by metric: what
//! concerns the metric is then looked up once, and an observation is one step
//! of a tight loop.

#[cfg(test)]
mod bins;
mod convergence;
mod counts;
mod read;
mod saved;
mod score_parts;
mod shares;
mod table_counts;

use std::collections::BTreeMap;

use self::counts::{BlockGroup, CountCell, Spread, Touched, ValueGroup};
use self::shares::ShareTable;
use crate::metric::{Average, CountColumn, Distribution, GroupKey, MetricList, Shares};
use crate::seat::{BySeat, Seat};

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
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tally {
    blocks: u64,
    games_per_block: u64,
    seating: Seating,
    shares: ShareTable,
    value_cells: Vec<CountCell>,
    value_groups: Vec<ValueGroup>,
    now: Vec<BlockGroup>,
    spreads: Vec<Spread>,
    /// The cells of the values outside a window, by group and value.
    outliers: BTreeMap<(u32, i64), u32>,
    /// The cells that the block being played has counted in: the first
    /// `touched` entries. Long enough for every cell.
    touches: Vec<Touched>,
    touched: usize,
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
            shares: ShareTable::new(&size.share_groups),
            value_cells: vec![CountCell::default(); size.value_cells],
            value_groups: vec![ValueGroup::default(); size.value_groups],
            now: vec![BlockGroup::default(); size.value_groups],
            spreads: vec![Spread::default(); size.value_groups],
            outliers: BTreeMap::new(),
            touches: vec![Touched::default(); size.value_cells + 1],
            touched: 0,
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
            self.count_exactly(metric, seen);
        } else {
            self.count_in_bins(metric, seen);
        }
    }

    /// Counts the index of a value's bin in place of the value, and corrects
    /// the sums, which are those of the values.
    #[cold]
    fn count_in_bins(&mut self, metric: &Distribution, seen: impl Iterator<Item = (GroupKey, i64)> + Clone) {
        let bin = |value: i64| value.div_euclid(metric.bin);
        self.count_exactly(metric, seen.clone().map(|(of, value)| (of, bin(value))));
        for column in metric.columns.iter() {
            column.each(seen.clone(), |group, value| {
                let group = column.group_at(group);
                self.now[group].s += value - bin(value);
                self.spreads[group].add(value, 1);
            });
        }
    }

    /// Counts values, each in a cell of its own.
    #[inline]
    fn count_exactly(&mut self, metric: &Distribution, seen: impl Iterator<Item = (GroupKey, i64)> + Clone) {
        let (lowest, width) = (metric.lowest, metric.width as usize);
        for column in metric.columns.iter() {
            let first = Touched::new(column.group_at(0), column.cells_at(0));
            let cells = &mut self.value_cells[first.cell()..];
            let groups = &mut self.now[first.group()..];
            let touches = self.touches.as_mut_slice();
            let mut touched = self.touched;
            let mut outside = false;
            column.each(seen.clone(), |group, value| {
                let index = value.wrapping_sub(lowest) as u64 as usize;
                if index >= width {
                    outside = true;
                    return;
                }
                let index = group * width + index;
                // Whether it is the first in its cell is hard to predict: the
                // entry is always written, so that there is no branch.
                let cell = &mut cells[index];
                touches[touched] = first.after(group, index);
                touched += usize::from(cell.now == 0);
                cell.now += 1;
                groups[group].add(value);
            });
            self.touched = touched;
            if outside {
                let within = lowest..lowest + width as i64;
                self.count_outliers(column, seen.clone().filter(|(_, value)| !within.contains(value)));
            }
        }
    }

    /// Counts values outside the window.
    #[cold]
    fn count_outliers(&mut self, column: CountColumn, seen: impl Iterator<Item = (GroupKey, i64)>) {
        column.each(seen, |group, value| {
            let group = column.group_at(group);
            let cell = self.outlier_index(group as u32, value) as usize;
            self.touches[self.touched] = Touched::new(group, cell);
            self.touched += usize::from(self.value_cells[cell].now == 0);
            self.value_cells[cell].now += 1;
            self.now[group].add(value);
        });
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
            self.now[group].n += seen.n;
            self.now[group].s += seen.sum;
            self.spreads[group].merge(Spread { xx: seen.squares.into(), min: seen.min, max: seen.max });
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
            let (groups, spreads) = (&mut self.now[first..], &mut self.spreads[first..]);
            column.each(seen.clone(), |group, (value, times)| {
                groups[group].n += times as u32;
                groups[group].s += times as i64 * value;
                spreads[group].add(value, times);
            });
        }
    }

    #[cold]
    fn outlier_index(&mut self, group: u32, value: i64) -> u32 {
        let (cells, touches) = (&mut self.value_cells, &mut self.touches);
        *self.outliers.entry((group, value)).or_insert_with(|| {
            cells.push(CountCell::default());
            touches.push(Touched::default());
            (cells.len() - 1) as u32
        })
    }

    /// Drops the values outside the windows.
    fn clear_outliers(&mut self) {
        let within = self.value_cells.len() - self.outliers.len();
        self.outliers.clear();
        self.value_cells.truncate(within);
        self.touches.truncate(within + 1);
    }

    /// Folds in what was observed since the last block ended.
    pub fn end_block(&mut self) {
        self.blocks += 1;
        self.shares.end_block();
        let touches = &self.touches[..std::mem::take(&mut self.touched)];
        for touch in touches {
            self.value_cells[touch.cell()].fold(u64::from(self.now[touch.group()].n));
        }
        for (group, now) in self.value_groups.iter_mut().zip(&mut self.now) {
            let BlockGroup { n, s } = std::mem::take(now);
            let n = u64::from(n);
            group.n += n;
            group.nn += u128::from(n * n);
            group.s += i128::from(s);
            group.sn += i128::from(s) * i128::from(n);
            group.ss += i128::from(s) * i128::from(s);
        }
    }

    /// Adds the blocks of another tally of the same metrics, and empties it.
    pub fn merge(&mut self, other: &mut Tally) {
        self.blocks += std::mem::take(&mut other.blocks);
        self.shares.merge(&mut other.shares);
        for (&(group, value), &from) in &other.outliers {
            let to = self.outlier_index(group, value);
            self.value_cells[to as usize].merge(other.value_cells[from as usize]);
        }
        other.clear_outliers();
        for (cell, add) in self.value_cells.iter_mut().zip(&mut other.value_cells) {
            cell.merge(std::mem::take(add));
        }
        for (group, add) in self.value_groups.iter_mut().zip(&mut other.value_groups) {
            let add = std::mem::take(add);
            group.n += add.n;
            group.nn += add.nn;
            group.s += add.s;
            group.sn += add.sn;
            group.ss += add.ss;
        }
        for (spread, add) in self.spreads.iter_mut().zip(&mut other.spreads) {
            spread.merge(std::mem::take(add));
        }
    }
}

#[cfg(test)]
mod tests;
