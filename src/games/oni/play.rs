//! The play: the deal, the turn, the effects of special cards, the end of the
//! round.

use std::hint::select_unpredictable;

use super::events::{Event, RoundResult, Source};
use super::scoring::{Bonus, Ending, settle};
use super::special::{Effect, fitting};
use super::table::{Pile, Table, Turn, Waits};
use super::view::Choices;
use super::{Oni, Set};
use crate::cards::Hanafuda;
use crate::game::{BlindChooser, Game, Observer};
use crate::random::Stream;
use crate::seat::{EachSeat, Seat};
use crate::standings::Standings;

/// A card on its way, by itself in a set: onto the discard pile, or into the
/// hand of who drew it.
struct Passage {
    card: Set,
    from: Source,
    /// All cards that would have fitted: who draws one holds none of them.
    fits: Set,
    /// The card, if it comes on the discard pile.
    down: Set,
    /// Whether it does not.
    kept: bool,
}

impl Passage {
    /// A card that fits, which is known.
    #[inline(always)]
    fn down(card: Set, from: Source, fits: Set) -> Passage {
        Passage { card, from, fits, down: card, kept: false }
    }

    /// A card that comes on the discard pile if it fits, and is kept if not.
    #[inline(always)]
    fn down_or_kept(card: Set, from: Source, fits: Set) -> Passage {
        let down = card & fits;
        Passage { card, from, fits, down, kept: down.is_empty() }
    }
}

/// A table that is being played at.
pub(super) struct Play<'a, L, C> {
    pub(super) game: &'a Oni,
    pub(super) table: &'a mut Table,
    pub(super) observer: &'a mut L,
    pub(super) chooser: C,
    pub(super) rng: &'a mut Stream,
}

