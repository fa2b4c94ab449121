use super::check;
use crate::bots::{BotSpec, Player, Script, Source};
use crate::game::Game;
use crate::games::kujuroku::{Kujuroku, Rules};

fn kujuroku() -> Kujuroku {
    Kujuroku::new(Rules::default())
}

fn script(text: &str) -> Player<Kujuroku> {
    let source = Source { path: "mine.luau".into(), text: text.to_owned() };
    Player::External(Box::new(Script::new(&kujuroku(), source).expect("a script").0))
}

#[test]
fn a_good_bot_passes() {
    let bot = BotSpec::new("greedy").player(&kujuroku()).expect("a bot");
    let findings = check(&kujuroku(), &bot, 1, 0..20);
    assert!(findings.is_good(), "{findings:?}");
    assert_eq!(findings.games, 20);
    assert!(findings.decisions > 1_000);
}

#[test]
fn an_illegal_choice_is_found() {
    let bot = script("return { choose = function(view) return if view.round == 3 then 9 else 1 end }");
    let illegal = check(&kujuroku(), &bot, 1, 0..20).illegal.expect("it is found");
    assert!(illegal.what.contains("choose returned 9"), "{illegal:?}");
    assert!(illegal.decision > 1);
}

#[test]
fn a_bot_that_counts_how_often_it_was_asked_is_found() {
    let bot = script(
        "local asked = 0
        return { choose = function(_, options) asked += 1 return asked % #options + 1 end }",
    );
    let peeks = check(&kujuroku(), &bot, 1, 0..5).peeks.expect("asked once more, it chooses otherwise");
    assert!(peeks.what.contains("the hidden cards were dealt again"), "{peeks:?}");
}
