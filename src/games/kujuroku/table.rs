//! The table: where the cards lie, and who has which chips.

use std::fmt;

use super::view::{Choices, View};
use super::{Role, Set};
use crate::cards::{Card, NumberCard};
use crate::game::{Zone, ZoneKind};
use crate::random::Stream;
use crate::seat::{BySeat, Seat};

/// Cards dealt to each hand, and to the field.
pub const HAND: usize = 6;
/// The most cards in a deck.
pub const DECK: usize = 42;
/// The cards that every deck has: those with a number.
pub const COMMON_DECK: usize = NumberCard::NUMBERED.len();
/// Turns in a round that is played out: one for each card of the three hands.
pub const TURNS: u8 = 3 * HAND as u8;

/// A hand, in the order of the deal less what was played.
///
/// Six cards, a byte that is not used, and their number. A list rather than a
/// set: picking the nth of a few bytes is much quicker than finding the nth
/// bit of a word. Eight bytes, so that a place is masked instead of checked.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Hand([u8; 8]);

impl fmt::Debug for Hand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.cards()).finish()
    }
}

impl Hand {
    /// No cards.
    pub const EMPTY: Hand = Hand([0; 8]);

    const COUNT: usize = 7;

    /// A full hand.
    #[inline]
    pub(super) fn full(cards: &[NumberCard]) -> Hand {
        let cards: &[NumberCard; HAND] = cards.try_into().expect("a full hand");
        Hand::of(cards)
    }

    /// A hand of these cards, six at most.
    #[inline]
    pub(super) fn of(cards: &[NumberCard]) -> Hand {
        debug_assert!(cards.len() <= HAND);
        let mut hand = Hand::EMPTY;
        for (place, card) in hand.0.iter_mut().zip(cards) {
            *place = card.index() as u8;
        }
        hand.0[Hand::COUNT] = cards.len() as u8;
        hand
    }

    /// How many cards.
    #[must_use]
    #[inline]
    pub const fn len(&self) -> usize {
        self.0[Hand::COUNT] as usize
    }

    /// Whether there are none.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The card at a place below [`Hand::len`].
    #[must_use]
    #[inline]
    pub fn at(&self, place: usize) -> NumberCard {
        debug_assert!(place < self.len());
        NumberCard::at(usize::from(self.0[place & 7]))
    }

    /// The cards, in order.
    #[inline]
    pub fn cards(&self) -> impl Iterator<Item = NumberCard> + Clone {
        self.0[..self.len() & 7].iter().map(|&card| NumberCard::at(card.into()))
    }

    /// The cards as a set. How many there are cannot be foreseen: all places
    /// are looked at, and what is left in those that are not used does not count.
    #[must_use]
    #[inline]
    pub fn set(&self) -> Set {
        let place = |place: usize| Set::from_bits(u64::from(place < self.len()) << self.0[place]);
        (0..HAND).fold(Set::EMPTY, |set, at| set | place(at))
    }

    /// Takes out the card at a place; the last card takes its place.
    #[inline]
    pub(super) fn take(&mut self, place: usize) -> NumberCard {
        assert!(place < self.len(), "no such card in the hand");
        let card = self.at(place);
        let last = self.len() - 1;
        self.0[place & 7] = self.0[last & 7];
        self.0[Hand::COUNT] = last as u8;
        card
    }
}

/// What the table waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Waits {
    /// The deal of a round.
    Deal,
    /// The dealer's choice of a card for the Oni that was dealt to the field.
    DealOni,
    /// The dealer's choice of the card that stays of three alike.
    DealTriple,
    /// A card from the hand.
    Play,
    /// The choice of what the card from the hand takes.
    TakeHand,
    /// The choice of what the card from the draw pile takes.
    TakeDraw,
    /// Nothing: the game is over.
    Over,
}

/// What became of the Oni in this round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Oni {
    /// Who captured it; the dealer as long as nobody has.
    pub holder: Role,
    /// The four cards of the number of which it captured one; empty if it
    /// captured none.
    pub number: Set,
    /// The card that it captured from the hand in this turn.
    pub prey: Set,
    /// Whether it was laid and removed.
    pub removed: bool,
}

impl Oni {
    pub(super) const UNSEEN: Oni =
        Oni { holder: Role::Dealer, number: Set::EMPTY, prey: Set::EMPTY, removed: false };
}

