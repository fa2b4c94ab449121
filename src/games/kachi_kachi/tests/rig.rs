//! A table to try the rules at: a deal in names of cards, a script of choices,
//! and what came of them.

use crate::cards::NumberCard;
use crate::game::{Audit, Game, Next, Observer, Options};
use crate::games::kachi_kachi::play::Play;
use crate::games::kachi_kachi::table::DECK;
use crate::games::kachi_kachi::{Class, Ending, Event, Hand, KachiKachi, Rules, Set, Table};
use crate::seat::Seat;

/// The house rules with so many players.
pub fn table_of(players: u8) -> Rules {
    Rules { players, ..Rules::default() }
}

/// The same without tips, for tests that are about something else.
pub fn without_tips(players: u8) -> Rules {
    Rules { tips: super::super::Tips::Off, ..table_of(players) }
}

/// Takes the cards of these names out of the free ones. Equal names are equal
/// cards: each takes the next that is free.
pub fn pick(names: &str, free: &mut Set) -> Vec<NumberCard> {
    let mut take = |name: &str| {
        let card = free.iter().find(|card| card.to_string() == name);
        let card = card.unwrap_or_else(|| panic!("no '{name}' is left in the deck"));
        free.remove(card);
        card
    };
    names.split_whitespace().map(&mut take).collect()
}

/// A hand by the names of its cards.
pub fn hand(names: &str) -> Hand {
    let cards = pick(names, &mut super::super::deck(true));
    Hand([cards[0], cards[1]])
}

/// Remembers what happened.
#[derive(Default)]
pub struct Heard(pub Vec<Event>);

impl Observer<KachiKachi> for Heard {
    fn on_event(&mut self, event: &Event) {
        self.0.push(event.clone());
    }
}

/// A table at which a test plays.
pub struct Scene {
    pub game: KachiKachi,
    pub table: Table,
    pub heard: Heard,
}

impl Scene {
    /// A table before the first deal.
    pub fn new(rules: Rules) -> Scene {
        let game = KachiKachi::new(rules);
        Scene { table: game.begin(), game, heard: Heard::default() }
    }

    /// A table after a first deal.
    pub fn dealt(rules: Rules, hands: &[&str], deck: &str) -> Scene {
        let mut scene = Scene::new(rules);
        scene.deal(hands, deck);
        scene
    }

