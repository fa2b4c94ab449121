//! The files of a result: records, saved counts, journals, and whole folders.

use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use clap::Parser as _;
use sha2::{Digest as _, Sha256};

use super::edits::Corpus;
use super::runner::{Outcome, Target};
use super::strategies::starts_program;
use crate::bots::BotSpec;
use crate::cli::args::{OutputArgs, Request};
use crate::cli::conduct::job;
use crate::cli::failure::Failure;
use crate::cli::{Cli, Command, Surroundings, compare, league, run, sweep};
use crate::game::Game as _;
use crate::games::kazu_tori::{KazuTori, Rules};
use crate::report::{Record, SavedCounts};
use crate::settings::Assignment;
use crate::sim::{BlockCounter as _, LineUp, Setup};
use crate::storage::{Memory, Storage as _, recover};
use crate::study::{Run, Study};
use crate::text::hex;

/// The commands whose files are edited.
const LINES: [&str; 6] = [
    "run kazu-tori --games 4 --out reports/a",
    "run kazu-tori --games 8 --shard 1/2 --bots weighing,random --out reports/a",
    "compare kazu-tori weighing random --games 8 --out reports/a",
    "compare kazu-tori weighing random --each-decision --games 4 --out reports/a",
    "league kazu-tori weighing random --games 8 --mixed --out reports/a",
    "sweep kazu-tori --vary limit=10,15 --games 2 --out reports/a",
];

/// What is done with an edited folder, besides the command itself.
const MORE: [&str; 3] = [
    "merge reports/a --partial --out reports/b --no-report",
    "report reports/a",
    "run kazu-tori --games 12 --out reports/a --no-report",
];

/// Runs a command on storage in memory.
fn fuda(line: &str, memory: &Memory) -> Result<(), String> {
    let words = line.split_whitespace().chain(["--quiet"]);
    let plays = !line.starts_with("merge") && !line.starts_with("report");
    let words = ["fuda"].into_iter().chain(words).chain(if plays { vec!["--threads", "1"] } else { vec![] });
    let cli = Cli::try_parse_from(words).expect("a command line");
    let surroundings = Surroundings { storage: Arc::new(memory.clone()), listen: || Ok(()) };
    cli.command.run(&surroundings).map_err(message)
}

/// The message of a failure, which there must be.
pub fn message(failure: Failure) -> String {
    let (Failure::Usage(message) | Failure::Work(message) | Failure::Interrupted(message)) = failure;
    assert!(!message.is_empty(), "a failure without a message");
    message
}

/// The folder that a command leaves.
fn scene(line: &str) -> Memory {
    let memory = Memory::default();
    fuda(line, &memory).expect("the command is right");
    memory
}

/// The files of all commands whose names end like this.
fn files(end: &str) -> Vec<Vec<u8>> {
    let of = |line: &&str| {
        scene(line).files().into_iter().filter(|(path, _)| path.to_string_lossy().ends_with(end))
    };
    LINES.iter().flat_map(|line| of(line).map(|(_, content)| content).collect::<Vec<_>>()).collect()
}

/// Where results go if nothing else is said.
fn output() -> OutputArgs {
    match Cli::try_parse_from(["fuda", "run", "oni"]).expect("a command line").command {
        Command::Run(args) => args.study.output,
        _ => unreachable!("it is a run"),
    }
}

