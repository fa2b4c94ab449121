use std::f64::consts::SQRT_2;

use statrs::distribution::{ChiSquared, ContinuousCDF, Normal};
use statrs::function::erf::erfc;

use super::*;
use crate::random::{BlockStreams, Purpose};

fn stream() -> Stream {
    BlockStreams::new(1, 0).stream(1, Purpose::Game)
}

fn draws(count: usize) -> impl Iterator<Item = f64> {
    let mut stream = stream();
    std::iter::repeat_with(move || stream.normal()).take(count)
}

#[test]
fn the_layers_fill_the_area_under_the_curve() {
    let half = (std::f64::consts::PI / 2.0).sqrt();
    let tail = half * erfc(TAIL / SQRT_2);
    assert!((TAIL * curve(TAIL) + tail - AREA).abs() < 1e-12);
    assert!((LAYERS as f64 * AREA - half - overhang()).abs() < 1e-12);
    // The highest layer ends at the top of the curve.
    assert!((curve(REACH[LAYERS - 1]) + AREA / REACH[LAYERS - 1] - 1.0).abs() < 1e-12);
    assert_eq!(REACH[LAYERS], 0.0);
    assert!(REACH.is_sorted_by(|wider, narrower| wider > narrower));
}

/// What the layers have above the curve, by Simpson's rule.
fn overhang() -> f64 {
    let under = |from: f64, to: f64| {
        let steps = 64;
        let width = (to - from) / f64::from(steps);
        let weight = |step| if step == 0 || step == steps { 1.0 } else { f64::from(2 + step % 2 * 2) };
        (0..=steps).map(|step| weight(step) * curve(from + f64::from(step) * width)).sum::<f64>() * width
            / 3.0
    };
    (1..LAYERS)
        .map(|layer| {
            let (wide, narrow) = (REACH[layer], REACH[layer + 1]);
            (wide - narrow) * curve(narrow) - under(narrow, wide)
        })
        .sum()
}

#[test]
fn normal_draws_are_pinned() {
    let bits: Vec<u64> = draws(8).map(f64::to_bits).collect();
    assert_eq!(bits, PINNED_BITS);
}

#[test]
fn draws_agree_with_a_ziggurat_computed_to_thirty_digits() {
    for (draw, expected) in draws(8).zip(EXPECTED) {
        assert!((draw - expected).abs() < 1e-13, "{draw}, not {expected}");
    }
    // By the ten thousandth draw, many were at an edge or in the tail.
    let draw = draws(10_000).last().expect("there are draws");
    assert!((draw - EXPECTED_LATER).abs() < 1e-13, "{draw}");
}

const PINNED_BITS: [u64; 8] = [
    4608384626110930875,
    13826614554637771237,
    4598218411695692977,
    4599068336878576674,
    13833992861437966145,
    4608897234712476682,
    4592877112924717952,
    13826678356315386400,
];
// Computed independently of this program.
const EXPECTED: [f64; 8] = [
    1.2669436473897653,
    -0.5625831176158129,
    0.252397645993777,
    0.2995779713560885,
    -1.7634794536965759,
    1.3807656218011772,
    0.1139740005367127,
    -0.5696665267656195,
];
const EXPECTED_LATER: f64 = 0.8289389254684697;

#[test]
fn moments_are_those_of_the_normal_distribution() {
    let count = 1_000_000;
    let mut sums = [0.0; 6];
    for draw in draws(count) {
        for (power, sum) in sums.iter_mut().enumerate() {
            *sum += draw.powi(power as i32 + 1);
        }
    }
    // The moments, and the variances of the powers, each within 4 standard
    // errors.
    let moments = [0.0, 1.0, 0.0, 3.0, 0.0, 15.0];
    let variances = [1.0, 2.0, 15.0, 96.0, 945.0, 10170.0];
    for power in 0..6 {
        let found = sums[power] / count as f64;
        let error = (variances[power] / count as f64).sqrt();
        assert!((found - moments[power]).abs() < 4.0 * error, "moment {}: {found}", power + 1);
    }
}

#[test]
fn bins_of_equal_probability_are_hit_equally_often() {
    let (bins, count) = (1000, 1_000_000);
    let normal = Normal::new(0.0, 1.0).expect("a standard deviation of 1");
    let mut hits = vec![0_u32; bins];
    for draw in draws(count) {
        hits[((normal.cdf(draw) * bins as f64) as usize).min(bins - 1)] += 1;
    }
    let expected = count as f64 / bins as f64;
    let chi_squared: f64 = hits.iter().map(|&hits| (f64::from(hits) - expected).powi(2) / expected).sum();
    let tail = 1.0 - ChiSquared::new(bins as f64 - 1.0).expect("there are bins").cdf(chi_squared);
    assert!((1e-4..1.0 - 1e-4).contains(&tail), "chi-squared {chi_squared}");
}

#[test]
fn the_tail_has_the_right_weight_and_shape() {
    // Beyond where it begins: 2.58 draws in ten thousand.
    let count = 4_000_000;
    let beyond = |limit: f64| draws(count).filter(|draw| draw.abs() > limit).count() as f64;
    for limit in [3.0, TAIL, 4.0, 4.5] {
        let expected = count as f64 * erfc(limit / SQRT_2);
        let found = beyond(limit);
        assert!((found - expected).abs() < 4.0 * expected.sqrt(), "beyond {limit}: {found}, not {expected}");
    }
}

#[test]
fn the_sign_does_not_depend_on_the_distance() {
    let far = draws(1_000_000).filter(|draw| draw.abs() > 2.0);
    let (above, below): (Vec<f64>, Vec<f64>) = far.partition(|draw| *draw > 0.0);
    let (above, below) = (above.len() as f64, below.len() as f64);
    assert!((above - below).abs() < 4.0 * (above + below).sqrt(), "{above} above, {below} below");
}
