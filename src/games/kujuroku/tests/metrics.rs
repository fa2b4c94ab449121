//! What is counted, when, and under which name.

use super::rig::{Deal, Scene, plain, with_jizo};
use crate::game::Ledger;
use crate::games::kujuroku::{Counts, Event, Rules};
use crate::games::testkit::Books;
use crate::random::{BlockStreams, Purpose};

/// The books of some tables with the same rules.
fn counted(scenes: &[&Scene]) -> Books {
    Books::of(&scenes[0].game, |counts: &mut Counts, tally| {
        for event in scenes.iter().flat_map(|scene| scene.events()) {
            counts.on_event(event, tally);
        }
        // A scene may end before its game does.
        counts.count_rounds(tally);
    })
}

#[test]
fn a_counted_round_is_in_the_books_of_points_and_chips() {
    let mut scene = Scene::new(plain());
    scene.round_with_points([116, 106, 78]).round_with_points([86, 100, 114]);
    let books = counted(&[&scene]);
    assert_eq!(books.values("card_score", "all"), [78, 86, 100, 106, 114, 116]);
    assert_eq!(books.values("card_score", "role dealer"), [86, 116]);
    assert_eq!(books.values("card_score", "bot even"), [100, 106], "seat 2, second in both rounds");
    assert_eq!(books.outcomes("par_band", "all"), "1 +3, 2 +2, 1 +1, 1 -1, 1 -2");
    assert_eq!(books.outcomes("par_band", "role third"), "1 +2, 1 -2");
    assert_eq!(books.outcomes("at_par", "all"), "4 yes, 2 no");
    assert_eq!(books.outcomes("at_par", "role dealer"), "1 yes, 1 no");
    assert_eq!(books.outcomes("yaku", "all"), "2 none");
    assert_eq!(books.outcomes("yaku_role", "all"), "");
    assert_eq!(books.outcomes("round_result", "all"), "2 two_winners");
    assert_eq!(books.outcomes("dealer_keeps", "all"), "1 yes, 1 no");
    assert_eq!(books.values("round_turns", "all"), [18, 18]);
    assert_eq!(books.values("round_chips", "role dealer"), [-3, 3]);
    assert_eq!(books.values("round_chips", "role third"), [-5, 2]);
    assert_eq!(books.values("round_chips", "bot odd"), [-5, -3, 2, 3]);
}

#[test]
fn a_draw_and_one_winner_are_results() {
    let mut scene = Scene::new(plain());
    scene.round_with_points([96, 96, 96]).round_with_points([120, 90, 90]);
    let books = counted(&[&scene]);
    assert_eq!(books.outcomes("round_result", "all"), "1 one_winner, 1 draw");
    assert_eq!(books.outcomes("par_band", "all"), "1 +3, 3 +1, 2 -1");
}

#[test]
fn at_par_goes_by_the_par_of_the_table() {
    let mut scene = Scene::new(Rules { par: 110, ..plain() });
    scene.round_with_points([110, 109, 81]);
    assert_eq!(counted(&[&scene]).outcomes("at_par", "all"), "1 yes, 2 no");
}

#[test]
fn a_round_with_a_yaku_is_not_in_the_books_of_points() {
    let deal = Deal { dealer: "3", field: "3 3 3 6 7 8", pile: "9", ..Deal::default() };
    let mut scene = Scene::dealt(plain(), deal);
    scene.leaves("3").plays("3");
    let books = counted(&[&scene]);
    assert_eq!(books.outcomes("yaku", "all"), "1 san");
    assert_eq!(books.outcomes("yaku_role", "all"), "1 dealer");
    assert_eq!(books.outcomes("round_result", "all"), "1 yaku");
    assert_eq!(books.values("round_turns", "all"), [1]);
    assert_eq!(books.values("round_chips", "role dealer"), [12]);
    assert!(books.values("card_score", "all").is_empty());
    assert_eq!((books.outcomes("par_band", "all"), books.outcomes("at_par", "all")), Default::default());
}

