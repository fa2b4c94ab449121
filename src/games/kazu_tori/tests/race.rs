//! The body against exact values: races by quadrature, false alarms, and how
//! much faster a grandmother must be.

use statrs::distribution::{ContinuousCDF, Normal};

use super::rig::{Scene, plain, seat, stream};
use crate::games::kazu_tori::{Body, Circle, Event, Haste, KazuTori, Palms, Rules, SEATS};
use crate::games::page::Page;
use crate::seat::Seat;

const CALM: [Haste; SEATS] = [Haste::CALM; SEATS];

/// The chance of each seat to take a card that may be taken, and of nobody.
#[derive(Clone, Copy, Debug)]
struct Chances {
    seats: [f64; SEATS],
    nobody: f64,
}

/// Simpson's rule.
fn integral(from: f64, to: f64, f: impl Fn(f64) -> f64) -> f64 {
    let steps = 4_000;
    let width = (to - from) / f64::from(steps);
    let weight = |step| if step == 0 || step == steps { 1.0 } else { f64::from(2 + step % 2 * 2) };
    (0..=steps).map(|step| weight(step) * f(from + f64::from(step) * width)).sum::<f64>() * width / 3.0
}

/// The chances by their definition: a seat takes the card with a time in the
/// tempo if each of the others overlooks it or is slower.
fn exact(rules: &Rules, hastes: [Haste; SEATS]) -> Chances {
    let normal = Normal::new(0.0, 1.0).expect("a standard deviation of 1");
    let middle: [f64; SEATS] = std::array::from_fn(|seat| {
        let time = rules.handicap[seat] * rules.median_ms * (1.0 - rules.haste_gain * hastes[seat].degree());
        (time / rules.tempo_ms).ln() / rules.spread
    });
    let slower = |seat: usize, z: f64| rules.lapse + (1.0 - rules.lapse) * normal.sf(z - middle[seat]);
    let seats = std::array::from_fn(|seat| {
        let last = (-middle[seat]).min(9.0);
        (1.0 - rules.lapse)
            * integral(-9.0, last, |z| {
                let others = (0..SEATS).filter(|&other| other != seat);
                let density = (-0.5 * z * z).exp() / (2.0 * std::f64::consts::PI).sqrt();
                density * others.map(|other| slower(other, z + middle[seat])).product::<f64>()
            })
    });
    Chances { seats, nobody: (0..SEATS).map(|seat| slower(seat, 0.0)).product() }
}

/// How often each seat takes, and nobody, in so many races at the table.
fn raced(rules: &Rules, hastes: [Haste; SEATS], races: u32) -> Chances {
    let mut scene = Scene::with_piles(rules.clone(), ["2 3", "4 5", "6 7", "8 9"]);
    scene.table.hastes = hastes;
    let (mut rng, mut won, mut nobody) = (stream(3), [0.0; SEATS], 0.0);
    for _ in 0..races {
        let palms = scene.play().palms(true, &mut rng);
        match palms.fastest() {
            Some(seat) => won[seat.index()] += 1.0 / f64::from(races),
            None => nobody += 1.0 / f64::from(races),
        }
        scene.recorder.0.clear();
    }
    Chances { seats: won, nobody }
}

/// Asserts that what was found is within four standard errors.
fn agree(found: f64, expected: f64, tries: u32) {
    let error = (expected * (1.0 - expected) / f64::from(tries)).sqrt();
    assert!((found - expected).abs() < 4.0 * error + 1e-9, "{found}, not {expected}");
}

fn agrees(rules: &Rules, hastes: [Haste; SEATS]) {
    let (races, exact) = (400_000, exact(rules, hastes));
    let raced = raced(rules, hastes, races);
    assert!((exact.seats.iter().sum::<f64>() + exact.nobody - 1.0).abs() < 1e-8, "{exact:?}");
    for seat in 0..SEATS {
        agree(raced.seats[seat], exact.seats[seat], races);
    }
    agree(raced.nobody, exact.nobody, races);
}

#[test]
fn calm_players_win_races_as_often_as_they_should() {
    agrees(&plain(), CALM);
}

#[test]
fn so_do_players_with_handicaps() {
    agrees(&Rules { handicap: [1.0, 1.2, 0.9, 0.7], ..plain() }, CALM);
}

#[test]
fn so_do_hasty_players() {
    agrees(&plain(), [0, 1, 2, 4].map(Haste::at));
}

