//! The plain study: every metric of a game at one table.

use super::{Precision, PrecisionError, Study, metric_tables, panel_tables};
use crate::game::{Game, Ledger};
use crate::sim::{Counter, Setup};
use crate::table::{Shown, Table};
use crate::text::counted;

/// A run of one table.
#[derive(Clone)]
pub struct Run<G: Game> {
    /// The table.
    pub setup: Setup<G>,
}

impl<G: Game> Study for Run<G> {
    type Counter<'a> = Counter<'a, G>;

    fn counter(&self) -> Counter<'_, G> {
        Counter::new(&self.setup)
    }

    fn games_per_block(&self) -> u64 {
        self.setup.line_up.rotations() as u64
    }

    fn check_precision(&self, precision: &Precision) -> Result<(), PrecisionError> {
        precision.check(self.setup.metrics())
    }

    fn widest(&self, counter: &Counter<'_, G>, precision: &Precision) -> Option<f64> {
        precision.widest(self.setup.metrics(), &counter.counts.tally)
    }

    fn tables(&self, counter: &Counter<'_, G>) -> Vec<Table> {
        metric_tables(self.setup.metrics(), &counter.counts)
    }

    fn summary(&self, counter: &Counter<'_, G>) -> Vec<Shown> {
        let bots: Vec<String> = self.setup.line_up.seats().map(ToString::to_string).collect();
        let games = counter.counts.blocks() * self.games_per_block();
        let heading = format!(
            "{}: {}, seed {}, bots {}",
            G::NAME,
            counted(games, "game"),
            self.setup.seed,
            bots.join(", ")
        );
        let panels = panel_tables(&self.setup.ledger().panels(), self.setup.metrics(), &counter.counts.tally);
        [Shown::text(heading), Shown::Gap].into_iter().chain(panels).collect()
    }
}
