//! What a game declares: the words of its metrics, its panels and headline, its
//! house rules and its bots.

use crate::bots::built_in;
use crate::game::{Audit, Game, Ledger};
use crate::games::{self, GameVisitor};
use crate::metric::{Metric, MetricList, Panel};
use crate::report::Record;
use crate::settings::{Key, Settings, Value, value_text};
use crate::study::balance::Balance;

/// What the game of a record declares, at the table of that record.
#[derive(Clone, Debug)]
pub struct Declared {
    /// The name of the game in prose.
    pub title: &'static str,
    /// One line on the game.
    pub about: &'static str,
    /// The unit of its score.
    pub score: &'static str,
    /// The metrics.
    pub metrics: MetricList,
    /// The measures that all games share.
    pub balance: MetricList,
    /// The results that a player wants to see.
    pub panels: Vec<Panel>,
    /// The built-in bots, with what they do.
    pub bots: Vec<(&'static str, &'static str)>,
}

/// A house rule that is not the default.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChangedRule {
    /// The key.
    pub key: &'static str,
    /// The value, as it is typed.
    pub value: String,
    /// What the rule is.
    pub meaning: &'static str,
}

impl Declared {
    /// What the game of a record declares; none if this program does not know
    /// the game, or its rules have changed.
    #[must_use]
    pub fn of(record: &Record) -> Option<Declared> {
        games::visit(&record.game, Declare(record))?
    }
}

impl Declared {
    /// The metric of this name, of the game or of all games.
    #[must_use]
    pub fn metric(&self, name: &str) -> Option<&Metric> {
        self.metrics.find(name).or_else(|| self.balance.find(name))
    }
}

struct Declare<'a>(&'a Record);

impl GameVisitor for Declare<'_> {
    type Output = Option<Declared>;

    fn visit<G: Game + Audit>(self) -> Option<Declared> {
        let mut rules = G::Rules::default();
        for key in G::Rules::keys() {
            if let Some(value) = value_of(&self.0.rules, &key) {
                rules.put(key.name, &value).ok()?;
            }
        }
        rules.check().ok()?;
        let game = G::new(rules);
        let mut bots: Vec<String> = Vec::new();
        for bot in &self.0.bots {
            if !bots.contains(bot) {
                bots.push(bot.clone());
            }
        }
        let mut metrics = MetricList::new(game.players(), bots);
        let ledger = G::Ledger::declare(&game, &mut metrics);
        Some(Declared {
            title: G::TITLE,
            about: G::ABOUT,
            score: G::SCORE,
            balance: Balance::new(&game, 1).0,
            metrics,
            panels: ledger.panels(),
            bots: built_in::<G>().into_iter().map(|bot| (bot.name, bot.description)).collect(),
        })
    }
}

/// The value of a key, which may be dotted, in the rules of a record.
fn value_of(rules: &toml::Table, key: &Key) -> Option<Value> {
    let mut parts = key.name.split('.');
    let first = rules.get(parts.next()?);
    parts.fold(first, |value, part| value?.as_table()?.get(part)).cloned()
}

/// The house rules of a record that are not the default, in the order of their
/// declaration.
#[must_use]
pub fn changed_rules(record: &Record) -> Vec<ChangedRule> {
    struct Changed<'a>(&'a toml::Table);
    impl GameVisitor for Changed<'_> {
        type Output = Vec<ChangedRule>;

        fn visit<G: Game + Audit>(self) -> Vec<ChangedRule> {
            let changed = G::Rules::keys().into_iter().filter_map(|key| {
                let value = value_of(self.0, &key).filter(|value| *value != key.default)?;
                Some(ChangedRule { key: key.name, value: value_text(&value), meaning: key.meaning })
            });
            changed.collect()
        }
    }
    games::visit(&record.game, Changed(&record.rules)).unwrap_or_default()
}
