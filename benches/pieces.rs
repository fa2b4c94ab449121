//! The pieces that a run is made of, each by itself: streams, draws and
//! shuffles, a game by each bot, a block with counting.
//!
//! `cargo bench --bench pieces` runs it; a word after `--` picks some of them.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use fuda::bots::{BotSpec, Search, built_in};
use fuda::game::{Game, NullObserver};
use fuda::random::{BlockStreams, Purpose};
use fuda::seat::Seat;
use fuda::sim::{Counter, LineUp, Setup};
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_xoshiro::Xoshiro256PlusPlus;

fn chance(c: &mut Criterion) {
    let mut group = c.benchmark_group("chance");
    let block = BlockStreams::new(1, 0);
    group.bench_function("stream", |b| {
        let mut round = 0;
        b.iter(|| {
            round += 1;
            block.stream(black_box(round), Purpose::Bot(Seat::FIRST))
        });
    });
    let mut stream = block.stream(1, Purpose::Game);
    group.bench_function("draw", |b| b.iter(|| stream.below(black_box(6))));
    let mut cards = [0_u8; 41];
    group.bench_function("shuffle 41", |b| b.iter(|| stream.shuffle(black_box(&mut cards))));
    let mut rand = Xoshiro256PlusPlus::seed_from_u64(1);
    group.bench_function("rand's shuffle 41", |b| b.iter(|| black_box(&mut cards).shuffle(&mut rand)));
    group.finish();
}

fn game<G: Game>(c: &mut Criterion) {
    let mut group = c.benchmark_group(G::NAME);
    let game = G::new(G::Rules::default());
    // A search takes as long as it is told to.
    let bots: Vec<&str> =
        built_in::<G>().iter().map(|bot| bot.name).filter(|name| *name != Search::<G>::NAME).collect();
    for bot in bots {
        let line_up = LineUp::new(&game, &[BotSpec::new(bot)]).expect("a bot from the list can play");
        let setup = Setup::new(game.clone(), line_up, 1);
        let mut players = setup.line_up.players();
        let mut block = 0;
        group.bench_function(bot, |b| {
            b.iter(|| {
                block += 1;
                setup.play(block, 0, &mut players, &mut NullObserver)
            });
        });
        let mut counter = Counter::new(&setup);
        group.bench_function(format!("{bot}, counted"), |b| {
            b.iter(|| {
                block += 1;
                counter.count_block(block)
            });
        });
    }
    group.finish();
}

fn games(c: &mut Criterion) {
    macro_rules! all {
        ($($name:ident: $game:ty;)*) => { $(game::<$game>(c);)* };
    }
    fuda::for_each_game!(all);
}

criterion_group!(pieces, chance, games);
criterion_main!(pieces);
