//! Tables and paragraphs as text for a terminal.

use textwrap::{Options, WordSeparator, WordSplitter, WrapAlgorithm};

use crate::table::{Cell, ColumnKind, Shown, Table};
use crate::text::{decimal, thousands};

/// In a paragraph, a space at which no line ends.
const NO_BREAK_SPACE: char = '\u{a0}';

/// Output for people, in lines of at most `width` columns, except for commands
/// and what cannot be wrapped.
#[must_use]
pub fn terminal_text(shown: &[Shown], width: usize) -> String {
    let mut text = String::new();
    for part in shown {
        match part {
            Shown::Text(paragraph, indent) => text += &wrapped(paragraph, *indent, width),
            Shown::Command(command) => text += command,
            Shown::Table(title, table) => {
                if !title.is_empty() {
                    text += title;
                    text.push('\n');
                }
                text += &aligned(table, width);
            }
            Shown::Gap => {}
        }
        if !matches!(part, Shown::Table(..)) {
            text.push('\n');
        }
    }
    text
}

/// A wrapped paragraph; its lines after the first are indented.
fn wrapped(paragraph: &str, indent: usize, width: usize) -> String {
    let words = paragraph.trim_start();
    let first = " ".repeat(paragraph.len() - words.len());
    let others = " ".repeat(indent);
    let options = Options::new(width)
        .initial_indent(&first)
        .subsequent_indent(&others)
        .break_words(false)
        .word_separator(WordSeparator::AsciiSpace)
        .word_splitter(WordSplitter::NoHyphenation)
        .wrap_algorithm(WrapAlgorithm::FirstFit);
    textwrap::fill(words, options).replace(NO_BREAK_SPACE, " ")
}

/// A table with aligned columns: the first one to the left, truncated if the
/// table is too wide; the others to the right.
fn aligned(table: &Table, width: usize) -> String {
    let header = table.columns.iter().map(|column| column.name.clone()).collect();
    // A table of labels and values needs no header.
    let has_header = table.columns.len() > 2 || table.columns.iter().all(|column| !column.name.is_empty());
    let mut lines: Vec<Vec<String>> = if has_header { vec![header] } else { Vec::new() };
    lines.extend(table.rows.iter().map(|row| {
        table.columns.iter().zip(row).map(|(column, cell)| cell_text(column.kind, cell)).collect()
    }));
    let columns = table.columns.len();
    let mut widths: Vec<usize> = (0..columns)
        .map(|column| lines.iter().map(|line| line[column].chars().count()).max().unwrap_or(0))
        .collect();
    // Two spaces are enough where three do not fit.
    let total = |gap: usize, widths: &[usize]| 2 + widths.iter().sum::<usize>() + gap * (columns - 1);
    let gap = if total(3, &widths) <= width { 3 } else { 2 };
    let excess = total(gap, &widths).saturating_sub(width);
    widths[0] = widths[0].saturating_sub(excess).max(12.min(widths[0]));
    let mut text = String::new();
    for line in &lines {
        let label: String = line[0].chars().take(widths[0]).collect();
        let mut row = format!("  {label:<first$}", first = widths[0]);
        for (cell, width) in line.iter().zip(&widths).skip(1) {
            row += &format!("{:gap$}{cell:>width$}", "");
        }
        text += row.trim_end();
        text.push('\n');
    }
    text
}

fn cell_text(kind: ColumnKind, cell: &Cell) -> String {
    match cell {
        Cell::Empty if kind == ColumnKind::Estimate => "-".to_owned(),
        Cell::Empty => String::new(),
        Cell::Text(text) => text.clone(),
        Cell::Integer(number) => u64::try_from(*number).map_or_else(|_| number.to_string(), thousands),
        Cell::Real(number) => decimal(*number),
        Cell::Estimate(estimate) => estimate.text(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::Column;
    use crate::table::row;

    #[test]
    fn columns_are_aligned_and_a_long_label_is_truncated() {
        let columns =
            vec![Column::text("", ""), Column::integer("games", ""), Column::text("what came of it", "")];
        let mut table = Table::new("t", columns);
        table.push(row!["a bot with a very long name", 12_345_u64, "won"]);
        table.push(row!["other", None::<u64>, "lost"]);
        let wide = "                                 games   what came of it\n\
                    \u{20} a bot with a very long name   12,345               won\n\
                    \u{20} other                                             lost\n";
        assert_eq!(terminal_text(&[Shown::Table(String::new(), table.clone())], 80), wide);
        let narrow = terminal_text(&[Shown::Table("Bots".to_owned(), table)], 40);
        assert!(
            narrow.starts_with("Bots\n") && narrow.lines().all(|line| line.chars().count() <= 41),
            "{narrow}"
        );
        assert!(narrow.contains("a bot with a"), "{narrow}");
    }

    #[test]
    fn what_belongs_together_stays_on_one_line() {
        let shown = [Shown::Text("up by (1\u{a0}±\u{a0}2)".to_owned(), 0)];
        assert_eq!(terminal_text(&shown, 10), "up by\n(1 ± 2)\n");
    }

    #[test]
    fn paragraphs_are_wrapped_and_commands_are_not() {
        let shown = [
            Shown::Text("  one two three four".to_owned(), 4),
            Shown::Gap,
            Shown::Command("fuda replay oni --block 12".to_owned()),
        ];
        assert_eq!(
            terminal_text(&shown, 12),
            "  one two\n    three\n    four\n\nfuda replay oni --block 12\n"
        );
    }
}
