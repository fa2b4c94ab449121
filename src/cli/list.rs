//! `fuda games`, `fuda rules` and `fuda bots`: lists.

use clap::Args;
use serde_json::{Value, json};

use super::args::Format;
use super::conduct::WIDTH;
use super::failure::{Failure, print};
use crate::bots::{BotInfo, StrategyInfo, built_in, interface, strategies};
use crate::game::{Audit, Game};
use crate::games::{self, GameVisitor};
use crate::report::terminal_text;
use crate::script_value::{Field, ScriptInterface};
use crate::settings::{Key, Settings};
use crate::table::Shown;

#[derive(Args)]
pub struct ListArgs {
    /// How to print the list
    #[arg(long, value_enum, default_value = "table")]
    format: Format,
}

#[derive(Args)]
pub struct GameListArgs {
    /// The game
    game: String,
    #[command(flatten)]
    list: ListArgs,
}

/// An item of a list: a headline, and lines of explanation below it.
struct Entry {
    head: String,
    lines: Vec<String>,
    json: Value,
}

fn show(entries: &[Entry], format: Format) -> Result<(), Failure> {
    match format {
        Format::Json => {
            let list: Vec<&Value> = entries.iter().map(|entry| &entry.json).collect();
            print(&format!(
                "{}\n",
                serde_json::to_string_pretty(&list).expect("a list can be written as JSON")
            ))
        }
        Format::Table => {
            let mut shown = Vec::new();
            for entry in entries {
                shown.push(Shown::Command(entry.head.clone()));
                shown.extend(entry.lines.iter().map(|line| Shown::Text(format!("    {line}"), 4)));
            }
            print(&terminal_text(&shown, WIDTH))
        }
    }
}

struct AboutGame;

impl GameVisitor for AboutGame {
    type Output = Entry;

    fn visit<G: Game + Audit>(self) -> Entry {
        Entry {
            head: format!("{:<12} {}", G::NAME, G::ABOUT),
            lines: Vec::new(),
            json: json!({ "game": G::NAME, "about": G::ABOUT, "default_bot": G::HOUSE_BOT }),
        }
    }
}

struct AboutRules;

impl GameVisitor for AboutRules {
    type Output = Vec<Entry>;

    fn visit<G: Game + Audit>(self) -> Vec<Entry> {
        G::Rules::keys().iter().map(key_entry).collect()
    }
}

struct AboutBots;

impl GameVisitor for AboutBots {
    type Output = Vec<Entry>;

    fn visit<G: Game + Audit>(self) -> Vec<Entry> {
        let game = G::new(G::Rules::default());
        let built_in = built_in::<G>().into_iter().map(|bot| bot_entry(&bot, G::HOUSE_BOT));
        built_in.chain(strategies(&game).iter().map(strategy_entry)).collect()
    }
}

fn key_entry(key: &Key) -> Entry {
    let mut lines = vec![key.meaning.to_owned()];
    if !key.known.is_empty() {
        let known: Vec<String> = key.known.iter().map(ToString::to_string).collect();
        lines.push(format!("Known to be played: {}", known.join(", ")));
    }
    Entry {
        head: key_line(key),
        lines,
        json: json!({
            "key": key.name,
            "allowed": key.allowed.to_string(),
            "default": key.default,
            "known": key.known,
            "meaning": key.meaning,
        }),
    }
}

fn key_line(key: &Key) -> String {
    format!("{} = {}  ({})", key.name, key.default, key.allowed)
}

fn bot_entry(bot: &BotInfo, house_bot: &str) -> Entry {
    let mut lines = vec![bot.description.to_owned()];
    lines.extend(bot.parameters.iter().map(|key| format!("{}: {}", key_line(key), key.meaning)));
    let default = if bot.name == house_bot { "  (plays if none is named)" } else { "" };
    let parameters: Vec<Value> = bot.parameters.iter().map(|key| key_entry(key).json).collect();
    Entry {
        head: format!("{}{default}", bot.name),
        lines,
        json: json!({ "bot": bot.name, "description": bot.description, "parameters": parameters }),
    }
}

fn strategy_entry(strategy: &StrategyInfo) -> Entry {
    let StrategyInfo { name, path, about, origin } = strategy;
    let mut lines = vec![match about {
        Ok(about) => about.clone(),
        Err(wrong) => format!("cannot play: {wrong}"),
    }];
    if !origin.is_empty() {
        lines.push(format!("Origin: {origin}"));
    }
    Entry {
        head: format!("{name}  ({})", path.display()),
        lines,
        json: json!({
            "bot": name,
            "file": path.display().to_string(),
            "description": about.as_ref().ok(),
            "error": about.as_ref().err(),
            "origin": origin,
        }),
    }
}

/// `fuda games`.
pub fn games(args: &ListArgs) -> Result<(), Failure> {
    let entries: Vec<Entry> = games::NAMES.iter().filter_map(|name| games::visit(name, AboutGame)).collect();
    show(&entries, args.format)
}

/// `fuda rules GAME`.
pub fn rules(args: &GameListArgs) -> Result<(), Failure> {
    let entries = games::visit(&args.game, AboutRules).ok_or_else(|| Failure::unknown_game(&args.game))?;
    show(&entries, args.list.format)
}

struct AboutFields;

impl GameVisitor for AboutFields {
    type Output = Vec<Entry>;

    fn visit<G: Game + Audit>(self) -> Vec<Entry> {
        let ScriptInterface { view, card } = interface::<G>();
        let entry = |of: &str, field: &Field| Entry {
            head: format!("{of}.{}", field.name),
            lines: vec![field.meaning.to_owned()],
            json: json!({ "of": of, "field": field.name, "meaning": field.meaning }),
        };
        view.iter()
            .map(|field| entry("view", field))
            .chain(card.iter().map(|field| entry("card", field)))
            .collect()
    }
}

/// `fuda bots GAME --fields`.
pub fn fields(game: &str, format: Format) -> Result<(), Failure> {
    let entries = games::visit(game, AboutFields).ok_or_else(|| Failure::unknown_game(game))?;
    show(&entries, format)
}

/// `fuda bots GAME`.
pub fn bots(game: &str, format: Format) -> Result<(), Failure> {
    let entries = games::visit(game, AboutBots).ok_or_else(|| Failure::unknown_game(game))?;
    show(&entries, format)
}
