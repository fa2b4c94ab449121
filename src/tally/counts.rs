//! The sums that a tally keeps for a cell and for a group.

use serde::{Deserialize, Serialize};

/// The counts of one cell: y is the cell's count in a cluster, n the number of
/// observations of its group in that cluster. Squares of 64 bits would wrap after a
/// few million games of the longest house rules.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct CountCell {
    pub(super) y: u64,
    pub(super) yy: u128,
    pub(super) yn: u128,
}

impl CountCell {
    #[inline]
    pub(super) fn fold(&mut self, y: u64, n: u64) {
        self.y += y;
        self.yy += u128::from(y) * u128::from(y);
        self.yn += u128::from(y) * u128::from(n);
    }

    pub(super) fn merge(&mut self, add: CountCell) {
        self.y += add.y;
        self.yy += add.yy;
        self.yn += add.yn;
    }
}

/// The number and the sum of the values of a group in the cluster that is being
/// counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct ClusterGroup {
    pub(super) n: u64,
    pub(super) s: i64,
}

impl ClusterGroup {
    #[inline]
    pub(super) fn add(&mut self, value: i64, times: u64) {
        self.n += times;
        self.s += times as i64 * value;
    }

    pub(super) fn merge(&mut self, add: ClusterGroup) {
        self.n += add.n;
        self.s += add.s;
    }
}

/// A group of values over clusters: s is their sum in a cluster.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct ValueGroup {
    pub(super) n: u64,
    pub(super) nn: u128,
    pub(super) s: i128,
    pub(super) sn: i128,
    pub(super) ss: i128,
}

impl ValueGroup {
    pub(super) fn merge(&mut self, add: ValueGroup) {
        self.n += add.n;
        self.nn += add.nn;
        self.s += add.s;
        self.sn += add.sn;
        self.ss += add.ss;
    }
}

/// The sum of squares and the range of a number's observations, or of those of
/// values in bins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Spread {
    pub(super) xx: i128,
    pub(super) min: i64,
    pub(super) max: i64,
}

impl Default for Spread {
    fn default() -> Spread {
        Spread { xx: 0, min: i64::MAX, max: i64::MIN }
    }
}

impl Spread {
    #[inline]
    pub(super) fn add(&mut self, value: i64, times: u64) {
        self.xx += i128::from(value) * i128::from(value) * i128::from(times);
        self.min = self.min.min(value);
        self.max = self.max.max(value);
    }

    #[inline]
    pub(super) fn merge(&mut self, add: Spread) {
        self.xx += add.xx;
        self.min = self.min.min(add.min);
        self.max = self.max.max(add.max);
    }
}

/// A summary of numbers of one group, to be counted at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Summed {
    /// How many there are.
    pub n: u32,
    /// Their sum.
    pub sum: i64,
    /// The sum of their squares.
    pub squares: i64,
    /// The smallest.
    pub min: i64,
    /// The largest.
    pub max: i64,
}
