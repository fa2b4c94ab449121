//! `fuda games`, `fuda rules`, `fuda bots` and `fuda metrics`: what there is.

use clap::Args;

use super::args::Format;
use super::documents::{self, ListDocument};
use super::failure::{Failure, print_as_is, print_json};
use super::terminal::output_width;
use crate::bots::{BotSpec, StrategyInfo, built_in, interface, strategies};
use crate::game::{Audit, Game};
use crate::games::{self, GameVisitor};
use crate::report::terminal_text;
use crate::script_value::ScriptInterface;
use crate::settings::{Key, Settings, value_text};
use crate::sim::{LineUp, Setup};
use crate::study::{SCORE_PARTS, SCORE_PARTS_MEANING, SCORE_PARTS_UNIT, metrics_table};
use crate::table::{Column, Shown, Table, row};

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

/// A list: as tables for programs, and as entries for people.
pub struct Listing {
    pub tables: Vec<Table>,
    shown: Vec<Shown>,
}

impl Listing {
    pub fn new(tables: Vec<Table>) -> Listing {
        Listing { tables, shown: Vec::new() }
    }

    /// Adds an entry for people: a headline, and lines under it.
    pub fn entry(&mut self, head: String, lines: impl IntoIterator<Item = String>) {
        self.shown.push(Shown::Command(head));
        self.shown.extend(lines.into_iter().map(|line| Shown::Text(format!("    {line}"), 4)));
    }

    /// Adds a line for people, wrapped to this indent.
    pub fn line(&mut self, line: String, indent: usize) {
        self.shown.push(Shown::Text(line, indent));
    }

    pub fn print(&self, command: &str, format: Format) -> Result<(), Failure> {
        match format {
            Format::Table => print_as_is(&terminal_text(&self.shown, output_width())),
            Format::Json => print_json(&documents::line(&ListDocument::new(command, &self.tables))),
        }
    }
}

/// What can be set; `owner` says whose it is, where that differs.
fn settings_table(name: &str, owner: Option<&'static str>) -> Table {
    let columns = [
        Column::text("key", "the key"),
        Column::text("default", "its value unless another one is given"),
        Column::text("allowed", "the values allowed"),
        Column::text("known", "values known to be played"),
        Column::text("meaning", "what it does"),
    ];
    let owner = owner.map(|owner| Column::text(owner, "whose it is"));
    Table::new(name, owner.into_iter().chain(columns).collect())
}

