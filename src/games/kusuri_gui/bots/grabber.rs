//! `grabber`: the plain player who takes the pile whenever it can be taken.

use crate::bots::{Bot, BotKind, NoParameters};
use crate::cards::{Hanafuda, Kind};
use crate::game::Options;
use crate::games::kusuri_gui::{Choices, KusuriGui, View};
use crate::random::Stream;

/// Captures when it can, with the most valuable card that does; else lays the
/// card that is worth least. Of equal cards the first of the hand.
///
/// Every capture takes the same pile, so what tells captures apart is the card
/// that is played. Cards are worth what they are worth in most hanafuda games:
/// see [`worth`].
#[derive(Clone, Debug)]
pub struct Grabber;

/// A bright is worth 20, an animal 10, a ribbon 5, chaff 1.
const fn worth(card: Hanafuda) -> i32 {
    match card.kind() {
        Kind::Bright => 20,
        Kind::Animal => 10,
        Kind::PoetryRibbon | Kind::BlueRibbon | Kind::PlainRibbon => 5,
        Kind::Chaff => 1,
    }
}

impl BotKind<KusuriGui> for Grabber {
    const NAME: &'static str = "grabber";
    const DESCRIPTION: &'static str =
        "captures when it can, with the card of most points; otherwise lays the card of fewest points";
    type Parameters = NoParameters;

    fn new(_game: &KusuriGui, _: NoParameters) -> Grabber {
        Grabber
    }
}

impl Bot<KusuriGui> for Grabber {
    #[inline(always)]
    fn choose(&mut self, view: &View, choices: &Choices, _own: &mut Stream) -> usize {
        // A card that captures is kept, one that is laid is given away.
        let of_playing =
            |card: Hanafuda| if view.discards.matching.has(card) { worth(card) } else { -worth(card) };
        let mut best = (0, of_playing(choices.at(0)));
        for place in 1..choices.count() {
            let worth = of_playing(choices.at(place));
            if worth > best.1 {
                best = (place, worth);
            }
        }
        best.0
    }
}
