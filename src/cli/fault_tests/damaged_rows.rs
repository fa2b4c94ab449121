//! Rows that are not what was written: nothing is resumed, extended or merged from
//! them.

use std::collections::BTreeMap;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use super::rows::{attempts, scattered};
use super::{Files, all_files, fuda};
use crate::storage::{Fault, Faulty, Memory, Storage as _};

/// How many attempts there are in `cargo test`; `FUDA_FAULTS` names another number.
const ATTEMPTS: usize = 240;

/// A folder with rows, and commands that need them.
struct Held {
    memory: Memory,
    /// The commands, each with its result without damage.
    lines: Vec<(String, Files)>,
    /// The files with rows.
    rows: Vec<PathBuf>,
    /// Whether they belong to a checkpoint.
    is_checkpoint: bool,
}

fn names_rows(path: &Path) -> bool {
    let name = path.file_name().expect("a file has a name").to_string_lossy();
    ["games.", "rounds."].iter().any(|start| name.starts_with(start)) || name.starts_with(".fuda-rows-")
}

/// The result of a command: its rows and figures, and whatever may be left behind.
fn result(memory: &Memory) -> Files {
    let is_result = |path: &Path| path.starts_with("reports/a") || path.starts_with("reports/m");
    all_files(memory).into_iter().filter(|(path, _)| is_result(path)).collect()
}

impl Held {
    fn new(memory: Memory, lines: &[String]) -> Held {
        let after = |line: &String| {
            let memory = memory.copy();
            fuda(line, memory.clone()).unwrap_or_else(|error| panic!("{line}: {error}"));
            (line.clone(), result(&memory))
        };
        let files = memory.files();
        let rows: Vec<PathBuf> = files.keys().filter(|path| names_rows(path)).cloned().collect();
        assert!(!rows.is_empty());
        let is_checkpoint = rows.iter().any(|path| path.to_string_lossy().contains(".fuda-rows-"));
        Held { lines: lines.iter().map(after).collect(), rows, memory, is_checkpoint }
    }
}

fn run(format: &str, more: &str) -> String {
    format!(
        "run kazu-tori --bots random --rows games,rounds --rows-format {format} --no-report --out reports/a {more}"
    )
}

/// A folder whose files could not be written, so that its rows are in a checkpoint.
fn unwritten(memory: &Memory, line: &str) -> Memory {
    let struck = (1..2_000).map(|operation| {
        let memory = memory.copy();
        let outcome = fuda(line, Faulty::new(memory.clone(), Fault::Once(ErrorKind::StorageFull), operation));
        (outcome, memory)
    });
    let is_kept = |memory: &Memory| memory.files().keys().any(|path| path.ends_with("fuda.checkpoint"));
    let found = struck.into_iter().find(|(outcome, memory)| outcome.is_err() && is_kept(memory));
    found.expect("a file is written").1
}

fn folders() -> Vec<Held> {
    let mut folders = Vec::new();
    for format in ["parquet", "csv"] {
        let line = |more: &str| run(format, more);
        let memory = Memory::default();
        fuda(&line("--games 10"), memory.clone()).expect("no faults");
        folders.push(Held::new(
            memory.clone(),
            &[line("--games 10"), line("--games 12"), line("--games 17"), line("--precision points=1000000")],
        ));
        let next = [line("--games 15"), line("--games 18"), line("--precision points=1000000")];
        folders.push(Held::new(unwritten(&memory, &line("--games 15")), &next));
        folders.push(Held::new(unwritten(&Memory::default(), &line("--games 15")), &next));
        let shards = Memory::default();
        for shard in 1..=3 {
            let line = line(&format!("--games 25 --shard {shard}/3")).replace("/a", &format!("/s{shard}"));
            fuda(&line, shards.clone()).expect("no faults");
        }
        let merge = "merge reports/s1 reports/s2 reports/s3 --no-report --out reports/m".to_owned();
        let some = "merge reports/s2 reports/s3 --partial --no-report --out reports/m".to_owned();
        let mut merged = Held::new(shards, &[merge]);
        // Those of the first one are not needed for this one.
        merged.lines.extend(Held::new(merged.memory.copy(), &[some]).lines);
        folders.push(merged);
    }
    folders
}

/// Files of other results, shards, seeds, formats and kinds.
fn strangers() -> Vec<Vec<u8>> {
    let memory = Memory::default();
    let mut files = Vec::new();
    for format in ["parquet", "csv"] {
        for more in ["--games 10 --seed 2", "--games 15", "--games 25 --shard 1/3", "--games 25 --shard 3/3"]
        {
            fuda(&format!("{} --force", run(format, more)), memory.clone()).expect("no faults");
            files.extend(
                memory.files().into_iter().filter(|(path, _)| names_rows(path)).map(|(_, file)| file),
            );
        }
    }
    files
}

