//! Files of rows: `games.parquet`, `rounds.csv` and the like.
//!
//! | file | has |
//! | --- | --- |
//! | `parquet`, `pages` | the one format |
//! | `csv` | the other |
//! | `output` | a file that is put together of groups, in either format |
//! | `place` | pieces of files, with the hashes by which damage is found |
//! | `file` | the rows of one kind: whole groups in files, the others in memory |
//! | `pieces` | blocks that are put together to groups |
//! | `saved` | what is saved of them with the counts |
//! | `keeper` | the rows of a study that is played, resumed or merged |
//!
//! A file is a sequence of groups of rows, cut at fixed block numbers. A group is
//! encoded as soon as all of its blocks are there, wherever they come from; the
//! rows of other blocks are kept as they are, with the counts. So a run in one
//! go, one that was resumed and a merge of parts end with the same bytes, and no
//! whole file is ever in memory.
//!
//! With the counts it is saved where each group is and what its hash is, and of
//! which blocks there are rows. Both are checked before anything is resumed,
//! extended or merged, and the blocks again before anything is saved or written:
//! there are rows of just the blocks that are counted, or there is an error.

mod csv;
mod file;
mod keeper;
mod output;
mod pages;
mod parquet;
mod pieces;
mod place;
mod saved;

#[cfg(test)]
mod tests;

pub use keeper::RowsKeeper;
pub use saved::{FileState, RowsError, SavedRows};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::rows::RowKind;

/// The format of files of rows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RowsFormat {
    /// Apache Parquet.
    #[default]
    Parquet,
    /// CSV, with a header.
    Csv,
}

impl RowsFormat {
    /// The name of the file of a kind of rows.
    #[must_use]
    pub fn file_name(self, kind: RowKind) -> String {
        let extension = match self {
            RowsFormat::Parquet => "parquet",
            RowsFormat::Csv => "csv",
        };
        format!("{}.{extension}", kind.name())
    }
}

/// The rows that are wanted of a study.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RowsRequest {
    /// Of what.
    pub kinds: Vec<RowKind>,
    /// In which format.
    pub format: RowsFormat,
}

impl RowsRequest {
    /// The request with these options of a command; none if it wants no rows.
    #[must_use]
    pub fn of(options: &RowsOptions) -> Option<RowsRequest> {
        let format = options.rows_format.unwrap_or_default();
        (!options.rows.is_empty()).then(|| RowsRequest { kinds: options.rows.clone(), format })
    }
}

/// The options of a command that writes rows, as its record has them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RowsOptions {
    /// Of what.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rows: Vec<RowKind>,
    /// In which format.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rows_format: Option<RowsFormat>,
}

/// Whether a name is that of a file of rows: no table to be shown.
#[must_use]
pub fn is_rows_file(name: &str) -> bool {
    RowKind::ALL.iter().any(|&kind| {
        [RowsFormat::Parquet, RowsFormat::Csv].iter().any(|format| format.file_name(kind) == name)
    })
}

/// The prefix of the files with groups of rows that are not part of a result yet.
const SPOOL: &str = ".fuda-rows-";

/// The names of such files. There are two, so that a command that starts over does
/// not write over what a checkpoint needs, before it has saved one of its own.
fn spool_names(kind: RowKind) -> [String; 2] {
    ["", "2-"].map(|which| format!("{SPOOL}{which}{}", kind.name()))
}

/// Whether a name is that of such a file.
pub(super) fn is_spool(name: &str) -> bool {
    name.starts_with(SPOOL)
}
