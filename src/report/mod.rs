//! Reports: tables as CSV, JSON and terminal text, the folder of a result with
//! its record, and transcripts of games.
//!
//! A format is one file here: a function from a [`Table`](crate::table::Table)
//! to bytes, whatever the table is of.

mod csv;
mod folder;
mod json;
mod record;
mod terminal;
mod transcript;

pub use csv::csv_file;
pub use folder::{File, FolderError, ResultFolder};
pub use json::json_tables;
pub use record::{Blocks, MAX_GAMES, Record, RecordError};
pub use terminal::terminal_text;
pub use transcript::{Transcript, TranscriptFormat};
