//! What is counted, when, and under which name.

use super::moves::Moves;
use super::rig::{Rest, Scene, Situation, for_two, plain};
use crate::game::{Game, Options};
use crate::games::oni::Rules;
use crate::games::testkit::Books;

/// The books of a table whose game is over.
fn counted(scene: &Scene) -> Books {
    assert!(scene.game_over().is_some(), "counted is when the game is over");
    scene.books()
}

/// Stops a game after some rounds.
fn after(max_rounds: u32, rules: Rules) -> Rules {
    Rules { max_rounds, ..rules }
}

#[test]
fn every_bonus_has_its_name() {
    for (last, top, dealer, bonus) in [
        ("iris-chaff", "iris-ribbon", 2, "1 none"),
        ("rainman", "curtain", 2, "1 rainman"),
        ("lightning", "iris-chaff", 2, "1 lightning"),
        ("iris-chaff", "iris-ribbon", 1, "1 dealer"),
        ("rainman", "curtain", 1, "1 rainman+dealer"),
        ("lightning", "iris-chaff", 1, "1 lightning+dealer"),
    ] {
        let hands = [last, "moon"];
        let situation = Situation { hands: &hands, top, dealer: Some(dealer), ..Situation::default() };
        let books = counted(&Scene::of(after(1, for_two()), situation));
        assert_eq!(books.outcomes("bonus", "all"), bonus);
        let dealer_wins = if dealer == 1 { "1 yes" } else { "1 no" };
        assert_eq!(books.outcomes("dealer_wins", "all"), dealer_wins);
        let off =
            Rules { double_dealer: false, double_lightning: false, rainman_bonus: 0, ..after(1, for_two()) };
        let books = counted(&Scene::of(off, situation));
        assert_eq!(books.outcomes("bonus", "all"), "1 none", "what is switched off raises nothing");
        assert_eq!(books.outcomes("dealer_wins", "all"), dealer_wins);
    }
}

#[test]
fn where_one_bonus_is_switched_off_the_other_is_named() {
    let all = || after(1, for_two());
    for (rules, last, top, bonus) in [
        (Rules { double_lightning: false, ..all() }, "lightning", "iris-chaff", "1 dealer"),
        (Rules { rainman_bonus: 0, ..all() }, "rainman", "curtain", "1 dealer"),
        (Rules { double_dealer: false, ..all() }, "lightning", "iris-chaff", "1 lightning"),
        (Rules { double_dealer: false, ..all() }, "rainman", "curtain", "1 rainman"),
    ] {
        let hands = [last, "moon"];
        let situation = Situation { hands: &hands, top, dealer: Some(1), ..Situation::default() };
        let books = counted(&Scene::of(rules, situation));
        assert_eq!(books.outcomes("bonus", "all"), bonus, "{last}");
    }
}

#[test]
fn a_round_is_in_the_books_of_winner_and_losers() {
    let hands = ["iris-chaff", "moon crane", "deer", "lightning boar"];
    let situation = Situation { hands: &hands, top: "iris-ribbon", dealer: Some(2), ..Situation::default() };
    let books = counted(&Scene::of(after(1, plain()), situation));
    assert_eq!(books.outcomes("ending", "all"), "1 plain");
    assert_eq!(books.values("round_points", "all"), [70]);
    assert_eq!(books.values("round_points", "bot odd"), [70]);
    assert!(books.values("round_points", "bot even").is_empty());
    assert_eq!(books.values("hand_points", "all"), [10, 20, 40]);
    assert_eq!(books.values("hand_points", "bot even"), [20, 40]);
    assert_eq!(books.values("hand_cards", "all"), [1, 2, 2]);
    assert_eq!(books.values("round_turns", "all"), [1]);
    assert!(books.values("declare_net", "all").is_empty());
    assert_eq!(books.sum("drawn", "all"), (0, 1));
    assert_eq!(books.values("final_score", "seat 4"), [-20]);
    assert_eq!(books.values("final_score", "bot odd"), [-10, 70]);
    assert_eq!(books.outcomes("truncated", "all"), "1 yes");
    assert_eq!(books.outcomes("win", "seat 1"), "1 loss", "nobody wins a stopped game");
}

#[test]
fn hand_points_are_before_bonuses_and_round_points_after_them() {
    let hands = ["rainman", "moon"];
    let situation = Situation { hands: &hands, top: "crane", dealer: Some(1), ..Situation::default() };
    let books = counted(&Scene::of(after(1, for_two()), situation));
    assert_eq!(books.values("hand_points", "all"), [20]);
    assert_eq!(books.values("round_points", "all"), [50]);
}

