//! A solved hand as tables, for the files and for people.

use crate::games::kachi_kachi::Class;
use crate::games::kachi_kachi::solve::{
    Against, Bounds, Model, Solved, Space, StrategyRow, StrategyTable, ValueRow, strategy_rows,
};
use crate::solve::{DEALER, Node, OTHER};
use crate::table::{Cell, Column, Shown, Table, row};

/// The names of the roles.
pub const ROLES: [&str; 2] = ["dealer", "other"];

/// The bets for which the summary says who calls.
const CALLED: [usize; 4] = [1, 3, 5, 10];

fn yes_no(is: bool) -> &'static str {
    if is { "yes" } else { "no" }
}

fn solution_columns() -> Vec<Column> {
    vec![
        Column::real("low", "lower bound of what the hand is worth to the dealer"),
        Column::real("high", "upper bound"),
        Column::real("deal", "what it is worth in a long game to deal the next hand"),
        Column::integer("iterations", "iterations of the solver"),
        Column::integer("nodes", "public situations and ends of the hand"),
    ]
}

/// The table `solution`: the value of the hand, in one row.
#[must_use]
pub fn solution_table(model: &Model, solved: &Solved) -> Table {
    let mut table = Table::new("solution", solution_columns());
    table.push(row![
        solved.value.low,
        solved.value.high,
        solved.solution.deal,
        solved.iterations,
        model.hand_tree.tree.nodes.len(),
    ]);
    table
}

fn values_columns() -> Vec<Column> {
    vec![
        Column::text("free_ante", "whether the dealer, as the winner of the hand before, need not ante"),
        Column::integer("carried", "what lies over from drawn hands"),
        Column::integer("pot", "what lies in the pot before the first bet"),
        Column::real("low", "lower bound of what the last hand of a game is worth to the dealer"),
        Column::real("high", "upper bound"),
        Column::real("long_low", "the same in a long game, where the winner deals the next hand"),
        Column::real("long_high", "upper bound"),
    ]
}

/// The table `values`: what a hand is worth to the dealer.
#[must_use]
pub fn values_table(model: &Model, values: &[ValueRow]) -> Table {
    let mut table = Table::new("values", values_columns());
    for &ValueRow { free_ante, carried, hand, long_game } in values {
        table.push(row![
            yes_no(free_ante),
            carried,
            model.first_pot(free_ante, f64::from(carried)) as u32,
            hand.low,
            hand.high,
            long_game.low,
            long_game.high,
        ]);
    }
    table
}

fn strategy_columns() -> Vec<Column> {
    vec![
        Column::text("role", "who decides: the dealer or the other player"),
        Column::text("situation", "what went before, in order"),
        Column::text("hand", "the cards: those dealt, and +those drawn"),
        Column::text("decision", "claim, again, open or call"),
        Column::text("action", "what is done"),
        Column::real("probability", "how often"),
    ]
}

/// The table `strategy`: what the players do, and how often.
#[must_use]
pub fn strategy_table(model: &Model, strategy: &StrategyTable) -> Table {
    let mut table = Table::new("strategy", strategy_columns());
    strategy_rows(model, strategy, &mut |row: StrategyRow| {
        let StrategyRow { is_dealer, situation, hand, decision, option, probability } = row;
        table.push(row![ROLES[usize::from(!is_dealer)], situation, hand, decision, option, probability]);
    });
    table
}

fn against_columns() -> Vec<Column> {
    vec![
        Column::text("bot", "the bot"),
        Column::text("role", "the role of who plays against it"),
        Column::real("best_response", "points a hand that the best response wins"),
        Column::real("equilibrium", "points a hand that the equilibrium wins"),
    ]
}

/// The table `against`: what is won from each bot in a hand.
#[must_use]
pub fn against_table(bots: &[(String, Against)]) -> Table {
    let mut table = Table::new("against", against_columns());
    for (bot, against) in bots {
        for side in [DEALER, OTHER] {
            table.push(row![bot.as_str(), ROLES[side], against.best[side], against.solution[side]]);
        }
    }
    table
}

/// All tables, without rows.
#[must_use]
pub fn empty_tables() -> [Table; 4] {
    [
        Table::new("solution", solution_columns()),
        Table::new("values", values_columns()),
        Table::new("strategy", strategy_columns()),
        Table::new("against", against_columns()),
    ]
}

/// A number of points.
fn points(value: f64) -> Cell {
    Cell::Text(format!("{value:+.3}"))
}

/// Bounds of a number of points.
fn between(bounds: Bounds) -> Cell {
    let decimals = if bounds.gap() < 0.01 { 4 } else { 3 };
    Cell::Text(format!("{:+.decimals$} to {:+.decimals$}", bounds.low, bounds.high))
}

