//! `fuda bots`: lists the bots of a game, or checks that one plays by the rules.

use clap::Args;
use serde_json::json;

use super::args::{Format, HouseArgs};
use super::failure::{Failure, print};
use super::list;
use super::numbers;
use crate::bots::BotSpec;
use crate::game::{Audit, Game};
use crate::games::{self, GameVisitor};
use crate::study::check::{Finding, Findings, check};
use crate::text::thousands;

const EXAMPLES: &str = "\
Examples:
  fuda bots oni                                the bots that can play Oni
  fuda bots oni --fields                       what a script for Oni can see
  fuda bots oni --check strategies/oni/mine.luau
  fuda bots kujuroku --check search:iterations=50 --games 20

--check lets the bot play at all seats, and every game twice: once by a bot that
has played before, and once by a new one, which has to make every decision again
after the cards that it cannot see were dealt again. The choices must be legal,
and must not change.";

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
        print(&match self.args.format {
            Format::Table => in_words(G::NAME, &self.bot, &findings),
            Format::Json => format!("{}\n", in_json(G::NAME, &self.bot, &findings)),
        })?;
        if findings.is_good() {
            return Ok(());
        }
        Err(Failure::Work(format!("bot '{}' does not play by the rules", self.bot)))
    }
}

fn nanoseconds(findings: &Findings) -> f64 {
    findings.time.as_secs_f64() * 1e9 / findings.decisions.max(1) as f64
}

fn in_words(game: &str, bot: &BotSpec, findings: &Findings) -> String {
    let line = |name: &str, finding: &Option<Finding>, good: &str| match finding {
        None => format!("  {name:<22} yes: {good}\n"),
        Some(Finding { block, decision, what }) => {
            format!("  {name:<22} NO: block {block}, decision {decision}: {what}\n")
        }
    };
    let time = nanoseconds(findings);
    let time = if time < 10_000.0 { format!("{time:.0} ns") } else { format!("{:.0} µs", time / 1000.0) };
    let mut text = format!(
        "{bot} in {game}: {} games, {} decisions\n",
        thousands(findings.games),
        thousands(findings.decisions)
    );
    text += &line("legal", &findings.illegal, "every choice was one of the options");
    if findings.illegal.is_none() {
        text += &line("repeatable", &findings.unrepeatable, "a new bot plays every game the same");
        if findings.unrepeatable.is_none() {
            text += &line("sees nothing hidden", &findings.peeks, "hidden cards change no choice");
        }
    }
    text + &format!("  {:<22} {time}, with the game's part\n", "a decision takes")
}

fn in_json(game: &str, bot: &BotSpec, findings: &Findings) -> serde_json::Value {
    let finding = |finding: &Option<Finding>| {
        finding.as_ref().map(
            |Finding { block, decision, what }| json!({ "block": block, "decision": decision, "what": what }),
        )
    };
    json!({
        "game": game,
        "bot": bot.as_str(),
        "games": findings.games,
        "decisions": findings.decisions,
        "illegal": finding(&findings.illegal),
        "unrepeatable": finding(&findings.unrepeatable),
        "peeks": finding(&findings.peeks),
        "nanoseconds_a_decision": nanoseconds(findings),
    })
}
