//! Simulation: blocks of games, in parallel, until a stop rule says so.
//!
//! `lineup` says who sits where, `blocks` hands out blocks to threads until a
//! stop rule holds, `block` plays one deal in all its rotations, `play` plays one
//! game. What is asked of the games is for [`study`](crate::study) to say.

mod block;
mod blocks;
mod lineup;
mod play;

#[cfg(test)]
mod tests;

pub use block::{BlockFault, Counter, Setup};
pub use blocks::{BlockCounter, Controls, Look, StopReason, StopRule, Stopped, count_blocks};
pub use lineup::{LineUp, LineUpError};
pub use play::{Fault, play};
