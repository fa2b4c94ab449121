//! The figures of a solved hand: what each hand of cards does, what the deal is
//! worth, and what can be won from bots.

mod response;

use std::collections::BTreeMap;

use super::Shown;
use super::chapter::NAME;
use super::draw::{Axis, Heat, HeatCell, Mark, Row, Rows, TickScale};
use super::figure::{DataTable, Figure, FigureSize, Section};
use super::source::Source;
use super::words::{clipped, estimate, estimate_text, minus, share_text, value_text};
use crate::report::{Grid, GridRow};
use crate::table::Scale;
use crate::text::counted;

/// How many rounds of bets are drawn, along the bets that are most often made.
const ROUNDS: usize = 3;

/// What is shown of a solved hand.
pub fn show(source: &Source) -> Option<Shown> {
    let Some(solution) = source.table("solution") else { return response::show(source) };
    let solution = solution.rows().next()?;
    let (low, high) = (solution.number("low")?, solution.number("high")?);
    let iterations = solution
        .text("iterations")
        .parse()
        .map_or(String::new(), |iterations: u64| format!(" after {}", counted(iterations, "iteration")));
    let lead = format!(
        "If both play their best, a hand is worth {} to {} points to the dealer, and the opposite to the other \
         player. Best responses prove these bounds{iterations}.",
        signed(low),
        signed(high),
    );
    let section = |title: &str, size: FigureSize, figures: Vec<Figure>| Section {
        title: title.to_owned(),
        size,
        figures,
    };
    let values = source.table("values").and_then(values);
    let against = source.table("against").and_then(against);
    let sections = vec![
        section("What a hand is worth", FigureSize::Wide, values.into_iter().collect()),
        section("How it is played", FigureSize::Half, source.table("strategy").map_or_else(Vec::new, rounds)),
        section("Against bots", FigureSize::Wide, against.into_iter().collect()),
    ];
    Some(Shown { lead, sections })
}

fn signed(points: f64) -> String {
    minus(&format!("{points:+.4}"))
}

/// What a hand is worth, by what lies over.
fn values(grid: &Grid) -> Option<Figure> {
    let of_row = |row: GridRow<'_>| {
        let (low, high) = (row.number("low")?, row.number("high")?);
        let value = estimate(low.midpoint(high), Some(low), Some(high), Scale::Signed);
        let ante = if row.text("free_ante") == "yes" { ", free ante" } else { "" };
        let label = match row.text("carried") {
            "0" => format!("nothing lies over{ante}"),
            carried => format!("{carried} lie over{ante}"),
        };
        let bounds = format!("{} to {}", signed(low), signed(high));
        let long = row
            .number("long_low")
            .zip(row.number("long_high"))
            .map_or(String::new(), |(low, high)| format!("{} to {}", signed(low), signed(high)));
        let bar = Row {
            label: label.clone(),
            value: value.value,
            interval: value.interval,
            text: bounds.clone(),
            colour: 0,
            is_faint: false,
            shade: None,
        };
        Some((bar, vec![label, row.text("pot").to_owned(), bounds, long]))
    };
    let (rows, cells): (Vec<Row>, Vec<Vec<String>>) = grid.rows().filter_map(of_row).unzip();
    let first = rows.iter().find(|row| !row.label.contains("free ante"))?;
    let sentence = format!(
        "When {}, a hand is worth {} points to the dealer. The bars are bounds, not intervals: the value lies \
         between them.",
        first.label, first.text
    );
    let picture = around_zero(&rows);
    let mut table = DataTable::new(["hand", "pot", "worth to the dealer", "in a long game"], "values.csv");
    table.rows = cells;
    Some(Figure {
        legend: Vec::new(),
        id: "values".to_owned(),
        title: "What the hand is worth to the dealer, in points".to_owned(),
        picture,
        sentence,
        table,
    })
}

/// The probabilities of the actions of a decision, by hand, in the order of the
/// file.
#[derive(Default)]
struct Played<'a> {
    hands: Vec<&'a str>,
    shares: BTreeMap<(&'a str, &'a str), f64>,
}

