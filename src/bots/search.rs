//! `search`: a Monte Carlo search over sampled states.
//!
//! It samples states that are consistent with its view, plays out every option
//! on each of them to the end of the round, and sums its lead over the other
//! players. All options are tried on the same states with common random numbers,
//! which reduces the variance of their differences.
//!
//! What the bot of the playouts would choose itself, its own move, is the one to
//! beat. Half of the others are dropped at a time (sequential halving), so that
//! most playouts go to the best of them; that one is taken only if it is ahead
//! of the own move by `margin` standard errors of their difference. So a few
//! playouts, which decide nothing, do no harm.
//!
//! `clairvoyant` is the same search on the true state: it cheats, and shows how
//! much there is to win for whoever could see all cards.

use super::{Bot, BotError, RANDOM, Roster};
use crate::game::{Game, Next, NullObserver, Options};
use crate::random::Stream;
use crate::seat::{MAX_SEATS, Seat};
use crate::settings::Name;

/// The value of `playout` for the game's default bot.
const DEFAULT: &str = "default";

crate::settings! {
    /// The parameters of `search`.
    pub struct SearchParameters {
        iterations["iterations"]: u32 = 200, in 1..=10_000_000, "playouts for one decision, all options together";
        margin["margin"]: f64 = 2.0, in 0.0..=100.0, "how many standard errors an option has to be ahead of the playout bot's own choice to be taken instead; with 0, whatever looks best is";
        depth["depth"]: u32 = 1_000, in 1..=1_000_000, "decisions of a playout at the most; then the scores are taken as they stand";
        playout["playout"]: Name = Name::new(DEFAULT), in "the name of a built-in bot, or default, or several with + between them", "the bot that plays every seat in the playouts; default is the one that plays if none is named. Of several, the first plays the own seat, and each other seat gets any of them, anew for every sample";
    }
    check |_| Ok(());
}

/// The maximum number of options that are tried. If there are more, which
/// happens only where an amount is chosen, an evenly spaced subset is.
const MAX_OPTIONS: usize = 64;

/// A bot of the playouts.
#[derive(Clone)]
enum Playout<G: Game> {
    Random,
    BuiltIn(G::Bots),
}

/// Which of the playout bots plays each seat.
type Seating = [u8; MAX_SEATS];

/// A bot that samples states and plays them out.
#[derive(Clone)]
pub struct Search<G: Game> {
    game: G,
    parameters: SearchParameters,
    /// The first one plays the own seat.
    playouts: Vec<Playout<G>>,
}

/// An option, and how far it is ahead of the own move, summed over the playouts.
#[derive(Clone, Copy, Default)]
struct Rival {
    index: usize,
    ahead: i64,
    /// The sum of the squares of single playouts.
    squares: i128,
}

impl Rival {
    fn add(&mut self, ahead: i64) {
        self.ahead += ahead;
        self.squares += i128::from(ahead) * i128::from(ahead);
    }

    /// Whether it is ahead by more than this many standard errors, which are
    /// those of no difference: a few playouts that happen to agree have next to
    /// no spread, and prove nothing.
    fn is_ahead_by(&self, margin: f64) -> bool {
        let ahead = self.ahead as f64;
        self.ahead > 0 && ahead * ahead > margin * margin * self.squares as f64
    }
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
    /// If a bot of the playouts is unknown.
    pub fn new(game: &G, mut parameters: SearchParameters) -> Result<Search<G>, BotError> {
        let names: Vec<&str> = parameters.playout.as_str().split('+').collect();
        let names: Vec<&str> =
            names.into_iter().map(|name| if name == DEFAULT { G::HOUSE_BOT } else { name }).collect();
        let playouts = names.iter().map(|name| Playout::new(game, name)).collect::<Result<_, _>>()?;
        parameters.playout = Name::new(&names.join("+"));
        Ok(Search { game: game.clone(), parameters, playouts })
    }

    /// The parameters, with the names of the playout bots resolved.
    #[must_use]
    pub fn parameters(&self) -> &SearchParameters {
        &self.parameters
    }

