//! Faults and crashes at every file operation of every command.
//!
//! Those of runs with rows, and damaged rows, are a sample of all that there are:
//! `FUDA_FAULTS=1000 cargo test --release --lib fault_tests::` tries so many of each.

mod damaged_rows;
mod rows;

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Parser as _;

use super::failure::Failure;
use super::{Cli, Surroundings};
use crate::report::{Record, SavedCounts};
use crate::storage::{Fault, Faulty, Memory, Storage, limits, recover};

/// What a command finds, and the command.
struct Scene {
    /// Run before, without faults.
    before: &'static [&'static str],
    line: &'static str,
}

/// Every command with a page; what makes files in other ways goes without, as a
/// page takes longer than all else. The bots are those that are ready at once.
const SCENES: [Scene; 12] = [
    Scene { before: &[], line: "run kazu-tori --bots random --games 8 --out reports/a" },
    Scene {
        before: &["run kazu-tori --bots random --games 4 --no-report --out reports/a"],
        line: "run kazu-tori --bots random --games 8 --no-report --out reports/a",
    },
    Scene {
        before: &["odds kachi-kachi --players 2 --rule extra_cards=false --out reports/a"],
        line: "run kazu-tori --bots random --games 8 --no-report --out reports/a --force",
    },
    Scene { before: &[], line: "compare kazu-tori keen random --games 8 --out reports/a" },
    Scene { before: &[], line: "league kazu-tori keen random --games 8 --mixed --out reports/a" },
    Scene { before: &[], line: "sweep kazu-tori --bots random --vary limit=10,15 --games 2 --out reports/a" },
    Scene {
        before: &["sweep kazu-tori --bots random --vary limit=10,15 --games 2 --out reports/a"],
        line: "compare kazu-tori keen random --games 8 --no-report --out reports/a --force",
    },
    Scene {
        before: &[
            "run kazu-tori --bots random --games 8 --shard 1/2 --no-report --out reports/s1",
            "run kazu-tori --bots random --games 8 --shard 2/2 --no-report --out reports/s2",
            "merge reports/s1 --partial --no-report --out reports/a",
        ],
        line: "merge reports/s1 reports/s2 --no-report --out reports/a",
    },
    Scene { before: &[], line: "odds kachi-kachi --players 2 --rule extra_cards=false --out reports/a" },
    // Several groups of rows, and some that do not fill one.
    Scene {
        before: &[],
        line: "run kazu-tori --bots random --games 10 --rows games,rounds --no-report --out reports/a",
    },
    Scene {
        before: &[
            "run kazu-tori --bots random --games 6 --rows games --rows-format csv --no-report --out reports/a",
        ],
        line: "run kazu-tori --bots random --games 10 --rows games --rows-format csv --no-report --out reports/a",
    },
    Scene {
        before: &[
            "run kazu-tori --bots random --games 12 --rows games --shard 1/2 --no-report --out reports/s1",
            "run kazu-tori --bots random --games 12 --rows games --shard 2/2 --no-report --out reports/s2",
            "merge reports/s1 --partial --no-report --out reports/a",
        ],
        line: "merge reports/s1 reports/s2 --no-report --out reports/a",
    },
];

const FOLDER: &str = "reports/a";
const CHECKPOINT: &str = "reports/a/fuda.checkpoint";

type Files = BTreeMap<PathBuf, Vec<u8>>;

/// Runs a command, and returns its message if it fails.
fn fuda(line: &str, storage: impl Storage + 'static) -> Result<(), String> {
    let words = line.split_whitespace();
    let words = ["fuda"].into_iter().chain(words).chain(["--quiet"]);
    let plays = ["run", "compare", "league", "sweep"].iter().any(|command| line.starts_with(command));
    let cli = Cli::try_parse_from(words.chain(if plays { vec!["--threads", "1"] } else { vec![] }));
    let surroundings = Surroundings { storage: Arc::new(storage), listen: || Ok(()) };
    cli.expect("a command line").command.run(&surroundings).map_err(|failure| match failure {
        Failure::Usage(message) | Failure::Work(message) | Failure::Interrupted(message) => message,
    })
}

impl Scene {
    fn storage(&self) -> Memory {
        let memory = Memory::default();
        for line in self.before {
            fuda(line, memory.clone()).expect("no faults yet");
        }
        memory
    }

    /// The storage after the command, without faults.
    fn done(&self) -> Memory {
        let memory = self.storage();
        fuda(self.line, memory.clone()).expect("no faults");
        memory
    }

    /// Calls `check` with the storage after the command was struck by a fault
    /// at each of its operations, and with how it went.
    fn at_every_operation(
        &self,
        fault_at: impl Fn(u64) -> Fault,
        check: impl Fn(&str, &Memory, Result<(), String>),
    ) {
        let before = self.storage();
        for operation in 1.. {
            let memory = before.copy();
            let fault = fault_at(operation);
            let faulty = Faulty::new(memory.clone(), fault, operation);
            let outcome = fuda(self.line, faulty.clone());
            if !faulty.has_struck() {
                assert!(operation > 20, "{}: only {operation} operations", self.line);
                assert_eq!(outcome, Ok(()));
                return;
            }
            check(&format!("{}, {fault:?} at {operation}", self.line), &memory, outcome);
        }
    }
}

