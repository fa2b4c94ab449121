//! `fuda solve` at tables of more than two: best responses, learned.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::{ROOM, SolveArgs, interrupted, record, write};
use crate::bots::{BotRecord, BotSpec, Player, allow_programs};
use crate::cli::Surroundings;
use crate::cli::conduct::thread_pool;
use crate::cli::failure::Failure;
use crate::cli::interrupt::INTERRUPTED;
use crate::cli::plan::default_folder;
use crate::cli::progress::Progress;
use crate::game::Game;
use crate::games::kachi_kachi::solve::Stopped;
use crate::games::kachi_kachi::solve::table_response::{Learning, Policy, learn, write_response};
use crate::games::kachi_kachi::{KachiKachi, Rules};
use crate::report::{ResultFolder, Room};
use crate::storage::File;
use crate::study::response::{AT_ONCE, Response, measure, response_summary, responses_table};
use crate::text::thousands;

/// The interval of what a response wins, ± points, unless another is requested:
/// at the default stakes, and at most.
const PRECISION: f64 = 0.02;
const COARSEST: f64 = 1.0;
/// How many deals are learned from in each position then.
const DEALS: f64 = 40_000.0;
/// The least and the most.
const FEWEST: f64 = 2_000.0;
const MOST: f64 = 1_000_000.0;

/// How often the line on the terminal changes, in deals or parts of games.
const SAID: u64 = 64;

/// The precision at some stakes: points are won in proportion to them.
fn default_precision(rules: &Rules) -> f64 {
    let usual = Rules::default();
    let stakes = f64::from(rules.max_wager + rules.ante) / f64::from(usual.max_wager + usual.ante);
    (PRECISION * stakes.max(1.0)).min(COARSEST)
}

/// `fuda solve` at a table of more than two.
pub fn solve(args: &SolveArgs, rules: &Rules, surroundings: &Surroundings) -> Result<(), Failure> {
    let players = rules.players;
    if args.against.is_empty() {
        return Err(Failure::Usage(format!(
            "a hand of {players} players has no equilibrium that is known to be unbeatable, so none is computed; \
             what can be won from bots is: name one with --against BOT, or play with --rule players=2"
        )));
    }
    let game = KachiKachi::new(rules.clone());
    let (opponents, bots) = opponents(&args.against, &game)?;
    let precision = args.precision.unwrap_or_else(|| default_precision(rules));
    let record = record(args, precision, rules, bots);
    let out = args.output.out.clone().unwrap_or_else(|| default_folder(&record));
    let pool = thread_pool(args.threads)?;
    (surroundings.listen)()?;
    let room = Room { files: ROOM, counts: 0 };
    let storage = Arc::clone(&surroundings.storage);
    let folder =
        ResultFolder::open(storage, &out, &record, args.output.force, room).map_err(Failure::usage)?;

    let progress = Progress::of_text(args.output.quiet);
    let deals = (DEALS * default_precision(rules) / precision).clamp(FEWEST, MOST) as u64;
    let mut responses = Vec::new();
    let mut strategies = Vec::new();
    for (name, bot) in args.against.iter().zip(&opponents) {
        let respond = || respond(&game, name, bot, deals, precision, &progress);
        let (response, policies) = pool.install(respond).map_err(|Stopped| {
            progress.clear();
            interrupted()
        })?;
        let about =
            format!("plays the learned best response to a table of {name}, in a single hand for {players}");
        strategies.push(File {
            name: format!("best-response-{}.strategy", strategies.len() + 1),
            content: write_response(&about, rules, &policies),
        });
        responses.push(response);
    }
    progress.clear();
    let tables = [responses_table(&responses)];
    let summary = response_summary(players.into(), precision, &responses);
    write(args, record, folder, surroundings, &tables, strategies, summary)
}

/// Learns the response to a bot, and measures it.
fn respond(
    game: &KachiKachi,
    name: &str,
    bot: &Player<KachiKachi>,
    deals: u64,
    precision: f64,
    progress: &Progress,
) -> Result<(Response, Vec<Policy>), Stopped> {
    let players = game.players();
    let (learned, all) = (AtomicU64::new(0), deals * players as u64);
    let at_deal = || {
        let done = learned.fetch_add(1, Ordering::Relaxed);
        if done.is_multiple_of(SAID) {
            let (done, all) = (thousands(done.min(all)), thousands(all));
            progress.say(format!("kachi-kachi: against {name}, {done} of {all} deals"));
        }
        INTERRUPTED.load(Ordering::Relaxed)
    };
    // One position after the other: each takes all threads, and much memory.
    let learn = |position| learn(&Learning { game, bot, position, deals }, &at_deal);
    let policies: Result<Vec<Policy>, Stopped> = (0..players).map(learn).collect();
    let policies = Arc::new(policies?);
    let played = AtomicU64::new(0);
    let at_part = || {
        let done = played.fetch_add(1, Ordering::Relaxed);
        if done.is_multiple_of(SAID) {
            progress.say(format!("kachi-kachi: against {name}, {} games", thousands(done * AT_ONCE)));
        }
        INTERRUPTED.load(Ordering::Relaxed)
    };
    let won: Result<Vec<_>, Stopped> =
        (0..players).map(|position| measure(game, bot, &policies, position, precision, &at_part)).collect();
    let response = Response { bot: name.to_owned(), deals, won: won? };
    Ok((response, Arc::unwrap_or_clone(policies)))
}

/// The bots to play against.
fn opponents(
    names: &[String],
    game: &KachiKachi,
) -> Result<(Vec<Player<KachiKachi>>, Vec<BotRecord>), Failure> {
    allow_programs();
    let mut opponents = Vec::new();
    let mut records = Vec::new();
    for name in names {
        let (player, record) = BotSpec::new(name).open(game).map_err(Failure::usage)?;
        let why_not = match &player {
            Player::Random | Player::BuiltIn(_) => None,
            Player::Search(_) => Some("it takes too long: every option is tried on thousands of deals"),
            Player::Clairvoyant(_) => {
                Some("it looks at hidden cards, which a response is not to be learned from")
            }
            Player::External(bot) if bot.forgets() => None,
            Player::External(_) => Some(
                "it may remember what went before, so that options cannot be tried one after the other; give a \
                 built-in bot, a strategy in TOML, or a response that fuda solve wrote",
            ),
        };
        if let Some(why_not) = why_not {
            return Err(Failure::Usage(format!("--against {name}: {why_not}")));
        }
        opponents.push(player);
        records.push(record);
    }
    Ok((opponents, records))
}
