//! Small games whose values are known.

use super::*;

/// Kuhn's poker: three cards, an ante of 1, one bet of 1. The first player
/// loses 1/18 of a chip.
fn kuhn() -> (Tree, Payoffs<f64>) {
    let choice = |side, children, first| Node::Choice { side, hands: 3, options: 2, children, first };
    let tree = Tree {
        nodes: vec![
            choice(DEALER, 0, 0),
            choice(OTHER, 2, 6),
            choice(OTHER, 4, 12),
            Node::End(0),
            choice(DEALER, 6, 18),
            Node::End(1),
            Node::End(2),
            Node::End(3),
        ],
        // Check or bet; fold or call.
        children: vec![1, 2, 3, 4, 5, 6, 7, 6],
        branches: Vec::new(),
        hands: [3, 3],
        probabilities: 24,
    };
    let dealt = |dealer: usize, other: usize| if dealer == other { 0.0 } else { 1.0 / 6.0 };
    let shown = |dealer: usize, other: usize| {
        if dealer > other { dealt(dealer, other) } else { -dealt(dealer, other) }
    };
    let end = |matrix, scale| End { matrix, scale };
    let payoffs = Payoffs {
        matrices: vec![Matrix::new([3, 3], dealt), Matrix::new([3, 3], shown)],
        ends: vec![end(1, 1.0), end(0, 1.0), end(1, 2.0), end(0, -1.0)],
    };
    (tree, payoffs)
}

/// The bounds of the value that a strategy proves.
fn bounds(tree: &Tree, payoffs: &Payoffs<f64>, strategy: &Strategy) -> [f64; 2] {
    [
        -value(tree, payoffs, OTHER, Responder::Best, strategy),
        value(tree, payoffs, DEALER, Responder::Best, strategy),
    ]
}

#[test]
fn kuhns_poker_has_its_value() {
    let (tree, payoffs) = kuhn();
    let mut cfr = Cfr::new(&tree, &payoffs);
    for _ in 0..3_000 {
        cfr.iterate();
    }
    let strategy = cfr.strategy();
    let [low, high] = bounds(&tree, &payoffs, &strategy);
    assert!(low <= -1.0 / 18.0 && -1.0 / 18.0 <= high, "{low} {high}");
    assert!(high - low < 5e-4, "{low} {high}");
    // The other player bluffs with a third of the Jacks, and calls with a
    // third of the Queens.
    let chosen = |first, hand| strategy.of_choice(first, 3, 2, hand).nth(1).unwrap();
    assert!((chosen(6, 0) - 1.0 / 3.0).abs() < 0.01, "{}", chosen(6, 0));
    assert!((chosen(12, 1) - 1.0 / 3.0).abs() < 0.01, "{}", chosen(12, 1));
}

#[test]
fn a_best_response_wins_what_was_predicted_and_no_less_than_any_strategy() {
    let (tree, payoffs) = kuhn();
    let uniform = Strategy(vec![0.0; tree.probabilities]);
    for side in [DEALER, OTHER] {
        let (best, response) = best_response(&tree, &payoffs, side, &uniform);
        assert_eq!(value(&tree, &payoffs, side, Responder::Best, &uniform), best);
        let played = value(&tree, &payoffs, side, Responder::Plays(&response), &uniform);
        assert!((played - best).abs() < 1e-12);
        let lost = value(&tree, &payoffs, 1 - side, Responder::Plays(&uniform), &response);
        assert!((lost + best).abs() < 1e-12, "what one wins the other loses");
        let none = value(&tree, &payoffs, side, Responder::Plays(&uniform), &uniform);
        assert!(best > none);
    }
    // Known by hand: against a coin, the dealer wins a half with the best play.
    let (best, _) = best_response(&tree, &payoffs, DEALER, &uniform);
    assert!((best - 0.5).abs() < 1e-12, "{best}");
}

/// A claim alone: one hand can be kept for `kept`, or exchanged for one of two
/// cards, the second of which can be exchanged again.
fn claim(kept: f64, first: f64, ten: f64, again: f64) -> (Tree, Payoffs<f64>) {
    let draw = |node, hands| Draw { node, hands };
    let tree = Tree {
        nodes: vec![
            Node::Claim { side: DEALER, hands: 1, keep: 1, branches: 0, count: 1, first: 0 },
            Node::End(0),
            Node::End(1),
            Node::End(2),
        ],
        children: Vec::new(),
        branches: vec![Branch { hand: 0, once: draw(2, 2), ten: 1, again: draw(3, 1) }],
        hands: [1, 1],
        probabilities: Branch::PROBABILITIES,
    };
    let one = |payoff: f64| Matrix::new([1, 1], |_, _| payoff);
    let payoffs = Payoffs {
        matrices: vec![
            one(kept),
            Matrix::new([2, 1], |dealer, _| [0.75 * first, 0.25 * ten][dealer]),
            one(0.25 * again),
        ],
        ends: (0..3).map(|matrix| End { matrix, scale: 1.0 }).collect(),
    };
    (tree, payoffs)
}

#[test]
fn a_hand_is_claimed_and_a_ten_drawn_again_on_if_that_is_better() {
    for (kept, first, ten, again, best) in
        [(1.0, 4.0, -8.0, 0.0, 3.0), (1.0, 4.0, 0.0, -8.0, 3.0), (3.5, 4.0, 0.0, -8.0, 3.5)]
    {
        let (tree, payoffs) = claim(kept, first, ten, again);
        let mut cfr = Cfr::new(&tree, &payoffs);
        for _ in 0..200 {
            cfr.iterate();
        }
        let strategy = cfr.strategy();
        assert_eq!(value(&tree, &payoffs, DEALER, Responder::Best, &strategy), best);
        let learnt = value(&tree, &payoffs, DEALER, Responder::Plays(&strategy), &strategy);
        assert!((learnt - best).abs() < 1e-3, "{learnt} instead of {best}");
        let suffered = value(&tree, &payoffs, OTHER, Responder::Best, &strategy);
        assert!((suffered + learnt).abs() < 1e-12, "the other can do nothing about it");
    }
}
