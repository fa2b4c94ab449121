//! The hand for two, solved for the pots that it can begin with.
//!
//! A drawn pot is played for again, so the value of a hand depends on that of
//! hands with larger pots. All that the solver learns about them is used in two
//! ways: estimates are the payoffs of a draw while it learns; bounds, which best
//! responses prove from the largest pot down, prove those of the first hand.

use std::collections::BTreeMap;

use super::ladder::{Bounds, Ladder};
use super::model::Model;
use super::payoffs::{LastTurn, hand_payoffs};
use super::solution::{Fineness, Solution, StrategyTable};
use crate::solve::{Cfr, DEALER, OTHER, Payoffs, Responder, Strategy, value};

/// Iterations between two looks at the bounds.
const ITERATIONS: u32 = 50;
/// Iterations before it is asked how likely draws are.
const FIRST_ITERATIONS: u32 = 150;
/// The most iterations for the first pot, and for others.
const MOST_ITERATIONS: u32 = 4_000;
const MOST_FOR_OTHERS: u32 = 1_000;

/// The share of the precision that hands after a draw may take of it.
const AFTER_DRAWS: f64 = 0.3;
/// The same when all that follows of a draw is counted; else they are solved
/// more precisely.
const ALL_AFTER_DRAWS: f64 = 0.6;
/// How often they are.
const REFINEMENTS: u32 = 1;
/// How precise other pots are, as a share of the pot.
const COARSE: f64 = 0.005;

/// The ratio of successive pots that are solved, unless a draw leads to them
/// with at least this share of all draws.
const RATIO: f64 = 1.2;
const LIKELY: f64 = 0.02;
/// The share from which on a pot's strategy is written more finely.
const VERY_LIKELY: f64 = 0.2;
/// How many draws of the highest bets in a row are followed for every pot, and
/// how many for some: the ratio of successive ones, and the most pots.
const DRAWS: f64 = 2.0;
const RARE_DRAWS: f64 = 4.0;
const RARE_RATIO: f64 = 1.15;
const MOST_POTS: usize = 40;

/// How far the solver is.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    /// The pot that is being solved.
    pub pot: f64,
    /// The iterations for it.
    pub iterations: u32,
    /// How far apart the bounds of its value are.
    pub gap: f64,
    /// How far apart they may be.
    pub wanted: f64,
}

/// The solver was told to stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stopped;

/// The result: strategies, and bounds of the values.
#[derive(Clone, Debug)]
pub struct Solved {
    /// The strategies.
    pub solution: Solution,
    /// The iterations for the first pot.
    pub iterations: u32,
    /// What a hand is worth to the dealer.
    pub value: Bounds,
    /// Whether the bounds are as near as was requested.
    pub is_precise: bool,
    /// The values by free ante and carried pot.
    pub values: Vec<ValueRow>,
}

/// The value of a hand to the dealer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ValueRow {
    /// Whether the dealer need not ante.
    pub free_ante: bool,
    /// What lies over from drawn hands.
    pub carried: u32,
    /// If this is the last hand, played until it is won.
    pub hand: Bounds,
    /// In a long game, over what every hand is worth to either player: 0.
    pub long_game: Bounds,
}

/// Solves a hand.
pub struct Solver<'a> {
    model: &'a Model,
    solution: Solution,
    /// What pots that are solved are worth, ascending.
    estimates: Vec<(f64, f64)>,
    /// What is proven.
    ladder: Ladder,
    /// How far apart the bounds of the first hand may be.
    precision: f64,
    report: &'a mut dyn FnMut(Step) -> Result<(), Stopped>,
}

impl<'a> Solver<'a> {
    /// Solves the hand until the bounds of its value are at most `precision`
    /// apart, or so many iterations bring them no nearer.
    ///
    /// # Errors
    /// If `report` says to stop.
    pub fn solve(
        model: &'a Model,
        precision: f64,
        report: &'a mut dyn FnMut(Step) -> Result<(), Stopped>,
    ) -> Result<Solved, Stopped> {
        let mut solver = Solver {
            model,
            solution: Solution::default(),
            estimates: Vec::new(),
            ladder: Ladder::new(model.tip_of_who_is_left()),
            precision,
            report,
        };
        let first = model.first_pot(false, 0.0);
        let mut cfr = Cfr::new(&model.hand_tree.tree, &solver.payoffs(first));
        // How likely draws are says how precise the hands after them must be.
        while cfr.iterations() < FIRST_ITERATIONS {
            solver.look(first, &mut cfr, precision)?;
        }
        let draws = solver.draws(&cfr.strategy());
        solver.after_draws(first, &draws, precision)?;
        cfr.adjust(&solver.payoffs(first));
        let value = solver.first_pot(first, &mut cfr, precision)?;
        let iterations = cfr.iterations();
        let values = solver.values(cfr, value)?;
        let is_precise = value.gap() <= precision;
        let value = value.plus(-f64::from(model.rules.ante));
        Ok(Solved { solution: solver.solution, iterations, value, is_precise, values })
    }

