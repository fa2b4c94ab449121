//! What scripts and programs read of a view of Kachi-Kachi.

use super::KachiKachi;
use super::hand::Class;
use super::table::Betting;
use super::view::{Choices, Move, View};
use crate::cards::{CardSet, NumberCard};
use crate::game::{Game, Options};
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
    // The two cards are among those of all positions, and what is decided is the
    // decision.
    let View {
        hand,
        dealer,
        dealer_won,
        position,
        dealt: _,
        decision: _,
        betting,
        bets,
        paid,
        points,
        cards,
        deck,
    } = view;
    let Betting { round, showdown, remaining, to_come, wagered, bet, pot } = *betting;
    let players = game.players;
    let own = &cards[*position];
    let seen = cards[..players].iter().flat_map(|seen| {
        seen.dealt.into_iter().flat_map(|hand| hand.0).chain(seen.drawn.into_iter().flatten())
    });
    let open: CardSet<NumberCard> = seen.collect();
    let class = own.dealt.map_or(Class::ZERO, |hand| hand.class());
    let list_of = |set: u8| {
        let positions = (0..players).filter(move |position| set >> position & 1 != 0);
        List(positions.map(|position| position + 1))
    };
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
    fields.field("position", "your position: 1 is the dealer, who plays first", position + 1);
    fields.field("players", "how many sit at the table", players);
    fields.field("remaining", "the positions that have not folded", list_of(remaining));
    fields.field(
        "to_come",
        "the positions still to bet in this round, you first, or to show",
        list_of(to_come),
    );
    fields.field(
        "known",
        "for each position, the dealt cards that are known: your own and those of claimed Zero Hands",
        List(cards[..players].iter().map(|seen| InOrder(seen.dealt.into_iter().flat_map(|hand| hand.0)))),
    );
    fields.field(
        "draws",
        "for each position, how many cards it drew for a Zero Hand",
        List(cards[..players].iter().map(|seen| seen.draws)),
    );
    fields.field(
        "known_draws",
        "for each position, the drawn cards that are known",
        List(cards[..players].iter().map(|seen| InOrder(seen.drawn.into_iter().flatten()))),
    );
    fields.field(
        "unseen",
        "the cards that you do not see: in other hands or in the deck",
        game.deck() - open,
    );
    fields.field("betting_round", "the betting round, 1 to 3", round);
    fields.field("showdown", "whether the betting is over", showdown);
    fields.field(
        "bets",
        "the opening bets of the betting rounds of this hand; 0 before they are made",
        List(bets[1..].iter().copied()),
    );
    fields.field("bet", "the opening bet of this round; 0 before it is made", bet);
    fields.field("wagered", "what each remaining player bet in the previous rounds", wagered);
    fields.field("pot", "what is to be won", pot);
    fields.field(
        "paid",
        "what each position has paid in this hand",
        List((0..players).map(|position| paid[dealer.after(position, players)])),
    );
    fields.field("deck", "how many cards the deck has left", *deck);
    fields.field("hand", "the hand of the game, from 1", *hand);
    fields.field("dealer_won", "whether the dealer won the hand before", *dealer_won);
    fields.field("dealer", "the seat that deals", *dealer);
    fields.field(
        "points",
        "every seat's points before this hand",
        List(Seat::all(players).map(|seat| points[seat])),
    );
}
