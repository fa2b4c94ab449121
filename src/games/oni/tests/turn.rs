//! What may be discarded, and the draw of who has nothing to discard.

use super::rig::{Scene, Situation, for_two, plain};
use crate::games::oni::Rules;

#[test]
fn a_card_of_the_month_or_of_the_type_of_the_top_may_be_discarded() {
    let hands = ["pine-chaff moon plum-chaff warbler", "plum-chaff"];
    let scene = Scene::of(for_two(), Situation { hands: &hands, top: "crane", ..Situation::default() });
    assert_eq!(scene.options(), "pine-chaff moon");
}

#[test]
fn two_cards_alike_are_two_options() {
    let hands = ["pine-chaff pine-chaff warbler", "plum-chaff"];
    let scene = Scene::of(for_two(), Situation { hands: &hands, top: "crane", ..Situation::default() });
    assert_eq!(scene.options(), "pine-chaff pine-chaff");
}

#[test]
fn the_sake_cup_goes_on_animals_and_on_chaff() {
    for top in ["deer", "maple-chaff"] {
        let hands = ["sake-cup maple-ribbon", "plum-ribbon"];
        let scene = Scene::of(for_two(), Situation { hands: &hands, top, ..Situation::default() });
        assert_eq!(scene.options(), "sake-cup maple-ribbon");
    }
}

#[test]
fn animals_and_chaff_go_on_the_sake_cup() {
    let hands = ["deer pine-chaff crane plum-ribbon", "pine-ribbon"];
    let scene = Scene::of(for_two(), Situation { hands: &hands, top: "sake-cup", ..Situation::default() });
    assert_eq!(scene.options(), "pine-chaff deer");
}

#[test]
fn a_single_card_that_fits_must_be_discarded_without_a_choice() {
    let hands = ["moon plum-chaff", "pine-chaff plum-chaff susuki-chaff"];
    let scene = Scene::of(for_two(), Situation { hands: &hands, top: "crane", ..Situation::default() });
    assert!(scene.saw("Seat 1 discards moon"));
    assert_eq!(scene.draws(1), 0);
}

#[test]
fn who_cannot_discard_draws_one_card_and_keeps_it_if_it_does_not_fit() {
    let hands = ["plum-chaff warbler", "moon pine-chaff"];
    let situation =
        Situation { hands: &hands, top: "crane", pile: "cuckoo pine-chaff", ..Situation::default() };
    let scene = Scene::of(for_two(), situation);
    assert!(scene.saw("Seat 1 cannot discard, draws cuckoo and keeps it."));
    assert_eq!((scene.asks(), scene.draws(1)), ("2 discard".to_owned(), 1));
    assert_eq!(scene.hand(1).len(), 3);
}

#[test]
fn a_drawn_card_that_fits_is_discarded_at_once() {
    let hands = ["plum-chaff warbler", "susuki-chaff geese"];
    let situation = Situation { hands: &hands, top: "crane", pile: "moon", ..Situation::default() };
    let scene = Scene::of(for_two(), situation);
    assert!(scene.saw("Seat 1 cannot discard, draws moon and discards it"));
    assert_eq!((scene.asks(), scene.options()), ("2 discard".to_owned(), "geese susuki-chaff".to_owned()));
    assert_eq!(scene.hand(1).len(), 2);
}

#[test]
fn a_drawn_special_card_acts_as_one_from_the_hand() {
    let hands = ["plum-chaff warbler", "susuki-chaff", "moon crane"];
    let situation = Situation { hands: &hands, top: "phoenix", pile: "rainman", ..Situation::default() };
    let scene = Scene::of(Rules { players: 3, ..plain() }, situation);
    assert!(scene.saw("draws rainman and discards it"));
    assert!(scene.saw("Seat 2 is skipped"));
    assert_eq!(scene.asks(), "3 discard");
}

#[test]
fn turns_go_round_the_table_and_each_is_counted() {
    let first = "crane paulownia-chaff paulownia-chaff";
    let hands = [first, "moon geese", "phoenix cuckoo", "pine-chaff plum-chaff"];
    let situation = Situation { hands: &hands, top: "curtain", pile: "deer", ..Situation::default() };
    let scene = Scene::of(plain(), situation);
    for words in ["Seat 1 discards crane", "Seat 2 discards moon", "Seat 3 discards phoenix"] {
        assert!(scene.saw(words), "{}", scene.told());
    }
    assert!(scene.saw("Seat 4 cannot discard, draws deer and keeps it."));
    assert_eq!((scene.asks().as_str(), scene.table.turns), ("1 discard", 5), "in the fifth turn");
}
