//! What the tests of the battery share.

use std::convert::Infallible;
use std::fs;
use std::path::Path;

use fuda::bots::{BotSpec, Player, Search, built_in};
use fuda::game::{Audit, Game, Next, Observer, audit};
use fuda::random::{BlockStreams, Purpose, Stream};
use fuda::report::{Transcript, TranscriptFormat};
use fuda::seat::BySeat;
use fuda::settings::{Assignment, Location, Settings};
use fuda::sim::{LineUp, Setup};

/// House rules with a name.
pub struct RuleSet<G: Game> {
    pub name: String,
    pub rules: G::Rules,
}

/// The name of the default rules.
pub const DEFAULT: &str = "default";

/// The maximum length of a game, relative to the default rules: tests that play
/// thousands of games have no time for longer ones.
const MAX_LENGTH: u64 = 10;

/// The default rules, and every key at some other values, one at a time and with
/// the game's rules for short games; except those that make a game very long.
pub fn rule_sets<G: Game + Audit>() -> Vec<RuleSet<G>> {
    let longest = MAX_LENGTH * G::new(G::Rules::default()).max_decisions();
    let short = || G::SHORT.iter().map(|text| Assignment::parse(text).expect("a rule for short games"));
    let mut sets = vec![RuleSet { name: DEFAULT.to_owned(), rules: G::Rules::default() }];
    for key in G::Rules::keys() {
        for value in key.allowed.examples().into_iter().filter(|value| *value != key.default) {
            let name = format!("{}={value}", key.name);
            let assignment = Assignment { key: key.name.to_owned(), value, location: Location::CommandLine };
            let assignments: Vec<Assignment> = short().chain([assignment]).collect();
            if let Ok(rules) = G::Rules::with(&assignments)
                && G::new(rules.clone()).max_decisions() <= longest
            {
                sets.push(RuleSet { name, rules });
            }
        }
    }
    sets
}

/// A table of the game's rules with some bots, seed 1.
pub fn setup<G: Game>(rules: G::Rules, bots: &[&str]) -> Setup<G> {
    let game = G::new(rules);
    let bots: Vec<BotSpec> = bots.iter().map(|bot| BotSpec::new(bot)).collect();
    let line_up = LineUp::new(&game, &bots).expect("the bots can sit down");
    Setup::new(game, line_up, 1)
}

/// The search with few playouts: it is legal with any parameters.
pub const SEARCH: &str = "search:iterations=4,depth=10,playout=random";

/// The names of all bots of a game.
pub fn bot_names<G: Game>() -> Vec<&'static str> {
    let names = built_in::<G>().into_iter().map(|bot| bot.name);
    names.map(|name| if name == Search::<G>::NAME { SEARCH } else { name }).collect()
}

/// A bot of this name.
pub fn player<G: Game>(game: &G, name: &str) -> Player<G> {
    BotSpec::new(name).player(game).expect("a bot from the list can play")
}

/// Plays a game of random choices, and calls `look` with every state.
pub fn walk<G: Game>(game: &G, block: u64, mut look: impl FnMut(&G::State, Next)) {
    let Ok(()) = audit::walk(game, &BlockStreams::new(1, block), |state, next| {
        look(state, next);
        Ok::<(), Infallible>(())
    });
}

/// A stream for a test's own draws.
pub fn stream(number: u64) -> Stream {
    BlockStreams::new(0x7e57, number).stream(0, Purpose::Game)
}

/// The transcript of a whole game.
pub fn transcript<G: Game>(setup: &Setup<G>, block: u64, format: TranscriptFormat) -> String {
    let mut transcript = Transcript::new(format);
    setup.play(block, 0, &mut setup.line_up.players(), &mut transcript).expect("the bots are legal");
    transcript.into_text()
}

/// A seating with the first bot of the line-up in every seat.
pub fn same_bot_everywhere() -> BySeat<u8> {
    BySeat::default()
}

/// An observer that calls a function for each event.
pub struct EventObserver<F>(pub F);

impl<G: Game, F: FnMut(&G::Event)> Observer<G> for EventObserver<F> {
    fn on_event(&mut self, event: &G::Event) {
        (self.0)(event);
    }
}

/// Whether golden files are to be rewritten.
pub fn renewing() -> bool {
    std::env::var_os("FUDA_RENEW").is_some()
}

/// The section of a page on one game.
pub fn section<G: Game>(page: &str) -> String {
    let text =
        fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(page)).expect("the page is there");
    let title = format!("{}\n", G::TITLE);
    let section = text.split("\n## ").find_map(|section| section.strip_prefix(&title));
    section.unwrap_or_else(|| panic!("{page} has no section '{}'", G::TITLE)).to_owned()
}
