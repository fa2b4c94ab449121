//! Clusters of blocks: the samples of a tally.
//!
//! Counting a block is cheap, and summing the squares of everything that it may
//! have shown is not: it took up to a tenth of a run. So squares are summed once
//! for a cluster of blocks. Sums over clusters of independent blocks are
//! independent as well, so every estimate stays what it is and every standard
//! error stays valid; intervals are as wide as with single blocks, give or take
//! a percent or two. The first blocks are clusters by themselves, so that a short
//! run has as many samples as it has blocks, and a longer one effectively a
//! thousand or more. A part of a run that begins late has fewer.
//!
//! Which blocks are a cluster follows from their numbers and from nothing else:
//! threads, shards and resumed runs may cut one, and what is counted of it is
//! kept until the rest is there.

use serde::{Deserialize, Serialize};

/// From this block on, clusters are of [`MEDIUM_CLUSTER`] blocks; those before it
/// are clusters by themselves.
const MEDIUM_FROM: u64 = 4_096;
const MEDIUM_CLUSTER: u64 = 16;

/// From this block on, clusters are of [`LARGEST_CLUSTER`] blocks.
const LARGEST_FROM: u64 = 65_536;

/// The most blocks in a cluster.
pub const LARGEST_CLUSTER: u64 = 64;

/// A cluster, by its first block, which is a multiple of the number of its blocks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Cluster(u64);

impl Cluster {
    /// The cluster of a block.
    #[must_use]
    #[inline]
    pub const fn of(block: u64) -> Cluster {
        Cluster(block - block % size_at(block))
    }

    /// Its first block.
    #[must_use]
    #[inline]
    pub const fn first_block(self) -> u64 {
        self.0
    }

    /// The number of its blocks.
    #[must_use]
    #[inline]
    pub const fn blocks(self) -> u64 {
        size_at(self.0)
    }

    /// The block after its last one; the highest number if there is none.
    #[must_use]
    #[inline]
    pub const fn end(self) -> u64 {
        self.0.saturating_add(self.blocks())
    }
}

/// The number of blocks in the cluster of a block.
#[inline]
const fn size_at(block: u64) -> u64 {
    match block {
        0..MEDIUM_FROM => 1,
        MEDIUM_FROM..LARGEST_FROM => MEDIUM_CLUSTER,
        _ => LARGEST_CLUSTER,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_block_is_in_one_cluster_and_clusters_are_whole() {
        let mut block = 0;
        while block < LARGEST_FROM + 10 * LARGEST_CLUSTER {
            let cluster = Cluster::of(block);
            assert_eq!(cluster.first_block(), block);
            let blocks = block..block + cluster.blocks();
            assert!(blocks.clone().all(|block| Cluster::of(block) == cluster));
            block = cluster.end();
            assert_eq!(block, blocks.end);
        }
        assert_eq!(
            [0, 4_095, 4_096, 4_111, 4_112, 65_535, 65_536, 65_599, 65_600]
                .map(|block| Cluster::of(block).first_block()),
            [0, 4_095, 4_096, 4_096, 4_112, 65_520, 65_536, 65_536, 65_600]
        );
        assert_eq!(Cluster::of(u64::MAX).end(), u64::MAX);
    }
}