#[test]
fn so_do_players_who_are_often_late_and_overlook_much() {
    let rules = Rules { tempo_ms: 420.0, lapse: 0.3, handicap: [1.0, 1.1, 1.0, 0.8], ..plain() };
    assert!(exact(&rules, CALM).nobody > 0.1);
    agrees(&rules, CALM);
}

#[test]
fn the_fastest_of_four_takes_as_long_as_it_should() {
    let rules = plain();
    let normal = Normal::new(0.0, 1.0).expect("a standard deviation of 1");
    // The mean of a time is the integral of the chance that it is longer.
    let all_longer = |ms: f64| normal.sf((ms / rules.median_ms).ln() / rules.spread).powi(4);
    let exact = integral(1e-9, 2_000.0, all_longer);
    let (body, mut rng, races) = (Body::new(&rules), stream(4), 200_000);
    let (mut sum, mut squares) = (0.0, 0.0);
    for _ in 0..races {
        let lateness = (1..=4).map(|number| body.lateness(seat(number), Haste::CALM, rng.normal()));
        let ms = rules.tempo_ms * lateness.fold(f64::INFINITY, f64::min).exp();
        sum += ms;
        squares += ms * ms;
    }
    let mean = sum / f64::from(races);
    let error = ((squares / f64::from(races) - mean * mean) / f64::from(races)).sqrt();
    assert!((mean - exact).abs() < 4.0 * error, "{mean} ms, not {exact}");
    assert_eq!(on_the_page("mean time of the fastest"), format!("{exact:.1} ms"));
}

/// The value of a fact on the page.
fn on_the_page(fact: &str) -> String {
    let page = Page::of::<KazuTori>();
    let row = page.table("Exact facts").into_iter().find(|row| row[0].starts_with(fact));
    row.unwrap_or_else(|| panic!("the page has no fact '{fact}'"))[1].to_owned()
}

#[test]
fn the_races_on_the_page_are_exact() {
    let [calm, keen, reckless] = [Haste::CALM, Haste::KEEN, Haste::RECKLESS];
    let faster = Rules { handicap: [1.0, 1.0, 1.0, 0.8], ..plain() };
    for (fact, rules, others, fourth, after) in [
        ("among four calm players one is a fifth faster", faster, calm, calm, " of the cards"),
        ("among three calm players a keen one", plain(), calm, keen, ""),
        ("among three calm players a reckless one", plain(), calm, reckless, ""),
        ("among three reckless players a calm one", plain(), reckless, calm, ""),
    ] {
        let hastes = [others, others, others, fourth];
        let percent = 100.0 * exact(&rules, hastes).seats[3];
        assert_eq!(on_the_page(fact), format!("{percent:.1} %{after}"), "{fact}");
        agrees(&rules, hastes);
    }
    let nobody = 1e7 * exact(&plain(), CALM).nobody;
    assert_eq!(on_the_page("nobody is in time"), format!("{nobody:.1} in ten million"));
}

#[test]
fn false_alarms_are_as_frequent_as_they_should_be() {
    // 1 + 9 h^2 per cent, and certain where that is more than everything.
    for (place, expected) in [(0, 0.01), (1, 0.015_625), (2, 0.0325), (3, 0.060_625), (4, 0.1)] {
        let rules = Rules { tempo_ms: 60_000.0, ..plain() };
        assert!((crate::games::kazu_tori::false_alarm(&rules, Haste::at(place)) - expected).abs() < 1e-12);
        let mut scene = Scene::with_piles(rules, ["2 3", "4 5", "6 7", "8 9"]);
        scene.table.hastes = [Haste::at(place); SEATS];
        let (mut rng, tries) = (stream(5), 100_000);
        for _ in 0..tries {
            scene.play().palms(false, &mut rng);
        }
        for number in 1..=SEATS {
            let palms = scene.count(|event| matches!(event, Event::Slapped { seat: of, may_take: false, .. } if *of == seat(number)));
            agree(palms as f64 / f64::from(tries), expected, tries);
        }
    }
    let certain = Rules { false_alarm: 0.5, ..plain() };
    assert_eq!(crate::games::kazu_tori::false_alarm(&certain, Haste::RECKLESS), 1.0);
}

