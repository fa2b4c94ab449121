//! Reports: tables as CSV, JSON and terminal text, the folder of a result with
//! its record, and transcripts of games.
//!
//! Each format is one file: a function from any
//! [`Table`](crate::table::Table) to text or bytes.

mod bins;
mod csv;
mod folder;
mod grid;
mod json;
mod page_mark;
mod part;
mod record;
mod rows;
mod saved;
mod schema;
mod terminal;
mod terminal_plot;
mod transcript;

pub use bins::{Bins, Series, signed};
pub use csv::{csv_file, safe_cell};
pub use folder::{FolderError, HeldCounts, ResultFolder, Room, held_counts, held_secret_seed, record_among};
pub use grid::{Grid, GridRow};
pub use json::json_tables;
pub use page_mark::{PAGE, PAGE_MARK, PICTURE_FONT, has_page_mark};
pub use part::{BlockRange, BlockSet, Part, PartError};
pub use record::{Difference, MAX_GAMES, PAIRS_UNTIL_SURE, RECORDED, Record, RecordError, UNTIL_SURE};
pub use rows::{
    FileState, RowsError, RowsFormat, RowsKeeper, RowsOptions, RowsRequest, SavedRows, is_rows_file,
};
pub use saved::{CountsError, SavedCounts, SavedSitting};
pub use schema::{object_schema, rows_schema, schema_document, schema_name, settings_schema, type_schema};
pub use terminal::{Colours, coloured_text, terminal_text, without_plots};
pub use transcript::{CommonLine, Transcript, TranscriptFormat};

pub use crate::storage::File;
