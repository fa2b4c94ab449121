//! What a player knows, and the options of a decision.

use super::table::{AtDeal, Discards, Hand, Laid};
use super::{Role, Set};
use crate::cards::Hanafuda;
use crate::game::Options;
use crate::seat::{BySeat, Seat};

/// All that a player knows: the own hand, and what lies open.
#[derive(Clone, Debug, PartialEq)]
pub struct View {
    /// The round, from 1.
    pub round: u16,
    /// Who deals this round.
    pub dealer: Seat,
    /// The chips of both seats; without a limit, what they have won or lost.
    pub chips: BySeat<i32>,
    /// The own role.
    pub role: Role,
    /// Cards played in this round.
    pub turn: u8,
    /// The own hand.
    pub hand: Hand,
    /// How many cards the dealer and the other player hold.
    pub held: [u8; 2],
    /// What lay open when the present hands were dealt.
    pub at_deal: AtDeal,
    /// The cards laid in this round so far.
    pub laid: Laid,
    /// The discard pile.
    pub discards: Discards,
    /// The captures of the dealer and of the other player.
    pub captured: [Set; 2],
    /// The willows that were set aside at the deal.
    pub aside: Set,
}

impl View {
    /// The own chips, and the opponent's. No place of the table is computed: a
    /// view that is looked at so need not be in memory.
    #[inline]
    pub(super) fn own_chips_first(&self) -> [i32; 2] {
        let [first, second] = [0, 1].map(|index| self.chips[Seat::at(index)]);
        let dealer_first = if self.dealer == Seat::FIRST { [first, second] } else { [second, first] };
        self.role.own_first(dealer_first)
    }
}

/// The options of the one decision, which card to play: the cards of the hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choices {
    hand: Hand,
}

impl Choices {
    #[inline]
    pub(super) const fn of(hand: Hand) -> Choices {
        Choices { hand }
    }
}

impl Options for Choices {
    type Move = Hanafuda;

    fn decision(&self) -> &'static str {
        "play"
    }

    #[inline]
    fn count(&self) -> usize {
        self.hand.len()
    }

    #[inline]
    fn iter(&self) -> impl Iterator<Item = Hanafuda> {
        self.hand.cards()
    }

    #[inline]
    fn at(&self, place: usize) -> Hanafuda {
        self.hand.at(place)
    }
}
