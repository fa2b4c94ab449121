//! Draws from the normal distribution: Marsaglia and Tsang's ziggurat.
//!
//! The area under the bell curve's right half is cut into 256 layers of equal
//! size, the lowest with the tail in it. A layer is drawn, and a point in it:
//! 99 times out of 100 the point lies in the part of the layer that is under
//! the curve all the way, and one word and one multiplication have paid for
//! the draw. The rest is settled exactly, at the curve or in the tail.
//!
//! Logarithms and exponentials come from `libm`, which is made of additions,
//! multiplications and divisions: every machine rounds those alike, which is not
//! so of the functions of the system's library.

use std::sync::LazyLock;

use libm::{exp, log};
use rand::Rng;

use super::Stream;

/// How many layers there are.
const LAYERS: usize = 256;
/// Where the tail begins: the one value with which the highest of the layers
/// ends at the top of the curve.
const TAIL: f64 = 3.654_152_885_361_009;
/// The area of each layer, under a curve that is 1 at its top.
const AREA: f64 = 0.004_928_673_233_974_655;

/// How far each layer reaches, the lowest first; there is none above the last.
/// The lowest is as wide as it would be without the tail in its area.
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
    /// A draw from the standard normal distribution, on a grid of 2^-53 of
    /// the reach of its layer.
    #[inline]
    pub fn normal(&mut self) -> f64 {
        let reach = &*REACH;
        loop {
            // The bits of the word have a part each: 8 for the layer, one for
            // the sign, 53 for the place in the layer.
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

    /// Settles a point that lies where the curve crosses its layer: how far
    /// out it is, or nothing if it lies above the curve.
    #[cold]
    fn at_the_edge(&mut self, layer: usize, distance: f64) -> Option<f64> {
        if layer == 0 {
            return Some(self.tail());
        }
        let (low, high) = (curve(REACH[layer]), curve(REACH[layer + 1]));
        let height = low + unit(self.next_u64()) * (high - low);
        (height < curve(distance)).then_some(distance)
    }

    /// A draw from the tail: Marsaglia's, by an exponential one that is
    /// thinned out.
    fn tail(&mut self) -> f64 {
        loop {
            let beyond = -log(positive_unit(self.next_u64())) / TAIL;
            let thinning = -log(positive_unit(self.next_u64()));
            if 2.0 * thinning > beyond * beyond {
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

/// The same from above 0 to 1: a number that has a logarithm.
fn positive_unit(word: u64) -> f64 {
    1.0 - unit(word)
}

/// The bell curve, 1 at its top.
fn curve(x: f64) -> f64 {
    exp(-0.5 * x * x)
}

#[cfg(test)]
mod tests;
