//! What scripts and programs read of a view of Kujuroku.

use super::view::{Choices, View};
use super::{Kujuroku, Oni, Role, Set};
use crate::cards::NumberCard;
use crate::game::{Game, Options};
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
    // What is waited for is the decision.
    let View {
        round,
        deals_lost,
        participants,
        chips,
        role,
        turn,
        waits: _,
        in_play,
        hand,
        field,
        captured,
        held,
        pile,
        oni,
    } = view;
    let Oni { holder, number, prey, removed } = oni;
    let decision = options.decision();
    let asks_for_prey = matches!(decision, "take_hand" | "take_draw");
    let holder = (!number.is_empty()).then(|| holder.name());
    let open = captured.iter().fold(*field | hand.set(), |open, &cards| open | cards);
    let laid = Set::of(*in_play).only_if(asks_for_prey) | Set::of(NumberCard::ONI).only_if(*removed);
    fields.field("decision", "play, take_hand, take_draw, deal_oni or deal_triple", decision);
    fields.field("hand", "your cards", InOrder(hand.cards()));
    fields.field("field", "the cards of the field", *field);
    fields.field("role", "your role: dealer, second or third", role.name());
    fields.field("captured", "the captures of dealer, second and third", Record((ByRole, *captured)));
    fields.field("held", "how many cards dealer, second and third hold", Record((ByRole, *held)));
    fields.field("pile", "how many cards are left in the draw pile", *pile);
    fields.field("turn", "turns completed in this round", *turn);
    fields.field(
        "in_play",
        "the card that captures, while you choose what it takes; otherwise false",
        asks_for_prey.then_some(*in_play),
    );
    fields.field("oni_holder", "the role that captured with the Oni; false if none", holder);
    fields.field("oni_number", "the cards of the number that the Oni captured", *number);
    fields.field("oni_prey", "the card that the Oni captured from the hand in this turn", *prey);
    fields.field("oni_removed", "whether the Oni was laid and removed", *removed);
    fields.field(
        "unseen",
        "the cards that you do not see: in other hands or in the draw pile",
        game.deck() - open - laid,
    );
    fields.field("round", "the round, from 1", *round);
    fields.field("deals_lost", "how many seats have lost the deal", *deals_lost);
    fields.field("seats", "the seats of dealer, second and third", Record((ByRole, *participants)));
    fields.field("chips", "the chips of all seats", List(Seat::all(game.players).map(|seat| chips[seat])));
}
