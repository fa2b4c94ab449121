//! A set of cards in one machine word.

use std::borrow::Cow;
use std::fmt;
use std::hint::select_unpredictable;
use std::marker::PhantomData;
use std::ops::{BitAnd, BitOr, BitOrAssign, BitXor, Not, Sub, SubAssign};

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Serialize, Serializer};

use super::Card;

/// A set of cards of one family, as the bits of a word.
///
/// Iterates in the order of the card's indices. A set may hold any index
/// below 64; that all of them are cards of the family is for the maker of the
/// set to see to.
pub struct CardSet<C> {
    bits: u64,
    family: PhantomData<C>,
}

impl<C> CardSet<C> {
    /// No cards.
    pub const EMPTY: CardSet<C> = CardSet::from_bits(0);

    /// The set with these bits.
    #[must_use]
    #[inline]
    pub const fn from_bits(bits: u64) -> CardSet<C> {
        CardSet { bits, family: PhantomData }
    }

    /// The set as a word, for masks and tables.
    #[must_use]
    #[inline]
    pub const fn bits(self) -> u64 {
        self.bits
    }

    /// How many cards there are.
    #[must_use]
    #[inline]
    pub const fn len(self) -> usize {
        self.bits.count_ones() as usize
    }

    /// Whether there is no card.
    #[must_use]
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.bits == 0
    }

    /// Whether there are two cards or more; cheaper than [`CardSet::len`].
    #[must_use]
    #[inline]
    pub const fn has_several(self) -> bool {
        self.bits & self.bits.wrapping_sub(1) != 0
    }

    /// Whether there is exactly one card; cheaper than [`CardSet::len`].
    #[must_use]
    #[inline]
    pub const fn is_single(self) -> bool {
        self.bits.is_power_of_two()
    }

    /// Whether the sets have a card in common.
    #[must_use]
    #[inline]
    pub const fn meets(self, other: CardSet<C>) -> bool {
        self.bits & other.bits != 0
    }

    /// Whether every card of `other` is in this set.
    #[must_use]
    #[inline]
    pub const fn includes(self, other: CardSet<C>) -> bool {
        other.bits & !self.bits == 0
    }

    /// This set if `keep`, else no cards: a choice without a branch.
    #[must_use]
    #[inline]
    pub fn only_if(self, keep: bool) -> CardSet<C> {
        CardSet::from_bits(select_unpredictable(keep, self.bits, 0))
    }
}

impl<C: Card> CardSet<C> {
    /// The set of one card.
    #[must_use]
    #[inline]
    pub fn of(card: C) -> CardSet<C> {
        CardSet::from_bits(1 << card.index())
    }

    /// Whether the card is in the set.
    #[must_use]
    #[inline]
    pub fn has(self, card: C) -> bool {
        self.bits >> card.index() & 1 != 0
    }

    /// The card with the lowest index.
    ///
    /// # Panics
    /// In debug builds, if the set is empty.
    #[must_use]
    #[inline]
    pub fn first(self) -> C {
        debug_assert!(!self.is_empty(), "the first card of an empty set");
        C::at(self.bits.trailing_zeros() as usize)
    }

    /// The card at place `n`, from 0, in the order of indices.
    ///
    /// # Panics
    /// In debug builds, if there are not that many cards.
    #[must_use]
    #[inline]
    pub fn nth(self, n: usize) -> C {
        self.without_first(n).first()
    }

    /// The card at place `n`, from 0, in the order of indices, alone in a set;
    /// an empty set if there are not that many.
    #[must_use]
    #[inline]
    pub fn nth_alone(self, n: usize) -> CardSet<C> {
        let rest = self.without_first(n).bits;
        CardSet::from_bits(rest & rest.wrapping_neg())
    }

    /// The cards without the first `n` of them.
    #[inline]
    fn without_first(self, n: usize) -> CardSet<C> {
        let less_one = |bits: u64| bits & bits.wrapping_sub(1);
        let (mut bits, mut n) = (self.bits, n);
        while n > 3 {
            bits = less_one(less_one(less_one(less_one(bits))));
            n -= 4;
        }
        // Where the first few are chosen from at random, a loop of n steps
        // would have an end that cannot be foreseen.
        let one = less_one(bits);
        let two = less_one(one);
        let low = select_unpredictable(n & 1 == 0, bits, one);
        let high = select_unpredictable(n & 1 == 0, two, less_one(two));
        CardSet::from_bits(select_unpredictable(n & 2 == 0, low, high))
    }

    /// Of a set of two cards the one at place `n`, as a set: without a branch.
    #[must_use]
    #[inline]
    pub fn nth_of_two(self, n: usize) -> CardSet<C> {
        debug_assert!(self.len() == 2 && n < 2);
        let lower = CardSet::from_bits(self.bits & self.bits.wrapping_neg());
        lower ^ self.only_if(n == 1)
    }

    /// The cards, lowest index first.
    #[must_use]
    #[inline]
    pub fn iter(self) -> Iter<C> {
        Iter(self)
    }

    /// Puts a card in.
    #[inline]
    pub fn insert(&mut self, card: C) {
        self.bits |= 1 << card.index();
    }

    /// Takes a card out, if it is there.
    #[inline]
    pub fn remove(&mut self, card: C) {
        self.bits &= !(1 << card.index());
    }
}

/// The cards of a set, lowest index first.
pub struct Iter<C>(CardSet<C>);

impl<C: Card> Iterator for Iter<C> {
    type Item = C;

    #[inline]
    fn next(&mut self) -> Option<C> {
        if self.0.is_empty() {
            return None;
        }
        let card = self.0.first();
        self.0.bits &= self.0.bits - 1;
        Some(card)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.0.len(), Some(self.0.len()))
    }
}

