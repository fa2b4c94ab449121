//! One game, from the first deal to the end.

use thiserror::Error;

use crate::bots::Player;
use crate::game::{Game, Next, Observer, Options};
use crate::random::{BlockStreams, Purpose, Stream};
use crate::seat::{BySeat, Seat};

/// A bot did what it may not do.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("seat {seat}, decision '{decision}': {what}")]
pub struct Fault {
    /// Where the bot sat.
    pub seat: Seat,
    /// The decision.
    pub decision: &'static str,
    /// What it did, or what became of it.
    pub what: String,
}

impl Fault {
    /// A choice that is none of the options.
    #[cold]
    fn of<G: Game>(player: &Player<G>, seat: Seat, options: &G::Options, choice: usize) -> Fault {
        let what = player.failure().map_or_else(
            || format!("chose option {choice}, and there are {}", options.count()),
            ToOwned::to_owned,
        );
        Fault { seat, decision: options.decision(), what }
    }
}

/// Those who sit at the table, as the rules meet them: they hear what happens,
/// and who picks at random answers at once.
struct Seated<'a, L> {
    observer: &'a mut L,
    at_once: &'a BySeat<bool>,
    own: &'a mut BySeat<Stream>,
}

impl<G: Game, L: Observer<G>> Observer<G> for Seated<'_, L> {
    #[inline(always)]
    fn on_event(&mut self, event: &G::Event) {
        self.observer.on_event(event);
    }

    #[inline(always)]
    fn answer(&mut self, seat: Seat, options: &G::Options) -> Option<usize> {
        if !self.at_once[seat] {
            return None;
        }
        let choice = self.own[seat].random_range(0..options.count() as u32) as usize;
        self.observer.on_decision(seat, options, choice);
        Some(choice)
    }
}

/// Plays a game: `bot_at` says which of the players sits at each seat.
///
/// # Errors
/// If a bot makes a choice that it does not have.
#[inline]
pub fn play<G: Game, L: Observer<G>>(
    game: &G,
    players: &mut [Player<G>],
    bot_at: &BySeat<u8>,
    streams: &BlockStreams,
    observer: &mut L,
) -> Result<G::State, Fault> {
    players.iter_mut().for_each(Player::begin_game);
    let mut state = game.begin();
    let mut round = 0;
    let mut shuffles = streams.stream(round, Purpose::Game);
    let mut own = BySeat::from_fn(|_| shuffles.clone());
    let at_once = BySeat::from_fn(|seat| !L::WANTS_STATE && !players[usize::from(bot_at[seat])].can_err());
    loop {
        let next = game.to_act(&state);
        if L::WANTS_STATE {
            observer.on_state(game, &state, next);
        }
        match next {
            Next::Choice(seat) => {
                let options = game.options(&state);
                let player = &mut players[usize::from(bot_at[seat])];
                let choice = player.choose(game, &state, seat, &options, &mut own[seat]);
                if player.can_err() && choice >= options.count() {
                    return Err(Fault::of(player, seat, &options, choice));
                }
                observer.on_decision(seat, &options, choice);
                let mut seated = Seated { observer, at_once: &at_once, own: &mut own };
                game.apply(&mut state, choice, &mut shuffles, &mut seated);
            }
            Next::Deal => {
                round += 1;
                shuffles = streams.stream(round, Purpose::Game);
                for seat in Seat::all(game.players()) {
                    own[seat] = streams.stream(round, Purpose::Bot(seat));
                }
                let mut seated = Seated { observer, at_once: &at_once, own: &mut own };
                game.deal(&mut state, &mut shuffles, &mut seated);
            }
            Next::Over => return Ok(state),
        }
    }
}
