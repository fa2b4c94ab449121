//! Best responses at tables of more than two, learned from sampled deals.
//!
//! Who plays against bots whose play is fixed has a problem for one player:
//! in every situation, which option wins most on average? An exact answer would
//! have to weigh all hands of all opponents. So deals are sampled, every option
//! is tried on each of them with the same cards and the bots' same random
//! numbers, and the means decide. What comes of it is a strategy, not a proof:
//! its worth is measured on other deals, and the best response wins at least
//! that much.
//!
//! Until a hand is shown, the bots do not know it: so the bets of a sampled
//! deal are tried once for all hands that the cards left over can make.
//!
//! | file | has |
//! | --- | --- |
//! | `spot` | situations as the response tells them apart, from fine to coarse |
//! | `deal` | sampled deals, for all own hands at once |
//! | `walk` | tries every option on a deal |
//! | `memory` | what was won with each option, and what is best by that |
//! | `continuation` | what a drawn pot is worth |
//! | `learn` | learns the response of one position |
//! | `player` | a bot that plays it |
//! | `file` | the file of the bot |

mod continuation;
mod deal;
mod file;
mod learn;
mod memory;
mod player;
mod spot;
mod walk;

pub use file::{is_response, open_response, write_response};
pub use learn::{Learning, Progress, learn};
pub use memory::Policy;
pub use player::ResponseBot;

#[cfg(test)]
mod tests;
