use rand::Rng;
use rand::SeedableRng;
use rand_xoshiro::SplitMix64;

use super::*;

/// A table of two with a game in each rotation, and the effects of what sets
/// its scores apart.
#[derive(Clone, Copy)]
struct Model {
    seat: f64,
    bots: f64,
    deal: f64,
    play: f64,
}

impl Model {
    /// Nearly normal, with variance 1.
    fn noise(rng: &mut SplitMix64) -> f64 {
        let sum: f64 = (0..6).map(|_| (rng.next_u64() >> 11) as f64 / (1_u64 << 53) as f64).sum();
        (sum - 3.0) * std::f64::consts::SQRT_2
    }

    /// The first bot sits first in rotation 0 and second in rotation 1.
    fn parts(self, blocks: u64, seed: u64) -> ScoreParts {
        let mut rng = SplitMix64::seed_from_u64(seed);
        let mut parts = ScoreParts::new(2, 2);
        for block in 0..blocks {
            let deal = self.deal * Model::noise(&mut rng);
            for (rotation, better) in [(0, self.bots), (1, -self.bots)] {
                let ahead = self.seat + better + deal + self.play * Model::noise(&mut rng);
                let score = (1000.0 * ahead).round() as i64;
                parts.add_game(rotation, |seat| if seat == Seat::FIRST { score } else { -score });
            }
            parts.end_block(block);
        }
        parts
    }

    fn share(self, part: Part) -> f64 {
        let Model { seat, bots, deal, play } = self;
        let of = match part {
            Part::Seat => seat,
            Part::Bots => bots,
            Part::Deal => deal,
            Part::Play => play,
            Part::DealAndPlay => unreachable!("there are two games in a block"),
        };
        of * of / (seat * seat + bots * bots + deal * deal + play * play)
    }
}

const PARTS: [Part; 4] = [Part::Bots, Part::Seat, Part::Deal, Part::Play];

#[test]
fn known_variance_components_are_recovered() {
    let model = Model { seat: 0.5, bots: 1.0, deal: 2.0, play: 2.0 };
    let parts = model.parts(20_000, 1);
    assert_eq!(parts.parts(), PARTS);
    let shares = PARTS.map(|part| parts.share(part).unwrap());
    for (part, share) in PARTS.into_iter().zip(shares) {
        let expected = model.share(part);
        assert!(
            (share.value - expected).abs() < 4.0 * share.standard_error,
            "{part:?}: {share:?} {expected}"
        );
    }
    assert!((shares.iter().map(|share| share.value).sum::<f64>() - 1.0).abs() < 1e-9);
    let change = parts.change(Part::Deal, &parts).unwrap();
    assert!(change.is_same && change.value == 0.0);
}

#[test]
fn unequal_bots_do_not_make_the_deal_negative() {
    // One bot always wins by about as much, whatever the cards.
    let parts = Model { seat: 0.0, bots: 3.0, deal: 0.3, play: 0.1 }.parts(400, 2);
    let [bots, seat, deal, play] = PARTS.map(|part| parts.share(part).unwrap());
    assert!(bots.value > 0.98 && seat.value < 0.01, "{bots:?} {seat:?}");
    assert!((0.005..0.02).contains(&deal.value) && play.value < 0.005, "{deal:?} {play:?}");
}

#[test]
fn a_deal_that_suits_a_bot_rather_than_a_seat_is_part_of_the_play() {
    let mut rng = SplitMix64::seed_from_u64(3);
    let mut parts = ScoreParts::new(2, 2);
    for block in 0..2_000 {
        // The better bot wins by more or less, wherever it sits.
        let ahead = (100.0 * (1.0 + Model::noise(&mut rng))).round() as i64;
        for (rotation, score) in [(0, ahead), (1, -ahead)] {
            parts.add_game(rotation, |seat| if seat == Seat::FIRST { score } else { -score });
        }
        parts.end_block(block);
    }
    let [bots, seat, deal, play] = PARTS.map(|part| parts.share(part).unwrap());
    assert!((bots.value + play.value - 1.0).abs() < 0.01 && (0.4..0.6).contains(&play.value), "{play:?}");
    assert!(deal.value == 0.0 && deal.interval.high > 0.0 && seat.value < 0.01, "{deal:?} {seat:?}");
    assert!(play.interval.low < play.value && play.interval.high < 0.7, "{play:?}");
}

#[test]
fn one_bot_at_all_seats_has_no_part_of_its_own() {
    let mut parts = ScoreParts::new(4, 1);
    for block in 0..1000_u64 {
        let best = (block.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 62) as usize;
        parts.add_game(0, |seat| i64::from(seat.index() == best));
        parts.end_block(block);
    }
    assert_eq!(parts.parts(), [Part::Seat, Part::DealAndPlay]);
    let [seat, rest] = [Part::Seat, Part::DealAndPlay].map(|part| parts.share(part).unwrap());
    assert!(seat.interval.low == 0.0 && seat.interval.high < 0.02, "{seat:?}");
    assert!(rest.interval.high == 1.0 && rest.interval.low > 0.98, "{rest:?}");
}

#[test]
fn scores_that_never_vary_have_no_components() {
    let mut parts = ScoreParts::new(2, 2);
    for block in 0..100 {
        (0..2).for_each(|rotation| parts.add_game(rotation, |_| 7));
        parts.end_block(block);
    }
    assert!(PARTS.iter().all(|&part| parts.share(part).is_none()));
}

/// In 300 runs each, where a component is nothing, next to nothing, or much.
#[test]
fn intervals_cover_and_stay_within_0_and_1() {
    for (model, blocks) in [
        (Model { seat: 0.0, bots: 0.0, deal: 0.0, play: 1.0 }, 400),
        (Model { seat: 0.05, bots: 0.1, deal: 0.2, play: 1.0 }, 400),
        (Model { seat: 0.1, bots: 0.3, deal: 1.0, play: 1.0 }, 1_000),
        (Model { seat: 0.3, bots: 2.0, deal: 1.0, play: 0.5 }, 400),
        (Model { seat: 0.02, bots: 0.02, deal: 1.0, play: 0.05 }, 200),
    ] {
        let runs: Vec<ScoreParts> = (0..300).map(|seed| model.parts(blocks, seed)).collect();
        for part in PARTS {
            let expected = model.share(part);
            let shares: Vec<PartShare> = runs.iter().map(|parts| parts.share(part).unwrap()).collect();
            for PartShare { value, interval, .. } in &shares {
                let Interval { low, high } = interval;
                assert!(0.0 <= *low && low <= value && value <= high && *high <= 1.0 && low < high);
            }
            let covers = |share: &&PartShare| {
                (share.interval.low - 1e-9..=share.interval.high + 1e-9).contains(&expected)
            };
            let covered = shares.iter().filter(covers).count() as f64 / 300.0;
            assert!(covered >= 0.92, "{part:?} of {expected}: {covered}");
            // Near the ends only one side can miss.
            let error = shares.iter().map(|share| share.standard_error).sum::<f64>() / 300.0;
            let is_near_an_end = expected.min(1.0 - expected) < 2.0 * error;
            assert!(covered <= 0.98 || is_near_an_end, "{part:?} of {expected}: {covered}");
        }
    }
}
