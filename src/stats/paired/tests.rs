use super::*;
use crate::stats::ratio::tests::ratio as ratio_of;

/// A small linear congruential generator.
struct Lcg(u64);

impl Lcg {
    fn below(&mut self, bound: u64) -> i64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % bound) as i64
    }
}

/// y and n of each block.
type BlockSums = Vec<(i64, i64)>;

fn ratio(blocks: &[(i64, i64)]) -> Ratio {
    ratio_of(&blocks.iter().map(|&(y, n)| (y.into(), n.into())).collect::<Vec<_>>())
}

fn pair(one: &[(i64, i64)], other: &[(i64, i64)]) -> PairedRatios {
    let mut cross = CrossProducts::default();
    for (&one, &other) in one.iter().zip(other) {
        cross.add(one, other);
    }
    PairedRatios { ratio: ratio(one), baseline: ratio(other), products: cross }
}

/// The standard error by its definition, block by block.
fn direct_error(one: &[(i64, i64)], other: &[(i64, i64)]) -> f64 {
    let totals = |blocks: &[(i64, i64)]| {
        let (y, n) = blocks.iter().fold((0, 0), |sum, block| (sum.0 + block.0, sum.1 + block.1));
        (y as f64 / n as f64, n as f64)
    };
    let ((r, n), (s, m)) = (totals(one), totals(other));
    let deviation = |(a, b): (&(i64, i64), &(i64, i64))| {
        (a.0 as f64 - r * a.1 as f64) / n - (b.0 as f64 - s * b.1 as f64) / m
    };
    let squares: f64 = one.iter().zip(other).map(deviation).map(|d| d * d).sum();
    let blocks = one.len() as f64;
    (squares * blocks / (blocks - 1.0)).sqrt()
}

fn correlated(count: usize, noise: u64) -> (BlockSums, BlockSums) {
    let mut numbers = Lcg(7);
    let block = |_| {
        let (shared, size) = (numbers.below(100), 1 + numbers.below(4));
        let near = shared + numbers.below(noise) - 3;
        ((near * size, size), (shared * (size + 1), size + 1))
    };
    (0..count).map(block).unzip()
}

#[test]
fn the_standard_error_of_a_difference_is_that_of_the_differences_by_block() {
    let (one, other) = correlated(500, 10);
    let change = pair(&one, &other).change();
    let expected = direct_error(&one, &other);
    assert!((change.standard_error.unwrap() / expected - 1.0).abs() < 1e-9, "{change:?}, {expected}");
    let width = change.width_ratio().unwrap();
    assert!(width < 0.2, "the blocks are correlated: {width}");
}

#[test]
fn pairing_uncorrelated_blocks_gains_nothing() {
    let (one, _) = correlated(4000, 10);
    let shifted: BlockSums = one.iter().cycle().skip(1234).take(4000).copied().collect();
    let width = pair(&one, &shifted).change().width_ratio().unwrap();
    assert!((width - 1.0).abs() < 0.05, "{width}");
}

#[test]
fn the_same_blocks_differ_by_exactly_zero() {
    let (one, _) = correlated(300, 10);
    let change = pair(&one, &one).change();
    assert!(change.is_same);
    assert_eq!((change.value, change.standard_error, change.p()), (0.0, Some(0.0), Some(1.0)));
}

#[test]
fn equal_ratios_of_different_sums_differ_by_exactly_zero() {
    let (one, _) = correlated(300, 10);
    let twice: BlockSums = one.iter().map(|&(y, n)| (2 * y, 2 * n)).collect();
    let change = pair(&twice, &one).change();
    assert!(!change.is_same);
    assert_eq!((change.value, change.p()), (0.0, Some(1.0)));
}

#[test]
fn a_constant_difference_is_significant() {
    let one = vec![(6, 1); 100];
    let other = vec![(12, 1); 100];
    let change = pair(&one, &other).change();
    assert_eq!((change.value, change.standard_error), (-6.0, Some(0.0)));
    assert!(change.p().unwrap() < 1e-100);
}

#[test]
fn too_few_effective_blocks_have_no_standard_error() {
    let mut one = vec![(0, 0); 1000];
    one[3] = (5, 1);
    one[77] = (5, 1);
    let change = pair(&one, &vec![(3, 1); 1000]).change();
    assert_eq!((change.value, change.standard_error, change.p()), (2.0, None, None));
}

