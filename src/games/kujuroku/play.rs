//! The play: the deal, the turn, the end of the round.

use super::events::{Ending, Event, GameEnd, OniFate};
use super::rules::YakuCheck;
use super::scoring::{Settlement, band, settle, within_means};
use super::table::{COMMON_DECK, Hand, Oni, TURNS, Table, Waits, first_three_alike, has_four_alike};
use super::view::Choices;
use super::yaku::{Payment, Yaku};
use super::{Kujuroku, Role, Set};
use crate::cards::NumberCard;
use crate::game::{BlindChooser, Game, Observer};
use crate::random::Stream;
use crate::seat::Seat;
use crate::standings::Standings;

const ONI: Set = Set::from_bits(1 << 40);
const JIZO: Set = Set::from_bits(1 << 41);

/// Where a card comes from in a turn.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Source {
    Hand,
    Pile,
}

impl Source {
    /// What the table waits for while such a card may take one of several.
    #[inline]
    const fn waits(self) -> Waits {
        match self {
            Source::Hand => Waits::TakeHand,
            Source::Pile => Waits::TakeDraw,
        }
    }
}

/// A table that is being played at.
pub(super) struct Play<'a, L> {
    pub(super) game: &'a Kujuroku,
    pub(super) table: &'a mut Table,
    pub(super) observer: &'a mut L,
}

