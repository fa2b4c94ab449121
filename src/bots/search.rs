//! `search`: a Monte Carlo search over sampled states.
//!
//! It samples states that are consistent with its view, plays out every option
//! on each of them to the end of the round, and sums its lead over the other
//! players. All options are tried on the same states with common random numbers,
//! which reduces the variance of their differences.
//!
//! Who the others are is not known, nor what they hold: each seat is played by
//! any of the bots, with any hand, but the more often, the better bot and hand
//! explain what the seat has chosen before for everybody to see.
//!
//! What the bot of the playouts would choose itself, its own move, is the one to
//! beat. The others are looked at several times: those that fell behind are
//! dropped, and in the end half of them at a time (sequential halving), so that
//! most playouts go to the best of them; that one is taken only if it is ahead
//! of the own move by `margin` standard errors of their difference. So a few
//! playouts, which decide nothing, do no harm; and where nothing is as good as
//! the own move, few are made.
//!
//! `clairvoyant` is the same search on the true state: it cheats, and shows how
//! much there is to win for whoever could see all cards.

use super::{Bot, BotError, RANDOM, Roster};
use crate::game::{Game, Next, NullObserver, Options};
use crate::random::Stream;
use crate::seat::{BySeat, MAX_SEATS, Seat};
use crate::settings::Name;
use rand::Rng;

/// The value of `playout` for all bots of the game.
const DEFAULT: &str = "default";

#[cfg(test)]
mod tests;
mod worth;

pub use worth::Worth;

crate::settings! {
    /// The parameters of `search`.
    pub struct SearchParameters {
        iterations["iterations"]: u32 = 200, in 1..=10_000_000, "playouts for one decision at the most, all options together; fewer where no other option keeps up with the playout bot's own choice";
        margin["margin"]: f64 = 2.0, in 0.0..=100.0, "how many standard errors an option has to be ahead of the playout bot's own choice to be taken instead, and more if it is the best of several; with 0, whatever looks best is";
        belief["belief"]: u32 = 2, in 0..=1_000, "how many other hands are tried for each player before a sampled state is used, and kept if they explain what the player chose; with 0, states are sampled as if nothing had been played";
        depth["depth"]: u32 = 1_000, in 1..=1_000_000, "decisions of a playout at the most; then the scores are taken as they stand";
        playout["playout"]: Name = Name::new(DEFAULT), in "the name of a built-in bot, or default, or several with + between them", "the bots that play in the playouts; default is the game's list, which the record of a result names. The first plays the own seat, and each other seat gets any of them, anew for every sample: more often those that would have chosen what the seat did";
    }
    check |_| Ok(());
}

/// The maximum number of options that are tried. If there are more, which
/// happens only where an amount is chosen, an evenly spaced subset is.
const MAX_OPTIONS: usize = 64;

/// How often options are looked at, if there are playouts enough.
const LOOKS: u32 = 4;
/// An option is dropped that would have to gain more than so many standard
/// deviations with the playouts that are left: one in twenty does.
const HOPE: f64 = 1.645;

/// How likely anybody is thought to choose at random, instead of as the bots of
/// the playouts do.
const WHIM: f64 = 0.05;

/// How many bots there may be in the playouts.
const MAX_PLAYOUTS: usize = 8;

/// How many times as many hands are tried before the first state is used.
const WARM_UP: u32 = 4;

/// A bot of the playouts.
#[derive(Clone)]
enum Playout<G: Game> {
    Random,
    BuiltIn(G::Bots),
}

/// Which of the playout bots plays each seat.
type Seating = [u8; MAX_SEATS];

