//! What happens at a table of Kachi-Kachi.

use schemars::JsonSchema;
use serde::{Serialize, Serializer};

use super::hand::{Class, Classes, Hand, HandFields};
use super::tips::Tip;
use crate::cards::NumberCard;
use crate::game::{CommonEvent, Dealing, Narrate, Narration};
use crate::seat::{EachSeat, Seat};
use crate::standings::{Standings, Winners};

/// How a hand ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Ending {
    /// By comparing the hands of those who remained.
    Showdown,
    /// By folds in the first betting round.
    #[serde(rename = "round_1")]
    Round1,
    /// In the second.
    #[serde(rename = "round_2")]
    Round2,
    /// In the third.
    #[serde(rename = "round_3")]
    Round3,
}

impl Ending {
    /// The names in the files, in the order of the variants.
    pub const NAMES: [&'static str; 4] = ["showdown", "round_1", "round_2", "round_3"];

    #[inline]
    pub(super) const fn by_folds(round: u8) -> Ending {
        match round {
            1 => Ending::Round1,
            2 => Ending::Round2,
            _ => Ending::Round3,
        }
    }
}

/// When a Zero Hand is claimed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Stage {
    /// At a turn to bet.
    Betting,
    /// At the turn to show.
    Showdown,
}

/// What happens at a table.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum Event {
    /// A hand begins with the antes.
    HandBegan {
        /// From 1.
        #[serde(rename = "hand_number")]
        hand: u32,
        /// Who deals.
        dealer: Seat,
        /// What each pays.
        ante: u32,
        /// Who does not ante.
        free: Option<Seat>,
        /// The pot of drawn hands before.
        lies_over: i64,
    },
    /// The cards were dealt.
    Dealt {
        /// The hands, in the order of the seats.
        #[serde(flatten, serialize_with = "cards_and_classes")]
        #[schemars(with = "DealtHands")]
        hands: EachSeat<Hand>,
        /// Their classes.
        #[serde(skip)]
        classes: Classes,
    },
    /// A betting round begins.
    RoundBegan {
        /// From 1.
        round: u8,
    },
    /// A player gave up the hand.
    Folded {
        /// Who.
        seat: Seat,
    },
    /// A player made the opening bet.
    Opened {
        /// Who.
        seat: Seat,
        /// How much.
        bet: u32,
    },
    /// A player matched the opening bet.
    Called {
        /// Who.
        seat: Seat,
        /// How much.
        bet: u32,
    },
    /// A Zero Hand was claimed, and shown to all.
    Claimed {
        /// Who.
        seat: Seat,
        /// The two cards.
        #[serde(flatten)]
        #[schemars(with = "HandFields")]
        hand: Hand,
        /// When.
        stage: Stage,
    },
    /// A card was drawn for a claim, unseen by the others.
    Drew {
        /// Who.
        seat: Seat,
        /// What.
        card: NumberCard,
    },
    /// The hand that came of a claim.
    Made {
        /// Who.
        seat: Seat,
        /// What.
        #[serde(flatten)]
        #[schemars(with = "HandFields")]
        hand: Hand,
    },
    /// The betting is over, and several players remain.
    ShowdownBegan,
    /// A hand was shown at the showdown.
    Shown {
        /// Who.
        seat: Seat,
        /// What.
        #[serde(flatten)]
        #[schemars(with = "HandFields")]
        hand: Hand,
    },
    /// The pot was taken, or lies over.
    Settled {
        /// Who took it; nobody in a draw.
        winner: Option<Seat>,
        /// The pot.
        pot: i64,
    },
    /// The top card of the deck was turned up for a tip.
    TurnedUp {
        /// Whose tip.
        seat: Seat,
        /// The card.
        card: NumberCard,
    },
    /// Every other player paid for a hand.
    Tipped {
        /// To whom.
        seat: Seat,
        /// For what.
        tip: Tip,
        /// What each paid.
        each: i64,
    },
    /// A hand is over and settled.
    HandOver {
        /// How it ended.
        ending: Ending,
        /// Who won; nobody in a draw.
        winner: Option<Seat>,
        /// The pot, with what lay over.
        pot: i64,
        /// What each seat won or lost, in the order of the seats.
        net: EachSeat<i64>,
    },
    /// The game is over.
    GameOver {
        /// The hands that were played.
        #[serde(rename = "hands_played")]
        hands: u32,
        /// The points of all seats.
        points: Standings,
        /// Who won.
        winners: Winners,
    },
}