/// Commands that are given again after a fault. Many faults leave the same files,
/// and for each state of them it is done once.
struct Repairs<'a> {
    line: &'a str,
    /// What the command leaves without a fault.
    done: Files,
    seen: RefCell<BTreeSet<BTreeMap<PathBuf, Option<Vec<u8>>>>>,
}

impl<'a> Repairs<'a> {
    fn new(scene: &'a Scene) -> Repairs<'a> {
        Repairs { line: scene.line, done: all_files(&scene.done()), seen: RefCell::default() }
    }

    /// Checks that the same command now succeeds, and leaves what it would have
    /// left without a fault.
    fn assert_one(&self, place: &str, memory: &Memory) {
        let mut state = memory.seen();
        state.iter_mut().filter(|(path, _)| path.ends_with(TIMING)).for_each(|(_, content)| *content = None);
        if !self.seen.borrow_mut().insert(state) {
            return;
        }
        fuda(self.line, memory.clone()).unwrap_or_else(|error| panic!("{place}, then: {error}"));
        let files = all_files(memory);
        assert!(files.keys().eq(self.done.keys()), "{place}: {:?}", files.keys());
        let other = files.iter().find(|(path, content)| self.done[*path] != **content).map(|(path, _)| path);
        assert!(files == self.done, "{place}: other bytes of {other:?}");
    }
}

/// The one file that depends on the time.
const TIMING: &str = "timing.json";

/// All files that do not depend on the time.
fn all_files(memory: &Memory) -> Files {
    memory.files().into_iter().filter(|(path, _)| !path.ends_with(TIMING)).collect()
}

/// The files of the result, without those that its folder has meanwhile.
fn result(memory: &Memory) -> Files {
    let is_result = |path: &Path| {
        let name = path.file_name().expect("a file has a name").to_string_lossy();
        path.starts_with(FOLDER) && !name.starts_with(".fuda-") && path != Path::new(CHECKPOINT)
    };
    all_files(memory).into_iter().filter(|(path, _)| is_result(path)).collect()
}

/// What is wrong with the disk, one cause after the other.
fn cause(operation: u64) -> ErrorKind {
    [ErrorKind::StorageFull, ErrorKind::ReadOnlyFilesystem, ErrorKind::Other][operation as usize % 3]
}

const CAUSES: [&str; 3] = ["the disk is full", "the disk is read-only", "other error"];

/// Checks what a fault has left: the old result or the new one, and a message.
fn assert_old_or_new(place: &str, memory: &Memory, outcome: Result<(), String>, results: [&Files; 2]) {
    let Err(message) = outcome else {
        return assert!(result(memory) == *results[1], "{place}: a result is missing");
    };
    assert!(message.contains("cannot ") && message.contains("reports"), "{place}: {message}");
    assert!(CAUSES.iter().any(|cause| message.contains(cause)), "{place}: {message}");
    if message.contains("puts all of it in place") {
        recover(memory, Path::new(FOLDER)).expect("the fault is over");
        assert!(result(memory) == *results[1], "{place}: not the new result");
    }
    let there = result(memory);
    assert!(
        results.iter().any(|result| there == **result),
        "{place}: neither the old result nor the new one"
    );
}

#[test]
fn parts_of_another_version_are_not_merged() {
    let memory = Memory::default();
    for line in [
        "run kazu-tori --games 8 --shard 1/2 --out reports/s1",
        "run kazu-tori --games 8 --shard 2/2 --out reports/s2",
    ] {
        fuda(line, memory.clone()).expect("no faults");
    }
    for version in ["0.0.1", env!("CARGO_PKG_VERSION")] {
        let tally = memory.read(Path::new("reports/s2/run.tally"), limits::COUNTS).expect("there is one");
        let mut saved = SavedCounts::from_file(&tally).expect("it is whole");
        saved.record.version = version.to_owned();
        memory.put("reports/s2/run.tally", &saved.to_file());
        let record = Record { files: vec!["run.tally".to_owned()], ..saved.record };
        memory.put("reports/s2/run.toml", record.to_toml().as_bytes());
        let merged = fuda("merge reports/s1 reports/s2 --out reports/a", memory.clone());
        match merged {
            Ok(()) => assert_eq!(version, env!("CARGO_PKG_VERSION")),
            Err(error) => {
                assert!(error.contains("reports/s2 was made by fuda 0.0.1, and this is fuda"), "{error}");
            }
        }
    }
}

#[test]
fn a_merge_opens_no_bot() {
    let memory = Memory::default();
    for shard in 1..=2 {
        let line = format!("run kazu-tori --games 8 --shard {shard}/2 --out reports/s{shard}");
        fuda(&line, memory.clone()).expect("no faults");
        // Counts of a stranger, which name a bot and say nothing of it.
        let path = format!("reports/s{shard}/run.tally");
        let tally = memory.read(Path::new(&path), limits::COUNTS).expect("there are some");
        let mut saved = SavedCounts::from_file(&tally).expect("they are whole");
        saved.record.bots = vec!["exec:no-such-program-anywhere".to_owned(); 4];
        saved.record.bot.clear();
        memory.put(&path, &saved.to_file());
        let record = Record { files: vec!["run.tally".to_owned()], ..saved.record };
        memory.put(&format!("reports/s{shard}/run.toml"), record.to_toml().as_bytes());
    }
    let error = fuda("merge reports/s1 reports/s2 --out reports/a", memory).expect_err("nothing is opened");
    assert!(error.contains("is not described in the record of that result"), "{error}");
}

#[test]
fn a_fault_at_any_operation_leaves_the_old_result_or_the_new_one() {
    for scene in SCENES {
        let repairs = Repairs::new(&scene);
        let (old, new) = (result(&scene.storage()), result(&scene.done()));
        scene.at_every_operation(
            |operation| Fault::Once(cause(operation)),
            |place, memory, outcome| {
                assert_old_or_new(place, memory, outcome, [&old, &new]);
                repairs.assert_one(place, memory);
            },
        );
    }
}

#[test]
fn a_disk_that_fails_for_good_leaves_the_old_result_or_the_new_one() {
    for scene in SCENES.into_iter().filter(|scene| !scene.line.starts_with("sweep")) {
        let repairs = Repairs::new(&scene);
        let (old, new) = (result(&scene.storage()), result(&scene.done()));
        scene.at_every_operation(
            |operation| Fault::Forever(cause(operation)),
            |place, memory, outcome| {
                assert_old_or_new(place, memory, outcome, [&old, &new]);
                repairs.assert_one(place, memory);
            },
        );
    }
}

#[test]
fn a_short_write_is_continued() {
    for scene in SCENES.into_iter().take(1) {
        let repairs = Repairs::new(&scene);
        scene.at_every_operation(|_| Fault::Short, |place, memory, _| repairs.assert_one(place, memory));
    }
}

#[test]
fn a_crash_at_any_operation_loses_nothing_that_was_saved() {
    for scene in SCENES {
        let repairs = Repairs::new(&scene);
        let (old, new) = (result(&scene.storage()), result(&scene.done()));
        let check = |place: &str, memory: &Memory| {
            let after = memory.copy();
            if after.kind(Path::new(FOLDER)).expect("a crash is over").is_some() {
                recover(&after, Path::new(FOLDER)).expect("a crash is over");
            }
            let there = result(&after);
            assert!(there == old || there == new, "{place}: neither the old result nor the new one");
            repairs.assert_one(place, memory);
        };
        scene.at_every_operation(
            |_| Fault::Crash,
            |place, memory, _| {
                check(place, &memory.copy());
                memory.cut_power();
                check(&format!("{place} and a power cut"), memory);
            },
        );
    }
}

#[test]
fn counts_that_were_saved_survive_faults_and_crashes_until_the_files_are_there() {
    for line in [SCENES[0].line, SCENES[3].line, SCENES[9].line] {
        let scene = Scene { before: &[], line };
        let (repairs, new) = (Repairs::new(&scene), result(&scene.done()));
        // The disk is full when the last file is written.
        let memory = (1..1_000)
            .map(|operation| {
                let memory = Memory::default();
                let faulty = Faulty::new(memory.clone(), Fault::Once(ErrorKind::StorageFull), operation);
                (fuda(line, faulty), memory)
            })
            .find(|(_, memory)| memory.files().contains_key(Path::new(CHECKPOINT)));
        let (outcome, memory) = memory.expect("a file is written");
        let message = outcome.expect_err("a file is missing");
        assert!(message.contains("the counts are in reports/a/fuda.checkpoint"), "{message}");
        for fault in [Fault::Once(ErrorKind::StorageFull), Fault::Forever(ErrorKind::Other), Fault::Crash] {
            for operation in 1.. {
                let memory = memory.copy();
                let faulty = Faulty::new(memory.clone(), fault, operation);
                let outcome = fuda(line, faulty.clone());
                if !faulty.has_struck() {
                    assert_eq!(outcome, Ok(()));
                    break;
                }
                if fault == Fault::Crash {
                    memory.cut_power();
                }
                let after = memory.copy();
                recover(&after, Path::new(FOLDER)).expect("the fault is over");
                let is_kept = after.files().contains_key(Path::new(CHECKPOINT));
                let place = format!("{line}, {fault:?} at {operation}");
                assert!(is_kept || result(&after) == new, "{place}: lost");
                repairs.assert_one(&place, &memory);
            }
        }
    }
}

#[test]
fn a_folder_in_use_is_refused_at_once() {
    let memory = Memory::default();
    fuda(SCENES[0].line, memory.clone()).expect("no faults");
    let before = memory.files();
    let _lock =
        memory.lock(Path::new("reports/a/.fuda-lock"), crate::storage::Wait::Never).expect("it is free");
    for line in [SCENES[0].line, SCENES[1].line, SCENES[2].line] {
        let message = fuda(line, memory.clone()).expect_err("it is in use");
        assert!(message.starts_with("another fuda is writing to reports/a; wait"), "{message}");
    }
    assert_eq!(memory.files(), before);
}