/// A state to be played out, and by whom.
struct Sample<G: Game> {
    state: G::State,
    seating: Seating,
}

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

    /// By how many standard errors it is ahead, which are those of no
    /// difference: a few playouts that happen to agree have next to no spread,
    /// and prove nothing.
    fn errors_ahead(&self) -> f64 {
        if self.ahead == 0 { 0.0 } else { self.ahead as f64 / (self.squares as f64).sqrt() }
    }

    /// Whether it can still be expected to be ahead by a margin when all
    /// playouts are made, of which this share is.
    fn has_hope(&self, margin: f64, made: f64) -> bool {
        self.errors_ahead() >= margin * made.sqrt() - HOPE * (1.0 - made).sqrt()
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
        let mut names = Vec::new();
        for name in parameters.playout.as_str().split('+') {
            match name {
                DEFAULT => names.extend(G::Bots::PLAYOUTS.iter().map(|&name| name.to_owned())),
                _ => names.push(name.to_owned()),
            }
        }
        if names.len() > MAX_PLAYOUTS {
            return Err(BotError::TooManyPlayouts { given: names.len(), most: MAX_PLAYOUTS });
        }
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
        let mut believed = None;
        self.search(view, options, rng, |search, rng| search.believe(view, &mut believed, rng))
    }
}

/// By playout bot, how likely it would have chosen what a seat did; nothing if
/// the seat has shown nothing yet.
type Likelihood = Option<[f64; MAX_PLAYOUTS]>;

/// A sampled state, and how well it explains what each seat did.
struct Believed<G: Game> {
    state: G::State,
    likelihood: BySeat<Likelihood>,
}

impl<G: Game> Search<G> {
    /// The next state of a random walk that comes by each state as often as it is
    /// likely, given what others chose (Metropolis and Hastings): seat after
    /// seat gets another hand, which it keeps if that explains its choices as
    /// well, and by chance if not.
    fn believe(&mut self, view: &G::View, walk: &mut Option<Believed<G>>, rng: &mut Stream) -> Sample<G> {
        let tries = self.parameters.belief;
        let is_new = walk.is_none();
        let at = walk.get_or_insert_with(|| {
            let state = self.game.sample_state(view, rng);
            self.explained(state, rng)
        });
        if at.likelihood == BySeat::all(None) {
            let state = self.game.sample_state(view, rng);
            return Sample { seating: self.seating(&at.likelihood, rng), state };
        }
        // The first state is any, and left behind.
        for _ in 0..if is_new { WARM_UP * tries } else { tries } {
            for seat in Seat::all(self.game.players()) {
                self.redeal(view, at, seat, rng);
            }
        }
        Sample { seating: self.seating(&at.likelihood, rng), state: at.state.clone() }
    }

    /// A state with how well it explains what the others did, if that is asked
    /// for.
    fn explained(&mut self, state: G::State, rng: &mut Stream) -> Believed<G> {
        let mut likelihood = BySeat::all(None);
        if self.parameters.belief > 0 {
            for seat in self.to_choose(&state).others(self.game.players()) {
                likelihood[seat] = self.likelihood(&state, seat, rng);
            }
        }
        Believed { state, likelihood }
    }

    /// Another hand for a seat, if that explains its choices.
    fn redeal(&mut self, view: &G::View, at: &mut Believed<G>, seat: Seat, rng: &mut Stream) {
        let Some(now) = at.likelihood[seat] else { return };
        let mut state = at.state.clone();
        self.game.redeal(view, &mut state, seat, rng);
        let likelihood = self.likelihood(&state, seat, rng);
        let Some(then) = likelihood else { return };
        if then.iter().sum::<f64>() > fraction(rng) * now.iter().sum::<f64>() {
            at.state = state;
            at.likelihood[seat] = likelihood;
        }
    }

    /// How likely each bot would have chosen what a seat did, in this state.
    fn likelihood(&mut self, state: &G::State, seat: Seat, rng: &mut Stream) -> Likelihood {
        let Search { game, playouts, .. } = self;
        let mut likelihood = [0.0; MAX_PLAYOUTS];
        likelihood[..playouts.len()].fill(1.0);
        let mut has_chosen = false;
        game.past_choices(state, seat, &mut |view, options, choice| {
            has_chosen = true;
            let any = 1.0 / options.count() as f64;
            for (likelihood, bot) in likelihood.iter_mut().zip(&mut *playouts) {
                *likelihood *= match bot {
                    Playout::Random => any,
                    Playout::BuiltIn(bot) => {
                        let agrees = bot.choose(view, options, rng) == choice;
                        (1.0 - WHIM) * f64::from(agrees) + WHIM * any
                    }
                };
            }
        });
        has_chosen.then_some(likelihood)
    }

