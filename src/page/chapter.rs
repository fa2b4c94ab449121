//! The chapter of a result: what was asked, and what came out.

use maud::{Markup, html};

use super::again::command_line;
use super::declared::{ChangedRule, Declared, changed_rules};
use super::figure::{Chapter, DataTable, Figure, FigureSize, Section};
use super::source::Source;
use super::words::clipped;
use super::{KINDS, Shown, safe_text};
use crate::bots::BotRecord;
use crate::report::Record;
use crate::settings::value_text;
use crate::sim::StopReason;
use crate::text::{counted, thousands};

/// How many letters of a bot's name a label has room for.
pub const NAME: usize = 40;

/// From how many bots on their list is scrolled.
const MANY: usize = 8;

/// The chapter of a result.
#[must_use]
pub fn chapter(source: &Source) -> Chapter {
    let record = &source.record;
    let declared = Declared::of(record);
    let kind = KINDS.iter().find(|kind| kind.command == record.command);
    let shown = kind.and_then(|kind| (kind.show)(source)).unwrap_or_else(|| tables(source));
    let title = declared.as_ref().map_or(record.game.as_str(), |declared| declared.title);
    let command = kind.map_or(record.command.as_str(), |kind| kind.name);
    Chapter {
        id: format!("{}-{}-{}", record.game, record.command, record.hash()),
        kind: format!("{title} · {command}"),
        title: heading(record, title),
        lead: shown.lead,
        facts: facts(source, declared.as_ref()),
        sections: shown.sections,
    }
}

/// The title of a result.
fn heading(record: &Record, game: &str) -> String {
    let games = record.games_played.map(|games| counted(games, "game"));
    match record.command.as_str() {
        "compare" => match &record.bots[..] {
            [bot, baseline] => {
                format!("{game}: is {} better than {}?", clipped(bot, NAME), clipped(baseline, NAME))
            }
            bots => format!("{game}: {} bots compared", bots.len()),
        },
        "league" => format!("{game}: a league of {} bots", record.bots.len()),
        "sweep" => format!("{game}: what house rules change"),
        "solve" => match record.rules.get("players").and_then(toml::Value::as_integer) {
            Some(players) if players > 2 => {
                format!("{game}: what can be won from bots at a table of {players}")
            }
            _ => format!("{game}: how two play a hand best"),
        },
        "odds" => format!("{game}: the exact odds of every hand"),
        _ => games.map_or(game.to_owned(), |games| format!("{game}: {games}")),
    }
}

fn facts(source: &Source, declared: Option<&Declared>) -> Vec<(String, Markup)> {
    let record = &source.record;
    let changed = changed_rules(record);
    let mut facts: Vec<(&str, Markup)> = Vec::new();
    facts.push(("Command", command(&command_line(record, &changed))));
    if let Some(played) = played(record) {
        facts.push(("Played", html! { (played) }));
    }
    if !record.rules.is_empty() {
        facts.push(("House rules", rules(&changed)));
    }
    if !record.bots.is_empty() {
        facts.push(("Bots", bots(record, declared)));
    }
    if record.seed.is_some() {
        facts.push(("Again", html! {
            "The command, or " code { "fuda " (record.command) " --from " (record.file_name()) } ", makes the same files, to the byte."
        }));
    }
    facts.into_iter().map(|(name, fact)| (name.to_owned(), fact)).collect()
}

/// A command line, which is broken between options only.
fn command(line: &str) -> Markup {
    let line = safe_text(line);
    let mut options = line.split(" --");
    html! {
        pre { code {
            span { (options.next().unwrap_or_default()) }
            @for option in options { " " span { "--" (option) } }
        } }
    }
}

/// How much was played.
fn played(record: &Record) -> Option<String> {
    let games = record.games_played?;
    let seed = record.seed.map_or(String::new(), |seed| format!(", seed {seed}"));
    let deals = counted(record.blocks().count(), "deal");
    let part = record.part.map_or(String::new(), |part| format!(", {part}"));
    let ending = match (record.complete, record.games) {
        (true, _) => String::new(),
        (false, _) if record.ended == Some(StopReason::Partial) => "; parts are missing".to_owned(),
        (false, Some(all)) => format!("; interrupted, of {} requested", thousands(all)),
        (false, None) => "; interrupted".to_owned(),
    };
    Some(format!("{} on {deals}{seed}{part}{ending}", counted(games, "game")))
}

fn rules(changed: &[ChangedRule]) -> Markup {
    html! {
        @if changed.is_empty() { "All as they are by default" } @else {
            ul {
                @for ChangedRule { key, value, meaning } in changed {
                    li { code { (key) "=" (safe_text(value)) } ": " (meaning) }
                }
            }
        }
    }
}

fn bots(record: &Record, declared: Option<&Declared>) -> Markup {
    let about = |bot: &BotRecord| {
        let kind = bot.kind.as_deref().unwrap_or_default();
        let declared = declared.and_then(|declared| declared.bots.iter().find(|(name, _)| *name == kind));
        bot.about.as_deref().map(safe_text).or_else(|| declared.map(|(_, about)| (*about).to_owned()))
    };
    let parameters = |bot: &BotRecord| {
        let all = bot.parameters.iter().map(|(key, value)| format!("{key}={}", value_text(value)));
        all.collect::<Vec<_>>().join(", ")
    };
    html! {
        // What is scrolled has to be within reach of the keyboard.
        @let is_long = record.bot.len() > MANY || record.bot.iter().any(|bot| bot.bot.len() > 400);
        ul.long[is_long] tabindex=[is_long.then_some("0")] {
            @for bot in &record.bot {
                li {
                    b { (safe_text(&bot.bot)) }
                    @if let Some(about) = about(bot) { ": " (about) }
                    @if !bot.parameters.is_empty() { " (" code { (safe_text(&parameters(bot))) } ")" }
                    @if let Some(file) = &bot.file { ", from " code { (safe_text(file)) } }
                }
            }
        }
    }
}

/// Nothing but the tables, of a result that this program cannot draw.
fn tables(source: &Source) -> Shown {
    let figures = source.tables().map(|(name, grid)| {
        let mut table = DataTable::new(grid.columns(), format!("{name}.csv"));
        table.rows = grid.rows().take(200).map(|row| row.fields().map(ToOwned::to_owned).collect()).collect();
        let rows = counted(grid.rows().count() as u64, "row");
        Figure {
            legend: Vec::new(),
            id: name.to_owned(),
            title: name.replace('_', " "),
            picture: html! {},
            sentence: rows,
            table,
        }
    });
    let section = Section { title: "Tables".to_owned(), size: FigureSize::Half, figures: figures.collect() };
    Shown { lead: "The tables of this result.".to_owned(), sections: vec![section] }
}
