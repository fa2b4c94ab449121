use super::*;

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
    let sum = |of: fn(i128, i128) -> i128| blocks.iter().map(|&(y, n)| of(y.into(), n.into())).sum();
    Ratio {
        blocks: blocks.len() as u64,
        y: sum(|y, _| y),
        n: sum(|_, n| n),
        yy: sum(|y, _| y * y),
        yn: sum(|y, n| y * n),
        nn: sum(|_, n| n * n),
    }
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
fn a_constant_difference_has_a_p_value_of_zero() {
    let one = vec![(6, 1); 100];
    let other = vec![(12, 1); 100];
    let change = pair(&one, &other).change();
    assert_eq!((change.value, change.standard_error, change.p()), (-6.0, Some(0.0), Some(0.0)));
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
    let change = Change {
        value: 0.1,
        standard_error: Some(0.1),
        independent_error: None,
        degrees_of_freedom: 1e9,
        is_same: false,
    };
    // Two standard errors from the nearer end of the margin.
    assert!((change.equivalence_p(0.3).unwrap() - 0.022_75).abs() < 1e-4);
    assert_eq!(change.equivalence_p(0.1), Some(1.0));
    assert_eq!(change.equivalence_p(0.05), Some(1.0));
}
