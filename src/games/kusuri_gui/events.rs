//! What happens at a table of Kusuri-gui.

use schemars::JsonSchema;
use serde::Serialize;

use super::yaku::{Score, Yaku};
use super::{Role, Set};
use crate::cards::Hanafuda;
use crate::game::{CommonEvent, Dealing, Narrate, Narration};
use crate::seat::Seat;
use crate::standings::{Standings, Winners};

/// Who won a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RoundResult {
    /// Equal totals.
    Tie,
    /// The higher total.
    #[serde(untagged)]
    Won(Role),
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum GameEnd {
    /// All rounds were played.
    Rounds,
    /// Somebody has no chips left.
    Broke,
}

impl GameEnd {
    /// The names in the files, in the order of the variants.
    pub const NAMES: [&'static str; 2] = ["rounds", "broke"];
}

/// What happens at a table. Pairs stand in the order dealer, other.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum Event {
    /// A round begins.
    RoundBegan {
        /// From 1.
        round: u16,
        /// Who deals.
        dealer: Seat,
    },
    /// The first hands and the field were dealt.
    Dealt {
        /// The players' hands.
        hands: [Set; 2],
        /// The card that lies face up.
        face_up: Hanafuda,
        /// The three that lie face down.
        face_down: Set,
        /// All four are willows: it is dealt again.
        misdeal: bool,
    },
    /// The face-up card was a willow, and others were turned up for it.
    SetAside {
        /// The willows that are out of the round.
        willows: Set,
        /// The card that the discard pile begins with.
        first: Hanafuda,
    },
    /// Both hands were empty: new ones were dealt.
    DealtMore {
        /// The players' hands.
        hands: [Set; 2],
    },
    /// A card was played.
    Played {
        /// Who.
        seat: Seat,
        /// What.
        card: Hanafuda,
        /// The discard pile that it captured; none if it was laid.
        took: Set,
        /// What the opponent paid, if it was a kusuri-gui.
        kusuri_gui: Option<i32>,
    },
    /// A round is over and settled.
    RoundOver {
        /// The players' seats.
        participants: [Seat; 2],
        /// What they captured.
        captured: [Set; 2],
        /// What is left in the discard pile, and belongs to nobody.
        left: Set,
        /// What their captures are worth.
        #[serde(rename = "worth")]
        scores: [Score; 2],
        /// Who won.
        result: RoundResult,
        /// What the loser paid: the difference, or all that is left.
        paid: i32,
    },
    /// The game is over.
    GameOver {
        /// The rounds that were begun.
        rounds: u16,
        /// What each seat won or lost.
        chips: Standings,
        /// Who won.
        winners: Winners,
        /// How it ended.
        ending: GameEnd,
    },
}

fn count(number: i32, thing: &str) -> String {
    if number == 1 { format!("1 {thing}") } else { format!("{number} {thing}s") }
}

/// A player's yaku and their values: `four brights 4, chaff 2: 6`.
fn yaku_text(score: &Score) -> String {
    let yaku: Vec<String> = score
        .yaku
        .iter()
        .map(|yaku: Yaku| format!("{} {}", yaku.spoken(), score.values[yaku as usize]))
        .collect();
    if yaku.is_empty() { "no yaku: 0".to_owned() } else { format!("{}: {}", yaku.join(", "), score.points) }
}

impl CommonEvent for Event {
    fn begins(&self) -> Option<Dealing> {
        match self {
            Event::RoundBegan { dealer, .. } => Some(Dealing { dealer: *dealer, out: None }),
            _ => None,
        }
    }

    fn turns(&self) -> u32 {
        match self {
            Event::Played { .. } => 1,
            _ => 0,
        }
    }

    fn acted(&self) -> Option<Seat> {
        match self {
            Event::Played { seat, .. } => Some(*seat),
            _ => None,
        }
    }
}

impl Narrate for Event {
    fn narrate(&self) -> Narration {
        match self {
            Event::RoundBegan { round, dealer } => {
                Narration::Line(format!("\nRound {round}. Seat {dealer} deals."))
            }
            Event::Dealt { hands: [dealer, other], face_up, face_down, misdeal } => {
                let again = if *misdeal {
                    "\n  Nothing but willows on the field, a misdeal: it is dealt again."
                } else {
                    ""
                };
                Narration::Line(format!(
                    "  Hands: {dealer} | {other}\n  Face up: {face_up}; face down: {face_down}{again}"
                ))
            }
            Event::SetAside { willows, first } => {
                Narration::Line(format!("  Set aside: {willows}. The pile begins with {first}."))
            }
            Event::DealtMore { hands: [dealer, other] } => {
                Narration::Line(format!("  New hands: {dealer} | {other}"))
            }
            Event::Played { seat, card, took, kusuri_gui } => {
                let what = if took.is_empty() {
                    ", which goes on the pile".to_owned()
                } else {
                    format!(" and takes {took}")
                };
                let paid = kusuri_gui
                    .map_or(String::new(), |paid| format!(": a kusuri-gui, {} at once", count(paid, "chip")));
                Narration::Line(format!("  Seat {seat} plays {card}{what}{paid}."))
            }
            Event::RoundOver { participants, captured, left, scores, result, paid } => {
                let lines: Vec<String> = Role::ALL
                    .map(|role| {
                        let role = role as usize;
                        let (seat, cards) = (participants[role], captured[role].len() as i32);
                        format!("  Seat {seat} has {}; {}.\n", count(cards, "card"), yaku_text(&scores[role]))
                    })
                    .to_vec();
                let result = match result {
                    RoundResult::Won(role) => {
                        let winner = participants[*role as usize];
                        let owed = i32::from(scores[0].points.abs_diff(scores[1].points));
                        let short = if *paid < owed { ", all that is left," } else { "" };
                        format!("Seat {winner} receives {}{short} and deals next", count(*paid, "chip"))
                    }
                    RoundResult::Tie => format!("A tie; seat {} deals again", participants[0]),
                };
                Narration::Line(format!("  Left in the pile: {left}.\n{}  {result}.", lines.concat()))
            }
            Event::GameOver { rounds, chips, winners, ending } => {
                let chips_of: Vec<String> =
                    chips.iter().map(|(seat, chips)| format!("seat {seat} has {chips:+}")).collect();
                let broke = if *ending == GameEnd::Broke { ": somebody has no chips left" } else { "" };
                Narration::Line(format!(
                    "\nThe game is over after {}{broke}. In chips: {}; {winners}.",
                    count(i32::from(*rounds), "round"),
                    chips_of.join(", "),
                ))
            }
        }
    }
}
