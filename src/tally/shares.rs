//! The counts of outcomes.

use super::CountCell;
use crate::metric::{CountColumn, GroupKey, GroupShape, Shares};

/// A group of a share: n and n², summed over clusters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct ShareGroup {
    pub(super) n: u64,
    pub(super) nn: u128,
}

/// More outcomes than any cluster has: a file that has more is forged, and sums of
/// them could wrap.
const MOST: u64 = 1 << 40;

/// The counts of all metrics that count outcomes.
#[derive(Clone, Debug)]
pub(super) struct ShareTable {
    pub(super) groups: Vec<ShareGroup>,
    pub(super) cells: Vec<CountCell>,
    shapes: Vec<GroupShape>,
    /// y of the cluster that is being counted. 32 bits would not hold every decision
    /// of the longest games.
    now: Vec<u64>,
    /// n of that cluster, by group, once it is summed up.
    now_n: Vec<u64>,
}

impl ShareTable {
    pub(super) fn new(shapes: &[GroupShape], cells: usize) -> ShareTable {
        ShareTable {
            groups: vec![ShareGroup::default(); shapes.len()],
            cells: vec![CountCell::default(); cells],
            shapes: shapes.to_vec(),
            now: vec![0; cells],
            now_n: vec![0; shapes.len()],
        }
    }

    #[inline]
    pub(super) fn count(&mut self, metric: &Shares, seen: impl Iterator<Item = (GroupKey, usize)> + Clone) {
        for column in metric.columns.iter() {
            let CountColumn { first_cell, width, .. } = column;
            let cells = &mut self.now[first_cell as usize..];
            column.each(seen.clone(), |group, outcome| cells[group * width as usize + outcome] += 1);
        }
    }

    #[inline]
    pub(super) fn count_times(&mut self, metric: &Shares, of: GroupKey, outcome: usize, times: u32) {
        for column in metric.columns.iter() {
            self.now[column.cells_at(column.group(of)) + outcome] += u64::from(times);
        }
    }

    /// Sums up the cluster that is being counted: wholes are the sums of their
    /// parts, and n that of all outcomes.
    pub(super) fn sum_up(&mut self) {
        for (group, shape) in self.shapes.iter().enumerate().filter(|(_, shape)| !shape.is_whole) {
            self.now_n[group] = self.now[shape.cells()].iter().sum();
            if let Some(whole) = shape.whole {
                let first = self.shapes[whole].first_cell;
                for offset in 0..shape.width {
                    self.now[first + offset] += self.now[shape.first_cell + offset];
                }
                self.now_n[whole] += self.now_n[group];
            }
        }
    }

    /// For each cell, its count and that of its group in the cluster that is
    /// summed up.
    pub(super) fn figures(&self) -> impl Iterator<Item = (i64, i64)> + '_ {
        self.shapes
            .iter()
            .zip(&self.now_n)
            .flat_map(|(shape, &n)| self.now[shape.cells()].iter().map(move |&y| (y as i64, n as i64)))
    }

    /// Folds in the cluster that is summed up.
    pub(super) fn fold(&mut self) {
        for (shape, (group, now_n)) in self.shapes.iter().zip(self.groups.iter_mut().zip(&mut self.now_n)) {
            let n = std::mem::take(now_n);
            if n == 0 {
                continue;
            }
            group.n += n;
            group.nn += u128::from(n) * u128::from(n);
            for (cell, now) in self.cells[shape.cells()].iter_mut().zip(&mut self.now[shape.cells()]) {
                cell.fold(std::mem::take(now), n);
            }
        }
    }

    /// Takes what is counted of the cluster: indices of cells, ascending, and
    /// their counts.
    pub(super) fn take(&mut self) -> Vec<(u32, u64)> {
        let seen = self.now.iter_mut().enumerate().filter(|(_, count)| **count > 0);
        seen.map(|(index, count)| (index as u32, std::mem::take(count))).collect()
    }

    /// Adds what was taken.
    pub(super) fn add(&mut self, counted: &[(u32, u64)]) {
        counted.iter().for_each(|&(index, count)| self.now[index as usize] += count);
    }

    /// Whether this could have been taken from such a table.
    pub(super) fn fits(&self, counted: &[(u32, u64)]) -> bool {
        let is_counted = |cell: u32| {
            let shape = self.shapes.iter().find(|shape| shape.cells().contains(&(cell as usize)));
            shape.is_some_and(|shape| !shape.is_whole)
        };
        counted.is_sorted_by(|one, next| one.0 < next.0)
            && counted.iter().all(|&(cell, count)| (1..=MOST).contains(&count) && is_counted(cell))
    }

    /// Replaces the counts by the groups and cells of a saved table.
    pub(super) fn restore(&mut self, trials: &[(u64, u128)], cells: Vec<CountCell>) {
        self.groups = trials.iter().map(|&(n, nn)| ShareGroup { n, nn }).collect();
        self.cells = cells;
        self.now.fill(0);
    }

    /// Adds the clusters of another table, and empties it.
    pub(super) fn merge(&mut self, other: &mut ShareTable) {
        for (group, add) in self.groups.iter_mut().zip(&mut other.groups) {
            group.n += std::mem::take(&mut add.n);
            group.nn += std::mem::take(&mut add.nn);
        }
        for (cell, add) in self.cells.iter_mut().zip(&mut other.cells) {
            cell.merge(std::mem::take(add));
        }
    }
}
