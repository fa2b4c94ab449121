//! Discounted counterfactual regret minimisation on a public tree.
//!
//! Brown and Sandholm, *Solving Imperfect-Information Games via Discounted
//! Regret Minimization* (2019): the players take turns; positive regrets of
//! earlier iterations fade as t^1.5 / (t^1.5 + 1), negative ones by half, and
//! iteration t counts t^4 in the average strategy, which approaches an
//! equilibrium. (With t^2, as there, it took a quarter more iterations.)
//!
//! Most of a tree lies behind exchanges that are hardly ever made. What lies
//! behind one that is not made at all is looked at in one iteration of
//! [`SELDOM`] only, which then counts for all of them.

use super::tree::{Branch, Node, Payoffs, Side, Strategy, Tree};

/// Every how many iterations the players learn about what is not played.
pub const SELDOM: u32 = 8;

/// An equilibrium in the making.
#[derive(Clone, Debug)]
pub struct Cfr<'a> {
    tree: &'a Tree,
    payoffs: Payoffs<f32>,
    regrets: Vec<f32>,
    /// The strategies of all iterations by weight and reach: their average is
    /// the result.
    sums: Vec<f32>,
    iterations: u32,
    /// Room for the numbers of all nodes from the root to the deepest one.
    room: Vec<f32>,
}

/// The weights of what went before, in one iteration.
#[derive(Clone, Copy)]
struct Discounts {
    positive: f32,
    negative: f32,
}

impl Discounts {
    /// Of the iterations before iteration t. Square roots and quotients are
    /// the same on every machine, which powers of any exponent are not.
    fn at(iteration: u32) -> Discounts {
        let before = f64::from(iteration - 1);
        let power = before * before.sqrt();
        Discounts { positive: (power / (power + 1.0)) as f32, negative: 0.5 }
    }

    #[inline(always)]
    fn regret(self, regret: f32) -> f32 {
        regret * if regret > 0.0 { self.positive } else { self.negative }
    }
}

/// What an iteration counts in the average.
fn weight(iteration: u32) -> f32 {
    // Of a hundred iterations, so that the sums stay in the range of numbers.
    let share = f64::from(iteration) / 100.0;
    (share * share * share * share) as f32
}

/// The state of one pass over the tree, which improves the play of one side.
struct Pass<'a> {
    tree: &'a Tree,
    payoffs: &'a Payoffs<f32>,
    regrets: &'a mut [f32],
    sums: &'a mut [f32],
    side: Side,
    discounts: Discounts,
    /// What the pass counts in the average.
    weight: f32,
    /// The same where it counts for all the passes that did not come there.
    seldom_weight: f32,
    /// Whether what is not played is looked at as well.
    is_thorough: bool,
}

