//! Numbers and lists in sentences.

use super::safe_text;
use crate::metric::part_text;
use crate::stats::Interval;
use crate::table::{Estimate, Scale};

/// An estimate with its unit, `102.67 ± 0.11 points`, with a true minus sign.
pub fn estimate_text(estimate: &Estimate, unit: &str) -> String {
    let text = minus(&estimate.text());
    if unit.is_empty() || estimate.scale.is_percent() { text } else { format!("{text} {unit}") }
}

/// The value of an estimate without its interval, to the digits that it
/// warrants.
pub fn value_text(estimate: &Estimate) -> String {
    let half = estimate.interval.map_or(0.0, |interval| interval.half_width());
    minus(&estimate.scale.number(estimate.value, half))
}

/// A share in percent, to three digits.
pub fn share_text(share: f64) -> String {
    let percent = 100.0 * share;
    let decimals = match percent {
        percent if percent >= 10.0 => 1,
        percent if percent >= 1.0 => 2,
        percent if percent > 0.0 => 3,
        _ => 0,
    };
    format!("{percent:.decimals$}\u{a0}%")
}

/// A text of numbers with true minus signs.
pub fn minus(text: &str) -> String {
    let letters: Vec<char> = text.chars().collect();
    let is_digit = |index: usize| letters.get(index).is_some_and(char::is_ascii_digit);
    let follows_word = |index: usize| index > 0 && letters[index - 1].is_alphanumeric();
    let shown = letters.iter().enumerate().map(|(index, &letter)| {
        if letter == '-' && is_digit(index + 1) && !follows_word(index) { '\u{2212}' } else { letter }
    });
    shown.collect()
}

/// The name of an outcome as people read it.
pub fn outcome_text(name: &str) -> String {
    if name.starts_with('-') { minus(name) } else { part_text(name) }
}

/// A text with a capital letter, and without a full stop.
pub fn sentence_start(text: &str) -> String {
    let mut letters = text.trim_end_matches('.').chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

/// Texts as a list: `a, b and c`.
pub fn list(texts: &[String]) -> String {
    match texts {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// A label of at most this many letters, which is never more than text.
pub fn clipped(text: &str, most: usize) -> String {
    let text = safe_text(text);
    if text.chars().count() <= most {
        return text;
    }
    text.chars().take(most - 1).chain(['…']).collect()
}

/// An estimate from the fields of a file.
pub fn estimate(value: f64, low: Option<f64>, high: Option<f64>, scale: Scale) -> Estimate {
    let interval = low.zip(high).map(|(low, high)| Interval { low, high });
    Estimate { value, interval, scale }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_set_as_in_print() {
        assert_eq!(
            minus("-0.05 ± 0.12 at seat-1, -3 to -1"),
            "\u{2212}0.05 ± 0.12 at seat-1, \u{2212}3 to \u{2212}1"
        );
        assert_eq!(
            [0.5678, 0.01234, 0.000_123, 0.0].map(share_text),
            ["56.8\u{a0}%", "1.23\u{a0}%", "0.012\u{a0}%", "0\u{a0}%"]
        );
    }

    #[test]
    fn lists_and_labels_are_short() {
        let names = ["a", "b", "c"].map(str::to_owned);
        assert_eq!((list(&names), list(&names[..1])), ("a, b and c".to_owned(), "a".to_owned()));
        assert_eq!(clipped("abcdef", 4), "abc…");
        assert_eq!(sentence_start("what is it."), "What is it");
    }
}
