//! The summary of a sweep, on one screen: what matters most to somebody who
//! plays comes first.

use super::tables::JudgedSeats;
use super::{BASELINE, CellName, ChangeVerdict, Row, Sweep, SweepCell, SweepCounter, SweptLineUp};
use crate::metric::part_text;
use crate::sim::BlockCounter;
use crate::study::metric_tables::SCORE_PARTS;
use crate::table::{Cell, Column, Estimate, Shown, Table};
use crate::text::{counted, thousands};

/// The number of lines that the changes may take.
const LINES: usize = 24;
/// The numbers of values of one rule that are shown side by side.
const SIDE_BY_SIDE: std::ops::RangeInclusive<usize> = 2..=7;
/// The number of values that usually fit side by side.
const VALUES_ABREAST: usize = 3;
/// The sign of percent, which is with the label where values are side by side.
const PERCENT: &str = " %";
/// The number of disagreements between line-ups that are shown.
const DISAGREEMENTS: usize = 4;

impl Sweep {
    /// The results of a sweep for people.
    pub(super) fn summary_of(&self, counter: &SweepCounter<'_>) -> Vec<Shown> {
        let rows = self.rows(counter);
        let variants = self.line_ups[0].variants.len();
        let seed = self.line_ups[0].baseline.seed;
        let mut shown = vec![
            Shown::text(format!(
                "{}: {} and the baseline on the same {}, seed {seed}",
                self.line_ups[0].baseline.game,
                counted(variants as u64, "variant"),
                counted(counter.blocks(), "deal"),
            )),
            Shown::text(format!("Baseline: {}", self.baseline)),
        ];
        let several = self.line_ups.len() > 1;
        if !several {
            shown.push(Shown::text(format!("Bots: {}", self.line_ups[0].baseline.name.bots)));
        }
        shown.push(Shown::Gap);
        for line_up in &self.line_ups {
            let summary = LineUpSummary { sweep: self, line_up, rows: &rows };
            if several {
                shown.push(Shown::text(format!("With {}:", line_up.baseline.name.bots)));
            }
            shown.extend(match &self.rule {
                Some(rule) if SIDE_BY_SIDE.contains(&variants) && summary.anything_differs() => {
                    summary.side_by_side(rule)
                }
                _ => summary.one_by_one(),
            });
            shown.push(Shown::Gap);
        }
        shown.extend(self.disagreements(&rows));
        shown.push(self.seats(counter, &rows));
        shown.extend(shared_deals(&rows));
        shown.extend(self.left_out.iter().map(|left_out| Shown::text(format!("Left out: {left_out}"))));
        shown
    }