/// Records of results: they are read, and requested again.
pub fn records() -> Target {
    let words = [
        "version",
        "command",
        "game",
        "seed",
        "bots",
        "games",
        "for",
        "precision",
        "part",
        "first_block",
        "last_block",
        "missing_blocks",
        "games_played",
        "complete",
        "ended",
        "files",
        "options",
        "rules",
        "bot",
        "\"1/3\"",
        "\"0..4\"",
        "[\"2..3\"]",
        "\"games\"",
        "\"partial\"",
        "\"run\"",
        "\"sweep\"",
        "\"oni\"",
        "[\"random\"]",
        "{ metric = \"win\", half_width = 0.1 }",
        "\"weighing\"",
        "[[bot]]",
        "[rules]",
    ];
    let documents = files(".toml");
    let output = output();
    let check = move |document: &[u8]| {
        let Ok(text) = str::from_utf8(document) else { return Ok(Outcome::Refused) };
        if starts_program(document) {
            return Ok(Outcome::Refused);
        }
        let record = match Record::parse(text) {
            Ok(record) => record,
            Err(error) if error.is_empty() => return Err("no message".to_owned()),
            Err(_) => return Ok(Outcome::Refused),
        };
        let written = record.to_toml();
        let again = Record::parse(&written).map_err(|error| format!("{error}:\n{written}"))?;
        if again.to_toml() != written || again.hash() != record.hash() {
            return Err(format!("the record is another one after it was written:\n{written}"));
        }
        let in_words = record.in_words();
        assert!(record.blocks().count() <= record.last_block.map_or(0, |last| last + 1), "{in_words}");
        let path = Path::new("reports/a/run.toml");
        let command = record.command.clone();
        let values = Assignment::read_toml(text, path).map_err(|error| error.to_string())?;
        let request = match Request::of_record(path, record, values) {
            Ok(request) => request,
            Err(failure) => return Ok(refused(failure)),
        };
        let prepared = match command.as_str() {
            run::COMMAND => job::<run::PrepareRun>(request, &output),
            compare::COMMAND => job::<compare::PrepareComparison>(request, &output),
            league::COMMAND => job::<league::PrepareLeague>(request, &output),
            sweep::COMMAND => job::<sweep::PrepareSweep>(request, &output),
            _ => return Ok(Outcome::Refused),
        };
        Ok(prepared.map_or_else(refused, |_| Outcome::Accepted))
    };
    let words = words.map(str::to_owned).to_vec();
    Target { corpus: Corpus { documents, words }, check: Box::new(check) }
}

fn refused(failure: Failure) -> Outcome {
    message(failure);
    Outcome::Refused
}

/// A file of counts whose checksum is right, whatever else is not.
fn sealed(content: &[u8]) -> Vec<u8> {
    let mut lines = content.splitn(3, |&byte| byte == b'\n');
    let (first, _, body) = (lines.next(), lines.next(), lines.next().unwrap_or_default());
    let mut file = first.unwrap_or_default().to_vec();
    file.extend(format!("\n{}\n", hex(&Sha256::digest(body))).bytes());
    file.extend(body);
    file
}

/// Saved counts: as they are, and with the checksum put right.
pub fn counts() -> Target {
    let game = KazuTori::new(Rules::default());
    let line_up = |bots: &[&str]| {
        let bots: Vec<BotSpec> = bots.iter().map(|bot| BotSpec::new(bot)).collect();
        LineUp::new(&game, &bots).expect("they can play")
    };
    let one = Setup::new(game.clone(), line_up(&["weighing"]), 1);
    let two = Setup::new(game.clone(), line_up(&["weighing", "random"]), 1);
    let studies = [one, two].map(Run::new);
    let check = move |document: &[u8]| {
        let mut outcome = Outcome::Refused;
        for content in [document.to_vec(), sealed(document)] {
            match SavedCounts::from_file(&content) {
                Ok(saved) => {
                    for study in &studies {
                        let mut counter = study.counter();
                        if counter.restore(&saved.counts).is_ok() {
                            let again = counter.save();
                            if again != saved.counts {
                                return Err("the counts are others after they were restored".to_owned());
                            }
                            outcome = Outcome::Accepted;
                        }
                    }
                }
                Err(error) => assert!(!error.to_string().is_empty()),
            }
        }
        Ok(outcome)
    };
    Target { corpus: Corpus { documents: files(".tally"), words: Vec::new() }, check: Box::new(check) }
}

