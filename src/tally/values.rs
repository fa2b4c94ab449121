//! The counts of values and numbers.
//!
//! Values are many, so a cluster keeps flags of the chunks of cells in which it
//! has counted: a flag takes one store, without a load before it. How many values
//! a group has and what their sum is follow from the cells when the cluster is
//! summed up.

use std::collections::BTreeMap;

use super::counts::{ClusterGroup, CountCell, Spread, ValueGroup};
use crate::metric::{CHUNK, CountColumn, Distribution, GroupKey, GroupShape};

/// How many flags, and how many counts, are looked at together.
const FLAGS: usize = 16;
const QUAD: usize = 4;

/// The counts of all metrics that count values or average numbers.
#[derive(Clone, Debug)]
pub(super) struct ValueTable {
    shapes: Vec<GroupShape>,
    /// The cells of the windows, and those of the values outside.
    pub(super) cells: Vec<CountCell>,
    pub(super) groups: Vec<ValueGroup>,
    pub(super) spreads: Vec<Spread>,
    /// The cells of the values outside a window, by group and value.
    pub(super) outliers: BTreeMap<(u32, i64), u32>,
    /// The counts of each cell in the cluster that is being counted.
    now: Vec<u32>,
    /// For each chunk of a window's cells whether one of them has a count, and some
    /// more.
    flags: Vec<u8>,
    /// The values outside that occurred in that cluster.
    outside: Vec<Outlier>,
    /// What is counted directly: numbers, and of values those outside the windows.
    pub(super) now_groups: Vec<ClusterGroup>,
    pub(super) now_spreads: Vec<Spread>,
    /// The cells of a window that have a count, by offset: room for all of them.
    seen: Vec<(u32, u32)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Outlier {
    group: u32,
    value: i64,
    cell: u32,
}

impl ValueTable {
    pub(super) fn new(shapes: &[GroupShape], cells: usize) -> ValueTable {
        let widest = shapes.iter().map(|shape| shape.width).max().unwrap_or(0);
        ValueTable {
            shapes: shapes.to_vec(),
            cells: vec![CountCell::default(); cells],
            groups: vec![ValueGroup::default(); shapes.len()],
            spreads: vec![Spread::default(); shapes.len()],
            outliers: BTreeMap::new(),
            now: vec![0; cells],
            flags: vec![0; cells / CHUNK + FLAGS],
            outside: Vec::new(),
            now_groups: vec![ClusterGroup::default(); shapes.len()],
            now_spreads: vec![Spread::default(); shapes.len()],
            seen: vec![(0, 0); widest.next_multiple_of(CHUNK) + QUAD],
        }
    }

    /// The number of cells of all windows.
    pub(super) fn within(&self) -> usize {
        self.cells.len() - self.outliers.len()
    }

    /// Counts values, each in a cell of its own.
    #[inline]
    pub(super) fn count(
        &mut self,
        metric: &Distribution,
        seen: impl Iterator<Item = (GroupKey, i64)> + Clone,
    ) {
        let (lowest, width) = (metric.lowest, metric.width as usize);
        for column in metric.columns.iter() {
            let (first, stride) = (column.cells_at(0), column.width as usize);
            let cells = &mut self.now[first..];
            let flags = &mut self.flags[first / CHUNK..];
            let mut is_outside = false;
            column.each(seen.clone(), |group, value| {
                let index = value.wrapping_sub(lowest) as u64 as usize;
                if index >= width {
                    is_outside = true;
                    return;
                }
                let index = group * stride + index;
                cells[index] += 1;
                flags[index / CHUNK] = 1;
            });
            if is_outside {
                let within = lowest..lowest + width as i64;
                self.count_outside(column, seen.clone().filter(|(_, value)| !within.contains(value)));
            }
        }
    }

    /// Counts values outside the window.
    #[cold]
    fn count_outside(&mut self, column: CountColumn, seen: impl Iterator<Item = (GroupKey, i64)>) {
        column.each(seen, |group, value| {
            let group = column.group_at(group);
            self.add_outside(group as u32, value, 1);
            self.now_groups[group].add(value, 1);
        });
    }