#[test]
fn equivalence_takes_the_larger_of_two_one_sided_p_values() {
    let change = Change::of_estimate(0.1, 0.1, 1e9);
    // Two standard errors from the nearer end of the margin.
    assert!((change.equivalence_p(0.3).unwrap() - 0.022_75).abs() < 1e-4);
    assert_eq!(change.equivalence_p(0.1), Some(1.0));
    assert_eq!(change.equivalence_p(0.05), Some(1.0));
}

/// The difference of two rare shares, from the numbers of events in blocks of
/// one observation each.
fn of_events(one: usize, other: usize, blocks: usize) -> Change {
    let events = |count: usize, first: usize| -> BlockSums {
        (0..blocks).map(|block| (i64::from((first..first + count).contains(&block)), 1)).collect()
    };
    pair(&events(one, 0), &events(other, blocks / 2)).change()
}

#[test]
fn differences_of_rare_shares_cover_what_they_are_said_to() {
    // All pairs of Poisson numbers of events in 10,000 blocks.
    let blocks = 10_000;
    let changes: Vec<Vec<Interval>> = (0..40)
        .map(|one| (0..40).map(|other| of_events(one, other, blocks).interval().unwrap()).collect())
        .collect();
    for (one, other) in [(0.3, 0.3), (1.0, 0.3), (3.0, 0.1), (4.0, 1.0), (5.0, 5.0), (8.0, 2.0), (12.0, 9.0)]
    {
        let poisson = |mean: f64| {
            let mut chance = f64::exp(-mean);
            (0..40).map(move |count| {
                let now = chance;
                chance *= mean / f64::from(count + 1);
                now
            })
        };
        let truth = (one - other) / blocks as f64;
        let mut covered = 0.0;
        for (row, chance) in changes.iter().zip(poisson(one)) {
            for (interval, other_chance) in row.iter().zip(poisson(other)) {
                if (interval.low..=interval.high).contains(&truth) {
                    covered += chance * other_chance;
                }
            }
        }
        assert!(covered > 0.93, "{one} and {other}: {covered}");
    }
}

#[test]
fn no_difference_so_far_is_not_known_to_be_none() {
    let none = vec![(0, 1); 400];
    let change = pair(&none, &none).change();
    assert!(change.is_same);
    // The rule of three: an event in 100 blocks would probably have shown.
    let interval = change.interval().unwrap();
    assert!((0.005..0.02).contains(&interval.high) && interval.low == -interval.high, "{interval:?}");
    assert!(change.half_width_at_looks(400).unwrap() > interval.high);
    assert!(change.equivalence_p(0.003).unwrap() > 0.05);
    assert!(change.equivalence_p(0.05).unwrap() < 0.05);
}

/// Figures that vary with a deviation of ten, and a rule that adds 20 to one block in
/// fifty.
#[test]
fn a_rule_that_rarely_acts_is_not_known_from_the_blocks_in_which_it_did() {
    let mut numbers = Lcg(11);
    let runs = 500;
    let mut play = || {
        let baseline: BlockSums = (0..200).map(|_| (numbers.below(35), 1)).collect();
        let variant = baseline.iter().map(|&(y, n)| (y + if numbers.below(50) == 0 { 20 } else { 0 }, n));
        let variant: BlockSums = variant.collect();
        let PairedRatios { ratio, baseline, products } = pair(&variant, &baseline);
        let of = |ratio| Ratio { swing: 10.0, ..ratio };
        PairedRatios { ratio: of(ratio), baseline: of(baseline), products }.change()
    };
    let covers = |change: Change| {
        let interval = change.interval().expect("enough blocks");
        (interval.low..=interval.high).contains(&0.4)
    };
    let covered = (0..runs).filter(|_| covers(play())).count();
    // With what was seen alone, nine of ten.
    assert!(covered * 100 >= runs * 93, "{covered} of {runs}");
    let few = play();
    assert!(few.differing.is_some_and(|differing| differing < MIN_DIFFERING), "{few:?}");
    assert!(few.degrees_of_freedom < 50.0, "{}", few.degrees_of_freedom);
}
