//! What hands are worth, and the six kinds of bonus, to the point.

use super::rig::{Rest, Scene, Situation, cards, for_two, plain};
use crate::cards::Hanafuda;
use crate::game::Audit;
use crate::games::oni::{HandPoints, LosersScore, Rules};

fn worth(names: &str) -> u16 {
    HandPoints::new().of(cards(names))
}

#[test]
fn cards_count_by_their_type() {
    assert_eq!(worth("crane"), 20);
    assert_eq!(worth("deer"), 10);
    assert_eq!(worth("sake-cup"), 10, "as an animal");
    assert_eq!(worth("pine-ribbon"), 5);
    assert_eq!(worth("pine-chaff"), 1);
    assert_eq!(worth("crane deer pine-ribbon pine-chaff pine-chaff"), 37);
    assert_eq!(worth(""), 0);
}

#[test]
fn the_yellow_paulownia_is_worth_ten_alone_and_one_with_others() {
    assert_eq!(worth("yellow-paulownia"), 10);
    assert_eq!(worth("yellow-paulownia pine-chaff"), 2);
}

#[test]
fn the_rainman_is_worth_twenty_alone_and_five_with_others() {
    assert_eq!(worth("rainman"), 20);
    assert_eq!(worth("rainman crane"), 25);
}

#[test]
fn the_lightning_is_worth_one_alone_and_doubles_the_others() {
    assert_eq!(worth("lightning"), 1);
    assert_eq!(worth("lightning crane pine-chaff"), 42);
    assert_eq!(worth("lightning rainman"), 10, "the rainman is not alone");
    assert_eq!(worth("lightning yellow-paulownia"), 2);
}

#[test]
fn all_cards_but_the_lightning_are_worth_248_among_others() {
    // 4 brights, the rainman, 9 animals, 10 ribbons, 23 chaff.
    let all = HandPoints::new().among_others(Hanafuda::ALL);
    assert_eq!(all, 4 * 20 + 5 + 9 * 10 + 10 * 5 + 23);
}

/// Seat 1 ends the round with its last card against 26, 10 and 42 points.
fn ended(rules: Rules, last: &str, top: &str, by_dealer: bool) -> Vec<i32> {
    // The lightning can double a loser's hand only if it is not the last card.
    let fourth =
        if last == "lightning" { "moon phoenix pine-chaff pine-chaff" } else { "lightning moon pine-chaff" };
    let hands = [last, "crane plum-ribbon plum-chaff", "deer", fourth];
    let dealer = Some(if by_dealer { 1 } else { 2 });
    let situation = Situation { hands: &hands, top, dealer, ..Situation::default() };
    Scene::of(rules, situation).written()
}

#[test]
fn without_a_bonus_losers_owe_their_hands() {
    assert_eq!(ended(plain(), "iris-chaff", "iris-ribbon", false), [78, -26, -10, -42]);
}

#[test]
fn the_rainman_as_the_last_card_adds_five_for_each_loser() {
    assert_eq!(ended(plain(), "rainman", "curtain", false), [93, -31, -15, -47]);
}

#[test]
fn the_lightning_as_the_last_card_doubles() {
    assert_eq!(ended(plain(), "lightning", "iris-chaff", false), [156, -52, -20, -84]);
}

#[test]
fn the_dealer_as_the_winner_doubles() {
    assert_eq!(ended(plain(), "iris-chaff", "iris-ribbon", true), [156, -52, -20, -84]);
}

#[test]
fn the_dealer_doubles_the_rainmans_five_too() {
    assert_eq!(ended(plain(), "rainman", "curtain", true), [186, -62, -30, -94]);
}

#[test]
fn lightning_and_dealer_double_twice() {
    assert_eq!(ended(plain(), "lightning", "iris-chaff", true), [312, -104, -40, -168]);
}

#[test]
fn every_bonus_can_be_switched_off_or_changed() {
    let without = |rules: Rules, last, top| ended(rules, last, top, true);
    let dealer = Rules { double_dealer: false, ..plain() };
    assert_eq!(without(dealer.clone(), "iris-chaff", "iris-ribbon"), [78, -26, -10, -42]);
    assert_eq!(without(dealer, "lightning", "iris-chaff"), [156, -52, -20, -84]);
    let lightning = Rules { double_lightning: false, ..plain() };
    assert_eq!(without(lightning, "lightning", "iris-chaff"), [156, -52, -20, -84]);
    let rainman = |rainman_bonus| Rules { rainman_bonus, double_dealer: false, ..plain() };
    assert_eq!(without(rainman(0), "rainman", "curtain"), [78, -26, -10, -42]);
    assert_eq!(without(rainman(7), "rainman", "curtain"), [99, -33, -17, -49]);
}

#[test]
fn losers_write_down_nothing_in_some_houses() {
    let rules = Rules { losers_score: LosersScore::Zero, ..plain() };
    assert_eq!(ended(rules, "rainman", "curtain", false), [93, 0, 0, 0]);
}

