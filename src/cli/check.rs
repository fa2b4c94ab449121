//! `fuda bots`: lists the bots of a game, or checks that one plays by the rules.

use clap::Args;

use super::args::{Format, HouseArgs};
use super::failure::Failure;
use super::list::{self, Listing};
use super::numbers;
use crate::bots::BotSpec;
use crate::game::{Audit, Game};
use crate::games::{self, GameVisitor};
use crate::study::check::{Finding, Findings, check};
use crate::table::{Column, Table, row};
use crate::text::counted;

const EXAMPLES: &str = "\
Examples:
  fuda bots oni                                the bots that can play Oni
  fuda bots oni --fields                       what a script for Oni can see
  fuda bots oni --check strategies/oni/mine.luau
  fuda bots kujuroku --check search:iterations=50 --games 20

--check lets the bot play at all seats, and every game twice: once by a bot that
has played before, and once by a new one, for which the cards that it cannot see
are dealt again before each decision. The choices must be legal, and must be the
same. A bot may remember what it saw in a game, but nothing of earlier games.";

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

    /// The number of games to check the bot in [default: 200]
    #[arg(long, value_name = "N", value_parser = numbers::games, allow_hyphen_values = true)]
    games: Option<u64>,

    #[command(flatten)]
    house: HouseArgs,

    /// How to print the results
    #[arg(long, value_enum, default_value = "table")]
    format: Format,
}

/// `fuda bots`.
pub fn bots(args: &BotsCommandArgs) -> Result<(), Failure> {
    match &args.check {
        Some(bot) => {
            let check = Check { args, bot: BotSpec::new(bot) };
            games::visit(&args.game, check).unwrap_or_else(|| Err(Failure::unknown_game(&args.game)))
        }
        None if args.games.is_some() || args.house.is_set() => Err(Failure::Usage(
            "--games, --seed, --rule and --rules are for --check; add --check SPEC".to_owned(),
        )),
        None if args.fields => list::fields(&args.game, args.format),
        None => list::bots(&args.game, args.format),
    }
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
        let findings = check(&game, &player, self.args.house.seed(), 0..self.args.games.unwrap_or(GAMES));
        listing(G::NAME, &self.bot, &findings).print("check", self.args.format)?;
        if findings.is_good() {
            return Ok(());
        }
        Err(Failure::Work(format!("bot '{}' does not play by the rules", self.bot)))
    }
}

/// What was found, check by check up to the first one that failed.
fn listing(game: &str, bot: &BotSpec, findings: &Findings) -> Listing {
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
        Column::real("nanoseconds", "time for a decision, with the game's part"),
    ];
    let (games, decisions) = (findings.games, findings.decisions);
    let nanoseconds = findings.time.as_secs_f64() * 1e9 / decisions.max(1) as f64;
    let mut listing = Listing::new(vec![Table::new("checks", columns), Table::new("totals", totals)]);
    listing.tables[1].push(row![game, bot.as_str(), games, decisions, nanoseconds]);
    let counted = format!("{}, {}", counted(games, "game"), counted(decisions, "decision"));
    listing.entry(format!("{bot} in {game}: {counted}"), []);
    for (check, failed, passed) in [
        ("legal", &findings.illegal, "every choice was one of the options"),
        ("repeatable", &findings.unrepeatable, "a new bot plays every game the same"),
        ("sees nothing hidden", &findings.peeks, "hidden cards change no choice"),
    ] {
        let Some(Finding { block, decision, what }) = failed else {
            listing.tables[0].push(row![check, "yes", None::<u64>, None::<u64>, passed]);
            listing.line(format!("  {check:<22} yes: {passed}"), 25);
            continue;
        };
        listing.tables[0].push(row![check, "no", *block, *decision, what.as_str()]);
        listing.line(format!("  {check:<22} NO: block {block}, decision {decision}: {what}"), 25);
        break;
    }
    let time = if nanoseconds < 1e4 {
        format!("{nanoseconds:.0} ns")
    } else {
        format!("{:.0} µs", nanoseconds / 1e3)
    };
    listing.entry(format!("  {:<22} {time}, with the game's part", "a decision takes"), []);
    listing
}
