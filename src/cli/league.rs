//! `fuda league`: which bots of a field are better than which.

use clap::Args;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Surroundings;
use super::args::{OutputArgs, Request, StudyArgs, rules};
use super::compare::read_margin;
use super::conduct::{Job, Prepare, conduct, job};
use super::failure::Failure;
use super::plan::JobPlan;
use crate::bots::{BotSpec, Search, built_in, strategies};
use crate::game::{Audit, Game};
use crate::settings::Settings;
use crate::study::any_study;
use crate::study::league::{League, MAX_BOTS};

/// The name of the command.
pub const COMMAND: &str = "league";

const EXAMPLES: &str = "\
Examples:
  fuda league kujuroku                       all bots and strategy files
  fuda league oni weighing shedder random --games 4k
  fuda league kachi-kachi --mixed --games 2k
  fuda league kusuri-gui --until-sure --margin 2 --for 10m
  fuda league kazu-tori weighing keen search:iterations=50 --games 400
  fuda league --from reports/oni-league-0123456789/league.toml

Without BOT the field is every built-in bot and every strategy file, except for
'search', which takes long and has to be named. All pairs play the same deals:
in each deal each bot of a pair sits once in each seat, the other bot in all
others. How far a bot is ahead of another is the mean of both ways: what it wins
alone among the other, and what the other loses alone among it. --games counts
the games of each pair and defaults to 20k. With --mixed there are tables of all
bots, too: those of a deal give every bot each seat equally often.

A rank such as '1-2' says which ranks a bot may have: one bot or none is
certainly better. The intervals of the means over the field hold together with
95 %, and so do all ranks. The verdict on a pair is 'better' or 'worse' if its
p-value, adjusted for all pairs (Holm), is at most 5 %; 'equal' if it lies within
--margin, by two one-sided tests; 'same' if no deal showed a difference.

'Nash' is a second ranking that clones and cycles do not distort: what a bot
gets from the mixture of bots from which none wins anything, 0 for the bots in
it. Its spread is that of 1,000 draws of what the advantages may be.

--until-sure plays a pair no more once its verdict is not 'undecided', by an
interval that is valid for all pairs under repeated looks, and stops with the
last one; --games and --for still apply. --precision takes the metric
'advantage'.

league.csv has a row for each bot, league_pairs.csv for each bot and opponent,
league_mixed.csv for each bot with --mixed.";

/// The default number of games of each pair.
const GAMES: u64 = 20_000;

/// The arguments of `fuda league`.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct LeagueArgs {
    /// The game
    #[arg(required_unless_present = "from", conflicts_with = "from")]
    game: Option<String>,

    /// The bots [default: all but 'search', and all strategy files]
    #[arg(value_name = "BOT", conflicts_with = "from")]
    bots: Vec<String>,

    /// Play tables of all bots, too
    #[arg(long, conflicts_with = "from")]
    mixed: bool,

    /// Call a pair equal if its advantage is certainly within ±D
    #[arg(long, value_name = "D", value_parser = read_margin, allow_hyphen_values = true, conflicts_with = "from")]
    margin: Option<f64>,

    /// Play pairs only until they are decided
    #[arg(long, conflicts_with = "from")]
    until_sure: bool,

    #[command(flatten)]
    pub study: StudyArgs,
}

/// The options of a league in its record.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LeagueOptions {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    margin: Option<f64>,
    mixed: bool,
    /// Whether pairs end when they are decided: unlike with other commands, that
    /// decides what is played, so that such a league is another one.
    pairs_until_sure: bool,
}

/// `fuda league`.
pub fn league(args: &LeagueArgs, surroundings: &Surroundings) -> Result<(), Failure> {
    conduct(vec![prepared(args)?], &args.study, surroundings)
}

/// The job for the arguments.
pub fn prepared(args: &LeagueArgs) -> Result<Box<dyn Job>, Failure> {
    let options = LeagueOptions { margin: args.margin, mixed: args.mixed, pairs_until_sure: args.until_sure };
    let request = Request::new(&args.study, COMMAND, args.game.as_ref(), args.bots.clone(), &options)?;
    job::<PrepareLeague>(request, &args.study.output)
}

/// How a league is prepared.
pub struct PrepareLeague;

impl Prepare for PrepareLeague {
    fn prepare<G: Game + Audit>(request: Request, output: &OutputArgs) -> Result<Box<dyn Job>, Failure> {
        let LeagueOptions { margin, mixed, pairs_until_sure } = request.options()?;
        let game = G::new(rules::<G>(&request.rules)?);
        if game.players() < 2 {
            return Err(Failure::Usage(
                "a table of one player has nobody to play against; give --rule players=2 or more".to_owned(),
            ));
        }
        let is_default = request.bots.is_empty() && request.from.is_none();
        let bots = if is_default { all_bots(&game) } else { request.bots.clone() };
        let specs: Vec<BotSpec> = bots.iter().map(|bot| request.bot(bot)).collect();
        check_field(&specs).map_err(|failure| failure.within(request.file()))?;
        let rules = game.rules().to_table();
        let mut league = League::new(game, specs, request.seed)
            .map_err(|error| Failure::usage(error).within(request.file()))?;
        let request = request.or_games(GAMES, pairs_until_sure);
        let plan = JobPlan::new(COMMAND, request, output, rules, bots, league.records().to_vec())?;
        (league.margin, league.mixed, league.until_sure) = (margin, mixed, pairs_until_sure);
        Ok(Box::new(plan.job(any_study(league))?))
    }
}

/// Checks that bots make a field.
fn check_field(bots: &[BotSpec]) -> Result<(), Failure> {
    let wrong = |text: String| Err(Failure::Usage(text));
    let twice = bots.iter().enumerate().find(|(index, bot)| bots[..*index].contains(bot));
    if let Some((_, bot)) = twice {
        return wrong(format!("'{bot}' is named twice; each bot of a league plays all others, name it once"));
    }
    match bots.len() {
        0 => wrong("a league needs two bots or more, and there is none; name them".to_owned()),
        1 => wrong(format!("a league needs two bots or more; name another one besides '{}'", bots[0])),
        count if count > MAX_BOTS => {
            wrong(format!("{count} bots are too many for a league; name at most {MAX_BOTS}"))
        }
        _ => Ok(()),
    }
}

/// All bots and strategy files, without `search`.
fn all_bots<G: Game>(game: &G) -> Vec<String> {
    let names = built_in::<G>().into_iter().map(|bot| bot.name).filter(|name| *name != Search::<G>::NAME);
    // Programs only play if they are named: they may be slow, or unable to start.
    let files = strategies(game).into_iter().filter(|file| !file.is_program).map(|file| file.name);
    names.map(str::to_owned).chain(files).collect()
}
