//! What other options are worth, against the one that was chosen.

use super::{Rival, Search};
use crate::game::Game;
use crate::random::Stream;

/// How much better an option does than the choice, by the lead over the mean of
/// all players at the end of the round.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Worth {
    /// The mean over the playouts; above zero if the option does better.
    pub mean: f64,
    /// Its standard error, as if the sampled states were independent.
    pub error: f64,
}

impl<G: Game> Search<G> {
    /// Plays out options and the choice on the same sampled states, and compares
    /// them: in the order of `indices`.
    ///
    /// # Panics
    /// If there is no such option, or no sample.
    pub fn worth(
        &mut self,
        view: &G::View,
        indices: &[usize],
        choice: usize,
        samples: u32,
        rng: &mut Stream,
    ) -> Vec<Worth> {
        assert!(samples > 0, "a mean needs a sample");
        let mut rivals: Vec<Rival> =
            indices.iter().map(|&index| Rival { index, ..Rival::default() }).collect();
        let mut believed = None;
        for _ in 0..samples {
            let sample = self.believe(view, &mut believed, rng);
            self.try_options(&sample, choice, &mut rivals, rng);
        }
        rivals.iter().map(|rival| rival.worth(samples, self.game.players())).collect()
    }
}

impl Rival {
    fn worth(&self, samples: u32, players: usize) -> Worth {
        let (count, unit) = (f64::from(samples), players as f64);
        let mean = self.ahead as f64 / count;
        let spread = self.squares as f64 / count - mean * mean;
        let error = (spread.max(0.0) / (count - 1.0).max(1.0)).sqrt();
        Worth { mean: mean / unit, error: error / unit }
    }
}
