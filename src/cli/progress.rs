//! The progress of a study: a line that is drawn again and again, and only on a
//! terminal.
//!
//! It is never as wide as the terminal, so that the `^C` which the terminal
//! prints at its end stays on that line, and is cleared with it.

use std::io::{Write as _, stderr};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use super::terminal::error_width;
use crate::text::thousands;

/// How often it is drawn.
const TICK: Duration = Duration::from_millis(200);
/// The columns that are kept free at the end of the line.
const FREE: usize = 4;
/// The width of the bar: at most, and at least, or there is none.
const MAX_BAR: usize = 24;
const MIN_BAR: usize = 8;

/// The progress of a study on the terminal.
pub struct Progress {
    /// What is played.
    name: String,
    /// The number of games, if it is known in advance.
    total: Option<u64>,
    /// The games of earlier sittings, which say nothing about the speed now.
    before: u64,
    began: Instant,
    /// When it was last drawn; none if nothing is to be drawn.
    drawn: Option<Mutex<Instant>>,
}

impl Progress {
    /// The progress of a study that begins now, after `before` games.
    pub fn new(name: &str, total: Option<u64>, before: u64, quiet: bool) -> Progress {
        let began = Instant::now();
        let drawn = (!quiet && error_width().is_some()).then(|| Mutex::new(began));
        let progress = Progress { name: name.to_owned(), total, before, began, drawn };
        if progress.drawn.is_some() {
            progress.draw(before);
        }
        progress
    }

    /// Reports the games that are played, including those of earlier sittings.
    pub fn at(&self, games: u64) {
        // A thread does not wait for another one that draws.
        let Some(Ok(mut drawn)) = self.drawn.as_ref().map(Mutex::try_lock) else { return };
        if drawn.elapsed() >= TICK {
            *drawn = Instant::now();
            self.draw(games);
        }
    }

    /// Removes the line.
    pub fn clear(&self) {
        if self.drawn.is_some() {
            clear_line();
        }
    }

    fn draw(&self, games: u64) {
        let Some(width) = error_width() else { return };
        let room = width.saturating_sub(FREE);
        let line = self.line(games, self.began.elapsed(), room);
        // Spaces cover the rest of the line before, and the cursor returns to
        // the end of this one.
        let _ = write!(stderr(), "\r{line:<room$}\r{line}");
    }

    /// The line in at most `room` columns: what matters least is left out first.
    fn line(&self, games: u64, elapsed: Duration, room: usize) -> String {
        let seconds = elapsed.as_secs_f64();
        let speed = if seconds > 0.0 { games.saturating_sub(self.before) as f64 / seconds } else { 0.0 };
        let count = match self.total {
            Some(total) => format!("{} of {} games", thousands(games), thousands(total)),
            None => format!("{} games", thousands(games)),
        };
        let time = match self.total {
            Some(total) if speed > 0.0 => {
                format!(", {} left", time_text((total.saturating_sub(games) as f64 / speed) as u64))
            }
            Some(_) => String::new(),
            None => format!(", {}", time_text(elapsed.as_secs())),
        };
        let speed =
            if speed > 0.0 { format!(", {} games/s", thousands(speed as u64)) } else { String::new() };
        let texts = [format!("{count}{speed}{time}"), format!("{count}{time}"), count];
        let name = &self.name;
        let fits = |text: &&String| name.chars().count() + 1 + text.chars().count() <= room;
        let Some(text) = texts.iter().find(fits) else { return name.chars().take(room).collect() };
        // Of what is left, a space and two brackets are not the bar's own.
        let bar = (room - name.chars().count() - 1 - text.chars().count()).saturating_sub(3).min(MAX_BAR);
        match self.total {
            Some(total) if bar >= MIN_BAR => {
                let done = (bar as u64 * games.min(total) / total.max(1)) as usize;
                format!("{name} [{}{}] {text}", "=".repeat(done), " ".repeat(bar - done))
            }
            _ => format!("{name} {text}"),
        }
    }
}

/// Removes a line of progress, whatever was printed after it.
pub fn clear_line() {
    if let Some(width) = error_width() {
        let _ = write!(stderr(), "\r{:width$}\r", "", width = width.saturating_sub(1));
    }
}

/// A time in its two largest units: `1h 5m`, `1m 20s`, `7s`.
fn time_text(seconds: u64) -> String {
    match seconds {
        0..60 => format!("{seconds}s"),
        60..3_600 => format!("{}m {}s", seconds / 60, seconds % 60),
        _ => format!("{}h {}m", seconds / 3_600, seconds / 60 % 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn progress(total: Option<u64>, before: u64) -> Progress {
        Progress { name: "kachi-kachi".to_owned(), total, before, began: Instant::now(), drawn: None }
    }

    #[test]
    fn speed_and_time_left_are_those_of_this_sitting() {
        let resumed = progress(Some(1_000_000), 900_000);
        assert_eq!(
            resumed.line(950_000, Duration::from_secs(100), 136),
            "kachi-kachi [====================== ] 950,000 of 1,000,000 games, 500 games/s, 1m 40s left"
                .replace("== ]", "==  ]")
        );
        assert_eq!(resumed.line(900_000, Duration::ZERO, 40), "kachi-kachi 900,000 of 1,000,000 games");
        let open = progress(None, 10);
        assert_eq!(open.line(20, Duration::from_secs(5), 80), "kachi-kachi 20 games, 2 games/s, 5s");
    }

    #[test]
    fn the_line_fits_any_terminal() {
        let many = progress(Some(1_000_000_000_000), 0);
        for room in 0..=160 {
            let line = many.line(987_654_321_098, Duration::from_secs(100_000), room);
            assert!(line.chars().count() <= room, "{room}: {line}");
            assert_eq!(line.contains(" of "), room >= 54, "{room}: {line}");
        }
    }

    #[test]
    fn times_have_two_units() {
        assert_eq!([7, 80, 3_900].map(time_text), ["7s", "1m 20s", "1h 5m"]);
    }
}
