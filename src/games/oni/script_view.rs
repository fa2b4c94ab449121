//! What scripts and programs read of a view of Oni.

use super::special::{Special, fitting};
use super::view::{Choices, Move, View};
use super::{Oni, Set};
use crate::cards::Hanafuda;
use crate::game::Options;
use crate::script_value::{Fields, List, OptionValue, flower_card};
use crate::seat::Seat;

pub(super) fn card(game: &Oni, card: Hanafuda, fields: &mut impl Fields) {
    let special = match Special::of(card) {
        Special::Poetry => Some("poetry"),
        Special::Blue => Some("blue"),
        Special::Yellow => Some("yellow"),
        Special::Bridge => Some("bridge"),
        Special::Willow => Some("willow"),
        Special::SakeCup => Some("sake_cup"),
        Special::Lightning => Some("lightning"),
        Special::Plain => None,
    };
    let effect = game.effects.of(card);
    flower_card(card, fields);
    fields.field(
        "points",
        "what it counts in a hand with other cards",
        game.points.among_others(card.into()),
    );
    fields.field("alone", "what it counts as the only card of a hand", game.points.of(card.into()));
    fields.field(
        "special",
        "poetry, blue, yellow, bridge, willow, sake_cup or lightning; false for other cards",
        special,
    );
    fields.field("draws", "how many cards it makes the next player draw", effect.draws);
    fields.field("skips", "whether the next player is skipped", effect.skips);
    fields.field("fits", "the cards that may be put on it", fitting(card));
}

impl From<Move> for OptionValue {
    fn from(option: Move) -> OptionValue {
        match option {
            Move::Discard(card) => card.into(),
            Move::PlayOn => OptionValue::Word("play_on"),
            Move::EndRound => OptionValue::Word("end_round"),
        }
    }
}

pub(super) fn view(game: &Oni, view: &View, options: &Choices, fields: &mut impl Fields) {
    // What is waited for is the decision.
    let View {
        seat,
        hand,
        waits: _,
        round,
        dealer,
        turns,
        allowed,
        top,
        discards,
        pile,
        shuffled,
        held,
        lacks,
        scores,
        elsewhere,
    } = view;
    let players = game.players;
    let seats = || Seat::all(players);
    fields.field("decision", "discard or declare", options.decision());
    fields.field("hand", "your cards", *hand);
    fields.field("top", "the top of the discard pile", *top);
    fields.field("discards", "the cards under it", *discards);
    fields.field("seat", "your seat", *seat);
    fields.field("next", "the seat that plays after you", seat.after(1, players));
    fields.field("held", "how many cards each seat holds", List(seats().map(|seat| held[seat])));
    fields.field(
        "lacks",
        "for each seat, cards that it has shown not to hold",
        List(seats().map(|seat| lacks[seat])),
    );
    fields.field("pile", "how many cards are left in the draw pile", *pile);
    fields.field(
        "unseen",
        "the cards that you have not seen: in other hands or in the draw pile",
        Hanafuda::ALL - *hand - *discards - Set::of(*top),
    );
    fields.field(
        "shuffled",
        "the cards that the draw pile was shuffled from: not seen at the deal, or discarded later",
        *shuffled,
    );
    fields.field(
        "allowed",
        "for each seat, the cards that it may discard if they fit",
        List(seats().map(|seat| allowed[seat])),
    );
    fields.field("dealer", "the seat that deals", *dealer);
    fields.field("turns", "turns begun in this round", *turns);
    fields.field("round", "the round, from 1", *round);
    fields.field("scores", "the totals of all seats", List(seats().map(|seat| scores[seat])));
    fields.field(
        "own_hands",
        "what declarers paid for their own hands, which nobody got",
        elsewhere.own_hands,
    );
    fields.field("unwritten", "what losers owed and did not write down", elsewhere.unwritten);
}
