//! `search`: plays on in its head, and does what came out best.
//!
//! It draws tables at random from all that agree with what it sees, plays
//! every option on each of them to the end of the round, and counts how far it
//! is ahead of the others then. All options are tried on the same tables with
//! the same luck, so that it is the options that differ; half of them are
//! given up at a time, so that most of the work goes to the best ones.

use super::{Bot, BotError, RANDOM, Roster};
use crate::game::{Game, Next, NullObserver, Options};
use crate::random::Stream;
use crate::seat::Seat;
use crate::settings::Name;

crate::settings! {
    /// The parameters of `search`.
    pub struct SearchParameters {
        iterations["iterations"]: u32 = 200, in 1..=10_000_000, "rounds that are played on in the head for one decision, all options together";
        depth["depth"]: u32 = 1_000, in 1..=1_000_000, "decisions that a round is played on for at the most; then its scores are taken as they stand";
        playout["playout"]: Name = Name::new("weighing"), in "the name of a built-in bot", "the bot that everybody plays as in the head";
    }
    check |_| Ok(());
}

/// So many options are looked at. Of more than that, as they occur only where
/// an amount is chosen, some are left out at equal distances.
const MOST_OPTIONS: usize = 64;

/// Who plays on.
#[derive(Clone)]
enum Playout<G: Game> {
    Random,
    BuiltIn(G::Bots),
}

/// A bot that plays on in its head.
#[derive(Clone)]
pub struct Search<G: Game> {
    game: G,
    iterations: u32,
    depth: u32,
    playout: Playout<G>,
}

/// An option, and how far ahead it led, summed up over the tables.
#[derive(Clone, Copy, Default)]
struct Candidate {
    index: usize,
    ahead: i64,
}

impl<G: Game> Search<G> {
    /// The name on the command line.
    pub const NAME: &'static str = "search";
    /// What it does.
    pub const DESCRIPTION: &'static str =
        "draws tables that agree with what it sees, plays them on, and does what comes out best";

    /// A bot that searches in a game.
    ///
    /// # Errors
    /// If the bot that plays on is unknown.
    pub fn new(game: &G, parameters: &SearchParameters) -> Result<Search<G>, BotError> {
        let name = parameters.playout.as_str();
        let playout = if name == RANDOM {
            Playout::Random
        } else {
            match G::Bots::make(name, game, &[]) {
                Some(made) => Playout::BuiltIn(made.map_err(BotError::Parameters)?),
                None => return Err(BotError::unknown_built_in::<G>(name)),
            }
        };
        let SearchParameters { iterations, depth, .. } = *parameters;
        Ok(Search { game: game.clone(), iterations, depth, playout })
    }

    /// Plays the option, and the table on to the end of the round, if that is
    /// not too far.
    fn play_on(&mut self, mut table: G::State, index: usize, mut luck: Stream) -> G::State {
        self.game.apply(&mut table, index, &mut luck, &mut NullObserver);
        for _ in 0..self.depth {
            let Next::Choice(seat) = self.game.to_act(&table) else { break };
            let options = self.game.options(&table);
            let choice = match &mut self.playout {
                Playout::Random => luck.random_range(0..options.count() as u32) as usize,
                Playout::BuiltIn(bot) => bot.choose(&self.game.view(&table, seat), &options, &mut luck),
            };
            self.game.apply(&mut table, choice, &mut luck, &mut NullObserver);
        }
        table
    }

    /// How far a seat is ahead of the others' mean, times their number.
    fn ahead(&self, table: &G::State, seat: Seat) -> i64 {
        let players = self.game.players();
        let own = self.game.score(table, seat) * players as i64;
        own - Seat::all(players).map(|other| self.game.score(table, other)).sum::<i64>()
    }
}

impl<G: Game> Bot<G> for Search<G> {
    fn choose(&mut self, view: &G::View, options: &G::Options, own: &mut Stream) -> usize {
        let all = options.count();
        let mut count = all.min(MOST_OPTIONS);
        let mut candidates: [Candidate; MOST_OPTIONS] = std::array::from_fn(|nth| Candidate {
            // The first and the last are among them.
            index: if count > 1 { nth * (all - 1) / (count - 1) } else { 0 },
            ahead: 0,
        });
        // As many stages as it takes to halve the options to one.
        let stages = usize::BITS - (count - 1).leading_zeros();
        while count > 1 {
            let candidates = &mut candidates[..count];
            let tables = (self.iterations / stages / count as u32).max(1);
            for _ in 0..tables {
                let table = self.game.sample_state(view, own);
                let Next::Choice(seat) = self.game.to_act(&table) else {
                    unreachable!("somebody is to choose")
                };
                let luck = own.fork();
                for candidate in &mut *candidates {
                    let end = self.play_on(table.clone(), candidate.index, luck.clone());
                    candidate.ahead += self.ahead(&end, seat);
                }
            }
            // Best first; of equal ones the first option.
            candidates.sort_unstable_by_key(|candidate| (-candidate.ahead, candidate.index));
            count = count.div_ceil(2);
        }
        candidates[0].index
    }
}
