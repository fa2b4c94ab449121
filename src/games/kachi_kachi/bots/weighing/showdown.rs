//! The chance to beat another player at the showdown, by counting the cards
//! that nobody has shown.

use super::Situation;
use super::memory::Memory;
use crate::cards::{Card, IN_FOUR, Number, NumberCard};
use crate::games::kachi_kachi::{Class, Hand, Rules, Seen, Set, deck};

/// How many numbers there are on the cards.
const NUMBERS: usize = 10;
/// What the bets of a player can say: nothing, or up to twice in each round.
const BETS: usize = 7;

/// What a hand can expect against one other player.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Chance {
    win: f64,
    draw: f64,
}

/// How many cards of each number are unseen.
type Stock = [u8; NUMBERS];

/// The chances of hands against other players.
#[derive(Clone, Debug)]
pub(super) struct Showdown {
    odds: Odds,
    players: usize,
    /// How many cards the deck has after the deal.
    deck: u8,
    /// The chance to beat another by bets and the numbers of the own hand,
    /// while nothing else is seen: most decisions are made then.
    at_first: Box<[[[f64; NUMBERS]; NUMBERS]; BETS]>,
    /// The chances after that: so few things can be known of a player that most
    /// questions have been answered before.
    memory: Memory<f64, 12>,
}

/// The odds of the showdown under some house rules.
#[derive(Clone, Debug)]
struct Odds {
    cards: Set,
    zero_hand: bool,
    /// How likely a player whose bets say so much still holds a class, against
    /// the best class.
    belief: Box<[[f64; Class::COUNT]; BETS]>,
    players: f64,
}

/// What a player goes by: the own hand, and the cards that nobody has shown,
/// which matter only once somebody has.
#[derive(Clone, Copy)]
pub(super) struct Sight {
    own: Hand,
    unseen: Option<Set>,
    has_deck: bool,
}

/// A card of a number, whichever.
fn a_card(number: usize) -> NumberCard {
    NumberCard::at(4 * number)
}

fn class(one: usize, other: usize) -> Class {
    Hand([a_card(one), a_card(other)]).class()
}

fn stock(unseen: Set) -> Stock {
    std::array::from_fn(|number| IN_FOUR[(unseen.bits() >> (4 * number) & 0xF) as usize])
}

/// How many cards of each number there are, in four bits each: those that the
/// number's cards have in a set.
fn counts_of_numbers(cards: Set) -> u64 {
    const EVERY_SECOND: u64 = 0x5555_5555_5555_5555;
    const TWO_OF_FOUR: u64 = 0x3333_3333_3333_3333;
    let pairs = cards.bits() - (cards.bits() >> 1 & EVERY_SECOND);
    (pairs & TWO_OF_FOUR) + (pairs >> 2 & TWO_OF_FOUR)
}

/// Two numbers that can be drawn together.
#[derive(Clone, Copy)]
struct Pair {
    one: usize,
    other: usize,
    class: Class,
}

/// All of them.
static PAIRS: [Pair; NUMBERS * (NUMBERS + 1) / 2] = {
    let mut pairs = [Pair { one: 0, other: 0, class: Class::TENS }; NUMBERS * (NUMBERS + 1) / 2];
    let (mut place, mut one) = (0, 0);
    while one < NUMBERS {
        let mut other = one;
        while other < NUMBERS {
            let class = Class::of(Number::new(one as u8 + 1), Number::new(other as u8 + 1));
            pairs[place] = Pair { one, other, class };
            place += 1;
            other += 1;
        }
        one += 1;
    }
    pairs
};

/// Every pair, and in how many ways it can be drawn.
fn pairs(stock: &Stock) -> impl Iterator<Item = (&'static Pair, f64)> {
    let counts = stock.map(f64::from);
    // Two alike are drawn in n(n - 1) / 2 ways.
    let alike = counts.map(|count| count * (count - 1.0) / 2.0);
    PAIRS.iter().map(move |pair| {
        let is_alike = pair.one == pair.other;
        (pair, if is_alike { alike[pair.one] } else { counts[pair.one] * counts[pair.other] })
    })
}

/// All cards that are shown.
fn seen_in(cards: &[Seen]) -> Set {
    let mut seen = Set::EMPTY;
    for cards in cards {
        let Some(dealt) = cards.dealt else { continue };
        seen |= dealt.set();
        for &card in cards.drawn.iter().flatten() {
            seen.insert(card);
        }
    }
    seen
}

/// Whether a hand of a class wins against one of another, and whether that is
/// a draw: 1 or 0 to multiply with, because a question whose answer cannot be
/// foreseen costs more.
static OUTCOMES: [[Chance; Class::COUNT]; Class::COUNT] = {
    let mut outcomes = [[Chance { win: 0.0, draw: 0.0 }; Class::COUNT]; Class::COUNT];
    let mut own = 0;
    while own < Class::COUNT {
        outcomes[own][own].draw = 1.0;
        let mut worse = own + 1;
        while worse < Class::COUNT {
            outcomes[own][worse].win = 1.0;
            worse += 1;
        }
        own += 1;
    }
    outcomes
};

fn outcome(own: Class, other: Class) -> Chance {
    OUTCOMES[own.index()][other.index()]
}

