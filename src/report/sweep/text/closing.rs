//! What is said at the end: where line-ups and seats differ, and what the same
//! deals gain.

use std::fmt::Write as _;

use super::super::phrase::Style;
use super::super::{Swept, SweptTable, group};
use super::wrapped;
use crate::study::balance::SCORE_PARTS;
use crate::study::sweep::{Finding, Found, Row};

/// How many disagreements of line-ups are told.
const DISAGREEMENTS: usize = 4;

impl Swept<'_> {
    /// Where line-ups disagree: up with one, down with another.
    pub(super) fn disagreements(&self) -> String {
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
                || format!("{} ({})", up.key.metric, group(&up.key)),
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
    pub(super) fn seats(&self) -> String {
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
    pub(super) fn widths(&self) -> String {
        let mut ratios: Vec<(f64, &Row)> = self
            .judged()
            .filter(|(row, _)| row.key.metric != SCORE_PARTS)
            .filter_map(|(row, _)| Some((row.change?.width_ratio()?, row)))
            .filter(|(ratio, _)| *ratio > 0.0)
            .collect();
        ratios.sort_by(|(one, _), (other, _)| one.total_cmp(other));
        let Some((least, best)) = ratios.first() else { return String::new() };
        let (middle, _) = ratios[ratios.len() / 2];
        let least = if *least < 0.01 { "under 0.01".to_owned() } else { format!("{least:.2}") };
        wrapped(
            &format!(
                "The same deals: intervals of differences are {middle:.2} times as wide as on deals apart, in the \
                 middle; at best {least} times ({} under {}).",
                best.key.metric,
                self.table(best).variant
            ),
            "  ",
        )
    }
}