#[test]
fn who_is_out_does_not_slap() {
    let mut scene = Scene::with_piles(Rules { lapse: 0.0, ..plain() }, ["2 3", "", "6 7", "8 9"]);
    let mut rng = stream(6);
    for _ in 0..1_000 {
        assert!(scene.play().palms(true, &mut rng).iter().all(|of| of != seat(2)));
    }
}

#[test]
fn a_slap_exactly_in_the_tempo_is_in_time_and_a_later_one_is_none() {
    let rules = Rules { lapse: 0.0, spread: 0.0, median_ms: 600.0, tempo_ms: 600.0, ..plain() };
    let in_time = |rules: &Rules| {
        let mut scene = Scene::with_piles(rules.clone(), ["2 3", "4 5", "6 7", "8 9"]);
        let palms = scene.play().palms(true, &mut stream(7));
        (palms.iter().count(), scene.count(|event| matches!(event, Event::Slapped { in_time: false, .. })))
    };
    assert_eq!(in_time(&rules), (4, 0));
    assert_eq!(in_time(&Rules { handicap: [1.0, 1.01, 1.0, 0.5], ..rules }), (3, 1));
}

#[test]
fn of_equal_times_the_first_from_the_discarders_right_is_the_faster() {
    let rules = Rules { lapse: 0.0, spread: 0.0, ..plain() };
    for (discarder, order) in [(1, [2, 3, 4, 1]), (3, [4, 1, 2, 3])] {
        let mut scene = Scene::with_piles(rules.clone(), ["2 3", "4 5", "6 7", "8 9"]).at(discarder, 1);
        let palms = scene.play().palms(true, &mut stream(8));
        assert_eq!(palms.iter().map(|seat| seat.number()).collect::<Vec<_>>(), order);
    }
}

/// How much faster seat 4 must be to win a race with this chance.
fn handicap_for(chance: f64, hastes: [Haste; SEATS]) -> f64 {
    let (mut fast, mut slow) = (0.1, 2.0);
    for _ in 0..40 {
        let middle = f64::midpoint(fast, slow);
        let rules = Rules { handicap: [1.0, 1.0, 1.0, middle], ..plain() };
        if exact(&rules, hastes).seats[3] > chance { fast = middle } else { slow = middle }
    }
    f64::midpoint(fast, slow)
}

#[test]
fn a_calm_grandmother_must_be_a_third_faster_to_keep_up_with_reckless_grandchildren() {
    // Full haste saves 35 % of the time: with as much off her own she is their
    // equal, and every card is one in four for each of them.
    let hastes = [Haste::RECKLESS, Haste::RECKLESS, Haste::RECKLESS, Haste::CALM];
    let rules = Rules { handicap: [1.0, 1.0, 1.0, 0.65], ..plain() };
    let exact = exact(&rules, hastes);
    assert!(exact.seats.iter().all(|seat| (seat - (1.0 - exact.nobody) / 4.0).abs() < 1e-9), "{exact:?}");
    assert!((handicap_for((1.0 - exact.nobody) / 4.0, hastes) - 0.65).abs() < 1e-6);
    agrees(&rules, hastes);
}

#[test]
fn and_a_fifth_faster_to_take_every_second_card_among_calm_ones() {
    let handicap = handicap_for(0.5, CALM);
    assert!((handicap - 0.808).abs() < 5e-4, "{handicap}: as the page on the game says");
    let rules = Rules { handicap: [1.0, 1.0, 1.0, handicap], ..plain() };
    let races = 400_000;
    agree(raced(&rules, CALM, races).seats[3], 0.5, races);
}

#[test]
fn palms_are_in_the_order_of_their_times() {
    // Each seat early, late as another, later, or not at all.
    let times = [-3.0, -2.0, -1.0, Palms::TOO_LATE];
    let round = Circle::FULL.round(seat(2));
    for mix in 0..256 {
        let lateness: [f64; SEATS] = std::array::from_fn(|place| times[mix >> (2 * place) & 3]);
        let mut expected: Vec<usize> =
            (0..SEATS).filter(|&place| lateness[place] < Palms::TOO_LATE).collect();
        expected.sort_by(|&one, &other| lateness[one].total_cmp(&lateness[other]));
        let expected: Vec<Seat> = expected.into_iter().map(|place| round.at(place)).collect();
        let palms = Palms::new(round, &lateness);
        assert_eq!(palms.iter().collect::<Vec<_>>(), expected, "{lateness:?}");
        assert_eq!(palms.fastest(), expected.first().copied());
    }
}
