//! Between the deal and the end of a game nothing is taken from the heap, for
//! any built-in bot, with counting and without.

#![allow(unsafe_code, reason = "an allocator is unsafe")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use fuda::bots::{BotSpec, Search, built_in};
use fuda::game::{Game, NullObserver};
use fuda::settings::Settings;
use fuda::sim::{Counter, LineUp, Setup};

thread_local! {
    static TAKEN: Cell<u64> = const { Cell::new(0) };
}

/// Counts what this thread takes from the heap.
struct Counting;

// Safety: hands every call on to the system's allocator.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        TAKEN.set(TAKEN.get() + 1);
        unsafe { System.alloc(layout) }
    }

    unsafe fn realloc(&self, place: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        TAKEN.set(TAKEN.get() + 1);
        unsafe { System.realloc(place, layout, size) }
    }

    unsafe fn dealloc(&self, place: *mut u8, layout: Layout) {
        unsafe { System.dealloc(place, layout) }
    }
}

#[global_allocator]
static HEAP: Counting = Counting;

/// How often `work` takes something from the heap.
fn taken_by(work: impl FnOnce()) -> u64 {
    let before = TAKEN.get();
    work();
    TAKEN.get() - before
}

/// With all built-in bots, played and counted.
pub fn nothing_is_taken_from_the_heap<G: Game>() {
    let game = G::new(G::Rules::with(&[]).expect("the defaults are allowed"));
    for bot in built_in::<G>() {
        let is_search = bot.name == Search::<G>::NAME;
        let bot = if is_search { "search:iterations=4,depth=40,playout=random" } else { bot.name };
        let line_up = LineUp::new(&game, &[BotSpec::new(bot)]).expect("a bot from the list can play");
        let setup = Setup::new(game.clone(), line_up, 1);
        let mut players = setup.line_up.players();
        let bare = taken_by(|| {
            for block in 0..100 {
                setup.play(block, 0, &mut players, &mut NullObserver).expect("and is legal");
            }
        });
        assert_eq!(bare, 0, "{} by {bot}", G::NAME);
        if is_search {
            // Counting is no other than with the bots before.
            continue;
        }

        let mut counter = Counter::new(&setup);
        let mut count = |blocks: std::ops::Range<u64>| {
            blocks.for_each(|block| counter.count_block(block).expect("and is legal"));
        };
        // The first games may find values that have no place yet.
        count(0..2_000);
        let counted = taken_by(|| count(0..2_000));
        assert_eq!(counted, 0, "{} by {bot}, counted", G::NAME);
    }
}

#[test]
fn the_allocator_counts() {
    assert_eq!(taken_by(|| drop(std::hint::black_box(Box::new(7)))), 1);
}