/// A sum of chances, by weight.
#[derive(Default)]
struct Count {
    all: f64,
    win: f64,
    draw: f64,
}

impl Count {
    #[inline]
    fn add(&mut self, Chance { win, draw }: Chance, weight: f64) {
        self.all += weight;
        self.win += weight * win;
        self.draw += weight * draw;
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
        for (pair, count) in pairs(&whole) {
            ways[pair.class.index()] += count;
            all += count;
        }
        let mut belief = Box::new([[1.0; Class::COUNT]; BETS]);
        let mut better = 0.0;
        for (place, ways) in ways.into_iter().enumerate() {
            let strength = 1.0 - (better + ways / 2.0) / all;
            better += ways;
            for bets in 1..BETS {
                belief[bets][place] = belief[bets - 1][place] * (1.0 - trust + trust * strength);
            }
        }
        let odds = Odds { cards, zero_hand: rules.zero_hand, players: f64::from(rules.players), belief };
        let deck = cards.len() as u8 - 2 * rules.players;
        let mut at_first = Box::new([[[0.0; NUMBERS]; NUMBERS]; BETS]);
        for (bets, at_first) in at_first.iter_mut().enumerate() {
            for one in 0..NUMBERS {
                for other in 0..NUMBERS {
                    let mut rest = whole;
                    rest[one] -= 1;
                    rest[other] -= 1;
                    let chance = odds.against_unknown(class(one, other), &rest, bets, deck > 0);
                    at_first[one][other] = odds.beaten(chance);
                }
            }
        }
        Showdown { odds, players: rules.players.into(), deck, at_first, memory: Memory::new() }
    }

    /// Whether nobody has shown a card: so it is until one is drawn.
    #[inline]
    pub(super) fn is_first(&self, at: &Situation) -> bool {
        at.deck == self.deck && !at.betting.showdown
    }

    /// What a player goes by, with some hand.
    pub(super) fn sight(&self, own: Hand, at: &Situation) -> Sight {
        let unseen = if self.is_first(at) { None } else { Some(self.unseen(at)) };
        Sight { own, unseen, has_deck: at.deck > 0 }
    }

    /// The chance of a hand to beat another player, whose bets say so much,
    /// with the own share of a draw.
    #[inline]
    pub(super) fn against(
        &mut self,
        Sight { own, unseen, has_deck }: Sight,
        other: &Seen,
        bets: usize,
    ) -> f64 {
        let odds = &self.odds;
        let Some(unseen) = unseen else {
            let [one, other] = own.0.map(|card| card.index() >> 2);
            return self.at_first[bets][one][other];
        };
        let own = own.class();
        if let Some(hand) = other.hand() {
            return odds.beaten(outcome(own, hand.class()));
        }
        let ten = other.drawn[0];
        let claim = other.dealt.map_or(0, |hand| {
            let [one, other] = hand.0.map(|card| card.index() as u64 >> 2);
            1 | u64::from(ten.is_some()) << 1 | one << 2 | other << 6
        });
        let key = counts_of_numbers(unseen)
            | (own.index() as u64) << 40
            | (bets as u64) << 45
            | u64::from(has_deck) << 48
            | claim << 49;
        self.memory.recall(key, || {
            let rest = stock(unseen);
            odds.beaten(match other.dealt {
                Some(hand) => odds.against_claim(own, &rest, bets, hand, ten),
                None => odds.against_unknown(own, &rest, bets, has_deck),
            })
        })
    }

    /// The cards that nobody has shown.
    pub(super) fn unseen(&self, at: &Situation) -> Set {
        self.odds.cards - seen_in(&at.cards[..self.players])
    }
}

impl Odds {
    /// A drawn pot lies over, for everyone alike.
    fn beaten(&self, Chance { win, draw }: Chance) -> f64 {
        win + draw / self.players
    }

    fn against_unknown(&self, own: Class, rest: &Stock, bets: usize, has_deck: bool) -> Chance {
        let claims = self.zero_hand && has_deck;
        let mut count = Count::default();
        for (&Pair { one, other, class }, ways) in pairs(rest) {
            let weight = ways * self.belief[bets][class.index()];
            if class == Class::ZERO && claims && weight > 0.0 {
                let mut rest = *rest;
                rest[one] -= 1;
                rest[other] -= 1;
                let hand = Hand([a_card(one), a_card(other)]);
                count.add(self.against_claim(own, &rest, 0, hand, None), weight);
            } else {
                count.add(outcome(own, class), weight);
            }
        }
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
            let with = |card| Hand([card, a_card(number)]).class();
            let class = ten.map_or(Class::ZERO, with).min(with(one)).min(with(other));
            count.add(outcome(own, class), f64::from(cards) * self.belief[bets][class.index()]);
        }
        count.chance()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cards_are_counted_by_number() {
        let mut cards = deck(true);
        cards.remove(a_card(4));
        let counts = counts_of_numbers(cards);
        let by_number: Vec<u64> = (0..NUMBERS).map(|number| counts >> (4 * number) & 0xF).collect();
        assert_eq!(by_number, [3, 2, 2, 2, 1, 2, 2, 2, 2, 3]);
        assert_eq!(by_number, stock(cards).map(u64::from));
    }
}