    fn at_play(&mut self) -> Play<'_, Heard> {
        Play { game: &self.game, table: &mut self.table, observer: &mut self.heard }
    }

    /// Deals the next hand: the dealer's cards first, then those of the others
    /// in playing order; `deck` has the first cards of the deck. The rest of
    /// the deck is filled up.
    pub fn deal(&mut self, hands: &[&str], deck: &str) -> &mut Scene {
        assert_eq!(self.game.to_act(&self.table), Next::Deal, "it is not time to deal");
        assert_eq!(hands.len(), self.game.players(), "every player has a hand");
        let mut free = self.game.deck();
        let mut pack = [NumberCard::ONI; DECK];
        for (steps, names) in hands.iter().enumerate() {
            let seat = self.table.dealer.after(steps, hands.len());
            pack[2 * seat.index()..][..2].copy_from_slice(&pick(names, &mut free));
        }
        let top = pick(deck, &mut free);
        for (place, card) in pack[2 * hands.len()..].iter_mut().zip(top.into_iter().chain(free)) {
            *place = card;
        }
        self.at_play().deal_from(pack);
        self
    }

    /// Carries out a script, such as `1 open 3, 2 claim, 2 call, 3 fold`: who
    /// does what. `open 3` answers for the amount as well, if it is asked for.
    #[track_caller]
    pub fn plays(&mut self, script: &str) -> &mut Scene {
        for step in script.split(',') {
            let words: Vec<&str> = step.split_whitespace().collect();
            let seat = Seat::at(words[0].parse::<usize>().expect("a step begins with a seat") - 1);
            assert_eq!(self.game.to_act(&self.table), Next::Choice(seat), "in '{step}': {:?}", self.asked());
            self.choose(words[1]);
            if let Some(amount) = words.get(2)
                && self.asked() == Some("amount")
            {
                self.choose(amount);
            }
        }
        self
    }

    #[track_caller]
    fn choose(&mut self, name: &str) {
        let options = self.game.options(&self.table);
        let place = options.iter().position(|option| option.to_string() == name);
        let place = place.unwrap_or_else(|| panic!("'{name}' is not among {}", self.options()));
        self.at_play().choose(place);
        self.books_balance();
    }

    fn books_balance(&self) {
        let points: i64 = Seat::all(self.game.players()).map(|seat| self.game.score(&self.table, seat)).sum();
        let pot: i64 = self.game.points_elsewhere(&self.table).iter().map(|(_, points)| points).sum();
        assert_eq!(points + pot, 0);
        let places = self.game.places(&self.table);
        let all = places.iter().fold(Set::EMPTY, |all, (_, cards)| all | *cards);
        let count: usize = places.iter().map(|(_, cards)| cards.len()).sum();
        assert_eq!((all, count), (self.game.deck(), all.len()), "each card lies in one place: {places:?}");
    }

    /// The name of the decision that is asked for; none if nobody is asked.
    pub fn asked(&self) -> Option<&'static str> {
        match self.game.to_act(&self.table) {
            Next::Choice(_) => Some(self.game.options(&self.table).decision()),
            Next::Deal | Next::Over => None,
        }
    }

    /// Who is asked for what, as in `2 call`.
    pub fn asks(&self) -> String {
        match self.game.to_act(&self.table) {
            Next::Choice(seat) => format!("{seat} {}", self.game.options(&self.table).decision()),
            next => format!("{next:?}"),
        }
    }

    /// The names of the options.
    pub fn options(&self) -> String {
        let names: Vec<String> =
            self.game.options(&self.table).iter().map(|option| option.to_string()).collect();
        names.join(" ")
    }

    /// The points of all seats, without what they have in the pot.
    pub fn points(&self) -> Vec<i64> {
        Seat::all(self.game.players()).map(|seat| self.game.score(&self.table, seat)).collect()
    }

    pub fn pot(&self) -> i64 {
        self.table.betting.pot
    }

    /// How the last hand ended: how, who won, the pot, and what each won.
    pub fn hand_over(&self) -> (Ending, Option<usize>, i64, Vec<i64>) {
        let over = self.heard.0.iter().rev().find_map(|event| match event {
            Event::HandOver { ending, winner, pot, net } => {
                Some((*ending, winner.map(Seat::number), *pot, net.iter().map(|(_, net)| net).collect()))
            }
            _ => None,
        });
        over.expect("a hand is over")
    }

    /// Who won the last hand.
    pub fn winner(&self) -> Option<usize> {
        self.hand_over().1
    }

    /// The hands that were shown, in order: `1 kabu-3`.
    pub fn shown(&self) -> Vec<String> {
        let shown = self.heard.0.iter().filter_map(|event| match event {
            Event::Shown { seat, hand } => Some(format!("{seat} {}", hand.class())),
            _ => None,
        });
        shown.collect()
    }

    /// The hand that came of the last claim.
    pub fn made(&self) -> Option<Class> {
        self.heard.0.iter().rev().find_map(|event| match event {
            Event::Made { hand, .. } => Some(hand.class()),
            _ => None,
        })
    }

    /// The tips that were paid, as in `2 tens 10`.
    pub fn tips(&self) -> Vec<String> {
        let tips = self.heard.0.iter().filter_map(|event| match event {
            Event::Tipped { seat, tip, each } => {
                Some(format!("{seat} {} {each}", super::super::Tip::NAMES[*tip as usize]))
            }
            _ => None,
        });
        tips.collect()
    }

    /// The cards that were turned up for tips, with whose tip it was for.
    pub fn turned_up(&self) -> Vec<String> {
        let cards = self.heard.0.iter().filter_map(|event| match event {
            Event::TurnedUp { seat, card } => Some(format!("{seat} {card}")),
            _ => None,
        });
        cards.collect()
    }

    pub fn is_over(&self) -> bool {
        self.game.to_act(&self.table) == Next::Over
    }
}

/// Everyone stays for one point in the first round; with `max_wager` 1 the
/// showdown follows.
pub fn all_in(dealer: usize, players: usize) -> String {
    let seat = |steps: usize| (dealer - 1 + steps) % players + 1;
    let mut script = format!("{dealer} open 1");
    for steps in 1..players {
        script += &format!(", {} call", seat(steps));
    }
    script
}
