use super::*;
use crate::games::{kazu_tori, kujuroku};

type Kujuroku = Variants<kujuroku::Rules>;

fn variants(set: &[&str], vary: &[&str], one_at_a_time: bool) -> Result<Kujuroku, String> {
    let set: Vec<Assignment> = set.iter().map(|text| Assignment::parse(text).unwrap()).collect();
    let vary: Vec<String> = vary.iter().map(|&text| text.to_owned()).collect();
    parse_vary(&vary)
        .and_then(|vary| Variants::new("kujuroku", &set, &vary, one_at_a_time))
        .map_err(|failure| format!("{failure:?}"))
}

fn names(variants: &Kujuroku) -> Vec<&str> {
    variants.list.iter().map(|variant| variant.name.as_str()).collect()
}

#[test]
fn all_combinations_are_played() {
    let made = variants(&[], &["players=4,3", "par=96,90,100"], false).unwrap();
    assert_eq!(made.baseline, "players=4 par=96");
    assert_eq!(names(&made), ["", "par=90", "par=100", "players=3", "players=3 par=90", "players=3 par=100"]);
    assert_eq!((made.list[4].rules.players, made.list[4].rules.par), (3, 90));
}

#[test]
fn one_at_a_time_changes_one_rule_of_the_baseline() {
    let made = variants(&[], &["players=4,3", "par=96,90,100"], true).unwrap();
    assert_eq!(names(&made), ["", "players=3", "par=90", "par=100"]);
}

#[test]
fn the_default_is_the_baseline_wherever_it_is_among_the_values() {
    let made = variants(&[], &["par=88,96,104", "players=3,4"], false).unwrap();
    assert_eq!(made.baseline, "par=96 players=4");
    assert_eq!(names(&made), ["", "players=3", "par=88", "par=88 players=3", "par=104", "par=104 players=3"]);
    // What is set takes its place; without either, the first value is compared with.
    assert_eq!(variants(&["par=104"], &["par=88,96,104"], false).unwrap().baseline, "par=104");
    assert_eq!(variants(&[], &["par=88,104"], false).unwrap().baseline, "par=88");
    assert_eq!(names(&variants(&[], &["par=88,96,96"], false).unwrap()), ["", "par=88", "par=96 again"]);
}

#[test]
fn a_rule_that_is_set_is_the_baseline() {
    let made = variants(&["par=80"], &["par=96,90"], false).unwrap();
    assert_eq!((made.baseline.as_str(), names(&made)), ("par=80", vec!["", "par=96", "par=90"]));
    let known = variants(&["players=3"], &["players"], false).unwrap();
    assert_eq!((known.baseline.as_str(), names(&known)), ("players=3", vec!["", "players=4"]));
}

#[test]
fn a_value_may_be_compared_with_itself() {
    assert_eq!(names(&variants(&[], &["par=96,96"], false).unwrap()), ["", "par=96 again"]);
}

#[test]
fn by_default_every_rule_with_known_values_is_varied_one_at_a_time() {
    let made = variants(&[], &[], false).unwrap();
    assert_eq!(made.baseline, "the rules by default");
    assert_eq!(
        names(&made),
        [
            "",
            "players=3",
            "jizo=true",
            "oni=false",
            "yaku=false",
            "yaku_check=capture",
            "yaku_stack=true",
            "dealer_keeps_on_tie=false",
            "chips=30"
        ]
    );
    let without_oni = variants(&["oni=false"], &[], false).unwrap();
    assert!(without_oni.left_out[0].starts_with("jizo=true: "), "{:?}", without_oni.left_out);
}

#[test]
fn lists_are_in_brackets() {
    let vary = parse_vary(&["handicap=[1, 1, 1, 1],[1, 1, 1, 2]".to_owned()]).unwrap();
    let made: Variants<kazu_tori::Rules> = Variants::new("kazu-tori", &[], &vary, false).unwrap();
    assert_eq!(made.list[1].rules.handicap, [1.0, 1.0, 1.0, 2.0]);
}

#[test]
fn what_cannot_be_varied_is_refused_by_name() {
    for (vary, message) in [
        (&["par=96,90", "par=80"][..], "'par' is given twice"),
        (&["par"], "no values are known"),
        (&["par=96"], "there is nothing to compare it with"),
        (&["par=96,"], "a value is missing"),
        (&["par=96,1000"], "1000 is not allowed; give a whole number from 1 to 300"),
        (&["jizu=true,false"], "did you mean 'jizo'?"),
        (&["jizo=false,true", "oni=true,false"], "the variant jizo=true oni=false cannot be played: "),
    ] {
        let refused = variants(&[], vary, false).unwrap_err();
        assert!(refused.contains(message), "{vary:?}: {refused}");
    }
}
