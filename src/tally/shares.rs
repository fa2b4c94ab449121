//! The counts of outcomes.
//!
//! Blocks are small and numerous: their squares and cross products are summed
//! in 32 bits, several cells at a time, and carried over to 64 bits before they
//! can overflow. That takes a third fewer instructions than folding cell by
//! cell.

use super::CountCell;
use crate::metric::{CountColumn, GroupKey, Shares};

/// The number of cells that are folded at a time. Vectors are padded by as
/// many.
const LANES: usize = 8;

/// Blocks with fewer observations in each group are folded in 32 bits: every
/// machine has a vector instruction that multiplies numbers of 15 bits.
const SMALL: u32 = 1 << 15;

/// A group of a share: n and n², summed over blocks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct ShareGroup {
    /// Observations in the block that is being played.
    now: u32,
    width: u32,
    pub(super) n: u64,
    pub(super) nn: u128,
}

/// The counts of all metrics that count outcomes.
#[derive(Clone, Debug)]
pub(super) struct ShareTable {
    pub(super) groups: Vec<ShareGroup>,
    /// Sums over the blocks before the recent ones.
    cells: Vec<CountCell>,
    recent: Recent,
}

/// The blocks that are not yet carried over to the cells.
#[derive(Clone, Debug)]
struct Recent {
    /// y of the block that is being played.
    now: Vec<u32>,
    /// n of that block, for each cell that of its group.
    now_n: Vec<u32>,
    y: Vec<u32>,
    yy: Vec<u32>,
    yn: Vec<u32>,
    /// An upper bound of all sums: those of squares and products are at most
    /// that of the squares of n.
    bound: u64,
}

impl ShareTable {
    pub(super) fn new(widths: &[u32]) -> ShareTable {
        let cells = widths.iter().sum::<u32>() as usize;
        let room = || vec![0; (cells + LANES).next_multiple_of(LANES)];
        ShareTable {
            groups: widths.iter().map(|&width| ShareGroup { width, ..ShareGroup::default() }).collect(),
            cells: vec![CountCell::default(); cells],
            recent: Recent { now: room(), now_n: room(), y: room(), yy: room(), yn: room(), bound: 0 },
        }
    }

    /// The number of cells.
    pub(super) fn len(&self) -> usize {
        self.cells.len()
    }

    /// The counts of a cell over all blocks that have ended.
    pub(super) fn cell(&self, index: usize) -> CountCell {
        let mut cell = self.cells[index];
        cell.merge(self.recent.cell(index));
        cell
    }

    pub(super) fn cells(&self) -> impl Iterator<Item = CountCell> {
        (0..self.len()).map(|index| self.cell(index))
    }

    /// Replaces the counts by the groups and cells of a saved table.
    pub(super) fn restore(&mut self, trials: &[(u64, u128)], cells: Vec<CountCell>) {
        for (group, &(n, nn)) in self.groups.iter_mut().zip(trials) {
            (group.n, group.nn) = (n, nn);
        }
        for index in 0..cells.len() {
            self.recent.take(index);
        }
        self.recent.bound = 0;
        self.cells = cells;
    }

    #[inline]
    pub(super) fn count(&mut self, metric: &Shares, seen: impl Iterator<Item = (GroupKey, usize)> + Clone) {
        for column in metric.columns.iter() {
            let CountColumn { first_cell, first_group, width, .. } = column;
            let cells = &mut self.recent.now[first_cell as usize..];
            let groups = &mut self.groups[first_group as usize..];
            column.each(seen.clone(), |group, outcome| {
                groups[group].now += 1;
                cells[group * width as usize + outcome] += 1;
            });
        }
    }

    #[inline]
    pub(super) fn count_times(&mut self, metric: &Shares, of: GroupKey, outcome: usize, times: u32) {
        for column in metric.columns.iter() {
            let CountColumn { first_cell, first_group, width, .. } = column;
            column.each(std::iter::once((of, outcome)), |group, outcome| {
                self.groups[first_group as usize + group].now += times;
                self.recent.now[first_cell as usize + group * width as usize + outcome] += times;
            });
        }
    }

