//! What a figure is called when players speak of it.

use super::Swept;
use crate::metric::{Figure, Item, Panel};
use crate::study::sweep::{Row, RowKey};

/// How the numbers of a figure are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Style {
    /// As they are.
    Plain,
    /// With a sign: an advantage.
    Signed,
    /// In percent.
    Percent,
    /// In percent, with a sign.
    SignedPercent,
}

/// A figure in words: what falls or rises, and what it is counted in.
pub(super) struct Phrase {
    pub(super) subject: String,
    pub(super) unit: String,
    pub(super) style: Style,
}

/// The measures of balance in words: metric, subject, unit, style. `#` is the
/// group, `$` what scores are counted in.
const MEASURES: &[(&str, &str, &str, Style)] = &[
    ("seat_score", "seat #'s advantage", "$ a game", Style::Signed),
    ("seat_wins", "seat #'s share of the wins, over an equal one,", "", Style::SignedPercent),
    ("dealer_score", "the dealer's advantage", "$ a round", Style::Signed),
    ("dealer_best", "the dealer's share of the best rounds, over an equal one,", "", Style::SignedPercent),
    ("turns_a_game", "the length of a game", "turns", Style::Plain),
    ("rounds_a_game", "the length of a game", "rounds", Style::Plain),
    ("decisions_a_game", "the length of a game", "decisions", Style::Plain),
    ("shared_wins", "the share of games that several win", "", Style::Percent),
    ("drawn_rounds", "the share of rounds that nobody wins alone", "", Style::Percent),
    ("first_to_last", "the distance from first to last", "$", Style::Plain),
    ("first_to_second", "the winner's lead", "$", Style::Plain),
    ("lead_changes", "the number of lead changes", "a game", Style::Plain),
    ("open_decisions", "the part of a game before the winner leads for good", "", Style::Percent),
    ("free_acts", "the share of acts with a choice", "", Style::Percent),
    ("score_parts", "the part of the # in a score", "", Style::Percent),
];

impl Swept<'_> {
    /// A figure in words.
    pub(super) fn phrase(&self, row: &Row) -> Phrase {
        let key = &row.key;
        if let Some((_, subject, unit, style)) = MEASURES.iter().find(|(metric, ..)| *metric == key.metric) {
            let group = key.group.replace('_', " ");
            return Phrase {
                subject: subject.replace('#', &group),
                unit: unit.replace('$', self.score),
                style: *style,
            };
        }
        let of = if key.by == "all" { String::new() } else { format!(" ({} {})", key.by, key.group) };
        let (what, style, unit) = match &key.outcome {
            Some(outcome) if outcome == "yes" => (key.metric.to_owned(), Style::Percent, ""),
            Some(outcome) => (format!("{} {outcome}", key.metric), Style::Percent, ""),
            None => (key.metric.to_owned(), Style::Plain, row.unit),
        };
        let (subject, unit) = match self.heading(key) {
            // A heading may have the unit after a comma.
            Some(heading) => match heading.split_once(", ") {
                Some((subject, unit)) if key.outcome.is_none() => (format!("{subject}{of}"), unit),
                _ => (format!("{heading}{of}"), unit),
            },
            None => (format!("{what}{of}"), unit),
        };
        Phrase { subject, unit: unit.to_owned(), style }
    }

    /// The heading that a table for players has for a figure.
    fn heading(&self, key: &RowKey) -> Option<&'static str> {
        let items = |panel: &Panel| match panel {
            Panel::ByGroup { columns, .. } => columns.clone(),
            Panel::Lines { items, .. } => items.clone(),
            Panel::Outcomes { .. } => Vec::new(),
        };
        let is_it = |item: &Item| {
            item.metric == key.metric
                && match item.figure {
                    Figure::Mean => key.outcome.is_none(),
                    Figure::Share(outcome) => key.outcome.as_deref() == Some(outcome),
                    Figure::MeanOf(..) => false,
                }
        };
        self.panels.iter().flat_map(items).find(is_it).map(|item| item.heading)
    }
}
