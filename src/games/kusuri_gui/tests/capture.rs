//! What a card does: it captures the pile, or goes on top of it.

use super::rig::{Deal, Scene, plain};
use crate::cards::Card;
use crate::game::Options;
use crate::games::kusuri_gui::{DECK, Discards, Event, Role};

#[test]
fn a_card_of_the_month_of_the_top_card_captures_the_whole_pile() {
    let deal = Deal { field: "crane", dealer: "warbler wisteria-chaff moon", other: "cuckoo phoenix" };
    let mut scene = Scene::dealt(plain(), deal);
    scene.play("warbler cuckoo wisteria-chaff");
    assert_eq!(scene.captured(Role::Dealer), "crane warbler cuckoo wisteria-chaff");
    assert_eq!(scene.pile(), "nothing");
}

#[test]
fn only_the_top_card_is_matched() {
    let deal = Deal { field: "crane", dealer: "warbler", other: "pine-chaff" };
    let mut scene = Scene::dealt(plain(), deal);
    scene.play("warbler pine-chaff");
    assert_eq!(scene.pile(), "crane pine-chaff warbler");
    assert_eq!(scene.captured(Role::Other), "nothing");
}

#[test]
fn capturing_is_not_optional() {
    // There is no decision but which card to play.
    let mut scene = Scene::dealt(plain(), Deal { field: "crane", dealer: "pine-chaff", other: "" });
    assert_eq!(scene.table.options().decision(), "play");
    scene.play("pine-chaff");
    assert_eq!(scene.captured(Role::Dealer), "crane pine-chaff");
}

#[test]
fn a_card_on_an_empty_pile_is_laid() {
    let deal = Deal { field: "crane", dealer: "pine-chaff", other: "pine-chaff" };
    let mut scene = Scene::dealt(plain(), deal);
    scene.play("pine-chaff pine-chaff");
    assert_eq!(scene.pile(), "pine-chaff");
    assert_eq!(scene.captured(Role::Other), "nothing");
}

#[test]
fn the_first_capture_may_be_the_dealers_first_card() {
    let mut scene = Scene::dealt(plain(), Deal { field: "crane", dealer: "pine-ribbon", other: "" });
    scene.play("pine-ribbon");
    assert!(matches!(scene.events().last(), Some(Event::Played { took, .. }) if took.to_string() == "crane"));
}

#[test]
fn every_card_matches_its_month_and_the_willows_match_all() {
    for top in DECK {
        let matching = Discards::matching(top);
        for card in DECK {
            let is_a_match = card.month() == top.month() || card.month().name() == "willow";
            assert_eq!(matching.has(card), is_a_match, "{card} on {top}");
        }
    }
    assert_eq!(DECK.iter().map(Card::index).max(), Some(47));
}

#[test]
fn a_captured_card_stays_captured() {
    let deal = Deal { field: "crane", dealer: "pine-chaff curtain", other: "cherry-ribbon moon" };
    let mut scene = Scene::dealt(plain(), deal);
    scene.play("pine-chaff cherry-ribbon curtain moon");
    assert_eq!(scene.captured(Role::Dealer), "crane pine-chaff curtain cherry-ribbon");
    assert_eq!(scene.pile(), "moon");
}
