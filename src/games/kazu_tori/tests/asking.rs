//! Who is asked for a haste, and when.

use super::rig::{Rig, plain, stream};
use crate::bots::{BotSpec, Player};
use crate::game::{Game, Next, NullObserver, Options};
use crate::games::kazu_tori::{Haste, KazuTori, Rules};

/// Everyone who is asked before the next card is laid.
fn asked(rig: &mut Rig) -> Vec<usize> {
    let discards = rig.table.discards;
    let mut seats = Vec::new();
    while let Next::Choice(seat) = rig.game.to_act(&rig.table) {
        if rig.table.discards > discards {
            break;
        }
        seats.push(seat.number());
        rig.game.apply(&mut rig.table, 0, &mut rig.rng, &mut NullObserver);
    }
    seats
}

#[test]
fn everyone_is_asked_from_the_discarders_right_on_the_discarder_last() {
    for (discarder, order) in [(1, [2, 3, 4, 1]), (2, [3, 4, 1, 2]), (3, [4, 1, 2, 3]), (4, [1, 2, 3, 4])] {
        let mut rig = Rig::new(plain(), ["2 3", "4 5", "6 7", "8 9"]).at(discarder, 1);
        assert_eq!(asked(&mut rig), order);
    }
}

#[test]
fn who_is_out_is_not_asked() {
    let mut rig = Rig::new(plain(), ["2 3", "4 5", "", "8 9"]).at(2, 1);
    assert_eq!(asked(&mut rig), [4, 1, 2]);
}

#[test]
fn a_discarder_with_one_card_cannot_slap_and_is_not_asked() {
    let mut rig = Rig::new(plain(), ["2", "4 5", "6 7", "8 9"]);
    assert_eq!(asked(&mut rig), [2, 3, 4]);
    let mut rig = Rig::new(plain(), ["2", "", "6 7", ""]);
    assert_eq!(asked(&mut rig), [3]);
}

#[test]
fn the_card_is_drawn_after_all_have_chosen() {
    let mut rig = Rig::new(plain(), ["2 3", "4 5", "6 7", "8 9"]);
    let untouched = rig.rng.clone();
    for _ in 0..3 {
        rig.game.apply(&mut rig.table, 4, &mut rig.rng, &mut NullObserver);
        assert_eq!((rig.table.discards, &rig.rng), (0, &untouched));
    }
    rig.game.apply(&mut rig.table, 4, &mut rig.rng, &mut NullObserver);
    assert_eq!(rig.table.discards, 1);
}

#[test]
fn the_options_are_five_degrees_of_haste() {
    let rig = Rig::new(plain(), ["2 3", "4 5", "6 7", "8 9"]);
    let options = rig.game.options(&rig.table);
    assert_eq!(options.decision(), "haste");
    let names: Vec<String> = options.iter().map(|haste| haste.to_string()).collect();
    assert_eq!(names, ["0", "0.25", "0.5", "0.75", "1"]);
}

#[test]
fn everyone_plays_with_the_haste_that_was_chosen() {
    // Certain to be noticed and always the same time: the hastiest is first.
    let rules = Rules { lapse: 0.0, spread: 0.0, ..plain() };
    for hasty in 0..4 {
        let mut rig = Rig::new(rules.clone(), ["1 1", "2 3", "2 3", "2 3"]);
        for asked in 0..4 {
            let choice = if asked == hasty { 1 } else { 0 };
            rig.game.apply(&mut rig.table, choice, &mut rig.rng, &mut NullObserver);
        }
        assert_eq!(rig.table.hastes[(hasty + 1) % 4], Haste::at(1));
        assert_eq!(rig.next(), ((hasty + 1) % 4 + 1, 1), "the hasty one took");
    }
}

#[test]
fn calm_keen_and_reckless_players_are_always_equally_hasty() {
    for (name, haste) in [("calm", 0.0), ("keen", 0.5), ("reckless", 1.0)] {
        for number in [1, 10] {
            let rig = Rig::new(plain(), ["2 3", "4 5", "6 7", "8 9"]).at(1, number);
            let Next::Choice(seat) = rig.game.to_act(&rig.table) else { panic!("nobody is asked") };
            let mut bot: Player<KazuTori> = BotSpec::new(name).player(&rig.game).expect("it can play");
            let options = rig.game.options(&rig.table);
            let place = bot.choose(&rig.game, &rig.table, seat, &options, &mut stream(1));
            assert_eq!(options.at(place).degree(), haste, "{name}");
        }
    }
}