/// The result for people.
#[must_use]
pub fn solve_summary(model: &Model, solved: &Solved, against: &[(String, Against)]) -> Vec<Shown> {
    let Bounds { low, high } = solved.value;
    let nodes = crate::text::thousands(model.hand_tree.tree.nodes.len() as u64);
    let mut shown = vec![
        Shown::text(format!(
            "kachi-kachi for two: {nodes} public situations, {} iterations",
            crate::text::thousands(solved.iterations.into())
        )),
        Shown::Gap,
        Shown::text(format!(
            "A hand is worth {low:+.4} to {high:+.4} points to the dealer, and the opposite to the other player, \
             if both play their best."
        )),
    ];
    if !solved.is_precise {
        shown.push(Shown::text(
            "More iterations would take too long: the bounds are wider than requested.".to_owned(),
        ));
    }
    shown.push(Shown::Gap);
    let titled = [
        ("What a hand is worth to the dealer, in points".to_owned(), values_for_people(solved)),
        (
            "The first bet: what the dealer opens with, and which bets the other player calls, in %"
                .to_owned(),
            first_bet(model, solved),
        ),
    ];
    for (title, table) in titled {
        shown.extend([Shown::Table(title, table), Shown::Gap]);
    }
    if !against.is_empty() {
        let mut table = Table::new(
            "against",
            vec![
                Column::text("", "the bot"),
                Column::text("best as dealer", "points"),
                Column::text("as other", "points"),
                Column::text("equilibrium as dealer", "points"),
                Column::text("as other", "points"),
            ],
        );
        for (bot, Against { best, solution, .. }) in against {
            let mut cells = row![bot.as_str()];
            cells.extend([best[DEALER], best[OTHER], solution[DEALER], solution[OTHER]].map(points));
            table.push(cells);
        }
        shown.push(Shown::Table("What is won from bots in a hand, in points".to_owned(), table));
        shown.push(Shown::Gap);
    }
    shown
}

fn values_for_people(solved: &Solved) -> Table {
    let columns =
        ["free ante", "carried", "last hand", "in a long game"].map(|name| Column::text(name, "points"));
    let mut table = Table::new("values", columns.into());
    for value in &solved.values {
        table.push(row![
            yes_no(value.free_ante),
            value.carried.to_string(),
            between(value.hand),
            between(value.long_game)
        ]);
    }
    table
}

/// The first bet by class.
fn first_bet(model: &Model, solved: &Solved) -> Table {
    let strategy = solved.solution.nearest(model.first_pot(false, 0.0)).to_strategy();
    let tree = &model.hand_tree.tree;
    let holdings = model.cards.holdings(Space::Dealt);
    let dealt: Vec<f64> = holdings
        .iter()
        .map(|own| holdings.iter().map(|other| model.cards.probability(own, other)).sum())
        .collect();
    let mean = |class: usize, of: &dyn Fn(usize) -> f64| -> f64 {
        let hands = (0..holdings.len()).filter(|&hand| holdings[hand].class().index() == class);
        let (sum, all) =
            hands.fold((0.0, 0.0), |(sum, all), hand| (sum + dealt[hand] * of(hand), all + dealt[hand]));
        sum / all
    };
    // The node after a claim that nobody made.
    let after_claim = |node: u32| match tree.nodes[node as usize] {
        Node::Claim { keep, .. } => keep,
        _ => node,
    };
    let Node::Choice { hands, options, children, first, .. } = tree.nodes[after_claim(0) as usize] else {
        unreachable!("the dealer opens")
    };
    let called: Vec<(u32, usize, usize)> = (1..options)
        .filter_map(|option| {
            let bet = model.hand_tree.bet(option)?;
            let is_listed = CALLED.contains(&option) || option + 1 == options;
            let child = after_claim(tree.children[children + option]);
            match tree.nodes[child as usize] {
                Node::Choice { first, hands, .. } if is_listed => Some((bet, first, hands)),
                _ => None,
            }
        })
        .collect();
    let calls = called.iter().map(|(bet, ..)| Column::text(format!("calls {bet}"), "a share in %"));
    let columns = ["", "opens", "mean bet"].map(|name| Column::text(name, "the first bet"));
    let mut table = Table::new("first_bet", columns.into_iter().chain(calls).collect());
    for (class, name) in Class::NAMES.iter().enumerate() {
        let chosen = |hand: usize| strategy.of_choice(first, hands, options, hand).collect::<Vec<_>>();
        let opens = mean(class, &|hand| 1.0 - chosen(hand)[0]);
        let bets = mean(class, &|hand| {
            let bet = |(option, chosen): (usize, &f64)| {
                chosen * f64::from(model.hand_tree.bet(option).unwrap_or(0))
            };
            chosen(hand).iter().enumerate().map(bet).sum()
        });
        let mut cells = row![
            *name,
            format!("{:.0}", 100.0 * opens),
            if opens > 0.0 { format!("{:.1}", bets / opens) } else { String::new() }
        ];
        for &(_, first, hands) in &called {
            let calls = mean(class, &|hand| strategy.of_choice(first, hands, 2, hand).nth(1).unwrap_or(0.0));
            cells.push(Cell::Text(format!("{:.0}", 100.0 * calls)));
        }
        table.push(cells);
    }
    table
}
