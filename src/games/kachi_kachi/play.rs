//! The play: the deal and the betting.

mod hand_end;
mod zero_hand;

use std::hint::select_unpredictable;

use super::KachiKachi;
use super::circle::{count, highest, lowest, masks};
use super::events::{Ending, Event, Stage};
use super::hand::Hand;
use super::table::{Bets, Betting, MAX_PLAYERS, ROUNDS, Table, Waits};
use super::view::{Choices, Decision};
use crate::cards::{Card, NumberCard};
use crate::game::{BlindChooser, Observer, Options};
use crate::random::Stream;
use crate::seat::{BySeat, EachSeat, Seat};

/// A table that is being played at.
pub(super) struct Play<'a, L, C> {
    pub(super) game: &'a KachiKachi,
    pub(super) table: &'a mut Table,
    pub(super) observer: &'a mut L,
    pub(super) chooser: C,
    pub(super) rng: &'a mut Stream,
}

/// Why the betting stops.
enum Stop {
    /// The player whose turn it is has to be asked for something.
    ToAsk(Decision),
    /// One player is left.
    OneLeft,
    /// The betting is over, and several players remain.
    Showdown,
}

#[inline]
fn is_ten(card: NumberCard) -> bool {
    card.index() >> 2 == 9
}

#[inline]
fn is_one(card: NumberCard) -> bool {
    card.index() >> 2 == 0
}

