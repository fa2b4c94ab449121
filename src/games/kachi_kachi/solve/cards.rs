//! Kinds of cards, the hands that they make, and how likely two hands are.

use crate::cards::NumberCard;
use crate::games::kachi_kachi::{Class, Hand, Rules, Tip, deck};

/// The number of kinds of cards: ten numbers, the red One and the marked Four.
pub const KINDS: usize = 12;

/// Cards that nobody can tell apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kind {
    /// One of them.
    pub card: NumberCard,
    /// How many there are.
    pub copies: u8,
}

/// What a player's hand is one of, by what everybody knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Space {
    /// The hands as they are dealt.
    Dealt,
    /// A Zero Hand that was claimed, and the card that was drawn: by the
    /// index of the Zero Hand.
    Once(usize),
    /// The same after a Ten that was drawn again on.
    Again(usize),
}

/// The cards that a player holds.
#[derive(Clone, Debug, PartialEq)]
pub struct Holding {
    /// The kinds of the two cards that were dealt.
    pub dealt: [usize; 2],
    /// The kinds of those that were drawn.
    pub drawn: Vec<usize>,
    /// The hand that they make.
    pub made: Hand,
    /// How many of each kind.
    counts: [u8; KINDS],
}

impl Holding {
    /// The class of the hand.
    #[must_use]
    pub fn class(&self) -> Class {
        self.made.class()
    }

    fn is_of_different_kinds(&self) -> bool {
        self.dealt[0] != self.dealt[1]
    }
}

/// The cards of a deck by kind, and all that two players can hold.
#[derive(Clone, Debug)]
pub struct Cards {
    kinds: Vec<Kind>,
    size: usize,
    dealt: Vec<Holding>,
    /// The indices of the Zero Hands among the hands as dealt.
    zeros: Vec<usize>,
    /// The holdings after a claim, by Zero Hand: with one card, with two.
    claimed: Vec<[Vec<Holding>; 2]>,
    ten: usize,
    /// The indices of the holdings of a space, the strongest first: as dealt,
    /// and after a claim as in `claimed`.
    by_strength: (Vec<usize>, Vec<[Vec<usize>; 2]>),
}

/// The indices of some holdings, the strongest first.
fn by_strength(holdings: &[Holding]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..holdings.len()).collect();
    order.sort_by_key(|&hand| holdings[hand].class());
    order
}

impl Cards {
    /// The cards under some house rules.
    #[must_use]
    pub fn new(rules: &Rules) -> Cards {
        let mut kinds: Vec<Kind> = Vec::new();
        for card in deck(rules.extra_cards) {
            let alike = |kind: &&mut Kind| {
                !card.is_special() && !kind.card.is_special() && kind.card.number() == card.number()
            };
            match kinds.iter_mut().find(alike) {
                Some(kind) => kind.copies += 1,
                None => kinds.push(Kind { card, copies: 1 }),
            }
        }
        assert_eq!(kinds.len(), KINDS, "ten numbers, the red One and the marked Four");
        let ten = kinds.iter().position(|kind| kind.card.number().is_some_and(|number| number.get() == 10));
        let mut cards = Cards {
            size: deck(rules.extra_cards).len(),
            ten: ten.expect("there are Tens"),
            kinds,
            dealt: Vec::new(),
            zeros: Vec::new(),
            claimed: Vec::new(),
            by_strength: Default::default(),
        };
        for one in 0..KINDS {
            for other in one..KINDS {
                if one != other || cards.kinds[one].copies > 1 {
                    cards.dealt.push(cards.holding([one, other], Vec::new()));
                }
            }
        }
        let is_zero = |hand: &usize| rules.zero_hand && cards.dealt[*hand].class() == Class::ZERO;
        cards.zeros = (0..cards.dealt.len()).filter(is_zero).collect();
        for &zero in &cards.zeros {
            let dealt = cards.dealt[zero].dealt;
            let once = (0..KINDS).map(|card| cards.holding(dealt, vec![card])).collect();
            let again = (0..KINDS).map(|card| cards.holding(dealt, vec![cards.ten, card])).collect();
            cards.claimed.push([once, again]);
        }
        let claimed = cards.claimed.iter().map(|draws| [&draws[0], &draws[1]].map(|one| by_strength(one)));
        cards.by_strength = (by_strength(&cards.dealt), claimed.collect());
        cards
    }

