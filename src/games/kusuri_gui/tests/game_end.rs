//! The end of the game.

use super::rig::{Scene, plain};
use crate::game::{Narrate, Narration, Next};
use crate::games::kusuri_gui::{Event, Rules};
use crate::seat::Seat;
use crate::standings::GameResult;

/// A table of so many rounds.
fn rounds(rounds: u16) -> Scene {
    Scene::new(Rules { rounds, ..plain() })
}

/// What the game was for both seats.
fn results(scene: &Scene) -> [GameResult; 2] {
    let Some(Event::GameOver { winners, .. }) = scene.events().last() else { panic!("the game is not over") };
    [0, 1].map(|seat| winners.result(Seat::at(seat)))
}

#[test]
fn a_game_has_as_many_rounds_as_the_house_says() {
    for count in [1, 6, 12] {
        let mut scene = rounds(count);
        for _ in 0..count {
            assert_eq!(scene.next(), Next::Deal);
            scene.round_with_captures("boar deer", "");
        }
        assert_eq!(scene.next(), Next::Over);
        assert_eq!(scene.scores(), [2 * i64::from(count), -2 * i64::from(count)]);
    }
    assert_eq!(plain().rounds, 12);
}

#[test]
fn the_most_chips_win() {
    let mut scene = rounds(2);
    scene.round_with_captures("boar deer", "").round_with_captures("", "crane curtain moon");
    assert_eq!(results(&scene), [GameResult::Loss, GameResult::Win]);
}

#[test]
fn equal_chips_share_the_game() {
    let mut scene = rounds(2);
    scene.round_with_captures("boar deer", "").round_with_captures("", "boar deer");
    assert_eq!(results(&scene), [GameResult::Shared; 2]);
    let Some(Narration::Line(told)) = scene.events().last().map(Narrate::narrate) else {
        panic!("it is told")
    };
    assert!(told.ends_with("seat 1 and seat 2 share the win."), "{told}");
}

#[test]
fn chips_may_go_below_zero_without_end() {
    let mut scene = Scene::new(Rules { rounds: 3, hand_cannon: 100, ..plain() });
    for _ in 0..3 {
        scene.round_with_captures("boar deer", "");
    }
    assert_eq!(scene.scores(), [300, -300], "nobody is out at a hundred");
}
