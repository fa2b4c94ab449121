//! The figures of a comparison.

use maud::html;

use super::Shown;
use super::chapter::NAME;
use super::declared::Declared;
use super::draw::{Axis, Curve, CurvePoint, Mark, Row, Rows, Steps, TickScale};
use super::figure::{DataTable, Figure, FigureSize, Section};
use super::source::Source;
use super::words::{clipped, estimate, estimate_text, list, minus, share_text};
use crate::report::GridRow;
use crate::report::{Bins, Series, signed};
use crate::stats::Interval;
use crate::table::{Estimate, Scale};
use crate::text::{counted, decimal, thousands};

/// For how many pairs the deals and the way to the figure are drawn.
const PAIRS: usize = 6;

/// A comparison of two bots.
struct Pair<'a> {
    row: GridRow<'a>,
    bot: &'a str,
    baseline: &'a str,
    difference: Estimate,
    wins: Estimate,
    margin: Option<f64>,
}

/// What is shown of a comparison.
pub fn show(source: &Source) -> Option<Shown> {
    if source.table("differences").is_some() {
        return decisions(source);
    }
    let score = Declared::of(&source.record).map_or("points", |declared| declared.score);
    let pairs: Vec<Pair<'_>> = source.table("compare")?.rows().filter_map(Pair::new).collect();
    let drawn = if pairs.len() <= PAIRS { &pairs[..] } else { &[] };
    let section = |title: &str, size: FigureSize, figures: Vec<Figure>| Section {
        title: title.to_owned(),
        size,
        figures,
    };
    let lead = match &pairs[..] {
        [] => return None,
        [pair] => pair.verdict(score),
        pairs => several(pairs),
    };
    let sections = vec![
        section("Who is better", FigureSize::Wide, vec![differences(&pairs, score), wins(&pairs)]),
        section(
            "Deal by deal",
            FigureSize::Half,
            drawn
                .iter()
                .flat_map(|pair| [pair.deals(source, score), pair.convergence(source, score)])
                .flatten()
                .collect(),
        ),
    ];
    Some(Shown { lead, sections })
}

