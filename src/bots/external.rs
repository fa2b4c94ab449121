//! External bots: those that are not compiled in.

use super::Bot;
use crate::game::Game;
use crate::random::Stream;
use crate::seat::Seat;

/// A bot that is not built in, and may fail.
pub trait ExternalBot<G: Game>: Bot<G> + Sync {
    /// A copy in a box, for another thread.
    fn boxed_clone(&self) -> Box<dyn ExternalBot<G>>;

    /// The index of the chosen option, at this seat: what a bot remembers of a
    /// game is of one seat.
    fn choose_at(&mut self, _seat: Seat, view: &G::View, options: &G::Options, rng: &mut Stream) -> usize {
        self.choose(view, options, rng)
    }

    /// Resets the bot before a game: it must not remember the previous one.
    fn begin_game(&mut self);

    /// Why the last choice failed, if it did.
    fn failure(&self) -> Option<&str>;

    /// Asks for a [`Note`] on every choice from now on.
    fn take_notes(&mut self) {}

    /// What the bot said about its last choice, if that was asked for.
    fn note(&self) -> Option<&Note> {
        None
    }

    /// Makes the choices of the last game again, as a new bot.
    ///
    /// # Errors
    /// If another choice is made.
    fn verify(&mut self) -> Result<(), Unrepeatable> {
        Ok(())
    }
}

impl<G: Game> Clone for Box<dyn ExternalBot<G>> {
    fn clone(&self) -> Box<dyn ExternalBot<G>> {
        self.boxed_clone()
    }
}

/// What a bot says about a choice.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Note {
    /// What it returned.
    pub returned: String,
    /// What it takes each option to be worth; empty if it does not say.
    pub values: Vec<f64>,
    /// What it printed, in lines.
    pub printed: String,
}

/// A choice that a new bot does not repeat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unrepeatable {
    /// The seat.
    pub seat: Seat,
    /// The decision.
    pub decision: &'static str,
    /// Which one it was, and the two choices.
    pub what: String,
}