    /// Applies an option, and plays on to the end of the round or to the maximum
    /// depth.
    fn play_out(
        &mut self,
        mut state: G::State,
        index: usize,
        seating: &Seating,
        mut rng: Stream,
    ) -> G::State {
        self.game.apply(&mut state, index, &mut rng, &mut NullObserver);
        for _ in 0..self.parameters.depth {
            let Next::Choice(seat) = self.game.to_act(&state) else { break };
            let options = self.game.options(&state);
            let choice = match &mut self.playouts[usize::from(seating[seat.index()])] {
                Playout::Random => rng.random_range(0..options.count() as u32) as usize,
                Playout::BuiltIn(bot) => bot.choose(&self.game.view(&state, seat), &options, &mut rng),
            };
            self.game.apply(&mut state, choice, &mut rng, &mut NullObserver);
        }
        state
    }

    /// The playout bots at a table: the first at the own seat, any of them at
    /// the others.
    fn seating(&self, own: Seat, rng: &mut Stream) -> Seating {
        let mut seating = [0; MAX_SEATS];
        if self.playouts.len() > 1 {
            for seat in Seat::all(self.game.players()).filter(|seat| *seat != own) {
                seating[seat.index()] = rng.random_range(0..self.playouts.len() as u32) as u8;
            }
        }
        seating
    }

    /// How far a seat is ahead of the mean score, times the number of players.
    fn lead(&self, state: &G::State, seat: Seat) -> i64 {
        let players = self.game.players();
        let own = self.game.score(state, seat) * players as i64;
        own - Seat::all(players).map(|other| self.game.score(state, other)).sum::<i64>()
    }
}

impl<G: Game> Playout<G> {
    fn new(game: &G, name: &str) -> Result<Playout<G>, BotError> {
        if name == RANDOM {
            return Ok(Playout::Random);
        }
        match G::Bots::make(name, game, &[]) {
            Some(made) => made.map(Playout::BuiltIn).map_err(BotError::Parameters),
            None => Err(BotError::unknown_built_in::<G>(name)),
        }
    }
}

impl<G: Game> Bot<G> for Search<G> {
    fn choose(&mut self, view: &G::View, options: &G::Options, rng: &mut Stream) -> usize {
        self.search(view, options, rng, |game, rng| game.sample_state(view, rng))
    }
}

impl<G: Game> Search<G> {
    /// The choice of one who sees all cards.
    pub fn choose_knowing(
        &mut self,
        state: &G::State,
        view: &G::View,
        options: &G::Options,
        rng: &mut Stream,
    ) -> usize {
        self.search(view, options, rng, |_, _| state.clone())
    }

    /// The choice by playouts from the states that `state` gives.
    fn search(
        &mut self,
        view: &G::View,
        options: &G::Options,
        rng: &mut Stream,
        state: impl Fn(&G, &mut Stream) -> G::State,
    ) -> usize {
        let all = options.count();
        let mut own_rng = rng.fork();
        let own = match &mut self.playouts[0] {
            Playout::Random => own_rng.random_range(0..all as u32) as usize,
            Playout::BuiltIn(bot) => bot.choose(view, options, &mut own_rng),
        };
        // Of many options, the first, the last and those evenly between them.
        let tried = all.min(MAX_OPTIONS);
        let spread = (0..tried).map(|nth| if tried > 1 { nth * (all - 1) / (tried - 1) } else { 0 });
        let mut rivals = [Rival::default(); MAX_OPTIONS];
        let mut count = 0;
        for index in spread.filter(|&index| index != own) {
            rivals[count].index = index;
            count += 1;
        }
        if count == 0 {
            return own;
        }
        // As many stages as it takes to halve the rivals to one, and to compare
        // that one with the own move.
        let stages = usize::BITS - count.leading_zeros();
        loop {
            let rivals = &mut rivals[..count];
            let samples = (self.parameters.iterations / stages / (count as u32 + 1)).max(1);
            for _ in 0..samples {
                let state = state(&self.game, rng);
                let Next::Choice(seat) = self.game.to_act(&state) else {
                    unreachable!("somebody is to choose")
                };
                let seating = self.seating(seat, rng);
                let playout_rng = rng.fork();
                let end = self.play_out(state.clone(), own, &seating, playout_rng.clone());
                let own_lead = self.lead(&end, seat);
                for rival in &mut *rivals {
                    let end = self.play_out(state.clone(), rival.index, &seating, playout_rng.clone());
                    rival.add(self.lead(&end, seat) - own_lead);
                }
            }
            // Best first, with ties broken by index.
            rivals.sort_unstable_by_key(|rival| (-rival.ahead, rival.index));
            if count == 1 {
                let best = rivals[0];
                return if best.is_ahead_by(self.parameters.margin) { best.index } else { own };
            }
            count /= 2;
        }
    }
}
