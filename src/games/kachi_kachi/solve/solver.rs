//! The hand for two, solved for the pots that it can begin with.
//!
//! A drawn pot is played for again, so the value of a hand depends on that of
//! hands with larger pots. F(pot) is what a hand that begins with a pot is worth
//! to the dealer, without the antes that are in it. It is at least 0 and at most
//! the pot: each player can fold at once. From the largest pots down, best
//! responses to the strategies of the nearest solved pot bound it.

use std::collections::BTreeMap;

use super::model::Model;
use super::payoffs::hand_payoffs;
use super::solution::{Solution, StrategyTable};
use crate::solve::{Cfr, DEALER, OTHER, Responder, Strategy, value};

/// Iterations between two looks at the exploitability.
const ITERATIONS: u32 = 25;
/// The ratio of successive pots that are solved.
const RATIO: f64 = 1.4;
/// How many draws of the highest bets in a row are followed.
const DRAWS: f64 = 2.0;
/// The least share of all draws that a pot must have to be solved by itself.
const LIKELY: f64 = 0.1;
/// How much less precise the values of other pots may be than that of the
/// first: for likely ones, and for the rest.
const COARSER: f64 = 15.0;
const COARSEST: f64 = 75.0;
/// Iterations before it is asked how likely draws are.
const FIRST_ITERATIONS: u32 = 150;

/// Bounds of a value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounds {
    /// The lower one.
    pub low: f64,
    /// The upper one.
    pub high: f64,
}

impl Bounds {
    /// How far they are apart.
    #[must_use]
    pub fn gap(self) -> f64 {
        self.high - self.low
    }

    /// The middle.
    #[must_use]
    pub fn middle(self) -> f64 {
        f64::midpoint(self.low, self.high)
    }

    /// Both bounds of something that is this, times a factor, plus a term.
    #[must_use]
    pub fn plus(self, term: f64) -> Bounds {
        Bounds { low: self.low + term, high: self.high + term }
    }
}

/// How far the solver is.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    /// The pot that is being solved.
    pub pot: f64,
    /// The iterations for it.
    pub iterations: u32,
    /// The bounds of its value.
    pub bounds: Bounds,
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
    /// What a hand is worth to the dealer, if drawn pots are worth what they
    /// are estimated to be.
    pub value: Bounds,
    /// The same whatever drawn pots are worth, within proven bounds.
    pub proven: Bounds,
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

/// Values of larger pots, at equal distances.
#[derive(Clone, Debug, Default)]
pub struct Ladder {
    lowest: f64,
    values: Vec<Bounds>,
}

impl Ladder {
    /// The bounds of a pot, which must be one of the ladder or above it.
    fn at(&self, pot: f64) -> Bounds {
        let place = ((pot - self.lowest) / 2.0).round();
        self.values.get(place as usize).copied().unwrap_or(Bounds { low: 0.0, high: pot })
    }
}

/// Solves a hand.
pub struct Solver<'a> {
    model: &'a Model,
    solution: Solution,
    /// What pots that are solved are worth, ascending.
    estimates: Vec<(f64, f64)>,
    report: &'a mut dyn FnMut(Step) -> Result<(), Stopped>,
}