impl<'a> Pair<'a> {
    fn new(row: GridRow<'a>) -> Option<Pair<'a>> {
        let value = |name: &str, low: &str, high: &str, scale| {
            Some(estimate(row.number(name)?, row.number(low), row.number(high), scale))
        };
        Some(Pair {
            row,
            bot: row.text("bot"),
            baseline: row.text("baseline"),
            difference: value("difference", "low", "high", Scale::Signed)?,
            wins: value("win_share", "win_low", "win_high", Scale::Percent)?,
            margin: row.number("margin"),
        })
    }

    fn name(&self) -> String {
        format!("{} over {}", clipped(self.bot, NAME), clipped(self.baseline, NAME))
    }

    /// The verdict in a sentence.
    fn verdict(&self, score: &str) -> String {
        let (bot, baseline) = (clipped(self.bot, NAME), clipped(self.baseline, NAME));
        let by = estimate_text(&self.difference, &format!("{score} a game"));
        match self.row.text("verdict") {
            "better" => format!("{bot} is better than {baseline}, by {by}."),
            "worse" => format!("{bot} is worse than {baseline}: {by}."),
            "same" => format!("{bot} and {baseline} are the same: no deal showed a difference."),
            "equal" => {
                let margin =
                    self.margin.map_or(String::new(), |margin| format!(" within ±{}", decimal(margin)));
                format!("{bot} and {baseline} are equal{margin}: the difference is {by}.")
            }
            _ => {
                let games = self.row.integer("games_to_decide").and_then(|games| u64::try_from(games).ok());
                let more = games.map_or(String::new(), |games| {
                    format!(" If it is what it seems, about {} games would decide it.", thousands(games))
                });
                let doubt = match self.row.text("doubt_sentence") {
                    "" => String::new(),
                    sentence => format!(" {sentence}"),
                };
                format!("Undecided: the difference of {bot} from {baseline} is {by}.{doubt}{more}")
            }
        }
    }

    /// How the difference varies from deal to deal.
    fn deals(&self, source: &Source, score: &str) -> Option<Figure> {
        let rows = source.table("deals")?.rows().filter(|row| self.is_in(row));
        let counts: Vec<(i64, u64)> = rows
            .filter_map(|row| Some((row.integer("difference")?, row.text("count").parse().ok()?)))
            .collect();
        let series = Series { name: "deals".to_owned(), counts };
        let bins = Bins::new(std::slice::from_ref(&series), 1, 70, Some(0))?;
        let shares = bins.shares(&series);
        let total: u64 = series.counts.iter().map(|(_, count)| count).sum();
        let share = |is_meant: fn(i64) -> bool| {
            let of: u64 =
                series.counts.iter().filter(|(value, _)| is_meant(*value)).map(|(_, count)| count).sum();
            share_text(of as f64 / total as f64)
        };
        let mut sentence = format!(
            "{} did better than {} in {} of the {}, worse in {}, as a mean over all seats.",
            clipped(self.bot, NAME),
            clipped(self.baseline, NAME),
            share(|value| value > 0),
            counted(total, "deal"),
            share(|value| value < 0),
        );
        if let Some((low, high)) = bins.beyond {
            sentence += &format!(
                " Not drawn are the deals further out, {}, from {} to {}.",
                share_text(bins.share_beyond(&series)),
                signed(low),
                signed(high)
            );
        }
        let title = format!("The difference by deal, in {score} a game: {}", self.name());
        let picture = Steps {
            bins: &bins,
            area: Some(&shares),
            lines: &[],
            line: Some((0, "no difference".to_owned())),
            bands: (&[], &[]),
            height: 260,
            description: &format!("{title}. {sentence}"),
        }
        .draw();
        let mut table = DataTable::new(["difference", "share of the deals"], "deals.csv");
        table.rows =
            shares.iter().enumerate().map(|(bin, share)| vec![bins.label(bin), share_text(*share)]).collect();
        Some(Figure { legend: Vec::new(), id: self.id("deals"), title, picture, sentence, table })
    }

    /// How the difference came to its value, with the band that holds at all
    /// times.
    fn convergence(&self, source: &Source, score: &str) -> Option<Figure> {
        let rows = source.table("convergence")?.rows().filter(|row| self.is_in(row));
        let points: Vec<CurvePoint> = rows
            .filter_map(|row| {
                let interval = Interval { low: row.number("low")?, high: row.number("high")? };
                Some(CurvePoint {
                    x: row.number("blocks")?,
                    value: row.number("mean")?,
                    interval: Some(interval),
                })
            })
            .filter(|point| point.x >= 20.0)
            .collect();
        let (first, last) = (*points.first()?, *points.last()?);
        let is_clear = |point: &&CurvePoint| {
            point.interval.is_some_and(|interval| interval.low > 0.0 || interval.high < 0.0)
        };
        let clear = points
            .iter()
            .find(is_clear)
            .map_or("never".to_owned(), |point| format!("from {} deals on", thousands(point.x as u64)));
        let sentence = format!(
            "The band holds at all times at once, so that one may stop when one likes: it excludes zero {clear}. \
             After all {} deals: {}.",
            thousands(last.x as u64),
            estimate_text(
                &Estimate { value: last.value, interval: last.interval, scale: Scale::Signed },
                score
            ),
        );
        let title = format!("How the difference settled: {}", self.name());
        let mut table = DataTable::new(["deals", "difference", "band"], "convergence.csv");
        table.rows = points
            .iter()
            .map(|point| {
                let band = point.interval.map_or(String::new(), |Interval { low, high }| {
                    minus(&format!("{} to {}", decimal(low), decimal(high)))
                });
                vec![thousands(point.x as u64), minus(&decimal(point.value)), band]
            })
            .collect();
        let ends = points.iter().filter_map(|point| point.interval).flat_map(|band| [band.low, band.high]);
        let picture = Curve {
            curves: std::slice::from_ref(&points),
            across: Axis::logarithmic(first.x, last.x),
            labels: None,
            upwards: Axis::around(ends.chain([0.0])),
            scale: TickScale::Plain,
            line: Some(0.0),
            shade: self.margin.map(|margin| Interval { low: -margin, high: margin }),
            has_dots: false,
            height: 260,
            description: &format!("{title}. {sentence}"),
        }
        .draw();
        Some(Figure { legend: Vec::new(), id: self.id("convergence"), title, picture, sentence, table })
    }

    fn is_in(&self, row: &GridRow<'_>) -> bool {
        row.text("bot") == self.bot && row.text("baseline") == self.baseline
    }

    /// An id for one of the pair's figures.
    fn id(&self, figure: &str) -> String {
        let plain = |letter: char| if letter.is_ascii_alphanumeric() { letter } else { '-' };
        let name = clipped(&format!("{}-{}", self.bot, self.baseline), 80);
        format!("{figure}-{}", name.chars().map(plain).collect::<String>())
    }
}

/// The verdicts of several pairs in a sentence.
fn several(pairs: &[Pair<'_>]) -> String {
    let count = |verdict: &str| pairs.iter().filter(|pair| pair.row.text("verdict") == verdict).count();
    let told: Vec<String> = ["better", "worse", "equal", "same", "undecided"]
        .into_iter()
        .filter(|verdict| count(verdict) > 0)
        .map(|verdict| format!("{} {verdict}", count(verdict)))
        .collect();
    format!("{}: {}.", counted(pairs.len() as u64, "comparison"), list(&told))
}

/// The differences with their intervals, and the margin.
fn differences(pairs: &[Pair<'_>], score: &str) -> Figure {
    let ends = pairs.iter().flat_map(|pair| {
        let interval = pair.difference.interval;
        [
            interval.map(|interval| interval.low),
            interval.map(|interval| interval.high),
            pair.margin,
            pair.margin.map(|margin| -margin),
        ]
    });
    let axis =
        Axis::around(ends.flatten().chain(pairs.iter().map(|pair| pair.difference.value)).chain([0.0]));
    let rows: Vec<Row> = pairs
        .iter()
        .map(|pair| Row {
            label: pair.name(),
            value: pair.difference.value,
            interval: pair.difference.interval,
            text: estimate_text(&pair.difference, ""),
            colour: 0,
            is_faint: pair.row.text("verdict") == "undecided",
            shade: pair.margin.map(|margin| Interval { low: -margin, high: margin }),
        })
        .collect();
    let picture =
        Rows { rows: &rows, mark: Mark::Dot, axis, scale: TickScale::Plain, line: Some(0.0) }.draw();
    let mut table = DataTable::new(["comparison", "difference", "verdict", "games", "deals"], "compare.csv");
    table.rows = pairs
        .iter()
        .map(|pair| {
            let number = |name: &str| pair.row.text(name).parse().map_or(String::new(), thousands);
            vec![
                pair.name(),
                estimate_text(&pair.difference, ""),
                pair.row.text("verdict").to_owned(),
                number("games"),
                number("blocks"),
            ]
        })
        .collect();
    let shaded = match pairs.first().and_then(|pair| pair.margin) {
        Some(margin) => format!(" Within the shaded margin of ±{} the two count as equal.", decimal(margin)),
        None => String::new(),
    };
    let best = pairs.iter().max_by(|one, other| one.difference.value.total_cmp(&other.difference.value));
    let largest = best.map_or(String::new(), |pair| {
        format!("{}: {}.", pair.name(), estimate_text(&pair.difference, &format!("{score} a game")))
    });
    let sentence =
        format!("{largest} The whisker is the 95 % interval over deals; right of zero is better.{shaded}");
    Figure {
        legend: Vec::new(),
        id: "difference".to_owned(),
        title: format!("Score a game over the others' mean, in {score}"),
        picture,
        sentence,
        table,
    }
}

/// The shares of games won.
fn wins(pairs: &[Pair<'_>]) -> Figure {
    let fair = pairs.first().and_then(|pair| pair.row.number("fair_share")).unwrap_or(0.0);
    let ends =
        pairs.iter().filter_map(|pair| pair.wins.interval).flat_map(|interval| [interval.low, interval.high]);
    let axis = Axis::around(ends.chain([fair]));
    let rows: Vec<Row> = pairs
        .iter()
        .map(|pair| Row {
            label: clipped(&pair.name(), 2 * NAME),
            value: pair.wins.value,
            interval: pair.wins.interval,
            text: estimate_text(&pair.wins, ""),
            colour: 0,
            is_faint: false,
            shade: None,
        })
        .collect();
    let picture = html! {
        (Rows { rows: &rows, mark: Mark::Dot, axis, scale: TickScale::Percent, line: Some(fair) }.draw())
    };
    let mut table = DataTable::new(["comparison", "games won", "a fair share"], "compare.csv");
    table.rows = pairs
        .iter()
        .map(|pair| {
            vec![
                pair.name(),
                estimate_text(&pair.wins, ""),
                share_text(pair.row.number("fair_share").unwrap_or(0.0)),
            ]
        })
        .collect();
    let best = pairs.iter().max_by(|one, other| one.wins.value.total_cmp(&other.wins.value));
    let sentence = best.map_or(String::new(), |pair| {
        format!(
            "{} won {} of the games; as good a bot as the others would win {}, which is the line.",
            clipped(pair.bot, NAME),
            estimate_text(&pair.wins, ""),
            share_text(fair)
        )
    });
    Figure {
        legend: Vec::new(),
        id: "wins".to_owned(),
        title: "Games won".to_owned(),
        picture,
        sentence,
        table,
    }
}

/// Where two bots first differ, by decision.
fn decisions(source: &Source) -> Option<Shown> {
    let grid = source.table("differences")?;
    let mut counts: std::collections::BTreeMap<&str, u64> = std::collections::BTreeMap::new();
    for row in grid.rows() {
        *counts.entry(row.text("decision")).or_default() += 1;
    }
    let games = source.record.games_played.unwrap_or(0);
    let total: u64 = counts.values().sum();
    let most = counts.values().max().copied().unwrap_or(0);
    let rows: Vec<Row> = counts
        .iter()
        .map(|(decision, count)| Row {
            label: (*decision).to_owned(),
            value: *count as f64,
            interval: None,
            text: thousands(*count),
            colour: 0,
            is_faint: false,
            shade: None,
        })
        .collect();
    let axis = Axis::new(0.0, (most as f64 * 1.03).max(1.0));
    let picture =
        Rows { rows: &rows, mark: Mark::Bar, axis, scale: TickScale::Plain, line: Some(0.0) }.draw();
    let mut table = DataTable::new(grid.columns(), "differences.csv");
    table.rows = grid.rows().take(200).map(|row| row.fields().map(ToOwned::to_owned).collect()).collect();
    let sentence = format!(
        "In {} of {} the two chose differently at some decision.",
        thousands(total),
        counted(games, "game")
    );
    let figure = Figure {
        legend: Vec::new(),
        id: "decisions".to_owned(),
        title: "Where they first differ".to_owned(),
        picture,
        sentence: sentence.clone(),
        table,
    };
    let section = Section { title: "Decisions".to_owned(), size: FigureSize::Wide, figures: vec![figure] };
    Some(Shown { lead: sentence, sections: vec![section] })
}
