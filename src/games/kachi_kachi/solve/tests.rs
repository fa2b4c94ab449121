//! The tree of a hand, compared with the game that is played.

use std::sync::Arc;

use super::*;
use crate::bots::{Bot as _, BotSpec, Player};
use crate::game::{Game as _, Next, Observer};
use crate::games::kachi_kachi::{Event, KachiKachi, Rules, Seen, Table, Tips, View};
use crate::random::{BlockStreams, Purpose, Stream};
use crate::seat::Seat;
use crate::solve::{Cfr, DEALER, Node, OTHER, Responder, Strategy, best_response, value};

fn rules() -> Rules {
    Rules { players: 2, hands: 1, ..Rules::default() }
}

/// Hands with few bets, and with everything else in all ways.
fn small() -> Vec<Rules> {
    let few = Rules { max_wager: 3, ..rules() };
    vec![
        few.clone(),
        Rules { extra_cards: true, tips: Tips::Winner, tips_without_showdown: true, ante: 2, ..few.clone() },
        Rules { zero_hand: false, max_wager: 10, tips_without_showdown: true, ..few.clone() },
        Rules { min_bet: 2, max_wager: 5, extra_cards: true, ..few },
    ]
}

fn model(rules: &Rules) -> Model {
    Model::new(rules).expect("it can be solved")
}

/// A drawn pot, shared.
fn half(pot: f64) -> impl Fn(u32) -> f64 {
    move |wagered| f64::from(wagered) + pot / 2.0
}

#[test]
fn there_are_74_hands_and_a_small_tree_without_zero_hands() {
    let model = model(&Rules { zero_hand: false, ..rules() });
    assert_eq!(model.cards.holdings(Space::Dealt).len(), 74);
    let tree = &model.hand_tree.tree;
    let choices = |side| {
        tree.nodes
            .iter()
            .filter(|node| matches!(node, Node::Choice { side: own, .. } if *own == side))
            .count()
    };
    // The dealer opens once with nothing bet, after 1 to 9, and after two bets
    // with a sum of 2 to 9; the other answers each bet.
    assert_eq!(choices(DEALER), 1 + 9 + 36);
    assert_eq!(choices(OTHER), 10 + 45 + 120);
}

#[test]
fn the_probabilities_of_all_pairs_of_hands_add_up_to_one() {
    for extra_cards in [false, true] {
        let cards = Cards::new(&Rules { extra_cards, ..rules() });
        let holdings = |space| cards.holdings(space).iter();
        let sum = |one: Space, other: Space| -> f64 {
            holdings(one).flat_map(|one| holdings(other).map(|other| cards.probability(one, other))).sum()
        };
        assert!((sum(Space::Dealt, Space::Dealt) - 1.0).abs() < 1e-12);
        for (zero, &hand) in cards.zeros().iter().enumerate() {
            // A card drawn to a Zero Hand is any card.
            let dealt: f64 = holdings(Space::Dealt)
                .map(|other| cards.probability(&cards.holdings(Space::Dealt)[hand], other))
                .sum();
            assert!((sum(Space::Once(zero), Space::Dealt) - dealt).abs() < 1e-12);
            let ten: f64 = holdings(Space::Dealt)
                .map(|other| cards.probability(&cards.holdings(Space::Once(zero))[cards.ten()], other))
                .sum();
            assert!((sum(Space::Again(zero), Space::Dealt) - ten).abs() < 1e-12);
        }
    }
}

/// Notes what a hand was worth to the dealer.
#[derive(Default)]
struct Net {
    of_hand: i64,
    drawn: Option<i64>,
}

impl Observer<KachiKachi> for Net {
    fn on_event(&mut self, event: &Event) {
        if let Event::HandOver { winner, pot, net, .. } = event {
            self.of_hand = net.of(Seat::FIRST);
            self.drawn = winner.is_none().then_some(*pot);
        }
    }
}

/// Plays one hand, with somebody to choose.
fn play_hand(
    game: &KachiKachi,
    number: u64,
    mut choose: impl FnMut(&Table, Seat, &mut Stream) -> usize,
) -> Net {
    let streams = BlockStreams::new(7, number);
    let (mut cards, mut net) = (streams.stream(1, Purpose::Game), Net::default());
    let mut own = Seat::all(2).map(|seat| streams.stream(1, Purpose::Bot(seat))).collect::<Vec<_>>();
    let mut table = game.begin();
    game.deal(&mut table, &mut cards, &mut net);
    while let Next::Choice(seat) = game.to_act(&table) {
        let choice = choose(&table, seat, &mut own[seat.index()]);
        game.apply(&mut table, choice, &mut cards, &mut net);
    }
    net
}

