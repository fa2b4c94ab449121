//! What `--format json` prints, as types: each document is written by its
//! declaration, and its schema is made of it.

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value};

use crate::report::{Record, json_tables, schema_name};
use crate::study::SubRun;
use crate::table::Table;

/// A list: of games, rules, bots, fields, metrics or checks.
#[derive(Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ListDocument {
    /// The name of this schema.
    schema: String,
    /// The tables by name; each is an array of rows.
    tables: Map<String, Value>,
}

impl ListDocument {
    pub fn new(command: &str, tables: &[Table]) -> ListDocument {
        ListDocument { schema: schema_name(command), tables: json_tables(tables) }
    }
}

/// The result of a command.
#[derive(Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ResultDocument<'a> {
    /// The name of this schema.
    schema: String,
    /// The folder with the files.
    folder: String,
    /// The record of the result: what was requested, and how much of it is done.
    record: &'a Record,
    /// The tables by name, those of the CSV files; each is an array of rows.
    tables: Map<String, Value>,
    /// The tables of the runs that it consists of, by the name of the folder.
    #[serde(skip_serializing_if = "Map::is_empty")]
    runs: Map<String, Value>,
}

impl<'a> ResultDocument<'a> {
    pub fn new(folder: String, record: &'a Record, tables: &[Table], runs: &[SubRun]) -> ResultDocument<'a> {
        let runs = runs.iter().map(|run| (run.folder.clone(), Value::Object(json_tables(&run.tables))));
        ResultDocument {
            schema: schema_name(&record.command),
            folder,
            record,
            tables: json_tables(tables),
            runs: runs.collect(),
        }
    }
}

/// A document as a line.
pub fn line(document: &impl Serialize) -> String {
    format!("{}\n", serde_json::to_string(document).expect("a document has a form in JSON"))
}
