//! Encoded values, written as JSON.

use std::io::Write;

use crate::script_value::Shape;

/// How values are written.
#[derive(Clone, Copy)]
pub enum Style<'a> {
    /// As compact as can be.
    Compact,
    /// With cards as numbers, and names for all else.
    Facts,
    /// With names, these for cards.
    Plain(&'a [String]),
}

/// Encoded values, one after the other.
pub struct Values<'a>(&'a [u8]);

impl<'a> Values<'a> {
    /// The values of this many fields; where they begin is of no interest, as all
    /// are read.
    pub fn of(bytes: &'a [u8], fields: usize) -> Values<'a> {
        Values(&bytes[2 * fields..])
    }

    fn bytes(&mut self, count: usize) -> &'a [u8] {
        let (taken, rest) = self.0.split_at(count);
        self.0 = rest;
        taken
    }

    fn byte(&mut self) -> u8 {
        self.bytes(1)[0]
    }

    /// Writes the next value as JSON.
    pub fn write(&mut self, shape: &Shape, style: Style<'_>, out: &mut Vec<u8>) {
        match shape {
            Shape::Bool => {
                let text = match (style, self.byte() != 0) {
                    (Style::Compact, false) => "0",
                    (Style::Compact, true) => "1",
                    (_, false) => "false",
                    (_, true) => "true",
                };
                out.extend_from_slice(text.as_bytes());
            }
            Shape::Number => {
                number(f64::from_le_bytes(self.bytes(8).try_into().expect("eight bytes")), out);
            }
            Shape::Text => {
                let _number = self.byte();
                let length = self.byte();
                let text = self.bytes(usize::from(length));
                write_text(std::str::from_utf8(text).expect("a text is UTF-8"), out);
            }
            Shape::Card => write_card(self.byte(), style, out),
            Shape::Cards => {
                let count = self.byte();
                write_cards(self.bytes(usize::from(count)), style, out);
            }
            Shape::List(of) => {
                out.push(b'[');
                for index in 0..usize::from(self.byte()) {
                    comma(index, out);
                    self.write(of, style, out);
                }
                out.push(b']');
            }
            Shape::Record(keys, of) => {
                let is_named = !matches!(style, Style::Compact);
                out.push(if is_named { b'{' } else { b'[' });
                for (index, key) in keys.iter().enumerate() {
                    comma(index, out);
                    if is_named {
                        write_text(key, out);
                        out.push(b':');
                    }
                    self.write(of, style, out);
                }
                out.push(if is_named { b'}' } else { b']' });
            }
            Shape::Optional(of) => match self.byte() {
                0 => out.extend_from_slice(b"false"),
                _ => self.write(of, style, out),
            },
        }
    }
}

/// A comma and a card in digits, of which the last byte says how many bytes these
/// are: half of what is written is cards.
const CARD_TEXTS: [[u8; 4]; 100] = {
    let mut texts = [[0; 4]; 100];
    let mut card = 0;
    while card < 100 {
        let (tens, ones) = (b'0' + card / 10, b'0' + card % 10);
        texts[card as usize] = if card < 10 { [b',', ones, 0, 2] } else { [b',', tens, ones, 3] };
        card += 1;
    }
    texts
};

fn write_compact_cards(cards: &[u8], out: &mut Vec<u8>) {
    let begin = out.len();
    // Every text is written whole, over the end of the one before.
    out.resize(begin + 3 * cards.len() + 2, 0);
    let room = &mut out[begin..];
    let mut at = 0;
    for &card in cards {
        let text = CARD_TEXTS[usize::from(card)];
        room[at..at + 4].copy_from_slice(&text);
        at += usize::from(text[3]);
    }
    let end = at.max(1);
    (room[0], room[end]) = (b'[', b']');
    out.truncate(begin + end + 1);
}

pub fn write_cards(cards: &[u8], style: Style<'_>, out: &mut Vec<u8>) {
    if matches!(style, Style::Compact) {
        return write_compact_cards(cards, out);
    }
    out.push(b'[');
    for (index, &card) in cards.iter().enumerate() {
        comma(index, out);
        write_card(card, style, out);
    }
    out.push(b']');
}

fn write_card(card: u8, style: Style<'_>, out: &mut Vec<u8>) {
    match style {
        Style::Plain(names) => out.extend_from_slice(names[usize::from(card) - 1].as_bytes()),
        Style::Compact | Style::Facts => whole(i64::from(card), out),
    }
}

pub fn write_text(text: &str, out: &mut Vec<u8>) {
    // Words, most of the time.
    if text.bytes().all(|byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'_' | b'-')) {
        out.push(b'"');
        out.extend_from_slice(text.as_bytes());
        return out.push(b'"');
    }
    serde_json::to_writer(out, text).expect("a buffer can be written to");
}

/// A whole number below this is exact.
const EXACT: f64 = 9_007_199_254_740_992.0;

pub fn number(value: f64, out: &mut Vec<u8>) {
    // Rounding the other way would be a call on processors of some age.
    if (value as i64) as f64 == value && value.abs() < EXACT {
        whole(value as i64, out);
    } else {
        write!(out, "{value}").expect("a buffer can be written to");
    }
}

/// Writes a whole number.
pub fn whole(value: i64, out: &mut Vec<u8>) {
    let digit = |value: i64| b'0' + value as u8;
    match value {
        // Cards, seats and counts, which is almost all that is written.
        0..=9 => out.push(digit(value)),
        10..=99 => out.extend_from_slice(&[digit(value / 10), digit(value % 10)]),
        _ => out.extend_from_slice(itoa::Buffer::new().format(value).as_bytes()),
    }
}

/// Writes the comma before all but the first.
pub fn comma(index: usize, out: &mut Vec<u8>) {
    if index > 0 {
        out.push(b',');
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn numbers_are_written_as_json_has_them() {
        let written = |value: f64| {
            let mut out = Vec::new();
            number(value, &mut out);
            String::from_utf8(out).expect("digits")
        };
        for value in (-120..1200).chain([i64::from(i32::MIN), (1 << 53) - 1, -(1 << 53) + 1]) {
            assert_eq!(written(value as f64), value.to_string());
        }
        let cards = |cards: &[u8]| {
            let mut out = vec![b'x'];
            write_cards(cards, Style::Compact, &mut out);
            String::from_utf8(out).expect("digits")
        };
        let all: Vec<u8> = (1..=64).collect();
        assert_eq!(cards(&all), format!("x{}", json!(all)));
        assert_eq!([&[][..], &[7], &[48], &[9, 10, 1]].map(cards), ["x[]", "x[7]", "x[48]", "x[9,10,1]"]);
        assert_eq!([-0.0, 0.5, -2.25, 1e16].map(written), ["0", "0.5", "-2.25", "10000000000000000"]);
    }
}
