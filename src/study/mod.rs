//! Studies: questions that are asked of games.
//!
//! | file | answers |
//! | --- | --- |
//! | `run` | what happens at a table: every metric of the game |
//! | `compare`, `differences` | whether a bot is better than another, and where the two part |
//! | `sweep` | what a house rule changes |
//! | `odds` | what the hands of a showdown are worth, exactly |
//! | `check` | whether a bot plays by the rules |
//! | `balance` | how fair and how lively a game is, by measures that all games share |
//! | `verdict` | what can be said of a difference |
//! | `metric_tables` | the figures of a tally as tables |
//!
//! What is played block by block is a [`Study`]: it says what is counted, and
//! turns counts into tables. How it is asked for, carried out, resumed, written
//! and shown is the same for all of them.

pub mod balance;
pub mod check;
pub mod compare;
pub mod differences;
mod metric_tables;
pub mod odds;
mod precision;
mod run;
pub mod sweep;
pub mod verdict;
mod walk;

pub use metric_tables::{metric_tables, metrics_table, panel_tables};
pub use precision::{Precision, PrecisionError, UnknownMetric};
pub use run::Run;

use crate::bots::BotRecord;
use crate::sim::{BlockCounter, Controls, Look, StopReason, StopRule, Stopped, count_blocks};
use crate::table::{Shown, Table};

/// A question that is answered block by block.
pub trait Study {
    /// What plays and counts.
    type Counter<'a>: BlockCounter
    where
        Self: 'a;

    /// A counter that has counted nothing.
    fn counter(&self) -> Self::Counter<'_>;

    /// How many games a block has at the table where it has the fewest: so many
    /// are sure to be played there.
    fn games_per_block(&self) -> u64;

    /// How many games a block has at all tables together.
    fn all_games_per_block(&self) -> u64 {
        self.games_per_block()
    }

    /// Whether there is such a metric.
    ///
    /// # Errors
    /// If there is none, or it has no such outcome.
    fn check_precision(&self, precision: &Precision) -> Result<(), PrecisionError>;

    /// Half the widest interval of what a precision is asked of, valid under
    /// continuous monitoring; none while one of them has no width yet.
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

    /// What people are told of the results.
    fn summary(&self, counter: &Self::Counter<'_>) -> Vec<Shown>;

    /// The runs that it is made of, if it is made of several.
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
    /// All that decides what the bots do.
    pub bot_records: Vec<BotRecord>,
    /// How many games a block has.
    pub games_per_block: u64,
    /// The results.
    pub tables: Vec<Table>,
    /// What was counted, as a counter saves it.
    pub counts: Vec<u8>,
}

/// Carries a study out, until a stop rule holds or the precision is reached.
#[must_use]
pub fn carry_out<'a, S: Study>(
    study: &'a S,
    counter: &mut S::Counter<'a>,
    stop: &StopRule,
    precision: Option<&Precision>,
    controls: &Controls<'_>,
) -> Stopped {
    let look = |counter: &S::Counter<'a>| {
        let is_reached = |precision: &&Precision| {
            study.widest(counter, precision).is_some_and(|widest| widest <= precision.half_width)
        };
        if precision.as_ref().is_some_and(is_reached) {
            return Some(StopReason::Precision);
        }
        (study.awaits_verdict() && study.is_decided(counter)).then_some(StopReason::Verdict)
    };
    // Threads wait for each other at every look.
    let is_watched = precision.is_some() || study.awaits_verdict();
    let look: Option<Look<'_, S::Counter<'a>>> = if is_watched { Some(&look) } else { None };
    count_blocks(counter, || study.counter(), stop, look, controls)
}
