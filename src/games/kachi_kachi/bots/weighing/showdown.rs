//! The chance to beat another player at the showdown, by counting the cards
//! that nobody has shown.

use crate::cards::{Card, NumberCard};
use crate::games::kachi_kachi::{Class, Hand, Rules, Seen, Set, View, deck};

/// How many numbers there are on the cards.
const NUMBERS: usize = 10;
/// Times that a player can have bet in a hand, and none.
const BETS: usize = 4;

/// What a hand can expect against one other player.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Chance {
    pub(super) win: f64,
    pub(super) draw: f64,
}

/// How many cards of each number are unseen.
type Stock = [u8; NUMBERS];

/// The odds of the showdown under some house rules.
#[derive(Clone, Debug)]
pub(super) struct Showdown {
    cards: Set,
    zero_hand: bool,
    /// How many cards the deck has after the deal.
    deck: u8,
    /// How likely a player who has bet so many times still holds a class,
    /// against the best class.
    belief: Box<[[f64; Class::COUNT]; BETS]>,
    /// The chances by bets and the numbers of the own hand, while nothing else
    /// is seen: most decisions are made then.
    at_first: Box<[[[Chance; NUMBERS]; NUMBERS]; BETS]>,
}

/// A card of a number, whichever.
fn a_card(number: usize) -> NumberCard {
    NumberCard::at(4 * number)
}

fn class(one: usize, other: usize) -> Class {
    Hand([a_card(one), a_card(other)]).class()
}

fn stock(unseen: Set) -> Stock {
    std::array::from_fn(|number| (unseen.bits() >> (4 * number) & 0xF).count_ones() as u8)
}

/// Calls with every pair of numbers that can be drawn, and in how many ways.
fn pairs(stock: &Stock, mut with: impl FnMut(usize, usize, f64)) {
    for (one, &of_one) in stock.iter().enumerate() {
        with(one, one, f64::from(of_one * of_one.saturating_sub(1) / 2));
        for (other, &of_other) in stock.iter().enumerate().skip(one + 1) {
            with(one, other, f64::from(of_one * of_other));
        }
    }
}

/// The hand that a player has, as far as the cards are known; none without
/// cards. What was drawn last makes the hand with one of the others.
pub(super) fn hand_of(seen: &Seen) -> Option<Hand> {
    let hand = seen.dealt?;
    let [one, other] = hand.0;
    match (seen.draws, seen.drawn) {
        (0, _) => Some(hand),
        (1, [Some(card), _]) => Some(Hand::best(card, &[one, other])),
        (_, [Some(ten), Some(card)]) => Some(Hand::best(card, &[one, other, ten])),
        _ => None,
    }
}

/// All cards that a view shows.
fn seen_in(view: &View) -> Set {
    let mut seen = Set::EMPTY;
    for cards in &view.cards {
        seen |= cards.dealt.map_or(Set::EMPTY, Hand::set);
        for &card in cards.drawn.iter().flatten() {
            seen.insert(card);
        }
    }
    seen
}

/// A sum of chances, by weight.
#[derive(Default)]
struct Count {
    all: f64,
    win: f64,
    draw: f64,
}

impl Count {
    fn add(&mut self, own: Class, other: Class, weight: f64) {
        self.all += weight;
        self.win += if own < other { weight } else { 0.0 };
        self.draw += if own == other { weight } else { 0.0 };
    }

    fn chance(&self) -> Chance {
        if self.all > 0.0 {
            Chance { win: self.win / self.all, draw: self.draw / self.all }
        } else {
            Chance::default()
        }
    }
}

impl Showdown {
    /// The odds under the rules of a game, if a bet says so much about a hand:
    /// with a `trust` of 1 nobody bets on the worst hand.
    pub(super) fn new(rules: &Rules, trust: f64) -> Showdown {
        let cards = deck(rules.extra_cards);
        let whole = stock(cards);
        let (mut ways, mut all) = ([0.0; Class::COUNT], 0.0);
        pairs(&whole, |one, other, count| {
            ways[class(one, other).place()] += count;
            all += count;
        });
        let mut belief = Box::new([[1.0; Class::COUNT]; BETS]);
        let mut better = 0.0;
        for (place, ways) in ways.into_iter().enumerate() {
            let strength = 1.0 - (better + ways / 2.0) / all;
            better += ways;
            for bets in 1..BETS {
                belief[bets][place] = belief[bets - 1][place] * (1.0 - trust + trust * strength);
            }
        }
        let at_first = Box::new([[[Chance::default(); NUMBERS]; NUMBERS]; BETS]);
        let dealt = 2 * rules.players;
        let mut showdown =
            Showdown { cards, zero_hand: rules.zero_hand, deck: cards.len() as u8 - dealt, belief, at_first };
        for bets in 0..BETS {
            for one in 0..NUMBERS {
                for other in 0..NUMBERS {
                    let mut rest = whole;
                    rest[one] -= 1;
                    rest[other] -= 1;
                    showdown.at_first[bets][one][other] =
                        showdown.against_unknown(class(one, other), &rest, bets, showdown.deck > 0);
                }
            }
        }
        showdown
    }

    /// The chance of a hand against the player at a position, who has bet so
    /// many times.
    pub(super) fn against(&self, hand: Hand, view: &View, position: usize, bets: usize) -> Chance {
        // Until a card is drawn, nobody has shown one.
        if view.deck == self.deck && !view.betting.showdown {
            let [one, other] = hand.0.map(|card| card.index() >> 2);
            return self.at_first[bets][one][other];
        }
        let (own, other) = (hand.class(), &view.cards[position]);
        if let Some(hand) = hand_of(other) {
            let mut count = Count::default();
            count.add(own, hand.class(), 1.0);
            return count.chance();
        }
        let rest = stock(self.unseen(view));
        match other.dealt {
            Some(hand) => self.against_claim(own, &rest, bets, hand, other.drawn[0]),
            None => self.against_unknown(own, &rest, bets, view.deck > 0),
        }
    }

    fn against_unknown(&self, own: Class, rest: &Stock, bets: usize, has_deck: bool) -> Chance {
        let mut count = Count::default();
        pairs(rest, |one, other, ways| {
            let held = class(one, other);
            let weight = ways * self.belief[bets][held.place()];
            if held == Class::ZERO && self.zero_hand && has_deck && weight > 0.0 {
                let mut rest = *rest;
                rest[one] -= 1;
                rest[other] -= 1;
                let claim = self.against_claim(own, &rest, 0, Hand([a_card(one), a_card(other)]), None);
                count.all += weight;
                count.win += weight * claim.win;
                count.draw += weight * claim.draw;
            } else {
                count.add(own, held, weight);
            }
        });
        count.chance()
    }

    /// Against a Zero Hand that is claimed, with a Ten drawn again on or not:
    /// any card may make the hand.
    fn against_claim(
        &self,
        own: Class,
        rest: &Stock,
        bets: usize,
        Hand([one, other]): Hand,
        ten: Option<NumberCard>,
    ) -> Chance {
        let mut count = Count::default();
        for (number, &cards) in rest.iter().enumerate() {
            let card = a_card(number);
            let made = match ten {
                None => Hand::best(card, &[one, other]),
                Some(ten) => Hand::best(card, &[one, other, ten]),
            };
            let class = made.class();
            count.add(own, class, f64::from(cards) * self.belief[bets][class.place()]);
        }
        count.chance()
    }

    /// The cards that nobody has shown.
    pub(super) fn unseen(&self, view: &View) -> Set {
        self.cards - seen_in(view)
    }
}
