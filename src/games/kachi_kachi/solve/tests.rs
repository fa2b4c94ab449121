//! The tree of a hand.

use super::*;
use crate::games::kachi_kachi::Rules;
use crate::solve::{Cfr, DEALER, OTHER, Responder, value};

fn rules() -> Rules {
    Rules { players: 2, hands: 1, ..Rules::default() }
}

#[test]
#[ignore = "takes a minute"]
fn solves() {
    let rules = rules();
    let cards = Cards::new(&rules);
    let start = std::time::Instant::now();
    let tree = HandTree::new(&cards, &rules, 10_000_000).unwrap();
    eprintln!("{} nodes, {} ends, {} probabilities, {:?}", tree.tree.nodes.len(), tree.endings.len(), tree.tree.probabilities, start.elapsed());
    let drawn = |wagered: u32| 0.5 * (2.0 + 2.0 * f64::from(wagered));
    let payoffs = hand_payoffs(&tree, &cards, &rules, 2.0, &drawn);
    eprintln!("payoffs {:?}", start.elapsed());
    let mut cfr = Cfr::new(&tree.tree, &payoffs);
    for _ in 0..12 {
        for _ in 0..50 {
            cfr.iterate();
        }
        eprintln!("{} {:?}", cfr.iterations(), start.elapsed());
        let strategy = cfr.strategy();
        let high = value(&tree.tree, &payoffs, DEALER, Responder::Best, &strategy);
        let low = -value(&tree.tree, &payoffs, OTHER, Responder::Best, &strategy);
        eprintln!("{low:.5} {high:.5} {:.5} {:?}", high - low, start.elapsed());
    }
}
