//! A table to try the rules at: a deal in names of cards, choices by name,
//! and what came of them.

use crate::cards::Hanafuda;
use crate::game::Next;
use crate::games::kusuri_gui::play::Play;
use crate::games::kusuri_gui::table::{CARDS, Discards, FIELD, HAND, Hand, TURNS, TURNS_OF_HANDS, WILLOWS};
use crate::games::kusuri_gui::{DECK, Event, KusuriGui, Role, Rules, Score, Set};
use crate::games::testkit::{self, Recorder, pick, pick_set};

/// A table of Kusuri-gui.
pub type Scene = testkit::Scene<KusuriGui>;

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

/// The cards of these names, as a set.
pub fn set(names: &str) -> Set {
    pick_set(names, &mut { DECK })
}

impl Scene {
    /// A table after a first deal.
    pub fn dealt(rules: Rules, deal: Deal<'_>) -> Scene {
        let mut scene = Scene::new(rules);
        scene.deal(deal);
        scene
    }

    pub(in crate::games::kusuri_gui) fn at_play(&mut self) -> Play<'_, Recorder<KusuriGui>> {
        let (game, table, observer) = (&self.game, &mut self.table, &mut self.recorder);
        Play { game, table, observer }
    }

    /// Deals the next round.
    pub fn deal(&mut self, deal: Deal<'_>) {
        assert_eq!(self.next(), Next::Deal, "it is not time to deal");
        self.table.pack = deal.pack();
        let mut play = self.at_play();
        play.begin_round();
        assert!(play.lay_out(), "a misdeal");
        self.check();
    }

    /// Plays cards from the hands, in turn.
    #[track_caller]
    pub fn play(&mut self, cards: &str) -> &mut Scene {
        for card in cards.split_whitespace() {
            self.choose(card);
        }
        self
    }

    /// Deals a round, and ends it with these captures of the dealer and of the
    /// other player; the rest is left in the pile.
    pub fn round_with_captures(&mut self, dealer: &str, other: &str) -> &mut Scene {
        self.deal(Deal::default());
        let mut free = DECK;
        self.table.captured = [dealer, other].map(|names| pick_set(names, &mut free));
        self.table.face_down = Set::EMPTY;
        self.table.discards = Discards { cards: free, ..Discards::EMPTY };
        self.table.hands = [Hand::EMPTY; 2];
        self.table.turn = TURNS;
        self.at_play().end_round();
        self
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

    /// Every kusuri-gui so far: whose, with which card, and what was paid.
    pub fn kusuri_gui(&self) -> Vec<String> {
        self.each(|event| match event {
            Event::Played { seat, card, kusuri_gui: Some(paid), .. } => {
                Some(format!("{seat} with {card} for {paid}"))
            }
            _ => None,
        })
    }

    /// The scores of the last round.
    pub fn yaku_scores(&self) -> [Score; 2] {
        let over = self.last(|event| match event {
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