    /// What a hand with this pot is estimated to be worth.
    fn estimate(&self, pot: f64) -> f64 {
        let (Some(&first), Some(&last)) = (self.estimates.first(), self.estimates.last()) else {
            return pot / 2.0;
        };
        if pot <= first.0 {
            return (first.1 + (pot - first.0) / 2.0).max(0.0);
        }
        for pair in self.estimates.windows(2) {
            let [(below, value), (above, other)] = [pair[0], pair[1]];
            if pot <= above {
                return value + (other - value) * (pot - below) / (above - below);
            }
        }
        last.1 + (pot - last.0) / 2.0
    }

    fn note(&mut self, pot: f64, value: f64) {
        match self.estimates.binary_search_by(|(other, _)| other.total_cmp(&pot)) {
            Ok(place) => self.estimates[place].1 = value,
            Err(place) => self.estimates.insert(place, (pot, value)),
        }
    }

    /// The payoffs of a pot, with estimates of what a draw is worth.
    fn payoffs(&self, pot: f64) -> Payoffs<f64> {
        let ante = f64::from(self.model.rules.ante);
        let drawn = |wagered: u32| self.estimate(self.model.pot_after(pot, wagered)) - ante;
        hand_payoffs(self.model, pot, &drawn, LastTurn::Best)
    }

    /// The payoffs of a pot with which best responses prove bounds: the lower
    /// ones of what a draw is worth, and the upper ones.
    fn bounding(&self, pot: f64) -> [Payoffs<f64>; 2] {
        let ante = f64::from(self.model.rules.ante);
        let after = |wagered: u32| self.ladder.at(self.model.pot_after(pot, wagered));
        [
            hand_payoffs(self.model, pot, &|wagered| after(wagered).low - ante, LastTurn::Best),
            hand_payoffs(self.model, pot, &|wagered| after(wagered).high - ante, LastTurn::Solved),
        ]
    }

    /// The bounds that a strategy proves.
    fn proven(&self, pot: f64, [lower, upper]: &[Payoffs<f64>; 2], strategy: &Strategy) -> Bounds {
        let tree = &self.model.hand_tree.tree;
        let low = -value(tree, lower, OTHER, Responder::Best, strategy);
        let high = value(tree, upper, DEALER, Responder::Best, strategy);
        let known = self.ladder.at_least_known(pot);
        Bounds { low: low.max(known.low), high: high.min(known.high) }
    }

    /// Proves bounds of some pots by the strategies for the nearest ones: from
    /// the largest down.
    fn prove(&mut self, pots: &[f64]) {
        let mut pots = pots.to_vec();
        pots.sort_by(|one, other| other.total_cmp(one));
        for pot in pots {
            let strategy = self.solution.nearest(pot).to_strategy();
            let bounds = self.proven(pot, &self.bounding(pot), &strategy);
            self.ladder.put(pot, bounds);
        }
    }

    /// The least and the most that both can have bet at a showdown.
    fn wagers(&self) -> (u32, u32) {
        let shown = self.model.hand_tree.endings.iter().filter_map(|ending| match ending {
            super::Ending::Showdown { wagered, .. } => Some(*wagered),
            super::Ending::Fold { .. } => None,
        });
        shown.fold((u32::MAX, 0), |(least, most), wagered| (least.min(wagered), most.max(wagered)))
    }

    /// The pots of the hands after one draw, ascending.
    fn pots_after(&self, first: f64) -> Vec<f64> {
        let (least, most) = self.wagers();
        (least..=most).map(|wagered| self.model.pot_after(first, wagered)).collect()
    }

    /// The pots whose bounds are proven: all after a draw or two, and some
    /// after more.
    fn pots_to_prove(&self, first: f64) -> Vec<f64> {
        let after = self.pots_after(first);
        let (lowest, most) = (after[0], self.model.pot_after(first, self.wagers().1) - first);
        let count = ((first + DRAWS * most - lowest) / 2.0).round().max(0.0) as usize + 1;
        let step = 2 * count.div_ceil(MOST_POTS);
        let mut pots: Vec<f64> =
            (0..count).step_by(step.div_ceil(2)).map(|place| lowest + 2.0 * place as f64).collect();
        let mut pot = pots[pots.len() - 1] * RARE_RATIO;
        while pot < first + RARE_DRAWS * most {
            pots.push(pot);
            pot *= RARE_RATIO;
        }
        pots
    }

