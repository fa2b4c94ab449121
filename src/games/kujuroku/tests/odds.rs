//! The chances of the deal, against their exact values.

use super::rig::{plain, with_jizo};
use crate::cards::NumberCard;
use crate::game::{Game, Observer};
use crate::games::kujuroku::{Event, Kujuroku, OniFate, Rules};
use crate::games::testkit::{agrees, watch_games, ways};

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

    #[track_caller]
    fn agrees_with(self, ways: u64, of: u64) {
        agrees(self.hits, self.trials, ways as f64 / of as f64);
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
    let mut watch = Watch::default();
    watch_games(&Kujuroku::new(rules), 41, 30_000, &mut watch);
    watch
}

#[test]
fn a_misdeal_is_as_likely_as_the_cards_say() {
    // Ten numbers of which all four cards, with two others, are the field.
    for (rules, cards) in [(plain(), 41), (with_jizo(), 42), (Rules { oni: false, ..plain() }, 40)] {
        assert_eq!(Kujuroku::new(rules.clone()).deck().len() as u64, cards);
        watch(rules).misdeals.agrees_with(10 * ways(cards - 4, 2), ways(cards, 6));
    }
}

#[test]
fn the_oni_is_dealt_to_the_field_as_often_as_any_card() {
    let watch = watch(plain());
    watch.oni_dealt.agrees_with(6, 41);
    // Of the deals that stand: a misdeal leaves less room for the Oni.
    let stand = ways(41, 6) - 10 * ways(37, 2);
    watch.oni_taken.agrees_with(ways(40, 5) - 10 * 36, stand);
}

#[test]
fn without_the_oni_a_triple_lies_on_the_field_as_often_as_the_cards_say() {
    // Three of four cards of a number with three others that are not the
    // fourth, less the fields of two triples, which were counted twice.
    let cards = ways(40, 6) - 10 * ways(36, 2);
    let one = 10 * 4 * ways(36, 3);
    let two = ways(10, 2) * 4 * 4;
    watch(Rules { oni: false, ..plain() }).triples.agrees_with(one - two, cards);
}
