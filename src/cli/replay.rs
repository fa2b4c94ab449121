//! `fuda replay`: one game of a run, move by move.

use std::ops::Range;
use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::args::{BotsArgs, HouseArgs, ProgramArgs, Request};
use super::failure::{Failure, print, print_as_is, print_json};
use super::schema::replay_schema_name;
use super::{numbers, run};
use crate::bots::{BotSpec, Player, Search, SearchParameters};
use crate::game::{Audit, Game};
use crate::games::{self, GameVisitor};
use crate::page::{ReplayHead, ReplaySteps, replay_page};
use crate::random::BlockStreams;
use crate::report::{CommonLine, Transcript, TranscriptFormat};
use crate::settings::Settings;
use crate::sim::Setup;

const EXAMPLES: &str = "\
Examples:
  fuda replay kujuroku --block 0 --bots greedy --seed 1
  fuda replay kujuroku --block 12 --rotation 1 --bots greedy,random
  fuda replay kujuroku --block 12 --format jsonl
  fuda replay oni --block 3 --bots patient,weighing --thoughts
  fuda replay kujuroku --block 12 --format html --against greedy > game.html
  fuda replay oni --block 3 --format html --advise > oni.html
  fuda replay --from reports/kujuroku-0123456789/run.toml --block 12";

#[derive(Clone, Copy, Debug, ValueEnum)]
enum ReplayFormat {
    /// Sentences, as an onlooker would tell it
    Text,
    /// A JSON object for every event and choice, one per line
    Jsonl,
    /// A page to step through in a browser
    Html,
}

/// The arguments of `fuda replay`, which are those of the run.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct ReplayArgs {
    /// The game
    #[arg(required_unless_present = "from")]
    game: Option<String>,

    /// The number of the block, from 0
    #[arg(long, value_name = "N", value_parser = numbers::whole, allow_hyphen_values = true)]
    block: u64,

    /// The number of the rotation of the line-up, from 0
    #[arg(long, value_name = "R", default_value = "0", value_parser = numbers::whole, allow_hyphen_values = true)]
    rotation: u64,

    /// The number of games of the run, to check that it has this block
    #[arg(long, value_name = "N", value_parser = numbers::games, allow_hyphen_values = true)]
    games: Option<u64>,

    #[command(flatten)]
    house: HouseArgs,

    #[command(flatten)]
    table: BotsArgs,

    /// Take the game, rules, bots and seed from the run.toml of a run
    #[arg(long, value_name = "run.toml", conflicts_with_all = ["game", "games", "seed", "rule", "rules"])]
    from: Option<PathBuf>,

    /// Start the programs that the record of --from names
    #[arg(long)]
    allow_programs: bool,

    #[command(flatten)]
    programs: ProgramArgs,

    /// Show what scripts return at each decision, and what they take each
    /// option to be worth
    #[arg(long)]
    thoughts: bool,

    /// How to print the game
    #[arg(long, value_enum, default_value = "text")]
    format: ReplayFormat,

    /// Mark where this bot would have chosen otherwise; for --format html
    #[arg(long, value_name = "BOT")]
    against: Option<String>,

    /// Add what each option was worth against the choice, by playouts of
    /// search; for --format html
    #[arg(long)]
    advise: bool,
}

struct Replay<'a> {
    args: &'a ReplayArgs,
    request: Request,
}

impl GameVisitor for Replay<'_> {
    type Output = Result<(), Failure>;

    fn visit<G: Game + Audit>(self) -> Result<(), Failure> {
        let setup: Setup<G> = self.request.setup()?;
        let run = self.request.from.as_ref().map(|(_, run)| run);
        if let Some(changed) = run.and_then(|run| run.changed_bot(setup.line_up.records())) {
            return Err(Failure::Usage(format!("{changed}; the game would not be the same")));
        }
        // A run that failed can be replayed at the block after its last, which
        // is where it failed.
        let known = run.filter(|run| run.complete).and_then(|run| run.blocks().span());
        let rotations = setup.line_up.rotations() as u64;
        let requested = self.args.games.map(|games| 0..games.div_ceil(rotations));
        let blocks = known.map(|blocks| blocks.first..blocks.end).or(requested).unwrap_or(0..u64::MAX);
        let block = numbered("block", self.args.block, blocks, "run")?;
        let rotation = numbered("rotation", self.args.rotation, 0..rotations, "line-up")? as usize;
        let format = match self.args.format {
            ReplayFormat::Text => TranscriptFormat::Text,
            ReplayFormat::Jsonl => TranscriptFormat::JsonLines,
            ReplayFormat::Html if self.args.thoughts => {
                return Err(Failure::Usage("--thoughts is for --format text and jsonl".to_owned()));
            }
            ReplayFormat::Html => return page(&setup, block, rotation, self.args),
        };
        if self.args.advise {
            return Err(Failure::Usage("--advise is for --format html".to_owned()));
        }
        if self.args.against.is_some() {
            return Err(Failure::Usage("--against is for --format html".to_owned()));
        }
        let mut transcript = Transcript::new(format).with_thoughts(self.args.thoughts);
        let mut players = setup.line_up.players();
        players.iter_mut().for_each(Player::take_notes);
        let played = setup.play(block, rotation, &mut players, &mut transcript);
        let text = format!("{}{}", header(&setup, block, rotation, format), transcript.into_text());
        match format {
            TranscriptFormat::Text => print(&text),
            TranscriptFormat::JsonLines => print_json(&text),
        }?;
        played.map(|_| ()).map_err(|fault| Failure::Work(fault.to_string()))
    }
}