impl<'a> Solver<'a> {
    /// Solves the hand until the bounds of its value, given what drawn pots are
    /// worth, are at most `precision` apart.
    ///
    /// # Errors
    /// If `report` says to stop.
    pub fn solve(
        model: &'a Model,
        precision: f64,
        report: &'a mut dyn FnMut(Step) -> Result<(), Stopped>,
    ) -> Result<Solved, Stopped> {
        let mut solver = Solver { model, solution: Solution::default(), estimates: Vec::new(), report };
        let first = model.first_pot(false, 0.0);
        let mut cfr = Cfr::new(&model.hand_tree.tree, &solver.payoffs(first));
        // How likely draws are says how precise the hands after them must be.
        while cfr.iterations() < FIRST_ITERATIONS {
            solver.look(first, &mut cfr, precision)?;
        }
        let draws = solver.draws(&cfr.strategy());
        solver.carried_pots(first, &draws, precision)?;
        cfr.adjust(&solver.payoffs(first));
        let value = solver.first_pot(first, &mut cfr, precision)?;
        let iterations = cfr.iterations();
        drop(cfr);
        let ante = f64::from(model.rules.ante);
        let (proven, values) = solver.values(first, COARSER * precision)?;
        Ok(Solved { solution: solver.solution, iterations, value: value.plus(-ante), proven, values })
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
    fn payoffs(&self, pot: f64) -> crate::solve::Payoffs<f64> {
        let ante = f64::from(self.model.rules.ante);
        let drawn = |wagered: u32| self.estimate(self.model.pot_after(pot, wagered)) - ante;
        hand_payoffs(self.model, pot, &drawn, None)
    }

    /// Bounds of a pot that some strategy proves, by bounds of what a draw is
    /// worth.
    fn proven(&self, pot: f64, strategy: &Strategy, drawn: &dyn Fn(f64) -> Bounds) -> Bounds {
        let tree = &self.model.hand_tree.tree;
        let ante = f64::from(self.model.rules.ante);
        let after = |wagered: u32| drawn(self.model.pot_after(pot, wagered)).plus(-ante);
        let lower = hand_payoffs(self.model, pot, &|wagered| after(wagered).low, None);
        let low = -value(tree, &lower, OTHER, Responder::Best, strategy);
        let upper = hand_payoffs(self.model, pot, &|wagered| after(wagered).high, None);
        let high = value(tree, &upper, DEALER, Responder::Best, strategy);
        Bounds { low: low.max(0.0), high: high.min(pot) }
    }

    /// The least and the most that both can have bet at a showdown.
    fn wagers(&self) -> (u32, u32) {
        let shown = self.model.hand_tree.endings.iter().filter_map(|ending| match ending {
            super::Ending::Showdown { wagered, .. } => Some(*wagered),
            super::Ending::Fold { .. } => None,
        });
        shown.fold((u32::MAX, 0), |(least, most), wagered| (least.min(wagered), most.max(wagered)))
    }

    /// The pots after a draw that are followed, the largest first.
    fn pots_after(&self, first: f64) -> Vec<f64> {
        let (least, most) = self.wagers();
        let lowest = self.model.pot_after(first, least);
        let highest = first + DRAWS * (self.model.pot_after(first, most) - first);
        let count = ((highest - lowest) / 2.0).ceil().max(0.0) as usize + 1;
        (0..count).rev().map(|step| lowest + 2.0 * step as f64).collect()
    }

    /// The probability of a draw after each wager, if both play a strategy.
    fn draws(&self, strategy: &Strategy) -> BTreeMap<u32, f64> {
        let (least, most) = self.wagers();
        let worth = |drawn: &dyn Fn(u32) -> f64| {
            let payoffs = hand_payoffs(self.model, 0.0, drawn, None);
            value(&self.model.hand_tree.tree, &payoffs, DEALER, Responder::Plays(strategy), strategy)
        };
        let without = worth(&|_| 0.0);
        // So little that nobody would claim otherwise for it.
        let little = 1e-3;
        let probability = |wagered: u32| {
            let with = worth(&|other| if other == wagered { little } else { 0.0 });
            ((with - without) / little).max(0.0)
        };
        (least..=most).map(|wagered| (wagered, probability(wagered))).collect()
    }

    /// Solves pots after a draw, the largest first: the likely ones precisely,
    /// and of the others only some.
    fn carried_pots(
        &mut self,
        first: f64,
        draws: &BTreeMap<u32, f64>,
        precision: f64,
    ) -> Result<(), Stopped> {
        let all: f64 = draws.values().sum();
        let is_likely = |pot: f64| {
            let of_pot = |wagered: u32| (self.model.pot_after(first, wagered) - pot).abs() < 0.5;
            draws.iter().any(|(&wagered, &probability)| of_pot(wagered) && probability > LIKELY * all)
        };
        let mut chosen: Vec<(f64, f64)> = Vec::new();
        for &pot in self.pots_after(first).iter().rev() {
            if is_likely(pot) {
                chosen.push((pot, COARSER * precision));
            } else if chosen.last().is_none_or(|(last, _)| pot >= last * RATIO) {
                chosen.push((pot, COARSEST * precision));
            }
        }
        let mut cfr: Option<Cfr> = None;
        for (pot, wanted) in chosen.into_iter().rev() {
            let payoffs = self.payoffs(pot);
            let cfr = cfr.get_or_insert_with(|| Cfr::new(&self.model.hand_tree.tree, &payoffs));
            self.solve_pot(pot, cfr, wanted)?;
        }
        Ok(())
    }

    /// Some iterations, and how far apart the bounds are, with estimates of
    /// what a draw is worth.
    fn look(&mut self, pot: f64, cfr: &mut Cfr, wanted: f64) -> Result<(Bounds, Strategy), Stopped> {
        let tree = &self.model.hand_tree.tree;
        let payoffs = self.payoffs(pot);
        for _ in 0..ITERATIONS {
            cfr.iterate();
        }
        let strategy = cfr.strategy();
        let low = -value(tree, &payoffs, OTHER, Responder::Best, &strategy);
        let high = value(tree, &payoffs, DEALER, Responder::Best, &strategy);
        let bounds = Bounds { low, high };
        (self.report)(Step { pot, iterations: cfr.iterations(), bounds, wanted })?;
        Ok((bounds, strategy))
    }

    /// Solves one pot, from what was learnt about another one, with estimates of
    /// what a draw is worth.
    fn solve_pot(&mut self, pot: f64, cfr: &mut Cfr, wanted: f64) -> Result<(), Stopped> {
        cfr.change(&self.payoffs(pot));
        loop {
            let (bounds, strategy) = self.look(pot, cfr, wanted)?;
            if bounds.gap() <= wanted {
                self.note(pot, bounds.middle());
                self.solution.put(pot, StrategyTable::new(&self.model.hand_tree.tree, &strategy));
                return Ok(());
            }
        }
    }

    /// Bounds of all pots after a draw, the largest first.
    fn ladder(&mut self, first: f64) -> Ladder {
        let pots = self.pots_after(first);
        let mut ladder = Ladder { lowest: *pots.last().unwrap_or(&first), values: vec![] };
        let mut values = Vec::with_capacity(pots.len());
        for pot in pots {
            let strategy = self.solution.nearest(pot).to_strategy();
            let known = |after: f64| {
                // Those above this one are known, in descending order.
                let place = ((after - pot) / 2.0).round() as usize;
                let from_top = values.len().checked_sub(place);
                from_top.map_or(Bounds { low: 0.0, high: after }, |place| values[place])
            };
            let bounds = self.proven(pot, &strategy, &known);
            values.push(bounds);
        }
        values.reverse();
        ladder.values = values;
        ladder
    }

    /// Solves the first pot, until the bounds are near enough: those of the
    /// strategy as it is written to the file.
    fn first_pot(&mut self, pot: f64, cfr: &mut Cfr, precision: f64) -> Result<Bounds, Stopped> {
        let tree = &self.model.hand_tree.tree;
        let payoffs = self.payoffs(pot);
        loop {
            let (bounds, strategy) = self.look(pot, cfr, precision)?;
            if bounds.gap() > precision {
                continue;
            }
            let table = StrategyTable::new(tree, &strategy);
            let strategy = table.to_strategy();
            let low = -value(tree, &payoffs, OTHER, Responder::Best, &strategy);
            let high = value(tree, &payoffs, DEALER, Responder::Best, &strategy);
            let bounds = Bounds { low, high };
            if bounds.gap() <= precision {
                self.note(pot, bounds.middle());
                self.solution.put(pot, table);
                return Ok(bounds);
            }
        }
    }

    /// The values by free ante and carried pot, and what the deal is worth.
    fn values(&mut self, first: f64, coarse: f64) -> Result<(Bounds, Vec<ValueRow>), Stopped> {
        let ante = f64::from(self.model.rules.ante);
        let winner_is_free = !self.model.rules.winner_antes && self.model.rules.ante > 0;
        let mut cfr = Cfr::new(&self.model.hand_tree.tree, &self.payoffs(first));
        if winner_is_free {
            self.solve_pot(self.model.first_pot(true, 0.0), &mut cfr, coarse)?;
        }
        self.solution.deal = self.deal_in_a_long_game(winner_is_free);
        let deal = self.solution.deal;
        let later = first + 2.0 * deal;
        self.solve_pot(later, &mut cfr, coarse)?;
        drop(cfr);

        let (least, most) = self.wagers();
        let in_long_game = |bounds: Bounds, free: bool| bounds.plus(-deal - if free { 0.0 } else { ante });
        let mut rows = Vec::new();
        if winner_is_free {
            let free = self.model.first_pot(true, 0.0);
            let hand = self.bounds(free);
            let long_game = in_long_game(self.bounds(free + 2.0 * deal), true);
            rows.push(ValueRow { free_ante: true, carried: 0, hand, long_game });
        }
        let ladder = self.ladder(first);
        let own = self.solution.nearest(first).to_strategy();
        let proven = self.proven(first, &own, &|after| ladder.at(after)).plus(-ante);
        let long_ladder = self.ladder(later);
        let own = self.solution.nearest(later).to_strategy();
        let long_game = in_long_game(self.proven(later, &own, &|after| long_ladder.at(after)), false);
        rows.push(ValueRow { free_ante: false, carried: 0, hand: proven, long_game });
        for wagered in least..=most {
            let carried = 2 * (self.model.rules.ante + wagered);
            let pot = self.model.pot_after(first, wagered);
            let hand = ladder.at(pot).plus(-ante);
            let long_game = in_long_game(long_ladder.at(pot + 2.0 * deal), false);
            rows.push(ValueRow { free_ante: false, carried, hand, long_game });
        }
        Ok((proven, rows))
    }

    /// Bounds of any pot.
    fn bounds(&mut self, pot: f64) -> Bounds {
        let ladder = self.ladder(pot);
        let strategy = self.solution.nearest(pot).to_strategy();
        self.proven(pot, &strategy, &|after| ladder.at(after))
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
