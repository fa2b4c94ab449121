use std::path::{Path, PathBuf};

use super::{find, open};
use crate::bots::{BotError, Player};
use crate::game::Game;
use crate::games::kujuroku::{Kujuroku, Rules};
use crate::settings::Assignment;

/// A strategy file with this text.
fn written(folder: &Path, name: &str, text: &str) -> PathBuf {
    let path = folder.join(name);
    std::fs::write(&path, text).expect("the file can be written");
    path
}

fn opened(text: &str, given: &[&str]) -> Result<(Player<Kujuroku>, toml::Table), String> {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let path = written(folder.path(), "mine.toml", text);
    let given = given.iter().map(|text| Assignment::parse(text).expect("an assignment")).collect();
    open(&Kujuroku::new(Rules::default()), &path, given)
        .map(|opened| (opened.player, opened.record.parameters))
        .map_err(|error: BotError| error.to_string())
}

const SEARCHING: &str = "about = 'looks ahead'\nkind = 'search'\n[parameters]\niterations = 30\n";

#[test]
fn a_kind_with_other_parameters_is_a_strategy() {
    let (player, parameters) = opened(SEARCHING, &[]).expect("it can play");
    assert!(matches!(player, Player::Search(_)));
    assert_eq!(parameters["iterations"].as_integer(), Some(30));
    assert_eq!(
        parameters["playout"].as_str(),
        Some("weighing+greedy+random"),
        "the parameters are there in full"
    );
}

#[test]
fn the_command_line_overrides_the_file() {
    let (_, parameters) = opened(SEARCHING, &["iterations=7"]).expect("it can play");
    assert_eq!(parameters["iterations"].as_integer(), Some(7));
}

#[test]
fn wrong_keys_and_values_are_refused_with_their_line() {
    let refused = |text: &str| opened(text, &[]).err().expect("it is wrong");
    let key = refused("about = 'x'\nkid = 'greedy'\n");
    assert!(key.contains("line 2") && key.contains("'kid'") && key.contains("did you mean 'kind'?"), "{key}");
    let parameter = refused("about = 'x'\nkind = 'search'\n[parameters]\n\niterationz = 3\n");
    assert!(parameter.contains("line 5") && parameter.contains("did you mean 'iterations'?"), "{parameter}");
    let value = refused("about = 'x'\nkind = 'search'\n[parameters]\niterations = 0\n");
    assert!(value.contains("line 4") && value.contains("from 1 to"), "{value}");
    let number = refused("about = 3\nkind = 'greedy'\n");
    assert!(number.contains("line 1") && number.contains("a text"), "{number}");
    let toml = refused("about = 'x'\nkind = \n");
    assert!(toml.contains("line 2") && toml.contains("not TOML"), "{toml}");
    let kind = refused("about = 'x'\nkind = 'gredy'\n");
    assert!(kind.contains("no kind 'gredy'") && kind.contains("did you mean 'greedy'?"), "{kind}");
    assert!(refused("about = 'x'\n").contains("'kind' is missing"));
    assert!(refused("kind = 'greedy'\n").contains("'about' is missing"));
    let playout = refused("about = 'x'\nkind = 'search'\n[parameters]\nplayout = 'nobody'\n");
    assert!(playout.contains("unknown bot 'nobody'"), "{playout}");
}

#[test]
fn a_path_needs_the_extension_of_a_strategy_file() {
    assert_eq!(find("kujuroku", "there/mine.luau").expect("a path"), Some(PathBuf::from("there/mine.luau")));
    assert!(find("kujuroku", "there/mine.lua").is_err());
    assert_eq!(find("kujuroku", "no-such-strategy").expect("a name"), None);
}

#[test]
fn a_missing_file_is_named() {
    let error = open(&Kujuroku::new(Rules::default()), Path::new("no/such.toml"), Vec::new());
    let message = error.err().expect("there is no file").to_string();
    assert!(message.contains("no/such.toml"), "{message}");
}

#[test]
fn a_script_has_no_parameters() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let path = written(folder.path(), "mine.luau", "return { choose = function() return 1 end }");
    let given = vec![Assignment::parse("x=1").expect("an assignment")];
    let message = open(&Kujuroku::new(Rules::default()), &path, given).err().expect("refused").to_string();
    assert!(message.contains("is a script, which has no parameter 'x'"), "{message}");
}