    /// The playout bots at a table: the first at the own seat; at the others any
    /// of them, those that explain what the seat did rather than those that do
    /// not.
    fn seating(&self, likelihood: &BySeat<Likelihood>, rng: &mut Stream) -> Seating {
        let mut seating = [0; MAX_SEATS];
        let bots = self.playouts.len();
        if bots == 1 {
            return seating;
        }
        for (seat, bot) in Seat::all(self.game.players()).zip(&mut seating) {
            *bot = match &likelihood[seat] {
                None => rng.random_range(0..bots as u32) as u8,
                Some(likelihood) => {
                    let mut left = fraction(rng) * likelihood.iter().sum::<f64>();
                    let chosen = likelihood[..bots - 1].iter().position(|likelihood| {
                        left -= likelihood;
                        left < 0.0
                    });
                    chosen.unwrap_or(bots - 1) as u8
                }
            };
        }
        seating
    }

    fn to_choose(&self, state: &G::State) -> Seat {
        match self.game.to_act(state) {
            Next::Choice(seat) => seat,
            _ => unreachable!("somebody is to choose"),
        }
    }
}

/// By how many standard errors the best of some rivals has to be ahead: the
/// more there are, the further ahead is the luckiest of them.
fn margin_of_best(margin: f64, rivals: usize) -> f64 {
    if margin > 0.0 { (margin * margin + 2.0 * libm::log(rivals as f64)).sqrt() } else { margin }
}

/// A number from 0 to 1.
fn fraction(rng: &mut Stream) -> f64 {
    (rng.next_u64() >> 11) as f64 / (1_u64 << 53) as f64
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
        let true_one = self.explained(state.clone(), rng);
        self.search(view, options, rng, |search, rng| Sample {
            seating: search.seating(&true_one.likelihood, rng),
            state: true_one.state.clone(),
        })
    }

    /// The choice by playouts of the states that `sample` gives.
    fn search(
        &mut self,
        view: &G::View,
        options: &G::Options,
        rng: &mut Stream,
        mut sample: impl FnMut(&mut Search<G>, &mut Stream) -> Sample<G>,
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
        // At least as many looks as it takes to halve the rivals to one, and to
        // compare that one with the own move.
        let iterations = self.parameters.iterations;
        let margin = margin_of_best(self.parameters.margin, count);
        let looks = LOOKS.min(iterations / (count as u32 + 1)).max(count.ilog2() + 1);
        let playouts = iterations / looks;
        for look in 1..=looks {
            let rivals = &mut rivals[..count];
            for _ in 0..(playouts / (count as u32 + 1)).max(1) {
                let sample = sample(self, rng);
                self.try_options(&sample, own, rivals, rng);
            }
            let made = f64::from(look) / f64::from(looks);
            let has_hope = |rival: &Rival| rival.has_hope(margin, made);
            // Best first, with ties broken by index.
            rivals.sort_unstable_by_key(|rival| (!has_hope(rival), -rival.ahead, rival.index));
            let left = looks - look;
            if left > 0 && left <= count.ilog2() {
                count /= 2;
            }
            count = rivals[..count].partition_point(has_hope);
            if count == 0 {
                return own;
            }
        }
        if rivals[0].ahead > 0 && rivals[0].errors_ahead() > margin { rivals[0].index } else { own }
    }

    /// Plays out the own move and its rivals on the same state, with the same
    /// bots and the same random numbers.
    fn try_options(&mut self, sample: &Sample<G>, own: usize, rivals: &mut [Rival], rng: &mut Stream) {
        let seat = self.to_choose(&sample.state);
        let mut seating = sample.seating;
        seating[seat.index()] = 0;
        let playout_rng = rng.fork();
        let mut lead = |index| {
            let end = self.play_out(sample.state.clone(), index, &seating, playout_rng.clone());
            self.lead(&end, seat)
        };
        let own_lead = lead(own);
        for rival in rivals {
            rival.add(lead(rival.index) - own_lead);
        }
    }
}
