//! Tables and paragraphs as text for a terminal.

use std::ops::Range;

use textwrap::{Options, WordSeparator, WordSplitter, WrapAlgorithm};

use super::terminal_plot::{histogram_text, with_bars};
use crate::table::{Cell, ColumnKind, Shown, Table};
use crate::text::{decimal, printable, printable_lines, thousands};

/// In a paragraph, a space at which no line ends.
const NO_BREAK_SPACE: char = '\u{a0}';

/// The width at which paragraphs are wrapped even if there is more room: longer
/// lines are hard to read.
const PARAGRAPH: usize = 100;

/// Output for people, in lines of at most `width` columns, except for commands
/// and what cannot be wrapped.
#[must_use]
pub fn terminal_text(shown: &[Shown], width: usize) -> String {
    coloured_text(shown, width, Colours::None)
}

/// Whether pictures are in colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colours {
    /// No: plain text.
    None,
    /// In the colours that every terminal has.
    Ansi,
}

/// The same output without its pictures.
#[must_use]
pub fn without_plots(shown: Vec<Shown>) -> Vec<Shown> {
    let mut plain: Vec<Shown> = Vec::new();
    let mut drops_gap = false;
    for part in shown {
        let drops = std::mem::take(&mut drops_gap);
        match part {
            Shown::Histogram(_) => drops_gap = true,
            Shown::Bars(title, table) => plain.push(Shown::Table(title, table)),
            Shown::Gap if drops => {}
            other => plain.push(other),
        }
    }
    plain
}

/// Output for people, with pictures in colour or not.
#[must_use]
pub fn coloured_text(shown: &[Shown], width: usize, colours: Colours) -> String {
    let mut text = String::new();
    for part in shown {
        match part {
            Shown::Histogram(histogram) => text += &histogram_text(histogram, width, colours),
            Shown::Bars(title, table) => {
                text += &wrapped(title, INDENT, width);
                text.push('\n');
                text += &with_bars(&aligned(table, width), table, width, colours);
            }
            Shown::Text(paragraph, indent) => text += &wrapped(paragraph, *indent, width),
            Shown::Command(command) => text += &printable_lines(command),
            Shown::Table(title, table) => {
                if !title.is_empty() {
                    text += &wrapped(title, INDENT, width);
                    text.push('\n');
                }
                text += &aligned(table, width);
            }
            Shown::Gap => {}
        }
        if !matches!(part, Shown::Table(..) | Shown::Bars(..) | Shown::Histogram(_)) {
            text.push('\n');
        }
    }
    text
}

/// A wrapped paragraph; its lines after the first are indented.
fn wrapped(paragraph: &str, indent: usize, width: usize) -> String {
    let paragraph = printable_lines(paragraph);
    let words = paragraph.trim_start();
    let first = " ".repeat(paragraph.len() - words.len());
    let others = " ".repeat(indent);
    let options = Options::new(width.min(PARAGRAPH))
        .initial_indent(&first)
        .subsequent_indent(&others)
        .break_words(false)
        .word_separator(WordSeparator::AsciiSpace)
        .word_splitter(WordSplitter::NoHyphenation)
        .wrap_algorithm(WrapAlgorithm::FirstFit);
    textwrap::fill(words, options).replace(NO_BREAK_SPACE, " ")
}

/// A table with aligned columns: the first one to the left, the others to the
/// right. If it is wider than the terminal, long labels are wrapped; if that is
/// not enough, its columns are printed in groups, one below the other, each with
/// the labels.
fn aligned(table: &Table, width: usize) -> String {
    let header = table.columns.iter().map(|column| column.name.clone()).collect();
    // A table of labels and values needs no header.
    let has_header = table.columns.len() > 2 || table.columns.iter().all(|column| !column.name.is_empty());
    let mut lines: Vec<Vec<String>> = if has_header { vec![header] } else { Vec::new() };
    lines.extend(table.rows.iter().map(|row| {
        table.columns.iter().zip(row).map(|(column, cell)| cell_text(column.kind, cell)).collect()
    }));
    for text in lines.iter_mut().flatten() {
        *text = printable(text, usize::MAX);
    }
    let widths: Vec<usize> = (0..table.columns.len())
        .map(|column| lines.iter().map(|line| line[column].chars().count()).max().unwrap_or(0))
        .collect();
    let Some((&label, values)) = widths.split_first() else { return String::new() };
    let layout = Layout::new(label, values, width);
    let groups = layout.groups.iter().map(|columns| layout.text(&lines, columns.clone(), &widths));
    groups.collect::<Vec<_>>().join("\n")
}

