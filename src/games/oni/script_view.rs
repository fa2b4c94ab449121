//! Oni in plain words.

use super::special::{Special, fitting};
use super::view::{Choices, Move, View};
use super::{Oni, Set};
use crate::cards::Hanafuda;
use crate::game::Options;
use crate::script_value::{Field, ScriptValue, field, flower_card};
use crate::seat::Seat;

pub(super) fn card(game: &Oni, card: Hanafuda) -> Vec<Field> {
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
    let mut facts = flower_card(card);
    facts.extend([
        field("points", "what it counts in a hand with other cards", game.points.among_others(card.into())),
        field("alone", "what it counts as the only card of a hand", game.points.of(card.into())),
        field(
            "special",
            "poetry, blue, yellow, bridge, willow, sake_cup or lightning; nil for other cards",
            special,
        ),
        field("draws", "how many cards it makes the next player draw", effect.draws),
        field("skips", "whether the next player is skipped", effect.skips),
        field("fits", "the cards that may be put on it", fitting(card)),
    ]);
    facts
}

impl From<Move> for ScriptValue {
    fn from(option: Move) -> ScriptValue {
        match option {
            Move::Discard(card) => card.into(),
            Move::PlayOn => "play_on".into(),
            Move::EndRound => "end_round".into(),
        }
    }
}

pub(super) fn view(game: &Oni, view: &View, options: &Choices) -> Vec<Field> {
    let players = game.players;
    let seats = || Seat::all(players);
    vec![
        field("decision", "discard or declare", options.decision()),
        field("hand", "your cards", view.hand),
        field("top", "the top of the discard pile", view.top),
        field("discards", "the cards under it", view.discards),
        field("seat", "your seat", view.seat),
        field("next", "the seat that plays after you", view.seat.after(1, players)),
        field(
            "held",
            "how many cards each seat holds",
            ScriptValue::list(seats().map(|seat| view.held[seat])),
        ),
        field(
            "lacks",
            "for each seat, cards that it has shown not to hold",
            ScriptValue::list(seats().map(|seat| view.lacks[seat])),
        ),
        field("pile", "how many cards are left in the draw pile", view.pile),
        field("unseen", "the cards that you have not seen: in other hands or in the draw pile", unseen(view)),
        field("dealer", "the seat that deals", view.dealer),
        field("turns", "turns begun in this round", view.turns),
        field("round", "the round, from 1", view.round),
        field("scores", "the totals of all seats", ScriptValue::list(seats().map(|seat| view.scores[seat]))),
    ]
}

fn unseen(view: &View) -> Set {
    Hanafuda::ALL - view.hand - view.discards - view.top.into()
}
