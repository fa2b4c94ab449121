//! `fuda compare`: whether a bot is better than another, and by how much.

use clap::Args;
use serde::{Deserialize, Serialize};

use super::args::{Request, StudyArgs, rules};
use super::conduct::{Job, JobPlan, conduct};
use super::failure::Failure;
use super::shell::typed;
use crate::bots::{BotRecord, BotSpec, built_in, strategies};
use crate::game::{Audit, Game};
use crate::games::{self, GameVisitor};
use crate::settings::Settings;
use crate::study::compare::{Comparison, Contest};
use crate::study::differences::Differences;

const COMMAND: &str = "compare";

const EXAMPLES: &str = "\
Examples:
  fuda compare kujuroku weighing greedy
  fuda compare oni weighing shedder --margin 2 --until-sure
  fuda compare kachi-kachi strategies/kachi-kachi/mine.luau weighing --games 20k
  fuda compare kujuroku weighing greedy --each-decision --games 400
  fuda compare kusuri-gui --all --skip search --games 4k      all pairs
  fuda compare --from reports/oni-compare-0123456789/compare.toml

BOT sits once in each seat of every deal, BASELINEs sit in the others. The
difference is BOT's final score less the mean of the BASELINEs; a win shared by
k players counts 1/k. All intervals are 95 % intervals over deals. --games
defaults to 100k, or to 100 deals with --each-decision.

With --margin D the verdict is 'equal' if the 90 % interval lies within ±D (two
one-sided tests at 5 %); without it, only if the bots never differ. Otherwise it
is 'better' or 'worse' if the 95 % interval excludes zero, even if it overlaps
±D, and 'undecided' if not, as is anything after fewer than 20 deals.
--until-sure stops as soon as the verdict is not 'undecided', by an interval
that is valid under continuous monitoring; --games and --for still apply.
--precision takes the metrics 'difference' and 'win_share'.

compare.csv has a row for each comparison; with --each-decision, differences.csv
lists the first decision of each game in which the two differ.";

/// The default number of games, and of deals with `--each-decision`.
const GAMES: u64 = 100_000;
const DEALS: u64 = 100;

/// The arguments of `fuda compare`.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct CompareArgs {
    /// The game
    #[arg(required_unless_present = "from", conflicts_with = "from")]
    game: Option<String>,

    /// The bot to compare
    #[arg(required_unless_present_any = ["all", "from"])]
    bot: Option<String>,

    /// The bot to compare it with
    #[arg(required_unless_present_any = ["all", "from"])]
    baseline: Option<String>,

    /// Compare all pairs of bots and strategy files
    #[arg(long, conflicts_with_all = ["bot", "each_decision", "from"])]
    all: bool,

    /// Exclude these bots from --all
    #[arg(long, value_name = "A,B,...", value_delimiter = ',', conflicts_with = "from")]
    skip: Vec<String>,

    /// Call bots equal if the 90 % interval of the difference is within ±D
    #[arg(long, value_name = "D", value_parser = read_margin, allow_hyphen_values = true, conflicts_with = "from")]
    margin: Option<f64>,

    /// Stop as soon as the verdict is not 'undecided'
    #[arg(long, conflicts_with = "from")]
    until_sure: bool,

    /// List the first different decision of each game, instead of comparing
    #[arg(long, conflicts_with = "from")]
    each_decision: bool,

    #[command(flatten)]
    study: StudyArgs,
}

/// The options of a comparison in its record.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ComparisonOptions {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    margin: Option<f64>,
    until_sure: bool,
    each_decision: bool,
}

fn read_margin(text: &str) -> Result<f64, String> {
    let wrong = || "give a number above 0".to_owned();
    text.parse().ok().filter(|margin: &f64| margin.is_finite() && *margin > 0.0).ok_or_else(wrong)
}

/// `fuda compare`.
pub fn compare(args: &CompareArgs) -> Result<(), Failure> {
    if !args.skip.is_empty() && !args.all {
        return Err(Failure::Usage("--skip is for --all; give --all instead of BOT and BASELINE".to_owned()));
    }
    let request = match &args.study.from {
        Some(path) => Request::from_record(path, COMMAND)?,
        None => {
            let options = ComparisonOptions {
                margin: args.margin,
                until_sure: args.until_sure,
                each_decision: args.each_decision,
            };
            let bots = args.bot.iter().chain(&args.baseline).cloned().collect();
            let game = args.game.as_deref().expect("clap asks for a game");
            let request = Request::typed(&args.study, game, bots)?;
            Request {
                options: toml::Table::try_from(options).expect("options have a form in TOML"),
                ..request
            }
        }
    };
    let name = request.game.clone();
    let job = games::visit(&name, PrepareComparison { request, args })
        .unwrap_or_else(|| Err(Failure::unknown_game(&name).within(args.study.from.as_deref())))?;
    conduct(vec![job], &args.study)
}

