//! What scripts and programs read of a view of Kazu-Tori.

use super::haste::{Haste, Hastes};
use super::view::View;
use super::{KazuTori, Set};
use crate::cards::NumberCard;
use crate::game::{Game, Options};
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

pub(super) fn view(game: &KazuTori, view: &View, options: &Hastes, fields: &mut impl Fields) {
    let View {
        seat,
        discarder,
        number,
        circle,
        laid,
        laid_by,
        piles,
        known,
        jizo_used,
        jizo_gone,
        discards,
        last_takes,
    } = view;
    let playing = Seat::all(super::SEATS).filter(|&seat| circle.has(seat));
    let open = known.iter().fold(laid.set(), |open, &cards| open | cards);
    let gone = Set::of(NumberCard::JIZO).only_if(*jizo_gone);
    fields.field("decision", "haste", options.decision());
    fields.field("seat", "your seat", *seat);
    fields.field("discarder", "the seat that lays the next card", *discarder);
    fields.field("number", "the number that will be declared with it", *number);
    fields.field("playing", "the seats still in the game", List(playing));
    fields.field(
        "table",
        "the cards on the table, in the order in which they were laid",
        InOrder(laid.cards().iter().copied()),
    );
    fields.field("laid_by", "how many of them each seat laid", List(laid_by.iter().copied()));
    fields.field("piles", "how many cards are in each seat's pile", List(piles.iter().copied()));
    fields.field("known", "for each pile, cards that are known to be in it", List(known.iter().copied()));
    fields.field(
        "unseen",
        "the cards in the piles of which nobody knows where they are",
        game.deck() - open - gone,
    );
    fields.field("jizo_used", "how often the Jizo was used", *jizo_used);
    fields.field("jizo_gone", "whether the Jizo has left the game", *jizo_gone);
    fields.field("discards", "cards laid so far in the game", *discards);
    fields.field(
        "last_takes",
        "for each seat, with which discard of the game it last took the table; 0 for never",
        List(last_takes.iter().copied()),
    );
}