/// Damage of a kind, in a place that differs from attempt to attempt; none if the
/// file is gone.
fn damage(content: &[u8], number: usize, strangers: &[Vec<u8>]) -> Option<Vec<u8>> {
    let mut bytes = content.to_vec();
    let below = |purpose: u64, limit: usize| scattered(number, purpose, limit as u64) as usize;
    let at = below(11, bytes.len());
    match number % 8 {
        0 | 1 => bytes[at] ^= 1 << below(12, 8),
        2 => bytes.truncate(at),
        3 => bytes.extend_from_slice(&content[at..]),
        // Pieces of the same length change places.
        4 => {
            let length = 1 + below(13, bytes.len() / 2);
            let second = length + below(14, bytes.len() - 2 * length + 1);
            let (one, other) = bytes.split_at_mut(second);
            one[..length].swap_with_slice(&mut other[..length]);
        }
        5 => bytes[at..].fill(0),
        6 => bytes = strangers[below(15, strangers.len())].clone(),
        _ if below(16, 2) == 0 => return None,
        // A piece is missing in the middle.
        _ => drop(bytes.drain(at / 2..at.max(1))),
    }
    Some(bytes)
}

#[test]
fn damaged_rows_are_refused_and_never_accepted() {
    let (folders, strangers) = (folders(), strangers());
    let mut refused: BTreeMap<&str, usize> = BTreeMap::new();
    for number in 0..attempts(ATTEMPTS) {
        let held = &folders[scattered(number, 1, folders.len() as u64) as usize];
        let (line, done) = &held.lines[scattered(number, 2, held.lines.len() as u64) as usize];
        let path = &held.rows[scattered(number, 3, held.rows.len() as u64) as usize];
        let memory = held.memory.copy();
        let content = memory.read(path, u64::MAX).expect("there are rows");
        let damaged = damage(&content, number, &strangers);
        if damaged.as_ref() == Some(&content) {
            continue;
        }
        match &damaged {
            Some(bytes) => memory.put(&path.to_string_lossy(), bytes),
            None => memory.remove_file(path).expect("it is there"),
        }
        let (place, before) = (format!("{line}, {} damaged ({number})", path.display()), result(&memory));
        let Err(message) = fuda(line, memory.clone()) else {
            // What is behind the saved groups, or not needed, does no harm.
            assert!(result(&memory) == *done, "{place}: damaged rows were accepted");
            let is_harmless = path.to_string_lossy().contains(".fuda-rows-") && number % 8 == 3
                || path.starts_with("reports/s1") && line.contains("--partial");
            assert!(is_harmless, "{place}: damage was not noticed");
            continue;
        };
        let state = if damaged.is_none() { "is missing" } else { "is damaged, or of another result" };
        assert!(message.starts_with(&format!("{} {state}", path.display())), "{place}: {message}");
        assert!(message.contains("; bring it back from a copy, or "), "{place}: {message}");
        assert!(result(&memory) == before, "{place}: something was changed");
        // Every remedy works.
        let copy = memory.copy();
        copy.put(&path.to_string_lossy(), &content);
        fuda(line, copy.clone()).unwrap_or_else(|error| panic!("{place}, brought back: {error}"));
        assert!(result(&copy) == *done, "{place}, brought back: other bytes");
        let remedy = if message
            .contains("remove reports/a/fuda.checkpoint: the same command then plays again")
        {
            memory.remove_file(Path::new("reports/a/fuda.checkpoint")).expect("there is one");
            line.clone()
        } else if message.contains("play this part again with --force; nothing was merged") {
            let shard = path.parent().expect("a folder").to_string_lossy().into_owned();
            let format = if path.extension().is_some_and(|end| end == "csv") { "csv" } else { "parquet" };
            let again = run(format, &format!("--games 25 --shard {}/3 --force", &shard[shard.len() - 1..]));
            fuda(&again.replace("reports/a", &shard), memory.clone()).expect("no faults");
            line.clone()
        } else {
            assert!(message.contains("start over with --force"), "{place}: {message}");
            format!("{line} --force")
        };
        let plays_all = !remedy.contains("--precision");
        fuda(&remedy, memory.clone()).unwrap_or_else(|error| panic!("{place}, then {remedy}: {error}"));
        assert!(!plays_all || result(&memory) == *done, "{place}, then {remedy}: other bytes");
        let kind = match (held.is_checkpoint, line.starts_with("merge")) {
            (_, true) => "merged",
            (true, _) => "resumed",
            (false, _) => "extended",
        };
        *refused.entry(kind).or_default() += 1;
    }
    assert!(refused.len() == 3 && refused.values().sum::<usize>() > ATTEMPTS / 2, "{refused:?}");
    println!("damaged rows that were refused: {refused:?}");
}
