//! What is written down of a round while it is played.
//!
//! A turn leaves one bit in each of two words: did it capture, and was that a
//! kusuri-gui. All that is counted of captures follows from them, because
//! every turn that does not capture adds a card to the pile.

use super::events::RoundResult;
use super::table::TURNS;
use super::{Role, YakuSet};
use crate::seat::Seat;

/// The turns of a round in which something happened: bit n is turn n.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Turns(u64);

impl Turns {
    /// The dealer's turns, which are the even ones.
    const DEALERS: u64 = 0x5555_5555_5555_5555;

    /// Notes one turn more, whether it happened in it or not. The latest turn
    /// is the lowest bit until the round is over: no number of turns is kept,
    /// and to note one takes a single instruction.
    #[inline(always)]
    pub(super) fn note(&mut self, happened: bool) {
        self.0 = 2 * self.0 + u64::from(happened);
    }

    /// The turns of a round that is over.
    #[inline]
    pub(super) const fn in_order(self) -> Turns {
        Turns(self.0.reverse_bits() >> (u64::BITS - TURNS as u32))
    }

    /// How often it happened to a player.
    #[inline]
    pub(super) const fn of(self, role: Role) -> u8 {
        (self.0 & Turns::DEALERS << role as u64).count_ones() as u8
    }

    /// The lengths of the runs in which it happened in each turn of a player.
    pub(super) fn streaks(self) -> impl Iterator<Item = u8> {
        let firsts = Turns(self.0 & !(self.0 << 2));
        firsts.iter().map(move |first| {
            // Every other turn from the first on, up to one that is missing.
            let from_there = self.0 >> first & Turns::DEALERS;
            (!from_there & Turns::DEALERS).trailing_zeros() as u8 / 2
        })
    }

    /// For captures: how many cards each of them took, the one played
    /// included.
    pub(super) fn cards_taken(self) -> impl Iterator<Item = u8> {
        // The pile begins with a card, as if it had been laid in a turn before
        // the first and an empty pile before that.
        let mut last = -2;
        self.iter().map(move |turn| {
            let turn = turn as i8;
            (turn - std::mem::replace(&mut last, turn)) as u8
        })
    }

    fn iter(self) -> impl Iterator<Item = u32> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let turn = left.trailing_zeros();
            left &= left.wrapping_sub(1);
            (turn < 64).then_some(turn)
        })
    }
}

/// What is counted of a round.
#[derive(Clone, Copy, Debug)]
pub(super) struct Round {
    pub(super) margin: u16,
    /// How many cards were left in the pile.
    pub(super) left: u8,
    pub(super) willows_aside: u8,
    pub(super) result: RoundResult,
}

/// What is counted of a player's part in a round.
#[derive(Clone, Copy, Debug)]
pub(super) struct Part {
    pub(super) seat: Seat,
    pub(super) role: Role,
    /// How many kusuri-gui, captures, and cards captured.
    pub(super) kusuri: u8,
    pub(super) captures: u8,
    pub(super) cards: u8,
    /// The yaku that counted, and what they were worth together.
    pub(super) points: u16,
    pub(super) yaku: YakuSet,
}
