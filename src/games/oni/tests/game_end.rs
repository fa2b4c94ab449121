//! The end of a game, and who wins it.

use super::rig::{Scene, Situation, for_two};
use crate::game::Next;
use crate::games::oni::{LosersScore, Rules};

/// Seat 1 goes out against the moon: 20 points.
fn first_wins(scene: &mut Scene) {
    let hands = ["iris-chaff", "moon"];
    scene.round(Situation { hands: &hands, top: "iris-ribbon", ..Situation::default() });
}

/// Seat 2 goes out against the moon and the crane, which seat 1 draws: 40
/// points.
fn second_wins(scene: &mut Scene) {
    let hands = ["moon", "iris-chaff"];
    let situation = Situation { hands: &hands, top: "iris-ribbon", pile: "crane", ..Situation::default() };
    scene.round(situation);
}

#[test]
fn who_reaches_the_goal_wins() {
    let mut scene = Scene::new(Rules { goal: 40, ..for_two() });
    first_wins(&mut scene);
    assert_eq!(scene.game_over(), None);
    first_wins(&mut scene);
    assert_eq!(scene.scores(), [40, -40]);
    assert_eq!(scene.game_over(), Some((2, Some(1))));
    assert_eq!(scene.next(), Next::Over);
}

#[test]
fn more_than_the_goal_is_enough() {
    let mut scene = Scene::new(Rules { goal: 39, ..for_two() });
    first_wins(&mut scene);
    first_wins(&mut scene);
    assert_eq!((scene.scores(), scene.game_over()), (vec![40, -40], Some((2, Some(1)))));
}

#[test]
fn losers_go_below_zero_and_have_it_to_make_up() {
    let mut scene = Scene::new(Rules { goal: 40, double_dealer: false, ..for_two() });
    first_wins(&mut scene);
    second_wins(&mut scene);
    assert_eq!((scene.scores(), scene.game_over()), (vec![-20, 20], None));
    let zero = Rules { losers_score: LosersScore::Zero, goal: 40, double_dealer: false, ..for_two() };
    let mut scene = Scene::new(zero);
    first_wins(&mut scene);
    second_wins(&mut scene);
    assert_eq!((scene.scores(), scene.game_over()), (vec![20, 40], Some((2, Some(2)))));
}

#[test]
fn a_game_not_over_by_then_is_stopped_after_max_rounds_and_nobody_wins() {
    let mut scene = Scene::new(Rules { max_rounds: 2, ..for_two() });
    first_wins(&mut scene);
    assert_eq!(scene.game_over(), None);
    first_wins(&mut scene);
    assert_eq!(scene.game_over(), Some((2, None)));
    assert!(scene.saw("The game is stopped after 2 rounds: seat 1 has 40, seat 2 has -40. Nobody wins."));
}

#[test]
fn a_goal_reached_in_the_last_round_allowed_wins() {
    let mut scene = Scene::new(Rules { max_rounds: 2, goal: 40, ..for_two() });
    first_wins(&mut scene);
    first_wins(&mut scene);
    assert_eq!(scene.game_over(), Some((2, Some(1))));
}

#[test]
fn void_rounds_are_rounds() {
    let mut scene = Scene::new(Rules { max_rounds: 3, max_turns: 1, ..for_two() });
    let hands = ["crane pine-chaff", "moon geese"];
    for _ in 0..3 {
        assert_eq!(scene.game_over(), None);
        scene.round(Situation { hands: &hands, top: "curtain", ..Situation::default() });
    }
    assert_eq!(scene.game_over(), Some((3, None)));
}
