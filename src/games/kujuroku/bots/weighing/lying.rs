//! What lies on the field for the next turns: the own hand may take it, if it
//! stays, and the others may before.

use super::Weights;

/// The most cards in the hands of two others, and in the draw pile.
const THEIRS: usize = 12;
const PILE: usize = 18;

/// What a pair on the field is worth to one taken now, by how many of its
/// number are unseen, without a match for it in the own hand and with one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lying([[f64; 2]; 5]);

impl Lying {
    /// For a number of which so many cards are unseen.
    #[inline]
    pub(super) fn of(&self, unseen: usize, held: bool) -> f64 {
        self.0[unseen][usize::from(held)]
    }
}

/// What pairs on the field are worth, by how many cards the two others hold
/// and how many are left in the draw pile.
#[derive(Clone, Debug)]
pub(super) struct LyingTable(Vec<Lying>);

impl LyingTable {
    pub(super) fn new(weights: &Weights) -> LyingTable {
        let of = |theirs: usize, pile: usize| {
            // Before the next own turn the two others play a card of their
            // hands and turn up another.
            let near = (theirs + pile.min(2)) as f64 / (theirs + pile).max(1) as f64;
            let mut stays = 1.0;
            Lying(std::array::from_fn(|_| {
                let leave = weights.leave * (1.0 - stays);
                let lying = [-leave, weights.keep * stays - leave];
                stays *= 1.0 - near;
                lying
            }))
        };
        LyingTable((0..=THEIRS).flat_map(|theirs| (0..=PILE).map(move |pile| of(theirs, pile))).collect())
    }

    #[inline]
    pub(super) fn at(&self, theirs: u8, pile: u8) -> &Lying {
        &self.0[usize::from(theirs) * (PILE + 1) + usize::from(pile)]
    }
}
