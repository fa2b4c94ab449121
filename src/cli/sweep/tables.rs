//! The tables of a sweep: every variant with every line-up, and their runs.

use std::path::Path;

use super::super::failure::Failure;
use super::super::request::HouseArgs;
use super::variants::{MOST, Variant, Variants, value_text};
use crate::bots::{BotRecord, BotSpec};
use crate::game::{Game, NullObserver};
use crate::report::{BASELINE, Folder, Manifest, Status, Swept, SweptTable, files};
use crate::settings::Settings;
use crate::sim::{BlockFault, Ended, LineUp, LineUpError, Setup};
use crate::study::sweep::{Margin, Sweep, SweepCounter, Table, find};

/// A sweep that can be played.
pub struct Plan<G: Game> {
    /// What is played.
    pub sweep: Sweep<G>,
    /// The line-ups, as they were named.
    pub line_ups: Vec<String>,
    variants: Variants<G::Rules>,
}

/// The bots of a line-up. A comma within the parameters of a bot is not one
/// between bots: after it comes KEY=VALUE.
fn read_line_up(text: &str) -> Vec<BotSpec> {
    let mut names: Vec<String> = Vec::new();
    for part in text.split(',') {
        match names.last_mut() {
            Some(last) if last.contains(':') && part.contains('=') && !part.contains(':') => {
                last.push(',');
                last.push_str(part);
            }
            _ => names.push(part.to_owned()),
        }
    }
    names.iter().map(|name| BotSpec::new(name)).collect()
}

impl<G: Game> Plan<G> {
    /// Everything that was asked for, checked.
    pub fn new(
        house: &HouseArgs,
        vary: &[String],
        one_at_a_time: bool,
        bots: &[String],
    ) -> Result<Plan<G>, Failure> {
        let variants: Variants<G::Rules> =
            Variants::new(G::NAME, &house.assignments()?, vary, one_at_a_time)?;
        let line_ups: Vec<String> =
            if bots.is_empty() { vec![G::HOUSE_BOT.to_owned()] } else { bots.to_vec() };
        if let Some((_, twice)) =
            line_ups.iter().enumerate().find(|(index, one)| line_ups[..*index].contains(one))
        {
            return Err(Failure::Usage(format!("--bots: '{twice}' is given twice")));
        }
        let count = variants.list.len() * line_ups.len();
        if count > MOST {
            return Err(Failure::Usage(format!(
                "{} variants with {} line-ups are more than {MOST} tables; give fewer",
                variants.list.len(),
                line_ups.len()
            )));
        }
        let tables = line_ups
            .iter()
            .map(|line_up| {
                let specs = read_line_up(line_up);
                variants
                    .list
                    .iter()
                    .map(|variant| table(variant, &variants.baseline, &specs, house.seed()))
                    .collect()
            })
            .collect::<Result<Vec<Vec<Setup<G>>>, Failure>>()?;
        Ok(Plan { sweep: Sweep { tables }, line_ups, variants })
    }

    /// The variants: their names and rules.
    pub fn variants(&self) -> impl Iterator<Item = (&str, &G::Rules)> {
        self.variants.list.iter().map(|variant| (name(variant), &variant.rules))
    }

    /// All that decides what the bots do.
    pub fn bot_records(&self) -> Vec<&BotRecord> {
        let mut bots: Vec<&BotRecord> = Vec::new();
        for record in self.sweep.tables.iter().flatten().flat_map(|setup| setup.line_up.records()) {
            if !bots.contains(&record) {
                bots.push(record);
            }
        }
        bots
    }

    /// The fewest games that a block has at one of the tables.
    pub fn fewest_rotations(&self) -> u64 {
        let rotations = self.sweep.tables.iter().flatten().map(|setup| setup.line_up.rotations() as u64);
        rotations.min().expect("there is a table")
    }

    /// Which variant a bot failed in, as far as it can be told.
    pub fn which_table(&self, fault: &BlockFault) -> String {
        let fails = |setup: &Setup<G>| {
            let mut players = setup.line_up.players();
            setup.play(fault.block, fault.rotation, &mut players, &mut NullObserver).err().as_ref()
                == Some(fault)
        };
        let names = self.sweep.tables.iter().flat_map(|tables| tables.iter().zip(self.variants()));
        let mut failing =
            names.filter(|(setup, _)| fault.rotation < setup.line_up.rotations() && fails(setup));
        failing.next().map_or(String::new(), |(_, (name, _))| format!(" (variant {name})"))
    }

