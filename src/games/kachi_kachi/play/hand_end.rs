//! The end of a hand: the showdown, the pot and the tips; and that of the game.

use super::{Play, is_one, is_ten};
use crate::game::{Game, Observer};
use crate::games::kachi_kachi::KachiKachi;
use crate::games::kachi_kachi::circle::{masks, without_first};
use crate::games::kachi_kachi::events::{Ending, Event};
use crate::games::kachi_kachi::rules::Tips;
use crate::games::kachi_kachi::table::{Betting, MAX_PLAYERS, Waits};
use crate::games::kachi_kachi::tips::Tip;
use crate::games::kachi_kachi::view::Decision;
use crate::seat::{BySeat, EachSeat, Seat};
use crate::standings::Standings;

impl<L: Observer<KachiKachi>> Play<'_, L> {
    pub(super) fn begin_showdown(&mut self) {
        let betting = &mut self.table.betting;
        betting.showdown = true;
        betting.to_come = betting.remaining;
        self.on_event(Event::ShowdownBegan);
        self.go_on_showing();
    }

    pub(super) fn go_on_showing(&mut self) {
        while self.table.betting.to_come != 0 {
            let position = self.table.betting.turn();
            if self.may_claim(position) {
                self.table.waits = Waits::Choice(Decision::Claim);
                return;
            }
            self.show();
        }
        self.compare();
    }

    #[inline(always)]
    pub(super) fn show(&mut self) {
        let betting = &mut self.table.betting;
        let position = betting.turn();
        betting.to_come = without_first(betting.to_come);
        let seat = self.seat(position);
        let hand = self.table.made[seat];
        self.on_event(Event::Shown { seat, hand });
    }

    /// The best hand takes the pot; if several are best, nobody does.
    fn compare(&mut self) {
        let shown = |position: usize| (self.table.classes.of(self.seat(position)), self.seat(position));
        let mut others = self.table.betting.remaining;
        let (mut best, first) = shown(others.trailing_zeros() as usize);
        let mut winner = Some(first);
        others = without_first(others);
        while others != 0 {
            let (class, seat) = shown(others.trailing_zeros() as usize);
            others = without_first(others);
            if class <= best {
                winner = (class < best).then_some(seat);
                best = class;
            }
        }
        self.end_hand(winner, Ending::Showdown);
    }

    /// The pot, the tips, and who deals next.
    pub(super) fn end_hand(&mut self, winner: Option<Seat>, ending: Ending) {
        let players = self.game.players;
        let pot = self.table.betting.pot;
        self.on_event(Event::Settled { winner, pot });
        if self.may_pay_tips(winner, ending) {
            self.collect_tips(winner, ending);
        }

        let table = &mut *self.table;
        let wins = masks(winner.map_or(0, |seat| 1 << seat.index()));
        let net = BySeat::from_fn(|seat| (pot & i64::from(wins[seat.index()])) - i64::from(table.paid[seat]));
        let net = EachSeat::new(net, players);
        for seat in Seat::all(MAX_PLAYERS) {
            table.points[seat] += net[seat];
        }
        table.paid = BySeat::all(0);
        table.betting = Betting { pot: if winner.is_some() { 0 } else { pot }, ..Betting::NONE };
        table.dealer = winner.unwrap_or(table.dealer);
        table.dealer_won = winner.is_some();
        let is_over = table.hand >= self.game.rules.hands && winner.is_some();
        table.waits = if is_over { Waits::Over } else { Waits::Deal };
        let hands = table.hand;
        self.on_event(Event::HandOver { ending, winner, pot, net });
        if is_over {
            let points = Standings::new(players, |seat| self.table.points[seat]);
            let winners = self.game.winners(self.table);
            self.on_event(Event::GameOver { hands, points, winners });
        }
    }

    /// Who may show a tip hand, as a set of positions.
    #[inline]
    fn may_show(&self, winner: Option<Seat>, ending: Ending) -> u8 {
        let rules = &self.game.rules;
        let winner = winner.map_or(0, |seat| 1 << self.table.position(seat, self.game.players));
        match (rules.tips, ending) {
            (Tips::Off, _) => 0,
            (Tips::Showdown, Ending::Showdown) => self.table.betting.remaining,
            (Tips::Winner, Ending::Showdown) => winner,
            _ if rules.tips_without_showdown => winner,
            _ => 0,
        }
    }

    /// Whether any of those who may show a hand has one that may be worth a tip.
    #[inline]
    fn may_pay_tips(&self, winner: Option<Seat>, ending: Ending) -> bool {
        let mut showing = self.may_show(winner, ending);
        let mut pays = false;
        while showing != 0 {
            let seat = self.seat(showing.trailing_zeros() as usize);
            showing = without_first(showing);
            pays |= Tip::may_be_of(self.table.classes.of(seat));
        }
        pays
    }

    /// Those who may show a tip hand do: it costs nothing.
    #[cold]
    fn collect_tips(&mut self, winner: Option<Seat>, ending: Ending) {
        let showing = self.may_show(winner, ending);
        for position in (0..self.game.players).filter(|position| showing >> position & 1 != 0) {
            let seat = self.seat(position);
            if let Some(tip) = Tip::of(self.table.made[seat]) {
                self.collect_tip(seat, tip);
            }
        }
    }

    fn collect_tip(&mut self, seat: Seat, tip: Tip) {
        self.pay_tip(seat, tip);
        let Some(more) = tip.with_top(&self.game.rules) else { return };
        let Some(card) = self.table.pack.top(self.rng) else { return };
        self.on_event(Event::TurnedUp { seat, card });
        let pays = if more == Tip::TensTop { is_ten(card) } else { is_one(card) };
        if pays {
            self.pay_tip(seat, more);
        }
    }

    fn pay_tip(&mut self, seat: Seat, tip: Tip) {
        let each = tip.value(&self.game.rules);
        for payer in seat.others(self.game.players) {
            self.table.paid[payer] += each as i32;
            self.table.paid[seat] -= each as i32;
        }
        self.on_event(Event::Tipped { seat, tip, each });
    }
}
