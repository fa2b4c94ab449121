//! The counts compared with brute-force enumeration, random deals, and each
//! other.

use std::cmp::Ordering;

use super::{ClassOdds, Odds};
use crate::cards::{CardSet, NumberCard};
use crate::games::kachi_kachi::{Class, Hand, deck};
use crate::random::{BlockStreams, Purpose};

const DECKS: [bool; 2] = [false, true];

fn cards(extra_cards: bool) -> Vec<NumberCard> {
    deck(extra_cards).iter().collect()
}

/// Ways, wins, draws and losses of each class for the first of some players.
#[derive(Clone, Debug, Default, PartialEq)]
struct Seen([[u64; 4]; Class::COUNT]);

impl Seen {
    /// Counts a deal, by the first player's hand and the best of the others.
    fn count(&mut self, own: Class, others: impl Iterator<Item = Class>) {
        let best = others.min().expect("somebody else plays");
        let of_class = &mut self.0[own.index()];
        of_class[0] += 1;
        of_class[match own.cmp(&best) {
            Ordering::Less => 1,
            Ordering::Equal => 2,
            Ordering::Greater => 3,
        }] += 1;
    }
}

fn counted(odds: &Odds, players: usize) -> Seen {
    let mut seen = Seen::default();
    for ClassOdds { class, ways, wins, draws, losses, .. } in of(odds, players) {
        seen.0[*class] = [*ways, *wins, *draws, *losses];
    }
    seen
}

fn of(odds: &Odds, players: usize) -> impl Iterator<Item = &ClassOdds> {
    odds.classes.iter().filter(move |class| class.players == players)
}

/// Every hand of two different cards.
fn hands(cards: &[NumberCard]) -> Vec<Hand> {
    let pairs = |first: usize| (first + 1..cards.len()).map(move |second| (first, second));
    (0..cards.len()).flat_map(pairs).map(|(first, second)| Hand([cards[first], cards[second]])).collect()
}

#[test]
fn two_players_agree_with_brute_force() {
    for extra_cards in DECKS {
        let hands = hands(&cards(extra_cards));
        let mut seen = Seen::default();
        for own in &hands {
            for other in hands.iter().filter(|other| !own.set().meets(other.set())) {
                seen.count(own.class(), [other.class()].into_iter());
            }
        }
        assert_eq!(counted(&Odds::of_kachi_kachi(extra_cards, &[2]), 2), seen);
    }
}

#[test]
fn three_players_agree_with_brute_force() {
    for extra_cards in DECKS {
        let hands: Vec<(CardSet<NumberCard>, Class)> =
            hands(&cards(extra_cards)).into_iter().map(|hand| (hand.set(), hand.class())).collect();
        let mut seen = Seen::default();
        for &(own, class) in &hands {
            for &(second, second_class) in hands.iter().filter(|(second, _)| !own.meets(*second)) {
                for &(_, third_class) in hands.iter().filter(|(third, _)| !(own | second).meets(*third)) {
                    seen.count(class, [second_class, third_class].into_iter());
                }
            }
        }
        assert_eq!(counted(&Odds::of_kachi_kachi(extra_cards, &[3]), 3), seen);
    }
}

/// Six standard errors: with a thousand shares to compare, a false alarm has a
/// probability of about one in a million.
const BOUND: f64 = 6.0;

#[test]
fn random_deals_agree_for_every_number_of_players() {
    const DEALS: u64 = 200_000;
    for extra_cards in DECKS {
        let mut cards = cards(extra_cards);
        let all: Vec<usize> = (2..=8).collect();
        let odds = Odds::of_kachi_kachi(extra_cards, &all);
        let mut stream = BlockStreams::new(20, u64::from(extra_cards)).stream(1, Purpose::Game);
        let mut seen = vec![Seen::default(); 9];
        let mut somebody = vec![[0; Class::COUNT]; 9];
        for _ in 0..DEALS {
            stream.shuffle(&mut cards);
            let classes: Vec<Class> =
                cards[..16].chunks(2).map(|hand| Hand([hand[0], hand[1]]).class()).collect();
            for &players in &all {
                seen[players].count(classes[0], classes[1..players].iter().copied());
                for (index, class) in classes[..players].iter().enumerate() {
                    somebody[players][class.index()] += u64::from(!classes[..index].contains(class));
                }
            }
        }
        for &players in &all {
            let deals = odds.deals(players) as f64;
            let assert_close = |ways: u64, seen: u64, class: usize| {
                let share = ways as f64 / deals;
                let error = (share * (1.0 - share) * DEALS as f64).sqrt();
                let off = (seen as f64 - share * DEALS as f64).abs();
                assert!(
                    off <= BOUND * error + 0.5,
                    "{} of {players}: {seen} deals, expected {}",
                    Class::NAMES[class],
                    share * DEALS as f64
                );
            };
            let exact = counted(&odds, players);
            for (class, (exact, seen)) in exact.0.iter().zip(&seen[players].0).enumerate() {
                exact.iter().zip(seen).for_each(|(ways, seen)| assert_close(*ways, *seen, class));
            }
            for class in of(&odds, players) {
                assert_close(class.somebody, somebody[players][class.class], class.class);
            }
        }
    }
}

