//! The plan of a job: what is played, from where to where, and the folder.

use std::path::{Path, PathBuf};
use std::time::Duration;

use super::args::{OutputArgs, Request};
use super::failure::Failure;
use super::merge::Merge;
use super::study_job::StudyJob;
use crate::bots::BotRecord;
use crate::report::{PAIRS_UNTIL_SURE, Part, Record, UNTIL_SURE};
use crate::sim::StopRule;
use crate::study::{AnyStudy, Precision};

/// Everything about a job except its study.
pub struct JobPlan {
    /// The record of the request.
    record: Record,
    /// The number of games to play.
    games: Option<u64>,
    time: Option<Duration>,
    precision: Option<Precision>,
    out: PathBuf,
    /// The result to repeat or resume.
    again: Option<Record>,
    /// The parts to merge, instead of playing.
    merge: Option<Merge>,
}

impl JobPlan {
    /// The plan for a request, with `bots` as they are to be recorded and
    /// `records` of what determines their play.
    ///
    /// # Errors
    /// If a bot has changed since the result that is to be repeated or resumed,
    /// or a part is to stop by something that parts cannot know.
    pub fn new(
        command: &str,
        request: Request,
        args: &OutputArgs,
        rules: toml::Table,
        bots: Vec<String>,
        records: impl IntoIterator<Item = BotRecord>,
    ) -> Result<JobPlan, Failure> {
        let mut different: Vec<BotRecord> = Vec::new();
        for record in records {
            if !different.contains(&record) {
                different.push(record);
            }
        }
        let record = Record {
            seed: Some(request.seed),
            secret_seed: request.secret_seed,
            bots,
            games: request.games,
            time: request.time.as_ref().map(|(text, _)| text.clone()),
            precision: request.precision.clone().map(Precision::into_table),
            part: request.part,
            options: request.options.clone(),
            bot: different,
            ..Record::new(command, &request.game, rules)
        };
        if let Some(part) = record.part {
            check_part(part, &record)?;
        }
        if let Some(changed) = request.from.as_ref().and_then(|(_, was)| was.changed_bot(&record.bot)) {
            return Err(Failure::Usage(format!("{changed}; start a new result")));
        }
        let is_again = |was: &Record| was.part == request.part && request.merge.is_none();
        let again = request.from.filter(|(_, was)| is_again(was));
        let present_folder = again.as_ref().and_then(|(path, was)| folder_of(path, was, &record));
        let out = args.out.clone().or(present_folder).unwrap_or_else(|| default_folder(&record));
        Ok(JobPlan {
            games: request.games,
            time: request.time.map(|(_, time)| time),
            precision: request.precision,
            out,
            again: again.map(|(_, was)| was),
            merge: request.merge,
            record,
        })
    }

    /// The job that carries out a study.
    ///
    /// # Errors
    /// If the precision names a metric that the study does not have, the part
    /// has no blocks, or what is to be merged has gaps.
    pub fn job(mut self, study: Box<dyn AnyStudy>) -> Result<StudyJob, Failure> {
        if let Some(precision) = &self.precision {
            study
                .check_precision(precision)
                .map_err(|error| Failure::Usage(format!("{}: --precision: {error}", self.record.game)))?;
        }
        let per_block = study.games_per_block();
        let whole = self.games.map(|games| games.div_ceil(per_block));
        // A complete result is repeated block for block, whatever stopped it.
        let done = self.again.as_ref().filter(|was| was.complete);
        let mut stop = StopRule { first_block: 0, blocks: whole, time: self.time };
        if let Some(part) = self.record.part {
            let range = part.range(whole).map_err(Failure::usage)?;
            self.record.first_block = Some(range.first);
            stop = StopRule { first_block: range.first, blocks: Some(range.count()), time: None };
        }
        if let Some(was) = done {
            stop = StopRule { blocks: Some(was.blocks().count()), time: None, ..stop };
            self.precision = None;
        }
        let merged = match self.merge {
            Some(merge) => {
                let merged = merge.into_whole(&mut self.record, per_block)?;
                stop = merged.stop_rule(&self.record, per_block);
                Some(merged)
            }
            None => None,
        };
        Ok(StudyJob {
            study,
            stop,
            precision: self.precision,
            done_as: done.and_then(|was| was.ended),
            old_version: self.again.map(|was| was.version).filter(|version| *version != self.record.version),
            record: self.record,
            out: self.out,
            folder: None,
            saved: None,
            extends: false,
            merged,
            rows: None,
        })
    }
}

/// Checks that a part is to stop at its last block, and nowhere else.
pub fn check_part(part: Part, request: &Record) -> Result<(), Failure> {
    let option = match part {
        Part::Shard { .. } => "--shard",
        Part::Blocks(_) => "--blocks",
    };
    let is_set = |option: &str| request.options.get(option).and_then(toml::Value::as_bool) == Some(true);
    let is_until_sure = is_set(UNTIL_SURE) || is_set(PAIRS_UNTIL_SURE);
    let other = if request.precision.is_some() {
        "--precision"
    } else if is_until_sure {
        "--until-sure"
    } else if request.time.is_some() {
        "--for"
    } else {
        return Ok(());
    };
    Err(Failure::Usage(format!(
        "{other} cannot be combined with {option}: parts do not know of each other, so each plays all of its \
         blocks; give a number of --games that is large enough (the width of an interval halves with four \
         times the games), or do without {option}"
    )))
}

/// The folder of a result that is to be repeated or resumed, in which it stays;
/// none if its record was copied out of it, or this would be another result.
fn folder_of(path: &Path, was: &Record, record: &Record) -> Option<PathBuf> {
    let folder = path.parent()?;
    let holds_result = was.files.iter().any(|name| folder.join(name).exists());
    (holds_result && was.hash() == record.hash()).then(|| folder.to_owned())
}

/// The default folder: `reports/GAME-HASH` for a run, otherwise
/// `reports/GAME-COMMAND-HASH`, and which part it is.
pub fn default_folder(record: &Record) -> PathBuf {
    let command = if record.command == "run" { String::new() } else { format!("{}-", record.command) };
    let part = record.part.map_or(String::new(), |part| format!("-{}", part.folder_suffix()));
    PathBuf::from(format!("reports/{}-{command}{}{part}", record.game, record.folder_hash()))
}
