//! Time and speed: all of a result that depends on the machine.

use serde_json::json;

use crate::report::File;
use crate::text::{counted, thousands};

/// The speed of the games that were played.
pub struct Timing {
    pub seconds: f64,
    pub games: u64,
    pub threads: usize,
}

impl Timing {
    fn games_per_second(&self) -> f64 {
        self.games as f64 / self.seconds
    }

    pub fn file(&self) -> File {
        let timing = json!({
            "seconds": self.seconds,
            "games": self.games,
            "games_per_second": self.games_per_second(),
            "threads": self.threads,
        });
        File { name: "timing.json".to_owned(), content: format!("{timing:#}\n").into_bytes() }
    }

    pub fn text(&self) -> String {
        format!(
            "{} in {:.2} s on {}: {} games/s",
            counted(self.games, "game"),
            self.seconds,
            counted(self.threads as u64, "thread"),
            thousands(self.games_per_second() as u64),
        )
    }
}
