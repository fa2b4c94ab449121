//! What the bots of all games share.
//!
//! A bot sees a [`Game::View`] and the options, draws from a stream of its
//! own, and names the place of its choice. It never holds a state.
//!
//! Bots come from three places: a game's own list of bot kinds (`roster`), the
//! search that works in every game (`search`), and files (`strategy`), which
//! are either a kind with other parameters or a script (`script`).

mod external;
mod roster;
mod script;
mod search;
mod spec;
mod strategy;

pub use external::ExternalBot;
pub use roster::{BotInfo, BotKind, NoParameters, Roster};
pub use script::{MEMORY, STEPS, Script, ScriptError, ScriptInfo, Source, interface};
pub use search::{Search, SearchParameters};
pub use spec::{BotError, BotRecord, BotSpec, built_in};
pub use strategy::{StrategyError, StrategyInfo, strategies};

use crate::game::{Game, Options};
use crate::random::Stream;
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
    /// The bot that plays on in its head.
    Search(Search<G>),
    /// A bot from outside.
    External(Box<dyn ExternalBot<G>>),
}

impl<G: Game> Player<G> {
    /// The place of the chosen option. This is the one spot where bots and
    /// states meet: the bot gets the view, and nothing else.
    ///
    /// Always inlined: `random` is a draw, and needs neither a call nor the
    /// options in memory.
    #[inline(always)]
    pub fn choose(
        &mut self,
        game: &G,
        state: &G::State,
        seat: Seat,
        options: &G::Options,
        own: &mut Stream,
    ) -> usize {
        match self {
            Player::Random => own.random_range(0..options.count() as u32) as usize,
            _ => self.look_and_choose(game, state, seat, own),
        }
    }

    /// The options anew, and not those that are at hand: a reference to these
    /// would keep them in memory.
    #[inline(never)]
    fn look_and_choose(&mut self, game: &G, state: &G::State, seat: Seat, own: &mut Stream) -> usize {
        self.choose_by(&game.view(state, seat), &game.options(state), own)
    }

    /// The place of the chosen option, for whoever holds a view already.
    pub fn choose_by(&mut self, view: &G::View, options: &G::Options, own: &mut Stream) -> usize {
        match self {
            Player::Random => own.random_range(0..options.count() as u32) as usize,
            Player::BuiltIn(bot) => bot.choose(view, options, own),
            Player::Search(bot) => bot.choose(view, options, own),
            Player::External(bot) => bot.choose(view, options, own),
        }
    }

    /// Whether it could choose what is no option. `random` cannot, and need not
    /// be checked.
    #[inline]
    pub const fn can_err(&self) -> bool {
        !matches!(self, Player::Random)
    }

    /// A game begins. Guests forget the one before.
    #[inline]
    pub fn begin_game(&mut self) {
        if let Player::External(bot) = self {
            bot.begin_game();
        }
    }

    /// Why the last choice was none, if the bot can say so.
    #[must_use]
    pub fn failure(&self) -> Option<&str> {
        match self {
            Player::External(bot) => bot.failure(),
            _ => None,
        }
    }
}
