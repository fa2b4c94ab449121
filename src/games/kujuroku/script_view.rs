//! Kujuroku in plain words.

use super::view::{Choices, View};
use super::{Kujuroku, Role};
use crate::cards::NumberCard;
use crate::game::Options;
use crate::script_value::{Field, ScriptValue, field, number_card};
use crate::seat::Seat;

pub(super) fn card(game: &Kujuroku, card: NumberCard) -> Vec<Field> {
    let mut facts = number_card(card);
    facts.push(field("points", "what it counts at the end of the round", game.points.points(card.into())));
    facts
}

pub(super) fn view(game: &Kujuroku, view: &View, options: &Choices) -> Vec<Field> {
    let asks_for_prey = matches!(options.decision(), "take_hand" | "take_draw");
    let holder = (!view.oni.number.is_empty()).then(|| view.oni.holder.name());
    let by_role = Role::NAMES;
    vec![
        field("decision", "play, take_hand, take_draw, deal_oni or deal_triple", options.decision()),
        field("hand", "your cards", ScriptValue::list(view.hand.cards())),
        field("field", "the cards of the field", view.field),
        field("role", "your role: dealer, second or third", view.role.name()),
        field(
            "captured",
            "the captures of dealer, second and third",
            ScriptValue::record(by_role, view.captured),
        ),
        field(
            "held",
            "how many cards dealer, second and third hold",
            ScriptValue::record(by_role, view.held),
        ),
        field("pile", "how many cards are left in the draw pile", view.pile),
        field("turn", "turns completed in this round", view.turn),
        field(
            "in_play",
            "the card that captures, while you choose what it takes; otherwise nil",
            asks_for_prey.then_some(view.in_play),
        ),
        field("oni_holder", "the role that captured with the Oni; nil if none", holder),
        field("oni_number", "the cards of the number that the Oni captured", view.oni.number),
        field("oni_removed", "whether the Oni was laid and removed", view.oni.removed),
        field("round", "the round, from 1", view.round),
        field("deals_lost", "how many seats have lost the deal", view.deals_lost),
        field(
            "seats",
            "the seats of dealer, second and third",
            ScriptValue::record(by_role, view.participants),
        ),
        field(
            "chips",
            "the chips of all seats",
            ScriptValue::list(Seat::all(game.players).map(|seat| view.chips[seat])),
        ),
    ]
}
