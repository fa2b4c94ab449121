//! `calm`, `keen` and `reckless`: players who are always equally hasty.

use crate::bots::{Bot, BotKind, NoParameters};
use crate::games::kazu_tori::{Haste, Hastes, KazuTori, View};
use crate::random::Stream;

/// A temper: its name, what it does, and how hasty that is.
struct Temper {
    name: &'static str,
    description: &'static str,
    haste: Haste,
}

const TEMPERS: [Temper; 3] = [
    Temper {
        name: "calm",
        description: "waits to see each card: slow, and rarely wrong",
        haste: Haste::CALM,
    },
    Temper {
        name: "keen",
        description: "is half on the way to each card: faster, and wrong a little more often",
        haste: Haste::KEEN,
    },
    Temper {
        name: "reckless",
        description: "goes for each card before it is seen: fastest, and often wrong",
        haste: Haste::RECKLESS,
    },
];

/// Has the same haste for every card, by its place in the list of tempers.
#[derive(Clone, Copy, Debug)]
pub struct Steady<const TEMPER: usize>;

impl<const TEMPER: usize> BotKind<KazuTori> for Steady<TEMPER> {
    const NAME: &'static str = TEMPERS[TEMPER].name;
    const DESCRIPTION: &'static str = TEMPERS[TEMPER].description;
    type Parameters = NoParameters;

    fn new(_: &KazuTori, _: NoParameters) -> Steady<TEMPER> {
        Steady
    }
}

impl<const TEMPER: usize> Bot<KazuTori> for Steady<TEMPER> {
    #[inline]
    fn choose(&mut self, _view: &View, _options: &Hastes, _own: &mut Stream) -> usize {
        TEMPERS[TEMPER].haste.index()
    }
}
