//! `fuda compare`: is a bot better than another, by how much, how sure.

mod differences;

use std::fmt::Write as _;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use serde_json::json;

use super::ended::{ending, interrupted_after, nothing_played};
use super::failure::{Failure, print};
use super::interrupt::{self, INTERRUPTED, games_ended};
use super::list::Format;
use super::numbers;
use super::progress::bar;
use super::request::HouseArgs;
use super::run::{all_cores, check_threads, read_time};
use crate::bots::{BotRecord, BotSpec, built_in, strategies};
use crate::game::{Audit, Game};
use crate::games::{self, GameVisitor};
use crate::report::{
    Comparison, File, Kind, Request, compare_file, compare_json, compare_text, grouped, pairs_text,
    write_files,
};
use crate::settings::Settings;
use crate::sim::{BlockFault, Controls, Ended, Enough, count_blocks};
use crate::study::contest::{Contest, ContestCounter};
use crate::study::verdict::{Looking, Verdict, judge};

use differences::list_differences;

const EXAMPLES: &str = "\
Examples:
  fuda compare kujuroku weighing greedy
  fuda compare oni weighing shedder --margin 2 --until-sure
  fuda compare kachi-kachi strategies/kachi-kachi/mine.luau weighing --games 20k
  fuda compare kujuroku weighing greedy --each-decision --games 400
  fuda compare kusuri-gui --all --skip search --games 4k      all pairs

BOT sits once in each seat of every deal, BASELINEs sit in the others. The
difference is BOT's score to the BASELINEs' mean at the end of a game; a win
that is shared counts in part. All intervals are 95 % over deals.

With --margin D, 'equal' is said first: if the 90 % interval lies within ±D (two
one-sided tests at 5 %); without it, only of bots that never differ. 'better'
and 'worse' are said if the 95 % interval leaves out zero, also if it reaches
into ±D. All else is 'undecided', and so is anything after fewer than 20 deals.
--until-sure goes on until the verdict is better, worse or equal, by an interval
that holds however often one looks; --games and --for still end it.

compare.csv has a row for each comparison; differences.csv, with
--each-decision, where the two first differ in each game.";

/// The default number of games.
const GAMES: u64 = 100_000;

/// What `fuda compare` takes.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct CompareArgs {
    /// The game
    game: String,

    /// The bot
    #[arg(required_unless_present = "all")]
    bot: Option<String>,

    /// Who it is compared with
    #[arg(required_unless_present = "all")]
    baseline: Option<String>,

    /// Compare all bots and strategy files, every one with every other
    #[arg(long, conflicts_with_all = ["bot", "each_decision"])]
    all: bool,

    /// Leave these bots out of --all
    #[arg(long, value_name = "A,B,...", value_delimiter = ',')]
    skip: Vec<String>,

    /// How many games of each comparison, rounded up to whole blocks
    /// [default: 100k; no limit with --until-sure or --for]
    #[arg(long, value_name = "N", value_parser = numbers::games, allow_hyphen_values = true)]
    games: Option<u64>,

    /// Say 'equal' if the 90 % interval of the difference lies within ±D
    #[arg(long, value_name = "D", value_parser = read_margin, allow_hyphen_values = true)]
    margin: Option<f64>,

    /// Go on until the verdict stands
    #[arg(long)]
    until_sure: bool,

    /// List where the two first differ in each game, instead of playing on
    #[arg(long)]
    each_decision: bool,

    #[command(flatten)]
    house: HouseArgs,

    /// How many threads play [default: all cores]
    #[arg(long, value_name = "N", value_parser = numbers::threads, allow_hyphen_values = true)]
    threads: Option<usize>,

    /// Stop after this time, at a whole block: 30s, 5m, 1.5h
    #[arg(long = "for", value_name = "TIME", value_parser = read_time, allow_hyphen_values = true)]
    time: Option<(String, Duration)>,

    /// The folder for the files [default: reports/GAME-compare-HASH]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,

    /// Overwrite what the folder holds
    #[arg(long)]
    force: bool,

    /// Print nothing but errors
    #[arg(long)]
    quiet: bool,

    /// What to print
    #[arg(long, value_enum, default_value = "table")]
    format: Format,
}

fn read_margin(text: &str) -> Result<f64, String> {
    let wrong = || "give a number above 0".to_owned();
    text.parse().ok().filter(|margin: &f64| margin.is_finite() && *margin > 0.0).ok_or_else(wrong)
}

/// `fuda compare`.
pub fn compare(args: &CompareArgs) -> Result<(), Failure> {
    games::visit(&args.game, Compare(args)).unwrap_or_else(|| Err(Failure::unknown_game(&args.game)))
}

struct Compare<'a>(&'a CompareArgs);

