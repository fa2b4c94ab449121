//! Clusters of blocks: the samples of a tally.
//!
//! Counting a block is cheap, and summing the squares of everything that it may
//! have shown is not: it took up to a tenth of a run. So squares are summed once
//! for a cluster of blocks. Sums over clusters of independent blocks are
//! independent as well, so every estimate stays what it is and every standard
//! error stays valid; intervals are as wide as with single blocks, give or take
//! 0.8 %. The first blocks are clusters by themselves, so that a short run has as
//! many samples as it has blocks.
//!
//! Which blocks are a cluster follows from their numbers and from nothing else:
//! threads, shards and resumed runs may cut one, and what is counted of it is
//! kept until the rest is there.

use serde::{Deserialize, Serialize};

/// The blocks before this one are clusters by themselves.
const SINGLE: u64 = 4096;

/// The number of blocks in a cluster after these. Clusters begin at its
/// multiples.
pub const CLUSTER: u64 = 16;

/// A cluster, by its first block.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Cluster(u64);

impl Cluster {
    /// The cluster of a block.
    #[must_use]
    #[inline]
    pub const fn of(block: u64) -> Cluster {
        Cluster(if block < SINGLE { block } else { block - block % CLUSTER })
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
        if self.0 < SINGLE { 1 } else { CLUSTER }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_block_is_in_one_cluster_and_clusters_are_whole() {
        let mut block = 0;
        while block < SINGLE + 10 * CLUSTER {
            let cluster = Cluster::of(block);
            assert_eq!(cluster.first_block(), block);
            let blocks = block..block + cluster.blocks();
            assert!(blocks.clone().all(|block| Cluster::of(block) == cluster));
            block = blocks.end;
        }
        assert_eq!(
            [0, 4095, 4096, 4111, 4112].map(|block| Cluster::of(block).first_block()),
            [0, 4095, 4096, 4096, 4112]
        );
    }
}
