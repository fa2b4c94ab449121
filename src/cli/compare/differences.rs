//! `fuda compare --each-decision`: where two bots first differ.

use std::fmt::Write as _;

use serde_json::json;

use super::super::interrupt;
use super::super::shell::typed;
use super::{CompareArgs, Done};
use crate::game::Game;
use crate::report::{differences_file, differences_text, grouped};
use crate::sim::Ended;
use crate::study::contest::{Contest, Difference};

/// So many differences are shown on the terminal; the file has all.
const SHOWN: usize = 20;

/// Lists where the bots first differ in each game.
pub fn list_differences<G: Game>(args: &CompareArgs, contest: &Contest<G>) -> Done {
    let players = contest.game.players();
    let blocks = args.games.unwrap_or(100 * players as u64).div_ceil(players as u64);
    let mut differences: Vec<Difference> = Vec::new();
    let (mut played, mut ended) = (0, Ended::Blocks);
    'blocks: for block in 0..blocks {
        for rotation in 0..players {
            match contest.first_difference(block, rotation) {
                Ok(difference) => differences.extend(difference),
                Err(fault) => {
                    ended = Ended::Failed(fault);
                    break 'blocks;
                }
            }
        }
        played = block + 1;
        if interrupt::interrupted() && played < blocks {
            ended = Ended::Interrupted;
            break;
        }
    }
    let [bot, baseline] = &contest.names;
    let games = played * players as u64;
    let (differ, games_text) = (grouped(differences.len() as u64), grouped(games));
    let mut text = if differences.is_empty() {
        format!("{}: in {games_text} games {bot} never chooses what {baseline} would not.\n", G::NAME)
    } else {
        format!(
            "{}: {bot} chooses what {baseline} would not in {differ} of {games_text} games;\n\
             the first time in each:\n\n{}",
            G::NAME,
            differences_text(&differences[..differences.len().min(SHOWN)])
        )
    };
    if differences.len() > SHOWN {
        let more = grouped((differences.len() - SHOWN) as u64);
        writeln!(text, "  and {more} more, in the file").expect("text grows");
    }
    if let Some(first) = differences.first() {
        let line_up: String = (0..players)
            .map(|seat| format!(" --bot {}", typed(if seat == 0 { bot } else { baseline })))
            .collect();
        writeln!(
            text,
            "\nTo see the first one: fuda replay {} --seed {} --block {} --rotation {}{line_up}{}",
            G::NAME,
            contest.seed,
            first.block,
            first.rotation,
            args.house.rule.iter().map(|rule| format!(" --rule {}", typed(rule))).collect::<String>()
                + &args
                    .house
                    .rules
                    .iter()
                    .map(|path| format!(" --rules {}", typed(&path.display().to_string())))
                    .collect::<String>(),
        )
        .expect("text grows");
    }
    let json = json!({
        "bot": bot,
        "baseline": baseline,
        "games": games,
        "differences": differences.len(),
    });
    let played = format!("{games_text} games");
    Done { file: differences_file(&differences), text, json, games, played, ended }
}