/// The kinds of the cards that are seen.
fn kinds(model: &Model, seen: &Seen) -> (Option<usize>, u8, Vec<usize>) {
    let drawn = seen.drawn.iter().flatten().map(|&card| model.cards.kind(card)).collect();
    (seen.dealt.map(|hand| model.cards.dealt(hand)), seen.draws, drawn)
}

/// What a bot would see at the place where it finds itself in the tree.
fn found(model: &Model, bot: &SolvedBot, view: &View) -> View {
    let (place, hand) = bot.place(view);
    let shown = (view.betting.showdown && view.position == OTHER).then(|| {
        let seen = &view.cards[DEALER];
        let last = seen.drawn.iter().flatten().last();
        last.map_or_else(|| model.cards.dealt(seen.dealt.unwrap()), |&card| model.cards.kind(card))
    });
    let pot = 2 * model.rules.ante;
    Situation { place, decision: view.decision, hand, shown, pot }.view(model).expect("it was dealt")
}

/// Every decision of many hands is found in the tree, and seen there as in the
/// game.
#[test]
fn every_situation_of_the_game_is_one_of_the_tree() {
    for rules in small() {
        let (model, game) = (Arc::new(model(&rules)), KachiKachi::new(rules));
        let solution =
            Solution { pots: vec![(2.0, StrategyTable::empty(&model.hand_tree.tree, 1))], deal: 0.0 };
        let solved = Arc::new(((*model).clone(), solution));
        let mut decisions = std::collections::BTreeMap::new();
        for number in 0..4_000 {
            let mut bots = [SolvedBot::new(Arc::clone(&solved), 1), SolvedBot::new(Arc::clone(&solved), 1)];
            play_hand(&game, number, |table, seat, rng| {
                let (view, options) = (game.view(table, seat), game.options(table));
                let bot = &mut bots[seat.index()];
                let _ = bot.choose(&view, &options, &mut rng.clone());
                let there = found(&model, bot, &view);
                assert_eq!(there.betting, view.betting);
                assert_eq!((there.paid, there.deck, there.position), (view.paid, view.deck, view.position));
                for position in 0..2 {
                    let cards = |view: &View| kinds(&model, &view.cards[position]);
                    assert_eq!(cards(&there), cards(&view), "{view:?}");
                }
                *decisions.entry(format!("{:?} {}", view.decision, view.betting.showdown)).or_insert(0) += 1;
                rng.random_range(0..crate::game::Options::count(&options) as u32) as usize
            });
        }
        let expected = if game.rules().zero_hand { 6 } else { 2 };
        assert!(decisions.len() >= expected, "{decisions:?}");
    }
}

/// What players win who choose at random is what the tree says, for each
/// pair of hands at the end of the tree: the payoffs of the tree are those of
/// the game.
#[test]
fn the_payoffs_of_the_tree_are_those_of_the_game() {
    for rules in small() {
        let (model, game) = (model(&rules), KachiKachi::new(rules.clone()));
        let uniform = Strategy(vec![0.0; model.hand_tree.tree.probabilities]);
        let pot = f64::from(2 * rules.ante);
        let mut random = Player::Random;
        let [dealer, other] =
            [DEALER, OTHER].map(|side| tabulate(&model, &mut random, side, 2 * rules.ante).unwrap());
        let payoffs = hand_payoffs(&model, pot, &half(pot), LastTurn::Bot(&other.claims));
        let tree = &model.hand_tree.tree;
        let predicted = value(tree, &payoffs, DEALER, Responder::Plays(&dealer.strategy), &other.strategy)
            - f64::from(rules.ante);
        assert_ne!(dealer.strategy, uniform);
        let (mut sum, mut squares) = (0.0, 0.0);
        let hands = 60_000;
        for number in 0..hands {
            let net = play_hand(&game, number, |table, _, rng| {
                rng.random_range(0..crate::game::Options::count(&game.options(table)) as u32) as usize
            });
            let won = net.of_hand as f64 + net.drawn.map_or(0.0, |pot| pot as f64 / 2.0);
            sum += won;
            squares += won * won;
        }
        let mean = sum / hands as f64;
        let error = ((squares / hands as f64 - mean * mean) / hands as f64).sqrt();
        assert!((mean - predicted).abs() < 4.0 * error, "{mean} ± {error}, and {predicted} was predicted");
    }
}

