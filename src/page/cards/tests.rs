use std::collections::BTreeSet;
use std::path::Path;

use super::*;
use crate::cards::{Card, NumberCard};

fn names<C: Card>() -> Vec<String> {
    (0..C::COUNT).map(|card| C::at(card).to_string()).collect()
}

fn decks() -> [Vec<String>; 2] {
    [names::<Hanafuda>(), names::<NumberCard>()]
}

/// What is between two texts, wherever it is.
fn between<'a>(text: &'a str, start: &str, end: &str) -> Vec<&'a str> {
    text.split(start).skip(1).map(|rest| rest.split_once(end).expect("an end").0).collect()
}

#[test]
fn every_card_of_every_deck_has_a_drawing() {
    for names in decks() {
        let sheet = sheet(&names).into_string();
        for (card, name) in names.iter().enumerate() {
            assert!(drawing(&sheet, &names, card).is_some(), "{name}");
        }
    }
    let hanafuda = names::<Hanafuda>();
    let art = sheet(&hanafuda).into_string();
    let drawings: BTreeSet<_> = (0..Hanafuda::COUNT).map(|card| drawing(&art, &hanafuda, card)).collect();
    assert_eq!(drawings.len(), Hanafuda::COUNT, "no two cards look the same");
}

#[test]
fn an_id_is_there_once_and_every_reference_has_one() {
    for names in decks() {
        let sheet = sheet(&names).into_string();
        let ids = between(&sheet, " id=\"", "\"");
        let unique: BTreeSet<&str> = ids.iter().copied().collect();
        assert_eq!(ids.len(), unique.len());
        for start in ["href=\"#", "url(#"] {
            let used = between(&sheet, start, if start.starts_with('h') { "\"" } else { ")" });
            assert!(!used.is_empty());
            for id in used {
                assert!(unique.contains(id), "{id} is not defined");
            }
        }
        assert_eq!(sheet.matches("<g").count(), sheet.matches("</g>").count(), "groups are closed");
    }
}

#[test]
fn a_deck_is_small_and_loads_nothing() {
    for names in decks() {
        let sheet = sheet(&names).into_string();
        assert!(sheet.len() < 60_000, "{} bytes", sheet.len());
        assert!(!sheet.contains("http") && !sheet.contains("<script") && !sheet.contains("<image"));
        assert!(!sheet.contains('\n') && !sheet.contains("<!--"));
    }
}

#[test]
fn titles_say_what_a_card_is() {
    assert_eq!(title("crane"), "crane, bright of pine · 松に鶴");
    assert_eq!(title("lightning"), "lightning, chaff of willow · 柳に雷");
    assert_eq!(title("plum-ribbon"), "plum, poetry ribbon · 梅に赤短");
    assert_eq!(title("maple-chaff"), "maple, chaff · 紅葉にカス");
    assert_eq!([title("7"), title("special-1")], ["7", "1, the red One"]);
    for (name, _) in FIGURES {
        assert!(Hanafuda::named(name).is_some(), "{name}");
    }
}

#[test]
fn an_unknown_card_shows_its_name_as_text() {
    let sheet = sheet(&["<b>".to_owned()]).into_string();
    assert!(sheet.contains("&lt;b&gt;") && !sheet.contains("<b>"));
}

/// The cards of a deck side by side, as a file of its own.
fn contact_sheet(names: &[String]) -> String {
    const COLUMNS: usize = 12;
    let (width, height) = (COLUMNS * 108 + 8, names.len().div_ceil(COLUMNS) * 168 + 8);
    // A column is a month.
    let at = |card: usize| (8 + card / 4 % COLUMNS * 108, 8 + (card % 4 + card / 48 * 4) * 168);
    html! {
        svg xmlns="http://www.w3.org/2000/svg" viewBox=(format!("0 0 {width} {height}")) width=(width) height=(height)
            role="img" aria-label="The cards of the deck" {
            (sheet(names))
            rect width="100%" height="100%" fill="#5d7d63" {}
            @for (card, name) in names.iter().enumerate() {
                @let (x, y) = at(card);
                use href=(format!("#card-{card}")) x=(x) y=(y) width="100" height="160" { title { (title(name)) } }
            }
        }
    }
    .into_string()
}

/// `FUDA_RENEW=1` draws it again.
#[test]
fn the_picture_in_the_docs_shows_the_deck() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/pictures/hanafuda.svg");
    let drawn = contact_sheet(&names::<Hanafuda>());
    if std::env::var_os("FUDA_RENEW").is_some() {
        std::fs::write(&path, &drawn).expect("docs/pictures can be written");
    }
    assert_eq!(std::fs::read_to_string(&path).unwrap_or_default(), drawn, "renew it with FUDA_RENEW=1");
}
