//! The play: the deal, the turn, the end of the round.

use super::events::{Event, GameEnd, RoundResult};
use super::table::{Discards, FIELD, HAND, Hand, Laid, TURNS, Table, WILLOWS, Waits};
use super::{KusuriGui, PLAYERS, Role, Set};
use crate::cards::Hanafuda;
use crate::game::{Game, Observer};
use crate::random::Stream;
use crate::standings::Standings;

/// A table that is being played at.
pub(super) struct Play<'a, L> {
    pub(super) game: &'a KusuriGui,
    pub(super) table: &'a mut Table,
    pub(super) observer: &'a mut L,
}

impl<L: Observer<KusuriGui>> Play<'_, L> {
    #[inline(always)]
    fn on_event(&mut self, event: Event) {
        self.observer.on_event(&event);
    }

    /// Shuffles and deals a round, again after a misdeal.
    #[inline]
    pub(super) fn deal(&mut self, rng: &mut Stream) {
        self.begin_round();
        // The whole pack at once: a round always plays it out.
        self.table.pack = self.game.pack;
        loop {
            rng.shuffle(&mut self.table.pack);
            if self.lay_out() {
                break;
            }
        }
        self.table.note_deal();
        self.play_on();
    }

    #[inline]
    pub(super) fn begin_round(&mut self) {
        let table = &mut *self.table;
        table.round += 1;
        table.turn = 0;
        table.captured = [Set::EMPTY; 2];
        table.aside = Set::EMPTY;
        table.laid = Laid::NONE;
        let (round, dealer) = (table.round, table.dealer);
        self.on_event(Event::RoundBegan { round, dealer });
    }

    /// Four cards to the field and to each hand, out of the pack. Whether the
    /// deal stands: four willows on the field are a misdeal.
    #[inline]
    pub(super) fn lay_out(&mut self) -> bool {
        self.deal_hands();
        let table = &mut *self.table;
        let field: [Hanafuda; FIELD] = table.pack[..FIELD].try_into().expect("a pack has a field");
        let hands = table.hands.map(|hand| hand.set());
        let (face_up, face_down) = (field[0], field[1..].iter().copied().collect());
        let misdeal = face_down | Set::of(face_up) == WILLOWS;
        table.discards = Discards::begun_with(face_up);
        table.laid.begin_with(face_up);
        table.face_down = face_down;
        table.waits = Waits::Play;
        self.on_event(Event::Dealt { hands, face_up, face_down, misdeal });
        if WILLOWS.has(face_up) && !misdeal {
            self.set_willows_aside(field);
        }
        !misdeal
    }

    /// The face-up card is a willow: the others are turned up in order until
    /// one is not.
    #[cold]
    fn set_willows_aside(&mut self, field: [Hanafuda; FIELD]) {
        let first = field.iter().position(|&card| !WILLOWS.has(card)).expect("else it is a misdeal");
        let table = &mut *self.table;
        let set = |cards: &[Hanafuda]| cards.iter().copied().collect();
        let (first_card, willows) = (field[first], set(&field[..first]));
        table.aside = willows;
        table.discards = Discards::begun_with(first_card);
        table.laid.begin_with(first_card);
        table.face_down = set(&field[first + 1..]);
        self.on_event(Event::SetAside { willows, first: first_card });
    }

    /// Takes the hands for the next turns from the pack.
    #[inline]
    fn deal_hands(&mut self) {
        let table = &mut *self.table;
        let from = FIELD + usize::from(table.turn);
        let cards: &[Hanafuda; 2 * HAND] =
            table.pack[from..from + 2 * HAND].try_into().expect("hands are dealt as long as there are cards");
        table.hands = [Hand::of(&cards[..HAND]), Hand::of(&cards[HAND..])];
    }

    /// Carries out a choice, and plays on to the next one.
    #[inline]
    pub(super) fn choose(&mut self, choice: usize) {
        let role = self.table.role();
        let card = self.table.hands[role as usize].take(choice);
        self.take_turn(role, card);
        self.play_on();
    }

    /// Plays on until somebody has to be asked: the last card of a hand is no
    /// choice.
    #[inline(always)]
    fn play_on(&mut self) {
        while self.table.waits == Waits::Play && !self.table.has_choice() {
            let role = self.table.role();
            let hand = &mut self.table.hands[role as usize];
            if hand.is_empty() {
                self.hands_are_empty();
            } else {
                let card = hand.take_last();
                self.take_turn(role, card);
            }
        }
    }

    /// A turn: the card captures the discard pile, or becomes its top. A
    /// kusuri-gui is paid at once, and may end the game with the last chip.
    #[inline(always)]
    fn take_turn(&mut self, role: Role, card: Hanafuda) {
        let table = &mut *self.table;
        let KusuriGui { rules, .. } = self.game;
        let limit = self.game.has_limit();
        let [seat, opponent] = [role, role.opponent()].map(|role| table.seat(role));
        let Discards { cards: pile, matching, lone } = table.discards;
        let captures = matching.has(card);
        table.captured[role as usize] |= (pile | card.into()).only_if(captures);
        table.discards = table.discards.after(card, captures, rules.willow_kusuri);
        table.laid.note(table.turn, card);
        table.turn += 1;
        let kusuri_gui = (captures & lone).then(|| table.pay(opponent, seat, i32::from(rules.kusuri), limit));
        self.on_event(Event::Played { seat, card, took: pile.only_if(captures), kusuri_gui });
        if kusuri_gui.is_some() && limit && self.table.chips[opponent] == 0 {
            self.end_game(GameEnd::Broke);
        }
    }

    /// Both hands are played: four more cards for each player, or the end of the
    /// round.
    #[inline(never)]
    fn hands_are_empty(&mut self) {
        if self.table.turn == TURNS {
            return self.end_round();
        }
        self.deal_hands();
        let hands = self.table.hands.map(|hand| hand.set());
        self.on_event(Event::DealtMore { hands });
        self.table.note_deal();
    }

    /// The captures are worth their yaku. The higher total receives the
    /// difference, or what the other player has left of it, and deals next;
    /// after a tie the dealer deals again.
    pub(super) fn end_round(&mut self) {
        let table = &mut *self.table;
        let participants = table.participants();
        let captured = table.captured;
        let scores = captured.map(|cards| self.game.scoring.score(cards));
        let left = table.discards.cards;
        let [dealers, others] = scores.map(|score| i32::from(score.points));
        let result = match dealers.cmp(&others) {
            std::cmp::Ordering::Greater => RoundResult::Won(Role::Dealer),
            std::cmp::Ordering::Less => RoundResult::Won(Role::Other),
            std::cmp::Ordering::Equal => RoundResult::Tie,
        };
        let limit = self.game.has_limit();
        let paid = match result {
            RoundResult::Won(role) => {
                let [winner, loser] = [role, role.opponent()].map(|role| table.seat(role));
                table.dealer = winner;
                table.pay(loser, winner, (dealers - others).abs(), limit)
            }
            RoundResult::Tie => 0,
        };
        self.on_event(Event::RoundOver { participants, captured, left, scores, result, paid });
        let table = &mut *self.table;
        if limit && participants.iter().any(|&seat| table.chips[seat] == 0) {
            self.end_game(GameEnd::Broke);
        } else if table.round == self.game.rules.rounds {
            self.end_game(GameEnd::Rounds);
        } else {
            table.waits = Waits::Deal;
        }
    }

    #[inline(never)]
    fn end_game(&mut self, ending: GameEnd) {
        let (game, table) = (self.game, &mut *self.table);
        table.waits = Waits::Over;
        let chips = Standings::new(PLAYERS, |seat| game.score(table, seat));
        let (rounds, winners) = (table.round, game.winners(table));
        self.on_event(Event::GameOver { rounds, chips, winners, ending });
    }
}
