//! One game, from the first deal to the end.

use thiserror::Error;

use crate::bots::{GameKey, Player};
use crate::game::{BlindChooser, Game, Next, Observer, Options};
use crate::random::{BlockStreams, Purpose, Stream, Throws};
use crate::seat::{BySeat, MAX_SEATS, Seat};

/// The failure of a bot: an illegal choice, or none at all.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("seat {seat}, decision '{decision}': {what}")]
pub struct Fault {
    /// The seat of the bot.
    pub seat: Seat,
    /// The decision.
    pub decision: &'static str,
    /// What went wrong.
    pub what: String,
}

impl Fault {
    /// A choice that is not among the options.
    #[cold]
    fn illegal_choice<G: Game>(player: &Player<G>, seat: Seat, options: &G::Options, choice: usize) -> Fault {
        let what = player.failure().map_or_else(
            || format!("chose option {choice}, and there are {}", options.count()),
            ToOwned::to_owned,
        );
        Fault { seat, decision: options.decision(), what }
    }
}

/// The seats that choose uniformly at random, with the streams and the throws that
/// decide for them.
///
/// Whether there are any is known at compile time: where there are none, rules
/// that offer blind choices pay nothing for it.
struct RandomSeats<'a, const ANY: bool> {
    /// A bit for each.
    seats: u8,
    streams: &'a mut BySeat<Stream>,
    throws: Throws,
}

impl<const ANY: bool> BlindChooser for RandomSeats<'_, ANY> {
    #[inline(always)]
    fn seats(&self) -> u8 {
        if ANY { self.seats } else { 0 }
    }

    #[inline(always)]
    fn heads(&self, coin: usize) -> u8 {
        self.throws.heads(coin) & self.seats
    }

    #[inline(always)]
    fn dice(&self, throw: u32, sides: u8) -> [u8; MAX_SEATS] {
        self.throws.dice(throw, sides)
    }

    #[inline(always)]
    fn choose(&mut self, seat: Seat, count: usize) -> usize {
        self.streams[seat].random_range(0..count as u32) as usize
    }
}

/// Plays a game, with `bot_at` the index of the player at each seat.
///
/// # Errors
/// If a bot makes a choice that is not among its options.
#[inline]
pub fn play<G: Game, O: Observer<G>>(
    game: &G,
    players: &mut [Player<G>],
    bot_at: &BySeat<u8>,
    streams: &BlockStreams,
    observer: &mut O,
) -> Result<G::State, Fault> {
    let mut random = 0;
    for seat in Seat::all(game.players()) {
        random |= u8::from(players[usize::from(bot_at[seat])].is_random()) << seat.index();
    }
    // An observer that wants the state wants it at every decision. The second
    // loop is instantiated only where it differs: what both loops call is no
    // longer inlined, which costs 2 to 7 % of the instructions of a game.
    if G::ASKS_CHOOSER && !O::WANTS_STATE && random != 0 {
        game_loop::<G, O, true>(game, players, bot_at, random, streams, observer)
    } else {
        game_loop::<G, O, false>(game, players, bot_at, random, streams, observer)
    }
}

/// Plays a game in which the `random` seats choose blindly, if there are `ANY`.
#[inline]
fn game_loop<G: Game, O: Observer<G>, const ANY: bool>(
    game: &G,
    players: &mut [Player<G>],
    bot_at: &BySeat<u8>,
    random: u8,
    block_streams: &BlockStreams,
    observer: &mut O,
) -> Result<G::State, Fault> {
    let key = GameKey { streams: *block_streams, bot_at: *bot_at };
    players.iter_mut().for_each(|player| player.begin_game(&key));
    let mut state = game.begin();
    let mut round = 0;
    let mut rng = block_streams.stream(round, Purpose::Game);
    // Those of the next round are hashed ahead: where rounds are short, the deal
    // would wait for them.
    let mut next_round = block_streams.round(1);
    let mut next_rng = next_round.stream(Purpose::Game);
    let mut streams = BySeat::from_fn(|_| rng.clone());
    let mut throws = next_round.throws();
    loop {
        let next = game.to_act(&state);
        if O::WANTS_STATE {
            observer.on_state(game, &state, next);
        }
        match next {
            Next::Choice(seat) => {
                let options = game.options(&state);
                let player = &mut players[usize::from(bot_at[seat])];
                let choice = player.choose(game, &state, seat, &options, &mut streams[seat]);
                if O::WANTS_STATE
                    && let Some(note) = player.note()
                {
                    observer.on_note(seat, &options, note);
                }
                if !player.is_random() && !options.has(choice) {
                    return Err(Fault::illegal_choice(player, seat, &options, choice));
                }
                observer.on_decision(seat, &options, choice);
                let chooser = RandomSeats::<ANY> { seats: random, streams: &mut streams, throws };
                game.apply_with(&mut state, choice, &mut rng, observer, chooser);
            }
            Next::Deal => {
                round += 1;
                rng = next_rng;
                throws = next_round.throws();
                for seat in Seat::all(game.players()) {
                    streams[seat] = next_round.stream(Purpose::Bot(seat));
                }
                next_round = block_streams.round(round + 1);
                next_rng = next_round.stream(Purpose::Game);
                let chooser = RandomSeats::<ANY> { seats: random, streams: &mut streams, throws };
                game.deal_with(&mut state, &mut rng, observer, chooser);
            }
            Next::Over => return Ok(state),
        }
    }
}
