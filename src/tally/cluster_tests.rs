//! Clusters: cut anywhere, they are the same, and their intervals cover.

use rand::Rng;
use rand::SeedableRng;
use rand_xoshiro::SplitMix64;

use super::*;
use crate::metric::{Metric, SplitBy, WORDS, Words};
use crate::stats::{Interval, Ratio};

struct Metrics {
    list: MetricList,
    right: Shares,
    rare: Shares,
    points: Distribution,
    cards: Average,
}

fn metrics() -> Metrics {
    let mut list = MetricList::new(2, vec!["random".to_owned()]);
    let words = |name: &'static str| Words { name, ..WORDS };
    let right = list.shares(&["yes", "no"], &[SplitBy::All, SplitBy::Seat], words("right"));
    let rare = list.shares(&["yes", "no"], &[SplitBy::All], words("rare"));
    let points = list.distribution(0..=8, &[SplitBy::Seat, SplitBy::Bot], words("points"));
    let cards = list.number(&[SplitBy::Seat, SplitBy::Bot], words("cards"));
    Metrics { list, right, rare, points, cards }
}

/// Counts a block: both seats have 1 to 4 observations, which depend on a throw
/// for the whole block as much as on their own. Once in 300 blocks there is a rare
/// event.
fn count(metrics: &Metrics, tally: &mut Tally, stream: &mut SplitMix64, block: u64) {
    tally.begin_block(block);
    let mut draw = |count: u64| ((stream.next_u64() >> 32) * count) >> 32;
    let (of_block, observations) = (draw(6), 1 + draw(4));
    for seat in 0..2 {
        let of = GroupKey::seat(seat, 0);
        for _ in 0..observations {
            let points = of_block + draw(6);
            tally.value(&metrics.points, of, points as i64);
            tally.number(&metrics.cards, of, points as i64);
            tally.outcome(&metrics.right, of, usize::from(points < 5));
        }
    }
    tally.outcome(&metrics.rare, GroupKey::all(), usize::from(draw(300) > 0));
    tally.end_block();
}

fn tally_of(metrics: &Metrics, blocks: std::ops::Range<u64>) -> Tally {
    let mut tally = Tally::new(&metrics.list);
    for block in blocks {
        count(metrics, &mut tally, &mut SplitMix64::seed_from_u64(block), block);
    }
    tally
}

/// The share of right, that of a seat, that of rare events, and the means.
fn ratios(metrics: &Metrics, tally: &Tally) -> Vec<(&'static str, Ratio)> {
    let find = |name: &str| -> &Metric { metrics.list.find(name).expect("declared") };
    vec![
        ("right", tally.share(find("right"), 0, 0, 0).expect("counted")),
        ("right of seat 2", tally.share(find("right"), 1, 1, 0).expect("counted")),
        ("rare", tally.share(find("rare"), 0, 0, 0).expect("counted")),
        ("points", tally.mean(find("points"), 1, 0).expect("counted").ratio),
        ("cards of seat 1", tally.mean(find("cards"), 0, 0).expect("counted").ratio),
        ("cards", tally.mean(find("cards"), 1, 0).expect("counted").ratio),
    ]
}

#[test]
fn clusters_cut_anywhere_and_merged_in_any_order_are_the_same() {
    let metrics = metrics();
    // Where clusters begin, and where they grow.
    for (first, cut) in [(4_000, 4_240), (65_440, 65_664)] {
        let end = first + 250;
        let whole = tally_of(&metrics, first..end);
        for size in [1, 3, 7, 16, 40, 100] {
            let starts: Vec<u64> = (first..end).step_by(size as usize).collect();
            let part = |start: &u64| tally_of(&metrics, *start..(start + size).min(end));
            let (even, odd): (Vec<u64>, Vec<u64>) = starts.iter().partition(|start| *start / size % 2 == 0);
            let mut sum = Tally::new(&metrics.list);
            for start in even.iter().rev().chain(&odd) {
                // As it is saved and restored.
                let mut restored = Tally::new(&metrics.list);
                restored.restore(&part(start).save()).expect("a sound tally");
                sum.merge(&mut restored);
                assert!(restored.open_clusters().is_empty(), "it is empty after it was merged");
            }
            assert!(sum.save() == whole.save(), "{size}");
            sum.settle();
            assert_eq!(sum.blocks(), 250);
        }
        assert_eq!(whole.open_clusters(), [Cluster::of(cut)]);
    }
}

