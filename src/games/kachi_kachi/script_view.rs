//! Kachi-Kachi in plain words.

use super::KachiKachi;
use super::hand::Class;
use super::view::{Choices, Move, View};
use crate::cards::NumberCard;
use crate::game::Options;
use crate::script_value::{Field, ScriptValue, field, number_card};
use crate::seat::Seat;

pub(super) fn card(_game: &KachiKachi, card: NumberCard) -> Vec<Field> {
    number_card(card)
}

impl From<Move> for ScriptValue {
    fn from(option: Move) -> ScriptValue {
        match option {
            Move::Fold => "fold".into(),
            Move::Open => "open".into(),
            Move::Bet(amount) => amount.into(),
            Move::Call => "call".into(),
            Move::Keep => "keep".into(),
            Move::Claim => "claim".into(),
            Move::Again => "again".into(),
        }
    }
}

pub(super) fn view(game: &KachiKachi, view: &View, options: &Choices) -> Vec<Field> {
    let players = game.players;
    let positions = 0..players;
    let own = &view.cards[view.position];
    let class = own.dealt.map_or(Class::ZERO, |hand| hand.class());
    let is_in = |set: u8, position: &usize| set >> position & 1 != 0;
    let list_of = |set: u8| {
        ScriptValue::list(
            positions.clone().filter(|position| is_in(set, position)).map(|position| position + 1),
        )
    };
    let betting = &view.betting;
    vec![
        field("decision", "claim, again, open, amount or call", options.decision()),
        field(
            "cards",
            "the two cards that you were dealt",
            ScriptValue::list(own.dealt.into_iter().flat_map(|hand| hand.0)),
        ),
        field(
            "drawn",
            "the cards that you drew for a Zero Hand",
            ScriptValue::list(own.drawn.into_iter().flatten()),
        ),
        field("class", "the name of the hand that you were dealt: pair-10 to kabu-0", class.name()),
        field("rank", "its rank: 1 for pair-10, the best, to 25 for kabu-0", class.index() + 1),
        field("position", "your position: 1 is the dealer, who plays first", view.position + 1),
        field("players", "how many sit at the table", players),
        field("remaining", "the positions that have not folded", list_of(betting.remaining)),
        field(
            "to_come",
            "the positions still to bet in this round, you first, or to show",
            list_of(betting.to_come),
        ),
        field(
            "known",
            "for each position, the dealt cards that are known: your own and those of claimed Zero Hands",
            ScriptValue::list(
                view.cards[..players]
                    .iter()
                    .map(|seen| ScriptValue::list(seen.dealt.into_iter().flat_map(|hand| hand.0))),
            ),
        ),
        field("betting_round", "the betting round, 1 to 3", betting.round),
        field("showdown", "whether the betting is over", betting.showdown),
        field("bet", "the opening bet of this round; 0 before it is made", betting.bet),
        field("wagered", "what each remaining player bet in the previous rounds", betting.wagered),
        field("pot", "what is to be won", betting.pot),
        field(
            "paid",
            "what each position has paid in this hand",
            ScriptValue::list(
                positions.clone().map(|position| view.paid[view.dealer.after(position, players)]),
            ),
        ),
        field("deck", "how many cards the deck has left", view.deck),
        field("hand", "the hand of the game, from 1", view.hand),
        field("dealer", "the seat that deals", view.dealer),
        field(
            "points",
            "every seat's points before this hand",
            ScriptValue::list(Seat::all(players).map(|seat| view.points[seat])),
        ),
    ]
}
