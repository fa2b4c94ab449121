//! `fuda compare`: whether a bot is better than another, and by how much.

use clap::Args;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Surroundings;
use super::args::{OutputArgs, Request, StudyArgs, rules};
use super::conduct::{Job, Prepare, conduct, job};
use super::failure::Failure;
use super::plan::JobPlan;
use super::shell::typed;
use crate::game::{Audit, Game};
use crate::settings::{Settings, value_text};
use crate::study::any_study;
use crate::study::compare::{Comparison, Contest};
use crate::study::differences::Differences;

/// The name of the command.
pub const COMMAND: &str = "compare";

const EXAMPLES: &str = "\
Examples:
  fuda compare kujuroku weighing greedy
  fuda compare oni weighing shedder --margin 2 --until-sure
  fuda compare kachi-kachi strategies/kachi-kachi/mine.luau weighing --games 20k
  fuda compare kujuroku weighing greedy --each-decision --games 400
  fuda compare --from reports/oni-compare-0123456789/compare.toml

BOT sits once in each seat of every deal, BASELINEs sit in the others. The
difference is BOT's final score less the mean of the BASELINEs; a win shared by
k players counts 1/k. All intervals are 95 % intervals over deals. --games
defaults to 100k, or to 100 deals with --each-decision.

With --margin D the verdict is 'equal' if the 90 % interval lies within ±D (two
one-sided tests at 5 %). Otherwise it is 'better' or 'worse' if the 95 %
interval excludes zero, even if it overlaps ±D, 'same' if no deal showed a
difference, and 'undecided' if none of these, as is anything after fewer than 20
deals. --until-sure stops as soon as the verdict is not 'undecided', by an
interval that is valid under repeated looks; --games and --for still apply.
--precision takes the metrics 'difference' and 'win_share'.

compare.csv has a row for each comparison; with --each-decision, differences.csv
lists the first decision of each game in which the two differ. 'fuda league'
compares several bots, each with every other.";

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
    #[arg(required_unless_present = "from")]
    bot: Option<String>,

    /// The bot to compare it with
    #[arg(required_unless_present = "from")]
    baseline: Option<String>,

    /// Call bots equal if the 90 % interval of the difference is within ±D
    #[arg(long, value_name = "D", value_parser = read_margin, allow_hyphen_values = true, conflicts_with = "from")]
    margin: Option<f64>,

    /// Stop as soon as the verdict is not 'undecided'
    #[arg(long, conflicts_with = "from")]
    until_sure: bool,

    /// List the first different decision of each game, instead of comparing
    #[arg(long, conflicts_with_all = ["from", "margin", "until_sure", "precision"])]
    each_decision: bool,

    #[command(flatten)]
    pub study: StudyArgs,
}

/// The options of a comparison in its record.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ComparisonOptions {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    margin: Option<f64>,
    until_sure: bool,
    each_decision: bool,
}

/// Reads an equivalence margin.
pub fn read_margin(text: &str) -> Result<f64, String> {
    let wrong = || "give a number above 0".to_owned();
    text.parse().ok().filter(|margin: &f64| margin.is_finite() && *margin > 0.0).ok_or_else(wrong)
}

/// `fuda compare`.
pub fn compare(args: &CompareArgs, surroundings: &Surroundings) -> Result<(), Failure> {
    conduct(vec![prepared(args)?], &args.study, surroundings)
}

/// The job for the arguments.
pub fn prepared(args: &CompareArgs) -> Result<Box<dyn Job>, Failure> {
    let CompareArgs { margin, until_sure, each_decision, .. } = *args;
    let options = ComparisonOptions { margin, until_sure, each_decision };
    let bots = args.bot.iter().chain(&args.baseline).cloned().collect();
    let request = Request::new(&args.study, COMMAND, args.game.as_ref(), bots, &options)?;
    job::<PrepareComparison>(request, &args.study.output)
}

/// How a comparison is prepared.
pub struct PrepareComparison;

impl Prepare for PrepareComparison {
    fn prepare<G: Game + Audit>(request: Request, output: &OutputArgs) -> Result<Box<dyn Job>, Failure> {
        let options: ComparisonOptions = request.options()?;
        let game = G::new(rules::<G>(&request.rules)?);
        if game.players() < 2 {
            return Err(Failure::Usage(
                "a table of one player has nobody to compare with; give --rule players=2 or more".to_owned(),
            ));
        }
        let bots = request.bots.clone();
        let [bot, baseline] = &bots[..] else {
            let text = "'bots' has to name a bot and a baseline".to_owned();
            return Err(Failure::Usage(text).within(request.file()));
        };
        let [bot, baseline] = [bot, baseline].map(|bot| request.bot(bot));
        let contest = Contest::new(game.clone(), &bot, &baseline, request.seed)
            .map_err(|error| Failure::usage(error).within(request.file()))?;
        let games = if options.each_decision { DEALS * game.players() as u64 } else { GAMES };
        let request = request.or_games(games, options.until_sure);
        let replay_options = replay_options(&contest);
        let records = contest.setup.line_up.records().to_vec();
        let rules = game.rules().to_table();
        let plan = JobPlan::new(COMMAND, request, output, rules, bots, records)?;
        if options.each_decision {
            return Ok(Box::new(plan.job(any_study(Differences { contest, replay_options }))?));
        }
        let ComparisonOptions { margin, until_sure, .. } = options;
        Ok(Box::new(plan.job(any_study(Comparison { contest, margin, until_sure }))?))
    }
}

/// The options with which `fuda replay` shows a game of a contest: its line-up,
/// and the house rules that are not the default.
fn replay_options<G: Game>(contest: &Contest<G>) -> String {
    let bots = contest.setup.line_up.seats().map(|bot| format!(" --bot {}", typed(bot.as_str())));
    let (rules, defaults) = (contest.setup.game.rules(), G::Rules::default());
    let set = G::Rules::keys().into_iter().filter_map(|key| {
        let value = rules.get(key.name).filter(|value| defaults.get(key.name).as_ref() != Some(value))?;
        Some(format!(" --rule {}", typed(&format!("{}={}", key.name, value_text(&value)))))
    });
    bots.chain(set).collect()
}
