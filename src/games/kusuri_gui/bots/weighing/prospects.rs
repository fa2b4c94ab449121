//! What captures are expected to be worth at the end of a round.

use super::expected::Chances;
use super::places::{ENTRIES, FROM, Group, Moves, Places, Step, counts};
use crate::cards::{Card, Hanafuda};
use crate::games::kusuri_gui::{DECK, Rules, Set};

/// The bytes of a set that can have cards.
const BYTES: usize = Hanafuda::COUNT / 8;

/// Leads are rounded to multiples of 2^-32 chips: in whatever order they are
/// added up, sums of those are exact, so that cards of equal worth are equal.
/// Where the number is below 2^19, adding this and taking it away again does it.
const ROUNDING: f64 = 1.5 * (1_u64 << (f64::MANTISSA_DIGITS - 1 - 32)) as f64;

#[inline]
fn rounded(lead: f64) -> f64 {
    (lead + ROUNDING) - ROUNDING
}

/// What something is worth to a player, and to the opponent.
type ToBoth = [f64; 2];

/// The expected worth of captures under some house rules.
#[derive(Clone, Debug)]
pub(super) struct Prospects {
    /// For the player and for the opponent, the moves of eight cards at a time,
    /// by the byte of a set.
    moves: Box<[[[Moves; 256]; BYTES]; 2]>,
    /// The step of each card, for anything that a byte can be: a look needs no
    /// check.
    steps: Box<[Step; 256]>,
    /// If yaku add up: at each place of each group, what its yaku are worth to
    /// the player, less what they are to the opponent.
    leads: Box<[f64; ENTRIES]>,
    /// If only the most valuable one counts: what that is worth to both.
    most: Box<[ToBoth]>,
    /// What a chip of the opponent's is worth in own ones.
    denial: f64,
}

impl Prospects {
    /// The expected worth, if a card that nobody has is captured with the
    /// chance `reach`, and with what a chip of the opponent's is worth.
    #[allow(clippy::large_stack_arrays, reason = "made once, and then boxed")]
    pub(super) fn new(rules: &Rules, reach: f64, denial: f64) -> Prospects {
        let mut moves = Box::new([[[Moves::default(); 256]; BYTES]; 2]);
        for place in 0..BYTES {
            for byte in 0..256 {
                let [own, theirs] = Moves::of(Set::from_bits((byte as u64) << (8 * place)));
                (moves[0][place][byte], moves[1][place][byte]) = (own, theirs);
            }
        }
        let mut steps = Box::new([Step::of(Hanafuda::at(0)); 256]);
        for card in DECK {
            steps[card.index()] = Step::of(card);
        }
        let mut leads = Box::new([0.0; ENTRIES]);
        let mut most = vec![[0.0; 2]; FROM[Group::ALL.len()]];
        let chances = Chances::new(reach);
        for group in Group::ALL {
            for place in FROM[group as usize]..FROM[group as usize + 1] {
                let Some([own, theirs]) = counts(group, place - FROM[group as usize]) else {
                    continue;
                };
                let yaku = [(own, theirs), (theirs, own)]
                    .map(|(own, other)| chances.expected(rules, group, own, other));
                let [to_player, to_opponent] = yaku.map(|worth| worth.iter().sum::<f64>());
                leads[place] = rounded(to_player - denial * to_opponent);
                most[place] = yaku.map(|worth| worth.into_iter().fold(0.0, f64::max));
            }
        }
        Prospects {
            moves,
            steps,
            leads,
            most: if rules.yaku_stack { Box::default() } else { most.into() },
            denial,
        }
    }

    /// How far some cards move the places of captures, if one of the players
    /// captures them: 0 is the player, 1 the opponent.
    #[inline(always)]
    pub(super) fn moves<const WHOSE: usize>(&self, cards: Set) -> Moves {
        let bytes = cards.bits().to_le_bytes();
        let moves = self.moves[WHOSE].iter().zip(bytes).map(|(moves, byte)| moves[usize::from(byte)]);
        moves.fold(Moves::default(), Moves::and)
    }

    /// The step of a card.
    #[inline(always)]
    pub(super) fn step(&self, card: Hanafuda) -> Step {
        self.steps[card.index()]
    }

    /// What captures are expected to be worth to the player, less what they are
    /// to the opponent, if yaku add up (`STACK`) or only the most valuable one
    /// counts.
    #[inline(always)]
    pub(super) fn lead<const STACK: bool>(&self, captures: Places) -> f64 {
        if STACK {
            return captures.each().map(|place| self.leads[place]).sum();
        }
        let [own, theirs] = captures
            .each()
            .map(|place| self.most[place])
            .fold([0.0_f64; 2], |most, more| [most[0].max(more[0]), most[1].max(more[1])]);
        rounded(own - self.denial * theirs)
    }

    /// What a card changes of the lead, if one of the players captures it as
    /// well.
    #[inline(always)]
    pub(super) fn change<const STACK: bool, const WHOSE: usize>(&self, captures: Places, card: Step) -> f64 {
        if STACK {
            // Only the group of the card changes.
            let [without, with] = card.places::<WHOSE>(captures);
            return self.leads[with] - self.leads[without];
        }
        self.lead::<STACK>(captures.and(card.moves::<WHOSE>())) - self.lead::<STACK>(captures)
    }
}