/// Seat 1 declares, left with a hand, against 20 and 10 points.
fn declared(rules: Rules, left: &str, by_dealer: bool) -> Scene {
    let own = format!("lightning {left}");
    let hands = [&own, "crane", "deer"];
    let dealer = Some(if by_dealer { 1 } else { 2 });
    let situation = Situation { hands: &hands, top: "swallow", dealer, ..Situation::default() };
    let mut scene = Scene::of(Rules { players: 3, ..rules }, situation);
    if scene.asks() == "1 discard" {
        scene.choose("lightning");
    }
    scene.choose("end the round");
    scene
}

#[test]
fn a_declarer_pays_for_the_own_hand_doubled_in_the_same_way() {
    let scene = declared(plain(), "maple-ribbon pine-chaff", false);
    assert_eq!(scene.written(), [60 - 12, -40, -20]);
    assert_eq!(scene.result().own_hand, 12);
    let scene = declared(plain(), "maple-ribbon pine-chaff", true);
    assert_eq!(scene.written(), [120 - 24, -80, -40]);
    let scene = declared(Rules { double_lightning: false, ..plain() }, "maple-ribbon pine-chaff", false);
    assert_eq!(scene.written(), [30 - 6, -20, -10]);
}

#[test]
fn a_declarer_left_with_an_exception_pays_for_it_alone() {
    assert_eq!(declared(plain(), "rainman", false).written(), [60 - 40, -40, -20]);
    assert_eq!(declared(plain(), "yellow-paulownia", false).written(), [60 - 20, -40, -20]);
}

#[test]
fn a_declarer_may_end_up_below_zero_and_has_won_and_deals() {
    let scene = declared(plain(), "moon phoenix", false);
    assert_eq!(scene.written(), [60 - 80, -40, -20]);
    assert_eq!(scene.result().winner.map(|seat| seat.number()), Some(1));
    assert_eq!(scene.table.dealer.number(), 1);
}

#[test]
fn points_that_nobody_has_are_accounted_for_by_name() {
    let scene = declared(plain(), "maple-ribbon pine-chaff", false);
    assert_eq!(
        scene.game.points_elsewhere(&scene.table),
        [("declarers' own hands", 12), ("debts not written down", 0)]
    );
    let rules = Rules { losers_score: LosersScore::Zero, ..plain() };
    let scene = declared(rules, "maple-ribbon pine-chaff", false);
    assert_eq!(scene.scores(), [48, 0, 0]);
    assert_eq!(
        scene.game.points_elsewhere(&scene.table),
        [("declarers' own hands", 12), ("debts not written down", -60)]
    );
}

#[test]
fn a_drawing_card_as_the_last_card_draws_only_in_some_houses() {
    for (last, top, pile, points) in [
        ("pine-ribbon", "pine-chaff", "crane deer", 50),
        ("maple-ribbon", "maple-chaff", "crane", 40),
        ("yellow-paulownia", "paulownia-chaff", "deer boar geese warbler cuckoo", 70),
        ("iris-ribbon", "iris-chaff", "crane", 20),
        ("rainman", "curtain", "crane", 25),
    ] {
        let hands = [last, "moon"];
        let situation = Situation { hands: &hands, top, pile, ..Situation::default() };
        let usual = if last == "rainman" { 25 } else { 20 };
        assert_eq!(Scene::of(for_two(), situation).written(), [usual, -usual], "{last}");
        let rules = Rules { last_card_effect: true, ..for_two() };
        assert_eq!(Scene::of(rules, situation).written(), [points, -points], "{last}");
    }
}

#[test]
fn for_a_last_card_only_the_next_player_draws() {
    let hands = ["pine-ribbon", "moon", "phoenix", "geese"];
    let situation =
        Situation { hands: &hands, top: "pine-chaff", pile: "crane deer", ..Situation::default() };
    let scene = Scene::of(Rules { last_card_effect: true, ..plain() }, situation);
    assert_eq!([1, 2, 3, 4].map(|seat| scene.draws(seat)), [0, 2, 0, 0]);
    assert!(!scene.saw("is skipped"), "there is no turn to be skipped");
    assert_eq!(scene.written(), [80, -50, -20, -10]);
}

#[test]
fn the_discards_are_shuffled_for_a_last_card_too() {
    let hands = ["pine-ribbon", "moon", "phoenix"];
    let situation = Situation {
        hands: &hands,
        top: "pine-chaff",
        pile: "crane",
        rest: Rest::Discards,
        ..Situation::default()
    };
    let scene = Scene::of(Rules { players: 3, last_card_effect: true, ..plain() }, situation);
    assert!(scene.saw("Seat 2 must draw crane.\n    The draw pile is empty: 44 discards are shuffled."));
    assert_eq!((scene.draws(2), scene.hand(2).len()), (2, 3));
    let owed = i32::from(HandPoints::new().of(scene.hand(2)));
    assert_eq!(scene.written(), [owed + 20, -owed, -20]);
}
