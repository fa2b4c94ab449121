//! The table: where the cards lie, and who has which chips.

use super::view::{Choices, View};
use super::{DECK, Role, Set};
use crate::cards::{Card, Hanafuda, Month};
use crate::random::Stream;
use crate::seat::{BySeat, Seat};

/// Cards dealt to a hand at a time.
pub const HAND: usize = 4;
/// Cards dealt to the field: one face up, three face down.
pub const FIELD: usize = 4;
/// Turns from one deal of hands to the next.
pub const TURNS_OF_HANDS: u8 = 2 * HAND as u8;
/// Turns in a round: the first hands, and four more.
pub const TURNS: u8 = 5 * TURNS_OF_HANDS;
/// Cards in the deck.
pub const CARDS: usize = FIELD + TURNS as usize;

pub(super) const WILLOWS: Set = Month::WILLOW.cards();

/// A hand: the cards in the order of the deal, until one is played, whose place
/// the last one takes.
///
/// Cards in a list rather than a set: picking the nth of a few bytes is much
/// quicker than finding the nth bit of a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(8))] // One word, to be copied as one.
pub struct Hand {
    cards: [Hanafuda; HAND],
    count: u8,
}

impl Hand {
    /// No cards.
    pub const EMPTY: Hand = Hand { cards: [Hanafuda::CRANE; HAND], count: 0 };

    /// A hand of at most four cards.
    #[inline]
    pub(super) fn of(cards: &[Hanafuda]) -> Hand {
        let mut hand = Hand::EMPTY;
        hand.cards[..cards.len()].copy_from_slice(cards);
        hand.count = cards.len() as u8;
        hand
    }

    /// How many cards.
    #[must_use]
    #[inline]
    pub const fn len(&self) -> usize {
        self.count as usize
    }

    /// Whether there are none.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// The cards, in order.
    #[must_use]
    #[inline]
    pub fn cards(&self) -> &[Hanafuda] {
        &self.cards[..self.len()]
    }

    /// The cards as a set.
    #[must_use]
    #[inline]
    pub fn set(&self) -> Set {
        self.cards().iter().copied().collect()
    }

    /// Puts a card back.
    fn add(&mut self, card: Hanafuda) {
        self.cards[self.len()] = card;
        self.count += 1;
    }

    /// Takes out the card at a place; the last card takes its place.
    #[inline]
    pub(super) fn take(&mut self, place: usize) -> Hanafuda {
        assert!(place < self.len(), "no card at place {place} of the hand");
        let card = self.cards[place];
        self.count -= 1;
        self.cards[place] = self.cards[self.len()];
        card
    }
}

/// The discard pile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Discards {
    /// All its cards.
    pub cards: Set,
    /// The cards that capture it: the month of its top card, and every willow.
    /// With a willow on top that is the willows alone. None if it is empty.
    pub matching: Set,
    /// Whether capturing it is a kusuri-gui: the opponent has just laid its
    /// only card, which is no willow (unless the house rules pay for those).
    pub lone: bool,
}

impl Discards {
    /// No cards.
    pub const EMPTY: Discards = Discards { cards: Set::EMPTY, matching: Set::EMPTY, lone: false };

    /// The pile that a round begins with. Nobody laid its card, so it is no
    /// kusuri-gui to capture it.
    pub(super) fn begun_with(card: Hanafuda) -> Discards {
        Discards { cards: card.into(), matching: Discards::matching(card), lone: false }
    }

    /// The cards that capture a pile with this card on top.
    #[inline]
    pub(super) fn matching(top: Hanafuda) -> Set {
        top.same_month() | WILLOWS
    }
}

/// What the table waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Waits {
    /// The deal of a round.
    Deal,
    /// A card from the hand.
    Play,
    /// Nothing: the game is over.
    Over,
}

/// What lay open when the present hands were dealt, and what was played since:
/// all that the players chose from these hands can be told from it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SinceDeal {
    /// The discard pile at the deal.
    pub discards: Discards,
    /// The captures of the dealer and of the other player at the deal.
    pub captured: [Set; 2],
    /// The chips of both seats at the deal.
    pub chips: BySeat<i32>,
    /// The cards that were played, in order; of no meaning beyond them.
    pub plays: [Hanafuda; TURNS_OF_HANDS as usize],
}

impl SinceDeal {
    const NO_PLAYS: [Hanafuda; TURNS_OF_HANDS as usize] = [Hanafuda::CRANE; TURNS_OF_HANDS as usize];
}

/// A table of Kusuri-gui in the middle of a game.
#[derive(Clone, Debug)]
pub struct Table {
    pub(super) waits: Waits,
    /// Cards played in this round.
    pub(super) turn: u8,
    pub(super) hands: [Hand; 2],
    pub(super) since_deal: SinceDeal,
    pub(super) discards: Discards,
    pub(super) captured: [Set; 2],
    /// The willows that were set aside at the deal.
    pub(super) aside: Set,
    /// The cards of the field that stay face down to the end of the round.
    pub(super) face_down: Set,
    /// The pack: the field, then the hands in the order in which they are
    /// dealt, each time the dealer's and the other player's.
    pub(super) pack: [Hanafuda; CARDS],
    /// Rounds begun, this one included.
    pub(super) round: u16,
    /// Who deals this round, or the next if this one is over.
    pub(super) dealer: Seat,
    /// The chips in front of each player; without a limit, what they have won
    /// or lost.
    pub(super) chips: BySeat<i32>,
}

