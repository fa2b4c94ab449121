//! Where captures have their place in the tables of what they are worth.
//!
//! Every card is of one group: no yaku is made of cards of two. In a group it
//! matters how many cards of each sort both players have, and those numbers are
//! the digits of a place. So a captured card moves the place of its group by a
//! step of its own, and leaves the others where they are.

use crate::cards::Hanafuda;
use crate::games::kusuri_gui::table::WILLOWS;
use crate::games::kusuri_gui::yaku::{ANIMALS, BLUE, CHAFF, DRY, GRASS, POETRY, RIBBONS};
use crate::games::kusuri_gui::{DECK, Set};

/// Cards of which yaku are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Group {
    Brights,
    Animals,
    Ribbons,
    Chaff,
}

impl Group {
    pub(super) const ALL: [Group; 4] = [Group::Brights, Group::Animals, Group::Ribbons, Group::Chaff];
}

/// The most sorts that a group has.
pub(super) const SORTS: usize = 4;

/// The sorts of cards in each group: which of a sort a player has makes no
/// difference. The last one has the cards of the group that are left.
const fn sorts(group: Group) -> [Set; SORTS] {
    const NONE: Set = Set::EMPTY;
    let [boar, deer, butterflies] =
        [Hanafuda::BOAR.alone(), Hanafuda::DEER.alone(), Hanafuda::BUTTERFLIES.alone()];
    let other_animals = ANIMALS.bits() & !(boar.bits() | deer.bits() | butterflies.bits());
    let other_ribbons = RIBBONS.bits() & !(POETRY.bits() | BLUE.bits() | GRASS.bits());
    match group {
        Group::Brights => [DRY, Hanafuda::RAINMAN.alone(), NONE, NONE],
        Group::Animals => [boar, deer, butterflies, Set::from_bits(other_animals)],
        Group::Ribbons => [POETRY, BLUE, GRASS, Set::from_bits(other_ribbons)],
        Group::Chaff => [Set::from_bits(CHAFF.bits() & DECK.bits()), NONE, NONE, NONE],
    }
}

/// How far cards of a sort move a place.
#[derive(Clone, Copy, Debug)]
struct Sort {
    cards: Set,
    /// How many there are in the deck.
    count: usize,
    /// For each card that the player captures; for one of the opponent's it is
    /// `count + 1` times as far.
    step: usize,
}

impl Sort {
    const fn new(cards: Set, step: usize) -> Sort {
        Sort { cards, count: cards.len(), step }
    }

    /// The step of the next sort: this one can be moved `count` times.
    const fn next_step(self) -> usize {
        self.step * (self.count * (self.count + 1) + 1)
    }

    const fn their_step(self) -> usize {
        self.step * (self.count + 1)
    }

    /// How many cards of the sort both have at a place of its group.
    const fn counts(self, place: usize) -> [usize; 2] {
        let digit = place % self.next_step() / self.step;
        [digit % (self.count + 1), digit / (self.count + 1)]
    }
}

/// The sorts of each group.
const STEPS: [[Sort; SORTS]; Group::ALL.len()] = {
    let mut steps = [[Sort::new(Set::EMPTY, 1); SORTS]; Group::ALL.len()];
    let mut group = 0;
    while group < Group::ALL.len() {
        let cards = sorts(Group::ALL[group]);
        let (mut sort, mut step) = (0, 1);
        while sort < SORTS {
            steps[group][sort] = Sort::new(cards[sort], step);
            step = steps[group][sort].next_step();
            sort += 1;
        }
        group += 1;
    }
    steps
};

/// Where the places of each group begin, and where the last ones end.
pub(super) const FROM: [usize; Group::ALL.len() + 1] = {
    let mut from = [0; Group::ALL.len() + 1];
    let mut group = 0;
    while group < Group::ALL.len() {
        from[group + 1] = from[group] + STEPS[group][SORTS - 1].next_step();
        group += 1;
    }
    from
};

