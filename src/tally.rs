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

#[cfg(test)]
mod bins;
mod read;
mod saved;

use std::collections::BTreeMap;

use crate::metric::{Distribution, MetricList, Number, Of, Shares};
use crate::seat::{BySeat, Seat};

pub use read::Mean;
pub use saved::UnreadableTally;

/// The counts of one cell: y is the cell's count in a block, n the number of
/// observations of its group in that block.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Cell {
    /// y of the block that is being played.
    now: u64,
    y: u64,
    yy: u64,
    yn: u64,
}

impl Cell {
    #[inline]
    fn fold(&mut self, n: u64) {
        let y = std::mem::take(&mut self.now);
        self.y += y;
        self.yy += y * y;
        self.yn += y * n;
    }

    fn absorb(&mut self, add: Cell) {
        self.y += add.y;
        self.yy += add.yy;
        self.yn += add.yn;
    }
}

/// A group of a share: how many observations, and the sum of the squares.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct ShareGroup {
    n: u64,
    nn: u64,
    width: usize,
}

/// The number and the sum of the values of a group in the block that is being
/// played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct NowGroup {
    n: u64,
    s: i64,
}

/// A group of values over blocks: s is their sum in a block.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct ValueGroup {
    n: u64,
    nn: u64,
    s: i128,
    sn: i128,
    ss: i128,
}

/// The single observations of a number, or of values in bins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Spread {
    xx: i128,
    min: i64,
    max: i64,
}

impl Default for Spread {
    fn default() -> Spread {
        Spread { xx: 0, min: i64::MAX, max: i64::MIN }
    }
}

impl Spread {
    #[inline]
    fn add(&mut self, value: i64, times: u64) {
        self.xx += i128::from(value) * i128::from(value) * i128::from(times);
        self.min = self.min.min(value);
        self.max = self.max.max(value);
    }
}

/// A cell whose value occurred in the block that is being played, and its
/// group.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Touched {
    cell: u32,
    group: u32,
    value: i64,
}

/// Counts of all metrics of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tally {
    blocks: u64,
    bots: BySeat<u8>,
    share_cells: Vec<Cell>,
    share_groups: Vec<ShareGroup>,
    value_cells: Vec<Cell>,
    value_groups: Vec<ValueGroup>,
    now: Vec<NowGroup>,
    spreads: Vec<Spread>,
    /// Where the values outside a window are: by group and value.
    elsewhere: BTreeMap<(u32, i64), u32>,
    /// The first `touched` entries are of the block that is being played.
    touches: Vec<Touched>,
    touched: usize,
}

impl Tally {
    /// Nothing counted yet.
    #[must_use]
    pub fn new(metrics: &MetricList) -> Tally {
        let size = &metrics.size;
        let width: u32 = size.share_groups.iter().sum();
        let share_group = |&width: &u32| ShareGroup { width: width as usize, ..ShareGroup::default() };
        Tally {
            blocks: 0,
            bots: BySeat::default(),
            share_cells: vec![Cell::default(); width as usize],
            share_groups: size.share_groups.iter().map(share_group).collect(),
            value_cells: vec![Cell::default(); size.value_cells],
            value_groups: vec![ValueGroup::default(); size.value_groups],
            now: vec![NowGroup::default(); size.value_groups],
            spreads: vec![Spread::default(); size.value_groups],
            elsewhere: BTreeMap::new(),
            touches: vec![Touched::default(); 1024],
            touched: 0,
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
            self.share_cells[column.cells(of) + outcome].now += 1;
        }
    }

    /// Counts a value.
    #[inline]
    pub fn value(&mut self, metric: &Distribution, of: Of, value: i64) {
        if metric.bin != 1 {
            return self.value_in_bin(metric, of, value);
        }
        let place = value.wrapping_sub(metric.lowest) as u64;
        if place >= u64::from(metric.width) || self.touched + 4 > self.touches.len() {
            return self.value_elsewhere(metric, of, value);
        }
        let (cells, touches) = (self.value_cells.as_mut_slice(), self.touches.as_mut_slice());
        for column in metric.columns.iter() {
            let cell = column.cells(of) + place as usize;
            let touch = Touched { cell: cell as u32, group: column.group(of) as u32, value };
            // Whether it is the first in its cell is hard to foresee: the
            // entry is written in any case.
            touches[self.touched] = touch;
            self.touched += usize::from(cells[cell].now == 0);
            cells[cell].now += 1;
        }
    }

