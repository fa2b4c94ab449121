use super::*;
use crate::bots::BotSpec;
use crate::game::Game;
use crate::games::kujuroku::{Kujuroku, Rules};
use crate::random::{BlockStreams, Purpose, Stream};
use crate::report::BlockRange;
use crate::sim::{BlockCounter, Counter, LineUp, Setup};

fn setup() -> Setup<Kujuroku> {
    let game = Kujuroku::new(Rules::default());
    let line_up = LineUp::new(&game, &[BotSpec::new("greedy"), BotSpec::new("random")]).expect("two bots");
    Setup::new(game, line_up, 1)
}

/// The counts of a short run.
fn saved(setup: &Setup<Kujuroku>, blocks: u64) -> SavedCounts {
    let mut counter = Counter::new(setup);
    (0..blocks).for_each(|block| counter.count_block(block).expect("the bots play"));
    let record = Record { seed: Some(1), ..Record::new("run", "kujuroku", toml::Table::new()) };
    let record = record.at(&BlockRange::new(0, blocks).into(), 2);
    let sitting = SavedSitting { is_forced: false, timing: b"{}".to_vec() };
    SavedCounts { record, sitting: Some(sitting), counts: counter.save(), rows: None }
}

/// Changes bytes as a broken disk, an editor or a bad copy might.
fn mutate(bytes: &mut Vec<u8>, others: &[Vec<u8>], rng: &mut Stream) {
    let mut below = |bound: usize| rng.random_range(0..bound.max(1) as u32) as usize;
    if bytes.is_empty() {
        return bytes.push(below(256) as u8);
    }
    match below(7) {
        0 => {
            let at = below(bytes.len());
            bytes[at] ^= 1 << below(8);
        }
        1 => {
            let at = below(bytes.len());
            bytes[at] = below(256) as u8;
        }
        2 => bytes.truncate(below(bytes.len())),
        3 => {
            let at = below(bytes.len());
            bytes.insert(at, below(256) as u8);
        }
        4 => {
            let at = below(bytes.len());
            let end = (at + 1 + below(40)).min(bytes.len());
            bytes.drain(at..end);
        }
        5 => {
            // The end of another file after the beginning of this one.
            let other = &others[below(others.len())];
            let at = below(bytes.len().min(other.len()));
            bytes.truncate(at);
            bytes.extend_from_slice(&other[at..]);
        }
        _ => {
            let at = below(bytes.len());
            let end = (at + 1 + below(16)).min(bytes.len());
            bytes[at..end].fill(0xff);
        }
    }
}

fn stream(number: u64) -> Stream {
    BlockStreams::new(0xf022, number).stream(0, Purpose::Game)
}

#[test]
fn what_is_saved_is_read_again() {
    let setup = setup();
    let saved = saved(&setup, 3);
    let again = SavedCounts::from_file(&saved.to_file()).expect("it is whole");
    assert_eq!(again, saved);
    assert_eq!(again.blocks(), BlockRange::new(0, 3).into());
    let mut counter = Counter::new(&setup);
    counter.restore(&again.counts).expect("the same table");
    assert_eq!(counter.save(), saved.counts);
}

#[test]
fn other_files_and_versions_are_told_apart() {
    let error = |content: &[u8]| SavedCounts::from_file(content).expect_err("it is not whole");
    assert_eq!(error(b""), CountsError::NotCounts);
    assert_eq!(error(b"split,part\n"), CountsError::NotCounts);
    assert_eq!(error(b"fuda counts 3\nabc\n"), CountsError::OtherVersion("3".to_owned()));
    assert_eq!(error(b"fuda counts 10"), CountsError::Damaged);
    assert_eq!(error(b"fuda counts 10\nabc\n"), CountsError::Damaged);
}

#[test]
fn no_damage_goes_unnoticed() {
    let setup = setup();
    let whole: Vec<Vec<u8>> = [1, 2, 5].iter().map(|&blocks| saved(&setup, blocks).to_file()).collect();
    let mut rng = stream(1);
    let mut changed = 0;
    while changed < 100_000 {
        let mut content = whole[changed % whole.len()].clone();
        for _ in 0..=rng.random_range(0..3) {
            mutate(&mut content, &whole, &mut rng);
        }
        if !whole.contains(&content) {
            assert!(SavedCounts::from_file(&content).is_err(), "accepted at {changed}");
            changed += 1;
        }
    }
}

#[test]
fn counts_with_a_forged_checksum_do_no_harm() {
    let setup = setup();
    let whole: Vec<SavedCounts> = [1, 2, 5].iter().map(|&blocks| saved(&setup, blocks)).collect();
    let counts: Vec<Vec<u8>> = whole.iter().map(|saved| saved.counts.clone()).collect();
    let bodies: Vec<Vec<u8>> =
        whole.iter().map(|saved| saved.to_file()[MAGIC.len() + 67..].to_vec()).collect();
    let mut rng = stream(2);
    let mut counter = Counter::new(&setup);
    for round in 0..20_000 {
        let mut changed = counts[round % 3].clone();
        mutate(&mut changed, &counts, &mut rng);
        // Either refused, or counts of the right form.
        let _ = counter.restore(&changed);
        let mut body = bodies[round % 3].clone();
        mutate(&mut body, &bodies, &mut rng);
        let mut file = format!("{MAGIC}{VERSION}\n{}\n", checksum(&body)).into_bytes();
        file.extend(body);
        let _ = SavedCounts::from_file(&file);
    }
}
