//! What fits on what, and what special cards do.

use std::hint::select_unpredictable;

use super::Set;
use super::rules::Rules;
use crate::cards::{Card, Hanafuda, Kind, Month};

const BRIGHTS: Set = Hanafuda::of_kind(Kind::Bright);
const ANIMALS: Set = Hanafuda::of_kind(Kind::Animal);
const RIBBONS: Set = Hanafuda::ribbons();
/// The sake cup is one of the chaff as well, and stays an animal.
const CHAFF: Set = {
    let sake_cup = ANIMALS.bits() & Hanafuda::SAKE_CUP.same_month().bits();
    Set::from_bits(Hanafuda::of_kind(Kind::Chaff).bits() | sake_cup)
};

/// The types. The sake cup is of two of them.
pub(super) const TYPES: [Set; 4] = [BRIGHTS, ANIMALS, RIBBONS, CHAFF];

/// For each card, the cards of its month and of its types. Of the size of a
/// word, so that a place in it needs no check.
const MATCHES: [Set; 64] = {
    let mut matches = [Set::EMPTY; 64];
    let mut card = 0;
    while card < Hanafuda::COUNT {
        let mut bits = 0xF << (card & !3);
        let mut of_type = 0;
        while of_type < TYPES.len() {
            if TYPES[of_type].bits() >> card & 1 != 0 {
                bits |= TYPES[of_type].bits();
            }
            of_type += 1;
        }
        matches[card] = Set::from_bits(bits);
        card += 1;
    }
    matches
};

/// The cards that may be discarded on a top card, as far as month and type
/// go. Whatever fits on a card, that card fits on it.
#[must_use]
#[inline]
pub fn fitting(top: Hanafuda) -> Set {
    MATCHES[top.index() % 64]
}

/// What kind of special card a card is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Special {
    /// The next player draws and is skipped.
    Poetry,
    /// The next player draws and is skipped.
    Blue,
    /// The next player draws and is not skipped.
    Yellow,
    /// The player goes again.
    Bridge,
    /// The next player is skipped.
    Willow,
    /// A type more than other cards.
    SakeCup,
    /// A willow that may end the round.
    Lightning,
    /// Nothing special.
    Plain,
}

impl Special {
    /// What kind of special card a card is.
    #[must_use]
    pub const fn of(card: Hanafuda) -> Special {
        match (card, card.kind()) {
            (Hanafuda::LIGHTNING, _) => Special::Lightning,
            (Hanafuda::YELLOW_PAULOWNIA, _) => Special::Yellow,
            (Hanafuda::BRIDGE, _) => Special::Bridge,
            (Hanafuda::SAKE_CUP, _) => Special::SakeCup,
            (_, Kind::PoetryRibbon) => Special::Poetry,
            (_, Kind::BlueRibbon) => Special::Blue,
            _ if card.month().number() == Month::WILLOW.number() => Special::Willow,
            _ => Special::Plain,
        }
    }
}

/// What a discarded card does to those who come after.
// A single load: a game looks one up for every card that moves.
#[repr(align(4))]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Effect {
    /// How many cards the next player draws.
    pub draws: u8,
    /// Whether the next player is skipped.
    pub skips: bool,
    /// Whether the card does more than to pass the turn on, or over the next player.
    pub does_more_than_pass: bool,
}

impl Effect {
    /// That of a card that is not special.
    pub(super) const NOTHING: Effect = Effect { draws: 0, skips: false, does_more_than_pass: false };

    /// Nothing, if the card was kept.
    #[inline]
    pub(super) fn unless(self, kept: bool) -> Effect {
        select_unpredictable(kept, Effect::NOTHING, self)
    }
}

/// The effects of all cards under some house rules. Of the size of a word, so
/// that a place in it needs no check.
#[derive(Clone, Debug)]
pub(super) struct Effects([Effect; 64]);

