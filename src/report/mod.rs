//! Reports: tables as CSV, JSON and terminal text, the folder of a result with
//! its record, and transcripts of games.
//!
//! Each format is one file: a function from any
//! [`Table`](crate::table::Table) to text or bytes.

mod csv;
mod folder;
mod grid;
mod json;
mod record;
mod saved;
mod terminal;
mod transcript;

pub use csv::csv_file;
pub use folder::{FolderError, ResultFolder, Room, read_record};
pub use grid::{Grid, GridRow};
pub use json::json_tables;
pub use record::{Blocks, MAX_GAMES, Record, RecordError};
pub use saved::{CountsError, SavedCounts, SavedSitting};
pub use terminal::terminal_text;
pub use transcript::{Transcript, TranscriptFormat};

pub use crate::storage::File;
