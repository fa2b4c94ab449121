//! What is counted, when, and under which name.

use super::rig::{Deal, Scene, plain, with_jizo};
use crate::game::{Game, Ledger};
use crate::games::kujuroku::{Counts, Event, Rules};
use crate::metric::MetricList;
use crate::random::{BlockStreams, Purpose};
use crate::seat::BySeat;
use crate::tally::Tally;

/// The books of a table with one bot at the odd and another at the even seats.
struct Books {
    metrics: MetricList,
    tally: Tally,
}

impl Books {
    /// Counts all that happened at some tables with the same rules.
    fn of(scenes: &[&Scene]) -> Books {
        let game = &scenes[0].game;
        let mut metrics = MetricList::new(game.players(), vec!["odd".to_owned(), "even".to_owned()]);
        let mut counts = Counts::declare(game, &mut metrics);
        let mut tally = Tally::new(&metrics);
        tally.seat_bots(BySeat::from_fn(|seat| (seat.index() % 2) as u8));
        for event in scenes.iter().flat_map(|scene| &scene.heard.0) {
            counts.on_event(event, &mut tally);
        }
        // A scene may end before its game does.
        counts.count_rounds(&mut tally);
        tally.end_block();
        Books { metrics, tally }
    }

    /// The place of a group, by names such as `all` or `role dealer`.
    fn place(&self, metric: &str, group: &str) -> (usize, usize) {
        let (by, group) = group.split_once(' ').unwrap_or((group, group));
        let splits = &self.metrics.find(metric).expect("a metric of that name").splits;
        let split = splits.iter().position(|split| split.by.name() == by).expect("a split of that name");
        let group = splits[split].groups.iter().position(|name| name == group).expect("a group of that name");
        (split, group)
    }

    /// The outcomes that occurred in a group, as in `2 yes, 1 no`.
    fn outcomes(&self, name: &str, group: &str) -> String {
        let metric = self.metrics.find(name).expect("a metric of that name");
        let (split, group) = self.place(name, group);
        let crate::metric::MetricKind::Shares { outcomes } = &metric.kind else {
            panic!("{name} has no outcomes")
        };
        let occurred = outcomes.iter().enumerate().filter_map(|(place, outcome)| {
            let times = self.tally.share(metric, split, group, place)?.y;
            (times > 0).then(|| format!("{times} {outcome}"))
        });
        occurred.collect::<Vec<_>>().join(", ")
    }

    /// The values that occurred in a group, each as often as it did.
    fn values(&self, name: &str, group: &str) -> Vec<i64> {
        let metric = self.metrics.find(name).expect("a metric of that name");
        let (split, group) = self.place(name, group);
        let values = self.tally.values(metric, split, group);
        values.into_iter().flat_map(|(value, ratio)| std::iter::repeat_n(value, ratio.y as usize)).collect()
    }
}

#[test]
fn a_counted_round_is_in_the_books_of_points_and_chips() {
    let mut scene = Scene::new(plain());
    scene.round_with_points([116, 106, 78]).round_with_points([86, 100, 114]);
    let books = Books::of(&[&scene]);
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
    let books = Books::of(&[&scene]);
    assert_eq!(books.outcomes("round_result", "all"), "1 one_winner, 1 draw");
    assert_eq!(books.outcomes("par_band", "all"), "1 +3, 3 +1, 2 -1");
}

#[test]
fn at_par_goes_by_the_par_of_the_table() {
    let mut scene = Scene::new(Rules { par: 110, ..plain() });
    scene.round_with_points([110, 109, 81]);
    assert_eq!(Books::of(&[&scene]).outcomes("at_par", "all"), "1 yes, 2 no");
}

#[test]
fn a_round_with_a_yaku_is_not_in_the_books_of_points() {
    let deal = Deal { dealer: "3", field: "3 3 3 6 7 8", pile: "9", ..Deal::default() };
    let mut scene = Scene::dealt(plain(), deal);
    scene.leaves("3").plays("3");
    let books = Books::of(&[&scene]);
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
    let books = Books::of(&[&scene]);
    assert_eq!(books.outcomes("yaku_role", "all"), "1 dealer");
    assert_eq!(books.values("round_turns", "all"), [2]);
}

#[test]
fn every_fate_of_the_oni_has_its_name() {
    let fate = |rules: Rules, deal: Deal<'_>, play: fn(&mut Scene)| {
        let mut scene = Scene::dealt(Rules { yaku: false, ..rules }, deal);
        play(&mut scene);
        scene.plays_on();
        Books::of(&[&scene]).outcomes("oni_fate", "all")
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
    assert_eq!(Books::of(&[&scene]).outcomes("oni_fate", "all"), "1 unplayed");

    let at_the_deal =
        Deal { dealer: "special-4", field: "special-1 4 6 7 8 Oni", pile: "9", ..Deal::default() };
    let mut before = Scene::dealt(plain(), at_the_deal);
    before.takes("special-1").plays("special-4");
    let books = Books::of(&[&before, &scene]);
    assert_eq!(books.outcomes("oni_fate", "all"), "1 deal, 1 unplayed", "each round has a fate of its own");
}

#[test]
fn a_game_without_the_oni_has_no_fate_of_it() {
    let rules = Rules { oni: false, ..plain() };
    let mut scene = Scene::dealt(rules, Deal { field: "2 2 5 6 7 8", ..Deal::default() });
    scene.plays_on();
    let books = Books::of(&[&scene]);
    assert_eq!(books.outcomes("oni_fate", "all"), "");
    assert_ne!(books.outcomes("round_result", "all"), "");
}

#[test]
fn misdeals_are_counted_among_all_deals() {
    // A stream whose first deal is a misdeal.
    let scene = (0..)
        .map(|block| {
            let mut rng = BlockStreams::new(1, block).stream(1, Purpose::Game);
            let mut scene = Scene::new(plain());
            scene.game.deal(&mut scene.table, &mut rng, &mut scene.heard);
            scene
        })
        .find(|scene| scene.heard.0.iter().any(|event| matches!(event, Event::Dealt { misdeal: true, .. })))
        .expect("there are misdeals");
    assert_eq!(Books::of(&[&scene]).outcomes("misdeal", "all"), "1 yes, 1 no");
}

#[test]
fn a_streak_ends_with_the_round_that_loses_the_deal() {
    let mut scene = Scene::new(plain());
    scene.round_with_points([120, 90, 90]).round_with_points([120, 90, 90]).round_with_points([90, 120, 90]);
    scene.round_with_points([90, 120, 90]);
    assert_eq!(Books::of(&[&scene]).values("dealer_streak", "all"), [1, 3]);
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
    let books = Books::of(&[&stopped, &next]);
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
    let books = Books::of(&[&stopped, &next]);
    assert_eq!(books.outcomes("truncated", "all"), "1 yes");
    assert_eq!(books.values("dealer_streak", "all"), [1, 3]);
}

#[test]
fn rounds_are_all_counted_however_many_a_game_has() {
    let mut scene = Scene::new(Rules { max_rounds: 150, ..plain() });
    for round in 1..=150 {
        scene.round_with_points(if round == 100 { [90, 120, 90] } else { [120, 90, 90] });
    }
    let books = Books::of(&[&scene]);
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
    let books = Books::of(&[&scene]);
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
    let books = Books::of(&[&scene]);
    assert_eq!(["bot odd", "bot even"].map(|bot| books.outcomes("win", bot)), ["2 shared", "1 shared"]);
}
