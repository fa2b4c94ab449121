//! The end of a round, by a yaku or by counting the cards, and that of the game.

use super::{ONI, Play};
use crate::game::{Game, Observer};
use crate::games::kujuroku::events::{Ending, Event, GameEnd};
use crate::games::kujuroku::scoring::{Settlement, band, settle, within_means};
use crate::games::kujuroku::table::{TURNS, Waits};
use crate::games::kujuroku::yaku::Payment;
use crate::games::kujuroku::{Kujuroku, Role};
use crate::standings::Standings;

impl<L: Observer<Kujuroku>> Play<'_, L> {
    /// A yaku ends the round: the two others pay it.
    #[cold]
    pub(super) fn pay_yaku(&mut self, winner: Role, turns: u8) {
        let fourth = self.table.fourth();
        let Payment { yaku, each } =
            self.game.yaku.payment(self.table.holdings(winner, fourth)).expect("a yaku that was formed");
        let seat = self.table.seat(winner);
        let mut payers = seat.others(self.game.players).filter(|seat| self.table.participants.contains(seat));
        let in_full = !self.game.has_limit() || payers.all(|seat| self.table.chips[seat] >= each);
        self.on_event(Event::Formed { seat, yaku, each, in_full, fourth });
        let chips = Role::ALL.map(|role| if role == winner { 2 * each } else { -each });
        self.end_round(Ending::Yaku(winner, yaku), turns, chips, winner == Role::Dealer);
    }

    /// Nobody formed a yaku: the cards are counted.
    pub(super) fn count(&mut self) {
        let fourth = self.table.fourth();
        let scores = Role::ALL.map(|role| self.game.points.points(self.table.holdings(role, fourth)));
        debug_assert_eq!(
            scores.iter().sum::<u16>(),
            self.game.points.points(self.game.cards - ONI.only_if(self.table.oni.removed)),
            "every card point is accounted for"
        );
        let bands = scores.map(|score| band(score, self.game.rules.par));
        let participants = self.table.participants;
        self.on_event(Event::Counted { participants, scores, bands, fourth });
        let (settlement, chips) = settle(bands);
        let [dealer, second, third] = scores;
        let best_other = second.max(third);
        let keeps = settlement == Settlement::Draw
            || dealer > best_other
            || (dealer == best_other && self.game.rules.dealer_keeps_on_tie);
        self.end_round(Ending::Counted(settlement), TURNS, chips, keeps);
    }

    /// Chips move, and the deal passes or stays. The game is over when somebody
    /// has no chips left, or every seat has lost the deal.
    fn end_round(&mut self, ending: Ending, turns: u8, chips: [i32; 3], dealer_keeps: bool) {
        let participants = self.table.participants;
        let limit = self.game.has_limit();
        let chips =
            if limit { within_means(chips, participants.map(|seat| self.table.chips[seat])) } else { chips };
        for (seat, chips) in participants.into_iter().zip(chips) {
            self.table.chips[seat] += chips;
        }
        self.on_event(Event::RoundOver { participants, ending, turns, chips, dealer_keeps });
        let table = &mut *self.table;
        table.deals_lost += u8::from(!dealer_keeps);
        if limit && participants.iter().any(|&seat| table.chips[seat] == 0) {
            self.end_game(GameEnd::Broke);
        } else if usize::from(table.deals_lost) == self.game.players {
            self.end_game(GameEnd::Deals);
        } else if table.round == self.game.rules.max_rounds {
            self.end_game(GameEnd::Truncated);
        } else {
            table.waits = Waits::Deal;
        }
    }

    fn end_game(&mut self, ending: GameEnd) {
        let (game, table) = (self.game, &mut *self.table);
        table.waits = Waits::Over;
        let chips = Standings::new(game.players, |seat| game.score(table, seat));
        let (rounds, winners) = (table.round, game.winners(table));
        self.on_event(Event::GameOver { rounds, chips, winners, ending });
    }
}
