//! External bots: those that are not compiled in.

use super::Bot;
use crate::game::Game;

/// A bot that is not built in, and may fail.
pub trait ExternalBot<G: Game>: Bot<G> + Sync {
    /// A copy in a box, for another thread.
    fn boxed_clone(&self) -> Box<dyn ExternalBot<G>>;

    /// Resets the bot before a game: it must not remember the previous one.
    fn begin_game(&mut self);

    /// Why the last choice failed, if it did.
    fn failure(&self) -> Option<&str>;
}

impl<G: Game> Clone for Box<dyn ExternalBot<G>> {
    fn clone(&self) -> Box<dyn ExternalBot<G>> {
        self.boxed_clone()
    }
}