    /// The figures on which line-ups disagree: up with one, down with another.
    fn disagreements(&self, rows: &[Row<'_>]) -> Vec<Shown> {
        if self.line_ups.len() < 2 {
            return Vec::new();
        }
        let has = |row: &&Row<'_>, verdict| row.judgement.is_some_and(|found| found.verdict == verdict);
        let mut pairs: Vec<(&Row<'_>, &Row<'_>)> = rows
            .iter()
            .filter(|row| has(row, ChangeVerdict::Up))
            .filter_map(|up| {
                let downs = rows.iter().filter(|row| has(row, ChangeVerdict::Down));
                let mut same = downs.filter(|row| row.cell.variant == up.cell.variant && row.key == up.key);
                same.next().map(|down| (up, down))
            })
            .collect();
        pairs.sort_by(|one, other| {
            let least = |(up, down): &(&Row<'_>, &Row<'_>)| up.size.min(down.size);
            least(other).total_cmp(&least(one))
        });
        if pairs.is_empty() {
            let text = "The line-ups do not disagree: nothing rises with one and falls with another.";
            return vec![Shown::text(text)];
        }
        let mut shown = vec![Shown::text("The line-ups disagree:")];
        for (up, down) in pairs.iter().take(DISAGREEMENTS) {
            let CellName { variant, bots, .. } = up.cell;
            let (subject, other) = (&up.words.phrase, &down.cell.bots);
            let text = format!("  {variant}: {subject} rises with {bots} and falls with {other}");
            shown.push(Shown::Text(text, 4));
        }
        if pairs.len() > DISAGREEMENTS {
            shown.push(Shown::text(format!("  and {} more", pairs.len() - DISAGREEMENTS)));
        }
        shown
    }

    /// The variants under which seats are unequal, and by how much in the measure
    /// that shows it best.
    fn seats(&self, counter: &SweepCounter<'_>, rows: &[Row<'_>]) -> Shown {
        let mut unequal: Vec<JudgedSeats<'_>> = Vec::new();
        for seats in Self::judged_seats(counter).into_iter().filter(JudgedSeats::differ) {
            match unequal.iter_mut().find(|known| known.cell.name == seats.cell.name) {
                Some(known) if seats.test.p < known.test.p => *known = seats,
                Some(_) => {}
                None => unequal.push(seats),
            }
        }
        let Some(JudgedSeats { cell, measure, .. }) = unequal.first() else {
            return Shown::text("Seats: not shown to differ under any variant.");
        };
        let rows = rows.iter().filter(|row| *row.cell == cell.name && row.key.metric == measure.metric());
        let seats = rows.enumerate().map(|(index, row)| {
            let seat = if index == 0 { "the first dealer".to_owned() } else { part_text(&row.key.part) };
            let estimate = Estimate { value: row.value, interval: row.interval, scale: row.words.scale };
            format!("{seat} {}", estimate.text().replace(' ', "\u{a0}"))
        });
        let CellName { variant, bots, .. } = &cell.name;
        let under = if variant == BASELINE { "the baseline" } else { variant };
        let with = if self.line_ups.len() > 1 { format!(" with {bots}") } else { String::new() };
        let others = match unequal.len() - 1 {
            0 => String::new(),
            more => format!("; seats differ in {} as well", counted(more as u64, "more table")),
        };
        Shown::text(format!(
            "Seats differ in {} under {under}{with}: {}{}{others} (seats.csv).",
            measure.name(),
            seats.collect::<Vec<_>>().join(", "),
            measure.unit(cell.score),
        ))
    }
}

/// What common deals gain over independent ones.
fn shared_deals(rows: &[Row<'_>]) -> Option<Shown> {
    let mut ratios: Vec<(f64, &Row<'_>)> = rows
        .iter()
        .filter(|row| row.key.metric != SCORE_PARTS)
        .filter_map(|row| Some((row.change?.width_ratio()?, row)))
        .filter(|(ratio, _)| *ratio > 0.0)
        .collect();
    ratios.sort_by(|(one, _), (other, _)| one.total_cmp(other));
    let (least, best) = ratios.first()?;
    let (median, _) = ratios[ratios.len() / 2];
    let least = if *least < 0.01 { "under 0.01".to_owned() } else { format!("{least:.2}") };
    Some(Shown::text(format!(
        "Shared deals: the median interval of a difference is {median:.2}x the width on independent deals; the \
         narrowest {least}x ({} under {}).",
        best.words.label, best.cell.variant
    )))
}

/// The summary of one line-up.
struct LineUpSummary<'a> {
    sweep: &'a Sweep,
    line_up: &'a SweptLineUp,
    rows: &'a [Row<'a>],
}

impl<'a> LineUpSummary<'a> {
    /// The rows of a cell.
    fn rows_of(&self, cell: &'a SweepCell) -> impl Iterator<Item = &'a Row<'a>> {
        self.rows.iter().filter(move |row| *row.cell == cell.name)
    }

    /// The rows of a cell that were judged, with the verdicts.
    fn judged(&self, cell: &'a SweepCell) -> impl Iterator<Item = (&'a Row<'a>, ChangeVerdict)> {
        self.rows_of(cell).filter_map(|row| Some((row, row.judgement?.verdict)))
    }

    fn anything_differs(&self) -> bool {
        let mut judged = self.line_up.variants.iter().flat_map(|cell| self.judged(cell));
        judged.any(|(_, verdict)| verdict != ChangeVerdict::Same)
    }

