//! Studies: questions that are asked of games.
//!
//! | file | answers |
//! | --- | --- |
//! | `odds` | what the hands of a showdown are worth, exactly |

pub mod odds;