impl<'a> Cfr<'a> {
    /// Begins with no regrets.
    #[must_use]
    pub fn new(tree: &'a Tree, payoffs: &Payoffs<f64>) -> Cfr<'a> {
        let none = vec![0.0; tree.probabilities];
        Cfr {
            tree,
            payoffs: payoffs.to_single(),
            regrets: none.clone(),
            sums: none,
            iterations: 0,
            room: vec![0.0; room(tree, 0)],
        }
    }

    /// The iterations so far.
    #[must_use]
    pub fn iterations(&self) -> u32 {
        self.iterations
    }

    /// Goes on with payoffs that are hardly different.
    pub fn adjust(&mut self, payoffs: &Payoffs<f64>) {
        self.payoffs = payoffs.to_single();
    }

    /// Goes on with other payoffs: what was learnt stays, but counts as one
    /// iteration.
    pub fn change(&mut self, payoffs: &Payoffs<f64>) {
        self.payoffs = payoffs.to_single();
        self.sums.fill(0.0);
        self.iterations = self.iterations.min(1);
    }

    /// One iteration: first the dealer learns, then the other.
    pub fn iterate(&mut self) {
        self.iterations += 1;
        let weight = weight(self.iterations);
        for side in 0..2 {
            let mut pass = Pass {
                tree: self.tree,
                payoffs: &self.payoffs,
                regrets: &mut self.regrets,
                sums: &mut self.sums,
                side,
                discounts: Discounts::at(self.iterations),
                weight,
                seldom_weight: weight * SELDOM as f32,
                is_thorough: self.iterations.is_multiple_of(SELDOM) || self.iterations <= SELDOM,
            };
            let (own, opponent) = (vec![1.0; self.tree.hands[side]], vec![1.0; self.tree.hands[1 - side]]);
            let mut out = vec![0.0; own.len()];
            pass.walk(0, &own, &opponent, &mut out, &mut self.room);
        }
    }

    /// The average strategy.
    #[must_use]
    pub fn strategy(&self) -> Strategy {
        Strategy(self.sums.clone())
    }
}

/// How many numbers a walk from a node on needs room for.
fn room(tree: &Tree, node: u32) -> usize {
    let most = tree.hands[0].max(tree.hands[1]);
    match tree.nodes[node as usize] {
        Node::End(_) => 0,
        Node::Choice { hands, options, children, .. } => {
            let below = tree.children[children..children + options].iter().map(|&child| room(tree, child));
            2 * options * hands + 2 * most + below.max().unwrap_or(0)
        }
        Node::Claim { keep, branches, count, .. } => {
            let drawn = tree.branches(branches, count).iter().flat_map(|branch| [branch.once, branch.again]);
            // A draw can make more hands than were dealt.
            let (hands, below) = drawn.fold((most, room(tree, keep)), |(hands, below), draw| {
                (hands.max(draw.hands), below.max(room(tree, draw.node)))
            });
            3 * hands + below
        }
    }
}

/// The probabilities that regrets lead to: in proportion to the positive ones.
/// Fills `strategy`, and needs room for a number per hand.
#[inline]
fn match_regrets(regrets: &[f32], hands: usize, strategy: &mut [f32], room: &mut [f32]) {
    let uniform = hands as f32 / regrets.len() as f32;
    room.fill(0.0);
    for (regrets, strategy) in regrets.chunks_exact(hands).zip(strategy.chunks_exact_mut(hands)) {
        for ((&regret, strategy), sum) in regrets.iter().zip(strategy).zip(&mut *room) {
            let positive = regret.max(0.0);
            *strategy = positive;
            *sum += positive;
        }
    }
    for strategy in strategy.chunks_exact_mut(hands) {
        for (strategy, &sum) in strategy.iter_mut().zip(&*room) {
            *strategy = if sum > 0.0 { *strategy / sum } else { uniform };
        }
    }
}

/// The probability of the second of two options.
fn match_two(regrets: &[f32]) -> f32 {
    let [no, yes] = [regrets[0], regrets[1]].map(|regret| regret.max(0.0));
    if no + yes > 0.0 { yes / (no + yes) } else { 0.5 }
}

fn is_zero(reach: &[f32]) -> bool {
    reach.iter().all(|&reach| reach == 0.0)
}

impl Pass<'_> {
    /// The payoff of a side, who learns, for each of its hands: by the reach
    /// of its own hands and of its opponent's.
    fn walk(&mut self, node: u32, own: &[f32], opponent: &[f32], out: &mut [f32], room: &mut [f32]) {
        match self.tree.nodes[node as usize] {
            Node::End(end) => {
                let end = &self.payoffs.ends[end as usize];
                let sign = if self.side == 0 { 1.0 } else { -1.0 };
                let matrix = &self.payoffs.matrices[end.matrix];
                matrix.product(self.side, opponent, sign * end.scale as f32, out);
            }
            Node::Choice { side, hands, options, children, first } if side == self.side => {
                self.own_choice((hands, options), children, first, own, opponent, out, room);
            }
            Node::Choice { hands, options, children, first, .. } => {
                self.opponents_choice((hands, options), children, first, own, opponent, out, room);
            }
            Node::Claim { side, keep, branches, count, first, .. } => {
                let tree = self.tree;
                let branches = tree.branches(branches, count);
                if side == self.side {
                    self.own_claim(keep, branches, first, own, opponent, out, room);
                } else {
                    self.opponents_claim(keep, branches, first, own, opponent, out, room);
                }
            }
        }
    }

