//! External bots: those that are not compiled in.

use super::Bot;
use crate::game::Game;
use crate::random::{BlockStreams, Stream};
use crate::seat::{BySeat, Seat};

/// A bot that is not built in, and may fail.
pub trait ExternalBot<G: Game>: Bot<G> + Sync {
    /// A copy in a box, for another thread.
    fn boxed_clone(&self) -> Box<dyn ExternalBot<G>>;

    /// The index of the chosen option, at this seat: what a bot remembers of a
    /// game is of one seat.
    fn choose_at(&mut self, _seat: Seat, view: &G::View, options: &G::Options, rng: &mut Stream) -> usize {
        self.choose(view, options, rng)
    }

    /// Resets the bot before a game, which may have been rehearsed: it must not
    /// remember the previous one.
    fn begin_game(&mut self, game: &GameKey);

    /// Whether it is a program, which may be slow, or unable to start here.
    fn is_program(&self) -> bool {
        false
    }

    /// Whether a choice depends on nothing but the view and the random numbers: such
    /// a bot can be asked about situations in any order.
    fn forgets(&self) -> bool {
        false
    }

    /// Sees whether the bot can play, before any game, if that is not known yet;
    /// returns what it says of itself.
    ///
    /// # Errors
    /// If it cannot, in words.
    fn start(&self) -> Result<Option<String>, String> {
        Ok(None)
    }

    /// The bot as one that is asked about many games at once, if it is.
    fn rehearsing(&mut self) -> Option<&mut dyn Rehearsing<G>> {
        None
    }

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

/// What tells a game from all others that the same players play: its random
/// numbers, and who sits where.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct GameKey {
    /// The random numbers.
    pub streams: BlockStreams,
    /// The index of the player at each seat.
    pub bot_at: BySeat<u8>,
}

impl GameKey {
    /// The key of a game that one player plays, from all seats.
    #[must_use]
    pub fn alone(streams: BlockStreams) -> GameKey {
        GameKey { streams, bot_at: BySeat::default() }
    }
}

/// A bot that is asked about many games at once, before they are played: it
/// keeps its answers for the game.
pub trait Rehearsing<G: Game> {
    /// How many games it wants to be asked about at once; none if it cannot be
    /// asked.
    fn at_once(&mut self) -> usize;

    /// Forgets the games that were rehearsed before.
    fn forget(&mut self);

    /// Puts a decision to the bot; returns its place among those that it is asked
    /// next.
    fn put(
        &mut self,
        game: &GameKey,
        seat: Seat,
        view: &G::View,
        options: &G::Options,
        rng: &mut Stream,
    ) -> usize;

    /// Asks what was put; returns the choices in the order in which the decisions
    /// were put. None if the bot failed.
    fn ask(&mut self) -> Option<Vec<usize>>;

    /// Ends a game: it can be played as it was rehearsed.
    fn end(&mut self, game: &GameKey);

    /// Ends the rehearsal: the games that did not end are forgotten.
    fn stop(&mut self);
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

/// What a bot that may fail keeps of its last choice.
#[derive(Debug, Default)]
pub(super) struct LastChoice {
    failure: Option<String>,
    note: Option<Note>,
}

impl LastChoice {
    /// That of a copy of the bot, which has chosen nothing yet. Notes are wanted of
    /// it if they are of the bot.
    pub fn of_copy(&self) -> LastChoice {
        LastChoice { failure: None, note: self.note.as_ref().map(|_| Note::default()) }
    }

    /// Forgets the failure.
    pub fn begin_game(&mut self) {
        self.failure = None;
    }

    /// Notes why there is no choice; what is returned is none of the options.
    pub fn fail(&mut self, why: String) -> usize {
        self.failure = Some(why);
        usize::MAX
    }

    /// Why the choice failed, if it did.
    pub fn failure(&self) -> Option<&str> {
        self.failure.as_deref()
    }

    /// Asks for notes from now on.
    pub fn take_notes(&mut self) {
        self.note = Some(Note::default());
    }

    /// The note on the choice, if it is wanted.
    pub fn note(&self) -> Option<&Note> {
        self.note.as_ref()
    }

    /// The same, to be written.
    pub fn note_mut(&mut self) -> Option<&mut Note> {
        self.note.as_mut()
    }
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
