//! The deal, and what the dealer takes from the field before the first turn.

use super::rig::{Deal, RoundEnd, Scene, plain, with_jizo};
use crate::game::{Audit, Game};
use crate::games::kujuroku::table::Pile;
use crate::games::kujuroku::{Ending, Event, Kujuroku, OniFate, Role, Rules, Yaku};
use crate::random::{BlockStreams, Purpose};
use crate::seat::Seat;
use crate::settings::Settings;

#[test]
fn each_participant_and_the_field_get_six_cards_and_the_pile_the_rest() {
    let without_oni = Rules { oni: false, ..plain() };
    for (rules, pile) in [(plain(), 17), (with_jizo(), 18), (without_oni, 16)] {
        let scene = Scene::dealt(rules, Deal { field: "2 2 5 6 7 8", ..Deal::default() });
        let zones = scene.game.zones(&scene.table);
        let count = |name: &str| zones.iter().find(|zone| zone.name == name).expect("a zone").cards.len();
        assert_eq!(["dealer hand", "second hand", "third hand", "field"].map(count), [6; 4]);
        assert_eq!(count("draw pile"), pile);
    }
}

#[test]
fn the_deck_has_the_jokers_that_the_rules_name() {
    let deck = |rules| Kujuroku::new(rules).deck();
    assert!(deck(plain()).to_string().ends_with("10 Oni"));
    assert!(deck(with_jizo()).to_string().ends_with("10 Oni Jizo"));
    assert!(deck(Rules { oni: false, ..plain() }).to_string().ends_with("10 10 10 10"));
}

#[test]
fn there_is_no_jizo_without_the_oni() {
    let error = Rules { oni: false, ..with_jizo() }.check().expect_err("the Jizo needs the Oni");
    assert!(error.contains("jizo=true needs oni=true"), "{error}");
    assert_eq!(with_jizo().check(), Ok(()));
}

/// Lays out a field, without what comes after.
fn is_misdeal(field: &str) -> bool {
    let mut scene = Scene::new(plain());
    let pack = Deal { field, ..Deal::default() }.pack(scene.game.deck());
    scene.table.pile = Pile::new(&pack);
    let fine = scene.at_play().lay_out();
    let told = scene.events().iter().any(|event| matches!(event, Event::Dealt { misdeal: true, .. }));
    assert_eq!(fine, !told, "what is said is what is so");
    told
}

#[test]
fn four_alike_on_the_field_is_a_misdeal() {
    assert!(is_misdeal("7 7 7 7 2 3"));
    assert!(is_misdeal("special-1 1 1 1 2 3"));
    assert!(is_misdeal("2 3 10 10 10 10"));
    assert!(!is_misdeal("7 7 7 8 8 8"));
    assert!(!is_misdeal("1 1 1 2 2 Oni"));
}

#[test]
fn four_alike_are_a_misdeal_before_the_oni_can_break_them() {
    assert!(is_misdeal("Oni 7 7 7 7 2"));
}

#[test]
fn after_a_misdeal_all_cards_are_shuffled_and_dealt_again() {
    // One deal in 675 is a misdeal: among the first blocks some begin with one.
    let mut misdeals = 0;
    for block in 0..10_000 {
        let mut rng = BlockStreams::new(1, block).stream(1, Purpose::Game);
        let mut scene = Scene::new(plain());
        scene.deal_at_random(&mut rng);
        let deals = scene.each(|event| match event {
            Event::Dealt { hands, field, misdeal } => Some((*hands, *field, *misdeal)),
            _ => None,
        });
        let (last, before) = deals.split_last().expect("a deal");
        assert!(!last.2 && before.iter().all(|deal| deal.2), "dealt until it is no misdeal");
        misdeals += before.len();
        for misdealt in before {
            assert_ne!((misdealt.0, misdealt.1), (last.0, last.1), "the cards were shuffled");
            assert_eq!(scene.table.hands.map(|hand| hand.set()), last.0, "the last deal is played");
        }
        assert_eq!(scene.count(|event| matches!(event, Event::RoundBegan { .. })), 1);
    }
    assert!(misdeals > 0);
}

#[test]
fn the_dealer_takes_the_oni_from_the_field_with_any_card_of_choice() {
    let mut scene = Scene::dealt(plain(), Deal { field: "2 2 5 6 7 Oni", ..Deal::default() });
    assert_eq!((scene.asked(), scene.seat_asked()), (Some("deal_oni"), Seat::FIRST));
    assert_eq!(scene.options(), "2 2 5 6 7");
    scene.takes("6");
    assert_eq!(scene.captured(Role::Dealer), "6 Oni");
    assert_eq!(scene.field(), "2 2 5 7");
    assert_eq!(scene.oni_fate(), Some(OniFate::Deal));
    assert_eq!((scene.asked(), scene.seat_asked()), (Some("play"), Seat::FIRST));
}

