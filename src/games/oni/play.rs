//! The play: the deal, the turn, the effects of special cards, the end of the
//! round.

use std::hint::select_unpredictable;

use super::events::{Event, RoundResult, Source};
use super::scoring::{Bonus, Ending, settle};
use super::special::{Effect, fitting};
use super::table::{Pile, Table, Turn, Waits};
use super::{Oni, Set};
use crate::cards::Hanafuda;
use crate::chance::Stream;
use crate::game::Listener;
use crate::seat::{BySeat, EachSeat, Seat};
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

    /// Shuffles and deals a round, and plays on to the first choice.
    pub(super) fn deal(&mut self) {
        self.table.pile = Pile::all(self.game.pack);
        self.chance.shuffle(self.table.pile.left());
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
        let hands = EachSeat::new(table.hands, *players);
        self.hear(Event::RoundBegan { round, dealer });
        self.hear(Event::Dealt { hands, top });
        // A bridge has nobody who could go again: it passes the turn like any
        // card.
        let effect = if rules.first_card_effect { self.game.effects.of(top) } else { Effect::NOTHING };
        let turn = self.act(effect);
        self.take_turns(turn);
    }

    /// Carries out a choice, and plays on to the next one.
    #[inline]
    pub(super) fn choose(&mut self, choice: usize) {
        let next = if self.table.waits == Waits::Discard {
            let turn = self.table.turn();
            let card = self.table.playable.nth_alone(choice);
            self.move_card(turn, Passage::down(card, Source::Hand, Set::EMPTY))
        } else {
            self.answer_lightning(choice)
        };
        if let Some(turn) = next {
            self.take_turns(turn);
        }
    }

    /// Turn after turn, until somebody has a choice or the round is over.
    ///
    /// Who has no choice discards the only card that fits, or draws one, which
    /// fits or does not. Which of these it is cannot be foreseen, and so is no
    /// branch: in all three a card moves.
    #[inline(never)]
    pub(super) fn take_turns(&mut self, mut turn: Turn) {
        while let Some((playable, fits)) = self.begin_turn(turn) {
            let draws = playable.is_empty();
            if self.table.pile.is_empty() && !self.prepare_to_draw(draws) {
                turn = self.draw_nothing(fits);
                continue;
            }
            let card = select_unpredictable(draws, self.table.pile.top().into(), playable);
            self.table.pile.take_top_if(draws);
            let from = [Source::Hand, Source::Pile][usize::from(draws)];
            let Some(next) = self.move_card(turn, Passage::down_or_kept(card, from, fits)) else { return };
            turn = next;
        }
    }

    /// A turn begins: the card of the hand that must be discarded, or none, and
    /// all cards that would fit. Nothing if there are several to choose from,
    /// or if the round has taken too long.
    #[inline(always)]
    fn begin_turn(&mut self, turn: Turn) -> Option<(Set, Set)> {
        let table = &mut *self.table;
        if table.turns == self.game.rules.max_turns {
            self.end_void();
            return None;
        }
        table.turns += 1;
        let fits = turn.fitting & table.allowed[turn.seat];
        let playable = table.hands[turn.seat] & fits;
        if playable.has_several() {
            table.playable = playable;
            table.waits = Waits::Discard;
            return None;
        }
        Some((playable, fits))
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
        table.lacks[seat] = table.lacks[seat].only_if(!kept) | shown;
        let hand = (table.hands[seat] | cards) - down;
        table.hands[seat] = hand;
        table.held[seat] = table.held[seat] + u8::from(kept) - u8::from(from == Source::Hand);
        table.discards |= Set::of(table.top).only_if(!kept);
        table.top = select_unpredictable(kept, table.top, card);
        table.allowed[seat] = Hanafuda::ALL;
        self.hear(Event::Moved { seat, card, from, kept });
        if down.meets(*special) || hand.is_empty() {
            return self.act_specially(card, hand.is_empty());
        }
        let next = self.pass(seat, down.meets(*skipping));
        Some(Turn { seat: next, fitting: select_unpredictable(kept, turn.fitting, fitting(card)) })
    }

    /// A card does more than to pass the turn on, or was the last one of a
    /// hand. The bridge is never the last word.
    #[inline(never)]
    fn act_specially(&mut self, card: Hanafuda, out_of_cards: bool) -> Option<Turn> {
        if card == Hanafuda::BRIDGE {
            return self.follow_bridge();
        }
        if out_of_cards {
            self.end_with_last_card(card);
            return None;
        }
        if card == Hanafuda::LIGHTNING && self.game.rules.declare_lightning {
            self.table.waits = Waits::Declare;
            return None;
        }
        Some(self.act(self.game.effects.of(card)))
    }

    /// The same player's turn again, who draws until a card fits on the bridge.
    #[inline(never)]
    fn follow_bridge(&mut self) -> Option<Turn> {
        let turn = self.table.turn();
        let (playable, fits) = self.begin_turn(turn)?;
        if !playable.is_empty() {
            return self.move_card(turn, Passage::down(playable, Source::Hand, fits));
        }
        let seat = turn.seat;
        while let Some(card) = self.draw() {
            if fits.has(card) {
                return self.move_card(turn, Passage::down(card.into(), Source::PileForBridge, fits));
            }
            self.table.take_up(seat, card);
            self.table.lacks[seat] = fits;
            self.hear(Event::Moved { seat, card, from: Source::PileForBridge, kept: true });
        }
        Some(self.draw_nothing(fits))
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
    fn draw_nothing(&mut self, fits: Set) -> Turn {
        let seat = self.table.seat;
        self.table.lacks[seat] |= fits;
        self.table.allowed[seat] = Hanafuda::ALL;
        self.hear(Event::NothingToDraw { seat });
        self.pass(seat, false);
        self.table.turn()
    }

    /// A card acts on those who come after, and the turn passes.
    #[inline]
    fn act(&mut self, effect: Effect) -> Turn {
        let seat = self.table.seat;
        self.force(self.game.next[seat], effect.draws);
        self.pass(seat, effect.skips);
        self.table.turn()
    }

    /// The turn passes to the next player, or over that one.
    #[inline(always)]
    fn pass(&mut self, seat: Seat, skips: bool) -> Seat {
        let next = self.game.next[seat];
        if skips {
            self.hear(Event::Skipped { seat: next });
        }
        let to = select_unpredictable(skips, self.game.next_but_one[seat], next);
        self.table.seat = to;
        to
    }

    /// Makes a player draw.
    #[inline(never)]
    fn force(&mut self, seat: Seat, draws: u8) {
        for _ in 0..draws {
            let Some(card) = self.draw() else {
                return self.hear(Event::NothingToDraw { seat });
            };
            self.table.take_up(seat, card);
            self.table.lacks[seat] = Set::EMPTY;
            self.hear(Event::Moved { seat, card, from: Source::PileByForce, kept: true });
        }
    }

    /// The next card of the draw pile; none if there are no discards to make a
    /// new one of.
    #[inline]
    fn draw(&mut self) -> Option<Hanafuda> {
        if self.table.pile.is_empty() && !self.reshuffle() {
            return None;
        }
        let card = self.table.pile.top();
        self.table.pile.take_top_if(true);
        Some(card)
    }

    /// Shuffles the discards into a new draw pile. Whether there are any.
    #[cold]
    fn reshuffle(&mut self) -> bool {
        let discards = std::mem::take(&mut self.table.discards);
        if discards.is_empty() {
            return false;
        }
        let table = &mut *self.table;
        table.shuffled = discards;
        table.pile = Pile::of(discards.iter());
        self.chance.shuffle(table.pile.left());
        let cards = table.pile.len();
        self.hear(Event::Reshuffled { cards });
        true
    }

    /// The player of the lightning ends the round, or plays on.
    #[inline(never)]
    fn answer_lightning(&mut self, choice: usize) -> Option<Turn> {
        match choice {
            0 => {
                self.hear(Event::PlayedOn { seat: self.table.seat });
                Some(self.act(self.game.effects.of(Hanafuda::LIGHTNING)))
            }
            1 => {
                let seat = self.table.seat;
                let hand = self.table.hands[seat];
                self.hear(Event::Declared { seat, hand });
                self.end_won(Ending::LightningDeclared);
                None
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
    }

    /// The round was not over in time: nobody scores, and the same dealer
    /// deals again.
    #[cold]
    fn end_void(&mut self) {
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
