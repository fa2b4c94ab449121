//! What the next discard promises. Everything here is known to everybody: it is
//! reckoned once for all players who are asked about the card.

use crate::cards::{IN_FOUR, NumberCard};
use crate::games::kazu_tori::{Circle, SEATS, Score, Set, TieRule, View, deck};
use crate::seat::Seat;

/// What everybody sees before a discard, as far as it matters here.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Sight {
    discarder: Seat,
    number: u8,
    circle: Circle,
    /// How many cards lie on the table.
    laid: u8,
    piles: [u8; SEATS],
    /// The cards known to be in the pile that the next one comes from.
    known: Set,
    /// The cards of which nobody knows where they are.
    unseen: Set,
    discards: u32,
    last_takes: [u32; SEATS],
}

impl Sight {
    /// Nothing that can be seen: no number is 0.
    const NONE: Sight = Sight {
        discarder: Seat::FIRST,
        number: 0,
        circle: Circle::FULL,
        laid: 0,
        piles: [0; SEATS],
        known: Set::EMPTY,
        unseen: Set::EMPTY,
        discards: 0,
        last_takes: [0; SEATS],
    };

    #[inline]
    fn of(view: &View) -> Sight {
        let seen = view.known.iter().fold(view.laid.set(), |seen, &known| seen | known);
        Sight {
            discarder: view.discarder,
            number: view.number,
            circle: view.circle,
            laid: view.laid.len() as u8,
            piles: view.piles,
            known: view.known[view.discarder.index() % SEATS],
            unseen: deck() - seen - Set::of(NumberCard::JIZO).only_if(view.jizo_gone),
            discards: view.discards,
            last_takes: view.last_takes,
        }
    }

    /// The chance that the card may be taken: from the cards that are known to be
    /// in the pile it comes from, and from those that may be.
    fn fits(&self) -> f64 {
        let first = 4 * ((self.number - 1) % 10);
        let size = f64::from(self.piles[self.discarder.index() % SEATS]);
        let count_matching = |cards: Set| {
            f64::from(IN_FOUR[(cards.bits() >> first) as usize & 0xF] + u8::from(cards.has(NumberCard::ONI)))
        };
        let (sure, open) = (count_matching(self.known), count_matching(self.unseen));
        if open == 0.0 {
            sure / size
        } else {
            (sure + (size - self.known.len() as f64) * open / self.unseen.len() as f64) / size
        }
    }

    /// Whether a take of the card ends the game.
    fn is_last(&self) -> bool {
        self.circle != Circle::FULL || self.piles[self.discarder.index() % SEATS] == 1
    }

    /// The size of each pile once the card is laid.
    fn after_discard(&self) -> [u8; SEATS] {
        std::array::from_fn(|seat| self.piles[seat] - u8::from(seat == self.discarder.index()))
    }
}

/// What the next discard promises.
///
/// In the middle of a game piles promise the points that they would bring if a
/// pile won by the square of its size. The winner gets a point for each card of
/// the others, and who loses pays one for each own card: so a pile of `own` cards
/// promises `own^2 / squares * all - own`, where `all` is the number of cards in
/// all piles and `squares` the sum of their squares. A small pile is better lost,
/// and a large one is worth the more.
#[derive(Clone, Debug)]
pub(super) struct Prospect {
    sight: Sight,
    fits: f64,
    take: Take,
    /// The cards in all piles before the discard, and the sum of their squares.
    all: i32,
    squares: i32,
    /// `all / squares`.
    share: f64,
}

/// What a take of the card comes to.
#[derive(Clone, Copy, Debug)]
enum Take {
    /// The end of the game: by the seat that takes, the points of all seats.
    End([[i32; SEATS]; SEATS]),
    /// Larger piles: by the seat that takes, `all / squares` after it; and the sum
    /// over all seats.
    Piles([f64; SEATS], f64),
}

impl Prospect {
    /// That of no discard.
    pub(super) const NONE: Prospect = Prospect {
        sight: Sight::NONE,
        fits: 0.0,
        take: Take::Piles([0.0; SEATS], 0.0),
        all: 0,
        squares: 0,
        share: 0.0,
    };

    /// Looks at the table, and reckons anew if it is not as it was.
    #[inline]
    pub(super) fn look(&mut self, view: &View, tie: TieRule) {
        let sight = Sight::of(view);
        if self.sight != sight {
            self.reckon(sight, tie);
        }
    }

    #[inline(never)]
    fn reckon(&mut self, sight: Sight, tie: TieRule) {
        self.sight = sight;
        self.fits = sight.fits();
        if self.fits == 0.0 {
            return;
        }
        let sizes = sight.piles.map(i32::from);
        self.all = sizes.iter().sum();
        self.squares = sizes.iter().map(|size| size * size).sum();
        self.share = f64::from(self.all) / f64::from(self.squares);
        let (after, table) = (sight.after_discard(), sight.laid + 1);
        self.take = if sight.is_last() {
            Take::End(std::array::from_fn(|taker| {
                let (mut cards, mut last_takes) = (after, sight.last_takes);
                cards[taker] += table;
                last_takes[taker] = sight.discards + 1;
                Score::new(cards, last_takes, tie).points
            }))
        } else {
            let (after, table) = (after.map(i32::from), i32::from(table));
            let all = f64::from(self.all - 1 + table);
            let squares: i32 = after.iter().map(|size| size * size).sum();
            let shares = after.map(|size| all / f64::from(squares + table * (2 * size + table)));
            Take::Piles(shares, shares.iter().sum())
        };
    }

    /// The chance that the card may be taken.
    #[inline]
    pub(super) fn fits(&self) -> f64 {
        self.fits
    }

