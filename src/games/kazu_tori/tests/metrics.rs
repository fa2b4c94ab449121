//! What is counted, of games that are known and of chances that are exact.

use super::rig::{Scene, plain};
use crate::games::kazu_tori::{Event, KazuTori, Rules, WrongSlap};
use crate::games::testkit::{Books, agrees};

/// The books of many games of `random`.
fn of_games(rules: Rules, games: u64) -> Books {
    Books::of_games::<KazuTori>(rules, "random", 1, games)
}

/// The sums of a metric for all seats.
fn sums(books: &Books, metric: &str) -> [i128; 4] {
    ["seat 1", "seat 2", "seat 3", "seat 4"].map(|seat| books.sum(metric, seat).0)
}

#[test]
fn takes_are_counted_by_kind_number_and_size() {
    let rules = Rules { max_discards: 4, ..plain() };
    let mut scene =
        Scene::with_piles(rules, ["3 5 6", "6 7 8", "7 8 9", "9 10 Oni"]).with_table(&[(4, "2")]).at(1, 3);
    scene.lays("3", &[2, 1]);
    scene.lays("6", &[]);
    scene.lays("8", &[]);
    scene.lays("Oni", &[4]);
    let books = scene.books();
    assert_eq!(books.outcomes("take_kind", "all"), "1 number, 1 oni");
    assert_eq!(books.outcomes("take_count", "all"), "1 3");
    assert_eq!(books.outcomes("takeable", "all"), "2 taken");
    assert_eq!(books.sum("table_taken", "all").0, 2 + 3);
    assert_eq!(sums(&books, "takes"), [0, 1, 0, 1]);
    assert_eq!(books.outcomes("ending", "all"), "1 truncated");
    assert_eq!(books.outcomes("out_first", "all"), "1 none");
    assert_eq!(books.sum("discards", "all").0, 4);
    assert_eq!(sums(&books, "final_cards").iter().sum::<i128>(), 13);
}

#[test]
fn jizo_uses_returns_and_who_went_out_are_counted_by_game() {
    let mut scene = Scene::with_piles(plain(), ["Jizo 2 2", "4 5", "6 7", "2"]).at(1, 9);
    scene.lays("Jizo", &[]); // at nine, to seat 2
    scene.lays("4", &[]); // at ten: given back
    scene.lays("6", &[]); // at one
    scene.lays("2", &[]); // at two: missed, and seat 4 is out
    scene.lays("2", &[]); // at three
    scene.lays("4", &[3]); // at four: taken, and the game is over
    let books = scene.books();
    assert_eq!(books.outcomes("ending", "all"), "1 take");
    assert_eq!((books.sum("jizo_uses", "all").0, books.sum("returns", "all").0), (1, 1));
    assert_eq!(books.outcomes("out_first", "all"), "1 seat-4");
    assert_eq!(books.outcomes("takeable", "all"), "1 taken, 1 missed");
    assert_eq!(sums(&books, "final_cards"), [1, 2, 5, 0]);
    assert_eq!(sums(&books, "points"), [-1, -2, 3, 0]);
    assert_eq!(books.outcomes("win", "seat 3"), "1 win");
    assert_eq!(books.outcomes("tie", "all"), "1 no");
}

#[test]
fn of_two_who_go_out_at_one_discard_the_discarder_is_the_first() {
    let mut scene = Scene::with_piles(plain(), ["4 5", "8", "6", "2"]).at(4, 3);
    scene.lays("2", &[2]);
    scene.lays("4", &[1]);
    let books = scene.books();
    assert_eq!(books.outcomes("out_first", "all"), "1 seat-4");
}

#[test]
fn an_oni_that_ends_the_game_is_neither_taken_nor_missed() {
    let mut scene = Scene::with_piles(plain(), ["Oni", "4 5", "6", "2"]);
    scene.lays("Oni", &[]);
    let books = scene.books();
    assert_eq!(books.outcomes("ending", "all"), "1 oni");
    assert_eq!(books.outcomes("takeable", "all"), "");
    assert_eq!(books.outcomes("out_first", "all"), "1 none");
    assert_eq!(sums(&books, "points"), [-1, 3, -1, -1]);
}

