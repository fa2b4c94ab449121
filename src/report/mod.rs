//! Reports: CSV files, run.toml, and tables for the terminal, all from the
//! list of metrics.

mod compare;
mod csv;
mod figures;
mod folder;
mod json;
mod manifest;
mod odds;
mod request;
mod result;
mod sweep;
mod table;
mod transcript;

pub use compare::{
    Comparison, compare_file, compare_json, compare_text, differences_file, differences_text, pairs_text,
};
pub use csv::{File, files};
pub use figures::{decimal, grouped};
pub use folder::{Folder, FolderError, Found, MANIFEST};
pub use json::results_json;
pub use manifest::{MOST_GAMES, Manifest, ManifestError, Status};
pub use odds::{odds_file, odds_json, odds_text};
pub use request::{Ending, Kind, Request};
pub use result::{short_hash, write_files, write_result};
pub use sweep::{BASELINE, Swept, SweptTable, sweep_files, sweep_json, sweep_text};
pub use table::panels_text;
pub use transcript::{Transcript, TranscriptFormat};
