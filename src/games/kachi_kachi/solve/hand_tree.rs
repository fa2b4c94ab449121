//! The public tree of a hand for two.

use std::collections::BTreeMap;

use super::cards::{Cards, Space};
use crate::games::kachi_kachi::Rules;
use crate::games::kachi_kachi::table::ROUNDS;
use crate::solve::{Branch, DEALER, Draw, Node, OTHER, Side, Tree};

/// How a hand ends, as far as everybody can see.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Ending {
    /// A player folds.
    Fold {
        /// Who.
        folds: Side,
        /// What both have bet in the rounds before.
        wagered: u32,
        /// The spaces of both players' hands.
        spaces: [Space; 2],
    },
    /// Both show. The dealer's claim is behind them; the other player, who has
    /// seen the dealer's hand, may still have one to make.
    Showdown {
        /// What both have bet.
        wagered: u32,
        /// The last betting round.
        round: u8,
        /// The bet of that round.
        bet: u32,
        /// The spaces of both players' hands.
        spaces: [Space; 2],
    },
}

/// Where a hand stands at a node, for whoever chooses there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// The betting round, from 1; the last one at the showdown.
    pub round: u8,
    /// Whether the hands are shown.
    pub showdown: bool,
    /// What both have bet in the rounds before.
    pub wagered: u32,
    /// The bet of this round; 0 before it is made.
    pub bet: u32,
    /// The spaces of both players' hands.
    pub spaces: [Space; 2],
    /// Who is to act.
    pub side: Side,
}

/// The public tree of a hand.
#[derive(Clone, Debug)]
pub struct HandTree {
    /// The tree. The options of the dealer's choices are to fold, and each bet
    /// from the least one on; those of the other player's to fold and to call.
    pub tree: Tree,
    /// What its ends mean.
    pub endings: Vec<Ending>,
    /// Where the hand stands at each node; of no meaning at ends.
    pub places: Vec<Place>,
    /// The least bet.
    pub min_bet: u32,
    /// The most that may be bet in all.
    pub max_wager: u32,
}

/// Builds a tree.
struct Builder<'a> {
    cards: &'a Cards,
    hand_tree: HandTree,
    ends: BTreeMap<Ending, u32>,
    /// The most nodes that are allowed.
    limit: usize,
}

/// The tree would have more nodes than are allowed.
#[derive(Debug, PartialEq, Eq)]
pub struct TooLarge;

impl HandTree {
    /// The tree of a hand under some house rules.
    ///
    /// # Errors
    /// If it would have more than so many nodes.
    pub fn new(cards: &Cards, rules: &Rules, limit: usize) -> Result<HandTree, TooLarge> {
        let hands = cards.holdings(Space::Dealt).len();
        let hand_tree = HandTree {
            tree: Tree { hands: [hands; 2], ..Tree::default() },
            endings: Vec::new(),
            places: Vec::new(),
            min_bet: rules.min_bet,
            max_wager: rules.max_wager,
        };
        let mut builder = Builder { cards, hand_tree, ends: BTreeMap::new(), limit };
        let place =
            Place { round: 1, showdown: false, wagered: 0, bet: 0, spaces: [Space::Dealt; 2], side: DEALER };
        builder.turn(place)?;
        Ok(builder.hand_tree)
    }

    /// The bet of an option of the dealer; none for folding.
    #[must_use]
    pub fn bet(&self, option: usize) -> Option<u32> {
        (option > 0).then(|| self.min_bet + option as u32 - 1)
    }

    /// The option of the dealer that is a bet.
    #[must_use]
    pub fn option(&self, bet: u32) -> usize {
        (bet - self.min_bet) as usize + 1
    }
}

impl Builder<'_> {
    /// Adds a node, to be filled in when its children are there: a parent
    /// comes before them.
    fn add(&mut self, place: Place) -> Result<u32, TooLarge> {
        let HandTree { tree, places, .. } = &mut self.hand_tree;
        if tree.nodes.len() >= self.limit {
            return Err(TooLarge);
        }
        tree.nodes.push(Node::End(u32::MAX));
        places.push(place);
        Ok(tree.nodes.len() as u32 - 1)
    }

    fn end(&mut self, ending: Ending, place: Place) -> Result<u32, TooLarge> {
        let node = self.add(place)?;
        let endings = &mut self.hand_tree.endings;
        let end = *self.ends.entry(ending).or_insert_with(|| {
            endings.push(ending);
            endings.len() as u32 - 1
        });
        self.hand_tree.tree.nodes[node as usize] = Node::End(end);
        Ok(node)
    }

    /// The turn of a player: a Zero Hand may be claimed before anything else.
    fn turn(&mut self, place: Place) -> Result<u32, TooLarge> {
        if place.spaces[place.side] != Space::Dealt || self.cards.zeros().is_empty() {
            return self.act(place);
        }
        let node = self.add(place)?;
        let keep = self.act(place)?;
        let count = self.cards.zeros().len();
        let mut branches = Vec::with_capacity(count);
        for zero in 0..count {
            let mut draw = |space: Space| {
                let mut place = place;
                place.spaces[place.side] = space;
                let hands = self.cards.holdings(space).len();
                self.act(place).map(|node| Draw { node, hands })
            };
            let (once, again) = (draw(Space::Once(zero))?, draw(Space::Again(zero))?);
            branches.push(Branch { hand: self.cards.zeros()[zero], once, ten: self.cards.ten(), again });
        }
        let hands = self.cards.holdings(Space::Dealt).len();
        let tree = &mut self.hand_tree.tree;
        tree.nodes[node as usize] = Node::Claim {
            side: place.side,
            hands,
            keep,
            branches: tree.branches.len(),
            count,
            first: tree.probabilities,
        };
        tree.probabilities += Branch::PROBABILITIES * count;
        tree.branches.extend(branches);
        Ok(node)
    }

    /// What follows a claim, or none.
    fn act(&mut self, place: Place) -> Result<u32, TooLarge> {
        let Place { round, showdown, wagered, bet, spaces, side } = place;
        if showdown {
            return self.end(Ending::Showdown { wagered, round, bet, spaces }, place);
        }
        let node = self.add(place)?;
        let mut children = vec![self.end(Ending::Fold { folds: side, wagered, spaces }, place)?];
        if side == DEALER {
            for bet in self.hand_tree.min_bet..=self.hand_tree.max_wager - wagered {
                children.push(self.turn(Place { bet, side: OTHER, ..place })?);
            }
        } else {
            children.push(self.next_round(place)?);
        }
        let hands = self.cards.holdings(spaces[side]).len();
        let tree = &mut self.hand_tree.tree;
        tree.nodes[node as usize] = Node::Choice {
            side,
            hands,
            options: children.len(),
            children: tree.children.len(),
            first: tree.probabilities,
        };
        tree.probabilities += children.len() * hands;
        tree.children.extend(children);
        Ok(node)
    }

    /// After a bet was called.
    fn next_round(&mut self, place: Place) -> Result<u32, TooLarge> {
        let place = Place { wagered: place.wagered + place.bet, side: DEALER, ..place };
        let is_last =
            place.round == ROUNDS || self.hand_tree.max_wager - place.wagered < self.hand_tree.min_bet;
        self.turn(if is_last {
            Place { showdown: true, ..place }
        } else {
            Place { round: place.round + 1, bet: 0, ..place }
        })
    }
}
