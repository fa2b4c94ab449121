use super::*;

/// The sums of some blocks, each of (y, n).
fn ratio(blocks: &[(i128, i128)]) -> Ratio {
    let sum = |term: fn(i128, i128) -> i128| blocks.iter().map(|&(y, n)| term(y, n)).sum();
    Ratio {
        blocks: blocks.len() as u64,
        y: sum(|y, _| y),
        n: sum(|_, n| n),
        yy: sum(|y, _| y * y),
        yn: sum(|y, n| y * n),
        nn: sum(|_, n| n * n),
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
    close(mean.interval().unwrap().high, 5.0 + 2.364_624_25 * error);
}

#[test]
fn a_ratio_of_unequal_blocks_has_the_standard_error_of_the_delta_method() {
    // r = 12/8; deviations 1 - 1.5, 5 - 4.5, 6 - 6: squares sum to 0.5.
    let mean = ratio(&[(1, 1), (5, 3), (6, 4)]);
    close(mean.standard_error().unwrap(), (0.5_f64 * 3.0 / 2.0).sqrt() / 8.0);
}

#[test]
fn blocks_with_the_same_ratio_have_a_standard_error_of_zero() {
    let shares = ratio(&[(1, 3), (2, 6), (7, 21)]);
    assert_eq!(shares.standard_error(), Some(0.0));
    let interval = shares.share_interval();
    assert_eq!((interval.low, interval.high), (shares.value(), shares.value()));
}

#[test]
fn one_block_has_no_standard_error_and_no_interval_of_a_mean() {
    let mean = ratio(&[(17, 5)]);
    assert_eq!(mean.standard_error(), None);
    assert_eq!(mean.interval(), None);
    let share = ratio(&[(3, 5)]).share_interval();
    assert!(share.low >= 0.0 && share.high <= 1.0 && share.low < 0.6 && share.high > 0.6);
}

#[test]
fn shares_of_independent_trials_have_wilsons_interval() {
    // 30 of 1000: with z = 1.959964 Wilson gives 0.02109 to 0.04250; Student's
    // quantile for 999 degrees of freedom is a shade wider.
    let blocks: Vec<(i128, i128)> = (0..1000).map(|block| (i128::from(block < 30), 1)).collect();
    let interval = ratio(&blocks).share_interval();
    assert!((interval.low - 0.0211).abs() < 1e-4 && (interval.high - 0.0425).abs() < 1e-4, "{interval:?}");
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
fn a_confidence_sequence_is_little_wider_than_the_interval_for_a_single_look() {
    let blocks: Vec<(i128, i128)> = (0..10_000).map(|block| (block % 7, 1)).collect();
    let mean = ratio(&blocks);
    let single = mean.interval().unwrap().high - mean.value();
    let factor = mean.confidence_sequence_half_width().unwrap() / single;
    assert!((1.3..1.8).contains(&factor), "{factor}");
}

#[test]
fn a_confidence_sequence_of_a_share_is_never_empty() {
    assert!(ratio(&[(0, 7); 100]).share_confidence_sequence_half_width().unwrap() > 0.01);
    assert!(ratio(&[(7, 7); 100]).share_confidence_sequence_half_width().unwrap() > 0.01);
}
