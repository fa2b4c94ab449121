//! How studies end, and why some do not begin, in words.

use std::path::Path;

use super::checkpoint::Checkpoints;
use super::conduct::JobContext;
use super::failure::{Failure, and};
use super::merge::{Merged, PlayedPart};
use super::shell::typed;
use crate::report::{BlockSet, Record, ResultFolder, RowsError, SavedCounts};
use crate::sim::{BlockCounter, StopReason, Stopped};
use crate::storage::StorageError;
use crate::study::Precision;
use crate::text::counted;

/// The failure of a study that stopped before any block was finished.
pub fn nothing_played(record: &Record, stopped: &Stopped) -> Failure {
    let game = &record.game;
    match (&stopped.fault, stopped.reason) {
        (Some(fault), _) => Failure::Work(and(&format!("{game}: {fault}"), "nothing was saved")),
        (None, StopReason::Interrupted) => {
            Failure::Interrupted(format!("{game}: interrupted before the first block was finished"))
        }
        (None, _) => {
            let time = record.time.as_deref().unwrap_or_default();
            Failure::Work(format!("{game}: no block was finished in {time}; nothing was saved"))
        }
    }
}

/// Reports how a study ended that has a result.
///
/// # Errors
/// If it was interrupted, or a bot failed.
pub fn report_ending(
    record: &Record,
    precision: Option<&Precision>,
    folder: &Path,
    stopped: &Stopped,
    context: &JobContext,
) -> Result<(), Failure> {
    let path = folder.display();
    let games = counted(record.games_played.unwrap_or(0), "game");
    let precision = precision.map(ToString::to_string);
    let reached = precision.as_deref().unwrap_or_default();
    match stopped.reason {
        StopReason::Games => {
            if let Some(precision) = &precision {
                context.note(&format!("{precision} is not reached after {games}"));
            }
            Ok(())
        }
        StopReason::Time => {
            let time = record.time.as_deref().unwrap_or_default();
            context.note(&format!("stopped after {time}, at {games}"));
            Ok(())
        }
        StopReason::Precision => {
            context.note(&format!("stopped at {games}: {reached} is reached"));
            Ok(())
        }
        StopReason::Verdict => Ok(()),
        StopReason::Partial => {
            context.note(&format!("this is a partial merge, of {games}"));
            Ok(())
        }
        StopReason::Interrupted => {
            let resume = if context.several {
                "to resume this and the other games, repeat the command".to_owned()
            } else {
                let file = folder.join(record.file_name()).display().to_string();
                let allowed = if has_programs(record) { " --allow-programs" } else { "" };
                format!("to resume: fuda {} --from {}{allowed}", record.command, typed(&file))
            };
            Err(Failure::Interrupted(format!("interrupted after {games}, which are in {path}; {resume}")))
        }
        StopReason::Failed => {
            let fault = stopped.fault.as_ref().map(ToString::to_string).unwrap_or_default();
            let before = format!("the {games} before it are in {path}");
            Err(Failure::Work(and(&format!("{}: {fault}", record.game), before)))
        }
    }
}

/// Whether programs play.
pub fn has_programs(record: &Record) -> bool {
    record.bot.iter().any(|bot| !bot.program.is_empty())
}

/// The failure of a study whose rows could not be kept, after the blocks before
/// them are saved, if they can be.
pub fn rows_lost(
    error: &StorageError,
    counter: &dyn BlockCounter,
    checkpoints: &mut Checkpoints<'_>,
) -> Failure {
    checkpoints.folder.free_room();
    let saved = checkpoints.try_save(counter);
    let games = saved.as_ref().map_or_else(|_| (checkpoints.games_in)(checkpoints.saved), |&games| games);
    if games == 0 {
        checkpoints.rows.iter_mut().for_each(|rows| rows.abandon());
        return Failure::Work(format!("{error}; nothing was saved"));
    }
    Failure::Work(format!(
        "{error}; {} are saved in {}; to resume, repeat the command",
        counted(games, "game"),
        checkpoints.folder.path().display(),
    ))
}

/// The failure of rows from which nothing can be resumed, and which were saved with
/// these counts.
pub fn unusable_rows(error: RowsError, folder: &ResultFolder, saved: &SavedCounts) -> Failure {
    match error {
        RowsError::Unfit => Failure::usage(folder.damaged(saved)),
        RowsError::Storage(error) => Failure::usage(error),
        RowsError::File { is_spool: false, .. } => {
            Failure::Usage(format!("{error}; bring it back from a copy, or start over with --force"))
        }
        RowsError::File { is_spool: true, .. } => Failure::Usage(format!(
            "{error}; bring it back from a copy, or remove {}: the same command then plays again what was saved \
             there",
            folder.checkpoint_path().display(),
        )),
    }
}

/// The failure of the rows of a part that cannot be merged.
pub fn unusable_part_rows(error: RowsError, part: &PlayedPart) -> Failure {
    match error {
        RowsError::Unfit => part.damaged(),
        RowsError::Storage(error) => Failure::Work(format!("{error}; nothing was merged")),
        RowsError::File { .. } => Failure::Usage(format!(
            "{error}; bring it back from a copy, or play this part again with --force; nothing was merged"
        )),
    }
}

/// Checks that a merge has every block of the result that it replaces.
pub fn check_kept(folder: &ResultFolder, saved: &SavedCounts, merged: &Merged) -> Result<(), Failure> {
    if merged.blocks.contains(&saved.blocks()) {
        return Ok(());
    }
    Err(Failure::Usage(format!(
        "{} holds blocks that are not in this merge; merge it too, choose another folder with --out, or \
         overwrite it with --force",
        folder.path().display(),
    )))
}

/// The failure of a request whose folder holds a merge of other blocks than its
/// first ones.
pub fn is_partial(folder: &ResultFolder, played: &BlockSet) -> Failure {
    let ranges: Vec<String> = played.ranges().iter().map(ToString::to_string).collect();
    Failure::Usage(format!(
        "{} holds a partial merge, of blocks {}; play the missing parts with --shard or --blocks and merge them \
         too, choose another folder with --out, or start over with --force",
        folder.path().display(),
        ranges.join(", "),
    ))
}