fn solve(model: &Model, iterations: u32) -> (StrategyTable, f64, f64) {
    let tree = &model.hand_tree.tree;
    let pot = f64::from(2 * model.rules.ante);
    let payoffs = hand_payoffs(model, pot, &half(pot), LastTurn::Best);
    let mut cfr = Cfr::new(tree, &payoffs);
    for _ in 0..iterations {
        cfr.iterate();
    }
    let table = StrategyTable::new(model, &cfr.strategy(), Fineness::FINE);
    let strategy = table.to_strategy();
    let low = -value(tree, &payoffs, OTHER, Responder::Best, &strategy);
    let high = value(tree, &payoffs, DEALER, Responder::Best, &strategy);
    (table, low, high)
}

#[test]
fn the_bounds_hold_the_value_and_close() {
    let model = model(&Rules { zero_hand: false, max_wager: 4, ..rules() });
    let (_, first_low, first_high) = solve(&model, 50);
    let (table, low, high) = solve(&model, 1_000);
    assert!(first_low <= high && low <= first_high, "both hold the value");
    assert!(high - low < 0.003 && high - low < (first_high - first_low) / 3.0, "{low} {high}");
    // What both play is worth something in between.
    let pot = f64::from(2 * model.rules.ante);
    let payoffs = hand_payoffs(&model, pot, &half(pot), LastTurn::Best);
    let strategy = table.to_strategy();
    let played = value(&model.hand_tree.tree, &payoffs, DEALER, Responder::Plays(&strategy), &strategy);
    assert!(low - 1e-9 <= played && played <= high + 1e-9);
}

/// A best response and an equilibrium win from a bot what was predicted, in
/// both roles.
#[test]
fn strategies_win_from_bots_what_was_predicted() {
    let rules = Rules { max_wager: 4, ..rules() };
    let (model, game) = (model(&rules), KachiKachi::new(rules.clone()));
    let (table, ..) = solve(&model, 60);
    let tree = &model.hand_tree.tree;
    let pot = f64::from(2 * rules.ante);
    for bot in ["random", "station", "weighing"] {
        for side in [DEALER, OTHER] {
            let mut player = BotSpec::new(bot).player(&game).unwrap();
            let play = tabulate(&model, &mut player, 1 - side, 2 * rules.ante).unwrap();
            let last_turn = if side == DEALER { LastTurn::Bot(&play.claims) } else { LastTurn::Solved };
            let payoffs = hand_payoffs(&model, pot, &half(pot), last_turn);
            let (best, response) = best_response(tree, &payoffs, side, &play.strategy);
            let equilibrium = table.to_strategy();
            let won = value(tree, &payoffs, side, Responder::Plays(&equilibrium), &play.strategy);
            assert!(best >= won);
            let sign = if side == DEALER { 1.0 } else { -1.0 };
            for (predicted, strategy) in
                [(best, StrategyTable::new(&model, &response, Fineness::PURE)), (won, table.clone())]
            {
                let solution = Solution { pots: vec![(pot, strategy)], deal: 0.0 };
                let solved = SolvedBot::new(Arc::new((model.clone(), solution)), 1);
                let mut players = [player.clone(), player.clone()];
                players[side] = Player::External(Box::new(solved));
                let (mut sum, mut squares, hands) = (0.0, 0.0, 20_000);
                for number in 0..hands {
                    let net = play_hand(&game, number, |table, seat, rng| {
                        players[seat.index()].choose(&game, table, seat, &game.options(table), rng)
                    });
                    let won = net.of_hand as f64 + net.drawn.map_or(0.0, |pot| pot as f64 / 2.0);
                    sum += sign * won;
                    squares += won * won;
                }
                let mean = sum / hands as f64;
                let error = ((squares / hands as f64 - mean * mean) / hands as f64).sqrt();
                let predicted = predicted - sign * f64::from(rules.ante);
                assert!(
                    (mean - predicted).abs() < 4.0 * error,
                    "{bot} {side}: {mean} ± {error}, predicted {predicted}"
                );
            }
        }
    }
}

