//! Strategy files: parameters of bots in TOML, scripts, and what `fuda solve`
//! found.

use std::cell::Cell;
use std::fs;
use std::path::Path;

use sha2::{Digest as _, Sha256};
use tempfile::TempDir;

use super::edits::Corpus;
use super::runner::{Check, Outcome, Target, root};
use crate::bots::{BotSpec, GameKey, Player, built_in, interface};
use crate::game::{Audit, Game, Next, NullObserver, Options};
use crate::games::kachi_kachi::{KachiKachi, Rules};
use crate::games::{self, GameVisitor, NAMES};
use crate::random::{BlockStreams, Purpose};
use crate::settings::{Assignment, Settings};

/// How many decisions a strategy is asked for.
const DECISIONS: u32 = 6;

/// The bytes of the checksum at the end of a solved strategy.
const DIGEST: usize = 32;

/// The strategy files of the repository with this extension, each with the name
/// of its game in the first line.
fn strategies(extension: &str) -> Vec<Vec<u8>> {
    let mut documents = Vec::new();
    for game in NAMES {
        let folder = root().join("strategies").join(game);
        let mut files: Vec<_> = fs::read_dir(folder).expect("there are strategies").flatten().collect();
        files.sort_by_key(|file| file.path());
        let files = files.iter().map(|file| file.path());
        for path in files.filter(|path| path.extension().is_some_and(|end| end == extension)) {
            let text = fs::read_to_string(path).expect("a strategy is text");
            documents.push(format!("{game}\n{text}").into_bytes());
        }
    }
    documents
}

/// Built-in bots with all parameters.
pub fn toml() -> Target {
    let mut documents = strategies("toml");
    let mut words: Vec<String> =
        ["name", "about", "origin", "kind", "parameters"].map(str::to_owned).to_vec();
    for game in NAMES {
        let (files, more) = games::visit(game, Bots).expect("a game of the list");
        documents.extend(files.into_iter().map(String::into_bytes));
        words.extend(more);
    }
    Target { corpus: Corpus { documents, words }, check: in_file("toml") }
}

struct Bots;

impl GameVisitor for Bots {
    type Output = (Vec<String>, Vec<String>);

    fn visit<G: Game + Audit>(self) -> (Vec<String>, Vec<String>) {
        let mut words = Vec::new();
        let mut documents = Vec::new();
        for bot in built_in::<G>() {
            words.push(format!("\"{}\"", bot.name));
            let mut document = format!("{}\nkind = \"{}\"\nabout = \"x\"\n[parameters]\n", G::NAME, bot.name);
            for key in &bot.parameters {
                document += &format!("{} = {}\n", key.name, key.default);
                words.push(key.name.to_owned());
                words.extend(key.allowed.examples().iter().map(ToString::to_string));
            }
            documents.push(document);
        }
        (documents, words)
    }
}

/// Scripts in Luau.
pub fn luau() -> Target {
    let mut words: Vec<String> = [
        "view",
        "options",
        "rules",
        "cards",
        "choose",
        "return",
        "function",
        "end",
        "local ",
        "for i = 1, 9 do",
        "while true do",
        "nil",
        "#options",
        "math.random(",
        "table.",
        "string.rep(",
        "1e9",
        "0/0",
        "coroutine.",
        "setmetatable(",
        "pcall(",
        "error(",
        "..",
        "[i]",
        "{}",
        "then",
        "if ",
        "not ",
        "print(",
        "game",
        "_G",
        "buffer.",
        "bit32.",
        "string.format(",
        "select('#', ",
        "...",
        "--[[",
        "]]",
        "`{i}`",
        "continue",
        "os.",
    ]
    .map(str::to_owned)
    .to_vec();
    for game in NAMES {
        words.extend(games::visit(game, Fields).expect("a game of the list"));
    }
    Target { corpus: Corpus { documents: strategies("luau"), words }, check: in_file("luau") }
}

struct Fields;

impl GameVisitor for Fields {
    type Output = Vec<String>;

    fn visit<G: Game + Audit>(self) -> Vec<String> {
        let interface = interface::<G>();
        let view = interface.view.iter().map(|field| format!("view.{}", field.name));
        view.chain(interface.card.iter().map(|field| format!("cards[1].{}", field.name))).collect()
    }
}

