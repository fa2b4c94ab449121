//! Values in bins: fewer cells, and the same mean, sd, min and max.

use super::Tally;
use crate::metric::{Distribution, GroupKey, MetricList, SplitBy, WORDS, Words};

fn declared(bin: i64) -> (MetricList, Distribution) {
    let mut metrics = MetricList::new(2, vec!["random".to_owned()]);
    let words = Words { name: "points", ..WORDS };
    let points = metrics.distribution_in_bins(bin, -20..=30, &[SplitBy::All, SplitBy::Seat], words);
    (metrics, points)
}

/// A tally of some values in two blocks.
fn tally(bin: i64, blocks: [&[i64]; 2]) -> (MetricList, Tally) {
    let (metrics, points) = declared(bin);
    let mut tally = Tally::new(&metrics);
    for values in blocks {
        for (index, &value) in values.iter().enumerate() {
            tally.value(&points, GroupKey::seat(index % 2, 0), value);
        }
        tally.end_block();
    }
    (metrics, tally)
}

const VALUES: [&[i64]; 2] = [&[-11, -10, -1, 0, 9, 10], &[-1005, 12_345, 7]];

#[test]
fn mean_sd_min_and_max_are_those_of_the_values() {
    let (plain, exact) = tally(1, VALUES);
    let (binned, in_bins) = tally(10, VALUES);
    let (plain, binned) = (&plain.metrics()[0], &binned.metrics()[0]);
    for (split, groups) in [(0, 1), (1, 2)] {
        for group in 0..groups {
            assert_eq!(in_bins.mean(binned, split, group), exact.mean(plain, split, group));
        }
    }
}

#[test]
fn a_bin_is_named_by_its_smallest_value() {
    let (metrics, tally) = tally(10, VALUES);
    let values: Vec<(i64, i128)> =
        tally.values(&metrics.metrics()[0], 0, 0).iter().map(|(value, ratio)| (*value, ratio.y)).collect();
    assert_eq!(values, [(-1010, 1), (-20, 1), (-10, 2), (0, 3), (10, 1), (12_340, 1)]);
}

#[test]
fn tallies_in_bins_are_merged_and_saved() {
    let (metrics, whole) = tally(10, VALUES);
    let (_, mut first) = tally(10, [VALUES[0], &[]]);
    let (_, mut second) = tally(10, [VALUES[1], &[]]);
    first.merge(&mut second);
    let metric = &metrics.metrics()[0];
    let of = |tally: &Tally| tally.mean(metric, 0, 0).map(|mean| (mean.ratio.y, mean.sd, mean.min, mean.max));
    assert_eq!(of(&first), of(&whole));
    let mut restored = Tally::new(&metrics);
    restored.restore(&whole.save()).expect("what was saved can be read");
    assert_eq!(restored.mean(metric, 1, 1), whole.mean(metric, 1, 1));
}
