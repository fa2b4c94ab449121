//! A run: the blocks of a setup, counted until a stop rule says so.

use std::time::Duration;

use super::{Controls, Counter, Ended, Enough, Precision, Setup, count_blocks};
use crate::game::Game;
use crate::metric::MetricList;
use crate::tally::Tally;

/// When to stop; whichever comes first.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Stop {
    /// After this many blocks, those of an earlier part included.
    pub blocks: Option<u64>,
    /// After this time, at a whole block.
    pub time: Option<Duration>,
    /// When this precision is reached.
    pub precision: Option<Precision>,
}

/// What came of a run: the tally of all blocks from 0.
pub struct Outcome {
    /// The metrics.
    pub metrics: MetricList,
    /// What was counted.
    pub tally: Tally,
    /// Why it ended.
    pub ended: Ended,
}

/// Plays blocks until a stop rule holds, going on from the blocks that `start`
/// already has.
///
/// # Panics
/// If the threads cannot be started.
#[must_use]
pub fn run<G: Game>(setup: &Setup<G>, start: Option<Tally>, stop: &Stop, controls: &Controls<'_>) -> Outcome {
    let (metrics, _) = setup.metrics();
    let mut total = Counter::new(setup);
    if let Some(start) = start {
        total.tally = start;
    }
    let reached = stop
        .precision
        .as_ref()
        .map(|precision| |counter: &Counter<'_, G>| precision.reached(&metrics, &counter.tally));
    let enough = Enough {
        blocks: stop.blocks,
        time: stop.time,
        look: reached.as_ref().map(|reached| reached as &dyn Fn(&Counter<'_, G>) -> bool),
    };
    let ended = count_blocks(&mut total, || Counter::new(setup), &enough, controls);
    let tally = total.tally;
    Outcome { metrics, tally, ended }
}
