use super::{ENOUGH_ALIKE, Judged, Looking, Verdict, judge};
use crate::stats::{MIN_BLOCKS, Ratio};

/// The sums over blocks with these values.
fn of(values: &[i128]) -> Ratio {
    let blocks = values.len() as u64;
    Ratio {
        blocks,
        block_squares: blocks.into(),
        y: values.iter().sum(),
        n: i128::from(blocks),
        yy: values.iter().map(|y| y * y).sum(),
        yn: values.iter().sum(),
        nn: i128::from(blocks),
        unit: 1,
        games_per_block: 1,
        event: 1.0,
    }
}

/// Half of the blocks have one value, half the other.
fn halves(blocks: usize, one: i128, other: i128) -> Ratio {
    of(&(0..blocks).map(|block| if block % 2 == 0 { one } else { other }).collect::<Vec<_>>())
}

fn verdict(ratio: &Ratio, margin: Option<f64>) -> Verdict {
    judge(ratio, margin, Looking::Once).verdict
}

#[test]
fn an_interval_above_zero_is_better_and_one_below_is_worse() {
    assert_eq!(verdict(&halves(100, 3, -1), None), Verdict::Better);
    assert_eq!(verdict(&halves(100, -3, 1), None), Verdict::Worse);
    assert_eq!(verdict(&halves(100, 10, -9), None), Verdict::Undecided);
}

#[test]
fn not_significant_is_not_equal() {
    let flat = halves(1000, 1, -1);
    assert_eq!(verdict(&flat, None), Verdict::Undecided);
    assert_eq!(verdict(&flat, Some(0.2)), Verdict::Equal);
    assert_eq!(verdict(&flat, Some(0.01)), Verdict::Undecided, "it is not known that well");
}

#[test]
fn a_significant_difference_within_the_margin_is_equal() {
    let small = halves(10_000, 2, 0);
    assert_eq!(verdict(&small, None), Verdict::Better);
    assert_eq!(verdict(&small, Some(2.0)), Verdict::Equal);
    assert_eq!(verdict(&small, Some(0.5)), Verdict::Better);
}

#[test]
fn bots_that_never_differ_are_the_same_so_far() {
    let never = of(&[0; 50]);
    let Judged { interval, verdict: found, blocks_to_decide } = judge(&never, None, Looking::Once);
    assert!(interval.expect("there are blocks").half_width() > 0.05, "a difference may be rare");
    assert_eq!((found, blocks_to_decide), (Verdict::Same, None));
    // Waiting for a difference ends after many blocks without any.
    let watched = |blocks: u64| judge(&of(&vec![0; blocks as usize]), None, Looking::Repeatedly).verdict;
    assert_eq!(watched(ENOUGH_ALIKE - 1), Verdict::Undecided);
    assert_eq!(watched(ENOUGH_ALIKE), Verdict::Same);
    // With a margin they are equal once the interval is narrow enough.
    assert_eq!(verdict(&never, Some(0.2)), Verdict::Equal);
    assert_eq!(verdict(&never, Some(0.01)), Verdict::Same);
}

#[test]
fn one_block_decides_nothing() {
    let judged = judge(&of(&[5]), Some(1.0), Looking::Once);
    assert_eq!((judged.verdict, judged.interval), (Verdict::Undecided, None));
}

#[test]
fn a_few_blocks_decide_nothing_however_clear_the_difference() {
    let few = MIN_BLOCKS as usize - 1;
    for (value, margin) in [(5, None), (-5, None), (0, None), (1, Some(2.0))] {
        for looking in [Looking::Once, Looking::Repeatedly] {
            let judged = judge(&of(&vec![value; few]), margin, looking);
            assert_eq!(judged.verdict, Verdict::Undecided, "{value} {looking:?}");
        }
        assert_ne!(verdict(&of(&vec![value; few + 1]), margin), Verdict::Undecided, "{value}");
    }
    let clear = judge(&halves(few, 11, 9), None, Looking::Once);
    assert_eq!(clear.blocks_to_decide, Some(MIN_BLOCKS));
}

#[test]
fn an_interval_that_overlaps_the_margin_can_be_better_or_worse() {
    // From 0.6 to 1.4.
    let reaching = halves(100, 3, -1);
    assert_eq!(verdict(&reaching, Some(1.0)), Verdict::Better);
    assert_eq!(verdict(&halves(100, -3, 1), Some(1.0)), Verdict::Worse);
}

#[test]
fn repeated_looks_have_a_wider_interval() {
    let ratio = halves(400, 12, -10);
    let (once, again) = (judge(&ratio, None, Looking::Once), judge(&ratio, None, Looking::Repeatedly));
    let (once, again) = (once.interval.expect("blocks"), again.interval.expect("blocks"));
    assert!(again.low < once.low && once.high < again.high);
    let blocks = |looking| judge(&halves(400, 12, -11), None, looking).blocks_to_decide.expect("undecided");
    assert!(blocks(Looking::Repeatedly) > blocks(Looking::Once));
}

#[test]
fn the_blocks_to_decide_are_those_for_a_power_of_80_percent() {
    // A mean of 1 and a standard deviation of 10: 2.802² · 100 blocks.
    let judged = judge(&halves(100, 11, -9), None, Looking::Once);
    assert_eq!(judged.verdict, Verdict::Undecided);
    let blocks = judged.blocks_to_decide.expect("there is a difference");
    assert!((785..=800).contains(&blocks), "{blocks}");
    // A margin of 2.5 leaves 1.5 on one side, and so much on the other that the
    // other test always rejects: 2.486² · 100 · 100 / 99 / 2.25.
    let blocks = judge(&halves(100, 11, -9), Some(2.5), Looking::Once).blocks_to_decide.expect("decidable");
    assert!((276..=279).contains(&blocks), "{blocks}");
    assert_eq!(
        judge(&halves(100, 1, -1), None, Looking::Once).blocks_to_decide,
        None,
        "no difference at all"
    );
}