/// The indent of a table.
pub(super) const INDENT: usize = 2;

/// The least width that labels are wrapped to.
const NARROWEST_LABEL: usize = 20;

/// The widths of a table's parts.
struct Layout {
    /// The width of the labels.
    label: usize,
    /// The spaces between columns.
    gap: usize,
    /// The columns that are printed side by side.
    groups: Vec<Range<usize>>,
}

impl Layout {
    /// The layout of columns with these widths, the first of which has labels.
    fn new(label: usize, values: &[usize], width: usize) -> Layout {
        let total = |gap: usize| INDENT + label + values.iter().map(|value| gap + value).sum::<usize>();
        // Two spaces are enough where three do not fit.
        let gap = if total(3) <= width { 3 } else { 2 };
        let excess = total(gap).saturating_sub(width);
        let label = label.saturating_sub(excess).max(label.min(NARROWEST_LABEL));
        let room = width.saturating_sub(INDENT + label);
        // Labels are printed even if there is nothing beside them.
        let mut groups: Vec<Range<usize>> =
            if values.is_empty() { vec![Range::default()] } else { Vec::new() };
        let mut used = 0;
        for (column, value) in (1..).zip(values) {
            used += gap + value;
            match groups.last_mut() {
                Some(group) if used <= room => group.end = column + 1,
                _ => {
                    used = gap + value;
                    groups.push(column..column + 1);
                }
            }
        }
        Layout { label, gap, groups }
    }

    /// The lines of a table, with these of its columns beside the labels.
    fn text(&self, lines: &[Vec<String>], columns: Range<usize>, widths: &[usize]) -> String {
        let Layout { label, gap, .. } = *self;
        let mut text = String::new();
        for line in lines {
            let options = Options::new(label.max(1)).word_separator(WordSeparator::AsciiSpace);
            let mut labels = textwrap::wrap(&line[0], options).into_iter();
            let mut row = format!("{:INDENT$}{:<label$}", "", labels.next().unwrap_or_default());
            for column in columns.clone() {
                row += &format!("{:gap$}{:>width$}", "", line[column], width = widths[column]);
            }
            text += row.trim_end();
            text.push('\n');
            for more in labels {
                text += &format!("{:INDENT$}{more}\n", "");
            }
        }
        text
    }
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

    fn bots() -> Shown {
        let columns =
            vec![Column::text("", ""), Column::integer("games", ""), Column::text("what came of it", "")];
        let mut table = Table::new("t", columns);
        table.push(row!["a bot with a very long name", 12_345_u64, "won"]);
        table.push(row!["other", None::<u64>, "lost"]);
        Shown::Table("Bots".to_owned(), table)
    }

    #[test]
    fn columns_are_aligned() {
        let wide = "Bots\n\
                    \u{20}                                games   what came of it\n\
                    \u{20} a bot with a very long name   12,345               won\n\
                    \u{20} other                                             lost\n";
        assert_eq!(terminal_text(&[bots()], 80), wide);
    }

    #[test]
    fn a_table_that_is_too_wide_wraps_its_labels() {
        let wrapped = "Bots\n\
                       \u{20}                           games  what came of it\n\
                       \u{20} a bot with a very long   12,345              won\n\
                       \u{20} name\n\
                       \u{20} other                                       lost\n";
        assert_eq!(terminal_text(&[bots()], 50), wrapped);
    }

    #[test]
    fn a_table_that_is_far_too_wide_is_printed_in_groups_of_columns() {
        let groups = "Bots\n\
                      \u{20}                        games\n\
                      \u{20} a bot with a very     12,345\n\
                      \u{20} long name\n\
                      \u{20} other\n\
                      \n\
                      \u{20}                       what came of it\n\
                      \u{20} a bot with a very                 won\n\
                      \u{20} long name\n\
                      \u{20} other                            lost\n";
        assert_eq!(terminal_text(&[bots()], 40), groups);
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
