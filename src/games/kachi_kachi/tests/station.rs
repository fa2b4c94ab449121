//! The bot `station`.

use super::rig::{Scene, table_of};
use crate::bots::{BotSpec, Player};
use crate::game::{Game, Next, Options};
use crate::games::kachi_kachi::{KachiKachi, Rules};
use crate::random::{BlockStreams, Purpose};

/// What it chooses.
#[track_caller]
fn chooses(scene: &Scene) -> String {
    let Next::Choice(seat) = scene.game.to_act(&scene.table) else { panic!("nobody is asked") };
    let mut bot: Player<KachiKachi> = BotSpec::new("station").player(&scene.game).expect("it can play");
    let options = scene.game.options(&scene.table);
    let mut own = BlockStreams::new(1, 1).stream(1, Purpose::Bot(seat));
    options.at(bot.choose(&scene.game, &scene.table, seat, &options, &mut own)).to_string()
}

#[test]
fn it_never_claims() {
    let mut scene = Scene::dealt(Rules { max_wager: 1, ..table_of(2) }, &["2 8", "3 7"], "10 8");
    assert_eq!((scene.asks(), chooses(&scene)), ("1 claim".to_owned(), "keep".to_owned()));
    scene.plays("1 keep, 1 open 1");
    assert_eq!((scene.asks(), chooses(&scene)), ("2 claim".to_owned(), "keep".to_owned()));
    scene.plays("2 keep, 2 call");
    assert_eq!((scene.asks(), chooses(&scene)), ("1 claim".to_owned(), "keep".to_owned()), "nor to show");
}

#[test]
fn it_opens_with_the_least_bet_whatever_its_cards() {
    for hand in ["10 10", "2 9"] {
        let mut scene = Scene::dealt(Rules { min_bet: 3, ..table_of(2) }, &[hand, "5 6"], "");
        assert_eq!((scene.asks(), chooses(&scene)), ("1 open".to_owned(), "open".to_owned()));
        scene.plays("1 open");
        assert_eq!((scene.asks(), chooses(&scene)), ("1 amount".to_owned(), "3".to_owned()));
    }
}

#[test]
fn it_calls_whatever_its_cards_and_the_bet() {
    for hand in ["10 10", "2 9"] {
        let mut scene = Scene::dealt(table_of(2), &["5 6", hand], "");
        scene.plays("1 open 10");
        assert_eq!((scene.asks(), chooses(&scene)), ("2 call".to_owned(), "call".to_owned()));
    }
}