    /// The size of a pile once the card is laid.
    #[inline]
    fn after_discard(&self, seat: Seat) -> i32 {
        i32::from(self.sight.piles[seat.index() % SEATS]) - i32::from(seat == self.sight.discarder)
    }

    /// The other players still in the game, from the right on: who looks is in the
    /// game, and comes last.
    #[inline]
    fn others_of(&self, seat: Seat) -> impl Iterator<Item = Seat> {
        let round = self.sight.circle.round(seat);
        round.iter().take(round.len() - 1)
    }

    /// What it is worth to a player to take the table, less the mean of what it is
    /// worth if another one does. A point at the end of the game counts `end`.
    #[inline]
    pub(super) fn take(&self, seat: Seat, end: f64) -> f64 {
        let place = seat.index() % SEATS;
        match &self.take {
            Take::End(points) => {
                let worth = |taker: Seat| end * f64::from(points[taker.index() % SEATS][place]);
                let (mut others, mut count) = (0.0, 0);
                for taker in self.others_of(seat) {
                    others += worth(taker);
                    count += 1;
                }
                worth(seat) - others / f64::from(count)
            }
            Take::Piles(shares, sum) => {
                let table = f64::from(self.sight.laid + 1);
                let own = f64::from(self.after_discard(seat));
                let others = (sum - shares[place]) * (1.0 / (SEATS - 1) as f64);
                (own + table) * (own + table) * shares[place] - own * own * others - table
            }
        }
    }

    /// What a wrong slap costs a player: a card for each other one, from the right
    /// on, as far as the pile reaches once the card is laid.
    #[inline]
    pub(super) fn penalty(&self, seat: Seat) -> f64 {
        let own = i32::from(self.sight.piles[seat.index() % SEATS]);
        let others = self.sight.circle.round(seat).len() as i32 - 1;
        let paid = others.min(self.after_discard(seat));
        // A card more in a pile adds twice its size and one to the squares.
        let sizes = if paid == others {
            self.all - own
        } else {
            let paid_to = self.others_of(seat).take(paid as usize);
            paid_to.map(|other| i32::from(self.sight.piles[other.index() % SEATS])).sum()
        };
        let left = own - paid;
        let squares = self.squares + 2 * sizes + paid + left * left - own * own;
        let lost = f64::from(own * own) * self.share
            - f64::from(left * left) / f64::from(squares) * f64::from(self.all);
        lost - f64::from(paid)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What piles promise a seat, as the words have it.
    fn promise(piles: [i32; SEATS], seat: Seat) -> f64 {
        let (own, all) = (f64::from(piles[seat.index()]), f64::from(piles.iter().sum::<i32>()));
        let squares = f64::from(piles.iter().map(|size| size * size).sum::<i32>());
        own * own / squares * all - own
    }

    fn prospect(piles: [u8; SEATS], laid: u8, discarder: usize) -> Prospect {
        let sight = Sight {
            discarder: Seat::at(discarder),
            number: 1,
            laid,
            piles,
            unseen: deck(),
            discards: 30,
            last_takes: [7, 0, 9, 8],
            ..Sight::NONE
        };
        let mut prospect = Prospect::NONE;
        prospect.reckon(sight, TieRule::LastTake);
        prospect
    }

    #[test]
    fn a_take_is_worth_what_the_piles_promise_more_than_after_the_takes_of_others() {
        for (piles, laid, discarder) in [([10, 10, 9, 8], 3, 0), ([3, 20, 4, 2], 11, 2), ([2, 2, 2, 2], 0, 3)]
        {
            let prospect = prospect(piles, laid, discarder);
            let after_take = |taker: Seat, seat: Seat| {
                let mut piles = piles.map(i32::from);
                piles[discarder] -= 1;
                piles[taker.index()] += i32::from(laid) + 1;
                promise(piles, seat)
            };
            for seat in Seat::all(SEATS) {
                let others: f64 = seat.others(SEATS).map(|taker| after_take(taker, seat)).sum();
                let worth = after_take(seat, seat) - others / 3.0;
                assert!((prospect.take(seat, 5.0) - worth).abs() < 1e-9, "{piles:?}, seat {seat}");
            }
        }
    }

    #[test]
    fn the_take_that_ends_the_game_is_worth_its_points() {
        // Seat 1 lays its last card: whoever takes has two cards more.
        let prospect = prospect([1, 3, 9, 8], 1, 0);
        // Seat 4 is then ahead of seat 3 with ten cards, and is paid three and
        // nine. If seat 3 or 1 or 2 takes, seat 3 wins, and seat 4 pays eight.
        assert_eq!(prospect.take(Seat::at(3), 1.0), 12.0 + 8.0);
        assert_eq!(prospect.take(Seat::at(3), 0.5), 0.5 * (12.0 + 8.0));
    }

    #[test]
    fn a_wrong_slap_costs_a_card_for_each_other_as_far_as_the_pile_reaches() {
        // The discarder has one card less to pay with than before the discard.
        for (piles, discarder, paid) in [
            ([10, 9, 8, 7], 1, [-3, 1, 1, 1]),
            ([2, 9, 8, 7], 1, [-2, 1, 1, 0]),
            ([3, 9, 8, 7], 0, [-2, 1, 1, 0]),
        ] {
            let before = piles.map(i32::from);
            let after = std::array::from_fn(|seat| before[seat] + paid[seat]);
            let lost = promise(before, Seat::FIRST) - promise(after, Seat::FIRST);
            let penalty = prospect(piles, 2, discarder).penalty(Seat::FIRST);
            assert!((penalty - lost).abs() < 1e-9, "{piles:?}: {penalty} is not {lost}");
        }
    }
}
