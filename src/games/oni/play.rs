//! The play: the deal, the turn, the effects of special cards, the end of the
//! round.

use super::events::{Event, RoundResult, Source};
use super::scoring::{Bonus, Ending, settle};
use super::special::Effect;
use super::table::{Pile, Table, Turn, Waits};
use super::{Oni, Set};
use crate::cards::Hanafuda;
use crate::game::{Game, Observer};
use crate::random::Stream;
use crate::seat::{EachSeat, Seat};
use crate::standings::Standings;

/// A table that is being played at.
pub(super) struct Play<'a, L> {
    pub(super) game: &'a Oni,
    pub(super) table: &'a mut Table,
    pub(super) observer: &'a mut L,
    pub(super) rng: &'a mut Stream,
}

impl<L: Observer<Oni>> Play<'_, L> {
    #[inline(always)]
    fn on_event(&mut self, event: Event) {
        self.observer.on_event(&event);
    }

    /// Shuffles and deals a round, and plays on to the first choice.
    pub(super) fn deal(&mut self) {
        self.table.pile = self.game.pack;
        self.rng.shuffle(self.table.pile.left());
        self.deal_from_pile();
    }

    /// Deals a round from the draw pile. The seat after the dealer begins; the
    /// card turned up may act on it.
    pub(super) fn deal_from_pile(&mut self) {
        let Oni { rules, players, .. } = self.game;
        let table = &mut *self.table;
        table.round += 1;
        table.turns = 0;
        table.seat = table.dealer;
        table.lay_out(*players, usize::from(rules.hand), rules.lightning_first_turn);
        let (round, dealer, top) = (table.round, table.dealer, table.top);
        self.on_event(Event::RoundBegan { round, dealer });
        self.tell_deal();
        // A bridge has nobody who could go again: it passes the turn like any
        // card.
        let effect = if rules.first_card_effect { self.game.effects.of(top) } else { Effect::NOTHING };
        let first = self.act_on_next(effect);
        self.take_turns(first);
    }

    /// Reports who was dealt what.
    #[inline(always)]
    pub(super) fn tell_deal(&mut self) {
        let Table { hands, top, pile, .. } = &*self.table;
        let hands = EachSeat::new(*hands, self.game.players);
        let (top, pile) = (*top, pile.len());
        self.on_event(Event::Dealt { hands, top, pile });
    }

    /// Carries out a choice, and plays on to the next one.
    #[inline(always)]
    pub(super) fn choose(&mut self, choice: usize) {
        let next = if self.table.waits == Waits::Discard {
            self.discard(self.table.playable.nth(choice))
        } else {
            self.answer_lightning(choice)
        };
        if let Some(next) = next {
            self.take_turns(next);
        }
    }

    /// Turn after turn, until somebody is asked or the round is over.
    #[inline(always)]
    pub(super) fn take_turns(&mut self, first: Turn) {
        let Turn { seat, fitting, may_discard } = first;
        self.take_turns_from(seat, fitting, may_discard);
    }

    /// [`take_turns`](Play::take_turns), with a turn in words of its own: as one value
    /// it would go through memory.
    #[inline(never)]
    fn take_turns_from(&mut self, seat: Seat, fitting: Set, may_discard: Set) {
        let mut turn = Turn { seat, fitting, may_discard };
        while let Some(next) = self.take_turn(turn) {
            turn = next;
        }
    }

    /// A turn. A player who holds a card that may be discarded discards one, by
    /// choice if there are several. A player who holds none draws one card, which
    /// is discarded at once if it may be, and kept if not.
    ///
    /// The next turn; none if a player is asked, or the round is over.
    #[inline(always)]
    fn take_turn(&mut self, turn: Turn) -> Option<Turn> {
        let fits = self.begin_turn(turn)?;
        let playable = turn.playable();
        if playable.has_several() {
            return self.ask(playable);
        }
        let draws = playable.is_empty();
        if self.table.pile.is_empty() && !self.can_go_on_without_pile(draws) {
            return self.nothing_to_draw(fits);
        }
        let card = self.table.only_or_drawn(playable);
        // Looked up, as a branch could not be foreseen.
        let from = [Source::Hand, Source::Pile][usize::from(draws)];
        self.move_card(turn.seat, card, from, fits)
    }

    /// A turn begins: all cards that may be discarded, whoever holds them. None if
    /// the round has taken too long.
    #[inline(always)]
    fn begin_turn(&mut self, turn: Turn) -> Option<Set> {
        if self.table.turns == self.game.rules.max_turns {
            self.end_void();
            return None;
        }
        self.table.turns += 1;
        Some(turn.fitting & self.table.allowed[turn.seat])
    }

    /// The player chooses which of these cards to discard.
    #[inline(always)]
    fn ask(&mut self, playable: Set) -> Option<Turn> {
        self.table.waits = Waits::Discard;
        self.table.playable = playable;
        None
    }

    /// The card that was chosen goes on the discard pile: it was among those that fit.
    #[inline(always)]
    fn discard(&mut self, card: Hanafuda) -> Option<Turn> {
        self.move_card(self.table.seat, card, Source::Hand, card.into())
    }

    /// A card goes on the discard pile if it fits, and does what it does; otherwise
    /// it is kept, and the turn passes.
    #[inline(always)]
    fn move_card(&mut self, seat: Seat, card: Hanafuda, from: Source, fits: Set) -> Option<Turn> {
        let kept = !fits.has(card);
        let hand = self.table.put_down_or_keep(seat, card, from != Source::Hand, fits);
        self.on_event(Event::Moved { seat, card, from, kept });
        let effect = self.game.effects.of(card).unless(kept);
        if effect.does_more_than_pass || hand.is_empty() {
            return self.follow_special(card);
        }
        Some(self.pass(seat, effect.skips))
    }

    /// A card was discarded that does more than to pass the turn on or over, or was
    /// the last one of a hand. The bridge is never the last word; otherwise a player
    /// without cards wins.
    #[inline(never)]
    fn follow_special(&mut self, card: Hanafuda) -> Option<Turn> {
        if card == Hanafuda::BRIDGE {
            return self.follow_bridge();
        }
        if self.table.hands[self.table.seat].is_empty() {
            return self.end_with_last_card(card);
        }
        if card == Hanafuda::LIGHTNING && self.game.rules.declare_lightning {
            self.table.waits = Waits::Declare;
            return None;
        }
        Some(self.act_on_next(self.game.effects.of(card)))
    }

    /// The bridge: the same player goes again, and must put a card on it. A player
    /// who holds none that fits draws until one does.
    #[inline(never)]
    fn follow_bridge(&mut self) -> Option<Turn> {
        let turn = self.table.turn();
        let (seat, fits) = (turn.seat, self.begin_turn(turn)?);
        let playable = turn.playable();
        if playable.has_several() {
            return self.ask(playable);
        }
        if !playable.is_empty() {
            return self.move_card(seat, playable.first(), Source::Hand, fits);
        }
        while let Some(card) = self.draw() {
            let from = Source::PileForBridge;
            if fits.has(card) {
                return self.move_card(seat, card, from, fits);
            }
            self.table.put_down_or_keep(seat, card, true, fits);
            self.on_event(Event::Moved { seat, card, from, kept: true });
        }
        self.nothing_to_draw(fits)
    }

    /// The draw pile is empty. Whether the turn can go on: always if nobody draws, and
    /// otherwise if there are discards to make a new pile of.
    #[cold]
    #[inline(never)]
    fn can_go_on_without_pile(&mut self, draws: bool) -> bool {
        !draws || self.reshuffle()
    }

    /// A card was to be drawn in a turn, and there is none: the turn is over.
    #[cold]
    #[inline(never)]
    fn nothing_to_draw(&mut self, fits: Set) -> Option<Turn> {
        let seat = self.table.seat;
        self.table.lacks[seat] |= fits;
        self.table.allowed[seat] = Hanafuda::ALL;
        self.on_event(Event::NothingToDraw { seat });
        Some(self.pass(seat, false))
    }

    /// A card acts on the next player, who draws or is skipped or both, and the
    /// turn passes.
    #[inline(always)]
    fn act_on_next(&mut self, effect: Effect) -> Turn {
        let seat = self.table.seat;
        if effect.draws > 0 {
            self.force(self.game.next[seat], effect.draws);
        }
        self.pass(seat, effect.skips)
    }

    /// The turn passes to the next player, or over that one.
    #[inline(always)]
    fn pass(&mut self, seat: Seat, skips: bool) -> Turn {
        let Oni { next, next_but_one, .. } = self.game;
        if skips {
            self.on_event(Event::Skipped { seat: next[seat] });
        }
        self.table.turn_of_either(skips, next_but_one[seat], next[seat])
    }

    /// Makes a player draw.
    #[inline(never)]
    fn force(&mut self, seat: Seat, draws: u8) {
        let mut draws = draws;
        while draws > 0 {
            if self.table.pile.is_empty() && !self.reshuffle() {
                return self.on_event(Event::NothingToDraw { seat });
            }
            let first = self.table.pile.next();
            let (drawn, cards) = self.table.pile.take(draws, self.game.most_draws);
            self.table.hands[seat] |= cards;
            self.table.held[seat] += drawn;
            self.table.lacks[seat] = Set::EMPTY;
            draws -= drawn;
            for place in first..first + drawn {
                let card = self.table.pile.at(place);
                self.on_event(Event::Moved { seat, card, from: Source::PileByForce, kept: true });
            }
        }
    }

    /// The next card of the draw pile; none if there are no discards to make a
    /// new one of.
    #[inline(always)]
    fn draw(&mut self) -> Option<Hanafuda> {
        if self.table.pile.is_empty() && !self.reshuffle() {
            return None;
        }
        Some(self.table.pile.take_top())
    }

    /// Shuffles the discards into a new draw pile. Whether there are any.
    #[cold]
    fn reshuffle(&mut self) -> bool {
        let table = &mut *self.table;
        let cards = table.under_top();
        if cards.is_empty() {
            return false;
        }
        table.discards = table.top.into();
        table.shuffled = cards;
        table.pile = Pile::of(cards.iter());
        self.rng.shuffle(table.pile.left());
        self.on_event(Event::Reshuffled { cards });
        true
    }

    /// The player of the lightning plays on, or ends the round.
    #[inline(never)]
    fn answer_lightning(&mut self, choice: usize) -> Option<Turn> {
        let seat = self.table.seat;
        match choice {
            0 => {
                self.on_event(Event::PlayedOn { seat });
                Some(self.act_on_next(self.game.effects.of(Hanafuda::LIGHTNING)))
            }
            1 => {
                let hand = self.table.hands[seat];
                self.on_event(Event::Declared { seat, hand });
                self.end_won(Ending::LightningDeclared)
            }
            _ => panic!("the lightning has no option {choice}"),
        }
    }

    /// A player without cards wins. Effects do not happen any more, unless the
    /// house has a drawing card draw.
    #[inline(never)]
    fn end_with_last_card(&mut self, card: Hanafuda) -> Option<Turn> {
        if self.game.rules.last_card_effect {
            self.force(self.game.next[self.table.seat], self.game.effects.of(card).draws);
        }
        self.end_won(Ending::by(card))
    }

    /// The player whose turn it is has won the round: the hands are counted.
    #[inline(never)]
    fn end_won(&mut self, ending: Ending) -> Option<Turn> {
        let Oni { rules, players, points, .. } = self.game;
        let table = &mut *self.table;
        let winner = table.seat;
        let dealer_wins = winner == table.dealer;
        // Built in place: copying it stalls store forwarding.
        let mut over = Event::RoundOver {
            result: RoundResult {
                winner: Some(winner),
                dealer_wins,
                bonus: Bonus::new(rules, ending, dealer_wins),
                ..RoundResult::new(ending, table, *players)
            },
        };
        let Event::RoundOver { result } = &mut over else { unreachable!("it was made as one") };
        result.count_hands(&table.hands, points);
        table.elsewhere.unwritten += settle(rules, winner, result);
        table.elsewhere.own_hands += result.own_hand;
        for seat in Seat::all(*players) {
            table.scores[seat] += result.written[seat];
        }
        table.dealer = winner;
        self.observer.on_event(&over);
        self.end_round();
        None
    }

    /// The round was not over in time: nobody scores, and the same dealer
    /// deals again.
    #[cold]
    fn end_void(&mut self) {
        let Oni { players, points, .. } = self.game;
        let mut result = RoundResult::new(Ending::Void, self.table, *players);
        result.count_hands(&self.table.hands, points);
        self.on_event(Event::RoundOver { result });
        self.end_round();
    }

    /// The game is over when somebody has reached the goal, and stopped after
    /// so many rounds.
    fn end_round(&mut self) {
        let table = &mut *self.table;
        // Only the winner of a round can get there.
        let winner = self.game.winners(table).iter().next();
        if winner.is_none() && table.round < self.game.rules.max_rounds {
            table.waits = Waits::Deal;
            return;
        }
        table.waits = Waits::Over;
        let (rounds, scores) = (table.round, table.scores);
        let scores = Standings::new(self.game.players, |seat| i64::from(scores[seat]));
        self.on_event(Event::GameOver { rounds, scores, winner });
    }
}
