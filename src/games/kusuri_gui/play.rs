//! The play: the deal, the turn, the end of the round.

use super::events::{Event, GameEnd, RoundResult};
use super::table::{Discards, FIELD, HAND, Hand, InPlay, Laid, TURNS, TURNS_OF_HANDS, Table, WILLOWS, Waits};
use super::view::Choices;
use super::{KusuriGui, PLAYERS, Role, Set};
use crate::cards::Hanafuda;
use crate::game::{BlindChooser, Game, Observer};
use crate::random::Stream;
use crate::standings::Standings;

/// A table that is being played at.
pub(super) struct Play<'a, L, C> {
    pub(super) game: &'a KusuriGui,
    pub(super) table: &'a mut Table,
    pub(super) observer: &'a mut L,
    pub(super) chooser: C,
}

/// Why turns stop.
enum Stop {
    /// Somebody has to be asked.
    Asks,
    /// Both hands are played.
    HandsEmpty,
    /// A kusuri-gui took the last chip.
    Broke,
}

impl<L: Observer<KusuriGui>, C: BlindChooser> Play<'_, L, C> {
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
        self.begin_hands();
        self.take_turns();
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

    /// What is done once hands are dealt that will be played. Who picks at random
    /// draws nothing: a hand is dealt in random order, and is put in the order in
    /// which the seat [plays](Seat::place_among) it, from the end.
    #[inline]
    fn begin_hands(&mut self) {
        for role in Role::ALL {
            let seat = self.table.seat(role);
            if self.chooser.chooses_for(seat) {
                self.table.hands[role as usize].put_in_order_of(seat);
            }
        }
        self.table.note_deal();
    }

    /// Carries out a choice, and plays on to the next one.
    #[inline]
    pub(super) fn choose(&mut self, choice: usize) {
        let role = self.table.role();
        let mut discards = self.table.discards;
        let mut captured = self.table.captured[role as usize];
        let card = self.table.hands[role as usize].take(choice);
        let broke = self.turn(role, self.table.turn, card, &mut discards, &mut captured);
        let table = &mut *self.table;
        table.turn += 1;
        table.discards = discards;
        table.captured[role as usize] = captured;
        if broke {
            self.end_game(GameEnd::Broke);
        } else if !self.table.turn.is_multiple_of(TURNS_OF_HANDS) || self.go_on_with_empty_hands() {
            self.take_turns();
        }
    }

    /// Turn after turn, until somebody has to be asked or the round is over.
    #[inline(always)]
    fn take_turns(&mut self) {
        let asks = Role::ALL.map(|role| !self.chooser.chooses_for(self.table.seat(role)));
        while !(asks[self.table.role() as usize] && self.table.has_choice()) {
            let mut now = self.table.in_play();
            let stop = self.play_hands(asks, &mut now);
            self.table.put_down(now);
            match stop {
                Stop::Asks => return,
                Stop::HandsEmpty if self.go_on_with_empty_hands() => {}
                Stop::HandsEmpty => return,
                Stop::Broke => return self.end_game(GameEnd::Broke),
            }
        }
    }

    /// Plays the hands from here on.
    #[inline(always)]
    fn play_hands(&mut self, asks: [bool; 2], now: &mut InPlay) -> Stop {
        // The role is a constant in each call, so that what it has can stay in a
        // register.
        if now.turn.is_multiple_of(2)
            && let Some(stop) = self.play_last(Role::Dealer, asks, now)
        {
            return stop;
        }
        loop {
            if let Some(stop) = self.play_last(Role::Other, asks, now) {
                return stop;
            }
            if now.hands[Role::Dealer as usize].is_empty() {
                return Stop::HandsEmpty;
            }
            if let Some(stop) = self.play_last(Role::Dealer, asks, now) {
                return stop;
            }
        }
    }

    /// A player who does not have to be asked plays the last card: the next one in
    /// the order of who picks at random, or the only one. Why no turn follows, if so.
    #[inline(always)]
    fn play_last(&mut self, role: Role, asks: [bool; 2], now: &mut InPlay) -> Option<Stop> {
        let (hand, captured) = (&mut now.hands[role as usize], &mut now.captured[role as usize]);
        if asks[role as usize] && hand.has_choice() {
            return Some(Stop::Asks);
        }
        if hand.has_choice() {
            self.observer.on_decision(self.table.seat(role), &Choices::of(*hand), hand.len() - 1);
        }
        let broke = self.turn(role, now.turn, hand.take_last(), &mut now.discards, captured);
        now.turn += 1;
        broke.then_some(Stop::Broke)
    }

    /// A turn: a card captures the discard pile, or goes on top of it. Whether
    /// the opponent is broke: a kusuri-gui may take the last chip.
    #[inline(always)]
    fn turn(
        &mut self,
        role: Role,
        turn: u8,
        card: Hanafuda,
        discards: &mut Discards,
        captured: &mut Set,
    ) -> bool {
        let table = &mut *self.table;
        let KusuriGui { rules, .. } = self.game;
        let limit = self.game.has_limit();
        let [seat, opponent] = [role, role.opponent()].map(|role| table.seat(role));
        let Discards { cards, matching, lone } = *discards;
        // Whether a card captures is as good as random: one path for both.
        let hit = matching.has(card);
        let all = cards | card.into();
        *captured |= all.only_if(hit);
        *discards = Discards {
            cards: all.only_if(!hit),
            matching: Discards::matching(card).only_if(!hit),
            lone: cards.is_empty() & (!WILLOWS.has(card) | rules.willow_kusuri),
        };
        table.laid.note(turn, card);
        let kusuri_gui = (hit & lone).then(|| table.pay(opponent, seat, i32::from(rules.kusuri), limit));
        self.on_event(Event::Played { seat, card, took: cards.only_if(hit), kusuri_gui });
        kusuri_gui.is_some() && limit && self.table.chips[opponent] == 0
    }

    /// Deals new hands, or ends the round. Whether it goes on.
    #[inline(never)]
    fn go_on_with_empty_hands(&mut self) -> bool {
        if self.table.turn == TURNS {
            self.end_round();
            return false;
        }
        self.deal_hands();
        let hands = self.table.hands.map(|hand| hand.set());
        self.on_event(Event::DealtMore { hands });
        self.begin_hands();
        true
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
