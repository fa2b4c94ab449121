//! Strategies for several pots, in whole numbers.

use super::model::Model;
use crate::solve::{Branch, Node, OTHER, Strategy, Tree};

/// A probability of 1.
const WHOLE: u16 = u16::MAX;

/// A strategy whose probabilities are multiples of 1/65535, and which has none
/// where it does not come to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StrategyTable(pub Vec<u16>);

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

/// A probability in whole numbers. What is hardly ever played is not played.
fn weight(probability: f64) -> u16 {
    const LEAST: f64 = 0.0002;
    if probability < LEAST { 0 } else { (probability * f64::from(WHOLE)).round() as u16 }
}

impl StrategyTable {
    /// A strategy, rounded.
    #[must_use]
    pub fn new(tree: &Tree, strategy: &Strategy) -> StrategyTable {
        let mut table = StrategyTable(vec![0; tree.probabilities]);
        let reach = [vec![true; tree.hands[0]], vec![true; tree.hands[1]]];
        table.fill(tree, strategy, 0, &reach);
        table
    }

    /// In the form of other strategies.
    #[must_use]
    pub fn to_strategy(&self) -> Strategy {
        Strategy(self.0.iter().map(|&chosen| f32::from(chosen)).collect())
    }

    /// Adds what another one has for the other role.
    pub fn merge(&mut self, other: &StrategyTable) {
        for (own, other) in self.0.iter_mut().zip(&other.0) {
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
                self.0[range].fill(0);
            }
        }
    }

    /// Rounds what is played from a node on, with the hands that come to it.
    fn fill(&mut self, tree: &Tree, strategy: &Strategy, node: u32, reach: &[Vec<bool>; 2]) {
        match tree.nodes[node as usize] {
            Node::End(_) => {}
            Node::Choice { side, hands, options, children, first } => {
                for hand in (0..hands).filter(|&hand| reach[side][hand]) {
                    let chosen: Vec<f64> = strategy.of_choice(first, hands, options, hand).collect();
                    for (option, chosen) in chosen.into_iter().enumerate() {
                        self.0[first + option * hands + hand] = weight(chosen);
                    }
                }
                let mut after = reach.clone();
                for option in 0..options {
                    let weights = &self.0[first + option * hands..first + (option + 1) * hands];
                    after[side] = weights.iter().map(|&weight| weight > 0).collect();
                    // Where neither of them comes to, nothing is played.
                    if after.iter().any(|reach| reach.contains(&true)) {
                        self.fill(tree, strategy, tree.children[children + option], &after);
                    }
                }
            }
            Node::Claim { side, keep, branches, count, first, .. } => {
                let mut kept = reach.clone();
                for (place, branch) in tree.branches(branches, count).iter().enumerate() {
                    let first = first + Branch::PROBABILITIES * place;
                    let comes = reach[side][branch.hand];
                    let two = |first: usize| weight(strategy.of_two(first));
                    let (claims, draws) = if comes { (two(first), two(first + 2)) } else { (0, 0) };
                    if comes {
                        self.0[first..first + 2].copy_from_slice(&[WHOLE - claims, claims]);
                    }
                    if claims > 0 {
                        self.0[first + 2..first + 4].copy_from_slice(&[WHOLE - draws, draws]);
                    }
                    kept[side][branch.hand] = comes && claims < WHOLE;
                    let mut after = reach.clone();
                    after[side] = vec![claims > 0; branch.once.hands];
                    after[side][branch.ten] &= draws < WHOLE;
                    self.fill(tree, strategy, branch.once.node, &after);
                    after[side] = vec![claims > 0 && draws > 0; branch.again.hands];
                    self.fill(tree, strategy, branch.again.node, &after);
                }
                self.fill(tree, strategy, keep, &kept);
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
                        .map(|option| (name(option), self.table.0[first + option * hands + hand]))
                        .collect();
                    let holding = model.cards.name(place.spaces[side], hand);
                    self.row(node, before, holding, if is_dealer { "open" } else { "call" }, &chosen);
                }
                for option in 1..options {
                    let weights = &self.table.0[first + option * hands..first + (option + 1) * hands];
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
                        [("keep".to_owned(), self.table.0[first]), (yes.to_owned(), self.table.0[first + 1])]
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