impl<'a> Played<'a> {
    fn new(grid: &'a Grid, situation: &str, decision: &str) -> Played<'a> {
        let mut played = Played::default();
        let rows = grid.rows().filter(|row| row.text("situation") == situation);
        for row in rows.filter(|row| row.text("decision") == decision) {
            // What is drawn after a claim is another hand.
            let hand = row.text("hand");
            if hand.contains('+') {
                continue;
            }
            if !played.hands.contains(&hand) {
                played.hands.push(hand);
            }
            let share = row.number("probability").unwrap_or(0.0);
            *played.shares.entry((hand, row.text("action"))).or_default() += share;
        }
        played
    }

    fn share(&self, hand: &str, action: &str) -> f64 {
        self.shares.get(&(hand, action)).copied().unwrap_or(0.0)
    }

    /// How often the hands do something on average, each counted once.
    fn mean(&self, action: &str) -> f64 {
        let sum: f64 = self.hands.iter().map(|hand| self.share(hand, action)).sum();
        sum / self.hands.len().max(1) as f64
    }

    /// The actions, folds first and small bets before large ones.
    fn actions(&self) -> Vec<&'a str> {
        let mut actions: Vec<&str> = self.shares.keys().map(|(_, action)| *action).collect();
        actions.sort_by_key(|action| (amount(action), *action));
        actions.dedup();
        actions
    }
}

/// The points of a bet; 0 of anything else.
fn amount(action: &str) -> u32 {
    action.strip_prefix("bet-").and_then(|amount| amount.parse().ok()).unwrap_or(0)
}

/// The rounds of bets, along the bets that are most often made and called.
fn rounds(grid: &Grid) -> Vec<Figure> {
    let mut figures = Vec::new();
    let mut before = String::new();
    let mut order: Vec<&str> = Vec::new();
    for round in 1..=ROUNDS {
        let situation = if before.is_empty() { "start" } else { &before };
        let opened = Played::new(grid, situation, "open");
        let bets: Vec<&str> = opened.actions().into_iter().filter(|action| amount(action) > 0).collect();
        let most = bets.iter().copied().max_by(|one, other| opened.mean(one).total_cmp(&opened.mean(other)));
        let Some(most) = most else { break };
        let after = |bet: &str| [before.as_str(), bet].join(" ").trim().to_owned();
        let called: Vec<(&str, Played<'_>)> = bets
            .iter()
            .map(|&bet| (bet, Played::new(grid, &after(bet), "call")))
            .filter(|(_, played)| !played.hands.is_empty())
            .collect();
        if order.is_empty() {
            order = strongest_first(&called);
        }
        figures.push(opening(round, &before, &opened, &order));
        figures.extend(calling(round, &before, &called, &order));
        before = after(most) + " call";
    }
    figures
}

fn so_far(before: &str) -> String {
    if before.is_empty() { String::new() } else { format!(" after {}", words(before)) }
}

/// A situation as people read it.
fn words(situation: &str) -> String {
    situation.replace(" bet-", ", bet-").replace(" call", ", call").replace("bet-", "bet ")
}

/// The hands, those first that call most: one order for all pictures.
fn strongest_first<'a>(called: &[(&str, Played<'a>)]) -> Vec<&'a str> {
    let calls = |hand: &str| -> f64 { called.iter().map(|(_, played)| played.share(hand, "call")).sum() };
    let mut hands = called.first().map_or_else(Vec::new, |(_, played)| played.hands.clone());
    hands.sort_by(|one, other| calls(other).total_cmp(&calls(one)));
    hands
}

/// What the dealer bets.
fn opening(round: usize, before: &str, opened: &Played<'_>, order: &[&str]) -> Figure {
    let actions = opened.actions();
    let hands: Vec<&str> = order.iter().copied().filter(|hand| opened.hands.contains(hand)).collect();
    let most = actions.iter().copied().max_by(|one, other| opened.mean(one).total_cmp(&opened.mean(other)));
    let sentence = most.map_or(String::new(), |action| {
        format!(
            "On average over the {} kinds of hands, the dealer's most frequent choice is to {}, {} of the time. The \
             hands at the top are those that call most in the first round.",
            hands.len(),
            action.replace('-', " "),
            share_text(opened.mean(action)),
        )
    });
    let share = |hand: &str, action: &str| opened.share(hand, action);
    let title = format!("Round {round}: what the dealer does{}", so_far(before));
    figure(&format!("open-{round}"), title, sentence, &hands, &actions, share)
}

