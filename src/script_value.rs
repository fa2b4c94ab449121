//! What a bot sees, as values for programs outside: numbers, texts, cards,
//! lists and records.
//!
//! A game declares the fields of its view once, name by name with meaning and
//! value, to whoever collects [`Fields`]. [`Encoder`] writes the values as
//! compact numbers, which scripts decode when they read them; [`Described`]
//! keeps names, meanings and [`Shape`]s: decoders, lists of fields and types for
//! editors are made of these.

use crate::cards::{Card, CardSet, Hanafuda, NumberCard};
use crate::seat::Seat;

/// The form of a value, which decides how it is encoded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shape {
    /// True or false: a byte.
    Bool,
    /// A number: 8 bytes, as IEEE 754 has it. All numbers are little endian.
    Number,
    /// A text: a byte with its number, so that a reader may know it again; a byte
    /// with its length, and UTF-8.
    Text,
    /// A card: a byte with its number, from 1.
    Card,
    /// Cards: a byte with how many there are, and a byte for each.
    Cards,
    /// Values of one shape: a byte with their number, and each of them.
    List(Box<Shape>),
    /// A value for each name, in this order.
    Record(&'static [&'static str], Box<Shape>),
    /// A value that may be absent: a byte, 1 if it is there, and the value.
    Optional(Box<Shape>),
}

/// A value with a shape.
pub trait ScriptValue {
    /// The shape of all values of the type.
    fn shape() -> Shape;

    /// Writes the value.
    fn write(&self, out: &mut Encoder);
}

/// Whoever is told the fields of a view or of a card.
pub trait Fields {
    /// A field: its name as scripts write it, what it is in one line, and its
    /// value.
    fn field<T: ScriptValue>(&mut self, name: &'static str, meaning: &'static str, value: T);
}

/// A field without its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// The name, as a script writes it.
    pub name: &'static str,
    /// What it is, in one line.
    pub meaning: &'static str,
    /// The shape of its values.
    pub shape: Shape,
}

/// Collects names, meanings and shapes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Described(pub Vec<Field>);

impl Fields for Described {
    fn field<T: ScriptValue>(&mut self, name: &'static str, meaning: &'static str, _: T) {
        self.0.push(Field { name, meaning, shape: T::shape() });
    }
}

/// The fields that scripts of a game can read.
pub struct ScriptInterface {
    /// The fields of a view.
    pub view: Vec<Field>,
    /// The fields of a card, beside its name.
    pub card: Vec<Field>,
}

