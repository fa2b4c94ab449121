//! Who wins, and who pays.

use crate::games::kazu_tori::{Score, TieRule};
use crate::seat::Seat;
use crate::standings::GameResult;

const NEVER: [u32; 4] = [0; 4];

fn results(score: &Score) -> [GameResult; 4] {
    std::array::from_fn(|seat| score.winners().result(Seat::at(seat)))
}

#[test]
fn everyone_pays_the_winner_a_point_for_each_own_card() {
    for tie in TieRule::ALL {
        let score = Score::new([3, 20, 0, 11], NEVER, *tie);
        assert_eq!((score.points, score.tie), ([-3, 14, 0, -11], false));
        use GameResult::{Loss, Win};
        assert_eq!(results(&score), [Loss, Win, Loss, Loss]);
    }
}

#[test]
fn in_a_draw_nobody_pays_and_the_win_is_shared() {
    use GameResult::{Loss, Shared};
    let score = Score::new([12, 12, 3, 0], [5, 9, 0, 0], TieRule::Draw);
    assert_eq!((score.points, score.tie), ([0; 4], true));
    assert_eq!(results(&score), [Shared, Shared, Loss, Loss]);
}

#[test]
fn by_last_take_the_tied_player_who_took_last_wins_alone() {
    use GameResult::{Loss, Win};
    let score = Score::new([12, 12, 3, 0], [5, 9, 30, 0], TieRule::LastTake);
    assert_eq!((score.points, score.tie), ([-12, 15, -3, 0], true));
    assert_eq!(results(&score), [Loss, Win, Loss, Loss]);
}

#[test]
fn by_last_take_it_is_a_draw_if_none_of_the_tied_ever_took() {
    use GameResult::{Loss, Shared};
    let score = Score::new([12, 12, 3, 0], [0, 0, 30, 0], TieRule::LastTake);
    assert_eq!(score.points, [0; 4]);
    assert_eq!(results(&score), [Shared, Shared, Loss, Loss]);
}

#[test]
fn by_pay_each_the_others_pay_each_of_the_tied_in_full() {
    use GameResult::{Loss, Shared};
    let score = Score::new([12, 12, 3, 4], NEVER, TieRule::PayEach);
    assert_eq!((score.points, score.tie), ([7, 7, -6, -8], true));
    assert_eq!(results(&score), [Shared, Shared, Loss, Loss]);
    assert_eq!(Score::new([9, 9, 9, 2], NEVER, TieRule::PayEach).points, [2, 2, 2, -6]);
    assert_eq!(Score::new([10; 4], NEVER, TieRule::PayEach).points, [0; 4]);
}

#[test]
fn points_add_up_to_nothing() {
    for tie in TieRule::ALL {
        for cards in [[10; 4], [40, 0, 0, 0], [15, 15, 5, 5], [1, 2, 3, 4], [13, 13, 13, 1]] {
            assert_eq!(Score::new(cards, [1, 2, 3, 4], *tie).points.iter().sum::<i32>(), 0);
        }
    }
}
