//! The page on the game says what the program does.

use super::fields::Fields;
use super::rig::plain;
use crate::game::Options;
use crate::games::kujuroku::{Choices, Kujuroku, Set, Waits, Yaku};
use crate::games::page::Page;
use crate::text::thousands;

#[test]
fn it_has_every_decision() {
    let all = [Waits::DealOni, Waits::DealTriple, Waits::Play, Waits::TakeHand, Waits::TakeDraw];
    let names = all.map(|asked_by| Choices::of_field(asked_by, Set::EMPTY).decision());
    assert_eq!(Page::of::<Kujuroku>().column("Decisions", 0), names);
}

#[test]
fn it_has_the_value_of_every_yaku() {
    let page = Page::of::<Kujuroku>();
    let written: Vec<(&str, i32)> = page
        .table("Yaku")
        .iter()
        .map(|row| (row[0], row[2].trim_end_matches(" chips").parse().expect("a number of chips")))
        .collect();
    let values = Yaku::ALL.map(|yaku| (yaku.name(), yaku.value(&plain())));
    assert_eq!(written, values);
}

#[test]
fn it_has_the_exact_number_of_fields() {
    let decks = Fields::of_all_decks();
    let row = |name: &str, cell: &dyn Fn(&Fields) -> String| {
        std::iter::once(name.to_owned()).chain(decks.iter().map(cell)).collect::<Vec<String>>()
    };
    let rare = |count: u64, of: u64| match count {
        0 => String::new(),
        _ => format!("{}, one in {}", thousands(count), thousands((of as f64 / count as f64).round() as u64)),
    };
    let often = |count: u64, of: u64| match count {
        0 => String::new(),
        _ => format!("{}, {:.3} %", thousands(count), 100.0 * count as f64 / of as f64),
    };
    let stand = |fields: &Fields| fields.all - fields.misdeals;
    let counted = [
        row("all", &|fields| thousands(fields.all)),
        row("misdeals", &|fields| rare(fields.misdeals, fields.all)),
        row("one or two triples", &|fields| often(fields.triples, stand(fields))),
        row("two triples", &|fields| rare(fields.two_triples, stand(fields))),
        row("the Oni is taken with a card", &|fields| often(fields.oni_taken, stand(fields))),
        row("the Oni and the Jizo are taken", &|fields| often(fields.both_jokers, stand(fields))),
        row("Danjou lies there for the dealer", &|fields| rare(fields.danjou, stand(fields))),
    ];
    let page = Page::of::<Kujuroku>();
    assert_eq!(page.table("Exact facts"), counted);
    let with_oni = decks[1];
    let taken = 100.0 * with_oni.oni_taken as f64 / stand(&with_oni) as f64;
    let dealt = 100.0 * 6.0 / 41.0;
    assert!(page.says("Exact facts", &format!("{taken:.3} % to {dealt:.3} %")));
}
