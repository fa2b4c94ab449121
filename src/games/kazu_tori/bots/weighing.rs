//! `weighing`: the player whose haste follows the odds.

mod fastest;
mod prospect;

use self::fastest::{CIRCLES, Fastest, fastest};
use self::prospect::Prospect;
use crate::bots::{Bot, BotKind};
use crate::game::Game;
use crate::games::kazu_tori::{Haste, Hastes, KazuTori, SEATS, TieRule, View, false_alarm};
use crate::random::Stream;

crate::settings! {
    /// What weighs how much.
    pub struct Weights {
        end["end"]: f64 = 1.0, in 0.0..=100.0, "what a point is worth at the take that ends the game, against one that the piles promise before";
        wrong["wrong"]: f64 = 1.0, in 0.0..=100.0, "the weight of what a wrong slap costs";
    }
    check |_| Ok(());
}

/// Weighs what a take brings, and how likely the next card can be taken,
/// against what a wrong slap costs.
#[derive(Clone, Debug)]
pub struct Weighing {
    weights: Weights,
    /// The house's rule for ties.
    tie: TieRule,
    fastest: Fastest,
    /// By haste, the chance of a wrong slap.
    wrong: [f64; Haste::COUNT],
    /// Of the discard that was looked at last: all who are asked about it share it.
    prospect: Box<Prospect>,
}

impl BotKind<KazuTori> for Weighing {
    const NAME: &'static str = "weighing";
    const DESCRIPTION: &'static str =
        "is hasty when the next card is likely to match and the table is worth it, calm otherwise";
    type Parameters = Weights;

    fn new(game: &KazuTori, weights: Weights) -> Weighing {
        let rules = game.rules();
        Weighing {
            fastest: fastest(rules),
            wrong: std::array::from_fn(|place| false_alarm(rules, Haste::at(place))),
            prospect: Box::new(Prospect::NONE),
            tie: rules.tie,
            weights,
        }
    }
}

impl Bot<KazuTori> for Weighing {
    fn choose(&mut self, view: &View, _options: &Hastes, _own: &mut Stream) -> usize {
        self.prospect.look(view, self.tie);
        let fits = self.prospect.fits();
        if fits == 0.0 {
            return Haste::CALM.index();
        }
        let take = fits * self.prospect.take(view.seat, self.weights.end);
        let wrong = (1.0 - fits) * self.weights.wrong * self.prospect.penalty(view.seat);
        let fastest = &self.fastest[view.circle.index() % CIRCLES][view.seat.index() % SEATS];
        let mut best = (0, f64::NEG_INFINITY);
        for (place, (fastest, alarm)) in fastest.iter().zip(&self.wrong).enumerate() {
            let worth = fastest * take - alarm * wrong;
            if worth > best.1 {
                best = (place, worth);
            }
        }
        best.0
    }
}
