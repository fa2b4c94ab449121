//! `fuda bots`: lists the bots of a game, or checks that one plays by the rules.

use std::fs::File;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use clap::Args;

use super::args::{Format, HouseArgs, ProgramArgs};
use super::failure::{Failure, print, print_as_is};
use super::list::{self, Listing};
use super::numbers;
use crate::bots::{BotSpec, PYTHON_MODULE, PYTHON_MODULE_NAME, new_program, new_script, types};
use crate::game::{Audit, Game};
use crate::games::{self, GameVisitor};
use crate::io_error::io_error_text;
pub use crate::study::check::Findings;
use crate::study::check::{Finding, check};
use crate::table::{Column, Table, row};
use crate::text::counted;

const EXAMPLES: &str = "\
Examples:
  fuda bots oni                                the bots that can play Oni
  fuda bots oni --fields                       what a script for Oni can see
  fuda bots oni --new strategies/oni/mine.luau  a script to start from
  fuda bots oni --new mine.py                  the same in Python, as a program
  fuda bots oni --types > fuda.d.luau          the same, as types for editors
  fuda bots oni --check strategies/oni/mine.luau
  fuda bots kujuroku --check search:iterations=50 --games 20

--check lets the bot play at all seats, and every game twice: once by a bot that
has played before, and once by a new one, for which the cards that it cannot see
are dealt again before each decision. The choices must be legal, and must be the
same. A bot may remember what it saw in a game, but nothing of earlier games.";

/// The most lines of a script's own that are shown.
const PRINTED: usize = 40;

/// The default number of games that a bot is checked in.
const GAMES: u64 = 200;

/// The arguments of `fuda bots`.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct BotsCommandArgs {
    /// The game
    game: String,

    /// Check a bot instead of listing all of them
    #[arg(long, value_name = "SPEC")]
    check: Option<String>,

    /// List what a script can see: the fields of a view and of a card
    #[arg(long, conflicts_with = "check")]
    fields: bool,

    /// Write a bot to start from, which plays: a script (.luau), or a program in
    /// Python (.py)
    #[arg(long, value_name = "FILE", conflicts_with_all = ["check", "fields", "types"])]
    new: Option<PathBuf>,

    /// Print what a script can see as Luau types, for editors
    #[arg(long, conflicts_with_all = ["check", "fields"])]
    types: bool,

    /// The number of games to check the bot in [default: 200]
    #[arg(long, value_name = "N", value_parser = numbers::games, allow_hyphen_values = true)]
    games: Option<u64>,

    #[command(flatten)]
    house: HouseArgs,

    #[command(flatten)]
    programs: ProgramArgs,

    /// How to print the results
    #[arg(long, value_enum, default_value = "table")]
    format: Format,
}

/// `fuda bots`.
pub fn bots(args: &BotsCommandArgs) -> Result<(), Failure> {
    match &args.check {
        Some(bot) => {
            args.programs.apply_and_allow(false)?;
            let check = Check { args, bot: BotSpec::new(bot) };
            games::visit(&args.game, check).unwrap_or_else(|| Err(Failure::unknown_game(&args.game)))
        }
        None if args.games.is_some() || args.house.is_set() || !args.programs.is_default() => {
            Err(Failure::Usage(
                "--games, --seed, --rule, --rules and the timeouts are for --check; add --check SPEC"
                    .to_owned(),
            ))
        }
        None if args.fields => list::fields(&args.game, args.format),
        None if args.types => print_as_is(&visited(&args.game, Types)?),
        None if args.new.is_some() => {
            let path = args.new.as_deref().expect("it is there");
            write_bot(path, &args.game)
        }
        None => list::bots(&args.game, args.format),
    }
}

fn visited<V: GameVisitor>(game: &str, visitor: V) -> Result<V::Output, Failure> {
    games::visit(game, visitor).ok_or_else(|| Failure::unknown_game(game))
}

/// The types of what a script can see.
struct Types;

impl GameVisitor for Types {
    type Output = String;

    fn visit<G: Game + Audit>(self) -> String {
        types::<G>()
    }
}

/// A bot to start from.
struct NewBot<'a> {
    path: &'a Path,
    is_program: bool,
}

impl GameVisitor for NewBot<'_> {
    type Output = String;

    fn visit<G: Game + Audit>(self) -> String {
        let name = self.path.file_stem().unwrap_or_default().to_string_lossy();
        if self.is_program { new_program::<G>(&name) } else { new_script::<G>(&name) }
    }
}

