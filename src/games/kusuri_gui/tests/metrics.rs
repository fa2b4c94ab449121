//! What is counted, when, and under which name.

use super::rig::{Deal, Scene, plain};
use crate::game::{Game, Ledger};
use crate::games::kusuri_gui::{Counts, Event, Rules};
use crate::metric::{Form, MetricList};
use crate::seat::BySeat;
use crate::tally::Tally;

/// The books of a table with one bot at seat 1 and another at seat 2.
struct Books {
    metrics: MetricList,
    tally: Tally,
}

impl Books {
    /// Counts all that happened at a table.
    fn of(scene: &Scene) -> Books {
        let game = &scene.game;
        let mut metrics = MetricList::new(game.players(), vec!["one".to_owned(), "two".to_owned()]);
        let mut counts = Counts::declare(game, &mut metrics);
        let mut tally = Tally::new(&metrics);
        tally.seat_bots(BySeat::from_fn(|seat| (seat.index() % 2) as u8));
        for event in &scene.heard.0 {
            counts.hear(event, &mut tally);
        }
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
        let Form::Shares { outcomes } = &metric.form else { panic!("{name} has no outcomes") };
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

fn rounds(rounds: u16) -> Scene {
    Scene::new(Rules { rounds, ..plain() })
}

#[test]
fn yaku_are_counted_of_every_player_and_round() {
    let mut scene = rounds(2);
    scene.round_with_captures("crane curtain moon", "boar deer");
    scene.round_with_captures("boar deer butterflies", "crane curtain rainman");
    let books = Books::of(&scene);
    assert_eq!(books.outcomes("yaku", "yaku three_brights"), "1 yes, 3 no");
    assert_eq!(books.outcomes("yaku", "yaku rainy_three"), "1 yes, 3 no");
    assert_eq!(books.outcomes("yaku", "yaku hand_cannon"), "1 yes, 3 no", "the hot-pot swallows the other");
    assert_eq!(books.outcomes("yaku", "yaku hot_pot"), "1 yes, 3 no");
    assert_eq!(books.outcomes("yaku", "yaku five_brights"), "4 no");
    assert_eq!(books.values("yaku_points", "all"), [2, 2, 3, 3]);
    assert_eq!(books.values("yaku_points", "role dealer"), [3, 3]);
    assert_eq!(books.values("yaku_points", "bot two"), [2, 2]);
    assert_eq!(books.values("margin", "all"), [1, 1]);
}

#[test]
fn results_are_the_dealers_the_others_and_ties() {
    let mut scene = rounds(4);
    scene.round_with_captures("boar deer", "");
    scene.round_with_captures("", "crane curtain moon");
    scene.round_with_captures("", "");
    scene.round_with_captures("boar deer", "");
    let books = Books::of(&scene);
    assert_eq!(books.outcomes("round_result", "all"), "2 dealer, 1 other, 1 tie");
    assert_eq!(books.values("margin", "all"), [0, 2, 2, 3]);
    assert_eq!(books.values("yaku_points", "bot one"), [0, 0, 0, 2], "seat 2 dealt the last two rounds");
    assert_eq!(books.values("game_chips", "seat 1"), [-3]);
    assert_eq!(books.values("game_chips", "bot two"), [3]);
    assert_eq!(books.outcomes("win", "seat 1"), "1 loss");
    assert_eq!(books.outcomes("win", "bot two"), "1 win");
}

#[test]
fn a_shared_win_is_shared() {
    let mut scene = rounds(1);
    scene.round_with_captures("", "");
    let books = Books::of(&scene);
    assert_eq!(["seat 1", "seat 2"].map(|seat| books.outcomes("win", seat)), ["1 shared", "1 shared"]);
}

/// A round in which the dealer makes three kusuri-gui, and a fourth after new
/// hands are dealt; then come the cards that are left.
fn a_run_over_new_hands() -> Scene {
    let deal = Deal {
        field: "rainman crane",
        dealer: "pine-chaff geese boar cherry-chaff  maple-ribbon",
        other: "moon bush-clover-ribbon curtain deer",
    };
    let mut scene = Scene::dealt(Rules { rounds: 1, ..plain() }, deal);
    scene.play("pine-chaff moon geese bush-clover-ribbon boar curtain maple-ribbon");
    assert_eq!(scene.kusuri_gui().len(), 4);
    scene.play_on();
    scene
}

#[test]
fn captures_kusuri_gui_and_streaks_are_counted_as_they_were_told() {
    let scene = a_run_over_new_hands();
    let books = Books::of(&scene);
    // The same from the events, one by one.
    let (mut captures, mut kusuri, mut cards) = ([0; 2], [0; 2], [0; 2]);
    let mut piles = Vec::new();
    let mut last_kusuri = [None; 2];
    let mut streaks = Vec::new();
    let mut turn = 0;
    for event in &scene.heard.0 {
        let Event::Played { seat, took, kusuri_gui, .. } = event else { continue };
        let player = seat.index();
        turn += 1;
        if !took.is_empty() {
            captures[player] += 1;
            let taken = took.len() as i64 + 1;
            cards[player] += taken;
            piles.push(taken);
        }
        if kusuri_gui.is_some() {
            kusuri[player] += 1;
            if last_kusuri[player] == Some(turn - 2) {
                *streaks.last_mut().expect("a run goes on") += 1;
            } else {
                streaks.push(1);
            }
            last_kusuri[player] = Some(turn);
        }
    }
    piles.sort_unstable();
    streaks.sort_unstable();
    for (role, player) in [("role dealer", 0), ("role other", 1)] {
        assert_eq!(books.values("captures", role), [captures[player]]);
        assert_eq!(books.values("kusuri", role), [kusuri[player]]);
        assert_eq!(books.values("cards_taken", role), [cards[player]]);
    }
    assert_eq!(books.values("pile_taken", "all"), piles);
    assert_eq!(books.values("kusuri_streak", "all"), streaks);
    assert!(streaks.contains(&4), "new hands do not end a run: {streaks:?}");
    let left = scene.table.discards.cards.len() as i64;
    assert_eq!(books.values("left_in_pile", "all"), [left]);
    assert_eq!(left + cards[0] + cards[1], 41, "every card of the round but three");
}

#[test]
fn willows_aside_are_counted_of_the_deals_that_are_played() {
    let mut scene = rounds(3);
    for field in ["crane", "rainman swallow crane", "rainman crane swallow"] {
        scene.deal(Deal { field, ..Deal::default() });
        scene.play_on();
    }
    let books = Books::of(&scene);
    assert_eq!(books.values("willows_aside", "all"), [0, 1, 2]);
    assert_eq!(books.outcomes("misdeal", "all"), "3 no");
}

#[test]
fn a_misdeal_is_counted_of_the_deals() {
    let mut scene = rounds(1);
    scene.table.pack = Deal { field: "rainman swallow willow-ribbon lightning", ..Deal::default() }.pack();
    scene.at_play().begin_round();
    assert!(!scene.at_play().lay_out());
    scene.table.pack = Deal { field: "crane", ..Deal::default() }.pack();
    assert!(scene.at_play().lay_out());
    scene.play_on();
    let books = Books::of(&scene);
    assert_eq!(books.outcomes("misdeal", "all"), "1 yes, 1 no");
    assert_eq!(books.values("willows_aside", "all"), [0], "nothing was set aside at the deal that stood");
}

#[test]
fn a_long_game_is_counted_in_parts() {
    let mut scene = rounds(200);
    for round in 0..200 {
        scene.round_with_captures(if round % 2 == 0 { "boar deer" } else { "" }, "");
    }
    let books = Books::of(&scene);
    assert_eq!(books.outcomes("round_result", "all"), "100 dealer, 100 tie");
    assert_eq!(books.outcomes("yaku", "yaku hand_cannon"), "100 yes, 300 no");
    assert_eq!(books.values("game_chips", "seat 1"), [200]);
}
