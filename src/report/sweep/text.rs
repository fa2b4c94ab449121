//! Sweeps in words, on one screen: what changes most comes first.

use std::fmt::Write as _;

use super::super::figures::grouped;
use super::phrase::{Phrase, Style};
use super::{Swept, SweptTable};
use crate::study::balance::SCORE_PARTS;
use crate::study::sweep::{Finding, Found, Row};

/// How many lines the changes may take.
const LINES: usize = 24;
/// How many columns a line may take.
const COLUMNS: usize = 80;
/// How many values of one rule fit side by side.
const SIDE_BY_SIDE: std::ops::RangeInclusive<usize> = 2..=7;
/// How many disagreements of line-ups are told.
const DISAGREEMENTS: usize = 4;

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
    for (place, word) in words.split(' ').enumerate() {
        if place > 0 && line.chars().count() + 1 + word.chars().count() > COLUMNS {
            lines += &line;
            lines.push('\n');
            line = format!("{indent}{word}");
        } else {
            if place > 0 {
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

/// A change that can be told.
struct Told<'a> {
    row: &'a Row,
    found: &'a Found,
    phrase: Phrase,
}

impl Told<'_> {
    fn sentence(&self) -> String {
        self.phrase.tell(self.row, self.found)
    }
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

    /// The rows of a table that are compared, with what was found.
    fn compared(&self, line_up: usize, variant: usize) -> impl Iterator<Item = (&Row, &Found)> {
        self.judged()
            .filter(move |(row, _)| row.line_up == line_up && row.variant == variant)
            .filter_map(|(row, found)| Some((row, found?)))
    }

    fn anything_differs(&self, line_up: usize) -> bool {
        (1..self.tables[line_up].len())
            .any(|variant| self.compared(line_up, variant).any(|(_, found)| found.finding != Finding::Same))
    }

    /// What changes in a variant, the largest change first; each topic once,
    /// and no two of the very same numbers.
    fn largest(&self, line_up: usize, variant: usize) -> Vec<Told<'_>> {
        let mut changes: Vec<Told<'_>> = self
            .compared(line_up, variant)
            .filter(|(_, found)| found.finding.changes())
            .filter_map(|(row, found)| Some(Told { row, found, phrase: self.phrase(row)? }))
            .collect();
        changes.sort_by(|one, other| other.row.size.total_cmp(&one.row.size));
        let mut told: Vec<Told<'_>> = Vec::new();
        let mut seen: Vec<(f64, Option<f64>)> = Vec::new();
        for change in changes {
            let numbers = (change.row.value, change.row.baseline);
            let is_known = seen.contains(&numbers)
                || told.iter().any(|before| before.phrase.topic == change.phrase.topic);
            seen.push(numbers);
            if !is_known {
                told.push(change);
            }
        }
        told
    }

    /// What each variant changes, one after the other.
    fn one_by_one(&self, line_up: usize) -> String {
        let tables = &self.tables[line_up];
        let mut variants: Vec<(usize, Vec<Told<'_>>)> =
            (1..tables.len()).map(|variant| (variant, self.largest(line_up, variant))).collect();
        // Values of one rule stay in their order; of several rules, what
        // changes most comes first.
        if self.rule.is_none() {
            let size = |told: &[Told<'_>]| told.first().map_or(0.0, |change| change.row.size);
            variants.sort_by(|(_, one), (_, other)| size(other).total_cmp(&size(one)));
        }
        let room = LINES / self.tables.len() / variants.len().max(1);
        let mut text = String::new();
        for (variant, largest) in &variants {
            text += &self.variant_text(&tables[*variant], [line_up, *variant], largest, room);
        }
        text
    }

    /// One variant, in so many lines or just one.
    fn variant_text(
        &self,
        table: &SweptTable,
        place: [usize; 2],
        largest: &[Told<'_>],
        room: usize,
    ) -> String {
        let count = |is_it: fn(Finding) -> bool| {
            self.compared(place[0], place[1]).filter(|(_, found)| is_it(found.finding)).count()
        };
        let name = &table.variant;
        if count(|finding| finding != Finding::Same) == 0 {
            return wrapped(&format!("{name}: exactly the same in every deal"), "    ");
        }
        if room < 2 || largest.is_empty() {
            let said = largest.first().map_or_else(|| self.summary(place), Told::sentence);
            return wrapped(&format!("{name}: {said}"), "    ");
        }
        let mut text = format!("{name}\n");
        let lines = if room < 4 { room - 1 } else { (room - 2).min(10) };
        for change in largest.iter().take(lines) {
            text += &wrapped(&format!("  {}", change.sentence()), "    ");
        }
        if room >= 4 {
            text += &wrapped(&format!("  {}", self.summary(place)), "  ");
        }
        text
    }

    /// What was found of all figures of a variant, in numbers.
    fn summary(&self, place: [usize; 2]) -> String {
        let own = || self.compared(place[0], place[1]);
        let count = |is_it: fn(Finding) -> bool| own().filter(|(_, found)| is_it(found.finding)).count();
        let mut text = format!("Of {} figures: {} change", count(|_| true), count(Finding::changes));
        for (number, what) in [
            (count(|finding| finding == Finding::NoChange), "do not change within the margin"),
            (count(|finding| finding == Finding::Same), "the same in every deal"),
            (count(|finding| finding == Finding::Undecided), "undecided"),
        ] {
            if number > 0 {
                write!(text, ", {number} {what}").expect("text grows");
            }
        }
        let mut needed: Vec<u64> =
            own().filter_map(|(row, found)| self.games_to_decide(row, found)).collect();
        needed.sort_unstable();
        match needed.get(needed.len() / 2) {
            Some(&games) => {
                format!("{text}; about {} games would decide half of these.", grouped(rounded(games)))
            }
            None => format!("{text}."),
        }
    }

    /// The values of one rule side by side: what changes most comes first.
    fn side_by_side(&self, line_up: usize) -> String {
        let tables = &self.tables[line_up];
        let key = self.rule.as_deref().unwrap_or_default();
        let value = |variant: usize| {
            let rule = tables[variant].rules.iter().find(|(name, _)| *name == key);
            rule.map_or(String::new(), |(_, value)| value.clone())
        };
        let mut rows =
            vec![std::iter::once(key.to_owned()).chain((0..tables.len()).map(value)).collect::<Vec<_>>()];
        let all: Vec<Vec<Told<'_>>> =
            (1..tables.len()).map(|variant| self.largest(line_up, variant)).collect();
        let mut ranked: Vec<&Told<'_>> = all.iter().flatten().collect();
        ranked.sort_by(|one, other| other.row.size.total_cmp(&one.row.size));
        let mut topics: Vec<&str> = Vec::new();
        for told in ranked {
            if topics.contains(&told.phrase.topic.as_str()) || rows.len() > LINES / self.tables.len() {
                continue;
            }
            topics.push(&told.phrase.topic);
            rows.push(std::iter::once(told.phrase.label.clone()).chain(self.values(line_up, told)).collect());
        }
        let mut text = columns(&rows);
        let compared = || (1..tables.len()).flat_map(|variant| self.compared(line_up, variant));
        let undecided = compared().filter(|(_, found)| found.finding == Finding::Undecided).count();
        text += &wrapped(
            &format!(
                "  ?: not shown to differ from {key}={}. Of {} comparisons {undecided} undecided.",
                value(0),
                compared().count()
            ),
            "  ",
        );
        text
    }

    /// A figure under all variants.
    fn values(&self, line_up: usize, told: &Told<'_>) -> Vec<String> {
        (0..self.tables[line_up].len())
            .map(|variant| {
                let mut rows =
                    self.judged().filter(|(row, _)| row.line_up == line_up && row.variant == variant);
                let Some((row, found)) = rows.find(|(row, _)| row.key == told.row.key) else {
                    return "-".to_owned();
                };
                let interval = row.interval.map_or(0.0, |interval| (interval.high - interval.low) / 2.0);
                let text = told.phrase.style.number(row.value, interval).replace(' ', "");
                let doubt = found.is_some_and(|found| found.finding == Finding::Undecided);
                if doubt { format!("{text}?") } else { text }
            })
            .collect()
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
            let subject = self.phrase(up).map_or_else(
                || format!("{} ({})", up.key.metric, super::group(&up.key)),
                |phrase| phrase.subject.trim_end_matches(',').to_owned(),
            );
            let (one, other) = (self.table(up), self.table(down));
            let said =
                format!("  {}: {subject} rises with {} and falls with {}", one.variant, one.bots, other.bots);
            text += &wrapped(&said, "    ");
        }
        if pairs.len() > DISAGREEMENTS {
            writeln!(text, "  and {} more", pairs.len() - DISAGREEMENTS).expect("text grows");
        }
        text
    }

    /// Where seats are not equal, and by how much.
    fn seats(&self) -> String {
        let mut unequal: Vec<&SweptTable> = Vec::new();
        for (table, _, _, adjusted) in self.seat_tests() {
            let is_known = unequal.iter().any(|known| std::ptr::eq(*known, table));
            if adjusted <= 0.05 && !is_known {
                unequal.push(table);
            }
        }
        let Some(first) = unequal.first() else {
            return "Seats: not shown to differ under any variant.\n".to_owned();
        };
        let seats: Vec<String> = self
            .rows
            .iter()
            .filter(|row| std::ptr::eq(self.table(row), *first) && row.key.metric == "seat_score")
            .map(|row| {
                let half = row.interval.map_or(0.0, |interval| (interval.high - interval.low) / 2.0);
                Style::Signed.number(row.value, half)
            })
            .collect();
        let others = match unequal.len() - 1 {
            0 => String::new(),
            more => format!("; under {more} more as well"),
        };
        wrapped(
            &format!(
                "Seats differ under {}: in their order {} {} a game{others} (seats.csv).",
                first.variant,
                seats.join(", "),
                self.score
            ),
            "  ",
        )
    }

    /// What the same deals gain.
    fn widths(&self) -> String {
        let mut ratios: Vec<(f64, &Row)> = self
            .judged()
            .filter(|(row, _)| row.key.metric != SCORE_PARTS)
            .filter_map(|(row, _)| Some((row.change?.width_ratio()?, row)))
            .filter(|(ratio, _)| *ratio > 0.0)
            .collect();
        ratios.sort_by(|(one, _), (other, _)| one.total_cmp(other));
        let Some((least, best)) = ratios.first() else { return String::new() };
        let (middle, _) = ratios[ratios.len() / 2];
        wrapped(
            &format!(
                "The same deals: intervals of differences are {middle:.2} times as wide as on deals apart, in the \
                 middle; at best {least:.2} times ({} under {}).",
                best.key.metric,
                self.table(best).variant
            ),
            "  ",
        )
    }
}

/// A number of games with two digits that count.
fn rounded(games: u64) -> u64 {
    let unit = 10_u64.pow(games.checked_ilog10().unwrap_or(0).saturating_sub(1));
    games.div_ceil(unit).saturating_mul(unit)
}
