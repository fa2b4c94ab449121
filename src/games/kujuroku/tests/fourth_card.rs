//! The Oni's fourth card: of the number of which the Oni took one, the last
//! card counts as captured by the holder of the Oni once the other three are.

use super::rig::{Deal, Scene, plain};
use crate::games::kujuroku::{Ending, Role, Rules, Yaku, YakuCheck};

/// Who formed what, and in which turn.
fn formed(scene: &Scene) -> Option<(Role, Yaku, u8)> {
    scene.round_end().and_then(|end| match end.ending {
        Ending::Yaku(role, yaku) => Some((role, yaku, end.turns)),
        Ending::Counted(_) => None,
    })
}

#[test]
fn it_scores_for_the_holder_of_the_oni() {
    let rules = Rules { yaku: false, ..plain() };
    let deal = Deal { dealer: "Oni", field: "2 2 3 7 8 9", ..Deal::default() };
    let mut scene = Scene::dealt(rules, deal);
    scene.plays("Oni").takes("9").play_on();
    let (scores, fourth) = scene.counted().expect("every round is counted");
    assert_eq!((scene.field().as_str(), fourth.as_str()), ("9", "9"), "the last 9 finds no match");
    let captured = scene.table.captured.map(|captured| scene.game.points.points(captured));
    assert_eq!(scores, [captured[0] + 9, captured[1], captured[2]]);
    assert_eq!(scores.iter().sum::<u16>(), 300);
}

/// The dealer's Oni takes one of two 3s, and the dealer's 3 takes the other
/// one in the fourth turn; the last 3 is nowhere yet.
const THREE_THREES: Deal<'static> =
    Deal { dealer: "Oni 3", second: "10", third: "10", field: "3 3 5 6 7 8", pile: "9 9 2 special-1" };

#[test]
fn it_completes_a_yaku_wherever_it_lies() {
    let in_a_hand = Deal { third: "10 3", ..THREE_THREES };
    let in_the_own_hand = Deal { dealer: "Oni 3 3", ..THREE_THREES };
    let in_the_pile = Deal { pile: "9 9 2 special-1 3", ..THREE_THREES };
    for deal in [in_a_hand, in_the_own_hand, in_the_pile] {
        let mut scene = Scene::dealt(plain(), deal);
        scene.plays("Oni").takes("3").plays("10").plays("10");
        assert_eq!(scene.round_end(), None, "one 3 is captured");
        scene.plays("3");
        assert_eq!(scene.captured(Role::Dealer), "3 3 3 Oni");
        assert_eq!(formed(&scene), Some((Role::Dealer, Yaku::San, 4)));
        assert!(scene.saw("1 owns 3"));
    }
}

#[test]
fn it_is_its_holders_whoever_that_is() {
    // As above, with the Oni and the 3 in the second's hand.
    let deal = Deal { dealer: "10", second: "Oni 3", third: "10", ..THREE_THREES };
    let mut scene = Scene::dealt(plain(), Deal { pile: "9 9 2 2 5 6", ..deal });
    scene.plays("10").plays("Oni").takes("3").plays("10");
    scene.choose_at(0).plays("3");
    assert_eq!(formed(&scene), Some((Role::Second, Yaku::San, 5)));

    let deal = Deal { third: "Oni", field: "2 2 3 7 8 9", ..Deal::default() };
    let mut scene = Scene::dealt(Rules { yaku: false, ..plain() }, deal);
    scene.choose_at(0).choose_at(0).plays("Oni").takes("9").play_on();
    let (scores, _) = scene.counted().expect("every round is counted");
    assert_eq!(scores[2], scene.game.points.points(scene.table.captured[2]) + 9);
}

#[test]
fn it_completes_a_yaku_from_the_field() {
    // The Oni breaks three 3s; the fourth takes one of the two that are left.
    let deal = Deal { dealer: "3", field: "3 3 3 6 7 Oni", pile: "9", ..Deal::default() };
    let mut scene = Scene::dealt(plain(), deal);
    scene.takes("3").plays("3").takes("3");
    assert_eq!(scene.field(), "3 6 7 9");
    assert_eq!(formed(&scene), Some((Role::Dealer, Yaku::San, 1)));
}

