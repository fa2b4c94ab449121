//! How far each game is from its floor, on one thread.
//!
//! The floor of a game is its own shuffles and draws alone. Floor,
//! whole game and whole game with counting take turns, so that the noise of
//! the machine falls on all of them alike; the ratios are of medians.
//!
//! After that, what a game takes with the bots that people run, `weighing` and
//! `search`, against one of `random`: again in turns. These are means: a few games
//! take a hundred times as long as most, and a median would leave them out.
//!
//! `cargo bench --bench ratios` runs it, `cargo bench --bench ratios -- oni`
//! for one game.

use std::hint::black_box;
use std::time::Instant;

use fuda::bots::{BotSpec, Player};
use fuda::game::{Audit, Draw, Game, Ledger, NullObserver, Observer, Options};
use fuda::metric::MetricList;
use fuda::random::{BlockStreams, Probability, Purpose};
use fuda::seat::{BySeat, Seat};
use fuda::sim::play;
use fuda::tally::Tally;

const BLOCKS: u64 = 3_200;
/// A turn plays so many of them, which is soon done: few turns are interrupted
/// by what else the machine does. The next turn plays others, so that no
/// branch is foreseen because it was seen before.
const BLOCKS_A_TURN: u64 = 100;
const TURNS: u64 = 1_200;

/// What a game draws from its own stream and from those of its bots.
struct Draws<'a, G> {
    game: &'a G,
    draws: Vec<Draw>,
}

impl<G: Game + Audit> Observer<G> for Draws<'_, G> {
    fn on_event(&mut self, event: &G::Event) {
        self.game.drawn(event, &mut |draw| self.draws.push(draw));
    }

    fn on_decision(&mut self, seat: Seat, options: &G::Options, _choice: usize) {
        // Some choices are drawn with the deal, or for all seats at once.
        let before = BlockStreams::new(1, 0).stream(1, Purpose::Bot(seat));
        let mut after = before.clone();
        options.pick(&mut after);
        if after != before {
            self.draws.push(Draw::Range(options.count() as u32));
        }
    }
}

struct Counting<'a, G: Game> {
    ledger: &'a mut G::Ledger,
    tally: &'a mut Tally,
}

impl<G: Game> Observer<G> for Counting<'_, G> {
    #[inline(always)]
    fn on_event(&mut self, event: &G::Event) {
        self.ledger.on_event(event, self.tally);
    }
}

fn time(mut work: impl FnMut()) -> f64 {
    let start = Instant::now();
    work();
    start.elapsed().as_secs_f64() * 1e9 / BLOCKS_A_TURN as f64
}

fn median(times: &mut [f64]) -> f64 {
    times.sort_unstable_by(f64::total_cmp);
    times[times.len() / 2]
}

fn is_asked_for<G: Game>() -> bool {
    let mut names = std::env::args().skip(1).filter(|arg| !arg.starts_with("--")).peekable();
    names.peek().is_none() || names.any(|name| name == G::NAME)
}

/// The bots whose games are compared, and how many games a turn plays of each.
const BOTS: [(&str, u64); 3] = [("random", 200), ("weighing", 40), ("search:iterations=100", 1)];
const TURNS_OF_BOTS: u64 = 100;

/// What a game takes with each of some bots at every seat.
fn measure_bots<G: Game + Audit>() {
    if !is_asked_for::<G>() {
        return;
    }
    let game = G::new(G::Rules::default());
    let mut tables =
        BOTS.map(|(bot, _)| vec![BotSpec::new(bot).player(&game).expect("a bot that every game has")]);
    let mut means = [0.0; BOTS.len()];
    for turn in 0..TURNS_OF_BOTS {
        for (((_, games), players), mean) in BOTS.iter().zip(&mut tables).zip(&mut means) {
            let start = Instant::now();
            for block in turn * games..(turn + 1) * games {
                let streams = BlockStreams::new(1, block);
                black_box(play(&game, players, &BySeat::default(), &streams, &mut NullObserver).is_ok());
            }
            *mean += start.elapsed().as_secs_f64() * 1e6 / (games * TURNS_OF_BOTS) as f64;
        }
    }
    let [random, weighing, search] = means;
    println!(
        "{:<12} {random:>9.2} {weighing:>9.1} {search:>9.0} {:>16.1} {:>16.0}",
        G::NAME,
        weighing / random,
        search / weighing
    );
}

