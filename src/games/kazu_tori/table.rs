//! The table: where the cards lie, and whose turn it is.

use super::haste::Haste;
use super::view::View;
use super::{Circle, DECK, SEATS, Set, deck};
use crate::cards::{Card, NumberCard};
use crate::game::{Next, Zone, ZoneKind};
use crate::random::Stream;
use crate::seat::Seat;
use crate::standings::Winners;

/// Cards on top of each other: a pile, or what lies open on the table.
#[derive(Clone, Copy)]
pub struct Stack {
    cards: [NumberCard; DECK],
    count: u8,
}

impl Stack {
    /// No cards.
    pub const EMPTY: Stack = Stack { cards: [NumberCard::ONI; DECK], count: 0 };

    /// How many cards.
    #[must_use]
    #[inline]
    pub const fn len(&self) -> usize {
        self.count as usize
    }

    /// Whether there are none.
    #[must_use]
    #[inline]
    pub const fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// The cards, the lowest first.
    #[must_use]
    #[inline]
    pub fn cards(&self) -> &[NumberCard] {
        &self.cards[..self.len()]
    }

    /// The cards as a set.
    #[must_use]
    pub fn set(&self) -> Set {
        self.cards().iter().copied().collect()
    }

    #[inline]
    pub(super) fn push(&mut self, card: NumberCard) {
        self.cards[self.len()] = card;
        self.count += 1;
    }

    pub(super) fn extend(&mut self, cards: &[NumberCard]) {
        let (from, to) = (self.len(), self.len() + cards.len());
        self.cards[from..to].copy_from_slice(cards);
        self.count = to as u8;
    }

    /// Takes off the top card.
    #[inline]
    pub(super) fn pop(&mut self) -> Option<NumberCard> {
        self.count = self.count.checked_sub(1)?;
        Some(self.cards[self.len()])
    }

    /// Takes out a random card; the top card takes its place. So the order of
    /// a pile means nothing, and it need not be shuffled when cards are added.
    #[inline]
    pub(super) fn draw(&mut self, rng: &mut Stream) -> NumberCard {
        let place = rng.random_range(0..u32::from(self.count)) as usize;
        let cards = &mut self.cards[..usize::from(self.count)];
        let (card, top) = (cards[place], cards[cards.len() - 1]);
        cards[place] = top;
        self.count -= 1;
        card
    }

    pub(super) fn shuffle(&mut self, rng: &mut Stream) {
        let count = self.len();
        rng.shuffle(&mut self.cards[..count]);
    }

    #[inline]
    pub(super) const fn clear(&mut self) {
        self.count = 0;
    }
}

/// The cards that lie open on the table: a stack, and the same cards as a set,
/// which everybody who counts them would have to make anew at each card.
#[derive(Clone, Copy, PartialEq)]
pub struct Laid {
    stack: Stack,
    set: Set,
}

impl Laid {
    /// No cards.
    pub const NONE: Laid = Laid { stack: Stack::EMPTY, set: Set::EMPTY };

    /// How many cards.
    #[must_use]
    #[inline]
    pub const fn len(&self) -> usize {
        self.stack.len()
    }

    /// Whether there are none.
    #[must_use]
    #[inline]
    pub const fn is_empty(&self) -> bool {
        self.stack.is_empty()
    }

    /// The cards, in the order in which they were laid.
    #[must_use]
    #[inline]
    pub fn cards(&self) -> &[NumberCard] {
        self.stack.cards()
    }

    /// The cards as a set.
    #[must_use]
    #[inline]
    pub const fn set(&self) -> Set {
        self.set
    }

    #[inline]
    pub(super) fn push(&mut self, card: NumberCard) {
        self.stack.push(card);
        self.set.insert(card);
    }

    /// Takes off the top card.
    #[inline]
    pub(super) fn pop(&mut self) -> Option<NumberCard> {
        let card = self.stack.pop()?;
        self.set.remove(card);
        Some(card)
    }

    pub(super) fn shuffle(&mut self, rng: &mut Stream) {
        self.stack.shuffle(rng);
    }

    #[inline]
    pub(super) const fn clear(&mut self) {
        self.stack.clear();
        self.set = Set::EMPTY;
    }
}

impl std::fmt::Debug for Laid {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.stack.fmt(f)
    }
}

/// Stacks are equal if their cards are, whatever was there before.
impl PartialEq for Stack {
    fn eq(&self, other: &Stack) -> bool {
        self.cards() == other.cards()
    }
}

impl std::fmt::Debug for Stack {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.cards()).finish()
    }
}

/// What the table waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Waits {
    Deal,
    Haste,
    Over,
}

