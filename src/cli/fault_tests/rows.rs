//! Faults and crashes of runs with rows, and what different commands make of what
//! these leave: no row is lost, and none is wrong.

use std::collections::BTreeMap;
use std::io::ErrorKind;
use std::path::Path;

use super::{Files, Scene, all_files, fuda};
use crate::report::Record;
use crate::storage::{Fault, Faulty, Memory, Storage as _};

/// How many attempts there are in `cargo test`; `FUDA_FAULTS` names another number.
const ATTEMPTS: usize = 150;

pub(super) fn attempts(moment: usize) -> usize {
    let asked = std::env::var("FUDA_FAULTS").ok();
    asked.map_or(moment, |text| text.parse().expect("FUDA_FAULTS is a number"))
}

/// A stop that is asked for, in the order of what they play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Ask {
    Same,
    Larger,
    /// Reached as soon as there are two blocks.
    Precision,
    Force,
}

const ASKS: [Ask; 4] = [Ask::Same, Ask::Larger, Ask::Precision, Ask::Force];

/// A command with rows, and how far it goes.
struct RowsScene {
    before: &'static [&'static str],
    /// The command without its stop.
    line: &'static str,
    /// The stops that make sense.
    stops: &'static [(Ask, &'static str)],
    /// The same rows in one go, without the number of games; none if the command
    /// itself is that.
    whole: Option<&'static str>,
}

/// Groups have four games, and one game with its rounds. Every block is saved as
/// soon as it is played.
const SCENES: [RowsScene; 8] = [
    RowsScene {
        before: &[],
        line: "run kazu-tori --bots random --rows games,rounds --checkpoint 0.00001ms --no-report --out reports/a",
        stops: &[
            (Ask::Same, "--games 10"),
            (Ask::Larger, "--games 13"),
            (Ask::Precision, "--precision points=1000000"),
            (Ask::Force, "--games 10 --force"),
        ],
        whole: None,
    },
    // Nothing that is added fills a group.
    RowsScene {
        before: &["run kazu-tori --bots random --games 5 --rows games --no-report --out reports/a"],
        line: "run kazu-tori --bots random --rows games --checkpoint 0.00001ms --no-report --out reports/a",
        stops: &[
            (Ask::Same, "--games 7"),
            (Ask::Larger, "--games 9"),
            (Ask::Precision, "--precision points=1000000"),
            (Ask::Force, "--games 7 --force"),
        ],
        whole: None,
    },
    RowsScene {
        before: &[
            "run kazu-tori --bots random --games 5 --rows games --rows-format csv --no-report --out reports/a",
        ],
        line: "run kazu-tori --bots random --rows games --rows-format csv --no-report --out reports/a",
        stops: &[
            (Ask::Same, "--games 7"),
            (Ask::Larger, "--games 9"),
            (Ask::Precision, "--precision points=1000000"),
            (Ask::Force, "--games 7 --force"),
        ],
        whole: None,
    },
    RowsScene {
        before: &[
            "run kazu-tori --bots random --games 6 --rows games,rounds --rows-format csv --no-report --out reports/a",
        ],
        line: "run kazu-tori --bots random --rows games,rounds --rows-format csv --checkpoint 0.00001ms --no-report \
               --out reports/a",
        stops: &[
            (Ask::Same, "--games 11"),
            (Ask::Larger, "--games 14"),
            (Ask::Precision, "--precision points=1000000"),
            (Ask::Force, "--games 11 --force"),
        ],
        whole: None,
    },
    // What is there is played again.
    RowsScene {
        before: &["run kazu-tori --bots random --games 6 --rows games,rounds --no-report --out reports/a"],
        line: "run kazu-tori --bots random --rows games,rounds --checkpoint 0.00001ms --no-report --out reports/a \
               --force",
        stops: &[(Ask::Same, "--games 9"), (Ask::Larger, "--games 13"), (Ask::Force, "--games 6")],
        whole: None,
    },
    RowsScene {
        before: &[],
        line: "run kazu-tori --bots random --rows games --checkpoint 0.00001ms --no-report --out reports/a",
        stops: &[
            (Ask::Same, "--blocks 3..9"),
            (Ask::Larger, "--blocks 3..14"),
            (Ask::Force, "--blocks 3..9 --force"),
        ],
        whole: None,
    },
    RowsScene {
        before: &[],
        line: "run kazu-tori --bots random --games 20 --rows games,rounds --checkpoint 0.00001ms --no-report --out \
               reports/a",
        stops: &[(Ask::Same, "--shard 2/3"), (Ask::Force, "--shard 2/3 --force")],
        whole: None,
    },
    RowsScene {
        before: &[
            "run kazu-tori --bots random --games 14 --rows games,rounds --shard 1/2 --no-report --out reports/s1",
            "run kazu-tori --bots random --games 14 --rows games,rounds --shard 2/2 --no-report --out reports/s2",
            "merge reports/s1 --partial --no-report --out reports/a",
        ],
        line: "merge reports/s1 reports/s2 --no-report --out reports/a",
        stops: &[(Ask::Same, ""), (Ask::Force, "--force")],
        whole: Some("run kazu-tori --bots random --rows games,rounds --no-report --out reports/a"),
    },
];

impl RowsScene {
    /// The command that stops there.
    fn line(&self, ask: Ask) -> String {
        let (_, stop) = self.stops.iter().find(|(known, _)| *known == ask).expect("it makes sense");
        format!("{} {stop}", self.line)
    }