    /// The folder of a table's own run.
    fn folder(&self, line_up: usize, variant: usize) -> String {
        let plain =
            |letter: char| if letter.is_alphanumeric() || "=._-".contains(letter) { letter } else { '_' };
        let name: String = name(&self.variants.list[variant]).chars().map(plain).take(60).collect();
        let bots = if self.line_ups.len() > 1 { format!("-bots{}", line_up + 1) } else { String::new() };
        format!("{variant:03}-{name}{bots}")
    }

    /// Writes the run of every table into its own folder.
    pub fn write_runs(
        &self,
        out: &Path,
        counter: &SweepCounter<'_, G>,
        ended: &Ended,
        blocks: Option<u64>,
    ) -> Result<(), Failure> {
        for (line_up, tables) in counter.tables.iter().enumerate() {
            for (variant, table) in tables.iter().enumerate() {
                let setup = &self.sweep.tables[line_up][variant];
                let played = table.tally.blocks();
                let ended = match ended {
                    Ended::Blocks | Ended::Time | Ended::Enough => Status::Games,
                    Ended::Interrupted => Status::Interrupted,
                    Ended::Failed(_) => Status::Failed,
                };
                let complete = ended == Status::Games;
                let rotations = setup.line_up.rotations() as u64;
                // A sweep that ended by time is a run of just these games.
                let asked = if complete { Some(played) } else { blocks };
                let manifest = Manifest {
                    version: env!("CARGO_PKG_VERSION").to_owned(),
                    game: G::NAME.to_owned(),
                    seed: setup.seed,
                    bots: setup.line_up.seats().map(ToString::to_string).collect(),
                    games: asked.map(|blocks| blocks * rotations),
                    time: None,
                    precision: None,
                    first_block: 0,
                    last_block: played - 1,
                    games_played: played * rotations,
                    complete,
                    ended,
                    rules: setup.game.rules().to_table(),
                    bot: setup.line_up.records().to_vec(),
                };
                let path = out.join(self.folder(line_up, variant));
                let saved = (!complete).then(|| table.tally.save());
                // The folder of the sweep is taken: what is in it is of this
                // sweep.
                let (mut folder, _) = Folder::open(&path, &manifest, true, 0).map_err(Failure::usage)?;
                folder
                    .write(files(&table.metrics, &table.tally), &manifest, saved)
                    .map_err(|error| Failure::Work(error.to_string()))?;
            }
        }
        Ok(())
    }

    /// The results.
    pub fn swept(&self, counter: &SweepCounter<'_, G>, margins: &[Margin]) -> Swept<'_> {
        let rows = counter.rows();
        let blocks = counter.tables[0][0].tally.blocks();
        let found = find(&rows, margins, blocks);
        let tables = counter
            .tables
            .iter()
            .enumerate()
            .map(|(line_up, tables)| {
                let about = |(variant, table): (usize, &Table<'_, G>)| {
                    let setup = &self.sweep.tables[line_up][variant];
                    let rules = setup.game.rules();
                    let value = |key: &str| rules.get(key).as_ref().map(value_text).unwrap_or_default();
                    SweptTable {
                        variant: name(&self.variants.list[variant]).to_owned(),
                        bots: self.line_ups[line_up].clone(),
                        has_several_bots: setup.line_up.bots().len() > 1,
                        folder: self.folder(line_up, variant),
                        players: setup.game.players(),
                        rotations: setup.line_up.rotations() as u64,
                        rules: G::Rules::keys().iter().map(|key| (key.name, value(key.name))).collect(),
                        seats: [table.balance.seats_in_score(), table.balance.seats_in_wins()],
                    }
                };
                tables.iter().enumerate().map(about).collect()
            })
            .collect();
        Swept {
            game: G::NAME,
            score: G::SCORE,
            baseline: self.variants.baseline.clone(),
            rule: self.variants.rule.clone(),
            tables,
            seed: self.sweep.tables[0][0].seed,
            blocks,
            rows,
            found,
            panels: self.sweep.tables[0][0].game.panels(),
            left_out: &self.variants.left_out,
        }
    }
}

/// The name of a variant in the files.
fn name<R>(variant: &Variant<R>) -> &str {
    if variant.name.is_empty() { BASELINE } else { &variant.name }
}

fn table<G: Game>(
    variant: &Variant<G::Rules>,
    baseline: &str,
    bots: &[BotSpec],
    seed: u64,
) -> Result<Setup<G>, Failure> {
    let game = G::new(variant.rules.clone());
    let line_up = LineUp::new(&game, bots).map_err(|error| {
        let name = if variant.name.is_empty() { baseline } else { &variant.name };
        match error {
            LineUpError::TooMany { .. } => {
                Failure::Usage(format!("the variant {name} cannot be played: {error}"))
            }
            error => Failure::usage(error),
        }
    })?;
    Ok(Setup { game, line_up, seed })
}
