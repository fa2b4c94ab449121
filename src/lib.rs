//! fuda: a laboratory for traditional Japanese card games.
//!
//! A multithreaded Monte Carlo simulator plays games between strategy bots
//! and writes statistics to CSV. The program `fuda` is a thin shell around
//! this library.
//!
//! - [`game::Game`] is the interface of a game; [`games`] implements them.
//! - [`bots::Bot`] is the interface of a strategy.
//! - [`sim`] plays blocks of games on many threads and counts them in a
//!   [`tally::Tally`]; a [`study`] defines what is counted, and turns counts into
//!   [`table`]s; [`report`] writes these.
//!
//! ```
//! use fuda::bots::BotSpec;
//! use fuda::game::Game;
//! use fuda::games::kujuroku::{Kujuroku, Rules};
//! use fuda::sim::{Counter, LineUp, Setup};
//!
//! let game = Kujuroku::new(Rules { jizo: true, ..Rules::default() });
//! let line_up = LineUp::new(&game, &[BotSpec::new("greedy"), BotSpec::new("random")])?;
//! let setup = Setup::new(game, line_up, 1);
//! let mut counter = Counter::new(&setup);
//! for block in 0..100 {
//!     counter.count_block(block)?;
//! }
//! let metrics = setup.metrics();
//! let chips = metrics.find("game_chips").expect("a metric of Kujuroku");
//! let by_bot = chips.splits.iter().position(|split| split.by.name() == "bot").expect("split by bot");
//! let greedy = counter.counts.tally.mean(chips, by_bot, 0).expect("greedy has played");
//! assert!(greedy.ratio.value() > 0.0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![forbid(unsafe_code)]

pub mod bots;
pub mod cards;
pub mod cli;
pub mod game;
pub mod games;
mod io_error;
pub mod metric;
pub mod page;
pub mod random;
pub mod report;
pub mod rows;
pub mod script_value;
pub mod seat;
pub mod settings;
pub mod sim;
pub mod solve;
pub mod standings;
pub mod stats;
pub mod storage;
pub mod study;
pub mod table;
pub mod tally;
pub mod text;
