//! A table to try the rules at: a deal in names of cards, choices by name,
//! and what came of them.

use crate::cards::NumberCard;
use crate::game::{Game, Next};
use crate::games::kujuroku::play::Play;
use crate::games::kujuroku::table::{HAND, Pile};
use crate::games::kujuroku::{Ending, Event, Kujuroku, OniFate, Role, Rules, Set};
use crate::games::testkit::{self, Recorder, pick};
use crate::seat::Seat;

/// A table of Kujuroku.
pub type Scene = testkit::Scene<Kujuroku>;

/// The house rules of most tests.
pub fn plain() -> Rules {
    Rules::default()
}

/// The game with both jokers.
pub fn with_jizo() -> Rules {
    Rules { jizo: true, ..plain() }
}

/// A deal in names of cards with spaces between them. Equal names are equal
/// cards: each takes the next that is free. The field is given in full; hands
/// and the draw pile are filled up with what is left of the deck.
#[derive(Clone, Copy, Default)]
pub struct Deal<'a> {
    pub dealer: &'a str,
    pub second: &'a str,
    pub third: &'a str,
    pub field: &'a str,
    /// The first cards to be turned up.
    pub pile: &'a str,
}

impl Deal<'_> {
    /// The pack that is dealt so.
    pub fn pack(&self, deck: Set) -> Vec<NumberCard> {
        let mut free = deck;
        let mut places =
            [self.dealer, self.second, self.third, self.field, self.pile].map(|names| pick(names, &mut free));
        assert_eq!(places[3].len(), HAND, "the field is given in full");
        let mut rest = free.iter();
        for hand in &mut places[..3] {
            while hand.len() < HAND {
                hand.push(rest.next().expect("a deck has cards for three hands"));
            }
            assert_eq!(hand.len(), HAND, "a hand has six cards");
        }
        places[4].extend(rest);
        places.concat()
    }
}

/// How a round ended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RoundEnd {
    pub ending: Ending,
    pub turns: u8,
    pub chips: [i32; 3],
    pub dealer_keeps: bool,
}

impl Scene {
    /// A table after a first deal.
    pub fn dealt(rules: Rules, deal: Deal<'_>) -> Scene {
        let mut scene = Scene::new(rules);
        scene.deal(deal);
        scene
    }

    pub(in crate::games::kujuroku) fn at_play(&mut self) -> Play<'_, Recorder<Kujuroku>> {
        Play { game: &self.game, table: &mut self.table, observer: &mut self.recorder }
    }

    /// Deals the next round.
    pub fn deal(&mut self, deal: Deal<'_>) {
        assert_eq!(self.next(), Next::Deal, "it is not time to deal");
        let pack = deal.pack(self.game.deck());
        let mut play = self.at_play();
        play.begin_round();
        play.table.pile = Pile::new(&pack);
        assert!(play.lay_out(), "a misdeal");
        play.take_jokers_from_the_field();
    }

    /// Plays a card from the hand.
    #[track_caller]
    pub fn plays(&mut self, card: &str) -> &mut Scene {
        assert_eq!(self.asked(), Some("play"));
        self.choose(card)
    }

    /// Chooses what a card takes.
    #[track_caller]
    pub fn takes(&mut self, card: &str) -> &mut Scene {
        assert!(matches!(self.asked(), Some("take_hand" | "take_draw" | "deal_oni")), "{:?}", self.asked());
        self.choose(card)
    }

    /// Chooses which of three alike stays.
    #[track_caller]
    pub fn leaves(&mut self, card: &str) -> &mut Scene {
        assert_eq!(self.asked(), Some("deal_triple"));
        self.choose(card)
    }

    pub fn field(&self) -> String {
        self.table.field.to_string()
    }

    pub fn captured(&self, role: Role) -> String {
        self.table.captured[role as usize].to_string()
    }

    /// How the last round ended; none if no round has.
    pub fn round_end(&self) -> Option<RoundEnd> {
        self.last(|event| match *event {
            Event::RoundOver { ending, turns, chips, dealer_keeps, .. } => {
                Some(RoundEnd { ending, turns, chips, dealer_keeps })
            }
            _ => None,
        })
    }

    /// The last word on the Oni.
    pub fn oni_fate(&self) -> Option<OniFate> {
        self.last(|event| match event {
            Event::Oni { fate } => Some(*fate),
            _ => None,
        })
    }

    /// The card points and the Oni's fourth card, if the cards were counted.
    pub fn counted(&self) -> Option<([u16; 3], String)> {
        self.last(|event| match event {
            Event::Counted { scores, fourth, .. } => Some((*scores, fourth.to_string())),
            _ => None,
        })
    }

    /// Whether something happened, as in `2 plays Oni` and `2 lays Oni`.
    pub fn saw(&self, deed: &str) -> bool {
        self.events().iter().any(|event| match event {
            Event::Played { seat, card } => deed == format!("{seat} plays {card}"),
            Event::Drew { seat, card } => deed == format!("{seat} draws {card}"),
            Event::Laid { seat, card } => deed == format!("{seat} lays {card}"),
            Event::Subdued { seat, freed } => deed == format!("{seat} frees {freed}"),
            Event::Formed { seat, fourth, .. } => deed == format!("{seat} owns {fourth}"),
            _ => false,
        })
    }

    /// Who dealt the round, and who sits out.
    pub fn dealer_and_out(&self) -> (usize, Option<usize>) {
        let began = self.last(|event| match event {
            Event::RoundBegan { participants, out, .. } => {
                Some((participants[0].number(), out.map(Seat::number)))
            }
            _ => None,
        });
        began.expect("a round has begun")
    }
}
