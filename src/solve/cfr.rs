//! Discounted counterfactual regret minimisation on a public tree.
//!
//! Brown and Sandholm, *Solving Imperfect-Information Games via Discounted
//! Regret Minimization* (2019): the players take turns; positive regrets of
//! earlier iterations fade as t^1.5 / (t^1.5 + 1), negative ones by half, and
//! iteration t counts t^4 in the average strategy, which approaches an
//! equilibrium. (With t^2, as there, it took a quarter more iterations.)

use super::tree::{Branch, Node, Payoffs, Side, Strategy, Tree};

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
}

/// The weights of what went before, in one iteration.
#[derive(Clone, Copy)]
struct Discounts {
    positive: f32,
    negative: f32,
    sums: f32,
}

impl Discounts {
    /// Of the iterations before iteration t. Square roots and quotients are
    /// the same on every machine, which powers of any exponent are not.
    fn at(iteration: u32) -> Discounts {
        let before = f64::from(iteration - 1);
        let power = before * before.sqrt();
        let share = before / f64::from(iteration);
        Discounts {
            positive: (power / (power + 1.0)) as f32,
            negative: 0.5,
            sums: (share * share * share * share) as f32,
        }
    }

    #[inline(always)]
    fn regret(self, regret: f32) -> f32 {
        regret * if regret > 0.0 { self.positive } else { self.negative }
    }
}

/// The state of one pass over the tree, which improves the play of one side.
struct Pass<'a> {
    tree: &'a Tree,
    payoffs: &'a Payoffs<f32>,
    regrets: &'a mut [f32],
    sums: &'a mut [f32],
    side: Side,
    discounts: Discounts,
}

