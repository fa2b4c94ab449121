//! Yaku: cards in, chips out.

use std::collections::BTreeMap;

use super::rig::{plain, set};
use crate::cards::{Hanafuda, Kind};
use crate::games::kusuri_gui::{Brights, DECK, Rules, Scoring, Set, Yaku};

/// The yaku that count and what they pay, as in `hot-pot 3, animals 2`.
fn counted_under(rules: &Rules, captured: Set) -> String {
    let score = Scoring::new(rules).score(captured);
    let yaku: Vec<(Yaku, u16)> = score.yaku.iter().map(|yaku| (yaku, score.values[yaku as usize])).collect();
    assert_eq!(yaku.iter().map(|(_, value)| value).sum::<u16>(), score.points);
    assert_eq!(score.values.iter().sum::<u16>(), score.points);
    yaku.iter().map(|(yaku, value)| format!("{} {value}", yaku.spoken())).collect::<Vec<_>>().join(", ")
}

fn counted(cards: &str) -> String {
    counted_under(&plain(), set(cards))
}

fn alone(rules: Rules) -> Rules {
    Rules { yaku_stack: false, ..rules }
}

/// So many of the deck's cards of a kind, the first ones.
fn some(cards: Set, count: usize) -> Set {
    (cards & DECK).iter().take(count).collect()
}

/// All sets that can be made of some cards.
fn subsets(cards: Set) -> impl Iterator<Item = Set> {
    let cards: Vec<Hanafuda> = cards.iter().collect();
    (0..1_u32 << cards.len()).map(move |chosen| {
        cards
            .iter()
            .enumerate()
            .filter(|(place, _)| chosen >> place & 1 != 0)
            .map(|(_, &card)| card)
            .collect()
    })
}

#[test]
fn nothing_is_worth_nothing() {
    assert_eq!(counted(""), "");
    assert_eq!(counted("crane curtain boar pine-ribbon plum-ribbon pine-chaff"), "");
}

#[test]
fn brights_are_a_ladder() {
    assert_eq!(counted("crane curtain moon phoenix rainman"), "five brights 8");
    assert_eq!(counted("crane curtain moon phoenix"), "four brights 4");
    assert_eq!(counted("crane curtain moon"), "three brights 3");
    assert_eq!(counted("curtain moon phoenix"), "three brights 3");
    assert_eq!(counted("crane moon phoenix"), "three brights 3");
    assert_eq!(counted("crane curtain phoenix"), "three brights 3");
    assert_eq!(counted("rainman crane moon"), "rainy three 2");
    assert_eq!(counted("rainman crane"), "");
}

#[test]
fn the_rainman_with_three_others_is_three_brights() {
    for cards in ["crane curtain moon", "crane curtain phoenix", "crane moon phoenix", "curtain moon phoenix"]
    {
        assert_eq!(counted(&format!("rainman {cards}")), "three brights 3");
    }
}

#[test]
fn the_ladder_goes_by_rank_and_not_by_worth() {
    let rules = Rules { rainy_three: 100, three_brights: 50, four_brights: 0, five_brights: 1, ..plain() };
    assert_eq!(counted_under(&rules, set("crane curtain moon phoenix rainman")), "five brights 1");
    assert_eq!(counted_under(&rules, set("crane curtain moon phoenix")), "four brights 0");
    assert_eq!(counted_under(&rules, set("crane curtain moon rainman")), "three brights 50");
}

#[test]
fn every_set_of_brights_has_its_step() {
    let mut steps = BTreeMap::new();
    for brights in subsets(Hanafuda::of_kind(Kind::Bright)) {
        let dry = (brights - set("rainman")).len();
        let expected = match (dry, brights.has(Hanafuda::RAINMAN)) {
            (4, true) => "five brights 8",
            (4, false) => "four brights 4",
            (3, _) => "three brights 3",
            (2, true) => "rainy three 2",
            _ => "",
        };
        assert_eq!(counted_under(&plain(), brights), expected, "{brights}");
        *steps.entry(expected).or_insert(0) += 1;
    }
    let ways = [
        ("", 16),
        ("five brights 8", 1),
        ("four brights 4", 1),
        ("rainy three 2", 6),
        ("three brights 3", 8),
    ];
    assert_eq!(steps.into_iter().collect::<Vec<_>>(), ways);
}

#[test]
fn where_brights_stand_apart_a_rainy_three_counts_beside_three_brights() {
    let rules = Rules { brights: Brights::Apart, ..plain() };
    for brights in subsets(Hanafuda::of_kind(Kind::Bright)) {
        let dry = (brights - set("rainman")).len();
        let expected = match (dry, brights.has(Hanafuda::RAINMAN)) {
            (4, true) => "five brights 8",
            (4, false) => "four brights 4",
            (3, true) => "three brights 3, rainy three 2",
            (3, false) => "three brights 3",
            (2, true) => "rainy three 2",
            _ => "",
        };
        assert_eq!(counted_under(&rules, brights), expected, "{brights}");
        let one = counted_under(&alone(rules.clone()), brights);
        assert_eq!(one, counted_under(&alone(plain()), brights), "one yaku stands alone anyway");
        let others = set("boar deer butterflies");
        let with_others = if expected.is_empty() { "hot-pot 3" } else { &format!("{expected}, hot-pot 3") };
        assert_eq!(counted_under(&rules, brights | others), with_others);
    }
}

