use super::*;

/// A small source of numbers, the same every time.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: u64) -> i64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % bound) as i64
    }
}

/// y and n of each block.
type Blocks = Vec<(i64, i64)>;

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

/// The standard error by plain arithmetic, block by block.
fn plain_error(one: &[(i64, i64)], other: &[(i64, i64)]) -> f64 {
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

fn related(count: usize, noise: u64) -> (Blocks, Blocks) {
    let mut numbers = Numbers(7);
    let block = |_| {
        let (luck, size) = (numbers.below(100), 1 + numbers.below(4));
        let near = luck + numbers.below(noise) - 3;
        ((near * size, size), (luck * (size + 1), size + 1))
    };
    (0..count).map(block).unzip()
}

#[test]
fn the_error_of_a_difference_is_that_of_the_blocks_differences() {
    let (one, other) = related(500, 10);
    let change = pair(&one, &other).change();
    let expected = plain_error(&one, &other);
    assert!((change.standard_error.unwrap() / expected - 1.0).abs() < 1e-9, "{change:?}, {expected}");
    let width = change.width_ratio().unwrap();
    assert!(width < 0.2, "the same luck in both: {width}");
}

#[test]
fn blocks_that_have_nothing_in_common_gain_nothing() {
    let (one, _) = related(4000, 10);
    let shifted: Blocks = one.iter().cycle().skip(1234).take(4000).copied().collect();
    let width = pair(&one, &shifted).change().width_ratio().unwrap();
    assert!((width - 1.0).abs() < 0.05, "{width}");
}

#[test]
fn the_same_blocks_differ_by_exactly_nothing() {
    let (one, _) = related(300, 10);
    let change = pair(&one, &one).change();
    assert!(change.is_same);
    assert_eq!((change.value, change.standard_error, change.p()), (0.0, Some(0.0), Some(1.0)));
}

#[test]
fn equal_ratios_of_other_sums_differ_by_exactly_nothing_as_well() {
    let (one, _) = related(300, 10);
    let twice: Blocks = one.iter().map(|&(y, n)| (2 * y, 2 * n)).collect();
    let change = pair(&twice, &one).change();
    assert!(!change.is_same);
    assert_eq!((change.value, change.p()), (0.0, Some(1.0)));
}

#[test]
fn a_difference_that_never_varies_is_certain() {
    let one = vec![(6, 1); 100];
    let other = vec![(12, 1); 100];
    let change = pair(&one, &other).change();
    assert_eq!((change.value, change.standard_error, change.p()), (-6.0, Some(0.0), Some(0.0)));
}

#[test]
fn a_few_blocks_among_many_say_nothing() {
    let mut one = vec![(0, 0); 1000];
    one[3] = (5, 1);
    one[77] = (5, 1);
    let change = pair(&one, &vec![(3, 1); 1000]).change();
    assert_eq!((change.value, change.standard_error, change.p()), (2.0, None, None));
}

#[test]
fn within_a_margin_means_that_both_sides_are_excluded() {
    let change = Change {
        value: 0.1,
        standard_error: Some(0.1),
        independent_error: None,
        degrees_of_freedom: 1e9,
        is_same: false,
    };
    // Two errors from the nearer side.
    assert!((change.equivalence_p(0.3).unwrap() - 0.022_75).abs() < 1e-4);
    assert_eq!(change.equivalence_p(0.1), Some(1.0));
    assert_eq!(change.equivalence_p(0.05), Some(1.0));
}