#[test]
fn a_yaku_is_of_its_owner_and_not_of_whose_turn_it_is() {
    let deal =
        Deal { dealer: "1", second: "4", third: "special-4", field: "4 4 special-1 7 8 Oni", pile: "9 10" };
    let mut scene = Scene::dealt(plain(), deal);
    scene.takes("4").plays("1").plays("4");
    let books = counted(&[&scene]);
    assert_eq!(books.outcomes("yaku_role", "all"), "1 dealer");
    assert_eq!(books.values("round_turns", "all"), [2]);
}

#[test]
fn every_fate_of_the_oni_has_its_name() {
    let fate = |rules: Rules, deal: Deal<'_>, play: fn(&mut Scene)| {
        let mut scene = Scene::dealt(Rules { yaku: false, ..rules }, deal);
        play(&mut scene);
        scene.play_on();
        counted(&[&scene]).outcomes("oni_fate", "all")
    };
    let field = "2 2 3 7 8 9";
    let emptied = Deal { dealer: "5", second: "Oni", field: "5 5 5 6 6 6", pile: "6 9", ..Deal::default() };
    let at_the_deal = Deal { field: "2 2 3 7 8 Oni", ..Deal::default() };
    let both = Deal { field: "2 2 3 7 Oni Jizo", ..Deal::default() };
    let in_hand = Deal { dealer: "Oni", field, pile: "6", ..Deal::default() };
    let drawn = Deal { dealer: "10", field, pile: "Oni", ..Deal::default() };
    let subdued = Deal { pile: "Jizo", ..in_hand };
    let took_jizo = Deal { dealer: "Jizo", field, pile: "Oni", ..Deal::default() };
    assert_eq!(fate(plain(), at_the_deal, |_| ()), "1 deal");
    assert_eq!(fate(plain(), in_hand, |scene| _ = scene.plays("Oni")), "1 hand");
    assert_eq!(fate(plain(), drawn, |scene| _ = scene.plays("10")), "1 draw");
    let empty_the_field = |scene: &mut Scene| _ = scene.leaves("5").leaves("6").plays("5").plays("Oni");
    assert_eq!(fate(plain(), emptied, empty_the_field), "1 removed");
    assert_eq!(fate(with_jizo(), both, |_| ()), "1 with_jizo");
    assert_eq!(fate(with_jizo(), subdued, |scene| _ = scene.plays("Oni").takes("7")), "1 with_jizo");
    assert_eq!(fate(with_jizo(), took_jizo, |scene| _ = scene.plays("Jizo")), "1 took_jizo");
}

#[test]
fn an_oni_that_was_not_played_before_a_yaku_is_unplayed() {
    let deal = Deal { dealer: "3", second: "Oni", field: "3 3 3 6 7 8", pile: "9", ..Deal::default() };
    let mut scene = Scene::dealt(plain(), deal);
    scene.leaves("3").plays("3");
    assert_eq!(counted(&[&scene]).outcomes("oni_fate", "all"), "1 unplayed");

    let at_the_deal =
        Deal { dealer: "special-4", field: "special-1 4 6 7 8 Oni", pile: "9", ..Deal::default() };
    let mut before = Scene::dealt(plain(), at_the_deal);
    before.takes("special-1").plays("special-4");
    let books = counted(&[&before, &scene]);
    assert_eq!(books.outcomes("oni_fate", "all"), "1 deal, 1 unplayed", "each round has a fate of its own");
}

#[test]
fn a_game_without_the_oni_has_no_fate_of_it() {
    let rules = Rules { oni: false, ..plain() };
    let mut scene = Scene::dealt(rules, Deal { field: "2 2 5 6 7 8", ..Deal::default() });
    scene.play_on();
    let books = counted(&[&scene]);
    assert_eq!(books.outcomes("oni_fate", "all"), "");
    assert_ne!(books.outcomes("round_result", "all"), "");
}

#[test]
fn misdeals_are_counted_among_all_deals() {
    // A stream whose first deal is a misdeal.
    let scene = (0..10_000)
        .map(|block| {
            let mut rng = BlockStreams::new(1, block).stream(1, Purpose::Game);
            let mut scene = Scene::new(plain());
            scene.deal_at_random(&mut rng);
            scene
        })
        .find(|scene| scene.events().iter().any(|event| matches!(event, Event::Dealt { misdeal: true, .. })))
        .expect("there are misdeals");
    assert_eq!(counted(&[&scene]).outcomes("misdeal", "all"), "1 yes, 1 no");
}

