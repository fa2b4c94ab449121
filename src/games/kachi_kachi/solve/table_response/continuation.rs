//! What a drawn pot is worth to a position.

use std::collections::BTreeMap;

use crate::game::Game as _;
use crate::games::kachi_kachi::KachiKachi;
use crate::random::Stream;

/// What the hands are worth that follow a draw, by the pot that lies over: a line
/// through what was won in them.
#[derive(Clone, Copy, Debug)]
pub struct Continuation {
    level: f64,
    slope: f64,
}

impl Continuation {
    /// Before anything is known: everybody wins equally often.
    pub fn even(game: &KachiKachi) -> Continuation {
        Continuation { level: 0.0, slope: 1.0 / game.players() as f64 }
    }

    /// The value of a pot.
    pub fn at(self, pot: i64) -> f64 {
        self.level + self.slope * pot as f64
    }
}

/// What was seen of drawn hands: how often each pot was drawn, and what was won
/// in the hands after it.
#[derive(Clone, Debug, Default)]
pub struct Draws {
    pots: BTreeMap<i64, f64>,
    /// The weight, and weighted sums of pot, value, square of the pot, product.
    sums: [f64; 5],
}

impl Draws {
    /// A pot was drawn.
    pub fn drawn(&mut self, pot: i64, weight: f64) {
        *self.pots.entry(pot).or_default() += weight;
    }

    /// So much was won in a hand for a pot that lay over.
    pub fn won(&mut self, pot: i64, value: f64, weight: f64) {
        let pot = pot as f64;
        let terms = [1.0, pot, value, pot * pot, pot * value];
        self.sums.iter_mut().zip(terms).for_each(|(sum, term)| *sum += weight * term);
    }

    /// Adds what others saw.
    pub fn merge(&mut self, other: &Draws) {
        other.pots.iter().for_each(|(&pot, &weight)| self.drawn(pot, weight));
        self.sums.iter_mut().zip(other.sums).for_each(|(sum, other)| *sum += other);
    }

    /// A pot, as often as it was drawn; none if there was none.
    pub fn pick(&self, rng: &mut Stream) -> Option<i64> {
        let all: f64 = self.pots.values().sum();
        let mut left = all * f64::from(rng.random_range(0..1 << 20)) / f64::from(1 << 20);
        let picked = self.pots.iter().find(|(_, weight)| {
            left -= **weight;
            left < 0.0
        });
        picked.or_else(|| self.pots.last_key_value()).map(|(&pot, _)| pot)
    }

    /// The line through what was won; none if too little was seen.
    pub fn continuation(&self) -> Option<Continuation> {
        let [weight, pot, value, square, product] = self.sums;
        let spread = weight * square - pot * pot;
        if weight <= 0.0 || spread <= 1e-9 * weight * square {
            return None;
        }
        let slope = (weight * product - pot * value) / spread;
        Some(Continuation { slope, level: (value - slope * pot) / weight })
    }
}
