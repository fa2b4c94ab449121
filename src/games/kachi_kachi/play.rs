//! The play: the deal, the betting, the showdown, the end of a hand.

use super::KachiKachi;
use super::events::{Ending, Event, Stage};
use super::hand::Hand;
use super::rules::Tips;
use super::table::{Betting, COMMON_DECK, DECK, MAX_PLAYERS, ROUNDS, Table, Waits};
use super::tips::Tip;
use super::view::Decision;
use crate::cards::{Card, NumberCard};
use crate::game::{Game, Observer};
use crate::random::Stream;
use crate::seat::{EachSeat, Seat};
use crate::standings::Standings;

/// A table that is being played at.
pub(super) struct Play<'a, L> {
    pub(super) game: &'a KachiKachi,
    pub(super) table: &'a mut Table,
    pub(super) observer: &'a mut L,
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

    #[inline]
    fn seat(&self, position: usize) -> Seat {
        self.table.seat(position, self.game.players)
    }

    /// Whose turn it is.
    #[inline]
    fn turn(&self) -> Seat {
        self.seat(self.table.betting.turn())
    }

    /// Shuffles and deals a hand.
    #[inline]
    pub(super) fn deal(&mut self, rng: &mut Stream) {
        let mut pack = self.game.deck;
        // The extra cards come last: with and without them the same deal.
        rng.shuffle_with_extras(&mut pack[..self.game.size], COMMON_DECK);
        self.deal_from(pack);
    }

    /// Antes, and two cards for each player. The winner of the hand before,
    /// who deals this one, antes only by house rule.
    #[inline]
    pub(super) fn deal_from(&mut self, pack: [NumberCard; DECK]) {
        let (players, rules) = (self.game.players, &self.game.rules);
        let table = &mut *self.table;
        table.hand += 1;
        let free = table.dealer_won && !rules.winner_antes;
        let ante = i64::from(rules.ante);
        let lies_over = table.betting.pot;
        let mut paid = [0; MAX_PLAYERS];
        paid[..players].fill(ante);
        if free {
            paid[0] = 0;
        }
        table.betting = Betting {
            remaining: (0xFF_u16 >> (8 - players)) as u8,
            pot: lies_over + ante * (players as i64 - i64::from(free)),
            paid,
            ..Betting::NONE
        };
        table.pack = pack;
        table.top = 2 * players as u8;
        for position in 0..players {
            let first = 2 * table.dealer.after(position, players).index();
            table.dealt[position] = Hand([pack[first], pack[first + 1]]);
        }
        table.take_up(players, rules.zero_hand);

        let (hand, dealer) = (table.hand, table.dealer);
        let free = free.then_some(dealer);
        self.on_event(Event::HandBegan { hand, dealer, ante: rules.ante, free, lies_over });
        let hands =
            EachSeat::from_fn(players, |seat| Hand([pack[2 * seat.index()], pack[2 * seat.index() + 1]]));
        self.on_event(Event::Dealt { hands });
        self.begin_round();
    }

    /// The next betting round, or the showdown if there is none, or nothing
    /// left to bet.
    #[inline]
    fn begin_round(&mut self) {
        let betting = &mut self.table.betting;
        betting.wagered += betting.bet;
        let left = self.game.rules.max_wager - betting.wagered;
        if betting.round == ROUNDS || left < self.game.rules.min_bet {
            return self.begin_showdown();
        }
        betting.round += 1;
        betting.bet = 0;
        betting.to_come = betting.remaining;
        let round = betting.round;
        self.on_event(Event::RoundBegan { round });
        self.begin_turn();
    }

    /// A turn to bet: a Zero Hand may be claimed before anything else.
    #[inline]
    fn begin_turn(&mut self) {
        self.table.waits = Waits::Choice(if self.may_claim() { Decision::Claim } else { self.to_bet() });
    }

    #[inline]
    fn may_claim(&self) -> bool {
        let table = &*self.table;
        table.zero >> table.betting.turn() & 1 != 0 && usize::from(table.top) < self.game.size
    }

    #[inline]
    fn to_bet(&self) -> Decision {
        if self.table.betting.bet == 0 { Decision::Open } else { Decision::Call }
    }

    /// Carries out a choice, and plays on to the next one.
    #[inline]
    pub(super) fn choose(&mut self, choice: usize) {
        let Waits::Choice(decision) = self.table.waits else { panic!("nobody is to choose") };
        if decision != Decision::Amount {
            assert!(choice < 2, "no option at place {choice}");
        }
        match decision {
            Decision::Open if choice == 0 => self.fold(),
            Decision::Open => self.open(),
            Decision::Amount => self.bet(choice),
            Decision::Call if choice == 0 => self.fold(),
            Decision::Call => self.call(),
            Decision::Claim if choice == 0 => self.go_on_with_turn(),
            Decision::Claim => self.claim(),
            Decision::Again if choice == 0 => self.make(),
            Decision::Again => {
                self.draw();
                self.make();
            }
        }
    }

    #[inline]
    fn fold(&mut self) {
        let seat = self.turn();
        let betting = &mut self.table.betting;
        betting.remaining ^= 1 << betting.turn();
        self.on_event(Event::Folded { seat });
        self.end_turn();
    }

    /// If just one amount is possible, it is no choice.
    #[inline]
    fn open(&mut self) {
        let rules = &self.game.rules;
        if rules.max_wager - self.table.betting.wagered == rules.min_bet {
            self.bet(0);
        } else {
            self.table.waits = Waits::Choice(Decision::Amount);
        }
    }

    #[inline]
    fn bet(&mut self, place: usize) {
        let rules = &self.game.rules;
        let betting = &mut self.table.betting;
        let bet = rules.min_bet + place as u32;
        assert!(bet <= rules.max_wager - betting.wagered, "a bet of {bet} is more than max_wager leaves");
        betting.bet = bet;
        let seat = self.turn();
        self.on_event(Event::Opened { seat, bet });
        self.pay();
    }

    #[inline]
    fn call(&mut self) {
        let (seat, bet) = (self.turn(), self.table.betting.bet);
        self.on_event(Event::Called { seat, bet });
        self.pay();
    }

    #[inline]
    fn pay(&mut self) {
        let betting = &mut self.table.betting;
        let bet = i64::from(betting.bet);
        betting.paid[betting.turn()] += bet;
        betting.pot += bet;
        self.end_turn();
    }

    /// On to the next player, the next round, or the end of the hand.
    #[inline]
    fn end_turn(&mut self) {
        let betting = &mut self.table.betting;
        betting.to_come &= betting.to_come - 1;
        if betting.remaining.is_power_of_two() {
            let last = betting.remaining.trailing_zeros() as usize;
            let ending = Ending::by_folds(betting.round);
            self.end_hand(Some(last), ending);
        } else if betting.to_come == 0 {
            self.begin_round();
        } else {
            self.begin_turn();
        }
    }

    /// After the question of a Zero Hand.
    fn go_on_with_turn(&mut self) {
        if self.table.betting.showdown {
            self.show();
            self.go_on_showing();
        } else {
            self.table.waits = Waits::Choice(self.to_bet());
        }
    }

    /// The two cards are shown, and a card is drawn; after a Ten perhaps
    /// another one.
    #[cold]
    fn claim(&mut self) {
        let position = self.table.betting.turn();
        self.table.zero &= !(1 << position);
        self.table.claimed |= 1 << position;
        let stage = if self.table.betting.showdown { Stage::Showdown } else { Stage::Betting };
        let (seat, hand) = (self.turn(), self.table.dealt[position]);
        self.on_event(Event::Claimed { seat, hand, stage });
        let card = self.draw();
        if is_ten(card) && usize::from(self.table.top) < self.game.size {
            self.table.waits = Waits::Choice(Decision::Again);
        } else {
            self.make();
        }
    }

    fn draw(&mut self) -> NumberCard {
        let table = &mut *self.table;
        let position = table.betting.turn();
        let card = table.pack[usize::from(table.top)];
        table.top += 1;
        table.drawn[position][usize::from(table.draws[position])] = card;
        table.draws[position] += 1;
        let seat = self.turn();
        self.on_event(Event::Drew { seat, card });
        card
    }

    fn make(&mut self) {
        let position = self.table.betting.turn();
        self.table.make(position);
        let (seat, hand) = (self.turn(), self.table.made[position]);
        self.on_event(Event::Made { seat, hand });
        self.go_on_with_turn();
    }

    fn begin_showdown(&mut self) {
        let betting = &mut self.table.betting;
        betting.showdown = true;
        betting.to_come = betting.remaining;
        self.on_event(Event::ShowdownBegan);
        self.go_on_showing();
    }

    fn go_on_showing(&mut self) {
        while self.table.betting.to_come != 0 {
            if self.may_claim() {
                self.table.waits = Waits::Choice(Decision::Claim);
                return;
            }
            self.show();
        }
        self.compare();
    }

    fn show(&mut self) {
        let betting = &mut self.table.betting;
        let position = betting.turn();
        betting.to_come &= betting.to_come - 1;
        let (seat, hand) = (self.seat(position), self.table.made[position]);
        self.on_event(Event::Shown { seat, hand });
    }

    /// The best hand takes the pot; if several are best, nobody does.
    fn compare(&mut self) {
        let table = &*self.table;
        let remaining = || (0..MAX_PLAYERS).filter(|position| table.betting.remaining >> position & 1 != 0);
        let class = |position: usize| table.made[position].class();
        let best = remaining().map(class).min().expect("somebody remains");
        let mut winners = remaining().filter(|&position| class(position) == best);
        let first = winners.next();
        let winner = if winners.next().is_none() { first } else { None };
        self.end_hand(winner, Ending::Showdown);
    }

    /// The pot, the tips, and who deals next.
    fn end_hand(&mut self, winner: Option<usize>, ending: Ending) {
        let players = self.game.players;
        let betting = &self.table.betting;
        let pot = betting.pot;
        let mut net = betting.paid.map(|paid| -paid);
        if let Some(winner) = winner {
            net[winner] += pot;
        }
        let winning_seat = winner.map(|winner| self.seat(winner));
        self.on_event(Event::Settled { winner: winning_seat, pot });
        self.collect_tips(winner, ending, &mut net);

        let table = &mut *self.table;
        for (position, net) in net[..players].iter().enumerate() {
            let seat = table.dealer.after(position, players);
            table.points[seat] += net;
        }
        let net = EachSeat::from_fn(players, |seat| net[table.position(seat, players)]);
        table.betting = Betting { pot: if winner.is_some() { 0 } else { pot }, ..Betting::NONE };
        table.dealer_won = winner.is_some();
        table.dealer = winning_seat.unwrap_or(table.dealer);
        let is_over = table.hand >= self.game.rules.hands && winner.is_some();
        table.waits = if is_over { Waits::Over } else { Waits::Deal };
        let hands = table.hand;
        self.on_event(Event::HandOver { ending, winner: winning_seat, pot, net });
        if is_over {
            let points = Standings::new(players, |seat| self.table.points[seat]);
            let winners = self.game.winners(self.table);
            self.on_event(Event::GameOver { hands, points, winners });
        }
    }

    /// Those who may show a tip hand do: it costs nothing.
    #[inline]
    fn collect_tips(&mut self, winner: Option<usize>, ending: Ending, net: &mut [i64; MAX_PLAYERS]) {
        let rules = &self.game.rules;
        let winning = winner.map_or(0, |winner| 1_u8 << winner);
        let mut showing = match (rules.tips, ending) {
            (Tips::Off, _) => 0,
            (Tips::Winner, Ending::Showdown) => winning,
            (Tips::Showdown, Ending::Showdown) => self.table.betting.remaining,
            _ if rules.tips_without_showdown => winning,
            _ => 0,
        };
        while showing != 0 {
            let position = showing.trailing_zeros() as usize;
            showing &= showing - 1;
            if let Some(tip) = Tip::of(self.table.made[position]) {
                self.collect(position, tip, net);
            }
        }
    }

    #[cold]
    fn collect(&mut self, position: usize, tip: Tip, net: &mut [i64; MAX_PLAYERS]) {
        self.pay_tip(position, tip, net);
        let top = self.table.pack[..self.game.size].get(usize::from(self.table.top)).copied();
        if let (Some(more), Some(card)) = (tip.with_top(&self.game.rules), top) {
            let seat = self.seat(position);
            self.on_event(Event::TurnedUp { seat, card });
            let pays = if more == Tip::TensTop { is_ten(card) } else { is_one(card) };
            if pays {
                self.pay_tip(position, more, net);
            }
        }
    }

    fn pay_tip(&mut self, position: usize, tip: Tip, net: &mut [i64; MAX_PLAYERS]) {
        let (players, each) = (self.game.players, tip.value(&self.game.rules));
        for net in &mut net[..players] {
            *net -= each;
        }
        net[position] += each * players as i64;
        let seat = self.seat(position);
        self.on_event(Event::Tipped { seat, tip, each });
    }
}
