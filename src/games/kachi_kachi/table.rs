//! The table: where the cards and the points lie.

use super::hand::{Class, Classes, Hand};
use super::pack::Pack;
use super::view::{Choices, Decision, Seen, View};
use super::{KachiKachi, Set};
use crate::cards::NumberCard;
use crate::game::{Zone, ZoneKind};
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

/// The opening bets of a hand by betting round, from 1; 0 where none was made.
pub type Bets = [u32; ROUNDS as usize + 1];

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
}

impl Betting {
    pub(super) const NONE: Betting =
        Betting { round: 0, showdown: false, remaining: 0, to_come: 0, wagered: 0, bet: 0, pot: 0 };

    /// What the player whose turn it is decides first.
    #[must_use]
    #[inline]
    pub const fn decision(&self) -> Decision {
        if self.bet == 0 { Decision::Open } else { Decision::Call }
    }

    /// The position whose turn it is.
    #[must_use]
    #[inline]
    pub const fn turn(&self) -> usize {
        self.to_come.trailing_zeros() as usize
    }
}

/// A table of Kachi-Kachi in the middle of a game.
///
/// Cards and points lie by seat, so that who deals changes nobody's cards: a
/// seat has the same ones in every rotation of a line-up, whatever happened in
/// the hands before. Sets of players are sets of positions.
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
    /// The opening bets of this hand.
    pub(super) bets: Bets,
    /// What each seat has paid in this hand.
    pub(super) paid: BySeat<i32>,
    /// Two cards for each seat, then the deck from the top.
    pub(super) pack: Pack,
    /// The positions that hold a Zero Hand which can be claimed.
    pub(super) zero: u8,
    /// The positions that have claimed.
    pub(super) claimed: u8,
    /// The hands as they were dealt; of no meaning where nobody sits.
    pub(super) dealt: BySeat<Hand>,
    /// What was drawn for a claim; of no meaning without one.
    pub(super) drawn: BySeat<[NumberCard; 2]>,
    pub(super) draws: BySeat<u8>,
    /// The hands as they finally are, and their classes.
    pub(super) made: BySeat<Hand>,
    pub(super) classes: Classes,
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
            bets: Bets::default(),
            paid: BySeat::all(0),
            pack: Pack::unshuffled([]),
            zero: 0,
            claimed: 0,
            dealt: BySeat::all(Hand([NO_CARD; 2])),
            drawn: BySeat::all([NO_CARD; 2]),
            draws: BySeat::all(0),
            made: BySeat::all(Hand([NO_CARD; 2])),
            classes: Classes::NONE,
        }
    }

    /// What a seat has drawn for a claim.
    #[inline]
    pub(super) fn drawn(&self, seat: Seat) -> &[NumberCard] {
        &self.drawn[seat][..usize::from(self.draws[seat])]
    }

    /// The players take up the hands that are dealt; notes who can claim.
    #[inline(always)]
    pub(super) fn take_up(&mut self, hands: BySeat<Hand>, game: &KachiKachi) {
        self.claimed = 0;
        self.draws = BySeat::all(0);
        self.dealt = hands;
        self.made = hands;
        self.classes = Classes::of_hands(&hands, game.players);
        let zero_hands = if game.rules.zero_hand { self.classes.zero_hands() } else { 0 };
        self.zero = game.circle.positions(zero_hands, self.dealer);
    }

    /// Gives a seat another hand, before anything is shown of it.
    pub(super) fn give(&mut self, seat: Seat, hand: Hand) {
        self.dealt[seat] = hand;
        self.made[seat] = hand;
        self.classes.set(seat, hand.class());
    }

    /// Makes the hand of a seat that has claimed: the best of the card drawn
    /// last and one of the others.
    pub(super) fn make(&mut self, seat: Seat) {
        let [one, other] = self.dealt[seat].0;
        self.made[seat] = match *self.drawn(seat) {
            [card] => Hand::best(card, &[one, other]),
            [ten, card] => Hand::best(card, &[one, other, ten]),
            _ => unreachable!("a claim draws one card or two"),
        };
        self.classes.set(seat, self.made[seat].class());
    }

    /// The options of who is to choose.
    #[inline]
    pub(super) fn options(&self, game: &KachiKachi) -> Choices {
        match self.waits {
            Waits::Choice(Decision::Amount) => game.amounts(&self.betting),
            Waits::Choice(Decision::Open | Decision::Call) => Choices::of_bet(&self.betting),
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

    /// The zones of the table.
    pub(super) fn zones(&self, game: &KachiKachi) -> Vec<Zone<NumberCard>> {
        let own = Seat::all(game.players).flat_map(|seat| {
            let hand = self.made[seat].set();
            let drawn: Set = self.drawn(seat).iter().copied().collect();
            let other = (self.dealt[seat].set() | drawn) - hand;
            [
                Zone::new(format!("seat {seat} hand"), ZoneKind::Hand, hand).of(seat),
                Zone::new(format!("seat {seat} other"), ZoneKind::Aside, other).of(seat),
            ]
        });
        own.chain([Zone::new("deck", ZoneKind::Stack, self.pack.deck().iter().copied().collect())]).collect()
    }

    /// All that a position knows: its own cards; of the others those that were
    /// shown, which for a claim are the two that were dealt, and a Ten that
    /// was drawn again on.
    #[inline(always)]
    pub(super) fn view(&self, position: usize, decision: Decision, game: &KachiKachi) -> View {
        let mut cards = [Seen::default(); MAX_PLAYERS];
        let shown = if self.betting.showdown { self.betting.remaining & !self.betting.to_come } else { 0 };
        let fully_known = 1 << position | shown;
        let mut known = fully_known | self.claimed;
        while known != 0 {
            let other = known.trailing_zeros() as usize;
            known &= known - 1;
            let seat = self.seat(other, game.players);
            let seen = &mut cards[other];
            seen.dealt = Some(self.dealt[seat]);
            if self.claimed >> other & 1 != 0 {
                let all = fully_known >> other & 1 != 0;
                seen.draws = self.draws[seat];
                let drawn = self.drawn(seat);
                let is_seen = drawn.len() - usize::from(!all);
                for (seen, &card) in seen.drawn.iter_mut().zip(&drawn[..is_seen]) {
                    *seen = Some(card);
                }
            }
        }
        View {
            hand: self.hand,
            dealer: self.dealer,
            dealer_won: self.dealer_won,
            position,
            dealt: self.dealt[self.seat(position, game.players)],
            decision,
            betting: self.betting,
            bets: self.bets,
            paid: self.paid,
            points: self.points,
            cards,
            deck: self.pack.left(),
        }
    }

    /// Draws anew what a view hides of another seat's cards, in a table that
    /// agrees with it: out of these cards and the deck.
    pub(super) fn redeal(&mut self, view: &View, seat: Seat, game: &KachiKachi, rng: &mut Stream) {
        let position = self.position(seat, game.players);
        let Seen { dealt, draws, drawn } = view.cards[position];
        if dealt.is_none() {
            let mut hand = self.dealt[seat];
            self.pack.exchange(&mut hand.0, rng);
            self.give(seat, hand);
            let is_zero = game.rules.zero_hand && hand.class() == Class::ZERO;
            self.zero = self.zero & !(1 << position) | u8::from(is_zero) << position;
        } else if draws > 0 && drawn[usize::from(draws) - 1].is_none() {
            self.pack.exchange(&mut self.drawn[seat][usize::from(draws) - 1..usize::from(draws)], rng);
            self.make(seat);
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
            bets: view.bets,
            paid: view.paid,
            ..Table::new()
        };
        let seated = || {
            players
                .iter()
                .enumerate()
                .map(|(position, cards)| (view.dealer.after(position, game.players), cards))
        };
        let mut hands = table.dealt;
        for (seat, cards) in seated() {
            hands[seat] = cards.dealt.unwrap_or_else(|| Hand([next(), next()]));
        }
        table.take_up(hands, game);
        for (seat, cards) in seated().filter(|(_, cards)| cards.draws > 0) {
            let position = table.position(seat, game.players);
            table.zero &= !(1 << position);
            table.claimed |= 1 << position;
            table.draws[seat] = cards.draws;
            for place in 0..usize::from(cards.draws) {
                table.drawn[seat][place] = cards.drawn[place].unwrap_or_else(&mut next);
            }
            if position != view.position || view.decision != Decision::Again {
                table.make(seat);
            }
        }
        let dealt = game.pack.left() - view.deck;
        let deck = std::iter::repeat_with(next).take(usize::from(view.deck));
        table.pack = Pack::stacked(std::iter::repeat_n(NO_CARD, usize::from(dealt)).chain(deck), dealt);
        table
    }
}