/// The cards that nobody sees yet, in the order in which they are turned up; at
/// the deal the whole pack. The cards stay where the shuffle has put them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pile {
    /// More than there are: so a place among them needs no check.
    cards: [NumberCard; 64],
    next: u8,
    count: u8,
}

impl Pile {
    const EMPTY: Pile = Pile { cards: [NumberCard::ONI; 64], next: 0, count: 0 };

    pub(super) fn new(cards: &[NumberCard]) -> Pile {
        let mut pile = Pile::EMPTY;
        pile.cards[..cards.len()].copy_from_slice(cards);
        pile.count = cards.len() as u8;
        pile
    }

    /// The next six cards, which are dealt.
    #[inline]
    pub(super) fn deal(&mut self) -> &[NumberCard] {
        let first = usize::from(self.next);
        self.next += HAND as u8;
        &self.cards[first..first + HAND]
    }

    /// All cards that were dealt are taken back, after a misdeal.
    pub(super) fn gather(&mut self) {
        self.next = 0;
    }

    /// The cards that are left.
    #[inline]
    pub(super) fn left(&mut self) -> &mut [NumberCard] {
        &mut self.cards[usize::from(self.next)..usize::from(self.count)]
    }

    /// How many cards are left.
    #[inline]
    pub(super) const fn len(&self) -> u8 {
        self.count - self.next
    }

    /// The cards that are left, as a set.
    pub(super) fn set(&self) -> Set {
        self.cards[usize::from(self.next)..usize::from(self.count)].iter().copied().collect()
    }

    /// The next card, if there is one.
    #[inline]
    pub(super) fn draw(&mut self) -> Option<NumberCard> {
        if self.next == self.count {
            return None;
        }
        let card = self.cards[usize::from(self.next) % 64];
        self.next += 1;
        Some(card)
    }
}

/// A table of Kujuroku in the middle of a game.
#[derive(Clone, Debug)]
pub struct Table {
    pub(super) waits: Waits,
    /// The card on its way from a hand or the pile to the field, while the
    /// table waits for what it takes.
    pub(super) in_play: NumberCard,
    /// Whose turn it is.
    pub(super) role: Role,
    /// Turns that are over in this round.
    pub(super) turn: u8,
    pub(super) oni: Oni,
    pub(super) field: Set,
    pub(super) captured: [Set; 3],
    pub(super) hands: [Hand; 3],
    pub(super) pile: Pile,
    /// Rounds begun, this one included.
    pub(super) round: u32,
    /// Seats that have lost the deal: the deal passes in order, so the next
    /// one is the dealer.
    pub(super) deals_lost: u8,
    /// The seats of dealer, second and third in this round.
    pub(super) participants: [Seat; 3],
    /// The chips in front of each player; without a limit, what they have won
    /// or lost.
    pub(super) chips: BySeat<i32>,
}

impl Table {
    /// A table before the first deal, with as many chips for each player.
    pub(super) fn new(chips: i32) -> Table {
        Table {
            waits: Waits::Deal,
            in_play: NumberCard::ONI,
            role: Role::Dealer,
            turn: 0,
            oni: Oni::UNSEEN,
            field: Set::EMPTY,
            captured: [Set::EMPTY; 3],
            hands: [Hand::EMPTY; 3],
            pile: Pile::EMPTY,
            round: 0,
            deals_lost: 0,
            participants: [Seat::FIRST; 3],
            chips: BySeat::all(chips),
        }
    }

    /// What the card in play may take from the field: the cards of its
    /// number, and any card for the Oni.
    #[inline]
    pub(super) fn matches(&self) -> Set {
        if self.in_play == NumberCard::ONI { self.field } else { self.field & self.in_play.alike() }
    }

    /// The options of who is to choose.
    #[inline]
    pub(super) fn options(&self) -> Choices {
        if self.waits == Waits::Play {
            return Choices::of_hand(self.hands[self.role as usize]);
        }
        Choices::of_field(self.waits, self.choice_of_the_field())
    }

    /// Kept apart: nine of ten decisions are about the hand.
    #[inline(never)]
    fn choice_of_the_field(&self) -> Set {
        if self.waits == Waits::DealTriple { first_three_alike(self.field) } else { self.matches() }
    }

    /// The seat that has a role in this round.
    #[inline]
    pub(super) fn seat(&self, role: Role) -> Seat {
        self.participants[role as usize]
    }

