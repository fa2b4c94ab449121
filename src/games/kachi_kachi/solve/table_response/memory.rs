//! What was won with each option in each situation, and what is best by that.

use std::collections::BTreeMap;

use super::spot::{LEVELS, Spot};

/// The most situations that are told apart on a level but the last: with all
/// bets some 40 MB.
const MOST: usize = 12_000;

/// A situation that was seen less often with a hand teaches nothing by itself.
const LEAST: f32 = 8.0;
/// How many deals of a situation weigh as much as what is known of those like
/// it.
const WEIGHT_OF_ALIKE: f32 = 24.0;

/// What an option of no other stands for: nothing is known.
pub const UNKNOWN: u8 = u8::MAX;

/// What was won in a situation, by hand: more than with the first option.
#[derive(Clone, Debug)]
struct Won {
    /// How often each hand was held.
    weights: Vec<f32>,
    /// The sums of what the other options won beyond the first, by option and
    /// hand.
    ahead: Vec<f32>,
}

impl Won {
    fn new(hands: usize, options: u8) -> Won {
        Won { weights: vec![0.0; hands], ahead: vec![0.0; hands * (usize::from(options) - 1)] }
    }

    fn merge(&mut self, other: &Won) {
        self.weights.iter_mut().zip(&other.weights).for_each(|(own, other)| *own += other);
        self.ahead.iter_mut().zip(&other.ahead).for_each(|(own, other)| *own += other);
    }

    fn fade(&mut self, share: f32) {
        self.weights.iter_mut().chain(&mut self.ahead).for_each(|sum| *sum *= share);
    }

    /// What each option is thought to win beyond the first, given what is thought
    /// of situations like this one.
    fn estimate(&self, alike: Option<&Estimate>) -> Estimate {
        let hands = self.weights.len();
        let mut estimate = Estimate { is_known: vec![false; hands], ahead: vec![0.0; self.ahead.len()] };
        for hand in 0..hands {
            let weight = self.weights[hand];
            let prior = alike.filter(|alike| alike.is_known[hand]);
            estimate.is_known[hand] = weight >= LEAST || prior.is_some();
            for place in (hand..self.ahead.len()).step_by(hands) {
                estimate.ahead[place] = match prior {
                    Some(prior) => {
                        (self.ahead[place] + WEIGHT_OF_ALIKE * prior.ahead[place])
                            / (weight + WEIGHT_OF_ALIKE)
                    }
                    None => self.ahead[place] / weight.max(1.0),
                };
            }
        }
        estimate
    }
}

/// What options are thought to win beyond the first, in the order of [`Won`].
struct Estimate {
    is_known: Vec<bool>,
    ahead: Vec<f32>,
}

impl Estimate {
    /// The best option for each hand.
    fn choices(&self) -> Vec<u8> {
        let hands = self.is_known.len();
        let best = |hand: usize| {
            let mut best = (0.0, 0);
            for (option, place) in (hand..self.ahead.len()).step_by(hands).enumerate() {
                if self.ahead[place] > best.0 {
                    best = (self.ahead[place], option as u8 + 1);
                }
            }
            best.1
        };
        (0..hands).map(|hand| if self.is_known[hand] { best(hand) } else { UNKNOWN }).collect()
    }
}

/// What was won in all situations of a position.
#[derive(Clone, Debug)]
pub struct Memory {
    hands: usize,
    won: BTreeMap<Spot, Won>,
    /// How many situations there are by level.
    counts: [usize; LEVELS as usize],
}

impl Memory {
    /// Nothing yet, for so many hands.
    pub fn new(hands: usize) -> Memory {
        Memory { hands, won: BTreeMap::new(), counts: [0; LEVELS as usize] }
    }

    fn at(&mut self, spot: Spot) -> &mut Won {
        let has_room = |spot: &Spot| {
            self.counts[usize::from(spot.level)] < MOST
                || spot.level + 1 == LEVELS
                || self.won.contains_key(spot)
        };
        let spot = spot.levels().find(has_room).expect("there is room on the last level");
        let (hands, counts) = (self.hands, &mut self.counts);
        self.won.entry(spot).or_insert_with(|| {
            counts[usize::from(spot.level)] += 1;
            Won::new(hands, spot.options)
        })
    }

    /// Notes what the options of a situation won: by hand, with how much each
    /// counts, and by option.
    pub fn add(&mut self, spot: Spot, own: impl Iterator<Item = (usize, f64)> + Clone, values: &[Vec<f64>]) {
        let hands = self.hands;
        let won = self.at(spot);
        for (hand, weight) in own.clone() {
            won.weights[hand] += weight as f32;
        }
        for (option, value) in values[1..].iter().enumerate() {
            for (place, (hand, weight)) in own.clone().enumerate() {
                won.ahead[option * hands + hand] += (weight * (value[place] - values[0][place])) as f32;
            }
        }
    }

    /// Adds what others saw.
    pub fn merge(&mut self, other: &Memory) {
        for (&spot, won) in &other.won {
            self.at(spot).merge(won);
        }
    }

    /// Makes all that was seen so far count for less.
    pub fn fade(&mut self, share: f32) {
        self.won.values_mut().for_each(|won| won.fade(share));
    }

    /// What is best by all that was seen.
    pub fn policy(&self) -> Policy {
        let mut levels: [BTreeMap<Spot, Won>; LEVELS as usize] = Default::default();
        for (&spot, won) in &self.won {
            for spot in spot.levels() {
                let new = || Won::new(self.hands, spot.options);
                levels[usize::from(spot.level)].entry(spot).or_insert_with(new).merge(won);
            }
        }
        let mut known: BTreeMap<Spot, Estimate> = BTreeMap::new();
        for level in levels.iter().rev() {
            for (&spot, won) in level {
                let alike = spot.coarser().and_then(|coarser| known.get(&coarser));
                let estimate = won.estimate(alike);
                known.insert(spot, estimate);
            }
        }
        Policy(known.into_iter().map(|(spot, estimate)| (spot, estimate.choices())).collect())
    }
}

/// What is chosen in each situation with each hand, as an index of the options
/// that are tried.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Policy(pub BTreeMap<Spot, Vec<u8>>);

impl Policy {
    /// The choices of a situation by hand, from the finest level that it is known
    /// on.
    pub fn at(&self, spot: Spot) -> Option<&[u8]> {
        spot.levels().find_map(|spot| self.0.get(&spot)).map(Vec::as_slice)
    }
}
