//! Golden files: games, which are read in review, and hashes of the counts of
//! each metric.

use std::fmt::Debug;
use std::fs;
use std::path::{Path, PathBuf};

use fuda::game::{Audit, Game};
use fuda::games::NAMES;
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
        counter.counts.settle();
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

/// A hash of all pinned values and golden games.
fn hash_of_what_is_kept() -> String {
    let mut hash = Sha256::new();
    for game in NAMES {
        let golden = fs::read_dir(folder("golden").join(game)).expect("there are golden games");
        let mut paths: Vec<PathBuf> = golden.map(|file| file.expect("it can be read").path()).collect();
        paths.retain(|path| path.extension().is_some_and(|end| end == "txt"));
        paths.sort();
        paths.push(folder("pins").join(format!("{game}.txt")));
        for path in paths {
            hash.update(fs::read(path).expect("it can be read"));
        }
    }
    hex(&hash.finalize()[..8])
}

/// Each version of the changelog, newest first, with the hash of what was pinned.
fn pins_by_version(changelog: &str) -> Vec<(String, Option<&str>)> {
    let sections = changelog.split("\n## ").skip(1);
    sections
        .map(|section| {
            let title = section.lines().next().unwrap_or_default();
            let version = title.split(|letter: char| !letter.is_ascii_digit() && letter != '.');
            let version = version.max_by_key(|part| part.len()).unwrap_or_default().to_owned();
            let pins =
                section.lines().find_map(|line| line.strip_prefix("Pinned values: `")?.strip_suffix('`'));
            (version, pins)
        })
        .collect()
}

/// What is pinned belongs to a version: a patch changes no figure.
fn check_pins(changelog: &str, version: &str, pins: &str) -> Result<(), String> {
    let versions = pins_by_version(changelog);
    if versions.first().is_none_or(|(newest, now)| newest != version || *now != Some(pins)) {
        return Err(format!(
            "pinned values or golden games are not those of {version} in CHANGELOG.md. If a value has changed, this is \
             a new minor version, with an entry that says what changed; then the line is: Pinned values: `{pins}`"
        ));
    }
    let minor = |version: &str| version.rsplit_once('.').map(|(minor, _)| minor.to_owned());
    for pair in versions.windows(2) {
        let [(newer, now), (older, then)] = pair else { continue };
        if minor(newer) == minor(older) && now != then {
            return Err(format!("{newer} has other figures than {older}: it has to be a new minor version"));
        }
    }
    Ok(())
}

#[test]
fn a_changed_figure_is_a_new_minor_version() {
    let changelog = include_str!("../../CHANGELOG.md");
    check_pins(changelog, env!("CARGO_PKG_VERSION"), &hash_of_what_is_kept())
        .unwrap_or_else(|error| panic!("{error}"));
    let line = |title: &str, pins: &str| format!("\n## {title}\n\nPinned values: `{pins}`\n");
    let old = line("0.2.0 (2027-01-01)", "aa");
    assert!(check_pins(&format!("{}{old}", line("Unreleased (0.2.1)", "aa")), "0.2.1", "aa").is_ok());
    assert!(check_pins(&format!("{}{old}", line("Unreleased (0.3.0)", "bb")), "0.3.0", "bb").is_ok());
    let patch = check_pins(&format!("{}{old}", line("Unreleased (0.2.1)", "bb")), "0.2.1", "bb");
    assert!(patch.is_err_and(|error| error.contains("0.2.1 has other figures than 0.2.0")));
    assert!(check_pins(&old, "0.2.0", "bb").is_err());
    assert!(check_pins(&old, "0.3.0", "aa").is_err());
}
