//! One run of a command: a game, its table, its folder.

use std::io::Write as _;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use serde_json::json;

use super::super::failure::{Failure, print};
use super::super::interrupt::{INTERRUPTED, games_ended, remember};
use super::super::list::Format;
use super::super::progress::bar;
use super::super::request::TableRequest;
use super::super::shell::typed;
use super::Manner;
use crate::game::{Audit, Game};
use crate::games::GameVisitor;
use crate::metric::MetricList;
use crate::report::{
    File, Folder, Found, MANIFEST, Manifest, Status, files, grouped, panels_text, results_json,
};
use crate::settings::Settings;
use crate::sim::{Controls, Ended, Outcome, Precision, Setup, Stop, run};
use crate::tally::Tally;

/// A run as it was asked for.
pub struct Plan {
    pub game: String,
    pub table: TableRequest,
    pub games: Option<u64>,
    pub time: Option<(String, Duration)>,
    pub precision: Option<Precision>,
    pub out: Option<PathBuf>,
    /// The run that is to be done again, or gone on with.
    pub again: Option<Manifest>,
}

/// A run whose game is not known by type.
pub trait Job {
    /// Opens the folder, before any work is done.
    fn open(&mut self, manner: &Manner) -> Result<(), Failure>;
    /// Plays, writes and prints.
    fn play(&mut self, manner: &Manner) -> Result<(), Failure>;
    /// Leaves the folder as it was, if nothing was written to it.
    fn abandon(&mut self);
}

/// Makes a plan a job: everything that was asked for is checked here.
pub struct Prepare(pub Plan);

impl GameVisitor for Prepare {
    type Output = Result<Box<dyn Job>, Failure>;

    fn visit<G: Game + Audit>(self) -> Result<Box<dyn Job>, Failure> {
        let plan = self.0;
        let setup: Setup<G> = plan.table.setup()?;
        let (metrics, _) = setup.metrics();
        if let Some(precision) = &plan.precision {
            precision.check(&metrics).map_err(|error| Failure::Usage(format!("{}: {error}", G::NAME)))?;
        }
        let manifest = Manifest {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            game: G::NAME.to_owned(),
            seed: setup.seed,
            bots: setup.line_up.seats().map(ToString::to_string).collect(),
            games: plan.games,
            time: plan.time.as_ref().map(|(text, _)| text.clone()),
            precision: plan.precision.as_ref().map(ToString::to_string),
            first_block: 0,
            last_block: 0,
            games_played: 0,
            complete: false,
            ended: Status::Games,
            rules: setup.game.rules().to_table(),
            bot: setup.line_up.records().to_vec(),
        };
        if let Some(changed) = plan.again.as_ref().and_then(|run| run.changed_bot(&manifest.bot)) {
            return Err(Failure::Usage(format!("{changed}; start a new run")));
        }
        // A run that is complete is done again block for block, however it
        // came to its end.
        let done = plan.again.as_ref().filter(|run| run.complete);
        let stop = match done {
            Some(run) => Stop { blocks: Some(run.last_block + 1), ..Stop::default() },
            None => Stop {
                blocks: plan.games.map(|games| games.div_ceil(setup.line_up.rotations() as u64)),
                time: plan.time.map(|(_, time)| time),
                precision: plan.precision,
            },
        };
        let out =
            plan.out.unwrap_or_else(|| PathBuf::from(format!("reports/{}-{}", G::NAME, manifest.hash())));
        Ok(Box::new(GameJob {
            done_as: done.map(|run| run.ended),
            old_version: plan.again.map(|run| run.version).filter(|version| *version != manifest.version),
            setup,
            metrics,
            manifest,
            stop,
            out,
            folder: None,
            start: None,
        }))
    }
}

struct GameJob<G: Game> {
    setup: Setup<G>,
    metrics: MetricList,
    manifest: Manifest,
    stop: Stop,
    /// How the run ended that is done again.
    done_as: Option<Status>,
    old_version: Option<String>,
    out: PathBuf,
    folder: Option<Folder>,
    /// What an interrupted run has counted already.
    start: Option<Tally>,
}

/// Says something that is no result.
fn say(manner: &Manner, text: &str) {
    if !manner.quiet {
        let _ = writeln!(std::io::stderr(), "{text}");
    }
}

impl<G: Game> Job for GameJob<G> {
    fn open(&mut self, manner: &Manner) -> Result<(), Failure> {
        if let Some(version) = &self.old_version {
            say(manner, &format!("note: that run was made by fuda {version}; the results may differ"));
        }
        // A row takes less than this; run.toml and the saved tally are small.
        let room = 64 * 1024 + 160 * self.metrics.rows();
        let (folder, found) =
            Folder::open(&self.out, &self.manifest, manner.force, room).map_err(Failure::usage)?;
        if let Found::SameRun(there) = found
            && !there.complete
            && !manner.force
        {
            self.start = folder
                .saved_tally(&self.manifest)
                .and_then(|text| Tally::restore(&self.metrics, &text).ok())
                .filter(|tally| tally.blocks() == there.last_block + 1);
            let from = match &self.start {
                Some(tally) => {
                    let games = tally.blocks() * self.setup.line_up.rotations() as u64;
                    format!("going on after {} games", grouped(games))
                }
                None => "what was saved is missing, damaged or of another run; beginning again".to_owned(),
            };
            say(manner, &format!("{}: {from}", G::NAME));
        }
        remember(folder.made());
        self.folder = Some(folder);
        Ok(())
    }

