//! Draws and discards, counted from the events rather than from the piles.

use std::collections::BTreeMap;

use crate::games::oni::{Event, Source, Special};

/// Counts moves as they are told.
#[derive(Default)]
pub struct Moves {
    discards: BTreeMap<&'static str, i128>,
    pub drawn: i128,
    pub reshuffles: i128,
}

impl Moves {
    /// Counts an event.
    pub fn on_event(&mut self, event: &Event) {
        match event {
            Event::Moved { card, from, kept, .. } => {
                self.drawn += i128::from(*from != Source::Hand);
                let kinds: &[&str] = match Special::of(*card) {
                    _ if *kept => &[],
                    Special::Poetry => &["poetry"],
                    Special::Blue => &["blue"],
                    Special::Yellow => &["yellow"],
                    Special::Bridge => &["bridge"],
                    Special::Willow => &["willow"],
                    Special::SakeCup => &["sake_cup"],
                    Special::Lightning => &["willow", "lightning"],
                    Special::Plain => &[],
                };
                for kind in kinds {
                    *self.discards.entry(kind).or_default() += 1;
                }
            }
            Event::Reshuffled { .. } => self.reshuffles += 1,
            _ => {}
        }
    }

    /// The discards of a kind of special card.
    pub fn discards_of(&self, kind: &str) -> i128 {
        self.discards.get(kind).copied().unwrap_or(0)
    }
}
