//! fuda: a laboratory for traditional Japanese card games.

pub mod bots;
pub mod cards;
pub mod chance;
pub mod cli;
pub mod game;
pub mod games;
pub mod metric;
pub mod report;
pub mod seat;
pub mod settings;
pub mod sim;
pub mod standings;
pub mod stats;
pub mod study;
pub mod tally;