#[test]
fn every_deal_is_counted_once() {
    for extra_cards in DECKS {
        let all: Vec<usize> = (2..=8).collect();
        let odds = Odds::of_kachi_kachi(extra_cards, &all);
        assert_eq!(odds.classes.len(), all.len() * Class::COUNT);
        for players in all {
            let ways: u64 = of(&odds, players).map(|class| class.ways).sum();
            assert_eq!(ways, odds.deals(players));
            for class in of(&odds, players) {
                assert_eq!(class.wins + class.draws + class.losses, class.ways);
            }
            // In every deal somebody is alone the best, or two or more draw.
            let everyone = |part: fn(&ClassOdds) -> u64| -> u64 {
                of(&odds, players).map(part).sum::<u64>() * players as u64
            };
            let drawn = odds.deals(players) - everyone(|class| class.wins);
            let draws = everyone(|class| class.draws);
            assert!((2 * drawn..=players as u64 * drawn).contains(&draws));
        }
    }
}

#[test]
fn a_pair_of_tens_always_wins_with_two_or_three_tens() {
    for extra_cards in DECKS {
        let odds = Odds::of_kachi_kachi(extra_cards, &[2, 5, 8]);
        for players in [2, 5, 8] {
            let tens = of(&odds, players).next().expect("the best class is first");
            assert_eq!((tens.class, tens.draws, tens.losses), (Class::TENS.index(), 0, 0));
            assert_eq!(tens.wins, tens.ways);
        }
    }
}

/// The number of deals to three players in which somebody holds each class.
#[test]
fn somebody_at_the_table_agrees_with_brute_force() {
    for extra_cards in DECKS {
        let hands: Vec<(CardSet<NumberCard>, Class)> =
            hands(&cards(extra_cards)).into_iter().map(|hand| (hand.set(), hand.class())).collect();
        let mut somebody = [0; Class::COUNT];
        for &(first, one) in &hands {
            for &(second, two) in hands.iter().filter(|(second, _)| !first.meets(*second)) {
                for &(_, three) in hands.iter().filter(|(third, _)| !(first | second).meets(*third)) {
                    let held = [one, two, three];
                    for (index, class) in held.iter().enumerate() {
                        somebody[class.index()] += u64::from(!held[..index].contains(class));
                    }
                }
            }
        }
        let odds = Odds::of_kachi_kachi(extra_cards, &[3]);
        assert_eq!(of(&odds, 3).map(|class| class.somebody).collect::<Vec<_>>(), somebody);
    }
}

#[test]
fn of_a_pair_with_two_copies_somebody_has_it_once_for_each_player() {
    // Two players cannot both have it, so that the chances add up.
    let odds = Odds::of_kachi_kachi(false, &[2, 8]);
    for players in [2, 8] {
        let tens = of(&odds, players).next().expect("the best class is first");
        assert_eq!(tens.somebody, players as u64 * tens.ways);
        assert!(
            of(&odds, players)
                .all(|class| { (class.ways..=players as u64 * class.ways).contains(&class.somebody) })
        );
    }
}

#[test]
fn the_number_of_deals_fits_into_a_word_exactly() {
    let deals = |cards: u128, players: u128| {
        (0..players).map(|dealt| cards - 2 * dealt).map(|left| left * (left - 1) / 2).product::<u128>()
    };
    for extra_cards in DECKS {
        let odds = Odds::of_kachi_kachi(extra_cards, &[]);
        for players in 2..=8 {
            assert_eq!(u128::from(odds.deals(players)), deals(odds.deck as u128, players as u128));
        }
    }
    assert_eq!(deals(22, 8), 6_098_094_226_224_000);
}

#[test]
fn the_share_of_each_class_is_that_of_two_cards() {
    // Of 190 hands of the small deck: a pair is one, One and Four are four;
    // with three Ones and Tens among 231, three and six.
    for (extra_cards, pair_of_ones, shippin, one_ten, hands) in [(false, 1, 4, 4, 190), (true, 3, 6, 9, 231)]
    {
        let odds = Odds::of_kachi_kachi(extra_cards, &[2]);
        let share = |name: &str| {
            let index = Class::NAMES.iter().position(|known| *known == name).expect("a class");
            of(&odds, 2).nth(index).expect("every class").ways * hands / odds.deals(2)
        };
        assert_eq!(
            [share("pair-1"), share("one-four"), share("one-ten"), share("pair-5")],
            [pair_of_ones, shippin, one_ten, 1]
        );
    }
}
