//! `fuda odds`: exact odds, by enumeration.

use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;
use schemars::JsonSchema;
use serde::Serialize;

use super::Surroundings;
use super::args::{OutputArgs, house_rules};
use super::failure::Failure;
use super::index;
use super::plan::default_folder;
use super::results::print_results;
use crate::game::Game;
use crate::games::NAMES;
use crate::games::kachi_kachi::{Class, KachiKachi, Rules};
use crate::page::{Source, report_page};
use crate::report::{Record, ResultFolder, Room, csv_file};
use crate::settings::{Assignment, Settings};
use crate::study::odds::{Odds, odds_summary, odds_table};

const EXAMPLES: &str = "\
Examples:
  fuda odds kachi-kachi                             both decks, 2 to 8 players
  fuda odds kachi-kachi --players 4 --rule extra_cards=true
  fuda odds kachi-kachi --players 2,8 --out odds

Everyone stays to the showdown, and nobody claims a Zero Hand. hand_odds.csv
has, for each deck (20 or 22 cards), number of players and class:
  ways    deals in which a given player holds the class
  deals   ways to deal two cards to each player
  somebody   deals in which at least one of the players holds it
  wins, draws, losses   the ways in which the hand is the best one, ties for
          the best, or is beaten
  share   ways over deals; somebody_share is over deals as well; win_share,
          draw_share and loss_share are over ways
  one_in, somebody_one_in   the same odds, as one in this many deals
All figures are exact.";

/// The numbers of players of Kachi-Kachi.
const PLAYERS: std::ops::RangeInclusive<u8> = 2..=8;

/// The arguments of `fuda odds`.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct OddsArgs {
    /// The game: kachi-kachi
    game: String,

    /// The numbers of players; can be repeated [default: 2 to 8]
    #[arg(long, value_name = "N,...", value_delimiter = ',', value_parser = players)]
    players: Vec<u8>,

    /// Choose the deck: extra_cards=true or extra_cards=false
    /// [default: both decks]
    #[arg(long = "rule", value_name = "KEY=VALUE")]
    rule: Vec<String>,

    /// Read that rule from a file; --rule overrides it
    #[arg(long, value_name = "FILE.toml")]
    rules: Option<PathBuf>,

    #[command(flatten)]
    output: OutputArgs,
}

fn players(text: &str) -> Result<u8, String> {
    let wrong =
        || format!("give a whole number from {} to {}, or a list of them", PLAYERS.start(), PLAYERS.end());
    text.parse().ok().filter(|count| PLAYERS.contains(count)).ok_or_else(wrong)
}

/// `fuda odds`.
pub fn odds(args: &OddsArgs, surroundings: &Surroundings) -> Result<(), Failure> {
    if !NAMES.contains(&args.game.as_str()) {
        return Err(Failure::unknown_game(&args.game));
    }
    if args.game != KachiKachi::NAME {
        return Err(Failure::Usage(format!(
            "there are no exact odds for {}: only {} has a showdown of hands",
            args.game,
            KachiKachi::NAME
        )));
    }
    let mut players: Vec<usize> = args.players.iter().map(|&count| usize::from(count)).collect();
    if players.is_empty() {
        players = PLAYERS.map(usize::from).collect();
    }
    players.sort_unstable();
    players.dedup();
    let decks = decks(&house_rules(args.rules.as_deref(), &args.rule)?)?;
    let odds: Vec<Odds> = decks.into_iter().map(|extra| Odds::of_kachi_kachi(extra, &players)).collect();
    let table = odds_table(&odds, &Class::NAMES);
    let file = csv_file(&table);
    let mut files = vec![file];
    let mut record = record(&odds, &players);
    if !args.output.no_report {
        files.push(report_page(&Source::new(&record, &files)));
    }
    record.files = files.iter().map(|file| file.name.clone()).collect();
    let out = args.output.out.clone().unwrap_or_else(|| default_folder(&record));
    (surroundings.listen)()?;
    let storage = Arc::clone(&surroundings.storage);
    let bytes = files.iter().map(|file| file.content.len() as u64).sum();
    let room = Room { files: bytes, counts: 0 };
    let mut folder = ResultFolder::open(Arc::clone(&storage), &out, &record, args.output.force, room)
        .map_err(Failure::usage)?;
    folder.write(&files, &record).map_err(|error| Failure::Work(error.to_string()))?;
    let indexed = index::update(&*storage, &out, &record);
    print_results(&record, &folder, &[table], &[], odds_summary(&odds, &Class::NAMES), &args.output)?;
    indexed.map_err(|error| index::not_updated(&error, &out))
}

/// The options of odds in their record.
#[derive(Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OddsOptions {
    /// The numbers of players.
    players: Vec<usize>,
    /// The numbers of cards of the decks.
    decks: Vec<usize>,
}

/// The record of the odds.
fn record(odds: &[Odds], players: &[usize]) -> Record {
    let decks = odds.iter().map(|odds| odds.deck).collect();
    let options = OddsOptions { players: players.to_vec(), decks };
    Record {
        complete: true,
        options: toml::Table::try_from(options).expect("options have a form in TOML"),
        ..Record::new("odds", KachiKachi::NAME, toml::Table::new())
    }
}

/// The requested decks, by whether they have the extra cards. No other house
/// rule affects the odds.
fn decks(rules: &[Assignment]) -> Result<Vec<bool>, Failure> {
    let house = Rules::with(rules).map_err(|error| Failure::usage(error.of("rule", KachiKachi::NAME)))?;
    if let Some(other) = rules.iter().find(|assignment| assignment.key != "extra_cards") {
        return Err(Failure::Usage(format!(
            "{}the rule '{}' does not affect the odds; set only 'extra_cards', and the players with --players",
            other.location, other.key
        )));
    }
    Ok(if rules.is_empty() { vec![false, true] } else { vec![house.extra_cards] })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn requested(rules: &[&str]) -> Result<Vec<bool>, String> {
        let rules: Vec<String> = rules.iter().map(|&rule| rule.to_owned()).collect();
        house_rules(None, &rules).and_then(|rules| decks(&rules)).map_err(|failure| match failure {
            Failure::Usage(message) => message,
            other => panic!("not the user's fault: {other:?}"),
        })
    }

    #[test]
    fn both_decks_are_counted_unless_one_is_named() {
        assert_eq!(requested(&[]), Ok(vec![false, true]));
        assert_eq!(requested(&["extra_cards=true"]), Ok(vec![true]));
        assert_eq!(requested(&["extra_cards=false"]), Ok(vec![false]));
    }

    #[test]
    fn rules_that_do_not_affect_the_odds_are_refused() {
        assert!(requested(&["ante=2"]).unwrap_err().contains("'ante' does not affect the odds"));
        assert!(requested(&["extra_card=true"]).unwrap_err().contains("extra_cards"));
        assert!(requested(&["extra_cards=3"]).unwrap_err().contains("true or false"));
    }

    #[test]
    fn two_to_eight_can_play() {
        assert_eq!((players("2"), players("8")), (Ok(2), Ok(8)));
        for text in ["1", "9", "0", "-2", "two", ""] {
            assert!(players(text).unwrap_err().contains("from 2 to 8"), "{text}");
        }
    }
}
