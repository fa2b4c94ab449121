//! What is counted: a hand played through, and what the files say of it.

use super::rig::{Scene, all_in, table_of, without_tips};
use crate::game::{Game, Ledger, Next};
use crate::games::kachi_kachi::{Counts, KachiKachi, Rules, Tips};
use crate::games::testkit::Books;
use crate::metric::{MetricKind, MetricList};

/// The books of a table whose game is over.
fn counted(scene: &Scene) -> Books {
    assert_eq!(scene.next(), Next::Over, "a game is counted when it is over");
    scene.books()
}

/// A game of one hand: seat 1 claims while betting and draws a Ten, seat 2
/// claims at the showdown, seat 3 folds with a Zero Hand, seat 4 has a tip.
fn a_hand() -> Scene {
    let rules = Rules { hands: 1, max_wager: 1, ..table_of(4) };
    let mut scene = Scene::dealt(rules, &["2 8", "3 7", "2 8", "special-1 special-4"], "10 3");
    scene.plays("1 claim, 1 keep, 1 open 1, 2 keep, 2 call, 3 keep, 3 fold, 4 call, 2 claim");
    scene
}

#[test]
fn hands_are_counted_as_dealt_and_as_shown() {
    let books = counted(&a_hand());
    assert_eq!(books.share("hand_dealt", "all", "kabu-0"), (3, 4));
    assert_eq!(books.share("hand_dealt", "all", "one-four"), (1, 4));
    for class in ["kabu-8", "pair-3", "one-four"] {
        assert_eq!(books.share("hand_shown", "all", class), (1, 3), "{class}");
    }
}

#[test]
fn results_are_counted_by_class() {
    let books = counted(&a_hand());
    assert_eq!(books.share("hand_result", "one-four", "won"), (1, 1));
    assert_eq!(books.share("hand_result", "pair-3", "lost"), (1, 1));
    assert_eq!(books.share("hand_result", "kabu-8", "lost"), (1, 1));
}

#[test]
fn zero_hands_are_counted_by_when_they_were_claimed() {
    let books = counted(&a_hand());
    for (outcome, count) in [("none", 1), ("unclaimed", 1), ("betting", 1), ("showdown", 1)] {
        assert_eq!(books.share("zero_hand", "all", outcome), (count, 4), "{outcome}");
    }
    assert_eq!(books.share("zero_result", "all", "kabu-8"), (1, 2));
    assert_eq!(books.share("zero_result", "all", "pair-3"), (1, 2));
}

#[test]
fn tips_are_counted_once_a_table_over_all_hands() {
    let books = counted(&a_hand());
    assert_eq!(books.sum("tips", "red_one_marked_four"), (1, 1));
    assert_eq!(books.sum("tips", "tens"), (0, 1));
}

#[test]
fn points_are_counted_by_position_and_seat() {
    let books = counted(&a_hand());
    assert_eq!(books.sum("pot", "all"), (7, 1));
    for (position, net) in [("1", -2 - 5), ("2", -2 - 5), ("3", -1 - 5), ("4", 5 + 15)] {
        assert_eq!(books.sum("hand_net", position), (net, 1), "position {position}");
        assert_eq!(books.sum("game_net", position), (net, 1), "seat {position}");
    }
    assert_eq!(books.share("win", "4", "win"), (1, 1));
    assert_eq!(books.share("win", "1", "loss"), (1, 1));
    assert_eq!(books.share("ended", "all", "showdown"), (1, 1));
    assert_eq!(books.share("drawn", "all", "no"), (1, 1));
}

#[test]
fn positions_go_with_the_dealer_and_a_drawn_pot_is_the_next_winners() {
    let rules = Rules { hands: 3, max_wager: 1, ..table_of(3) };
    let mut scene = Scene::dealt(rules, &["2 3", "5 6", "9 9"], "");
    scene.plays("1 open 1, 2 call, 3 call");
    scene.deal(&["2 7", "4 5", "5 6"], "").plays("3 open 1, 1 call, 2 call");
    scene.deal(&["2 3", "5 6", "9 9"], "").plays("3 fold, 1 open 1, 2 fold");
    let books = counted(&scene);
    // Position 1: seat 1 loses 2, seat 3 pays 1 into a draw, then folds its
    // ante.
    assert_eq!(books.sum("hand_net", "1"), (-2 - 1 - 1, 3));
    // Position 2: seat 2 loses 2, seat 1 pays 2 into a draw, then takes a pot
    // of 5 that lay over, 3 antes and its own bet, of which it paid 2.
    assert_eq!(books.sum("hand_net", "2"), (-2 - 2 + 7, 3));
    assert_eq!(books.sum("pot", "all"), (6 + 5 + 9, 3));
    assert_eq!(books.share("drawn", "all", "yes"), (1, 2));
    assert_eq!(books.share("ended", "all", "round_1"), (1, 3));
    assert_eq!(books.share("hand_result", "kabu-9", "drawn"), (2, 2));
    assert_eq!(books.sum("game_net", "1"), (3, 1));
}

