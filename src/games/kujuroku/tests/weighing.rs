//! What the bot `weighing` looks at: without the weight it chooses otherwise.

use super::rig::{Scene, plain, with_jizo};
use crate::game::Game;
use crate::games::kujuroku::table::Pile;
use crate::games::kujuroku::{Hand, Kujuroku, Rules, Table, Waits};
use crate::games::testkit::{pick, pick_set};
use crate::seat::Seat;

/// The dealer's turn in the middle of a round, in names of cards. The others
/// hold as many cards as the dealer, and the rest is the draw pile.
#[derive(Clone, Copy, Default)]
struct Turn<'a> {
    hand: &'a str,
    field: &'a str,
    /// What dealer, second and third have captured.
    captured: [&'a str; 3],
}

impl Turn<'_> {
    fn table(&self, game: &Kujuroku) -> Table {
        let mut free = game.deck();
        let mut table = game.begin();
        table.participants = [0, 1, 2].map(Seat::at);
        table.waits = Waits::Play;
        table.field = pick_set(self.field, &mut free);
        table.captured = self.captured.map(|names| pick_set(names, &mut free));
        let hand = pick(self.hand, &mut free);
        let hidden: Vec<_> = free.iter().collect();
        let (second, hidden) = hidden.split_at(hand.len());
        let (third, pile) = hidden.split_at(hand.len());
        table.hands = [&hand[..], second, third].map(Hand::of);
        table.pile = Pile::new(pile);
        table
    }

    /// The card that `weighing` plays with these parameters.
    fn plays_with(&self, rules: Rules, parameters: &str) -> String {
        let mut scene = Scene::new(rules);
        scene.table = self.table(&scene.game);
        scene.chosen_by("weighing", parameters)
    }

    fn plays(&self) -> String {
        self.plays_with(plain(), "")
    }

    fn plays_without(&self, weight: &str) -> String {
        self.plays_with(plain(), &format!("{weight}=0"))
    }
}

#[test]
fn takes_the_most_points() {
    let turn = Turn { hand: "5 9 6 6 7 7", field: "5 9 2 2 10 10", ..Turn::default() };
    assert_eq!((turn.plays(), turn.plays_without("points")), ("9".into(), "5".into()));
}

#[test]
fn lays_a_card_that_it_can_take_again() {
    let turn = Turn { hand: "5 6 6 9 8 7", field: "1 1 2 2 10 10", ..Turn::default() };
    assert_eq!((turn.plays(), turn.plays_without("keep")), ("6".into(), "5".into()));
}

#[test]
fn leaves_the_others_little() {
    let turn = Turn { hand: "10 9 8 7 6 5", field: "1 1 2 2 3 3", ..Turn::default() };
    assert_eq!((turn.plays(), turn.plays_without("leave")), ("5".into(), "10".into()));
}

/// The second player lacks two 3s, of which one is in the own hand.
const THEIR_SAN: Turn<'static> = Turn { hand: "10 9 8 7 6 3", field: "1 1 2 2", captured: ["", "3 3", ""] };

#[test]
fn keeps_from_the_others_what_their_yaku_lack() {
    assert_eq!((THEIR_SAN.plays(), THEIR_SAN.plays_without("denial")), ("6".into(), "3".into()));
}

#[test]
fn a_card_on_the_field_is_in_the_others_reach() {
    assert_eq!(THEIR_SAN.plays_without("others_field"), "3");
}

#[test]
fn so_may_be_one_that_is_unseen() {
    assert_eq!(THEIR_SAN.plays_without("others_unseen"), "3");
}

#[test]
fn what_the_own_hand_keeps_from_the_others_it_keeps_for_a_time() {
    let turn =
        Turn { hand: "3 4", field: "1 1 2 2", captured: ["7 7 7 7 8 8 8 8", "3 3", "9 9 9 9 10 10 10 10"] };
    assert_eq!((turn.plays(), turn.plays_without("others_hand")), ("3".into(), "4".into()));
}

#[test]
fn holds_what_its_own_yaku_lack() {
    let turn = Turn { captured: ["3 3", "", ""], ..THEIR_SAN };
    assert_eq!((turn.plays(), turn.plays_without("own_near")), ("6".into(), "3".into()));
}

/// Ten points a card, or the first two 3s.
const TENS_OR_THREES: Turn<'static> = Turn { hand: "10 3 5 6 7 8", field: "10 3 1 1 2 2", captured: [""; 3] };

#[test]
fn begins_a_yaku_that_unseen_cards_can_complete() {
    let turn = TENS_OR_THREES;
    assert_eq!((turn.plays(), turn.plays_without("own_far")), ("3".into(), "10".into()));
}

#[test]
fn keeps_the_oni() {
    let turn = Turn { hand: "Oni 5 6 7 8 9", field: "1 1 2 2 10 10", ..Turn::default() };
    assert_eq!((turn.plays(), turn.plays_without("patience")), ("5".into(), "Oni".into()));
}

#[test]
fn spends_the_oni_on_a_yaku() {
    let turn = Turn { hand: "Oni 5 6 7 8 9", field: "1 1 2 2 10 3", captured: ["3 3", "", ""] };
    assert_eq!(turn.plays(), "Oni", "the fourth 3 is its own");
}

#[test]
fn keeps_the_jizo_while_it_has_something_to_take() {
    let turn = Turn { hand: "Jizo 5 6 7 8 9", field: "1 1 2 2 5 10", ..Turn::default() };
    assert_eq!(turn.plays_with(with_jizo(), ""), "5");
    assert_eq!(turn.plays_with(with_jizo(), "patience=0"), "Jizo");
}

#[test]
fn where_there_are_no_yaku_it_hopes_for_none() {
    let rules = Rules { yaku: false, ..plain() };
    assert_eq!(TENS_OR_THREES.plays_with(rules, ""), "10");
}

#[test]
fn fears_nothing_that_nobody_else_can_match() {
    // The last two 3s are both in the own hand, and the Oni is gone.
    let captured = ["Oni 9", "3 3", ""];
    let turn = Turn { hand: "10 7 8 6 3 3", field: "1 1 2 2", captured };
    assert_eq!(turn.plays(), "3");
}

#[test]
fn of_equal_options_takes_the_first() {
    let turn = Turn { hand: "9 9 8 8 7 7", field: "1 1 2 2 10 10", ..Turn::default() };
    let nothing = "points=0,denial=0,own_near=0,own_far=0";
    assert_eq!(turn.plays_with(plain(), nothing), "9");
}
