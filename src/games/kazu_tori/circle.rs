//! The circle: the players still in the game, in playing order.

use super::SEATS;
use crate::seat::Seat;

/// The players still in the game. A player's right is the next one in playing
/// order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Circle(u8);

/// Some seats in order: once round the table, or part of it.
// In eight bytes, so that it is found among others with a shift.
#[derive(Clone, Copy, Debug)]
#[repr(align(8))]
pub struct Round {
    seats: [Seat; SEATS],
    count: u8,
}

impl Round {
    const NOBODY: Round = Round { seats: [Seat::FIRST; SEATS], count: 0 };

    /// How many seats.
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

    /// The seat at a place, from 0.
    #[must_use]
    #[inline]
    pub const fn at(&self, place: usize) -> Seat {
        self.seats[place]
    }

    /// The seats, in order.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = Seat> + Clone + '_ {
        self.seats[..self.len()].iter().copied()
    }

    const fn with(mut self, seat: Seat) -> Round {
        self.seats[self.count as usize] = seat;
        self.count += 1;
        self
    }
}

/// For every circle and seat, who sits from the right of the seat on.
static ROUNDS: [[Round; SEATS]; 1 << SEATS] = {
    let mut rounds = [[Round::NOBODY; SEATS]; 1 << SEATS];
    let mut circle = 0;
    while circle < 1 << SEATS {
        let mut seat = 0;
        while seat < SEATS {
            let mut steps = 1;
            while steps <= SEATS {
                let other = Seat::at(seat).after(steps, SEATS);
                if circle >> other.index() & 1 == 1 {
                    rounds[circle][seat] = rounds[circle][seat].with(other);
                }
                steps += 1;
            }
            seat += 1;
        }
        circle += 1;
    }
    rounds
};

impl Circle {
    /// All players.
    pub const FULL: Circle = Circle((1 << SEATS) - 1);

    /// Whether the player is still in the game.
    #[must_use]
    #[inline]
    pub const fn has(self, seat: Seat) -> bool {
        self.0 >> seat.index() & 1 == 1
    }

    /// The place among all circles, for tables.
    #[must_use]
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Whether only one player is left.
    #[must_use]
    #[inline]
    pub const fn is_one(self) -> bool {
        self.0.is_power_of_two()
    }

    /// The players from the right of a seat round to the seat itself, who is
    /// the last of them if still in the game.
    #[must_use]
    #[inline]
    pub fn round(self, seat: Seat) -> &'static Round {
        &ROUNDS[usize::from(self.0) % ROUNDS.len()][seat.index() % SEATS]
    }

    /// The next player after a seat.
    #[must_use]
    #[inline]
    pub fn next(self, seat: Seat) -> Seat {
        self.round(seat).at(0)
    }

    /// A player goes out.
    #[inline]
    pub(super) const fn lose(&mut self, seat: Seat) {
        self.0 &= !(1 << seat.index());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(round: &Round) -> Vec<usize> {
        round.iter().map(Seat::number).collect()
    }

    #[test]
    fn a_round_begins_at_the_right_and_ends_with_the_seat_itself() {
        assert_eq!(numbers(Circle::FULL.round(Seat::at(0))), [2, 3, 4, 1]);
        assert_eq!(numbers(Circle::FULL.round(Seat::at(2))), [4, 1, 2, 3]);
    }

    #[test]
    fn who_is_out_is_left_out() {
        let mut circle = Circle::FULL;
        circle.lose(Seat::at(1));
        assert_eq!(numbers(circle.round(Seat::at(0))), [3, 4, 1]);
        assert_eq!(numbers(circle.round(Seat::at(1))), [3, 4, 1]);
        assert_eq!(circle.next(Seat::at(0)), Seat::at(2));
        circle.lose(Seat::at(3));
        assert!(!circle.is_one() && circle.has(Seat::at(2)) && !circle.has(Seat::at(3)));
        circle.lose(Seat::at(0));
        assert!(circle.is_one());
        assert_eq!(numbers(circle.round(Seat::at(2))), [3]);
    }
}
