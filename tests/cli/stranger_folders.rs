//! A hundred folders of a stranger, made of results with links, pipes, devices,
//! huge files, journals and edited records: nothing outside of them is touched, and
//! every command ends soon.

use std::fs;
use std::path::Path;

use crate::strangers::{home, huge, link, on_a_strangers_folder, pipe};
use crate::support::TestDir;

/// Numbers that look random, the same every time.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % end
    }

    fn one_of<'a>(&mut self, texts: &[&'a str]) -> &'a str {
        texts[self.below(texts.len())]
    }
}

/// What a file of a result can be called.
const NAMES: [&str; 19] = [
    "run.toml",
    "run.tally",
    "sweep.toml",
    "sweep.tally",
    "fuda.checkpoint",
    "timing.json",
    "report.html",
    "win.csv",
    "summary.csv",
    "000-baseline",
    "000-baseline/run.toml",
    "001-jizo=true",
    ".fuda-commit",
    ".fuda-lock",
    ".fuda-rows-rounds",
    ".fuda-rows-forced-rounds",
    ".fuda-rows-merge-rounds",
    ".fuda-0123456789abcdef-run.toml.part",
    "rounds.parquet",
];

/// Where a link of a stranger leads.
const TARGETS: [&str; 9] = [
    "../..",
    "../../.bashrc",
    "../../precious.txt",
    "../inner",
    "/dev/zero",
    "/dev/tty",
    "nowhere",
    ".",
    "../../.fuda-0123456789abcdef-mine.part",
];

/// Names that lead out of the folder, or into it by a way around.
const WAYS: [&str; 9] = [
    "up/.bashrc",
    "up/precious.txt",
    "../../.bashrc",
    "up/new.txt",
    "000-baseline/.bashrc",
    "in/.fuda-0123456789abcdef-mine.part",
    "win.csv",
    ".fuda-0123456789abcdef-x.part",
    "up/up/.bashrc",
];

const COMMANDS: [&str; 10] = [
    "report mail/sent",
    "report mail/sent --force",
    "merge mail/sent --partial --no-report --out merged",
    "run --from mail/sent/run.toml --quiet --no-report",
    "sweep --from mail/sent/sweep.toml --quiet --no-report",
    "run kujuroku --games 20 --bots random --quiet --no-report --out mail/sent",
    "run kujuroku --games 40 --bots random --rows rounds --quiet --no-report --out mail/sent",
    "run kujuroku --games 3k --bots random --rows rounds --quiet --no-report --force --out mail/sent",
    "sweep kujuroku --vary jizo --bots random --games 20 --quiet --no-report --force --out mail/sent",
    "compare kujuroku random random --games 40 --quiet --no-report --out mail/sent/000-baseline/x",
];

/// Puts something of a stranger's into the folder.
fn spoil(dir: &TestDir, numbers: &mut Numbers) -> String {
    let name = numbers.one_of(&NAMES);
    let path = format!("mail/sent/{name}");
    let way = numbers.below(7);
    if way < 4 {
        let _ = fs::remove_file(dir.path(&path)).or_else(|_| fs::remove_dir_all(dir.path(&path)));
        if !dir.path(&path).parent().is_some_and(Path::is_dir) {
            return String::new();
        }
    }
    match way {
        0 | 1 => {
            let target = numbers.one_of(&TARGETS);
            link(dir, target, &path);
            format!("{name} leads to {target}")
        }
        2 => {
            pipe(&dir.path(&path));
            format!("{name} is a pipe")
        }
        3 => {
            huge(&dir.path(&path));
            format!("{name} is huge")
        }
        4 | 5 => {
            let from = numbers.one_of(&["x", ".fuda-0123456789abcdef-x.part", "win.csv", WAYS[4]]);
            let (to, remove) = (numbers.one_of(&WAYS), numbers.one_of(&WAYS));
            let journal = format!(r#"{{"put":[["{from}","{to}"]],"remove":["{remove}"]}}"#);
            for file in ["x", ".fuda-0123456789abcdef-x.part"] {
                dir.put(&format!("mail/sent/{file}"), "theirs");
            }
            let _ = fs::remove_file(dir.path("mail/sent/.fuda-commit"));
            dir.put("mail/sent/.fuda-commit", &journal);
            journal
        }
        _ => {
            let record = numbers.one_of(&["run.toml", "sweep.toml"]);
            let path = format!("mail/sent/{record}");
            let is_file = fs::symlink_metadata(dir.path(&path))
                .is_ok_and(|data| data.is_file() && data.len() < 1 << 20);
            let way = numbers.one_of(&WAYS);
            if is_file {
                let text = dir.read(&path).replace("\"win.csv\"", &format!("\"{way}\", \"win.csv\""));
                dir.put(&path, text);
            }
            format!("{record} lists {way}")
        }
    }
}

/// A hundred folders, each with some commands.
#[test]
fn nothing_outside_of_a_hundred_folders_is_touched() {
    let mut numbers = Numbers(1);
    for number in 0..100 {
        let dir = home();
        if number % 3 == 0 {
            dir.succeed(COMMANDS[8]);
        }
        link(&dir, "../..", "mail/sent/up");
        link(&dir, "../inner", "mail/sent/in");
        let spoilt: Vec<String> = (0..4).map(|_| spoil(&dir, &mut numbers)).collect();
        for _ in 0..3 {
            let line = numbers.one_of(&COMMANDS);
            let result = std::panic::catch_unwind(|| on_a_strangers_folder(&dir, line));
            assert!(result.is_ok(), "folder {number}: {}", spoilt.join("; "));
        }
    }
}
