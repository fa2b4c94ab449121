//! Parsers for numbers and times as people write them.

use std::time::Duration;

use crate::report::MAX_GAMES;

/// Parses a number of games: `10k`, `2.5M`, `1e6`, `1_000_000`.
pub fn games(text: &str) -> Result<u64, String> {
    let wrong =
        || "give a whole number of games from 1 to 1T, such as 500, 10k, 2.5M, 1e6 or 1_000_000".to_owned();
    let plain: String = text.chars().filter(|&letter| letter != '_').collect();
    let only_digits = |part: &str| part.chars().all(|letter| letter.is_ascii_digit());
    let (digits, zeros) = match plain.split_once(['e', 'E']) {
        Some((digits, exponent)) if only_digits(exponent) => {
            (digits, exponent.parse().ok().filter(|zeros| *zeros <= 12).ok_or_else(wrong)?)
        }
        _ => [('k', 3), ('K', 3), ('M', 6), ('G', 9), ('T', 12)]
            .iter()
            .find_map(|&(suffix, zeros)| Some((plain.strip_suffix(suffix)?, zeros)))
            .unwrap_or((&plain, 0)),
    };
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let missing = zeros - fraction.len() as i64;
    if whole.is_empty()
        || !only_digits(whole)
        || !only_digits(fraction)
        || missing < 0
        || digits.ends_with('.')
    {
        return Err(wrong());
    }
    let count: u64 =
        format!("{whole}{fraction}{}", "0".repeat(missing as usize)).parse().map_err(|_| wrong())?;
    if (1..=MAX_GAMES).contains(&count) { Ok(count) } else { Err(wrong()) }
}

/// Parses a time: `30s`, `1.5m`, `2h`, `500ms`.
pub fn time(text: &str) -> Result<Duration, String> {
    let wrong = || "give a time above 0 in ms, s, m or h, such as 30s or 1.5h".to_owned();
    let unit_at = text.find(|letter: char| letter.is_ascii_alphabetic()).ok_or_else(wrong)?;
    let (number, unit) = text.split_at(unit_at);
    let seconds = match unit {
        "ms" => 0.001,
        "s" => 1.0,
        "m" => 60.0,
        "h" => 3600.0,
        _ => return Err(wrong()),
    };
    let number: f64 = number.trim().parse().map_err(|_| wrong())?;
    Duration::try_from_secs_f64(number * seconds).ok().filter(|time| !time.is_zero()).ok_or_else(wrong)
}

/// Parses a number of threads.
pub fn threads(text: &str) -> Result<usize, String> {
    text.parse()
        .ok()
        .filter(|threads| (1..=1024).contains(threads))
        .ok_or_else(|| "give a whole number of threads from 1 to 1024".to_owned())
}

/// Parses a seed, or the number of a block or rotation.
pub fn whole(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| format!("give a whole number from 0 to {}", u64::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_of_games_may_have_a_suffix_and_underscores() {
        for (text, count) in [
            ("1", 1),
            ("1000", 1_000),
            ("1_000_000", 1_000_000),
            ("10k", 10_000),
            ("2.5M", 2_500_000),
            ("0.5k", 500),
            ("1T", 1_000_000_000_000),
            ("1e6", 1_000_000),
            ("2.5e6", 2_500_000),
            ("5E3", 5_000),
            ("1e0", 1),
        ] {
            assert_eq!(games(text), Ok(count), "{text}");
        }
    }

    #[test]
    fn any_other_number_of_games_is_rejected() {
        for text in [
            "0", "-5", "1.5", "1e99", "", "k", "2.5", "1.0005k", "2T", "ten", "1 000", "+5", "1.k", "0.4",
            "1.25e1", "1e-3", "1e6k", "1e", "e6", "2e12", "1e2.5",
        ] {
            assert!(games(text).is_err(), "{text}");
        }
    }

    #[test]
    fn a_time_has_a_unit() {
        assert_eq!(time("30s"), Ok(Duration::from_secs(30)));
        assert_eq!(time("500ms"), Ok(Duration::from_millis(500)));
        assert_eq!(time("1.5h"), Ok(Duration::from_secs(5400)));
        for text in ["30", "0s", "-1s", "s", "1d", "1e30h", "nans"] {
            assert!(time(text).is_err(), "{text}");
        }
    }
}
