//! The page on the game says what the program does.

use super::rig::plain;
use crate::game::Options;
use crate::games::kusuri_gui::{Choices, Hand, KusuriGui, Yaku};
use crate::games::page::Page;

#[test]
fn it_has_every_decision() {
    let name = Choices::of(Hand::EMPTY).decision();
    assert_eq!(Page::of::<KusuriGui>().column("Decisions", 0), [name]);
}

#[test]
fn it_has_the_value_of_every_yaku() {
    let page = Page::of::<KusuriGui>();
    let written: Vec<(&str, &str)> = page.table("Yaku").iter().map(|row| (row[0], row[2])).collect();
    let further = [Yaku::Animals, Yaku::Ribbons, Yaku::Chaff];
    let values = Yaku::ALL.map(|yaku| {
        let more = if further.contains(&yaku) { ", and 1 for each further one" } else { "" };
        (yaku.spoken(), format!("{}{more}", yaku.value(&plain())))
    });
    assert_eq!(written, values.each_ref().map(|(name, value)| (*name, value.as_str())));
}

#[test]
fn every_yaku_has_its_name_in_the_files() {
    let page = Page::of::<KusuriGui>();
    for name in Yaku::NAMES {
        assert!(page.says("House rules", &format!("`value.{name}`")), "{name}");
    }
}