    /// The probability of a draw after each wager, if both play a strategy.
    fn draws(&self, strategy: &Strategy) -> BTreeMap<u32, f64> {
        let (least, most) = self.wagers();
        let worth = |drawn: &dyn Fn(u32) -> f64| {
            let payoffs = hand_payoffs(self.model, 0.0, drawn, LastTurn::Solved);
            value(&self.model.hand_tree.tree, &payoffs, DEALER, Responder::Plays(strategy), strategy)
        };
        let without = worth(&|_| 0.0);
        let probability =
            |wagered: u32| (worth(&|other| f64::from(u8::from(other == wagered))) - without).max(0.0);
        (least..=most).map(|wagered| (wagered, probability(wagered))).collect()
    }

    /// Solves pots after a draw and proves bounds of them, until they leave
    /// enough of the precision for the first hand.
    fn after_draws(&mut self, first: f64, draws: &BTreeMap<u32, f64>, precision: f64) -> Result<(), Stopped> {
        let to_prove = self.pots_to_prove(first);
        let mut share = AFTER_DRAWS * precision;
        for _ in 0..=REFINEMENTS {
            self.carried_pots(first, draws, share)?;
            self.prove(&to_prove);
            let left_open: f64 = draws
                .iter()
                .map(|(&wagered, chance)| chance * self.ladder.at(self.model.pot_after(first, wagered)).gap())
                .sum();
            if left_open <= ALL_AFTER_DRAWS * precision {
                break;
            }
            share /= 2.0;
        }
        Ok(())
    }

    /// Solves pots after a draw, the largest first, as precisely as they are
    /// likely: the time it takes to reach a gap is as the pot over the gap, so
    /// that the least time in all for a mean gap of `share` is with gaps as the
    /// root of the pot over its probability.
    fn carried_pots(&mut self, first: f64, draws: &BTreeMap<u32, f64>, share: f64) -> Result<(), Stopped> {
        let all: f64 = draws.values().sum();
        let chance = |pot: f64| -> f64 {
            let of_pot = |wagered: u32| (self.model.pot_after(first, wagered) - pot).abs() < 0.5;
            draws.iter().filter(|(wagered, _)| of_pot(**wagered)).map(|(_, chance)| chance).sum()
        };
        let mut chosen: Vec<f64> = Vec::new();
        for pot in self.pots_to_prove(first) {
            let is_new = chosen.last().is_none_or(|last| pot >= last * RATIO);
            if (is_new && pot <= first + DRAWS * (self.pots_after(first).last().unwrap_or(&pot) - first))
                || chance(pot) > LIKELY * all
            {
                chosen.push(pot);
            }
        }
        let scale: f64 = chosen.iter().map(|&pot| (pot * chance(pot)).sqrt()).sum();
        let wanted: Vec<(f64, f64, Fineness)> = chosen
            .iter()
            .map(|&pot| {
                let gap = share * (pot / chance(pot)).sqrt() / scale;
                let is_fine = chance(pot) > VERY_LIKELY * all;
                let fineness = if is_fine { Fineness::ROUGH } else { Fineness::ROUGHEST };
                (pot, gap.min(self.coarse(pot)), fineness)
            })
            .collect();
        let mut cfr: Option<Cfr> = None;
        for (pot, wanted, fineness) in wanted.into_iter().rev() {
            let payoffs = self.payoffs(pot);
            let cfr = cfr.get_or_insert_with(|| Cfr::new(&self.model.hand_tree.tree, &payoffs));
            self.solve_pot(pot, cfr, wanted, fineness)?;
        }
        Ok(())
    }

    /// How far apart the bounds of a pot may be that matters little.
    fn coarse(&self, pot: f64) -> f64 {
        (COARSE * pot).max(self.precision)
    }

    /// Some iterations, and the bounds with estimates of what a draw is worth.
    fn look(&mut self, pot: f64, cfr: &mut Cfr, wanted: f64) -> Result<(Bounds, Strategy), Stopped> {
        let tree = &self.model.hand_tree.tree;
        for _ in 0..ITERATIONS {
            cfr.iterate();
        }
        let payoffs = self.payoffs(pot);
        let strategy = cfr.strategy();
        let low = -value(tree, &payoffs, OTHER, Responder::Best, &strategy);
        let high = value(tree, &payoffs, DEALER, Responder::Best, &strategy);
        let bounds = Bounds { low, high };
        (self.report)(Step { pot, iterations: cfr.iterations(), gap: bounds.gap(), wanted })?;
        Ok((bounds, strategy))
    }

