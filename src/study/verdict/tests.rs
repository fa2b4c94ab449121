use super::{Doubt, ENOUGH_ALIKE, Judged, Looking, MIN_DIFFERING, Verdict, judge};
use crate::stats::{DealDifference, DealSums, MIN_BLOCKS};

/// The mean over deals of one game with these values.
fn of(values: &[i128]) -> DealDifference {
    let mut sums = DealSums::default();
    values.iter().for_each(|&value| sums.add(value));
    let blocks = values.len() as u64;
    DealDifference { sums, blocks, games_per_block: 1, unit: 1, spread: 1.0, stake: 0.0 }
}

/// Half of the blocks have one value, half the other.
fn halves(blocks: usize, one: i128, other: i128) -> DealDifference {
    of(&(0..blocks).map(|block| if block % 2 == 0 { one } else { other }).collect::<Vec<_>>())
}

fn verdict(ratio: &DealDifference, margin: Option<f64>) -> Verdict {
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
    let Judged { interval, verdict: found, blocks_to_decide, .. } = judge(&never, None, Looking::Once);
    assert!(interval.expect("there are blocks").half_width() > 0.05, "a difference may be rare");
    assert_eq!((found, blocks_to_decide), (Verdict::Same, None));
    // Waiting for a difference ends after many blocks without any.
    let watched = |blocks: u64| judge(&of(&vec![0; blocks as usize]), None, Looking::Repeatedly).verdict;
    assert_eq!(watched(ENOUGH_ALIKE - 1), Verdict::Undecided);
    assert_eq!(watched(ENOUGH_ALIKE), Verdict::Same);
    // No margin makes them equal: nothing is known of how they may differ.
    assert_eq!(verdict(&never, Some(0.2)), Verdict::Same);
    assert_eq!(verdict(&never, Some(0.01)), Verdict::Same);
    let watched = judge(&of(&[0; 1_000]), Some(0.2), Looking::Repeatedly);
    assert_eq!((watched.verdict, watched.doubt), (Verdict::Undecided, Some(Doubt::FewDiffer(0))));
}

/// Deals of which so many differ by this much, one way and the other in turn.
fn some_differ(blocks: usize, differing: usize, by: i128) -> DealDifference {
    let values: Vec<i128> = (0..blocks)
        .map(|block| match block {
            block if block >= differing => 0,
            block if block % 2 == 0 => by,
            _ => -by,
        })
        .collect();
    of(&values)
}

#[test]
fn a_few_differing_deals_are_equal_only_if_much_larger_ones_were() {
    let few = MIN_DIFFERING as usize - 1;
    // Games deviate by 100 points, and these deals differ by one.
    let of_games = |differing, blocks| DealDifference { spread: 100.0, ..some_differ(blocks, differing, 1) };
    for looking in [Looking::Once, Looking::Repeatedly] {
        let judged = judge(&of_games(few, 5_000), Some(0.04), looking);
        let doubt = Some(Doubt::FewDiffer(few as u64));
        assert_eq!((judged.verdict, judged.doubt), (Verdict::Undecided, doubt), "{looking:?}");
        let half = judged.interval.expect("there are blocks").half_width();
        assert!(
            looking == Looking::Repeatedly || half < 0.04,
            "the interval itself is not in the way: {half}"
        );
        let judged = judge(&of_games(few, 5_000), Some(0.5), looking);
        assert_eq!((judged.verdict, judged.doubt), (Verdict::Equal, None), "{looking:?}");
    }
    let judged = judge(&of_games(60, 5_000), Some(0.04), Looking::Once);
    assert_eq!((judged.verdict, judged.doubt), (Verdict::Equal, None));
}

#[test]
fn one_deal_that_holds_most_of_the_differences_is_named() {
    let mut values = vec![-1; 1_000];
    values[500] = 700;
    let judged = judge(&of(&values), None, Looking::Once);
    assert_eq!(judged.verdict, Verdict::Undecided);
    let Some(doubt @ Doubt::OneDeal { deals: 1_000, share }) = judged.doubt else { panic!("{judged:?}") };
    assert!((share - 490_000.0 / 490_999.0).abs() < 1e-9, "{share}");
    assert_eq!(doubt.sentence(), "One deal in 1,000 decides: it holds 99.8 % of the squared differences.");
}

#[test]
fn stakes_that_no_deal_has_shown_decide() {
    let losing = halves(1_000, 0, -2);
    assert_eq!(judge(&losing, None, Looking::Once).verdict, Verdict::Worse);
    // A thousand points in one deal would make up for them.
    let judged = judge(&DealDifference { stake: 1_000.0, ..losing }, None, Looking::Once);
    assert_eq!(judged.verdict, Verdict::Undecided);
    assert_eq!(judged.doubt, Some(Doubt::Stake { deals: 1_000, move_of_mean: 1.0 }));
    assert!(judged.interval.expect("there are blocks").high > 2.0, "a third of the deals may hide one");
    assert!(judged.blocks_to_decide.expect("more deals show more") > 1_000);
    // Ten times as many deals could not.
    let longer = DealDifference { stake: 1_000.0, ..halves(10_000, 0, -2) };
    assert_eq!(judge(&longer, None, Looking::Once).verdict, Verdict::Worse);
    // Nor does a stake that deals have come near to.
    let seen = DealDifference { stake: 1_000.0, ..halves(1_000, 90, -110) };
    assert_eq!(judge(&seen, None, Looking::Once).verdict, Verdict::Worse);
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
    // A mean of 1 and a standard deviation of 10: 2.802² · 100 blocks, and 3 % more
    // for what was not seen.
    let judged = judge(&halves(100, 11, -9), None, Looking::Once);
    assert_eq!(judged.verdict, Verdict::Undecided);
    let blocks = judged.blocks_to_decide.expect("there is a difference");
    assert!((785..=815).contains(&blocks), "{blocks}");
    // A margin of 2.5 leaves 1.5 on one side, and so much on the other that the
    // other test always rejects: 2.486² · 100 · 100 / 99 / 2.25.
    let blocks = judge(&halves(100, 11, -9), Some(2.5), Looking::Once).blocks_to_decide.expect("decidable");
    assert!((276..=288).contains(&blocks), "{blocks}");
    assert_eq!(
        judge(&halves(100, 1, -1), None, Looking::Once).blocks_to_decide,
        None,
        "no difference at all"
    );
}
