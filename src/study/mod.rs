//! Studies: questions about games.
//!
//! | file | answers |
//! | --- | --- |
//! | `run` | what happens at a table: every metric of the game |
//! | `compare`, `differences` | whether a bot is better than another, and where the two diverge |
//! | `league` | which bots of a field are better than which |
//! | `sweep` | what a house rule changes |
//! | `odds` | how often each hand of a showdown wins, exactly |
//! | `solve` | how a hand for two is played best, and what can be won from bots |
//! | `response` | what a learned response wins from bots at a larger table |
//! | `check` | whether a bot plays by the rules |
//! | `balance` | how fair and how lively a game is, by measures that all games share |
//! | `verdict` | whether a difference is significant, negligible or undecided |
//! | `metric_tables` | the results of a tally as tables |
//!
//! Whatever is played block by block is a [`Study`]: it defines what is counted,
//! and turns counts into tables. Requesting, running, resuming, writing and
//! showing it is the same for all studies.

mod any;
pub mod balance;
pub mod check;
pub mod compare;
pub mod differences;
pub mod league;
mod metric_tables;
pub mod odds;
mod precision;
pub mod response;
mod run;
pub mod solve;
pub mod sweep;
pub mod verdict;
mod walk;

pub use any::{AnyCounter, AnyStudy, any_study};
pub use metric_tables::{
    SCORE_PARTS, SCORE_PARTS_MEANING, SCORE_PARTS_UNIT, headline_plot, metric_tables, metrics_table,
    panel_tables,
};
pub use precision::{Precision, PrecisionError, UnknownMetric};
pub use run::Run;

use crate::bots::BotRecord;
use crate::rows::RowLayout;
use crate::sim::{BlockCounter, Controls, Keeper, Look, StopReason, StopRule, Stopped, count_blocks};
use crate::table::{Shown, Table};

/// A question that is answered by playing blocks.
pub trait Study: Sync {
    /// The counter that plays its blocks.
    type Counter<'a>: BlockCounter
    where
        Self: 'a;

    /// A counter that has counted nothing.
    fn counter(&self) -> Self::Counter<'_>;

    /// The number of games in a block; the minimum, if the tables differ.
    fn games_per_block(&self) -> u64;

    /// The number of games in a block, at all tables together.
    fn all_games_per_block(&self) -> u64 {
        self.games_per_block()
    }

    /// The number of games in its first blocks, at all tables together; fewer than
    /// in each of them, if some tables have ended.
    fn games_in(&self, blocks: u64) -> u64 {
        blocks * self.all_games_per_block()
    }

    /// The layouts of the files of rows that are wanted.
    fn row_layouts(&self) -> Vec<RowLayout> {
        Vec::new()
    }

    /// Checks that a precision names a metric and outcome of this study.
    ///
    /// # Errors
    /// If there is no such metric, or it has no such outcome.
    fn check_precision(&self, precision: &Precision) -> Result<(), PrecisionError>;

    /// Half the width of the widest interval that a precision applies to, valid
    /// at all looks; none while one of them has no width yet.
    fn widest(&self, counter: &Self::Counter<'_>, precision: &Precision) -> Option<f64>;

    /// Whether it is to stop when its verdict is sure.
    fn awaits_verdict(&self) -> bool {
        false
    }

    /// Whether that verdict is sure.
    fn is_decided(&self, _counter: &Self::Counter<'_>) -> bool {
        false
    }

    /// The results, as tables.
    fn tables(&self, counter: &Self::Counter<'_>) -> Vec<Table>;

    /// The results for people.
    fn summary(&self, counter: &Self::Counter<'_>) -> Vec<Shown>;

    /// The runs that the study consists of, if there are several.
    fn runs(&self, _counter: &Self::Counter<'_>) -> Vec<SubRun> {
        Vec::new()
    }
}

/// A run that is part of a study.
pub struct SubRun {
    /// The folder for its files, in that of the study.
    pub folder: String,
    /// The bots in seat order.
    pub bots: Vec<String>,
    /// The house rules in full.
    pub rules: toml::Table,
    /// Everything that determines what the bots do.
    pub bot_records: Vec<BotRecord>,
    /// The number of games in a block.
    pub games_per_block: u64,
    /// The results.
    pub tables: Vec<Table>,
    /// The counts, as a counter saves them.
    pub counts: Vec<u8>,
}

/// Carries out a study until a stop rule holds, or the precision or the verdict
/// is reached.
#[must_use]
pub fn carry_out<'a, S: Study>(
    study: &'a S,
    counter: &mut S::Counter<'a>,
    stop: &StopRule,
    precision: Option<&Precision>,
    keeper: &mut dyn Keeper,
    controls: &Controls<'_>,
) -> Stopped {
    let look = |counter: &S::Counter<'a>| reached(study, counter, precision);
    // Threads wait for each other at every look.
    let is_watched = precision.is_some() || study.awaits_verdict();
    let look: Option<Look<'_, S::Counter<'a>>> = if is_watched { Some(&look) } else { None };
    count_blocks(counter, || study.counter(), stop, look, keeper, controls)
}

/// The reason to stop, if the precision or the verdict is reached.
#[must_use]
pub fn reached<'a, S: Study>(
    study: &'a S,
    counter: &S::Counter<'a>,
    precision: Option<&Precision>,
) -> Option<StopReason> {
    let is_precise = |precision: &Precision| {
        study.widest(counter, precision).is_some_and(|widest| widest <= precision.half_width)
    };
    if precision.is_some_and(is_precise) {
        return Some(StopReason::Precision);
    }
    (study.awaits_verdict() && study.is_decided(counter)).then_some(StopReason::Verdict)
}
