//! Reports: CSV files, run.toml, and tables for the terminal, all from the
//! list of metrics.

mod csv;
mod figures;
mod folder;
mod json;
mod manifest;
mod odds;
mod result;
mod table;
mod transcript;

pub use csv::{File, files};
pub use figures::{decimal, grouped};
pub use folder::{Folder, FolderError, Found, MANIFEST};
pub use json::results_json;
pub use manifest::{MOST_GAMES, Manifest, ManifestError, Status};
pub use odds::{odds_file, odds_json, odds_text};
pub use result::{short_hash, write_result};
pub use table::panels_text;
pub use transcript::{Telling, Transcript};