#[test]
fn a_shared_win_is_counted_as_shared() {
    let rules = Rules { hands: 2, ante: 0, max_wager: 1, winner_antes: true, ..table_of(3) };
    let mut scene = Scene::dealt(rules, &["9 9", "2 3", "5 6"], "");
    scene.plays("1 open 1, 2 fold, 3 call");
    scene.deal(&["2 3", "9 9", "5 6"], "").plays("1 fold, 2 open 1, 3 call");
    let books = counted(&scene);
    assert_eq!(books.share("win", "1", "shared"), (1, 1));
    assert_eq!(books.share("win", "2", "shared"), (1, 1));
    assert_eq!(books.share("win", "3", "loss"), (1, 1));
}

#[test]
fn a_zero_hand_that_nobody_is_asked_about_is_unclaimed() {
    let rules = Rules { zero_hand: false, hands: 1, max_wager: 1, ..table_of(2) };
    let mut scene = Scene::dealt(rules, &["2 8", "5 9"], "");
    scene.plays(&all_in(1, 2));
    let books = counted(&scene);
    assert_eq!(books.share("zero_hand", "all", "unclaimed"), (1, 2));
    assert_eq!(books.share("zero_hand", "all", "none"), (1, 2));

    // Three of six claim, and then the deck is empty.
    let hands = ["2 8", "2 8", "3 7", "3 7", "special-4 6", "4 6", "5 9", "special-1 5"];
    let mut scene = Scene::dealt(Rules { hands: 1, max_wager: 1, ..without_tips(8) }, &hands, "9 1 10 10");
    scene.plays("1 claim, 1 open 1, 2 claim, 2 call, 3 claim, 3 again, 3 call");
    scene.plays("4 call, 5 call, 6 call, 7 call, 8 call");
    let books = counted(&scene);
    for (outcome, count) in [("none", 2), ("unclaimed", 3), ("betting", 3), ("showdown", 0)] {
        assert_eq!(books.share("zero_hand", "all", outcome), (count, 8), "{outcome}");
    }
}

#[test]
fn a_claim_is_counted_though_the_player_folds() {
    let mut scene = Scene::dealt(Rules { hands: 1, max_wager: 1, ..without_tips(2) }, &["2 8", "5 9"], "7");
    scene.plays("1 claim, 1 fold");
    let books = counted(&scene);
    assert_eq!(books.share("zero_hand", "all", "betting"), (1, 2));
    assert_eq!(books.share("zero_result", "all", "kabu-9"), (1, 1));
    assert_eq!(books.share("hand_shown", "all", "kabu-9"), (0, 0), "nobody has shown");
}

#[test]
fn hands_are_counted_by_the_betting_round_that_ended_them() {
    let mut scene = Scene::dealt(Rules { hands: 2, ..without_tips(2) }, &["2 3", "5 6"], "");
    scene.plays("1 open 1, 2 call, 1 fold");
    scene.deal(&["2 3", "5 6"], "").plays("2 open 1, 1 call, 2 open 1, 1 call, 2 open 1, 1 fold");
    let books = counted(&scene);
    for (outcome, count) in [("round_1", 0), ("round_2", 1), ("round_3", 1), ("showdown", 0)] {
        assert_eq!(books.share("ended", "all", outcome), (count, 2), "{outcome}");
    }
}

