//! Simulation: blocks of games, in parallel, until a stop rule says so.
//!
//! A run goes through these files in this order: `lineup` says who sits
//! where, `run` says what is counted, `blocks` hands out blocks to threads,
//! `block` plays one deal in all its rotations, `play` plays one game. `target`
//! and `Stop` say when it is enough.

mod block;
mod blocks;
mod lineup;
mod play;
mod run;
mod target;

#[cfg(test)]
mod tests;

pub use block::{BlockFault, Counter, Setup};
pub use blocks::{Controls, CountBlocks, Ended, Enough, count_blocks};
pub use lineup::{LineUp, LineUpError};
pub use play::{Fault, play};
pub use run::{Outcome, Stop, run};
pub use target::{Precision, PrecisionError};
