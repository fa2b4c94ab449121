//! The columns on the page on rows, `docs/rows.md`, beside those that the games
//! declare. `FUDA_RENEW=1` writes them to the page.

use std::path::Path;

use crate::bots::RANDOM;
use crate::game::{Game, RowFacts};
use crate::rows::{Form, RowKind, RowList};

const HEADING: &str = "\n## The columns\n";

/// The tables of a game.
fn columns<G: Game>() -> String {
    let mut list = RowList::new(&[RANDOM.to_owned()], G::SCORE);
    G::Rows::declare(&G::new(G::Rules::default()), &mut list);
    let mut text = format!("\n### {}\n", G::NAME);
    for kind in RowKind::ALL {
        let header = "| column | type | unit | meaning |\n| --- | --- | --- | --- |";
        text += &format!("\n`{}`:\n\n{header}\n", kind.name());
        for column in list.of(kind).list() {
            let missing = if column.is_optional { ", may be missing" } else { "" };
            let values = match &column.form {
                // The bots are those of the run.
                Form::Choice(_) if column.name == "bot" => String::new(),
                Form::Choice(names) => format!(": `{}`", names.join("` `")),
                _ => String::new(),
            };
            let form = column.form.name();
            text += &format!(
                "| `{}` | {form}{missing} | {} | {}{values} |\n",
                column.name, column.unit, column.meaning
            );
        }
    }
    text
}

/// The tables of all games.
fn all_columns() -> String {
    let mut text = String::new();
    macro_rules! add {
        ($($name:ident: $game:ty;)*) => {$(
            text += &columns::<$game>();
        )*};
    }
    for_each_game!(add);
    text
}

#[test]
fn the_page_has_every_column_of_every_game_with_its_type_unit_and_meaning() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/rows.md");
    let page = std::fs::read_to_string(&path).expect("there is a page");
    let (before, written) = page.split_once(HEADING).expect("the page has the heading");
    if std::env::var_os("FUDA_RENEW").is_some() {
        std::fs::write(&path, format!("{before}{HEADING}{}", all_columns())).expect("it can be written");
    } else {
        assert_eq!(written, all_columns(), "FUDA_RENEW=1 writes the columns to the page");
    }
}
