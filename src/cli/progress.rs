//! The progress of a study: a line that is drawn again and again, and only on a
//! terminal.

use std::fmt;
use std::io::{self, Write as _, stderr};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle, TermLike};

use super::terminal::error_width;
use crate::text::thousands;

/// How often it is drawn, in Hz.
const RATE: u8 = 5;
/// The columns that are kept free at the end of the line.
const FREE: usize = 4;
/// The width of the bar: at most, and at least, or there is none.
const MAX_BAR: usize = 24;
const MIN_BAR: usize = 8;

/// The progress of a study on the terminal.
pub struct Progress(ProgressBar);

impl Progress {
    /// The progress of a study that begins now, after `before` games of earlier
    /// sittings, which say nothing about the speed now.
    pub fn new(name: &str, total: Option<u64>, before: u64, quiet: bool) -> Progress {
        let target = match error_width() {
            Some(_) if !quiet => ProgressDrawTarget::term_like_with_hz(Box::new(NarrowTerminal), RATE),
            _ => ProgressDrawTarget::hidden(),
        };
        let room = usize::from(NarrowTerminal.width());
        let bar = ProgressBar::with_draw_target(total, target)
            .with_style(style(name, total, before, room))
            .with_prefix(name.to_owned())
            .with_position(before);
        bar.tick();
        Progress(bar)
    }

    /// A line of text, for work that is not counted in games.
    pub fn of_text(quiet: bool) -> Progress {
        let target = match error_width() {
            Some(_) if !quiet => ProgressDrawTarget::term_like_with_hz(Box::new(NarrowTerminal), RATE),
            _ => ProgressDrawTarget::hidden(),
        };
        let style = ProgressStyle::with_template("{msg}").expect("a template of a known key");
        Progress(ProgressBar::with_draw_target(None, target).with_style(style))
    }

    /// Says something else on that line.
    pub fn say(&self, text: impl Into<String>) {
        self.0.set_message(text.into());
        self.0.tick();
    }

    /// Reports the games that are played, including those of earlier sittings.
    pub fn at(&self, games: u64) {
        self.0.set_position(games);
    }

    /// Prints something else in its place for once.
    pub fn suspend(&self, print: impl FnOnce()) {
        self.0.suspend(print);
    }

    /// Removes the line.
    pub fn clear(&self) {
        self.0.finish_and_clear();
    }
}

/// What the line says, in at most `room` columns: what matters least is left out
/// first.
fn style(name: &str, total: Option<u64>, before: u64, room: usize) -> ProgressStyle {
    let count = if total.is_some() { "{count} of {all} games" } else { "{count} games" };
    let time = if total.is_some() { "{left}" } else { ", {elapsed}" };
    // The longest that they can be.
    let widths = [total.map_or(13, |total| 2 * thousands(total).len() + 10), 22, 14];
    let texts = [
        (format!("{count}{{speed}}{time}"), widths.iter().sum()),
        (format!("{count}{time}"), widths[0] + widths[2]),
        (count.to_owned(), widths[0]),
    ];
    let prefix = name.chars().count() + 1;
    let fitting = texts.into_iter().find(|(_, width): &(String, usize)| prefix + width <= room);
    let template = match fitting {
        None => format!("{{prefix:{room}!}}"),
        Some((text, width)) => {
            // Of what is left, a space and two brackets are not the bar's own.
            let bar = (room - prefix - width).saturating_sub(3).min(MAX_BAR);
            let has_bar = total.is_some() && bar >= MIN_BAR;
            let bar = if has_bar { format!("[{{bar:{bar}}}] ") } else { String::new() };
            format!("{{prefix}} {bar}{text}")
        }
    };
    let style = ProgressStyle::with_template(&template).expect("a template of known keys");
    style
        .progress_chars("=> ")
        .with_key("count", |state: &ProgressState, text: &mut dyn fmt::Write| {
            let _ = text.write_str(&thousands(state.pos()));
        })
        .with_key("all", |state: &ProgressState, text: &mut dyn fmt::Write| {
            let _ = text.write_str(&thousands(state.len().unwrap_or(0)));
        })
        .with_key("speed", move |state: &ProgressState, text: &mut dyn fmt::Write| {
            let speed = speed(state, before);
            if speed >= 1.0 {
                let _ = write!(text, ", {} games/s", thousands(speed as u64));
            }
        })
        .with_key("left", move |state: &ProgressState, text: &mut dyn fmt::Write| {
            let speed = speed(state, before);
            if speed > 0.0 {
                let games = state.len().unwrap_or(0).saturating_sub(state.pos());
                let _ = write!(text, ", {} left", time_text((games as f64 / speed) as u64));
            }
        })
}