struct PrepareComparison<'a> {
    request: Request,
    args: &'a CompareArgs,
}

impl GameVisitor for PrepareComparison<'_> {
    type Output = Result<Box<dyn Job>, Failure>;

    fn visit<G: Game + Audit>(self) -> Result<Box<dyn Job>, Failure> {
        let PrepareComparison { request, args } = self;
        let options: ComparisonOptions =
            request.options.clone().try_into().map_err(|error: toml::de::Error| {
                Failure::Usage(format!("wrong 'options': {}", error.message())).within(request.file())
            })?;
        let game = G::new(rules::<G>(&request.rules)?);
        if game.players() < 2 {
            return Err(Failure::Usage(
                "a table of one player has nobody to compare with; give --rule players=2 or more".to_owned(),
            ));
        }
        let bots = if args.all { all_bots(&game, &args.skip)? } else { request.bots.clone() };
        let specs: Vec<BotSpec> = bots.iter().map(|bot| BotSpec::new(bot)).collect();
        let contests = pairs(&specs)
            .map(|(bot, baseline)| Contest::new(game.clone(), bot, baseline, request.seed))
            .collect::<Result<Vec<_>, _>>()
            .map_err(|error| Failure::usage(error).within(request.file()))?;
        let games = if options.each_decision { DEALS * game.players() as u64 } else { GAMES };
        let request = request.or_games(games, options.until_sure);
        let replay_options = replay_options(args, &contests[0]);
        let plan = JobPlan::new(
            COMMAND,
            request,
            &args.study.output,
            game.rules().to_table(),
            bots,
            records(&contests),
        )?;
        if options.each_decision {
            let contest = contests.into_iter().next().expect("there is a pair");
            return Ok(Box::new(plan.job(Differences { contest, replay_options })?));
        }
        let ComparisonOptions { margin, until_sure, .. } = options;
        Ok(Box::new(plan.job(Comparison { contests, margin, until_sure })?))
    }
}

/// The pairs to compare: of two bots the first with the second, of more than two
/// all ordered pairs.
fn pairs(bots: &[BotSpec]) -> impl Iterator<Item = (&BotSpec, &BotSpec)> {
    let firsts = if bots.len() == 2 { &bots[..1] } else { bots };
    firsts.iter().enumerate().flat_map(move |(index, bot)| {
        let others = bots.iter().enumerate().filter(move |(other, _)| *other != index);
        others.map(move |(_, other)| (bot, other))
    })
}

/// All bots and strategy files, except for those that are skipped.
fn all_bots<G: Game>(game: &G, skip: &[String]) -> Result<Vec<String>, Failure> {
    let names = built_in::<G>().into_iter().map(|bot| bot.name.to_owned());
    let names: Vec<String> =
        names.chain(strategies(game).into_iter().map(|strategy| strategy.name)).collect();
    if let Some(unknown) = skip.iter().find(|name| !names.contains(name)) {
        let known = names.join(", ");
        return Err(Failure::Usage(format!("--skip: unknown bot '{unknown}'; known: {known}")));
    }
    let bots: Vec<String> = names.into_iter().filter(|name| !skip.contains(name)).collect();
    if bots.len() < 2 {
        let left = bots.first().map_or("no bot".to_owned(), |bot| format!("only '{bot}'"));
        return Err(Failure::Usage(format!("nothing to compare: --skip leaves {left}; skip fewer")));
    }
    Ok(bots)
}

/// Everything that determines what the bots do, each bot once.
fn records<G: Game>(contests: &[Contest<G>]) -> Vec<BotRecord> {
    let mut records: Vec<BotRecord> = Vec::new();
    for record in contests.iter().flat_map(|contest| contest.setup.line_up.records()) {
        if !records.contains(record) {
            records.push(record.clone());
        }
    }
    records
}

/// The options with which `fuda replay` shows a game of a contest.
fn replay_options<G: Game>(args: &CompareArgs, contest: &Contest<G>) -> String {
    let bots = contest.setup.line_up.seats().map(|bot| format!(" --bot {}", typed(bot.as_str())));
    let house = &args.study.house;
    let rules = house.rule.iter().map(|rule| format!(" --rule {}", typed(rule)));
    let file = house.rules.iter().map(|path| format!(" --rules {}", typed(&path.display().to_string())));
    bots.chain(rules).chain(file).collect()
}
