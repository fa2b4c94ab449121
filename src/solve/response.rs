//! Best responses, and the value of two strategies against each other.
//!
//! All of it is exact but for rounding in double precision.

use super::tree::{Branch, Node, Payoffs, Side, Strategy, Tree};

/// What a side does in a walk over the tree.
#[derive(Clone, Copy)]
pub enum Responder<'a> {
    /// It takes the best option with each hand, knowing the opponent's
    /// strategy.
    Best,
    /// It plays a strategy.
    Plays(&'a Strategy),
}

/// What a side wins that responds to its opponent's strategy in the best way,
/// and that response.
#[must_use]
pub fn best_response(
    tree: &Tree,
    payoffs: &Payoffs<f64>,
    side: Side,
    opponent: &Strategy,
) -> (f64, Strategy) {
    let mut walk = Walk {
        tree,
        payoffs,
        side,
        responder: Responder::Best,
        opponent,
        response: Some(Strategy(vec![0.0; tree.probabilities])),
    };
    let value = walk.at_root();
    (value, walk.response.expect("it was asked for"))
}

/// What a side wins, by how it responds to a strategy of its opponent.
#[must_use]
pub fn value(
    tree: &Tree,
    payoffs: &Payoffs<f64>,
    side: Side,
    responder: Responder,
    opponent: &Strategy,
) -> f64 {
    Walk { tree, payoffs, side, responder, opponent, response: None }.at_root()
}

struct Walk<'a> {
    tree: &'a Tree,
    payoffs: &'a Payoffs<f64>,
    side: Side,
    responder: Responder<'a>,
    opponent: &'a Strategy,
    /// Where the best response is noted.
    response: Option<Strategy>,
}

impl Walk<'_> {
    fn at_root(&mut self) -> f64 {
        let mut out = vec![0.0; self.tree.hands[self.side]];
        self.walk(0, &vec![1.0; self.tree.hands[1 - self.side]], &mut out);
        out.iter().sum()
    }

    /// What each own hand wins, by the reach of the opponent's hands.
    fn walk(&mut self, node: u32, opponent: &[f64], out: &mut [f64]) {
        if self.response.is_none() && opponent.iter().all(|&reach| reach == 0.0) {
            return out.fill(0.0);
        }
        match self.tree.nodes[node as usize] {
            Node::End(end) => {
                let end = &self.payoffs.ends[end as usize];
                let sign = if self.side == 0 { 1.0 } else { -1.0 };
                self.payoffs.matrices[end.matrix].product(self.side, opponent, sign * end.scale, out);
            }
            Node::Choice { side, hands, options, children, first } if side == self.side => {
                self.own_choice((hands, options), children, first, opponent, out);
            }
            Node::Choice { hands, options, children, first, .. } => {
                let mut reaches = vec![0.0; options * hands];
                for (hand, &reach) in opponent.iter().enumerate().filter(|(_, reach)| **reach > 0.0) {
                    let chosen = self.opponent.of_choice(first, hands, options, hand);
                    for (option, chosen) in chosen.enumerate() {
                        reaches[option * hands + hand] = reach * chosen;
                    }
                }
                let mut value = vec![0.0; out.len()];
                out.fill(0.0);
                for (option, reach) in reaches.chunks_exact(hands).enumerate() {
                    self.walk(self.tree.children[children + option], reach, &mut value);
                    add(out, &value);
                }
            }
            Node::Claim { side, keep, branches, count, first, .. } => {
                let tree = self.tree;
                let branches = tree.branches(branches, count);
                if side == self.side {
                    self.own_claim(keep, branches, first, opponent, out);
                } else {
                    self.opponents_claim(keep, branches, first, opponent, out);
                }
            }
        }
    }

    fn own_choice(
        &mut self,
        (hands, options): (usize, usize),
        children: usize,
        first: usize,
        opponent: &[f64],
        out: &mut [f64],
    ) {
        let mut values = vec![0.0; options * hands];
        for (option, value) in values.chunks_exact_mut(hands).enumerate() {
            self.walk(self.tree.children[children + option], opponent, value);
        }
        for (hand, out) in out.iter_mut().enumerate() {
            let value = |option: usize| values[option * hands + hand];
            *out = match self.responder {
                Responder::Plays(strategy) => {
                    let chosen = strategy.of_choice(first, hands, options, hand);
                    chosen.enumerate().map(|(option, chosen)| chosen * value(option)).sum()
                }
                Responder::Best => {
                    let best = (1..options)
                        .fold(0, |best, option| if value(option) > value(best) { option } else { best });
                    if let Some(response) = &mut self.response {
                        response.0[first + best * hands + hand] = 1.0;
                    }
                    value(best)
                }
            };
        }
    }

    /// The better of two options, or both as they are played.
    fn either(&mut self, first: usize, [no, yes]: [f64; 2]) -> f64 {
        match self.responder {
            Responder::Plays(strategy) => {
                let chosen = strategy.of_two(first);
                no + chosen * (yes - no)
            }
            Responder::Best => {
                if let Some(response) = &mut self.response {
                    response.0[first + usize::from(yes > no)] = 1.0;
                }
                no.max(yes)
            }
        }
    }

    fn own_claim(&mut self, keep: u32, branches: &[Branch], first: usize, opponent: &[f64], out: &mut [f64]) {
        self.walk(keep, opponent, out);
        for (place, branch) in branches.iter().enumerate() {
            let first = first + Branch::PROBABILITIES * place;
            let mut value = vec![0.0; branch.once.hands];
            self.walk(branch.once.node, opponent, &mut value);
            let ten = std::mem::take(&mut value[branch.ten]);
            let others: f64 = value.iter().sum();
            value.resize(branch.again.hands, 0.0);
            self.walk(branch.again.node, opponent, &mut value);
            let ten = self.either(first + 2, [ten, value.iter().sum()]);
            out[branch.hand] = self.either(first, [out[branch.hand], others + ten]);
        }
    }

    fn opponents_claim(
        &mut self,
        keep: u32,
        branches: &[Branch],
        first: usize,
        opponent: &[f64],
        out: &mut [f64],
    ) {
        let mut kept = opponent.to_vec();
        let mut value = vec![0.0; out.len()];
        let mut total = vec![0.0; out.len()];
        for (place, branch) in branches.iter().enumerate() {
            let first = first + Branch::PROBABILITIES * place;
            let (claims, draws) = (self.opponent.of_two(first), self.opponent.of_two(first + 2));
            let claimed = opponent[branch.hand] * claims;
            kept[branch.hand] *= 1.0 - claims;
            let mut reach = vec![claimed; branch.once.hands];
            reach[branch.ten] *= 1.0 - draws;
            self.walk(branch.once.node, &reach, &mut value);
            add(&mut total, &value);
            self.walk(branch.again.node, &vec![claimed * draws; branch.again.hands], &mut value);
            add(&mut total, &value);
        }
        self.walk(keep, &kept, out);
        add(out, &total);
    }
}

fn add(to: &mut [f64], what: &[f64]) {
    to.iter_mut().zip(what).for_each(|(to, what)| *to += what);
}