impl Table {
    /// A table before the first deal, with as many chips for each player.
    pub(super) fn new(chips: i32) -> Table {
        Table {
            waits: Waits::Deal,
            turn: 0,
            hands: [Hand::EMPTY; 2],
            since_deal: SinceDeal {
                discards: Discards::EMPTY,
                captured: [Set::EMPTY; 2],
                chips: BySeat::all(chips),
                plays: SinceDeal::NO_PLAYS,
            },
            discards: Discards::EMPTY,
            captured: [Set::EMPTY; 2],
            aside: Set::EMPTY,
            face_down: Set::EMPTY,
            pack: [Hanafuda::CRANE; CARDS],
            round: 0,
            dealer: Seat::FIRST,
            chips: BySeat::all(chips),
        }
    }

    /// Notes what lies open when hands are dealt.
    #[inline]
    pub(super) fn note_deal(&mut self) {
        let Table { discards, captured, chips, .. } = *self;
        self.since_deal = SinceDeal { discards, captured, chips, plays: SinceDeal::NO_PLAYS };
    }

    /// The table as it was when the present hands were dealt.
    pub(super) fn at_deal(&self) -> Table {
        let SinceDeal { discards, captured, chips, .. } = self.since_deal;
        let mut table = Table { discards, captured, chips, ..self.clone() };
        table.since_deal.plays = SinceDeal::NO_PLAYS;
        table.turn -= table.turn % TURNS_OF_HANDS;
        for (turn, &card) in self.plays().iter().enumerate() {
            table.hands[turn % 2].add(card);
        }
        table
    }

    /// The cards that were played from the present hands.
    pub(super) fn plays(&self) -> &[Hanafuda] {
        &self.since_deal.plays[..usize::from(self.turn % TURNS_OF_HANDS)]
    }

    /// Whose turn it is: the dealer's first, then the other player's.
    #[inline]
    pub(super) const fn role(&self) -> Role {
        if self.turn.is_multiple_of(2) { Role::Dealer } else { Role::Other }
    }

    /// The seat that has a role in this round.
    #[inline]
    pub(super) const fn seat(&self, role: Role) -> Seat {
        role.seat(self.dealer)
    }

    /// Moves chips that a player owes to the other one: how many, which with a
    /// limit is no more than the player has.
    #[inline]
    pub(super) fn pay(&mut self, from: Seat, to: Seat, owed: i32, limit: bool) -> i32 {
        let paid = if limit { owed.min(self.chips[from]) } else { owed };
        self.chips[from] -= paid;
        self.chips[to] += paid;
        paid
    }

    /// The seats of the dealer and of the other player.
    #[inline]
    pub(super) fn participants(&self) -> [Seat; 2] {
        Role::ALL.map(|role| self.seat(role))
    }

    #[inline]
    pub(super) const fn options(&self) -> Choices {
        Choices::of(self.hands[self.role() as usize])
    }

    /// The cards that are still to be dealt, in order.
    #[inline]
    pub(super) fn undealt(&self) -> &[Hanafuda] {
        // The hands of the turn that is going on are dealt. When the game is
        // over, no turn is.
        let turns = self.turn + u8::from(self.waits != Waits::Over);
        let hands = usize::from(turns.div_ceil(TURNS_OF_HANDS));
        &self.pack[CARDS.min(FIELD + 2 * HAND * hands)..]
    }

    /// Every place where cards lie, by name.
    pub(super) fn places(&self) -> Vec<(String, Set)> {
        let mut places: Vec<(String, Set)> = Role::ALL
            .into_iter()
            .flat_map(|role| {
                [
                    (format!("{} hand", role.name()), self.hands[role as usize].set()),
                    (format!("{} captures", role.name()), self.captured[role as usize]),
                ]
            })
            .collect();
        places.push(("discard pile".to_owned(), self.discards.cards));
        places.push(("draw pile".to_owned(), self.undealt().iter().copied().collect()));
        places.push(("set aside".to_owned(), self.aside));
        places.push(("face down".to_owned(), self.face_down));
        places
    }

    /// All that a player knows.
    pub(super) fn view(&self, role: Role) -> View {
        View {
            round: self.round,
            dealer: self.dealer,
            chips: self.chips,
            role,
            turn: self.turn,
            hand: self.hands[role as usize],
            held: self.hands.map(|hand| hand.count),
            since_deal: self.since_deal,
            discards: self.discards,
            captured: self.captured,
            aside: self.aside,
        }
    }

    /// A table that agrees with a view, with what it hides in random order.
    pub(super) fn from_view(view: &View, rng: &mut Stream) -> Table {
        let mut table = Table {
            waits: Waits::Play,
            turn: view.turn,
            hands: [Hand::EMPTY; 2],
            since_deal: view.since_deal,
            discards: view.discards,
            captured: view.captured,
            aside: view.aside,
            face_down: Set::EMPTY,
            pack: [Hanafuda::CRANE; CARDS],
            round: view.round,
            dealer: view.dealer,
            chips: view.chips,
        };
        let [dealers, others] = view.captured;
        let seen = view.hand.set() | view.discards.cards | dealers | others | view.aside;
        let mut unseen = [Hanafuda::at(0); CARDS];
        let mut count = 0;
        for card in DECK - seen {
            unseen[count] = card;
            count += 1;
        }
        let unseen = &mut unseen[..count];
        rng.shuffle(unseen);
        let opponent = view.role.opponent();
        let (hand, rest) = unseen.split_at(usize::from(view.held[opponent as usize]));
        let (face_down, undealt) = rest.split_at(FIELD - 1 - view.aside.len());
        table.hands[view.role as usize] = view.hand;
        table.hands[opponent as usize] = Hand::of(hand);
        table.face_down = face_down.iter().copied().collect();
        table.pack[CARDS - undealt.len()..].copy_from_slice(undealt);
        table
    }
}
