//! Everything that is counted at a table.

use super::{ScoreParts, Tally, UnreadableCounts, from_bytes, to_bytes};
use crate::metric::MetricList;
use crate::seat::Seat;

/// The metrics of the games at a table, and what sets their scores apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableCounts {
    /// The metrics.
    pub tally: Tally,
    /// The variance components of the scores.
    pub score_parts: ScoreParts,
}

impl TableCounts {
    /// Empty counts.
    #[must_use]
    pub fn new(metrics: &MetricList) -> TableCounts {
        let score_parts = ScoreParts::new(metrics.players(), metrics.games_per_block() as usize);
        TableCounts { tally: Tally::new(metrics), score_parts }
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

    /// Folds in the games of a block.
    pub fn end_block(&mut self, block: u64) {
        self.tally.end_block();
        self.score_parts.end_block(block);
    }

    /// Adds the blocks of other counts at the same table, and empties them.
    pub fn merge(&mut self, other: &mut TableCounts) {
        self.tally.merge(&mut other.tally);
        self.score_parts.merge(&mut other.score_parts);
    }

    /// The counts as bytes, to be restored later.
    #[must_use]
    pub fn save(&self) -> Vec<u8> {
        to_bytes(&(self.tally.save(), &self.score_parts))
    }

    /// Replaces the counts by those that were saved at the same table.
    ///
    /// # Errors
    /// If they are damaged, or of another table; the counts must then not be
    /// used.
    pub fn restore(&mut self, saved: &[u8]) -> Result<(), UnreadableCounts> {
        let (tally, score_parts): (Vec<u8>, ScoreParts) = from_bytes(saved)?;
        self.tally.restore(&tally)?;
        if self.score_parts.restore(score_parts) { Ok(()) } else { Err(UnreadableCounts) }
    }
}
