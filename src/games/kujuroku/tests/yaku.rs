//! Yaku, formed at the table and paid.

use super::rig::{Deal, RoundEnd, Scene, plain};
use crate::games::kujuroku::{Ending, Event, Role, Rules, Yaku, YakuCheck};

/// The dealer forms a yaku for which each of the others pays this.
fn dealers(yaku: Yaku, turns: u8, each: i32) -> Option<RoundEnd> {
    let ending = Ending::Yaku(Role::Dealer, yaku);
    Some(RoundEnd { ending, turns, chips: [2 * each, -each, -each], dealer_keeps: true })
}

#[test]
fn shi_is_four_fours() {
    let deal = Deal { dealer: "4", field: "special-4 4 4 6 7 8", pile: "9", ..Deal::default() };
    let mut scene = Scene::dealt(plain(), deal);
    scene.leaves("4").plays("4");
    assert_eq!(scene.captured(Role::Dealer), "special-4 4 4 4");
    assert_eq!(scene.round_end(), dealers(Yaku::Shi, 1, 4));
    assert_eq!(scene.scores(), [8, -4, -4, 0], "who sits out pays nothing");
}

#[test]
fn san_is_four_threes() {
    let deal = Deal { dealer: "3", field: "3 3 3 6 7 8", pile: "9", ..Deal::default() };
    let mut scene = Scene::dealt(plain(), deal);
    scene.leaves("3").plays("3");
    assert_eq!(scene.round_end(), dealers(Yaku::San, 1, 6));
}

#[test]
fn danjou_is_the_oni_and_both_special_cards() {
    let deal = Deal { dealer: "special-4", field: "special-1 4 6 7 8 Oni", pile: "9", ..Deal::default() };
    let mut scene = Scene::dealt(plain(), deal);
    scene.takes("special-1").plays("special-4");
    assert_eq!(scene.captured(Role::Dealer), "special-1 special-4 4 Oni");
    assert_eq!(scene.round_end(), dealers(Yaku::Danjou, 1, 8));
}

#[test]
fn plain_ones_and_fours_make_no_danjou() {
    let deal = Deal { dealer: "4", field: "1 4 6 7 8 Oni", pile: "9", ..Deal::default() };
    let mut scene = Scene::dealt(plain(), deal);
    scene.takes("1").plays("4");
    assert_eq!(scene.captured(Role::Dealer), "1 4 4 Oni");
    assert_eq!(scene.round_end(), None);
}

#[test]
fn shi_dan_is_four_fours_and_the_oni() {
    let deal =
        Deal { dealer: "Oni 4", second: "10", third: "10", field: "special-4 4 4 6 7 8", pile: "9 9 2 5" };
    let mut scene = Scene::dealt(plain(), deal);
    scene.leaves("4").plays("Oni").takes("6").plays("10").plays("10").plays("4");
    assert_eq!(scene.captured(Role::Dealer), "special-4 4 4 4 6 Oni");
    assert_eq!(scene.round_end(), dealers(Yaku::ShiDan, 4, 12));
}

#[test]
fn a_played_and_a_drawn_card_make_shi_dan_san_in_one_turn() {
    let deal =
        Deal { dealer: "9 4", second: "10", third: "10", field: "special-4 4 4 3 3 3", pile: "Oni 2 2 3" };
    let mut scene = Scene::dealt(plain(), deal);
    scene.leaves("3").leaves("4").plays("9").takes("9").plays("10").plays("10").plays("4");
    assert_eq!(scene.captured(Role::Dealer), "3 3 3 3 special-4 4 4 4 9 Oni");
    assert_eq!(scene.round_end(), dealers(Yaku::ShiDanSan, 4, 18));
    assert_eq!(scene.scores(), [36, -18, -18, 0]);
}

/// The Oni takes the third 4, which makes the last one the dealer's; then a 3
/// is turned up for the fourth 3.
const SHI_DAN_SAN_IN_THE_FIRST_TURN: Deal<'static> =
    Deal { dealer: "Oni 4", second: "", third: "", field: "special-4 4 4 3 3 3", pile: "3" };

#[test]
fn the_first_turn_can_make_shi_dan_san() {
    let mut scene = Scene::dealt(plain(), SHI_DAN_SAN_IN_THE_FIRST_TURN);
    scene.leaves("3").leaves("4").plays("Oni").takes("4");
    assert_eq!(scene.round_end(), dealers(Yaku::ShiDanSan, 1, 18));
}

