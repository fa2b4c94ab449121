//! What the bots of all games share.
//!
//! A bot sees a [`Game::View`] and the options, draws from a stream of its
//! own, and names the place of its choice. It never holds a state.

mod roster;
mod spec;

pub use roster::{BotAbout, Family, NoParameters, Roster};
pub use spec::{BotError, BotSpec};

use crate::chance::Stream;
use crate::game::{Game, Options};
use crate::seat::Seat;

/// A strategy.
pub trait Bot<G: Game>: Send {
    /// The place of the chosen option.
    ///
    /// What a bot remembers from one call to the next must not change its
    /// choices: a bot after a hundred games plays as a new one does.
    fn choose(&mut self, view: &G::View, options: &G::Options, own: &mut Stream) -> usize;
}

/// The bot that every game has: picks uniformly among the options.
pub const RANDOM: &str = "random";

/// A bot at the table.
#[derive(Clone)]
pub enum Player<G: Game> {
    /// Picks uniformly among the options. Needs no view, and gets none.
    Random,
    /// One of the game's own bots.
    BuiltIn(G::Bots),
}

impl<G: Game> Player<G> {
    /// The place of the chosen option. This is the one spot where bots and
    /// states meet: the bot gets the view, and nothing else.
    #[inline]
    pub fn choose(
        &mut self,
        game: &G,
        state: &G::State,
        seat: Seat,
        options: &G::Options,
        own: &mut Stream,
    ) -> usize {
        match self {
            Player::Random => own.below(options.count() as u32) as usize,
            // The options anew, and not those that are at hand: a reference to
            // these would keep them in memory, where `random` needs none.
            Player::BuiltIn(bot) => bot.choose(&game.view(state, seat), &game.options(state), own),
        }
    }
}
