//! What each variant changes.

use std::fmt::Write as _;

use super::super::super::figures::grouped;
use super::super::phrase::Phrase;
use super::super::{Swept, SweptTable};
use super::{LINES, columns, wrapped};
use crate::study::sweep::{Finding, Found, Row};

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
    /// The rows of a table that are compared, with what was found.
    fn compared(&self, line_up: usize, variant: usize) -> impl Iterator<Item = (&Row, &Found)> {
        self.judged()
            .filter(move |(row, _)| row.line_up == line_up && row.variant == variant)
            .filter_map(|(row, found)| Some((row, found?)))
    }

    pub(super) fn anything_differs(&self, line_up: usize) -> bool {
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
    pub(super) fn one_by_one(&self, line_up: usize) -> String {
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
        index: [usize; 2],
        largest: &[Told<'_>],
        room: usize,
    ) -> String {
        let count = |is_it: fn(Finding) -> bool| {
            self.compared(index[0], index[1]).filter(|(_, found)| is_it(found.finding)).count()
        };
        let name = &table.variant;
        if count(|finding| finding != Finding::Same) == 0 {
            return wrapped(&format!("{name}: exactly the same in every deal"), "    ");
        }
        if room < 2 || largest.is_empty() {
            let said = largest.first().map_or_else(|| self.summary(index), Told::sentence);
            return wrapped(&format!("{name}: {said}"), "    ");
        }
        let mut text = format!("{name}\n");
        let lines = if room < 4 { room - 1 } else { (room - 2).min(10) };
        for change in largest.iter().take(lines) {
            text += &wrapped(&format!("  {}", change.sentence()), "    ");
        }
        if room >= 4 {
            text += &wrapped(&format!("  {}", self.summary(index)), "  ");
        }
        text
    }

    /// What was found of all figures of a variant, in numbers.
    fn summary(&self, index: [usize; 2]) -> String {
        let own = || self.compared(index[0], index[1]);
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
    pub(super) fn side_by_side(&self, line_up: usize) -> String {
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
}

/// A number of games with two digits that count.
fn rounded(games: u64) -> u64 {
    let unit = 10_u64.pow(games.checked_ilog10().unwrap_or(0).saturating_sub(1));
    games.div_ceil(unit).saturating_mul(unit)
}
