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
    /// is the highest bit until the round is over: no number of turns is kept.
    #[inline(always)]
    pub(super) fn note(&mut self, happened: bool) {
        self.0 = self.0 >> 1 | u64::from(happened) << (TURNS - 1);
    }

    /// How often it happened to a player.
    #[inline]
    pub(super) const fn of(self, role: Role) -> u32 {
        (self.0 & Turns::DEALERS << role as u64).count_ones()
    }

    /// The lengths of the runs in which it happened in each turn of a player.
    pub(super) fn streaks(self) -> impl Iterator<Item = u32> + Clone {
        let firsts = Turns(self.0 & !(self.0 << 2));
        firsts.iter().map(move |first| {
            // Every other turn from the first on, up to one that is missing.
            let from_there = self.0 >> first & Turns::DEALERS;
            (!from_there & Turns::DEALERS).trailing_zeros() / 2
        })
    }

    /// For captures: how many cards each of them took, the one played
    /// included.
    pub(super) fn cards_taken(self) -> impl Iterator<Item = u32> + Clone {
        // The pile begins with a card, as if it had been laid in a turn before
        // the first and an empty pile before that.
        let mut last = -2;
        self.iter().map(move |turn| {
            let turn = turn as i32;
            (turn - std::mem::replace(&mut last, turn)) as u32
        })
    }

    fn iter(self) -> impl Iterator<Item = u32> + Clone {
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
    /// The seats of the dealer and of the other player.
    pub(super) participants: [Seat; 2],
    pub(super) captures: Turns,
    pub(super) kusuri: Turns,
    /// How many cards they captured, and how many were left in the pile.
    pub(super) cards: [u8; 2],
    pub(super) left: u8,
    pub(super) willows_aside: u8,
    /// What the yaku were that counted, and what they were worth together.
    pub(super) yaku: [YakuSet; 2],
    pub(super) points: [u16; 2],
    pub(super) result: RoundResult,
}
