//! The tables of `docs/fields.md`: what scripts and programs see of each game.
//! `FUDA_RENEW=1` writes them to the page.

use std::path::Path;

use crate::bots::{interface, program_shape};
use crate::game::Game;
use crate::script_value::{Field, ScriptInterface};

const HEADING: &str = "\n## The fields\n";

/// The tables of a game.
fn tables<G: Game>() -> String {
    let ScriptInterface { view, card } = interface::<G>();
    let row = |Field { name, meaning, shape }: &Field| {
        format!("| `{name}` | `{}` | {meaning} |\n", program_shape(shape))
    };
    let rows = |fields: &[Field]| fields.iter().map(row).collect::<String>();
    format!(
        "\n### {}\n\n| view | shape | is |\n| --- | --- | --- |\n{}\n| card | shape | is |\n| --- | --- | --- |\n{}",
        G::NAME,
        rows(&view),
        rows(&card)
    )
}

/// The tables of all games.
fn all_tables() -> String {
    let mut text = String::new();
    macro_rules! add {
        ($($name:ident: $game:ty;)*) => {$(
            text += &tables::<$game>();
        )*};
    }
    for_each_game!(add);
    text
}

#[test]
fn the_page_has_every_field_of_every_game_with_its_shape_and_meaning() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/fields.md");
    let page = std::fs::read_to_string(&path).expect("there is a page");
    let (before, written) = page.split_once(HEADING).expect("the page has the heading");
    if std::env::var_os("FUDA_RENEW").is_some() {
        std::fs::write(&path, format!("{before}{HEADING}{}", all_tables())).expect("it can be written");
    } else {
        assert_eq!(written, all_tables(), "FUDA_RENEW=1 writes the fields to the page");
    }
}
