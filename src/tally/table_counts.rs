//! Everything that is counted at a table.

use super::{Convergence, ScoreParts, Tally, UnreadableCounts, from_bytes, to_bytes};
use crate::metric::MetricList;
use crate::seat::Seat;

/// The metrics of the games at a table, and what sets their scores apart.
#[derive(Clone, Debug, PartialEq, Eq)]
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

    /// Folds in the games of a block.
    pub fn end_block(&mut self, block: u64) {
        if let Some(group) = self.main {
            let (y, n) = self.tally.block_group(group);
            self.convergence.add(block, y, n);
        }
        self.tally.end_block();
        self.score_parts.end_block(block);
    }

    /// Adds the blocks of other counts at the same table, and empties them.
    pub fn merge(&mut self, other: &mut TableCounts) {
        self.tally.merge(&mut other.tally);
        self.score_parts.merge(&mut other.score_parts);
        self.convergence.merge(&mut other.convergence);
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
        let expected = if self.main.is_some() { self.tally.blocks() } else { 0 };
        if convergence.blocks() != expected {
            return Err(UnreadableCounts);
        }
        self.convergence = convergence;
        if self.score_parts.restore(score_parts) { Ok(()) } else { Err(UnreadableCounts) }
    }
}
