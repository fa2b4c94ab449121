//! The figures of a sweep: what a house rule changes.

use std::collections::BTreeMap;

use super::Shown;
use super::chapter::NAME;
use super::declared::Declared;
use super::draw::{Axis, Curve, CurvePoint, Mark, Row, Rows, TickScale, colour};
use super::figure::{DataTable, Figure, FigureSize, Section};
use super::source::Source;
use super::words::{clipped, estimate, estimate_text, minus, sentence_start, value_text};
use crate::metric::part_text;
use crate::report::GridRow;
use crate::stats::Interval;
use crate::study::{SCORE_PARTS, SCORE_PARTS_UNIT};
use crate::table::{Estimate, Scale};
use crate::text::counted;

/// How many effects a forest shows, and how many curves there are.
const EFFECTS: usize = 24;
const CURVES: usize = 6;

/// A figure of a variant with a line-up.
struct Effect<'a> {
    row: GridRow<'a>,
    label: String,
    unit: String,
    value: Estimate,
    difference: Option<Estimate>,
    /// The difference in standard deviations of a deal, with its interval.
    size: f64,
    interval: Option<Interval>,
    shade: Option<Interval>,
    weight: f64,
}

/// What is shown of a sweep.
pub fn show(source: &Source) -> Option<Shown> {
    let declared = Declared::of(&source.record)?;
    let deals = source.table("variants")?.rows().next()?.number("blocks")?;
    let margins =
        source.record.options.get("margin").and_then(toml::Value::as_table).cloned().unwrap_or_default();
    let effects: Vec<Effect<'_>> = source
        .table("sweep")?
        .rows()
        .filter_map(|row| {
            Effect::new(
                row,
                &declared,
                deals,
                margins.get(row.text("metric")).and_then(toml::Value::as_float),
            )
        })
        .collect();
    let line_ups = distinct(effects.iter().map(|effect| effect.row.text("bots")));
    let variants = distinct(effects.iter().map(|effect| effect.row.text("variant")));
    let forests = line_ups
        .iter()
        .enumerate()
        .filter_map(|(index, bots)| forest(index, &effects, bots, line_ups.len() > 1, variants.len() > 2));
    let section = |title: &str, size: FigureSize, figures: Vec<Figure>| Section {
        title: title.to_owned(),
        size,
        figures,
    };
    let sections = vec![
        section("What changes", FigureSize::Wide, forests.collect()),
        section("From value to value", FigureSize::Small, curves(source, &effects, &line_ups)),
        section(
            "Where line-ups disagree",
            FigureSize::Wide,
            disagreements(&effects, &line_ups).into_iter().collect(),
        ),
    ];
    Some(Shown { lead: lead(&effects, &variants), sections })
}

