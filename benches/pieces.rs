//! The pieces that a run is made of, each by itself: streams, draws and
//! shuffles, a game by each bot, a block with counting.
//!
//! `cargo bench --bench pieces` runs it; a word after `--` picks some of them.

use std::hint::black_box;

use criterion::{Bencher, Criterion, criterion_group, criterion_main};
use fuda::bots::{BotSpec, Search, built_in};
use fuda::game::{Game, NullObserver};
use fuda::random::{BlockStreams, Purpose};
use fuda::seat::Seat;
use fuda::sim::{Counter, LineUp, Setup};

use rand::seq::SliceRandom;
use rand::{Rng, SeedableRng};
use rand_xoshiro::{SplitMix64, Xoshiro256PlusPlus};

/// Makes a generator and draws three words, as a bot does in a round.
fn three_words<R: Rng>(b: &mut Bencher, mut make: impl FnMut(u64) -> R) {
    let mut number = 0;
    b.iter(|| {
        number += 1;
        let mut rng = make(black_box(number));
        [rng.next_u64(), rng.next_u64(), rng.next_u64()]
    });
}

fn streams(c: &mut Criterion) {
    let mut group = c.benchmark_group("streams");
    let block = BlockStreams::new(1, 0);
    group.bench_function("stream and three words", |b| {
        three_words(b, |number| block.stream(number as u32, Purpose::Bot(Seat::FIRST)));
    });
    group.bench_function("eight streams of a round, three words each", |b| {
        let mut round = 0;
        b.iter(|| {
            round += 1;
            let round = black_box(round);
            let words = |seat| {
                let mut stream = block.stream(round, Purpose::Bot(seat));
                stream.next_u64() ^ stream.next_u64() ^ stream.next_u64()
            };
            Seat::all(8).map(words).fold(0, |all, one| all ^ one)
        });
    });
    // What the streams might have been made of instead.
    let hash = |key| SplitMix64::seed_from_u64(key).next_u64();
    group.bench_function("SplitMix64 from a hashed key and three words", |b| {
        three_words(b, |number| SplitMix64::seed_from_u64(hash(number)));
    });
    group.bench_function("Xoshiro256++ from four hashed words and three words", |b| {
        three_words(b, |number| {
            let mut seed = [0; 32];
            for (bytes, lane) in seed.chunks_exact_mut(8).zip(1..) {
                bytes.copy_from_slice(&hash(number + (lane << 56)).to_le_bytes());
            }
            Xoshiro256PlusPlus::from_seed(seed)
        });
    });
    let mut stream = block.stream(1, Purpose::Game);
    group.bench_function("draw", |b| b.iter(|| stream.random_range(0..black_box(6))));
    let mut cards = [0_u8; 41];
    group.bench_function("shuffle 41", |b| b.iter(|| stream.shuffle(black_box(&mut cards))));
    group.bench_function("normal", |b| b.iter(|| stream.normal()));
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

criterion_group!(pieces, streams, games);
criterion_main!(pieces);
