use super::bounded::accept;
use super::*;

fn stream() -> Stream {
    BlockStreams::new(1, 0).stream(1, Purpose::Game)
}

#[test]
fn words_are_pinned() {
    let mut stream = stream();
    let words: Vec<u64> = (0..4).map(|_| stream.next_u64()).collect();
    assert_eq!(words, PINNED_WORDS);
}

#[test]
fn bounded_draws_are_pinned() {
    let mut stream = stream();
    let draws: Vec<u32> = (2..18).map(|bound| stream.random_range(0..bound)).collect();
    assert_eq!(draws, PINNED_DRAWS);
}

#[test]
fn the_shuffle_is_pinned() {
    let mut cards: [u8; 41] = std::array::from_fn(|card| card as u8);
    stream().shuffle(&mut cards);
    assert_eq!(cards, PINNED_SHUFFLE);
}

#[test]
fn the_shuffle_with_extras_is_pinned() {
    let mut cards: [u8; 42] = std::array::from_fn(|card| card as u8);
    stream().shuffle_with_extras(&mut cards, 40);
    assert_eq!(cards, PINNED_WITH_EXTRAS);
}

#[test]
fn streams_of_bots_and_forks_are_pinned() {
    let block = BlockStreams::new(1, 0);
    let words: Vec<u64> = Seat::all(8).map(|seat| block.stream(1, Purpose::Bot(seat)).next_u64()).collect();
    assert_eq!(words, PINNED_BOTS);
    let mut stream = stream();
    let mut fork = stream.fork();
    assert_eq!([fork.next_u64(), fork.next_u64()], PINNED_FORK);
    assert_eq!(stream.next_u64(), PINNED_WORDS[1]);
}

// Computed independently of this program, from the definitions of SplitMix64,
// Lemire's bounded draw and the batched Fisher-Yates shuffle.
const PINNED_WORDS: [u64; 4] =
    [10511167430171045421, 4741109073171756336, 2127054175638232624, 2576234362153305140];
const PINNED_BOTS: [u64; 8] = [
    12495428863783745568,
    5143945446674568032,
    7813494204317300596,
    3072389468903209331,
    2862975880982046280,
    1183426751440499205,
    7956586052419412125,
    10880900841508695609,
];
const PINNED_FORK: [u64; 2] = [4090401640416951868, 2295035820656621377];
const PINNED_DRAWS: [u32; 16] = [1, 0, 0, 0, 4, 5, 0, 4, 8, 6, 7, 11, 2, 12, 15, 14];
const PINNED_SHUFFLE: [u8; 41] = [
    18, 25, 1, 10, 33, 31, 32, 36, 6, 16, 17, 22, 3, 11, 39, 40, 24, 29, 27, 13, 28, 37, 4, 21, 26, 30, 2, 0,
    9, 34, 35, 15, 8, 7, 20, 12, 38, 5, 19, 14, 23,
];
const PINNED_WITH_EXTRAS: [u8; 42] = [
    0, 11, 4, 36, 41, 37, 25, 19, 31, 26, 39, 24, 21, 7, 27, 35, 13, 32, 20, 5, 33, 14, 17, 2, 12, 18, 10, 3,
    23, 40, 6, 8, 1, 38, 9, 29, 15, 34, 30, 22, 28, 16,
];

#[test]
fn streams_of_a_round_lie_far_apart_on_the_cycle() {
    for distance in 1..=crate::seat::MAX_SEATS as u64 {
        // GOLDEN steps for each purpose, forwards or backwards.
        let steps = distance.wrapping_mul(GOLDEN);
        assert!(steps.min(steps.wrapping_neg()) > 1 << 59, "purposes {distance} apart");
    }
    // A step of the generator adds GOLDEN to its state.
    let state = |stream: &Stream| u64::from_le_bytes(stream.generator.state());
    let mut stepped = stream();
    let before = state(&stepped);
    stepped.next_u64();
    assert_eq!(state(&stepped).wrapping_sub(before), GOLDEN);
    let bot = BlockStreams::new(1, 0).stream(1, Purpose::Bot(Seat::FIRST));
    assert_eq!(state(&bot).wrapping_sub(before), GOLDEN.wrapping_mul(GOLDEN));
}

