//! The words of a metric: what people read wherever it is shown.

use super::{Metric, MetricKind, Split, SplitBy};
use crate::table::Scale;

/// The placeholder in a phrase for the group that is meant.
pub const PART: &str = "{part}";

/// What a metric is called, and how its values are written. Name, label, unit
/// and meaning are required; `..WORDS` has defaults for the rest.
#[derive(Clone, Copy, Debug)]
pub struct Words<'a> {
    /// The name in the files.
    pub name: &'static str,
    /// A short label for tables: of the mean, or of the share of *yes*.
    pub label: &'static str,
    /// What is counted, or the unit of the values.
    pub unit: &'a str,
    /// One line on what it is.
    pub meaning: &'static str,
    /// How its values are written; shares are in percent.
    pub scale: Scale,
    /// How sentences name it, with [`PART`] for the group that is meant. The
    /// label, if empty.
    pub phrase: &'static str,
    /// A label for each outcome, where the metric's label with the outcome's
    /// name will not do. May be shorter than the list of outcomes.
    pub outcome_labels: &'static [&'static str],
    /// Values are counted in units of 1 / `denominator`.
    pub denominator: i64,
    /// How much it matters to somebody who plays, where there is room for a few
    /// results only.
    pub importance: Importance,
    /// Whether the values of all seats add up to zero by the rules, so that the
    /// mean of a whole table is a constant.
    pub is_zero_sum: bool,
    /// Whether values may be negative although the seats' do not add up to zero, and
    /// the scale has no sign.
    pub may_be_negative: bool,
}

/// The defaults of a metric's words.
pub const WORDS: Words<'static> = Words {
    name: "",
    label: "",
    unit: "",
    meaning: "",
    scale: Scale::Plain,
    phrase: "",
    outcome_labels: &[],
    denominator: 1,
    importance: Importance::Detail,
    is_zero_sum: false,
    may_be_negative: false,
};

/// How much a metric matters to somebody who plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Importance {
    /// Who wins, in other words: another metric says it better where tables
    /// differ.
    Redundant,
    /// What happens in a round or a game.
    Detail,
    /// How long a game is, how it goes and how it ends.
    Course,
    /// Whether everybody has the same chance.
    Fairness,
}

impl Importance {
    /// By how much the size of an effect counts.
    #[must_use]
    pub const fn weight(self) -> f64 {
        match self {
            Importance::Redundant => 0.0,
            Importance::Detail => 1.0,
            Importance::Course => 2.0,
            Importance::Fairness => 5.0,
        }
    }
}

impl Metric {
    /// The names of the outcomes in the files; empty for a metric without any.
    #[must_use]
    pub fn outcomes(&self) -> &[String] {
        match &self.kind {
            MetricKind::Shares { outcomes } => outcomes,
            MetricKind::Distribution { .. } | MetricKind::Number => &[],
        }
    }

    /// The index of an outcome.
    ///
    /// # Panics
    /// If there is none of this name.
    #[must_use]
    pub fn outcome_index(&self, name: &str) -> usize {
        let index = self.outcomes().iter().position(|outcome| outcome == name);
        index.unwrap_or_else(|| panic!("the metric '{}' has no outcome '{name}'", self.name))
    }

    /// The index of a split; none if the metric is not split that way.
    #[must_use]
    pub fn split_index(&self, by: &str) -> Option<usize> {
        self.splits.iter().position(|split| split.by.name() == by)
    }

    /// The label of the mean, or of the share of an outcome.
    #[must_use]
    pub fn label_of(&self, outcome: Option<usize>) -> String {
        let Some(outcome) = outcome else { return self.label.to_owned() };
        match (self.outcome_labels.get(outcome), self.outcomes()[outcome].as_str()) {
            (Some(label), _) => (*label).to_owned(),
            (None, "yes") => self.label.to_owned(),
            (None, name) => format!("{}: {}", self.label, name.replace('_', " ")),
        }
    }

    /// The label of one of its figures, with the group that is meant.
    #[must_use]
    pub fn full_label(&self, outcome: Option<usize>, split: usize, group: usize) -> String {
        let label = self.label_of(outcome);
        self.part_text(split, group).map_or(label.clone(), |part| format!("{label} ({part})"))
    }

    /// The subject of a sentence on one of its figures.
    #[must_use]
    pub fn phrase_of(&self, outcome: Option<usize>, split: usize, group: usize) -> String {
        let is_plain = outcome.is_none_or(|outcome| self.outcomes()[outcome] == "yes");
        let phrase = if is_plain { self.phrase.to_owned() } else { self.label_of(outcome) };
        match self.part_text(split, group) {
            Some(part) if phrase.contains(PART) => phrase.replace(PART, &part),
            Some(part) => format!("{phrase} ({part})"),
            None => phrase,
        }
    }

    /// A group in words; none if it is the whole.
    fn part_text(&self, split: usize, group: usize) -> Option<String> {
        let of = &self.splits[split];
        (!of.is_whole()).then(|| of.group_text(group))
    }

    /// Whether the mean of a split's groups is a constant by the rules.
    #[must_use]
    pub fn is_constant(&self, split: usize) -> bool {
        self.is_zero_sum && self.splits[split].is_whole()
    }

    /// Whether its values cannot be negative, nor their mean.
    #[must_use]
    pub fn is_count(&self) -> bool {
        !(self.may_be_negative || self.is_zero_sum || self.scale.is_signed())
    }
}

impl Split {
    /// Whether its only group is the whole table.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        matches!(self.by, SplitBy::All | SplitBy::Bot) && self.groups.len() == 1
    }

    /// The name of a group as people read it. Bots keep the names that they were
    /// given.
    #[must_use]
    pub fn group_text(&self, group: usize) -> String {
        let name = &self.groups[group];
        if self.by == SplitBy::Bot { name.clone() } else { part_text(name) }
    }
}

/// The name of a group as people read it: `seat-1` is seat 1.
#[must_use]
pub fn part_text(part: &str) -> String {
    match part.split_once('-') {
        Some((what, number)) if number.parse::<u32>().is_ok() => format!("{what} {number}"),
        _ => part.replace('_', " "),
    }
}
