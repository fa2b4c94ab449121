//! Sampled deals, situations, and the file of a response.

use super::deal::Deal;
use super::memory::{Memory, UNKNOWN};
use super::spot::{OwnHands, Spot, tried};
use super::*;
use crate::bots::{Bot as _, BotSpec};
use crate::game::{Game as _, Options as _};
use crate::games::kachi_kachi::solve::{Cards, Space};
use crate::games::kachi_kachi::{Choices, Class, KachiKachi, Rules};
use crate::games::testkit::stream;
use crate::seat::Seat;

fn rules(players: u8) -> Rules {
    Rules { players, hands: 1, ..Rules::default() }
}

fn hands_of(rules: &Rules) -> OwnHands {
    OwnHands::new(Cards::new(rules))
}

/// A hand weighs as much in all sampled deals together as it is likely.
#[test]
fn every_own_hand_is_as_likely_as_if_it_were_dealt() {
    for players in [2, 4, 8] {
        let rules = rules(players);
        let (game, hands, cards) = (KachiKachi::new(rules.clone()), hands_of(&rules), Cards::new(&rules));
        let mut weights = vec![0.0; hands.count()];
        let mut rng = stream(7);
        let deals = 6_000;
        for _ in 0..deals {
            let deal = Deal::of_all(&game, &hands, Seat::at(1), 0, &mut rng);
            for own in deal.into_iter().flat_map(|deal| deal.own) {
                weights[own.index] += own.weight / f64::from(deals);
            }
        }
        let left = f64::from(20 - 2 * (players - 1));
        let pairs = left * (left - 1.0) / 2.0;
        // By class, as single hands are rare.
        let mut by_class = [[0.0; 2]; Class::COUNT];
        for (index, holding) in cards.holdings(Space::Dealt).iter().enumerate() {
            let kinds = holding.dealt.map(|kind| f64::from(cards.kinds()[kind].copies));
            let ways = if holding.dealt[0] == holding.dealt[1] { 1.0 } else { kinds[0] * kinds[1] };
            let of_class = &mut by_class[holding.class().index()];
            of_class[0] += weights[index];
            of_class[1] += pairs * ways / 190.0;
        }
        for (class, [sampled, likely]) in by_class.into_iter().enumerate() {
            if class == Class::ZERO.index() {
                assert_eq!(sampled, 0.0, "Zero Hands are dealt for themselves");
            } else {
                assert!(
                    (sampled / likely - 1.0).abs() < 0.25,
                    "{players} players, class {class}: {sampled} {likely}"
                );
            }
        }
    }
}

#[test]
fn a_pot_that_lies_over_was_paid_by_all() {
    let rules = rules(3);
    let (game, hands) = (KachiKachi::new(rules.clone()), hands_of(&rules));
    let deal = Deal::of_zero(&game, &hands, Seat::at(2), 20, &mut stream(3));
    assert_eq!(deal.table.betting.pot, 23);
    let points: Vec<i64> = deal.table.points.first(3).to_vec();
    assert_eq!(points, [-7, -7, -6]);
    assert_eq!(deal.table.dealt[Seat::at(2)].class(), Class::ZERO);
}

#[test]
fn many_bets_are_tried_closer_together_where_they_are_small() {
    assert_eq!(tried(&Choices::of_amounts(1, 10)), (0..10).collect::<Vec<_>>());
    let some = tried(&Choices::of_amounts(1, 100_000));
    assert_eq!((some[0], some.last()), (0, Some(&99_999)));
    assert!(some.windows(2).all(|pair| pair[0] < pair[1]) && some.len() <= 8);
    assert!(some[1] - some[0] < some[2] - some[1]);
}

/// A first decision of the dealer.
fn spot(rules: &Rules) -> Spot {
    let game = KachiKachi::new(rules.clone());
    let deal = Deal::of_all(&game, &hands_of(rules), Seat::FIRST, 0, &mut stream(1)).expect("hands are left");
    Spot::of(&game.view(&deal.table, Seat::FIRST), rules, 2)
}

