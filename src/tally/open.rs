//! Clusters of which only some blocks are counted yet.

use serde::{Deserialize, Serialize};

use super::Tally;
use super::cluster::Cluster;
use super::counts::{ClusterGroup, Spread};

/// What is counted of a cluster that is not whole.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct OpenCluster {
    /// How many of its blocks are counted.
    pub(super) blocks: u64,
    /// The outcomes that occurred: the indices of their cells, and counts.
    pub(super) outcomes: Vec<(u32, u64)>,
    /// The values that occurred: group, value and count.
    values: Vec<(u32, i64, u32)>,
    /// What groups count directly.
    groups: Vec<ClusterGroup>,
    spreads: Vec<Spread>,
}

impl OpenCluster {
    /// Whether a tally of the same metrics could have saved it.
    pub(super) fn fits(&self, cluster: Cluster, tally: &Tally) -> bool {
        Cluster::of(cluster.first_block()) == cluster
            && (1..cluster.blocks()).contains(&self.blocks)
            && tally.shares.fits(&self.outcomes)
            && tally.values.fits(&self.values)
            && self.groups.len() == tally.values.now_groups.len()
            && self.spreads.len() == tally.values.now_spreads.len()
    }
}

impl Tally {
    /// Turns to the cluster of the block that is counted next. Every counter of
    /// blocks calls it; blocks for which nobody does are clusters by themselves.
    #[inline]
    pub fn begin_block(&mut self, block: u64) {
        let cluster = Cluster::of(block);
        if cluster != self.cluster {
            self.turn_to(cluster);
        }
    }

    /// Puts the cluster that is being counted aside, and resumes another one.
    pub(super) fn turn_to(&mut self, cluster: Cluster) {
        self.put_aside();
        self.cluster = cluster;
        if let Some(open) = self.open.remove(&cluster) {
            self.resume(&open);
        }
    }

    /// Puts the cluster that is being counted aside, unless it has no blocks.
    pub(super) fn put_aside(&mut self) {
        if self.counted == 0 {
            return;
        }
        let open = OpenCluster {
            blocks: std::mem::take(&mut self.counted),
            outcomes: self.shares.take(),
            values: self.values.take(),
            groups: self.values.now_groups.clone(),
            spreads: self.values.now_spreads.clone(),
        };
        self.values.now_groups.fill(ClusterGroup::default());
        self.values.now_spreads.fill(Spread::default());
        self.open.insert(self.cluster, open);
        self.cluster = Cluster::default();
    }

    fn resume(&mut self, open: &OpenCluster) {
        self.counted += open.blocks;
        self.shares.add(&open.outcomes);
        self.values.add(&open.values);
        for (group, add) in self.values.now_groups.iter_mut().zip(&open.groups) {
            group.merge(*add);
        }
        for (spread, add) in self.values.now_spreads.iter_mut().zip(&open.spreads) {
            spread.merge(*add);
        }
    }

    /// Adds the clusters that another tally of the same metrics has folded in, and
    /// returns those of which it has some blocks: they are to be joined.
    pub fn merge_folded(&mut self, other: &mut Tally) -> Vec<Cluster> {
        self.put_aside();
        other.put_aside();
        self.blocks += std::mem::take(&mut other.blocks);
        self.block_squares += std::mem::take(&mut other.block_squares);
        self.shares.merge(&mut other.shares);
        self.values.merge(&mut other.values);
        other.open.keys().copied().collect()
    }

    /// Resumes a cluster with the blocks that another tally has counted of it;
    /// returns whether it is whole and has to be folded.
    #[must_use]
    pub fn join(&mut self, cluster: Cluster, other: &mut Tally) -> bool {
        self.turn_to(cluster);
        if let Some(open) = other.open.remove(&cluster) {
            self.resume(&open);
        }
        self.counted == cluster.blocks()
    }

    /// Adds the blocks of another tally of the same metrics, and empties it.
    pub fn merge(&mut self, other: &mut Tally) {
        for cluster in self.merge_folded(other) {
            if self.join(cluster, other) {
                self.fold(|_| ());
            }
        }
    }

    /// The clusters of which it has some blocks only.
    #[must_use]
    pub fn open_clusters(&self) -> Vec<Cluster> {
        let now = (self.counted > 0).then_some(self.cluster);
        let mut open: Vec<Cluster> = self.open.keys().copied().chain(now).collect();
        open.sort_unstable();
        open
    }

    /// The number of blocks that are folded in.
    pub(super) fn folded_blocks(&self) -> u64 {
        let aside: u64 = self.open.values().map(|open| open.blocks).sum();
        self.blocks - aside - self.counted
    }

    /// Resumes a cluster that is to be folded as it is.
    pub fn resume_open(&mut self, cluster: Cluster) {
        self.turn_to(cluster);
    }

    /// Folds in the blocks of clusters that are not whole, as clusters of so many:
    /// then it can be read.
    pub fn settle(&mut self) {
        for cluster in self.open_clusters() {
            self.turn_to(cluster);
            self.fold(|_| ());
        }
    }
}
