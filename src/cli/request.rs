//! What is to be played: read from the command line or from a run.toml, and
//! checked before any work begins.

use std::path::{Path, PathBuf};

use clap::Args;

use super::failure::Failure;
use super::numbers;
use crate::bots::BotSpec;
use crate::game::Game;
use crate::report::Manifest;
use crate::settings::{Assignment, Settings};
use crate::sim::{LineUp, Setup};

/// The options that say by which rules and with which luck is played.
#[derive(Args, Clone, Debug)]
pub struct HouseArgs {
    /// The seed that all randomness comes from [default: 1]
    #[arg(long, value_name = "N", value_parser = numbers::whole, allow_hyphen_values = true)]
    pub seed: Option<u64>,

    /// Set a house rule
    #[arg(long = "rule", value_name = "KEY=VALUE")]
    pub rule: Vec<String>,

    /// Read house rules from a file; --rule wins over it
    #[arg(long, value_name = "FILE.toml")]
    pub rules: Option<PathBuf>,
}

/// The options that say what is played at a table.
#[derive(Args, Clone, Debug)]
pub struct TableArgs {
    #[command(flatten)]
    pub house: HouseArgs,

    /// The line-up in seat order; shorter than the table: repeated
    #[arg(long, value_name = "A,B,...", value_delimiter = ',')]
    pub bots: Vec<String>,

    /// One more bot of the line-up, for a bot with a comma in it
    #[arg(long = "bot", value_name = "SPEC")]
    pub bot: Vec<String>,
}

impl HouseArgs {
    /// Whether anything was asked for.
    pub fn is_set(&self) -> bool {
        self.seed.is_some() || !self.rule.is_empty() || self.rules.is_some()
    }

    /// The seed that was asked for.
    pub fn seed(&self) -> u64 {
        self.seed.unwrap_or(1)
    }

    /// The house rules that were set, those of the file first.
    pub fn assignments(&self) -> Result<Vec<Assignment>, Failure> {
        house_rules(self.rules.as_deref(), &self.rule)
    }

    /// The game by these rules.
    pub fn game<G: Game>(&self) -> Result<G, Failure> {
        let rules = G::Rules::with(&self.assignments()?);
        rules.map(G::new).map_err(|error| Failure::usage(error.of("rule", G::NAME)))
    }
}

/// House rules as they were asked for: those of a file, then those that were
/// typed, which win over it.
pub fn house_rules(file: Option<&Path>, typed: &[String]) -> Result<Vec<Assignment>, Failure> {
    let mut rules = match file {
        Some(path) => Assignment::read_file(path).map_err(Failure::usage)?,
        None => Vec::new(),
    };
    for rule in typed {
        rules.push(Assignment::parse(rule).map_err(|error| Failure::usage(format!("--rule: {error}")))?);
    }
    Ok(rules)
}

/// What is played at a table, as it was asked for.
#[derive(Clone, Debug)]
pub struct TableRequest {
    /// The seed.
    pub seed: u64,
    /// The line-up; empty for the game's own choice.
    bots: Vec<BotSpec>,
    rules: Vec<Assignment>,
    /// The file that it was read from.
    file: Option<PathBuf>,
}

impl TableRequest {
    /// What was typed.
    pub fn typed(args: &TableArgs) -> Result<TableRequest, Failure> {
        let rules = args.house.assignments()?;
        let bots = args.bots.iter().chain(&args.bot).map(|bot| BotSpec::new(bot)).collect();
        Ok(TableRequest { seed: args.house.seed(), bots, rules, file: None })
    }

    /// What a run.toml says.
    pub fn of_manifest(manifest: &Manifest, path: &Path) -> Result<TableRequest, Failure> {
        let in_rules = |mut line: Assignment| {
            line.key = line.key.strip_prefix("rules.")?.to_owned();
            Some(line)
        };
        Ok(TableRequest {
            seed: manifest.seed,
            bots: manifest.bots.iter().map(|bot| BotSpec::new(bot)).collect(),
            rules: Assignment::read_file(path)
                .map_err(Failure::usage)?
                .into_iter()
                .filter_map(in_rules)
                .collect(),
            file: Some(path.to_owned()),
        })
    }

    /// The table, ready to be played at.
    pub fn setup<G: Game>(&self) -> Result<Setup<G>, Failure> {
        let rules = G::Rules::with(&self.rules).map_err(|error| Failure::usage(error.of("rule", G::NAME)))?;
        let game = G::new(rules);
        let house_bot = [BotSpec::new(G::HOUSE_BOT)];
        let bots = if self.bots.is_empty() { &house_bot[..] } else { &self.bots };
        let line_up =
            LineUp::new(&game, bots).map_err(|error| Failure::usage(error).within(self.file.as_deref()))?;
        Ok(Setup { game, line_up, seed: self.seed })
    }
}
