//! The piles of a round, which tell what was drawn and discarded: who counts
//! piles need not count moves.

use super::Set;
use crate::cards::{Hanafuda, Kind, Month};
use crate::tally::Summed;

/// The kinds of special cards whose discards are counted.
pub(super) const SPECIALS: &[&str] =
    &["poetry", "blue", "yellow", "bridge", "willow", "sake_cup", "lightning"];

/// The cards of each kind; the lightning is a willow as well.
const OF_KIND: [Set; SPECIALS.len()] = [
    Hanafuda::of_kind(Kind::PoetryRibbon),
    Hanafuda::of_kind(Kind::BlueRibbon),
    Hanafuda::YELLOW_PAULOWNIA.alone(),
    Hanafuda::BRIDGE.alone(),
    Month::WILLOW.cards(),
    Hanafuda::SAKE_CUP.alone(),
    Hanafuda::LIGHTNING.alone(),
];

/// Places for all kinds and one to spare: so many numbers are added at once.
const PLACES: usize = SPECIALS.len() + 1;

/// Discards of a round by kind of special card.
pub(super) type Discards = [u32; SPECIALS.len()];

/// How many special cards of each kind lie in a pile.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Kinds([i16; PLACES]);

impl Kinds {
    #[inline]
    fn of(cards: Set) -> Kinds {
        let mut kinds = Kinds::default();
        for (count, of_kind) in kinds.0.iter_mut().zip(OF_KIND) {
            *count = of_kind.iter().map(|card| i16::from(cards.has(card))).sum();
        }
        kinds
    }

    fn added_to(self, discards: Discards) -> Discards {
        std::array::from_fn(|kind| discards[kind] + self.0[kind] as u32)
    }
}

/// What the counts of several rounds come to.
///
/// A kind has at most four cards, and few rounds are added up: no sum is too
/// great for 16 bits, of which eight are added at once.
pub(super) struct KindSums {
    sum: [i16; PLACES],
    squares: [i16; PLACES],
    least: [i16; PLACES],
    most: [i16; PLACES],
}

impl KindSums {
    /// Adds up rounds.
    pub(super) fn of(rounds: &[Kinds]) -> KindSums {
        debug_assert!(i16::try_from(rounds.len() * 4 * 4).is_ok(), "too many rounds for 16 bits");
        let none = [0; PLACES];
        let mut sums = KindSums { sum: none, squares: none, least: [i16::MAX; PLACES], most: none };
        rounds.iter().for_each(|counts| sums.add(counts));
        sums
    }

    /// By itself, or else it is made a loop over the rounds for each kind.
    #[inline(never)]
    fn add(&mut self, Kinds(counts): &Kinds) {
        for (kind, &count) in counts.iter().enumerate() {
            self.sum[kind] += count;
            self.squares[kind] += count * count;
            self.least[kind] = self.least[kind].min(count);
            self.most[kind] = self.most[kind].max(count);
        }
    }

    /// Those of a kind, in so many rounds.
    pub(super) fn summed(&self, kind: usize, n: usize) -> Summed {
        let KindSums { sum, squares, least, most } = self;
        let [sum, squares, min, max] = [sum, squares, least, most].map(|sums| i64::from(sums[kind]));
        Summed { n: n as u32, sum, squares, min, max }
    }
}

/// The piles of the round that is being played.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Piles {
    /// The card that was turned up, as long as it is in the discard pile.
    turned_up: Set,
    /// The cards of all draw piles of the round.
    drawable: u32,
    reshuffles: u32,
    /// The special cards among discards that were shuffled.
    reshuffled: Discards,
}

impl Piles {
    /// The piles after the deal: a card turned up, and so many to be drawn.
    pub(super) fn new(top: Hanafuda, pile: u8) -> Piles {
        Piles { turned_up: top.into(), drawable: pile.into(), ..Piles::default() }
    }

    /// The special cards in a discard pile that somebody discarded.
    #[inline]
    pub(super) fn discarded(&self, pile: Set) -> Kinds {
        Kinds::of(pile - self.turned_up)
    }

    /// The same, with those that were shuffled before.
    pub(super) fn with_reshuffled(&self, discarded: Kinds) -> Discards {
        discarded.added_to(self.reshuffled)
    }

    /// How many cards were drawn when so many are left in the draw pile.
    #[inline]
    pub(super) fn drawn(&self, left: u8) -> u32 {
        self.drawable - u32::from(left)
    }

    /// How often the discards became the draw pile.
    #[inline]
    pub(super) fn reshuffles(&self) -> u32 {
        self.reshuffles
    }

    /// These discards become the draw pile.
    #[cold]
    pub(super) fn reshuffle(&mut self, cards: Set) {
        self.reshuffled = self.discarded(cards).added_to(self.reshuffled);
        self.turned_up = Set::EMPTY;
        self.drawable += cards.len() as u32;
        self.reshuffles += 1;
    }
}
