//! Cards as simple drawings: numbers and coins for Daini and Kabufuda; month,
//! flower and kind for Hanafuda.

use maud::{Markup, html};

use crate::cards::{Hanafuda, Kind, NumberCard};

/// The size of a card.
pub const WIDTH: u32 = 60;
/// The height of a card.
pub const HEIGHT: u32 = 90;

const INK: &str = "#26221c";
const RED: &str = "#b3261e";

/// The drawing of a card, by its name.
#[must_use]
pub fn drawing(name: &str) -> Markup {
    let face = match (Hanafuda::named(name), NumberCard::named(name), name.parse::<u8>()) {
        (Some(card), ..) => hanafuda(card),
        (_, _, Ok(number)) => number_card(&number.to_string(), number, INK),
        (_, Some(card), _) => match card.number() {
            Some(number) => number_card(&number.to_string(), number.get(), RED),
            None => joker(name),
        },
        _ => html! { (label(name, 45, INK)) },
    };
    html! {
        rect width=(WIDTH) height=(HEIGHT) rx="5" fill="#fdfaf2" stroke="#8d8577" {}
        (face)
    }
}

/// The back of a card.
#[must_use]
pub fn back() -> Markup {
    html! {
        rect width=(WIDTH) height=(HEIGHT) rx="5" fill="#6d3b34" stroke="#3d1f1b" {}
        rect x="5" y="5" width=(WIDTH - 10) height=(HEIGHT - 10) rx="3" fill="none" stroke="#c9a48f" {}
        @for row in 0..4 {
            @for column in 0..3 {
                circle cx=(15 + 15 * column) cy=(18 + 18 * row) r="2" fill="#c9a48f" {}
            }
        }
    }
}

/// A small text, as wide as there is room.
fn label(text: &str, y: u32, fill: &str) -> Markup {
    let size = if text.len() > 10 { 7 } else { 9 };
    html! { text x=(WIDTH / 2) y=(y) text-anchor="middle" style=(style(size, 400, fill)) { (text) } }
}

/// The style of a text, which is that of the card and not of the page.
fn style(size: u32, weight: u32, fill: &str) -> String {
    format!("font:{weight} {size}px sans-serif;fill:{fill}")
}

/// A number, with as many coins.
fn number_card(text: &str, number: u8, fill: &str) -> Markup {
    // Two columns, and the odd coin between them at the end.
    let coins = (0..number).map(|coin| {
        let (row, column) = (coin / 2, coin % 2);
        let is_odd = coin + 1 == number && number % 2 == 1;
        let x = if is_odd { 30 } else { 20 + 20 * u32::from(column) };
        let rows = u32::from(number.div_ceil(2));
        let y = 58 - 6 * (rows - 1) + 12 * u32::from(row);
        (x, y)
    });
    html! {
        text x="7" y="22" style=(style(20, 700, fill)) { (text) }
        @for (x, y) in coins {
            circle cx=(x) cy=(y) r="5" fill="none" stroke=(fill) stroke-width="2" {}
            rect x=(x - 1) y=(y - 1) width="2" height="2" fill=(fill) {}
        }
    }
}

fn joker(name: &str) -> Markup {
    let is_demon = name == "Oni";
    html! {
        @if is_demon {
            path d="M18 34L14 16L26 28M42 34L46 16L34 28" fill="none" stroke=(RED) stroke-width="3" {}
        } @else {
            circle cx="30" cy="42" r="23" fill="none" stroke="#b58a2b" stroke-width="2" {}
        }
        circle cx="30" cy="44" r="15" fill=(if is_demon { "#e4b7b2" } else { "#eadfc4" }) stroke=(INK) {}
        circle cx="25" cy="41" r="2" fill=(INK) {}
        circle cx="35" cy="41" r="2" fill=(INK) {}
        path d=(if is_demon { "M23 52L26 49L29 52L32 49L35 52" } else { "M25 50Q30 54 35 50" }) fill="none"
            stroke=(INK) stroke-width="1.5" {}
        (label(name, 82, INK))
    }
}

fn hanafuda(card: Hanafuda) -> Markup {
    let month = card.month();
    html! {
        (flower(month.number()))
        (sign(card.kind()))
        text x="6" y="15" style=(style(12, 700, INK)) { (month.number()) }
        (label(month.name(), 84, INK))
    }
}

