//! Numbers, names and lists as people read them.

use std::borrow::Cow;

/// A number rounded to six significant digits, without trailing zeros and
/// without an exponent; empty if it is not finite. The same on every machine.
///
/// # Panics
/// Never: what is written in scientific notation can be read.
#[must_use]
pub fn decimal(number: f64) -> String {
    if number == 0.0 || !number.is_finite() {
        return if number == 0.0 { "0".to_owned() } else { String::new() };
    }
    // The formatter rounds and finds the exponent: a logarithm could be off by
    // one near a power of ten.
    let scientific = format!("{number:.5e}");
    let (_, exponent) = scientific.split_once('e').expect("scientific notation has an exponent");
    let exponent: i32 = exponent.parse().expect("an exponent is a number");
    let decimals = (5 - exponent).max(0) as usize;
    let rounded: f64 = scientific.parse().expect("what was written can be read");
    let text = format!("{rounded:.decimals$}");
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text }
}

/// A count with thousands separators: `1,234,567`.
#[must_use]
pub fn thousands(count: u64) -> String {
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

/// A count with its noun in the singular or plural: `1 game`, `2,000 games`.
#[must_use]
pub fn counted(count: u64, noun: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{} {noun}{plural}", thousands(count))
}

/// A text of somebody else's, fit for a terminal: in one line, control
/// characters and those that change the direction of writing escaped, and cut
/// after `most` characters.
#[must_use]
pub fn printable(text: &str, most: usize) -> String {
    let mut shown: String = text.chars().take(most).collect();
    if shown.len() < text.len() {
        shown.push_str("...");
    }
    escaped(&shown, |_| false)
}

/// A text in one line, with control characters and those that change the direction
/// of writing escaped; mostly the same text.
#[must_use]
pub fn printable_cell(text: &str) -> Cow<'_, str> {
    if has_hidden(text) { Cow::Owned(escaped(text, |_| false)) } else { Cow::Borrowed(text) }
}

/// Whether a text has characters that [`printable`] escapes.
#[must_use]
pub fn has_hidden(text: &str) -> bool {
    text.chars().any(is_hidden)
}

/// A text of several lines in which control characters are escaped, except for
/// the ends of lines.
#[must_use]
pub fn printable_lines(text: &str) -> String {
    escaped(text, |character| character == '\n')
}

/// Lines of JSON in which control characters are escaped, as JSON allows: they are
/// the same values.
#[must_use]
pub fn printable_json(text: &str) -> String {
    let escape = |character: char, shown: &mut String| *shown += &format!("\\u{:04x}", u32::from(character));
    with_escapes(text, |character| character == '\n', escape)
}

fn escaped(text: &str, is_kept: impl Fn(char) -> bool) -> String {
    with_escapes(text, is_kept, |character, shown| shown.extend(character.escape_default()))
}

fn with_escapes(text: &str, is_kept: impl Fn(char) -> bool, escape: impl Fn(char, &mut String)) -> String {
    if text.chars().all(|character| is_kept(character) || !is_hidden(character)) {
        return text.to_owned();
    }
    let mut shown = String::with_capacity(text.len() + 16);
    for character in text.chars() {
        if is_kept(character) || !is_hidden(character) {
            shown.push(character);
        } else {
            escape(character, &mut shown);
        }
    }
    shown
}

/// Whether a character moves or changes what a terminal shows instead of being
/// shown.
#[must_use]
pub fn is_hidden(character: char) -> bool {
    character.is_control()
        || matches!(
            character,
            '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
                | '\u{feff}'
        )
}

/// A word as it is typed into a shell, quoted if necessary.
#[must_use]
pub fn typed(word: &str) -> String {
    let is_plain = |letter: char| letter.is_alphanumeric() || "/._-+=:,".contains(letter);
    if word.chars().all(is_plain) { word.to_owned() } else { format!("'{}'", word.replace('\'', r"'\''")) }
}

/// Bytes as hexadecimal digits.
#[must_use]
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// A hint for an unknown name: "did you mean 'jizo'?", or the list of known
/// names.
#[must_use]
pub fn did_you_mean(typed: &str, known: &[&str]) -> String {
    match nearest(typed, known) {
        Some(name) => format!("did you mean '{name}'?"),
        None if known.is_empty() => "there are none".to_owned(),
        None => format!("known: {}", known.join(", ")),
    }
}

/// The known name with the smallest edit distance to what was typed, if that
/// is at most about a third of the name's length. Two letters that changed places
/// are one edit.
fn nearest<'a>(typed: &str, known: &[&'a str]) -> Option<&'a str> {
    known
        .iter()
        .map(|name| (strsim::osa_distance(typed, name), *name))
        .filter(|(distance, name)| *distance <= (name.chars().count() + 1) / 3)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, name)| name)
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
            (f64::NAN, ""),
        ] {
            assert_eq!(decimal(number), text);
        }
    }

    #[test]
    fn counts_have_thousands_separators_and_a_plural() {
        assert_eq!([7, 1000, 1_234_567].map(thousands), ["7", "1,000", "1,234,567"]);
        assert_eq!([0, 1, 2000].map(|count| counted(count, "game")), ["0 games", "1 game", "2,000 games"]);
    }

    #[test]
    fn a_typo_gets_the_nearest_name_and_nonsense_gets_the_list() {
        let known = ["jizo", "oni", "par", "yaku_value.shi"];
        assert_eq!(did_you_mean("jiso", &known), "did you mean 'jizo'?");
        assert_eq!(did_you_mean("jzio", &known), "did you mean 'jizo'?");
        assert_eq!(did_you_mean("yaku_value_shi", &known), "did you mean 'yaku_value.shi'?");
        assert_eq!(did_you_mean("rihgt", &["right", "worth"]), "did you mean 'right'?");
        assert_eq!(did_you_mean("max_wager", &known), "known: jizo, oni, par, yaku_value.shi");
        assert_eq!(did_you_mean("max_wager", &[]), "there are none");
    }

    #[test]
    fn nothing_hidden_reaches_a_terminal() {
        assert_eq!(printable("plain, with ö and 花", 40), "plain, with ö and 花");
        assert_eq!(printable("\u{1b}[2J red\r\n\u{9b}x", 40), "\\u{1b}[2J red\\r\\n\\u{9b}x");
        assert_eq!(printable("a\u{202e}b", 40), "a\\u{202e}b");
        assert_eq!(printable("a\u{61c}b\u{180e}", 40), "a\\u{61c}b\\u{180e}");
        assert_eq!(printable("abcdef", 3), "abc...");
        assert_eq!(printable_json("{\"a\":\"\u{9b}\u{202e}\"}\n"), "{\"a\":\"\\u009b\\u202e\"}\n");
        assert_eq!(printable_lines("a\tb\n\u{7}c\n"), "a\\tb\n\\u{7}c\n");
    }

    #[test]
    fn bytes_are_two_digits_each() {
        assert_eq!(hex(&[0, 0xab, 9]), "00ab09");
    }
}