#[test]
fn hot_pot_swallows_hand_cannon() {
    assert_eq!(counted("boar deer"), "hand cannon 2");
    assert_eq!(counted("boar deer butterflies"), "hot-pot 3");
    assert_eq!(counted("boar butterflies"), "");
    assert_eq!(counted("deer butterflies"), "");
}

#[test]
fn five_animals_and_a_chip_for_each_further_one() {
    assert_eq!(counted("warbler cuckoo bridge geese"), "");
    assert_eq!(counted("warbler cuckoo bridge geese swallow"), "animals 1");
    assert_eq!(counted("warbler cuckoo bridge geese swallow sake-cup"), "animals 2");
    let all = Hanafuda::of_kind(Kind::Animal);
    assert_eq!(counted_under(&plain(), all), "hot-pot 3, animals 5", "the hot-pot adds to the animals");
}

#[test]
fn every_set_of_animals_is_worth_what_a_plain_count_says() {
    for animals in subsets(Hanafuda::of_kind(Kind::Animal)) {
        let (boar, deer) = (animals.has(Hanafuda::BOAR), animals.has(Hanafuda::DEER));
        let meat = match (boar && deer, animals.has(Hanafuda::BUTTERFLIES)) {
            (true, true) => 3,
            (true, false) => 2,
            _ => 0,
        };
        let many = animals.len().saturating_sub(4);
        assert_eq!(usize::from(Scoring::new(&plain()).score(animals).points), meat + many, "{animals}");
    }
}

#[test]
fn three_ribbons_of_a_kind() {
    assert_eq!(counted("pine-ribbon plum-ribbon cherry-ribbon"), "poetry ribbons 2");
    assert_eq!(counted("peony-ribbon chrysanthemum-ribbon maple-ribbon"), "blue ribbons 2");
    assert_eq!(counted("wisteria-ribbon iris-ribbon bush-clover-ribbon"), "grass ribbons 2");
}

#[test]
fn the_ribbon_of_the_willow_is_no_grass() {
    for grass in [
        "wisteria-ribbon iris-ribbon",
        "wisteria-ribbon bush-clover-ribbon",
        "iris-ribbon bush-clover-ribbon",
    ] {
        assert_eq!(counted(&format!("{grass} willow-ribbon")), "");
    }
    let five = "wisteria-ribbon iris-ribbon willow-ribbon pine-ribbon plum-ribbon";
    assert_eq!(counted(five), "ribbons 1", "but it is a ribbon");
}

#[test]
fn every_set_of_ribbons_is_worth_what_a_plain_count_says() {
    let kinds = [
        set("pine-ribbon plum-ribbon cherry-ribbon"),
        set("peony-ribbon chrysanthemum-ribbon maple-ribbon"),
        set("wisteria-ribbon iris-ribbon bush-clover-ribbon"),
    ];
    for ribbons in subsets(Hanafuda::ribbons()) {
        let threes = kinds.iter().filter(|&&kind| ribbons & kind == kind).count();
        let points = 2 * threes + ribbons.len().saturating_sub(4);
        assert_eq!(usize::from(Scoring::new(&plain()).score(ribbons).points), points, "{ribbons}");
    }
}

#[test]
fn ten_chaff_and_a_chip_for_each_further_one() {
    let chaff = Hanafuda::of_kind(Kind::Chaff);
    for count in 0..=20_usize {
        let points = count.saturating_sub(9);
        assert_eq!(usize::from(Scoring::new(&plain()).score(some(chaff, count)).points), points);
    }
}

#[test]
fn the_lightning_is_chaff() {
    let nine = some(Hanafuda::of_kind(Kind::Chaff) - set("lightning"), 9);
    assert_eq!(counted_under(&plain(), nine), "");
    assert_eq!(counted_under(&plain(), nine | set("lightning")), "chaff 1");
    assert_eq!(counted_under(&plain(), nine | set("yellow-paulownia")), "chaff 1");
}

#[test]
fn yaku_of_different_kinds_add_up() {
    assert_eq!(
        counted_under(&plain(), DECK),
        "five brights 8, hot-pot 3, animals 5, poetry ribbons 2, blue ribbons 2, grass ribbons 2, \
         ribbons 6, chaff 11"
    );
    assert_eq!(Scoring::new(&plain()).score(DECK).points, 39);
    assert_eq!(
        counted(
            "crane curtain moon boar deer pine-ribbon plum-ribbon cherry-ribbon iris-ribbon maple-ribbon"
        ),
        "three brights 3, hand cannon 2, poetry ribbons 2, ribbons 1"
    );
}

