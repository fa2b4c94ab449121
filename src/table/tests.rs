use super::*;
use crate::stats::Ratio;

/// A share of y in n, with one observation in each block.
fn share(y: i128, n: i128) -> String {
    let ratio = Ratio { yy: y, ..Ratio::of_sums(n as u64, y, y, 1, 1) };
    Estimate { value: ratio.value(), interval: Some(ratio.share_interval()), scale: Scale::Percent }.text()
}

#[test]
fn a_share_is_shown_with_half_the_width_of_its_interval() {
    assert_eq!(share(500, 1000), "50 ± 3 %");
    assert_eq!(share(10, 100), "10 ± 6 %");
    assert_eq!(share(90, 100), "90 ± 6 %");
    assert_eq!(share(146, 100_000), "0.15 ± 0.02 %");
}

#[test]
fn a_share_of_0_or_1_is_shown_as_its_interval() {
    assert_eq!(share(0, 10), "0 to 34 %");
    assert_eq!(share(10, 10), "66 to 100 %");
    assert_eq!(share(0, 27_500), "0.000 to 0.014 %");
    assert_eq!(share(27_500, 27_500), "99.986 to 100.000 %");
}

#[test]
fn a_share_whose_symmetric_interval_would_leave_0_to_1_is_shown_as_its_interval() {
    assert_eq!(share(1, 30_000), "0.000 to 0.019 %");
    assert_eq!(share(29_999, 30_000), "99.981 to 100.000 %");
    assert_eq!(share(2, 10), "3 to 56 %");
}

#[test]
fn no_printed_interval_of_a_share_leaves_0_to_100_percent() {
    for n in [1, 2, 10, 100, 1000] {
        for y in 0..=n {
            let text = share(y, n);
            let numbers: Vec<f64> = text.split(' ').filter_map(|word| word.parse().ok()).collect();
            let (low, high) = match (text.contains('±'), &numbers[..]) {
                (true, [share, half]) => (share - half, share + half),
                (false, [low, high]) => (*low, *high),
                _ => panic!("{text}"),
            };
            // The last digit is rounded.
            assert!(low >= -0.11 && high <= 100.11 && low <= high, "{y} of {n}: {text}");
        }
    }
}

#[test]
fn a_difference_has_a_sign() {
    let interval = Some(Interval { low: -0.5, high: 0.1 });
    let estimate = Estimate { value: -0.2, interval, scale: Scale::Plain.signed() };
    assert_eq!(estimate.text(), "-0.2 ± 0.3");
    assert_eq!(Estimate { value: 0.2, ..estimate }.text(), "+0.2 ± 0.3");
    assert_eq!(Estimate { scale: Scale::Percent.signed(), ..estimate }.text(), "-20 ± 30 %");
    assert_eq!(Estimate { interval: None, ..estimate }.text(), "-0.20");
    assert_eq!(Estimate { value: -0.001, ..estimate }.text(), "0.0 ± 0.3");
}

#[test]
fn a_difference_shows_whether_zero_is_in_its_interval() {
    let text = |low: f64, high: f64| {
        let value = f64::midpoint(low, high);
        Estimate { value, interval: Some(Interval { low, high }), scale: Scale::Signed }.text()
    };
    assert_eq!(text(-7.77, -0.16), "-4.0 ± 3.8");
    assert_eq!(text(-7.77, 0.16), "-4 ± 4");
    assert_eq!(text(-8.04, -0.02), "-4.03 ± 4.01");
    // Where it is clear, there are no more digits than before.
    assert_eq!(text(-9.0, -1.0), "-5 ± 4");
    assert_eq!(text(-4.0, 4.0), "0 ± 4");
}

#[test]
fn a_mean_that_is_cut_off_at_zero_is_shown_as_its_interval() {
    let interval = Some(Interval { low: 0.0, high: 0.05 });
    assert_eq!(Estimate { value: 0.01, interval, scale: Scale::Plain }.text(), "0.00 to 0.05");
    let interval = Some(Interval { low: 0.0, high: 0.02 });
    assert_eq!(Estimate { value: 0.01, interval, scale: Scale::Plain }.text(), "0.010 ± 0.010");
}
