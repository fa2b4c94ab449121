//! What captures are worth, from tables and from scratch.

use super::places::Places;
use super::prospects::Prospects;
use crate::cards::{Card, Hanafuda};
use crate::games::kusuri_gui::yaku::{ANIMALS, CHAFF, RIBBONS};
use crate::games::kusuri_gui::{Brights, DECK, Rules, Scoring, Set};
use crate::random::{BlockStreams, Purpose};

const REACH: f64 = 0.35;
const DENIAL: f64 = 0.6;

fn house_rules() -> [Rules; 4] {
    let plain = Rules::default();
    let apart =
        Rules { brights: Brights::Apart, five_brights: 10, hot_pot: 100, ribbons: 0, ..plain.clone() };
    let single = Rules { yaku_stack: false, ..plain.clone() };
    [Rules { yaku_stack: false, ..apart.clone() }, plain, apart, single]
}

/// Captures of both that are random, and the cards that are left.
fn captures(number: u64) -> [Set; 3] {
    let mut rng = BlockStreams::new(5, number).stream(1, Purpose::Game);
    let mut cards: Vec<Hanafuda> = DECK.iter().collect();
    rng.shuffle(&mut cards);
    let own = rng.random_range(0..30) as usize;
    let theirs = own + rng.random_range(0..14) as usize;
    [&cards[..own], &cards[own..theirs], &cards[theirs..]].map(|cards| cards.iter().copied().collect())
}

fn places(prospects: &Prospects, own: Set, theirs: Set) -> Places {
    Places::of(prospects.moves::<0>(own), prospects.moves::<1>(theirs))
}

fn changes_are_differences<const STACK: bool>(rules: &Rules) {
    let prospects = Prospects::new(rules, REACH, DENIAL);
    let lead = |own, theirs| prospects.lead::<STACK>(places(&prospects, own, theirs));
    for number in 0..500 {
        let [own, theirs, left] = captures(number);
        let (now, captured) = (lead(own, theirs), places(&prospects, own, theirs));
        for card in left {
            let step = prospects.step(card);
            let more = Set::of(card);
            let changes =
                [prospects.change::<STACK, 0>(captured, step), prospects.change::<STACK, 1>(captured, step)];
            // To the digit: sums of leads are exact.
            let differences = [lead(own | more, theirs) - now, lead(own, theirs | more) - now];
            assert_eq!(changes, differences, "{card} besides {own} and {theirs}");
        }
    }
}

#[test]
fn what_a_card_changes_is_the_difference_of_the_leads_with_and_without_it() {
    for rules in house_rules() {
        if rules.yaku_stack {
            changes_are_differences::<true>(&rules);
        } else {
            changes_are_differences::<false>(&rules);
        }
    }
}

/// What a player's yaku of some cards are expected to be worth: the scores of
/// all that may be captured.
fn expected_score(scoring: &Scoring, cards: Set, own: Set, left: Set) -> f64 {
    let open: Vec<Hanafuda> = (cards & left).iter().collect();
    let score = |more: Set| f64::from(scoring.score((own & cards) | more).points);
    let chance =
        |captured: usize| REACH.powi(captured as i32) * (1.0 - REACH).powi((open.len() - captured) as i32);
    if cards == CHAFF {
        // Each is like the others, and there are too many to try them all.
        let mut ways = 1.0;
        let mut sum = 0.0;
        for captured in 0..=open.len() {
            let more = open[..captured].iter().copied().collect();
            sum += ways * chance(captured) * score(more);
            ways *= (open.len() - captured) as f64 / (captured + 1) as f64;
        }
        return sum;
    }
    let subsets = (0..1_u32 << open.len()).map(|bits| {
        let more: Set =
            open.iter().enumerate().filter(|(n, _)| bits >> n & 1 != 0).map(|(_, &card)| card).collect();
        chance(more.len()) * score(more)
    });
    subsets.sum()
}

#[test]
fn a_lead_is_the_mean_score_of_all_that_may_still_be_captured() {
    let brights = DECK - (ANIMALS | RIBBONS | CHAFF);
    for rules in house_rules().into_iter().filter(|rules| rules.yaku_stack) {
        let (prospects, scoring) = (Prospects::new(&rules, REACH, DENIAL), Scoring::new(&rules));
        for number in 0..60 {
            let [own, theirs, left] = captures(number);
            let worth = |captured: Set| -> f64 {
                let groups = [brights, ANIMALS, RIBBONS, CHAFF];
                groups.into_iter().map(|cards| expected_score(&scoring, cards, captured, left)).sum()
            };
            let lead = prospects.lead::<true>(places(&prospects, own, theirs));
            let expected = worth(own) - DENIAL * worth(theirs);
            assert!((lead - expected).abs() < 1e-8, "{own} and {theirs}: {lead}, not {expected}");
        }
    }
}

#[test]
fn where_one_yaku_counts_the_lead_without_hope_is_that_of_the_scores() {
    let rules = Rules { yaku_stack: false, ..Rules::default() };
    let prospects = Prospects::new(&rules, 0.0, DENIAL);
    let scoring = Scoring::new(&rules);
    for number in 0..500 {
        let [own, theirs, _] = captures(number);
        let points = |captured: Set| f64::from(scoring.score(captured).points);
        let lead = prospects.lead::<false>(places(&prospects, own, theirs));
        assert!((lead - (points(own) - DENIAL * points(theirs))).abs() < 1e-8, "{own} and {theirs}");
    }
}

#[test]
fn cards_have_steps_of_their_own_group() {
    let prospects = Prospects::new(&Rules::default(), REACH, DENIAL);
    let none = places(&prospects, Set::EMPTY, Set::EMPTY);
    for card in DECK {
        let step = prospects.step(card);
        assert_eq!(none.and(step.moves::<0>()), places(&prospects, card.into(), Set::EMPTY), "{card}");
        assert_eq!(none.and(step.moves::<1>()), places(&prospects, Set::EMPTY, card.into()), "{card}");
        assert_eq!(step.is_willow, (40..44).contains(&card.index()), "{card}");
    }
}