    /// For each cell, its count and that of its group in the block that is
    /// being played.
    pub(super) fn now(&self) -> impl Iterator<Item = (i64, i64)> + '_ {
        let groups =
            self.groups.iter().flat_map(|group| std::iter::repeat_n(group.now, group.width as usize));
        self.recent.now.iter().zip(groups).map(|(&y, n)| (i64::from(y), i64::from(n)))
    }

    /// Folds in the block that was played.
    pub(super) fn end_block(&mut self) {
        let max = self.end_groups();
        self.recent.bound += u64::from(max) * u64::from(max);
        if max >= SMALL || self.recent.bound > u64::from(u32::MAX) {
            return self.carry_and_fold();
        }
        self.recent.fold();
    }

    /// Folds in the number of observations in each group; returns the maximum.
    fn end_groups(&mut self) -> u32 {
        let (mut max, mut first) = (0, 0);
        for group in &mut self.groups {
            let n = std::mem::take(&mut group.now);
            group.n += u64::from(n);
            group.nn += u128::from(u64::from(n) * u64::from(n));
            max = max.max(n);
            // In steps of several cells: the next group overwrites the excess.
            let last = first + group.width as usize;
            while first < last {
                self.recent.now_n[first..first + LANES].copy_from_slice(&[n; LANES]);
                first += LANES;
            }
            first = last;
        }
        max
    }

    /// Carries over the recent blocks, and folds the block that was played.
    #[cold]
    fn carry_and_fold(&mut self) {
        self.recent.bound = 0;
        for (index, cell) in self.cells.iter_mut().enumerate() {
            cell.merge(self.recent.take(index));
            cell.now = u64::from(std::mem::take(&mut self.recent.now[index]));
            cell.fold(u64::from(self.recent.now_n[index]));
        }
    }

    /// Adds the blocks of another table, and empties it.
    pub(super) fn merge(&mut self, other: &mut ShareTable) {
        for (group, add) in self.groups.iter_mut().zip(&mut other.groups) {
            group.n += std::mem::take(&mut add.n);
            group.nn += std::mem::take(&mut add.nn);
        }
        other.recent.bound = 0;
        for (index, cell) in self.cells.iter_mut().enumerate() {
            cell.merge(std::mem::take(&mut other.cells[index]));
            cell.merge(other.recent.take(index));
        }
    }
}

impl PartialEq for ShareTable {
    fn eq(&self, other: &ShareTable) -> bool {
        self.groups == other.groups && self.cells().eq(other.cells())
    }
}

impl Eq for ShareTable {}

impl Recent {
    fn cell(&self, index: usize) -> CountCell {
        let [y, yy, yn] = [&self.y, &self.yy, &self.yn].map(|sums| sums[index]);
        CountCell { now: 0, y: y.into(), yy: yy.into(), yn: yn.into() }
    }

    fn take(&mut self, index: usize) -> CountCell {
        let cell = self.cell(index);
        (self.y[index], self.yy[index], self.yn[index]) = (0, 0, 0);
        cell
    }

    fn fold(&mut self) {
        let (y, yy, yn) = (chunks(&mut self.y), chunks(&mut self.yy), chunks(&mut self.yn));
        let (now, n) = (chunks(&mut self.now), chunks(&mut self.now_n));
        for ((((y, yy), yn), now), n) in y.iter_mut().zip(yy).zip(yn).zip(now).zip(n) {
            // Whole arrays, so that it compiles to a few vector instructions.
            let count = now.map(|now| now & (SMALL - 1));
            let all = n.map(|n| n & (SMALL - 1));
            *y = std::array::from_fn(|lane| y[lane] + count[lane]);
            *yy = std::array::from_fn(|lane| yy[lane] + count[lane] * count[lane]);
            *yn = std::array::from_fn(|lane| yn[lane] + count[lane] * all[lane]);
            *now = [0; LANES];
        }
    }
}

fn chunks(cells: &mut [u32]) -> &mut [[u32; LANES]] {
    cells.as_chunks_mut().0
}