/// Dealt hands as two lists, in the order of the seats.
#[derive(Serialize, JsonSchema)]
struct DealtHands {
    /// The two cards of each player.
    hands: Vec<[NumberCard; 2]>,
    /// The classes of these hands.
    classes: Vec<Class>,
}

fn cards_and_classes<S: Serializer>(hands: &EachSeat<Hand>, serializer: S) -> Result<S::Ok, S::Error> {
    let (cards, classes) = hands.iter().map(|(_, hand)| (hand.0, hand.class())).unzip();
    DealtHands { hands: cards, classes }.serialize(serializer)
}

fn count(number: i64, thing: &str) -> String {
    if number == 1 { format!("1 {thing}") } else { format!("{number} {thing}s") }
}

impl CommonEvent for Event {
    fn begins(&self) -> Option<Dealing> {
        match self {
            Event::HandBegan { dealer, .. } => Some(Dealing { dealer: *dealer, out: None }),
            _ => None,
        }
    }

    fn turns(&self) -> u32 {
        match self {
            Event::Folded { .. } | Event::Opened { .. } | Event::Called { .. } => 1,
            _ => 0,
        }
    }

    fn acted(&self) -> Option<Seat> {
        match self {
            Event::Folded { seat }
            | Event::Opened { seat, .. }
            | Event::Called { seat, .. }
            | Event::Claimed { seat, .. } => Some(*seat),
            _ => None,
        }
    }
}

impl Narrate for Event {
    fn narrate(&self) -> Narration {
        match self {
            Event::HandBegan { hand, dealer, ante, free, lies_over } => {
                let antes = match free {
                    _ if *ante == 0 => "nobody antes".to_owned(),
                    None => format!("everyone antes {ante}"),
                    Some(seat) => format!("everyone but seat {seat} antes {ante}"),
                };
                let over = if *lies_over == 0 { String::new() } else { format!("; {lies_over} lie over") };
                Narration::Line(format!("\nHand {hand}. Seat {dealer} deals, {antes}{over}."))
            }
            Event::Dealt { hands, .. } => {
                let hands: Vec<String> = hands.iter().map(|(_, hand)| hand.to_string()).collect();
                Narration::Line(format!("  Hands: {}", hands.join(" | ")))
            }
            Event::RoundBegan { round } => Narration::Begins(format!("  Betting round {round}")),
            Event::Folded { seat } => Narration::Continues(format!("; seat {seat} folds")),
            Event::Opened { seat, bet } => Narration::Continues(format!("; seat {seat} opens with {bet}")),
            Event::Called { seat, bet } => Narration::Continues(format!("; seat {seat} calls {bet}")),
            Event::Claimed { seat, hand: Hand([one, other]), .. } => {
                Narration::Continues(format!("; seat {seat} claims the Zero Hand {one} {other}"))
            }
            Event::Drew { card, .. } => Narration::Continues(format!(", draws {card}")),
            Event::Made { hand, .. } => Narration::Continues(format!(" and makes {hand}")),
            Event::ShowdownBegan => Narration::Begins("  Showdown".to_owned()),
            Event::Shown { seat, hand } => Narration::Continues(format!("; seat {seat} shows {hand}")),
            Event::Settled { winner: Some(seat), pot } => {
                Narration::Line(format!("  Seat {seat} takes the pot of {pot}."))
            }
            Event::Settled { winner: None, pot } => {
                Narration::Line(format!("  A draw: the pot of {pot} lies over."))
            }
            Event::TurnedUp { seat, card } => {
                Narration::Line(format!("  The top card of the deck is turned up for seat {seat}: {card}."))
            }
            Event::Tipped { seat, tip, each } => {
                let hand = match tip {
                    Tip::Tens => "a pair of Tens",
                    Tip::TensTop => "the Ten on top",
                    Tip::RedOneMarkedFour => "the red One and the marked Four",
                    Tip::Ones => "a pair of Ones with the red One",
                    Tip::OnesTop => "the One on top",
                };
                Narration::Line(format!("  Seat {seat} has a tip for {hand}: each other player pays {each}."))
            }
            Event::HandOver { net, .. } => {
                let net: Vec<String> = net.iter().map(|(seat, net)| format!("seat {seat} {net:+}")).collect();
                Narration::Line(format!("  The hand: {}.", net.join(", ")))
            }
            Event::GameOver { hands, points, winners } => {
                let list: Vec<String> =
                    points.iter().map(|(seat, points)| format!("seat {seat} has {points:+}")).collect();
                Narration::Line(format!(
                    "\nThe game is over after {}. In points: {}; {winners}.",
                    count(i64::from(*hands), "hand"),
                    list.join(", "),
                ))
            }
        }
    }
}
