//! Kusuri-gui in plain words.

use super::view::{Choices, View};
use super::{KusuriGui, Role};
use crate::cards::Hanafuda;
use crate::game::{Game, Options};
use crate::script_value::{Field, ScriptValue, field, flower_card};
use crate::seat::Seat;

pub(super) fn card(_game: &KusuriGui, card: Hanafuda) -> Vec<Field> {
    flower_card(card)
}

pub(super) fn view(game: &KusuriGui, view: &View, options: &Choices) -> Vec<Field> {
    let (own, other) = (view.role as usize, 1 - view.role as usize);
    let seen = view.hand.set() | view.discards.cards | view.captured[0] | view.captured[1] | view.aside;
    vec![
        field("decision", "play", options.decision()),
        field("hand", "your cards", ScriptValue::list(view.hand.cards().iter().copied())),
        field("pile", "the cards of the discard pile", view.discards.cards),
        field("captures_pile", "the cards that capture the pile", view.discards.matching),
        field("kusuri", "whether capturing the pile is a kusuri-gui", view.discards.lone),
        field("captured", "your captures", view.captured[own]),
        field("opponents", "the opponent's captures", view.captured[other]),
        field("held", "how many cards the opponent holds", view.held[other]),
        field("unseen", "the cards that you have not seen", Hanafuda::ALL - seen),
        field("aside", "the willows that were set aside at the deal", view.aside),
        field("role", "your role: dealer or other", Role::NAMES[own]),
        field("turn", "cards played in this round", view.turn),
        field("round", "the round, from 1", view.round),
        field(
            "chips",
            "the chips of both seats",
            ScriptValue::list(Seat::all(game.players()).map(|seat| view.chips[seat])),
        ),
        field("dealer", "the seat that deals", view.dealer),
    ]
}