fn known_values(key: &Key) -> String {
    key.known.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

fn key_line(key: &Key) -> String {
    format!("{} = {}  ({})", key.name, key.default, key.allowed)
}

/// Something to be listed of a game.
enum List {
    Rules,
    Bots,
    Fields,
    Metrics,
}

impl GameVisitor for List {
    type Output = Listing;

    fn visit<G: Game + Audit>(self) -> Listing {
        match self {
            List::Rules => rules_of::<G>(),
            List::Bots => bots_of::<G>(),
            List::Fields => fields_of::<G>(),
            List::Metrics => metrics_of::<G>(),
        }
    }
}

fn rules_of<G: Game>() -> Listing {
    let mut listing = Listing::new(vec![settings_table("rules", None)]);
    for key in G::Rules::keys() {
        let known = known_values(&key);
        let default = value_text(&key.default);
        let known_line = (!known.is_empty()).then(|| format!("Known to be played: {known}"));
        listing.entry(key_line(&key), [key.meaning.to_owned()].into_iter().chain(known_line));
        listing.tables[0].push(row![key.name, default, key.allowed.to_string(), known, key.meaning]);
    }
    listing
}

fn bots_of<G: Game>() -> Listing {
    let columns = vec![
        Column::text("bot", "its name on the command line"),
        Column::text("description", "what it does"),
        Column::text("default", "yes for the bot that plays if none is named"),
        Column::text("file", "its strategy file"),
        Column::text("origin", "where it comes from"),
        Column::text("error", "why it cannot play"),
    ];
    let mut listing =
        Listing::new(vec![Table::new("bots", columns), settings_table("parameters", Some("bot"))]);
    let none = None::<&str>;
    for bot in built_in::<G>() {
        let is_default = bot.name == G::HOUSE_BOT;
        let note = if is_default { "  (plays if none is named)" } else { "" };
        let parameters = bot.parameters.iter().map(|key| format!("{}: {}", key_line(key), key.meaning));
        let lines = [bot.description.to_owned()].into_iter().chain(parameters);
        listing.entry(format!("{}{note}", bot.name), lines);
        listing.tables[0].push(row![
            bot.name,
            bot.description,
            is_default.then_some("yes"),
            none,
            none,
            none
        ]);
        for key in &bot.parameters {
            let (default, allowed) = (key.default.to_string(), key.allowed.to_string());
            listing.tables[1].push(row![
                bot.name,
                key.name,
                default,
                allowed,
                known_values(key),
                key.meaning
            ]);
        }
    }
    for StrategyInfo { name, path, about, origin, .. } in strategies(&G::new(G::Rules::default())) {
        let file = path.display().to_string();
        let line = about.clone().unwrap_or_else(|error| format!("cannot play: {error}"));
        let origin_line = (!origin.is_empty()).then(|| format!("Origin: {origin}"));
        listing.entry(format!("{name}  ({file})"), [line].into_iter().chain(origin_line));
        let (about, error) = about.map_or_else(|error| (None, Some(error)), |about| (Some(about), None));
        listing.tables[0].push(row![name, about, none, file, origin, error]);
    }
    listing
}

fn fields_of<G: Game>() -> Listing {
    let columns = vec![
        Column::text("of", "view or card"),
        Column::text("field", "its name in a script"),
        Column::text("meaning", "what it is"),
    ];
    let mut listing = Listing::new(vec![Table::new("fields", columns)]);
    let ScriptInterface { view, card } = interface::<G>();
    for (of, field) in
        view.iter().map(|field| ("view", field)).chain(card.iter().map(|field| ("card", field)))
    {
        listing.entry(format!("{of}.{}", field.name), [field.meaning.to_owned()]);
        listing.tables[0].push(row![of, field.name, field.meaning]);
    }
    listing
}

fn metrics_of<G: Game>() -> Listing {
    let game = G::new(G::Rules::default());
    let line_up = LineUp::new(&game, &[BotSpec::new(G::HOUSE_BOT)]).expect("the default bot can play");
    let setup = Setup::new(game, line_up, 1);
    let mut listing = Listing::new(vec![metrics_table(&[setup.metrics()])]);
    for metric in setup.metrics().metrics() {
        let splits: Vec<&str> = metric.splits.iter().map(|split| split.by.name()).collect();
        let outcomes =
            (!metric.outcomes().is_empty()).then(|| format!("Outcomes: {}", metric.outcomes().join(", ")));
        let lines = [metric.meaning.to_owned(), format!("Split by: {}", splits.join(", "))];
        let head = format!("{}  ({}, {})", metric.name, metric.kind.name(), metric.unit);
        listing.entry(head, lines.into_iter().chain(outcomes));
    }
    let head = format!("{SCORE_PARTS}  (parts, {SCORE_PARTS_UNIT})");
    listing.entry(head, [SCORE_PARTS_MEANING.to_owned(), "Split by: component".to_owned()]);
    listing
}

fn print_list(of: &str, game: &str, format: Format) -> Result<(), Failure> {
    listing(of, game)?.print(of, format)
}

/// A list of a game.
pub fn listing(of: &str, game: &str) -> Result<Listing, Failure> {
    let list = match of {
        "rules" => List::Rules,
        "bots" => List::Bots,
        "fields" => List::Fields,
        _ => List::Metrics,
    };
    games::visit(game, list).ok_or_else(|| Failure::unknown_game(game))
}

/// `fuda games`.
pub fn games(args: &ListArgs) -> Result<(), Failure> {
    games_listing().print("games", args.format)
}

/// The list of games.
pub fn games_listing() -> Listing {
    struct About<'a>(&'a mut Listing);
    impl GameVisitor for About<'_> {
        type Output = ();

        fn visit<G: Game + Audit>(self) {
            self.0.line(format!("{:<12} {}", G::NAME, G::ABOUT), 13);
            self.0.tables[0].push(row![G::NAME, G::ABOUT, G::HOUSE_BOT]);
        }
    }
    let columns = vec![
        Column::text("game", "its name on the command line"),
        Column::text("about", "what it is"),
        Column::text("default_bot", "who plays if no bot is named"),
    ];
    let mut listing = Listing::new(vec![Table::new("games", columns)]);
    games::NAMES.iter().for_each(|name| games::visit(name, About(&mut listing)).expect("a game of the list"));
    listing
}

/// `fuda rules GAME`.
pub fn rules(args: &GameListArgs) -> Result<(), Failure> {
    print_list("rules", &args.game, args.list.format)
}

/// `fuda metrics GAME`.
pub fn metrics(args: &GameListArgs) -> Result<(), Failure> {
    print_list("metrics", &args.game, args.list.format)
}

/// `fuda bots GAME --fields`.
pub fn fields(game: &str, format: Format) -> Result<(), Failure> {
    print_list("fields", game, format)
}

/// `fuda bots GAME`.
pub fn bots(game: &str, format: Format) -> Result<(), Failure> {
    print_list("bots", game, format)
}
