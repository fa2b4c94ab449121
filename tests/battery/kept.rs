//! Golden files: games, which are read in review, and hashes of the counts of
//! each metric.

use std::fmt::Debug;
use std::fs;
use std::path::{Path, PathBuf};

use fuda::game::{Audit, Game};
use fuda::metric::{Metric, MetricKind};
use fuda::report::TranscriptFormat;
use fuda::settings::{Assignment, Settings};
use fuda::sim::Counter;
use fuda::stats::Ratio;
use fuda::tally::Tally;
use fuda::text::hex;
use sha2::{Digest, Sha256};

use crate::rig::{renewing, setup, transcript};

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(name)
}

/// Compares with the golden file, or rewrites it if `FUDA_RENEW` is set.
fn compare(path: &Path, found: &str) {
    if renewing() {
        fs::create_dir_all(path.parent().expect("a file is in a folder")).expect("the folder can be made");
        fs::write(path, found).expect("the file can be written");
    }
    let kept = fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    if kept != found {
        let line = kept.lines().zip(found.lines()).position(|(kept, found)| kept != found).unwrap_or(0);
        panic!(
            "{} differs from line {} on:\n  kept:  {}\n  found: {}",
            path.display(),
            line + 1,
            kept.lines().nth(line).unwrap_or_default(),
            found.lines().nth(line).unwrap_or_default(),
        );
    }
}

/// The counts of each metric over 10,000 games are pinned, each in a line of its
/// own, so that a new metric changes no other line.
pub fn values_are_stable<G: Game + Audit>() {
    let mut lines = String::new();
    for bots in [&["random"][..], &[G::HOUSE_BOT, "random"]] {
        let setup = setup::<G>(G::Rules::default(), bots);
        let mut counter = Counter::new(&setup);
        let blocks = 10_000 / setup.line_up.rotations() as u64;
        (0..blocks).for_each(|block| counter.count_block(block).expect("the bots are legal"));
        for metric in setup.metrics().metrics() {
            let digest = Sha256::digest(counted(metric, &counter.counts.tally));
            let hex = hex(&digest[..16]);
            lines += &format!("{} {} {hex}\n", bots.join(","), metric.name);
        }
    }
    compare(&folder("pins").join(format!("{}.txt", G::NAME)), &lines);
}

/// The sums of a ratio.
fn sums(Ratio { blocks, y, n, yy, yn, nn, .. }: Ratio) -> (u64, [i128; 5]) {
    (blocks, [y, n, yy, yn, nn])
}

/// All counts of a metric in a tally, including the sums of squares for its
/// intervals. Groups and outcomes are named, so that a new one is a change.
fn counted(metric: &Metric, tally: &Tally) -> String {
    let mut text = String::new();
    for (split, of) in metric.splits.iter().enumerate() {
        for (group, name) in of.groups.iter().enumerate() {
            let mut add = |what: &str, counted: &dyn Debug| {
                text += &format!("{} {name} {what} {counted:?}\n", of.by.name());
            };
            match &metric.kind {
                MetricKind::Shares { outcomes } => {
                    for (index, outcome) in outcomes.iter().enumerate() {
                        add(outcome, &tally.share(metric, split, group, index).map(sums));
                    }
                }
                MetricKind::Number | MetricKind::Distribution { .. } => {
                    for (value, ratio) in tally.values(metric, split, group) {
                        add(&value.to_string(), &sums(ratio));
                    }
                    let mean = tally.mean(metric, split, group);
                    add("mean", &mean.map(|mean| (sums(mean.ratio), mean.sd, mean.min, mean.max)));
                }
            }
        }
    }
    text
}

/// One game for each set of house rules in the game's folder, step by step.
pub fn golden_games_are_as_they_were<G: Game + Audit>() {
    let folder = folder("golden").join(G::NAME);
    let mut rule_files: Vec<PathBuf> = fs::read_dir(&folder)
        .expect("a game has golden games")
        .map(|entry| entry.expect("the folder can be read").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "toml"))
        .collect();
    rule_files.sort();
    assert!(!rule_files.is_empty());
    for path in rule_files {
        let assignments = Assignment::read_file(&path).expect("the rules can be read");
        let rules = G::Rules::with(&assignments).expect("the rules are allowed");
        let setup = setup::<G>(rules, &["random"]);
        compare(&path.with_extension("txt"), &transcript(&setup, 0, TranscriptFormat::Text));
    }
}