    fn play(&mut self, manner: &Manner) -> Result<(), Failure> {
        let rotations = self.setup.line_up.rotations() as u64;
        let before = self.start.as_ref().map_or(0, Tally::blocks);
        let bar = bar(G::NAME, self.stop.blocks.map(|blocks| blocks * rotations), manner.quiet);
        let controls = Controls {
            threads: manner.threads,
            interrupted: &INTERRUPTED,
            progress: &|blocks| bar.set_position(blocks * rotations),
        };
        let began = Instant::now();
        let outcome = run(&self.setup, self.start.take(), &self.stop, &controls);
        let seconds = began.elapsed().as_secs_f64();
        bar.finish_and_clear();
        let ending = games_ended();
        let blocks = outcome.tally.blocks();
        if blocks == 0 {
            return Err(match outcome.ended {
                Ended::Failed(fault) => Self::failed(&fault.to_string(), "nothing was saved"),
                _ => Failure::Interrupted(format!("{}: interrupted before the first block", G::NAME)),
            });
        }
        self.manifest.last_block = blocks - 1;
        self.manifest.games_played = blocks * rotations;
        self.manifest.ended = match &outcome.ended {
            Ended::Blocks => self.done_as.unwrap_or(Status::Games),
            Ended::Time => Status::Time,
            Ended::Enough => Status::Precision,
            Ended::Interrupted => Status::Interrupted,
            Ended::Failed(_) => Status::Failed,
        };
        self.manifest.complete = !matches!(self.manifest.ended, Status::Interrupted | Status::Failed);
        let mut folder = self.folder.take().expect("the folder was opened");
        let saved = (!self.manifest.complete).then(|| outcome.tally.save());
        let mut files = files(&outcome.metrics, &outcome.tally);
        files.push(timing(seconds, (blocks - before) * rotations, manner));
        folder.write(files, &self.manifest, saved).map_err(|error| Failure::Work(error.to_string()))?;
        drop(ending);
        self.print_results(&outcome, &folder, seconds, (blocks - before) * rotations, manner)
    }

    fn abandon(&mut self) {
        if let Some(folder) = self.folder.take() {
            folder.abandon();
        }
    }
}

fn timing(seconds: f64, games: u64, manner: &Manner) -> File {
    let timing = json!({
        "seconds": seconds,
        "games": games,
        "games_per_second": games as f64 / seconds,
        "threads": manner.threads,
    });
    File { name: "timing.json".to_owned(), content: format!("{timing:#}\n").into_bytes() }
}

impl<G: Game> GameJob<G> {
    fn print_results(
        &self,
        outcome: &Outcome,
        folder: &Folder,
        seconds: f64,
        games: u64,
        manner: &Manner,
    ) -> Result<(), Failure> {
        let (path, played) = (folder.path().display(), grouped(self.manifest.games_played));
        if !manner.quiet {
            print(&match manner.format {
                Format::Table => format!(
                    "{}: {played} games, seed {}, bots {}\n\n{}The files are in {path}\n",
                    G::NAME,
                    self.setup.seed,
                    self.manifest.bots.join(", "),
                    panels_text(&self.setup.game.panels(), &outcome.metrics, &outcome.tally),
                ),
                Format::Json => {
                    let run = json!({
                        "run": self.manifest,
                        "folder": path.to_string(),
                        "results": results_json(&outcome.metrics, &outcome.tally),
                    });
                    format!("{run}\n")
                }
            })
            .map_err(|failure| failure.but(format!("the files are in {path}")))?;
        }
        say(
            manner,
            &format!(
                "{games} games in {seconds:.2} s on {} threads: {} games/s",
                manner.threads,
                grouped((games as f64 / seconds) as u64),
                games = grouped(games),
            ),
        );
        match &outcome.ended {
            Ended::Blocks => {
                if let (Some(precision), None) = (&self.manifest.precision, self.done_as) {
                    say(manner, &format!("{precision} is not reached after {played} games"));
                }
                Ok(())
            }
            Ended::Time => {
                let time = self.manifest.time.as_deref().unwrap_or_default();
                say(manner, &format!("stopped after {time}, at {played} games"));
                Ok(())
            }
            Ended::Enough => {
                let precision = self.manifest.precision.as_deref().unwrap_or_default();
                say(manner, &format!("stopped at {played} games: {precision} is reached"));
                Ok(())
            }
            Ended::Interrupted => {
                let go_on = if manner.several {
                    "to go on with this and the other games: the same command again".to_owned()
                } else {
                    let manifest = folder.path().join(MANIFEST).display().to_string();
                    format!("to go on: fuda run --from {}", typed(&manifest))
                };
                Err(Failure::Interrupted(format!(
                    "interrupted after {played} games, which are in {path}; {go_on}"
                )))
            }
            Ended::Failed(fault) => {
                Err(Self::failed(&fault.to_string(), &format!("the {played} games before it are in {path}")))
            }
        }
    }

    fn failed(fault: &str, saved: &str) -> Failure {
        Failure::Work(format!("{}: {fault}; {saved}", G::NAME))
    }
}