/// Writes the values of fields one after the other, and before them where each
/// begins, in two bytes: whoever reads them can pick.
#[derive(Clone, Debug)]
pub struct Encoder {
    /// Room for a view, of which the first `length` bytes are written.
    bytes: Box<[u8; Encoder::ROOM]>,
    length: usize,
    /// Where the table of beginnings has its next entry.
    next: usize,
    /// The texts that have a number, from 1.
    texts: Vec<&'static str>,
    /// Some of them with their numbers, each at a place that follows from its
    /// address.
    found: [(&'static str, u8); Encoder::FOUND],
}

impl Default for Encoder {
    fn default() -> Encoder {
        Encoder {
            bytes: Box::new([0; Encoder::ROOM]),
            length: 0,
            next: 0,
            texts: Vec::new(),
            found: [("", 0); Encoder::FOUND],
        }
    }
}

impl Encoder {
    /// The most bytes that a view takes with its options. Most take a few hundred.
    ///
    /// Whatever would be written beyond is a panic.
    pub const ROOM: usize = 1 << 14;

    /// How many texts are found without a search.
    const FOUND: usize = 64;

    /// The most cards that are written at once.
    const CARDS: usize = 64;

    /// Forgets what was written, and makes room for the beginnings of this many
    /// fields after `head` bytes of the caller's.
    pub fn begin(&mut self, head: usize, fields: usize) {
        self.length = head + 2 * fields;
        self.next = head;
    }

    /// What was written.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.bytes[..self.length]
    }

    /// The bytes at the head, which are the caller's.
    pub fn head(&mut self) -> &mut [u8] {
        &mut self.bytes[..]
    }

    /// Writes a byte.
    #[inline]
    pub fn byte(&mut self, byte: u8) {
        self.bytes[self.length] = byte;
        self.length += 1;
    }

    /// Writes bytes as they are.
    #[inline]
    pub fn raw(&mut self, bytes: &[u8]) {
        self.bytes[self.length..self.length + bytes.len()].copy_from_slice(bytes);
        self.length += bytes.len();
    }

    /// Writes a text of at most 255 bytes.
    fn text(&mut self, text: &'static str) {
        let number = self.number_of(text);
        self.byte(number);
        self.byte(u8::try_from(text.len()).expect("a short text"));
        self.raw(text.as_bytes());
    }

    /// The number of a text; 0 if too many have one.
    #[inline]
    fn number_of(&mut self, text: &'static str) -> u8 {
        let found = text.as_ptr() as usize % Encoder::FOUND;
        if !std::ptr::eq(self.found[found].0, text) {
            self.found[found] = (text, self.search(text));
        }
        self.found[found].1
    }

    fn search(&mut self, text: &'static str) -> u8 {
        let place = self.texts.iter().position(|known| std::ptr::eq(*known, text));
        let place = place.unwrap_or_else(|| {
            self.texts.push(text);
            self.texts.len() - 1
        });
        u8::try_from(place + 1).unwrap_or(0)
    }

    /// Writes cards: how many there are, and the number of each. There are at most
    /// [`Encoder::CARDS`].
    #[inline]
    fn cards<C: Card>(&mut self, cards: impl Iterator<Item = C>) {
        let (count, room) =
            self.bytes[self.length..][..=Encoder::CARDS].split_first_mut().expect("it is longer than none");
        let mut written = 0;
        for card in cards {
            // Never beyond: a check for each card would take as long as the rest.
            room[written % Encoder::CARDS] = card.index() as u8 + 1;
            written += 1;
        }
        assert!(written <= Encoder::CARDS, "a set of cards");
        *count = written as u8;
        self.length += 1 + written;
    }

    /// Writes a number.
    #[inline]
    pub fn number(&mut self, number: f64) {
        self.raw(&number.to_le_bytes());
    }

    /// Writes a list of at most 255 values: how many there are, and then each.
    #[inline]
    fn list(&mut self, write: impl FnOnce(&mut Encoder) -> usize) {
        let begin = self.length;
        self.length += 1;
        let count = write(self);
        self.bytes[begin] = u8::try_from(count).expect("a short list");
    }
}

impl Fields for Encoder {
    #[inline]
    fn field<T: ScriptValue>(&mut self, _: &'static str, _: &'static str, value: T) {
        let begins = (self.length as u16).to_le_bytes();
        self.bytes[self.next..self.next + 2].copy_from_slice(&begins);
        self.next += 2;
        value.write(self);
    }
}

/// An option of a decision, as a script sees it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum OptionValue {
    /// A card, by its index.
    Card(usize),
    /// A word.
    Word(&'static str),
    /// A number.
    Number(f64),
}

/// As a word.
impl From<bool> for OptionValue {
    fn from(flag: bool) -> OptionValue {
        OptionValue::Word(if flag { "true" } else { "false" })
    }
}

impl From<NumberCard> for OptionValue {
    fn from(card: NumberCard) -> OptionValue {
        OptionValue::Card(card.index())
    }
}

impl From<Hanafuda> for OptionValue {
    fn from(card: Hanafuda) -> OptionValue {
        OptionValue::Card(card.index())
    }
}

/// Values of one type, one after the other.
#[derive(Clone, Copy, Debug)]
pub struct List<I>(pub I);

/// One value for each name.
#[derive(Clone, Copy, Debug)]
pub struct Record<V>(pub V);

/// Cards in an order of their own.
#[derive(Clone, Copy, Debug)]
pub struct InOrder<I>(pub I);

/// The names of the values of a record.
pub trait Named: Copy {
    /// The names.
    const NAMES: &'static [&'static str];
}

