//! Checkpoints: what is finished of a study is saved now and then.

use std::time::{Duration, Instant};

use super::conduct::JobContext;
use super::interrupt::{end_now, is_urgent, why_at_once};
use super::progress::Progress;
use super::timing::Timing;
use crate::report::{BlockRange, BlockSet, Record, ResultFolder, RowsKeeper, SavedCounts, SavedSitting};
use crate::rows::RowCollector;
use crate::sim::{BlockCounter, Keeper, RowsLost};
use crate::storage::StorageError;
use crate::text::counted;

/// Saves the counts of a study that is being played to its folder.
pub struct Checkpoints<'a> {
    pub folder: &'a mut ResultFolder,
    pub context: &'a JobContext,
    pub record: &'a Record,
    pub progress: &'a Progress,
    /// The block that the study begins with.
    pub first_block: u64,
    /// The number of games in a block, at all tables together.
    pub per_block: u64,
    /// The number of games in so many blocks.
    pub games_in: &'a dyn Fn(u64) -> u64,
    /// The sittings before this one, and how many blocks they played.
    pub earlier: &'a Timing,
    pub before: u64,
    pub began: Instant,
    /// How many blocks are saved.
    pub saved: u64,
    /// Why they could not be saved, the last time.
    pub complaint: Option<String>,
    /// The rows of the blocks, if they are wanted.
    pub rows: Option<&'a mut RowsKeeper>,
    /// Why the last of them could not be kept: nothing is played after that.
    pub rows_lost: Option<StorageError>,
}

impl Checkpoints<'_> {
    /// Saves the counts, and returns how many games that are.
    pub fn try_save(&mut self, counter: &dyn BlockCounter) -> Result<u64, String> {
        let count = counter.blocks();
        if count > self.saved {
            let games = (self.games_in)(count) - (self.games_in)(self.before);
            let timing = self.earlier.clone().and(self.context.sitting(self.began, games));
            let blocks: BlockSet = BlockRange::new(self.first_block, self.first_block + count).into();
            let record = self.record.at(&blocks, self.per_block);
            let rows = self.rows.as_mut().map(|rows| rows.saved(&blocks)).transpose();
            let saved = SavedCounts {
                record: Record { games_played: Some((self.games_in)(count)), ..record },
                sitting: Some(SavedSitting {
                    is_forced: self.folder.is_forced(),
                    timing: timing.file().content,
                }),
                counts: counter.save(),
                rows: rows.map_err(|error| error.to_string())?,
            };
            self.folder.save(&saved).map_err(|error| error.to_string())?;
            self.saved = count;
        }
        Ok((self.games_in)(self.saved))
    }
}

impl Keeper for Checkpoints<'_> {
    fn interval(&self) -> Duration {
        self.context.checkpoint
    }

    fn save(&mut self, counts: &dyn BlockCounter) {
        let complaint = self.try_save(counts).err();
        // There may be room again later: the study goes on, and says so once.
        if let Some(error) = complaint.as_ref().filter(|_| self.complaint != complaint) {
            self.progress.suspend(|| {
                self.context.note(&format!("{}: no checkpoint was saved: {error}", self.record.game));
            });
        }
        self.complaint = complaint;
    }

    fn keep_rows(&mut self, collected: Vec<&mut RowCollector>) -> Result<(), RowsLost> {
        let Some(rows) = &mut self.rows else { return Ok(()) };
        rows.keep(collected, &self.context.pool).map_err(|error| {
            self.rows_lost = Some(error);
            RowsLost
        })
    }

    fn is_urgent(&self) -> bool {
        is_urgent()
    }

    fn end(&mut self, counts: &dyn BlockCounter) {
        let why = why_at_once();
        let message = match self.try_save(counts) {
            Ok(0) => format!("{why}: stopped at once, nothing was saved"),
            Ok(games) => format!(
                "{why}: stopped at once; {} are saved in {}; to resume, repeat the command",
                counted(games, "game"),
                self.folder.path().display()
            ),
            Err(error) => format!("{why}: stopped at once; {error}"),
        };
        end_now(&message);
    }
}
