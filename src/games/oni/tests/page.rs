//! The page on the game says what the program does.

use super::odds::first_turn;
use super::rig::plain;
use crate::cards::{Hanafuda, Kind};
use crate::game::Options;
use crate::games::oni::{Choices, HandPoints, Oni, Rules, fitting};
use crate::games::page::Page;
use crate::text::thousands;

#[test]
fn it_has_every_decision() {
    let names = [Choices::Discard(Hanafuda::ALL), Choices::Declare].map(|choices| choices.decision());
    assert_eq!(Page::of::<Oni>().column("Decisions", 0), names);
}

/// The name on the page for the cards on which as many others fit.
fn like(card: Hanafuda) -> &'static str {
    match (card, card.kind()) {
        (Hanafuda::SAKE_CUP, _) => "sake cup",
        (Hanafuda::LIGHTNING, _) => "lightning",
        (_, Kind::Bright) => "bright",
        (_, Kind::Animal) => "animal except the sake cup",
        (_, Kind::PoetryRibbon | Kind::BlueRibbon | Kind::PlainRibbon) => "ribbon",
        (_, Kind::Chaff) if ["chrysanthemum", "paulownia"].contains(&card.month().name()) => {
            "chaff of chrysanthemum or paulownia"
        }
        (_, Kind::Chaff) => "chaff of other months",
    }
}

#[test]
fn it_has_how_many_others_fit_on_each_card() {
    let page = Page::of::<Oni>();
    let rows = page.table("Exact facts");
    for row in &rows {
        let alike: Vec<Hanafuda> = Hanafuda::ALL.iter().filter(|&card| like(card) == row[0]).collect();
        assert_eq!(alike.len().to_string(), row[1], "{}", row[0]);
        for card in alike {
            assert_eq!((fitting(card).len() - 1).to_string(), row[2], "{card}");
        }
    }
    let in_all: usize = rows.iter().map(|row| row[1].parse::<usize>().expect("a number")).sum();
    assert_eq!(in_all, Hanafuda::ALL.len(), "every card is in a row");
}

#[test]
fn its_exact_facts_are_what_can_be_counted() {
    let page = Page::of::<Oni>();
    let fits: usize = Hanafuda::ALL.iter().map(|card| fitting(card).len() - 1).sum();
    let no_match = |lightning_first_turn| 100.0 * first_turn(&Rules { lightning_first_turn, ..plain() }).1;
    for fact in [
        format!("All cards together are worth {} points", HandPoints::new().among_others(Hanafuda::ALL)),
        format!("Of the {} pairs of cards {} fit", thousands(48 * 47 / 2), fits / 2),
        format!("on a card fit {:.1} others on average", fits as f64 / 48.0),
        format!("In {:.2} % of the rounds the first player holds no card", no_match(false)),
        format!("{:.2} % if the lightning is free in a first turn", no_match(true)),
    ] {
        assert!(page.says("Exact facts", &fact), "the page does not say '{fact}'");
    }
}
