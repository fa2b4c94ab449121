//! Between the deal and the end of a game nothing is allocated on the heap, with
//! any built-in bot, with and without counting.

#![allow(unsafe_code, reason = "an allocator is unsafe")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use fuda::bots::{BotSpec, Search, built_in};
use fuda::game::{Game, NullObserver};
use fuda::settings::Settings;
use fuda::sim::{Counter, LineUp, Setup};

thread_local! {
    static ALLOCATIONS: Cell<u64> = const { Cell::new(0) };
}

/// An allocator that counts the allocations of this thread.
struct CountingAllocator;

// Safety: forwards every call to the system's allocator.
unsafe impl GlobalAlloc for CountingAllocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.set(ALLOCATIONS.get() + 1);
        unsafe { System.alloc(layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        ALLOCATIONS.set(ALLOCATIONS.get() + 1);
        unsafe { System.realloc(pointer, layout, size) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static HEAP: CountingAllocator = CountingAllocator;

/// The number of allocations that `work` makes.
fn allocations(work: impl FnOnce()) -> u64 {
    let before = ALLOCATIONS.get();
    work();
    ALLOCATIONS.get() - before
}

/// Playing and counting with every built-in bot makes no allocations.
pub fn nothing_is_allocated<G: Game>() {
    let game = G::new(G::Rules::with(&[]).expect("the defaults are allowed"));
    for bot in built_in::<G>() {
        let is_search = bot.name == Search::<G>::NAME;
        let bot = if is_search { "search:iterations=4,depth=40,playout=random" } else { bot.name };
        let line_up = LineUp::new(&game, &[BotSpec::new(bot)]).expect("a bot from the list can play");
        let setup = Setup::new(game.clone(), line_up, 1);
        let mut players = setup.line_up.players();
        let bare = allocations(|| {
            for block in 0..100 {
                setup.play(block, 0, &mut players, &mut NullObserver).expect("and is legal");
            }
        });
        assert_eq!(bare, 0, "{} by {bot}", G::NAME);
        if is_search {
            // Counting is the same as with the other bots.
            continue;
        }

        let mut counter = Counter::new(&setup);
        let mut count = |blocks: std::ops::Range<u64>| {
            blocks.for_each(|block| counter.count_block(block).expect("and is legal"));
        };
        // The first games may find values that have no cell yet.
        count(0..2_000);
        let counted = allocations(|| count(0..2_000));
        assert_eq!(counted, 0, "{} by {bot}, counted", G::NAME);
    }
}

#[test]
fn the_allocator_counts() {
    assert_eq!(allocations(|| drop(std::hint::black_box(Box::new(7)))), 1);
}