impl GameVisitor for Compare<'_> {
    type Output = Result<(), Failure>;

    fn visit<G: Game + Audit>(self) -> Result<(), Failure> {
        let args = self.0;
        if !args.skip.is_empty() && !args.all {
            return Err(Failure::Usage("--skip leaves bots out of --all, and this is one pair".to_owned()));
        }
        let game: G = args.house.game()?;
        if game.players() < 2 {
            return Err(Failure::Usage("there is nobody to compare with at a table of one".to_owned()));
        }
        let pairs = match (&args.bot, &args.baseline) {
            (Some(bot), Some(baseline)) => vec![(BotSpec::new(bot), BotSpec::new(baseline))],
            _ => all_pairs(&game, &args.skip)?,
        };
        let contests = pairs
            .iter()
            .map(|(bot, baseline)| contest(args, &game, bot, baseline))
            .collect::<Result<Vec<_>, Failure>>()?;
        let threads = args.threads.unwrap_or_else(all_cores);
        check_threads(threads)?;
        interrupt::listen()?;
        let request = request(args, &game, &contests);
        let out = args
            .out
            .clone()
            .unwrap_or_else(|| PathBuf::from(format!("reports/{}-compare-{}", G::NAME, request.hash())));
        request.take(&out, args.force).map_err(Failure::usage)?;
        let contests: Vec<Contest<G>> = contests.into_iter().map(|(contest, _)| contest).collect();
        let done = if args.each_decision {
            list_differences(args, &contests[0])
        } else {
            play_all(args, threads, &contests)
        };
        let failed = |fault: &BlockFault| Failure::Work(format!("{}: {fault}", G::NAME));
        let writing = games_ended();
        if done.games == 0 {
            return Err(nothing_played(&done.ended, failed));
        }
        let files = [done.file, request.ended(done.games, ending(&done.ended))];
        write_files(&out, &files).map_err(|error| Failure::Work(error.to_string()))?;
        drop(writing);
        let saved = |failure: Failure| failure.but(format!("the results are in {}", out.display()));
        if !args.quiet {
            let text = match args.format {
                Format::Table => format!("{}\nThe files are in {}\n", done.text, out.display()),
                Format::Json => {
                    format!("{}\n", json!({ "folder": out.display().to_string(), "results": done.json }))
                }
            };
            print(&text).map_err(saved)?;
        }
        match done.ended {
            Ended::Blocks | Ended::Time | Ended::Enough => Ok(()),
            Ended::Interrupted => Err(interrupted_after(done.played, &out)),
            Ended::Failed(fault) => Err(saved(failed(&fault))),
        }
    }
}

/// What came of a command.
struct Done {
    file: File,
    text: String,
    json: serde_json::Value,
    games: u64,
    /// What was played, in words.
    played: String,
    ended: Ended,
}

type Recorded<G> = (Contest<G>, [BotRecord; 2]);

fn contest<G: Game>(
    args: &CompareArgs,
    game: &G,
    bot: &BotSpec,
    baseline: &BotSpec,
) -> Result<Recorded<G>, Failure> {
    let open = |spec: &BotSpec| spec.open(game).map_err(Failure::usage);
    let ((bot_player, bot_record), (baseline_player, baseline_record)) = (open(bot)?, open(baseline)?);
    let contest = Contest {
        game: game.clone(),
        players: [bot_player, baseline_player],
        names: [bot.to_string(), baseline.to_string()],
        seed: args.house.seed(),
    };
    Ok((contest, [bot_record, baseline_record]))
}

/// Every bot with every other, but for those that are left out.
fn all_pairs<G: Game>(game: &G, skip: &[String]) -> Result<Vec<(BotSpec, BotSpec)>, Failure> {
    let names = built_in::<G>().into_iter().map(|bot| bot.name.to_owned());
    let names: Vec<String> =
        names.chain(strategies(game).into_iter().map(|strategy| strategy.name)).collect();
    if let Some(unknown) = skip.iter().find(|name| !names.contains(name)) {
        let known = names.join(", ");
        return Err(Failure::Usage(format!("--skip: there is no '{unknown}' to leave out; known: {known}")));
    }
    let playing = names.iter().filter(|name| !skip.contains(name));
    let bots: Vec<BotSpec> = playing.map(|name| BotSpec::new(name)).collect();
    if bots.len() < 2 {
        let left = bots.first().map_or("no bot".to_owned(), |bot| format!("'{bot}' alone"));
        return Err(Failure::Usage(format!("nothing to compare: --skip leaves {left}")));
    }
    let others = |bot: &BotSpec| bots.iter().filter(|other| *other != bot).cloned().collect::<Vec<_>>();
    Ok(bots.iter().flat_map(|bot| others(bot).into_iter().map(|other| (bot.clone(), other))).collect())
}