    /// The changes of a variant, what matters most first; each metric once, and
    /// no two with exactly the same numbers.
    fn largest(&self, cell: &'a SweepCell) -> Vec<&'a Row<'a>> {
        let changed = self
            .judged(cell)
            .filter(|(row, verdict)| verdict.changes() && row.words.is_shown && row.interest() > 0.0);
        let mut changes: Vec<&Row<'_>> = changed.map(|(row, _)| row).collect();
        changes.sort_by(|one, other| other.interest().total_cmp(&one.interest()));
        let mut selected: Vec<&Row<'_>> = Vec::new();
        for change in changes {
            let numbers = (change.value, change.baseline);
            let is_known = |before: &&Row<'_>| {
                before.key.metric == change.key.metric
                    || before.words.phrase == change.words.phrase
                    || (before.value, before.baseline) == numbers
            };
            if !selected.iter().any(is_known) {
                selected.push(change);
            }
        }
        selected
    }

    /// The changes of each variant, one after the other.
    fn one_by_one(&self) -> Vec<Shown> {
        let variants = self.line_up.variants.iter();
        let mut variants: Vec<(&'a SweepCell, Vec<&Row<'_>>)> =
            variants.map(|cell| (cell, self.largest(cell))).collect();
        // Values of one rule keep their order; with several rules, the largest
        // changes come first.
        if self.sweep.rule.is_none() {
            let interest = |changes: &[&Row<'_>]| changes.first().map_or(0.0, |row| row.interest());
            variants.sort_by(|(_, one), (_, other)| interest(other).total_cmp(&interest(one)));
        }
        let lines = LINES / self.sweep.line_ups.len() / variants.len().max(1);
        variants.iter().flat_map(|(cell, largest)| self.variant(cell, largest, lines)).collect()
    }

    /// The changes of one variant, in at most `max_lines`, but at least one.
    fn variant(&self, cell: &'a SweepCell, largest: &[&Row<'_>], max_lines: usize) -> Vec<Shown> {
        let name = &cell.name.variant;
        if self.judged(cell).all(|(_, verdict)| verdict == ChangeVerdict::Same) {
            return vec![Shown::Text(format!("{name}: exactly the same in every deal"), 4)];
        }
        if max_lines < 2 || largest.is_empty() {
            let text = largest.first().map_or_else(|| self.verdicts(cell), |row| sentence(row));
            return vec![Shown::Text(format!("{name}: {text}"), 4)];
        }
        let mut shown = vec![Shown::text(name)];
        let lines = if max_lines < 4 { max_lines - 1 } else { (max_lines - 2).min(10) };
        shown.extend(largest.iter().take(lines).map(|row| Shown::Text(format!("  {}", sentence(row)), 4)));
        if max_lines >= 4 {
            shown.push(Shown::text(format!("  {}", self.verdicts(cell))));
        }
        shown
    }

    /// The number of each verdict among the figures of a variant.
    fn verdicts(&self, cell: &'a SweepCell) -> String {
        let count = |is_it: fn(ChangeVerdict) -> bool| {
            self.judged(cell).filter(|(_, verdict)| is_it(*verdict)).count()
        };
        let changes = count(ChangeVerdict::changes);
        let mut text = format!(
            "Of {}: {changes} {}",
            counted(count(|_| true) as u64, "figure"),
            if changes == 1 { "changes" } else { "change" }
        );
        for (number, what) in [
            (count(|verdict| verdict == ChangeVerdict::NoChange), "unchanged within the margin"),
            (count(|verdict| verdict == ChangeVerdict::Same), "the same in every deal"),
            (count(|verdict| verdict == ChangeVerdict::Undecided), "undecided"),
        ] {
            if number > 0 {
                text += &format!(", {number} {what}");
            }
        }
        let mut needed: Vec<u64> = self.rows_of(cell).filter_map(Row::games_to_decide).collect();
        needed.sort_unstable();
        match needed.get(needed.len() / 2) {
            Some(&games) => {
                format!("{text}; about {} games would decide half of these.", thousands(two_digits(games)))
            }
            None => format!("{text}."),
        }
    }

    /// The values of one rule side by side, what matters most first.
    fn side_by_side(&self, rule: &str) -> Vec<Shown> {
        let values = self.line_up.cells().map(|cell| Column::text(cell.rule_text(rule), "the rule's value"));
        let columns = std::iter::once(Column::text(rule, "the figure")).chain(values).collect();
        let mut table = Table::new("values", columns);
        // Many values are shown in several groups of columns, and some labels take
        // two lines.
        let groups = self.line_up.cells().count().div_ceil(VALUES_ABREAST);
        let max_rows = LINES * 3 / 4 / self.sweep.line_ups.len() / groups;
        let mut ranked: Vec<&Row<'_>> =
            self.line_up.variants.iter().flat_map(|cell| self.largest(cell)).collect();
        ranked.sort_by(|one, other| other.interest().total_cmp(&one.interest()));
        let mut selected: Vec<&Row<'_>> = Vec::new();
        for row in ranked {
            let is_known = |before: &&Row<'_>| {
                before.key.metric == row.key.metric || before.words.phrase == row.words.phrase
            };
            if selected.iter().any(is_known) || table.rows.len() >= max_rows {
                continue;
            }
            selected.push(row);
            let cells = self.line_up.cells().map(|cell| Cell::from(self.value(cell, row)));
            let label = &row.words.label;
            let label = if row.words.scale.is_percent() { format!("{label},\u{a0}%") } else { label.clone() };
            table.push(std::iter::once(Cell::from(label)).chain(cells).collect());
        }
        let judged = || self.line_up.variants.iter().flat_map(|cell| self.judged(cell));
        let undecided = judged().filter(|(_, verdict)| *verdict == ChangeVerdict::Undecided).count();
        let has_sign =
            table.rows.iter().flatten().any(|cell| matches!(cell, Cell::Text(text) if text.ends_with('?')));
        let sign = if has_sign {
            format!("?: not shown to differ from {rule}={}. ", self.line_up.baseline.rule_text(rule))
        } else {
            String::new()
        };
        let legend = format!("  {sign}Of {} comparisons {undecided} are undecided.", judged().count());
        vec![Shown::Table(String::new(), table), Shown::text(legend)]
    }

    /// A figure under a variant.
    fn value(&self, cell: &'a SweepCell, of: &Row<'_>) -> String {
        let Some(row) = self.rows_of(cell).find(|row| row.key == of.key) else { return "-".to_owned() };
        let estimate = Estimate { value: row.value, interval: row.interval, scale: row.words.scale };
        let text = estimate.text().replace(PERCENT, "");
        let is_undecided = row.judgement.is_some_and(|found| found.verdict == ChangeVerdict::Undecided);
        if is_undecided { format!("{text}?") } else { text }
    }
}

