//! A table to try the rules at: a deal in names of cards, choices by name,
//! and what came of them.

use crate::cards::NumberCard;
use crate::game::{Audit, Game, Next, Observer, Options};
use crate::games::kujuroku::play::Play;
use crate::games::kujuroku::table::HAND;
use crate::games::kujuroku::{Ending, Event, Kujuroku, OniFate, Role, Rules, Set, Table};
use crate::random::Stream;
use crate::seat::Seat;

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

/// Takes the cards of these names out of the free ones.
pub fn pick(names: &str, free: &mut Set) -> Vec<NumberCard> {
    let mut take = |name: &str| {
        let card = free.iter().find(|card| card.to_string() == name);
        let card = card.unwrap_or_else(|| panic!("no '{name}' is left in the deck"));
        free.remove(card);
        card
    };
    names.split_whitespace().map(&mut take).collect()
}

/// Remembers what happened.
#[derive(Default)]
pub struct Heard(pub Vec<Event>);

impl Observer<Kujuroku> for Heard {
    fn on_event(&mut self, event: &Event) {
        self.0.push(event.clone());
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

/// A table at which a test plays.
pub struct Scene {
    pub game: Kujuroku,
    pub table: Table,
    pub heard: Heard,
}

impl Scene {
    /// A table before the first deal.
    pub fn new(rules: Rules) -> Scene {
        let game = Kujuroku::new(rules);
        Scene { table: game.begin(), game, heard: Heard::default() }
    }

    /// A table after a first deal.
    pub fn dealt(rules: Rules, deal: Deal<'_>) -> Scene {
        let mut scene = Scene::new(rules);
        scene.deal(deal);
        scene
    }

    pub fn at_play(&mut self) -> Play<'_, Heard> {
        Play { game: &self.game, table: &mut self.table, observer: &mut self.heard }
    }

    /// Deals the next round.
    pub fn deal(&mut self, deal: Deal<'_>) {
        assert_eq!(self.game.to_act(&self.table), Next::Deal, "it is not time to deal");
        let pack = deal.pack(self.game.deck());
        let mut play = self.at_play();
        play.begin_round();
        assert!(play.lay_out(&pack), "a misdeal");
        play.take_jokers_from_the_field();
    }

    /// The name of the decision that is asked for; none if nobody is asked.
    pub fn asked(&self) -> Option<&'static str> {
        match self.game.to_act(&self.table) {
            Next::Choice(_) => Some(self.game.options(&self.table).decision()),
            Next::Deal | Next::Over => None,
        }
    }

    /// Who is asked.
    pub fn asks(&self) -> Seat {
        match self.game.to_act(&self.table) {
            Next::Choice(seat) => seat,
            next => panic!("nobody is asked: {next:?}"),
        }
    }

    /// The names of the options.
    pub fn options(&self) -> String {
        let names: Vec<String> = self.game.options(&self.table).iter().map(|card| card.to_string()).collect();
        names.join(" ")
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

    #[track_caller]
    fn choose(&mut self, card: &str) -> &mut Scene {
        let options = self.game.options(&self.table);
        let place = options.iter().position(|option| option.to_string() == card);
        let place = place.unwrap_or_else(|| panic!("'{card}' is not among {}", self.options()));
        self.choose_place(place)
    }

    pub fn choose_place(&mut self, place: usize) -> &mut Scene {
        self.at_play().choose(place);
        self.no_card_is_lost();
        self
    }

    /// Plays the round to its end, each time by the first option.
    pub fn plays_on(&mut self) -> &mut Scene {
        while self.asked().is_some() {
            self.choose_place(0);
        }
        self
    }

    /// Plays the round to its end, by options at random.
    pub fn plays_on_at_random(&mut self, rng: &mut Stream) {
        while self.asked().is_some() {
            let count = self.game.options(&self.table).count();
            self.choose_place(rng.random_range(0..count as u32) as usize);
        }
    }

    fn no_card_is_lost(&self) {
        let places = self.game.places(&self.table);
        let all = places.iter().fold(Set::EMPTY, |all, (_, cards)| all | *cards);
        let count: usize = places.iter().map(|(_, cards)| cards.len()).sum();
        assert_eq!((all, count), (self.game.deck(), all.len()), "each card lies in one place: {places:?}");
    }

    pub fn field(&self) -> String {
        self.table.field.to_string()
    }

    pub fn captured(&self, role: Role) -> String {
        self.table.captured[role as usize].to_string()
    }

    /// The chips of all seats.
    pub fn chips(&self) -> Vec<i32> {
        self.table.chips.first(self.game.players()).to_vec()
    }

    /// How the last round ended; none if no round has.
    pub fn round_end(&self) -> Option<RoundEnd> {
        self.heard.0.iter().rev().find_map(|event| match *event {
            Event::RoundOver { ending, turns, chips, dealer_keeps, .. } => {
                Some(RoundEnd { ending, turns, chips, dealer_keeps })
            }
            _ => None,
        })
    }

    /// The last word on the Oni.
    pub fn oni_fate(&self) -> Option<OniFate> {
        self.heard.0.iter().rev().find_map(|event| match event {
            Event::Oni { fate } => Some(*fate),
            _ => None,
        })
    }

    /// The card points and the Oni's fourth card, if the cards were counted.
    pub fn counted(&self) -> Option<([u16; 3], String)> {
        self.heard.0.iter().rev().find_map(|event| match event {
            Event::Counted { scores, fourth, .. } => Some((*scores, fourth.to_string())),
            _ => None,
        })
    }

    /// Whether something happened, as in `2 plays Oni` and `2 lays Oni`.
    pub fn saw(&self, deed: &str) -> bool {
        self.heard.0.iter().any(|event| match event {
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
        let began = self.heard.0.iter().rev().find_map(|event| match event {
            Event::RoundBegan { participants, out, .. } => {
                Some((participants[0].number(), out.map(Seat::number)))
            }
            _ => None,
        });
        began.expect("a round has begun")
    }
}
