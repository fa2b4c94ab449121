//! The same result on any number of threads, and in any number of parts.

use std::sync::atomic::AtomicBool;

use fuda::game::{Audit, Game};
use fuda::report::{File, TranscriptFormat, files};
use fuda::sim::{Controls, Counter, Outcome, Setup, Stop, run};
use fuda::tally::Tally;

use crate::rig::{rule_sets, setup, transcript};

/// A line-up with several rotations, so that blocks have several games.
fn mixed<G: Game>() -> Setup<G> {
    setup(G::Rules::default(), &[G::HOUSE_BOT, "random"])
}

fn run_on<G: Game>(setup: &Setup<G>, threads: usize, start: Option<Tally>, stop: &Stop) -> Outcome {
    let controls = Controls { threads, interrupted: &AtomicBool::new(false), progress: &|_| {} };
    run(setup, start, stop, &controls)
}

fn blocks(count: u64) -> Stop {
    Stop { blocks: Some(count), ..Stop::default() }
}

fn files_of(outcome: &Outcome) -> Vec<File> {
    files(&outcome.metrics, &outcome.tally)
}

/// Two transcripts equal to the byte.
pub fn same_seed_same_game<G: Game + Audit>() {
    for set in rule_sets::<G>() {
        let setup = setup::<G>(set.rules, &["random"]);
        for telling in [TranscriptFormat::Text, TranscriptFormat::JsonLines] {
            assert_eq!(transcript(&setup, 5, telling), transcript(&setup, 5, telling));
            assert_ne!(transcript(&setup, 5, telling), transcript(&setup, 6, telling), "{}", set.name);
        }
    }
}

/// The same files on 1, 2, 3 and 8 threads.
pub fn same_files_on_any_number_of_threads<G: Game + Audit>() {
    let setup = mixed::<G>();
    let alone = files_of(&run_on(&setup, 1, None, &blocks(1000)));
    for threads in [2, 3, 8] {
        assert!(alone == files_of(&run_on(&setup, threads, None, &blocks(1000))), "{threads} threads");
    }
}

/// The same files when the blocks are split in two, run apart and merged.
pub fn same_files_in_parts<G: Game + Audit>() {
    let setup = mixed::<G>();
    let whole = run_on(&setup, 2, None, &blocks(1000));
    let count = |range: std::ops::Range<u64>| {
        let mut counter = Counter::new(&setup);
        range.for_each(|block| counter.count_block(block).expect("the bots are legal"));
        counter.tally
    };
    let (mut first, mut second) = (count(0..371), count(371..1000));
    second.merge(&mut first);
    assert!(files_of(&whole) == files(&whole.metrics, &second));
    assert_eq!(
        first.save(),
        Tally::new(&whole.metrics).save(),
        "what was absorbed is gone from where it was"
    );
}

/// The same files when a run is stopped, saved, and gone on with.
pub fn same_files_after_an_interruption<G: Game + Audit>() {
    let setup = mixed::<G>();
    let whole = run_on(&setup, 2, None, &blocks(1000));
    let part = run_on(&setup, 2, None, &blocks(400));
    let saved = part.tally.save();
    let restored = Tally::restore(&part.metrics, &saved).expect("what was saved can be read");
    assert_eq!(restored.save(), saved);
    let rest = run_on(&setup, 3, Some(restored), &blocks(1000));
    assert!(files_of(&whole) == files_of(&rest));
}

/// A damaged file is refused, whichever line of it is damaged.
pub fn a_damaged_tally_is_refused<G: Game + Audit>() {
    let outcome = run_on(&mixed::<G>(), 1, None, &blocks(10));
    let saved = outcome.tally.save();
    for line in 0..saved.lines().count() {
        let damaged: String = saved
            .lines()
            .enumerate()
            .map(|(place, text)| if place == line { format!("{text}x\n") } else { format!("{text}\n") })
            .collect();
        assert!(Tally::restore(&outcome.metrics, &damaged).is_err(), "line {}", line + 1);
    }
    assert!(Tally::restore(&outcome.metrics, "").is_err());
}
