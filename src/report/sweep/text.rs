//! Sweeps in words, on one screen: what changes most comes first.

mod changes;
mod closing;

use std::fmt::Write as _;

use super::super::figures::grouped;
use super::Swept;

/// How many lines the changes may take.
const LINES: usize = 24;
/// How many columns a line may take.
const COLUMNS: usize = 80;
/// How many values of one rule fit side by side.
const SIDE_BY_SIDE: std::ops::RangeInclusive<usize> = 2..=7;

/// A sweep in words.
#[must_use]
pub fn sweep_text(swept: &Swept<'_>) -> String {
    let mut text = swept.opening();
    for line_up in 0..swept.tables.len() {
        if swept.tables.len() > 1 {
            text += &wrapped(&format!("With {}:", swept.tables[line_up][0].bots), "  ");
        }
        let variants = swept.tables[0].len() - 1;
        text +=
            &if swept.rule.is_some() && SIDE_BY_SIDE.contains(&variants) && swept.anything_differs(line_up) {
                swept.side_by_side(line_up)
            } else {
                swept.one_by_one(line_up)
            };
        text.push('\n');
    }
    for part in [swept.disagreements(), swept.seats(), swept.widths()] {
        text += &part;
    }
    for left_out in swept.left_out {
        text += &wrapped(&format!("Left out: {left_out}"), "  ");
    }
    text
}

/// A line, or several if it is too long; those after the first are indented.
fn wrapped(text: &str, indent: &str) -> String {
    let words = text.trim_start();
    let mut line = " ".repeat(text.len() - words.len());
    let mut lines = String::new();
    for (index, word) in words.split(' ').enumerate() {
        if index > 0 && line.chars().count() + 1 + word.chars().count() > COLUMNS {
            lines += &line;
            lines.push('\n');
            line = format!("{indent}{word}");
        } else {
            if index > 0 {
                line.push(' ');
            }
            line += word;
        }
    }
    lines + &line + "\n"
}

/// Rows in columns that fit a line: labels to the left, cut if they have to
/// be, and numbers to the right.
fn columns(rows: &[Vec<String>]) -> String {
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..rows[0].len()).map(width).collect();
    let numbers: usize = widths[1..].iter().map(|width| width + 2).sum();
    let label = widths[0].min(COLUMNS.saturating_sub(2 + numbers)).max(12);
    let mut text = String::new();
    for row in rows {
        let mut line: String = row[0].chars().take(label).collect();
        line = format!("  {line:<label$}");
        for (cell, width) in row.iter().zip(&widths).skip(1) {
            write!(line, "  {cell:>width$}").expect("text grows");
        }
        text += line.trim_end();
        text.push('\n');
    }
    text
}

impl Swept<'_> {
    fn opening(&self) -> String {
        let variants = self.tables[0].len() - 1;
        let several = if variants == 1 { "variant" } else { "variants" };
        let mut text = format!(
            "{}: {variants} {several} and the baseline on the same {} deals, seed {}\n",
            self.game,
            grouped(self.blocks),
            self.seed
        );
        text += &wrapped(&format!("Baseline: {}", self.baseline), "  ");
        if self.tables.len() == 1 {
            text += &wrapped(&format!("Bots: {}", self.tables[0][0].bots), "  ");
        }
        text.push('\n');
        text
    }
}
