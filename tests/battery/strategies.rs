//! The shipped strategy files, and a script compared with a built-in bot.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use fuda::bots::{BotSpec, Search, built_in, interface, strategies};
use fuda::game::{Audit, Game};
use fuda::games::kujuroku::{Kujuroku, Rules};
use fuda::script_value::ScriptInterface;
use fuda::settings::Settings;
use fuda::sim::BlockCounter;
use fuda::study::check::check;
use fuda::study::compare::Contest;
use fuda::study::verdict::{Looking, Verdict, judge};

/// In every seat of 2,500 deals, with the built-in bot in the others.
#[test]
fn a_script_of_the_same_logic_makes_the_same_choices_over_ten_thousand_games() {
    let game = Kujuroku::new(Rules::default());
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/scripts/greedy.luau");
    let script = BotSpec::new(&path.display().to_string());
    let contest = Contest::new(game, &script, &BotSpec::new("greedy"), 1).expect("both can play");
    let mut players = contest.setup.line_up.players();
    for block in 0..2_500 {
        for rotation in 0..contest.setup.game.players() {
            assert_eq!(
                contest.first_difference(&mut players, block, rotation).expect("both are legal"),
                None
            );
        }
    }
}

/// The strategy files of a game, found in the project's own folder.
fn shipped<G: Game>() -> Vec<(BotSpec, PathBuf)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("strategies").join(G::NAME);
    let mut paths: Vec<PathBuf> = std::fs::read_dir(folder)
        .expect("every game has strategies")
        .map(|entry| entry.expect("the folder can be read").path())
        .collect();
    paths.sort();
    paths.into_iter().map(|path| (BotSpec::new(&path.display().to_string()), path)).collect()
}

fn is_program(path: &Path) -> bool {
    std::fs::read_to_string(path).expect("text").contains("\nprogram = ")
}

/// The simple bots of a game: all except the default one and the search.
fn plain_bots<G: Game>() -> Vec<&'static str> {
    let names = built_in::<G>().into_iter().map(|bot| bot.name);
    names.filter(|name| ![G::HOUSE_BOT, Search::<G>::NAME].contains(name)).collect()
}

/// The number of deals within which a file must be shown to be better: enough
/// for the smallest difference, 0.6 points in Kazu-Tori, to be several standard
/// errors.
const MAX_DEALS: u64 = 8_000;

/// Every file plays by the rules, and is better than the simple bots.
pub fn strategies_are_good<G: Game + Audit>() {
    let game = G::new(G::Rules::with(&[]).expect("the defaults are allowed"));
    let files = shipped::<G>();
    for end in ["toml", "luau"] {
        assert!(files.iter().any(|(_, path)| path.extension().is_some_and(|is| is == end)), "one in {end}");
    }
    // Programs need what may not be there; .ci/programs plays them.
    for (spec, path) in files.into_iter().filter(|(_, path)| !is_program(path)) {
        let name = path.file_name().expect("a file").to_string_lossy().into_owned();
        let (player, record) = spec.open(&game).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert!(record.sha256.is_some(), "{name}");
        let findings = check(&game, &player, 1, 0..10);
        assert!(findings.is_good(), "{name}: {findings:?}");
        for plain in plain_bots::<G>() {
            let contest = Contest::new(game.clone(), &spec, &BotSpec::new(plain), 1).expect("both can play");
            let mut counter = contest.counter();
            let mut block = 0;
            let verdict = loop {
                counter.count_block(block).expect("it is legal");
                block += 1;
                if block % 100 == 0 {
                    let judged = judge(&counter.difference(), None, Looking::Repeatedly);
                    if judged.verdict != Verdict::Undecided || block == MAX_DEALS {
                        break judged.verdict;
                    }
                }
            };
            assert_eq!(verdict, Verdict::Better, "{}: {name} against {plain}", G::NAME);
        }
    }
}

/// Every file has a description and an origin.
pub fn strategies_say_what_they_do<G: Game>() {
    let game = G::new(G::Rules::with(&[]).expect("the defaults are allowed"));
    let listed = strategies(&game);
    assert_eq!(listed.len(), shipped::<G>().len());
    for strategy in listed {
        let about = strategy.about.unwrap_or_else(|error| panic!("{}: {error}", strategy.name));
        assert!(!about.is_empty() && !strategy.origin.is_empty(), "{}", strategy.name);
    }
}

/// The fields of a script have unique names, and meanings.
pub fn fields_have_names_and_meanings<G: Game>() {
    let ScriptInterface { view, card } = interface::<G>();
    for fields in [view, card] {
        assert!(!fields.is_empty());
        let names: BTreeSet<&str> = fields.iter().map(|field| field.name).collect();
        assert_eq!(names.len(), fields.len(), "two fields have one name: {names:?}");
        assert!(fields.iter().all(|field| !field.name.is_empty() && !field.meaning.is_empty()));
    }
}