#[test]
fn values_grow_with_the_pot_and_a_solution_is_played_from_its_file() {
    let rules = Rules { zero_hand: false, max_wager: 3, ..rules() };
    let model = model(&rules);
    let mut gaps = Vec::new();
    let solved = Solver::solve(&model, 0.004, &mut |step: Step| {
        gaps.push(step.gap);
        Ok(())
    })
    .expect("nobody stops it");
    assert!(solved.value.gap() <= 0.004 && solved.value.low <= solved.value.high);
    assert!(gaps.len() > 3, "the exploitability is seen falling");
    assert!(solved.is_precise);
    // Bounds that are less precise hold the same values.
    let rough = Solver::solve(&model, 0.2, &mut |_| Ok(())).expect("nobody stops it");
    assert!(rough.iterations <= solved.iterations);
    for (rough, fine) in rough.values.iter().zip(&solved.values) {
        assert!(rough.hand.low <= fine.hand.high && fine.hand.low <= rough.hand.high, "{rough:?} {fine:?}");
    }
    let carried: Vec<&ValueRow> = solved.values.iter().filter(|row| !row.free_ante).collect();
    for pair in carried.windows(2) {
        assert!(pair[0].carried < pair[1].carried && pair[0].hand.low < pair[1].hand.high);
    }
    let free = solved.values.iter().find(|row| row.free_ante).expect("the winner need not ante");
    assert!(free.hand.gap() < 0.15, "it is solved for itself: {:?}", free.hand);
    let value = free.long_game.middle();
    // In a long game the deal is worth to the winner what it is worth again.
    assert!((value - solved.solution.deal).abs() < 0.05, "{value} and {}", solved.solution.deal);
    assert!(
        solved
            .values
            .iter()
            .all(|row| row.hand.low <= row.hand.high && row.long_game.low <= row.long_game.high)
    );

    let content = SolutionFile::write("tries it", &model, &solved.solution);
    let (_, file) = open_solution(&Rules { hands: 20, ..rules.clone() }, &content).expect("it is whole");
    assert_eq!(file.about, "tries it");
    let error = |rules: Rules, content: &[u8]| open_solution(&rules, content).map(|_| ()).unwrap_err();
    assert!(
        error(Rules { ante: 2, ..rules.clone() }, &content)
            .contains("solved for ante=1, and this table has ante=2")
    );
    assert!(error(Rules { players: 4, ..rules.clone() }, &content).contains("players=2"));
    let mut broken = content.clone();
    broken[200] ^= 1;
    assert!(error(rules.clone(), &broken).contains("damaged"));
    assert!(error(rules, b"something else").contains("not a strategy"));
}

#[test]
fn bots_that_draw_random_numbers_cannot_be_tabulated() {
    let rules = Rules { zero_hand: false, max_wager: 1, ..rules() };
    let (model, game) = (model(&rules), KachiKachi::new(rules));
    let mut search = BotSpec::new("search:iterations=1").player(&game).unwrap();
    let error = tabulate(&model, &mut search, DEALER, 2).unwrap_err();
    assert!(error.contains("draws random numbers"), "{error}");
}

#[test]
fn rounded_probabilities_add_up_and_leave_out_what_is_rare() {
    use super::solution::round;
    assert_eq!(round(&[0.5, 0.25, 0.25], 8, 1), [4, 2, 2]);
    assert_eq!(round(&[1.0 / 3.0; 3], 4, 1), [2, 1, 1]);
    assert_eq!(round(&[0.1; 10], 4, 1), [1, 1, 1, 1, 0, 0, 0, 0, 0, 0]);
    assert_eq!(round(&[0.996, 0.004], 240, 2), [240, 0]);
    assert_eq!(round(&[0.99, 0.01], 240, 2), [238, 2]);
    assert_eq!(round(&[0.4, 0.6], 1, 1), [0, 1]);
}

#[test]
fn a_precision_that_cannot_be_reached_is_given_up() {
    let model = model(&Rules { zero_hand: false, max_wager: 1, ..rules() });
    let solved = Solver::solve(&model, 1e-9, &mut |_| Ok(())).expect("nobody stops it");
    assert!(!solved.is_precise && solved.value.gap() > 1e-9, "{:?}", solved.value);
    let stopped = Solver::solve(&model, 1e-9, &mut |_| Err(Stopped));
    assert_eq!(stopped.map(|_| ()), Err(Stopped));
}
