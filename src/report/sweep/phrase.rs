//! What a figure is called when players speak of it.

use super::Swept;
use crate::metric::{Figure, Item, Panel};
use crate::study::sweep::{Finding, Found, Row, RowKey};

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

/// A figure in words.
pub(super) struct Phrase {
    /// What falls or rises.
    pub(super) subject: String,
    /// What it is counted in.
    pub(super) unit: String,
    pub(super) style: Style,
    /// A few words, for a table.
    pub(super) label: String,
    /// Figures with the same topic are told once.
    pub(super) topic: String,
    is_sentence: bool,
}

/// The measures of balance in words: metric, subject, unit, style, label. `#`
/// is the group, `$` what scores are counted in.
const MEASURES: &[(&str, &str, &str, Style, &str)] = &[
    ("seat_score", "seat #'s advantage", "$ a game", Style::Signed, "seat #, a game"),
    ("seat_wins", "seat #'s edge in wins", "", Style::SignedPercent, "seat #, wins"),
    ("dealer_score", "the dealer's advantage", "$ a round", Style::Signed, "dealer, a round"),
    ("dealer_best", "the dealer's edge in best rounds", "", Style::SignedPercent, "dealer, best rounds"),
    ("rounds_a_game", "the length of a game", "rounds", Style::Plain, "rounds a game"),
    ("turns_a_game", "the length of a game", "turns", Style::Plain, "turns a game"),
    ("decisions_a_game", "the number of decisions", "a game", Style::Plain, "decisions a game"),
    ("shared_wins", "the share of games that several win", "", Style::Percent, "shared wins"),
    ("drawn_rounds", "the share of rounds that nobody wins alone", "", Style::Percent, "drawn rounds"),
    ("first_to_last", "the distance from first to last", "$", Style::Plain, "first to last"),
    ("first_to_second", "the winner's lead", "$", Style::Plain, "first to second"),
    ("lead_changes", "the number of lead changes", "a game", Style::Plain, "lead changes"),
    ("open_decisions", "the part of a game until it is decided", "", Style::Percent, "decided at"),
    ("free_acts", "the share of acts with a choice", "", Style::Percent, "acts with a choice"),
    ("score_parts", "the part of the # in a score", "", Style::Percent, "of a score: #"),
];

/// How many decimals show the first two digits of an uncertainty.
fn decimals(half_width: f64) -> usize {
    (0..6).find(|&decimals| half_width * 10_f64.powi(decimals) >= 1.95).unwrap_or(6) as usize
}

impl Style {
    /// A number, to the digits that its uncertainty allows.
    pub(super) fn number(self, value: f64, half_width: f64) -> String {
        let times = if matches!(self, Style::Percent | Style::SignedPercent) { 100.0 } else { 1.0 };
        let (value, half_width) = (times * value, times * half_width);
        let digits = match half_width {
            half if half > 0.0 => decimals(half),
            _ if value.fract() == 0.0 => 0,
            _ => 2,
        };
        match self {
            Style::Plain => format!("{value:.digits$}"),
            Style::Signed => format!("{value:+.digits$}"),
            Style::Percent => format!("{value:.digits$} %"),
            Style::SignedPercent => format!("{value:+.digits$} %"),
        }
    }
}

impl Phrase {
    /// "the dealer's advantage falls from +0.41 to +0.12 chips a round".
    pub(super) fn tell(&self, row: &Row, found: &Found) -> String {
        let half = row.change.and_then(|change| change.interval()).map_or(0.0, |i| (i.high - i.low) / 2.0);
        let up = found.finding == Finding::Up;
        let before = self.style.number(row.baseline.unwrap_or(0.0), half);
        let after = self.style.number(row.value, half);
        let Phrase { subject, unit, .. } = self;
        let text = match (self.is_sentence, up) {
            (true, true) => format!("{subject} rises from {before} to {after} {unit}"),
            (true, false) => format!("{subject} falls from {before} to {after} {unit}"),
            (false, true) => format!("{subject}: up from {before} to {after} {unit}"),
            (false, false) => format!("{subject}: down from {before} to {after} {unit}"),
        };
        text.trim_end().to_owned()
    }
}

impl Swept<'_> {
    /// A figure in words, if there are any for it: all measures of balance and
    /// what the tables of a run show.
    pub(super) fn phrase(&self, row: &Row) -> Option<Phrase> {
        let key = &row.key;
        if let Some((metric, subject, unit, style, label)) =
            MEASURES.iter().find(|(metric, ..)| *metric == key.metric)
        {
            let fill = |text: &str| text.replace('#', &key.group.replace('_', " ")).replace('$', self.score);
            let topic = if *metric == "turns_a_game" { "rounds_a_game" } else { *metric };
            return Some(Phrase {
                subject: fill(subject),
                unit: fill(unit),
                style: *style,
                label: fill(label),
                topic: topic.to_owned(),
                is_sentence: true,
            });
        }
        let heading = self.heading(key)?;
        let of = match key.by {
            "all" => String::new(),
            "seat" => format!(" (seat {})", key.group),
            "bot" if !self.table(row).has_several_bots => String::new(),
            by if key.group.parse::<u32>().is_ok() => format!(" ({by} {})", key.group),
            _ => format!(" ({})", key.group.replace('_', " ")),
        };
        // A heading may have the unit after a comma.
        let (name, unit) = match heading.split_once(", ") {
            Some((name, unit)) => (name, unit),
            None if key.outcome.is_none() && !heading.ends_with(row.unit) => (heading, row.unit),
            None => (heading, ""),
        };
        Some(Phrase {
            subject: format!("{name}{of}"),
            unit: unit.to_owned(),
            style: if key.outcome.is_some() { Style::Percent } else { Style::Plain },
            label: format!("{name}{of}"),
            topic: key.metric.to_owned(),
            is_sentence: false,
        })
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