/// A table of Kazu-Tori in the middle of a game.
#[derive(Clone, Debug)]
pub struct Table {
    pub(super) waits: Waits,
    /// How many players have chosen their haste for the next discard, and how
    /// many choose.
    pub(super) asked: u8,
    pub(super) asking: u8,
    pub(super) circle: Circle,
    /// Who lays the next card, and the number that goes with it.
    pub(super) discarder: Seat,
    pub(super) number: u8,
    pub(super) hastes: [Haste; SEATS],
    pub(super) laid_by: [u8; SEATS],
    pub(super) discards: u32,
    pub(super) jizo_used: u32,
    pub(super) jizo_gone: bool,
    pub(super) last_takes: [u32; SEATS],
    pub(super) points: [i32; SEATS],
    /// Who won; nobody yet before the end.
    pub(super) winners: Winners,
    pub(super) known: [Set; SEATS],
    pub(super) laid: Laid,
    pub(super) piles: [Stack; SEATS],
}

impl Table {
    /// A table before the deal.
    pub(super) fn new() -> Table {
        Table {
            waits: Waits::Deal,
            asked: 0,
            asking: 0,
            circle: Circle::FULL,
            discarder: Seat::FIRST,
            number: 1,
            hastes: [Haste::CALM; SEATS],
            laid_by: [0; SEATS],
            discards: 0,
            jizo_used: 0,
            jizo_gone: false,
            last_takes: [0; SEATS],
            points: [0; SEATS],
            winners: Winners::default(),
            known: [Set::EMPTY; SEATS],
            laid: Laid::NONE,
            piles: [Stack::EMPTY; SEATS],
        }
    }

    #[inline]
    pub(super) fn to_act(&self) -> Next {
        match self.waits {
            Waits::Haste => Next::Choice(self.chooser()),
            Waits::Deal => Next::Deal,
            Waits::Over => Next::Over,
        }
    }

    /// Whose haste is asked for.
    #[inline]
    pub(super) fn chooser(&self) -> Seat {
        self.circle.round(self.discarder).at(usize::from(self.asked) % SEATS)
    }

    #[inline]
    pub(super) fn pile(&mut self, seat: Seat) -> &mut Stack {
        &mut self.piles[seat.index()]
    }

    /// Begins to ask for hastes: from the discarder's right, the discarder
    /// last. A discarder with a single card left will be out, and is not
    /// asked.
    #[inline]
    pub(super) fn ask(&mut self) {
        let last_card = self.piles[self.discarder.index()].len() == 1;
        self.waits = Waits::Haste;
        self.asked = 0;
        self.asking = self.circle.round(self.discarder).len() as u8 - u8::from(last_card);
    }

    /// Leaves the table empty.
    pub(super) fn clear(&mut self) {
        self.laid.clear();
        self.laid_by = [0; SEATS];
    }

    /// The zones of the table.
    pub(super) fn zones(&self) -> Vec<Zone<NumberCard>> {
        let gone = Set::of(NumberCard::JIZO).only_if(self.jizo_gone);
        let piles = Seat::all(SEATS).map(|seat| {
            Zone::new(format!("pile of seat {seat}"), ZoneKind::Stack, self.piles[seat.index()].set())
                .of(seat)
        });
        piles
            .chain([
                Zone::new("table", ZoneKind::Heap, self.laid.set()),
                Zone::new("out of the game", ZoneKind::Aside, gone),
            ])
            .collect()
    }

    /// All that a player knows.
    pub(super) fn view(&self, seat: Seat) -> View {
        View {
            seat,
            discarder: self.discarder,
            number: self.number,
            circle: self.circle,
            laid: self.laid,
            laid_by: self.laid_by,
            piles: self.piles.each_ref().map(|pile| pile.len() as u8),
            known: self.known,
            jizo_used: self.jizo_used,
            jizo_gone: self.jizo_gone,
            discards: self.discards,
            last_takes: self.last_takes,
        }
    }

    /// A table that agrees with a view: what is not known of the piles in
    /// random order, and a random haste for each who was asked before.
    pub(super) fn from_view(view: &View, rng: &mut Stream) -> Table {
        let mut table = Table {
            circle: view.circle,
            discarder: view.discarder,
            number: view.number,
            laid_by: view.laid_by,
            discards: view.discards,
            jizo_used: view.jizo_used,
            jizo_gone: view.jizo_gone,
            last_takes: view.last_takes,
            known: view.known,
            laid: view.laid,
            ..Table::new()
        };
        for pile in 0..SEATS {
            for card in view.known[pile] {
                table.piles[pile].push(card);
            }
        }
        let open = view.laid.set() | Set::of(NumberCard::JIZO).only_if(view.jizo_gone);
        let seen = view.known.into_iter().fold(open, |seen, known| seen | known);
        let mut unseen = [NumberCard::at(0); DECK];
        let mut count = 0;
        for card in deck() - seen {
            unseen[count] = card;
            count += 1;
        }
        rng.shuffle(&mut unseen[..count]);
        let mut rest = &unseen[..count];
        for (pile, size) in table.piles.iter_mut().zip(view.piles) {
            let (cards, others) = rest.split_at(usize::from(size) - pile.len());
            pile.extend(cards);
            rest = others;
        }
        table.ask();
        while table.chooser() != view.seat {
            table.hastes[table.chooser().index()] =
                Haste::at(rng.random_range(0..Haste::COUNT as u32) as usize);
            table.asked += 1;
        }
        table
    }
}
