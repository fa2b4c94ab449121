//! A study of any kind behind one type: opening, resuming, merging, writing and
//! printing it is compiled once, and not for each game and kind of study.

use super::{Precision, PrecisionError, Study, SubRun, carry_out, reached};
use crate::rows::RowLayout;
use crate::sim::{BlockCounter, Controls, Keeper, StopReason, StopRule, Stopped, read_settled};
use crate::table::{Shown, Table};
use crate::tally::UnreadableCounts;

/// What can be asked of a [`Study`] of any type; the methods are those of the
/// study.
pub trait AnyStudy: Sync {
    /// A counter that has counted nothing.
    fn counter(&self) -> Box<dyn AnyCounter + '_>;
    /// The number of games in a block; the minimum, if the tables differ.
    fn games_per_block(&self) -> u64;
    /// The number of games in a block, at all tables together.
    fn all_games_per_block(&self) -> u64;
    /// The number of games in its first blocks, at all tables together.
    fn games_in(&self, blocks: u64) -> u64;
    /// The layouts of the files of rows that are wanted.
    fn row_layouts(&self) -> Vec<RowLayout>;
    /// Checks that a precision names a metric and outcome of this study.
    ///
    /// # Errors
    /// If there is no such metric, or it has no such outcome.
    fn check_precision(&self, precision: &Precision) -> Result<(), PrecisionError>;
}

/// A counter of [`AnyStudy`], which also knows what its counts say.
pub trait AnyCounter {
    /// The counts, to be saved.
    fn counts(&self) -> &dyn BlockCounter;

    /// Replaces the counts by those that a counter of the same study saved.
    ///
    /// # Errors
    /// If they are damaged, or of another study.
    fn restore(&mut self, saved: &[u8]) -> Result<(), UnreadableCounts>;

    /// Adds counts that a counter of the same study saved, and returns of how many
    /// blocks they are.
    ///
    /// # Errors
    /// If they are damaged, or of another study.
    fn merge_saved(&mut self, saved: &[u8]) -> Result<u64, UnreadableCounts>;

    /// Plays until a stop rule holds, or the precision or the verdict is reached.
    #[must_use]
    fn carry_out(
        &mut self,
        stop: &StopRule,
        precision: Option<&Precision>,
        keeper: &mut dyn Keeper,
        controls: &Controls<'_>,
    ) -> Stopped;

    /// The reason to stop, if the precision or the verdict is reached.
    fn reached(&mut self, precision: Option<&Precision>) -> Option<StopReason>;
    /// Makes all of its blocks readable. Nothing can be counted afterwards.
    fn settle(&mut self);
    /// The results, as tables.
    fn tables(&self) -> Vec<Table>;
    /// The results for people.
    fn summary(&self) -> Vec<Shown>;
    /// The runs that the study consists of, if there are several.
    fn runs(&self) -> Vec<SubRun>;
}

/// A study as [`AnyStudy`].
pub fn any_study(study: impl Study + 'static) -> Box<dyn AnyStudy> {
    Box::new(Erased(study))
}

struct Erased<S>(S);

impl<S: Study> AnyStudy for Erased<S> {
    fn counter(&self) -> Box<dyn AnyCounter + '_> {
        Box::new(ErasedCounter { study: &self.0, counter: self.0.counter() })
    }

    fn games_per_block(&self) -> u64 {
        self.0.games_per_block()
    }

    fn all_games_per_block(&self) -> u64 {
        self.0.all_games_per_block()
    }

    fn games_in(&self, blocks: u64) -> u64 {
        self.0.games_in(blocks)
    }

    fn row_layouts(&self) -> Vec<RowLayout> {
        self.0.row_layouts()
    }

    fn check_precision(&self, precision: &Precision) -> Result<(), PrecisionError> {
        self.0.check_precision(precision)
    }
}

struct ErasedCounter<'a, S: Study + 'a> {
    study: &'a S,
    counter: S::Counter<'a>,
}

impl<S: Study> AnyCounter for ErasedCounter<'_, S> {
    fn counts(&self) -> &dyn BlockCounter {
        &self.counter
    }

    fn restore(&mut self, saved: &[u8]) -> Result<(), UnreadableCounts> {
        self.counter.restore(saved)
    }

    fn merge_saved(&mut self, saved: &[u8]) -> Result<u64, UnreadableCounts> {
        let mut add = self.study.counter();
        add.restore(saved)?;
        let blocks = add.blocks();
        self.counter.merge(&mut add);
        Ok(blocks)
    }

    fn carry_out(
        &mut self,
        stop: &StopRule,
        precision: Option<&Precision>,
        keeper: &mut dyn Keeper,
        controls: &Controls<'_>,
    ) -> Stopped {
        carry_out(self.study, &mut self.counter, stop, precision, keeper, controls)
    }

    fn reached(&mut self, precision: Option<&Precision>) -> Option<StopReason> {
        read_settled(&mut self.counter, |counter| reached(self.study, counter, precision))
    }

    fn settle(&mut self) {
        self.counter.settle();
    }

    fn tables(&self) -> Vec<Table> {
        self.study.tables(&self.counter)
    }

    fn summary(&self) -> Vec<Shown> {
        self.study.summary(&self.counter)
    }

    fn runs(&self) -> Vec<SubRun> {
        self.study.runs(&self.counter)
    }
}