impl<L: Observer<KachiKachi>, C: BlindChooser> Play<'_, L, C> {
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
        self.begin_betting(betting);
    }

    #[inline(always)]
    fn begin_betting(&mut self, mut betting: Betting) {
        let stop = self.begin_round(&mut betting);
        self.go_on_betting(betting, stop);
    }

    /// Turns to bet, until the betting stops, if it has not yet.
    ///
    /// How it stands is kept in a local: what a turn stores, the next one would
    /// have to wait for.
    #[inline(never)]
    fn go_on_betting(&mut self, betting: Betting, stop: Option<Stop>) {
        let (mut betting, mut stopped) = (betting, stop);
        let blind = self.game.circle.positions(self.chooser.seats(), self.table.dealer);
        let stop = loop {
            if let Some(stop) = stopped {
                break stop;
            }
            stopped = self.next_turns(blind, &mut betting);
        };
        self.table.betting = betting;
        match stop {
            Stop::ToAsk(decision) => self.table.waits = Waits::Choice(decision),
            Stop::OneLeft => {
                let last = self.seat(betting.remaining.trailing_zeros() as usize);
                self.end_hand(Some(last), Ending::by_folds(betting.round));
            }
            Stop::Showdown => self.begin_showdown(),
        }
    }

    /// The next betting round, or the showdown if there is none, or nothing
    /// left to bet.
    #[inline(always)]
    fn begin_round(&mut self, betting: &mut Betting) -> Option<Stop> {
        let rules = &self.game.rules;
        betting.wagered += betting.bet;
        if betting.round == ROUNDS || rules.max_wager - betting.wagered < rules.min_bet {
            return Some(Stop::Showdown);
        }
        betting.round += 1;
        betting.bet = 0;
        betting.to_come = betting.remaining;
        self.on_event(Event::RoundBegan { round: betting.round });
        None
    }

    /// The next turns to bet. Who has to be asked, or may claim a Zero Hand
    /// before anything else, has a turn alone; the others up to them have theirs
    /// together.
    #[inline(always)]
    fn next_turns(&mut self, blind: u8, betting: &mut Betting) -> Option<Stop> {
        let alone = betting.to_come & (self.table.zero | !blind);
        let mut turns = betting.to_come & lowest(alone).wrapping_sub(1);
        if turns == 0 {
            let position = betting.turn();
            if self.may_claim(position)
                && let Some(decision) = self.offer_claim(position, Stage::Betting)
            {
                return Some(Stop::ToAsk(decision));
            }
            turns = lowest(alone);
            if turns & blind == 0 {
                return Some(Stop::ToAsk(betting.decision()));
            }
        }
        let heads = self.chooser.heads(usize::from(betting.round));
        let staying = turns & self.game.circle.positions(heads, self.table.dealer);
        self.take_turns(turns, staying, betting)
    }

    /// What a player chooses; none if the player has to be asked.
    #[inline(always)]
    fn decide(&mut self, seat: Seat, options: &Choices) -> Option<usize> {
        self.chooser.decide(seat, options, self.observer)
    }

    /// Carries out a choice, and plays on to the next one.
    #[inline]
    pub(super) fn choose(&mut self, choice: usize) {
        let Waits::Choice(decision) = self.table.waits else { panic!("nobody is to choose") };
        if decision != Decision::Amount {
            assert!(choice < 2, "no option at place {choice}");
        }
        if matches!(decision, Decision::Claim | Decision::Again) {
            return self.answer_claim(decision, choice);
        }
        let mut betting = self.table.betting;
        let turn = lowest(betting.to_come);
        let stop = match decision {
            Decision::Amount => {
                let bet = self.game.rules.min_bet + choice as u32;
                let most = self.game.rules.max_wager - betting.wagered;
                assert!(bet <= most, "a bet of {bet} is more than max_wager leaves");
                self.end_turns(turn, turn, bet, None, &mut betting)
            }
            _ => self.take_turns(turn, if choice == 0 { 0 } else { turn }, &mut betting),
        };
        self.go_on_betting(betting, stop);
    }

    /// Turns one after the other, in which some of the players stay in and the
    /// others fold. Who is left when all others have folded has won, and no turn
    /// any more. If there is no bet yet, the first who stays in opens the
    /// betting, and chooses how much; if just one amount is possible, it is no
    /// choice.
    #[inline(always)]
    fn take_turns(&mut self, turns: u8, staying: u8, betting: &mut Betting) -> Option<Stop> {
        let last = highest(betting.remaining);
        let all_others_fold = betting.remaining & !(turns & !staying) & !last == 0;
        let without = select_unpredictable(all_others_fold, !last, !0);
        let (turns, staying) = (turns & without, staying & without);
        let (mut bet, mut chosen) = (betting.bet, None);
        if bet == 0 && staying != 0 {
            bet = self.game.rules.min_bet;
            let amounts = self.game.amounts(betting);
            if amounts.count() > 1 {
                let opener = self.seat(staying.trailing_zeros() as usize);
                if !self.chooser.chooses_for(opener) {
                    return Some(Stop::ToAsk(Decision::Amount));
                }
                let amount = self.chooser.choose(opener, amounts.count());
                bet += amount as u32;
                chosen = Some(amount);
            }
        }
        self.end_turns(turns, staying, bet, chosen, betting)
    }

    /// Those who stay in pay the bet; then on to the next turns, the next round,
    /// or the end of the betting.
    #[inline(always)]
    fn end_turns(
        &mut self,
        turns: u8,
        staying: u8,
        bet: u32,
        chosen: Option<usize>,
        betting: &mut Betting,
    ) -> Option<Stop> {
        self.tell_turns(turns, staying, bet, chosen, betting);
        betting.bet = bet;
        self.table.bets[usize::from(betting.round)] = bet;
        self.table.pay(self.game.circle.seats(staying, self.table.dealer), bet);
        betting.pot += i64::from(bet) * i64::from(count(staying));
        betting.remaining &= !(turns & !staying);
        betting.to_come &= !turns;
        if betting.remaining.is_power_of_two() {
            Some(Stop::OneLeft)
        } else if betting.to_come == 0 {
            self.begin_round(betting)
        } else {
            None
        }
    }

    /// Tells of turns one by one, and of choices of players who were not asked.
    #[inline(always)]
    fn tell_turns(&mut self, turns: u8, staying: u8, bet: u32, chosen: Option<usize>, before: &Betting) {
        let mut betting = *before;
        for position in (0..MAX_PLAYERS).filter(|position| turns >> position & 1 != 0) {
            let (seat, stays) = (self.seat(position), staying >> position & 1 != 0);
            if self.chooser.chooses_for(seat) {
                self.observer.on_decision(seat, &Choices::of_bet(&betting), stays.into());
            }
            if !stays {
                self.on_event(Event::Folded { seat });
            } else if betting.bet == 0 {
                if let Some(amount) = chosen {
                    self.observer.on_decision(seat, &self.game.amounts(&betting), amount);
                }
                self.on_event(Event::Opened { seat, bet });
                betting.bet = bet;
            } else {
                self.on_event(Event::Called { seat, bet });
            }
        }
    }
}
