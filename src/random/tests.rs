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
    let draws: Vec<u32> = (2..18).map(|bound| stream.below(bound)).collect();
    assert_eq!(draws, PINNED_DRAWS);
}

#[test]
fn the_shuffle_is_pinned() {
    let mut cards: [u8; 41] = std::array::from_fn(|card| card as u8);
    stream().shuffle(&mut cards);
    assert_eq!(cards, PINNED_SHUFFLE);
}

// Reckoned apart from this program, from the definitions of SplitMix64,
// Xoshiro256++ and the batched Fisher-Yates shuffle.
const PINNED_WORDS: [u64; 4] =
    [16330159229057289685, 12442099612719600714, 10188872973793023269, 13146701963388042208];
const PINNED_DRAWS: [u32; 16] = [1, 2, 2, 3, 1, 1, 4, 7, 8, 2, 1, 6, 13, 7, 9, 6];
const PINNED_SHUFFLE: [u8; 41] = [
    14, 5, 29, 4, 26, 3, 2, 7, 34, 15, 38, 20, 25, 10, 16, 17, 35, 1, 27, 28, 30, 6, 9, 19, 13, 33, 39, 24,
    21, 40, 31, 37, 22, 23, 18, 12, 0, 8, 32, 11, 36,
];

#[test]
fn every_part_of_the_key_makes_another_stream() {
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
fn a_bounded_draw_rejects_just_the_surplus_words() {
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
    // The next word is made of the first and the last part of the state alone.
    let mut stream = Stream(Xoshiro([0, 1, 0, word.rotate_right(23)]));
    let mut after = stream.clone();
    assert_eq!(after.next_u64(), word);
    let draws = stream.batch(5 * 4 * 3, |step| [5, 4, 3].get(step).copied().unwrap_or(1));
    (stream == after).then_some([draws[0], draws[1], draws[2]])
}

#[test]
fn a_batch_is_as_likely_for_every_outcome() {
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
fn a_shuffle_makes_every_order_equally_often() {
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
fn a_shuffle_puts_every_card_everywhere_equally_often() {
    // 41 cards take five full batches; 1600 degrees of freedom.
    let mut seen = [[0_u32; 41]; 41];
    let mut stream = stream();
    let shuffles = 41 * 1000;
    for _ in 0..shuffles {
        let mut cards: [u8; 41] = std::array::from_fn(|card| card as u8);
        stream.shuffle(&mut cards);
        for (place, &card) in cards.iter().enumerate() {
            seen[place][card as usize] += 1;
        }
    }
    let chi_squared: f64 =
        seen.iter().flatten().map(|&times| (f64::from(times) - 1000.0).powi(2) / 1000.0).sum();
    assert!((1600.0 - 220.0..1600.0 + 220.0).contains(&chi_squared), "chi-squared {chi_squared}");
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
