//! Everything that is counted at a table.

use super::{Cluster, Convergence, ScoreParts, Tally, UnreadableCounts, from_bytes, to_bytes};
use crate::metric::MetricList;
use crate::seat::Seat;

/// The metrics of the games at a table, and what sets their scores apart.
#[derive(Clone, Debug)]
pub struct TableCounts {
    /// The metrics.
    pub tally: Tally,
    /// The variance components of the scores.
    pub score_parts: ScoreParts,
    /// How the main figure came to its value.
    pub convergence: Convergence,
    /// The group of the main figure, if there is one.
    main: Option<usize>,
}

impl TableCounts {
    /// Empty counts.
    #[must_use]
    pub fn new(metrics: &MetricList) -> TableCounts {
        let score_parts = ScoreParts::new(metrics.players(), metrics.games_per_block() as usize);
        TableCounts {
            tally: Tally::new(metrics),
            score_parts,
            convergence: Convergence::default(),
            main: metrics.main_figure().map(|figure| figure.group_index()),
        }
    }

    /// The number of blocks counted.
    #[must_use]
    pub fn blocks(&self) -> u64 {
        self.tally.blocks()
    }

    /// Counts the scores at the end of a game.
    #[inline]
    pub fn end_game(&mut self, rotation: usize, score: impl Fn(Seat) -> i64) {
        self.score_parts.add_game(rotation, score);
    }

    /// Turns to the block that is counted next.
    #[inline]
    pub fn begin_block(&mut self, block: u64) {
        self.tally.begin_block(block);
    }

    /// Counts the games of a block. If its cluster is whole, that is folded in.
    pub fn end_block(&mut self, block: u64) {
        if self.add_block(block) {
            self.fold(|_| ());
        }
    }

    /// Counts the games of a block; returns whether its cluster is whole and has
    /// to be folded.
    #[must_use]
    pub fn add_block(&mut self, block: u64) -> bool {
        self.score_parts.end_block(block);
        self.tally.add_block()
    }

    /// Folds in the cluster that is being counted, after `see` has seen its
    /// figures.
    pub fn fold(&mut self, see: impl FnOnce(&Tally)) {
        let TableCounts { tally, convergence, main, .. } = self;
        let (first_block, blocks) = (tally.cluster.first_block(), tally.counted);
        tally.fold(|tally| {
            if let Some(group) = *main {
                let (y, n) = tally.cluster_group(group);
                convergence.add(first_block, blocks, y, n);
            }
            see(tally);
        });
    }

    /// Adds what other counts at the same table have folded in, and returns the
    /// clusters of which they have some blocks: they are to be joined.
    pub fn merge_folded(&mut self, other: &mut TableCounts) -> Vec<Cluster> {
        self.score_parts.merge(&mut other.score_parts);
        self.convergence.merge(&mut other.convergence);
        self.tally.merge_folded(&mut other.tally)
    }

    /// Adds the blocks of other counts at the same table, and empties them.
    pub fn merge(&mut self, other: &mut TableCounts) {
        for cluster in self.merge_folded(other) {
            if self.tally.join(cluster, &mut other.tally) {
                self.fold(|_| ());
            }
        }
    }

    /// Folds in the blocks of clusters that are not whole: then they can be read.
    pub fn settle(&mut self) {
        for cluster in self.tally.open_clusters() {
            self.tally.resume_open(cluster);
            self.fold(|_| ());
        }
    }

    /// The same counts, settled.
    #[must_use]
    pub fn settled(&self) -> TableCounts {
        let mut settled = self.clone();
        settled.settle();
        settled
    }

    /// The counts as bytes, to be restored later.
    #[must_use]
    pub fn save(&self) -> Vec<u8> {
        to_bytes(&(self.tally.save(), &self.score_parts, &self.convergence))
    }

    /// Replaces the counts by those that were saved at the same table.
    ///
    /// # Errors
    /// If they are damaged, or of another table; the counts must then not be
    /// used.
    pub fn restore(&mut self, saved: &[u8]) -> Result<(), UnreadableCounts> {
        let (tally, score_parts, convergence): (Vec<u8>, ScoreParts, Convergence) = from_bytes(saved)?;
        self.tally.restore(&tally)?;
        let expected = if self.main.is_some() { self.tally.folded_blocks() } else { 0 };
        if convergence.blocks() != expected {
            return Err(UnreadableCounts);
        }
        self.convergence = convergence;
        if self.score_parts.restore(score_parts) { Ok(()) } else { Err(UnreadableCounts) }
    }
}