/// Prints the game as a page.
fn page<G: Game + Audit>(
    setup: &Setup<G>,
    block: u64,
    rotation: usize,
    args: &ReplayArgs,
) -> Result<(), Failure> {
    let against = args.against.as_deref();
    let other = against.map(|bot| BotSpec::new(bot).open(&setup.game)).transpose();
    let other = other.map_err(|error| Failure::Usage(format!("--against: {error}")))?;
    let mut steps = ReplaySteps::new(BlockStreams::new(setup.seed, block), other.map(|(player, _)| player));
    if args.advise {
        let search = Search::new(&setup.game, SearchParameters::default());
        steps = steps.advised_by(search.expect("the default playout bots are there"));
    }
    let played = setup.play(block, rotation, &mut setup.line_up.players(), &mut steps);
    if let Some(failure) = steps.failure() {
        return Err(Failure::Work(format!("--against: {failure}")));
    }
    let head = ReplayHead {
        game: G::TITLE,
        place: format!("Seed {}, block {block}, rotation {rotation}", setup.seed),
        bots: &seated(setup, rotation),
        against,
        is_advised: args.advise,
        score: G::SCORE,
    };
    print_as_is(&replay_page(&head, steps))?;
    played.map(|_| ()).map_err(|fault| Failure::Work(fault.to_string()))
}

/// The bots in seat order.
fn seated<G: Game>(setup: &Setup<G>, rotation: usize) -> Vec<String> {
    let seating = setup.line_up.seating(rotation);
    let seats = seating.first(setup.game.players()).iter();
    seats.map(|&bot| setup.line_up.bots()[usize::from(bot)].to_string()).collect()
}

/// Checks that a number is one of those that there are.
fn numbered(what: &str, number: u64, there: Range<u64>, whose: &str) -> Result<u64, Failure> {
    if there.contains(&number) {
        return Ok(number);
    }
    let (first, last) = (there.start, there.end - 1);
    let known =
        if first == last { format!("only {what} {first}") } else { format!("{what}s {first} to {last}") };
    Err(Failure::Usage(format!("there is no {what} {number}: this {whose} has {known}")))
}

/// The header of a transcript: what is played, and who sits where.
fn header<G: Game>(setup: &Setup<G>, block: u64, rotation: usize, format: TranscriptFormat) -> String {
    let bots = seated(setup, rotation);
    let seed = setup.seed;
    match format {
        TranscriptFormat::Text => {
            let seats: Vec<String> =
                bots.iter().enumerate().map(|(seat, bot)| format!("{bot} at seat {}", seat + 1)).collect();
            format!(
                "A game of {}: seed {seed}, block {block}, rotation {rotation}.\n{}.\n",
                G::NAME,
                seats.join(", ")
            )
        }
        TranscriptFormat::JsonLines => {
            let began = CommonLine::GameBegan {
                schema: replay_schema_name(G::NAME),
                game: G::NAME,
                seed,
                block,
                rotation,
                bots: &bots,
                rules: setup.game.rules().to_table(),
            };
            format!("{}\n", began.text())
        }
    }
}

/// `fuda replay`.
pub fn replay(args: &ReplayArgs) -> Result<(), Failure> {
    let request = match &args.from {
        Some(path) => Request::from_record(path, run::COMMAND, None, args.allow_programs)?,
        None => Request {
            game: args.game.clone().expect("clap asks for a game"),
            seed: args.house.known_seed()?,
            rules: args.house.assignments()?,
            bots: args.table.names()?,
            ..Request::default()
        },
    };
    // Those that are left are named on the command line.
    args.programs.apply_and_allow(args.allow_programs && args.from.is_none())?;
    let name = request.game.clone();
    games::visit(&name, Replay { args, request })
        .ok_or_else(|| Failure::unknown_game(&name).within(args.from.as_deref()))?
}
