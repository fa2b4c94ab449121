//! Sampled deals, for all own hands at once.

use super::spot::OwnHands;
use crate::cards::NumberCard;
use crate::game::{Game as _, NullObserver};
use crate::games::kachi_kachi::pack::Pack;
use crate::games::kachi_kachi::play::Play;
use crate::games::kachi_kachi::{Class, Hand, KachiKachi, Table, Tip, deck};
use crate::random::Stream;
use crate::seat::{BySeat, Seat};

/// A hand that may be held in a deal.
#[derive(Clone, Copy, Debug)]
pub struct OwnHand {
    /// Its index.
    pub index: usize,
    /// In how many ways it is made of the cards left over, in proportion to how
    /// many hands they make.
    pub weight: f64,
    /// The index of its outcome.
    pub outcome: usize,
}

/// A table whose cards are dealt, for any of several own hands.
pub struct Deal {
    /// The table, at the first decision, with one of the hands.
    pub table: Table,
    /// The hands.
    pub own: Vec<OwnHand>,
    /// For each outcome of the showdown a hand that comes to it.
    pub outcomes: Vec<Hand>,
}

/// What lies over, and what everybody paid for it.
fn begin(game: &KachiKachi, carried: i64) -> Table {
    let mut table = game.begin();
    if carried > 0 {
        let players = game.players() as i64;
        table.hand = 1;
        table.betting.pot = carried;
        table.points = BySeat::from_fn(|seat| {
            let seat = seat.index() as i64;
            if seat < players { -(carried / players + i64::from(seat < carried % players)) } else { 0 }
        });
    }
    table
}

/// Deals: the hands by seat, and the cards left over, the first of them on top.
fn deal(
    game: &KachiKachi,
    carried: i64,
    hands: BySeat<Hand>,
    left: impl Iterator<Item = NumberCard>,
    rng: &mut Stream,
) -> Table {
    let mut table = begin(game, carried);
    let dealt = hands.first(game.players()).iter().flat_map(|hand| hand.0);
    table.pack = Pack::stacked(dealt.chain(left), 2 * game.players() as u8);
    Play { game, table: &mut table, observer: &mut NullObserver, rng }.begin_hand(hands);
    table
}

/// All pairs of some cards.
fn pairs(cards: &[NumberCard]) -> impl Iterator<Item = Hand> {
    cards
        .iter()
        .enumerate()
        .flat_map(|(place, &one)| cards[..place].iter().map(move |&other| Hand([one, other])))
}

/// The number of pairs of so many cards.
fn ways(cards: usize) -> f64 {
    (cards * (cards - 1) / 2) as f64
}

impl Deal {
    /// A deal for all own hands that cannot be claimed. The others get their cards,
    /// then the deck as many as may be drawn from it; any two of the rest are the
    /// own hand. None if no hand is left.
    pub fn of_all(
        game: &KachiKachi,
        hands: &OwnHands,
        seat: Seat,
        carried: i64,
        rng: &mut Stream,
    ) -> Option<Deal> {
        let mut cards: Vec<NumberCard> = deck(game.rules().extra_cards).iter().collect();
        rng.shuffle(&mut cards);
        let others = 2 * (game.players() - 1);
        let mut next = cards[..others].chunks_exact(2).map(|pair| Hand([pair[0], pair[1]]));
        let mut dealt = BySeat::from_fn(|at| {
            let is_other = at != seat && at.index() < game.players();
            is_other.then(|| next.next()).flatten().unwrap_or(Hand([cards[others], cards[others + 1]]))
        });
        let is_claimable = |hand: Hand| game.rules().zero_hand && hand.class() == Class::ZERO;
        // Two for each claim, and one to turn up.
        let zeros = cards[..others].chunks_exact(2).filter(|pair| is_claimable(Hand([pair[0], pair[1]])));
        let left = cards.len() - others;
        let top = (2 * zeros.count() + 1).min(left - 2);
        let rest = &cards[others + top..];
        let share = ways(left) / ways(rest.len());
        let (mut own, mut outcomes) = (Vec::<OwnHand>::new(), Vec::<Hand>::new());
        let mut first = None;
        for hand in pairs(rest).filter(|&hand| !is_claimable(hand)) {
            let index = hands.dealt(hand);
            first.get_or_insert(hand);
            if let Some(known) = own.iter_mut().find(|known| known.index == index) {
                known.weight += share;
                continue;
            }
            let ends = |hand: Hand| (hand.class(), Tip::of(hand));
            let outcome = outcomes.iter().position(|&other| ends(other) == ends(hand)).unwrap_or_else(|| {
                outcomes.push(hand);
                outcomes.len() - 1
            });
            own.push(OwnHand { index, weight: share, outcome });
        }
        dealt[seat] = first?;
        let held = dealt[seat].0;
        let deck = cards[others..].iter().copied().filter(|card| !held.contains(card));
        Some(Deal { table: deal(game, carried, dealt, deck, rng), own, outcomes })
    }

    /// A deal with a Zero Hand that can be claimed.
    pub fn of_zero(game: &KachiKachi, hands: &OwnHands, seat: Seat, carried: i64, rng: &mut Stream) -> Deal {
        let mut cards: Vec<NumberCard> = deck(game.rules().extra_cards).iter().collect();
        let zeros: Vec<Hand> = pairs(&cards).filter(|hand| hand.class() == Class::ZERO).collect();
        let held = zeros[rng.random_range(0..zeros.len() as u32) as usize];
        cards.retain(|card| !held.0.contains(card));
        rng.shuffle(&mut cards);
        let mut next = cards.chunks_exact(2).map(|pair| Hand([pair[0], pair[1]]));
        let dealt = BySeat::from_fn(|at| {
            let is_other = at != seat && at.index() < game.players();
            is_other.then(|| next.next()).flatten().unwrap_or(held)
        });
        let deck = cards[2 * (game.players() - 1)..].iter().copied();
        let own = vec![OwnHand { index: hands.dealt(held), weight: 1.0, outcome: 0 }];
        Deal { table: deal(game, carried, dealt, deck, rng), own, outcomes: vec![held] }
    }

    /// The share of the hands that are Zero Hands.
    pub fn share_of_zeros(game: &KachiKachi) -> f64 {
        let cards: Vec<NumberCard> = deck(game.rules().extra_cards).iter().collect();
        let zeros = pairs(&cards).filter(|hand| hand.class() == Class::ZERO).count();
        if game.rules().zero_hand { zeros as f64 / ways(cards.len()) } else { 0.0 }
    }
}
