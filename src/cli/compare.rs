//! `fuda compare`: is a bot better than another, by how much, how sure.

use clap::Args;
use serde::{Deserialize, Serialize};

use super::args::{Asked, StudyArgs, rules};
use super::conduct::{Job, Request, conduct};
use super::failure::Failure;
use super::shell::typed;
use crate::bots::{BotSpec, built_in, strategies};
use crate::game::{Audit, Game};
use crate::games::{self, GameVisitor};
use crate::settings::{Settings, value_text};
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
difference is BOT's score at the end of a game over the BASELINEs' mean; a shared
win counts in part. All intervals are 95 % over deals. --games defaults to 100k,
with --each-decision to 100 deals.

With --margin D the verdict is 'equal' if the 90 % interval lies within ±D (two
one-sided tests at 5 %); without it, only of bots that never differ. Otherwise it
is 'better' or 'worse' if the 95 % interval excludes zero, even if it reaches into
±D, and else 'undecided', as is anything after fewer than 20 deals. --until-sure
stops when the verdict is no longer 'undecided', by an interval that is valid
under continuous monitoring; --games and --for still stop it. --precision can be
asked of 'difference' and 'win_share'.

compare.csv has a row for each comparison; with --each-decision, differences.csv
lists where the two first differ in each game.";

/// The default number of games, and of deals with `--each-decision`.
const GAMES: u64 = 100_000;
const DEALS: u64 = 100;

/// What `fuda compare` takes.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct CompareArgs {
    /// The game
    #[arg(required_unless_present = "from", conflicts_with = "from")]
    game: Option<String>,

    /// The bot
    #[arg(required_unless_present_any = ["all", "from"])]
    bot: Option<String>,

    /// Who it is compared with
    #[arg(required_unless_present_any = ["all", "from"])]
    baseline: Option<String>,

    /// Compare all bots and strategy files, every one with every other
    #[arg(long, conflicts_with_all = ["bot", "each_decision", "from"])]
    all: bool,

    /// Leave these bots out of --all
    #[arg(long, value_name = "A,B,...", value_delimiter = ',', conflicts_with = "from")]
    skip: Vec<String>,

    /// Say 'equal' if the 90 % interval of the difference lies within ±D
    #[arg(long, value_name = "D", value_parser = read_margin, allow_hyphen_values = true, conflicts_with = "from")]
    margin: Option<f64>,

    /// Stop when the verdict is sure
    #[arg(long, conflicts_with = "from")]
    until_sure: bool,

    /// List where the two first differ in each game, instead of comparing them
    #[arg(long, conflicts_with_all = ["from", "margin", "until_sure", "precision"])]
    each_decision: bool,

    #[command(flatten)]
    study: StudyArgs,
}

/// What a comparison is asked for beside its bots.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Options {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    margin: Option<f64>,
    until_sure: bool,
    each_decision: bool,
    /// Whether every bot is compared with every other one.
    all: bool,
}

fn read_margin(text: &str) -> Result<f64, String> {
    let wrong = || "give a number above 0".to_owned();
    text.parse().ok().filter(|margin: &f64| margin.is_finite() && *margin > 0.0).ok_or_else(wrong)
}

/// `fuda compare`.
pub fn compare(args: &CompareArgs) -> Result<(), Failure> {
    if !args.skip.is_empty() && !args.all {
        return Err(Failure::Usage("--skip leaves bots out of --all, and this is one pair".to_owned()));
    }
    let options = Options {
        margin: args.margin,
        until_sure: args.until_sure,
        each_decision: args.each_decision,
        all: args.all,
    };
    let bots = args.bot.iter().chain(&args.baseline).cloned().collect();
    let asked = Asked::new(&args.study, COMMAND, args.game.as_ref(), bots, &options)?;
    let name = asked.game.clone();
    let job = games::visit(&name, Prepare { asked, args })
        .unwrap_or_else(|| Err(Failure::unknown_game(&name).within(args.study.from.as_deref())))?;
    conduct(vec![job], &args.study)
}

struct Prepare<'a> {
    asked: Asked,
    args: &'a CompareArgs,
}

impl GameVisitor for Prepare<'_> {
    type Output = Result<Box<dyn Job>, Failure>;

    fn visit<G: Game + Audit>(self) -> Result<Box<dyn Job>, Failure> {
        let Prepare { asked, args } = self;
        let options: Options = asked.options()?;
        let game = G::new(rules::<G>(&asked.rules)?);
        if game.players() < 2 {
            return Err(Failure::Usage("there is nobody to compare with at a table of one".to_owned()));
        }
        let is_new = asked.from.is_none();
        let bots = if options.all && is_new { all_bots(&game, &args.skip)? } else { asked.bots.clone() };
        if bots.len() < 2 {
            let text = "'bots' has to name a bot and a baseline".to_owned();
            return Err(Failure::Usage(text).within(asked.file()));
        }
        let specs: Vec<BotSpec> = bots.iter().map(|bot| BotSpec::new(bot)).collect();
        let contests = pairs(&specs, options.all)
            .map(|(bot, baseline)| Contest::new(game.clone(), bot, baseline, asked.seed))
            .collect::<Result<Vec<_>, _>>()
            .map_err(|error| Failure::usage(error).within(asked.file()))?;
        let games = if options.each_decision { DEALS * game.players() as u64 } else { GAMES };
        let asked = asked.or_games(games, options.until_sure);
        let replay_options = replay_options(&contests[0]);
        let records = contests.iter().flat_map(|contest| contest.setup.line_up.records()).cloned();
        let rules = game.rules().to_table();
        let request = Request::new(COMMAND, asked, &args.study.output, rules, bots, records)?;
        if options.each_decision {
            let contest = contests.into_iter().next().expect("there is a pair");
            return Ok(Box::new(request.job(Differences { contest, replay_options })?));
        }
        let Options { margin, until_sure, .. } = options;
        Ok(Box::new(request.job(Comparison { contests, margin, until_sure })?))
    }
}

/// Who is compared with whom: the first one with the others, or every one with
/// every other.
fn pairs(bots: &[BotSpec], all: bool) -> impl Iterator<Item = (&BotSpec, &BotSpec)> {
    let firsts = if all { bots } else { &bots[..1] };
    firsts.iter().enumerate().flat_map(move |(index, bot)| {
        let others = bots.iter().enumerate().filter(move |(other, _)| *other != index);
        others.map(move |(_, other)| (bot, other))
    })
}

/// All bots and strategy files, but for those that are left out.
fn all_bots<G: Game>(game: &G, skip: &[String]) -> Result<Vec<String>, Failure> {
    let names = built_in::<G>().into_iter().map(|bot| bot.name.to_owned());
    let names: Vec<String> =
        names.chain(strategies(game).into_iter().map(|strategy| strategy.name)).collect();
    if let Some(unknown) = skip.iter().find(|name| !names.contains(name)) {
        let known = names.join(", ");
        return Err(Failure::Usage(format!("--skip: there is no '{unknown}' to leave out; known: {known}")));
    }
    let bots: Vec<String> = names.into_iter().filter(|name| !skip.contains(name)).collect();
    if bots.len() < 2 {
        let left = bots.first().map_or("no bot".to_owned(), |bot| format!("'{bot}' alone"));
        return Err(Failure::Usage(format!("nothing to compare: --skip leaves {left}")));
    }
    Ok(bots)
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