impl<L: Observer<Kujuroku>> Play<'_, L> {
    #[inline(always)]
    fn on_event(&mut self, event: Event) {
        self.observer.on_event(&event);
    }

    /// The same table, for what is seldom done in functions of its own. They
    /// get a copy: what they got a reference to would have to lie in memory,
    /// and be put there at every turn.
    #[inline(always)]
    fn apart(&mut self) -> Play<'_, L> {
        Play { game: self.game, table: self.table, observer: self.observer }
    }

    /// Who has the turn.
    #[inline]
    fn seat(&self) -> Seat {
        self.table.seat(self.table.role)
    }

    /// Shuffles and deals a round, again after a misdeal, and takes what the
    /// dealer takes from the field.
    pub(super) fn deal(&mut self, rng: &mut Stream) {
        self.begin_round();
        self.table.pile = self.game.pack;
        loop {
            // The jokers come last: with and without them the same deal.
            rng.shuffle_with_extras(self.table.pile.left(), COMMON_DECK);
            if self.lay_out() {
                break;
            }
            self.table.pile.gather();
        }
        self.take_jokers_from_the_field();
    }

    pub(super) fn begin_round(&mut self) {
        let table = &mut *self.table;
        table.round += 1;
        table.role = Role::Dealer;
        table.turn = 0;
        table.oni = Oni::UNSEEN;
        table.captured = [Set::EMPTY; 3];
        let (dealer, players) = (Seat::at(usize::from(table.deals_lost)), self.game.players);
        let participants = [0, 1, 2].map(|steps| dealer.after(steps, players));
        table.participants = participants;
        let round = table.round;
        let out = (players == 4).then(|| dealer.after(3, players));
        self.on_event(Event::RoundBegan { round, participants, out });
    }

    /// Six cards of the pack to each participant, six to the field; the rest is
    /// the draw pile. Four cards of one number on the field are a misdeal.
    pub(super) fn lay_out(&mut self) -> bool {
        let table = &mut *self.table;
        for hand in &mut table.hands {
            *hand = Hand::full(table.pile.deal());
        }
        table.field = table.pile.deal().iter().copied().collect();
        let misdeal = has_four_alike(table.field);
        let (hands, field) = (table.hands.map(|hand| hand.set()), table.field);
        self.on_event(Event::Dealt { hands, field, misdeal });
        !misdeal
    }

    /// The dealer takes the Oni with a card of choice, or with the Jizo and
    /// no other card, or the Jizo alone.
    pub(super) fn take_jokers_from_the_field(&mut self) {
        let table = &mut *self.table;
        let jokers = table.field & (ONI | JIZO);
        if jokers.is_empty() {
            return self.take_triples();
        }
        table.field -= jokers;
        table.captured[Role::Dealer as usize] |= jokers;
        let seat = self.seat();
        if jokers == ONI {
            self.on_event(Event::TookOni { seat });
            self.on_event(Event::Oni { fate: OniFate::Deal });
            self.table.in_play = NumberCard::ONI;
            self.table.waits = Waits::DealOni;
        } else {
            self.on_event(Event::TookJokers { seat, cards: jokers });
            if jokers.meets(ONI) {
                self.on_event(Event::Oni { fate: OniFate::WithJizo });
            }
            self.take_triples();
        }
    }

    /// Of three cards of one number on the field the dealer takes two. A
    /// second triple waits for the first.
    fn take_triples(&mut self) {
        if !first_three_alike(self.table.field).is_empty() {
            self.table.waits = Waits::DealTriple;
        } else if !self.look_for_yaku(0) {
            self.table.waits = Waits::Play;
        }
    }

    /// Carries out a choice, and plays on to the next one: turn after turn, as
    /// long as nobody has to be asked for a card.
    #[inline]
    pub(super) fn choose(&mut self, choice: usize, mut chooser: impl BlindChooser) {
        let chooser = &mut chooser;
        let mut goes_on = if self.table.waits == Waits::Play {
            self.take_turn(choice, chooser)
        } else {
            match self.apart().choose_prey(choice) {
                Some(Source::Hand) => self.go_on_to_draw(chooser),
                Some(Source::Pile) => self.end_turn(),
                None => false,
            }
        };
        while goes_on && let Some(place) = self.pick(chooser) {
            goes_on = self.take_turn(place, chooser);
        }
    }

    /// The place of the card that is played next; none if its player has to be
    /// asked. The last card of a hand is no choice.
    #[inline(always)]
    fn pick(&mut self, chooser: &mut impl BlindChooser) -> Option<usize> {
        let hand = self.table.hands[self.table.role as usize];
        if hand.len() == 1 {
            return Some(0);
        }
        let place = chooser.decide(self.seat(), &Choices::of_hand(hand), self.observer);
        if place.is_none() {
            self.table.waits = Waits::Play;
        }
        place
    }

    /// Carries out a choice among cards of the field. In the middle of a turn,
    /// where the card came from that takes one. Kept apart: nine of ten
    /// decisions are about the hand.
    #[inline(never)]
    fn choose_prey(&mut self, choice: usize) -> Option<Source> {
        match self.table.waits {
            Waits::TakeHand => {
                self.take(choice, Source::Hand);
                Some(Source::Hand)
            }
            Waits::TakeDraw => {
                self.take(choice, Source::Pile);
                Some(Source::Pile)
            }
            Waits::DealOni => {
                let prey = self.table.field.nth(choice);
                self.capture(NumberCard::ONI, prey.into());
                self.table.oni.number = prey.alike();
                self.take_triples();
                None
            }
            Waits::DealTriple => {
                let triple = first_three_alike(self.table.field);
                let stays = triple.nth(choice);
                let taken = triple - stays.into();
                self.table.field -= taken;
                self.table.captured[Role::Dealer as usize] |= taken;
                let seat = self.seat();
                self.on_event(Event::TookTwoOfThree { seat, cards: taken, stays });
                self.take_triples();
                None
            }
            Waits::Play | Waits::Deal | Waits::Over => unreachable!("no card of the field is asked for"),
        }
    }

    /// A turn: a card from the hand, and one from the draw pile. Whether
    /// another turn follows; not if somebody is to choose, or the round is over.
    #[inline(always)]
    fn take_turn(&mut self, place: usize, chooser: &mut impl BlindChooser) -> bool {
        self.assert_no_three_alike();
        let card = self.table.hands[self.table.role as usize].take(place);
        let seat = self.seat();
        self.on_event(Event::Played { seat, card });
        self.put_down(card, Source::Hand, chooser) && self.go_on_to_draw(chooser)
    }

    /// The rest of a turn: a card from the draw pile, if there is one.
    #[inline(always)]
    fn go_on_to_draw(&mut self, chooser: &mut impl BlindChooser) -> bool {
        // A turn that a yaku ends before the draw counts as a turn.
        let look_now = self.game.rules.yaku_check == YakuCheck::Capture;
        if look_now && self.look_for_yaku(self.table.turn + 1) {
            return false;
        }
        let Some(card) = self.table.pile.draw() else {
            return self.end_turn();
        };
        let seat = self.seat();
        self.on_event(Event::Drew { seat, card });
        self.put_down(card, Source::Pile, chooser) && self.end_turn()
    }

    /// A card takes the one that it matches, or one of two by choice, or
    /// stays on the field. Whether the turn goes on; not if somebody is to be
    /// asked.
    #[inline(always)]
    fn put_down(&mut self, card: NumberCard, from: Source, chooser: &mut impl BlindChooser) -> bool {
        if card.is_joker() {
            return self.apart().put_down_joker(card, from);
        }
        let matches = self.table.field & card.alike();
        if matches.has_several() {
            debug_assert_eq!(matches.len(), 2, "three alike can never lie on the field");
            let options = Choices::of_field(from.waits(), matches);
            let Some(choice) = chooser.decide(self.seat(), &options, self.observer) else {
                return self.ask(card, from);
            };
            self.capture(card, matches.nth_of_two(choice));
            return true;
        }
        // Whether a card matches is as good as random: one path for both
        // saves a third of the time.
        let hit = !matches.is_empty();
        let table = &mut *self.table;
        table.captured[table.role as usize] |= (matches | card.into()).only_if(hit);
        table.field = (table.field - matches) | Set::of(card).only_if(!hit);
        let seat = self.seat();
        if hit {
            self.on_event(Event::Captured { seat, with: card, card: matches.first() });
        } else {
            self.on_event(Event::Laid { seat, card });
        }
        true
    }

    #[cold]
    fn put_down_joker(&mut self, card: NumberCard, from: Source) -> bool {
        let seat = self.seat();
        let field = self.table.field;
        if card == NumberCard::JIZO {
            self.lay(card);
            if from == Source::Pile && !self.table.oni.prey.is_empty() {
                self.subdue();
            } else if from == Source::Pile && field.meets(ONI) {
                self.on_event(Event::Oni { fate: OniFate::WithJizo });
            }
        } else if field.meets(JIZO) {
            // The Jizo was laid in this turn: the Oni takes it and no other.
            self.table.field -= JIZO;
            self.table.captured[self.table.role as usize] |= ONI | JIZO;
            self.table.oni.holder = self.table.role;
            self.on_event(Event::Captured { seat, with: card, card: NumberCard::JIZO });
            self.on_event(Event::Oni { fate: OniFate::TookJizo });
        } else if field.is_empty() {
            self.lay(card);
        } else if field.is_single() {
            self.oni_takes(0, from);
        } else {
            return self.ask(card, from);
        }
        true
    }

    /// Somebody is to choose what a card takes: the turn does not go on.
    #[inline]
    fn ask(&mut self, card: NumberCard, from: Source) -> bool {
        self.table.in_play = card;
        self.table.waits = from.waits();
        false
    }

    fn lay(&mut self, card: NumberCard) {
        let seat = self.seat();
        self.table.field |= card.into();
        self.on_event(Event::Laid { seat, card });
    }

    /// A card takes another one from the field.
    #[inline]
    fn capture(&mut self, card: NumberCard, prey: Set) {
        let seat = self.seat();
        let table = &mut *self.table;
        table.field -= prey;
        table.captured[table.role as usize] |= prey | card.into();
        self.on_event(Event::Captured { seat, with: card, card: prey.first() });
    }

    /// A card takes one of the two that it matches, and the Oni any.
    #[inline]
    fn take(&mut self, choice: usize, from: Source) {
        let card = self.table.in_play;
        if card.is_joker() {
            return self.oni_takes(choice, from);
        }
        self.capture(card, self.table.matches().nth_of_two(choice));
    }

    #[cold]
    fn oni_takes(&mut self, choice: usize, from: Source) {
        let prey = self.table.field.nth(choice);
        self.capture(NumberCard::ONI, prey.into());
        let oni = &mut self.table.oni;
        oni.holder = self.table.role;
        oni.number = prey.alike();
        let fate = match from {
            Source::Hand => {
                oni.prey = prey.into();
                OniFate::Hand
            }
            Source::Pile => OniFate::Draw,
        };
        self.on_event(Event::Oni { fate });
    }

    /// The Jizo, drawn in the turn in which the Oni captured from the hand,
    /// frees what it captured.
    fn subdue(&mut self) {
        let seat = self.seat();
        let table = &mut *self.table;
        let freed = table.oni.prey;
        table.captured[table.role as usize] -= freed;
        table.field |= freed;
        table.oni.number = Set::EMPTY;
        table.oni.prey = Set::EMPTY;
        self.on_event(Event::Subdued { seat, freed: freed.first() });
        self.on_event(Event::Oni { fate: OniFate::WithJizo });
    }

    /// Whether another turn follows.
    #[inline(always)]
    fn end_turn(&mut self) -> bool {
        self.assert_no_three_alike();
        if self.table.field.meets(ONI | JIZO) {
            self.apart().clear_jokers();
        }
        self.table.oni.prey = Set::EMPTY;
        self.table.turn += 1;
        if self.look_for_yaku(self.table.turn) {
            return false;
        }
        if self.table.turn == TURNS {
            self.apart().count();
            return false;
        }
        self.table.role = self.table.role.next();
        true
    }

    /// After the deal a third card alike always takes one of two: captures go
    /// by pairs.
    #[inline(always)]
    fn assert_no_three_alike(&self) {
        debug_assert!(first_three_alike(self.table.field).is_empty(), "three alike lie on the field");
    }

    /// At the end of a turn a Jizo on the field is the player's, with an Oni
    /// that lies there; an Oni alone is removed.
    #[cold]
    fn clear_jokers(&mut self) {
        let seat = self.seat();
        let table = &mut *self.table;
        let jokers = table.field & (ONI | JIZO);
        table.field -= jokers;
        if jokers == ONI {
            table.oni.removed = true;
            self.on_event(Event::Oni { fate: OniFate::Removed });
        } else {
            table.captured[table.role as usize] |= jokers;
            if jokers.meets(ONI) {
                table.oni.holder = table.role;
            }
            self.on_event(Event::Kept { seat, cards: jokers });
        }
    }

    /// Whether somebody has a yaku, which then ends the round: the player
    /// whose turn it is, or the holder of the Oni, whose fourth card any
    /// capture can make known.
    #[inline(always)]
    fn look_for_yaku(&mut self, turns: u8) -> bool {
        let table = &*self.table;
        let role = table.role;
        // Seven of ten numbers that the Oni captures are of no yaku.
        if table.oni.number.meets(Yaku::CARDS) {
            return self.apart().look_for_yaku_with_fourth(turns);
        }
        let formed = self.game.yaku.formed(table.captured[role as usize]);
        if formed {
            self.apart().pay_yaku(role, turns);
        }
        formed
    }

    /// The same where the fourth card may be of a yaku.
    #[inline(never)]
    fn look_for_yaku_with_fourth(&mut self, turns: u8) -> bool {
        let (table, yaku) = (&*self.table, &self.game.yaku);
        let (role, holder, fourth) = (table.role, table.oni.holder, table.fourth());
        let own = yaku.formed(table.holdings(role, fourth));
        let holders = yaku.formed(table.holdings(holder, fourth));
        if own | holders {
            self.pay_yaku(if own { role } else { holder }, turns);
        }
        own | holders
    }

    #[cold]
    fn pay_yaku(&mut self, winner: Role, turns: u8) {
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
    fn count(&mut self) {
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