#[test]
fn wrong_palms_are_counted_whether_they_pay_or_not() {
    // Everybody is certain to slap; only the fastest, seat 3, pays.
    let rules = Rules {
        false_alarm: 1.0,
        spread: 0.0,
        handicap: [1.0, 1.0, 0.5, 1.0],
        wrong_slap: WrongSlap::First,
        max_discards: 1,
        ..plain()
    };
    let mut scene = Scene::with_piles(rules, ["2 3", "4 5", "6 7 8 9", "9"]).at(1, 4);
    for _ in 0..4 {
        scene.apply(0);
    }
    assert_eq!(scene.payments(), [(3, 4), (3, 1), (3, 2)]);
    let books = scene.books();
    assert_eq!(sums(&books, "wrong_slaps"), [1; 4]);
}

#[test]
fn a_wrong_palm_that_is_too_late_is_not_counted() {
    // Everybody is certain to slap; seat 4 needs ten times as long.
    let rules =
        Rules { false_alarm: 1.0, spread: 0.0, handicap: [1.0, 1.0, 0.5, 10.0], max_discards: 1, ..plain() };
    let mut scene = Scene::with_piles(rules, ["2 3 5 6", "4 5 6 7", "6 7 8 9", "9 10"]).at(1, 4);
    for _ in 0..4 {
        scene.apply(0);
    }
    assert_eq!(scene.count(|event| matches!(event, Event::Slapped { in_time: false, .. })), 1);
    let books = scene.books();
    assert_eq!(sums(&books, "wrong_slaps"), [1, 1, 1, 0]);
    assert_eq!(["odd", "even"].map(|bot| books.sum("wrong_slaps", bot)), [(2, 2), (1, 2)]);
}

#[test]
fn bots_have_their_own_counts() {
    let rules = Rules { max_discards: 4, ..plain() };
    let mut scene =
        Scene::with_piles(rules, ["3 5 6", "6 7 8", "7 8 9", "9 10 Oni"]).with_table(&[(4, "2")]).at(1, 3);
    scene.lays("3", &[2]);
    scene.lays("6", &[]);
    scene.lays("8", &[]);
    scene.lays("Oni", &[4]);
    let books = scene.books();
    assert_eq!(sums(&books, "final_cards"), [2, 4, 2, 5]);
    for (metric, odd, even) in [("final_cards", 4, 9), ("points", -4, 4), ("takes", 0, 2)] {
        assert_eq!(["odd", "even"].map(|bot| books.sum(metric, bot)), [(odd, 2), (even, 2)], "{metric}");
    }
    assert_eq!(["odd", "even"].map(|bot| books.share("win", bot, "win")), [(0, 2), (1, 2)]);
}

#[test]
fn the_first_card_may_be_taken_in_one_game_of_ten() {
    // Three Ones and the Oni, of forty cards.
    let games = 100_000;
    let books = of_games(Rules { max_discards: 1, lapse: 0.0, tempo_ms: 60_000.0, ..plain() }, games);
    let takeable = books.share("takeable", "all", "taken");
    assert_eq!(takeable.0, takeable.1, "nobody misses");
    agrees(takeable.0 as u64, games, 4.0 / 40.0);
    agrees(books.share("take_kind", "all", "oni").0 as u64, games, 1.0 / 40.0);
}

#[test]
fn the_jizo_is_among_the_first_ten_cards_in_one_game_of_four() {
    let rules = Rules { max_discards: 10, lapse: 1.0, false_alarm: 0.0, jizo_uses: 1, ..plain() };
    let games = 100_000;
    let books = of_games(rules, games);
    agrees(books.sum("jizo_uses", "all").0 as u64, games, 10.0 / 40.0);
}

#[test]
fn without_spread_and_haste_the_right_of_the_discarder_takes_every_first_card() {
    let rules = Rules { max_discards: 1, lapse: 0.0, spread: 0.0, haste_gain: 0.0, ..plain() };
    let books = of_games(rules, 10_000);
    let [first, second, third, fourth] = sums(&books, "takes");
    assert_eq!((first, third, fourth), (0, 0, 0));
    agrees(second as u64, 10_000, 0.1);
}
