//! `compare.toml` and `sweep.toml`: everything that decides a result, and how
//! far it came.

use std::fs;
use std::path::Path;

use serde::Serialize;

use super::{File, FolderError, short_hash, write_result};

/// What was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A comparison of bots.
    Comparison,
    /// A sweep over house rules.
    Sweep,
}

impl Kind {
    const ALL: [Kind; 2] = [Kind::Comparison, Kind::Sweep];

    const fn name(self) -> &'static str {
        match self {
            Kind::Comparison => "comparison",
            Kind::Sweep => "sweep",
        }
    }

    const fn file(self) -> &'static str {
        match self {
            Kind::Comparison => "compare.toml",
            Kind::Sweep => "sweep.toml",
        }
    }

    const fn heading(self) -> &'static str {
        match self {
            Kind::Comparison => "# A comparison of bots by fuda: everything that decides its result.\n",
            Kind::Sweep => "# A sweep over house rules by fuda: everything that decides its result.\n",
        }
    }
}

/// Why it ended, in the words of `run.toml`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Ending {
    /// All games are played.
    Games,
    /// The time that was asked for is up.
    Time,
    /// The verdict stands.
    Verdict,
    /// It was interrupted.
    Interrupted,
    /// A bot failed.
    Failed,
}

/// How far it came.
#[derive(Serialize)]
struct Progress {
    games_played: u64,
    complete: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    ended: Option<Ending>,
}

/// Everything that decides a result.
#[derive(Clone, Debug, PartialEq)]
pub struct Request {
    kind: Kind,
    table: toml::Table,
}

impl Request {
    /// What was asked for, by these keys.
    #[must_use]
    pub fn new(kind: Kind, table: toml::Table) -> Request {
        Request { kind, table }
    }

    /// A short name: the same for the same command, and for nothing else.
    #[must_use]
    pub fn hash(&self) -> String {
        short_hash(self.text(&self.table).as_bytes())
    }

    /// Takes a folder for the results, before any work is done. One that holds
    /// the same request keeps its results until there are others.
    ///
    /// # Errors
    /// As [`write_result`].
    pub fn take(&self, folder: &Path, force: bool) -> Result<(), FolderError> {
        if read(folder, self.kind).is_some_and(|there| there == *self) {
            return Ok(());
        }
        write_result(folder, &self.file(&Progress { games_played: 0, complete: false, ended: None }), force)
    }

    /// The file, after so many games.
    #[must_use]
    pub fn ended(&self, games_played: u64, ended: Ending) -> File {
        let complete = !matches!(ended, Ending::Interrupted | Ending::Failed);
        self.file(&Progress { games_played, complete, ended: Some(ended) })
    }

    fn file(&self, progress: &Progress) -> File {
        let progress = toml::Table::try_from(progress).expect("progress has a form in TOML");
        let table = self.table.clone().into_iter().chain(progress).collect();
        File { name: self.kind.file().to_owned(), content: self.text(&table).into_bytes() }
    }

    fn text(&self, table: &toml::Table) -> String {
        let text = toml::to_string(table).expect("every value has a form in TOML");
        format!("{}{text}", self.kind.heading())
    }
}

/// The request whose results a folder holds.
fn read(folder: &Path, kind: Kind) -> Option<Request> {
    let text = fs::read_to_string(folder.join(kind.file())).ok()?;
    let mut table: toml::Table = text.parse().ok()?;
    for key in ["games_played", "complete", "ended"] {
        table.remove(key);
    }
    Some(Request { kind, table })
}

/// The comparison or sweep that a folder holds, in words.
pub(super) fn held(folder: &Path) -> Option<String> {
    let Request { kind, table } = Kind::ALL.into_iter().find_map(|kind| read(folder, kind))?;
    let said = |key: &str| table.get(key).and_then(toml::Value::as_str).unwrap_or("?");
    Some(format!("a {} ({} of seed {})", kind.name(), said("game"), said("seed")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::{Status, write_files};

    fn request(seed: &str) -> Request {
        let table = format!("game = 'oni'\nseed = '{seed}'\npairs = [['a', 'b']]\n[rules]\ngoal = 270\n");
        Request::new(Kind::Comparison, table.parse().expect("it is TOML"))
    }

    #[test]
    fn the_same_request_is_known_again_however_far_it_came() {
        let folder = tempfile::tempdir().expect("a folder for the test");
        let request = request("1");
        for ended in [None, Some(Ending::Interrupted), Some(Ending::Games)] {
            request.take(folder.path(), false).expect("it is the same");
            let written = fs::read_to_string(folder.path().join("compare.toml")).expect("it is there");
            let there: toml::Table = written.parse().expect("it is TOML");
            assert_eq!(read(folder.path(), Kind::Comparison).as_ref(), Some(&request), "{there}");
            let file = ended.map(|ended| request.ended(8, ended));
            write_files(folder.path(), file.as_slice()).expect("it can be written");
        }
    }

    #[test]
    fn what_was_not_finished_is_not_complete() {
        let table = |file: File| -> toml::Table {
            String::from_utf8(file.content).expect("text").parse().expect("it is TOML")
        };
        for ended in [Ending::Games, Ending::Time, Ending::Verdict, Ending::Interrupted, Ending::Failed] {
            let table = table(request("1").ended(8, ended));
            let complete = !matches!(ended, Ending::Interrupted | Ending::Failed);
            assert_eq!(table["complete"].as_bool(), Some(complete));
            assert_eq!(table["games_played"].as_integer(), Some(8));
        }
    }

    #[test]
    fn the_words_are_those_of_a_run() {
        let words = [
            (Ending::Games, Status::Games),
            (Ending::Time, Status::Time),
            (Ending::Interrupted, Status::Interrupted),
            (Ending::Failed, Status::Failed),
        ];
        for (ending, status) in words {
            assert_eq!(toml::Value::try_from(ending), toml::Value::try_from(status));
        }
    }

    #[test]
    fn another_request_is_named_and_not_overwritten() {
        let folder = tempfile::tempdir().expect("a folder for the test");
        request("1").take(folder.path(), false).expect("an empty folder is taken");
        let refused = request("2").take(folder.path(), false).expect_err("it holds another comparison");
        assert!(refused.to_string().contains("holds a comparison (oni of seed 1);"), "{refused}");
        request("2").take(folder.path(), true).expect("by force");
    }
}
