//! Tallies: integer counts of declared metrics, block by block.
//!
//! A tally takes observations while a block is played, and folds them in when
//! the block is over: for each cell the count, and the sums of squares and of
//! cross products that an interval over blocks needs. All of them are
//! integers, so tallies add up exactly, in any order, over threads, shards
//! and interrupted runs. Their size does not grow with the number of games.
//!
//! Outcomes are few, so every cell of a share is folded at every block; values
//! are many, so a block keeps a list of those that occurred.

mod read;
mod saved;

use std::collections::BTreeMap;

use crate::metric::{Distribution, MetricList, Number, Of, Shares};
use crate::seat::{BySeat, Seat};

pub use read::Mean;
pub use saved::UnreadableTally;

/// The counts of one cell over blocks: y is the cell's count in a block, n
/// the number of observations of its group in that block.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Cell {
    y: u64,
    yy: u64,
    yn: u64,
}

/// A cell of a distribution, with its count in the block that is being folded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct ValueCell {
    cell: Cell,
    now: u64,
}

/// A group of a share: how many observations, and the sum of the squares.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct ShareGroup {
    n: u64,
    nn: u64,
    first_cell: u32,
    width: u32,
}

/// A group of values over blocks: s is their sum in a block.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct ValueGroup {
    now_n: u64,
    now_s: i64,
    n: u64,
    nn: u64,
    s: i128,
    sn: i128,
    ss: i128,
}

/// The single observations of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Spread {
    xx: i128,
    min: i64,
    max: i64,
}

impl Default for Spread {
    fn default() -> Spread {
        Spread {
            xx: 0,
            min: i64::MAX,
            max: i64::MIN,
        }
    }
}

/// An observation of a value that waits for the end of its block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Waiting {
    cell: u32,
    group: u32,
}

/// Counts of all metrics of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tally {
    blocks: u64,
    bots: BySeat<u8>,
    /// This block's counts of outcomes.
    now: Vec<u32>,
    share_cells: Vec<Cell>,
    share_groups: Vec<ShareGroup>,
    waiting: Vec<Waiting>,
    value_cells: Vec<ValueCell>,
    value_groups: Vec<ValueGroup>,
    spreads: Vec<Spread>,
    /// Where the values outside a window are: by group and value.
    elsewhere: BTreeMap<(u32, i64), u32>,
}

impl Tally {
    /// Nothing counted yet.
    #[must_use]
    pub fn new(metrics: &MetricList) -> Tally {
        let size = &metrics.size;
        let mut first_cell = 0;
        let mut share_groups = Vec::with_capacity(size.share_groups.len());
        for &width in &size.share_groups {
            share_groups.push(ShareGroup {
                first_cell,
                width,
                ..ShareGroup::default()
            });
            first_cell += width;
        }
        Tally {
            blocks: 0,
            bots: BySeat::default(),
            now: vec![0; first_cell as usize],
            share_cells: vec![Cell::default(); first_cell as usize],
            share_groups,
            waiting: Vec::with_capacity(1024),
            value_cells: vec![ValueCell::default(); size.value_cells],
            value_groups: vec![ValueGroup::default(); size.value_groups],
            spreads: vec![Spread::default(); size.value_groups],
            elsewhere: BTreeMap::new(),
        }
    }

    /// How many blocks are counted.
    #[must_use]
    pub fn blocks(&self) -> u64 {
        self.blocks
    }

    /// Says which bot sits where in the game that is played next.
    pub fn seat_bots(&mut self, bots: BySeat<u8>) {
        self.bots = bots;
    }

    /// Observations of a seat: they are of the bot that sits there as well.
    #[must_use]
    #[inline]
    pub fn of(&self, seat: Seat) -> Of {
        Of::seat(seat.index(), usize::from(self.bots[seat]))
    }

    /// Counts an outcome, by its place among the declared ones.
    #[inline]
    pub fn outcome(&mut self, metric: &Shares, of: Of, outcome: usize) {
        for column in metric.0.iter() {
            self.now[column.cells(of) + outcome] += 1;
        }
    }