#[test]
fn a_declaration_is_in_the_books_with_what_is_left_of_it() {
    let hands = ["lightning pine-chaff", "moon"];
    let situation = Situation { hands: &hands, top: "swallow", dealer: Some(2), ..Situation::default() };
    let mut scene = Scene::of(after(1, for_two()), situation);
    scene.choose("end the round");
    let books = counted(&scene);
    assert_eq!(books.outcomes("ending", "all"), "1 lightning_declared");
    assert_eq!(books.outcomes("bonus", "all"), "1 lightning");
    assert_eq!(books.values("declare_net", "bot odd"), [38]);
    assert_eq!(books.values("round_points", "all"), [38]);
    assert_eq!(books.values("hand_points", "all"), [20], "the declarer is no loser");
    assert_eq!(books.values("hand_cards", "all"), [1]);
}

#[test]
fn a_void_round_is_an_ending_and_a_round_of_its_game_and_nothing_else() {
    let hands = ["crane pine-chaff", "moon geese"];
    let situation = Situation { hands: &hands, top: "curtain", dealer: Some(1), ..Situation::default() };
    let books = counted(&Scene::of(Rules { max_turns: 1, ..after(1, for_two()) }, situation));
    assert_eq!(books.outcomes("ending", "all"), "1 void");
    assert_eq!(books.values("game_rounds", "all"), [1]);
    for metric in ["bonus", "dealer_wins"] {
        assert_eq!(books.outcomes(metric, "all"), "", "{metric}");
    }
    for metric in ["round_turns", "round_points", "hand_points", "hand_cards", "declare_net"] {
        assert!(books.values(metric, "all").is_empty(), "{metric}");
    }
    for (metric, group) in [("drawn", "all"), ("reshuffles", "all"), ("effect", "card willow")] {
        assert_eq!(books.sum(metric, group), (0, 0), "{metric}");
    }
}

#[test]
fn a_round_that_went_in_circles_does_not_weigh_on_those_that_were_played_out() {
    let in_circles = Situation {
        hands: &["crane pine-chaff", "", "moon", "phoenix geese"],
        top: "swallow",
        discards: "willow-ribbon",
        rest: Rest::Hand(2),
        ..Situation::default()
    };
    let played_out = Situation {
        hands: &["iris-chaff", "moon", "crane", "deer"],
        top: "iris-ribbon",
        ..Situation::default()
    };
    let mut scene = Scene::of(after(2, plain()), in_circles);
    assert_eq!(scene.result().turns, 10_000);
    scene.round(played_out);
    let books = counted(&scene);
    assert_eq!(books.outcomes("ending", "all"), "1 plain, 1 void");
    assert_eq!(books.values("game_rounds", "all"), [2]);
    assert_eq!(books.values("round_turns", "all"), [1]);
    assert_eq!(books.sum("reshuffles", "all"), (0, 1));
    assert_eq!(books.sum("drawn", "all"), (0, 1));
    assert_eq!(books.sum("effect", "card willow"), (0, 1));
}

#[test]
fn special_cards_are_counted_when_they_are_discarded() {
    let hands = [
        "pine-ribbon maple-ribbon yellow-paulownia bridge swallow sake-cup lightning",
        "moon crane phoenix curtain plum-chaff",
    ];
    let situation = Situation { hands: &hands, top: "plum-ribbon", ..Situation::default() };
    let mut scene = Scene::of(Rules { max_rounds: 1, ..for_two() }, situation);
    scene.choose("pine-ribbon");
    while scene.game_over().is_none() {
        let options = scene.game.options(&scene.table);
        let last = options.at(options.count() - 1).to_string();
        scene.choose(&last);
    }
    let books = counted(&scene);
    let told = scene.told();
    let discards = |names: &[&str]| -> i128 {
        let of = |name: &&str| {
            let hand = told.matches(&format!("discards {name}.")).count();
            let drawn = told.matches(&format!("draws {name} and discards it")).count();
            (hand + drawn) as i128
        };
        names.iter().map(of).sum()
    };
    for (group, names) in [
        ("poetry", &["pine-ribbon", "plum-ribbon", "cherry-ribbon"][..]),
        ("blue", &["peony-ribbon", "chrysanthemum-ribbon", "maple-ribbon"]),
        ("yellow", &["yellow-paulownia"]),
        ("bridge", &["bridge"]),
        ("willow", &["rainman", "swallow", "willow-ribbon", "lightning"]),
        ("sake_cup", &["sake-cup"]),
        ("lightning", &["lightning"]),
    ] {
        let rounds = scene.results().len() as i128;
        assert_eq!(
            books.sum("effect", &format!("card {group}")),
            (discards(names), rounds),
            "{group}:{told}"
        );
    }
}

