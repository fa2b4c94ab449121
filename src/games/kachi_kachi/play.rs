//! The play: the deal and the betting.

mod hand_end;
mod zero_hand;

use super::KachiKachi;
use super::circle::{masks, without_first};
use super::events::{Ending, Event};
use super::hand::Hand;
use super::table::{Bets, Betting, ROUNDS, Table, Waits};
use super::view::Decision;
use crate::cards::{Card, NumberCard};
use crate::game::{Observer, Options};
use crate::random::Stream;
use crate::seat::{BySeat, EachSeat, Seat};

/// A table that is being played at.
pub(super) struct Play<'a, L> {
    pub(super) game: &'a KachiKachi,
    pub(super) table: &'a mut Table,
    pub(super) observer: &'a mut L,
    pub(super) rng: &'a mut Stream,
}

#[inline]
fn is_ten(card: NumberCard) -> bool {
    card.index() >> 2 == 9
}

#[inline]
fn is_one(card: NumberCard) -> bool {
    card.index() >> 2 == 0
}

impl<L: Observer<KachiKachi>> Play<'_, L> {
    #[inline(always)]
    fn on_event(&mut self, event: Event) {
        self.observer.on_event(&event);
    }

    #[inline(always)]
    fn seat(&self, position: usize) -> Seat {
        self.table.seat(position, self.game.players)
    }

    /// Shuffles and deals a hand.
    #[inline]
    pub(super) fn deal(&mut self) {
        let players = self.game.players;
        self.table.pack = self.game.pack;
        let hands = self.table.pack.deal(players, self.rng);
        self.begin_hand(hands);
    }

    /// Antes, and everyone takes up the cards that were dealt. The winner of
    /// the hand before, who deals this one, antes only by house rule.
    #[inline(always)]
    pub(super) fn begin_hand(&mut self, hands: BySeat<Hand>) {
        let KachiKachi { players, circle, rules, antes, .. } = self.game;
        let table = &mut *self.table;
        table.hand += 1;
        let free = table.dealer_won && !rules.winner_antes;
        let lies_over = table.betting.pot;
        table.bets = Bets::default();
        let without = masks(u8::from(free) << table.dealer.index());
        table.paid = BySeat::from_fn(|seat| antes[seat] & !without[seat.index()]);
        table.take_up(hands, self.game);
        let betting = Betting {
            remaining: circle.everyone(),
            pot: lies_over + i64::from(rules.ante) * (*players as i64 - i64::from(free)),
            ..Betting::NONE
        };

        let (hand, dealer) = (table.hand, table.dealer);
        let free = free.then_some(dealer);
        let (hands, classes) = (EachSeat::new(hands, *players), table.classes);
        self.on_event(Event::HandBegan { hand, dealer, ante: rules.ante, free, lies_over });
        self.on_event(Event::Dealt { hands, classes });
        self.table.betting = betting;
        self.begin_round();
    }

    /// A betting round begins with the first remaining player; there are three, or
    /// fewer if `max_wager` leaves less than the smallest bet. Then the showdown.
    #[inline]
    fn begin_round(&mut self) {
        let rules = &self.game.rules;
        let betting = &mut self.table.betting;
        betting.wagered += betting.bet;
        if betting.round == ROUNDS || rules.max_wager - betting.wagered < rules.min_bet {
            return self.begin_showdown();
        }
        betting.round += 1;
        betting.bet = 0;
        betting.to_come = betting.remaining;
        let round = betting.round;
        self.on_event(Event::RoundBegan { round });
        self.ask_next();
    }

    /// The next player to bet is asked: first whether to claim a Zero Hand.
    #[inline]
    fn ask_next(&mut self) {
        let betting = &self.table.betting;
        let claims = self.may_claim(betting.turn());
        self.table.waits = Waits::Choice(if claims { Decision::Claim } else { betting.decision() });
    }

    /// Carries out a choice, and plays on to the next one.
    #[inline]
    pub(super) fn choose(&mut self, choice: usize) {
        let Waits::Choice(decision) = self.table.waits else { panic!("nobody is to choose") };
        assert!(decision == Decision::Amount || choice < 2, "no option at place {choice}");
        match (decision, choice) {
            (Decision::Claim | Decision::Again, _) => return self.answer_claim(decision, choice),
            (Decision::Open | Decision::Call, 0) => self.fold(),
            (Decision::Open, _) if self.game.amounts(&self.table.betting).count() > 1 => {
                self.table.waits = Waits::Choice(Decision::Amount);
                return;
            }
            (Decision::Open, _) => self.open(self.game.rules.min_bet),
            (Decision::Amount, _) => {
                let bet = self.game.rules.min_bet + choice as u32;
                let most = self.game.rules.max_wager - self.table.betting.wagered;
                assert!(bet <= most, "a bet of {bet} is more than max_wager leaves");
                self.open(bet);
            }
            (Decision::Call, _) => self.call(),
        }
        self.end_turn();
    }

    /// The player whose turn it is leaves the hand.
    #[inline]
    fn fold(&mut self) {
        let betting = &mut self.table.betting;
        let position = betting.turn();
        betting.remaining &= !(1 << position);
        let seat = self.seat(position);
        self.on_event(Event::Folded { seat });
    }

    /// The opening bet of a betting round, which the others match or fold.
    #[inline]
    fn open(&mut self, bet: u32) {
        let betting = &mut self.table.betting;
        betting.bet = bet;
        let (round, position) = (betting.round, betting.turn());
        self.table.bets[usize::from(round)] = bet;
        let seat = self.seat(position);
        self.pay(seat, bet);
        self.on_event(Event::Opened { seat, bet });
    }

    /// The player whose turn it is matches the opening bet.
    #[inline]
    fn call(&mut self) {
        let Betting { bet, .. } = self.table.betting;
        let seat = self.seat(self.table.betting.turn());
        self.pay(seat, bet);
        self.on_event(Event::Called { seat, bet });
    }

    #[inline]
    fn pay(&mut self, seat: Seat, bet: u32) {
        self.table.paid[seat] += bet as i32;
        self.table.betting.pot += i64::from(bet);
    }

    /// A turn to bet is over. The last player left takes the pot without showing.
    #[inline]
    fn end_turn(&mut self) {
        let betting = &mut self.table.betting;
        betting.to_come = without_first(betting.to_come);
        let Betting { round, remaining, to_come, .. } = *betting;
        if remaining.is_power_of_two() {
            let last = self.seat(remaining.trailing_zeros() as usize);
            self.end_hand(Some(last), Ending::by_folds(round));
        } else if to_come == 0 {
            self.begin_round();
        } else {
            self.ask_next();
        }
    }
}