fn measure<G: Game + Audit>() {
    if !is_asked_for::<G>() {
        return;
    }
    let game = G::new(G::Rules::default());
    let mut players = vec![Player::<G>::Random];
    let bots = BySeat::default();
    let draws: Vec<Vec<Draw>> = (0..BLOCKS)
        .map(|block| {
            let mut draws = Draws { game: &game, draws: Vec::new() };
            play(&game, &mut players, &bots, &BlockStreams::new(1, block), &mut draws)
                .expect("random is legal");
            draws.draws
        })
        .collect();

    let mut metrics = MetricList::new(game.players(), vec!["random".to_owned()]);
    let mut ledger = G::Ledger::declare(&game, &mut metrics);
    let mut tally = Tally::new(&metrics);

    let [mut floor, mut bare, mut counted]: [Vec<f64>; 3] = Default::default();
    for turn in 0..TURNS {
        let first = turn * BLOCKS_A_TURN % BLOCKS;
        let blocks = first..first + BLOCKS_A_TURN;
        floor.push(time(|| {
            let mut cards = [0_u8; 64];
            let chances = [0.01, 0.02, 0.05, 0.1].map(Probability::new);
            for block in blocks.clone() {
                let mut stream = BlockStreams::new(1, block).stream(1, Purpose::Game);
                for &draw in &draws[block as usize] {
                    match draw {
                        Draw::Shuffle(size) => {
                            stream.shuffle(&mut cards[..size]);
                            black_box(&mut cards);
                        }
                        Draw::ShuffleWithExtras { cards: size, common } => {
                            stream.shuffle_with_extras(&mut cards[..size], common);
                            black_box(&mut cards);
                        }
                        Draw::Deal { cards: size, dealt } => {
                            let mut settled = 0;
                            while settled < dealt {
                                settled = stream.shuffle_ahead(&mut cards[..size], settled);
                            }
                            black_box(&mut cards);
                        }
                        Draw::Range(bound) => {
                            black_box(stream.random_range(0..bound));
                        }
                        Draw::Bools => {
                            black_box(stream.random_bools(black_box(&chances)));
                        }
                        Draw::Normal => {
                            black_box(stream.normal());
                        }
                    }
                }
            }
        }));
        bare.push(time(|| {
            for block in blocks.clone() {
                black_box(
                    play(&game, &mut players, &bots, &BlockStreams::new(1, block), &mut NullObserver).is_ok(),
                );
            }
        }));
        counted.push(time(|| {
            for block in blocks.clone() {
                // Beyond the first blocks, where they come in clusters.
                tally.begin_block((1 << 20) + block);
                let mut counting = Counting::<G> { ledger: &mut ledger, tally: &mut tally };
                black_box(
                    play(&game, &mut players, &bots, &BlockStreams::new(1, block), &mut counting).is_ok(),
                );
                tally.end_block();
            }
        }));
    }
    let (floor, bare, counted) = (median(&mut floor), median(&mut bare), median(&mut counted));
    let shuffles = draws
        .iter()
        .flatten()
        .filter(|draw| matches!(draw, Draw::Shuffle(_) | Draw::ShuffleWithExtras { .. } | Draw::Deal { .. }))
        .count();
    let others = draws.iter().map(Vec::len).sum::<usize>() - shuffles;
    println!(
        "{:<12} {:>8.2} {:>8.2} {floor:>9.0} {bare:>9.0} {counted:>9.0} {:>7.2} {:>7.2} {:>7.1} %",
        G::NAME,
        shuffles as f64 / BLOCKS as f64,
        others as f64 / BLOCKS as f64,
        bare / floor,
        counted / floor,
        (counted / bare - 1.0) * 100.0
    );
}

fn main() {
    println!(
        "a game of `random` bots on one thread; ns are medians of {TURNS} turns of {BLOCKS_A_TURN} games"
    );
    println!(
        "{:<12} {:>8} {:>8} {:>9} {:>9} {:>9} {:>7} {:>7} {:>9}",
        "game", "shuffles", "draws", "floor ns", "game ns", "counted", "game/fl", "cnt/fl", "counting"
    );
    macro_rules! all {
        ($($name:ident: $game:ty;)*) => { $(measure::<$game>();)* };
    }
    fuda::for_each_game!(all);

    println!();
    println!("a game on one thread in us, means of {TURNS_OF_BOTS} turns; `search` with 100 iterations");
    println!(
        "{:<12} {:>9} {:>9} {:>9} {:>16} {:>16}",
        "game", "random", "weighing", "search", "weighing/random", "search/weighing"
    );
    macro_rules! all_bots {
        ($($name:ident: $game:ty;)*) => { $(measure_bots::<$game>();)* };
    }
    fuda::for_each_game!(all_bots);
}