/// Everything that decides the result.
fn request<G: Game>(args: &CompareArgs, game: &G, contests: &[Recorded<G>]) -> Request {
    let mut table = toml::Table::new();
    let mut put = |key: &str, value: toml::Value| table.insert(key.to_owned(), value);
    put("version", env!("CARGO_PKG_VERSION").into());
    put("game", G::NAME.into());
    put("seed", args.house.seed().to_string().into());
    if let Some(games) = games_limit(args) {
        put("games", games.to_string().into());
    }
    if let Some((time, _)) = &args.time {
        put("for", time.clone().into());
    }
    if let Some(margin) = args.margin {
        put("margin", margin.into());
    }
    put("until_sure", args.until_sure.into());
    put("each_decision", args.each_decision.into());
    let pairs = contests.iter().map(|(contest, _)| contest.names.to_vec());
    put("pairs", toml::Value::try_from(pairs.collect::<Vec<_>>()).expect("names have a form in TOML"));
    put("rules", game.rules().to_table().into());
    let mut bots: Vec<&BotRecord> = Vec::new();
    for record in contests.iter().flat_map(|(_, records)| records) {
        if !bots.contains(&record) {
            bots.push(record);
        }
    }
    put("bot", toml::Value::try_from(bots).expect("bots have a form in TOML"));
    Request::new(Kind::Comparison, table)
}

/// How many games are played at most. A verdict or a time is a limit of its
/// own.
fn games_limit(args: &CompareArgs) -> Option<u64> {
    let own_limit = args.until_sure || args.time.is_some();
    args.games.or((!own_limit).then_some(GAMES))
}

/// Plays one comparison after another, until one does not come to its end.
fn play_all<G: Game>(args: &CompareArgs, threads: usize, contests: &[Contest<G>]) -> Done {
    let mut comparisons: Vec<Comparison> = Vec::new();
    let mut finished = 0;
    let mut ended = Ended::Blocks;
    for contest in contests {
        let comparison;
        (comparison, ended) = play(args, threads, contest);
        if comparison.score.blocks > 0 {
            comparisons.push(comparison);
        }
        if matches!(ended, Ended::Interrupted | Ended::Failed(_)) {
            break;
        }
        finished = comparisons.len();
    }
    let games = comparisons.iter().map(|comparison| comparison.score.games()).sum();
    let mut played = format!("{} games", grouped(games));
    let text = match &comparisons[..] {
        [one] if !args.all => compare_text(one, args.until_sure),
        _ => {
            let mut text = all_text(contests, &comparisons[..finished]);
            if finished < contests.len() {
                let pairs = format!("{finished} of {} pairs", contests.len());
                writeln!(text, "\n{pairs} were finished.").expect("text grows");
                played = format!("{pairs} and {played}");
            }
            text
        }
    };
    Done { file: compare_file(&comparisons), text, json: compare_json(&comparisons), games, played, ended }
}

/// The comparisons that are finished, in the table of all.
fn all_text<G: Game>(contests: &[Contest<G>], finished: &[Comparison]) -> String {
    let mut bots: Vec<String> = Vec::new();
    for bot in contests.iter().map(|contest| &contest.names[0]) {
        if !bots.contains(bot) {
            bots.push(bot.clone());
        }
    }
    format!(
        "{}: the bot of a line among those of a column; score a game over their mean\n\n{}",
        G::NAME,
        pairs_text(&bots, finished)
    )
}

fn play<G: Game>(args: &CompareArgs, threads: usize, contest: &Contest<G>) -> (Comparison, Ended) {
    let players = contest.game.players() as u64;
    let looking = if args.until_sure { Looking::Repeatedly } else { Looking::Once };
    let games = games_limit(args);
    let progress = bar(&contest.names.join(" among "), games, args.quiet);
    let stands = |counter: &ContestCounter<'_, G>| {
        judge(&counter.score.difference(), args.margin, looking).verdict != Verdict::Undecided
    };
    let enough = Enough {
        blocks: games.map(|games| games.div_ceil(players)),
        time: args.time.as_ref().map(|(_, time)| *time),
        look: args.until_sure.then_some(&stands as &dyn Fn(&ContestCounter<'_, G>) -> bool),
    };
    let controls = Controls {
        threads,
        interrupted: &INTERRUPTED,
        progress: &|blocks| progress.set_position(blocks * players),
    };
    let mut counter = contest.counter();
    let ended = count_blocks(&mut counter, || contest.counter(), &enough, &controls);
    progress.finish_and_clear();
    let score = counter.score;
    let [bot, baseline] = contest.names.clone();
    let judged = judge(&score.difference(), args.margin, looking);
    (Comparison { game: G::NAME, bot, baseline, score, judged, margin: args.margin }, ended)
}
