//! The counts of outcomes.
//!
//! Blocks are small, and there are many of them: their squares and cross
//! products are added up in 32 bits, four cells at a time, and carried over
//! to 64 bits before they can overflow. That takes a third fewer instructions
//! than folding cell by cell.

use super::Cell;
use crate::metric::{Column, GroupKey, Shares};

/// Cells are folded so many at a time, and there is room for so many after
/// the last one.
const LANES: usize = 8;

/// Blocks with fewer observations in each group are folded in 32 bits: two
/// numbers of 15 bits are multiplied in one step on every machine.
const SMALL: u32 = 1 << 15;

/// A group of a share: how many observations, and the sum of the squares.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct ShareGroup {
    /// Observations in the block that is being played.
    now: u32,
    width: u32,
    pub(super) n: u64,
    pub(super) nn: u64,
}

/// The counts of all metrics that count outcomes.
#[derive(Clone, Debug)]
pub(super) struct ShareTable {
    pub(super) groups: Vec<ShareGroup>,
    /// Without the recent blocks, and without the one that is being played.
    cells: Vec<Cell>,
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
    /// No sum is greater than this: those of squares and products are not
    /// greater than that of the squares of n.
    most: u64,
}

impl ShareTable {
    pub(super) fn new(widths: &[u32]) -> ShareTable {
        let cells = widths.iter().sum::<u32>() as usize;
        let room = || vec![0; (cells + LANES).next_multiple_of(LANES)];
        ShareTable {
            groups: widths.iter().map(|&width| ShareGroup { width, ..ShareGroup::default() }).collect(),
            cells: vec![Cell::default(); cells],
            recent: Recent { now: room(), now_n: room(), y: room(), yy: room(), yn: room(), most: 0 },
        }
    }

    /// How many cells there are.
    pub(super) fn len(&self) -> usize {
        self.cells.len()
    }

    /// The counts of a cell over all blocks that have ended.
    pub(super) fn cell(&self, index: usize) -> Cell {
        let mut cell = self.cells[index];
        cell.merge(self.recent.cell(index));
        cell
    }

    pub(super) fn cells(&self) -> impl Iterator<Item = Cell> {
        (0..self.len()).map(|index| self.cell(index))
    }

    /// Takes over the observations of each group and the cells of a saved table.
    pub(super) fn restore(&mut self, trials: &[(u64, u64)], cells: Vec<Cell>) {
        for (group, &(n, nn)) in self.groups.iter_mut().zip(trials) {
            (group.n, group.nn) = (n, nn);
        }
        for index in 0..cells.len() {
            self.recent.take(index);
        }
        self.recent.most = 0;
        self.cells = cells;
    }

    #[inline]
    pub(super) fn count(&mut self, metric: &Shares, seen: impl Iterator<Item = (GroupKey, usize)> + Clone) {
        for column in metric.columns.iter() {
            let Column { first_cell, first_group, width, .. } = column;
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
            let Column { first_cell, first_group, width, .. } = column;
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
        let most = self.end_groups();
        self.recent.most += u64::from(most) * u64::from(most);
        if most >= SMALL || self.recent.most > u64::from(u32::MAX) {
            return self.carry_and_fold();
        }
        self.recent.fold();
    }

    /// Folds in the number of observations in each group; gives back the most.
    fn end_groups(&mut self) -> u32 {
        let (mut most, mut first) = (0, 0);
        for group in &mut self.groups {
            let n = std::mem::take(&mut group.now);
            group.n += u64::from(n);
            group.nn += u64::from(n) * u64::from(n);
            most = most.max(n);
            // In steps of several cells: what is too much is overwritten by
            // the next group.
            let last = first + group.width as usize;
            while first < last {
                self.recent.now_n[first..first + LANES].copy_from_slice(&[n; LANES]);
                first += LANES;
            }
            first = last;
        }
        most
    }

    /// Carries the recent blocks over, and the block that was played.
    #[cold]
    fn carry_and_fold(&mut self) {
        self.recent.most = 0;
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
        other.recent.most = 0;
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
    fn cell(&self, index: usize) -> Cell {
        let [y, yy, yn] = [&self.y, &self.yy, &self.yn].map(|sums| u64::from(sums[index]));
        Cell { now: 0, y, yy, yn }
    }

    fn take(&mut self, index: usize) -> Cell {
        let cell = self.cell(index);
        (self.y[index], self.yy[index], self.yn[index]) = (0, 0, 0);
        cell
    }

    fn fold(&mut self) {
        let (y, yy, yn) = (chunks(&mut self.y), chunks(&mut self.yy), chunks(&mut self.yn));
        let (now, n) = (chunks(&mut self.now), chunks(&mut self.now_n));
        for ((((y, yy), yn), now), n) in y.iter_mut().zip(yy).zip(yn).zip(now).zip(n) {
            // Arrays as a whole: so it becomes a few vector instructions.
            let own = now.map(|now| now & (SMALL - 1));
            let all = n.map(|n| n & (SMALL - 1));
            *y = std::array::from_fn(|lane| y[lane] + own[lane]);
            *yy = std::array::from_fn(|lane| yy[lane] + own[lane] * own[lane]);
            *yn = std::array::from_fn(|lane| yn[lane] + own[lane] * all[lane]);
            *now = [0; LANES];
        }
    }
}

fn chunks(cells: &mut [u32]) -> &mut [[u32; LANES]] {
    cells.as_chunks_mut().0
}