/// Which bets the other player calls.
fn calling(round: usize, before: &str, called: &[(&str, Played<'_>)], order: &[&str]) -> Option<Figure> {
    let played = |bet: &str| called.iter().find(|(other, _)| *other == bet).map(|(_, played)| played);
    let share = |hand: &str, bet: &str| played(bet).map_or(0.0, |played| played.share(hand, "call"));
    let bets: Vec<&str> = called.iter().map(|(bet, _)| *bet).collect();
    let (first, last) = (bets.first()?, bets.last()?);
    let known = &played(first)?.hands;
    let hands: Vec<&str> = order.iter().copied().filter(|hand| known.contains(hand)).collect();
    let mean = |bet: &str| played(bet).map_or(0.0, |played| played.mean("call"));
    let sentence = format!(
        "The other player calls a {} with {} of the kinds of hands, a {} with {}.",
        first.replace('-', " of "),
        share_text(mean(first)),
        last.replace('-', " of "),
        share_text(mean(last)),
    );
    let title = format!("Round {round}: which bets the other player calls{}", so_far(before));
    Some(figure(&format!("call-{round}"), title, sentence, &hands, &bets, share))
}

/// Shares by hand and action, in colour.
fn figure(
    id: &str,
    title: String,
    sentence: String,
    hands: &[&str],
    actions: &[&str],
    share: impl Fn(&str, &str) -> f64,
) -> Figure {
    let text = |share: f64| match 100.0 * share {
        0.0 => String::new(),
        percent if percent < 0.5 => "<1".to_owned(),
        percent => format!("{percent:.0}"),
    };
    let cell = |hand: &str, action: &str| {
        let share = share(hand, action);
        HeatCell { depth: share, text: text(share), is_hatched: false }
    };
    let columns: Vec<String> = actions.iter().map(|action| action.replace('-', " ")).collect();
    let heat = Heat {
        corner: "in %".to_owned(),
        columns: columns.clone(),
        rows: hands
            .iter()
            .map(|hand| ((*hand).to_owned(), actions.iter().map(|action| cell(hand, action)).collect()))
            .collect(),
    };
    let mut table = DataTable::new(std::iter::once("hand".to_owned()).chain(columns), "strategy.csv");
    table.rows = hands
        .iter()
        .map(|hand| {
            let shares = actions.iter().map(|action| format!("{:.4}", share(hand, action)));
            std::iter::once((*hand).to_owned()).chain(shares).collect()
        })
        .collect();
    Figure { legend: Vec::new(), id: id.to_owned(), picture: heat.draw(&title), title, sentence, table }
}

/// What is won from bots.
fn against(grid: &Grid) -> Option<Figure> {
    let mut rows = Vec::new();
    let mut table = DataTable::new(["against", "as", "best response", "equilibrium"], "against.csv");
    for row in grid.rows() {
        let (best, equilibrium) = (row.number("best_response")?, row.number("equilibrium")?);
        let values = [best, equilibrium].map(|value| estimate(value, None, None, Scale::Signed));
        let name = clipped(row.text("bot"), NAME);
        for (colour, (value, what)) in values.iter().zip(["best response", "equilibrium"]).enumerate() {
            rows.push(Row {
                label: format!("{name}, {} as the {}", what, row.text("role")),
                value: value.value,
                interval: None,
                text: value_text(value),
                colour,
                is_faint: false,
                shade: None,
            });
        }
        let [best, equilibrium] = values.map(|value| estimate_text(&value, ""));
        table.rows.push(vec![name, row.text("role").to_owned(), best, equilibrium]);
    }
    let most = rows.iter().max_by(|one, other| one.value.total_cmp(&other.value))?;
    let sentence = format!(
        "Most is won from {}: {} points a hand. The best response wins most from the one bot that it was made for; the \
         equilibrium cannot be beaten by any.",
        most.label, most.text
    );
    let legend = ["best response", "equilibrium"].iter().enumerate();
    Some(Figure {
        legend: legend.map(|(index, name)| (super::draw::colour(index), (*name).to_owned())).collect(),
        id: "against".to_owned(),
        title: "What is won from each bot, in points a hand".to_owned(),
        picture: Rows {
            rows: &rows,
            mark: Mark::Bar,
            axis: Axis::around(rows.iter().map(|row| row.value).chain([0.0])),
            scale: TickScale::Plain,
            line: Some(0.0),
        }
        .draw(),
        sentence,
        table,
    })
}

/// A picture of values with their intervals or bounds, and a line at zero.
fn around_zero(rows: &[Row]) -> maud::Markup {
    let ends = rows.iter().filter_map(|row| row.interval).flat_map(|interval| [interval.low, interval.high]);
    let axis = Axis::around(ends.chain([0.0]));
    Rows { rows, mark: Mark::Dot, axis, scale: TickScale::Plain, line: Some(0.0) }.draw()
}
