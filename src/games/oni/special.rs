//! What fits on what, and what special cards do.

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

/// For each card, the cards of its month and of its types.
const MATCHES: [Set; Hanafuda::COUNT] = {
    let mut matches = [Set::EMPTY; Hanafuda::COUNT];
    let types = [BRIGHTS, ANIMALS, RIBBONS, CHAFF];
    let mut card = 0;
    while card < Hanafuda::COUNT {
        let mut bits = 0xF << (card & !3);
        let mut of_type = 0;
        while of_type < types.len() {
            if types[of_type].bits() >> card & 1 != 0 {
                bits |= types[of_type].bits();
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
    MATCHES[top.index()]
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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Effect {
    /// How many cards the next player draws.
    pub draws: u8,
    /// How many seats further on the next turn is: 2 if the next player is
    /// skipped, 0 if the player goes again.
    pub steps: u8,
}

/// The effects of all cards under some house rules.
#[derive(Clone, Debug)]
pub(super) struct Effects([Effect; Hanafuda::COUNT]);

impl Effects {
    pub(super) fn new(rules: &Rules) -> Effects {
        Effects(std::array::from_fn(|index| {
            let (draws, steps) = match Special::of(Hanafuda::at(index)) {
                Special::Poetry => (rules.poetry, 2),
                Special::Blue => (rules.blue, 2),
                Special::Yellow => (rules.yellow, 1),
                Special::Bridge => (0, 0),
                Special::Willow | Special::Lightning => (0, 2),
                Special::SakeCup | Special::Plain => (0, 1),
            };
            Effect { draws, steps }
        }))
    }

    /// The effect of a card.
    #[inline]
    pub(super) fn of(&self, card: Hanafuda) -> Effect {
        self.0[card.index()]
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
}