    /// Counts a value that is not in the window, or for which there is no room
    /// in the list.
    #[cold]
    fn value_elsewhere(&mut self, metric: &Distribution, of: Of, value: i64) {
        if self.touched + 4 > self.touches.len() {
            self.touches.resize(2 * self.touches.len(), Touched::default());
        }
        for column in metric.columns.iter() {
            let group = column.group(of) as u32;
            let within = (metric.lowest..metric.lowest + i64::from(metric.width)).contains(&value);
            let cell = if within {
                (column.cells(of) + (value - metric.lowest) as usize) as u32
            } else {
                self.place_elsewhere(group, value)
            };
            self.touches[self.touched] = Touched { cell, group, value };
            self.touched += usize::from(self.value_cells[cell as usize].now == 0);
            self.value_cells[cell as usize].now += 1;
        }
    }

    /// Counts the number of a value's bin as the value, and makes up for the
    /// difference: the sums are those of the values.
    #[cold]
    fn value_in_bin(&mut self, metric: &Distribution, of: Of, value: i64) {
        let bin = value.div_euclid(metric.bin);
        self.value(&Distribution { bin: 1, ..*metric }, of, bin);
        for column in metric.columns.iter() {
            let group = column.group(of);
            self.now[group].s += value - bin;
            self.spreads[group].add(value, 1);
        }
    }

    /// Counts a number.
    #[inline]
    pub fn number(&mut self, metric: &Number, of: Of, value: i64) {
        self.number_times(metric, of, value, 1);
    }

    /// Counts a number that was seen so many times.
    #[inline]
    pub fn number_times(&mut self, metric: &Number, of: Of, value: i64, times: u64) {
        if times == 0 {
            return;
        }
        for column in metric.0.iter() {
            let group = column.group(of);
            let now = &mut self.now[group];
            now.n += times;
            now.s += times as i64 * value;
            self.spreads[group].add(value, times);
        }
    }

    #[cold]
    fn place_elsewhere(&mut self, group: u32, value: i64) -> u32 {
        let cells = &mut self.value_cells;
        *self.elsewhere.entry((group, value)).or_insert_with(|| {
            cells.push(Cell::default());
            (cells.len() - 1) as u32
        })
    }

    /// Folds in what was observed since the last block ended.
    pub fn end_block(&mut self) {
        self.blocks += 1;
        let mut cells = self.share_cells.as_mut_slice();
        for group in &mut self.share_groups {
            let (own, others) = cells.split_at_mut(group.width);
            cells = others;
            let n: u64 = own.iter().map(|cell| cell.now).sum();
            if n > 0 {
                group.n += n;
                group.nn += n * n;
                for cell in own {
                    cell.fold(n);
                }
            }
        }
        let touches = &self.touches[..std::mem::take(&mut self.touched)];
        for touch in touches {
            let times = self.value_cells[touch.cell as usize].now;
            let now = &mut self.now[touch.group as usize];
            now.n += times;
            now.s += times as i64 * touch.value;
        }
        for touch in touches {
            self.value_cells[touch.cell as usize].fold(self.now[touch.group as usize].n);
        }
        for (group, now) in self.value_groups.iter_mut().zip(&mut self.now) {
            let NowGroup { n, s } = std::mem::take(now);
            group.n += n;
            group.nn += n * n;
            group.s += i128::from(s);
            group.sn += i128::from(s) * i128::from(n);
            group.ss += i128::from(s) * i128::from(s);
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
            self.value_cells[to as usize].absorb(other.value_cells[from as usize]);
        }
        let window = other.value_cells.len() - other.elsewhere.len();
        other.elsewhere.clear();
        other.value_cells.truncate(window);
        for (cell, add) in self.value_cells.iter_mut().zip(&mut other.value_cells) {
            cell.absorb(std::mem::take(add));
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
