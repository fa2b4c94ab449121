//! Learns the response of one position.

use rayon::iter::{IndexedParallelIterator as _, IntoParallelIterator as _, ParallelIterator as _};

use super::continuation::{Continuation, Draws};
use super::deal::Deal;
use super::memory::{Memory, Policy};
use super::spot::OwnHands;
use super::walk::Walker;
use crate::bots::{Player, Roster as _};
use crate::game::Game;
use crate::games::kachi_kachi::solve::{Cards, Stopped};
use crate::games::kachi_kachi::{Bots, KachiKachi};
use crate::random::{BlockStreams, Purpose};
use crate::seat::Seat;

/// The parts of all deals that are learned from at a time: between them, what
/// was learned becomes what is played.
const EPOCHS: [u64; 7] = [1, 1, 2, 4, 8, 16, 32];
/// The sum of them.
const PARTS: u64 = 64;
/// How much older deals count: what was won then was won with another policy.
const FADING: f32 = 0.5;
/// The parts of an epoch that are walked at once. As their number is fixed, so
/// is the result.
const SHARDS: u64 = 8;
/// One deal in so many has an own Zero Hand.
const ZEROS: u64 = 3;
/// One deal in so many has a pot that lies over.
const CARRIED: u64 = 5;

/// The random numbers that are learned from.
const SEED: u64 = 0x1ea2_4e5b_0d5e_5eed;

/// What is learned from.
pub struct Learning<'a> {
    /// The game, with hands of one pot.
    pub game: &'a KachiKachi,
    /// Who sits at all other seats.
    pub bot: &'a Player<KachiKachi>,
    /// The own position, from the dealer on.
    pub position: usize,
    /// How many deals.
    pub deals: u64,
}

/// Is told that a deal is done; says whether to stop.
pub type Progress<'a> = &'a (dyn Fn() -> bool + Sync);

/// What a part of the deals taught.
struct Taught {
    memory: Memory,
    draws: Draws,
}

/// Learns the response of a position to a table of bots.
///
/// # Errors
/// If `progress` says to stop.
pub fn learn(learning: &Learning<'_>, progress: Progress<'_>) -> Result<Policy, Stopped> {
    let hands = OwnHands::new(Cards::new(learning.game.rules()));
    let mut memory = Memory::new(hands.count());
    let mut policy = Policy::default();
    let mut continuation = Continuation::even(learning.game);
    let mut draws = Draws::default();
    let mut first = 0;
    for part in EPOCHS {
        let count = (learning.deals * part / PARTS).max(SHARDS);
        let bounds = |shard: u64| first + count * shard / SHARDS;
        let taught: Vec<Option<Taught>> = (0..SHARDS as usize)
            .into_par_iter()
            .with_max_len(1)
            .map(|shard| {
                let shard = shard as u64;
                let state = State { hands: &hands, policy: &policy, continuation, draws: &draws };
                walk_deals(learning, &state, bounds(shard)..bounds(shard + 1), progress)
            })
            .collect();
        first += count;
        memory.fade(FADING);
        let mut seen = Draws::default();
        for taught in taught {
            let Taught { memory: new, draws: drawn } = taught.ok_or(Stopped)?;
            memory.merge(&new);
            seen.merge(&drawn);
        }
        draws = seen;
        continuation = draws.continuation().unwrap_or(continuation);
        policy = memory.policy();
    }
    Ok(policy)
}

/// What is known when an epoch begins.
struct State<'a> {
    hands: &'a OwnHands,
    policy: &'a Policy,
    continuation: Continuation,
    draws: &'a Draws,
}

fn walk_deals(
    learning: &Learning<'_>,
    state: &State<'_>,
    deals: std::ops::Range<u64>,
    progress: Progress<'_>,
) -> Option<Taught> {
    let game = learning.game;
    let seat = Seat::at(learning.position);
    let house = Bots::make(KachiKachi::HOUSE_BOT, game, &[]);
    let mut walker = Walker {
        game,
        hands: state.hands,
        seat,
        bot: learning.bot.clone(),
        house: house.and_then(Result::ok).expect("every game has its house bot"),
        policy: state.policy,
        continuation: state.continuation,
        memory: Memory::new(state.hands.count()),
        draws: Draws::default(),
    };
    let zeros = Deal::share_of_zeros(game);
    for number in deals {
        if progress() {
            return None;
        }
        let streams = BlockStreams::new(SEED ^ learning.position as u64, number);
        let mut rng = streams.stream(0, Purpose::Game);
        let is_zero = zeros > 0.0 && number.is_multiple_of(ZEROS);
        let is_carried = (number / ZEROS).is_multiple_of(CARRIED);
        let carried = if is_carried { state.draws.pick(&mut rng) } else { None }.unwrap_or(0);
        let deal = if is_zero {
            Some(Deal::of_zero(game, state.hands, seat, carried, &mut rng))
        } else {
            Deal::of_all(game, state.hands, seat, carried, &mut rng)
        };
        let Some(deal) = deal else { continue };
        let value = walker.learn_from(&deal, &streams);
        if carried > 0 {
            let parts = ZEROS as f64;
            let weight = match (is_zero, zeros > 0.0) {
                (true, _) => zeros * parts,
                (false, true) => (1.0 - zeros) * parts / (parts - 1.0),
                (false, false) => 1.0,
            };
            walker.draws.won(carried, value, weight);
        }
    }
    Some(Taught { memory: walker.memory, draws: walker.draws })
}
