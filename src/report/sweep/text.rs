//! Sweeps in words, on one screen: what changes most comes first.

use std::fmt::Write as _;

use super::super::figures::grouped;
use super::phrase::{Phrase, Style};
use super::{Swept, SweptTable};
use crate::study::sweep::{Finding, Found, Row};

/// How many lines the changes may take.
const LINES: usize = 26;
/// How many columns a line may take.
const COLUMNS: usize = 80;
/// How many disagreements of line-ups are told.
const DISAGREEMENTS: usize = 4;

/// A sweep in words.
#[must_use]
pub fn sweep_text(swept: &Swept<'_>) -> String {
    let mut text = swept.opening();
    for line_up in 0..swept.tables.len() {
        text += &swept.changes(line_up);
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
    let mut lines = String::new();
    let mut line = String::new();
    for word in text.split(' ') {
        if !line.is_empty() && line.chars().count() + 1 + word.chars().count() > COLUMNS {
            lines += &line;
            lines.push('\n');
            line = format!("{indent}{word}");
        } else if line.is_empty() && lines.is_empty() {
            line = word.to_owned();
        } else {
            line.push(' ');
            line += word;
        }
    }
    lines + &line + "\n"
}

/// How many decimals show the first two digits of an uncertainty.
fn decimals(half_width: f64) -> usize {
    if half_width <= 0.0 {
        return 0;
    }
    (0..6).find(|&decimals| half_width * 10_f64.powi(decimals) >= 1.95).unwrap_or(6) as usize
}

fn number(value: f64, half_width: f64, style: Style) -> String {
    let percent = matches!(style, Style::Percent | Style::SignedPercent);
    let times = if percent { 100.0 } else { 1.0 };
    let value = times * value;
    let mut digits = decimals(times * half_width);
    if half_width <= 0.0 && value.fract() != 0.0 {
        digits = 2;
    }
    match style {
        Style::Plain => format!("{value:.digits$}"),
        Style::Signed => format!("{value:+.digits$}"),
        Style::Percent => format!("{value:.digits$} %"),
        Style::SignedPercent => format!("{value:+.digits$} %"),
    }
}

/// "the dealer's advantage falls from +0.41 to +0.12 chips a round".
fn sentence(phrase: &Phrase, row: &Row, found: &Found) -> String {
    let half = row.change.and_then(|change| change.interval()).map_or(0.0, |i| (i.high - i.low) / 2.0);
    let verb = if found.finding == Finding::Up { "rises" } else { "falls" };
    let before = number(row.baseline.unwrap_or(0.0), half, phrase.style);
    let after = number(row.value, half, phrase.style);
    let text = format!("{} {verb} from {before} to {after} {}", phrase.subject, phrase.unit);
    text.trim_end().to_owned()
}

impl Swept<'_> {
    fn opening(&self) -> String {
        let variants = self.tables[0].len() - 1;
        let several = if variants == 1 { "variant" } else { "variants" };
        let mut text = format!(
            "{}: {variants} {several} against the baseline, all on the same {} deals, seed {}\n",
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

    /// The rows of a variant that change, the largest change first, and of
    /// each metric just the largest.
    fn largest(&self, line_up: usize, variant: usize) -> Vec<(&Row, &Found)> {
        let mut changes: Vec<(&Row, &Found)> = self
            .judged()
            .filter(|(row, _)| row.line_up == line_up && row.variant == variant)
            .filter_map(|(row, found)| {
                found.filter(|found| found.finding.changes()).map(|found| (row, found))
            })
            .collect();
        changes.sort_by(|(one, _), (other, _)| other.size.total_cmp(&one.size));
        let mut subjects: Vec<&str> = Vec::new();
        changes.retain(|(row, _)| {
            let is_new = !subjects.contains(&row.key.metric);
            subjects.push(row.key.metric);
            is_new
        });
        changes
    }

    /// What each variant changes, with one line-up.
    fn changes(&self, line_up: usize) -> String {
        let tables = &self.tables[line_up];
        let mut text = String::new();
        if self.tables.len() > 1 {
            text += &wrapped(&format!("With {}:", tables[0].bots), "  ");
        }
        let mut variants: Vec<usize> = (1..tables.len()).collect();
        let largest: Vec<Vec<(&Row, &Found)>> =
            (0..tables.len()).map(|variant| self.largest(line_up, variant)).collect();
        let size = |variant: usize| largest[variant].first().map_or(0.0, |(row, _)| row.size);
        // Values of one rule stay in their order; of several rules, what
        // changes most comes first.
        if self.has_several_rules() {
            variants.sort_by(|&one, &other| size(other).total_cmp(&size(one)));
        }
        let room = LINES / self.tables.len();
        let each = (room / variants.len().max(1)).saturating_sub(2).clamp(0, 8);
        for variant in variants {
            text += &self.variant_text(&tables[variant], line_up, variant, &largest[variant], each);
        }
        text.push('\n');
        text
    }

    fn has_several_rules(&self) -> bool {
        let key = |table: &SweptTable| table.variant.split('=').next().unwrap_or_default().to_owned();
        let tables = &self.tables[0][1..];
        tables.iter().any(|table| key(table) != key(&tables[0]))
    }

    /// One variant: a line for each change, or just one line if there is no
    /// room for more.
    fn variant_text(
        &self,
        table: &SweptTable,
        line_up: usize,
        variant: usize,
        largest: &[(&Row, &Found)],
        each: usize,
    ) -> String {
        let told = |(row, found): &(&Row, &Found)| sentence(&self.phrase(row), row, found);
        let count = |finding: fn(Finding) -> bool| {
            let own = self.judged().filter(|(row, _)| row.line_up == line_up && row.variant == variant);
            own.filter(|(_, found)| found.is_some_and(|found| finding(found.finding))).count()
        };
        let all = count(|_| true);
        let same = count(|finding| finding == Finding::Same);
        if all == same {
            return format!("{}: exactly the same in every deal\n", table.variant);
        }
        let (Some(first), true) = (largest.first(), each < 2) else {
            let mut text = format!("{}\n", table.variant);
            for change in largest.iter().take(each.max(1)) {
                text += &wrapped(&format!("  {}", told(change)), "    ");
            }
            text += &wrapped(&format!("  {}", self.rest(line_up, variant, [all, same])), "    ");
            return text;
        };
        wrapped(&format!("{}: {}", table.variant, told(first)), "    ")
    }

    /// What is not told of a variant, in numbers.
    fn rest(&self, line_up: usize, variant: usize, [all, same]: [usize; 2]) -> String {
        let own: Vec<(&Row, &Found)> = self
            .judged()
            .filter(|(row, _)| row.line_up == line_up && row.variant == variant)
            .filter_map(|(row, found)| Some((row, found?)))
            .collect();
        let count =
            |finding: fn(Finding) -> bool| own.iter().filter(|(_, found)| finding(found.finding)).count();
        let changes = count(Finding::changes);
        let none = count(|finding| finding == Finding::NoChange);
        let undecided = count(|finding| finding == Finding::Undecided);
        let mut text = format!("of {all} figures {changes} change");
        for (number, what) in [(none, "do not, within the margin"), (same, "are the same in every deal")] {
            if number > 0 {
                write!(text, ", {number} {what}").expect("text grows");
            }
        }
        if undecided > 0 {
            write!(text, ", {undecided} are undecided").expect("text grows");
        }
        text
    }

    /// Where line-ups disagree: up with one, down with another.
    fn disagreements(&self) -> String {
        if self.tables.len() < 2 {
            return String::new();
        }
        let ups = self.judged().filter(|(_, found)| found.is_some_and(|found| found.finding == Finding::Up));
        let mut pairs: Vec<(&Row, &Row)> = ups
            .filter_map(|(up, _)| {
                let is_it = |(row, found): &(&Row, Option<&Found>)| {
                    row.variant == up.variant
                        && row.key == up.key
                        && found.is_some_and(|found| found.finding == Finding::Down)
                };
                self.judged().find(is_it).map(|(down, _)| (up, down))
            })
            .collect();
        pairs.sort_by(|one, other| {
            let least = |(up, down): &(&Row, &Row)| up.size.min(down.size);
            least(other).total_cmp(&least(one))
        });
        if pairs.is_empty() {
            return "The line-ups do not disagree: nothing rises with one and falls with another.\n"
                .to_owned();
        }
        let mut text = String::from("The line-ups disagree:\n");
        for (up, down) in pairs.iter().take(DISAGREEMENTS) {
            text += &wrapped(
                &format!(
                    "  {}: {} rises with {} and falls with {}",
                    self.table(up).variant,
                    self.phrase(up).subject.trim_end_matches(','),
                    self.table(up).bots,
                    self.table(down).bots
                ),
                "    ",
            );
        }
        if pairs.len() > DISAGREEMENTS {
            writeln!(text, "  and {} more", pairs.len() - DISAGREEMENTS).expect("text grows");
        }
        text
    }

    /// Where seats are not equal.
    fn seats(&self) -> String {
        let tests = self.seat_tests();
        let mut unequal: Vec<String> = Vec::new();
        for (table, _, _, adjusted) in &tests {
            let name = if self.tables.len() > 1 {
                format!("{} with {}", table.variant, table.bots)
            } else {
                table.variant.clone()
            };
            if *adjusted <= 0.05 && !unequal.contains(&name) {
                unequal.push(name);
            }
        }
        let tables = self.tables.iter().map(Vec::len).sum::<usize>();
        wrapped(
            &match unequal.len() {
                0 => "Seats: not shown to differ anywhere.".to_owned(),
                all if all == tables && all > 2 => {
                    "Seats: they differ under every variant (seats.csv).".to_owned()
                }
                _ => format!("Seats: they differ under {} (seats.csv).", unequal.join(", ")),
            },
            "  ",
        )
    }

    /// What the same deals gain.
    fn widths(&self) -> String {
        let mut ratios: Vec<(f64, &Row)> = self
            .judged()
            .filter_map(|(row, _)| Some((row.change?.width_ratio()?, row)))
            .filter(|(ratio, _)| *ratio > 0.0)
            .collect();
        ratios.sort_by(|(one, _), (other, _)| one.total_cmp(other));
        let Some((least, best)) = ratios.first() else { return String::new() };
        let (middle, _) = ratios[ratios.len() / 2];
        wrapped(
            &format!(
                "The same deals: half of the intervals of differences are at most {middle:.2} times as wide as \
                 on deals apart; the narrowest, of {} under {}, is {least:.3} times as wide.",
                best.key.metric,
                self.table(best).variant
            ),
            "  ",
        )
    }
}
