use super::*;

/// The sums of some blocks, each of (y, n).
pub(in crate::stats) fn ratio(blocks: &[(i128, i128)]) -> Ratio {
    let sum = |term: fn(i128, i128) -> i128| blocks.iter().map(|&(y, n)| term(y, n)).sum();
    Ratio {
        blocks: blocks.len() as u64,
        block_squares: blocks.len() as u128,
        y: sum(|y, _| y),
        n: sum(|_, n| n),
        yy: sum(|y, _| y * y),
        yn: sum(|y, n| y * n),
        nn: sum(|_, n| n * n),
        unit: 1,
        games_per_block: 1,
        event: 1.0,
        swing: 1.0,
        is_count: false,
    }
}

fn close(left: f64, right: f64) {
    assert!((left - right).abs() <= 1e-6 * right.abs().max(1e-9), "{left} is not {right}");
}

#[test]
fn blocks_of_one_observation_give_the_textbook_interval() {
    // 2, 4, 4, 4, 5, 5, 7, 9: mean 5, sample variance 32/7; Student's quantile
    // for 7 degrees of freedom is 2.364624.
    let mean = ratio(&[2, 4, 4, 4, 5, 5, 7, 9].map(|y| (y, 1)));
    close(mean.value(), 5.0);
    let error = (32.0_f64 / 7.0 / 8.0).sqrt();
    close(mean.standard_error().unwrap(), error);
    // Two events of size 1 that were not seen are added to a sum of 8 · 32 / 7.
    let with_unseen = (8.0_f64 * 32.0 / 7.0 + 2.0).sqrt() / 8.0;
    close(mean.interval().unwrap().high, 5.0 + 2.364_624_25 * with_unseen);
}

#[test]
fn a_ratio_of_unequal_blocks_has_the_standard_error_of_the_delta_method() {
    // r = 12/8; deviations 1 - 1.5, 5 - 4.5, 6 - 6: squares sum to 0.5.
    let mean = ratio(&[(1, 1), (5, 3), (6, 4)]);
    close(mean.standard_error().unwrap(), (0.5_f64 * 3.0 / 2.0).sqrt() / 8.0);
}

#[test]
fn what_has_not_varied_yet_has_a_width_all_the_same() {
    let shares = ratio(&[(1, 4); 20]);
    assert_eq!(shares.standard_error(), Some(0.0));
    let Interval { low, high } = shares.share_interval();
    // One more or one less in 80 would not be surprising.
    assert!(low < 0.25 - 1.0 / 80.0 && 0.25 + 1.0 / 80.0 < high && high - low < 0.2, "{low} {high}");
    // Nothing seen in 20 blocks may still occur in one of seven.
    let Interval { low, high } = ratio(&[(0, 1); 20]).interval().unwrap();
    assert!(low == -high && (0.14..0.5).contains(&high), "{low} {high}");
}

#[test]
fn what_the_rules_make_a_constant_has_no_width() {
    let constant = Ratio { event: 0.0, ..ratio(&[(0, 4); 20]) };
    assert_eq!(constant.interval(), Some(Interval { low: 0.0, high: 0.0 }));
    assert_eq!(constant.half_width_at_looks(), Some(0.0));
}

#[test]
fn bounds_never_fall_as_events_rise() {
    // Events one by one, or in all the games of a deal.
    for (games_per_block, size, count) in
        [(1, 1, 400), (4, 1, 400), (4, 4, 400), (1, 1, 10), (2, 1, 10), (1, 1, 13), (1, 1, 20), (4, 8, 5)]
    {
        let mut last = Interval { low: 0.0, high: 0.0 };
        for events in 0..=count / 2 {
            let blocks: Vec<(i128, i128)> =
                (0..count).map(|block| (if block < events { size } else { 0 }, 8)).collect();
            let interval = Ratio { games_per_block, ..ratio(&blocks) }.share_interval();
            assert!(
                last.low <= interval.low + 1e-12 && last.high <= interval.high + 1e-12,
                "{events} events of {size}: {last:?}, {interval:?}"
            );
            last = interval;
        }
    }
}