#[test]
fn streams_that_differ_in_one_part_of_the_key_are_independent() {
    let key = |seed, block, round, purpose| BlockStreams::new(seed, block).stream(round, purpose);
    let (first, second) = (Seat::at(0), Seat::at(1));
    let pair = |what: &str, number: u32| {
        let wide = u64::from(number);
        let (one, other) = match what {
            "seed" => ((wide, 0, 1, Purpose::Game), (wide + 1, 0, 1, Purpose::Game)),
            "block" => ((1, wide, 1, Purpose::Game), (1, wide + 1, 1, Purpose::Game)),
            "round" => ((1, 0, number, Purpose::Game), (1, 0, number + 1, Purpose::Game)),
            "round and block" => ((1, wide + 1, 1, Purpose::Game), (1, wide, 2, Purpose::Game)),
            "game and bot" => ((1, wide, 1, Purpose::Game), (1, wide, 1, Purpose::Bot(first))),
            "bots" => ((1, wide, 1, Purpose::Bot(first)), (1, wide, 1, Purpose::Bot(second))),
            "far bots" => ((1, wide, 1, Purpose::Game), (1, wide, 1, Purpose::Bot(Seat::at(7)))),
            _ => unreachable!("one of the list"),
        };
        (key(one.0, one.1, one.2, one.3), key(other.0, other.1, other.2, other.3))
    };
    for what in ["seed", "block", "round", "round and block", "game and bot", "bots", "far bots"] {
        independent(what, |number| pair(what, number));
    }
    independent("fork", |number| {
        let mut stream = key(1, u64::from(number), 1, Purpose::Game);
        let fork = stream.fork();
        (stream, fork)
    });
}

/// Asserts that no bit of a stream's first words is correlated with the same bit
/// of the other stream, and that the upper bits of the words, which decide
/// draws, are jointly uniform.
fn independent(what: &str, pair: impl Fn(u32) -> (Stream, Stream)) {
    const PAIRS: u32 = 100_000;
    for word in 0..3 {
        let mut unequal = [0_u32; 64];
        let mut together = [0_u32; 1 << 8];
        for number in 0..PAIRS {
            let (mut one, mut other) = pair(number);
            let [one, other] = [&mut one, &mut other].map(|stream| {
                for _ in 0..word {
                    stream.next_u64();
                }
                stream.next_u64()
            });
            for (bit, unequal) in unequal.iter_mut().enumerate() {
                *unequal += ((one ^ other) >> bit & 1) as u32;
            }
            together[(one >> 60 << 4 | other >> 60) as usize] += 1;
        }
        let expected = f64::from(PAIRS) / 2.0;
        for (bit, unequal) in unequal.into_iter().enumerate() {
            // With 1536 bits, one exceeds 5 standard errors for about one seed
            // in a thousand.
            let errors = (f64::from(unequal) - expected) / (f64::from(PAIRS) / 4.0).sqrt();
            assert!(errors.abs() < 5.0, "{what}, word {word}, bit {bit}: {errors} standard errors");
        }
        let expected = f64::from(PAIRS) / 256.0;
        let chi_squared: f64 =
            together.iter().map(|&times| (f64::from(times) - expected).powi(2) / expected).sum();
        // 255 degrees of freedom: above 359 with a probability of 1 in 50,000.
        assert!(chi_squared < 359.0, "{what}, word {word}: chi-squared {chi_squared}");
    }
}

