//! What two words of turns tell of a round.

use crate::games::kusuri_gui::Role;
use crate::games::kusuri_gui::rounds::Turns;
use crate::games::kusuri_gui::table::TURNS;

/// A round in which something happened in these turns, counted from 0.
fn turns(happened: &[u8]) -> Turns {
    let mut turns = Turns::default();
    (0..TURNS).for_each(|turn| turns.note(happened.contains(&turn)));
    turns.in_order()
}

fn taken(captures: &[u8]) -> Vec<u8> {
    turns(captures).cards_taken().collect()
}

fn streaks(kusuri: &[u8]) -> Vec<u8> {
    turns(kusuri).streaks().collect()
}

#[test]
fn the_dealer_has_the_even_turns() {
    let turns = turns(&[0, 3, 4, 5, 38, 39]);
    assert_eq!([turns.of(Role::Dealer), turns.of(Role::Other)], [3, 3]);
    let all = (0..TURNS).collect::<Vec<_>>();
    assert_eq!([Role::Dealer, Role::Other].map(|role| self::turns(&all).of(role)), [20, 20]);
}

#[test]
fn a_capture_takes_a_card_for_each_turn_since_the_last_one() {
    assert_eq!(taken(&[0]), [2], "the first card, and the one that takes it");
    assert_eq!(taken(&[1]), [3]);
    assert_eq!(taken(&[0, 2, 3]), [2, 2, 1]);
    assert_eq!(taken(&[39]), [41], "the whole round in one pile");
    assert!(taken(&[]).is_empty());
}

#[test]
fn kusuri_gui_in_each_turn_of_a_player_are_one_run() {
    assert!(streaks(&[]).is_empty());
    assert_eq!(streaks(&[2]), [1]);
    assert_eq!(streaks(&[2, 4, 6]), [3]);
    assert_eq!(streaks(&[2, 6]), [1, 1], "a turn without one ends the run");
    assert_eq!(streaks(&[6, 8, 10]), [3], "whether or not new hands are dealt");
    assert_eq!(streaks(&[2, 4, 7, 9, 11]), [2, 3], "by the one player and by the other");
    assert_eq!(streaks(&[37, 39]), [2]);
    let most: Vec<u8> = (3..TURNS).step_by(2).collect();
    assert_eq!(streaks(&most), [19]);
}
