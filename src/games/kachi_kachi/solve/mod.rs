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
//! | `payoffs` | what a hand is worth at its end, by the pot |

mod cards;
mod hand_tree;
mod payoffs;

pub use cards::{Cards, Holding, Space};
pub use hand_tree::{Ending, HandTree, Place};
pub use payoffs::{Continuation, hand_payoffs};

#[cfg(test)]
mod tests;