    /// Walks where the opponent may not come to. There is no payoff then, but
    /// the average of what would be played there.
    fn walk_if_played(
        &mut self,
        node: u32,
        own: &[f32],
        opponent: &[f32],
        out: &mut [f32],
        room: &mut [f32],
    ) {
        if !is_zero(opponent) {
            return self.walk(node, own, opponent, out, room);
        }
        if self.is_thorough && !is_zero(own) {
            let before = std::mem::replace(&mut self.weight, self.seldom_weight);
            self.walk(node, own, opponent, out, room);
            self.weight = before;
        }
        out.fill(0.0);
    }

    #[expect(clippy::too_many_arguments, reason = "the parts of a node, and the vectors of a walk")]
    fn own_choice(
        &mut self,
        (hands, options): (usize, usize),
        children: usize,
        first: usize,
        own: &[f32],
        opponent: &[f32],
        out: &mut [f32],
        room: &mut [f32],
    ) {
        let (strategy, room) = room.split_at_mut(options * hands);
        let (values, room) = room.split_at_mut(options * hands);
        let (reach, room) = room.split_at_mut(hands);
        match_regrets(&self.regrets[first..first + options * hands], hands, strategy, reach);
        out.fill(0.0);
        for (option, (strategy, value)) in
            strategy.chunks_exact(hands).zip(values.chunks_exact_mut(hands)).enumerate()
        {
            for ((reach, &own), &chosen) in reach.iter_mut().zip(own).zip(strategy) {
                *reach = own * chosen;
            }
            self.walk(self.tree.children[children + option], reach, opponent, value, room);
            for ((out, &value), &chosen) in out.iter_mut().zip(&*value).zip(strategy) {
                *out += value * chosen;
            }
        }
        for (own, reach) in own.iter().zip(&mut *reach) {
            *reach = own * self.weight;
        }
        for (option, (strategy, value)) in
            strategy.chunks_exact(hands).zip(values.chunks_exact(hands)).enumerate()
        {
            let range = first + option * hands..first + (option + 1) * hands;
            let regrets = &mut self.regrets[range.clone()];
            for ((regret, &value), &mean) in regrets.iter_mut().zip(value).zip(&*out) {
                *regret = self.discounts.regret(*regret) + value - mean;
            }
            let sums = &mut self.sums[range];
            for ((sum, &weight), &chosen) in sums.iter_mut().zip(&*reach).zip(strategy) {
                *sum += weight * chosen;
            }
        }
    }

    #[expect(clippy::too_many_arguments, reason = "the parts of a node, and the vectors of a walk")]
    fn opponents_choice(
        &mut self,
        (hands, options): (usize, usize),
        children: usize,
        first: usize,
        own: &[f32],
        opponent: &[f32],
        out: &mut [f32],
        room: &mut [f32],
    ) {
        let (strategy, room) = room.split_at_mut(options * hands);
        let (reach, room) = room.split_at_mut(hands);
        let (value, room) = room.split_at_mut(out.len());
        match_regrets(&self.regrets[first..first + options * hands], hands, strategy, reach);
        out.fill(0.0);
        for (option, strategy) in strategy.chunks_exact(hands).enumerate() {
            for ((reach, &before), &chosen) in reach.iter_mut().zip(opponent).zip(strategy) {
                *reach = before * chosen;
            }
            self.walk_if_played(self.tree.children[children + option], own, reach, value, room);
            add(out, value);
        }
    }

    /// Learns about two options by what each of them is worth; returns what
    /// they are worth as they are chosen.
    fn learn_two(&mut self, first: usize, chosen: f32, own: f32, values: [f32; 2]) -> f32 {
        let strategy = [1.0 - chosen, chosen];
        let mean = strategy[0] * values[0] + strategy[1] * values[1];
        for option in 0..2 {
            let regret = &mut self.regrets[first + option];
            *regret = self.discounts.regret(*regret) + values[option] - mean;
            self.sums[first + option] += self.weight * own * strategy[option];
        }
        mean
    }

