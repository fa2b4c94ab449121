//! Choices that are made without a look at the table.

use super::{Game, Observer, Options};
use crate::seat::{MAX_SEATS, Seat};

/// Chooses for the seats that pick at random, the same ones in a whole game.
///
/// Stopping for a decision takes longer than drawing a number, so rules may ask
/// a chooser first. It gets the number of options and nothing else: whoever
/// needs to know more is a [`Bot`](crate::bots::Bot), for which the rules stop.
pub trait BlindChooser {
    /// The seats that it chooses for, a bit for each.
    fn seats(&self) -> u8;

    /// Whether it chooses for a seat.
    ///
    /// In a loop, call this before computing options: for a seat that has to be
    /// asked they would be computed twice.
    #[inline(always)]
    fn chooses_for(&self, seat: Seat) -> bool {
        self.seats() >> seat.index() & 1 != 0
    }

    /// The index of the option that a seat chooses out of `count`. Only for
    /// seats that it [chooses for](BlindChooser::chooses_for).
    fn choose(&mut self, seat: Seat, count: usize) -> usize;

    /// The seats that choose the second of two options by the coin at this index,
    /// a bit for each.
    fn heads(&self, coin: usize) -> u8;

    /// What all seats choose out of `sides` options by the dice of a throw. Only
    /// for seats that it [chooses for](BlindChooser::chooses_for).
    fn dice(&self, throw: u32, sides: u8) -> [u8; MAX_SEATS];

    /// The index of the option that a seat chooses, of which the observer is
    /// notified; none if the seat has to be asked.
    #[inline(always)]
    fn decide<G: Game>(
        &mut self,
        seat: Seat,
        options: &G::Options,
        observer: &mut impl Observer<G>,
    ) -> Option<usize> {
        if !self.chooses_for(seat) {
            return None;
        }
        let choice = self.choose(seat, options.count());
        observer.on_decision(seat, options, choice);
        Some(choice)
    }
}

/// The chooser that chooses for no seat: the rules stop for every decision.
#[derive(Clone, Copy, Debug)]
pub struct AskEverySeat;

impl BlindChooser for AskEverySeat {
    #[inline(always)]
    fn seats(&self) -> u8 {
        0
    }

    fn heads(&self, _coin: usize) -> u8 {
        0
    }

    fn dice(&self, _throw: u32, _sides: u8) -> [u8; MAX_SEATS] {
        unreachable!("every seat is to be asked")
    }

    fn choose(&mut self, seat: Seat, _count: usize) -> usize {
        unreachable!("seat {seat} is to be asked")
    }
}
