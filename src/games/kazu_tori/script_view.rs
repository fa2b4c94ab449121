//! Kazu-Tori in plain words.

use super::KazuTori;
use super::haste::{Haste, Hastes};
use super::view::View;
use crate::cards::NumberCard;
use crate::game::Options;
use crate::script_value::{Field, ScriptValue, field, number_card};
use crate::seat::Seat;

pub(super) fn card(_game: &KazuTori, card: NumberCard) -> Vec<Field> {
    number_card(card)
}

impl From<Haste> for ScriptValue {
    fn from(haste: Haste) -> ScriptValue {
        ScriptValue::Number(haste.degree())
    }
}

pub(super) fn view(_game: &KazuTori, view: &View, options: &Hastes) -> Vec<Field> {
    let seats = || Seat::all(super::SEATS);
    vec![
        field("decision", "haste", options.decision()),
        field("seat", "your seat", view.seat),
        field("discarder", "the seat that lays the next card", view.discarder),
        field("number", "the number that will be declared with it", view.number),
        field(
            "playing",
            "the seats still in the game",
            ScriptValue::list(seats().filter(|&seat| view.circle.has(seat))),
        ),
        field(
            "table",
            "the cards on the table, in the order in which they were laid",
            ScriptValue::list(view.laid.cards().iter().copied()),
        ),
        field("laid_by", "how many of them each seat laid", ScriptValue::list(view.laid_by)),
        field("piles", "how many cards are in each seat's pile", ScriptValue::list(view.piles)),
        field("known", "for each pile, cards that are known to be in it", ScriptValue::list(view.known)),
        field("jizo_used", "how often the Jizo was used", view.jizo_used),
        field("jizo_gone", "whether the Jizo has left the game", view.jizo_gone),
        field("discards", "cards laid so far in the game", view.discards),
    ]
}
