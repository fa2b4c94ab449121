//! Strategies for several pots, in whole numbers.

use super::model::Model;
use super::written::{Source, visit};
use crate::solve::{Branch, Node, OTHER, Strategy, Tree};

/// How finely the probabilities of a strategy are rounded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fineness {
    /// What they are parts of.
    pub whole: u16,
    /// The least probability that is not rounded to 0, in such parts.
    pub least: u16,
    /// What they are parts of where the opponent never comes to, and the least
    /// one there.
    pub aside: (u16, u16),
}

impl Fineness {
    /// For the first pot. Under the default rules the bounds are wider by
    /// 0.0001 than without rounding.
    pub const FINE: Fineness = Fineness { whole: 3_840, least: 4, aside: (240, 2) };
    /// For other pots that are often played for: by 0.002.
    pub const ROUGH: Fineness = Fineness { whole: 240, least: 2, aside: (240, 2) };
    /// For the rest: by 0.01.
    pub const ROUGHEST: Fineness = Fineness { whole: 60, least: 2, aside: (20, 2) };
    /// For strategies that choose nothing at random.
    pub const PURE: Fineness = Fineness { whole: 1, least: 1, aside: (1, 1) };
}

/// A strategy whose probabilities are multiples of 1/`whole`, and which has none
/// where it does not come to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StrategyTable {
    /// The probability 1.
    pub whole: u16,
    /// The probabilities, by their index in the tree.
    pub weights: Vec<u16>,
}

/// Strategies by what lies in the pot before the first bet.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Solution {
    /// The pots, ascending, each with a strategy for both roles.
    pub pots: Vec<(f64, StrategyTable)>,
    /// What the right to deal the next hand is worth, to add to the pot twice
    /// while more hands follow: the winner gets it, and the loser does not.
    pub deal: f64,
}

impl Solution {
    /// The strategy whose pot is nearest.
    ///
    /// # Panics
    /// If there is none.
    #[must_use]
    pub fn nearest(&self, pot: f64) -> &StrategyTable {
        let distance = |(other, _): &&(f64, StrategyTable)| (other - pot).abs();
        let nearest = self.pots.iter().min_by(|one, other| distance(one).total_cmp(&distance(other)));
        &nearest.expect("some pot is solved").1
    }

    /// Adds a strategy, or replaces that of the same pot.
    pub fn put(&mut self, pot: f64, table: StrategyTable) {
        match self.pots.binary_search_by(|(other, _)| other.total_cmp(&pot)) {
            Ok(place) => self.pots[place].1 = table,
            Err(place) => self.pots.insert(place, (pot, table)),
        }
    }
}

/// Rounds a strategy.
struct Rounding<'a> {
    strategy: &'a Strategy,
    fineness: Fineness,
    /// The weights of the choice that is being rounded, by option and hand.
    weights: Vec<u16>,
}

impl Source for Rounding<'_> {
    fn begin(&mut self, first: usize, (hands, options): (usize, usize), opponent_comes: bool) {
        let Fineness { whole, least, aside: (aside, least_aside) } = self.fineness;
        self.weights = vec![0; hands * options];
        for hand in 0..hands {
            let chosen: Vec<f64> = self.strategy.of_choice(first, hands, options, hand).collect();
            let rounded = if opponent_comes {
                round(&chosen, whole, least)
            } else {
                round(&chosen, aside, least_aside)
                    .into_iter()
                    .map(|weight| weight * (whole / aside))
                    .collect()
            };
            for (option, weight) in rounded.into_iter().enumerate() {
                self.weights[option * hands + hand] = weight;
            }
        }
    }

    fn option(&mut self, _: usize, (hands, _): (usize, usize), option: usize, hand: usize) -> u16 {
        self.weights[option * hands + hand]
    }

    fn second_of_two(&mut self, first: usize) -> u16 {
        let second = self.strategy.of_two(first);
        round(&[1.0 - second, second], self.fineness.whole, self.fineness.least)[1]
    }
}

/// Rounds probabilities to parts of a whole, none of which is below the least
/// one unless it is 0; the parts add up to the whole.
pub(super) fn round(chosen: &[f64], whole: u16, least: u16) -> Vec<u16> {
    let parts = f64::from(whole);
    // What is too rare goes to the others in proportion.
    let most = chosen.iter().copied().fold(0.0, f64::max);
    let is_kept = |chosen: f64| chosen * parts >= f64::from(least) / 2.0 || chosen == most;
    let sum: f64 = chosen.iter().copied().filter(|&chosen| is_kept(chosen)).sum();
    let exact = |chosen: f64| if is_kept(chosen) { chosen / sum * parts } else { 0.0 };
    let mut weights: Vec<u16> = chosen.iter().map(|&chosen| exact(chosen).floor() as u16).collect();
    let missing = whole.saturating_sub(weights.iter().sum());
    let mut by_rest: Vec<usize> = (0..chosen.len()).collect();
    let rest = |option: usize| exact(chosen[option]).fract();
    by_rest.sort_by(|&one, &other| rest(other).total_cmp(&rest(one)).then(one.cmp(&other)));
    by_rest.iter().take(missing.into()).for_each(|&option| weights[option] += 1);
    weights
}

