use super::*;
use crate::bots::BotSpec;
use crate::games::kujuroku::{Kujuroku, Rules};
use crate::sim::{LineUp, Setup};

fn steps() -> ReplaySteps<Kujuroku> {
    let game = Kujuroku::new(Rules::default());
    let line_up = LineUp::new(&game, &[BotSpec::new("greedy")]).expect("greedy can play");
    let setup = Setup::new(game, line_up, 1);
    let mut steps = ReplaySteps::new(BlockStreams::new(1, 3), None);
    setup.play(3, 0, &mut setup.line_up.players(), &mut steps).expect("greedy is legal");
    steps
}

/// The cards of a zone that a seat knows, and all of them.
fn seen(steps: &ReplaySteps<Kujuroku>, place: &str, seat: usize) -> (usize, usize) {
    let first = &steps.steps[0];
    let index = steps.zones.iter().position(|zone| zone.name == place).expect("there is such a zone");
    let known = u64::from_str_radix(&first.known[seat - 1], 16).expect("hexadecimal digits");
    let cards = &first.cards[index];
    (cards.iter().filter(|&&card| known >> card & 1 == 1).count(), cards.len())
}

#[test]
fn a_seat_sees_its_own_hand_and_the_field() {
    let steps = steps();
    // Seat 1 deals the first round, seat 4 sits it out.
    for (place, seat) in [("dealer hand", 1), ("second hand", 2), ("third hand", 3)] {
        for other in 1..=4 {
            let (known, all) = seen(&steps, place, other);
            assert_eq!(known, if other == seat { all } else { 0 }, "{place} and seat {other}");
        }
    }
    for seat in 1..=4 {
        let (known, all) = seen(&steps, "field", seat);
        assert!(known == all && all > 0);
        assert_eq!(seen(&steps, "draw pile", seat).0, 0, "nobody sees the draw pile");
    }
}

#[test]
fn sentences_are_whole() {
    let steps = steps();
    let all: Vec<&String> = steps.steps.iter().flat_map(|step| &step.text).collect();
    assert!(all.iter().any(|text| text.starts_with("Seat 1 plays ") && text.ends_with('.')), "{all:?}");
    // A sentence that is interrupted by a question goes on after it.
    let count = |is_meant: fn(&str) -> bool| all.iter().filter(|text| is_meant(text)).count();
    assert_eq!(count(|text| text.ends_with('…')), count(|text| text.starts_with('…')));
    assert!(all.iter().all(|text| !text.is_empty() && !text.contains('\n')), "{all:?}");
}

#[test]
fn the_last_card_of_a_heap_is_its_top() {
    use crate::games::kusuri_gui::{KusuriGui, Rules};
    let game = KusuriGui::new(Rules::default());
    let line_up = LineUp::new(&game, &[BotSpec::new("random")]).expect("random can play");
    let setup = Setup::new(game, line_up, 1);
    let mut steps = ReplaySteps::new(BlockStreams::new(1, 3), None);
    setup.play(3, 0, &mut setup.line_up.players(), &mut steps).expect("random is legal");
    let heap = steps.zones.iter().position(|zone| zone.kind == "heap").expect("there is a discard pile");
    let mut seen = 0;
    for pair in steps.steps.windows(2).filter(|pair| pair[0].round == pair[1].round) {
        let (before, after) = (&pair[0].cards[heap], &pair[1].cards[heap]);
        let is_taken = pair[1].text.iter().any(|text| text.contains(" takes "));
        if !is_taken && after.len() > before.len() {
            assert_eq!(after[..before.len()], before[..], "what is below keeps its order");
            let laid = crate::cards::Hanafuda::at(*after.last().expect("it grew")).to_string();
            let moved = pair[1].text.iter().rfind(|text| text.contains(" plays ")).expect("a move");
            assert!(moved.contains(&laid), "{laid}: {moved}");
            seen += u32::from(after.last() < before.last());
        }
    }
    assert!(seen > 20, "the top is often not the last card of the deck: {seen}");
}

#[test]
fn a_zone_is_at_the_seat_of_its_player() {
    let steps = steps();
    let index =
        |name: &str| steps.zones.iter().position(|zone| zone.name == name).expect("there is such a zone");
    let mut dealers = std::collections::BTreeSet::new();
    for step in &steps.steps {
        let dealer = step.seats[index("dealer hand")];
        assert_eq!(step.roles[dealer - 1], "dealer");
        assert_eq!(step.roles.iter().filter(|role| **role == "sits out").count(), 1);
        assert_eq!(step.seats[index("field")], 0, "the field is in the middle");
        dealers.insert(dealer);
    }
    assert!(dealers.len() > 1, "the deal moves on");
}