    /// The files of the same rows in one go, of this many games.
    fn in_one_go(&self, ask: Ask, games: u64) -> Files {
        let memory = Memory::default();
        let line = self.line.replace(" --force", "");
        let line = match (self.whole, ask) {
            (Some(whole), _) => format!("{whole} --games {games}"),
            (None, Ask::Precision) => format!("{line} --games {games}"),
            (None, _) => self.line(ask).replace(" --force", ""),
        };
        fuda(&line, memory.clone()).expect("no faults");
        tables(&memory)
    }
}

/// The rows and the figures of a result.
fn tables(memory: &Memory) -> Files {
    let is_table = |path: &Path| {
        let extension = path.extension().and_then(|extension| extension.to_str());
        path.starts_with("reports/a") && matches!(extension, Some("csv" | "parquet"))
    };
    all_files(memory).into_iter().filter(|(path, _)| is_table(path)).collect()
}

fn record(memory: &Memory) -> Record {
    let text = memory.read(Path::new("reports/a/run.toml"), u64::MAX).expect("there is a result");
    Record::parse(std::str::from_utf8(&text).expect("text")).expect("a record")
}

/// A first fault, and what is done after it.
struct Attempt {
    scene: usize,
    fault: Fault,
    cuts_power: bool,
    operation: u64,
    last: Ask,
}

/// Every fault at every operation of every command, with everything that may follow.
fn all_attempts() -> Vec<Attempt> {
    let mut attempts = Vec::new();
    for (index, scene) in SCENES.iter().enumerate() {
        let whole = Faulty::new(before(scene), Fault::Once(ErrorKind::Other), u64::MAX);
        fuda(&scene.line(Ask::Same), whole.clone()).expect("no faults");
        for operation in 1..=whole.operations() {
            for (fault, cuts_power) in [
                (Fault::Once(ErrorKind::StorageFull), false),
                (Fault::Forever(ErrorKind::Other), false),
                (Fault::Crash, false),
                (Fault::Crash, true),
            ] {
                let asks = scene.stops.iter();
                attempts.extend(asks.map(|&(last, _)| Attempt {
                    scene: index,
                    fault,
                    cuts_power,
                    operation,
                    last,
                }));
            }
        }
    }
    attempts
}

fn before(scene: &RowsScene) -> Memory {
    Scene { before: scene.before, line: "" }.storage()
}

/// A number below a limit that differs from attempt to attempt.
pub(super) fn scattered(index: usize, purpose: u64, limit: u64) -> u64 {
    let word = (index as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(purpose << 32 | purpose);
    let word = (word ^ word >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let word = (word ^ word >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    (word ^ word >> 31) % limit
}

/// Runs a command that is struck by a fault, if it gets as far as that.
fn struck(line: &str, memory: &Memory, fault: Fault, operation: u64, cuts_power: bool) -> Result<(), String> {
    let outcome = fuda(line, Faulty::new(memory.clone(), fault, operation));
    if cuts_power {
        memory.cut_power();
    }
    outcome
}

#[test]
fn no_row_is_lost_or_wrong_whatever_fails_and_whatever_follows() {
    let all = all_attempts();
    let count = attempts(ATTEMPTS);
    let mut known: BTreeMap<(usize, Ask, u64), Files> = BTreeMap::new();
    for number in 0..count {
        // Spread over all there are; beyond them, with other second faults.
        let index = if count < all.len() { number * all.len() / count } else { number % all.len() };
        let Attempt { scene: at, fault, cuts_power, operation, last } = all[index];
        let scene = &SCENES[at];
        let memory = before(scene);
        let mut story = format!("{}, {fault:?} at {operation}", scene.line(Ask::Same));
        let mut outcome = struck(&scene.line(Ask::Same), &memory, fault, operation, cuts_power);
        // Every other time the next command fails, too. None may ask for less than
        // there is.
        let asks_no_more = |ask: Ask| ask <= last || ask == Ask::Force || last == Ask::Force;
        let fits = |ask: &&Ask| asks_no_more(**ask) && scene.stops.iter().any(|(known, _)| known == *ask);
        let seconds: Vec<&Ask> = ASKS.iter().filter(fits).collect();
        if scattered(number, 1, 2) == 0 {
            let second = *seconds[scattered(number, 2, seconds.len() as u64) as usize];
            let operation = 1 + scattered(number, 3, operation + 40);
            story = format!("{story} ({outcome:?}), {second:?} with {fault:?} at {operation}");
            outcome = struck(&scene.line(second), &memory, fault, operation, cuts_power);
        }
        let story = format!("{story} ({outcome:?}), then {last:?}");
        fuda(&scene.line(last), memory.clone()).unwrap_or_else(|error| panic!("{story}: {error}"));
        let record = record(&memory);
        assert!(record.complete, "{story}");
        let games = record.games_played.expect("it was played");
        let known = known.entry((at, last, games)).or_insert_with(|| scene.in_one_go(last, games));
        let found = tables(&memory);
        assert!(found.keys().eq(known.keys()), "{story}: {:?}", found.keys());
        for (path, content) in &found {
            assert!(content == &known[path], "{story}: {} of {games} games has other bytes", path.display());
        }
        let is_own =
            |path: &Path| path.to_string_lossy().contains("fuda-") || path.ends_with("fuda.checkpoint");
        let files = memory.files();
        assert!(!files.keys().any(|path| is_own(path)), "{story}: {:?}", files.keys());
    }
    assert!(known.len() > SCENES.len(), "only {} endings", known.len());
}