/// Writes a bot to start from, and what it needs.
fn write_bot(path: &Path, game: &str) -> Result<(), Failure> {
    let is = |end: &str| path.extension().is_some_and(|extension| extension == end);
    let is_program = is("py");
    if !is_program && !is("luau") {
        return Err(Failure::Usage(format!(
            "the name of a script ends in .luau, that of a program in .py, and not {}",
            path.display()
        )));
    }
    let module = path.with_file_name(PYTHON_MODULE_NAME);
    if is_program && path == module {
        return Err(Failure::Usage(format!(
            "{PYTHON_MODULE_NAME} is the name of the module; choose another"
        )));
    }
    write_new(path, &visited(game, NewBot { path, is_program })?)?;
    if is_program && !module.exists() {
        write_new(&module, PYTHON_MODULE)?;
    }
    print(&format!(
        "{} is written, and plays: it takes the first option. It says what to change.\n",
        path.display()
    ))
}

/// Writes a new file; one that is there is left alone.
fn write_new(path: &Path, text: &str) -> Result<(), Failure> {
    let written = File::create_new(path).and_then(|mut file| file.write_all(text.as_bytes()));
    written.map_err(|error| match error.kind() {
        ErrorKind::AlreadyExists => {
            Failure::Usage(format!("{} is there already; choose another name", path.display()))
        }
        _ => Failure::Usage(format!("cannot write {}: {}", path.display(), io_error_text(&error))),
    })
}

struct Check<'a> {
    args: &'a BotsCommandArgs,
    bot: BotSpec,
}

impl GameVisitor for Check<'_> {
    type Output = Result<(), Failure>;

    fn visit<G: Game + Audit>(self) -> Result<(), Failure> {
        let game: G = self.args.house.game()?;
        let player = self.bot.player(&game).map_err(Failure::usage)?;
        let seed = self.args.house.known_seed()?;
        let findings = check(&game, &player, seed, 0..self.args.games.unwrap_or(GAMES));
        listing(G::NAME, &self.bot, &findings).print("check", self.args.format)?;
        if findings.is_good() {
            return Ok(());
        }
        Err(Failure::Work(format!("bot '{}' does not play by the rules", self.bot)))
    }
}

/// What was found, check by check up to the first one that failed.
pub fn listing(game: &str, bot: &BotSpec, findings: &Findings) -> Listing {
    let columns = vec![
        Column::text("check", "what was checked"),
        Column::text("passed", "yes or no"),
        Column::integer("block", "the block in which it failed"),
        Column::integer("decision", "the decision at which it failed, from 1"),
        Column::text("detail", "what happened"),
    ];
    let totals = vec![
        Column::text("game", "the game"),
        Column::text("bot", "the bot"),
        Column::integer("games", "games that were played to their end"),
        Column::integer("decisions", "decisions in them"),
        Column::real("nanoseconds", "time for a decision, with the game's part; none after a failed check"),
    ];
    let (games, decisions) = (findings.games, findings.decisions);
    let nanoseconds = findings.time.as_secs_f64() * 1e9 / decisions.max(1) as f64;
    let measured = findings.is_good().then_some(nanoseconds);
    let mut listing = Listing::new(vec![Table::new("checks", columns), Table::new("totals", totals)]);
    listing.tables[1].push(row![game, bot.as_str(), games, decisions, measured]);
    let counted = format!("{}, {}", counted(games, "game"), counted(decisions, "decision"));
    listing.entry(format!("{bot} in {game}: {counted}"), []);
    let checks = [
        ("legal", &findings.illegal, "every choice was one of the options"),
        ("repeatable", &findings.unrepeatable, "a new bot plays every game the same"),
        ("sees nothing hidden", &findings.peeks, "hidden cards change no choice"),
        ("keeps games apart", &findings.mixes, "asked about many games at once, it plays the same"),
        ("in time", &findings.slow, "no decision took half of the time that it has"),
    ];
    let checks = if findings.is_program { &checks[..] } else { &checks[..3] };
    for &(check, failed, passed) in checks {
        let Some(Finding { block, decision, what }) = failed else {
            listing.tables[0].push(row![check, "yes", None::<u64>, None::<u64>, passed]);
            listing.line(format!("  {check:<22} yes: {passed}"), 25);
            continue;
        };
        listing.tables[0].push(row![check, "no", *block, *decision, what.as_str()]);
        listing.line(format!("  {check:<22} NO: block {block}, decision {decision}: {what}"), 25);
        break;
    }
    // Of a game that was broken off the time says nothing.
    if findings.is_good() {
        let time = if nanoseconds < 1e4 {
            format!("{nanoseconds:.0} ns")
        } else {
            format!("{:.0} µs", nanoseconds / 1e3)
        };
        listing.entry(format!("  {:<22} {time}, with the game's part", "a decision takes"), []);
    }
    if !findings.printed.is_empty() {
        listing.line("  It printed in the first game, with the number of the decision:".to_owned(), 2);
        let lines = findings.printed.lines().count();
        for line in findings.printed.lines().take(PRINTED) {
            listing.line(format!("    {line}"), 4);
        }
        if lines > PRINTED {
            let more = crate::text::counted((lines - PRINTED) as u64, "more line");
            listing.line(format!("    and {more}"), 4);
        }
    }
    listing
}
