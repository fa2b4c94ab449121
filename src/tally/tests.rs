use super::saved::SavedTally;
use super::*;
use crate::metric::{SplitBy, WORDS, Words};

const ROLES: SplitBy = SplitBy::Role(&["first", "second"]);

struct Metrics {
    list: MetricList,
    result: Shares,
    points: Distribution,
    cards: Average,
}

fn metrics() -> Metrics {
    let mut list = MetricList::new(3, vec!["random".to_owned(), "greedy".to_owned()]);
    let result = list.shares(
        &["win", "draw", "loss"],
        &[SplitBy::All, SplitBy::Seat, ROLES],
        Words { name: "result", ..WORDS },
    );
    let points =
        list.distribution(-4..=4, &[SplitBy::All, ROLES, SplitBy::Bot], Words { name: "points", ..WORDS });
    let cards = list.number(&[SplitBy::Seat, SplitBy::Bot], Words { name: "cards", ..WORDS });
    Metrics { list, result, points, cards }
}

/// The observations of a block, which vary between blocks.
fn seen(block: usize) -> Vec<(GroupKey, usize)> {
    (0..block % 7)
        .map(|step| {
            let seat = (block + step) % 3;
            (GroupKey::seat(seat, seat % 2).role(step % 2), (block * step + step) % 3)
        })
        .collect()
}

fn values(block: usize) -> Vec<(GroupKey, i64)> {
    seen(block).into_iter().map(|(of, outcome)| (of, (outcome * block) as i64 % 13 - 6)).collect()
}

fn tally_of(metrics: &Metrics, blocks: std::ops::Range<usize>) -> Tally {
    let mut tally = Tally::new(&metrics.list);
    for block in blocks {
        tally.begin_block(block as u64);
        tally.count_outcomes(&metrics.result, seen(block).into_iter());
        tally.count_values(&metrics.points, values(block).into_iter());
        tally.count_numbers(&metrics.cards, values(block).into_iter());
        tally.end_block();
    }
    tally
}

#[test]
fn counting_many_at_a_time_is_the_same_as_one_by_one() {
    let metrics = metrics();
    let mut one_by_one = Tally::new(&metrics.list);
    for block in 0..500 {
        for (of, outcome) in seen(block) {
            one_by_one.outcome(&metrics.result, of, outcome);
        }
        for (of, value) in values(block) {
            one_by_one.value(&metrics.points, of, value);
            one_by_one.number(&metrics.cards, of, value);
        }
        one_by_one.end_block();
    }
    assert_eq!(tally_of(&metrics, 0..500).save(), one_by_one.save());
}

#[test]
fn a_tally_is_restored_as_it_was_saved() {
    let metrics = metrics();
    let saved = tally_of(&metrics, 0..500).save();
    // Whatever it held before.
    let mut tally = tally_of(&metrics, 7..30);
    tally.restore(&saved).expect("a sound tally");
    assert!(tally.save() == saved);
    // It resumes from there.
    tally.merge(&mut tally_of(&metrics, 500..700));
    assert!(tally.save() == tally_of(&metrics, 0..700).save());
    assert_eq!(tally.restore(&saved[..saved.len() - 1]), Err(UnreadableCounts));
    let other = MetricList::new(3, vec!["random".to_owned()]);
    assert_eq!(Tally::new(&other).restore(&saved), Err(UnreadableCounts));
}

#[test]
fn counts_that_were_written_otherwise_are_refused() {
    let metrics = metrics();
    let saved = tally_of(&metrics, 0..500).save();
    let mut tally = Tally::new(&metrics.list);
    // The number of blocks, 500, with a third byte that adds nothing.
    let mut longer = saved.clone();
    longer[1] |= 0x80;
    longer.insert(2, 0);
    assert_eq!(postcard::take_from_bytes::<u64>(&longer).expect("a number").0, 500);
    assert_eq!(tally.restore(&longer), Err(UnreadableCounts));
    let mut reversed: SavedTally = from_bytes(&saved).expect("a sound tally");
    assert!(reversed.outliers.len() > 1);
    reversed.outliers.reverse();
    assert_eq!(tally.restore(&to_bytes(&reversed)), Err(UnreadableCounts));
    let mut cut = tally_of(&metrics, 5000..5001);
    cut.merge(&mut tally_of(&metrics, 6001..6003));
    let mut reversed: SavedTally = from_bytes(&cut.save()).expect("a sound tally");
    assert_eq!(reversed.open.len(), 2);
    reversed.open.reverse();
    assert_eq!(tally.restore(&to_bytes(&reversed)), Err(UnreadableCounts));
    let mut forged: SavedTally = from_bytes(&cut.save()).expect("a sound tally");
    forged.open[0].1.outcomes[0].1 = u64::MAX;
    assert_eq!(tally.restore(&to_bytes(&forged)), Err(UnreadableCounts));
}

