//! The list of a game's built-in bots.

use super::Bot;
use crate::game::Game;
use crate::settings::{Assignment, Key, Settings, SettingsError};

/// A family of bots: a strategy with its parameters.
pub trait Family<G: Game>: Bot<G> + Sized {
    /// The name on the command line.
    const NAME: &'static str;
    /// What it does, in one sentence.
    const SENTENCE: &'static str;
    /// What can be set.
    type Parameters: Settings;

    /// A bot of this family for a game.
    fn new(game: &G, parameters: Self::Parameters) -> Self;
}

/// A bot as `fuda bots` shows it.
#[derive(Clone, Debug)]
pub struct BotAbout {
    /// The name on the command line.
    pub name: &'static str,
    /// What it does, in one sentence.
    pub sentence: &'static str,
    /// What can be set.
    pub parameters: Vec<Key>,
}

/// All built-in bots of a game but `random`. Made by
/// [`bots!`](crate::bots!).
pub trait Roster<G: Game>: Bot<G> + Clone + Sync + 'static {
    /// What there is, the plainest first.
    fn list() -> Vec<BotAbout>;

    /// The bot of this name; none if there is none.
    ///
    /// # Errors
    /// If a parameter is unknown or not allowed.
    fn make(name: &str, game: &G, parameters: &[Assignment]) -> Option<Result<Self, SettingsError>>;

    /// The parameters of the bot of this name in full; none if there is none.
    ///
    /// # Errors
    /// If a parameter is unknown or not allowed.
    fn parameters(name: &str, parameters: &[Assignment]) -> Option<Result<toml::Table, SettingsError>>;
}

crate::settings! {
    /// The settings of a bot that has no parameters.
    pub struct NoParameters {}
    check |_| Ok(());
}

/// Lists the bots of a game: `bots! { pub enum Bots for Kujuroku { Greedy(Greedy) } }`
/// makes
///
/// ```ignore
/// #[derive(Clone)]
/// pub enum Bots { Greedy(Greedy) }
/// impl Bot<Kujuroku> for Bots { /* by match */ }
/// impl Roster<Kujuroku> for Bots { /* from the families' own names */ }
/// ```
#[macro_export]
macro_rules! bots {
    ($(#[$about:meta])* pub enum $bots:ident for $game:ty { $($name:ident($family:ty)),* $(,)? }) => {
        $(#[$about])*
        #[derive(Clone)]
        pub enum $bots { $(#[doc = "A bot of this family."] $name($family),)* }

        impl $crate::bots::Bot<$game> for $bots {
            #[inline]
            fn choose(
                &mut self,
                view: &<$game as $crate::game::Game>::View,
                options: &<$game as $crate::game::Game>::Options,
                own: &mut $crate::chance::Stream,
            ) -> usize {
                match self { $($bots::$name(bot) => bot.choose(view, options, own),)* }
            }
        }

        impl $crate::bots::Roster<$game> for $bots {
            fn list() -> Vec<$crate::bots::BotAbout> {
                vec![$($crate::bots::BotAbout {
                    name: <$family as $crate::bots::Family<$game>>::NAME,
                    sentence: <$family as $crate::bots::Family<$game>>::SENTENCE,
                    parameters: <<$family as $crate::bots::Family<$game>>::Parameters
                        as $crate::settings::Settings>::keys(),
                },)*]
            }

            fn make(
                name: &str,
                game: &$game,
                parameters: &[$crate::settings::Assignment],
            ) -> Option<Result<$bots, $crate::settings::SettingsError>> {
                match name {
                    $(<$family as $crate::bots::Family<$game>>::NAME => Some(
                        $crate::settings::Settings::with(parameters).map(|parameters| {
                            $bots::$name(<$family as $crate::bots::Family<$game>>::new(game, parameters))
                        }),
                    ),)*
                    _ => None,
                }
            }

            fn parameters(
                name: &str,
                parameters: &[$crate::settings::Assignment],
            ) -> Option<Result<toml::Table, $crate::settings::SettingsError>> {
                match name {
                    $(<$family as $crate::bots::Family<$game>>::NAME => Some(
                        <<$family as $crate::bots::Family<$game>>::Parameters
                            as $crate::settings::Settings>::with(parameters)
                            .map(|parameters| $crate::settings::Settings::to_table(&parameters)),
                    ),)*
                    _ => None,
                }
            }
        }
    };
}
