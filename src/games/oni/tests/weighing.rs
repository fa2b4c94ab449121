//! What the bot `weighing` looks at: without the weight it chooses otherwise.

use super::rig::{Scene, Situation, for_two, plain};
use crate::games::oni::{LosersScore, Rules};

/// What it chooses with these parameters.
#[track_caller]
fn chooses(scene: &Scene, parameters: &str) -> String {
    scene.chosen_by("weighing", parameters)
}

/// A hand against three players with a card each.
#[derive(Clone, Copy)]
struct Turn {
    hand: &'static str,
    top: &'static str,
    discards: &'static str,
}

impl Turn {
    #[track_caller]
    fn discards_with(&self, parameters: &str) -> String {
        let hands = [self.hand, "deer", "boar", "geese"];
        let Turn { top, discards, .. } = *self;
        chooses(
            &Scene::of(plain(), Situation { hands: &hands, top, discards, ..Situation::default() }),
            parameters,
        )
    }

    /// What it discards, and what without a weight.
    #[track_caller]
    fn discards(&self, weight: &str) -> [String; 2] {
        [self.discards_with(""), self.discards_with(&format!("{weight}=0"))]
    }
}

#[test]
fn gets_rid_of_points() {
    let turn = Turn { hand: "crane pine-ribbon warbler", top: "pine-chaff", discards: "" };
    assert_eq!(turn.discards("points"), ["crane", "pine-ribbon"]);
}

#[test]
fn discards_what_the_next_player_can_hardly_follow() {
    let turn = Turn {
        hand: "pine-chaff plum-chaff phoenix",
        top: "cherry-chaff",
        discards: "warbler plum-ribbon plum-chaff",
    };
    assert_eq!(turn.discards("hinder"), ["plum-chaff", "pine-chaff"]);
}

#[test]
fn makes_a_next_player_with_few_cards_draw() {
    let turn = Turn {
        hand: "pine-ribbon peony-ribbon phoenix",
        top: "wisteria-ribbon",
        discards: "butterflies peony-chaff peony-chaff",
    };
    assert_eq!(turn.discards("attack"), ["pine-ribbon", "peony-ribbon"]);
}

#[test]
fn skips_a_next_player_with_few_cards() {
    let turn = Turn { hand: "wisteria-ribbon willow-ribbon phoenix", top: "iris-ribbon", discards: "" };
    assert_eq!(turn.discards("skip"), ["willow-ribbon", "wisteria-ribbon"]);
}

#[test]
fn goes_again_with_the_bridge() {
    let turn = Turn { hand: "cuckoo bridge iris-chaff", top: "warbler", discards: "" };
    assert_eq!(turn.discards("again"), ["bridge", "cuckoo"]);
}

#[test]
fn wins_whatever_the_weights_are() {
    let turn = Turn { hand: "cuckoo bridge", top: "warbler", discards: "" };
    assert_eq!(turn.discards("again"), ["bridge", "bridge"], "the cuckoo follows, and the hand is empty");
}

/// What seat 1 of two answers to its lightning.
fn answers(rules: Rules, dealer: usize, [own, other]: [&str; 2], parameters: &str) -> String {
    let hands = [&format!("lightning {own}"), other];
    let dealer = Some(dealer);
    let mut scene =
        Scene::of(rules, Situation { hands: &hands, top: "swallow", dealer, ..Situation::default() });
    if scene.asks() == "1 discard" {
        scene.choose("lightning");
    }
    assert_eq!(scene.asks(), "1 declare");
    chooses(&scene, parameters)
}

#[test]
fn declares_at_a_loss_before_another_player_ends_the_round() {
    let hands = ["boar deer", "plum-chaff"];
    assert_eq!(answers(for_two(), 2, hands, ""), "end the round");
    assert_eq!(answers(for_two(), 2, hands, "fear=0"), "play on");
}

#[test]
fn plays_on_where_declaring_costs_more_than_may_be_lost() {
    let hands = ["crane moon phoenix", "plum-chaff"];
    assert_eq!(answers(for_two(), 1, hands, ""), "play on", "the dealer pays double");
    let zero = Rules { losers_score: LosersScore::Zero, ..for_two() };
    assert_eq!(answers(zero, 2, hands, ""), "play on", "there is nothing to lose");
}
