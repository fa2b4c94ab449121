//! Shares beside their exact chances.

use crate::bots::Player;
use crate::game::{Game, Observer};
use crate::random::BlockStreams;
use crate::seat::BySeat;
use crate::sim;

/// Shows games of random choices to an observer.
pub fn watch_games<G: Game>(game: &G, seed: u64, games: u64, observer: &mut impl Observer<G>) {
    for block in 0..games {
        let streams = BlockStreams::new(seed, block);
        sim::play(game, &mut [Player::Random], &BySeat::default(), &streams, observer)
            .expect("random plays by the rules");
    }
}

/// Asserts that a share of trials is within four standard errors of a chance;
/// the seed is fixed, so this is passed for good or not at all.
#[track_caller]
pub fn agrees(hits: u64, trials: u64, chance: f64) {
    let error = (chance * (1.0 - chance) / trials as f64).sqrt();
    let share = hits as f64 / trials as f64;
    assert!((share - chance).abs() < 4.0 * error, "{share} is not {chance} ± {error}");
    assert!(hits >= 16, "{hits} hits are too few to go by");
}

/// Asserts that each card of a hand was played as often as any other: counted by
/// how many were held, and how many of these are lower. How many of the plays were
/// choices.
#[track_caller]
pub fn cards_are_picked_evenly<const HELD: usize, const LOWER: usize>(
    by_held_and_lower: &[[u64; LOWER]; HELD],
) -> u64 {
    let mut choices = 0;
    for (held, by_lower) in by_held_and_lower.iter().enumerate().skip(2) {
        let plays = by_lower[..held].iter().sum();
        choices += plays;
        for &hits in &by_lower[..held] {
            agrees(hits, plays, 1.0 / held as f64);
        }
    }
    choices
}

/// How many ways there are to choose `few` of `many`.
pub fn ways(many: u64, few: u64) -> u64 {
    (0..few).fold(1, |ways, step| ways * (many - step) / (step + 1))
}
