//! Shuffles, with several draws from each random word.

use rand::Rng;

use super::Stream;
use super::bounded::{accept, scale};

/// The number of swaps of a shuffle that are drawn from one random word. Eight
/// bounds of at most 64 multiply to at most 2^48, so that at most one word in
/// 2^16 needs a division.
const BATCH: usize = 8;

/// The maximum number of cards in a shuffle.
const MAX_CARDS: usize = 64;

/// For each number of cards still to be settled, the product of the bounds
/// of the next batch of swaps.
const BATCH_PRODUCT: [u64; MAX_CARDS + 1] = {
    let mut products = [1; MAX_CARDS + 1];
    let mut unsettled = 2;
    while unsettled <= MAX_CARDS {
        let mut bound = unsettled;
        while bound > 1 && bound > unsettled.saturating_sub(BATCH) {
            products[unsettled] *= bound as u64;
            bound -= 1;
        }
        unsettled += 1;
    }
    products
};

impl Stream {
    /// Puts cards in a uniformly random order.
    ///
    /// A Fisher-Yates shuffle from the last index down, with several bounded
    /// draws from each word (Brackett-Rozinsky and Lemire, *Batched Ranged
    /// Random Integer Generation*, 2024): a third of the instructions of one
    /// word per draw.
    ///
    /// # Panics
    /// If there are more than 64 cards.
    #[inline]
    pub fn shuffle<T: Copy>(&mut self, cards: &mut [T]) {
        let mut unsettled = cards.len();
        while unsettled >= BATCH {
            // A slice of this length, so that only the drawn indices need a
            // bounds check.
            let cards = &mut cards[..unsettled];
            let indices = self.batch(BATCH_PRODUCT[unsettled], |step| unsettled - step);
            for (settled, index) in indices.into_iter().enumerate() {
                cards.swap(unsettled - 1 - settled, index);
            }
            unsettled -= BATCH;
        }
        if unsettled > 1 {
            // The last batch is shorter: bounds of 1 draw only 0 and leave the
            // word unchanged.
            let indices = self.batch(BATCH_PRODUCT[unsettled], |step| unsettled.saturating_sub(step).max(1));
            for (settled, index) in indices.into_iter().take(unsettled - 1).enumerate() {
                cards.swap(unsettled - 1 - settled, index);
            }
        }
    }

    /// Continues a shuffle from the front, as far as its cards are needed: of a
    /// pack whose first `settled` cards are in place, settles up to eight more,
    /// from one word. The number of cards that are settled then.
    ///
    /// Whenever it is called, equal streams settle equal cards.
    ///
    /// # Panics
    /// If there are more than 64 cards, or fewer than are settled.
    // Always inlined: at the deal both numbers are constants.
    #[inline(always)]
    pub fn shuffle_ahead<T: Copy>(&mut self, cards: &mut [T], settled: usize) -> usize {
        self.deal_ahead(cards, settled, |_, _| ())
    }

    /// [`shuffle_ahead`](Stream::shuffle_ahead), which tells of each card that it
    /// settles, with its index.
    #[inline(always)]
    pub fn deal_ahead<T: Copy>(
        &mut self,
        cards: &mut [T],
        settled: usize,
        mut tell: impl FnMut(usize, T),
    ) -> usize {
        let unsettled = cards.len() - settled;
        let indices = self.batch(BATCH_PRODUCT[unsettled], |step| unsettled.saturating_sub(step).max(1));
        let steps = unsettled.min(BATCH);
        for (step, index) in indices.into_iter().take(steps).enumerate() {
            cards.swap(settled + step, settled + step + index);
            tell(settled + step, cards[settled + step]);
        }
        settled + steps
    }

    /// Puts a deck in a uniformly random order that is mostly the same for decks
    /// with fewer or more of the extra cards, which are those after the first
    /// `common` ones.
    ///
    /// The common cards are shuffled; then each extra card takes a uniformly
    /// drawn index, whose card goes to the end. So from equal streams, decks with
    /// and without an extra card have the same card at every index except the one
    /// that it took, and the end.
    ///
    /// # Panics
    /// If there are fewer cards than `common`, or `common` is more than 64.
    #[inline]
    pub fn shuffle_with_extras<T: Copy>(&mut self, cards: &mut [T], common: usize) {
        self.shuffle(&mut cards[..common]);
        for end in common..cards.len() {
            let index = self.random_range(0..end as u32 + 1) as usize;
            cards.swap(end, index);
        }
    }

    /// Uniform draws below bounds with this product, from one word.
    #[inline]
    pub(super) fn batch(&mut self, product: u64, bound: impl Fn(usize) -> usize) -> [usize; BATCH] {
        loop {
            let mut rest = self.next_u64();
            let draws = std::array::from_fn(|step| {
                let (draw, left) = scale(rest, bound(step) as u64);
                rest = left;
                draw as usize
            });
            if accept(rest, product) {
                return draws;
            }
        }
    }
}
