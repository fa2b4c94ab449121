//! What is written of a strategy: the choices of each side with the hands that
//! it comes to a node with, whatever its opponent does.
//!
//! The same walk rounds a strategy, writes it to a file and reads it again.

use super::model::Model;
use super::solution::StrategyTable;
use crate::solve::{Branch, DEALER, Node, OTHER};

/// Where the weights come from.
pub trait Source {
    /// Is told which choice is next: the index of its first probability, the
    /// numbers of hands and options, and whether the opponent ever comes to it.
    fn begin(&mut self, _first: usize, _counts: (usize, usize), _opponent_comes: bool) {}

    /// The weight of an option of a choice with a hand.
    fn option(&mut self, first: usize, counts: (usize, usize), option: usize, hand: usize) -> u16;

    /// The weight of the second of two options: to claim, or to draw again.
    fn second_of_two(&mut self, first: usize) -> u16;
}

/// A walk over a tree.
struct Visit<'a> {
    model: &'a Model,
    table: StrategyTable,
    source: &'a mut dyn Source,
}

/// Makes a table of the weights of a source.
pub fn visit(model: &Model, whole: u16, source: &mut dyn Source) -> StrategyTable {
    let tree = &model.hand_tree.tree;
    let table = StrategyTable::empty(tree, whole);
    let mut visit = Visit { model, table, source };
    visit.node(0, &[vec![true; tree.hands[DEALER]], vec![true; tree.hands[OTHER]]]);
    visit.table
}

impl Visit<'_> {
    /// Goes on from a node, with the hands that each side comes to it with.
    fn node(&mut self, node: u32, reach: &[Vec<bool>; 2]) {
        // Where neither of them comes to, nothing is played.
        if !reach.iter().any(|reach| reach.contains(&true)) {
            return;
        }
        match self.model.hand_tree.tree.nodes[node as usize] {
            Node::End(_) => {}
            Node::Choice { side, hands, options, children, first } => {
                self.choice(node, side, (hands, options), first, reach);
                let mut after = reach.clone();
                for option in 0..options {
                    let weights = &self.table.weights[first + option * hands..first + (option + 1) * hands];
                    after[side].clear();
                    after[side].extend(weights.iter().map(|&weight| weight > 0));
                    self.node(self.model.hand_tree.tree.children[children + option], &after);
                }
            }
            Node::Claim { side, keep, branches, count, first, .. } => {
                self.claim(side, keep, self.model.hand_tree.tree.branches(branches, count), first, reach);
            }
        }
    }

    fn choice(
        &mut self,
        node: u32,
        side: usize,
        (hands, options): (usize, usize),
        first: usize,
        reach: &[Vec<bool>; 2],
    ) {
        if !reach[side].contains(&true) {
            return;
        }
        let space = self.model.hand_tree.places[node as usize].spaces[side];
        self.source.begin(first, (hands, options), reach[1 - side].contains(&true));
        // The others tell the first.
        for option in 1..options {
            // By strength, so that neighbours are alike.
            for &hand in self.model.cards.by_strength(space) {
                if reach[side][hand] {
                    let weight = self.source.option(first, (hands, options), option, hand);
                    self.table.weights[first + option * hands + hand] = weight;
                    let left = if option == 1 { self.table.whole } else { self.table.weights[first + hand] };
                    self.table.weights[first + hand] = left.saturating_sub(weight);
                }
            }
        }
    }

    fn claim(&mut self, side: usize, keep: u32, branches: &[Branch], first: usize, reach: &[Vec<bool>; 2]) {
        let whole = self.table.whole;
        let mut kept = reach.clone();
        for (place, branch) in branches.iter().enumerate() {
            let first = first + Branch::PROBABILITIES * place;
            let comes = reach[side][branch.hand];
            let claims = if comes { self.two(first) } else { 0 };
            let draws = if claims > 0 { self.two(first + 2) } else { 0 };
            kept[side][branch.hand] = comes && claims < whole;
            let mut after = reach.clone();
            after[side] = vec![claims > 0; branch.once.hands];
            after[side][branch.ten] &= draws < whole;
            self.node(branch.once.node, &after);
            after[side] = vec![draws > 0; branch.again.hands];
            self.node(branch.again.node, &after);
        }
        self.node(keep, &kept);
    }

    fn two(&mut self, first: usize) -> u16 {
        let second = self.source.second_of_two(first);
        self.table.weights[first] = self.table.whole.saturating_sub(second);
        self.table.weights[first + 1] = second;
        second
    }
}
