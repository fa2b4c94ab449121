//! What scripts and programs read of a view of Kazu-Tori.

use super::KazuTori;
use super::haste::{Haste, Hastes};
use super::view::View;
use crate::cards::NumberCard;
use crate::game::Options;
use crate::script_value::{Fields, InOrder, List, OptionValue, number_card};
use crate::seat::Seat;

pub(super) fn card(_game: &KazuTori, card: NumberCard, fields: &mut impl Fields) {
    number_card(card, fields);
}

impl From<Haste> for OptionValue {
    fn from(haste: Haste) -> OptionValue {
        OptionValue::Number(haste.degree())
    }
}

pub(super) fn view(_game: &KazuTori, view: &View, options: &Hastes, fields: &mut impl Fields) {
    let playing = Seat::all(super::SEATS).filter(|&seat| view.circle.has(seat));
    fields.field("decision", "haste", options.decision());
    fields.field("seat", "your seat", view.seat);
    fields.field("discarder", "the seat that lays the next card", view.discarder);
    fields.field("number", "the number that will be declared with it", view.number);
    fields.field("playing", "the seats still in the game", List(playing));
    fields.field(
        "table",
        "the cards on the table, in the order in which they were laid",
        InOrder(view.laid.cards().iter().copied()),
    );
    fields.field("laid_by", "how many of them each seat laid", List(view.laid_by.iter().copied()));
    fields.field("piles", "how many cards are in each seat's pile", List(view.piles.iter().copied()));
    fields.field(
        "known",
        "for each pile, cards that are known to be in it",
        List(view.known.iter().copied()),
    );
    fields.field("jizo_used", "how often the Jizo was used", view.jizo_used);
    fields.field("jizo_gone", "whether the Jizo has left the game", view.jizo_gone);
    fields.field("discards", "cards laid so far in the game", view.discards);
}
