//! A bot that plays a learned response.

use std::sync::Arc;

use super::memory::{Policy, UNKNOWN};
use super::spot::{OwnHands, Spot, tried};
use super::walk::house_choice;
use crate::bots::{Bot, ExternalBot, GameKey, Roster as _};
use crate::game::Game;
use crate::games::kachi_kachi::solve::Cards;
use crate::games::kachi_kachi::{Bots, Choices, KachiKachi, Rules, View};
use crate::random::Stream;

/// Plays the policy of its position; where that knows nothing, as the house bot.
#[derive(Clone)]
pub struct ResponseBot {
    rules: Rules,
    hands: Arc<OwnHands>,
    /// By position.
    policies: Arc<Vec<Policy>>,
    house: Bots,
}

impl ResponseBot {
    /// A bot with a policy for each position.
    #[must_use]
    pub fn new(rules: &Rules, policies: Arc<Vec<Policy>>) -> ResponseBot {
        let house = Bots::make(KachiKachi::HOUSE_BOT, &KachiKachi::new(rules.clone()), &[]);
        ResponseBot {
            rules: rules.clone(),
            hands: Arc::new(OwnHands::new(Cards::new(rules))),
            policies,
            house: house.and_then(Result::ok).expect("every game has its house bot"),
        }
    }
}

impl Bot<KachiKachi> for ResponseBot {
    fn choose(&mut self, view: &View, options: &Choices, _: &mut Stream) -> usize {
        let tried = tried(options);
        let spot = Spot::of(view, &self.rules, tried.len());
        let known = self.policies.get(view.position).and_then(|policy| policy.at(spot));
        let choice = match known.map_or(UNKNOWN, |known| known[self.hands.of(view)]) {
            UNKNOWN => house_choice(&mut self.house, view, options, &tried),
            known => usize::from(known),
        };
        tried[choice]
    }
}

impl ExternalBot<KachiKachi> for ResponseBot {
    fn boxed_clone(&self) -> Box<dyn ExternalBot<KachiKachi>> {
        Box::new(self.clone())
    }

    fn begin_game(&mut self, _game: &GameKey) {}

    fn forgets(&self) -> bool {
        true
    }

    fn failure(&self) -> Option<&str> {
        None
    }
}
