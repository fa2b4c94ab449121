//! What reaches scripts and programs: enough to play as well as a built-in bot,
//! and nothing from which the deal could be computed.

use std::collections::HashMap;
use std::fs;
use std::path::Path;

use fuda::cards::{Card, CardSet};
use fuda::game::{Audit, Game, Next, NullObserver, Zone};
use fuda::random::{BlockStreams, GuestKey, Purpose, Stream};
use fuda::script_value::{Encoder, Fields, ScriptValue, Shape};
use fuda::seat::Seat;
use rand::Rng as _;

use crate::rig::{RuleSet, rule_sets, walk};

/// The step of the generator that all streams are made of.
const STEP: u64 = 0x9e37_79b9_7f4a_7c15;

/// The hash of `SplitMix64`, and back.
fn mix(mut word: u64) -> u64 {
    word = word.wrapping_add(STEP);
    word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ (word >> 31)
}

fn unmix(mut word: u64) -> u64 {
    word = (word ^ (word >> 31) ^ (word >> 62)).wrapping_mul(0x3196_42b2_d24d_8ec3);
    word = (word ^ (word >> 27) ^ (word >> 54)).wrapping_mul(0x96de_1b17_3f11_9089);
    (word ^ (word >> 30) ^ (word >> 60)).wrapping_sub(STEP)
}

/// Streams whose first round has this key.
fn streams_of_round(key: u64) -> BlockStreams {
    BlockStreams::new(unmix(unmix(unmix(key).wrapping_sub(1))), 0)
}

/// The first deal of a game.
fn first_deal<G: Game>(game: &G, streams: &BlockStreams) -> G::State {
    let mut state = game.begin();
    game.deal(&mut state, &mut streams.stream(1, Purpose::Game), &mut NullObserver);
    state
}

/// Where every card lies.
type Zones<G> = Vec<Zone<<G as Game>::Card>>;

/// Whether an adversary that takes a number for the upper 53 bits of the first word
/// of a bot's stream finds the deal among those that this leaves.
fn finds_the_deal<G: Game + Audit>(game: &G, seat: Seat, number: u64, dealt: &Zones<G>) -> bool {
    let stride = STEP.wrapping_mul(STEP).wrapping_mul(seat.number() as u64);
    (0..1 << 11).any(|low| {
        let round = unmix(number << 11 | low).wrapping_sub(stride);
        game.zones(&first_deal(game, &streams_of_round(round))) == *dealt
    })
}

/// The first decision of a block: who makes it, and the stream of this bot.
fn first_decision<G: Game + Audit>(game: &G, streams: &BlockStreams) -> Option<(Seat, Stream, Zones<G>)> {
    let state = first_deal(game, streams);
    let Next::Choice(seat) = game.to_act(&state) else { return None };
    Some((seat, streams.stream(1, Purpose::Bot(seat)), game.zones(&state)))
}

pub fn the_deal_cannot_be_computed_from_random_numbers<G: Game + Audit>() {
    assert_eq!(unmix(mix(7)), 7);
    let game = G::new(G::Rules::default());
    let decisions = || {
        (0..40).filter_map(|block| {
            let streams = BlockStreams::new(1, block);
            Some((GuestKey::new(&streams), first_decision(&game, &streams)?))
        })
    };
    let inverted = |number: &dyn Fn(&GuestKey, &mut Stream) -> u64| {
        let is_found = |(key, (seat, mut stream, dealt)): (GuestKey, (Seat, Stream, Zones<G>))| {
            finds_the_deal(&game, seat, number(&key, &mut stream), &dealt)
        };
        decisions().map(is_found).filter(|&found| found).count()
    };
    let all = decisions().count();
    assert!(all >= 30);
    assert_eq!(inverted(&|_, stream| stream.next_u64() >> 11), all, "the adversary is able");
    assert_eq!(inverted(&|key, stream| key.next_decision(stream).seed() >> 11), 0, "programs");
    assert_eq!(inverted(&|key, stream| key.next_decision(stream).next_u64() >> 11), 0, "scripts");
}

/// The deals of a known seed can be listed, whatever else is hidden: that is what
/// secret seeds are for.
pub fn deals_of_a_known_seed_can_be_listed_and_of_a_secret_one_not<G: Game + Audit>() {
    let game = G::new(G::Rules::default());
    let listed = |dealt: &Zones<G>| {
        (0..2000).any(|block| game.zones(&first_deal(&game, &BlockStreams::new(1, block))) == *dealt)
    };
    let deal_of = |seed| game.zones(&first_deal(&game, &BlockStreams::new(seed, 1234)));
    assert!(listed(&deal_of(1)));
    assert!(!listed(&deal_of(0x5ec2_e7b0_9d1f_4a63)));
}