impl<'a> Effect<'a> {
    fn new(row: GridRow<'a>, declared: &Declared, deals: f64, margin: Option<f64>) -> Option<Effect<'a>> {
        let name = row.text("metric");
        let metric = declared.metric(name);
        let has_outcomes = metric.is_some_and(|metric| !metric.outcomes().is_empty());
        let (part, outcome) = match row.text("part").rsplit_once(':') {
            Some((part, outcome)) if has_outcomes => (part, Some(outcome)),
            _ => (row.text("part"), None),
        };
        let index =
            |outcome: &str| metric.and_then(|metric| metric.outcomes().iter().position(|one| one == outcome));
        let figure = match (metric, name) {
            (Some(metric), _) => minus(&metric.label_of(outcome.and_then(index))),
            (None, SCORE_PARTS) => "share of the variance".to_owned(),
            (None, name) => name.replace('_', " "),
        };
        let label = match row.text("split") {
            "all" => figure,
            "bot" => format!("{figure} ({})", clipped(part, NAME)),
            _ => format!("{figure} ({})", part_text(part)),
        };
        let is_share = has_outcomes || row.text("unit") == SCORE_PARTS_UNIT;
        let scale =
            if is_share { Scale::Percent } else { metric.map_or(Scale::Plain, |metric| metric.scale) };
        let difference = row.number("difference").map(|difference| {
            estimate(difference, row.number("difference_low"), row.number("difference_high"), scale.signed())
        });
        // Half the interval is about two standard errors.
        let half = difference.and_then(|difference| Some(difference.interval?.half_width()));
        let deviation = half.map(|half| half / 1.96 * deals.sqrt()).filter(|deviation| *deviation > 0.0);
        let sized = |number: f64| deviation.map(|deviation| number / deviation);
        let interval = difference.and_then(|difference| {
            let Interval { low, high } = difference.interval?;
            Some(Interval { low: sized(low)?, high: sized(high)? })
        });
        let shade = margin.and_then(|margin| Some(Interval { low: sized(-margin)?, high: sized(margin)? }));
        Some(Effect {
            row,
            label,
            unit: if scale.is_percent() { String::new() } else { row.text("unit").to_owned() },
            value: estimate(row.number("value")?, row.number("low"), row.number("high"), scale),
            difference,
            size: difference.and_then(|difference| sized(difference.value)).unwrap_or(0.0),
            interval,
            shade,
            weight: metric.map_or(1.0, |metric| metric.importance.weight()),
        })
    }

    fn changes(&self) -> bool {
        self.row.text("verdict").starts_with("changes")
    }

    /// How much the change matters to somebody who plays.
    fn interest(&self) -> f64 {
        let size = self.size.abs();
        size / (1.0 + size) * self.weight
    }

    /// What identifies the figure, whatever the line-up.
    fn key(&self) -> (&'a str, &'a str, &'a str, &'a str) {
        (self.row.text("variant"), self.row.text("metric"), self.row.text("split"), self.row.text("part"))
    }

    fn as_row(&self, label: String, colour: usize) -> Row {
        Row {
            label,
            value: self.size,
            interval: self.interval,
            text: self
                .difference
                .as_ref()
                .map_or(String::new(), |difference| estimate_text(difference, &self.unit)),
            colour,
            is_faint: !self.changes(),
            shade: self.shade,
        }
    }

    fn table_row(&self, label: String) -> Vec<String> {
        vec![
            label,
            value_text(&self.value),
            self.difference.as_ref().map_or(String::new(), |difference| estimate_text(difference, "")),
            self.row.text("unit").to_owned(),
            self.row.text("verdict").to_owned(),
        ]
    }
}

/// How many figures change, and the one that matters most.
fn lead(effects: &[Effect<'_>], variants: &[&str]) -> String {
    let judged = || effects.iter().filter(|effect| !effect.row.text("verdict").is_empty());
    let count =
        |is_meant: &dyn Fn(&&Effect<'_>) -> bool| judged().filter(|effect| is_meant(effect)).count() as u64;
    let changed = count(&|effect| effect.changes());
    let open = count(&|effect| effect.row.text("verdict") == "undecided");
    let most = judged()
        .filter(|effect| effect.changes())
        .max_by(|one, other| one.interest().total_cmp(&other.interest()));
    let told = most.and_then(|effect| {
        let difference = effect.difference.as_ref()?;
        let direction = if difference.value > 0.0 { "up" } else { "down" };
        Some(format!(
            " What matters most: with {}, {} goes {direction}, by {}.",
            clipped(effect.row.text("variant"), NAME),
            effect.label,
            estimate_text(difference, &effect.unit)
        ))
    });
    format!(
        "{} on the same deals: of {}, {changed} change and {open} are undecided.{}",
        counted(variants.len() as u64, "table"),
        counted(judged().count() as u64, "figure"),
        told.unwrap_or_default()
    )
}

/// The effects of all variants with a line-up, the largest first.
fn forest(
    index: usize,
    effects: &[Effect<'_>],
    bots: &str,
    names_bots: bool,
    names_variants: bool,
) -> Option<Figure> {
    let mut shown: Vec<&Effect<'_>> = effects
        .iter()
        .filter(|effect| effect.row.text("bots") == bots && effect.interval.is_some())
        .filter(|effect| effect.changes() && effect.weight > 0.0)
        .collect();
    let all = shown.len();
    shown.sort_by(|one, other| other.interest().total_cmp(&one.interest()));
    shown.truncate(EFFECTS);
    shown.sort_by(|one, other| other.size.abs().total_cmp(&one.size.abs()));
    let label = |effect: &Effect<'_>| {
        if names_variants {
            format!("{}: {}", clipped(effect.row.text("variant"), NAME), effect.label)
        } else {
            effect.label.clone()
        }
    };
    let first = *shown.first()?;
    let ends =
        shown.iter().filter_map(|effect| effect.interval).flat_map(|interval| [interval.low, interval.high]);
    let axis = Axis::around(ends.chain([0.0]));
    let rows: Vec<Row> =
        shown.iter().map(|effect| effect.as_row(label(effect), usize::from(effect.size < 0.0))).collect();
    let mut table = DataTable::new(["figure", "value", "difference", "unit", "verdict"], "sweep.csv");
    table.rows = shown.iter().map(|effect| effect.table_row(label(effect))).collect();
    let sentence = format!(
        "The largest effect: {}, by {}, to {}. {} of {all} changes are shown, those that matter most to players, by their \
         size in standard deviations of a deal; the numbers are in their own units.{}",
        label(first),
        first.difference.as_ref().map_or(String::new(), |difference| estimate_text(difference, &first.unit)),
        value_text(&first.value),
        shown.len(),
        if shown.iter().any(|effect| effect.shade.is_some()) { " The margin is shaded." } else { "" },
    );
    let with = if names_bots { format!(", with {}", clipped(bots, NAME)) } else { String::new() };
    let title = if names_variants {
        format!("Changes from the baseline{with}")
    } else {
        format!("What {} changes{with}", clipped(first.row.text("variant"), NAME))
    };
    Some(Figure {
        legend: Vec::new(),
        id: format!("forest-{}", index + 1),
        title,
        picture: Rows { rows: &rows, mark: Mark::Dot, axis, scale: TickScale::Plain, line: Some(0.0) }.draw(),
        sentence,
        table,
    })
}

/// For one rule over several values, curves of what changes most.
fn curves(source: &Source, effects: &[Effect<'_>], line_ups: &[&str]) -> Vec<Figure> {
    let Some((rule, values)) = varied(source) else { return Vec::new() };
    if values.len() < 3 {
        return Vec::new();
    }
    let mut ranked: Vec<&Effect<'_>> =
        effects.iter().filter(|effect| effect.changes() && effect.weight > 0.0).collect();
    ranked.sort_by(|one, other| other.interest().total_cmp(&one.interest()));
    let mut figures: Vec<(&str, &str, &str)> = Vec::new();
    for effect in ranked {
        let (_, metric, split, part) = effect.key();
        if !figures.contains(&(metric, split, part)) && figures.len() < CURVES {
            figures.push((metric, split, part));
        }
    }
    let drawn = figures.into_iter().enumerate().filter_map(|(index, (metric, split, part))| {
        let of_line_up = |bots: &str| -> Vec<CurvePoint> {
            let points = values.iter().enumerate().filter_map(|(place, (variant, value))| {
                let effect = effects.iter().find(|one| {
                    one.key() == (variant.as_str(), metric, split, part) && one.row.text("bots") == bots
                })?;
                let x = value.parse().unwrap_or(place as f64);
                Some(CurvePoint { x, value: effect.value.value, interval: effect.value.interval })
            });
            let mut points: Vec<CurvePoint> = points.collect();
            points.sort_by(|one, other| one.x.total_cmp(&other.x));
            points
        };
        let all: Vec<Vec<CurvePoint>> = line_ups.iter().map(|bots| of_line_up(bots)).collect();
        let effect = effects.iter().find(|one| {
            let (_, of, by, group) = one.key();
            (of, by, group) == (metric, split, part)
        })?;
        let is_numeric = values.iter().all(|(_, value)| value.parse::<f64>().is_ok());
        let labels = (!is_numeric).then(|| {
            values.iter().enumerate().map(|(place, (_, value))| (place as f64, clipped(value, 10))).collect()
        });
        let points = || all.iter().flatten();
        let (first, last) = (all.first()?.first()?, all.first()?.last()?);
        let in_words = |point: &CurvePoint| {
            estimate_text(
                &Estimate { value: point.value, interval: point.interval, scale: effect.value.scale },
                &effect.unit,
            )
        };
        let name = |point: &CurvePoint| {
            if is_numeric {
                minus(&point.x.to_string())
            } else {
                values.get(point.x as usize).map_or(String::new(), |(_, value)| clipped(value, NAME))
            }
        };
        let sentence = format!(
            "From {} at {rule}={} to {} at {rule}={}.",
            in_words(first),
            name(first),
            in_words(last),
            name(last)
        );
        let title = sentence_start(&effect.label);
        let mut table = DataTable::new([rule.clone()], "sweep.csv");
        table.head.extend(line_ups.iter().map(|bots| clipped(bots, NAME)));
        table.rows = all[0]
            .iter()
            .enumerate()
            .map(|(index, point)| {
                let cells = all.iter().map(|curve| curve.get(index).map_or(String::new(), &in_words));
                std::iter::once(name(point)).chain(cells).collect()
            })
            .collect();
        let ends = points().flat_map(|point| {
            let interval = point.interval;
            [Some(point.value), interval.map(|interval| interval.low), interval.map(|interval| interval.high)]
        });
        let picture = Curve {
            curves: &all,
            across: Axis::around(points().map(|point| point.x)),
            labels,
            upwards: Axis::around(ends.flatten()),
            scale: if effect.value.scale.is_percent() { TickScale::Percent } else { TickScale::Plain },
            line: None,
            shade: None,
            has_dots: true,
            height: 200,
            description: &format!("{title}. {sentence}"),
        }
        .draw();
        let names = line_ups.iter().enumerate().map(|(index, bots)| (colour(index), clipped(bots, NAME)));
        let legend = if line_ups.len() > 1 { names.collect() } else { Vec::new() };
        Some(Figure { id: format!("curve-{}", index + 1), title, legend, picture, sentence, table })
    });
    drawn.collect()
}

/// The rule that varies, if it is a single one, with the variants by its value.
fn varied(source: &Source) -> Option<(String, Vec<(String, String)>)> {
    let grid = source.table("variants")?;
    let own = ["variant", "bots", "folder", "blocks", "games"];
    let mut varied = grid.columns().filter(|column| !own.contains(column)).filter(|column| {
        let values = distinct(grid.rows().map(|row| row.text(column)));
        values.len() > 1
    });
    let (rule, None) = (varied.next()?, varied.next()) else { return None };
    let mut values: Vec<(String, String)> = Vec::new();
    for row in grid.rows() {
        let entry = (row.text("variant").to_owned(), row.text(rule).to_owned());
        if !values.contains(&entry) {
            values.push(entry);
        }
    }
    Some((rule.to_owned(), values))
}

/// What changes with one line-up, and not or the other way with another.
fn disagreements(effects: &[Effect<'_>], line_ups: &[&str]) -> Option<Figure> {
    if line_ups.len() < 2 {
        return None;
    }
    let mut by_key: BTreeMap<(&str, &str, &str, &str), Vec<&Effect<'_>>> = BTreeMap::new();
    for effect in effects.iter().filter(|effect| effect.interval.is_some() && effect.weight > 0.0) {
        by_key.entry(effect.key()).or_default().push(effect);
    }
    let disagree = |one: &Effect<'_>, other: &Effect<'_>| {
        let verdicts = [one.row.text("verdict"), other.row.text("verdict")];
        let is_opposed = verdicts[0] != verdicts[1] && one.changes() && other.changes();
        let is_one_sided = one.changes() && ["no change", "same"].contains(&verdicts[1]);
        is_opposed || is_one_sided
    };
    let mut found: Vec<Vec<&Effect<'_>>> = by_key
        .into_values()
        .filter(|group| group.iter().any(|one| group.iter().any(|other| disagree(one, other))))
        .collect();
    let spread = |group: &[&Effect<'_>]| {
        let sizes = || group.iter().map(|effect| effect.size);
        sizes().fold(f64::MIN, f64::max) - sizes().fold(f64::MAX, f64::min)
    };
    let all = found.len();
    found.sort_by(|one, other| spread(other).total_cmp(&spread(one)));
    found.truncate(EFFECTS / 2);
    let first = found.first()?;
    let label = |effect: &Effect<'_>| {
        format!(
            "{}: {}, {}",
            clipped(effect.row.text("variant"), NAME),
            effect.label,
            clipped(effect.row.text("bots"), NAME)
        )
    };
    let place =
        |effect: &Effect<'_>| line_ups.iter().position(|bots| *bots == effect.row.text("bots")).unwrap_or(0);
    let shown: Vec<&Effect<'_>> = found.iter().flatten().copied().collect();
    let rows: Vec<Row> = shown.iter().map(|effect| effect.as_row(label(effect), place(effect))).collect();
    let ends =
        shown.iter().filter_map(|effect| effect.interval).flat_map(|interval| [interval.low, interval.high]);
    let axis = Axis::around(ends.chain([0.0]));
    let mut table = DataTable::new(["figure", "value", "difference", "unit", "verdict"], "sweep.csv");
    table.rows = shown.iter().map(|effect| effect.table_row(label(effect))).collect();
    let told: Vec<String> = first
        .iter()
        .map(|effect| {
            let difference =
                effect.difference.as_ref().map_or(String::new(), |difference| estimate_text(difference, ""));
            format!("{difference} with {}", clipped(effect.row.text("bots"), NAME))
        })
        .collect();
    let sentence = format!(
        "{} disagree; the most, with {}, {}: {}.",
        counted(all as u64, "change"),
        clipped(first[0].row.text("variant"), NAME),
        first[0].label,
        told.join(", ")
    );
    let picture =
        Rows { rows: &rows, mark: Mark::Dot, axis, scale: TickScale::Plain, line: Some(0.0) }.draw();
    Some(Figure {
        legend: Vec::new(),
        id: "disagreements".to_owned(),
        title: "The same rule, other bots".to_owned(),
        picture,
        sentence,
        table,
    })
}

/// Different texts, in order.
fn distinct<'a>(texts: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let mut found: Vec<&str> = Vec::new();
    for text in texts {
        if !found.contains(&text) {
            found.push(text);
        }
    }
    found
}
