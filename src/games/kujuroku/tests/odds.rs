//! The chances of the deal, against their exact values.

use super::rig::{plain, with_jizo};
use crate::bots::Player;
use crate::cards::NumberCard;
use crate::game::{Game, Observer};
use crate::games::kujuroku::{Event, Kujuroku, OniFate, Rules};
use crate::random::BlockStreams;
use crate::seat::BySeat;
use crate::sim;

/// How often something happened, of how many times it could have.
#[derive(Clone, Copy, Debug, Default)]
struct Share {
    hits: u64,
    trials: u64,
}

impl Share {
    fn count(&mut self, hit: bool) {
        self.hits += u64::from(hit);
        self.trials += 1;
    }

    /// Within four standard errors of a chance; the seed is fixed, so this is
    /// passed for good or not at all.
    #[track_caller]
    fn agrees_with(self, ways: u64, of: u64) {
        let chance = ways as f64 / of as f64;
        let error = (chance * (1.0 - chance) / self.trials as f64).sqrt();
        let share = self.hits as f64 / self.trials as f64;
        assert!((share - chance).abs() < 4.0 * error, "{share} is not {chance} ± {error}");
        assert!(self.hits > 200, "{self:?} is too little to go by");
    }
}

/// Counts deals and rounds.
#[derive(Default)]
struct Watch {
    misdeals: Share,
    oni_dealt: Share,
    oni_taken: Share,
    triples: Share,
    triple: bool,
    taken: bool,
}

impl Observer<Kujuroku> for Watch {
    fn on_event(&mut self, event: &Event) {
        match event {
            Event::RoundBegan { .. } => (self.triple, self.taken) = (false, false),
            Event::Dealt { field, misdeal, .. } => {
                self.misdeals.count(*misdeal);
                self.oni_dealt.count(field.has(NumberCard::ONI));
            }
            Event::Oni { fate: OniFate::Deal } => self.taken = true,
            Event::TookTwoOfThree { .. } => self.triple = true,
            Event::RoundOver { .. } => {
                self.oni_taken.count(self.taken);
                self.triples.count(self.triple);
            }
            _ => {}
        }
    }
}

/// Watches random games.
fn watch(rules: Rules) -> Watch {
    let game = Kujuroku::new(rules);
    let mut watch = Watch::default();
    for block in 0..30_000 {
        sim::play(
            &game,
            &mut [Player::Random],
            &BySeat::default(),
            &BlockStreams::new(41, block),
            &mut watch,
        )
        .expect("random plays by the rules");
    }
    watch
}

/// How many ways there are to choose `few` of `many`.
fn choose(many: u64, few: u64) -> u64 {
    (0..few).fold(1, |ways, step| ways * (many - step) / (step + 1))
}

#[test]
fn a_misdeal_is_as_likely_as_the_cards_say() {
    // Ten numbers of which all four cards, with two others, are the field.
    for (rules, cards) in [(plain(), 41), (with_jizo(), 42), (Rules { oni: false, ..plain() }, 40)] {
        assert_eq!(Kujuroku::new(rules.clone()).deck().len() as u64, cards);
        watch(rules).misdeals.agrees_with(10 * choose(cards - 4, 2), choose(cards, 6));
    }
}

#[test]
fn the_oni_is_dealt_to_the_field_as_often_as_any_card() {
    let watch = watch(plain());
    watch.oni_dealt.agrees_with(6, 41);
    // Of the deals that stand: a misdeal leaves less room for the Oni.
    let stand = choose(41, 6) - 10 * choose(37, 2);
    watch.oni_taken.agrees_with(choose(40, 5) - 10 * 36, stand);
}

#[test]
fn without_the_oni_a_triple_lies_on_the_field_as_often_as_the_cards_say() {
    // Three of four cards of a number with three others that are not the
    // fourth, less the fields of two triples, which were counted twice.
    let cards = choose(40, 6) - 10 * choose(36, 2);
    let one = 10 * 4 * choose(36, 3);
    let two = choose(10, 2) * 4 * 4;
    watch(Rules { oni: false, ..plain() }).triples.agrees_with(one - two, cards);
}
