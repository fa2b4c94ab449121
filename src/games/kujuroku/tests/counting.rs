//! Counting: who is at par, and which chips move.

use super::rig::{RoundEnd, Scene, plain};
use crate::games::kujuroku::{Ending, Event, Rules, Settlement};

/// How a round with these card points is settled.
fn settled(rules: Rules, points: [u16; 3]) -> (Settlement, [i32; 3]) {
    let mut scene = Scene::new(rules);
    scene.round_with_points(points);
    let RoundEnd { ending, turns, chips, .. } = scene.round_end().expect("the round is over");
    assert_eq!(turns, 18);
    let of_all = [chips.map(i64::from).as_slice(), &[0]].concat();
    assert_eq!(scene.scores(), of_all, "who sits out has no part in it");
    match ending {
        Ending::Counted(settlement) => (settlement, chips),
        Ending::Yaku(..) => panic!("nobody formed a yaku"),
    }
}

#[test]
fn one_at_par_receives_what_the_others_bands_say() {
    assert_eq!(settled(plain(), [140, 85, 75]), (Settlement::OneWinner, [5, -2, -3]));
    assert_eq!(settled(plain(), [86, 128, 86]), (Settlement::OneWinner, [-1, 2, -1]));
    assert_eq!(settled(plain(), [84, 86, 130]), (Settlement::OneWinner, [-2, -1, 3]));
}

#[test]
fn two_at_par_receive_their_own_bands_from_the_third() {
    assert_eq!(settled(plain(), [110, 100, 90]), (Settlement::TwoWinners, [2, 1, -3]));
    assert_eq!(settled(plain(), [75, 120, 105]), (Settlement::TwoWinners, [-4, 3, 1]));
    assert_eq!(settled(plain(), [96, 86, 118]), (Settlement::TwoWinners, [1, -4, 3]));
}

#[test]
fn three_at_par_are_a_draw() {
    assert_eq!(settled(plain(), [96, 96, 108]), (Settlement::Draw, [0; 3]));
    assert_eq!(settled(plain(), [100, 100, 100]), (Settlement::Draw, [0; 3]));
}

#[test]
fn without_the_oni_three_at_par_have_96_each() {
    assert_eq!(settled(plain(), [96, 96, 96]), (Settlement::Draw, [0; 3]));
    assert_eq!(settled(plain(), [95, 97, 96]), (Settlement::TwoWinners, [-2, 1, 1]));
}

#[test]
fn three_below_another_par_are_a_draw_too() {
    assert_eq!(settled(Rules { par: 150, ..plain() }, [100, 110, 90]), (Settlement::Draw, [0; 3]));
}

#[test]
fn the_bands_move_with_par() {
    assert_eq!(settled(Rules { par: 100, ..plain() }, [110, 95, 95]), (Settlement::OneWinner, [2, -1, -1]));
    assert_eq!(settled(Rules { par: 80, ..plain() }, [79, 121, 100]), (Settlement::TwoWinners, [-6, 3, 3]));
}

#[test]
fn a_score_is_told_with_its_band() {
    let mut scene = Scene::new(plain());
    scene.round_with_points([116, 106, 78]);
    let bands = scene.events().iter().find_map(|event| match event {
        Event::Counted { bands, .. } => Some(*bands),
        _ => None,
    });
    assert_eq!(bands, Some([3, 2, -2]));
}
