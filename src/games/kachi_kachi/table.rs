//! The table: where the cards and the points lie.

use super::hand::{Class, Hand};
use super::view::{Choices, Decision, Seen, View};
use super::{KachiKachi, Set};
use crate::cards::NumberCard;
use crate::random::Stream;
use crate::seat::{BySeat, Seat};

/// The most that can play.
pub const MAX_PLAYERS: usize = 8;
/// The most cards in a deck.
pub const DECK: usize = 22;
/// The cards that every deck has.
pub const COMMON_DECK: usize = 20;
/// Betting rounds in a hand.
pub const ROUNDS: u8 = 3;

/// What the table waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Waits {
    /// The deal of a hand.
    Deal,
    /// A player's decision.
    Choice(Decision),
    /// Nothing: the game is over.
    Over,
}

/// How the betting of a hand stands: all of it is public.
///
/// Positions count from the dealer, who has 0; a set of positions has a bit
/// for each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Betting {
    /// The betting round, from 1; that of the last turn to bet in a showdown.
    pub round: u8,
    /// Whether the betting is over and the hands are shown.
    pub showdown: bool,
    /// The positions that have not folded.
    pub remaining: u8,
    /// The positions that are still to bet in this round, or to show.
    pub to_come: u8,
    /// What each remaining player has bet in the rounds before.
    pub wagered: u32,
    /// The opening bet of this round; 0 before it is made.
    pub bet: u32,
    /// What is to be won, with what lay over.
    pub pot: i64,
    /// What each position has paid into the pot in this hand.
    pub paid: [i64; MAX_PLAYERS],
}

impl Betting {
    pub(super) const NONE: Betting = Betting {
        round: 0,
        showdown: false,
        remaining: 0,
        to_come: 0,
        wagered: 0,
        bet: 0,
        pot: 0,
        paid: [0; MAX_PLAYERS],
    };

    /// The position whose turn it is.
    #[must_use]
    #[inline]
    pub const fn turn(&self) -> usize {
        self.to_come.trailing_zeros() as usize
    }
}

/// A table of Kachi-Kachi in the middle of a game.
#[derive(Clone, Debug)]
pub struct Table {
    pub(super) waits: Waits,
    pub(super) dealer: Seat,
    /// Whether the dealer won the hand before.
    pub(super) dealer_won: bool,
    /// Hands begun, this one included.
    pub(super) hand: u32,
    /// Points before this hand.
    pub(super) points: BySeat<i64>,
    pub(super) betting: Betting,
    /// Two cards for each seat, then the deck from the top. By seat, so that
    /// who deals changes nobody's cards: a seat has the same ones in every
    /// rotation of a line-up, whatever happened in the hands before.
    pub(super) pack: [NumberCard; DECK],
    /// The top card of the deck.
    pub(super) top: u8,
    /// The positions that hold a Zero Hand which can be claimed.
    pub(super) zero: u8,
    /// The positions that have claimed.
    pub(super) claimed: u8,
    /// The hands as they were dealt, by position.
    pub(super) dealt: [Hand; MAX_PLAYERS],
    /// What was drawn for a claim; of no meaning without one.
    pub(super) drawn: [[NumberCard; 2]; MAX_PLAYERS],
    pub(super) draws: [u8; MAX_PLAYERS],
    /// The hands as they finally are.
    pub(super) made: [Hand; MAX_PLAYERS],
}

const NO_CARD: NumberCard = NumberCard::ONI;

impl Table {
    /// A table before the first deal.
    pub(super) fn new() -> Table {
        Table {
            waits: Waits::Deal,
            dealer: Seat::FIRST,
            dealer_won: false,
            hand: 0,
            points: BySeat::default(),
            betting: Betting::NONE,
            pack: [NO_CARD; DECK],
            top: 0,
            zero: 0,
            claimed: 0,
            dealt: [Hand([NO_CARD; 2]); MAX_PLAYERS],
            drawn: [[NO_CARD; 2]; MAX_PLAYERS],
            draws: [0; MAX_PLAYERS],
            made: [Hand([NO_CARD; 2]); MAX_PLAYERS],
        }
    }

    /// What a position has drawn for a claim.
    #[inline]
    pub(super) fn drawn(&self, position: usize) -> &[NumberCard] {
        &self.drawn[position][..usize::from(self.draws[position])]
    }

    /// The players take up the hands that were dealt; notes who can claim.
    #[inline]
    pub(super) fn take_up(&mut self, players: usize, with_zero_hand: bool) {
        self.zero = 0;
        self.claimed = 0;
        self.draws = [0; MAX_PLAYERS];
        self.made = self.dealt;
        for (position, hand) in self.dealt[..players].iter().enumerate() {
            self.zero |= u8::from(hand.class() == Class::ZERO) << position;
        }
        if !with_zero_hand {
            self.zero = 0;
        }
    }