#[test]
fn the_kinds_do_not_touch_each_other() {
    let brights = set("crane curtain moon rainman");
    let animals = set("boar deer butterflies swallow geese bridge");
    let ribbons = set("pine-ribbon plum-ribbon cherry-ribbon willow-ribbon iris-ribbon");
    let chaff = some(Hanafuda::of_kind(Kind::Chaff), 13);
    let scoring = Scoring::new(&plain());
    let apart: u16 = [brights, animals, ribbons, chaff].map(|cards| scoring.score(cards).points).iter().sum();
    assert_eq!(scoring.score(brights | animals | ribbons | chaff).points, apart);
}

#[test]
fn without_stacking_only_the_most_valuable_counts() {
    let rules = alone(plain());
    assert_eq!(counted_under(&rules, DECK), "chaff 11");
    let captured = set("crane curtain moon boar deer pine-ribbon plum-ribbon cherry-ribbon");
    assert_eq!(counted_under(&rules, captured), "three brights 3");
    assert_eq!(counted_under(&rules, Set::EMPTY), "");
}

#[test]
fn without_stacking_further_cards_make_a_yaku_more_valuable() {
    let captured = set("crane curtain moon warbler cuckoo bridge geese swallow sake-cup");
    assert_eq!(counted_under(&alone(plain()), captured), "three brights 3");
    let captured = captured | set("boar");
    assert_eq!(counted_under(&alone(plain()), captured), "three brights 3", "of equal ones the first");
    let captured = captured | set("butterflies");
    assert_eq!(counted_under(&alone(plain()), captured), "animals 4");
}

#[test]
fn of_equal_yaku_the_first_of_the_table_counts() {
    let poetry_and_blue =
        "pine-ribbon plum-ribbon cherry-ribbon peony-ribbon chrysanthemum-ribbon maple-ribbon";
    assert_eq!(counted_under(&alone(plain()), set(poetry_and_blue)), "poetry ribbons 2");
    let all_alike = Rules { five_brights: 5, four_brights: 5, three_brights: 5, rainy_three: 5, ..plain() };
    let brights = Hanafuda::of_kind(Kind::Bright);
    assert_eq!(counted_under(&alone(all_alike), brights), "five brights 5");
}

#[test]
fn without_stacking_a_part_that_is_worth_more_counts() {
    let rules = alone(Rules { rainy_three: 9, hand_cannon: 7, ..plain() });
    let brights = Hanafuda::of_kind(Kind::Bright);
    assert_eq!(counted_under(&rules, brights), "rainy three 9");
    assert_eq!(counted_under(&rules, set("boar deer butterflies")), "hand cannon 7");
    let stacked = Rules { yaku_stack: true, ..rules };
    assert_eq!(counted_under(&stacked, brights), "five brights 8");
    assert_eq!(counted_under(&stacked, set("boar deer butterflies")), "hot-pot 3");
}

#[test]
fn a_yaku_worth_nothing_still_counts_as_made() {
    let rules = Rules { hand_cannon: 0, animals: 0, ..plain() };
    assert_eq!(counted_under(&rules, set("boar deer")), "hand cannon 0");
    assert_eq!(counted_under(&alone(rules.clone()), set("boar deer")), "hand cannon 0");
    let six = set("warbler cuckoo bridge geese swallow sake-cup");
    assert_eq!(counted_under(&rules, six), "animals 1", "a further card is a chip all the same");
}

#[test]
fn every_value_is_the_houses_own() {
    let rules = Rules {
        five_brights: 10,
        four_brights: 11,
        three_brights: 12,
        rainy_three: 13,
        hot_pot: 14,
        hand_cannon: 15,
        animals: 16,
        poetry: 17,
        blue: 18,
        grass: 19,
        ribbons: 20,
        chaff: 21,
        ..plain()
    };
    for (cards, expected) in [
        ("crane curtain moon phoenix rainman", "five brights 10"),
        ("crane curtain moon phoenix", "four brights 11"),
        ("crane curtain moon", "three brights 12"),
        ("crane curtain rainman", "rainy three 13"),
        ("boar deer butterflies", "hot-pot 14"),
        ("boar deer", "hand cannon 15"),
        ("warbler cuckoo bridge geese swallow", "animals 16"),
        ("pine-ribbon plum-ribbon cherry-ribbon", "poetry ribbons 17"),
        ("peony-ribbon chrysanthemum-ribbon maple-ribbon", "blue ribbons 18"),
        ("wisteria-ribbon iris-ribbon bush-clover-ribbon", "grass ribbons 19"),
        ("wisteria-ribbon iris-ribbon willow-ribbon pine-ribbon plum-ribbon", "ribbons 20"),
    ] {
        assert_eq!(counted_under(&rules, set(cards)), expected);
    }
    assert_eq!(counted_under(&rules, some(Hanafuda::of_kind(Kind::Chaff), 11)), "chaff 22");
}

#[test]
fn names_stand_in_the_order_of_the_yaku() {
    for (yaku, name) in Yaku::ALL.into_iter().zip(Yaku::NAMES) {
        assert_eq!(yaku.name(), *name);
        let written = format!("{yaku:?}").to_lowercase();
        assert_eq!(written, name.replace('_', ""));
    }
}