    /// The fourth card of the number that the Oni captured, once three are
    /// captured: it counts as captured by the holder of the Oni, wherever it
    /// lies.
    #[inline]
    pub(super) fn fourth(&self) -> Set {
        let [first, second, third] = self.captured;
        let missing = self.oni.number - (first | second | third);
        missing.only_if(missing.is_single())
    }

    /// What counts as captured by a participant.
    #[inline]
    pub(super) fn holdings(&self, role: Role, fourth: Set) -> Set {
        self.captured[role as usize] | fourth.only_if(self.oni.holder == role)
    }

    /// The zones of the table.
    pub(super) fn zones(&self) -> Vec<Zone<NumberCard>> {
        let in_play = matches!(self.waits, Waits::TakeHand | Waits::TakeDraw);
        let own = Role::ALL.into_iter().flat_map(|role| {
            let (name, seat) = (role.name(), self.seat(role));
            [
                Zone::new(format!("{name} hand"), ZoneKind::Hand, self.hands[role as usize].set()).of(seat),
                Zone::new(format!("{name} captures"), ZoneKind::Captures, self.captured[role as usize])
                    .of(seat),
            ]
        });
        own.chain([
            Zone::new("field", ZoneKind::Field, self.field),
            Zone::new("draw pile", ZoneKind::Stack, self.pile.set()),
            Zone::new("in play", ZoneKind::Field, Set::of(self.in_play).only_if(in_play)),
            Zone::new("removed", ZoneKind::Aside, Set::of(NumberCard::ONI).only_if(self.oni.removed)),
        ])
        .collect()
    }

    /// All that a participant knows.
    pub(super) fn view(&self, role: Role) -> View {
        View {
            round: self.round,
            deals_lost: self.deals_lost,
            participants: self.participants,
            chips: self.chips,
            role,
            turn: self.turn,
            waits: self.waits,
            in_play: self.in_play,
            hand: self.hands[role as usize],
            field: self.field,
            captured: self.captured,
            held: self.hands.map(|hand| hand.len() as u8),
            pile: self.pile.len(),
            oni: self.oni,
        }
    }

    /// A table that agrees with a view, with what it hides in random order.
    pub(super) fn from_view(view: &View, deck: Set, rng: &mut Stream) -> Table {
        let mut table = Table {
            waits: view.waits,
            in_play: view.in_play,
            role: view.role,
            turn: view.turn,
            oni: view.oni,
            field: view.field,
            captured: view.captured,
            hands: [Hand::EMPTY; 3],
            pile: Pile::EMPTY,
            round: view.round,
            deals_lost: view.deals_lost,
            participants: view.participants,
            chips: view.chips,
        };
        let [first, second, third] = view.captured;
        let in_play = matches!(view.waits, Waits::TakeHand | Waits::TakeDraw);
        let seen = view.hand.set()
            | view.field
            | first
            | second
            | third
            | Set::of(view.in_play).only_if(in_play)
            | Set::of(NumberCard::ONI).only_if(view.oni.removed);
        let mut unseen = [NumberCard::at(0); DECK];
        let mut count = 0;
        for card in deck - seen {
            unseen[count] = card;
            count += 1;
        }
        rng.shuffle(&mut unseen[..count]);
        let mut rest = &unseen[..count];
        for role in Role::ALL {
            let hand = &mut table.hands[role as usize];
            if role == view.role {
                *hand = view.hand;
            } else {
                let (cards, others) = rest.split_at(usize::from(view.held[role as usize]));
                *hand = Hand::of(cards);
                rest = others;
            }
        }
        table.pile = Pile::new(rest);
        table
    }
}

/// For each number the count of its cards, in its nibble.
#[inline]
const fn counts(field: Set) -> u64 {
    let pairs = field.bits() - (field.bits() >> 1 & 0x55_5555_5555);
    (pairs & 0x33_3333_3333) + (pairs >> 2 & 0x33_3333_3333)
}

/// Whether four cards of some number lie on the field.
#[inline]
pub(super) const fn has_four_alike(field: Set) -> bool {
    counts(Set::from_bits(field.bits() & NumberCard::NUMBERED.bits())) & 0x44_4444_4444 != 0
}

/// The three cards of the lowest number of which three lie on the field.
#[inline]
pub(super) fn first_three_alike(field: Set) -> Set {
    let counts = counts(field & NumberCard::NUMBERED);
    let threes = counts & counts >> 1 & 0x11_1111_1111;
    if threes == 0 {
        return Set::EMPTY;
    }
    field & Set::from_bits(0xF << threes.trailing_zeros())
}