macro_rules! plain_numbers {
    ($($number:ty),*) => {$(
        #[allow(clippy::cast_lossless, reason = "not all of them go into a float without loss")]
        impl ScriptValue for $number {
            fn shape() -> Shape {
                Shape::Number
            }

            #[inline]
            fn write(&self, out: &mut Encoder) {
                out.number(*self as f64);
            }
        }
    )*};
}
plain_numbers!(u8, u16, u32, i32, i64, usize, f64);

impl ScriptValue for bool {
    fn shape() -> Shape {
        Shape::Bool
    }

    #[inline]
    fn write(&self, out: &mut Encoder) {
        out.byte(u8::from(*self));
    }
}

impl ScriptValue for &'static str {
    fn shape() -> Shape {
        Shape::Text
    }

    #[inline]
    fn write(&self, out: &mut Encoder) {
        out.text(self);
    }
}

/// As its number, from 1.
impl ScriptValue for Seat {
    fn shape() -> Shape {
        Shape::Number
    }

    #[inline]
    fn write(&self, out: &mut Encoder) {
        self.number().write(out);
    }
}

macro_rules! cards {
    ($($card:ty),*) => {$(
        impl ScriptValue for $card {
            fn shape() -> Shape {
                Shape::Card
            }

            #[inline]
            fn write(&self, out: &mut Encoder) {
                out.byte(self.index() as u8 + 1);
            }
        }
    )*};
}
cards!(NumberCard, Hanafuda);

impl<C: Card> ScriptValue for CardSet<C> {
    fn shape() -> Shape {
        Shape::Cards
    }

    #[inline]
    fn write(&self, out: &mut Encoder) {
        out.cards(self.iter());
    }
}

impl<I: Iterator<Item: ScriptValue> + Clone> ScriptValue for List<I> {
    fn shape() -> Shape {
        Shape::List(Box::new(I::Item::shape()))
    }

    #[inline]
    fn write(&self, out: &mut Encoder) {
        out.list(|out| self.0.clone().map(|value| value.write(out)).count());
    }
}

impl<I: Iterator<Item: Card> + Clone> ScriptValue for InOrder<I> {
    fn shape() -> Shape {
        Shape::Cards
    }

    #[inline]
    fn write(&self, out: &mut Encoder) {
        out.cards(self.0.clone());
    }
}

impl<R: Named, T: ScriptValue, const N: usize> ScriptValue for Record<(R, [T; N])> {
    fn shape() -> Shape {
        Shape::Record(R::NAMES, Box::new(T::shape()))
    }

    #[inline]
    fn write(&self, out: &mut Encoder) {
        self.0.1.iter().for_each(|value| value.write(out));
    }
}

impl<T: ScriptValue> ScriptValue for Option<T> {
    fn shape() -> Shape {
        Shape::Optional(Box::new(T::shape()))
    }

    #[inline]
    fn write(&self, out: &mut Encoder) {
        out.byte(u8::from(self.is_some()));
        if let Some(value) = self {
            value.write(out);
        }
    }
}

/// The fields of a number card.
pub fn number_card(card: NumberCard, fields: &mut impl Fields) {
    fields.field("number", "1 to 10; false for a joker", card.number().map(|number| number.get()));
    fields.field("special", "whether it is the red One or the marked Four", card.is_special());
    fields.field("oni", "whether it is the Oni", card == NumberCard::ONI);
    fields.field("jizo", "whether it is the Jizo", card == NumberCard::JIZO);
}

/// The fields of a flower card.
pub fn flower_card(card: Hanafuda, fields: &mut impl Fields) {
    fields.field("month", "1 to 12", card.month().number());
    fields.field("flower", "the month's flower: pine, plum, ...", card.month().name());
    fields.field("kind", "bright, animal, ribbon or chaff", card.kind().name());
    fields.field("ribbon", "poetry, blue or plain; false for a card without a ribbon", card.kind().ribbon());
}
