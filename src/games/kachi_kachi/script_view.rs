//! What scripts and programs read of a view of Kachi-Kachi.

use super::KachiKachi;
use super::hand::Class;
use super::view::{Choices, Move, View};
use crate::cards::NumberCard;
use crate::game::Options;
use crate::script_value::{Fields, InOrder, List, OptionValue, number_card};
use crate::seat::Seat;

pub(super) fn card(_game: &KachiKachi, card: NumberCard, fields: &mut impl Fields) {
    number_card(card, fields);
}

impl From<Move> for OptionValue {
    fn from(option: Move) -> OptionValue {
        match option {
            Move::Fold => OptionValue::Word("fold"),
            Move::Open => OptionValue::Word("open"),
            Move::Bet(amount) => OptionValue::Number(amount.into()),
            Move::Call => OptionValue::Word("call"),
            Move::Keep => OptionValue::Word("keep"),
            Move::Claim => OptionValue::Word("claim"),
            Move::Again => OptionValue::Word("again"),
        }
    }
}

pub(super) fn view(game: &KachiKachi, view: &View, options: &Choices, fields: &mut impl Fields) {
    let players = game.players;
    let own = &view.cards[view.position];
    let class = own.dealt.map_or(Class::ZERO, |hand| hand.class());
    let list_of = |set: u8| {
        let positions = (0..players).filter(move |position| set >> position & 1 != 0);
        List(positions.map(|position| position + 1))
    };
    let betting = &view.betting;
    fields.field("decision", "claim, again, open, amount or call", options.decision());
    fields.field(
        "cards",
        "the two cards that you were dealt",
        InOrder(own.dealt.into_iter().flat_map(|hand| hand.0)),
    );
    fields.field(
        "drawn",
        "the cards that you drew for a Zero Hand",
        InOrder(own.drawn.into_iter().flatten()),
    );
    fields.field("class", "the name of the hand that you were dealt: pair-10 to kabu-0", class.name());
    fields.field("rank", "its rank: 1 for pair-10, the best, to 25 for kabu-0", class.index() + 1);
    fields.field("position", "your position: 1 is the dealer, who plays first", view.position + 1);
    fields.field("players", "how many sit at the table", players);
    fields.field("remaining", "the positions that have not folded", list_of(betting.remaining));
    fields.field(
        "to_come",
        "the positions still to bet in this round, you first, or to show",
        list_of(betting.to_come),
    );
    fields.field(
        "known",
        "for each position, the dealt cards that are known: your own and those of claimed Zero Hands",
        List(
            view.cards[..players].iter().map(|seen| InOrder(seen.dealt.into_iter().flat_map(|hand| hand.0))),
        ),
    );
    fields.field("betting_round", "the betting round, 1 to 3", betting.round);
    fields.field("showdown", "whether the betting is over", betting.showdown);
    fields.field("bet", "the opening bet of this round; 0 before it is made", betting.bet);
    fields.field("wagered", "what each remaining player bet in the previous rounds", betting.wagered);
    fields.field("pot", "what is to be won", betting.pot);
    fields.field(
        "paid",
        "what each position has paid in this hand",
        List((0..players).map(|position| view.paid[view.dealer.after(position, players)])),
    );
    fields.field("deck", "how many cards the deck has left", view.deck);
    fields.field("hand", "the hand of the game, from 1", view.hand);
    fields.field("dealer", "the seat that deals", view.dealer);
    fields.field(
        "points",
        "every seat's points before this hand",
        List(Seat::all(players).map(|seat| view.points[seat])),
    );
}