impl<L: Observer<Oni>, C: BlindChooser> Play<'_, L, C> {
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
        self.act(effect);
        self.take_turns(self.table.turn());
    }

    /// Tells who was dealt what.
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
        let turn = self.table.turn();
        if self.table.waits != Waits::Discard {
            if self.answer_lightning(choice) {
                self.take_turns(self.table.turn());
            }
            return;
        }
        let card = self.table.playable.nth_alone(choice);
        if let Some(turn) = self.move_card(turn, Passage::down(card, Source::Hand, Set::EMPTY)) {
            self.take_turns(turn);
        }
    }

    /// Turn after turn, until somebody is to be asked or the round is over.
    ///
    /// A turn goes in and comes out in single words: in memory it would be
    /// waited for.
    #[inline(always)]
    pub(super) fn take_turns(&mut self, turn: Turn) {
        let Turn { seat, fitting, hand, draws_at } = turn;
        let playable = self.take_turns_until_asked(seat, fitting, hand, draws_at);
        if !playable.is_empty() {
            self.ask(playable);
        }
    }

    /// Takes the turns of those who have no choice, or make it at once. Whose
    /// turn it is then is to choose among these cards; among none if the play
    /// stopped for something else.
    ///
    /// Who has no choice discards the only card that fits, or draws one, which
    /// fits or does not. Which of these it is cannot be foreseen, and so is no
    /// branch: in all three a card moves.
    #[inline(never)]
    fn take_turns_until_asked(&mut self, seat: Seat, fitting: Set, hand: Set, draws_at: u8) -> Set {
        let mut turn = Turn { seat, fitting, hand, draws_at };
        while let Some(fits) = self.begin_turn(turn) {
            let mut playable = turn.playable();
            if playable.has_several() {
                let options = Choices::Discard(playable);
                let Some(choice) = self.chooser.decide(turn.seat, &options, self.observer) else {
                    return playable;
                };
                playable = playable.nth_alone(choice);
            }
            let draws = playable.is_empty();
            if self.table.pile.ends_at(turn.draws_at) {
                if !self.prepare_to_draw(draws) {
                    self.draw_nothing(fits);
                    turn = self.table.turn();
                    continue;
                }
                turn.draws_at = self.table.pile.next();
            }
            let card = select_unpredictable(draws, self.table.pile.at(turn.draws_at).into(), playable);
            turn.draws_at += u8::from(draws);
            self.table.pile.go_on_at(turn.draws_at);
            let from = [Source::Hand, Source::Pile][usize::from(draws)];
            let Some(next) = self.move_card(turn, Passage::down_or_kept(card, from, fits)) else { break };
            turn = next;
        }
        Set::EMPTY
    }

    /// A turn begins: all cards that may be discarded, whoever holds them.
    /// Nothing if the round has taken too long.
    #[inline(always)]
    fn begin_turn(&mut self, turn: Turn) -> Option<Set> {
        if self.table.turns == self.game.rules.max_turns {
            self.end_void();
            return None;
        }
        self.table.turns += 1;
        Some(turn.fitting & self.table.allowed[turn.seat])
    }

    /// A player is to choose one of these cards.
    #[inline(always)]
    fn ask(&mut self, playable: Set) {
        self.table.waits = Waits::Discard;
        self.table.playable = playable;
    }

    /// A card comes on the discard pile and does what it does, or is kept. The
    /// turn after that, unless the play stops.
    #[inline(always)]
    fn move_card(&mut self, turn: Turn, passage: Passage) -> Option<Turn> {
        let Oni { skipping, special, .. } = self.game;
        let Passage { card: cards, from, fits, down, kept } = passage;
        let (table, seat, card) = (&mut *self.table, turn.seat, cards.first());
        // Who draws shows to hold none of those that fit. What else is known
        // to be lacking may be the card that is kept.
        let shown = fits.only_if(from != Source::Hand);
        table.lacks[seat] = select_unpredictable(kept, fits, table.lacks[seat] | shown);
        let hand = (table.hands[seat] | cards) - down;
        table.hands[seat] = hand;
        table.held[seat] = table.held[seat] + u8::from(from != Source::Hand) - u8::from(!kept);
        table.discards |= down;
        table.top = select_unpredictable(kept, table.top, card);
        table.allowed[seat] = Hanafuda::ALL;
        self.on_event(Event::Moved { seat, card, from, kept });
        if down.meets(*special) || hand.is_empty() {
            return self.act_specially(card, hand.is_empty()).then(|| self.table.turn());
        }
        let (seat, hand) = self.pass(seat, down.meets(*skipping));
        let fitting = select_unpredictable(kept, turn.fitting, fitting(card));
        Some(Turn { seat, fitting, hand, draws_at: turn.draws_at })
    }

    /// A card does more than to pass the turn on, or was the last one of a
    /// hand. The bridge is never the last word. Whether a turn comes next.
    #[inline(never)]
    fn act_specially(&mut self, card: Hanafuda, out_of_cards: bool) -> bool {
        if card == Hanafuda::BRIDGE {
            return self.follow_bridge();
        }
        if out_of_cards {
            self.end_with_last_card(card);
            return false;
        }
        if card == Hanafuda::LIGHTNING && self.game.rules.declare_lightning {
            let options = Choices::Declare;
            if let Some(choice) = self.chooser.decide(self.table.seat, &options, self.observer) {
                return self.answer_lightning(choice);
            }
            self.table.waits = Waits::Declare;
            return false;
        }
        self.act(self.game.effects.of(card));
        true
    }

    /// The same player's turn again, who draws until a card fits on the bridge.
    /// Whether another turn comes after that.
    #[inline(never)]
    fn follow_bridge(&mut self) -> bool {
        let turn = self.table.turn();
        let Some(fits) = self.begin_turn(turn) else { return false };
        let (seat, playable) = (turn.seat, turn.playable());
        if playable.has_several() {
            self.ask(playable);
            return false;
        }
        if !playable.is_empty() {
            return self.move_card(turn, Passage::down(playable, Source::Hand, fits)).is_some();
        }
        while let Some(card) = self.draw() {
            if fits.has(card) {
                let passage = Passage::down(card.into(), Source::PileForBridge, fits);
                return self.move_card(turn, passage).is_some();
            }
            self.table.hands[seat].insert(card);
            self.table.held[seat] += 1;
            self.table.lacks[seat] = fits;
            self.on_event(Event::Moved { seat, card, from: Source::PileForBridge, kept: true });
        }
        self.draw_nothing(fits);
        true
    }

    /// The draw pile is empty: if a card is to be drawn there must be a new
    /// one. Whether the turn can go on.
    #[cold]
    #[inline(never)]
    fn prepare_to_draw(&mut self, draws: bool) -> bool {
        !draws || self.reshuffle()
    }

    /// A card was to be drawn in a turn, and there is none: the turn is over.
    #[cold]
    #[inline(never)]
    fn draw_nothing(&mut self, fits: Set) {
        let seat = self.table.seat;
        self.table.lacks[seat] |= fits;
        self.table.allowed[seat] = Hanafuda::ALL;
        self.on_event(Event::NothingToDraw { seat });
        self.pass(seat, false);
    }

    /// A card acts on those who come after, and the turn passes.
    #[inline]
    fn act(&mut self, effect: Effect) {
        let seat = self.table.seat;
        self.force(self.game.next[seat], effect.draws);
        self.pass(seat, effect.skips);
    }

    /// The turn passes to the next player, or over that one: to whom, and what
    /// may be discarded there if it fits.
    ///
    /// Both hands are looked up, though only one is needed: so nothing has to
    /// wait until it is known whose turn it is.
    #[inline(always)]
    fn pass(&mut self, seat: Seat, skips: bool) -> (Seat, Set) {
        let Oni { next, next_but_one, .. } = self.game;
        let (next, after) = (next[seat], next_but_one[seat]);
        if skips {
            self.on_event(Event::Skipped { seat: next });
        }
        let table = &mut *self.table;
        let hand = select_unpredictable(skips, table.may_discard(after), table.may_discard(next));
        table.seat = select_unpredictable(skips, after, next);
        (table.seat, hand)
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
    #[inline]
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

    /// The player of the lightning ends the round, or plays on: whether a turn
    /// comes next.
    #[inline(never)]
    fn answer_lightning(&mut self, choice: usize) -> bool {
        let seat = self.table.seat;
        match choice {
            0 => {
                self.on_event(Event::PlayedOn { seat });
                self.act(self.game.effects.of(Hanafuda::LIGHTNING));
                true
            }
            1 => {
                let hand = self.table.hands[seat];
                self.on_event(Event::Declared { seat, hand });
                self.end_won(Ending::LightningDeclared);
                false
            }
            _ => panic!("the lightning has no option {choice}"),
        }
    }

    /// A player without cards wins. Effects do not happen any more, unless the
    /// house has a drawing card draw.
    #[inline(never)]
    fn end_with_last_card(&mut self, card: Hanafuda) {
        if self.game.rules.last_card_effect {
            self.force(self.game.next[self.table.seat], self.game.effects.of(card).draws);
        }
        self.end_won(Ending::by(card));
    }

    /// The player whose turn it is has won the round: the hands are counted.
    #[inline(never)]
    fn end_won(&mut self, ending: Ending) {
        let Oni { rules, players, points, .. } = self.game;
        let table = &mut *self.table;
        let winner = table.seat;
        let dealer_wins = winner == table.dealer;
        // Filled where it is told of: to put it there afterwards is to wait.
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
        self.go_on_to_next_round();
    }

    /// The round was not over in time: nobody scores, and the same dealer
    /// deals again.
    #[cold]
    fn end_void(&mut self) {
        let Oni { players, points, .. } = self.game;
        let mut result = RoundResult::new(Ending::Void, self.table, *players);
        result.count_hands(&self.table.hands, points);
        self.on_event(Event::RoundOver { result });
        self.go_on_to_next_round();
    }

    /// The game is over when somebody has reached the goal, and stopped after
    /// so many rounds.
    fn go_on_to_next_round(&mut self) {
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
