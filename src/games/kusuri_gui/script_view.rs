//! What scripts and programs read of a view of Kusuri-gui.

use super::view::{Choices, View};
use super::{KusuriGui, Role};
use crate::cards::Hanafuda;
use crate::game::{Game, Options};
use crate::script_value::{Fields, InOrder, List, flower_card};
use crate::seat::Seat;

pub(super) fn card(_game: &KusuriGui, card: Hanafuda, fields: &mut impl Fields) {
    flower_card(card, fields);
}

pub(super) fn view(game: &KusuriGui, view: &View, options: &Choices, fields: &mut impl Fields) {
    let (own, other) = (view.role as usize, 1 - view.role as usize);
    let seen = view.hand.set() | view.discards.cards | view.captured[0] | view.captured[1] | view.aside;
    fields.field("decision", "play", options.decision());
    fields.field("hand", "your cards", InOrder(view.hand.cards()));
    fields.field("pile", "the cards of the discard pile", view.discards.cards);
    fields.field("captures_pile", "the cards that capture the pile", view.discards.matching);
    fields.field("kusuri", "whether capturing the pile is a kusuri-gui", view.discards.lone);
    fields.field("captured", "your captures", view.captured[own]);
    fields.field("opponents", "the opponent's captures", view.captured[other]);
    fields.field("held", "how many cards the opponent holds", view.held[other]);
    fields.field("unseen", "the cards that you have not seen", Hanafuda::ALL - seen);
    fields.field("aside", "the willows that were set aside at the deal", view.aside);
    fields.field("role", "your role: dealer or other", Role::NAMES[own]);
    fields.field("turn", "cards played in this round", view.turn);
    fields.field("round", "the round, from 1", view.round);
    fields.field(
        "chips",
        "the chips of both seats",
        List(Seat::all(game.players()).map(|seat| view.chips[seat])),
    );
    fields.field("dealer", "the seat that deals", view.dealer);
}
