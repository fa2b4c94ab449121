//! Results as they are printed, and what is said if they cannot be written.

use super::args::{Format, OutputArgs};
use super::documents::{self, ResultDocument};
use super::failure::{Failure, print_as_is, print_json};
use super::terminal::{output_colours, output_width};
use crate::page::REPORT;
use crate::report::{Record, ResultFolder, SavedCounts, coloured_text, without_plots};
use crate::storage::CommitError;
use crate::study::SubRun;
use crate::table::{Shown, Table};
use crate::text::counted;

/// The failure of a result whose files could not be written, after its counts
/// were saved, if they can be. `kept` games were saved before.
pub fn not_written(
    folder: &mut ResultFolder,
    error: &CommitError,
    counts: &SavedCounts,
    kept: u64,
) -> Failure {
    if let CommitError::Unfinished(_) = error {
        return Failure::Work(error.to_string());
    }
    let saved = match folder.save_at_least(counts) {
        Ok(()) => {
            let file = folder.checkpoint_path();
            format!("the counts are in {}, from which the same command writes the files", file.display())
        }
        Err(_) if kept > 0 => format!("only the first {} are saved", counted(kept, "game")),
        Err(_) => "nothing of this result was saved".to_owned(),
    };
    Failure::Work(format!("{error}; {saved}"))
}

/// Prints results: for people, or as a line of JSON with every figure of the
/// files.
pub fn print_results(
    record: &Record,
    folder: &ResultFolder,
    tables: &[Table],
    runs: &[SubRun],
    mut shown: Vec<Shown>,
    output: &OutputArgs,
) -> Result<(), Failure> {
    let path = folder.path().display().to_string();
    let printed = match output.format {
        Format::Table if output.quiet => return Ok(()),
        Format::Table => {
            if !matches!(shown.last(), Some(Shown::Gap)) {
                shown.push(Shown::Gap);
            }
            shown.push(Shown::Command(format!("The files are in {path}")));
            if record.files.iter().any(|name| name == REPORT) {
                let page = folder.path().join(REPORT);
                shown.push(Shown::Command(format!("Look at them in {}", page.display())));
            }
            let shown = if output.no_plot { without_plots(shown) } else { shown };
            print_as_is(&coloured_text(&shown, output_width(), output_colours()))
        }
        Format::Json => {
            print_json(&documents::line(&ResultDocument::new(path.clone(), record, tables, runs)))
        }
    };
    printed.map_err(|failure| failure.but(format!("the files are in {path}")))
}
