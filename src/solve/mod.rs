//! Solving games of two players with hidden hands: equilibria, and exact best
//! responses.
//!
//! The words of the field:
//! - the *public tree*: the decisions as somebody sees them who looks at no
//!   hand. At each node a player has the same options with every hand, so that
//!   all hands are dealt with at once, as vectors;
//! - the *reach* of a hand: the probability that its player plays to a node
//!   with it. The probability of the cards is part of the payoffs;
//! - *regret*: what an option would have won over what was played;
//! - *exploitability*: what a best response wins from a strategy beyond the
//!   value of the game.
//!
//! | file | has |
//! | --- | --- |
//! | `tree` | public trees, payoffs, strategies |
//! | `cfr` | discounted counterfactual regret minimisation |
//! | `response` | best responses, and the value of two strategies |

mod cfr;
mod response;
mod tree;

pub use cfr::Cfr;
pub use response::{Responder, best_response, value};
pub use tree::{Branch, DEALER, Draw, End, Matrix, Node, OTHER, Payoffs, Side, Strategy, Tree};

#[cfg(test)]
mod tests;
