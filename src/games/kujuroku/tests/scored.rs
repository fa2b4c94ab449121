//! Rounds that are counted, with given card points.

use super::rig::Scene;
use crate::cards::NumberCard;
use crate::game::{Game, Next};
use crate::games::kujuroku::scoring::PointTable;
use crate::games::kujuroku::table::{Hand, Oni, Pile, TURNS, Waits};
use crate::games::kujuroku::{Role, Set};
use crate::games::testkit::pick_set;

impl Scene {
    /// Deals a round, brings it to the last card, and plays that: dealer,
    /// second and third then have these card points.
    ///
    /// Of 300 points the second has the Oni's, which took a 9; the last 9 lies
    /// on the field. Of 288 points the Oni was removed.
    pub fn round_with_points(&mut self, points: [u16; 3]) -> &mut Scene {
        assert_eq!(self.next(), Next::Deal, "it is not time to deal");
        let removed = points.iter().sum::<u16>() == 288;
        let mut free = self.game.deck();
        let mut set = |names: &str| pick_set(names, &mut free);
        // The cards of yaku are spread, so that nobody forms one.
        let fixed =
            [set("special-4 3"), set("4 3") | set(if removed { "" } else { "9 9 9" }), set("4 4 3 3")];
        let (oni, last, on_field) = (set("Oni"), set("10"), set("10"));
        let fourth = set(if removed { "" } else { "9" });

        let table = PointTable::new(self.game.rules());
        let mut captured = [fixed[0], fixed[1] | oni.only_if(!removed), fixed[2]];
        let held = [captured[0], captured[1] | fourth, captured[2] | last | on_field];
        let mut missing: [u16; 3] = std::array::from_fn(|role| {
            let held = table.points(held[role]);
            points[role].checked_sub(held).unwrap_or_else(|| panic!("no score can be below {held} here"))
        });
        let mut rest: Vec<NumberCard> = free.iter().collect();
        rest.sort_by_key(|&card| std::cmp::Reverse(table.points(Set::of(card))));
        assert!(share_out(&rest, &table, &mut missing, &mut captured), "no cards are worth {points:?}");

        self.at_play().begin_round();
        let mut hand = Hand::full(&[last.first(); 6]);
        while hand.len() > 1 {
            hand.take(0);
        }
        self.table.hands = [Hand::EMPTY, Hand::EMPTY, hand];
        self.table.field = on_field | fourth;
        self.table.pile = Pile::new(&[]);
        self.table.captured = captured;
        self.table.oni = Oni { removed, ..Oni::UNSEEN };
        if !removed {
            self.table.oni.holder = Role::Second;
            self.table.oni.number = fourth.first().alike();
        }
        self.table.role = Role::Third;
        self.table.turn = TURNS - 1;
        self.table.waits = Waits::Play;
        self.choose_at(0);
        assert_eq!(self.counted().expect("the cards are counted").0, points);
        self
    }
}

/// Gives each card to somebody who still misses its points, until nobody
/// misses any.
fn share_out(
    cards: &[NumberCard],
    table: &PointTable,
    missing: &mut [u16; 3],
    captured: &mut [Set; 3],
) -> bool {
    let Some((&card, others)) = cards.split_first() else {
        return *missing == [0; 3];
    };
    let points = table.points(Set::of(card));
    for role in 0..3 {
        if missing[role] >= points {
            missing[role] -= points;
            captured[role].insert(card);
            if share_out(others, table, missing, captured) {
                return true;
            }
            missing[role] += points;
            captured[role].remove(card);
        }
    }
    false
}