#[test]
fn every_part_of_the_key_selects_another_stream() {
    let word = |seed, block, round, purpose| BlockStreams::new(seed, block).stream(round, purpose).next_u64();
    let mut words = vec![word(1, 0, 1, Purpose::Game)];
    words.push(word(2, 0, 1, Purpose::Game));
    words.push(word(1, 1, 1, Purpose::Game));
    words.push(word(1, 0, 2, Purpose::Game));
    words.extend(Seat::all(8).map(|seat| word(1, 0, 1, Purpose::Bot(seat))));
    words.sort_unstable();
    words.dedup();
    assert_eq!(words.len(), 12);
}

#[test]
fn a_bounded_draw_rejects_only_the_surplus_words() {
    // With 3 outcomes 2^64 mod 3 = 1 word is one too many: the rest 0.
    assert!(!accept(0, 3));
    assert!(accept(1, 3));
    // 2^64 is a multiple of 4: nothing is rejected.
    assert!(accept(0, 4));
    let outcomes = 41 * 40 * 39;
    let surplus = (1_u128 << 64) % u128::from(outcomes);
    assert!(!accept(surplus as u64 - 1, outcomes));
    assert!(accept(surplus as u64, outcomes));
}

/// The draws below 5, 4 and 3 that a batch makes out of this word; none if it
/// rejects the word.
fn batch_of(word: u64) -> Option<[usize; 3]> {
    let mut stream = Stream { word, ..stream() };
    let mut after = stream.clone();
    assert_eq!(after.next_u64(), word);
    let draws = stream.batch(5 * 4 * 3, |step| [5, 4, 3].get(step).copied().unwrap_or(1));
    (stream == after).then_some([draws[0], draws[1], draws[2]])
}

#[test]
fn a_batch_has_the_same_probability_for_every_outcome() {
    // The words of an outcome are next to each other. Some outcomes have one
    // word more than others: their first word is rejected.
    for outcome in 0..60_u128 {
        let draws = [outcome / 12, outcome / 3 % 4, outcome % 3].map(|draw| draw as usize);
        let [first, next] = [outcome, outcome + 1].map(|outcome| (outcome << 64).div_ceil(60));
        let accepted = first + u128::from(batch_of(first as u64).is_none());
        for word in [accepted, accepted + 1, next - 1] {
            assert_eq!(batch_of(word as u64), Some(draws));
        }
        assert_eq!(next - accepted, (1 << 64) / 60);
    }
}

#[test]
fn a_shuffle_is_uniform_over_all_orders() {
    // 120 orders of five cards, 1200 shuffles for each: chi-squared with 119
    // degrees of freedom is above 185 once in ten thousand seeds.
    let mut seen = std::collections::BTreeMap::new();
    let shuffles = 120 * 1200;
    let mut stream = stream();
    for _ in 0..shuffles {
        let mut cards = [0, 1, 2, 3, 4];
        stream.shuffle(&mut cards);
        *seen.entry(cards).or_insert(0_u32) += 1;
    }
    assert_eq!(seen.len(), 120);
    let chi_squared: f64 = seen.values().map(|&times| (f64::from(times) - 1200.0).powi(2) / 1200.0).sum();
    assert!(chi_squared < 185.0, "chi-squared {chi_squared}");
}

#[test]
fn a_shuffle_puts_every_card_at_every_index_equally_often() {
    // 41 cards take five full batches; 1600 degrees of freedom.
    let mut seen = [[0_u32; 41]; 41];
    let mut stream = stream();
    let shuffles = 41 * 1000;
    for _ in 0..shuffles {
        let mut cards: [u8; 41] = std::array::from_fn(|card| card as u8);
        stream.shuffle(&mut cards);
        for (index, &card) in cards.iter().enumerate() {
            seen[index][card as usize] += 1;
        }
    }
    let chi_squared: f64 =
        seen.iter().flatten().map(|&times| (f64::from(times) - 1000.0).powi(2) / 1000.0).sum();
    assert!((1600.0 - 220.0..1600.0 + 220.0).contains(&chi_squared), "chi-squared {chi_squared}");
}

