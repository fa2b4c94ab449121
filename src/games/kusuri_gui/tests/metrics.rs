//! What is counted, when, and under which name.

use std::collections::BTreeMap;

use super::rig::{Deal, Scene, plain};
use crate::game::Next;
use crate::games::kusuri_gui::{Event, Role, Rules};
use crate::random::{BlockStreams, Purpose};
use crate::seat::Seat;

fn rounds(rounds: u16) -> Scene {
    Scene::new(Rules { rounds, ..plain() })
}

#[test]
fn yaku_are_counted_of_every_player_and_round() {
    let mut scene = rounds(2);
    scene.round_with_captures("crane curtain moon", "boar deer");
    scene.round_with_captures("boar deer butterflies", "crane curtain rainman");
    let books = scene.books();
    assert_eq!(books.outcomes("yaku", "yaku three_brights"), "1 yes, 3 no");
    assert_eq!(books.outcomes("yaku", "yaku rainy_three"), "1 yes, 3 no");
    assert_eq!(books.outcomes("yaku", "yaku hand_cannon"), "1 yes, 3 no", "the hot-pot swallows the other");
    assert_eq!(books.outcomes("yaku", "yaku hot_pot"), "1 yes, 3 no");
    assert_eq!(books.outcomes("yaku", "yaku five_brights"), "4 no");
    assert_eq!(books.values("yaku_points", "all"), [2, 2, 3, 3]);
    assert_eq!(books.values("yaku_points", "role dealer"), [3, 3]);
    assert_eq!(books.values("yaku_points", "bot even"), [2, 2]);
    assert_eq!(books.values("margin", "all"), [1, 1]);
}

#[test]
fn results_are_the_dealers_the_others_and_ties() {
    let mut scene = rounds(4);
    scene.round_with_captures("boar deer", "");
    scene.round_with_captures("", "crane curtain moon");
    scene.round_with_captures("", "");
    scene.round_with_captures("boar deer", "");
    let books = scene.books();
    assert_eq!(books.outcomes("round_result", "all"), "2 dealer, 1 other, 1 tie");
    assert_eq!(books.values("margin", "all"), [0, 2, 2, 3]);
    assert_eq!(books.values("yaku_points", "bot odd"), [0, 0, 0, 2], "seat 2 dealt the last two rounds");
    assert_eq!(books.values("game_chips", "seat 1"), [-3]);
    assert_eq!(books.values("game_chips", "bot even"), [3]);
    assert_eq!(books.outcomes("win", "seat 1"), "1 loss");
    assert_eq!(books.outcomes("win", "bot even"), "1 win");
}

#[test]
fn a_shared_win_is_shared() {
    let mut scene = rounds(1);
    scene.round_with_captures("", "");
    let books = scene.books();
    assert_eq!(["seat 1", "seat 2"].map(|seat| books.outcomes("win", seat)), ["1 shared", "1 shared"]);
}

/// What a table told of captures and kusuri-gui, event by event: for each of
/// `captures role dealer` and the like the values, smallest first.
fn told(scene: &Scene) -> BTreeMap<String, Vec<i64>> {
    let mut told: BTreeMap<String, Vec<i64>> = BTreeMap::new();
    let mut add = |name: String, value: i64| told.entry(name).or_default().push(value);
    let (mut captures, mut kusuri, mut cards) = ([0; 2], [0; 2], [0; 2]);
    let (mut turn, mut first) = (0, Seat::FIRST);
    // The run of each player that may go on, and its latest turn.
    let mut runs: [Option<(i64, i32)>; 2] = [None; 2];
    for event in scene.events() {
        match event {
            Event::RoundBegan { dealer, .. } => {
                (captures, kusuri, cards, turn) = ([0; 2], [0; 2], [0; 2], 0);
                first = *dealer;
            }
            Event::Played { seat, took, kusuri_gui, .. } => {
                let role = usize::from(*seat != first);
                turn += 1;
                if !took.is_empty() {
                    let taken = took.len() as i64 + 1;
                    captures[role] += 1;
                    cards[role] += taken;
                    add("pile_taken all".to_owned(), taken);
                }
                if kusuri_gui.is_some() {
                    kusuri[role] += 1;
                    let goes_on = runs[role].filter(|(_, last)| *last == turn - 2);
                    if let (None, Some((length, _))) = (goes_on, runs[role]) {
                        add("kusuri_streak all".to_owned(), length);
                    }
                    runs[role] = Some((goes_on.map_or(1, |(length, _)| length + 1), turn));
                }
            }
            Event::RoundOver { left, .. } => {
                for (length, _) in runs.iter_mut().filter_map(Option::take) {
                    add("kusuri_streak all".to_owned(), length);
                }
                for (role, name) in Role::NAMES.iter().enumerate() {
                    add(format!("captures role {name}"), captures[role]);
                    add(format!("kusuri role {name}"), kusuri[role]);
                    add(format!("cards_taken role {name}"), cards[role]);
                }
                add("left_in_pile all".to_owned(), left.len() as i64);
                assert_eq!(left.len() as i64 + cards[0] + cards[1], 41, "every card of the round but three");
            }
            _ => {}
        }
    }
    told.values_mut().for_each(|values| values.sort_unstable());
    told
}