/// A change as a sentence: "the dealer's advantage falls from +0.41 to +0.12
/// chips a round (-0.29 ± 0.02)".
fn sentence(row: &Row<'_>) -> String {
    let words = &row.words;
    let interval = row.change.and_then(|change| change.interval());
    let half = interval.map_or(0.0, |interval| interval.half_width());
    let [before, after] =
        [row.baseline.unwrap_or(0.0), row.value].map(|value| words.scale.number(value, half));
    let is_up = row.change.is_some_and(|change| change.value > 0.0);
    // A label is not the subject of a sentence.
    let moved = match (words.phrase == words.label, is_up) {
        (true, true) => ": up from",
        (true, false) => ": down from",
        (false, true) => " rises from",
        (false, false) => " falls from",
    };
    // Percent is a unit of its own, and a phrase may contain its unit.
    let unit = if words.scale.is_percent() || words.phrase.contains(&words.unit) { "" } else { &words.unit };
    let space = if unit.is_empty() { "" } else { " " };
    let difference = row.change.filter(|_| half > 0.0).map_or(String::new(), |change| {
        let estimate = Estimate { value: change.value, interval, scale: words.scale.signed() };
        // The parts of an estimate stay on one line.
        format!(" ({})", estimate.text().replace(' ', "\u{a0}"))
    });
    format!("{}{moved} {before} to {after}{space}{unit}{difference}", words.phrase)
}

/// A number of games with two significant digits.
fn two_digits(games: u64) -> u64 {
    let unit = 10_u64.pow(games.checked_ilog10().unwrap_or(0).saturating_sub(1));
    games.div_ceil(unit).saturating_mul(unit)
}