    fn add_outside(&mut self, group: u32, value: i64, count: u32) {
        let cell = self.outlier_index(group, value);
        let now = &mut self.now[cell as usize];
        if *now == 0 {
            self.outside.push(Outlier { group, value, cell });
        }
        *now += count;
    }

    /// The cell of a value outside the window of its group.
    #[cold]
    pub(super) fn outlier_index(&mut self, group: u32, value: i64) -> u32 {
        let (cells, now) = (&mut self.cells, &mut self.now);
        *self.outliers.entry((group, value)).or_insert_with(|| {
            cells.push(CountCell::default());
            now.push(0);
            (cells.len() - 1) as u32
        })
    }

    /// Drops the values outside the windows.
    fn clear_outliers(&mut self) {
        let within = self.within();
        self.outliers.clear();
        self.cells.truncate(within);
        self.now.truncate(within);
    }

    /// Moves the counts of a group's window to `seen`; returns how many cells
    /// have one.
    fn gather(&mut self, shape: GroupShape) -> usize {
        let mut count = 0;
        let (first, end) = (shape.first_cell / CHUNK, shape.cells().end.div_ceil(CHUNK));
        for at in (first..end).step_by(FLAGS) {
            let flags = self.flags[at..].first_chunk_mut::<FLAGS>().expect("there are more than needed");
            if *flags == [0; FLAGS] {
                continue;
            }
            let all = u128::from_le_bytes(*flags);
            // The last ones may be those of the next window.
            let mut own = if at + FLAGS <= end { all } else { all & ((1 << (8 * (end - at))) - 1) };
            *flags = (all ^ own).to_le_bytes();
            while own != 0 {
                let chunk = at + own.trailing_zeros() as usize / 8;
                own &= own - 1;
                count = self.gather_chunk(chunk * CHUNK, shape.first_cell, count);
            }
        }
        count
    }

    /// Moves the counts of a chunk of cells to `seen`, after so many others.
    #[inline]
    fn gather_chunk(&mut self, first: usize, first_of_window: usize, mut count: usize) -> usize {
        let cells = &mut self.now[first..first + CHUNK];
        for (index, quad) in cells.as_chunks_mut::<QUAD>().0.iter_mut().enumerate() {
            if *quad == [0; QUAD] {
                continue;
            }
            let offset = first - first_of_window + index * QUAD;
            let seen = self.seen[count..].first_chunk_mut::<QUAD>().expect("there is room for all");
            let mut found = 0;
            for (index, now) in std::mem::take(quad).into_iter().enumerate() {
                // Always written, so that there is no branch.
                seen[found % QUAD] = ((offset + index) as u32, now);
                found += usize::from(now != 0);
            }
            count += found;
        }
        count
    }

    /// Sums up the cluster that is being counted, and folds in its cells: wholes
    /// are the sums of their parts.
    pub(super) fn sum_up(&mut self) {
        for group in 0..self.shapes.len() {
            let shape = self.shapes[group];
            if shape.is_whole {
                continue;
            }
            let count = self.gather(shape);
            let mut now = self.now_groups[group];
            for &(offset, y) in &self.seen[..count] {
                now.add(shape.lowest + i64::from(offset), u64::from(y));
            }
            self.now_groups[group] = now;
            self.fold_seen(shape, count, now.n);
            let Some(whole) = shape.whole else { continue };
            self.now_groups[whole].merge(now);
            let spread = self.now_spreads[group];
            self.now_spreads[whole].merge(spread);
            let first = self.shapes[whole].first_cell;
            for &(offset, y) in &self.seen[..count] {
                let cell = first + offset as usize;
                self.now[cell] += y;
                self.flags[cell / CHUNK] = 1;
            }
        }
        self.fold_outside();
        for group in 0..self.shapes.len() {
            let shape = self.shapes[group];
            if shape.is_whole {
                let count = self.gather(shape);
                self.fold_seen(shape, count, self.now_groups[group].n);
            }
        }
    }

    fn fold_seen(&mut self, shape: GroupShape, count: usize, n: u64) {
        for &(offset, y) in &self.seen[..count] {
            self.cells[shape.first_cell + offset as usize].fold(u64::from(y), n);
        }
    }