impl Effects {
    pub(super) fn new(rules: &Rules) -> Effects {
        let mut effects = Effects([Effect::NOTHING; 64]);
        for card in Hanafuda::ALL {
            let special = Special::of(card);
            let (draws, skips) = match special {
                Special::Poetry => (rules.poetry, true),
                Special::Blue => (rules.blue, true),
                Special::Yellow => (rules.yellow, false),
                Special::Willow | Special::Lightning => (0, true),
                Special::Bridge | Special::SakeCup | Special::Plain => (0, false),
            };
            let may_end_round = special == Special::Lightning && rules.declare_lightning;
            let does_more_than_pass = draws > 0 || special == Special::Bridge || may_end_round;
            effects.0[card.index()] = Effect { draws, skips, does_more_than_pass };
        }
        effects
    }

    /// The effect of a card on those who come after.
    #[inline]
    pub(super) fn of(&self, card: Hanafuda) -> Effect {
        self.0[card.index() % 64]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fits(card: &str, top: &str) -> bool {
        let named = |name| Hanafuda::named(name).expect("a card of that name");
        fitting(named(top)).has(named(card))
    }

    #[test]
    fn a_card_fits_on_its_month_and_on_its_type() {
        assert!(fits("pine-chaff", "crane"), "pine on pine");
        assert!(fits("moon", "crane"), "bright on bright");
        assert!(fits("maple-ribbon", "pine-ribbon"), "a blue ribbon on one with a poem");
        assert!(fits("lightning", "yellow-paulownia"), "both are chaff");
        assert!(fits("rainman", "lightning"), "both are willow");
        assert!(!fits("plum-chaff", "crane"));
        assert!(!fits("warbler", "rainman"), "an animal is no bright");
        assert!(!fits("lightning", "bridge") && !fits("rainman", "bridge"));
    }

    #[test]
    fn the_sake_cup_is_an_animal_and_a_chaff() {
        for other in ["deer", "pine-chaff", "lightning", "chrysanthemum-ribbon"] {
            assert!(fits("sake-cup", other) && fits(other, "sake-cup"), "{other}");
        }
        for other in ["crane", "pine-ribbon"] {
            assert!(!fits("sake-cup", other) && !fits(other, "sake-cup"), "{other}");
        }
        assert!(!fits("deer", "pine-chaff"), "it makes no other animal a chaff");
    }

    #[test]
    fn fitting_goes_both_ways() {
        for one in Hanafuda::ALL {
            for other in Hanafuda::ALL {
                assert_eq!(fitting(one).has(other), fitting(other).has(one), "{one} and {other}");
            }
        }
    }

    #[test]
    fn special_cards_are_as_many_as_the_deck_has() {
        let count = |special| Hanafuda::ALL.iter().filter(|&card| Special::of(card) == special).count();
        assert_eq!([Special::Poetry, Special::Blue, Special::Willow].map(count), [3, 3, 3]);
        let single = [Special::Yellow, Special::Bridge, Special::SakeCup, Special::Lightning];
        assert_eq!(single.map(count), [1, 1, 1, 1]);
        assert_eq!(count(Special::Plain), 35);
    }

    #[test]
    fn effects_are_those_of_the_house() {
        let rules = Rules { poetry: 3, blue: 0, yellow: 7, ..Rules::default() };
        let effects = Effects::new(&rules);
        let effect = |name| {
            let Effect { draws, skips, .. } = effects.of(Hanafuda::named(name).expect("a card of that name"));
            (draws, skips)
        };
        assert_eq!([effect("pine-ribbon"), effect("peony-ribbon")], [(3, true), (0, true)]);
        assert_eq!(effect("yellow-paulownia"), (7, false));
        assert_eq!(["rainman", "willow-ribbon", "lightning"].map(effect), [(0, true); 3]);
        assert_eq!(["bridge", "sake-cup", "crane", "iris-ribbon"].map(effect), [(0, false); 4]);
    }
}
