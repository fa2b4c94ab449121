//! A table to try the rules at: a deal in names of cards, choices by name,
//! and what came of them.

use crate::cards::Hanafuda;
use crate::game::{Audit, Game, Next, Observer, Options};
use crate::games::kusuri_gui::play::Play;
use crate::games::kusuri_gui::table::{CARDS, Discards, FIELD, HAND, Hand, TURNS, TURNS_OF_HANDS, WILLOWS};
use crate::games::kusuri_gui::{DECK, Event, KusuriGui, Role, Rules, Score, Set, Table};
use crate::seat::Seat;

/// The house rules of most tests.
pub fn plain() -> Rules {
    Rules::default()
}

/// A deal in names of cards with spaces between them. Equal names are equal
/// cards: each takes the next that is free. What is not given is filled up with
/// what is left of the deck.
#[derive(Clone, Copy, Default)]
pub struct Deal<'a> {
    /// The face-up card, and the others in the order in which they would be
    /// turned up.
    pub field: &'a str,
    /// The cards of the dealer's hands, one hand after the other.
    pub dealer: &'a str,
    /// The cards of the other player's hands.
    pub other: &'a str,
}

impl Deal<'_> {
    /// The pack that is dealt so.
    pub fn pack(&self) -> [Hanafuda; CARDS] {
        let mut free = DECK;
        let [field, dealer, other] =
            [self.field, self.dealer, self.other].map(|names| pick(names, &mut free));
        // Willows are left to the last, so that none turns up by chance.
        let mut rest = (free - WILLOWS).iter().chain(free & WILLOWS);
        let mut fill = |given: Option<Hanafuda>| {
            given.unwrap_or_else(|| rest.next().expect("a deck has cards for every place"))
        };
        let mut pack = [Hanafuda::CRANE; CARDS];
        for (place, card) in pack.iter_mut().enumerate() {
            let given = match place.checked_sub(FIELD) {
                None => field.get(place),
                Some(turn) => {
                    let (hands, of_hands) = (turn / (2 * HAND), turn % (2 * HAND));
                    let own = if of_hands < HAND { &dealer } else { &other };
                    own.get(hands * HAND + of_hands % HAND)
                }
            };
            *card = fill(given.copied());
        }
        pack
    }
}

/// Takes the cards of these names out of the free ones.
fn pick(names: &str, free: &mut Set) -> Vec<Hanafuda> {
    let mut take = |name: &str| {
        let card = free.iter().find(|card| card.to_string() == name);
        let card = card.unwrap_or_else(|| panic!("no '{name}' is left in the deck"));
        free.remove(card);
        card
    };
    names.split_whitespace().map(&mut take).collect()
}

/// The cards of these names, as a set.
pub fn set(names: &str) -> Set {
    pick(names, &mut { DECK }).into_iter().collect()
}

/// Remembers what happened.
#[derive(Default)]
pub struct Heard(pub Vec<Event>);

impl Observer<KusuriGui> for Heard {
    fn on_event(&mut self, event: &Event) {
        self.0.push(event.clone());
    }
}

/// A table at which a test plays.
pub struct Scene {
    pub game: KusuriGui,
    pub table: Table,
    pub heard: Heard,
}

impl Scene {
    /// A table before the first deal.
    pub fn new(rules: Rules) -> Scene {
        let game = KusuriGui::new(rules);
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
        self.table.pack = deal.pack();
        let mut play = self.at_play();
        play.begin_round();
        assert!(play.lay_out(), "a misdeal");
        self.no_card_is_lost();
    }

    /// Whether somebody is asked for a card.
    pub fn is_asked(&self) -> bool {
        matches!(self.game.to_act(&self.table), Next::Choice(_))
    }

    /// Who is asked.
    pub fn asks(&self) -> Seat {
        match self.game.to_act(&self.table) {
            Next::Choice(seat) => seat,
            next => panic!("nobody is asked: {next:?}"),
        }
    }

    /// Plays cards from the hands, in turn.
    #[track_caller]
    pub fn play(&mut self, cards: &str) -> &mut Scene {
        for card in cards.split_whitespace() {
            let options = self.game.options(&self.table);
            let place = options.iter().position(|option| option.to_string() == card);
            let place = place.unwrap_or_else(|| panic!("'{card}' is not in the hand {options:?}"));
            self.choose(place);
        }
        self
    }

    pub fn choose(&mut self, place: usize) -> &mut Scene {
        self.at_play().choose(place);
        self.no_card_is_lost();
        self
    }

    /// Plays the round to its end, each time by the first card.
    pub fn play_on(&mut self) -> &mut Scene {
        while self.is_asked() {
            self.choose(0);
        }
        self
    }

    /// Deals a round, and ends it with these captures of the dealer and of the
    /// other player; the rest is left in the pile.
    pub fn round_with_captures(&mut self, dealer: &str, other: &str) -> &mut Scene {
        self.deal(Deal::default());
        let mut free = DECK;
        self.table.captured = [dealer, other].map(|names| pick(names, &mut free).into_iter().collect());
        self.table.face_down = Set::EMPTY;
        self.table.discards = Discards { cards: free, ..Discards::EMPTY };
        self.table.hands = [Hand::EMPTY; 2];
        self.table.turn = TURNS;
        self.at_play().end_round();
        self
    }

    fn no_card_is_lost(&self) {
        let places = self.game.places(&self.table);
        let all = places.iter().fold(Set::EMPTY, |all, (_, cards)| all | *cards);
        let count: usize = places.iter().map(|(_, cards)| cards.len()).sum();
        assert_eq!((all, count), (DECK, all.len()), "each card lies in one place: {places:?}");
    }

    /// The hands of the dealer and of the other player.
    pub fn hands(&self) -> [String; 2] {
        self.table.hands.map(|hand| hand.set().to_string())
    }

    pub fn pile(&self) -> String {
        self.table.discards.cards.to_string()
    }

    pub fn captured(&self, role: Role) -> String {
        self.table.captured[role as usize].to_string()
    }

    /// The chips of both seats.
    pub fn chips(&self) -> [i32; 2] {
        [0, 1].map(|seat| self.table.chips[Seat::at(seat)])
    }

    /// Every kusuri-gui so far: whose, with which card, and what was paid.
    pub fn kusuri_gui(&self) -> Vec<String> {
        let told = self.heard.0.iter().filter_map(|event| match event {
            Event::Played { seat, card, kusuri_gui: Some(paid), .. } => {
                Some(format!("{seat} with {card} for {paid}"))
            }
            _ => None,
        });
        told.collect()
    }

    /// The scores of the last round.
    pub fn scores(&self) -> [Score; 2] {
        let over = self.heard.0.iter().rev().find_map(|event| match event {
            Event::RoundOver { scores, .. } => Some(*scores),
            _ => None,
        });
        over.expect("a round is over")
    }

    /// How many turns are left until the hands are empty.
    pub fn turns_with_these_hands(&self) -> u8 {
        TURNS_OF_HANDS - self.table.turn % TURNS_OF_HANDS
    }
}