    /// Makes the hand of a position that has claimed: the best of the card
    /// drawn last and one of the others.
    pub(super) fn make(&mut self, position: usize) {
        let [one, other] = self.dealt[position].0;
        self.made[position] = match *self.drawn(position) {
            [card] => Hand::best(card, &[one, other]),
            [ten, card] => Hand::best(card, &[one, other, ten]),
            _ => unreachable!("a claim draws one card or two"),
        };
    }

    /// The options of who is to choose.
    #[inline]
    pub(super) fn options(&self, game: &KachiKachi) -> Choices {
        match self.waits {
            Waits::Choice(Decision::Amount) => {
                let rules = &game.rules;
                Choices::of_amounts(rules.min_bet, rules.max_wager - self.betting.wagered)
            }
            Waits::Choice(decision) => Choices::of_two(decision),
            Waits::Deal | Waits::Over => unreachable!("nobody is to choose"),
        }
    }

    /// The seat of a position.
    #[inline]
    pub(super) fn seat(&self, position: usize, players: usize) -> Seat {
        self.dealer.after(position, players)
    }

    /// The position of a seat.
    #[inline]
    pub(super) fn position(&self, seat: Seat, players: usize) -> usize {
        let index = seat.index() + players - self.dealer.index();
        if index < players { index } else { index - players }
    }

    /// Every place where cards lie, by name.
    pub(super) fn places(&self, game: &KachiKachi) -> Vec<(String, Set)> {
        let mut places = Vec::with_capacity(2 * game.players + 1);
        for seat in Seat::all(game.players) {
            let position = self.position(seat, game.players);
            let hand = self.made[position].set();
            let drawn: Set = self.drawn(position).iter().copied().collect();
            places.push((format!("seat {seat} hand"), hand));
            places.push((format!("seat {seat} other"), (self.dealt[position].set() | drawn) - hand));
        }
        let deck = &self.pack[usize::from(self.top)..game.size];
        places.push(("deck".to_owned(), deck.iter().copied().collect()));
        places
    }

    /// All that a position knows: its own cards; of the others those that were
    /// shown, which for a claim are the two that were dealt, and a Ten that
    /// was drawn again on.
    pub(super) fn view(&self, position: usize, decision: Decision, game: &KachiKachi) -> View {
        let shown = if self.betting.showdown { self.betting.remaining & !self.betting.to_come } else { 0 };
        let seen = |other: usize| {
            let is = |positions: u8| positions >> other & 1 != 0;
            let all = other == position || is(shown);
            let draws = self.draws[other];
            let drawn = |place: u8| {
                let is_seen = place < draws && (all || place + 1 < draws);
                is_seen.then_some(self.drawn[other][usize::from(place)])
            };
            Seen {
                dealt: (all || is(self.claimed)).then_some(self.dealt[other]),
                draws,
                drawn: [drawn(0), drawn(1)],
            }
        };
        let mut cards = [Seen::default(); MAX_PLAYERS];
        for (other, cards) in cards[..game.players].iter_mut().enumerate() {
            *cards = seen(other);
        }
        View {
            hand: self.hand,
            dealer: self.dealer,
            dealer_won: self.dealer_won,
            position,
            decision,
            betting: self.betting,
            points: self.points,
            cards,
            deck: game.size as u8 - self.top,
        }
    }

    /// A table that agrees with a view, with what it hides in random order.
    pub(super) fn from_view(view: &View, game: &KachiKachi, rng: &mut Stream) -> Table {
        let players = &view.cards[..game.players];
        let mut seen = Set::EMPTY;
        for cards in players {
            seen |= cards.dealt.map_or(Set::EMPTY, Hand::set);
            seen |= cards.drawn.into_iter().flatten().collect();
        }
        let mut unseen = [NO_CARD; DECK];
        let mut count = 0;
        for card in game.cards - seen {
            unseen[count] = card;
            count += 1;
        }
        rng.shuffle(&mut unseen[..count]);
        let mut rest = unseen[..count].iter().copied();
        let mut next = || rest.next().expect("what is not seen is somewhere");

        let mut table = Table {
            waits: Waits::Choice(view.decision),
            dealer: view.dealer,
            dealer_won: view.dealer_won,
            hand: view.hand,
            points: view.points,
            betting: view.betting,
            top: game.size as u8 - view.deck,
            ..Table::new()
        };
        for (position, cards) in players.iter().enumerate() {
            table.dealt[position] = cards.dealt.unwrap_or_else(|| Hand([next(), next()]));
        }
        table.take_up(game.players, game.rules.zero_hand);
        for (position, cards) in players.iter().enumerate().filter(|(_, cards)| cards.draws > 0) {
            table.zero &= !(1 << position);
            table.claimed |= 1 << position;
            table.draws[position] = cards.draws;
            for place in 0..usize::from(cards.draws) {
                table.drawn[position][place] = cards.drawn[place].unwrap_or_else(&mut next);
            }
            if position != view.position || view.decision != Decision::Again {
                table.make(position);
            }
        }
        for place in usize::from(table.top)..game.size {
            table.pack[place] = next();
        }
        table
    }
}
