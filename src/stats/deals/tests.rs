use super::*;
use crate::stats::Interval;

fn sums(values: &[i128]) -> DealSums {
    let mut sums = DealSums::default();
    values.iter().for_each(|&value| sums.add(value));
    sums
}

fn of(values: &[i128]) -> DealDifference {
    let blocks = values.len() as u64;
    DealDifference { sums: sums(values), blocks, games_per_block: 2, unit: 1, spread: 10.0, stake: 0.0 }
}

/// So many deals, of which the first few have these values.
fn mostly_zero(blocks: usize, values: &[i128]) -> DealDifference {
    let mut all = values.to_vec();
    all.resize(blocks, 0);
    of(&all)
}

fn half_width(difference: &DealDifference) -> f64 {
    difference.change().interval().expect("enough deals").half_width()
}

#[test]
fn sums_merge_in_any_order() {
    let values = [3, 0, -7, 0, 5, 5, 0];
    for cut in 0..values.len() {
        let (one, other) = (sums(&values[..cut]), sums(&values[cut..]));
        let (mut forward, mut backward) = (one, other);
        forward.merge(other);
        backward.merge(one);
        assert_eq!((forward, backward), (sums(&values), sums(&values)));
    }
    let DealSums { y, yy, differing, largest } = sums(&values);
    assert_eq!((y, yy, differing, largest), (6, 108, 4, 7));
}

#[test]
fn sums_that_no_deals_have_are_refused() {
    let whole = sums(&[3, 0, -7, 0, 5]);
    assert!(whole.are_possible(5) && whole.are_possible(3) && !whole.are_possible(2));
    assert!(DealSums::default().are_possible(0));
    for damaged in [
        DealSums { differing: 0, ..whole },
        DealSums { largest: 0, ..whole },
        DealSums { largest: 10, ..whole },
        DealSums { largest: 5, ..whole },
        DealSums { yy: 0, ..whole },
        DealSums { yy: -1, ..whole },
        DealSums { largest: u64::MAX, ..whole },
    ] {
        assert!(!damaged.are_possible(5), "{damaged:?}");
    }
}

#[test]
fn a_deal_that_was_not_seen_is_as_large_as_the_scores_of_games_differ() {
    // By the rule of three and a little more, one deal in 52 may move both of its
    // games by ten points together.
    let half = half_width(&mostly_zero(200, &[]));
    assert!((half - 3.89 * 10.0 / 400.0).abs() < 0.001, "{half}");
    // Deals that differ by little say that others do, too.
    let small: Vec<i128> = (0..40).map(|deal| if deal % 2 == 0 { 1 } else { -1 }).collect();
    let few = half_width(&mostly_zero(200, &small[..4]));
    let many = half_width(&mostly_zero(200, &small));
    assert!(few > 0.5 * half && many < 0.6 * half, "{half} {few} {many}");
}

#[test]
fn many_differing_deals_have_students_interval() {
    let values: Vec<i128> = (0..2_000).map(|deal| (deal * 7_919) % 41 - 19).collect();
    let difference = of(&values);
    let ordinary = difference.ratio().interval().expect("enough deals").half_width();
    let width = half_width(&difference) / ordinary;
    assert!((1.0..1.002).contains(&width), "{width}");
    assert_eq!(difference.change().rarity, None);
}

#[test]
fn few_differing_deals_have_few_degrees_of_freedom() {
    let degrees = |values: &[i128]| mostly_zero(200, values).change().degrees_of_freedom;
    assert_eq!((degrees(&[]), degrees(&[5, -5, 3]), degrees(&[1; 150])), (8.0, 14.0, 199.0));
}

#[test]
fn one_deal_that_outweighs_all_others_may_come_again() {
    let mut values = vec![1_i128; 1_000];
    values[7] = 900;
    let difference = of(&values);
    let Some(Rarity::OneDeal(share)) = difference.change().rarity else { panic!("{difference:?}") };
    assert!(share > 0.99, "{share}");
    // Two more of it in the variance: √3 times as wide.
    let width = half_width(&difference) / difference.ratio().interval().expect("enough").half_width();
    assert!((width - 3_f64.sqrt()).abs() < 0.01, "{width}");
}

#[test]
fn a_stake_beyond_all_that_was_seen_widens_the_interval_by_the_rule_of_three() {
    let values: Vec<i128> = (0..1_000).map(|deal| (deal * 7_919) % 41 - 19).collect();
    let difference = of(&values);
    let staked = DealDifference { stake: 5_000.0, ..difference };
    let added = half_width(&staked) - half_width(&difference);
    assert!((added - 3.85 * 5_000.0 / 2_000.0).abs() < 0.01, "{added}");
    assert_eq!(staked.change().rarity, Some(Rarity::Stake(2.5)));
    // What has been at stake is in the deals.
    let usual = DealDifference { stake: 200.0, ..difference };
    assert_eq!(usual.change(), difference.change());
}

#[test]
fn the_course_of_a_mean_ends_at_the_mean() {
    let difference = mostly_zero(300, &[4, -9, 2, 2, 7]);
    assert_eq!(difference.after(&difference.ratio()), difference);
    let half = DealDifference { blocks: 150, ..difference };
    assert_eq!(difference.after(&half.ratio()).sums.differing, 3);
}

#[test]
fn fewer_than_twenty_deals_have_no_interval() {
    assert_eq!(of(&[1; 19]).change().interval(), None);
    let Interval { low, high } = of(&[1; 20]).change().interval().expect("twenty are enough");
    assert!(low < 0.5 && 0.5 < high);
}