/// Fields that repeat cards of others, or speak of cards wherever they are.
const NO_PLACES: &[&str] = &["captures_pile", "oni_number", "lacks", "shuffled", "allowed"];

/// The cards in each field of a view.
#[derive(Default)]
struct CardsSeen(HashMap<&'static str, Vec<usize>>);

impl Fields for CardsSeen {
    fn field<T: ScriptValue>(&mut self, name: &'static str, _: &'static str, value: T) {
        let mut encoder = Encoder::default();
        encoder.begin(0, 0);
        value.write(&mut encoder);
        let mut bytes = encoder.bytes();
        let mut cards = Vec::new();
        read_cards(&T::shape(), &mut bytes, &mut cards);
        self.0.insert(name, cards);
    }
}

/// Reads a value of a shape, and the indices of the cards in it.
fn read_cards(shape: &Shape, bytes: &mut &[u8], cards: &mut Vec<usize>) {
    fn take<'a>(bytes: &mut &'a [u8], count: usize) -> &'a [u8] {
        let (taken, rest) = bytes.split_at(count);
        *bytes = rest;
        taken
    }
    match shape {
        Shape::Bool => drop(take(bytes, 1)),
        Shape::Number => drop(take(bytes, 8)),
        Shape::Text => {
            let length = take(bytes, 2)[1];
            take(bytes, length.into());
        }
        Shape::Card => cards.push(usize::from(take(bytes, 1)[0]) - 1),
        Shape::Cards => {
            let count = take(bytes, 1)[0];
            cards.extend(take(bytes, count.into()).iter().map(|&card| usize::from(card) - 1));
        }
        Shape::List(of) => (0..take(bytes, 1)[0]).for_each(|_| read_cards(of, bytes, cards)),
        Shape::Record(names, of) => names.iter().for_each(|_| read_cards(of, bytes, cards)),
        Shape::Optional(of) => {
            if take(bytes, 1)[0] == 1 {
                read_cards(of, bytes, cards);
            }
        }
    }
}

/// How many games of each rule set are played: ten, or as many as `FUDA_GAMES`
/// says.
fn games_of_each() -> u64 {
    std::env::var("FUDA_GAMES").map_or(10, |games| games.parse().expect("FUDA_GAMES is a number"))
}

pub fn what_is_shown_and_unseen_make_up_the_deck<G: Game + Audit>() {
    for RuleSet { name, rules } in rule_sets::<G>() {
        let game = G::new(rules);
        let check = |state: &G::State, next| {
            let Next::Choice(seat) = next else { return };
            let (view, mut seen) = (game.view(state, seat), CardsSeen::default());
            game.script_view(&view, &game.options(state), &mut seen);
            let set = |cards: &[usize]| -> CardSet<G::Card> {
                cards.iter().map(|&card| G::Card::at(card)).collect()
            };
            let unseen = set(&seen.0["unseen"]);
            let places = seen.0.iter().filter(|(name, _)| **name != "unseen" && !NO_PLACES.contains(name));
            let shown = places.fold(CardSet::EMPTY, |shown, (_, cards)| shown | set(cards));
            let zones = game.zones(state);
            let removed =
                zones.iter().filter(|zone| ["removed", "out of the game"].contains(&zone.name.as_str()));
            let removed = removed.fold(CardSet::EMPTY, |removed, zone| removed | zone.cards);
            assert_eq!(shown & unseen, CardSet::EMPTY, "{name}: both shown and unseen in {view:?}");
            assert_eq!(shown | unseen | removed, game.deck(), "{name}: neither shown nor unseen in {view:?}");
        };
        (0..games_of_each()).for_each(|block| walk(&game, block, check));
    }
}

/// Scripts and programs see all that a built-in bot sees: what they read takes a
/// view apart, every field of it by name.
pub fn every_field_of_a_view_is_shown<G: Game>() {
    let source = |file: &str| {
        let game = G::NAME.replace('-', "_");
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/games").join(game).join(file);
        fs::read_to_string(path).expect("a game has the file")
    };
    let between = |text: &str, begin: &str, end: &str| {
        let (_, rest) = text.split_once(begin).unwrap_or_else(|| panic!("no '{begin}'"));
        rest.split_once(end).expect("it ends").0.to_owned()
    };
    let declared = between(&source("view.rs"), "pub struct View {", "\n}");
    let declared: Vec<&str> =
        declared.lines().filter_map(|line| line.trim().strip_prefix("pub ")?.split(':').next()).collect();
    let taken = between(&source("script_view.rs"), "View {", "}");
    let taken: Vec<&str> =
        taken.split(',').map(|field| field.split(':').next().unwrap_or(field).trim()).collect();
    for field in &declared {
        assert!(taken.contains(field), "'{field}' of the view is withheld from scripts and programs");
    }
}