/// That the books of a table have what was told.
fn are_as_told(scene: &Scene) {
    let books = scene.books();
    for (name, values) in told(scene) {
        let (metric, group) = name.split_once(' ').expect("a metric and a group");
        assert_eq!(books.values(metric, group), values, "{name}");
    }
}

#[test]
fn a_run_of_kusuri_gui_goes_on_over_new_hands() {
    let deal = Deal {
        field: "rainman crane",
        dealer: "pine-chaff geese boar cherry-chaff  maple-ribbon bridge",
        other: "moon bush-clover-ribbon curtain deer  warbler",
    };
    let mut scene = Scene::dealt(Rules { rounds: 1, ..plain() }, deal);
    scene.play("pine-chaff moon geese bush-clover-ribbon boar curtain maple-ribbon warbler bridge");
    assert_eq!(scene.kusuri_gui().len(), 4);
    scene.play_on();
    are_as_told(&scene);
    assert!(scene.books().values("kusuri_streak", "all").contains(&4));
}

#[test]
fn captures_and_kusuri_gui_are_counted_as_they_are_told() {
    let mut own = BlockStreams::new(9, 0).stream(1, Purpose::Bot(Seat::FIRST));
    for block in 0..300 {
        let mut scene = Scene::new(Rules { rounds: 4, willow_kusuri: block % 2 == 0, ..plain() });
        while scene.next() == Next::Deal {
            let mut rng = BlockStreams::new(9, block).stream(u32::from(scene.table.round), Purpose::Game);
            scene.deal_at_random(&mut rng);
            scene.play_on_at_random(&mut own);
        }
        are_as_told(&scene);
    }
}

#[test]
fn willows_set_aside_in_one_round_are_not_in_the_next() {
    let rules = Rules { rounds: 2, ..plain() };
    let mut scene = Scene::dealt(rules, Deal { field: "swallow crane", ..Deal::default() });
    assert_eq!(scene.table.aside.to_string(), "swallow");
    scene.play_on();
    scene.deal(Deal { field: "crane", ..Deal::default() });
    assert_eq!(scene.table.aside.to_string(), "nothing");
    scene.play_on();
    assert_eq!(scene.books().values("willows_aside", "all"), [0, 1]);
}

#[test]
fn willows_aside_are_counted_of_the_deals_that_are_played() {
    let mut scene = rounds(3);
    for field in ["crane", "rainman swallow crane", "rainman crane swallow"] {
        scene.deal(Deal { field, ..Deal::default() });
        scene.play_on();
    }
    let books = scene.books();
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
    let books = scene.books();
    assert_eq!(books.outcomes("misdeal", "all"), "1 yes, 1 no");
    assert_eq!(books.values("willows_aside", "all"), [0], "nothing was set aside at the deal that stood");
}

#[test]
fn a_long_game_is_counted_in_parts() {
    let mut scene = rounds(200);
    for round in 0..200 {
        scene.round_with_captures(if round % 2 == 0 { "boar deer" } else { "" }, "");
    }
    let books = scene.books();
    assert_eq!(books.outcomes("round_result", "all"), "100 dealer, 100 tie");
    assert_eq!(books.outcomes("yaku", "yaku hand_cannon"), "100 yes, 300 no");
    assert_eq!(books.values("game_chips", "seat 1"), [200]);
}
