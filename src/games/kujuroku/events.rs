//! What happens at a table of Kujuroku.

use schemars::JsonSchema;
use serde::Serialize;

use super::scoring::Settlement;
use super::yaku::Yaku;
use super::{Role, Set};
use crate::cards::NumberCard;
use crate::game::{CommonEvent, Dealing, Narrate, Narration};
use crate::seat::Seat;
use crate::standings::{Standings, Winners};

/// How the Oni left the deck in a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum OniFate {
    /// Dealt to the field, and taken by the dealer.
    Deal,
    /// Captured a card from the hand.
    Hand,
    /// Captured a card when it was drawn.
    Draw,
    /// Laid on an empty field, and removed.
    Removed,
    /// Captured by the Jizo, at the deal too.
    WithJizo,
    /// Captured the Jizo.
    TookJizo,
}

/// How a round ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(into = "EndingFields")]
pub enum Ending {
    /// By a yaku: whose, and which.
    Yaku(Role, Yaku),
    /// By counting.
    Counted(Settlement),
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum GameEnd {
    /// Every seat has lost the deal.
    Deals,
    /// Somebody has no chips left.
    Broke,
    /// It was stopped.
    Truncated,
}

impl GameEnd {
    /// The names in the files, in the order of the variants.
    pub const NAMES: [&'static str; 3] = ["deals", "broke", "truncated"];
}

/// An [`Ending`] as three fields of one type each.
#[derive(Serialize, JsonSchema)]
struct EndingFields {
    /// How: by a yaku, or by counting.
    ending: EndingKind,
    /// Whose yaku it was.
    yaku_role: Option<Role>,
    /// Which one.
    yaku: Option<Yaku>,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum EndingKind {
    /// By a yaku.
    Yaku,
    /// By counting.
    #[serde(untagged)]
    Counted(Settlement),
}

impl From<Ending> for EndingFields {
    fn from(ending: Ending) -> EndingFields {
        match ending {
            Ending::Yaku(role, yaku) => {
                EndingFields { ending: EndingKind::Yaku, yaku_role: Some(role), yaku: Some(yaku) }
            }
            Ending::Counted(settlement) => {
                EndingFields { ending: EndingKind::Counted(settlement), yaku_role: None, yaku: None }
            }
        }
    }
}

/// What happens at a table. Participants stand in the order dealer, second,
/// third.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum Event {
    /// A round begins.
    RoundBegan {
        /// From 1.
        round: u32,
        /// The seats of the dealer, the second and the third.
        participants: [Seat; 3],
        /// Who sits out.
        out: Option<Seat>,
    },
    /// The cards were dealt.
    Dealt {
        /// The participants' hands.
        hands: [Set; 3],
        /// The field.
        field: Set,
        /// Four cards of one number lie on the field: it is dealt again.
        misdeal: bool,
    },
    /// The dealer took the Oni from the field, and chooses a card for it.
    TookOni {
        /// The dealer.
        seat: Seat,
    },
    /// The dealer took jokers from the field that capture nothing.
    TookJokers {
        /// The dealer.
        seat: Seat,
        /// The Jizo, or both.
        cards: Set,
    },
    /// The dealer took two of three cards of one number from the field.
    TookTwoOfThree {
        /// The dealer.
        seat: Seat,
        /// The two.
        cards: Set,
        /// The third.
        stays: NumberCard,
    },
    /// A card was played from the hand.
    Played {
        /// Who.
        seat: Seat,
        /// What.
        card: NumberCard,
    },
    /// A card was turned up from the draw pile.
    Drew {
        /// Who.
        seat: Seat,
        /// What.
        card: NumberCard,
    },
    /// A card took another one from the field.
    Captured {
        /// Who.
        seat: Seat,
        /// The card that took.
        with: NumberCard,
        /// The card that was taken.
        card: NumberCard,
    },
    /// A card was laid on the field.
    Laid {
        /// Who.
        seat: Seat,
        /// What.
        card: NumberCard,
    },
    /// The Jizo met the Oni that had captured from the hand: the capture is
    /// undone.
    Subdued {
        /// Who.
        seat: Seat,
        /// The card that goes back to the field.
        freed: NumberCard,
    },
    /// Cards on the field went to a player at the end of the turn.
    Kept {
        /// Who.
        seat: Seat,
        /// The Jizo, or both jokers.
        cards: Set,
    },
    /// It is known what became of the Oni. A later word stands.
    Oni {
        /// What.
        fate: OniFate,
    },
    /// A yaku was formed, and ends the round.
    Formed {
        /// Who.
        seat: Seat,
        /// Which one; of several the one that counts most.
        yaku: Yaku,
        /// What each of the two others owes.
        each: i32,
        /// Whether both of them have that many chips.
        in_full: bool,
        /// The fourth card of the Oni's number, if it is known: it counts as
        /// captured by the holder of the Oni.
        fourth: Set,
    },
    /// The cards were counted.
    Counted {
        /// The participants' seats.
        participants: [Seat; 3],
        /// Their card points.
        scores: [u16; 3],
        /// Their chip bands.
        bands: [i32; 3],
        /// The fourth card of the Oni's number, if the Oni captured one.
        fourth: Set,
    },
    /// A round is over and settled.
    RoundOver {
        /// The participants' seats.
        participants: [Seat; 3],
        /// How it ended.
        #[serde(flatten)]
        #[schemars(with = "EndingFields")]
        ending: Ending,
        /// The turns that were played.
        turns: u8,
        /// What each participant received.
        chips: [i32; 3],
        /// Whether the dealer deals again.
        dealer_keeps: bool,
    },
    /// The game is over.
    GameOver {
        /// The rounds that were played.
        rounds: u32,
        /// What each seat won or lost.
        chips: Standings,
        /// Who won.
        winners: Winners,
        /// How it ended.
        ending: GameEnd,
    },
}

/// Seats in a sentence.
fn count(number: u32, thing: &str) -> String {
    if number == 1 { format!("1 {thing}") } else { format!("{number} {thing}s") }
}

impl CommonEvent for Event {
    fn begins(&self) -> Option<Dealing> {
        match self {
            Event::RoundBegan { participants: [dealer, ..], out, .. } => {
                Some(Dealing { dealer: *dealer, out: *out })
            }
            _ => None,
        }
    }