#[test]
fn tallies_merge_exactly_in_any_order() {
    let metrics = metrics();
    let mut sum = tally_of(&metrics, 300..500);
    let mut first = tally_of(&metrics, 0..300);
    sum.merge(&mut first);
    let whole = tally_of(&metrics, 0..500);
    assert_eq!(sum.save(), whole.save());
    // A tally is empty after it was merged, and can be used again.
    sum.merge(&mut first);
    assert_eq!(sum.blocks(), 500);
    assert_eq!(sum.save(), whole.save());
}

#[test]
fn sums_of_squares_exceed_32_bits_without_overflow() {
    let metrics = metrics();
    let result = metrics.list.find("result").expect("declared");
    let win = (GroupKey::all(), 0);
    for (size, blocks) in [(1000, 5000), (32_767, 9), (32_768, 3), (70_000, 2), (1, 10)] {
        let mut tally = Tally::new(&metrics.list);
        for _ in 0..blocks {
            tally.count_outcomes(&metrics.result, std::iter::repeat_n(win, size));
            tally.outcome(&metrics.result, GroupKey::all(), 2);
            tally.end_block();
        }
        let share = tally.share(result, 0, 0, 0).expect("something was counted");
        let (y, n, blocks) = (size as i128, size as i128 + 1, i128::from(blocks));
        assert_eq!((share.y, share.n), (blocks * y, blocks * n));
        assert_eq!((share.yy, share.yn, share.nn), (blocks * y * y, blocks * y * n, blocks * n * n));
        assert_eq!(tally.share(result, 0, 0, 1).expect("something was counted").y, 0);
    }
}

/// Merged with itself, a tally has twice the blocks: 31 times, and the 64 of a
/// cluster make 10^11, which with 8 rotations are 10^12 games.
#[test]
fn a_trillion_of_the_longest_games_do_not_wrap() {
    let metrics = metrics();
    let mut tally = Tally::new(&metrics.list);
    // 100,000 hands of 8 players, in 8 rotations; in each a million is won.
    let observations: u32 = 100_000 * 8 * 8;
    for block in 0..LARGEST_CLUSTER {
        tally.begin_block(1_000_000 * LARGEST_CLUSTER + block);
        tally.outcome_times(&metrics.result, GroupKey::all(), 0, observations);
        for _ in 0..1_000 {
            tally.value(&metrics.points, GroupKey::all(), 800_000_000);
        }
        tally.number_times(&metrics.cards, GroupKey::all(), 125_000, u64::from(observations));
        tally.end_block();
    }
    for _ in 0..31 {
        let mut same = tally.clone();
        tally.merge(&mut same);
    }
    let (clusters, size) = (1_i128 << 31, i128::from(LARGEST_CLUSTER));
    let blocks = clusters * size;
    let n = i128::from(observations);
    let find = |name: &str| metrics.list.find(name).expect("declared");
    let share = tally.share(find("result"), 0, 0, 0).expect("counted");
    assert_eq!(
        (share.n, share.yy, share.yn, share.nn),
        (blocks * n, blocks * size * n * n, blocks * size * n * n, blocks * size * n * n)
    );
    let points = tally.mean(find("points"), 0, 0).expect("counted").ratio;
    let sum = 800_000_000_000_i128;
    assert_eq!(
        (points.y, points.yy, points.nn),
        (blocks * sum, blocks * size * sum * sum, blocks * size * 1_000_000)
    );
    let cards = tally.mean(find("cards"), 0, 0).expect("counted");
    assert_eq!((cards.ratio.y, cards.ratio.nn), (blocks * n * 125_000, blocks * size * n * n));
    assert!(cards.sd.is_some_and(|sd| sd < 1.0), "{:?}", cards.sd);
    let mut restored = Tally::new(&metrics.list);
    restored.restore(&tally.save()).expect("a sound tally");
    assert!(restored.save() == tally.save());
}

#[test]
fn sums_of_squares_are_those_of_the_blocks() {
    let metrics = metrics();
    let points = metrics.list.find("points").expect("declared");
    let tally = tally_of(&metrics, 0..500);
    let mean = tally.mean(points, 0, 0).expect("something was counted");
    let sums = (0..500).map(|block| {
        let values = values(block);
        (values.len() as i128, values.iter().map(|(_, value)| i128::from(*value)).sum::<i128>())
    });
    let [mut n, mut s, mut ss, mut sn] = [0; 4];
    for (count, sum) in sums {
        n += count;
        s += sum;
        ss += sum * sum;
        sn += sum * count;
    }
    assert_eq!((mean.ratio.n, mean.ratio.y, mean.ratio.yy, mean.ratio.yn), (n, s, ss, sn));
    // -6 to 6: some of them outside the window.
    let occurred: Vec<i64> = tally.values(points, 0, 0).iter().map(|(value, _)| *value).collect();
    assert_eq!((occurred[0], occurred[occurred.len() - 1]), (-6, 6));
}