#[test]
fn looked_for_at_each_capture_the_played_card_ends_the_round_before_the_draw() {
    let rules = Rules { yaku_check: YakuCheck::Capture, ..plain() };
    let mut scene = Scene::dealt(rules, SHI_DAN_SAN_IN_THE_FIRST_TURN);
    scene.leaves("3").leaves("4").plays("Oni").takes("4");
    assert_eq!(scene.round_end(), dealers(Yaku::ShiDan, 1, 12), "and the turn counts");
    assert!(!scene.events().iter().any(|event| matches!(event, Event::Drew { .. })));
}

#[test]
fn looked_for_at_each_capture_a_drawn_card_forms_a_yaku_as_well() {
    let rules = Rules { yaku_check: YakuCheck::Capture, ..plain() };
    let deal = Deal { dealer: "9", field: "3 3 3 6 7 8", pile: "3", ..Deal::default() };
    let mut scene = Scene::dealt(rules, deal);
    scene.leaves("3").plays("9");
    assert_eq!(scene.round_end(), dealers(Yaku::San, 1, 6));
}

#[test]
fn looked_for_at_the_end_of_the_turn_a_card_is_still_drawn() {
    let deal = Deal { dealer: "3", field: "3 3 3 6 7 8", pile: "8", ..Deal::default() };
    let mut scene = Scene::dealt(plain(), deal);
    scene.leaves("3").plays("3");
    assert_eq!(scene.captured(Role::Dealer), "3 3 3 3 8 8");
    assert_eq!(scene.round_end(), dealers(Yaku::San, 1, 6));
}

/// The dealer forms Shi with the played card and San with the drawn one.
const SHI_AND_SAN: Deal<'static> =
    Deal { dealer: "special-4", second: "", third: "", field: "4 4 4 3 3 3", pile: "3" };

fn shi_and_san(rules: Rules) -> Option<RoundEnd> {
    Scene::dealt(rules, SHI_AND_SAN).leaves("3").leaves("4").plays("special-4").round_end()
}

#[test]
fn of_two_yaku_at_once_only_the_most_valuable_pays() {
    assert_eq!(shi_and_san(plain()), dealers(Yaku::San, 1, 6));
    assert_eq!(shi_and_san(Rules { shi: 7, ..plain() }), dealers(Yaku::Shi, 1, 7));
}

#[test]
fn stacked_yaku_all_pay() {
    assert_eq!(shi_and_san(Rules { yaku_stack: true, ..plain() }), dealers(Yaku::San, 1, 10));
}

#[test]
fn stacked_yaku_do_not_pay_again_as_part_of_another() {
    let rules = Rules { yaku_stack: true, ..plain() };
    let mut scene = Scene::dealt(rules, SHI_DAN_SAN_IN_THE_FIRST_TURN);
    scene.leaves("3").leaves("4").plays("Oni").takes("4");
    assert_eq!(scene.round_end(), dealers(Yaku::ShiDanSan, 1, 18));
}

#[test]
fn a_yaku_worth_nothing_still_ends_the_round() {
    let rules = Rules { san: 0, ..plain() };
    let deal = Deal { dealer: "3", field: "3 3 3 6 7 8", pile: "9", ..Deal::default() };
    let mut scene = Scene::dealt(rules, deal);
    scene.leaves("3").plays("3");
    assert_eq!(scene.round_end(), dealers(Yaku::San, 1, 0));
}

#[test]
fn without_yaku_the_round_goes_on_and_is_counted() {
    let deal = Deal { dealer: "3", field: "3 3 3 6 7 8", pile: "9", ..Deal::default() };
    let mut scene = Scene::dealt(Rules { yaku: false, ..plain() }, deal);
    scene.leaves("3").plays("3");
    assert_eq!(scene.round_end(), None);
    let end = scene.play_on().round_end().expect("played to its end");
    assert!(matches!(end.ending, Ending::Counted(_)));
    assert_eq!(end.turns, 18);
}

#[test]
fn another_than_the_dealer_is_paid_by_the_dealer_too() {
    let deal =
        Deal { dealer: "10 5", second: "3 3", third: "10", field: "3 3 6 7 8 9", pile: "2 2 special-1 1 5" };
    let mut scene = Scene::dealt(plain(), deal);
    scene.plays("10").plays("3").takes("3").plays("10").plays("5").plays("3");
    let end = scene.round_end().expect("San ends the round");
    assert_eq!(end.ending, Ending::Yaku(Role::Second, Yaku::San));
    assert_eq!((end.turns, end.chips, end.dealer_keeps), (5, [-6, 12, -6], false));
}
