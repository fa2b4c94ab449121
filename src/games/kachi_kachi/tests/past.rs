//! What others chose before, as far as it shows what they hold.

use std::collections::BTreeMap;

use super::rig::{Scene, without_tips};
use crate::game::{Audit, Game, Options};
use crate::games::kachi_kachi::{Decision, KachiKachi, Rules};
use crate::games::testkit::{stream, watch_house_bots};
use crate::seat::Seat;

/// The default bot claims a Zero Hand in its first turn, as everybody is thought
/// to: so all that is told is true.
#[test]
fn bets_are_told_with_what_they_were_chosen_from() {
    for players in [2, 4, 8] {
        for max_wager in [1, 10] {
            let game = KachiKachi::new(Rules { players, max_wager, hands: 40, ..Rules::default() });
            let mut told = 0;
            watch_house_bots(&game, 20, |table, chooser, made| {
                for seat in chooser.others(game.players()) {
                    let is_bet =
                        |view: &Decision| matches!(view, Decision::Open | Decision::Amount | Decision::Call);
                    let mut bets = made[seat].iter().filter(|made| is_bet(&made.view.decision));
                    let has_folded = table.betting.remaining >> table.position(seat, game.players()) & 1 == 0;
                    game.past_choices(table, seat, &mut |view, options, choice| {
                        let made = bets.next().expect("no more is told than was chosen");
                        assert_eq!(
                            (view, options.asked(), choice),
                            (&made.view, made.options.asked(), made.choice)
                        );
                        told += 1;
                    });
                    assert!(has_folded || bets.next().is_none(), "all bets are told");
                }
            });
            assert!(told > 500, "{told} with {players} players");
        }
    }
}

#[test]
fn who_holds_a_zero_hand_has_kept_it() {
    let mut scene = Scene::dealt(without_tips(3), &["2 8", "3 6", "8 9"], "");
    scene.plays("1 keep, 1 open 2");
    let mut told = Vec::new();
    scene.game.past_choices(&scene.table, Seat::at(0), &mut |_, options, choice| {
        told.push(format!("{}: {}", options.decision(), options.at(choice)));
    });
    assert_eq!(told, ["claim: keep", "open: open", "amount: 2"]);
}

#[test]
fn who_has_folded_tells_nothing() {
    let mut scene = Scene::dealt(without_tips(3), &["2 5", "3 6", "8 9"], "");
    scene.plays("1 fold, 2 open 2");
    scene.game.past_choices(&scene.table, Seat::at(0), &mut |_, _, _| panic!("it is of no use"));
}

/// Another hand for seat 2 is any of those that the own hand leaves, the third
/// seat keeps its cards, and the view stays as it is.
#[test]
fn another_hand_is_any_hand() {
    let mut scene = Scene::dealt(without_tips(3), &["2 5", "3 6", "8 9"], "");
    scene.plays("1 open 2");
    scene.plays("2 call");
    let own = scene.seat_asked();
    let view = scene.game.view(&scene.table, own);
    let mut table = scene.game.sample_state(&view, &mut stream(1));
    let (third, mut rng) = (table.dealt[Seat::at(0)], stream(2));
    let mut seen: BTreeMap<String, u32> = BTreeMap::new();
    let draws = 60_000;
    for _ in 0..draws {
        scene.game.redeal(&view, &mut table, Seat::at(1), &mut rng);
        *seen.entry(table.dealt[Seat::at(1)].set().to_string()).or_default() += 1;
    }
    assert_eq!(table.dealt[Seat::at(0)], third);
    assert_eq!(scene.game.view(&table, own), view);
    let all: usize = scene.game.zones(&table).iter().map(|zone| zone.cards.len()).sum();
    assert_eq!(all, scene.game.deck().len());
    // Two of the 16 cards that neither of the other two holds; by number, and two
    // alike are one way.
    assert_eq!(seen.values().sum::<u32>(), draws);
    let expected = f64::from(draws) / (16.0 * 15.0 / 2.0);
    for (hand, &times) in &seen {
        let ways = f64::from(times) / expected;
        let whole = ways.round();
        assert!(whole > 0.0 && (ways - whole).abs() < 5.0 * (whole / expected).sqrt(), "{hand}: {times}");
    }
}
