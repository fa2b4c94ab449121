//! Tips: for which hands, who pays, and who may show them.

use super::rig::{Scene, all_in, table_of};
use crate::games::kachi_kachi::{Rules, Tips};

fn one_bet(players: u8) -> Rules {
    Rules { max_wager: 1, ..table_of(players) }
}

fn big_deck(players: u8) -> Rules {
    Rules { extra_cards: true, ..one_bet(players) }
}

fn none() -> Vec<String> {
    Vec::new()
}

#[test]
fn a_pair_of_tens_collects_from_every_other_player_folded_or_not() {
    let mut scene = Scene::dealt(one_bet(4), &["10 10", "2 3", "5 6", "8 9"], "");
    scene.plays("1 open 1, 2 fold, 3 fold, 4 call");
    assert_eq!(scene.tips(), ["1 tens 10"]);
    assert_eq!(scene.hand_over().3, [4 + 30, -1 - 10, -1 - 10, -2 - 10]);
}

#[test]
fn with_two_tens_no_card_is_turned_up_for_them() {
    let mut scene = Scene::dealt(one_bet(2), &["10 10", "2 3"], "");
    scene.plays(&all_in(1, 2));
    assert_eq!(scene.turned_up(), none());
}

#[test]
fn with_three_tens_the_top_card_may_be_the_third() {
    for (top, tips) in [("10", &["1 tens 10", "1 tens_top 10"][..]), ("1", &["1 tens 10"])] {
        let mut scene = Scene::dealt(big_deck(2), &["10 10", "2 3"], top);
        scene.plays(&all_in(1, 2));
        assert_eq!(scene.turned_up(), [format!("1 {top}")]);
        assert_eq!(scene.tips(), tips);
    }
}

#[test]
fn the_red_one_and_the_marked_four_collect_and_no_other_shippin() {
    for (hand, tips) in [
        ("special-1 special-4", vec!["1 red_one_marked_four 5".to_owned()]),
        ("1 special-4", none()),
        ("special-1 4", none()),
        ("1 4", none()),
    ] {
        let mut scene = Scene::dealt(one_bet(3), &[hand, "2 3", "5 6"], "");
        scene.plays(&all_in(1, 3));
        assert_eq!(scene.tips(), tips, "{hand}");
    }
}

#[test]
fn a_pair_of_ones_collects_if_the_red_one_is_in_it() {
    for (hand, tips) in [("special-1 1", vec!["1 ones 5".to_owned()]), ("1 1", none())] {
        let mut scene = Scene::dealt(big_deck(3), &[hand, "2 3", "5 6"], "9");
        scene.plays(&all_in(1, 3));
        assert_eq!(scene.tips(), tips, "{hand}");
        assert_eq!(scene.turned_up().len(), tips.len(), "{hand}");
    }
}

#[test]
fn a_one_on_top_of_the_deck_pays_more() {
    let mut scene = Scene::dealt(big_deck(3), &["special-1 1", "2 3", "5 6"], "1");
    scene.plays(&all_in(1, 3));
    assert_eq!(scene.tips(), ["1 ones 5", "1 ones_top 10"]);
    assert_eq!(scene.hand_over().3, [4 + 30, -2 - 15, -2 - 15]);
}

#[test]
fn with_two_ones_the_top_card_is_turned_up_in_vain() {
    let mut scene = Scene::dealt(one_bet(2), &["special-1 1", "2 3"], "9");
    scene.plays(&all_in(1, 2));
    assert_eq!((scene.turned_up(), scene.tips()), (vec!["1 9".to_owned()], vec!["1 ones 5".to_owned()]));
}

#[test]
fn two_players_tips_look_at_the_same_card() {
    for (top, tips) in [
        ("10", ["1 tens 10", "1 tens_top 10", "2 ones 5"]),
        ("1", ["1 tens 10", "2 ones 5", "2 ones_top 10"]),
    ] {
        let mut scene = Scene::dealt(big_deck(2), &["10 10", "special-1 1"], top);
        scene.plays(&all_in(1, 2));
        assert_eq!(scene.turned_up(), [format!("1 {top}"), format!("2 {top}")]);
        assert_eq!(scene.tips(), tips);
    }
}

#[test]
fn the_top_card_is_the_one_left_after_all_claims() {
    let mut scene = Scene::dealt(big_deck(2), &["10 10", "2 8"], "9 10");
    scene.plays("1 open 1, 2 claim, 2 call");
    assert_eq!(scene.tips(), ["1 tens 10", "1 tens_top 10"]);
}

#[test]
fn no_card_is_turned_up_from_an_empty_deck() {
    let hands = ["special-1 1", "2 8", "2 8", "3 7", "3 7", "special-4 6", "4 6", "5 9"];
    let mut scene = Scene::dealt(one_bet(8), &hands, "5 9 10 10");
    scene.plays("1 open 1, 2 claim, 2 call, 3 claim, 3 call, 4 claim, 4 again, 4 call");
    scene.plays("5 call, 6 call, 7 call, 8 call");
    assert_eq!(scene.turned_up(), none());
    assert_eq!(scene.tips(), ["1 ones 5", "4 tens 10"]);
}