#[test]
fn a_unit_divides_the_value_and_its_error() {
    let whole = ratio(&[(1, 1), (5, 3), (6, 4), (2, 2)]);
    let in_sixths = Ratio { unit: 6, ..ratio(&[(6, 1), (30, 3), (36, 4), (12, 2)]) };
    close(in_sixths.value(), whole.value());
    close(in_sixths.standard_error().unwrap(), whole.standard_error().unwrap());
    close(in_sixths.interval().unwrap().high, whole.interval().unwrap().high);
    close(in_sixths.half_width_at_looks().unwrap(), whole.half_width_at_looks().unwrap());
}

#[test]
fn few_blocks_with_observations_have_few_degrees_of_freedom() {
    // Two of a hundred blocks have nearly all observations.
    let mut blocks = vec![(0, 0); 98];
    blocks.extend([(500, 1000), (510, 1000)]);
    let informed = ratio(&blocks).interval().unwrap().half_width();
    let error = ratio(&blocks).standard_error().unwrap();
    assert!(informed > 10.0 * error, "{informed} {error}");
}

#[test]
fn one_block_has_no_standard_error_and_no_interval_of_a_mean() {
    let mean = ratio(&[(17, 5)]);
    assert_eq!(mean.standard_error(), None);
    assert_eq!(mean.interval(), None);
    assert_eq!(ratio(&[(3, 5)]).share_interval(), Interval { low: 0.0, high: 1.0 });
}

#[test]
fn shares_of_independent_trials_have_wilsons_interval() {
    // 30 of 1000: with z = 1.959964 Wilson gives 0.02109 to 0.04250; Student's
    // quantile for 999 degrees of freedom and unseen events make it a shade wider.
    let blocks: Vec<(i128, i128)> = (0..1000).map(|block| (i128::from(block < 30), 1)).collect();
    let interval = ratio(&blocks).share_interval();
    assert!((interval.low - 0.0211).abs() < 4e-4 && (interval.high - 0.0425).abs() < 4e-4, "{interval:?}");
}

#[test]
fn a_share_of_0_or_1_has_an_interval_of_positive_width() {
    let none = ratio(&[(0, 7); 100]).share_interval();
    assert!(none.low == 0.0 && (0.01..0.06).contains(&none.high), "{none:?}");
    let all = ratio(&[(7, 7); 100]).share_interval();
    assert!(all.high == 1.0 && (0.94..0.99).contains(&all.low), "{all:?}");
}

#[test]
fn sums_beyond_the_exact_range_still_give_a_standard_error() {
    let large = 1_i128 << 60;
    let blocks: Vec<(i128, i128)> = (0..100).map(|block| (large + block * large / 1000, 1 << 20)).collect();
    let (error, small) = (
        ratio(&blocks).standard_error().unwrap(),
        ratio(&(0..100).map(|block| (1000 + block, 1)).collect::<Vec<_>>()).standard_error().unwrap(),
    );
    close(error, small * (1_i128 << 40) as f64 / 1000.0);
}

#[test]
fn looking_often_costs_less_than_twice_the_width() {
    for blocks in [100, 10_000, 1_000_000] {
        let mean = ratio(&(0..blocks).map(|block| (block % 7, 1)).collect::<Vec<_>>());
        let factor = mean.half_width_at_looks().unwrap() / mean.interval().unwrap().half_width();
        assert!((1.5..1.9).contains(&factor), "{blocks}: {factor}");
    }
}

#[test]
fn a_mean_of_counts_is_not_negative() {
    let mut blocks = vec![(0, 1); 100];
    blocks[3] = (1, 1);
    let mean = ratio(&blocks);
    let Interval { low, high } = mean.interval().unwrap();
    assert!(low < 0.0);
    assert_eq!(Ratio { is_count: true, ..mean }.interval(), Some(Interval { low: 0.0, high }));
}
