//! Which cards may be taken, and what a take is.

use super::rig::{Scene, plain};
use crate::cards::{Card, NumberCard};
use crate::games::kazu_tori::play::may_take;
use crate::games::kazu_tori::{DECK, Event, deck};

#[test]
fn the_deck_has_forty_cards_three_ones_and_three_fours_among_them() {
    assert_eq!(deck().len(), DECK);
    let of_number =
        |number: u8| deck().iter().filter(move |card| card.number().map(|n| n.get()) == Some(number));
    for number in 1..=10 {
        let expected = if number == 1 || number == 4 { 3 } else { 4 };
        assert_eq!(of_number(number).count(), expected, "{number}");
    }
    assert!(deck().has(NumberCard::ONI) && deck().has(NumberCard::JIZO));
}

#[test]
fn a_number_card_may_be_taken_if_the_last_digits_are_equal() {
    for number in 1..=20_u8 {
        for card in deck() {
            let expected = match card.number() {
                Some(of_the_card) => of_the_card.get() % 10 == number % 10,
                None => card == NumberCard::ONI,
            };
            assert_eq!(may_take(card, number), expected, "{card} at {number}");
        }
    }
}

#[test]
fn the_oni_may_always_be_taken_and_the_jizo_never() {
    for number in 1..=20 {
        assert!(may_take(NumberCard::ONI, number));
        assert!(!may_take(NumberCard::JIZO, number));
    }
    assert_eq!(NumberCard::JIZO.index() / 4, 10, "the jokers stand after the Tens");
}

#[test]
fn the_fastest_takes_all_the_table_lays_the_next_card_and_declares_one() {
    let mut scene =
        Scene::with_piles(plain(), ["3 5", "6", "7", "8"]).with_table(&[(3, "9"), (4, "2")]).at(1, 3);
    scene.lays("3", &[4, 2, 3]);
    assert_eq!(scene.pile(4), "2 3 8 9");
    assert_eq!(scene.on_the_table(), "nothing");
    assert_eq!(scene.next_discard(), (4, 1));
    assert_eq!(scene.payments(), [], "who comes second pays nothing");
    assert!(matches!(scene.events().last(), Some(Event::Took { number: 3, oni: false, cards: 3, .. })));
}

#[test]
fn the_discarder_may_take_the_own_card() {
    let mut scene = Scene::with_piles(plain(), ["3 5", "6", "7", "8"]).at(1, 3);
    scene.lays("3", &[1]);
    assert_eq!((scene.pile(1).as_str(), scene.next_discard()), ("3 5", (1, 1)));
}

#[test]
fn ten_and_twenty_match_a_ten() {
    for number in [10, 20] {
        let mut scene = Scene::with_piles(plain(), ["10 5", "6", "7", "8"]).at(1, number);
        scene.lays("10", &[3]);
        assert_eq!(scene.pile(3), "7 10");
    }
}

#[test]
fn the_oni_is_taken_at_any_number() {
    let mut scene = Scene::with_piles(plain(), ["Oni 5", "6", "7", "8"]).with_table(&[(4, "9")]).at(1, 7);
    scene.lays("Oni", &[2]);
    assert_eq!((scene.pile(2).as_str(), scene.next_discard()), ("6 9 Oni", (2, 1)));
    assert!(matches!(scene.events().last(), Some(Event::Took { oni: true, cards: 2, .. })));
}

#[test]
fn a_card_that_nobody_slaps_stays_and_the_count_goes_on() {
    let mut scene = Scene::with_piles(plain(), ["3 5", "6", "7", "8"]).at(1, 3);
    scene.lays("3", &[]);
    assert_eq!((scene.on_the_table().as_str(), scene.next_discard()), ("3", (2, 4)));
    assert_eq!(scene.count(|event| matches!(event, Event::Missed { number: 3, .. })), 1);
    scene.lays("6", &[]);
    assert_eq!(scene.count(|event| matches!(event, Event::Missed { .. })), 1, "a 6 at four is not missed");
}
