//! Chips with a limit: nobody pays more than they have, and the game is over
//! when somebody has none left.

use super::kusuri::LONE_MOON;
use super::rig::{Deal, Scene, plain};
use crate::game::{Game, Next};
use crate::games::kusuri_gui::{Event, GameEnd, Rules};
use crate::random::{BlockStreams, Purpose};
use crate::seat::Seat;

fn chips(chips: u32) -> Rules {
    Rules { chips, ..plain() }
}

/// How the game ended, and after how many rounds.
fn game_over(scene: &Scene) -> Option<(GameEnd, u16)> {
    scene.last(|event| match event {
        Event::GameOver { ending, rounds, .. } => Some((*ending, *rounds)),
        _ => None,
    })
}

/// The chips that lie in front of both seats.
fn on_the_table(scene: &Scene) -> [i32; 2] {
    [0, 1].map(|seat| scene.table.chips[Seat::at(seat)])
}

#[test]
fn everybody_sees_the_chips_and_the_score_is_what_was_won() {
    let mut scene = Scene::dealt(chips(100), LONE_MOON);
    scene.play("pine-chaff moon geese");
    let view = scene.game.view(&scene.table, scene.seat_asked());
    assert_eq!([0, 1].map(|seat| view.chips[Seat::at(seat)]), [101, 99]);
    assert_eq!(scene.scores(), [1, -1]);
}

#[test]
fn a_kusuri_gui_for_the_last_chip_ends_the_game_at_once() {
    for (limit, kusuri) in [(1, 1), (2, 2), (1, 2), (3, 100)] {
        let mut scene = Scene::dealt(Rules { kusuri, ..chips(limit) }, LONE_MOON);
        scene.play("pine-chaff moon geese");
        assert_eq!(scene.kusuri_gui(), [format!("1 with geese for {limit}")]);
        assert_eq!(on_the_table(&scene), [2 * limit as i32, 0]);
        assert_eq!((scene.next(), game_over(&scene)), (Next::Over, Some((GameEnd::Broke, 1))));
    }
}

#[test]
fn who_has_a_chip_left_plays_on() {
    let mut scene = Scene::dealt(Rules { kusuri: 2, ..chips(3) }, LONE_MOON);
    scene.play("pine-chaff moon geese");
    assert_eq!((on_the_table(&scene), scene.asks().as_str()), ([5, 1], "2 play"));
}

#[test]
fn a_card_that_is_no_choice_may_take_the_last_chip_as_well() {
    let deal = Deal {
        field: "crane",
        dealer: "moon boar deer curtain",
        other: "iris-chaff butterflies maple-ribbon cherry-chaff",
    };
    let mut scene = Scene::dealt(chips(1), deal);
    scene.play("moon iris-chaff boar butterflies deer maple-ribbon");
    assert_eq!(scene.kusuri_gui(), ["2 with cherry-chaff for 1"]);
    assert_eq!((scene.next(), scene.scores()), (Next::Over, vec![-1, 1]));
    assert_eq!(scene.count(|event| matches!(event, Event::DealtMore { .. })), 0, "nobody needs a new hand");
}

#[test]
fn a_round_is_settled_with_what_the_loser_has_left() {
    let mut scene = Scene::new(chips(5));
    scene.round_with_captures("crane curtain moon", "");
    assert_eq!((on_the_table(&scene), scene.next()), ([8, 2], Next::Deal));
    scene.round_with_captures("crane curtain moon phoenix", "");
    assert_eq!((on_the_table(&scene), game_over(&scene)), ([10, 0], Some((GameEnd::Broke, 2))));
    let books = scene.books();
    assert_eq!(books.values("margin", "all"), [2, 3], "what was paid, not what was owed");
    assert_eq!(books.values("yaku_points", "role dealer"), [3, 4]);
    assert_eq!(books.values("game_chips", "seat 2"), [-5]);
    assert_eq!(books.outcomes("win", "seat 1"), "1 win");
    assert_eq!(books.outcomes("game_end", "all"), "1 broke");
}

#[test]
fn who_loses_the_last_chip_in_the_last_round_is_broke() {
    for (limit, ending, counted) in [(3, GameEnd::Broke, "1 broke"), (4, GameEnd::Rounds, "1 rounds")] {
        let mut scene = Scene::new(Rules { rounds: 1, ..chips(limit) });
        scene.round_with_captures("crane curtain moon", "");
        assert_eq!(game_over(&scene), Some((ending, 1)));
        assert_eq!(scene.books().outcomes("game_end", "all"), counted);
    }
}

#[test]
fn a_round_that_is_broken_off_counts_as_a_deal_and_as_nothing_else() {
    let mut scene = Scene::new(Rules { rounds: 2, ..chips(1) });
    scene.round_with_captures("", "");
    scene.deal(LONE_MOON);
    scene.play("pine-chaff moon geese");
    let books = scene.books();
    assert_eq!(books.outcomes("round_result", "all"), "1 tie");
    assert_eq!(books.outcomes("misdeal", "all"), "2 no");
    assert_eq!(books.values("kusuri", "role dealer"), [0]);
    for metric in ["margin", "left_in_pile", "willows_aside"] {
        assert_eq!(books.values(metric, "all").len(), 1, "{metric}");
    }
    for metric in ["kusuri_streak", "pile_taken"] {
        assert!(books.values(metric, "all").is_empty(), "{metric}");
    }
}

#[test]
fn what_is_left_of_a_broken_off_round_is_not_in_the_next_game() {
    let mut scene = Scene::dealt(chips(1), LONE_MOON);
    scene.play("pine-chaff moon geese");
    let mut next = Scene::new(Rules { rounds: 1, ..chips(1) });
    next.round_with_captures("", "");
    let events = scene.events().iter().chain(next.events()).cloned().collect::<Vec<_>>();
    let books = crate::games::testkit::Books::of_events(&scene.game, &events);
    assert_eq!(books.values("kusuri", "role dealer"), [0]);
    assert_eq!(books.values("captures", "role dealer"), [0]);
    assert_eq!(books.outcomes("game_end", "all"), "1 rounds, 1 broke");
}

#[test]
fn chips_are_neither_made_nor_lost_and_nobody_has_less_than_none() {
    let mut own = BlockStreams::new(9, 0).stream(1, Purpose::Bot(Seat::FIRST));
    let mut broke = 0;
    for block in 0..60 {
        let mut scene = Scene::new(chips(12));
        while scene.next() == Next::Deal {
            let mut rng = BlockStreams::new(9, block).stream(u32::from(scene.table.round), Purpose::Game);
            scene.deal_at_random(&mut rng);
            scene.play_on_at_random(&mut own);
            let [one, other] = on_the_table(&scene);
            assert!(one >= 0 && other >= 0 && one + other == 24, "{one} and {other}");
            assert_eq!(scene.next() == Next::Over, one * other == 0 || scene.table.round == 12);
        }
        broke += usize::from(game_over(&scene).is_some_and(|(ending, _)| ending == GameEnd::Broke));
    }
    assert!((1..60).contains(&broke), "{broke}");
}

#[test]
fn weighing_spends_a_willow_on_the_opponents_last_chip() {
    let deal = Deal { field: "crane", dealer: "pine-chaff lightning boar iris-chaff", other: "plum-chaff" };
    let choice = |rules: Rules| {
        let mut scene = Scene::dealt(rules, deal);
        scene.play("pine-chaff plum-chaff").chosen_by("weighing", "")
    };
    assert_ne!(choice(plain()), "lightning");
    assert_ne!(choice(chips(100)), "lightning");
    assert_eq!(choice(chips(1)), "lightning");
}
