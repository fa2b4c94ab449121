//! What an onlooker says of what happens.

use super::events::{Event, RoundResult, Source};
use super::scoring::{Bonus, Ending};
use crate::game::{CommonEvent, Dealing, Narrate, Narration};
use crate::seat::{EachSeat, Seat};

impl CommonEvent for Event {
    fn begins(&self) -> Option<Dealing> {
        match self {
            Event::RoundBegan { dealer, .. } => Some(Dealing { dealer: *dealer, out: None }),
            _ => None,
        }
    }

    fn turns(&self) -> u32 {
        match self {
            Event::RoundOver { result } if !self.is_void() => result.turns,
            _ => 0,
        }
    }

    fn acted(&self) -> Option<Seat> {
        match self {
            Event::Moved { from: Source::PileByForce, .. } => None,
            Event::Moved { seat, .. } | Event::Declared { seat, .. } | Event::PlayedOn { seat } => {
                Some(*seat)
            }
            _ => None,
        }
    }

    fn is_void(&self) -> bool {
        matches!(self, Event::RoundOver { result } if result.ending == Ending::Void)
    }
}

impl Narrate for Event {
    fn narrate(&self) -> Narration {
        Narration::Line(match self {
            Event::RoundBegan { round, dealer } => format!("\nRound {round}. Seat {dealer} deals."),
            Event::Dealt { hands, top, .. } => {
                let hands = hands.iter().map(|(seat, hand)| format!("  Seat {seat} holds {hand}\n"));
                format!("{}  Turned up: {top}", hands.collect::<String>())
            }
            Event::Moved { seat, card, from, kept } => {
                let then = if *kept { "keeps" } else { "discards" };
                match from {
                    Source::Hand => format!("  Seat {seat} discards {card}."),
                    Source::Pile => format!("  Seat {seat} cannot discard, draws {card} and {then} it."),
                    Source::PileForBridge => {
                        format!("  Seat {seat} cannot follow the bridge, draws {card} and {then} it.")
                    }
                    Source::PileByForce => format!("    Seat {seat} must draw {card}."),
                }
            }
            Event::Skipped { seat } => format!("    Seat {seat} is skipped."),
            Event::Reshuffled { cards } => {
                format!(
                    "    The draw pile is empty: {} shuffled.",
                    count(cards.len() as u32, "discard is", "discards are")
                )
            }
            Event::NothingToDraw { seat } => format!("    Seat {seat} is to draw, and there is no card."),
            Event::Declared { seat, hand } => {
                format!("  Seat {seat} ends the round, and is left with {hand}.")
            }
            Event::PlayedOn { seat } => format!("  Seat {seat} plays on."),
            Event::RoundOver { result } => round_over(result),
            Event::GameOver { rounds, scores, winner } => {
                let rounds = count(*rounds, "round", "rounds");
                let scores: Vec<String> =
                    scores.iter().map(|(seat, score)| format!("seat {seat} has {score}")).collect();
                let scores = scores.join(", ");
                match winner {
                    Some(seat) => {
                        format!("\nThe game is over after {rounds}: {scores}. Seat {seat} wins.")
                    }
                    None => format!("\nThe game is stopped after {rounds}: {scores}. Nobody wins."),
                }
            }
        })
    }
}

fn round_over(result: &RoundResult) -> String {
    let turns = count(result.turns, "turn", "turns");
    let Some(winner) = result.winner else {
        return format!("  Not over after {turns}: the round is void.");
    };
    let hands: Vec<String> = result
        .hand_points
        .iter()
        .filter(|&(seat, _)| seat != winner || result.ending == Ending::LightningDeclared)
        .map(|(seat, points)| format!("seat {seat} {points}"))
        .collect();
    let hands = hands.join(", ");
    let bonus = bonus(result.bonus);
    let written = written(&result.written);
    format!(
        "  Seat {winner} wins after {turns}. Left in the hands: {hands}{bonus}.\n  Written down: {written}."
    )
}

fn bonus(bonus: Bonus) -> String {
    let mut text = String::new();
    if bonus.rainman > 0 {
        text += &format!("; {} more for the rainman", bonus.rainman);
    }
    if bonus.lightning {
        text += "; doubled for the lightning";
    }
    if bonus.dealer {
        text += "; doubled for the dealer";
    }
    text
}

fn written(written: &EachSeat<i32>) -> String {
    let written: Vec<String> =
        written.iter().map(|(seat, points)| format!("seat {seat} {points:+}")).collect();
    written.join(", ")
}

fn count(number: impl Into<u32>, one: &str, many: &str) -> String {
    let number = number.into();
    format!("{number} {}", if number == 1 { one } else { many })
}