#[test]
fn what_is_not_known_of_a_situation_is_taken_from_those_like_it() {
    let rules = rules(4);
    let spot = spot(&rules);
    assert_eq!(spot.levels().count(), 3);
    let hands = hands_of(&rules).count();
    let mut memory = Memory::new(hands);
    // Hand 5 wins by opening in coarser situations; hand 6 was hardly seen.
    memory.add(
        spot.coarser().unwrap(),
        [(5, 100.0), (6, 1.0)].into_iter(),
        &[vec![0.0, 0.0], vec![1.0, 1.0]],
    );
    memory.add(spot, [(5, 2.0)].into_iter(), &[vec![0.0], vec![-1.0]]);
    let policy = memory.policy();
    let choices = policy.at(spot).expect("the situation was seen");
    assert_eq!((choices[5], choices[6], choices[7]), (1, UNKNOWN, UNKNOWN));
    // With more of its own deals, these decide.
    memory.add(spot, [(5, 400.0)].into_iter(), &[vec![0.0], vec![-1.0]]);
    assert_eq!(memory.policy().at(spot).expect("the situation was seen")[5], 0);
}

/// A short file may unpack to very much.
#[test]
fn a_file_that_is_wrong_is_refused_where_it_is() {
    struct Endless(usize);
    impl std::io::Read for Endless {
        fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
            // The number of positions, very many situations, and zeros.
            let begin = [3, 0xff, 0xff, 0xff, 0x7f];
            for (place, byte) in buffer.iter_mut().enumerate() {
                *byte = begin.get(self.0 + place).copied().unwrap_or(0);
            }
            self.0 += buffer.len();
            Ok(buffer.len())
        }
    }
    let mut endless = Endless(0);
    assert!(file::read_policies(&rules(3), &mut endless).is_err());
    assert!(endless.0 < 1 << 18, "{} bytes were read", endless.0);
}

#[test]
fn a_response_is_played_from_its_file_and_only_at_its_table() {
    let rules = Rules { zero_hand: false, max_wager: 2, ..rules(3) };
    let game = KachiKachi::new(rules.clone());
    let bot = BotSpec::new("station").player(&game).expect("a built-in bot");
    let learn = |position| learn(&Learning { game: &game, bot: &bot, position, deals: 300 }, &|| false);
    let policies: Vec<Policy> = (0..3).map(|position| learn(position).expect("nobody stops it")).collect();
    let content = write_response("tries it", &rules, &policies);
    assert!(is_response(&content));
    let (mut opened, about) =
        open_response(&Rules { hands: 20, ..rules.clone() }, &content).expect("it is whole");
    assert_eq!(about, "tries it");
    let hands = hands_of(&rules);
    let deal = Deal::of_all(&game, &hands, Seat::FIRST, 0, &mut stream(1)).expect("hands are left");
    let (view, options) = (game.view(&deal.table, Seat::FIRST), game.options(&deal.table));
    let mut direct = ResponseBot::new(&rules, std::sync::Arc::new(policies));
    let choice = opened.choose(&view, &options, &mut stream(2));
    assert!(choice < options.count());
    assert_eq!(choice, direct.choose(&view, &options, &mut stream(2)));

    let error = |rules: &Rules, content: &[u8]| open_response(rules, content).map(|_| ()).unwrap_err();
    let other = error(&Rules { players: 4, ..rules.clone() }, &content);
    assert!(other.contains("solved for players=3, and this table has players=4"), "{other}");
    let mut broken = content.clone();
    broken[100] ^= 1;
    assert!(error(&rules, &broken).contains("damaged"));
    assert!(error(&rules, &content[..20]).contains("not a strategy"));
    assert!(error(&rules, &content[..50]).contains("damaged"));
    // A choice that is none of the options.
    let wrong = Policy([(spot(&rules), vec![2; hands.count()])].into_iter().collect());
    let wrong = write_response("wrong", &rules, &[wrong, Policy::default(), Policy::default()]);
    assert!(error(&rules, &wrong).contains("damaged"));
    // More of the same, or less.
    let none = || write_response("few", &rules, &[Policy::default(), Policy::default()]);
    assert!(error(&rules, &none()).contains("damaged"));
}
