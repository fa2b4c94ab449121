//! How likely a player is to be the first on a card.

use crate::games::kazu_tori::{Body, Haste, Rules, SEATS};
use crate::seat::Seat;

/// Steps of an integral over the own reaction time, and how many standard
/// deviations it goes down to.
const STEPS: usize = 200;
const LIMIT: f64 = 8.0;
/// Sets of seats.
pub(super) const CIRCLES: usize = 1 << SEATS;

/// By the players still in the game, the own seat and haste, the chance to be
/// the first on a card.
pub(super) type Fastest = Box<[[[f64; Haste::COUNT]; SEATS]; CIRCLES]>;

/// The probabilities to be the first on a card if the others are keen and do
/// not overlook it: Simpson's rule over the own reaction time, up to the moment
/// at which the next card is laid.
pub(super) fn fastest(rules: &Rules) -> Fastest {
    let body = Body::new(rules);
    // Times that do not vary at all are the limit of this.
    let spread = rules.spread.max(1e-9);
    let mut fastest = Box::new([[[0.0; Haste::COUNT]; SEATS]; CIRCLES]);
    for (seat, haste) in (0..SEATS).flat_map(|seat| (0..Haste::COUNT).map(move |haste| (seat, haste))) {
        let lateness = |draw: f64| body.lateness(Seat::at(seat), Haste::at(haste), draw);
        let last = (-lateness(0.0) / spread).min(LIMIT);
        let width = (last + LIMIT).max(0.0) / STEPS as f64;
        for step in 0..=STEPS {
            let draw = step as f64 * width - LIMIT;
            let ends = if step == 0 || step == STEPS { 1.0 } else { 2.0 + (step % 2 * 2) as f64 };
            let density = libm::exp(-0.5 * draw * draw) / (2.0 * std::f64::consts::PI).sqrt();
            let slower: [f64; SEATS] = std::array::from_fn(|other| {
                let others = body.lateness(Seat::at(other), Haste::KEEN, 0.0);
                0.5 * libm::erfc((lateness(draw) - others) / spread * std::f64::consts::FRAC_1_SQRT_2)
            });
            for (circle, fastest) in fastest.iter_mut().enumerate() {
                let others = (0..SEATS).filter(|&other| other != seat && circle >> other & 1 == 1);
                let alone = others.map(|other| slower[other]).product::<f64>();
                fastest[seat][haste] += (1.0 - rules.lapse) * ends * width / 3.0 * density * alone;
            }
        }
    }
    fastest
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::{BlockStreams, Purpose};

    #[test]
    fn the_probabilities_to_be_the_fastest_are_those_of_races() {
        let rules = Rules { handicap: [1.0, 1.1, 0.9, 1.3], lapse: 0.0, ..Rules::default() };
        let (body, races) = (Body::new(&rules), 100_000);
        let mut rng = BlockStreams::new(5, 0).stream(0, Purpose::Game);
        let mut won = [[0.0; SEATS]; 2];
        for _ in 0..races {
            let times: [f64; SEATS] =
                std::array::from_fn(|seat| body.lateness(Seat::at(seat), Haste::KEEN, rng.normal()));
            // All four, and without seat 3.
            for (won, seats) in won.iter_mut().zip([&[0, 1, 2, 3][..], &[0, 1, 3]]) {
                let first = seats.iter().copied().min_by(|&one, &other| times[one].total_cmp(&times[other]));
                let first = first.expect("somebody races");
                won[first] += f64::from(times[first] < 0.0) / f64::from(races);
            }
        }
        let exact = fastest(&rules);
        for (won, circle) in won.iter().zip([0b1111, 0b1011]) {
            for (seat, won) in won.iter().enumerate().filter(|(seat, _)| circle >> seat & 1 == 1) {
                let exact = exact[circle][seat][Haste::KEEN.index()];
                let error = (exact * (1.0 - exact) / f64::from(races)).sqrt();
                assert!((won - exact).abs() < 4.0 * error, "seat {}: {won} is not {exact}", seat + 1);
            }
        }
    }

    #[test]
    fn times_that_do_not_vary_have_one_winner() {
        let rules = Rules { spread: 0.0, lapse: 0.0, handicap: [1.0, 1.1, 0.9, 1.3], ..Rules::default() };
        let all = fastest(&rules)[0b1111].map(|seat| seat[Haste::KEEN.index()]);
        assert!((all[2] - 1.0).abs() < 1e-6 && all.iter().sum::<f64>() < 1.0 + 1e-6, "{all:?}");
    }
}