    fn holding(&self, dealt: [usize; 2], drawn: Vec<usize>) -> Holding {
        let card = |kind: usize| self.kinds[kind].card;
        let [one, other] = dealt.map(card);
        let made = match drawn[..] {
            [] => Hand([one, other]),
            [only] => Hand::best(card(only), &[one, other]),
            [ten, last, ..] => Hand::best(card(last), &[one, other, card(ten)]),
        };
        let mut counts = [0; KINDS];
        dealt.iter().chain(&drawn).for_each(|&kind| counts[kind] += 1);
        Holding { dealt, drawn, made, counts }
    }

    /// All holdings of a space. With some of them there are more cards of a
    /// kind than the deck has: their probability is 0.
    #[must_use]
    pub fn holdings(&self, space: Space) -> &[Holding] {
        match space {
            Space::Dealt => &self.dealt,
            Space::Once(zero) => &self.claimed[zero][0],
            Space::Again(zero) => &self.claimed[zero][1],
        }
    }

    /// The indices of the holdings of a space, the strongest first.
    #[must_use]
    pub fn by_strength(&self, space: Space) -> &[usize] {
        match space {
            Space::Dealt => &self.by_strength.0,
            Space::Once(zero) => &self.by_strength.1[zero][0],
            Space::Again(zero) => &self.by_strength.1[zero][1],
        }
    }

    /// The kinds of cards.
    #[must_use]
    pub fn kinds(&self) -> &[Kind] {
        &self.kinds
    }

    /// The kind of a card.
    #[must_use]
    pub fn kind(&self, card: NumberCard) -> usize {
        let alike = |kind: &Kind| {
            kind.card == card
                || !card.is_special() && !kind.card.is_special() && kind.card.number() == card.number()
        };
        self.kinds.iter().position(alike).expect("every card of the deck is of a kind")
    }

    /// The index of a hand as dealt.
    #[must_use]
    pub fn dealt(&self, hand: Hand) -> usize {
        let mut kinds = hand.0.map(|card| self.kind(card));
        kinds.sort_unstable();
        self.dealt.iter().position(|holding| holding.dealt == kinds).expect("every hand is one of these")
    }

    /// The Zero Hands, by their indices among the hands as dealt.
    #[must_use]
    pub fn zeros(&self) -> &[usize] {
        &self.zeros
    }

    /// Tens, as a kind.
    #[must_use]
    pub fn ten(&self) -> usize {
        self.ten
    }

    /// How many cards the deck has after the deal and some draws.
    #[must_use]
    pub fn left(&self, draws: usize) -> usize {
        self.size - 4 - draws
    }

    /// The probability that two players hold these cards, if all that they
    /// have drawn was drawn whatever it was.
    #[must_use]
    pub fn probability(&self, one: &Holding, other: &Holding) -> f64 {
        let mut ways = 1.0;
        for (kind, (&one, &other)) in self.kinds.iter().zip(one.counts.iter().zip(&other.counts)) {
            for taken in 0..one + other {
                ways *= f64::from(kind.copies) - f64::from(taken);
            }
        }
        // Two cards of different kinds are dealt in either order.
        for holding in [one, other] {
            ways *= if holding.is_of_different_kinds() { 2.0 } else { 1.0 };
        }
        let cards = 4 + one.drawn.len() + other.drawn.len();
        let all: f64 = (0..cards).map(|taken| (self.size - taken) as f64).product();
        ways.max(0.0) / all
    }

    /// What a holding is expected to earn in tips, if it may be shown.
    #[must_use]
    pub fn tip(&self, own: &Holding, other: &Holding, rules: &Rules) -> f64 {
        let Some(tip) = Tip::of(own.made) else { return 0.0 };
        let top = tip.with_top(rules).map_or(0.0, |more| {
            let number = own.made.0[0].number();
            let alike = self.kinds.iter().enumerate().filter(|(_, kind)| kind.card.number() == number);
            let left: f64 = alike
                .map(|(kind, &Kind { copies, .. })| {
                    f64::from(copies) - f64::from(own.counts[kind] + other.counts[kind])
                })
                .sum();
            more.value(rules) as f64 * left / self.left(own.drawn.len() + other.drawn.len()) as f64
        });
        tip.value(rules) as f64 + top
    }
}

impl Cards {
    /// The name of a hand: the cards that were dealt, and those drawn.
    #[must_use]
    pub fn name(&self, space: Space, hand: usize) -> String {
        let holding = &self.holdings(space)[hand];
        let card = |kind: &usize| self.kinds[*kind].card.to_string();
        let dealt = holding.dealt.iter().map(card).collect::<Vec<_>>().join("-");
        holding.drawn.iter().fold(dealt, |name, kind| format!("{name} +{}", card(kind)))
    }
}
