//! Seats: the places at a table, in playing order.

use std::borrow::Cow;
use std::fmt;
use std::ops::{Index, IndexMut};

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Serialize, Serializer};

/// The maximum number of seats of any game.
pub const MAX_SEATS: usize = 8;

/// The denominator of shares that any number of seats can split without a
/// remainder: the least common multiple of 1 to [`MAX_SEATS`].
pub const WHOLE: i64 = 840;

/// A place at the table. Seats are numbered from 1 in playing order;
/// [`Seat::index`] counts from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Seat(Place);

/// An enum rather than a number, so that the compiler knows the range of
/// [`Seat::index`] and omits bounds checks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
enum Place {
    One,
    Two,
    Three,
    Four,
    Five,
    Six,
    Seven,
    Eight,
}

impl Place {
    const ALL: [Place; MAX_SEATS] = [
        Place::One,
        Place::Two,
        Place::Three,
        Place::Four,
        Place::Five,
        Place::Six,
        Place::Seven,
        Place::Eight,
    ];
}

impl Seat {
    /// Seat 1, who deals first in every game.
    pub const FIRST: Seat = Seat(Place::One);

    /// The seat with this index, counted from 0.
    ///
    /// # Panics
    /// If it is not below [`MAX_SEATS`].
    #[must_use]
    #[inline]
    pub const fn at(index: usize) -> Seat {
        Seat(Place::ALL[index])
    }

    /// The index of the seat, from 0.
    #[must_use]
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The number of the seat, from 1, as players count.
    #[must_use]
    pub const fn number(self) -> usize {
        self.0 as usize + 1
    }

    /// The seat `steps` further on at a table of `players`, for at most one
    /// round of the table.
    #[must_use]
    #[inline]
    pub const fn after(self, steps: usize, players: usize) -> Seat {
        let index = self.index() + steps;
        debug_assert!(steps <= players);
        let index = if index < players { index } else { index - players };
        // Always below the number of places, which the compiler cannot know.
        Seat::at(index % MAX_SEATS)
    }

    /// The other seats of a table of `players`, starting with the next.
    pub fn others(self, players: usize) -> impl Iterator<Item = Seat> + Clone {
        (1..players).map(move |steps| self.after(steps, players))
    }

    /// All seats of a table of `players`, in order.
    pub fn all(players: usize) -> impl DoubleEndedIterator<Item = Seat> + ExactSizeIterator + Clone {
        (0..players).map(Seat::at)
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.number())
    }
}

/// A value for each of [`MAX_SEATS`] seats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct BySeat<T>([T; MAX_SEATS]);

impl<T> BySeat<T> {
    /// The value that `make` returns for each seat.
    pub fn from_fn(mut make: impl FnMut(Seat) -> T) -> BySeat<T> {
        BySeat(std::array::from_fn(|index| make(Seat::at(index))))
    }

    /// The same value for every seat.
    #[must_use]
    pub const fn all(value: T) -> BySeat<T>
    where
        T: Copy,
    {
        BySeat([value; MAX_SEATS])
    }

    /// The values of the first `players` seats.
    #[must_use]
    pub fn first(&self, players: usize) -> &[T] {
        &self.0[..players]
    }
}

/// A value for each seat of a table, for events.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EachSeat<T> {
    values: BySeat<T>,
    players: usize,
}

impl<T: Copy> EachSeat<T> {
    /// The first `players` of these values.
    #[inline]
    pub const fn new(values: BySeat<T>, players: usize) -> EachSeat<T> {
        EachSeat { values, players }
    }

    /// The value that `make` returns for each seat of the table. The unused
    /// seats get that of seat 1.
    #[inline]
    pub fn from_fn(players: usize, mut make: impl FnMut(Seat) -> T) -> EachSeat<T> {
        let mut values = BySeat::all(make(Seat::FIRST));
        for seat in Seat::all(players).skip(1) {
            values[seat] = make(seat);
        }
        EachSeat { values, players }
    }

    /// The seats.
    #[inline]
    pub fn seats(&self) -> impl ExactSizeIterator<Item = Seat> + Clone + use<T> {
        Seat::all(self.players)
    }

    /// The seats with their values.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = (Seat, T)> + Clone + '_ {
        Seat::all(self.players).map(|seat| (seat, self.values[seat]))
    }

    /// The value of a seat.
    #[must_use]
    #[inline]
    pub fn of(&self, seat: Seat) -> T {
        self.values[seat]
    }
}

/// The values, in the order of the seats.
impl<T: Copy + Serialize> Serialize for EachSeat<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter().map(|(_, value)| value))
    }
}

impl<T: JsonSchema> JsonSchema for EachSeat<T> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        format!("EachSeat_of_{}", T::schema_name()).into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "array", "items": generator.subschema_for::<T>(), "maxItems": MAX_SEATS })
    }
}

impl<T> Index<Seat> for EachSeat<T> {
    type Output = T;
    #[inline]
    fn index(&self, seat: Seat) -> &T {
        &self.values[seat]
    }
}

impl<T> IndexMut<Seat> for EachSeat<T> {
    #[inline]
    fn index_mut(&mut self, seat: Seat) -> &mut T {
        &mut self.values[seat]
    }
}

impl<T> Index<Seat> for BySeat<T> {
    type Output = T;
    #[inline]
    fn index(&self, seat: Seat) -> &T {
        &self.0[seat.index()]
    }
}

impl<T> IndexMut<Seat> for BySeat<T> {
    #[inline]
    fn index_mut(&mut self, seat: Seat) -> &mut T {
        &mut self.0[seat.index()]
    }
}

/// As its number, from 1.
impl Serialize for Seat {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u64(self.number() as u64)
    }
}

impl JsonSchema for Seat {
    fn schema_name() -> Cow<'static, str> {
        "Seat".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "description": "a seat, from 1", "type": "integer", "minimum": 1, "maximum": MAX_SEATS })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seats_wrap_around_the_table() {
        assert_eq!(Seat::at(3).after(1, 4), Seat::FIRST);
        assert_eq!(Seat::at(2).after(3, 4), Seat::at(1));
        assert_eq!(Seat::at(0).after(2, 3).number(), 3);
        let others = Seat::at(1).others(3).map(Seat::number);
        assert_eq!(others.collect::<Vec<_>>(), [3, 1]);
    }
}
