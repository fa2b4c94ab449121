//! A bot as a strategy: what it does in every situation with every hand.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use super::hand_tree::{Ending, Place};
use super::model::Model;
use super::situation::Situation;
use super::{Space, cards::Cards};
use crate::bots::{Bot as _, GameKey, Player};
use crate::game::Options as _;
use crate::games::kachi_kachi::{Decision, KachiKachi};
use crate::random::{BlockStreams, Purpose, Stream};
use crate::seat::Seat;
use crate::solve::{Branch, DEALER, Node, OTHER, Side, Strategy};

/// What the other player does at the turn to show, when the dealer's hand is
/// seen: the probabilities to claim and to draw again, by the dealer's hand and
/// the own Zero Hand.
#[derive(Clone, Debug, Default)]
pub struct ShowdownClaims(BTreeMap<Ending, Vec<[f32; 2]>>);

impl ShowdownClaims {
    /// The probabilities to claim and to draw again.
    #[must_use]
    pub fn at(&self, cards: &Cards, ending: &Ending, dealer: usize, zero: usize) -> [f64; 2] {
        self.0[ending][dealer * cards.zeros().len() + zero].map(f64::from)
    }
}

/// What a bot plays in one role.
#[derive(Clone, Debug)]
pub struct BotPlay {
    /// Before the showdown, and at the dealer's turn to show.
    pub strategy: Strategy,
    /// At the other player's turn to show.
    pub claims: ShowdownClaims,
}

/// Asks a bot.
struct Asker<'a> {
    model: &'a Model,
    player: &'a mut Player<KachiKachi>,
    rng: Stream,
    pot: u32,
}

/// Tabulates a bot: asks it in each situation of one role, with each hand. Bots
/// see no more of a hand than where it stands, so that situations which look
/// the same are asked once.
///
/// # Errors
/// If the bot fails, or draws random numbers, so that asking once does not tell
/// what it does.
pub fn tabulate(
    model: &Model,
    player: &mut Player<KachiKachi>,
    side: Side,
    pot: u32,
) -> Result<BotPlay, String> {
    let rng = BlockStreams::new(1, 0).stream(1, Purpose::Bot(Seat::at(side)));
    let mut asker = Asker { model, player, rng, pot };
    let tree = &model.hand_tree.tree;
    let mut strategy = Strategy(vec![0.0; tree.probabilities]);
    let mut known: BTreeMap<(Place, bool), Vec<f32>> = BTreeMap::new();
    for (node, &place) in tree.nodes.iter().zip(&model.hand_tree.places) {
        let (first, is_claim) = match *node {
            Node::End(_) => continue,
            Node::Choice { side: own, first, .. } if own == side => (first, false),
            Node::Claim { side: own, first, .. } if own == side => (first, true),
            Node::Choice { .. } | Node::Claim { .. } => continue,
        };
        let answers = match known.entry((place, is_claim)) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(new) => {
                new.insert(if is_claim { asker.claims(place)? } else { asker.bets(place)? })
            }
        };
        strategy.0[first..first + answers.len()].copy_from_slice(answers);
    }
    let mut claims = ShowdownClaims::default();
    if side == OTHER {
        for ending in &model.hand_tree.endings {
            if let Ending::Showdown { wagered, round, bet, spaces } = *ending
                && spaces[OTHER] == Space::Dealt
            {
                let place = Place { round, showdown: true, wagered, bet, spaces, side: OTHER };
                claims.0.insert(*ending, asker.showdown_claims(place)?);
            }
        }
    }
    Ok(BotPlay { strategy, claims })
}

impl Asker<'_> {
    /// The probability of each option; none if the situation is impossible.
    fn ask(&mut self, situation: Situation) -> Result<Option<Vec<f32>>, String> {
        let Some(view) = situation.view(self.model) else { return Ok(None) };
        let options = situation.options(self.model);
        let count = options.count();
        let before = self.rng.clone();
        let choice = match self.player {
            Player::Random => return Ok(Some(vec![1.0 / count as f32; count])),
            Player::BuiltIn(bot) => bot.choose(&view, &options, &mut self.rng),
            Player::Search(_) | Player::Clairvoyant(_) => return Err(RANDOM.to_owned()),
            Player::External(bot) => {
                bot.begin_game(&GameKey::alone(BlockStreams::new(0, 0)));
                let choice = bot.choose(&view, &options, &mut self.rng);
                if let Some(failure) = bot.failure() {
                    return Err(failure.to_owned());
                }
                choice
            }
        };
        if self.rng != before {
            return Err(RANDOM.to_owned());
        }
        let mut chosen = vec![0.0; count];
        chosen[choice] = 1.0;
        Ok(Some(chosen))
    }

    fn situation(&self, place: Place, decision: Decision, hand: usize, shown: Option<usize>) -> Situation {
        Situation { place, decision, hand, shown, pot: self.pot }
    }

    /// The probabilities at a turn to bet: for each option those of all hands.
    fn bets(&mut self, place: Place) -> Result<Vec<f32>, String> {
        let hands = self.model.cards.holdings(place.spaces[place.side]).len();
        let is_dealer = place.side == DEALER;
        let bets = if is_dealer { Situation::bets(self.model, &place) } else { 1 };
        let mut answers = vec![0.0; (1 + bets) * hands];
        for hand in 0..hands {
            let decision = if is_dealer { Decision::Open } else { Decision::Call };
            let Some(stays) = self.ask(self.situation(place, decision, hand, None))? else { continue };
            answers[hand] = stays[0];
            let amounts = if bets > 1 && stays[1] > 0.0 {
                self.ask(self.situation(place, Decision::Amount, hand, None))?
            } else {
                None
            };
            for bet in 0..bets {
                let amount =
                    amounts.as_ref().map_or(if bet == 0 { 1.0 } else { 0.0 }, |amounts| amounts[bet]);
                answers[(1 + bet) * hands + hand] = stays[1] * amount;
            }
        }
        Ok(answers)
    }

    /// The probabilities to claim and to draw again, for each Zero Hand.
    fn claims(&mut self, place: Place) -> Result<Vec<f32>, String> {
        let mut answers = Vec::new();
        for zero in self.model.cards.zeros().to_vec() {
            for decision in [Decision::Claim, Decision::Again] {
                let answer = self.ask(self.situation(place, decision, zero, None))?;
                answers.extend(answer.unwrap_or_else(|| vec![1.0, 0.0]));
            }
        }
        debug_assert_eq!(answers.len(), Branch::PROBABILITIES * self.model.cards.zeros().len());
        Ok(answers)
    }

    fn showdown_claims(&mut self, place: Place) -> Result<Vec<[f32; 2]>, String> {
        let mut answers = Vec::new();
        for dealer in 0..self.model.cards.holdings(place.spaces[DEALER]).len() {
            for zero in self.model.cards.zeros().to_vec() {
                let mut yes = [0.0; 2];
                for (yes, decision) in yes.iter_mut().zip([Decision::Claim, Decision::Again]) {
                    let answer = self.ask(self.situation(place, decision, zero, Some(dealer)))?;
                    *yes = answer.map_or(0.0, |answer| answer[1]);
                }
                answers.push(yes);
            }
        }
        Ok(answers)
    }
}

/// Why a bot cannot be tabulated.
const RANDOM: &str = "it draws random numbers, so that asking it does not tell what it does";
