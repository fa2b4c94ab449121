//! The table: where the cards lie, and who has which chips.

use super::view::{Choices, View};
use super::{DECK, Role, Set};
use crate::cards::{Card, Hanafuda, Month};
use crate::game::{Zone, ZoneKind};
use crate::random::Stream;
use crate::seat::{BySeat, Seat};

/// Cards dealt to a hand at a time.
pub const HAND: usize = 4;
/// Cards dealt to the field: one face up, three face down.
pub const FIELD: usize = 4;
/// Turns from one deal of hands to the next.
pub const TURNS_OF_HANDS: u8 = 2 * HAND as u8;
/// Turns in a round: the first hands, and four more.
pub const TURNS: u8 = 5 * TURNS_OF_HANDS;
/// Cards in the deck.
pub const CARDS: usize = FIELD + TURNS as usize;

pub(super) const WILLOWS: Set = Month::WILLOW.cards();

/// A hand: the cards in the order of the deal, until one is played, whose place
/// the last one takes.
///
/// All of it in one word, to be kept in a register: a byte for each card, the
/// last one in the lowest byte, and above them four bytes that are no cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hand(u64);

impl Hand {
    /// The byte that is no card.
    const NONE: u64 = 63;
    /// No cards.
    pub const EMPTY: Hand = Hand(Hand::NONE * 0x0101_0101);

    /// A hand of at most four cards.
    #[inline]
    pub(super) fn of(cards: &[Hanafuda]) -> Hand {
        assert!(cards.len() <= HAND, "a hand has four cards at most");
        let mut hand = Hand::EMPTY;
        cards.iter().for_each(|&card| hand.add(card));
        hand
    }

    /// How many cards.
    #[must_use]
    #[inline]
    pub const fn len(self) -> usize {
        // Never 0, which the compiler cannot know.
        (self.0 | 1).ilog2() as usize / 8 - (HAND - 1)
    }

    /// Whether there are none.
    #[must_use]
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == Hand::EMPTY.0
    }

    /// Whether there are two cards or more, so that there is a choice.
    #[inline]
    pub(super) const fn has_choice(self) -> bool {
        self.0 >= 1 << (8 * (HAND + 1))
    }

    /// The card at a place.
    ///
    /// # Panics
    /// If there is none.
    #[must_use]
    #[inline]
    pub fn at(self, place: usize) -> Hanafuda {
        Hanafuda::at(usize::from((self.0 >> self.shift(place)) as u8))
    }

    /// Where the byte of the card at a place begins.
    #[inline]
    fn shift(self, place: usize) -> usize {
        let len = self.len();
        assert!(place < len, "no card at place {place} of the hand");
        8 * (len - 1 - place)
    }

    /// The cards, in order.
    #[must_use]
    #[inline]
    pub fn cards(self) -> impl ExactSizeIterator<Item = Hanafuda> + Clone {
        // The first card is the highest byte that is left.
        let len = self.len();
        let mut left = self.0.rotate_right(8 * len as u32);
        (0..len).map(move |_| {
            left = left.rotate_left(8);
            Hanafuda::at(usize::from(left as u8))
        })
    }

    /// The cards as a set.
    #[must_use]
    #[inline]
    pub fn set(self) -> Set {
        // As many bytes as a full hand has: no loop whose end is not known.
        let mut bits = 0;
        for place in 0..HAND {
            bits |= 1 << ((self.0 >> (8 * place)) % 64);
        }
        Set::from_bits(bits & !(1 << Hand::NONE))
    }

    /// Puts a card in the last place.
    #[inline]
    fn add(&mut self, card: Hanafuda) {
        self.0 = self.0 << 8 | card.index() as u64;
    }

    /// Takes out the card at a place; the last card takes its place.
    #[inline]
    pub(super) fn take(&mut self, place: usize) -> Hanafuda {
        let shift = self.shift(place);
        let differs = (self.0 >> shift ^ self.0) & 0xFF;
        self.0 ^= differs << shift ^ differs;
        self.take_last()
    }

    /// Takes out the last card.
    #[inline]
    pub(super) fn take_last(&mut self) -> Hanafuda {
        let card = self.0 as u8;
        self.0 >>= 8;
        Hanafuda::at(usize::from(card))
    }
}

/// The discard pile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Discards {
    /// All its cards.
    pub cards: Set,
    /// The cards that capture it: the month of its top card, and every willow.
    /// With a willow on top that is the willows alone. None if it is empty.
    pub matching: Set,
    /// Whether capturing it is a kusuri-gui: the opponent has just laid its
    /// only card, which is no willow (unless the house rules pay for those).
    pub lone: bool,
}

impl Discards {
    /// No cards.
    pub const EMPTY: Discards = Discards { cards: Set::EMPTY, matching: Set::EMPTY, lone: false };

    /// The pile that a round begins with. Nobody laid its card, so it is no
    /// kusuri-gui to capture it.
    pub(super) fn begun_with(card: Hanafuda) -> Discards {
        Discards { cards: card.into(), matching: Discards::matching(card), lone: false }
    }