    /// Solves one pot, from what was learnt about another one, with estimates of
    /// what a draw is worth.
    fn solve_pot(&mut self, pot: f64, cfr: &mut Cfr, wanted: f64, fineness: Fineness) -> Result<(), Stopped> {
        cfr.change(&self.payoffs(pot));
        loop {
            let (bounds, strategy) = self.look(pot, cfr, wanted)?;
            if bounds.gap() <= wanted || cfr.iterations() >= MOST_FOR_OTHERS {
                self.note(pot, bounds.middle());
                self.solution.put(pot, StrategyTable::new(self.model, &strategy, fineness));
                return Ok(());
            }
        }
    }

    /// Solves the first pot, until the bounds are near enough that the strategy
    /// proves as it is written to the file.
    fn first_pot(&mut self, pot: f64, cfr: &mut Cfr, precision: f64) -> Result<Bounds, Stopped> {
        let payoffs = self.bounding(pot);
        loop {
            for _ in 0..ITERATIONS {
                cfr.iterate();
            }
            let table = StrategyTable::new(self.model, &cfr.strategy(), Fineness::FINE);
            let bounds = self.proven(pot, &payoffs, &table.to_strategy());
            let iterations = cfr.iterations();
            (self.report)(Step { pot, iterations, gap: bounds.gap(), wanted: precision })?;
            if bounds.gap() <= precision || iterations >= MOST_ITERATIONS {
                self.note(pot, bounds.middle());
                self.solution.put(pot, table);
                return Ok(bounds);
            }
        }
    }

    /// The values by free ante and carried pot, and what the deal is worth.
    fn values(&mut self, mut cfr: Cfr, value: Bounds) -> Result<Vec<ValueRow>, Stopped> {
        let rules = &self.model.rules;
        let ante = f64::from(rules.ante);
        let winner_is_free = !rules.winner_antes && rules.ante > 0;
        let first = self.model.first_pot(false, 0.0);
        let mut pots = vec![first];
        if winner_is_free {
            pots.push(self.model.first_pot(true, 0.0));
            self.solve_pot(pots[1], &mut cfr, self.coarse(pots[1]), Fineness::ROUGH)?;
        }
        // What the deal is worth is seen better with the hand solved that is
        // played for it.
        for _ in 0..2 {
            self.solution.deal = self.deal_in_a_long_game(winner_is_free);
            let pot = pots[pots.len() - 1] + 2.0 * self.solution.deal;
            self.solve_pot(pot, &mut cfr, self.coarse(pot), Fineness::ROUGH)?;
        }
        let deal = self.solution.deal;
        if winner_is_free {
            self.solve_pot(first + 2.0 * deal, &mut cfr, self.coarse(first), Fineness::ROUGH)?;
        }
        drop(cfr);

        let mut to_prove = Vec::new();
        for pot in pots.iter().flat_map(|pot| [*pot, pot + 2.0 * deal]) {
            to_prove.push(pot);
            to_prove.extend(self.pots_after(pot).into_iter().take(MOST_POTS));
        }
        let known: Vec<f64> = self.pots_to_prove(first).into_iter().chain([first]).collect();
        to_prove.retain(|pot| !known.iter().any(|other| (other - pot).abs() < 1e-6));
        self.prove(&to_prove);
        self.ladder.put(first, value);

        let row = |free_ante: bool, carried: u32| {
            let pot = self.model.first_pot(free_ante, f64::from(carried));
            let paid = if free_ante { 0.0 } else { ante };
            ValueRow {
                free_ante,
                carried,
                hand: self.ladder.at(pot).plus(-paid),
                long_game: self.ladder.at(pot + 2.0 * deal).plus(-deal - paid),
            }
        };
        let (least, most) = self.wagers();
        let carried = (least..=most).map(|wagered| 2 * (rules.ante + wagered));
        let free = winner_is_free.then(|| row(true, 0));
        Ok(free
            .into_iter()
            .chain([0].into_iter().chain(carried).map(|carried| row(false, carried)))
            .collect())
    }

    /// What it is worth to deal the next hand as its winner does. If it is
    /// worth v, then to win a hand is worth v more and to lose it v less, as if
    /// the pot were larger by 2v and both had paid v for it: 2v is what a hand
    /// with such a pot is worth.
    fn deal_in_a_long_game(&self, winner_is_free: bool) -> f64 {
        let ante = f64::from(self.model.rules.ante);
        let (pot, paid) = if winner_is_free { (ante, 0.0) } else { (2.0 * ante, ante) };
        // What is left after paying for it falls with v.
        let left = |deal: f64| self.estimate(pot + 2.0 * deal) - paid - 2.0 * deal;
        let (mut low, mut high) = (-pot / 2.0, 2.0 * pot + 100.0);
        for _ in 0..100 {
            let middle = f64::midpoint(low, high);
            if left(middle) > 0.0 { low = middle } else { high = middle }
        }
        f64::midpoint(low, high)
    }
}
