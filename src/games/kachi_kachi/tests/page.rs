//! The page on the game says what the program does.

use crate::game::Options;
use crate::games::kachi_kachi::{Choices, Class, Decision, KachiKachi};
use crate::games::page::Page;
use crate::study::odds::Odds;

#[test]
fn it_has_every_decision() {
    let all = [Decision::Claim, Decision::Again, Decision::Open, Decision::Amount, Decision::Call];
    let names = all.map(|decision| Choices::of_two(decision).decision());
    assert_eq!(Page::of::<KachiKachi>().column("Decisions", 0), names);
}

#[test]
fn it_has_every_class_in_order() {
    let page = Page::of::<KachiKachi>();
    let written: Vec<&str> = page
        .column("Hands", 0)
        .into_iter()
        .flat_map(str::split_whitespace)
        .map(|name| name.trim_matches('`'))
        .collect();
    assert_eq!(written, Class::NAMES);
}

#[test]
fn it_has_the_exact_share_of_draws() {
    let players: Vec<usize> = (2..=8).collect();
    let decks = [false, true].map(|extra_cards| Odds::of_kachi_kachi(extra_cards, &players));
    let drawn = |odds: &Odds, players: usize| {
        let of_players = odds.classes.iter().filter(|class| class.players == players);
        let won = of_players.map(|class| class.wins).sum::<u64>() * players as u64;
        format!("{:.2} %", 100.0 * (1.0 - won as f64 / odds.deals(players) as f64))
    };
    let counted = players
        .iter()
        .map(|&players| vec![players.to_string(), drawn(&decks[0], players), drawn(&decks[1], players)]);
    assert_eq!(Page::of::<KachiKachi>().table("Exact facts"), counted.collect::<Vec<_>>());
}
