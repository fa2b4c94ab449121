//! The play: the deal, the turn, the effects of special cards, the end of the
//! round.

use super::events::{Event, Reason, RoundResult, Source};
use super::scoring::{Bonus, Ending, settle};
use super::special::Effect;
use super::table::{Pile, Table, Waits};
use super::{Oni, Set};
use crate::cards::Hanafuda;
use crate::chance::Stream;
use crate::game::Listener;
use crate::seat::{BySeat, EachSeat, Seat};
use crate::standings::Standings;

/// What comes next at the table.
#[derive(Clone, Copy)]
pub(super) enum Step {
    /// A turn, with the reason to draw in it: on the bridge it is another turn
    /// of the same player, who must put a card on it.
    Turn(Reason),
    /// A card comes on the discard pile.
    Discard(Hanafuda, Source),
    /// Nothing: somebody has a choice, or the round is over.
    Stop,
}

/// A table that is being played at.
pub(super) struct Play<'a, L> {
    pub(super) game: &'a Oni,
    pub(super) table: &'a mut Table,
    pub(super) listener: &'a mut L,
    pub(super) chance: &'a mut Stream,
}

impl<L: Listener<Oni>> Play<'_, L> {
    #[inline(always)]
    fn hear(&mut self, event: Event) {
        self.listener.hear(&event);
    }

    /// Who sits so many seats after the player whose turn it is.
    #[inline]
    fn after(&self, steps: usize) -> Seat {
        self.table.seat.after(steps, self.game.players)
    }

    /// Shuffles and deals a round, and plays on to the first choice.
    pub(super) fn deal(&mut self) {
        let mut pack = self.game.pack;
        self.chance.shuffle(&mut pack);
        self.deal_pack(pack);
    }

    /// Deals a round from a pack. The seat after the dealer begins; the card
    /// turned up may act on it.
    pub(super) fn deal_pack(&mut self, pack: [Hanafuda; Hanafuda::COUNT]) {
        let Oni { rules, players, .. } = self.game;
        let table = &mut *self.table;
        table.round += 1;
        table.turns = 0;
        table.seat = table.dealer;
        table.lay_out(pack, *players, usize::from(rules.hand), rules.lightning_first_turn);
        let (round, dealer, top) = (table.round, table.dealer, table.top);
        let hands = EachSeat::new(table.hands, *players);
        self.hear(Event::RoundBegan { round, dealer });
        self.hear(Event::Dealt { hands, top });
        let nothing = Effect { draws: 0, steps: 1 };
        let effect = if rules.first_card_effect { self.game.effects.of(top) } else { nothing };
        // A bridge has nobody who could go again.
        self.act(Effect { steps: effect.steps.max(1), ..effect });
        self.play_on(Step::Turn(Reason::NoMatch));
    }

    /// Carries out a choice, and plays on to the next one.
    #[inline]
    pub(super) fn choose(&mut self, choice: usize) {
        let step = match self.table.waits {
            Waits::Discard => self.take_from_hand(self.table.playable.nth(choice)),
            Waits::Declare => self.answer_lightning(choice),
            Waits::Deal | Waits::Over => unreachable!("nobody is asked"),
        };
        self.play_on(step);
    }

    /// Takes step after step until somebody has a choice or the round is over.
    ///
    /// One loop with one place for each step, so that all of them are in one
    /// function, which knows the table without looking for it.
    pub(super) fn play_on(&mut self, mut step: Step) {
        loop {
            if let Step::Discard(card, from) = step {
                step = self.put_down(card, from);
            }
            let Step::Turn(reason) = step else { return };
            step = self.turn(reason);
        }
    }

    /// A turn begins: a card of the hand must be discarded, or one is drawn.
    #[inline(always)]
    fn turn(&mut self, reason: Reason) -> Step {
        let table = &mut *self.table;
        if table.turns == self.game.rules.max_turns {
            return self.end_void();
        }
        table.turns += 1;
        let playable = table.find_playable();
        if playable.has_several() {
            table.playable = playable;
            table.waits = Waits::Discard;
            Step::Stop
        } else if playable.is_empty() {
            self.draw_in_turn(reason)
        } else {
            self.take_from_hand(playable.first())
        }
    }

    #[inline(always)]
    fn take_from_hand(&mut self, card: Hanafuda) -> Step {
        let table = &mut *self.table;
        table.hands[table.seat].remove(card);
        table.held[table.seat] -= 1;
        Step::Discard(card, Source::Hand)
    }

    /// A player who holds no card that may be discarded draws one, on the own
    /// bridge as many as it takes. One that fits is discarded at once.
    ///
    /// Everybody sees what that says of the hand.
    #[inline(always)]
    fn draw_in_turn(&mut self, reason: Reason) -> Step {
        let seat = self.table.seat;
        let fits = self.table.discardable();
        self.table.lacks[seat] |= fits;
        while let Some(card) = self.draw() {
            let kept = !fits.has(card);
            self.hear(Event::Drew { seat, card, reason, kept });
            if !kept {
                return Step::Discard(card, Source::Pile);
            }
            self.keep(seat, card);
            self.table.lacks[seat] = fits;
            if reason != Reason::Bridge {
                return self.end_turn();
            }
        }
        self.hear(Event::NothingToDraw { seat });
        self.end_turn()
    }

    /// A turn in which nothing was discarded is over.
    #[inline]
    fn end_turn(&mut self) -> Step {
        self.table.lightning_free |= 1 << self.table.seat.index();
        self.table.seat = self.after(1);
        Step::Turn(Reason::NoMatch)
    }

    #[inline]
    fn keep(&mut self, seat: Seat, card: Hanafuda) {
        self.table.hands[seat].insert(card);
        self.table.held[seat] += 1;
    }

    /// A card comes on the discard pile, and does what it does.
    #[inline(always)]
    fn put_down(&mut self, card: Hanafuda, from: Source) -> Step {
        let table = &mut *self.table;
        let seat = table.seat;
        table.discards.insert(table.top);
        table.top = card;
        table.lightning_free |= 1 << seat.index();
        let out_of_cards = table.held[seat] == 0;
        self.hear(Event::Discarded { seat, card, from });
        if card == Hanafuda::BRIDGE {
            return Step::Turn(Reason::Bridge);
        }
        if out_of_cards {
            return self.end_with_last_card(card);
        }
        if card == Hanafuda::LIGHTNING && self.game.rules.declare_lightning {
            self.table.waits = Waits::Declare;
            return Step::Stop;
        }
        self.act(self.game.effects.of(card));
        Step::Turn(Reason::NoMatch)
    }

    /// A discarded card acts on those who come after, and the turn passes.
    #[inline(always)]
    fn act(&mut self, effect: Effect) {
        let next = self.after(1);
        if effect.draws > 0 {
            self.force(next, effect.draws);
        }
        if effect.steps == 2 {
            self.hear(Event::Skipped { seat: next });
        }
        self.table.seat = self.after(usize::from(effect.steps));
    }

    /// Makes a player draw.
    #[inline(never)]
    fn force(&mut self, seat: Seat, draws: u8) {
        for _ in 0..draws {
            let Some(card) = self.draw() else {
                return self.hear(Event::NothingToDraw { seat });
            };
            self.hear(Event::Drew { seat, card, reason: Reason::Forced, kept: true });
            self.keep(seat, card);
            self.table.lacks[seat] = Set::EMPTY;
        }
    }

    /// The next card of the draw pile. When there is none, the discards are
    /// shuffled into a new one; none if there are no discards either.
    #[inline]
    fn draw(&mut self) -> Option<Hanafuda> {
        self.table.pile.draw().or_else(|| self.reshuffle())
    }

    #[cold]
    fn reshuffle(&mut self) -> Option<Hanafuda> {
        let discards = std::mem::take(&mut self.table.discards);
        if discards.is_empty() {
            return None;
        }
        let table = &mut *self.table;
        table.shuffled = discards;
        table.pile = Pile::of(discards.iter());
        self.chance.shuffle(table.pile.left());
        let cards = table.pile.len();
        self.hear(Event::Reshuffled { cards });
        self.table.pile.draw()
    }

    /// The player of the lightning ends the round, or plays on.
    #[inline(never)]
    fn answer_lightning(&mut self, choice: usize) -> Step {
        match choice {
            0 => {
                self.hear(Event::PlayedOn { seat: self.table.seat });
                self.act(self.game.effects.of(Hanafuda::LIGHTNING));
                Step::Turn(Reason::NoMatch)
            }
            1 => {
                let seat = self.table.seat;
                let hand = self.table.hands[seat];
                self.hear(Event::Declared { seat, hand });
                self.end_won(Ending::LightningDeclared)
            }
            _ => panic!("the lightning has no option {choice}"),
        }
    }

    /// A player without cards wins. Effects do not happen any more, unless the
    /// house has a drawing card draw.
    #[inline(never)]
    fn end_with_last_card(&mut self, card: Hanafuda) -> Step {
        if self.game.rules.last_card_effect {
            self.force(self.after(1), self.game.effects.of(card).draws);
        }
        self.end_won(Ending::by(card))
    }

    /// The player whose turn it is has won the round: the hands are counted.
    #[inline(never)]
    fn end_won(&mut self, ending: Ending) -> Step {
        let Oni { rules, players, points, .. } = self.game;
        let table = &mut *self.table;
        let winner = table.seat;
        let dealer_wins = winner == table.dealer;
        let bonus = Bonus::new(rules, ending, dealer_wins);
        let hand_points = points.of_each(&table.hands, *players);
        let settlement = settle(rules, *players, winner, bonus, &hand_points);
        for seat in Seat::all(*players) {
            table.scores[seat] += settlement.written[seat];
        }
        table.elsewhere.own_hands += settlement.own_hand;
        table.elsewhere.unwritten += settlement.unwritten;
        table.dealer = winner;
        let result = RoundResult {
            ending,
            winner: Some(winner),
            dealer_wins,
            bonus,
            turns: table.turns,
            hand_cards: EachSeat::new(table.held, *players),
            hand_points: EachSeat::new(hand_points, *players),
            own_hand: settlement.own_hand,
            written: EachSeat::new(settlement.written, *players),
        };
        self.hear(Event::RoundOver { result });
        let reached = self.table.scores[winner] >= i32::from(rules.goal);
        self.go_on_to_next_round(reached.then_some(winner));
        Step::Stop
    }

    /// The round was not over in time: nobody scores, and the same dealer
    /// deals again.
    #[cold]
    fn end_void(&mut self) -> Step {
        let Oni { players, points, .. } = self.game;
        let table = &*self.table;
        let result = RoundResult {
            ending: Ending::Void,
            winner: None,
            dealer_wins: false,
            bonus: Bonus::NONE,
            turns: table.turns,
            hand_cards: EachSeat::new(table.held, *players),
            hand_points: EachSeat::new(points.of_each(&table.hands, *players), *players),
            own_hand: 0,
            written: EachSeat::new(BySeat::default(), *players),
        };
        self.hear(Event::RoundOver { result });
        self.go_on_to_next_round(None);
        Step::Stop
    }

    /// The game is over when somebody has reached the goal, and stopped after
    /// so many rounds.
    fn go_on_to_next_round(&mut self, winner: Option<Seat>) {
        let table = &mut *self.table;
        if winner.is_none() && table.round < self.game.rules.max_rounds {
            table.waits = Waits::Deal;
            return;
        }
        table.waits = Waits::Over;
        let (rounds, scores) = (table.round, table.scores);
        let scores = Standings::new(self.game.players, |seat| i64::from(scores[seat]));
        self.hear(Event::GameOver { rounds, scores, winner });
    }
}
