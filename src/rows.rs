//! Rows: what came of each game and of each round, seat by seat, for whoever
//! analyses with tools of their own.
//!
//! A game declares the facts of its rows once, as columns of a [`RowList`], and
//! keeps the handles that it gets back; it fills them from events, with a value for
//! each seat or one for all. What the rows of all games have, such as block, seat, bot and
//! score, is declared and filled here. Files, data dictionary and documentation
//! follow from the list.
//!
//! While blocks are played, a [`RowCollector`] keeps their rows column by column.
//! Where a row belongs (block, rotation, seat, bot) is not stored: it follows
//! from the order.

mod collector;
mod columns;
mod layout;
mod sheet;

pub use collector::{RowCollector, RowWriter, Run};
pub use columns::{Choice, Common, Fact, Form, RowColumn, RowColumns, RowList};
pub(crate) use columns::{NO_VALUE, Source};
pub use layout::{Cells, RowLayout};
pub use sheet::{Sheet, SheetPart};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What there is a row for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RowKind {
    /// Each game and seat.
    Games,
    /// Each round and seat.
    Rounds,
}

impl RowKind {
    /// Both, in the order of the variants.
    pub const ALL: [RowKind; 2] = [RowKind::Games, RowKind::Rounds];

    /// The name on the command line, and of the file.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            RowKind::Games => "games",
            RowKind::Rounds => "rounds",
        }
    }
}
