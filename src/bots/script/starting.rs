//! What an author starts with: a script that plays, and types for editors.

use super::interface;
use crate::game::Game;
use crate::script_value::{Field, ScriptInterface, Shape};
use crate::settings::{Allowed, Settings};
use crate::text::printable;

/// A script of a game to start from, which plays.
#[must_use]
pub fn new_script<G: Game>(name: &str) -> String {
    let ScriptInterface { view, card } = interface::<G>();
    let (name, title, game) = (printable(name, 60), G::TITLE, G::NAME);
    let lines = |of: &str, fields: &[Field]| -> String {
        fields.iter().map(|field| format!("--   {of}.{:<14} {}\n", field.name, field.meaning)).collect()
    };
    let (view, card) = (lines("view", &view), lines("card", &card));
    format!(
        "-- {name}: a bot for {title}.
--
-- Try it:      fuda bots {game} --check FILE
-- Watch it:    fuda replay {game} --block 0 --bots FILE,{house} --thoughts
-- Measure it:  fuda compare {game} FILE {house}
--
-- What it sees, at every decision:
{view}--
-- A card is a number; what is known of it is in cards[card]:
--   card.name           its name
{card}--
-- `deck` has all cards of the game, `rules` its house rules, `players` the number
-- of players. Random numbers come from math.random. print(...) shows in `replay`
-- and `--check`. What you keep in a local variable outside of the function is
-- remembered until the game ends.

-- What an option is worth; the highest one is chosen.
local function value(view, option)
  -- Replace this by what you think.
  return 0
end

return {{
  about = \"says here in one sentence what it does\",
  origin = \"says here where the idea comes from\",
  choose = function(view, options)
    local values = {{}}
    local best = 1
    for index, option in options do
      values[index] = value(view, option)
      if values[index] > values[best] then
        best = index
      end
    end
    -- The index of an option, from 1. The values are for `replay`, and optional.
    return best, values
  end,
}}
",
        house = G::HOUSE_BOT,
    )
}

/// What a script of a game can see, as a definition file of Luau types.
#[must_use]
pub fn types<G: Game>() -> String {
    let ScriptInterface { view, card } = interface::<G>();
    let record = |name: &str, fields: &[Field], first: &str| -> String {
        let lines: String = fields
            .iter()
            .map(|field| {
                format!("\t-- {}\n\tread {}: {},\n", field.meaning, field.name, type_of(&field.shape))
            })
            .collect();
        format!("export type {name} = {{\n{first}{lines}}}\n\n")
    };
    let rules: String = rule_types::<G>();
    format!(
        "-- What a script for {title} can see, for editors: with luau-lsp, pass this file as a
-- definition file. In a script: choose = function(view: View, options: {{Option}})

export type Card = number
export type Option = number | string

{facts}{view}declare cards: {{ CardFacts }}
declare deck: {{ Card }}
declare players: number
declare rules: {{
{rules}}}
",
        title = G::TITLE,
        facts = record("CardFacts", &card, "\t-- its name\n\tread name: string,\n"),
        view = record("View", &view, ""),
    )
}

fn type_of(shape: &Shape) -> String {
    match shape {
        Shape::Bool => "boolean".to_owned(),
        Shape::Number => "number".to_owned(),
        Shape::Text => "string".to_owned(),
        Shape::Card => "Card".to_owned(),
        Shape::Cards => "{ Card }".to_owned(),
        Shape::List(of) => format!("{{ {} }}", type_of(of)),
        Shape::Record(names, of) => {
            let fields: Vec<String> = names.iter().map(|name| format!("{name}: {}", type_of(of))).collect();
            format!("{{ {} }}", fields.join(", "))
        }
        Shape::Optional(of) => format!("{} | false", type_of(of)),
    }
}

/// The house rules, with those of a table in a table of their own.
fn rule_types<G: Game>() -> String {
    let mut lines = String::new();
    let mut table = None;
    for key in G::Rules::keys() {
        let is = match key.allowed {
            Allowed::Bool => "boolean",
            Allowed::Whole(_) | Allowed::Numbers(_) | Allowed::Real(_) => "number",
            Allowed::Reals(..) => "{ number }",
            Allowed::Words(_) | Allowed::Name(_) => "string",
        };
        let (outer, name) =
            key.name.split_once('.').map_or((None, key.name), |(outer, name)| (Some(outer), name));
        if outer != table {
            lines += if table.is_some() { "\t},\n" } else { "" };
            lines += &outer.map_or(String::new(), |outer| format!("\t{outer}: {{\n"));
            table = outer;
        }
        let indent = if outer.is_some() { "\t\t" } else { "\t" };
        lines += &format!("{indent}{name}: {is},\n");
    }
    lines + if table.is_some() { "\t},\n" } else { "" }
}
