//! Studies: questions that are asked of games.
//!
//! | file | answers |
//! | --- | --- |
//! | `odds` | what the hands of a showdown are worth, exactly |
//! | `contest` | how one bot fares among others, seat by seat on the same deals |
//! | `verdict` | whether it is better, worse or as good, and how sure that is |
//! | `balance` | how fair and how lively a game is, by measures that all games share |
//! | `sweep` | what a house rule changes |
//! | `check` | whether a bot plays by the rules |

pub mod balance;
pub mod check;
pub mod contest;
pub mod odds;
pub mod sweep;
pub mod verdict;
mod walk;
