//! `search`: a Monte Carlo search over sampled states.
//!
//! It samples states that are consistent with its view, plays out every option
//! on each of them to the end of the round, and sums its lead over the other
//! players. All options are tried on the same states with common random numbers,
//! which reduces the variance of their differences. Half of the options are
//! dropped at a time (sequential halving), so that most playouts go to the best.

use super::{Bot, BotError, RANDOM, Roster};
use crate::game::{Game, Next, NullObserver, Options};
use crate::random::Stream;
use crate::seat::Seat;
use crate::settings::Name;

/// The value of `playout` for the game's default bot.
const DEFAULT: &str = "default";

crate::settings! {
    /// The parameters of `search`.
    pub struct SearchParameters {
        iterations["iterations"]: u32 = 200, in 1..=10_000_000, "playouts for one decision, all options together";
        depth["depth"]: u32 = 1_000, in 1..=1_000_000, "decisions of a playout at the most; then the scores are taken as they stand";
        playout["playout"]: Name = Name::new(DEFAULT), in "the name of a built-in bot, or default", "the bot that plays every seat in the playouts; default is the one that plays if none is named";
    }
    check |_| Ok(());
}

/// The maximum number of options that are tried. If there are more, which
/// happens only where an amount is chosen, an evenly spaced subset is.
const MAX_OPTIONS: usize = 64;

/// The bot that plays all seats in a playout.
#[derive(Clone)]
enum Playout<G: Game> {
    Random,
    BuiltIn(G::Bots),
}

/// A bot that samples states and plays them out.
#[derive(Clone)]
pub struct Search<G: Game> {
    game: G,
    parameters: SearchParameters,
    playout: Playout<G>,
}

/// An option, and its final lead, summed over the playouts.
#[derive(Clone, Copy, Default)]
struct Candidate {
    index: usize,
    lead: i64,
}

impl<G: Game> Search<G> {
    /// The name on the command line.
    pub const NAME: &'static str = "search";
    /// What it does.
    pub const DESCRIPTION: &'static str =
        "samples states consistent with what it sees, plays them out, and picks what does best";

    /// A bot that searches in a game.
    ///
    /// # Errors
    /// If the bot of the playouts is unknown.
    pub fn new(game: &G, mut parameters: SearchParameters) -> Result<Search<G>, BotError> {
        if parameters.playout.as_str() == DEFAULT {
            parameters.playout = Name::new(G::HOUSE_BOT);
        }
        let name = parameters.playout.as_str();
        let playout = if name == RANDOM {
            Playout::Random
        } else {
            match G::Bots::make(name, game, &[]) {
                Some(made) => Playout::BuiltIn(made.map_err(BotError::Parameters)?),
                None => return Err(BotError::unknown_built_in::<G>(name)),
            }
        };
        Ok(Search { game: game.clone(), parameters, playout })
    }

    /// The parameters, with the name of the playout bot resolved.
    #[must_use]
    pub fn parameters(&self) -> &SearchParameters {
        &self.parameters
    }

    /// Applies an option, and plays on to the end of the round or to the maximum
    /// depth.
    fn play_out(&mut self, mut state: G::State, index: usize, mut rng: Stream) -> G::State {
        self.game.apply(&mut state, index, &mut rng, &mut NullObserver);
        for _ in 0..self.parameters.depth {
            let Next::Choice(seat) = self.game.to_act(&state) else { break };
            let options = self.game.options(&state);
            let choice = match &mut self.playout {
                Playout::Random => rng.random_range(0..options.count() as u32) as usize,
                Playout::BuiltIn(bot) => bot.choose(&self.game.view(&state, seat), &options, &mut rng),
            };
            self.game.apply(&mut state, choice, &mut rng, &mut NullObserver);
        }
        state
    }

    /// How far a seat is ahead of the mean score, times the number of players.
    fn lead(&self, state: &G::State, seat: Seat) -> i64 {
        let players = self.game.players();
        let own = self.game.score(state, seat) * players as i64;
        own - Seat::all(players).map(|other| self.game.score(state, other)).sum::<i64>()
    }
}

impl<G: Game> Bot<G> for Search<G> {
    fn choose(&mut self, view: &G::View, options: &G::Options, rng: &mut Stream) -> usize {
        let all = options.count();
        let mut count = all.min(MAX_OPTIONS);
        let mut candidates: [Candidate; MAX_OPTIONS] = std::array::from_fn(|nth| Candidate {
            // Includes the first and the last option.
            index: if count > 1 { nth * (all - 1) / (count - 1) } else { 0 },
            lead: 0,
        });
        // As many stages as it takes to halve the options to one.
        let stages = usize::BITS - (count - 1).leading_zeros();
        while count > 1 {
            let candidates = &mut candidates[..count];
            let samples = (self.parameters.iterations / stages / count as u32).max(1);
            for _ in 0..samples {
                let state = self.game.sample_state(view, rng);
                let Next::Choice(seat) = self.game.to_act(&state) else {
                    unreachable!("somebody is to choose")
                };
                let playout_rng = rng.fork();
                for candidate in &mut *candidates {
                    let end = self.play_out(state.clone(), candidate.index, playout_rng.clone());
                    candidate.lead += self.lead(&end, seat);
                }
            }
            // Best first, with ties broken by index.
            candidates.sort_unstable_by_key(|candidate| (-candidate.lead, candidate.index));
            count = count.div_ceil(2);
        }
        candidates[0].index
    }
}
