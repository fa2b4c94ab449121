//! Who deals the next round, and who sits out.

use super::rig::{Deal, Scene, plain};
use crate::games::kujuroku::{Oni, Rules};

/// Whether the dealer deals again after a round with these card points.
fn keeps(rules: Rules, points: [u16; 3]) -> bool {
    let mut scene = Scene::new(rules);
    scene.round_with_points(points);
    let keeps = scene.round_end().expect("the round is over").dealer_keeps;
    scene.deal(Deal { field: "2 2 5 6 7 8", ..Deal::default() });
    assert_eq!(scene.dealer_and_out(), if keeps { (1, Some(4)) } else { (2, Some(1)) });
    keeps
}

#[test]
fn the_dealer_with_the_highest_score_deals_again() {
    assert!(keeps(plain(), [120, 90, 90]));
    assert!(keeps(plain(), [110, 100, 90]));
}

#[test]
fn the_dealer_with_less_than_another_loses_the_deal() {
    assert!(!keeps(plain(), [90, 120, 90]));
    assert!(!keeps(plain(), [90, 90, 120]));
}

#[test]
fn to_be_at_par_is_not_enough_to_deal_again() {
    assert!(!keeps(plain(), [105, 106, 89]));
}

#[test]
fn a_shared_highest_score_keeps_the_deal_or_not_as_the_table_has_it() {
    let strict = || Rules { dealer_keeps_on_tie: false, ..plain() };
    for points in [[105, 105, 90], [105, 90, 105]] {
        assert!(keeps(plain(), points));
        assert!(!keeps(strict(), points));
    }
}

#[test]
fn after_a_draw_the_dealer_deals_again_whoever_has_most() {
    assert!(keeps(plain(), [96, 96, 108]));
    let strict = Rules { dealer_keeps_on_tie: false, ..plain() };
    assert!(keeps(strict.clone(), [100, 100, 100]));
    assert!(keeps(Rules { par: 150, ..strict }, [90, 100, 110]));
}

#[test]
fn the_dealer_who_forms_a_yaku_deals_again() {
    let deal = Deal { dealer: "3", field: "3 3 3 4 7 8", pile: "9", ..Deal::default() };
    let mut scene = Scene::dealt(plain(), deal);
    scene.leaves("3").plays("3");
    assert!(scene.round_end().expect("San").dealer_keeps);
    scene.deal(Deal { field: "2 2 5 6 7 8", ..Deal::default() });
    assert_eq!(scene.dealer_and_out(), (1, Some(4)));
}

#[test]
fn anothers_yaku_passes_the_deal_to_the_next_seat() {
    let deal =
        Deal { dealer: "10 5", second: "6", third: "3 3", field: "3 3 6 7 8 9", pile: "2 2 special-1 1 5" };
    let mut scene = Scene::dealt(plain(), deal);
    scene.plays("10").plays("6").plays("3").takes("3").plays("5");
    scene.choose_at(0).plays("3");
    assert_eq!(scene.scores(), [-6, -6, 12, 0]);
    scene.deal(Deal { field: "2 2 5 6 7 8", ..Deal::default() });
    assert_eq!(scene.dealer_and_out(), (2, Some(1)), "not to the one who formed it");
}

#[test]
fn a_round_begins_with_nothing_captured_and_the_dealers_turn() {
    // The second has the Oni, and San in the fifth turn.
    let deal = Deal { dealer: "10", second: "Oni 3", third: "10", field: "3 3 5 6 7 8", pile: "9 9 2 2 5" };
    let mut scene = Scene::dealt(plain(), deal);
    scene.plays("10").plays("Oni").takes("3").plays("10").choose_at(0).plays("3");
    assert_eq!(scene.scores(), [-6, 12, -6, 0]);

    scene.deal(Deal { dealer: "3", field: "3 3 3 6 7 8", pile: "9", ..Deal::default() });
    assert_eq!(scene.table.captured.map(|captured| captured.to_string()), ["nothing"; 3]);
    assert_eq!(scene.table.oni, Oni::UNSEEN);
    assert_eq!(scene.seat_asked().number(), 2, "the new dealer");
    scene.leaves("3").plays("3");
    assert_eq!(scene.round_end().expect("San again").turns, 1);
    assert_eq!(scene.scores(), [-6, 24, -12, -6]);
}

#[test]
fn of_four_the_old_dealer_sits_out_the_next_round() {
    let mut scene = Scene::new(plain());
    let mut sat_out = Vec::new();
    for _ in 0..4 {
        scene.round_with_points([90, 120, 90]);
        sat_out.push(scene.dealer_and_out());
    }
    assert_eq!(sat_out, [(1, Some(4)), (2, Some(1)), (3, Some(2)), (4, Some(3))]);
    // Each second received 2 chips, each dealer and third paid one.
    assert_eq!(scene.scores(), [-1 - 1 + 2, 2 - 1 - 1, -1 + 2 - 1, -1 + 2 - 1]);
}

#[test]
fn who_sits_out_stays_out_while_the_dealer_keeps_the_deal() {
    let mut scene = Scene::new(plain());
    for _ in 0..3 {
        scene.round_with_points([120, 90, 90]);
        assert_eq!(scene.dealer_and_out(), (1, Some(4)));
    }
    assert_eq!(scene.scores(), [6, -3, -3, 0]);
}

#[test]
fn roles_follow_the_seats_round_the_table() {
    let mut scene = Scene::new(plain());
    scene.round_with_points([90, 120, 90]).round_with_points([90, 120, 90]);
    let before = scene.scores();
    scene.round_with_points([75, 110, 115]);
    let won: Vec<i64> = scene.scores().iter().zip(before).map(|(now, before)| now - before).collect();
    assert_eq!(won, [2, 0, -4, 2], "seat 3 deals, 4 is second, 1 third, 2 sits out");
}

#[test]
fn of_three_nobody_sits_out() {
    let mut scene = Scene::new(Rules { players: 3, ..plain() });
    let mut dealers = Vec::new();
    for _ in 0..3 {
        scene.round_with_points([90, 120, 90]);
        dealers.push(scene.dealer_and_out());
    }
    assert_eq!(dealers, [(1, None), (2, None), (3, None)]);
    assert_eq!(scene.scores(), [0, 0, 0]);
}
