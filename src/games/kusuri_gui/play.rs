//! The play: the deal, the turn, the end of the round.

use super::events::{Event, GameEnd, RoundResult};
use super::table::{Discards, FIELD, HAND, Hand, TURNS, TURNS_OF_HANDS, Table, WILLOWS, Waits};
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
        self.table.note_deal();
        self.take_turns(self.table.discards);
    }

    #[inline]
    pub(super) fn begin_round(&mut self) {
        let table = &mut *self.table;
        table.round += 1;
        table.turn = 0;
        table.captured = [Set::EMPTY; 2];
        table.aside = Set::EMPTY;
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
        if let Some(discards) = self.play(choice, self.table.discards) {
            self.take_turns(discards);
        }
    }

    /// Turn after turn, until somebody has to be asked or the round is over.
    /// The last card of a hand is no choice.
    ///
    /// The discard pile is passed on from turn to turn: what is stored in one
    /// would have to be waited for in the next.
    #[inline(always)]
    fn take_turns(&mut self, discards: Discards) {
        let mut discards = discards;
        loop {
            let role = self.table.role();
            let place = if self.table.hands[role as usize].len() > 1 {
                let options = self.table.options();
                match self.chooser.decide(self.table.seat(role), &options, self.observer) {
                    Some(choice) => choice,
                    None => return,
                }
            } else {
                0
            };
            match self.play(place, discards) {
                Some(next) => discards = next,
                None => return,
            }
        }
    }

    /// Deals new hands, or ends the round. Whether it goes on.
    #[inline(never)]
    fn go_on_with_empty_hands(&mut self) -> bool {
        if self.table.turn == TURNS {
            self.end_round();
            return false;
        }
        self.deal_hands();
        self.table.note_deal();
        let hands = self.table.hands.map(|hand| hand.set());
        self.on_event(Event::DealtMore { hands });
        true
    }

    /// A turn: a card captures the discard pile, or goes on top of it. The pile
    /// after that, if another turn comes next: a kusuri-gui may take the
    /// opponent's last chip, and the round may be over.
    #[inline(always)]
    fn play(&mut self, place: usize, discards: Discards) -> Option<Discards> {
        let table = &mut *self.table;
        let role = table.role();
        let (seat, opponent) = (table.seat(role), table.seat(role.opponent()));
        let card = table.hands[role as usize].take(place);
        let Discards { cards, matching, lone } = discards;
        // Whether a card captures is as good as random: one path for both.
        let hit = matching.has(card);
        let all = cards | card.into();
        table.captured[role as usize] |= all.only_if(hit);
        let discards = Discards {
            cards: all.only_if(!hit),
            matching: Discards::matching(card).only_if(!hit),
            lone: cards.is_empty() & (!WILLOWS.has(card) | self.game.rules.willow_kusuri),
        };
        table.discards = discards;
        table.since_deal.plays[usize::from(table.turn % TURNS_OF_HANDS)] = card;
        table.turn += 1;
        let KusuriGui { rules, .. } = self.game;
        let limit = self.game.has_limit();
        let kusuri_gui = (hit & lone).then(|| table.pay(opponent, seat, i32::from(rules.kusuri), limit));
        self.on_event(Event::Played { seat, card, took: cards.only_if(hit), kusuri_gui });
        let broke = limit && kusuri_gui.is_some() && self.table.chips[opponent] == 0;
        if broke {
            self.end_game(GameEnd::Broke);
            return None;
        }
        let goes_on = !self.table.turn.is_multiple_of(TURNS_OF_HANDS) || self.go_on_with_empty_hands();
        goes_on.then_some(discards)
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