#[test]
fn both_jokers_on_the_field_go_to_the_dealer_and_no_other_card() {
    let scene = Scene::dealt(with_jizo(), Deal { field: "2 2 5 6 Oni Jizo", ..Deal::default() });
    assert_eq!(scene.captured(Role::Dealer), "Oni Jizo");
    assert_eq!(scene.field(), "2 2 5 6");
    assert_eq!(scene.oni_fate(), Some(OniFate::WithJizo));
    assert_eq!(scene.asked(), Some("play"));
}

#[test]
fn triples_are_taken_beside_both_jokers() {
    let mut scene = Scene::dealt(with_jizo(), Deal { field: "5 5 5 6 Oni Jizo", ..Deal::default() });
    scene.leaves("5");
    assert_eq!(scene.captured(Role::Dealer), "5 5 Oni Jizo");
    assert_eq!(scene.field(), "5 6");
}

#[test]
fn the_jizo_alone_on_the_field_goes_to_the_dealer() {
    let scene = Scene::dealt(with_jizo(), Deal { field: "2 2 5 6 7 Jizo", ..Deal::default() });
    assert_eq!(scene.captured(Role::Dealer), "Jizo");
    assert_eq!(scene.field(), "2 2 5 6 7");
    assert_eq!(scene.oni_fate(), None);
    assert_eq!(scene.asked(), Some("play"));
}

#[test]
fn of_three_alike_the_dealer_takes_two_and_says_which_one_stays() {
    let mut scene = Scene::dealt(plain(), Deal { field: "special-4 4 4 6 7 8", ..Deal::default() });
    assert_eq!((scene.asked(), scene.seat_asked()), (Some("deal_triple"), Seat::FIRST));
    assert_eq!(scene.options(), "special-4 4 4");
    scene.leaves("4");
    assert_eq!(scene.captured(Role::Dealer), "special-4 4");
    assert_eq!(scene.field(), "4 6 7 8");
    assert_eq!(scene.asked(), Some("play"));
}

#[test]
fn two_alike_on_the_field_stay_there() {
    let scene = Scene::dealt(plain(), Deal { field: "2 2 5 5 7 7", ..Deal::default() });
    assert_eq!(scene.asked(), Some("play"));
    assert_eq!(scene.captured(Role::Dealer), "nothing");
}

#[test]
fn of_two_triples_the_dealer_takes_two_cards_each() {
    let mut scene = Scene::dealt(plain(), Deal { field: "special-1 1 1 special-4 4 4", ..Deal::default() });
    assert_eq!(scene.options(), "special-1 1 1");
    scene.leaves("special-1");
    assert_eq!(scene.options(), "special-4 4 4");
    scene.leaves("4");
    assert_eq!(scene.captured(Role::Dealer), "1 1 special-4 4");
    assert_eq!(scene.field(), "special-1 4");
    assert_eq!(scene.asked(), Some("play"));
}

#[test]
fn the_oni_at_the_deal_can_break_a_triple() {
    let mut scene = Scene::dealt(plain(), Deal { field: "7 7 7 2 5 Oni", ..Deal::default() });
    scene.takes("7");
    assert_eq!(scene.asked(), Some("play"), "only two 7s are left");
    assert_eq!(scene.captured(Role::Dealer), "7 Oni");
    assert_eq!(scene.field(), "2 5 7 7");
}

#[test]
fn the_oni_at_the_deal_can_take_another_card_beside_a_triple() {
    let mut scene = Scene::dealt(plain(), Deal { field: "7 7 7 2 5 Oni", ..Deal::default() });
    scene.takes("5").leaves("7");
    assert_eq!(scene.captured(Role::Dealer), "5 7 7 Oni");
    assert_eq!(scene.field(), "2 7");
}

#[test]
fn the_dealer_can_have_danjou_before_the_first_turn() {
    let danjou = RoundEnd {
        ending: Ending::Yaku(Role::Dealer, Yaku::Danjou),
        turns: 0,
        chips: [16, -8, -8],
        dealer_keeps: true,
    };
    let mut scene = Scene::dealt(plain(), Deal { field: "special-1 special-4 4 4 7 Oni", ..Deal::default() });
    scene.takes("special-1").leaves("4");
    assert_eq!(scene.round_end(), Some(danjou));
    assert_eq!(scene.scores(), [16, -8, -8, 0]);

    let mut scene = Scene::dealt(plain(), Deal { field: "special-4 special-1 1 1 7 Oni", ..Deal::default() });
    scene.takes("special-4").leaves("1");
    assert_eq!(scene.round_end(), Some(danjou));
}

#[test]
fn the_dealer_can_leave_danjou_lying() {
    let mut scene = Scene::dealt(plain(), Deal { field: "special-1 special-4 4 4 7 Oni", ..Deal::default() });
    scene.takes("special-1").leaves("special-4");
    assert_eq!((scene.asked(), scene.round_end()), (Some("play"), None));
}
