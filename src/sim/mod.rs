//! Simulation: blocks of games, in parallel, until a stop rule holds.
//!
//! `lineup` seats the bots, `blocks` distributes blocks to threads until a stop
//! rule holds, `block` plays one deal in all its rotations, `play` plays one
//! game, and `rehearsal` plays many ahead for bots that are asked about all of
//! them at once. What is measured is up to [`study`](crate::study).

mod block;
mod blocks;
mod lineup;
mod play;
mod rehearsal;

#[cfg(test)]
mod tests;

pub use block::{BlockFault, Counter, Setup, play_in_block};
pub use blocks::{
    BlockCounter, Controls, KeepNothing, Keeper, Look, RowsLost, StopReason, StopRule, Stopped, count_blocks,
    read_settled,
};
pub use lineup::{LineUp, LineUpError};
pub use play::{Fault, play};
pub use rehearsal::rehearse;
