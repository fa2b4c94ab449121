//! How a figure came to its value: its sums over the clusters of blocks, in bins
//! by the numbers of the blocks.
//!
//! The bins are fixed, each is a quarter of what lies before it, and none cuts a
//! cluster: sums in bins merge exactly, in whatever order blocks are played, on
//! any number of threads and in any number of pieces.

use serde::{Deserialize, Serialize};

use super::Cluster;
use crate::stats::Ratio;

/// The number of bins: enough for 10^12 blocks.
const BINS: usize = 130;

/// Where each bin but the first begins.
const EDGES: [u64; BINS - 1] = edges();

const fn edges() -> [u64; BINS - 1] {
    let mut edges = [1; BINS - 1];
    let mut index = 1;
    while index < edges.len() {
        let last = edges[index - 1];
        edges[index] = Cluster::of(last + if last < 4 { 1 } else { last / 4 }).first_block();
        index += 1;
    }
    edges
}

/// The sums of a figure, by bins of blocks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Convergence {
    bins: Vec<BinSums>,
}

/// The sums of the blocks in a bin.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct BinSums {
    blocks: u64,
    block_squares: u128,
    y: i128,
    n: i128,
    yy: i128,
    yn: i128,
    nn: i128,
}

impl BinSums {
    fn merge(&mut self, other: BinSums) {
        self.blocks += other.blocks;
        self.block_squares += other.block_squares;
        self.y += other.y;
        self.n += other.n;
        self.yy += other.yy;
        self.yn += other.yn;
        self.nn += other.nn;
    }
}

impl Default for Convergence {
    fn default() -> Convergence {
        Convergence { bins: vec![BinSums::default(); BINS] }
    }
}

impl Convergence {
    /// Adds a sample of so many blocks from this one on: the sum of the figure's
    /// values in them, and their number.
    pub fn add(&mut self, first_block: u64, blocks: u64, y: i64, n: i64) {
        let (y, n) = (i128::from(y), i128::from(n));
        let block_squares = u128::from(blocks) * u128::from(blocks);
        let bin = EDGES.partition_point(|edge| *edge <= first_block);
        self.bins[bin].merge(BinSums { blocks, block_squares, y, n, yy: y * y, yn: y * n, nn: n * n });
    }

    /// Adds the blocks of another one, and empties it.
    pub fn merge(&mut self, other: &mut Convergence) {
        for (bin, add) in self.bins.iter_mut().zip(&mut other.bins) {
            bin.merge(std::mem::take(add));
        }
    }

    /// The figure after the blocks of each bin that has any, and all before;
    /// `whole` says what it is a ratio of.
    pub fn ratios(&self, whole: Ratio) -> impl Iterator<Item = Ratio> {
        let mut so_far = BinSums::default();
        let bins = self.bins.iter().filter(|bin| bin.blocks > 0);
        let ratios = bins.map(move |bin| {
            so_far.merge(*bin);
            let BinSums { blocks, block_squares, y, n, yy, yn, nn } = so_far;
            Ratio { blocks, block_squares, y, n, yy, yn, nn, ..whole }
        });
        ratios.filter(|ratio| ratio.n > 0)
    }

    /// The sums, without the bins at the end that have no blocks.
    fn used(&self) -> &[BinSums] {
        let used = self.bins.iter().rposition(|bin| bin.blocks > 0).map_or(0, |last| last + 1);
        &self.bins[..used]
    }

    /// The number of blocks.
    #[must_use]
    pub fn blocks(&self) -> u64 {
        self.bins.iter().map(|bin| bin.blocks).sum()
    }
}

impl Serialize for Convergence {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.used().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Convergence {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Convergence, D::Error> {
        let mut bins: Vec<BinSums> = Vec::deserialize(deserializer)?;
        if bins.len() > BINS {
            return Err(serde::de::Error::custom("too many bins"));
        }
        bins.resize(BINS, BinSums::default());
        Ok(Convergence { bins })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tally::{from_bytes, to_bytes};

    fn counted(blocks: impl Iterator<Item = u64>) -> Convergence {
        let mut convergence = Convergence::default();
        blocks.for_each(|block| convergence.add(block, 1, (block % 7) as i64 - 3, 2));
        convergence
    }

    fn whole() -> Ratio {
        Ratio::of_sums(1, 0, 0, 1, 1)
    }

    #[test]
    fn bins_grow_by_a_quarter_and_reach_the_last_block() {
        assert_eq!(EDGES[..12], [1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 15, 18]);
        assert!(EDGES[BINS - 2] > 1_000_000_000_000);
        assert!(EDGES.iter().all(|&edge| Cluster::of(edge).first_block() == edge), "a cluster is in one bin");
    }

    #[test]
    fn blocks_merge_in_any_order_and_are_the_same() {
        let all = counted(0..1000);
        for pieces in [[0..10, 10..400, 400..1000], [400..1000, 0..10, 10..400]] {
            let mut merged = Convergence::default();
            for piece in pieces {
                merged.merge(&mut counted(piece));
            }
            assert_eq!(merged, all);
        }
        let saved: Convergence = from_bytes(&to_bytes(&all)).expect("it was saved");
        assert_eq!(saved, all);
    }

    #[test]
    fn the_last_point_is_the_figure_of_all_blocks() {
        let all = counted(0..1000);
        let points: Vec<Ratio> = all.ratios(whole()).collect();
        let sum: i128 = (0..1000).map(|block| i128::from(block % 7) - 3).sum();
        let last = points.last().expect("there are blocks");
        assert_eq!((last.blocks, last.y, last.n, last.nn), (1000, sum, 2000, 4000));
        assert_eq!(points[..4].iter().map(|point| point.blocks).collect::<Vec<_>>(), [1, 2, 3, 4]);
        assert_eq!(points[0].y, -3);
    }
}