/// What a card shows beside its flower.
fn sign(kind: Kind) -> Markup {
    let ribbon = |fill: &str, has_poem: bool| {
        html! {
            path d="M38 14L50 18L44 50L32 46Z" fill=(fill) {}
            @if has_poem { path d="M42 22L39 40" stroke="#fff" stroke-width="2" {} }
        }
    };
    match kind {
        Kind::Bright => html! {
            circle cx="42" cy="20" r="11" fill="#d7372c" {}
            path d="M42 12V28M34 20H50" stroke="#fff" stroke-width="1.5" {}
        },
        Kind::Animal => html! {
            ellipse cx="42" cy="24" rx="7" ry="6" fill="#5a4632" {}
            circle cx="35" cy="15" r="3" fill="#5a4632" {}
            circle cx="42" cy="13" r="3" fill="#5a4632" {}
            circle cx="49" cy="15" r="3" fill="#5a4632" {}
        },
        Kind::PoetryRibbon => ribbon("#c0392b", true),
        Kind::BlueRibbon => ribbon("#2c5aa0", false),
        Kind::PlainRibbon => ribbon("#c0392b", false),
        Kind::Chaff => html! {},
    }
}

/// The flower of a month: a colour and a shape.
fn flower(month: u8) -> Markup {
    match month {
        1 => html! { path d="M30 40L12 66H48ZM30 52L16 74H44Z" fill="#2f6b3a" {} },
        2 => petals(5, 9, "#c8324a"),
        3 => petals(5, 10, "#e58fae"),
        4 => drops(
            &[(20, 44), (30, 44), (40, 44), (22, 56), (30, 56), (38, 56), (26, 66), (34, 66)],
            "#7d5ba6",
        ),
        5 => {
            html! { path d="M30 72V44M30 48Q14 40 22 30Q30 36 30 46Q30 36 38 30Q46 40 30 48" fill="#5c4ba0" stroke="#3d6b3a" stroke-width="2" {} }
        }
        6 => petals(8, 11, "#b4233a"),
        7 => drops(
            &[(18, 46), (26, 40), (34, 48), (42, 42), (22, 60), (32, 62), (40, 58), (28, 52)],
            "#a8465f",
        ),
        8 => html! { path d="M4 72Q30 30 56 72Z" fill="#4b4f45" {} },
        9 => petals(14, 12, "#d39a1c"),
        10 => {
            html! { path d="M30 34L35 48L48 44L40 56L48 68L34 63L30 74L26 63L12 68L20 56L12 44L25 48Z" fill="#c9552b" {} }
        }
        11 => {
            html! { path d="M16 30Q12 52 18 72M26 30Q22 54 28 74M36 30Q34 54 38 74M46 30Q44 52 48 72" fill="none" stroke="#4c7a3d" stroke-width="2.5" {} }
        }
        _ => html! {
            path d="M12 72Q30 52 48 72Q30 80 12 72" fill="#4c7a3d" {}
            path d="M30 62V36M22 62V44M38 62V44" stroke="#6b4a9c" stroke-width="5" stroke-linecap="round" {}
        },
    }
}

fn drops(places: &[(u32, u32)], fill: &str) -> Markup {
    html! { @for (x, y) in places { circle cx=(x) cy=(y) r="4.5" fill=(fill) {} } }
}

/// Petals around a heart.
fn petals(count: u32, size: u32, fill: &str) -> Markup {
    html! {
        @for petal in 0..count {
            @let turn = format!("rotate({} 30 56)", petal * 360 / count);
            ellipse cx="30" cy=(56 - size) rx=(if count > 8 { 2 } else { 5 }) ry=(size * 3 / 5) fill=(fill) transform=(turn) {}
        }
        circle cx="30" cy="56" r="4" fill="#e8c34a" {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::Card;

    #[test]
    fn every_card_has_a_drawing_of_its_own_kind() {
        let hanafuda: Vec<String> =
            (0..Hanafuda::COUNT).map(|card| drawing(&Hanafuda::at(card).to_string()).into_string()).collect();
        assert!(hanafuda.iter().all(|card| card.contains("700 12px")), "all have a month");
        assert!(drawing("Oni").into_string().contains("Oni"));
        assert_eq!(drawing("7").into_string().matches("<circle").count(), 7);
        assert_eq!(drawing("special-4").into_string().matches("<circle").count(), 4);
        assert!(
            drawing("special-1").into_string().contains(RED) && !drawing("1").into_string().contains(RED)
        );
    }

    #[test]
    fn an_unknown_card_shows_its_name_as_text() {
        assert!(drawing("<b>").into_string().contains("&lt;b&gt;"));
    }
}
