//! Sets of players around the table.
//!
//! A set has a bit for each: for seats, or for positions, which count from the
//! dealer.

use super::table::MAX_PLAYERS;
use crate::seat::Seat;

/// The places around a table, to turn sets of seats into sets of positions.
#[derive(Clone, Copy, Debug)]
pub(super) struct Circle {
    everyone: u8,
    /// What a set is multiplied by to stand there twice, side by side.
    twice: u32,
}

impl Circle {
    pub(super) const fn new(players: usize) -> Circle {
        Circle { everyone: (0xFF_u16 >> (MAX_PLAYERS - players)) as u8, twice: 1 | 1 << players }
    }

    /// The set of all.
    #[inline]
    pub(super) const fn everyone(self) -> u8 {
        self.everyone
    }

    /// The positions of a set of seats.
    #[inline]
    pub(super) const fn positions(self, seats: u8, dealer: Seat) -> u8 {
        ((seats as u32 * self.twice) >> dealer.index()) as u8 & self.everyone
    }
}

/// A set that is not empty, without its first member.
#[inline]
pub(super) const fn without_first(set: u8) -> u8 {
    set & (set - 1)
}

/// For each place, all ones if it is in a set, and zero if it is not: to choose
/// for all of them at once, and without a branch.
#[inline]
pub(super) fn masks(set: u8) -> &'static [i32; MAX_PLAYERS] {
    &MASKS[usize::from(set)]
}

static MASKS: [[i32; MAX_PLAYERS]; 256] = {
    let mut masks = [[0; MAX_PLAYERS]; 256];
    let mut set = 0;
    while set < masks.len() {
        let mut place = 0;
        while place < MAX_PLAYERS {
            masks[set][place] = if set >> place & 1 == 0 { 0 } else { -1 };
            place += 1;
        }
        set += 1;
    }
    masks
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_of_seats_turn_round_to_the_dealer() {
        for players in 2..=MAX_PLAYERS {
            let circle = Circle::new(players);
            for dealer in Seat::all(players) {
                for position in 0..players {
                    let (seat, other) = (dealer.after(position, players), dealer);
                    let (seats, positions) = (1 << seat.index() | 1 << other.index(), 1 << position | 1);
                    assert_eq!(circle.positions(seats, dealer), positions);
                }
                assert_eq!(circle.positions(circle.everyone(), dealer), circle.everyone());
            }
        }
    }

    #[test]
    fn the_first_member_leaves_a_set() {
        assert_eq!([0b0110_1000, 0b1000_0000].map(without_first), [0b0110_0000, 0]);
    }

    #[test]
    fn a_set_has_masks() {
        assert_eq!(masks(0b1000_0101), &[-1, 0, -1, 0, 0, 0, 0, -1]);
    }
}