#[test]
fn a_streak_ends_with_the_round_that_loses_the_deal() {
    let mut scene = Scene::new(plain());
    scene.round_with_points([120, 90, 90]).round_with_points([120, 90, 90]).round_with_points([90, 120, 90]);
    scene.round_with_points([90, 120, 90]);
    assert_eq!(counted(&[&scene]).values("dealer_streak", "all"), [1, 3]);
}

#[test]
fn the_unfinished_streak_of_a_stopped_game_is_not_counted() {
    let rules = || Rules { max_rounds: 3, ..plain() };
    let mut stopped = Scene::new(rules());
    stopped.round_with_points([90, 120, 90]);
    stopped.round_with_points([120, 90, 90]).round_with_points([120, 90, 90]);
    // Nor is it added to the first streak of the next game.
    let mut next = Scene::new(rules());
    next.round_with_points([90, 120, 90]);
    let books = counted(&[&stopped, &next]);
    assert_eq!(books.values("dealer_streak", "all"), [1, 1]);
    assert_eq!(books.outcomes("truncated", "all"), "1 yes");
    assert_eq!(books.values("game_rounds", "all"), [3]);
    assert_eq!(books.values("game_chips", "seat 2"), [2 + 2 + 2], "a stopped game is in the other books");
}

#[test]
fn a_streak_that_ends_in_the_round_that_stops_the_game_is_counted() {
    let rules = || Rules { max_rounds: 3, ..plain() };
    let mut stopped = Scene::new(rules());
    stopped.round_with_points([120, 90, 90]).round_with_points([120, 90, 90]);
    stopped.round_with_points([90, 120, 90]);
    let mut next = Scene::new(rules());
    next.round_with_points([90, 120, 90]);
    let books = counted(&[&stopped, &next]);
    assert_eq!(books.outcomes("truncated", "all"), "1 yes");
    assert_eq!(books.values("dealer_streak", "all"), [1, 3]);
}

#[test]
fn rounds_are_all_counted_however_many_a_game_has() {
    let mut scene = Scene::new(Rules { max_rounds: 150, ..plain() });
    for round in 1..=150 {
        scene.round_with_points(if round == 100 { [90, 120, 90] } else { [120, 90, 90] });
    }
    let books = counted(&[&scene]);
    assert_eq!(books.values("game_rounds", "all"), [150]);
    assert_eq!(books.outcomes("round_result", "all"), "150 one_winner");
    assert_eq!(books.outcomes("dealer_keeps", "all"), "149 yes, 1 no");
    assert_eq!(books.outcomes("at_par", "role dealer"), "149 yes, 1 no");
    assert_eq!(books.values("card_score", "all").len(), 450);
    assert_eq!(books.values("round_chips", "role second").iter().sum::<i64>(), 2 - 149);
    assert_eq!(books.values("dealer_streak", "all"), [100], "over more rounds than are noted at a time");
}

#[test]
fn a_game_is_in_the_books_of_seats_and_bots() {
    let mut scene = Scene::new(Rules { players: 3, ..plain() });
    scene.round_with_points([75, 140, 85]).round_with_points([90, 120, 90]).round_with_points([90, 120, 90]);
    let books = counted(&[&scene]);
    assert_eq!(books.values("game_rounds", "all"), [3]);
    assert_eq!(["seat 1", "seat 2", "seat 3"].map(|seat| books.values("game_chips", seat)[0]), [-2, 3, -1]);
    assert_eq!(books.values("game_chips", "bot odd"), [-2, -1]);
    assert_eq!(books.outcomes("win", "seat 2"), "1 win");
    assert_eq!(books.outcomes("win", "bot odd"), "2 loss");
    assert_eq!(books.outcomes("truncated", "all"), "1 no");
}

#[test]
fn a_shared_win_is_shared() {
    let mut scene = Scene::new(Rules { players: 3, ..plain() });
    for _ in 0..3 {
        scene.round_with_points([90, 105, 105]);
    }
    let books = counted(&[&scene]);
    assert_eq!(["bot odd", "bot even"].map(|bot| books.outcomes("win", bot)), ["2 shared", "1 shared"]);
}
