//! What an author of a program starts with: a bot in Python that plays, and the
//! module that speaks the protocol.

use crate::game::Game;
use crate::script_value::{Field, ScriptInterface};
use crate::text::printable;

/// The module for authors, which is put beside a bot.
pub const MODULE: &str = include_str!("../../../strategies/programs/fuda_bot.py");

/// Its name.
pub const MODULE_NAME: &str = "fuda_bot.py";

/// The words of Python that cannot be the name of a field.
const KEYWORDS: &str = "and as assert async await break class continue def del elif else except finally for from \
    global if import in is lambda nonlocal not or pass raise return try while with yield";

/// The name that the module gives a field.
fn in_python(name: &str) -> String {
    let is_keyword = KEYWORDS.split(' ').any(|word| word == name);
    format!("{name}{}", if is_keyword { "_" } else { "" })
}

/// A bot of a game in Python to start from, which plays.
#[must_use]
pub fn new_program<G: Game>(name: &str) -> String {
    let ScriptInterface { view, card } = crate::bots::interface::<G>();
    let lines = |of: &str, fields: &[Field]| -> String {
        fields
            .iter()
            .map(|field| format!("#   {of}.{:<14} {}\n", in_python(field.name), field.meaning))
            .collect()
    };
    // A name that could end the text is of no use in it.
    let name = printable(name, 60).replace(['"', '\\'], "_");
    format!(
        r#""""{name}: a bot for {title}."""

# Try it:      fuda bots {game} --check 'exec:python3 FILE'
# Measure it:  fuda compare {game} 'exec:python3 FILE' {house}
#
# What it sees, at every decision:
{view}#
# A card is a number; what is known of it is in game.cards[card]:
#   card.name           its name
{card}#
# fuda_bot.py, beside this file, says the rest.

from fuda_bot import game, play


def value(view, option):
    """What an option is worth; the highest one is chosen."""
    # Replace this by what you think.
    return 0


def choose(view, options):
    """The place of an option, from 0."""
    return max(range(len(options)), key=lambda place: value(view, options[place]))


if __name__ == "__main__":
    play(choose, about="says here in one sentence what it does")
"#,
        title = G::TITLE,
        game = G::NAME,
        house = G::HOUSE_BOT,
        view = lines("view", &view),
        card = lines("card", &card),
    )
}