impl<'a> Cfr<'a> {
    /// Begins with no regrets.
    #[must_use]
    pub fn new(tree: &'a Tree, payoffs: &Payoffs<f64>) -> Cfr<'a> {
        let none = vec![0.0; tree.probabilities];
        Cfr { tree, payoffs: payoffs.to_single(), regrets: none.clone(), sums: none, iterations: 0 }
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
        for side in 0..2 {
            let mut pass = Pass {
                tree: self.tree,
                payoffs: &self.payoffs,
                regrets: &mut self.regrets,
                sums: &mut self.sums,
                side,
                discounts: Discounts::at(self.iterations),
            };
            let (own, opponent) = (vec![1.0; self.tree.hands[side]], vec![1.0; self.tree.hands[1 - side]]);
            let mut out = vec![0.0; own.len()];
            pass.walk(0, &own, &opponent, &mut out, &mut Vec::new());
        }
    }

    /// The average strategy.
    #[must_use]
    pub fn strategy(&self) -> Strategy {
        Strategy(self.sums.clone())
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

/// Takes room for some numbers from a pool of vectors.
fn take(pool: &mut Vec<Vec<f32>>, length: usize) -> Vec<f32> {
    let mut room = pool.pop().unwrap_or_default();
    room.clear();
    room.resize(length, 0.0);
    room
}

impl Pass<'_> {
    /// The payoff of a side, who learns, for each of its hands: by the reach
    /// of its own hands and of its opponent's.
    fn walk(&mut self, node: u32, own: &[f32], opponent: &[f32], out: &mut [f32], pool: &mut Vec<Vec<f32>>) {
        let nobody = is_zero(opponent);
        if nobody && is_zero(own) {
            // There is nothing to learn from what neither of them plays.
            return out.fill(0.0);
        }
        match self.tree.nodes[node as usize] {
            Node::End(_) if nobody => out.fill(0.0),
            Node::End(end) => {
                let end = &self.payoffs.ends[end as usize];
                let sign = if self.side == 0 { 1.0 } else { -1.0 };
                let matrix = &self.payoffs.matrices[end.matrix];
                matrix.product(self.side, opponent, sign * end.scale as f32, out);
            }
            Node::Choice { side, hands, options, children, first } => {
                let mut strategy = take(pool, options * hands);
                let mut room = take(pool, hands);
                let regrets = &self.regrets[first..first + options * hands];
                match_regrets(regrets, hands, &mut strategy, &mut room);
                if side == self.side {
                    self.own_choice(children, first, own, opponent, &strategy, out, pool);
                } else {
                    out.fill(0.0);
                    let mut value = take(pool, out.len());
                    for (option, strategy) in strategy.chunks_exact(hands).enumerate() {
                        for ((reach, &before), &chosen) in room.iter_mut().zip(opponent).zip(strategy) {
                            *reach = before * chosen;
                        }
                        let child = self.tree.children[children + option];
                        self.walk(child, own, &room, &mut value, pool);
                        out.iter_mut().zip(&value).for_each(|(out, &value)| *out += value);
                    }
                    pool.push(value);
                }
                pool.push(strategy);
                pool.push(room);
            }
            Node::Claim { side, keep, branches, count, first, .. } => {
                if side == self.side {
                    self.own_claim(keep, branches, count, first, own, opponent, out, pool);
                } else {
                    self.opponents_claim(keep, branches, count, first, own, opponent, out, pool);
                }
            }
        }
    }

    #[expect(clippy::too_many_arguments, reason = "the parts of a node, and the four vectors of a walk")]
    fn own_choice(
        &mut self,
        children: usize,
        first: usize,
        own: &[f32],
        opponent: &[f32],
        strategy: &[f32],
        out: &mut [f32],
        pool: &mut Vec<Vec<f32>>,
    ) {
        let hands = own.len();
        let mut values = take(pool, strategy.len());
        let mut reach = take(pool, hands);
        out.fill(0.0);
        for (option, (strategy, value)) in
            strategy.chunks_exact(hands).zip(values.chunks_exact_mut(hands)).enumerate()
        {
            for ((reach, &own), &chosen) in reach.iter_mut().zip(own).zip(strategy) {
                *reach = own * chosen;
            }
            let child = self.tree.children[children + option];
            self.walk(child, &reach, opponent, value, pool);
            for ((out, &value), &chosen) in out.iter_mut().zip(&*value).zip(strategy) {
                *out += value * chosen;
            }
        }
        let Discounts { sums: fading, .. } = self.discounts;
        for (option, (strategy, value)) in
            strategy.chunks_exact(hands).zip(values.chunks_exact(hands)).enumerate()
        {
            let range = first + option * hands..first + (option + 1) * hands;
            let regrets = &mut self.regrets[range.clone()];
            for ((regret, &value), &mean) in regrets.iter_mut().zip(value).zip(&*out) {
                *regret = self.discounts.regret(*regret) + value - mean;
            }
            let sums = &mut self.sums[range];
            for ((sum, &own), &chosen) in sums.iter_mut().zip(own).zip(strategy) {
                *sum = *sum * fading + own * chosen;
            }
        }
        pool.push(values);
        pool.push(reach);
    }

    /// Learns about two options by what each of them is worth; returns what
    /// they are worth as they are chosen.
    fn learn_two(&mut self, first: usize, chosen: f32, own: f32, values: [f32; 2]) -> f32 {
        let strategy = [1.0 - chosen, chosen];
        let mean = strategy[0] * values[0] + strategy[1] * values[1];
        for option in 0..2 {
            let regret = &mut self.regrets[first + option];
            *regret = self.discounts.regret(*regret) + values[option] - mean;
            let sum = &mut self.sums[first + option];
            *sum = *sum * self.discounts.sums + own * strategy[option];
        }
        mean
    }

    #[expect(clippy::too_many_arguments, reason = "the parts of a node, and the four vectors of a walk")]
    fn own_claim(
        &mut self,
        keep: u32,
        branches: usize,
        count: usize,
        first: usize,
        own: &[f32],
        opponent: &[f32],
        out: &mut [f32],
        pool: &mut Vec<Vec<f32>>,
    ) {
        let tree = self.tree;
        let branches = tree.branches(branches, count);
        let mut kept = take(pool, own.len());
        kept.copy_from_slice(own);
        for (place, branch) in branches.iter().enumerate() {
            let claims = match_two(&self.regrets[first + Branch::PROBABILITIES * place..]);
            kept[branch.hand] *= 1.0 - claims;
        }
        self.walk(keep, &kept, opponent, out, pool);
        pool.push(kept);
        for (place, branch) in branches.iter().enumerate() {
            let first = first + Branch::PROBABILITIES * place;
            let (claims, draws) = (match_two(&self.regrets[first..]), match_two(&self.regrets[first + 2..]));
            let claimed = own[branch.hand] * claims;
            let mut reach = take(pool, branch.once.hands);
            let mut value = take(pool, branch.once.hands);
            reach.fill(claimed);
            reach[branch.ten] *= 1.0 - draws;
            self.walk(branch.once.node, &reach, opponent, &mut value, pool);
            let ten = value[branch.ten];
            value[branch.ten] = 0.0;
            let others: f32 = value.iter().sum();
            reach.resize(branch.again.hands, 0.0);
            value.resize(branch.again.hands, 0.0);
            reach.fill(claimed * draws);
            self.walk(branch.again.node, &reach, opponent, &mut value, pool);
            let again: f32 = value.iter().sum();
            pool.push(reach);
            pool.push(value);
            let ten = self.learn_two(first + 2, draws, claimed, [ten, again]);
            out[branch.hand] =
                self.learn_two(first, claims, own[branch.hand], [out[branch.hand], others + ten]);
        }
    }

    #[expect(clippy::too_many_arguments, reason = "the parts of a node, and the four vectors of a walk")]
    fn opponents_claim(
        &mut self,
        keep: u32,
        branches: usize,
        count: usize,
        first: usize,
        own: &[f32],
        opponent: &[f32],
        out: &mut [f32],
        pool: &mut Vec<Vec<f32>>,
    ) {
        let tree = self.tree;
        let branches = tree.branches(branches, count);
        let mut kept = take(pool, opponent.len());
        kept.copy_from_slice(opponent);
        let mut value = take(pool, out.len());
        let mut total = take(pool, out.len());
        for (place, branch) in branches.iter().enumerate() {
            let first = first + Branch::PROBABILITIES * place;
            let (claims, draws) = (match_two(&self.regrets[first..]), match_two(&self.regrets[first + 2..]));
            let claimed = opponent[branch.hand] * claims;
            kept[branch.hand] *= 1.0 - claims;
            let mut reach = take(pool, branch.once.hands);
            reach.fill(claimed);
            reach[branch.ten] *= 1.0 - draws;
            self.walk(branch.once.node, own, &reach, &mut value, pool);
            total.iter_mut().zip(&value).for_each(|(total, &value)| *total += value);
            reach.resize(branch.again.hands, 0.0);
            reach.fill(claimed * draws);
            self.walk(branch.again.node, own, &reach, &mut value, pool);
            total.iter_mut().zip(&value).for_each(|(total, &value)| *total += value);
            pool.push(reach);
        }
        self.walk(keep, own, &kept, out, pool);
        out.iter_mut().zip(&total).for_each(|(out, &total)| *out += total);
        pool.push(kept);
        pool.push(value);
        pool.push(total);
    }
}
