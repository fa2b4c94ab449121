//! What can be won from a bot, exactly: by its best response, and by a
//! strategy.

use super::model::Model;
use super::payoffs::{LastTurn, hand_payoffs};
use super::solution::{Fineness, Solution, StrategyTable};
use super::tabulate::tabulate;
use crate::bots::Player;
use crate::games::kachi_kachi::KachiKachi;
use crate::solve::{DEALER, OTHER, Responder, Side, best_response, value};

/// How many draws of the highest bets in a row are followed; pots beyond that
/// count half for either player.
const DRAWS: u32 = 2;

/// What is won from a bot in a hand that is played until it is won.
#[derive(Clone, Debug)]
pub struct Against {
    /// By the best response, as dealer and as the other player.
    pub best: [f64; 2],
    /// By the strategies of a solution.
    pub solution: [f64; 2],
    /// The best response.
    pub response: Solution,
}

/// The pots that a hand can begin with after draws, the largest first, and last
/// the one without.
fn pots(model: &Model) -> Vec<u32> {
    let rules = &model.rules;
    let first = 2 * rules.ante;
    let least = model.hand_tree.endings.iter().filter_map(|ending| match ending {
        super::Ending::Showdown { wagered, .. } => Some(*wagered),
        super::Ending::Fold { .. } => None,
    });
    let lowest = first + 2 * rules.ante + 2 * least.min().unwrap_or(rules.max_wager);
    let highest = first + DRAWS * 2 * (rules.ante + rules.max_wager);
    (lowest..=highest.max(lowest)).step_by(2).collect::<Vec<_>>().into_iter().rev().chain([first]).collect()
}

/// Values of hands by pot, the largest first.
#[derive(Default)]
struct Known(Vec<(u32, f64)>);

impl Known {
    /// What a hand with this pot is worth to the dealer, without the antes.
    fn at(&self, pot: f64) -> f64 {
        let known = self.0.iter().find(|(other, _)| (f64::from(*other) - pot).abs() < 0.5);
        known.map_or(pot / 2.0, |&(_, value)| value)
    }
}

/// Plays against a bot in both roles. `report` is told how many of how many
/// pots are done.
///
/// # Errors
/// If the bot cannot be tabulated, or `report` says to stop.
pub fn against(
    model: &Model,
    player: &mut Player<KachiKachi>,
    solution: &Solution,
    report: &mut dyn FnMut(usize, usize) -> Result<(), String>,
) -> Result<Against, String> {
    let mut result = Against { best: [0.0; 2], solution: [0.0; 2], response: Solution::default() };
    let pots = pots(model);
    let (tree, ante) = (&model.hand_tree.tree, f64::from(model.rules.ante));
    let mut responses: Vec<Option<StrategyTable>> = vec![None; pots.len()];
    for side in [DEALER, OTHER] {
        let (mut best, mut own) = (Known::default(), Known::default());
        for (place, &pot) in pots.iter().enumerate() {
            report(side * pots.len() + place, 2 * pots.len())?;
            let bot = tabulate(model, player, 1 - side, pot)?;
            let last_turn = if side == DEALER { LastTurn::Bot(&bot.claims) } else { LastTurn::Solved };
            let payoffs = |known: &Known| {
                let drawn = |wagered: u32| known.at(model.pot_after(f64::from(pot), wagered)) - ante;
                hand_payoffs(model, f64::from(pot), &drawn, last_turn)
            };
            let (won, response) = best_response(tree, &payoffs(&best), side, &bot.strategy);
            best.0.push((pot, for_dealer(side, won)));
            let mut table = StrategyTable::new(model, &response, Fineness::PURE);
            table.keep_side(tree, side);
            match &mut responses[place] {
                Some(other) => other.merge(&table),
                none => *none = Some(table),
            }
            let strategy = solution.nearest(f64::from(pot)).to_strategy();
            let won = value(tree, &payoffs(&own), side, Responder::Plays(&strategy), &bot.strategy);
            own.0.push((pot, for_dealer(side, won)));
        }
        let without_antes =
            |known: &Known| for_dealer(side, known.at(f64::from(2 * model.rules.ante)) - ante);
        result.best[side] = without_antes(&best);
        result.solution[side] = without_antes(&own);
    }
    for (pot, response) in pots.into_iter().zip(responses) {
        result.response.put(f64::from(pot), response.expect("both roles have one for each pot"));
    }
    Ok(result)
}

/// What the dealer wins if a side wins so much, and the other way round.
fn for_dealer(side: Side, won: f64) -> f64 {
    if side == DEALER { won } else { -won }
}