/// What `fuda solve` found: with the checksum that it has, and with the right one.
pub fn solved() -> Target {
    let games = ["players=2", "players=3"].map(|players| KachiKachi::new(rules_of_solved(players)));
    let check = move |document: &[u8]| {
        let mut outcome = Outcome::Refused;
        let mut sealed = document[..document.len().saturating_sub(DIGEST)].to_vec();
        sealed.extend(Sha256::digest(&sealed));
        for content in [document, &sealed] {
            for game in &games {
                match game.solved_bot(content) {
                    Ok((bot, about)) => {
                        assert!(about.len() <= content.len());
                        ask(game, &mut Player::External(bot))?;
                        outcome = Outcome::Accepted;
                    }
                    Err(error) => assert!(!error.is_empty()),
                }
            }
        }
        Ok(outcome)
    };
    Target { corpus: Corpus { documents: Vec::new(), words: Vec::new() }, check: Box::new(check) }
}

/// The house rules for which the kept strategies were solved and learned.
fn rules_of_solved(players: &str) -> Rules {
    let rules = [players, "zero_hand=false", "max_wager=1"];
    let rules = rules.map(|rule| Assignment::parse(rule).expect("an assignment"));
    Rules::with(&rules).expect("they are allowed")
}

/// Opens documents as files, for the game in their first line.
fn in_file(extension: &'static str) -> Check {
    let folder = TempDir::new().expect("a temporary folder can be created");
    let numbers = Cell::new(0_u64);
    Box::new(move |document| {
        let line = document.iter().position(|&byte| byte == b'\n').unwrap_or(document.len());
        let (game, content) = document.split_at(line);
        if starts_program(content) {
            return Ok(Outcome::Refused);
        }
        // A new file each time: to write one again waits for the disk.
        let path = folder.path().join(format!("{}.{extension}", numbers.get()));
        numbers.set(numbers.get() + 1);
        fs::write(&path, content).map_err(|error| error.to_string())?;
        let game = str::from_utf8(game).unwrap_or_default();
        let outcome = games::visit(game, Open(&path)).unwrap_or(Ok(Outcome::Refused));
        fs::remove_file(&path).map_err(|error| error.to_string())?;
        outcome
    })
}

/// Whether a document names a bot that is a program, which would be started
/// whatever it is.
pub fn starts_program(document: &[u8]) -> bool {
    ["exec", "program"].iter().any(|word| document.windows(word.len()).any(|part| part == word.as_bytes()))
}

struct Open<'a>(&'a Path);

impl GameVisitor for Open<'_> {
    type Output = Result<Outcome, String>;

    fn visit<G: Game + Audit>(self) -> Result<Outcome, String> {
        let game = G::new(G::Rules::default());
        let spec = BotSpec::new(&self.0.display().to_string());
        match spec.open(&game) {
            Ok((mut player, record)) => {
                if record.sha256.is_none() {
                    return Err("no checksum is recorded".to_owned());
                }
                // As many playouts as a file wants take as long as they take.
                if !matches!(player, Player::Search(_)) {
                    ask(&game, &mut player)?;
                }
                Ok(Outcome::Accepted)
            }
            Err(error) if error.to_string().is_empty() => Err("no message".to_owned()),
            Err(_) => Ok(Outcome::Refused),
        }
    }
}

/// Asks a player for some choices; those of built-in bots have to be legal.
fn ask<G: Game>(game: &G, player: &mut Player<G>) -> Result<(), String> {
    let streams = BlockStreams::new(1, 0);
    let (mut state, mut shuffles) = (game.begin(), streams.stream(0, Purpose::Game));
    let mut asked = 0;
    player.begin_game(&GameKey::alone(streams));
    while asked < DECISIONS {
        match game.to_act(&state) {
            Next::Choice(seat) => {
                asked += 1;
                let options = game.options(&state);
                let mut rng = streams.stream(asked, Purpose::Bot(seat));
                let choice = player.choose(game, &state, seat, &options, &mut rng);
                let failed = player.failure().is_some();
                if failed && !matches!(player, Player::External(_)) {
                    return Err("a built-in bot fails".to_owned());
                }
                if choice >= options.count() && !failed {
                    return Err(format!("choice {choice} of {}", options.count()));
                }
                if failed {
                    return Ok(());
                }
                game.apply(&mut state, choice, &mut shuffles, &mut NullObserver);
            }
            Next::Deal => {
                shuffles = streams.stream(asked + 1, Purpose::Game);
                game.deal(&mut state, &mut shuffles, &mut NullObserver);
            }
            Next::Over => return Ok(()),
        }
    }
    Ok(())
}