/// The games a second of this sitting.
fn speed(state: &ProgressState, before: u64) -> f64 {
    state.pos().saturating_sub(before) as f64 / state.elapsed().as_secs_f64()
}

/// The standard error, as a terminal that is a little narrower than it is: the
/// `^C` which the terminal prints at the end of the line then stays on it, and
/// is cleared with it.
#[derive(Debug)]
struct NarrowTerminal;

impl TermLike for NarrowTerminal {
    fn width(&self) -> u16 {
        error_width().unwrap_or_default().saturating_sub(FREE).try_into().unwrap_or(u16::MAX)
    }

    fn move_cursor_up(&self, lines: usize) -> io::Result<()> {
        if lines > 0 { write!(stderr(), "\x1b[{lines}A") } else { Ok(()) }
    }

    fn move_cursor_down(&self, lines: usize) -> io::Result<()> {
        if lines > 0 { write!(stderr(), "\x1b[{lines}B") } else { Ok(()) }
    }

    fn move_cursor_right(&self, columns: usize) -> io::Result<()> {
        if columns > 0 { write!(stderr(), "\x1b[{columns}C") } else { Ok(()) }
    }

    fn move_cursor_left(&self, columns: usize) -> io::Result<()> {
        if columns > 0 { write!(stderr(), "\x1b[{columns}D") } else { Ok(()) }
    }

    fn write_line(&self, text: &str) -> io::Result<()> {
        writeln!(stderr(), "{text}")
    }

    fn write_str(&self, text: &str) -> io::Result<()> {
        write!(stderr(), "{text}")
    }

    fn clear_line(&self) -> io::Result<()> {
        write!(stderr(), "\r\x1b[2K")
    }

    fn flush(&self) -> io::Result<()> {
        stderr().flush()
    }
}

/// Removes a line of progress, whatever was printed after it.
pub fn clear_line() {
    if error_width().is_some() {
        let _ = NarrowTerminal.clear_line();
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
    use std::time::Duration;

    use indicatif::InMemoryTerm;

    use super::*;

    /// The line of a study in so many columns, after so many games of this
    /// sitting.
    fn line(total: Option<u64>, before: u64, games: u64, columns: u16, pause: Duration) -> String {
        let terminal = InMemoryTerm::new(3, columns);
        let target = ProgressDrawTarget::term_like(Box::new(terminal.clone()));
        let bar = ProgressBar::with_draw_target(total, target)
            .with_style(style("kachi-kachi", total, before, columns.into()))
            .with_prefix("kachi-kachi")
            .with_position(before);
        std::thread::sleep(pause);
        bar.set_position(before + games);
        bar.tick();
        terminal.contents()
    }

    #[test]
    fn speed_is_that_of_this_sitting() {
        let resumed = line(Some(1_000_000_000), 900_000_000, 1_000, 120, Duration::from_millis(20));
        assert!(resumed.starts_with("kachi-kachi [=====================>  ] 900,001,000 of"), "{resumed}");
        let speed = resumed.split(", ").find_map(|part| part.strip_suffix(" games/s")).expect("a speed");
        // A thousand games in at least 20 ms, not nine hundred million.
        assert!(speed.replace(',', "").parse::<u64>().unwrap() <= 50_000, "{resumed}");
        assert!(line(None, 0, 20, 80, Duration::ZERO).starts_with("kachi-kachi 20 games"));
    }

    #[test]
    fn the_line_fits_any_terminal() {
        for columns in 1..=160 {
            let line = line(Some(1_000_000_000_000), 987_654_321_000, 98, columns, Duration::ZERO);
            assert!(line.lines().count() <= 1, "{columns}: {line}");
        }
    }

    #[test]
    fn times_have_two_units() {
        assert_eq!([7, 80, 3_900].map(time_text), ["7s", "1m 20s", "1h 5m"]);
    }
}
