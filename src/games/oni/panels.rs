//! What a player wants to see of the results, on one screen.

use crate::metric::{Figure, Item, Panel};

/// How rounds end, what they are worth, and who wins.
pub(super) fn panels() -> Vec<Panel> {
    let item = |heading, metric, figure| Item { heading, metric, figure };
    vec![
        Panel::Outcomes { title: "How rounds end", metric: "ending" },
        Panel::Outcomes { title: "What raises the debts, of the rounds", metric: "bonus" },
        Panel::Lines {
            title: "A round",
            items: vec![
                item("points of the winner", "round_points", Figure::Mean),
                item("points of a player who declared", "declare_net", Figure::Mean),
                item("points of a loser's hand", "hand_points", Figure::Mean),
                item("cards in a loser's hand", "hand_cards", Figure::Mean),
                item("turns", "round_turns", Figure::Mean),
                item("cards drawn", "drawn", Figure::Mean),
                item("reshuffles", "reshuffles", Figure::Mean),
                item("the dealer wins", "dealer_wins", Figure::Share("yes")),
            ],
        },
        Panel::Lines {
            title: "A game",
            items: vec![
                item("rounds", "game_rounds", Figure::Mean),
                item("stopped before the goal", "truncated", Figure::Share("yes")),
            ],
        },
        Panel::ByGroup {
            title: "Bots",
            by: "bot",
            columns: vec![
                item("wins", "win", Figure::Share("win")),
                item("final score", "final_score", Figure::Mean),
                item("winner's points", "round_points", Figure::Mean),
                item("loser's hand", "hand_points", Figure::Mean),
            ],
        },
    ]
}
