//! The end of a game, and who wins it.

use super::rig::{Scene, plain};
use crate::game::Next;
use crate::games::kujuroku::{Event, GameEnd, Rules};
use crate::standings::Winners;

const DEALER_LOSES: [u16; 3] = [90, 120, 90];
const DEALER_KEEPS: [u16; 3] = [120, 90, 90];

fn is_over(scene: &Scene) -> bool {
    scene.next() == Next::Over
}

/// The rounds, who won, and how the game ended.
fn game_over(scene: &Scene) -> Option<(u32, Winners, GameEnd)> {
    scene.last(|event| match event {
        Event::GameOver { rounds, winners, ending, .. } => Some((*rounds, *winners, *ending)),
        _ => None,
    })
}

#[test]
fn it_is_over_when_every_seat_has_lost_the_deal() {
    for players in [3, 4] {
        let mut scene = Scene::new(Rules { players, ..plain() });
        for _ in 0..players {
            assert!(!is_over(&scene));
            scene.round_with_points(DEALER_KEEPS).round_with_points(DEALER_LOSES);
        }
        assert!(is_over(&scene));
        let (rounds, _, ending) = game_over(&scene).expect("the game is over");
        assert_eq!((rounds, ending), (2 * u32::from(players), GameEnd::Deals));
    }
}

#[test]
fn it_is_stopped_after_max_rounds() {
    let mut scene = Scene::new(Rules { max_rounds: 3, ..plain() });
    scene.round_with_points(DEALER_LOSES).round_with_points(DEALER_LOSES);
    assert!(!is_over(&scene));
    scene.round_with_points(DEALER_KEEPS);
    assert!(is_over(&scene));
    assert_eq!(game_over(&scene).map(|(rounds, _, ending)| (rounds, ending)), Some((3, GameEnd::Truncated)));
}

#[test]
fn it_is_not_stopped_if_it_is_over_in_the_last_round_allowed() {
    let mut scene = Scene::new(Rules { max_rounds: 4, ..plain() });
    for _ in 0..4 {
        scene.round_with_points(DEALER_LOSES);
    }
    assert_eq!(game_over(&scene).map(|(rounds, _, ending)| (rounds, ending)), Some((4, GameEnd::Deals)));
}

#[test]
fn the_most_chips_win() {
    let mut scene = Scene::new(Rules { players: 3, ..plain() });
    scene.round_with_points([75, 140, 85]);
    scene.round_with_points(DEALER_LOSES).round_with_points(DEALER_LOSES);
    assert_eq!(scene.scores(), [-2, 3, -1]);
    let (_, winners, _) = game_over(&scene).expect("the game is over");
    assert_eq!(winners.to_string(), "seat 2 wins");
}

#[test]
fn equal_first_places_share_the_win() {
    let mut scene = Scene::new(Rules { players: 3, ..plain() });
    for _ in 0..3 {
        scene.round_with_points([90, 105, 105]);
    }
    let (_, winners, _) = game_over(&scene).expect("the game is over");
    assert_eq!(winners.to_string(), "seat 1 and seat 2 and seat 3 share the win");
}
