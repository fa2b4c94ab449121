//! The same result on any number of threads, and in any number of parts.

use std::sync::atomic::AtomicBool;

use fuda::game::{Audit, Game};
use fuda::report::{File, TranscriptFormat, csv_file};
use fuda::sim::{BlockCounter, Controls, Counter, KeepNothing, StopRule};
use fuda::study::{Run, Study, carry_out};

use crate::rig::{rule_sets, setup, transcript};

/// A line-up with several rotations, so that blocks have several games.
fn mixed<G: Game>() -> Run<G> {
    Run::new(setup(G::Rules::default(), &[G::HOUSE_BOT, "random"]))
}

/// Plays until there are `blocks` blocks.
fn play_to<'a, G: Game>(run: &'a Run<G>, counter: &mut Counter<'a, G>, threads: usize, blocks: u64) {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads can be started");
    let controls = Controls { pool: &pool, interrupted: &AtomicBool::new(false), progress: &|_| {} };
    let stop = StopRule { blocks: Some(blocks), ..StopRule::default() };
    let stopped = carry_out(run, counter, &stop, None, &mut KeepNothing, &controls);
    assert_eq!(stopped.fault, None);
}

fn played<G: Game>(run: &Run<G>, threads: usize, blocks: u64) -> Counter<'_, G> {
    let mut counter = run.counter();
    play_to(run, &mut counter, threads, blocks);
    counter
}

fn files<G: Game>(run: &Run<G>, counter: &Counter<'_, G>) -> Vec<File> {
    run.tables(counter).iter().map(csv_file).collect()
}

/// Two transcripts of the same game are equal to the byte.
pub fn same_seed_same_game<G: Game + Audit>() {
    for set in rule_sets::<G>() {
        let setup = setup::<G>(set.rules, &["random"]);
        for format in [TranscriptFormat::Text, TranscriptFormat::JsonLines] {
            assert_eq!(transcript(&setup, 5, format), transcript(&setup, 5, format));
            assert_ne!(transcript(&setup, 5, format), transcript(&setup, 6, format), "{}", set.name);
        }
    }
}

/// The same files on 1, 2, 3 and 8 threads.
pub fn same_files_on_any_number_of_threads<G: Game + Audit>() {
    let run = mixed::<G>();
    let alone = files(&run, &played(&run, 1, 1000));
    for threads in [2, 3, 8] {
        assert!(alone == files(&run, &played(&run, threads, 1000)), "{threads} threads");
    }
}

/// The same files when the blocks are split in two, counted separately and
/// merged.
pub fn same_files_in_parts<G: Game + Audit>() {
    let run = mixed::<G>();
    let whole = played(&run, 2, 1000);
    let count = |range: std::ops::Range<u64>| {
        let mut counter = run.counter();
        range.for_each(|block| counter.count_block(block).expect("the bots are legal"));
        counter
    };
    let (mut first, mut second) = (count(0..371), count(371..1000));
    second.merge(&mut first);
    assert!(files(&run, &whole) == files(&run, &second));
    assert_eq!(second.save(), whole.save());
    assert_eq!(first.save(), run.counter().save(), "a counter is empty after it was merged");
}

/// The same files when a run is interrupted and resumed from its saved counts.
pub fn same_files_after_an_interruption<G: Game + Audit>() {
    let run = mixed::<G>();
    let saved = played(&run, 2, 400).save();
    let mut rest = run.counter();
    rest.restore(&saved).expect("what was saved can be restored");
    assert_eq!(rest.save(), saved);
    play_to(&run, &mut rest, 3, 1000);
    assert!(files(&run, &rest) == files(&run, &played(&run, 1, 1000)));
}

/// Damaged counts, and those of another table, are refused.
pub fn a_damaged_tally_is_refused<G: Game + Audit>() {
    let run = mixed::<G>();
    let saved = played(&run, 2, 100).save();
    let is_refused = |bytes: &[u8]| run.counter().restore(bytes).is_err();
    assert!(is_refused(&[]));
    assert!(is_refused(&saved[..saved.len() / 2]) && is_refused(&saved[1..]));
    assert!(is_refused(&[&saved[..], &[0]].concat()));
    let other = Run::new(setup::<G>(G::Rules::default(), &["random"]));
    assert!(other.counter().restore(&saved).is_err(), "of a table with fewer bots");
}
