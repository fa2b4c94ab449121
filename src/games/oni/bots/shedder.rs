//! `shedder`: the plain player who gets rid of points.

use crate::bots::{Bot, BotKind, NoParameters};
use crate::cards::Hanafuda;
use crate::game::Game;
use crate::games::oni::{Bonus, Choices, Ending, HandPoints, LosersScore, Oni, Rules, Set, View, fitting};
use crate::random::Stream;
use crate::seat::Seat;

/// Discards so that the hand left is worth the least; of equal discards the
/// one that most cards left in the hand fit on, of these the first. Ends the
/// round with the lightning if that is worth more than playing on.
///
/// What the others hold is guessed from the cards that are not seen: a card
/// of theirs is worth the mean of those. On playing on, each player is thought
/// to win in inverse proportion to the cards in hand; the winner then gets
/// what the others hold now, doubled for the dealer, and the player whose
/// lightning it is loses the own hand if another one wins, never doubled, or
/// nothing where losers write down nothing.
#[derive(Clone, Debug)]
pub struct Shedder {
    rules: Rules,
    points: HandPoints,
}

impl BotKind<Oni> for Shedder {
    const NAME: &'static str = "shedder";
    const DESCRIPTION: &'static str = "discards so that the remaining hand is worth least, breaks ties toward cards that \
                                    it can follow, and declares if that beats playing on";
    type Parameters = NoParameters;

    fn new(game: &Oni, _: NoParameters) -> Shedder {
        Shedder { rules: game.rules().clone(), points: HandPoints::new() }
    }
}

impl Bot<Oni> for Shedder {
    fn choose(&mut self, view: &View, choices: &Choices, _own: &mut Stream) -> usize {
        match *choices {
            Choices::Discard(cards) => self.discard(view.hand, cards),
            Choices::Declare => usize::from(self.declares(view)),
        }
    }
}

/// A card's chances are counted in fractions of this.
const WHOLE: i64 = 1 << 20;

impl Shedder {
    /// The place of the discard that leaves the least.
    fn discard(&self, hand: Set, options: Set) -> usize {
        let left_by = |card: Hanafuda| {
            let left = hand - card.into();
            let followers = (left & fitting(card)).len();
            (self.points.of(left), usize::MAX - followers)
        };
        let ranked = options.iter().map(left_by).enumerate();
        ranked.min_by_key(|&(_, left)| left).map_or(0, |(place, _)| place)
    }

    /// Whether ending the round now is worth more than playing on.
    fn declares(&self, view: &View) -> bool {
        let players = usize::from(self.rules.players);
        let others = || view.seat.others(players);
        let unseen = Hanafuda::ALL - view.hand - view.discards - view.top.into();
        let their_cards: i64 = others().map(|seat| i64::from(view.held[seat])).sum();
        // All points times the number of unseen cards, so that the mean of
        // those needs no division.
        let their_points = i64::from(self.points.among_others(unseen)) * their_cards;
        let own_points = i64::from(self.points.of(view.hand)) * unseen.len() as i64;

        let chance = |seat: Seat| WHOLE / i64::from(view.held[seat]);
        let own_chance = chance(view.seat);
        let their_chance: i64 = others().map(chance).sum();
        let doubled = |points: i64, ending| {
            i64::from(Bonus::new(&self.rules, ending, view.seat == view.dealer).doubled(points as i32))
        };
        let loss = if self.rules.losers_score == LosersScore::Negative { own_points } else { 0 };
        let now = doubled(their_points - own_points, Ending::LightningDeclared);
        let later = doubled(their_points, Ending::Plain) * own_chance - loss * their_chance;
        now * (own_chance + their_chance) > later
    }
}