    /// The pile after a card that captures it, or goes on top of it. Whether it
    /// captures is as good as random: one path for both.
    #[inline]
    pub(super) fn after(self, card: Hanafuda, captures: bool, willow_kusuri: bool) -> Discards {
        Discards {
            cards: (self.cards | card.into()).only_if(!captures),
            matching: Discards::matching(card).only_if(!captures),
            lone: self.cards.is_empty() & (!WILLOWS.has(card) | willow_kusuri),
        }
    }

    /// The cards that capture a pile with this card on top.
    #[inline]
    pub(super) fn matching(top: Hanafuda) -> Set {
        top.same_month() | WILLOWS
    }
}

/// What the table waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Waits {
    /// The deal of a round.
    Deal,
    /// A card from the hand.
    Play,
    /// Nothing: the game is over.
    Over,
}

/// What lay open when the present hands were dealt.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AtDeal {
    /// The discard pile.
    pub discards: Discards,
    /// The captures of the dealer and of the other player.
    pub captured: [Set; 2],
    /// The chips of both seats.
    pub chips: BySeat<i32>,
}

/// The cards laid in a round, in order: the first card of the discard pile, then
/// one each turn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Laid([Hanafuda; 1 + TURNS as usize]);

impl Laid {
    /// None yet; what lies beyond the turn has no meaning.
    pub(super) const NONE: Laid = Laid([Hanafuda::CRANE; 1 + TURNS as usize]);

    /// Notes the first card of the pile.
    #[inline]
    pub(super) const fn begin_with(&mut self, card: Hanafuda) {
        self.0[0] = card;
    }

    /// Notes the card played in a turn.
    #[inline]
    pub(super) const fn note(&mut self, turn: u8, card: Hanafuda) {
        self.0[1 + turn as usize] = card;
    }

    /// Forgets the turns from this one on.
    fn forget_from(&mut self, turn: u8) {
        self.0[1 + usize::from(turn)..].fill(Hanafuda::CRANE);
    }

    /// The cards played in the turns before this one.
    #[must_use]
    pub fn plays(&self, turn: u8) -> &[Hanafuda] {
        &self.0[1..=usize::from(turn)]
    }

    /// The discard pile before a turn, from bottom to top: a capture takes all of
    /// it, so that it is what was laid last.
    #[must_use]
    pub fn pile(&self, turn: u8, discards: &Discards) -> &[Hanafuda] {
        let laid = &self.0[..=usize::from(turn)];
        &laid[laid.len() - discards.cards.len()..]
    }
}

/// A table of Kusuri-gui in the middle of a game.
#[derive(Clone, Debug)]
pub struct Table {
    pub(super) waits: Waits,
    /// Cards played in this round.
    pub(super) turn: u8,
    pub(super) hands: [Hand; 2],
    pub(super) at_deal: AtDeal,
    pub(super) laid: Laid,
    pub(super) discards: Discards,
    pub(super) captured: [Set; 2],
    /// The willows that were set aside at the deal.
    pub(super) aside: Set,
    /// The cards of the field that stay face down to the end of the round.
    pub(super) face_down: Set,
    /// The pack: the field, then the hands in the order in which they are
    /// dealt, each time the dealer's and the other player's.
    pub(super) pack: [Hanafuda; CARDS],
    /// Rounds begun, this one included.
    pub(super) round: u16,
    /// Who deals this round, or the next if this one is over.
    pub(super) dealer: Seat,
    /// The chips in front of each player; without a limit, what they have won
    /// or lost.
    pub(super) chips: BySeat<i32>,
}

impl Table {
    /// A table before the first deal, with as many chips for each player.
    pub(super) fn new(chips: i32) -> Table {
        Table {
            waits: Waits::Deal,
            turn: 0,
            hands: [Hand::EMPTY; 2],
            at_deal: AtDeal {
                discards: Discards::EMPTY,
                captured: [Set::EMPTY; 2],
                chips: BySeat::all(chips),
            },
            laid: Laid::NONE,
            discards: Discards::EMPTY,
            captured: [Set::EMPTY; 2],
            aside: Set::EMPTY,
            face_down: Set::EMPTY,
            pack: [Hanafuda::CRANE; CARDS],
            round: 0,
            dealer: Seat::FIRST,
            chips: BySeat::all(chips),
        }
    }

    /// Notes what lies open when hands are dealt.
    #[inline]
    pub(super) fn note_deal(&mut self) {
        let Table { discards, captured, chips, .. } = *self;
        self.at_deal = AtDeal { discards, captured, chips };
    }

    /// The table as it was when the present hands were dealt.
    pub(super) fn at_deal(&self) -> Table {
        let AtDeal { discards, captured, chips } = self.at_deal;
        let mut table = Table { discards, captured, chips, ..self.clone() };
        table.turn -= table.turn % TURNS_OF_HANDS;
        table.laid.forget_from(table.turn);
        for (turn, &card) in self.plays().iter().enumerate() {
            table.hands[turn % 2].add(card);
        }
        table
    }

