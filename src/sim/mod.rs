//! Simulation: blocks of games, in parallel, until a stop rule says so.

mod play;

pub use play::{Fault, play};
