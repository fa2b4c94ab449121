//! Cards, points, options and deals.

use std::collections::BTreeMap;

use fuda::bots::Player;
use fuda::cards::{Card, CardSet};
use fuda::game::audit::{check_cards, check_points, moves};
use fuda::game::{Audit, Game, Next, NullObserver, Options};
use fuda::random::{BlockStreams, Purpose};
use fuda::sim::play;
use statrs::distribution::{ChiSquared, ContinuousCDF};

use crate::rig::{DEFAULT, EventObserver, rule_sets, same_bot_everywhere, stream, walk};

/// At every state the places are disjoint and make up the deck.
pub fn cards_are_conserved<G: Game + Audit>() {
    for set in rule_sets::<G>() {
        let game = G::new(set.rules);
        for block in 0..20 {
            walk(&game, block, |state, next| {
                if let Next::Choice(_) = next {
                    check_cards(&game, state).unwrap_or_else(|error| panic!("{}: {error}", set.name));
                }
            });
        }
    }
}

/// The scores of all seats, and the points that no seat has, add up to zero.
pub fn points_balance<G: Game + Audit>() {
    for set in rule_sets::<G>() {
        let game = G::new(set.rules);
        for block in 0..20 {
            walk(&game, block, |state, _| {
                check_points(&game, state).unwrap_or_else(|error| panic!("{}: {error}", set.name));
            });
        }
    }
}

/// Within the declared bound of decisions; somebody has two options or more
/// exactly while somebody is to act.
pub fn every_game_ends<G: Game + Audit>() {
    for set in rule_sets::<G>() {
        let game = G::new(set.rules);
        let mut longest = 0;
        for block in 0..50 {
            let mut decisions = 0;
            walk(&game, block, |state, next| {
                if let Next::Choice(seat) = next {
                    decisions += 1;
                    assert!(decisions <= game.max_decisions(), "{}: a game without end", set.name);
                    assert!(seat.index() < game.players());
                    assert!(game.options(state).count() >= 2, "{}: a choice of one", set.name);
                }
            });
            longest = longest.max(decisions);
        }
        assert!(longest > 0, "{}: nobody ever had a choice", set.name);
    }
}

/// Options have no duplicates and a fixed order, and each can be applied.
pub fn options_are_sound<G: Game + Audit>() {
    for set in rule_sets::<G>() {
        let game = G::new(set.rules);
        for block in 0..5 {
            walk(&game, block, |state, next| {
                if let Next::Choice(_) = next {
                    let options = game.options(state);
                    let listed = moves::<G>(&options);
                    assert_eq!(listed, moves::<G>(&game.options(state)), "{}: the order changes", set.name);
                    // Bots may answer with any number; what failed does with the highest.
                    assert!(listed.iter().all(|(index, _)| options.has(*index)), "{}", set.name);
                    assert!(!options.has(options.count()) && !options.has(usize::MAX), "{}", set.name);
                    for (nth, (index, option)) in listed.iter().enumerate() {
                        let twice = listed[..nth].iter().any(|(_, other)| other == option);
                        assert!(!twice, "{}: {option} twice", set.name);
                        let mut copy = state.clone();
                        game.apply(&mut copy, *index, &mut stream(block), &mut NullObserver);
                    }
                }
            });
        }
    }
}

/// The default rules, and those that change the deck.
fn decks<G: Game + Audit>() -> Vec<G> {
    let default = G::new(G::Rules::default()).deck();
    rule_sets::<G>()
        .into_iter()
        .map(|set| (set.name == DEFAULT, G::new(set.rules)))
        .filter(|(is_default, game)| *is_default || game.deck() != default)
        .map(|(_, game)| game)
        .collect()
}

/// Chi-squared of card by place, over all deals, for every deck.
pub fn the_deal_is_fair<G: Game + Audit>() {
    decks::<G>().iter().for_each(its_deal_is_fair);
}

fn its_deal_is_fair<G: Game + Audit>(game: &G) {
    let mut dealt: BTreeMap<(String, usize), f64> = BTreeMap::new();
    let mut sizes: BTreeMap<String, f64> = BTreeMap::new();
    let mut deals = 0.0;
    for block in 0..4_000 {
        let mut observer = EventObserver(|event: &G::Event| {
            if let Some(places) = G::dealt(event) {
                deals += 1.0;
                for (place, cards) in places {
                    sizes.insert(place.clone(), cards.len() as f64);
                    for card in cards {
                        *dealt.entry((place.clone(), card.index())).or_default() += 1.0;
                    }
                }
            }
        });
        play(
            game,
            &mut [Player::Random],
            &same_bot_everywhere(),
            &BlockStreams::new(1, block),
            &mut observer,
        )
        .expect("random is legal");
    }
    let deck = game.deck();
    assert!(deals >= 4_000.0 && !sizes.is_empty());
    for (place, size) in sizes {
        // Cards are dealt without replacement: a card is in a place or not, with
        // a variance of p (1 - p).
        let p = size / deck.len() as f64;
        let chi_squared: f64 = deck
            .iter()
            .map(|card| {
                let seen = dealt.get(&(place.clone(), card.index())).copied().unwrap_or(0.0);
                (seen - deals * p).powi(2) / (deals * p * (1.0 - p))
            })
            .sum();
        // The counts of a place add up, which takes one degree of freedom and
        // shrinks the sum by (n - 1) / n.
        let degrees_of_freedom = deck.len() as f64 - 1.0;
        let scaled = chi_squared * degrees_of_freedom / deck.len() as f64;
        let tail = 1.0 - ChiSquared::new(degrees_of_freedom).expect("a deck has cards").cdf(scaled);
        assert!((1e-4..1.0 - 1e-4).contains(&tail), "{place}: chi-squared {scaled}, tail {tail}");
    }
}

/// A deck that has all cards of another one deals the same cards to the same
/// places, except where the extra cards lie.
pub fn decks_share_the_deal<G: Game + Audit>() {
    let decks = decks::<G>();
    for (few, many) in decks.iter().flat_map(|few| decks.iter().map(move |many| (few, many))) {
        let extra = many.deck() - few.deck();
        if extra.is_empty() || !many.deck().includes(few.deck()) {
            continue;
        }
        for block in 0..500 {
            let places = first_deal(few, block).into_iter().zip(first_deal(many, block));
            for ((name, without), (same_name, with)) in places {
                assert_eq!(name, same_name);
                let moved = without - with;
                assert!(without.includes(with - extra), "block {block}, {name}: {without}; {with}");
                assert_eq!(moved.len(), (with & extra).len(), "block {block}, {name}: {without}; {with}");
            }
        }
    }
}

/// Where the cards of a block's first deal lie.
fn first_deal<G: Game + Audit>(game: &G, block: u64) -> Vec<(String, CardSet<G::Card>)> {
    let mut first = None;
    let mut observer = EventObserver(|event: &G::Event| {
        if first.is_none() {
            first = G::dealt(event);
        }
    });
    let mut rng = BlockStreams::new(1, block).stream(1, Purpose::Game);
    game.deal(&mut game.begin(), &mut rng, &mut observer);
    first.expect("a game begins with a deal")
}
