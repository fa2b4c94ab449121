//! `greedy`: the plain player who takes what lies there.

use crate::bots::{Bot, BotKind, NoParameters};
use crate::cards::NumberCard;
use crate::game::{Game, Options};
use crate::games::kujuroku::{Choices, Decision, Kujuroku, PointTable, Set, View, Yaku};
use crate::random::Stream;

/// Takes the most points this turn, breaks ties toward the cards of yaku, and
/// discards what costs least.
#[derive(Clone, Debug)]
pub struct Greedy {
    points: PointTable,
    yaku: [Set; 5],
}

impl BotKind<Kujuroku> for Greedy {
    const NAME: &'static str = "greedy";
    const DESCRIPTION: &'static str =
        "takes the most points this turn, breaks ties toward yaku cards, discards what costs least";
    type Parameters = NoParameters;

    fn new(game: &Kujuroku, _: NoParameters) -> Greedy {
        Greedy { points: PointTable::new(game.rules()), yaku: Yaku::ALL.map(Yaku::cards) }
    }
}

/// What an option is worth: points, then cards of yaku. A card counts for
/// each yaku that it is of, so that the special 4, which is of Danjou as well,
/// goes before the plain ones.
type Worth = (i32, i32);

impl Bot<Kujuroku> for Greedy {
    fn choose(&mut self, view: &View, choices: &Choices, _own: &mut Stream) -> usize {
        let worth = |card: NumberCard| match choices.asked() {
            Decision::Play => self.of_playing(card, view.field),
            Decision::TakeHand | Decision::TakeDraw | Decision::DealOni => self.of_cards(card.into()),
            Decision::DealTriple => self.of_cards(choices.of_the_field() - card.into()),
        };
        let mut best = (0, worth(choices.at(0)));
        for place in 1..choices.count() {
            let worth = worth(choices.at(place));
            if worth > best.1 {
                best = (place, worth);
            }
        }
        best.0
    }
}

impl Greedy {
    fn of_cards(&self, cards: Set) -> Worth {
        let of_yaku: usize = self.yaku.iter().map(|&yaku| (cards & yaku).len()).sum();
        (i32::from(self.points.points(cards)), of_yaku as i32)
    }

    /// A card that takes is worth itself and the best that it can take; a card
    /// that stays on the field is given away.
    fn of_playing(&self, card: NumberCard, field: Set) -> Worth {
        let preys = if card == NumberCard::ONI { field } else { field & card.alike() };
        let prey = preys.iter().map(|prey| self.of_cards(prey.into())).max();
        let own = self.of_cards(card.into());
        match prey {
            Some(prey) => (own.0 + prey.0, own.1 + prey.1),
            None if card == NumberCard::JIZO => own,
            None => (-own.0, -own.1),
        }
    }
}
