//! A table to try the rules at: a deal in names of cards, a script of choices,
//! and what came of them.

use crate::cards::NumberCard;
use crate::game::{Game, Next};
use crate::games::kachi_kachi::pack::Pack;
use crate::games::kachi_kachi::play::Play;
use crate::games::kachi_kachi::table::DECK;
use crate::games::kachi_kachi::{Class, Ending, Event, Hand, KachiKachi, Rules, Tip, Tips, deck};
use crate::games::testkit::{self, pick, stream};
use crate::seat::{BySeat, Seat};

/// A table of Kachi-Kachi.
pub type Scene = testkit::Scene<KachiKachi>;

/// The house rules with so many players.
pub fn table_of(players: u8) -> Rules {
    Rules { players, ..Rules::default() }
}

/// The same without tips, for tests that are about something else.
pub fn without_tips(players: u8) -> Rules {
    Rules { tips: Tips::Off, ..table_of(players) }
}

/// A hand by the names of its cards.
pub fn hand(names: &str) -> Hand {
    let cards = pick(names, &mut deck(true));
    Hand([cards[0], cards[1]])
}

impl Scene {
    /// A table after a first deal.
    pub fn dealt(rules: Rules, hands: &[&str], deck: &str) -> Scene {
        let mut scene = Scene::new(rules);
        scene.deal(hands, deck);
        scene
    }

    /// Deals the next hand: the dealer's cards first, then those of the others
    /// in playing order; `deck` has the first cards of the deck. The rest of
    /// the deck is filled up.
    pub fn deal(&mut self, hands: &[&str], deck: &str) -> &mut Scene {
        assert_eq!(self.next(), Next::Deal, "it is not time to deal");
        assert_eq!(hands.len(), self.game.players(), "every player has a hand");
        let mut free = self.game.deck();
        let size = free.len();
        let mut pack = [NumberCard::ONI; DECK];
        for (steps, names) in hands.iter().enumerate() {
            let seat = self.table.dealer.after(steps, hands.len());
            pack[2 * seat.index()..][..2].copy_from_slice(&pick(names, &mut free));
        }
        let top = pick(deck, &mut free);
        for (place, card) in pack[2 * hands.len()..].iter_mut().zip(top.into_iter().chain(free)) {
            *place = card;
        }
        self.table.pack = Pack::stacked(pack.into_iter().take(size), 2 * hands.len() as u8);
        let hands = BySeat::from_fn(|seat| Hand([pack[2 * seat.index()], pack[2 * seat.index() + 1]]));
        let (game, observer, rng) = (&self.game, &mut self.recorder, &mut stream(0));
        Play { game, table: &mut self.table, observer, rng }.begin_hand(hands);
        self
    }

    /// Carries out a script, such as `1 open 3, 2 claim, 2 call, 3 fold`: who
    /// does what. `open 3` answers for the amount as well, if it is asked for.
    #[track_caller]
    pub fn plays(&mut self, script: &str) -> &mut Scene {
        for step in script.split(',') {
            let words: Vec<&str> = step.split_whitespace().collect();
            let seat = Seat::at(words[0].parse::<usize>().expect("a step begins with a seat") - 1);
            assert_eq!(self.next(), Next::Choice(seat), "in '{step}': {:?}", self.asked());
            self.choose(words[1]);
            if let Some(amount) = words.get(2)
                && self.asked() == Some("amount")
            {
                self.choose(amount);
            }
        }
        self
    }

    pub fn pot(&self) -> i64 {
        self.table.betting.pot
    }

    /// How the last hand ended: how, who won, the pot, and what each won.
    pub fn hand_over(&self) -> (Ending, Option<usize>, i64, Vec<i64>) {
        let over = self.last(|event| match event {
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
        self.each(|event| match event {
            Event::Shown { seat, hand } => Some(format!("{seat} {}", hand.class())),
            _ => None,
        })
    }

    /// The hand that came of the last claim.
    pub fn made(&self) -> Option<Class> {
        self.last(|event| match event {
            Event::Made { hand, .. } => Some(hand.class()),
            _ => None,
        })
    }

    /// The tips that were paid, as in `2 tens 10`.
    pub fn tips(&self) -> Vec<String> {
        self.each(|event| match event {
            Event::Tipped { seat, tip, each } => Some(format!("{seat} {} {each}", Tip::NAMES[*tip as usize])),
            _ => None,
        })
    }

    /// The cards that were turned up for tips, with whose tip it was for.
    pub fn turned_up(&self) -> Vec<String> {
        self.each(|event| match event {
            Event::TurnedUp { seat, card } => Some(format!("{seat} {card}")),
            _ => None,
        })
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