    fn fold_outside(&mut self) {
        let mut next = 0;
        // A whole gets its own as it goes.
        while let Some(&Outlier { group, value, cell }) = self.outside.get(next) {
            let y = std::mem::take(&mut self.now[cell as usize]);
            self.cells[cell as usize].fold(u64::from(y), self.now_groups[group as usize].n);
            if let Some(whole) = self.shapes[group as usize].whole {
                self.add_outside(whole as u32, value, y);
            }
            next += 1;
        }
        self.outside.clear();
    }

    /// Folds in the groups of the cluster that is summed up.
    pub(super) fn fold(&mut self) {
        for (group, now) in self.groups.iter_mut().zip(&mut self.now_groups) {
            let ClusterGroup { n, s } = std::mem::take(now);
            group.n += n;
            group.nn += u128::from(n) * u128::from(n);
            group.s += i128::from(s);
            group.sn += i128::from(s) * i128::from(n);
            group.ss += i128::from(s) * i128::from(s);
        }
        for (spread, now) in self.spreads.iter_mut().zip(&mut self.now_spreads) {
            spread.merge(std::mem::take(now));
        }
    }

    /// Takes the values that are counted of the cluster: group, value and count,
    /// ascending.
    pub(super) fn take(&mut self) -> Vec<(u32, i64, u32)> {
        let mut counted = Vec::new();
        for group in 0..self.shapes.len() {
            let shape = self.shapes[group];
            let count = self.gather(shape);
            let seen = self.seen[..count].iter();
            counted.extend(seen.map(|&(offset, y)| (group as u32, shape.lowest + i64::from(offset), y)));
        }
        for Outlier { group, value, cell } in std::mem::take(&mut self.outside) {
            counted.push((group, value, std::mem::take(&mut self.now[cell as usize])));
        }
        counted.sort_unstable();
        counted
    }

    /// Adds what was taken.
    pub(super) fn add(&mut self, counted: &[(u32, i64, u32)]) {
        for &(group, value, count) in counted {
            let shape = self.shapes[group as usize];
            match shape.cell_of(value) {
                Some(cell) => {
                    self.now[cell] += count;
                    self.flags[cell / CHUNK] = 1;
                }
                None => self.add_outside(group, value, count),
            }
        }
    }

    /// Whether this could have been taken from such a table.
    pub(super) fn fits(&self, counted: &[(u32, i64, u32)]) -> bool {
        let is_counted = |group: u32| {
            self.shapes.get(group as usize).is_some_and(|shape| shape.width > 0 && !shape.is_whole)
        };
        counted.is_sorted_by(|one, next| (one.0, one.1) < (next.0, next.1))
            && counted.iter().all(|&(group, _, count)| count > 0 && is_counted(group))
    }

    /// Replaces the counts by saved ones.
    pub(super) fn restore(
        &mut self,
        sums: Vec<ValueGroup>,
        spreads: Vec<Spread>,
        within: Vec<CountCell>,
        outliers: Vec<((u32, i64), CountCell)>,
    ) {
        self.take();
        self.clear_outliers();
        self.now_groups.fill(ClusterGroup::default());
        self.now_spreads.fill(Spread::default());
        self.groups = sums;
        self.spreads = spreads;
        self.cells = within;
        for ((group, value), cell) in outliers {
            let index = self.outlier_index(group, value);
            self.cells[index as usize] = cell;
        }
    }

    /// Adds the clusters of another table, and empties it.
    pub(super) fn merge(&mut self, other: &mut ValueTable) {
        for (&(group, value), &from) in &other.outliers {
            let to = self.outlier_index(group, value);
            self.cells[to as usize].merge(other.cells[from as usize]);
        }
        other.clear_outliers();
        for (cell, add) in self.cells.iter_mut().zip(&mut other.cells) {
            cell.merge(std::mem::take(add));
        }
        for (group, add) in self.groups.iter_mut().zip(&mut other.groups) {
            group.merge(std::mem::take(add));
        }
        for (spread, add) in self.spreads.iter_mut().zip(&mut other.spreads) {
            spread.merge(std::mem::take(add));
        }
    }
}