    #[expect(clippy::too_many_arguments, reason = "the parts of a node, and the vectors of a walk")]
    fn own_claim(
        &mut self,
        keep: u32,
        branches: &[Branch],
        first: usize,
        own: &[f32],
        opponent: &[f32],
        out: &mut [f32],
        room: &mut [f32],
    ) {
        let (kept, below) = room.split_at_mut(own.len());
        kept.copy_from_slice(own);
        for (place, branch) in branches.iter().enumerate() {
            let claims = match_two(&self.regrets[first + Branch::PROBABILITIES * place..]);
            kept[branch.hand] *= 1.0 - claims;
        }
        self.walk(keep, kept, opponent, out, below);
        for (place, branch) in branches.iter().enumerate() {
            let first = first + Branch::PROBABILITIES * place;
            let (claims, draws) = (match_two(&self.regrets[first..]), match_two(&self.regrets[first + 2..]));
            if claims == 0.0 && !self.is_thorough {
                self.sums[first] += self.weight * own[branch.hand];
                continue;
            }
            let claimed = own[branch.hand] * claims;
            let (reach, below) = room.split_at_mut(branch.once.hands.max(branch.again.hands));
            let (value, below) = below.split_at_mut(reach.len());
            let (once, value_once) = (&mut reach[..branch.once.hands], &mut value[..branch.once.hands]);
            once.fill(claimed);
            once[branch.ten] *= 1.0 - draws;
            self.walk(branch.once.node, once, opponent, value_once, below);
            let ten = std::mem::take(&mut value_once[branch.ten]);
            let others: f32 = value_once.iter().sum();
            let (again, value_again) = (&mut reach[..branch.again.hands], &mut value[..branch.again.hands]);
            again.fill(claimed * draws);
            self.walk(branch.again.node, again, opponent, value_again, below);
            let again: f32 = value_again.iter().sum();
            let ten = self.learn_two(first + 2, draws, claimed, [ten, again]);
            out[branch.hand] =
                self.learn_two(first, claims, own[branch.hand], [out[branch.hand], others + ten]);
        }
    }

    #[expect(clippy::too_many_arguments, reason = "the parts of a node, and the vectors of a walk")]
    fn opponents_claim(
        &mut self,
        keep: u32,
        branches: &[Branch],
        first: usize,
        own: &[f32],
        opponent: &[f32],
        out: &mut [f32],
        room: &mut [f32],
    ) {
        let (kept, room) = room.split_at_mut(opponent.len());
        let (value, room) = room.split_at_mut(out.len());
        kept.copy_from_slice(opponent);
        for (place, branch) in branches.iter().enumerate() {
            let claims = match_two(&self.regrets[first + Branch::PROBABILITIES * place..]);
            kept[branch.hand] *= 1.0 - claims;
        }
        self.walk_if_played(keep, own, kept, out, room);
        for (place, branch) in branches.iter().enumerate() {
            let first = first + Branch::PROBABILITIES * place;
            let (claims, draws) = (match_two(&self.regrets[first..]), match_two(&self.regrets[first + 2..]));
            let claimed = opponent[branch.hand] * claims;
            if claimed == 0.0 && !self.is_thorough {
                continue;
            }
            let (reach, below) = room.split_at_mut(branch.once.hands.max(branch.again.hands));
            let once = &mut reach[..branch.once.hands];
            once.fill(claimed);
            once[branch.ten] *= 1.0 - draws;
            self.walk_if_played(branch.once.node, own, once, value, below);
            add(out, value);
            let again = &mut reach[..branch.again.hands];
            again.fill(claimed * draws);
            self.walk_if_played(branch.again.node, own, again, value, below);
            add(out, value);
        }
    }
}

fn add(to: &mut [f32], what: &[f32]) {
    to.iter_mut().zip(what).for_each(|(to, &what)| *to += what);
}
