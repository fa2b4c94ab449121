//! Every field that can be dealt, gone through one by one.

use super::rig::{plain, with_jizo};
use crate::cards::NumberCard;
use crate::game::Game;
use crate::games::kujuroku::table::{HAND, first_three_alike, has_four_alike};
use crate::games::kujuroku::{Kujuroku, Rules, Set};

/// How many fields of a deck are of some kind.
#[derive(Clone, Copy, Debug, Default)]
pub struct Fields {
    pub all: u64,
    pub misdeals: u64,
    pub triples: u64,
    pub two_triples: u64,
    pub oni_taken: u64,
    pub both_jokers: u64,
    pub danjou: u64,
}

impl Fields {
    /// The fields of the decks of 40, 41 and 42 cards.
    pub fn of_all_decks() -> [Fields; 3] {
        [Rules { oni: false, ..plain() }, plain(), with_jizo()]
            .map(|rules| Fields::of(Kujuroku::new(rules).deck()))
    }

    fn of(deck: Set) -> Fields {
        assert_eq!(deck.bits(), (1 << deck.len()) - 1, "the cards of a deck have the first places");
        let mut fields = Fields::default();
        let mut bits: u64 = (1 << HAND) - 1;
        while bits < 1 << deck.len() {
            fields.count(Set::from_bits(bits));
            // The next number with as many bits.
            let lowest = bits & bits.wrapping_neg();
            let ripple = bits + lowest;
            bits = ripple | ((bits ^ ripple) / lowest) >> 2;
        }
        fields
    }

    fn count(&mut self, field: Set) {
        self.all += 1;
        if has_four_alike(field) {
            self.misdeals += 1;
            return;
        }
        let triple = first_three_alike(field);
        let second = first_three_alike(field - triple);
        self.triples += u64::from(!triple.is_empty());
        self.two_triples += u64::from(!second.is_empty());
        let [oni, jizo] = [NumberCard::ONI, NumberCard::JIZO].map(|joker| field.has(joker));
        self.oni_taken += u64::from(oni && !jizo);
        self.both_jokers += u64::from(oni && jizo);
        self.danjou += u64::from(oni && !jizo && has_danjou(field - NumberCard::ONI.into()));
    }
}

/// Whether one of the special cards can be taken by the Oni, and the other one
/// out of a triple that is left.
fn has_danjou(field: Set) -> bool {
    let special = [NumberCard::SPECIAL_ONE, NumberCard::SPECIAL_FOUR];
    let both_lie_there = special.iter().all(|&card| field.has(card));
    both_lie_there
        && [special, [special[1], special[0]]]
            .iter()
            .any(|&[prey, other]| first_three_alike(field - prey.into()).has(other))
}
