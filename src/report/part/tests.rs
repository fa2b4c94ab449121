use super::*;

fn range(text: &str) -> BlockRange {
    text.parse().expect("a range")
}

fn shard(number: u64, of: u64) -> Part {
    Part::Shard { number, of }
}

#[test]
fn parts_are_read_as_they_are_written() {
    assert_eq!(Part::parse_shard("3/8"), Ok(shard(3, 8)));
    assert_eq!(Part::parse_blocks("0..1_000"), Ok(Part::Blocks(BlockRange::new(0, 1000))));
    for part in [shard(1, 1), shard(1_000_000, 1_000_000), Part::Blocks(range("7..1000000000000"))] {
        assert_eq!(Part::try_from(part.to_string()), Ok(part));
    }
}

#[test]
fn what_is_no_part_is_refused() {
    for text in ["0/8", "9/8", "3", "3/", "/8", "a/8", "-1/8", "+1/8", "1/0", "1/1000001", "1/2/3", ""] {
        assert_eq!(Part::parse_shard(text), Err(PartError::NotAShard), "{text}");
    }
    for text in ["5..5", "5..4", "5", "..5", "5..", "a..b", "-1..5", "0..=5", "0...5", "0..1000000000001", ""]
    {
        assert_eq!(Part::parse_blocks(text), Err(PartError::NotBlocks), "{text}");
    }
    assert!(Part::try_from("piece 3/8".to_owned()).is_err());
}

#[test]
fn shards_cover_all_blocks_once_and_evenly() {
    for (blocks, of) in
        [(1, 1), (7, 7), (100, 7), (1000, 100), (MAX_GAMES, MAX_SHARDS), (MAX_GAMES - 1, 999_983)]
    {
        let mut next = 0;
        for number in 1..=of {
            let part = shard(number, of).range(Some(blocks)).expect("there are enough blocks");
            assert_eq!(part.first, next);
            assert!((blocks / of..=blocks.div_ceil(of)).contains(&part.count()));
            next = part.end;
        }
        assert_eq!(next, blocks);
    }
    assert_eq!(shard(1, 8).range(Some(7)), Err(PartError::TooManyShards { blocks: 7, of: 8 }));
    assert_eq!(shard(1, 8).range(None), Err(PartError::NoTotal));
    assert_eq!(Part::Blocks(range("3..9")).range(None), Ok(range("3..9")));
}

#[test]
fn folders_of_shards_sort_by_number() {
    assert_eq!(shard(7, 100).folder_suffix(), "shard-007-of-100");
    assert_eq!(shard(7, 9).folder_suffix(), "shard-7-of-9");
    assert_eq!(Part::Blocks(range("3..9")).folder_suffix(), "blocks-3-9");
}

#[test]
fn a_set_joins_ranges_in_any_order() {
    let mut set = BlockSet::default();
    assert_eq!(set.span(), None);
    for text in ["40..50", "0..10", "20..30", "10..20"] {
        set.insert(range(text)).expect("they do not overlap");
    }
    assert_eq!(set.ranges(), [range("0..30"), range("40..50")]);
    assert_eq!((set.count(), set.span()), (40, Some(range("0..50"))));
    assert_eq!(set.missing_in(range("0..60")), [range("30..40"), range("50..60")]);
    assert_eq!(set.missing_in(range("5..30")), []);
    assert_eq!(set.missing_in(range("35..45")), [range("35..40")]);
    assert!(set.contains(&BlockSet::from(range("5..30"))) && set.contains(&BlockSet::default()));
    assert!(!set.contains(&BlockSet::from(range("25..45"))));
    set.insert(range("30..40")).expect("it fits");
    assert_eq!(set, BlockSet::from(range("0..50")));
}

#[test]
fn a_set_has_no_block_twice() {
    let mut set = BlockSet::from(range("10..20"));
    assert_eq!(set.insert(range("0..11")), Err(range("10..11")));
    assert_eq!(set.insert(range("19..30")), Err(range("19..20")));
    assert_eq!(set.insert(range("0..30")), Err(range("10..20")));
    assert_eq!(set, BlockSet::from(range("10..20")));
}
