//! Draws from the normal distribution: Marsaglia and Tsang's ziggurat.
//!
//! The area under the right half of the bell curve is cut into 256 layers of
//! equal area, the lowest of which includes the tail. A layer is drawn, and a
//! point in it: 99 times out of 100 the point lies in the part of the layer that
//! is entirely under the curve, and one word and one multiplication are enough.
//! The other cases are resolved exactly, at the curve or in the tail.
//!
//! Logarithms and exponentials come from `libm`, which uses only additions,
//! multiplications and divisions: every machine rounds those alike, unlike the
//! functions of the system's library.

use std::sync::LazyLock;

use libm::{exp, log};
use rand::Rng;

use super::Stream;

/// The number of layers.
const LAYERS: usize = 256;
/// Where the tail begins: the value for which the highest layer ends at the top
/// of the curve.
const TAIL: f64 = 3.654_152_885_361_009;
/// The area of each layer, under a curve that is 1 at its top.
const AREA: f64 = 0.004_928_673_233_974_655;

/// The width of each layer, the lowest first, and 0 after the last. The lowest
/// is as wide as a rectangle of its area, including that of the tail.
static REACH: LazyLock<[f64; LAYERS + 1]> = LazyLock::new(|| {
    let mut reach = [0.0; LAYERS + 1];
    reach[0] = AREA / curve(TAIL);
    reach[1] = TAIL;
    for layer in 2..LAYERS {
        let below = reach[layer - 1];
        reach[layer] = (-2.0 * log(curve(below) + AREA / below)).sqrt();
    }
    reach
});

impl Stream {
    /// A draw from the standard normal distribution, with a resolution of 2^-53
    /// of the width of its layer.
    #[inline]
    pub fn normal(&mut self) -> f64 {
        let reach = &*REACH;
        loop {
            // The bits of the word: 8 for the layer, one for the sign, 53 for
            // the position in the layer.
            let word = self.next_u64();
            let layer = (word & 0xFF) as usize;
            let distance = unit(word) * reach[layer];
            let sign = (word & 0x100) << 55;
            if distance < reach[layer + 1] {
                return f64::from_bits(distance.to_bits() | sign);
            }
            if let Some(distance) = self.at_the_edge(layer, distance) {
                return f64::from_bits(distance.to_bits() | sign);
            }
        }
    }

    /// Resolves a point that lies where the curve crosses its layer: its
    /// distance, or none if it lies above the curve.
    #[cold]
    fn at_the_edge(&mut self, layer: usize, distance: f64) -> Option<f64> {
        if layer == 0 {
            return Some(self.tail());
        }
        let (low, high) = (curve(REACH[layer]), curve(REACH[layer + 1]));
        let height = low + unit(self.next_u64()) * (high - low);
        (height < curve(distance)).then_some(distance)
    }

    /// A draw from the tail: Marsaglia's method, by rejection from an
    /// exponential distribution.
    fn tail(&mut self) -> f64 {
        loop {
            let beyond = -log(positive_unit(self.next_u64())) / TAIL;
            let threshold = -log(positive_unit(self.next_u64()));
            if 2.0 * threshold > beyond * beyond {
                return TAIL + beyond;
            }
        }
    }
}

/// The upper 53 bits of a word as a number from 0 to below 1.
#[inline]
fn unit(word: u64) -> f64 {
    const STEP: f64 = 1.0 / (1_u64 << 53) as f64;
    (word >> 11) as f64 * STEP
}

/// The same from above 0 to 1, for logarithms.
fn positive_unit(word: u64) -> f64 {
    1.0 - unit(word)
}

/// The bell curve, 1 at its top.
fn curve(x: f64) -> f64 {
    exp(-0.5 * x * x)
}

#[cfg(test)]
mod tests;