#[test]
fn the_oni_itself_can_take_the_third_card() {
    let deal = Deal { dealer: "Oni", field: "3 3 3 6 7 8", pile: "9", ..Deal::default() };
    let mut scene = Scene::dealt(plain(), deal);
    scene.leaves("3").plays("Oni").takes("3");
    assert_eq!(scene.captured(Role::Dealer), "3 3 3 Oni");
    assert_eq!(formed(&scene), Some((Role::Dealer, Yaku::San, 1)));
}

#[test]
fn an_oni_that_took_a_four_makes_shi_dan_of_the_others() {
    let deal = Deal { dealer: "Oni 4", third: "10 special-4", field: "4 4 5 6 7 8", ..THREE_THREES };
    let mut scene = Scene::dealt(plain(), deal);
    scene.plays("Oni").takes("4").plays("10").plays("10").plays("4");
    assert_eq!(formed(&scene), Some((Role::Dealer, Yaku::ShiDan, 4)));
}

#[test]
fn it_is_of_no_use_to_whoever_captured_the_other_two() {
    // The second takes two 3s by a 3; the Oni's 3 and the last one are the
    // dealer's: nobody has four.
    let deal = Deal { dealer: "Oni", second: "3", third: "3", field: "3 3 5 6 7 8", pile: "9 10" };
    let mut scene = Scene::dealt(plain(), deal);
    scene.plays("Oni").takes("3").plays("3");
    assert_eq!(scene.captured(Role::Second), "3 3");
    assert_eq!(scene.table.fourth().to_string(), "3");
    assert_eq!(scene.round_end(), None);
}

#[test]
fn it_can_complete_danjou_in_another_players_turn() {
    let special_four =
        Deal { dealer: "1", second: "4", third: "special-4", field: "4 4 special-1 7 8 Oni", pile: "9 10" };
    let mut scene = Scene::dealt(plain(), special_four);
    scene.takes("4").plays("1");
    assert_eq!(scene.captured(Role::Dealer), "special-1 1 4 Oni");
    scene.plays("4");
    assert_eq!(scene.captured(Role::Second), "4 4");
    assert_eq!(formed(&scene), Some((Role::Dealer, Yaku::Danjou, 2)));
    assert_eq!(scene.scores(), [16, -8, -8, 0]);
    assert!(scene.round_end().expect("over").dealer_keeps);

    let special_one = Deal {
        dealer: "4",
        second: "1",
        third: "",
        field: "1 1 special-4 7 8 Oni",
        pile: "9 10 2 special-1",
    };
    let mut scene = Scene::dealt(plain(), special_one);
    scene.takes("1").plays("4").plays("1");
    assert_eq!(formed(&scene), Some((Role::Dealer, Yaku::Danjou, 2)));
}

/// In the fifth turn the second's 4 makes the special 4 the dealer's, which
/// is Danjou; then a 3 is turned up, which is the second's San.
const TWO_AT_ONE_LOOK: Deal<'static> = Deal {
    dealer: "1 6",
    second: "3 4",
    third: "3 special-4",
    field: "4 4 special-1 3 7 Oni",
    pile: "9 10 8 5 3",
};

fn played_to_the_fifth_turn(rules: Rules) -> Scene {
    let mut scene = Scene::dealt(rules, TWO_AT_ONE_LOOK);
    scene.takes("4").plays("1").plays("3").plays("3").plays("6").plays("4");
    scene
}

#[test]
fn if_two_players_have_a_yaku_at_one_look_it_is_the_one_whose_turn_it_is() {
    let scene = played_to_the_fifth_turn(plain());
    assert_eq!(formed(&scene), Some((Role::Second, Yaku::San, 5)));
    assert_eq!(scene.scores(), [-6, 12, -6, 0]);
}

#[test]
fn looked_for_at_each_capture_the_first_one_comes_first() {
    let scene = played_to_the_fifth_turn(Rules { yaku_check: YakuCheck::Capture, ..plain() });
    assert_eq!(formed(&scene), Some((Role::Dealer, Yaku::Danjou, 5)));
    assert_eq!(scene.scores(), [16, -8, -8, 0]);
}

#[test]
fn the_oni_taken_at_the_deal_has_a_fourth_card_too() {
    let rules = Rules { yaku: false, ..plain() };
    let mut scene = Scene::dealt(rules, Deal { field: "2 2 3 7 8 Oni", ..Deal::default() });
    scene.takes("8").play_on();
    assert_eq!(scene.counted().expect("every round is counted").1, "8");
}