#[test]
fn a_hand_made_by_a_claim_is_worth_its_tip() {
    let mut scene = Scene::dealt(one_bet(2), &["special-4 6", "2 3"], "special-1");
    scene.plays("1 claim, 1 open 1, 2 call");
    assert_eq!(scene.tips(), ["1 red_one_marked_four 5"]);
    let mut tens = Scene::dealt(one_bet(2), &["2 8", "2 3"], "10 10");
    tens.plays("1 claim, 1 again, 1 open 1, 2 call");
    assert_eq!(tens.tips(), ["1 tens 10"]);
}

#[test]
fn losers_of_a_showdown_have_tips_too_unless_only_the_winner_may() {
    let hands = ["special-1 special-4", "9 9"];
    for (tips, paid) in [
        (Tips::Showdown, vec!["1 red_one_marked_four 5".to_owned()]),
        (Tips::Winner, none()),
        (Tips::Off, none()),
    ] {
        let mut scene = Scene::dealt(Rules { tips, ..one_bet(2) }, &hands, "");
        scene.plays(&all_in(1, 2));
        assert_eq!((scene.winner(), scene.tips()), (Some(2), paid), "{}", tips.word());
    }
}

#[test]
fn the_winner_has_a_tip_unless_there_are_none() {
    for (tips, count) in [(Tips::Showdown, 1), (Tips::Winner, 1), (Tips::Off, 0)] {
        let mut scene = Scene::dealt(Rules { tips, ..one_bet(2) }, &["10 10", "9 9"], "");
        scene.plays(&all_in(1, 2));
        assert_eq!(scene.tips().len(), count, "{}", tips.word());
    }
}

#[test]
fn after_a_draw_everyone_has_tips_but_no_winner_has() {
    let hands = ["special-1 special-4", "1 4"];
    for (tips, net) in [(Tips::Showdown, [-2 + 5, -2 - 5]), (Tips::Winner, [-2, -2])] {
        let mut scene = Scene::dealt(Rules { tips, ..one_bet(2) }, &hands, "");
        scene.plays(&all_in(1, 2));
        assert_eq!((scene.winner(), scene.hand_over().3), (None, net.to_vec()), "{}", tips.word());
        assert_eq!(scene.pot(), 4);
    }
}

#[test]
fn without_a_showdown_there_are_no_tips_but_by_house_rule() {
    for (tips, tips_without_showdown, count) in
        [(Tips::Showdown, false, 0), (Tips::Showdown, true, 1), (Tips::Winner, true, 1), (Tips::Off, true, 0)]
    {
        let rules = Rules { tips, tips_without_showdown, ..one_bet(3) };
        let mut scene = Scene::dealt(rules, &["10 10", "2 3", "5 6"], "");
        scene.plays("1 open 1, 2 fold, 3 fold");
        assert_eq!(scene.tips().len(), count);
    }
}

#[test]
fn without_a_showdown_the_top_card_is_turned_up_as_after_one() {
    let rules = Rules { tips_without_showdown: true, ..big_deck(3) };
    let mut scene = Scene::dealt(rules, &["10 10", "2 3", "5 6"], "10");
    scene.plays("1 open 1, 2 fold, 3 fold");
    assert_eq!(scene.turned_up(), ["1 10"]);
    assert_eq!(scene.tips(), ["1 tens 10", "1 tens_top 10"]);
    assert_eq!(scene.hand_over().3, [2 + 40, -1 - 20, -1 - 20]);
}

#[test]
fn without_a_showdown_a_hand_made_by_a_claim_is_worth_its_tip_too() {
    let rules = Rules { tips_without_showdown: true, ..one_bet(3) };
    let mut scene = Scene::dealt(rules, &["special-4 6", "2 3", "5 6"], "special-1");
    scene.plays("1 claim, 1 open 1, 2 fold, 3 fold");
    assert_eq!((scene.shown(), scene.tips()), (none(), vec!["1 red_one_marked_four 5".to_owned()]));
}

#[test]
fn who_folded_has_no_tip() {
    let rules = Rules { tips_without_showdown: true, ..one_bet(3) };
    let mut scene = Scene::dealt(rules, &["10 10", "2 3", "5 6"], "");
    scene.plays("1 fold, 2 open 1, 3 call");
    assert_eq!(scene.tips(), none());
}

#[test]
fn every_tip_pays_what_the_house_says() {
    let rules = Rules {
        tip_tens: 11,
        tip_tens_top: 12,
        tip_red_one_marked_four: 13,
        tip_ones: 14,
        tip_ones_top: 15,
        ..big_deck(2)
    };
    for (hand, top, tips) in [
        ("10 10", "10", &["1 tens 11", "1 tens_top 12"][..]),
        ("special-1 special-4", "", &["1 red_one_marked_four 13"]),
        ("special-1 1", "1", &["1 ones 14", "1 ones_top 15"]),
    ] {
        let mut scene = Scene::dealt(rules.clone(), &[hand, "2 3"], top);
        scene.plays(&all_in(1, 2));
        assert_eq!(scene.tips(), tips);
    }
}
