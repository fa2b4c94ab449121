//! The play: the deal, the betting, the showdown, the end of a hand.

use std::hint::select_unpredictable;

use super::KachiKachi;
use super::events::{Ending, Event, Stage};
use super::hand::Hand;
use super::rules::Tips;
use super::table::{Bets, Betting, ROUNDS, Table, Waits};
use super::tips::Tip;
use super::view::{Choices, Decision};
use crate::cards::{Card, NumberCard};
use crate::game::{BlindChooser, Game, Observer, Options};
use crate::random::Stream;
use crate::seat::{BySeat, EachSeat, Seat};
use crate::standings::Standings;

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
        let cards = self.table.pack.deal(2 * players, self.rng);
        self.table.dealt =
            BySeat::from_fn(|seat| Hand([cards[2 * seat.index()], cards[2 * seat.index() + 1]]));
        self.begin_hand();
    }

    /// Antes, and everyone takes up the cards that were dealt. The winner of
    /// the hand before, who deals this one, antes only by house rule.
    #[inline]
    pub(super) fn begin_hand(&mut self) {
        let KachiKachi { players, rules, antes, .. } = self.game;
        let table = &mut *self.table;
        table.hand += 1;
        let free = table.dealer_won && !rules.winner_antes;
        let lies_over = table.betting.pot;
        table.bets = Bets::default();
        table.paid = *antes;
        if free {
            table.paid[table.dealer] = 0;
        }
        table.take_up(*players, rules.zero_hand);
        let betting = Betting {
            remaining: (0xFF_u16 >> (8 - players)) as u8,
            pot: lies_over + i64::from(rules.ante) * (*players as i64 - i64::from(free)),
            ..Betting::NONE
        };

        let (hand, dealer) = (table.hand, table.dealer);
        let free = free.then_some(dealer);
        let hands = EachSeat::new(table.dealt, *players);
        self.on_event(Event::HandBegan { hand, dealer, ante: rules.ante, free, lies_over });
        self.on_event(Event::Dealt { hands });
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
        let stop = loop {
            if let Some(stop) = stopped {
                break stop;
            }
            stopped = self.claim_or_bet(&mut betting);
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

    /// A turn to bet: a Zero Hand may be claimed before anything else.
    #[inline(always)]
    fn claim_or_bet(&mut self, betting: &mut Betting) -> Option<Stop> {
        let position = betting.turn();
        if self.may_claim(position)
            && let Some(decision) = self.offer_claim(position, Stage::Betting)
        {
            return Some(Stop::ToAsk(decision));
        }
        self.bet_or_fold(self.seat(position), betting)
    }

    /// The turn to bet itself.
    #[inline(always)]
    fn bet_or_fold(&mut self, seat: Seat, betting: &mut Betting) -> Option<Stop> {
        let decision = if betting.bet == 0 { Decision::Open } else { Decision::Call };
        match self.decide(seat, &Choices::of_two(decision)) {
            Some(choice) => self.carry_out(decision, choice, seat, betting),
            None => Some(Stop::ToAsk(decision)),
        }
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
        let stop = self.carry_out(decision, choice, self.seat(betting.turn()), &mut betting);
        self.go_on_betting(betting, stop);
    }

    /// A choice about a bet, and what it leads to. If just one amount is
    /// possible, it is no choice.
    #[inline(always)]
    fn carry_out(
        &mut self,
        decision: Decision,
        choice: usize,
        seat: Seat,
        betting: &mut Betting,
    ) -> Option<Stop> {
        match decision {
            Decision::Open if choice != 0 => {
                let amounts = self.game.amounts(betting);
                let amount = if amounts.count() > 1 { self.decide(seat, &amounts) } else { Some(0) };
                match amount {
                    Some(amount) => self.open(amount, seat, betting),
                    None => return Some(Stop::ToAsk(Decision::Amount)),
                }
            }
            Decision::Amount => self.open(choice, seat, betting),
            _ => self.call_or_fold(choice != 0, seat, betting),
        }
        self.end_turn(betting)
    }

    #[inline(always)]
    fn open(&mut self, amount: usize, seat: Seat, betting: &mut Betting) {
        let rules = &self.game.rules;
        let bet = rules.min_bet + amount as u32;
        assert!(bet <= rules.max_wager - betting.wagered, "a bet of {bet} is more than max_wager leaves");
        betting.bet = bet;
        self.table.bets[usize::from(betting.round)] = bet;
        self.pay(seat, bet, betting);
        self.on_event(Event::Opened { seat, bet });
    }

    /// Matches the bet, or folds, which pays nothing. Which of them is as good
    /// as random: one path for both.
    #[inline(always)]
    fn call_or_fold(&mut self, calls: bool, seat: Seat, betting: &mut Betting) {
        let bet = betting.bet;
        betting.remaining &= !(u8::from(!calls) << betting.turn());
        self.pay(seat, select_unpredictable(calls, bet, 0), betting);
        self.on_event(if calls { Event::Called { seat, bet } } else { Event::Folded { seat } });
    }

    #[inline(always)]
    fn pay(&mut self, seat: Seat, amount: u32, betting: &mut Betting) {
        self.table.paid[seat] += i64::from(amount);
        betting.pot += i64::from(amount);
    }

    /// On to the next player, the next round, or the end of the betting.
    #[inline(always)]
    fn end_turn(&mut self, betting: &mut Betting) -> Option<Stop> {
        betting.to_come &= betting.to_come - 1;
        if betting.remaining.is_power_of_two() {
            Some(Stop::OneLeft)
        } else if betting.to_come == 0 {
            self.begin_round(betting)
        } else {
            None
        }
    }

    /// Whether the player at a position holds a Zero Hand to claim.
    #[inline(always)]
    fn may_claim(&self, position: usize) -> bool {
        self.table.zero >> position & 1 != 0 && self.table.pack.left() > 0
    }

    /// The player at a position may claim a Zero Hand. What the player has to
    /// be asked, if anything.
    #[cold]
    #[inline(never)]
    fn offer_claim(&mut self, position: usize, stage: Stage) -> Option<Decision> {
        match self.decide(self.seat(position), &Choices::of_two(Decision::Claim)) {
            None => Some(Decision::Claim),
            Some(0) => None,
            Some(_) => self.claim(position, stage),
        }
    }

    /// The two cards are shown, and a card is drawn; after a Ten perhaps
    /// another one. What the player has to be asked, if anything.
    fn claim(&mut self, position: usize, stage: Stage) -> Option<Decision> {
        self.table.zero &= !(1 << position);
        self.table.claimed |= 1 << position;
        let seat = self.seat(position);
        let hand = self.table.dealt[seat];
        self.on_event(Event::Claimed { seat, hand, stage });
        let card = self.draw(seat);
        if is_ten(card) && self.table.pack.left() > 0 {
            match self.decide(seat, &Choices::of_two(Decision::Again)) {
                None => return Some(Decision::Again),
                Some(0) => {}
                Some(_) => {
                    self.draw(seat);
                }
            }
        }
        self.make(seat);
        None
    }

    /// Carries out a choice about a Zero Hand, and goes on with the turn.
    #[cold]
    #[inline(never)]
    fn answer_claim(&mut self, decision: Decision, choice: usize) {
        let mut betting = self.table.betting;
        let (position, is_yes) = (betting.turn(), choice != 0);
        let (seat, showdown) = (self.seat(position), betting.showdown);
        let to_ask = match decision {
            Decision::Claim if is_yes => {
                self.claim(position, if showdown { Stage::Showdown } else { Stage::Betting })
            }
            Decision::Again => {
                if is_yes {
                    self.draw(seat);
                }
                self.make(seat);
                None
            }
            _ => None,
        };
        match to_ask {
            Some(decision) => self.table.waits = Waits::Choice(decision),
            None if showdown => {
                self.show();
                self.go_on_showing();
            }
            None => {
                let stop = self.bet_or_fold(seat, &mut betting);
                self.go_on_betting(betting, stop);
            }
        }
    }

    fn draw(&mut self, seat: Seat) -> NumberCard {
        let table = &mut *self.table;
        let card = table.pack.draw(self.rng).expect("who may draw finds a card");
        table.drawn[seat][usize::from(table.draws[seat])] = card;
        table.draws[seat] += 1;
        self.on_event(Event::Drew { seat, card });
        card
    }

    fn make(&mut self, seat: Seat) {
        self.table.make(seat);
        let hand = self.table.made[seat];
        self.on_event(Event::Made { seat, hand });
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
            let position = self.table.betting.turn();
            if self.may_claim(position)
                && let Some(decision) = self.offer_claim(position, Stage::Showdown)
            {
                self.table.waits = Waits::Choice(decision);
                return;
            }
            self.show();
        }
        self.compare();
    }

    #[inline(always)]
    fn show(&mut self) {
        let betting = &mut self.table.betting;
        let position = betting.turn();
        betting.to_come &= betting.to_come - 1;
        let seat = self.seat(position);
        let hand = self.table.made[seat];
        self.on_event(Event::Shown { seat, hand });
    }

    /// The best hand takes the pot; if several are best, nobody does.
    fn compare(&mut self) {
        let shown = |position: usize| (self.table.made[self.seat(position)].class(), self.seat(position));
        let mut others = self.table.betting.remaining;
        let (mut best, first) = shown(others.trailing_zeros() as usize);
        let mut winner = Some(first);
        others &= others - 1;
        while others != 0 {
            let (class, seat) = shown(others.trailing_zeros() as usize);
            others &= others - 1;
            if class <= best {
                winner = (class < best).then_some(seat);
                best = class;
            }
        }
        self.end_hand(winner, Ending::Showdown);
    }

    /// The pot, the tips, and who deals next.
    fn end_hand(&mut self, winner: Option<Seat>, ending: Ending) {
        let players = self.game.players;
        let pot = self.table.betting.pot;
        self.on_event(Event::Settled { winner, pot });
        // Filled where it is told of, seat by seat: to copy it there afterwards
        // is to wait.
        let net = EachSeat::from_fn(players, |seat| -self.table.paid[seat]);
        let mut over = Event::HandOver { ending, winner, pot, net };
        let Event::HandOver { net, .. } = &mut over else { unreachable!("it was made as one") };
        if let Some(winner) = winner {
            net[winner] += pot;
        }
        self.collect_tips(winner, ending, net);

        let table = &mut *self.table;
        for seat in Seat::all(players) {
            table.points[seat] += net[seat];
            table.paid[seat] = 0;
        }
        table.betting = Betting { pot: if winner.is_some() { 0 } else { pot }, ..Betting::NONE };
        if let Some(winner) = winner {
            table.dealer = winner;
        }
        table.dealer_won = winner.is_some();
        let is_over = table.hand >= self.game.rules.hands && winner.is_some();
        table.waits = if is_over { Waits::Over } else { Waits::Deal };
        let hands = table.hand;
        self.observer.on_event(&over);
        if is_over {
            let points = Standings::new(players, |seat| self.table.points[seat]);
            let winners = self.game.winners(self.table);
            self.on_event(Event::GameOver { hands, points, winners });
        }
    }

    /// Those who may show a tip hand do: it costs nothing.
    #[inline]
    fn collect_tips(&mut self, winner: Option<Seat>, ending: Ending, net: &mut EachSeat<i64>) {
        let rules = &self.game.rules;
        match (rules.tips, ending) {
            (Tips::Off, _) => {}
            (Tips::Showdown, Ending::Showdown) => {
                let mut showing = self.table.betting.remaining;
                while showing != 0 {
                    let seat = self.seat(showing.trailing_zeros() as usize);
                    showing &= showing - 1;
                    self.collect(seat, net);
                }
            }
            (Tips::Winner, Ending::Showdown) => winner.into_iter().for_each(|seat| self.collect(seat, net)),
            _ if rules.tips_without_showdown => winner.into_iter().for_each(|seat| self.collect(seat, net)),
            _ => {}
        }
    }

    /// A player shows a hand: it may be worth a tip.
    #[inline(always)]
    fn collect(&mut self, seat: Seat, net: &mut EachSeat<i64>) {
        if let Some(tip) = Tip::of(self.table.made[seat]) {
            self.collect_tip(seat, tip, net);
        }
    }

    #[cold]
    fn collect_tip(&mut self, seat: Seat, tip: Tip, net: &mut EachSeat<i64>) {
        self.pay_tip(seat, tip, net);
        let Some(more) = tip.with_top(&self.game.rules) else { return };
        let Some(card) = self.table.pack.top(self.rng) else { return };
        self.on_event(Event::TurnedUp { seat, card });
        let pays = if more == Tip::TensTop { is_ten(card) } else { is_one(card) };
        if pays {
            self.pay_tip(seat, more, net);
        }
    }

    fn pay_tip(&mut self, seat: Seat, tip: Tip, net: &mut EachSeat<i64>) {
        let each = tip.value(&self.game.rules);
        for payer in seat.others(self.game.players) {
            net[payer] -= each;
            net[seat] += each;
        }
        self.on_event(Event::Tipped { seat, tip, each });
    }
}