#[test]
fn a_shuffle_with_extras_is_uniform_over_all_orders() {
    // Three common cards and two extra ones: as above.
    let mut seen = std::collections::BTreeMap::new();
    let mut stream = stream();
    for _ in 0..120 * 1200 {
        let mut cards = [0, 1, 2, 3, 4];
        stream.shuffle_with_extras(&mut cards, 3);
        *seen.entry(cards).or_insert(0_u32) += 1;
    }
    assert_eq!(seen.len(), 120);
    let chi_squared: f64 = seen.values().map(|&times| (f64::from(times) - 1200.0).powi(2) / 1200.0).sum();
    assert!(chi_squared < 185.0, "chi-squared {chi_squared}");
}

#[test]
fn decks_that_differ_by_extra_cards_share_the_deal() {
    for block in 0..100 {
        let shuffled = |size: usize| {
            let mut cards: Vec<usize> = (0..size).collect();
            BlockStreams::new(1, block).stream(1, Purpose::Game).shuffle_with_extras(&mut cards, 40);
            cards
        };
        let (common, one_more, two_more) = (shuffled(40), shuffled(41), shuffled(42));
        for (few, many, extra) in [(&common, &one_more, 40), (&one_more, &two_more, 41)] {
            let mut without = many.clone();
            let end = without.pop().expect("there are cards");
            if let Some(index) = without.iter().position(|&card| card == extra) {
                without[index] = end;
            }
            assert_eq!(&without, few, "block {block}");
        }
    }
}

#[test]
fn shuffles_of_any_length_keep_all_cards() {
    let mut stream = stream();
    for length in 0..=64_u8 {
        let mut cards: Vec<u8> = (0..length).collect();
        stream.shuffle(&mut cards);
        cards.sort_unstable();
        assert_eq!(cards, (0..length).collect::<Vec<_>>());
    }
}

/// Cards shuffled from the front, step by step, and how many were settled after
/// each step.
fn shuffled_ahead<const N: usize>(stream: &mut Stream) -> ([u8; N], Vec<usize>) {
    let mut cards: [u8; N] = std::array::from_fn(|card| card as u8);
    let mut steps = vec![0];
    while let Some(&settled) = steps.last().filter(|&&settled| settled < N) {
        let before = cards;
        steps.push(stream.shuffle_ahead(&mut cards, settled));
        assert_eq!(cards[..settled], before[..settled], "what is settled stays");
    }
    (cards, steps)
}

#[test]
fn a_shuffle_from_the_front_settles_eight_cards_at_a_time() {
    let (mut cards, steps) = shuffled_ahead::<20>(&mut stream());
    assert_eq!(steps, [0, 8, 16, 20]);
    cards.sort_unstable();
    assert_eq!(cards, std::array::from_fn(|card| card as u8));
}

#[test]
fn a_shuffle_from_the_front_is_uniform_over_all_orders() {
    let mut seen = std::collections::BTreeMap::new();
    let mut stream = stream();
    for _ in 0..120 * 1200 {
        *seen.entry(shuffled_ahead::<5>(&mut stream).0).or_insert(0_u32) += 1;
    }
    assert_eq!(seen.len(), 120);
    let chi_squared: f64 = seen.values().map(|&times| (f64::from(times) - 1200.0).powi(2) / 1200.0).sum();
    assert!(chi_squared < 185.0, "chi-squared {chi_squared}");
}

#[test]
fn a_shuffle_from_the_front_puts_every_card_at_every_index_equally_often() {
    let mut seen = [[0_u32; 20]; 20];
    let mut stream = stream();
    for _ in 0..20 * 1000 {
        for (index, card) in shuffled_ahead::<20>(&mut stream).0.into_iter().enumerate() {
            seen[index][usize::from(card)] += 1;
        }
    }
    let chi_squared: f64 =
        seen.iter().flatten().map(|&times| (f64::from(times) - 1000.0).powi(2) / 1000.0).sum();
    // 361 degrees of freedom: above 470 with a probability of 1 in 10,000.
    assert!(chi_squared < 470.0, "chi-squared {chi_squared}");
}
