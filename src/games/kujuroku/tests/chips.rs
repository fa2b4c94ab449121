//! Chips with a limit: nobody pays more than they have, and the game is over
//! after the settlement in which somebody has none left.

use super::rig::{Deal, Scene, plain};
use crate::game::{Game, Next};
use crate::games::kujuroku::{Event, GameEnd, Rules};
use crate::random::{BlockStreams, Purpose};
use crate::seat::Seat;

fn chips(chips: u32) -> Rules {
    Rules { chips, ..plain() }
}

fn game_end(scene: &Scene) -> Option<GameEnd> {
    scene.last(|event| match event {
        Event::GameOver { ending, .. } => Some(*ending),
        _ => None,
    })
}

/// The chips that lie in front of all seats.
fn on_the_table(scene: &Scene) -> Vec<i32> {
    Seat::all(scene.game.players()).map(|seat| scene.table.chips[seat]).collect()
}

#[test]
fn everybody_sees_the_chips_and_the_score_is_what_was_won() {
    let mut scene = Scene::new(chips(30));
    scene.round_with_points([140, 85, 75]);
    assert_eq!((on_the_table(&scene), scene.scores()), (vec![35, 28, 27, 30], vec![5, -2, -3, 0]));
    scene.deal_at_random(&mut BlockStreams::new(9, 9).stream(1, Purpose::Game));
    let view = scene.game.view(&scene.table, scene.seat_asked());
    assert_eq!(view.chips.first(4), [35, 28, 27, 30]);
}

#[test]
fn who_owes_more_than_they_have_pays_what_they_have_and_the_game_is_over() {
    let mut scene = Scene::new(chips(2));
    scene.round_with_points([140, 85, 75]);
    assert_eq!(scene.round_end().expect("a round is over").chips, [4, -2, -2]);
    assert_eq!((on_the_table(&scene), scene.next()), (vec![6, 0, 0, 2], Next::Over));
    assert_eq!(game_end(&scene), Some(GameEnd::Broke));
    let books = scene.books();
    assert_eq!(books.values("round_chips", "role dealer"), [4]);
    assert_eq!(books.values("game_chips", "seat 2"), [-2]);
    assert_eq!(books.outcomes("game_end", "all"), "1 broke");
    assert_eq!(books.outcomes("truncated", "all"), "1 no");
    assert_eq!(books.outcomes("win", "seat 1"), "1 win");
    assert_eq!(books.outcomes("win", "seat 4"), "1 loss");
}

#[test]
fn what_is_paid_to_two_is_divided_in_proportion() {
    let mut scene = Scene::new(chips(2));
    scene.round_with_points([110, 100, 90]);
    // Two chips for claims of 2 and 1: one for the dealer, and the odd one,
    // which goes to whoever comes first after the third.
    assert_eq!(scene.round_end().expect("a round is over").chips, [2, 0, -2]);
    assert_eq!(game_end(&scene), Some(GameEnd::Broke));
}

#[test]
fn a_yaku_is_paid_with_what_the_others_have() {
    let mut scene = Scene::new(Rules { players: 3, ..chips(5) });
    scene.round_with_points([125, 95, 80]);
    assert_eq!(on_the_table(&scene), [8, 4, 3]);
    scene.deal(Deal { dealer: "4", field: "special-4 4 4 6 7 8", pile: "9", ..Deal::default() });
    scene.leaves("4").plays("4");
    assert_eq!(scene.round_end().expect("a round is over").chips, [7, -4, -3]);
    let in_full = scene.last(|event| match event {
        Event::Formed { in_full, .. } => Some(*in_full),
        _ => None,
    });
    assert_eq!(in_full, Some(false));
    assert_eq!((on_the_table(&scene), game_end(&scene)), (vec![15, 0, 0], Some(GameEnd::Broke)));
}

#[test]
fn who_has_a_chip_left_plays_on() {
    let mut scene = Scene::new(chips(4));
    scene.round_with_points([140, 85, 75]);
    assert_eq!((on_the_table(&scene), scene.next()), (vec![9, 2, 1, 4], Next::Deal));
}

#[test]
fn who_loses_the_last_chip_with_the_last_deal_is_broke() {
    for (limit, ending) in [(5, GameEnd::Broke), (6, GameEnd::Deals)] {
        let mut scene = Scene::new(Rules { players: 3, ..chips(limit) });
        scene.round_with_points([90, 120, 90]).round_with_points([90, 90, 120]);
        scene.round_with_points([75, 140, 85]);
        assert_eq!((scene.scores(), game_end(&scene)), (vec![6, -1, -5], Some(ending)));
    }
}

#[test]
fn who_loses_the_last_chip_in_the_last_round_allowed_is_broke() {
    for (limit, ending) in [(3, GameEnd::Broke), (4, GameEnd::Truncated)] {
        let mut scene = Scene::new(Rules { max_rounds: 1, ..chips(limit) });
        scene.round_with_points([140, 85, 75]);
        assert_eq!(game_end(&scene), Some(ending));
    }
}

#[test]
fn chips_are_neither_made_nor_lost_and_nobody_has_less_than_none() {
    let mut own = BlockStreams::new(96, 0).stream(1, Purpose::Bot(Seat::FIRST));
    let mut broke = 0;
    for block in 0..100 {
        let mut scene = Scene::new(chips(8));
        while scene.next() == Next::Deal {
            scene.deal_at_random(&mut BlockStreams::new(96, block).stream(scene.table.round, Purpose::Game));
            scene.play_on_at_random(&mut own);
            let chips = on_the_table(&scene);
            assert_eq!(chips.iter().sum::<i32>(), 32);
            assert!(chips.iter().all(|&chips| chips >= 0), "{chips:?}");
            assert!(scene.next() == Next::Over || !chips.contains(&0), "{chips:?}");
        }
        broke += usize::from(game_end(&scene) == Some(GameEnd::Broke));
    }
    assert!((1..100).contains(&broke), "{broke}");
}