    /// Counts a value.
    #[inline]
    pub fn value(&mut self, metric: &Distribution, of: Of, value: i64) {
        let place = value.wrapping_sub(metric.lowest) as u64;
        for column in metric.columns.iter() {
            let group = column.group(of);
            let cell = if place < u64::from(metric.width) {
                (column.cells(of) + place as usize) as u32
            } else {
                self.place_elsewhere(group as u32, value)
            };
            let sums = &mut self.value_groups[group];
            sums.now_n += 1;
            sums.now_s += value;
            self.waiting.push(Waiting {
                cell,
                group: group as u32,
            });
        }
    }

    /// Counts a number.
    #[inline]
    pub fn number(&mut self, metric: &Number, of: Of, value: i64) {
        for column in metric.0.iter() {
            let group = column.group(of);
            let sums = &mut self.value_groups[group];
            sums.now_n += 1;
            sums.now_s += value;
            let spread = &mut self.spreads[group];
            spread.xx += i128::from(value) * i128::from(value);
            spread.min = spread.min.min(value);
            spread.max = spread.max.max(value);
        }
    }

    #[cold]
    fn place_elsewhere(&mut self, group: u32, value: i64) -> u32 {
        let cells = &mut self.value_cells;
        *self.elsewhere.entry((group, value)).or_insert_with(|| {
            cells.push(ValueCell::default());
            (cells.len() - 1) as u32
        })
    }

    /// Folds in what was observed since the last block ended.
    pub fn end_block(&mut self) {
        self.blocks += 1;
        for group in &mut self.share_groups {
            let cells = group.first_cell as usize..(group.first_cell + group.width) as usize;
            let now = &mut self.now[cells.clone()];
            let n: u64 = now.iter().map(|&y| u64::from(y)).sum();
            if n == 0 {
                continue;
            }
            group.n += n;
            group.nn += n * n;
            for (cell, y) in self.share_cells[cells].iter_mut().zip(now) {
                let y = u64::from(std::mem::take(y));
                cell.y += y;
                cell.yy += y * y;
                cell.yn += y * n;
            }
        }
        for waiting in &self.waiting {
            let ValueCell { cell, now } = &mut self.value_cells[waiting.cell as usize];
            cell.y += 1;
            cell.yn += self.value_groups[waiting.group as usize].now_n;
            // The squares of 1, 2, 3, ... differ by 1, 3, 5, ...
            cell.yy += 2 * *now + 1;
            *now += 1;
        }
        for waiting in self.waiting.drain(..) {
            self.value_cells[waiting.cell as usize].now = 0;
        }
        for group in &mut self.value_groups {
            let (n, s) = (
                std::mem::take(&mut group.now_n),
                i128::from(std::mem::take(&mut group.now_s)),
            );
            group.n += n;
            group.nn += n * n;
            group.s += s;
            group.sn += s * i128::from(n);
            group.ss += s * s;
        }
    }

    /// Adds the blocks of another tally of the same metrics, and empties it.
    pub fn absorb(&mut self, other: &mut Tally) {
        self.blocks += std::mem::take(&mut other.blocks);
        for (cell, add) in self.share_cells.iter_mut().zip(&mut other.share_cells) {
            cell.absorb(std::mem::take(add));
        }
        for (group, add) in self.share_groups.iter_mut().zip(&mut other.share_groups) {
            group.n += std::mem::take(&mut add.n);
            group.nn += std::mem::take(&mut add.nn);
        }
        for (&(group, value), &from) in &other.elsewhere {
            let to = self.place_elsewhere(group, value);
            self.value_cells[to as usize]
                .cell
                .absorb(other.value_cells[from as usize].cell);
        }
        let window = other.value_cells.len() - other.elsewhere.len();
        other.elsewhere.clear();
        other.value_cells.truncate(window);
        for (cell, add) in self.value_cells.iter_mut().zip(&mut other.value_cells) {
            cell.cell.absorb(std::mem::take(&mut add.cell));
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
            let add = std::mem::take(add);
            spread.xx += add.xx;
            spread.min = spread.min.min(add.min);
            spread.max = spread.max.max(add.max);
        }
    }
}

impl Cell {
    fn absorb(&mut self, add: Cell) {
        self.y += add.y;
        self.yy += add.yy;
        self.yn += add.yn;
    }
}
