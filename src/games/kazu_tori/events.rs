//! What happens at a table of Kazu-Tori.

use schemars::JsonSchema;
use serde::Serialize;

use super::scoring::Score;
use super::{SEATS, Set};
use crate::cards::NumberCard;
use crate::game::{CommonEvent, Dealing, Narrate, Narration};
use crate::seat::Seat;

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Ending {
    /// The table was taken in the last call.
    Take,
    /// Somebody's last card was the Oni.
    Oni,
    /// Only one player was left.
    Alone,
    /// It was stopped.
    Truncated,
}

impl Ending {
    /// The names in the files, in the order of the variants.
    pub const NAMES: [&'static str; 4] = ["take", "oni", "alone", "truncated"];
}

/// What happens at a table. Lists are in the order of the seats.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum Event {
    /// The cards were dealt.
    Dealt {
        /// Each player's pile.
        piles: [Set; SEATS],
    },
    /// A card was laid, and a number declared.
    Discarded {
        /// Who.
        seat: Seat,
        /// The number.
        number: u8,
        /// The card.
        card: NumberCard,
        /// Cards left in the pile.
        #[serde(rename = "cards_left")]
        left: u8,
    },
    /// A player has no cards left, and is out of the game.
    WentOut {
        /// Who.
        seat: Seat,
        /// Whether this begins the last call.
        last_call: bool,
    },
    /// A palm went for the card. Those in time come in the order of their
    /// times.
    Slapped {
        /// Whose.
        seat: Seat,
        /// Whether the card may be taken.
        may_take: bool,
        /// Whether it came in time.
        in_time: bool,
    },
    /// A card that might be taken was not.
    Missed {
        /// The number declared.
        number: u8,
        /// The card.
        card: NumberCard,
    },
    /// The table was taken.
    Took {
        /// By whom.
        seat: Seat,
        /// The number declared.
        number: u8,
        /// Whether the Oni was the card that was slapped.
        oni: bool,
        /// How many cards.
        #[serde(rename = "cards_taken")]
        cards: u8,
    },
    /// Cards were paid for a palm on a card that may not be taken.
    Paid {
        /// Who paid.
        #[serde(rename = "payer")]
        from: Seat,
        /// What each player got.
        given: [Set; SEATS],
        /// Cards left in the payer's pile.
        #[serde(rename = "cards_left")]
        left: u8,
    },
    /// The Jizo gave the table to the players.
    JizoUsed {
        /// How often it was used by now.
        uses: u32,
        /// Whether it leaves the game.
        leaves: bool,
        /// What each player got.
        given: [Set; SEATS],
    },
    /// At the limit the table was shuffled and given back.
    GaveBack {
        /// What each player got.
        given: [Set; SEATS],
    },
    /// The game is over.
    GameOver {
        /// How it ended.
        ending: Ending,
        /// Cards laid in the game.
        #[serde(rename = "cards_laid")]
        discards: u32,
        /// What came of it.
        score: Score,
    },
}

fn count(number: u32, thing: &str) -> String {
    if number == 1 { format!("1 {thing}") } else { format!("{number} {thing}s") }
}

/// What each seat got, of those that got something.
fn to_seats(given: &[Set; SEATS]) -> String {
    let gifts = Seat::all(SEATS).zip(given).filter(|(_, cards)| !cards.is_empty());
    let gifts: Vec<String> = gifts.map(|(seat, cards)| format!("{cards} to seat {seat}")).collect();
    if gifts.is_empty() { "nothing to anybody".to_owned() } else { gifts.join(", ") }
}

impl CommonEvent for Event {
    fn begins(&self) -> Option<Dealing> {
        match self {
            Event::Dealt { .. } => Some(Dealing { dealer: Seat::FIRST, out: None }),
            _ => None,
        }
    }

    fn turns(&self) -> u32 {
        match self {
            Event::Discarded { .. } => 1,
            _ => 0,
        }
    }

    /// Nobody chooses what is laid, and everybody always has a choice of haste.
    fn acted(&self) -> Option<Seat> {
        None
    }
}

impl Narrate for Event {
    fn narrate(&self) -> Narration {
        match self {
            Event::Dealt { piles } => {
                let piles = Seat::all(SEATS).zip(piles).map(|(seat, pile)| format!("  Seat {seat}: {pile}"));
                Narration::Line(format!("The piles:\n{}", piles.collect::<Vec<_>>().join("\n")))
            }
            Event::Discarded { seat, number, card, .. } => {
                Narration::Begins(format!("  {number:>2}: seat {seat} lays {card}"))
            }
            Event::WentOut { seat, last_call } => {
                let last_call = if *last_call { ", which begins the last call" } else { "" };
                Narration::Continues(format!("; seat {seat} is out{last_call}"))
            }
            Event::Slapped { seat, in_time, .. } => {
                let late = if *in_time { "" } else { " too late" };
                Narration::Continues(format!("; seat {seat} slaps{late}"))
            }
            Event::Missed { .. } => Narration::Continues("; nobody takes it".to_owned()),
            Event::Took { seat, cards, .. } => {
                Narration::Continues(format!("; seat {seat} takes {}", count(u32::from(*cards), "card")))
            }
            Event::Paid { from, given, .. } => {
                Narration::Continues(format!("; seat {from} gives {}", to_seats(given)))
            }
            Event::JizoUsed { uses, leaves, given } => {
                let leaves = if *leaves { " and last" } else { "" };
                Narration::Line(format!("      Use {uses}{leaves} of the Jizo: {}.", to_seats(given)))
            }
            Event::GaveBack { given } => {
                Narration::Line(format!("      The table is given back: {}.", to_seats(given)))
            }
            Event::GameOver { ending, discards, score } => {
                Narration::Line(tell_end(*ending, *discards, score))
            }
        }
    }
}

fn tell_end(ending: Ending, discards: u32, score: &Score) -> String {
    let how = match ending {
        Ending::Take => "the table was taken in the last call",
        Ending::Oni => "the Oni was a last card, and is taken back",
        Ending::Alone => "only one player is left",
        Ending::Truncated => "it was stopped",
    };
    let seats: Vec<String> = Seat::all(SEATS)
        .map(|seat| {
            let (cards, points) = (score.cards[seat.index()], score.points[seat.index()]);
            format!("seat {seat} has {} ({points:+})", count(u32::from(cards), "card"))
        })
        .collect();
    format!(
        "\nThe game is over after {}: {how}.\n  {}; {}.",
        count(discards, "discard"),
        seats.join(", "),
        score.winners()
    )
}
