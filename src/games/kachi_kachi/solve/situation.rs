//! Situations as players see them: what the tree knows as a place and a hand is
//! a view for a bot.

use super::cards::{KINDS, Space};
use super::hand_tree::{HandTree, Place};
use super::model::Model;
use crate::cards::{Card as _, NumberCard};
use crate::game::Options as _;
use crate::games::kachi_kachi::table::MAX_PLAYERS;
use crate::games::kachi_kachi::{Bets, Betting, Choices, Decision, Hand, Seen, View};
use crate::seat::{BySeat, Seat};
use crate::solve::{DEALER, Node, OTHER};

/// Somebody who has to decide something.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Situation {
    /// Where the hand stands.
    pub place: Place,
    /// What is to be decided.
    pub decision: Decision,
    /// The own hand, as an index of its space. After the first card of a claim
    /// that is the Zero Hand, as dealt.
    pub hand: usize,
    /// The dealer's hand, when it is shown.
    pub shown: Option<usize>,
    /// What lay in the pot before the first bet.
    pub pot: u32,
}

/// Hands out cards of each kind, as long as there are any.
struct Stock<'a> {
    model: &'a Model,
    taken: [u8; KINDS],
}

impl Stock<'_> {
    fn take(&mut self, kind: usize) -> Option<NumberCard> {
        let of_kind = self.model.cards.kinds()[kind];
        let copy = self.taken[kind];
        self.taken[kind] += 1;
        // The cards of a kind stand next to each other.
        (copy < of_kind.copies).then(|| NumberCard::at(of_kind.card.index() + usize::from(copy)))
    }

    /// The cards of a hand of a space, and whether the last one is seen.
    fn seen(&mut self, space: Space, hand: usize, sees_last: bool) -> Option<Seen> {
        let holding = self.model.cards.holdings(space)[hand].clone();
        let dealt = Hand([self.take(holding.dealt[0])?, self.take(holding.dealt[1])?]);
        let mut seen = Seen { dealt: Some(dealt), draws: holding.drawn.len() as u8, drawn: [None; 2] };
        for (place, &kind) in holding.drawn.iter().enumerate() {
            if sees_last || place + 1 < holding.drawn.len() {
                seen.drawn[place] = Some(self.take(kind)?);
            }
        }
        Some(seen)
    }
}

impl Situation {
    /// What the player sees; none if there are not as many cards of a kind.
    #[must_use]
    pub fn view(&self, model: &Model) -> Option<View> {
        let Situation { place, decision, hand, shown, pot } = *self;
        let own = place.side;
        let mut stock = Stock { model, taken: [0; KINDS] };
        let mut cards = [Seen::default(); MAX_PLAYERS];
        cards[own] = stock.seen(place.spaces[own], hand, true)?;
        if decision == Decision::Again {
            cards[own].draws = 1;
            cards[own].drawn[0] = Some(stock.take(model.cards.ten())?);
        }
        let theirs = place.spaces[1 - own];
        match (theirs, shown) {
            (_, Some(shown)) => cards[1 - own] = stock.seen(theirs, shown, true)?,
            (Space::Dealt, None) => {}
            // Which card was drawn does not show.
            (_, None) => cards[1 - own] = stock.seen(theirs, 0, false)?,
        }
        let draws: u8 = cards.iter().map(|seen| seen.draws).sum();
        let is_called = own == DEALER || place.showdown;
        let bet = |side: usize| if side == DEALER && !is_called { place.bet } else { 0 };
        let ante = model.rules.ante;
        let paid = |side: usize| (ante + place.wagered + bet(side)) as i32;
        let carried = i64::from(pot) - 2 * i64::from(ante);
        Some(View {
            hand: if carried > 0 { 2 } else { 1 },
            dealer: Seat::FIRST,
            dealer_won: false,
            position: own,
            dealt: cards[own].dealt?,
            decision,
            betting: Betting {
                round: place.round,
                showdown: place.showdown,
                remaining: 0b11,
                to_come: if own == DEALER { 0b11 } else { 0b10 },
                wagered: place.wagered,
                bet: place.bet,
                pot: i64::from(pot + 2 * place.wagered + bet(DEALER)),
            },
            // How the bets before were split is the same to all that can be asked here.
            bets: Bets::default(),
            paid: BySeat::from_fn(|seat| if seat.index() < 2 { paid(seat.index()) } else { 0 }),
            points: BySeat::from_fn(|seat| if seat.index() < 2 { -carried / 2 } else { 0 }),
            cards,
            deck: model.cards.left(usize::from(draws)) as u8,
        })
    }

    /// The options.
    #[must_use]
    pub fn options(&self, model: &Model) -> Choices {
        match self.decision {
            Decision::Amount => {
                Choices::of_amounts(model.rules.min_bet, model.rules.max_wager - self.place.wagered)
            }
            decision => Choices::of_two(decision),
        }
    }

    /// How many bets the dealer can choose from.
    #[must_use]
    pub fn bets(model: &Model, place: &Place) -> usize {
        Choices::of_amounts(model.rules.min_bet, model.rules.max_wager - place.wagered).count()
    }
}

/// How a hand went, as everybody saw it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct History {
    /// The bet of each round.
    pub bets: [u32; 3],
    /// The claims of both players.
    pub claims: [Option<Claimed>; 2],
}

/// A claim that was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Claimed {
    /// The Zero Hand, by its index among them.
    pub zero: usize,
    /// Whether a Ten was drawn again on.
    pub again: bool,
    /// The round of the turn at which it was made; 0 at the turn to show.
    pub round: u8,
}

impl Model {
    /// The node at which a player acts: at a turn to bet in a round, or at the
    /// turn to show. With `claims`, it is that of the question whether to
    /// claim. For the other player's turn to show it is the end.
    #[must_use]
    pub fn find(&self, history: &History, round: u8, showdown: bool, side: usize, claims: bool) -> u32 {
        let HandTree { tree, places, .. } = &self.hand_tree;
        let mut node = 0;
        loop {
            let place = places[node as usize];
            let is_turn = place.round == round && place.showdown == showdown && place.side == side;
            node = match tree.nodes[node as usize] {
                Node::End(_) => return node,
                Node::Claim { .. } | Node::Choice { .. }
                    if is_turn && claims == matches!(tree.nodes[node as usize], Node::Claim { .. }) =>
                {
                    return node;
                }
                Node::Claim { side, keep, branches, .. } => {
                    let now = if place.showdown { 0 } else { place.round };
                    match history.claims[side].filter(|claimed| claimed.round == now) {
                        None => keep,
                        Some(Claimed { zero, again: false, .. }) => tree.branches[branches + zero].once.node,
                        Some(Claimed { zero, again: true, .. }) => tree.branches[branches + zero].again.node,
                    }
                }
                Node::Choice { side, children, .. } => {
                    let bet = history.bets[usize::from(place.round) - 1];
                    let option = if side == OTHER { 1 } else { self.hand_tree.option(bet) };
                    tree.children[children + option]
                }
            };
        }
    }
}