#[test]
fn bots_have_their_own_counts() {
    let books = counted(&a_hand());
    assert_eq!(books.share("hand_shown", "odd", "kabu-8"), (1, 1), "seat 3 has folded");
    assert_eq!(books.share("hand_shown", "even", "pair-3"), (1, 2));
    assert_eq!(books.share("hand_shown", "even", "one-four"), (1, 2));
    for (bot, outcomes) in [("odd", ["betting", "unclaimed"]), ("even", ["showdown", "none"])] {
        for outcome in outcomes {
            assert_eq!(books.share("zero_hand", bot, outcome), (1, 2), "{bot} {outcome}");
        }
    }
    for metric in ["hand_net", "game_net"] {
        assert_eq!(books.sum(metric, "odd"), (-13, 2), "{metric}");
        assert_eq!(books.sum(metric, "even"), (13, 2), "{metric}");
    }
    assert_eq!(books.share("win", "odd", "loss"), (2, 2));
    assert_eq!(books.share("win", "even", "win"), (1, 2));
}

#[test]
fn hands_are_all_counted_however_many_a_game_has() {
    let mut scene = Scene::new(Rules { hands: 150, max_wager: 1, ..table_of(2) });
    for _ in 0..150 {
        scene.deal(&["10 10", "2 8"], "").plays("1 open 1, 2 keep, 2 call, 2 keep");
    }
    let books = counted(&scene);
    assert_eq!(books.share("ended", "all", "showdown"), (150, 150));
    assert_eq!(books.share("hand_dealt", "all", "pair-10"), (150, 300));
    assert_eq!(books.share("hand_result", "pair-10", "won"), (150, 150));
    assert_eq!(books.share("zero_hand", "all", "unclaimed"), (150, 300));
    assert_eq!(books.sum("tips", "tens"), (150, 150));
    assert_eq!(books.sum("tips", "ones"), (0, 150));
    // Seat 1 antes only in the first hand.
    assert_eq!(books.sum("pot", "all"), (4 + 149 * 3, 150));
    assert_eq!(books.sum("game_net", "1"), (150 * 12, 1));
}

/// The bin of a distribution, and how many bins have a place from the start.
fn bins(rules: Rules, metric: &str) -> (i64, usize) {
    let game = KachiKachi::new(rules);
    let mut metrics = MetricList::new(game.players(), vec!["random".to_owned()]);
    let _ = Counts::declare(&game, &mut metrics);
    match &metrics.find(metric).expect("a metric of this name").kind {
        MetricKind::Distribution { bin, window } => (*bin, window.clone().count()),
        _ => panic!("{metric} is no distribution"),
    }
}

#[test]
fn values_are_kept_apart_unless_more_than_50_000_can_be_expected() {
    let plain = Rules::default;
    for metric in ["pot", "hand_net", "game_net"] {
        for rules in [
            plain(),
            Rules { hands: 100, ..plain() },
            Rules { players: 8, ante: 2, ..plain() },
            Rules { players: 8, ante: 10, max_wager: 100, hands: 100, ..plain() },
            Rules { max_wager: 1000, ..plain() },
        ] {
            assert_eq!(bins(rules.clone(), metric).0, 1, "{metric} with {rules:?}");
        }
        let high = Rules { players: 8, max_wager: 100_000, hands: 100_000, ..plain() };
        assert!(bins(high, metric).0 >= 100, "{metric}");
    }
    // Four players who have 11 in a hand, and up to 20 for tips: 124 points,
    // ± 201 times that in 40,401 hands and ± 202 times in 40,804.
    assert_eq!(bins(Rules { hands: 40_401, ..plain() }, "game_net").0, 1);
    assert_eq!(bins(Rules { hands: 40_804, ..plain() }, "game_net").0, 10);
}

#[test]
fn few_values_have_a_place_from_the_start() {
    for (players, max_wager, hands) in [(4, 10, 20), (8, 1000, 100), (8, 100_000, 1), (8, 100_000, 100_000)] {
        let rules = Rules { players, hands, max_wager, ..Rules::default() };
        for metric in ["pot", "hand_net", "game_net"] {
            assert!(bins(rules.clone(), metric).1 <= 4_001, "{metric} with {rules:?}");
        }
    }
}

#[test]
fn where_nobody_tips_no_tip_is_expected() {
    let none = Rules { tip_tens: 0, tip_tens_top: 0, tip_ones_top: 0, ..Rules::default() };
    let none = Rules { tip_red_one_marked_four: 0, tip_ones: 0, ..none };
    let off = Rules { tips: Tips::Off, tip_tens: 1000, ..Rules::default() };
    for metric in ["hand_net", "game_net"] {
        assert_eq!(bins(off.clone(), metric), bins(none.clone(), metric), "{metric}");
    }
}