    fn turns(&self) -> u32 {
        match self {
            Event::RoundOver { turns, .. } => u32::from(*turns),
            _ => 0,
        }
    }

    fn acted(&self) -> Option<Seat> {
        match self {
            Event::Played { seat, .. }
            | Event::Captured { seat, .. }
            | Event::TookTwoOfThree { seat, .. } => Some(*seat),
            _ => None,
        }
    }
}

impl Narrate for Event {
    fn narrate(&self) -> Narration {
        match self {
            Event::RoundBegan { round, participants: [dealer, second, third], out } => {
                let out = out.map_or(String::new(), |seat| format!("; seat {seat} sits out"));
                Narration::Line(format!(
                    "\nRound {round}. Seat {dealer} deals, seats {second} and {third} play{out}."
                ))
            }
            Event::Dealt { hands: [dealer, second, third], field, misdeal } => {
                let again =
                    if *misdeal { "\n  Four alike on the field, a misdeal: it is dealt again." } else { "" };
                Narration::Line(format!("  Hands: {dealer} | {second} | {third}\n  Field: {field}{again}"))
            }
            Event::TookOni { seat } => {
                Narration::Begins(format!("  Seat {seat} takes the Oni from the field"))
            }
            Event::TookJokers { seat, cards } => {
                Narration::Line(format!("  Seat {seat} takes from the field: {cards}."))
            }
            Event::TookTwoOfThree { seat, cards, stays } => {
                Narration::Line(format!("  Seat {seat} takes two of three alike, {cards}; {stays} stays."))
            }
            Event::Played { seat, card } => Narration::Begins(format!("  Seat {seat} plays {card}")),
            Event::Drew { card, .. } => Narration::Continues(format!("; turns up {card}")),
            Event::Captured { card, .. } => Narration::Continues(format!(" and takes {card}")),
            Event::Laid { .. } => Narration::Continues(", which stays on the field".to_owned()),
            Event::Subdued { freed, .. } => {
                Narration::Continues(format!(" and subdues the Oni, so that {freed} goes back to the field"))
            }
            Event::Kept { cards, .. } => Narration::Continues(format!("; keeps {cards}")),
            Event::Oni { fate: OniFate::Removed } => {
                Narration::Continues("; the Oni leaves the round".to_owned())
            }
            Event::Oni { .. } => Narration::Silent,
            Event::Formed { seat, yaku, each, in_full, fourth } => {
                let fourth = if yaku.cards().meets(*fourth) {
                    format!(" (the last {fourth} counts as captured with the Oni)")
                } else {
                    String::new()
                };
                let chips = count(*each as u32, "chip");
                let short = if *in_full { "" } else { ", or all that is left" };
                Narration::Line(format!(
                    "  Seat {seat} has {}{fourth}: each of the others pays {chips}{short}.",
                    yaku.name()
                ))
            }
            Event::Counted { participants, scores, bands, fourth } => {
                let scores: Vec<String> = participants
                    .iter()
                    .zip(scores.iter().zip(bands))
                    .map(|(seat, (score, band))| format!("seat {seat} has {score} ({band:+})"))
                    .collect();
                let fourth = if fourth.is_empty() {
                    String::new()
                } else {
                    format!(" The last {fourth} belongs to the holder of the Oni.")
                };
                Narration::Line(format!("  The cards are counted: {}.{fourth}", scores.join(", ")))
            }
            Event::RoundOver { participants, chips, dealer_keeps, turns, ending } => {
                let moved = match ending {
                    Ending::Counted(Settlement::Draw) => "a draw, no chips move".to_owned(),
                    _ => participants
                        .iter()
                        .zip(chips)
                        .map(|(seat, chips)| format!("seat {seat} {chips:+}"))
                        .collect::<Vec<_>>()
                        .join(", "),
                };
                let deal = if *dealer_keeps { "keeps" } else { "loses" };
                let turns = count(u32::from(*turns), "turn");
                Narration::Line(format!(
                    "  After {turns}: {moved}. Seat {} {deal} the deal.",
                    participants[0]
                ))
            }
            Event::GameOver { rounds, chips, winners, ending } => {
                let how = match ending {
                    GameEnd::Deals => "",
                    GameEnd::Broke => ": somebody has no chips left",
                    GameEnd::Truncated => ", stopped there",
                };
                let chips_of: Vec<String> =
                    chips.iter().map(|(seat, chips)| format!("seat {seat} has {chips:+}")).collect();
                Narration::Line(format!(
                    "\nThe game is over after {}{how}. In chips: {}; {winners}.",
                    count(*rounds, "round"),
                    chips_of.join(", "),
                ))
            }
        }
    }
}
