//! Draws from the normal distribution: Marsaglia and Tsang's ziggurat.
//!
//! The area under the bell curve's right half is cut into 256 layers of equal
//! size, the lowest with the tail in it. A layer is drawn, and a point in it:
//! 99 times out of 100 the point lies in the part of the layer that is under
//! the curve all the way, and one word and one multiplication have paid for
//! the draw. The rest is settled exactly, at the curve or in the tail.
//!
//! Everything here is made of additions, multiplications and divisions, which
//! every machine rounds alike; the functions of the system's library are not.

use std::f64::consts::{LN_2, SQRT_2};

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
static REACH: [f64; LAYERS + 1] = reaches();
/// The height of the curve where each layer ends.
static HEIGHT: [f64; LAYERS + 1] = heights();

const fn reaches() -> [f64; LAYERS + 1] {
    let mut reach = [0.0; LAYERS + 1];
    reach[0] = AREA / curve(TAIL);
    reach[1] = TAIL;
    let mut layer = 2;
    while layer < LAYERS {
        let below = reach[layer - 1];
        reach[layer] = sqrt(-2.0 * ln(curve(below) + AREA / below));
        layer += 1;
    }
    reach
}

const fn heights() -> [f64; LAYERS + 1] {
    let reach = reaches();
    let mut height = [0.0; LAYERS + 1];
    let mut layer = 0;
    while layer <= LAYERS {
        height[layer] = curve(reach[layer]);
        layer += 1;
    }
    height
}

impl Stream {
    /// A draw from the standard normal distribution, on a grid of 2^-53 of
    /// the reach of its layer.
    #[inline]
    pub fn normal(&mut self) -> f64 {
        loop {
            // The bits of the word have a part each: 8 for the layer, one for
            // the sign, 53 for the place in the layer.
            let word = self.next_u64();
            let layer = (word & 0xFF) as usize;
            let distance = unit(word) * REACH[layer];
            let sign = (word & 0x100) << 55;
            if distance < REACH[layer + 1] {
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
        let (low, high) = (HEIGHT[layer], HEIGHT[layer + 1]);
        let height = low + unit(self.next_u64()) * (high - low);
        (height < curve(distance)).then_some(distance)
    }

    /// A draw from the tail: Marsaglia's, by an exponential one that is
    /// thinned out.
    fn tail(&mut self) -> f64 {
        loop {
            let beyond = -ln(positive_unit(self.next_u64())) / TAIL;
            let thinning = -ln(positive_unit(self.next_u64()));
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
const fn curve(x: f64) -> f64 {
    exp(-0.5 * x * x)
}

/// The natural logarithm, the same to the bit on every machine, and right to
/// the last bit or two.
///
/// # Panics
/// If the number is not positive and normal.
#[must_use]
pub const fn ln(number: f64) -> f64 {
    assert!(number >= f64::MIN_POSITIVE && number <= f64::MAX, "the logarithm of a positive number");
    const FRACTION: u64 = (1 << 52) - 1;
    let bits = number.to_bits();
    let mut exponent = (bits >> 52) as i32 - 1023;
    let mut fraction = f64::from_bits(bits & FRACTION | 1023 << 52);
    if fraction > SQRT_2 {
        fraction *= 0.5;
        exponent += 1;
    }
    // ln f = 2 artanh s, of which the series has odd powers; s is at most
    // 0.172, so that the 27th is below what the sum can show.
    let s = (fraction - 1.0) / (fraction + 1.0);
    let mut series = 0.0;
    let mut power = 27;
    while power >= 1 {
        series = series * (s * s) + 1.0 / power as f64;
        power -= 2;
    }
    2.0 * s * series + exponent as f64 * LN_2
}

/// The exponential of a number from -700 to 0.
const fn exp(number: f64) -> f64 {
    assert!(-700.0 <= number && number <= 0.0);
    // Of ln 2 the upper half, whose multiples are exact, and the rest.
    const UPPER: f64 = 0.693_147_180_369_123_8;
    const LOWER: f64 = 1.908_214_929_270_587_7e-10;
    let halvings = (-number / LN_2 + 0.5) as i64;
    let rest = (number + halvings as f64 * UPPER) + halvings as f64 * LOWER;
    // The rest is at most 0.35: the 17th power is below what the sum can show.
    let mut series = 1.0;
    let mut power = 17;
    while power >= 1 {
        series = 1.0 + series * rest / power as f64;
        power -= 1;
    }
    series * f64::from_bits(((1023 - halvings) as u64) << 52)
}

/// The square root of a number near 1, by Newton's steps.
const fn sqrt(number: f64) -> f64 {
    let mut root = 1.0 + number;
    let mut step = 0;
    while step < 40 {
        root = 0.5 * (root + number / root);
        step += 1;
    }
    root
}

#[cfg(test)]
mod tests;
