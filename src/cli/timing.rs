//! Time and speed: all of a result that depends on the machine.

use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::report::File;
use crate::text::{counted, thousands};

/// The name of the file.
pub const TIMING: &str = "timing.json";

/// What was played at a stretch: from the start of the program to the end, or to
/// an interruption.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sitting {
    pub seconds: f64,
    pub games: u64,
    pub threads: usize,
}

/// The time that a result took, in all of its sittings.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
pub struct Timing {
    sittings: Vec<Sitting>,
}

impl Timing {
    /// The time of the sittings before this one; none if the file is missing or
    /// damaged.
    pub fn read(file: Option<Vec<u8>>) -> Timing {
        let mut timing: Timing =
            file.and_then(|content| serde_json::from_slice(&content).ok()).unwrap_or_default();
        // No file that this program wrote has others.
        timing.sittings.retain(|sitting| (0.0..1e12).contains(&sitting.seconds) && sitting.games < 1 << 50);
        timing
    }

    /// Adds a sitting.
    #[must_use]
    pub fn and(mut self, sitting: Sitting) -> Timing {
        self.sittings.push(sitting);
        self
    }

    /// Adds the sittings of another part.
    #[must_use]
    pub fn with(mut self, part: Timing) -> Timing {
        self.sittings.extend(part.sittings);
        self
    }

    /// All sittings together, which may have had different numbers of threads.
    fn total(&self) -> (f64, u64) {
        let seconds = self.sittings.iter().map(|sitting| sitting.seconds).sum();
        (seconds, self.sittings.iter().map(|sitting| sitting.games).fold(0, u64::saturating_add))
    }

    pub fn file(&self) -> File {
        let (seconds, games) = self.total();
        let timing = json!({
            "seconds": seconds,
            "games": games,
            "games_per_second": speed(games, seconds),
            "sittings": self.sittings,
        });
        File { name: TIMING.to_owned(), content: format!("{timing:#}\n").into_bytes() }
    }

    /// The last sitting in words, and all of them if there were several.
    pub fn text(&self) -> String {
        let last = self.sittings.last().map_or(String::new(), |&Sitting { seconds, games, threads }| {
            format!(
                "{} in {seconds:.2} s on {}: {} games/s",
                counted(games, "game"),
                counted(threads as u64, "thread"),
                thousands(speed(games, seconds) as u64),
            )
        });
        if self.sittings.len() < 2 {
            return last;
        }
        let (seconds, games) = self.total();
        let sittings = counted(self.sittings.len() as u64, "sitting");
        format!("{last}; {} in {seconds:.2} s over {sittings}", counted(games, "game"))
    }
}

/// Games a second; 0 if that took no time that a clock could tell, as JSON has no
/// other number for it.
fn speed(games: u64, seconds: f64) -> f64 {
    if seconds > 0.0 { (games as f64 / seconds).min(f64::MAX) } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FIRST: Sitting = Sitting { seconds: 10.0, games: 1_000, threads: 1 };
    const SECOND: Sitting = Sitting { seconds: 5.0, games: 2_000, threads: 2 };

    #[test]
    fn a_sitting_is_added_to_those_before() {
        let first = Timing::default().and(FIRST);
        assert_eq!(first.text(), "1,000 games in 10.00 s on 1 thread: 100 games/s");
        let both = Timing::read(Some(first.file().content)).and(SECOND);
        assert_eq!(
            both.text(),
            "2,000 games in 5.00 s on 2 threads: 400 games/s; 3,000 games in 15.00 s over 2 sittings"
        );
        let file: serde_json::Value = serde_json::from_slice(&both.file().content).expect("JSON");
        assert_eq!((&file["seconds"], &file["games"]), (&json!(15.0), &json!(3_000)));
        assert_eq!(file["games_per_second"], 200.0);
        assert_eq!(file["sittings"][1], json!({ "seconds": 5.0, "games": 2_000, "threads": 2 }));
    }

    #[test]
    fn a_damaged_file_tells_of_no_sittings() {
        assert_eq!(Timing::read(Some(b"{}".to_vec())), Timing::default());
        assert_eq!(Timing::read(None), Timing::default());
    }

    #[test]
    fn every_number_is_one_of_json() {
        let odd = br#"{"sittings": [
            {"seconds": 0.0, "games": 5, "threads": 1},
            {"seconds": 1e308, "games": 5, "threads": 1},
            {"seconds": 1e308, "games": 18446744073709551615, "threads": 1},
            {"seconds": -3.0, "games": 5, "threads": 1}]}"#;
        for timing in [Timing::default(), Timing::read(Some(odd.to_vec()))] {
            let text = String::from_utf8(timing.file().content).expect("JSON is UTF-8");
            assert!(!text.contains("null") && text.contains(r#""games_per_second": 0.0"#), "{text}");
            assert_eq!(Timing::read(Some(text.into_bytes())), timing);
        }
        assert!(Timing::read(Some(odd.to_vec())).text().ends_with("0 games/s"));
    }
}