#[test]
fn a_cluster_is_a_sample_and_a_cut_one_is_a_short_one() {
    let metrics = metrics();
    let mut tally = tally_of(&metrics, 4_090..4_120);
    tally.settle();
    let (_, share) = ratios(&metrics, &tally)[0];
    // Six blocks by themselves, a cluster, and half of one.
    assert_eq!((share.blocks, share.block_squares), (30, 6 + 16 * 16 + 8 * 8));
    let clusters = (4_090..4_096).map(|block| block..block + 1).chain([4_096..4_112, 4_112..4_120]);
    let sums: Vec<Ratio> = clusters
        .map(|blocks| {
            let mut tally = tally_of(&metrics, blocks);
            tally.settle();
            ratios(&metrics, &tally)[0].1
        })
        .collect();
    let sum = |of: fn(&Ratio) -> i128| sums.iter().map(of).sum::<i128>();
    assert_eq!((share.y, share.n), (sum(|ratio| ratio.y), sum(|ratio| ratio.n)));
    let squares =
        (sum(|ratio| ratio.y * ratio.y), sum(|ratio| ratio.y * ratio.n), sum(|ratio| ratio.n * ratio.n));
    assert_eq!((share.yy, share.yn, share.nn), squares);
}

#[test]
#[should_panic(expected = "a tally is settled before it is read")]
fn a_tally_with_a_cut_cluster_is_not_read() {
    let metrics = metrics();
    let _ = ratios(&metrics, &tally_of(&metrics, 4_090..4_100));
}

/// Plays studies of some blocks; for each figure the share of intervals that cover
/// its true value, and the mean of their widths.
fn coverage(studies: u64, blocks: &std::ops::Range<u64>) -> Vec<(&'static str, f64, f64)> {
    let metrics = metrics();
    let truths = [21.0 / 36.0, 21.0 / 36.0, 1.0 / 300.0, 5.0, 5.0, 5.0];
    let mut known: Vec<(&str, f64, f64)> = Vec::new();
    for study in 0..studies {
        let mut stream = SplitMix64::seed_from_u64(study);
        let mut tally = Tally::new(&metrics.list);
        blocks.clone().for_each(|block| count(&metrics, &mut tally, &mut stream, block));
        tally.settle();
        for (index, (name, ratio)) in ratios(&metrics, &tally).into_iter().enumerate() {
            let is_mean = index >= 3;
            let interval = if is_mean { ratio.interval().expect("several") } else { ratio.share_interval() };
            let Interval { low, high } = interval;
            if study == 0 {
                known.push((name, 0.0, 0.0));
            }
            known[index].1 += f64::from(u8::from((low..=high).contains(&truths[index]))) / studies as f64;
            known[index].2 += (high - low) / studies as f64;
        }
    }
    known
}

/// With single blocks and clusters, with clusters only, with few of them, and the
/// same where they grow.
#[test]
fn intervals_over_clusters_have_nominal_coverage() {
    for (studies, blocks) in [
        (600, 3_800..5_403),
        (600, 40_000..41_600),
        (1_500, 40_003..40_330),
        (600, 64_800..66_403),
        (1_000, 100_003..100_950),
    ] {
        for (name, covered, _) in coverage(studies, &blocks) {
            let most = if name == "rare" { 0.999 } else { 0.972 };
            assert!((0.93..most).contains(&covered), "{name}: {covered} of {blocks:?}");
        }
    }
}

#[test]
fn intervals_over_clusters_are_as_wide_as_those_over_blocks() {
    for (blocks, first) in [(1_600, 40_000), (4_000, 100_032)] {
        let single = coverage(100, &(0..blocks));
        let clustered = coverage(100, &(first..first + blocks));
        for ((name, _, one), (_, _, other)) in single.into_iter().zip(clustered) {
            let ratio = other / one;
            assert!((0.95..1.06).contains(&ratio), "{name}: {ratio}");
        }
    }
}