#[test]
fn draws_and_reshuffles_are_counted_by_round() {
    let hands = ["yellow-paulownia deer", "moon lightning", "crane"];
    let situation = Situation {
        hands: &hands,
        top: "paulownia-chaff",
        discards: "cuckoo warbler",
        pile: "boar geese",
        rest: Rest::Hand(3),
        ..Situation::default()
    };
    let rules = Rules { players: 3, lightning_first_turn: true, ..after(1, plain()) };
    // Seat 2 draws both cards of the pile, and then all three discards.
    let mut scene = Scene::of(rules, situation);
    scene.choose("lightning").choose("end the round");
    let books = counted(&scene);
    assert_eq!(books.sum("drawn", "all"), (5, 1));
    assert_eq!(books.sum("reshuffles", "all"), (1, 1));
}

#[test]
fn draws_and_reshuffles_for_a_last_card_are_counted() {
    let hands = ["pine-ribbon", "moon"];
    let situation = Situation {
        hands: &hands,
        top: "pine-chaff",
        pile: "crane",
        rest: Rest::Discards,
        ..Situation::default()
    };
    let rules = Rules { last_card_effect: true, ..after(1, for_two()) };
    let books = counted(&Scene::of(rules, situation));
    assert_eq!(books.sum("drawn", "all"), (2, 1));
    assert_eq!(books.sum("reshuffles", "all"), (1, 1));
    assert_eq!(books.values("hand_cards", "all"), [3]);
}

#[test]
fn draws_for_the_card_turned_up_are_counted_and_the_card_is_not() {
    let rules = Rules { first_card_effect: true, lightning_first_turn: true, ..after(1, for_two()) };
    let mut scene = Scene::new(rules);
    let hands = ["crane moon geese boar", "warbler cuckoo deer lightning"];
    let ribbons = "pine-ribbon plum-ribbon wisteria-ribbon iris-ribbon bush-clover-ribbon";
    // Seat 2 draws five, and then has nothing but the lightning that fits.
    scene.deal(&hands, "yellow-paulownia", ribbons);
    scene.choose("end the round");
    let books = counted(&scene);
    assert_eq!(books.sum("drawn", "all"), (5, 1));
    assert_eq!(books.sum("reshuffles", "all"), (0, 1));
    assert_eq!(books.sum("effect", "card yellow"), (0, 1));
}

#[test]
fn a_game_is_in_the_books_of_seats_and_bots() {
    let hands = ["iris-chaff", "moon"];
    let situation = Situation { hands: &hands, top: "iris-ribbon", ..Situation::default() };
    let mut scene = Scene::of(Rules { goal: 40, ..for_two() }, situation);
    scene.round(situation);
    let books = counted(&scene);
    assert_eq!(books.values("game_rounds", "all"), [2]);
    assert_eq!(books.values("final_score", "seat 1"), [40]);
    assert_eq!(books.values("final_score", "bot even"), [-40]);
    assert_eq!(books.outcomes("win", "seat 1"), "1 win");
    assert_eq!(books.outcomes("win", "bot even"), "1 loss");
    assert_eq!(books.outcomes("truncated", "all"), "1 no");
}

#[test]
fn rounds_are_all_counted_however_many_a_game_has() {
    let hands = ["iris-chaff", "moon"];
    let mut scene = Scene::new(Rules { goal: 10_000, ..after(150, for_two()) });
    for _ in 0..150 {
        scene.round(Situation { hands: &hands, top: "iris-ribbon", dealer: Some(2), ..Situation::default() });
    }
    assert_eq!(counted(&scene).outcomes("ending", "all"), "150 plain");
}

#[test]
fn the_piles_tell_as_many_draws_and_discards_as_there_were_moves() {
    for rules in
        [plain(), for_two(), Rules { players: 8, hand: 5, yellow: 10, last_card_effect: true, ..plain() }]
    {
        // A long game: the draw pile runs out now and then.
        let mut scene = Scene::new(Rules { goal: 2_000, ..rules });
        scene.play_at_random();
        let (mut moves, books) = (Moves::default(), counted(&scene));
        scene.events().iter().for_each(|event| moves.on_event(event));
        assert!(moves.reshuffles > 0, "a game without reshuffles shows too little");
        assert_eq!(books.sum("drawn", "all").0, moves.drawn);
        assert_eq!(books.sum("reshuffles", "all").0, moves.reshuffles);
        for kind in ["poetry", "blue", "yellow", "bridge", "willow", "sake_cup", "lightning"] {
            let (discards, rounds) = books.sum("effect", &format!("card {kind}"));
            assert_eq!(discards, moves.discards_of(kind), "{kind}");
            assert_eq!(rounds, scene.results().len() as i128, "{kind}");
        }
    }
}
