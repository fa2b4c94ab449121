//! What scripts and programs read of a view of Kujuroku.

use super::view::{Choices, View};
use super::{Kujuroku, Role};
use crate::cards::NumberCard;
use crate::game::Options;
use crate::script_value::{Fields, InOrder, List, Named, Record, number_card};
use crate::seat::Seat;

/// A value for each role.
#[derive(Clone, Copy)]
struct ByRole;

impl Named for ByRole {
    const NAMES: &'static [&'static str] = Role::NAMES;
}

pub(super) fn card(game: &Kujuroku, card: NumberCard, fields: &mut impl Fields) {
    number_card(card, fields);
    fields.field("points", "what it counts at the end of the round", game.points.points(card.into()));
}

pub(super) fn view(game: &Kujuroku, view: &View, options: &Choices, fields: &mut impl Fields) {
    let decision = options.decision();
    let asks_for_prey = matches!(decision, "take_hand" | "take_draw");
    let holder = (!view.oni.number.is_empty()).then(|| view.oni.holder.name());
    fields.field("decision", "play, take_hand, take_draw, deal_oni or deal_triple", decision);
    fields.field("hand", "your cards", InOrder(view.hand.cards()));
    fields.field("field", "the cards of the field", view.field);
    fields.field("role", "your role: dealer, second or third", view.role.name());
    fields.field("captured", "the captures of dealer, second and third", Record((ByRole, view.captured)));
    fields.field("held", "how many cards dealer, second and third hold", Record((ByRole, view.held)));
    fields.field("pile", "how many cards are left in the draw pile", view.pile);
    fields.field("turn", "turns completed in this round", view.turn);
    fields.field(
        "in_play",
        "the card that captures, while you choose what it takes; otherwise false",
        asks_for_prey.then_some(view.in_play),
    );
    fields.field("oni_holder", "the role that captured with the Oni; false if none", holder);
    fields.field("oni_number", "the cards of the number that the Oni captured", view.oni.number);
    fields.field("oni_removed", "whether the Oni was laid and removed", view.oni.removed);
    fields.field("round", "the round, from 1", view.round);
    fields.field("deals_lost", "how many seats have lost the deal", view.deals_lost);
    fields.field("seats", "the seats of dealer, second and third", Record((ByRole, view.participants)));
    fields.field(
        "chips",
        "the chips of all seats",
        List(Seat::all(game.players).map(|seat| view.chips[seat])),
    );
}
