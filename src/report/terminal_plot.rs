//! Pictures for the terminal, of block characters.

use super::terminal::{Colours, INDENT};
use super::{Bins, Series, signed};
use crate::table::{Cell, Histogram, Table};

/// Blocks by the eighth, upwards and to the right.
const UPWARDS: [char; 9] = [' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
const RIGHTWARDS: [char; 9] = [' ', '▏', '▎', '▍', '▌', '▋', '▊', '▉', '█'];

/// The height of a histogram, and the most columns that it takes.
const HEIGHT: usize = 6;
const WIDEST: usize = 72;
/// The least and the most columns of a bar.
const BAR: std::ops::RangeInclusive<usize> = 8..=32;

const BLUE: &str = "\u{1b}[34m";
const RED: &str = "\u{1b}[31m";
const END: &str = "\u{1b}[0m";

fn in_colour(text: &str, colour: &str, colours: Colours) -> String {
    match colours {
        Colours::Ansi if !text.trim().is_empty() => format!("{colour}{text}{END}"),
        _ => text.to_owned(),
    }
}

/// A histogram under its title, with a line at the value that matters.
pub(super) fn histogram_text(histogram: &Histogram, width: usize, colours: Colours) -> String {
    let room = width.saturating_sub(INDENT).min(WIDEST);
    let series = Series { name: String::new(), counts: histogram.counts.clone() };
    let edge = histogram.line.map(|(at, _)| at);
    let Some(bins) = Bins::new(std::slice::from_ref(&series), histogram.unit, room.max(1), edge) else {
        return String::new();
    };
    let shares = bins.shares(&series);
    let most = shares.iter().copied().fold(f64::MIN_POSITIVE, f64::max);
    // Few bins are drawn wider.
    let wide = (room / bins.count().max(1)).clamp(1, 4);
    let line = histogram.line.filter(|(at, _)| (0.01..99.99).contains(&bins.place(*at)));
    let column = |at: i64| (bins.place(at) / 100.0 * bins.count() as f64).round() as usize * wide;
    let marked = line.map(|(at, _)| column(at));
    let mut text = title_of(histogram);
    for row in (0..HEIGHT).rev() {
        let mut cells = String::new();
        for column in 0..bins.count() * wide {
            let eighths = shares[column / wide] / most * (8 * HEIGHT) as f64;
            let here = (eighths.round() as usize).saturating_sub(8 * row).min(8);
            let block = if here == 0 && marked == Some(column) { '│' } else { UPWARDS[here] };
            let colour = if marked == Some(column) { RED } else { BLUE };
            cells += &in_colour(&block.to_string(), colour, colours);
        }
        text += &format!("{:INDENT$}{}\n", "", cells.trim_end());
    }
    text + &axis_of(
        &bins,
        wide,
        line.map(|(at, name)| (column(at), format!("▲ {name} {}", signed(at)))),
        colours,
    )
}

fn title_of(histogram: &Histogram) -> String {
    let mut letters = histogram.title.chars();
    let title: String = letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect();
    format!("{title}\n")
}

/// The labels below a histogram: its ends, and the line.
fn axis_of(bins: &Bins, wide: usize, line: Option<(usize, String)>, colours: Colours) -> String {
    let width = bins.count() * wide;
    let first = bins.label(0);
    let first = first.split(" to ").next().unwrap_or_default().to_owned();
    let last = bins.label(bins.count() - 1);
    let last = last.rsplit(" to ").next().unwrap_or_default().to_owned();
    let mut row: Vec<char> = vec![' '; width.max(first.chars().count() + last.chars().count() + 1)];
    let mut put = |at: usize, text: &str| {
        let count = text.chars().count();
        let is_free = |row: &[char]| {
            row[at.saturating_sub(1)..(at + count + 1).min(row.len())].iter().all(|cell| *cell == ' ')
        };
        if at + count <= row.len() && is_free(&row) {
            text.chars().enumerate().for_each(|(index, letter)| row[at + index] = letter);
        }
    };
    if let Some((at, label)) = &line {
        put(*at, label);
    }
    put(0, &first);
    put(width.saturating_sub(last.chars().count()), &last);
    let row: String = row.into_iter().collect();
    let row = match &line {
        Some((_, label)) if colours == Colours::Ansi => {
            row.replace(label.as_str(), &in_colour(label, RED, colours))
        }
        _ => row,
    };
    format!("{:INDENT$}{}\n", "", row.trim_end())
}

/// The lines of a table of shares, each with a bar after it, if there is room.
pub(super) fn with_bars(lines: &str, table: &Table, width: usize, colours: Colours) -> String {
    let shares: Vec<f64> =
        table.rows.iter().map(|row| row.iter().find_map(share_of).unwrap_or(0.0)).collect();
    let most = shares.iter().copied().fold(f64::MIN_POSITIVE, f64::max);
    let longest = lines.lines().map(|line| line.chars().count()).max().unwrap_or(0);
    let room = width.saturating_sub(longest + 3).min(*BAR.end());
    // A label that was wrapped takes more than a line.
    if room < *BAR.start() || lines.lines().count() != shares.len() {
        return lines.to_owned();
    }
    let mut text = String::new();
    for (line, share) in lines.lines().zip(shares) {
        let eighths = (share / most * (8 * room) as f64).round() as usize;
        let mut bar: String = std::iter::repeat_n(RIGHTWARDS[8], eighths / 8).collect();
        bar.push(RIGHTWARDS[eighths % 8]);
        let padded = format!("{line:<longest$}   {}", in_colour(bar.trim_end(), BLUE, colours));
        text += padded.trim_end();
        text.push('\n');
    }
    text
}

fn share_of(cell: &Cell) -> Option<f64> {
    if let Cell::Estimate(estimate) = cell { Some(estimate.value) } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::{coloured_text, terminal_text, without_plots};
    use crate::table::{Column, Estimate, Scale, Shown, row};

    fn dice() -> Histogram {
        let counts = [(1, 1), (2, 2), (3, 4), (4, 8), (5, 4), (6, 2)];
        Histogram { title: "pips".to_owned(), counts: counts.to_vec(), unit: 1, line: Some((3, "par")) }
    }

    #[test]
    fn a_histogram_has_its_ends_and_its_line() {
        let expected = "Pips\n\
                        \u{20}         │   ████\n\
                        \u{20}         │   ████\n\
                        \u{20}         │   ████\n\
                        \u{20}         ████████████\n\
                        \u{20}     ▄▄▄▄████████████▄▄▄▄\n\
                        \u{20} ▆▆▆▆████████████████████\n\
                        \u{20} 1       ▲ par 3        6\n";
        assert_eq!(histogram_text(&dice(), 80, Colours::None), expected);
    }

    #[test]
    fn it_fits_into_any_terminal() {
        let counts: Vec<(i64, u64)> =
            (-500_i64..=500).map(|value| (value, 1000 - value.unsigned_abs())).collect();
        let wide = Histogram { title: "points".to_owned(), counts, unit: 1, line: Some((0, "even")) };
        for width in [20, 40, 80, 200] {
            let text = histogram_text(&wide, width, Colours::None);
            assert!(text.lines().all(|line| line.chars().count() <= width), "{width}:\n{text}");
        }
        let nothing = Histogram { counts: Vec::new(), ..wide };
        assert_eq!(histogram_text(&nothing, 80, Colours::None), "");
    }

    #[test]
    fn colours_are_for_terminals_only() {
        let shown = [Shown::Histogram(dice())];
        assert!(!terminal_text(&shown, 80).contains('\u{1b}'));
        assert!(coloured_text(&shown, 80, Colours::Ansi).contains("\u{1b}[31m▲ par 3\u{1b}[0m"));
    }

    fn shares() -> Table {
        let mut table = Table::new("t", vec![Column::text("", ""), Column::estimate("share", "")]);
        for (name, value) in [("yes", 0.8), ("no", 0.2)] {
            table.push(row![name, Estimate { value, interval: None, scale: Scale::Percent }]);
        }
        table
    }

    #[test]
    fn shares_have_bars_where_there_is_room() {
        let shown = [Shown::Bars("Shares".to_owned(), shares())];
        let text = terminal_text(&shown, 40);
        assert_eq!(text, "Shares\n  yes   80.00 %   ██████████████████████\n  no    20.00 %   █████▌\n");
        assert_eq!(terminal_text(&shown, 20), "Shares\n  yes   80.00 %\n  no    20.00 %\n");
    }

    #[test]
    fn pictures_can_be_left_out() {
        let shown = vec![Shown::Histogram(dice()), Shown::Gap, Shown::Bars(String::new(), shares())];
        assert_eq!(without_plots(shown), [Shown::Table(String::new(), shares())]);
    }
}
