//! A game as a page to step through: the table as each seat could see it, the
//! options, and then the choice.

mod steps;

pub use steps::ReplaySteps;

use maud::{Markup, PreEscaped, html};
use serde::Serialize;

use super::document::Made;
use super::{cards, document, safe_text};
use crate::cards::Card;
use crate::game::{Audit, Game};
use steps::{Step, ZoneHead};

/// What stands above a game.
pub struct ReplayHead<'a> {
    /// The game, in prose.
    pub game: &'a str,
    /// The seed, the block and the rotation.
    pub place: String,
    /// The bots, in seat order.
    pub bots: &'a [String],
    /// The bot that is asked as well.
    pub against: Option<&'a str>,
    /// Whether a search says what the options were worth.
    pub is_advised: bool,
    /// The unit of the scores.
    pub score: &'a str,
}

/// The game as a page.
#[must_use]
pub fn replay_page<G: Game + Audit>(head: &ReplayHead<'_>, steps: ReplaySteps<G>) -> String {
    let (mut zones, steps, rest) = steps.into_parts();
    for zone in &mut zones {
        zone.name = super::words::sentence_start(&zone.name);
    }
    let names: Vec<String> = (0..G::Card::COUNT).map(|card| G::Card::at(card).to_string()).collect();
    let data = Data {
        seats: head.bots.iter().map(|bot| safe_text(bot)).collect(),
        against: head.against.map(safe_text),
        score: head.score,
        zones: &zones,
        cards: names.iter().map(|name| cards::title(name)).collect(),
        steps: &steps,
        rest,
    };
    // The end of a script cannot be in it.
    let json = serde_json::to_string(&data).expect("steps have a form in JSON").replace('<', "\\u003c");
    let title = format!("A game of {}", head.game);
    let body = html! {
        article.replay {
            header {
                h1 { (title) }
                p.lead {
                    (head.place) "."
                    @if let Some(against) = head.against {
                        " Beside the players, " b { (safe_text(against)) } " is asked what it would have chosen."
                    }
                    @if head.is_advised {
                        " Beside each option: how much better it does than the choice, by playouts of " b { "search" }
                        ", with the standard error."
                    }
                }
            }
            (controls(head, steps.last().map_or(0, |step| step.round)))
            div.game {
                section.ask #ask aria-label="Decision" {}
                section.board #board aria-label="Table" {}
                section.log #log aria-label="Moves" {}
            }
            p.keys { (keys(head)) }
            noscript { p { "Stepping through a game needs JavaScript; " code { "fuda replay" } " prints the same as text." } }
        }
        svg.unseen width="0" height="0" aria-hidden="true" { (cards::sheet(&names)) }
        script type="application/json" #game { (PreEscaped(json)) }
        script { (PreEscaped(include_str!("replay.js"))) }
    };
    document::document(&title, &body, Made::ByReplay)
}

#[derive(Serialize)]
struct Data<'a> {
    seats: Vec<String>,
    against: Option<String>,
    score: &'a str,
    zones: &'a [ZoneHead],
    cards: Vec<String>,
    steps: &'a [Step],
    /// What happened after the last state.
    rest: Vec<String>,
}

fn controls(head: &ReplayHead<'_>, rounds: u32) -> Markup {
    html! {
        div.settings {
            label { "Step " input #step type="range" min="0" max="0" value="0"; }
            @if rounds > 1 {
                label { "Round " select #round { @for round in 1..=rounds { option value=(round) { (round) } } } }
            }
            label { "Seen by "
                select #seat {
                    option value="" { "an onlooker who sees all" }
                    @for seat in 1..=head.bots.len() { option value=(seat) { "seat " (seat) } }
                }
            }
        }
        div.controls role="group" aria-label="Step through the game" {
            button type="button" data-go="first" { "First" }
            button type="button" data-go="back" { "Back" }
            button.main type="button" data-go="next" { "Next" }
            button type="button" data-go="last" { "Last" }
            button type="button" data-go="play" #play aria-pressed="false" { "Play" }
            @if head.against.is_some() { button type="button" data-go="other" { "Next difference" } }
            span #count role="status" {}
        }
    }
}

/// The keys, and what they do.
fn keys(head: &ReplayHead<'_>) -> Markup {
    html! {
        kbd { "→" } " next, " kbd { "←" } " back, " kbd { "Home" } " and " kbd { "End" } ", " kbd { "n" } " and "
        kbd { "p" } " next and previous round, " kbd { "Space" } " play"
        @if head.against.is_some() { ", " kbd { "d" } " next difference" }
        ". Guess along: choose an option before " kbd { "→" } " shows the choice."
    }
}