    /// The cards that were played from the present hands.
    pub(super) fn plays(&self) -> &[Hanafuda] {
        &self.laid.plays(self.turn)[usize::from(self.turn - self.turn % TURNS_OF_HANDS)..]
    }

    /// Whose turn it is: the dealer's first, then the other player's.
    #[inline]
    pub(super) const fn role(&self) -> Role {
        if self.turn.is_multiple_of(2) { Role::Dealer } else { Role::Other }
    }

    /// The seat that has a role in this round.
    #[inline]
    pub(super) const fn seat(&self, role: Role) -> Seat {
        role.seat(self.dealer)
    }

    /// Moves chips that a player owes to the other one: how many, which with a
    /// limit is no more than the player has.
    #[inline]
    pub(super) fn pay(&mut self, from: Seat, to: Seat, owed: i32, limit: bool) -> i32 {
        let paid = if limit { owed.min(self.chips[from]) } else { owed };
        self.chips[from] -= paid;
        self.chips[to] += paid;
        paid
    }

    /// The seats of the dealer and of the other player.
    #[inline]
    pub(super) fn participants(&self) -> [Seat; 2] {
        Role::ALL.map(|role| self.seat(role))
    }

    /// Whether the player whose turn it is has a choice.
    #[inline]
    pub(super) const fn has_choice(&self) -> bool {
        self.hands[self.role() as usize].has_choice()
    }

    #[inline]
    pub(super) const fn options(&self) -> Choices {
        Choices::of(self.hands[self.role() as usize])
    }

    /// The cards that are still to be dealt, in order.
    #[inline]
    pub(super) fn undealt(&self) -> &[Hanafuda] {
        // The hands of the turn that is going on are dealt. When the game is
        // over, no turn is.
        let turns = self.turn + u8::from(self.waits != Waits::Over);
        let hands = usize::from(turns.div_ceil(TURNS_OF_HANDS));
        &self.pack[CARDS.min(FIELD + 2 * HAND * hands)..]
    }

    /// The zones of the table.
    pub(super) fn zones(&self) -> Vec<Zone<Hanafuda>> {
        let own = Role::ALL.into_iter().flat_map(|role| {
            let (name, seat) = (role.name(), self.seat(role));
            [
                Zone::new(format!("{name} hand"), ZoneKind::Hand, self.hands[role as usize].set()).of(seat),
                Zone::new(format!("{name} captures"), ZoneKind::Captures, self.captured[role as usize])
                    .of(seat),
            ]
        });
        own.chain([
            Zone::new("discard pile", ZoneKind::Heap, self.discards.cards),
            Zone::new("draw pile", ZoneKind::Stack, self.undealt().iter().copied().collect()),
            Zone::new("set aside", ZoneKind::Aside, self.aside),
            Zone::new("face down", ZoneKind::Stack, self.face_down),
        ])
        .collect()
    }

    /// All that a player knows.
    #[inline]
    pub(super) fn view(&self, role: Role) -> View {
        View {
            round: self.round,
            dealer: self.dealer,
            chips: self.chips,
            role,
            turn: self.turn,
            hand: self.hands[role as usize],
            held: self.hands.map(|hand| hand.len() as u8),
            at_deal: self.at_deal,
            laid: self.laid,
            discards: self.discards,
            captured: self.captured,
            aside: self.aside,
        }
    }

    /// A table that agrees with a view, with what it hides in random order.
    pub(super) fn from_view(view: &View, rng: &mut Stream) -> Table {
        let mut table = Table {
            waits: Waits::Play,
            turn: view.turn,
            hands: [Hand::EMPTY; 2],
            at_deal: view.at_deal,
            laid: view.laid,
            discards: view.discards,
            captured: view.captured,
            aside: view.aside,
            face_down: Set::EMPTY,
            pack: [Hanafuda::CRANE; CARDS],
            round: view.round,
            dealer: view.dealer,
            chips: view.chips,
        };
        let [dealers, others] = view.captured;
        let seen = view.hand.set() | view.discards.cards | dealers | others | view.aside;
        let mut unseen = [Hanafuda::at(0); CARDS];
        let mut count = 0;
        for card in DECK - seen {
            unseen[count] = card;
            count += 1;
        }
        let unseen = &mut unseen[..count];
        rng.shuffle(unseen);
        let opponent = view.role.opponent();
        let (hand, rest) = unseen.split_at(usize::from(view.held[opponent as usize]));
        let (face_down, undealt) = rest.split_at(FIELD - 1 - view.aside.len());
        table.hands[view.role as usize] = view.hand;
        table.hands[opponent as usize] = Hand::of(hand);
        table.face_down = face_down.iter().copied().collect();
        table.pack[CARDS - undealt.len()..].copy_from_slice(undealt);
        table
    }
}
