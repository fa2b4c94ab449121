//! `station`: the player who stays, whatever the cards.

use crate::bots::{Bot, BotKind, NoParameters};
use crate::game::Options;
use crate::games::kachi_kachi::{Choices, Decision, KachiKachi, Move, View};
use crate::random::Stream;

/// Never folds, opens with the least bet, always calls, never claims.
#[derive(Clone, Debug)]
pub struct Station;

impl BotKind<KachiKachi> for Station {
    const NAME: &'static str = "station";
    const DESCRIPTION: &'static str =
        "never folds, opens with the smallest bet, always calls, never claims a Zero Hand";
    type Parameters = NoParameters;

    fn new(_: &KachiKachi, _: NoParameters) -> Station {
        Station
    }
}

impl Bot<KachiKachi> for Station {
    fn choose(&mut self, _view: &View, choices: &Choices, _own: &mut Stream) -> usize {
        let wanted = match choices.asked() {
            Decision::Open => Move::Open,
            Decision::Call => Move::Call,
            Decision::Claim | Decision::Again => Move::Keep,
            // The bets are in order.
            Decision::Amount => return 0,
        };
        choices.iter().position(|option| option == wanted).expect("each of these is always an option")
    }
}
