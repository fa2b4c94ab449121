//! What scripts and programs read of a view of Kusuri-gui.

use super::view::{Choices, View};
use super::{DECK, KusuriGui, Role};
use crate::cards::Hanafuda;
use crate::game::{Game, Options};
use crate::script_value::{Fields, InOrder, List, flower_card};
use crate::seat::Seat;

pub(super) fn card(_game: &KusuriGui, card: Hanafuda, fields: &mut impl Fields) {
    flower_card(card, fields);
}

pub(super) fn view(game: &KusuriGui, view: &View, options: &Choices, fields: &mut impl Fields) {
    // What lay open when the hands were dealt follows from the cards laid since.
    let &View { round, dealer, chips, role, turn, hand, held, at_deal: _, laid, discards, captured, aside } =
        view;
    let (own, other) = (role as usize, 1 - role as usize);
    let pile = laid.pile(turn, &discards);
    let seen = hand.set() | discards.cards | captured[0] | captured[1] | aside;
    fields.field("decision", "play", options.decision());
    fields.field("hand", "your cards", InOrder(hand.cards()));
    fields.field("pile", "the discard pile, from bottom to top", InOrder(pile.iter().copied()));
    fields.field("top", "the top of the discard pile; false if it is empty", pile.last().copied());
    fields.field("captures_pile", "the cards that capture the pile", discards.matching);
    fields.field("kusuri", "whether capturing the pile is a kusuri-gui", discards.lone);
    fields.field("captured", "your captures", captured[own]);
    fields.field("opponents", "the opponent's captures", captured[other]);
    fields.field("held", "how many cards the opponent holds", held[other]);
    fields.field(
        "unseen",
        "the cards that you have not seen: in the opponent's hand, in the draw pile or face down",
        DECK - seen,
    );
    fields.field("aside", "the willows that were set aside at the deal", aside);
    fields.field(
        "plays",
        "the cards played in this round in order, the dealer's first and then in turn",
        InOrder(laid.plays(turn).iter().copied()),
    );
    fields.field("role", "your role: dealer or other", Role::NAMES[own]);
    fields.field("turn", "cards played in this round", turn);
    fields.field("round", "the round, from 1", round);
    fields.field("chips", "the chips of both seats", List(Seat::all(game.players()).map(|seat| chips[seat])));
    fields.field("dealer", "the seat that deals", dealer);
}
