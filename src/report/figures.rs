//! Numbers as text.

/// A number with six significant digits, without trailing zeros and without
/// an exponent. The same on every machine.
#[must_use]
pub fn decimal(number: f64) -> String {
    if number == 0.0 {
        return "0".to_owned();
    }
    // Rounded once, as digits and exponent, so that no logarithm decides.
    let scientific = format!("{number:.5e}");
    let (_, exponent) = scientific.split_once('e').expect("scientific notation has an exponent");
    let exponent: i32 = exponent.parse().expect("an exponent is a number");
    let decimals = (5 - exponent).max(0) as usize;
    let rounded: f64 = scientific.parse().expect("what was written can be read");
    let text = format!("{rounded:.decimals$}");
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text }
}

/// A count with its thousands apart: `1,234,567`.
#[must_use]
pub fn grouped(count: u64) -> String {
    let digits = count.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimals_have_six_significant_digits() {
        for (number, text) in [
            (0.0, "0"),
            (1.0, "1"),
            (-0.5, "-0.5"),
            (100.0, "100"),
            (0.123_456_789, "0.123457"),
            (0.000_001_234_567, "0.00000123457"),
            (1_234_567.8, "1234570"),
            (99.999_999_9, "100"),
            (96.123_456, "96.1235"),
        ] {
            assert_eq!(decimal(number), text);
        }
    }

    #[test]
    fn thousands_are_set_apart() {
        assert_eq!([7, 1000, 1_234_567].map(grouped), ["7", "1,000", "1,234,567"]);
    }
}