impl<C: Card> ExactSizeIterator for Iter<C> {}

impl<C: Card> IntoIterator for CardSet<C> {
    type Item = C;
    type IntoIter = Iter<C>;
    fn into_iter(self) -> Iter<C> {
        self.iter()
    }
}

impl<C: Card> FromIterator<C> for CardSet<C> {
    fn from_iter<I: IntoIterator<Item = C>>(cards: I) -> CardSet<C> {
        let mut set = CardSet::EMPTY;
        for card in cards {
            set.insert(card);
        }
        set
    }
}

impl<C: Card> From<C> for CardSet<C> {
    #[inline]
    fn from(card: C) -> CardSet<C> {
        CardSet::of(card)
    }
}

impl<C> Clone for CardSet<C> {
    #[inline]
    fn clone(&self) -> CardSet<C> {
        *self
    }
}

impl<C> Copy for CardSet<C> {}

impl<C> PartialEq for CardSet<C> {
    #[inline]
    fn eq(&self, other: &CardSet<C>) -> bool {
        self.bits == other.bits
    }
}

impl<C> Eq for CardSet<C> {}

impl<C> Default for CardSet<C> {
    fn default() -> CardSet<C> {
        CardSet::EMPTY
    }
}

impl<C: Card> fmt::Debug for CardSet<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{{{self}}}")
    }
}

/// The cards by name, with spaces between them; `nothing` for no cards.
impl<C: Card> fmt::Display for CardSet<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_empty() {
            return f.write_str("nothing");
        }
        for (place, card) in self.iter().enumerate() {
            if place > 0 {
                f.write_str(" ")?;
            }
            write!(f, "{card}")?;
        }
        Ok(())
    }
}

impl<C> BitOr for CardSet<C> {
    type Output = CardSet<C>;
    #[inline]
    fn bitor(self, other: CardSet<C>) -> CardSet<C> {
        CardSet::from_bits(self.bits | other.bits)
    }
}

impl<C> BitOrAssign for CardSet<C> {
    #[inline]
    fn bitor_assign(&mut self, other: CardSet<C>) {
        self.bits |= other.bits;
    }
}

impl<C> BitAnd for CardSet<C> {
    type Output = CardSet<C>;
    #[inline]
    fn bitand(self, other: CardSet<C>) -> CardSet<C> {
        CardSet::from_bits(self.bits & other.bits)
    }
}

impl<C> BitXor for CardSet<C> {
    type Output = CardSet<C>;
    #[inline]
    fn bitxor(self, other: CardSet<C>) -> CardSet<C> {
        CardSet::from_bits(self.bits ^ other.bits)
    }
}

/// The cards of the left set that are not in the right one.
impl<C> Sub for CardSet<C> {
    type Output = CardSet<C>;
    #[inline]
    fn sub(self, other: CardSet<C>) -> CardSet<C> {
        CardSet::from_bits(self.bits & !other.bits)
    }
}

impl<C> SubAssign for CardSet<C> {
    #[inline]
    fn sub_assign(&mut self, other: CardSet<C>) {
        self.bits &= !other.bits;
    }
}

/// Every index that is not in the set, those that are no cards too: meant
/// for masks.
impl<C> Not for CardSet<C> {
    type Output = CardSet<C>;
    #[inline]
    fn not(self) -> CardSet<C> {
        CardSet::from_bits(!self.bits)
    }
}

/// The cards by name.
impl<C: Card> Serialize for CardSet<C> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter().map(|card| card.to_string()))
    }
}

impl<C: Card + JsonSchema> JsonSchema for CardSet<C> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        format!("CardSet_of_{}", C::schema_name()).into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "array", "items": generator.subschema_for::<C>(), "maxItems": C::COUNT })
    }
}

/// How many cards four bits of a set are, such as those of a number or of a month:
/// quicker than to count the bits of a word, where the processor has no
/// instruction for that.
pub(crate) const IN_FOUR: [u8; 16] = {
    let mut counts = [0; 16];
    let mut bits = 0;
    while bits < 16 {
        counts[bits] = bits.count_ones() as u8;
        bits += 1;
    }
    counts
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::{Hanafuda, NumberCard};

    #[test]
    fn cards_go_in_and_out() {
        let mut set = CardSet::EMPTY;
        set.insert(NumberCard::ONI);
        set.insert(NumberCard::SPECIAL_ONE);
        assert_eq!(set.len(), 2);
        assert!(set.has_several() && !set.is_single());
        assert_eq!(set.first(), NumberCard::SPECIAL_ONE);
        assert_eq!(set.nth(1), NumberCard::ONI);
        set.remove(NumberCard::ONI);
        assert!(set.is_single() && !set.has(NumberCard::ONI));
    }

    #[test]
    fn every_place_has_its_card() {
        let set: CardSet<Hanafuda> = CardSet::from_bits(0x8421_0F0F_0801);
        let cards: Vec<Hanafuda> = set.iter().collect();
        assert_eq!(cards.len(), 14);
        for (place, card) in cards.into_iter().enumerate() {
            assert_eq!((set.nth(place), set.nth_alone(place)), (card, card.into()), "place {place}");
        }
        assert_eq!(set.nth_alone(14), CardSet::EMPTY);
    }

    #[test]
    fn a_set_names_its_cards() {
        let set: CardSet<NumberCard> = [NumberCard::ONI, NumberCard::SPECIAL_FOUR].into_iter().collect();
        assert_eq!(set.to_string(), "special-4 Oni");
        assert_eq!(CardSet::<NumberCard>::EMPTY.to_string(), "nothing");
    }
}
