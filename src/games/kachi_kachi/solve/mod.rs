//! The hand for two players as an extensive game, for [`crate::solve`].
//!
//! Cards that nobody can tell apart are one *kind*: 12 kinds make 74 hands.
//! What is in a player's hand is one of a *space*: the hands as dealt, or, once
//! a Zero Hand is claimed and its two cards are known, the card that was drawn.
//!
//! | file | has |
//! | --- | --- |
//! | `cards` | kinds of cards, hands, spaces, and how likely two hands are |
//! | `hand_tree` | the public tree of a hand |
//! | `meeting` | what two hands bring that are shown |
//! | `payoffs` | what a hand is worth at its end, by the pot |
//! | `model` | all of these under some house rules |
//! | `situation` | situations as players see them, and back |
//! | `tabulate` | a bot as a strategy |
//! | `solution` | strategies for several pots |
//! | `written` | what is written of a strategy |
//! | `ladder` | bounds of what hands are worth, by the pot |
//! | `solver` | solves a hand for the pots that it can begin with |
//! | `against` | what can be won from a bot |
//! | `player` | a bot that plays a solution |
//! | `file` | the file of a solution |
//! | `sealed` | the form of all files of strategies |
//! | `table_response` | best responses at tables of more than two, learned |

mod against;
mod cards;
mod file;
mod hand_tree;
mod ladder;
mod meeting;
mod model;
mod payoffs;
mod player;
mod sealed;
mod situation;
mod solution;
mod solver;
pub mod table_response;
mod tabulate;
mod written;

pub use against::{Against, against};
pub use cards::{Cards, Holding, Space};
pub use file::{SolutionFile, open_solution};
pub use hand_tree::{Ending, HandTree, Place};
pub use ladder::{Bounds, Ladder};
pub use meeting::{Meeting, Meetings};
pub use model::Model;
pub use payoffs::{Continuation, LastTurn, draws_again, hand_payoffs};
pub use player::SolvedBot;
pub use situation::{Claimed, History, Situation};
pub use solution::{Fineness, Solution, StrategyRow, StrategyTable, strategy_rows};
pub use solver::{Solved, Solver, Step, Stopped, ValueRow};
pub use tabulate::{BotPlay, ShowdownClaims, tabulate};

#[cfg(test)]
mod tests;
