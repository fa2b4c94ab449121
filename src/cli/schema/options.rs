//! The options that the record of a command has.

use serde_json::{Map, Value};

use super::with_types;
use crate::cli::{compare, league, odds, solve, sweep};
use crate::report::RowsOptions;

/// The schema of a command's options; none if it has none of its own.
pub fn options_schema(command: &str, definitions: &mut Map<String, Value>) -> Option<Value> {
    Some(match command {
        "run" => with_types::<RowsOptions>(definitions),
        "compare" => with_types::<compare::ComparisonOptions>(definitions),
        "league" => with_types::<league::LeagueOptions>(definitions),
        "sweep" => with_types::<sweep::SweepOptions>(definitions),
        "odds" => with_types::<odds::OddsOptions>(definitions),
        "solve" => with_types::<solve::SolveOptions>(definitions),
        _ => return None,
    })
}