/// Journals: whatever they say, nothing outside of the folder changes.
pub fn journals() -> Target {
    let documents = [
        r#"{"put":[[".fuda-1-a.csv.part","a.csv"],["b/.fuda-2-c.csv.part","b/c.csv"]],"remove":["old.csv"]}"#,
        r#"{"put":[],"remove":["a.csv","b/c.csv"]}"#,
        r#"{"put":[[".fuda-1-a.csv.part","old.csv"],["old.csv","a.csv"]],"remove":[]}"#,
    ];
    let words = [
        "\"../",
        "/",
        "..",
        "\"/etc/",
        "\"",
        "a.csv",
        "b",
        "b/c.csv",
        ".",
        "\\u0000",
        "[[",
        "]]",
        ",",
        "\"put\":",
        "\"remove\":",
        ".fuda-commit",
        ".fuda-lock",
        "reports/outside.csv",
        "old.csv",
        "\"\"",
        "b/..",
        "//",
        "./",
    ];
    let check = |document: &[u8]| {
        let memory = Memory::default();
        for folder in ["reports", "reports/a", "reports/a/b"] {
            memory.create_folder(Path::new(folder)).map_err(|error| error.to_string())?;
        }
        let outside = "reports/outside.csv";
        memory.put(outside, b"mine");
        for name in [".fuda-1-a.csv.part", "b/.fuda-2-c.csv.part", "old.csv"] {
            memory.put(&format!("reports/a/{name}"), b"new");
        }
        memory.put("reports/a/.fuda-commit", document);
        let recovered = recover(&memory, Path::new("reports/a"));
        let files = memory.files();
        if files.get(Path::new(outside)).map(Vec::as_slice) != Some(b"mine") {
            return Err("a file outside of the folder has changed".to_owned());
        }
        let is_inside = |path: &PathBuf| {
            let plain = path.components().all(|part| matches!(part, Component::Normal(_)));
            path == Path::new(outside) || path.starts_with("reports/a") && plain
        };
        if let Some(path) = files.keys().find(|path| !is_inside(path)) {
            return Err(format!("{} was written", path.display()));
        }
        Ok(match recovered {
            Ok(()) => Outcome::Accepted,
            Err(error) if error.to_string().is_empty() => return Err("no message".to_owned()),
            Err(_) => Outcome::Refused,
        })
    };
    let documents = documents.map(|text| text.as_bytes().to_vec()).to_vec();
    let words = words.map(str::to_owned).to_vec();
    Target { corpus: Corpus { documents, words }, check: Box::new(check) }
}

/// Whole folders, of which one file is edited. A document is a line with the
/// number of a command and the path of the file, and the file.
pub fn folders() -> Target {
    let scenes: Vec<Memory> = LINES.iter().map(|line| scene(line)).collect();
    let mut documents = Vec::new();
    for (number, scene) in scenes.iter().enumerate() {
        for (path, content) in scene.files() {
            let mut document = format!("{number} {}\n", path.display()).into_bytes();
            document.extend(content);
            documents.push(document);
        }
        let counts =
            scene.files().into_iter().find(|(path, _)| path.extension().is_some_and(|end| end == "tally"));
        let mut checkpoint = format!("{number} reports/a/fuda.checkpoint\n").into_bytes();
        checkpoint.extend(counts.map(|(_, content)| content).unwrap_or_default());
        documents.push(checkpoint);
    }
    let check = move |document: &[u8]| {
        let line = document.iter().position(|&byte| byte == b'\n').unwrap_or(document.len());
        let (head, content) = (&document[..line], document.get(line + 1..).unwrap_or_default());
        let head = str::from_utf8(head).unwrap_or_default().split_once(' ');
        let known = head.and_then(|(number, path)| Some((number.parse::<usize>().ok()?, path)));
        let Some((number, path)) = known.filter(|(number, _)| *number < LINES.len()) else {
            return Ok(Outcome::Refused);
        };
        if !path.starts_with("reports/a/") || path.contains("/../") || starts_program(content) {
            return Ok(Outcome::Refused);
        }
        let mut outcome = Outcome::Refused;
        let is_counts = Path::new(path).extension().is_some_and(|end| end == "tally" || end == "checkpoint");
        for content in [Some(content.to_vec()), is_counts.then(|| sealed(content))].into_iter().flatten() {
            for line in MORE.iter().chain([&LINES[number]]) {
                let memory = scenes[number].copy();
                memory.put(path, &content);
                if fuda(line, &memory).is_ok() {
                    outcome = Outcome::Accepted;
                }
            }
        }
        Ok(outcome)
    };
    Target { corpus: Corpus { documents, words: Vec::new() }, check: Box::new(check) }
}