impl StrategyTable {
    /// A strategy, rounded.
    #[must_use]
    pub fn new(model: &Model, strategy: &Strategy, fineness: Fineness) -> StrategyTable {
        visit(model, fineness.whole, &mut Rounding { strategy, fineness, weights: Vec::new() })
    }

    /// A table that knows nothing, and plays at random.
    #[must_use]
    pub fn empty(tree: &Tree, whole: u16) -> StrategyTable {
        StrategyTable { whole, weights: vec![0; tree.probabilities] }
    }

    /// In the form of other strategies.
    #[must_use]
    pub fn to_strategy(&self) -> Strategy {
        Strategy(self.weights.iter().map(|&chosen| f32::from(chosen)).collect())
    }

    /// Adds what another one has for the other role.
    pub fn merge(&mut self, other: &StrategyTable) {
        for (own, other) in self.weights.iter_mut().zip(&other.weights) {
            *own |= other;
        }
    }

    /// Keeps only what one side plays.
    pub fn keep_side(&mut self, tree: &Tree, kept: usize) {
        for node in &tree.nodes {
            let (side, range) = match *node {
                Node::End(_) => continue,
                Node::Choice { side, hands, options, first, .. } => (side, first..first + hands * options),
                Node::Claim { side, count, first, .. } => {
                    (side, first..first + count * Branch::PROBABILITIES)
                }
            };
            if side != kept {
                self.weights[range].fill(0);
            }
        }
    }
}

/// What a player does at a node with a hand, for readers: the option and its
/// probability.
#[derive(Clone, Debug, PartialEq)]
pub struct StrategyRow {
    /// Who.
    pub is_dealer: bool,
    /// What went before.
    pub situation: String,
    /// The hand.
    pub hand: String,
    /// The decision.
    pub decision: &'static str,
    /// The option.
    pub option: String,
    /// Its probability.
    pub probability: f64,
}

/// Lists a strategy: every option that is ever chosen, in every situation that
/// both players come to before anybody claims: those after it are a hundred
/// times as many.
pub fn strategy_rows(model: &Model, table: &StrategyTable, each: &mut dyn FnMut(StrategyRow)) {
    Lister { model, table, each }.list(0, "");
}

struct Lister<'a> {
    model: &'a Model,
    table: &'a StrategyTable,
    each: &'a mut dyn FnMut(StrategyRow),
}

impl Lister<'_> {
    fn row(
        &mut self,
        node: u32,
        before: &str,
        hand: String,
        decision: &'static str,
        options: &[(String, u16)],
    ) {
        let is_dealer = self.model.hand_tree.places[node as usize].side != OTHER;
        let whole: u32 = options.iter().map(|(_, chosen)| u32::from(*chosen)).sum();
        for (option, chosen) in options.iter().filter(|(_, chosen)| *chosen > 0) {
            (self.each)(StrategyRow {
                is_dealer,
                situation: if before.is_empty() { "start".to_owned() } else { before.to_owned() },
                hand: hand.clone(),
                decision,
                option: option.clone(),
                probability: f64::from(*chosen) / f64::from(whole),
            });
        }
    }

    fn list(&mut self, node: u32, before: &str) {
        let model = self.model;
        let tree = &model.hand_tree.tree;
        let place = model.hand_tree.places[node as usize];
        let then = |what: &str| if before.is_empty() { what.to_owned() } else { format!("{before} {what}") };
        match tree.nodes[node as usize] {
            Node::End(_) => {}
            Node::Choice { side, hands, options, children, first } => {
                let is_dealer = side != OTHER;
                let name = |option: usize| match (option, is_dealer) {
                    (0, _) => "fold".to_owned(),
                    (_, false) => "call".to_owned(),
                    (_, true) => format!("bet-{}", model.hand_tree.bet(option).unwrap_or(0)),
                };
                for hand in 0..hands {
                    let chosen: Vec<(String, u16)> = (0..options)
                        .map(|option| (name(option), self.table.weights[first + option * hands + hand]))
                        .collect();
                    let holding = model.cards.name(place.spaces[side], hand);
                    self.row(node, before, holding, if is_dealer { "open" } else { "call" }, &chosen);
                }
                for option in 1..options {
                    let weights = &self.table.weights[first + option * hands..first + (option + 1) * hands];
                    if weights.iter().any(|&weight| weight > 0) {
                        self.list(tree.children[children + option], &then(&name(option)));
                    }
                }
            }
            Node::Claim { side, keep, branches, count, first, .. } => {
                for (number, branch) in tree.branches(branches, count).iter().enumerate() {
                    let first = first + Branch::PROBABILITIES * number;
                    let zero = model.cards.name(place.spaces[side], branch.hand);
                    let two = |first: usize, yes: &str| {
                        [
                            ("keep".to_owned(), self.table.weights[first]),
                            (yes.to_owned(), self.table.weights[first + 1]),
                        ]
                    };
                    let (claims, draws) = (two(first, "claim"), two(first + 2, "again"));
                    self.row(node, before, zero.clone(), "claim", &claims);
                    self.row(node, before, format!("{zero} +10"), "again", &draws);
                }
                self.list(keep, before);
            }
        }
    }
}