/// The entries of a table that no place is beyond: a power of two, so that a
/// look needs no check.
pub(super) const ENTRIES: usize = FROM[Group::ALL.len()].next_power_of_two();

/// How many cards of each sort both have at a place of a group; none if there
/// are not so many cards.
pub(super) fn counts(group: Group, place: usize) -> Option<[[usize; SORTS]; 2]> {
    let mut counts = [[0; SORTS]; 2];
    for (number, sort) in STEPS[group as usize].iter().enumerate() {
        let [own, theirs] = sort.counts(place);
        if own + theirs > sort.count {
            return None;
        }
        (counts[0][number], counts[1][number]) = (own, theirs);
    }
    Some(counts)
}

/// The bits that a word has for the place of each group.
const WIDTH: usize = 16;

/// How far some cards move the places of all groups, side by side in a word, if
/// one of the players captures them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Moves(u64);

impl Moves {
    /// How far these cards move the places, if the player captures them, and if
    /// the opponent does.
    pub(super) fn of(cards: Set) -> [Moves; 2] {
        let mut moves = [Moves::default(); 2];
        for (group, sorts) in STEPS.iter().enumerate() {
            for sort in sorts {
                let count = (cards & sort.cards).len();
                for (Moves(word), step) in moves.iter_mut().zip([sort.step, sort.their_step()]) {
                    *word += ((count * step) as u64) << (WIDTH * group);
                }
            }
        }
        moves
    }

    /// Those of further cards as well.
    #[inline(always)]
    pub(super) const fn and(self, further: Moves) -> Moves {
        Moves(self.0 + further.0)
    }
}

/// The places of what both have captured, side by side in a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Places(u64);

impl Places {
    /// Nobody has captured anything.
    const NONE: Places =
        Places((FROM[0] | FROM[1] << WIDTH | FROM[2] << (2 * WIDTH) | FROM[3] << (3 * WIDTH)) as u64);

    /// With what both have captured.
    #[inline(always)]
    pub(super) const fn of(own: Moves, theirs: Moves) -> Places {
        Places::NONE.and(own).and(theirs)
    }

    /// With further cards.
    #[inline(always)]
    pub(super) const fn and(self, further: Moves) -> Places {
        Places(self.0 + further.0)
    }

    /// The place of each group.
    #[inline(always)]
    pub(super) fn each(self) -> impl Iterator<Item = usize> {
        (0..Group::ALL.len()).map(move |group| (self.0 >> (WIDTH * group)) as usize % ENTRIES)
    }
}

/// How far a card moves the place of its group, and where that is in a word.
#[derive(Clone, Copy, Debug)]
#[repr(align(8))]
pub(super) struct Step {
    shift: u8,
    /// If the player captures it, and if the opponent does.
    far: [u16; 2],
    /// Whether the card is a willow, which those who ask for its step want to
    /// know as well.
    pub(super) is_willow: bool,
}

impl Step {
    pub(super) fn of(card: Hanafuda) -> Step {
        let words = Moves::of(card.into()).map(|Moves(word)| word);
        let shift = words[0].trailing_zeros() as usize / WIDTH * WIDTH % (WIDTH * Group::ALL.len());
        let far = words.map(|word| (word >> shift) as u16);
        Step { shift: shift as u8, far, is_willow: WILLOWS.has(card) }
    }

    /// The place of the card's group, without and with the card for one of the
    /// players: 0 is the player, 1 the opponent.
    #[inline(always)]
    pub(super) fn places<const WHOSE: usize>(self, places: Places) -> [usize; 2] {
        let place = (places.0 >> (self.shift % 64)) as usize;
        [place, place + usize::from(self.far[WHOSE])].map(|place| place % ENTRIES)
    }

    /// The move of the card.
    #[inline(always)]
    pub(super) fn moves<const WHOSE: usize>(self) -> Moves {
        Moves(u64::from(self.far[WHOSE]) << (self.shift % 64))
    }
}
