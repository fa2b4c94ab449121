//! Hands as they are noted while they are played, until they are counted.

use crate::games::kachi_kachi::events::Ending;
use crate::games::kachi_kachi::hand::{Class, Classes};
use crate::games::kachi_kachi::table::MAX_PLAYERS;
use crate::games::kachi_kachi::tips::Tip;
use crate::metric::{GroupKey, YES_NO, yes_no};
use crate::seat::{EachSeat, Seat};
use crate::tally::Seating;

/// What came of a Zero Hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Claim {
    /// There was none.
    None,
    Unclaimed,
    Betting,
    Showdown,
}

/// In the order of [`Claim`].
pub(super) const CLAIMS: [&str; 4] = ["none", "unclaimed", "betting", "showdown"];

/// How many hands are kept before they are counted.
pub(super) const HANDS: usize = 64;

/// What is counted of a hand while it is played. A set of seats has a bit for
/// each.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cards {
    pub(super) dealer: Seat,
    pub(super) made: Classes,
    /// Who was dealt a Zero Hand.
    pub(super) zero: u8,
    pub(super) claimed_betting: u8,
    pub(super) claimed_showdown: u8,
    pub(super) shown: u8,
}

pub(super) const NOTHING: Cards = Cards {
    dealer: Seat::FIRST,
    made: Classes::NONE,
    zero: 0,
    claimed_betting: 0,
    claimed_showdown: 0,
    shown: 0,
};

impl Cards {
    /// When the Zero Hand of a seat was claimed.
    #[inline]
    fn claim(&self, seat: Seat) -> Claim {
        if self.claimed_betting & bit(seat) != 0 {
            Claim::Betting
        } else if self.claimed_showdown & bit(seat) != 0 {
            Claim::Showdown
        } else {
            Claim::Unclaimed
        }
    }

    /// The hands that were shown.
    #[inline]
    fn shown(&self) -> impl Iterator<Item = (Seat, Class)> {
        seats(self.shown).map(|seat| (seat, self.made.of(seat)))
    }
}

/// A hand that is over.
#[derive(Clone, Copy, Debug)]
pub(super) struct Over {
    /// What each player won or lost, twice in a row: from the dealer's on in the
    /// order of the positions.
    pub(super) net: [i64; 2 * MAX_PLAYERS],
    pub(super) dealer: Seat,
    pub(super) pot: i64,
}

impl Over {
    const NONE: Over = Over { net: [0; 2 * MAX_PLAYERS], dealer: Seat::FIRST, pot: 0 };

    /// Written where it stays: to copy it there is to wait until it is stored.
    #[inline(always)]
    pub(super) fn write(&mut self, dealer: Seat, net: &EachSeat<i64>, pot: i64) {
        let players = net.seats().len();
        let by_seat: [i64; MAX_PLAYERS] = std::array::from_fn(|seat| net.of(Seat::at(seat)));
        self.net[..MAX_PLAYERS].copy_from_slice(&by_seat);
        self.net[players..players + MAX_PLAYERS].copy_from_slice(&by_seat);
        self.dealer = dealer;
        self.pot = pot;
    }

    /// What each position won or lost, with its seat.
    #[inline]
    pub(super) fn net(
        &self,
        players: usize,
        seating: Seating,
    ) -> impl Iterator<Item = (GroupKey, i64)> + Clone {
        let net = &self.net[self.dealer.index()..][..players];
        net.iter().enumerate().map(move |(position, &net)| {
            (seating.of(self.dealer.after(position, players)).custom(position), net)
        })
    }
}

/// A hand that was shown.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shown {
    pub(super) of: GroupKey,
    pub(super) class: Class,
    /// Its place among [`RESULTS`](super::RESULTS).
    pub(super) result: u8,
}

/// A Zero Hand that was dealt.
#[derive(Clone, Copy, Debug)]
pub(super) struct Zero {
    pub(super) seat: Seat,
    pub(super) claim: Claim,
    pub(super) made: Class,
}

/// The hands that are not counted yet: each list is counted in one go.
#[derive(Clone, Debug)]
pub(super) struct Played {
    pub(super) over: Vec<Over>,
    pub(super) hands: usize,
    /// How many ended in each way, and how many showdowns were drawn or not.
    pub(super) endings: [u32; Ending::NAMES.len()],
    pub(super) drawn: [u32; YES_NO.len()],
    /// How many hands of each class were dealt.
    pub(super) dealt: [u32; Class::COUNT],
    pub(super) shown: Vec<Shown>,
    pub(super) zero: Vec<Zero>,
    /// How many tips of each kind were paid.
    pub(super) tips: [i64; Tip::ALL.len()],
}

impl Played {
    pub(super) fn new(players: usize) -> Played {
        Played {
            over: vec![Over::NONE; HANDS],
            hands: 0,
            endings: [0; Ending::NAMES.len()],
            drawn: [0; YES_NO.len()],
            dealt: [0; Class::COUNT],
            shown: Vec::with_capacity(HANDS * players),
            zero: Vec::with_capacity(HANDS * players),
            tips: [0; Tip::ALL.len()],
        }
    }

    pub(super) fn clear(&mut self) {
        let Played { over: _, hands, endings, drawn, dealt, shown, zero, tips } = self;
        *hands = 0;
        endings.fill(0);
        drawn.fill(0);
        dealt.fill(0);
        shown.clear();
        zero.clear();
        tips.fill(0);
    }

    /// Notes a hand that is over. From its cards only what is needed is read,
    /// each by itself: what was just stored in pieces is slow to load as a
    /// whole.
    #[inline(always)]
    pub(super) fn note(&mut self, cards: &Cards, ending: Ending, is_drawn: bool, seating: Seating) {
        self.endings[ending as usize] += 1;
        self.zero.extend(seats(cards.zero).map(|seat| Zero {
            seat,
            claim: cards.claim(seat),
            made: cards.made.of(seat),
        }));
        if ending == Ending::Showdown {
            self.drawn[yes_no(is_drawn)] += 1;
            let best = cards.shown().map(|(_, class)| class).min();
            self.shown.extend(cards.shown().map(|(seat, class)| {
                let result = if Some(class) == best { u8::from(is_drawn) } else { 2 };
                Shown { of: seating.of(seat), class, result }
            }));
        }
    }
}

/// The seats of a set.
#[inline]
fn seats(mut bits: u8) -> impl Iterator<Item = Seat> + Clone {
    std::iter::from_fn(move || {
        let seat = (bits != 0).then(|| Seat::at(bits.trailing_zeros() as usize));
        bits &= bits.wrapping_sub(1);
        seat
    })
}

#[inline]
pub(super) const fn bit(seat: Seat) -> u8 {
    1 << seat.index()
}
