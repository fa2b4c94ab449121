//! The end of a round: who is paid, and who deals next.

use super::rig::{Deal, Scene, plain};
use crate::games::kusuri_gui::{Event, Role, RoundResult, Rules};
use crate::seat::Seat;

const THREE_BRIGHTS: &str = "crane curtain moon";
const HAND_CANNON: &str = "boar deer";

fn result(scene: &Scene) -> RoundResult {
    let over = scene.last(|event| match event {
        Event::RoundOver { result, .. } => Some(*result),
        _ => None,
    });
    over.expect("a round is over")
}

#[test]
fn the_higher_total_receives_the_difference() {
    let mut scene = Scene::new(plain());
    scene.round_with_captures(THREE_BRIGHTS, HAND_CANNON);
    assert_eq!(scene.yaku_scores().map(|score| score.points), [3, 2]);
    assert_eq!(scene.scores(), [1, -1]);
    assert_eq!(result(&scene), RoundResult::Won(Role::Dealer));
}

#[test]
fn who_has_no_yaku_pays_the_whole() {
    let mut scene = Scene::new(plain());
    scene.round_with_captures("", THREE_BRIGHTS);
    assert_eq!(scene.scores(), [-3, 3]);
    assert_eq!(result(&scene), RoundResult::Won(Role::Other));
}

#[test]
fn equal_totals_are_a_tie_and_nothing_is_paid() {
    for (dealer, other) in [("", ""), (HAND_CANNON, "pine-ribbon plum-ribbon cherry-ribbon")] {
        let mut scene = Scene::new(plain());
        scene.round_with_captures(dealer, other);
        assert_eq!(result(&scene), RoundResult::Tie);
        assert_eq!(scene.scores(), [0, 0]);
    }
}

#[test]
fn the_winner_of_a_round_deals_the_next() {
    let mut scene = Scene::new(plain());
    let dealer = |scene: &Scene| scene.table.dealer.number();
    assert_eq!(dealer(&scene), 1);
    scene.round_with_captures(THREE_BRIGHTS, HAND_CANNON);
    assert_eq!(dealer(&scene), 1, "the dealer won");
    scene.round_with_captures(HAND_CANNON, THREE_BRIGHTS);
    assert_eq!(dealer(&scene), 2, "the other player won");
    scene.round_with_captures("", "");
    assert_eq!(dealer(&scene), 2, "after a tie the same");
    scene.round_with_captures("", HAND_CANNON);
    assert_eq!(dealer(&scene), 1, "seat 1 was the other player");
}

#[test]
fn a_new_dealer_plays_first() {
    let mut scene = Scene::new(plain());
    scene.round_with_captures("", HAND_CANNON);
    scene.deal(Deal { field: "crane", dealer: "pine-chaff", other: "" });
    assert_eq!(scene.seat_asked(), Seat::at(1));
    scene.play("pine-chaff");
    assert_eq!(scene.seat_asked(), Seat::FIRST);
    assert_eq!(scene.captured(Role::Dealer), "crane pine-chaff");
}

#[test]
fn seat_2_as_the_dealer_is_paid_as_the_dealer() {
    let mut scene = Scene::new(plain());
    scene.round_with_captures("", HAND_CANNON);
    scene.round_with_captures(THREE_BRIGHTS, "");
    assert_eq!(scene.scores(), [-5, 5]);
    let deal = Deal { field: "crane", dealer: "pine-chaff geese", other: "moon" };
    scene.deal(deal);
    scene.play("pine-chaff moon geese");
    assert_eq!(scene.kusuri_gui(), ["2 with geese for 1"]);
    assert_eq!(scene.scores(), [-6, 6]);
}

#[test]
fn cards_left_in_the_pile_belong_to_nobody() {
    // Months never follow each other: nobody captures anything.
    let deal = Deal {
        field: "moon geese susuki-chaff susuki-chaff",
        dealer: "crane pine-ribbon pine-chaff pine-chaff  warbler plum-ribbon plum-chaff plum-chaff  \
                 curtain cherry-ribbon cherry-chaff cherry-chaff  cuckoo wisteria-ribbon wisteria-chaff \
                 wisteria-chaff  rainman swallow willow-ribbon lightning",
        other: "bridge iris-ribbon iris-chaff iris-chaff  butterflies peony-ribbon peony-chaff peony-chaff  \
                sake-cup chrysanthemum-ribbon chrysanthemum-chaff chrysanthemum-chaff  \
                phoenix yellow-paulownia paulownia-chaff paulownia-chaff  boar bush-clover-ribbon deer maple-ribbon",
    };
    let mut scene = Scene::dealt(plain(), deal);
    while scene.table.turn < 32 {
        scene.choose_at(0);
    }
    assert_eq!(scene.table.discards.cards.len(), 33);
    assert_eq!(scene.captured(Role::Dealer), "nothing");
    // With the last hands the dealer takes it all by a willow, and the rest
    // are lone cards and willows of which the last stay.
    scene.play("rainman boar swallow deer willow-ribbon bush-clover-ribbon");
    let over = scene.last(|event| match event {
        Event::RoundOver { captured, left, .. } => {
            Some((captured.map(|cards| cards.len()), left.to_string()))
        }
        _ => None,
    });
    assert_eq!(over, Some(([40, 0], "maple-ribbon".to_owned())));
    assert_eq!(
        scene.kusuri_gui(),
        ["1 with swallow for 1", "1 with willow-ribbon for 1", "1 with lightning for 1"]
    );
    // Five brights 8, hot-pot 3, eight animals 4, poetry 2, grass 2, nine
    // ribbons 5, eighteen chaff 9: the blue ribbons lack the maple's.
    assert_eq!(scene.yaku_scores().map(|score| score.points), [33, 0]);
    assert_eq!(scene.scores(), [3 + 33, -3 - 33]);
}

#[test]
fn kusuri_gui_chips_are_no_part_of_the_total() {
    let mut scene = Scene::new(Rules { kusuri: 100, ..plain() });
    scene.deal(Deal { field: "crane", dealer: "pine-chaff geese", other: "moon" });
    scene.play("pine-chaff moon geese");
    assert_eq!(scene.scores(), [100, -100]);
    scene.play_on();
    let paid =
        100 * scene.kusuri_gui().iter().map(|told| if told.starts_with('1') { 1 } else { -1 }).sum::<i32>();
    let [dealer, other] = scene.yaku_scores().map(|score| i32::from(score.points));
    assert_eq!(scene.scores()[0], i64::from(paid + dealer - other));
}
