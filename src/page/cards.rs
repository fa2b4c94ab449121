//! Drawings of the cards: own drawings in SVG, a file for each month of the
//! hanafuda, one for the numbers of Daini and Kabufuda, and one for the jokers.
//!
//! A card has 100 by 160 units. Each file has groups with an id that begins with
//! `art-`: plants, ribbons and animals, and from these the cards. A page has the
//! drawings of one deck once, in [`sheet`], as the symbols `card-0` and so on,
//! and shows a card by `<use>`.
//!
//! Palette: `#251c1a` black, `#cf2a1e` red, `#f0b323` yellow, `#4b3f93` violet,
//! `#2c6a3b` green, on paper of `#f9f2e0`. Cards look the same in light and dark.

use maud::{Markup, PreEscaped, html};

use crate::cards::{Hanafuda, Kind};

/// What every deck needs: paper, edge, back and ribbons.
const COMMON: &str = include_str!("cards/art/00-common.svg");

/// The months of the hanafuda, in order.
const HANAFUDA: [&str; 12] = [
    include_str!("cards/art/01-pine.svg"),
    include_str!("cards/art/02-plum.svg"),
    include_str!("cards/art/03-cherry.svg"),
    include_str!("cards/art/04-wisteria.svg"),
    include_str!("cards/art/05-iris.svg"),
    include_str!("cards/art/06-peony.svg"),
    include_str!("cards/art/07-bush-clover.svg"),
    include_str!("cards/art/08-susuki.svg"),
    include_str!("cards/art/09-chrysanthemum.svg"),
    include_str!("cards/art/10-maple.svg"),
    include_str!("cards/art/11-willow.svg"),
    include_str!("cards/art/12-paulownia.svg"),
];

/// Numbers and jokers.
const NUMBERS: [&str; 2] =
    [include_str!("cards/art/20-numbers.svg"), include_str!("cards/art/21-jokers.svg")];

/// The months' Japanese names.
const MONTHS: [&str; 12] = ["松", "梅", "桜", "藤", "菖蒲", "牡丹", "萩", "芒", "菊", "紅葉", "柳", "桐"];

/// What brights and animals show, in Japanese, by the names of the cards.
const FIGURES: [(&str, &str); 16] = [
    ("crane", "鶴"),
    ("warbler", "鶯"),
    ("curtain", "幕"),
    ("cuckoo", "杜鵑"),
    ("bridge", "八橋"),
    ("butterflies", "蝶"),
    ("boar", "猪"),
    ("moon", "月"),
    ("geese", "雁"),
    ("sake-cup", "盃"),
    ("deer", "鹿"),
    ("rainman", "小野道風"),
    ("swallow", "燕"),
    ("lightning", "雷"),
    ("phoenix", "鳳凰"),
    ("yellow-paulownia", "黄"),
];

/// The definitions of a deck: a symbol for each of its cards, by index, and one
/// for the back.
pub fn sheet(names: &[String]) -> Markup {
    let months: &[&str] = if Hanafuda::named(names.first().map_or("", String::as_str)).is_some() {
        &HANAFUDA
    } else {
        &NUMBERS
    };
    let art: String = std::iter::once(&COMMON).chain(months).map(|file| content(file)).collect();
    let face = |card: usize| {
        html! {
            symbol id=(format!("card-{card}")) viewBox="0 0 100 160" {
                use href="#art-paper" {}
                @match drawing(&art, names, card) {
                    Some(id) => g clip-path="url(#art-face)" { use href=(format!("#{id}")) {} },
                    None => text x="50" y="84" text-anchor="middle" style="font:13px sans-serif;fill:#251c1a" { (names[card]) },
                }
                use href="#art-edge" {}
            }
        }
    };
    html! {
        defs {
            (PreEscaped(&art))
            @for card in 0..names.len() { (face(card)) }
            symbol #card-back viewBox="0 0 100 160" { use href="#art-back" {} }
        }
    }
}

/// The groups of a file, without comments and indentation.
fn content(file: &str) -> String {
    let is_content = |line: &&str| !["<svg", "</svg", "<!--"].iter().any(|start| line.starts_with(start));
    file.lines().map(str::trim).filter(is_content).collect()
}

/// The id of a card's drawing. The second chaff of a month has one of its own.
fn drawing(art: &str, names: &[String], card: usize) -> Option<String> {
    let name = &names[card];
    let is_second = names[..card].iter().filter(|before| *before == name).count() == 1;
    let ids = [is_second.then(|| format!("art-{name}-2")), Some(format!("art-{}", name.to_lowercase()))];
    ids.into_iter().flatten().find(|id| art.contains(&format!(" id=\"{id}\"")))
}

/// What a card is called by people and by screen readers.
pub fn title(name: &str) -> String {
    let Some(card) = Hanafuda::named(name) else {
        return match name {
            "special-1" => "1, the red One".to_owned(),
            "special-4" => "4, the marked Four".to_owned(),
            "Oni" => "Oni, the demon · 鬼".to_owned(),
            "Jizo" => "Jizo, the buddha · 地蔵".to_owned(),
            _ => name.to_owned(),
        };
    };
    let (month, kanji) = (card.month().name(), MONTHS[usize::from(card.month().number()) - 1]);
    let figure = FIGURES.iter().find(|(figure, _)| *figure == name).map(|(_, figure)| *figure);
    let (kind, thing) = match card.kind() {
        Kind::Bright => ("bright", figure.unwrap_or_default()),
        Kind::Animal => ("animal", figure.unwrap_or_default()),
        Kind::PoetryRibbon => ("poetry ribbon", "赤短"),
        Kind::BlueRibbon => ("blue ribbon", "青短"),
        Kind::PlainRibbon => ("plain ribbon", "短冊"),
        Kind::Chaff => ("chaff", figure.unwrap_or("カス")),
    };
    match figure {
        Some(_) => format!("{}, {kind} of {month} · {kanji}に{thing}", name.replace('-', " ")),
        None => format!("{month}, {kind} · {kanji}に{thing}"),
    }
}

#[cfg(test)]
mod tests;
