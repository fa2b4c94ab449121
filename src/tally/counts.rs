//! The sums that a tally keeps for a cell and for a group.

use serde::{Deserialize, Serialize};

/// The counts of one cell: y is the cell's count in a block, n the number of
/// observations of its group in that block. Squares of 64 bits would wrap after a
/// few million games of the longest house rules.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct CountCell {
    /// y of the block that is being played.
    #[serde(skip)]
    pub(super) now: u64,
    pub(super) y: u64,
    pub(super) yy: u128,
    pub(super) yn: u128,
}

impl CountCell {
    #[inline]
    pub(super) fn fold(&mut self, n: u64) {
        let y = std::mem::take(&mut self.now);
        self.y += y;
        // Those of a block are far from 64 bits.
        self.yy += u128::from(y * y);
        self.yn += u128::from(y * n);
    }

    pub(super) fn merge(&mut self, add: CountCell) {
        self.y += add.y;
        self.yy += add.yy;
        self.yn += add.yn;
    }
}

/// The number and the sum of the values of a group in the block that is being
/// played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct BlockGroup {
    pub(super) s: i64,
    pub(super) n: u32,
}

impl BlockGroup {
    #[inline]
    pub(super) fn add(&mut self, value: i64) {
        self.n += 1;
        self.s += value;
    }
}

/// A group of values over blocks: s is their sum in a block.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct ValueGroup {
    pub(super) n: u64,
    pub(super) nn: u128,
    pub(super) s: i128,
    pub(super) sn: i128,
    pub(super) ss: i128,
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

/// A cell whose value occurred in the block that is being played, and its
/// group: packed into one word, for a single store.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Touched(u64);

impl Touched {
    #[inline]
    pub(super) fn new(group: usize, cell: usize) -> Touched {
        Touched((group as u64) << 32 | cell as u64)
    }

    #[inline]
    pub(super) fn group(self) -> usize {
        (self.0 >> 32) as usize
    }

    #[inline]
    pub(super) fn cell(self) -> usize {
        self.0 as u32 as usize
    }

    /// The cell `index` cells after this one, `group` groups after its group.
    #[inline]
    pub(super) fn after(self, group: usize, index: usize) -> Touched {
        Touched(self.0 + ((group as u64) << 32) + index as u64)
    }
}
