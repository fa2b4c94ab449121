//! Files of rows: what they have, and that they have the same bytes however their
//! blocks come together.

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use bytes::Bytes;
use parquet::file::reader::{FileReader as _, SerializedFileReader};
use parquet::record::Field;

use super::{RowsFormat, RowsKeeper, RowsRequest, SavedRows};
use crate::bots::BotSpec;
use crate::game::Game;
use crate::metric::MetricKind;
use crate::report::{BlockRange, BlockSet};
use crate::rows::RowKind::{self, Games, Rounds};
use crate::rows::{Choice, RowCollector, RowLayout, RowList};
use crate::seat::{BySeat, Seat};
use crate::settings::Settings;
use crate::sim::{BlockCounter as _, Counter, LineUp, Setup};
use crate::standings::Winners;
use crate::storage::{Memory, Storage as _, commit_with};
use crate::tally::Tally;

const FOLDER: &str = "a";

/// A row, by the names of its columns; what is missing is empty.
type Row = BTreeMap<String, String>;

fn setup<G: Game>(rules: &str, bots: &[&str]) -> Setup<G> {
    let rules: Vec<_> = rules
        .split_whitespace()
        .map(|rule| crate::settings::Assignment::parse(rule).expect("a rule"))
        .collect();
    let game = G::new(G::Rules::with(&rules).unwrap_or_else(|_| panic!("rules that are allowed")));
    let bots: Vec<BotSpec> = bots.iter().map(|bot| BotSpec::new(bot)).collect();
    let line_up = LineUp::new(&game, &bots).expect("bots that can play");
    Setup::new(game, line_up, 7)
}

fn pool() -> rayon::ThreadPool {
    rayon::ThreadPoolBuilder::new().num_threads(2).build().expect("two threads")
}

fn folder() -> Memory {
    let memory = Memory::default();
    memory.create_folder(Path::new(FOLDER)).expect("there is none yet");
    memory
}

fn keeper<G: Game>(memory: &Memory, setup: &Setup<G>, format: RowsFormat) -> RowsKeeper {
    let request = RowsRequest { kinds: RowKind::ALL.to_vec(), format };
    let layouts = RowKind::ALL.iter().map(|&kind| setup.row_layout(kind)).collect();
    RowsKeeper::new(Arc::new(memory.clone()), Path::new(FOLDER), None, &request, layouts)
}

/// Plays blocks, and keeps their rows.
fn keep<G: Game>(keeper: &mut RowsKeeper, setup: &Setup<G>, blocks: impl Iterator<Item = u64>) {
    let mut counter = Counter::new(setup).with_rows(&RowKind::ALL);
    blocks.for_each(|block| counter.count_block(block).expect("bots that play"));
    let rows = counter.rows().expect("rows are wanted");
    keeper.keep(vec![rows], &pool()).expect("there is room");
}

fn blocks(range: Range<u64>) -> BlockSet {
    BlockRange::new(range.start, range.end).into()
}

/// Writes the files of these blocks and puts them in place; returns the rows as they
/// are saved.
fn write(keeper: &RowsKeeper, memory: &Memory, range: Range<u64>) -> SavedRows {
    let (ready, saved) = keeper.write(&blocks(range)).expect("there is room");
    commit_with(memory, Path::new(FOLDER), &[], &ready, &[]).expect("there is room");
    saved
}

fn content(memory: &Memory, kind: RowKind, format: RowsFormat) -> Vec<u8> {
    memory.read(&Path::new(FOLDER).join(format.file_name(kind)), u64::MAX).expect("it was written")
}

fn rows_of_parquet(content: Vec<u8>) -> Vec<Row> {
    let reader = SerializedFileReader::new(Bytes::from(content)).expect("a file in Parquet");
    let rows = reader.get_row_iter(None).expect("rows");
    let cell = |field: &Field| match field {
        Field::Null => String::new(),
        Field::Str(text) => text.clone(),
        other => other.to_string(),
    };
    rows.map(|row| {
        let row = row.expect("a row");
        row.get_column_iter().map(|(name, field)| (name.clone(), cell(field))).collect()
    })
    .collect()
}

fn rows_of_csv(content: &[u8]) -> Vec<Row> {
    let mut reader = ::csv::Reader::from_reader(content);
    let names = reader.headers().expect("a header").clone();
    let row = |record: ::csv::StringRecord| {
        names.iter().zip(record.iter()).map(|(name, cell)| (name.to_owned(), cell.to_owned())).collect()
    };
    reader.records().map(|record| row(record.expect("a record"))).collect()
}

/// The rows of a game in both formats, which have to be the same.
fn rows<G: Game>(setup: &Setup<G>, blocks: u64) -> [Vec<Row>; 2] {
    let read = |format| {
        let memory = folder();
        let mut keeper = keeper(&memory, setup, format);
        keep(&mut keeper, setup, 0..blocks);
        write(&keeper, &memory, 0..blocks);
        RowKind::ALL.map(|kind| content(&memory, kind, format))
    };
    let parquet = read(RowsFormat::Parquet).map(rows_of_parquet);
    let csv = read(RowsFormat::Csv).map(|content| rows_of_csv(&content));
    assert_eq!(parquet, csv);
    parquet
}

/// How often each value of a column occurs, of some of the rows.
fn counted(rows: &[Row], column: &str, is_meant: impl Fn(&Row) -> bool) -> BTreeMap<String, i128> {
    let mut counts = BTreeMap::new();
    for row in rows.iter().filter(|row| is_meant(row)) {
        *counts.entry(row[column].clone()).or_insert(0) += 1;
    }
    counts
}

/// The same, of a metric.
fn tallied<G: Game>(setup: &Setup<G>, tally: &Tally, metric: &str, part: &str) -> BTreeMap<String, i128> {
    let metric = setup.metrics().find(metric).expect("a metric");
    let place = |split: &crate::metric::Split| split.groups.iter().position(|group| group == part);
    let (split, group) = metric
        .splits
        .iter()
        .enumerate()
        .find_map(|(index, split)| Some((index, place(split)?)))
        .expect("a part of the metric");
    let counts: Vec<(String, i128)> = match &metric.kind {
        MetricKind::Shares { outcomes } => outcomes
            .iter()
            .enumerate()
            .filter_map(|(index, name)| Some((name.clone(), tally.share(metric, split, group, index)?.y)))
            .collect(),
        _ => tally
            .values(metric, split, group)
            .into_iter()
            .map(|(value, ratio)| (value.to_string(), ratio.y))
            .collect(),
    };
    counts.into_iter().filter(|(_, count)| *count > 0).collect()
}

/// A metric and its part, and in which rows it is: their kind and column, and which
/// of them.
type Counted<'a> = (&'a str, &'a str, RowKind, &'a str, &'a dyn Fn(&Row) -> bool);

/// Plays a game and compares metrics with what its rows say.
fn agrees<G: Game>(rules: &str, metrics: &[Counted<'_>]) {
    let setup: Setup<G> = setup(rules, &["weighing", "random"]);
    let mut counter = Counter::new(&setup);
    (0..60).for_each(|block| counter.count_block(block).expect("bots that play"));
    let [games, rounds] = rows(&setup, 60);
    for (metric, part, kind, column, is_meant) in metrics {
        let rows = if *kind == Games { &games } else { &rounds };
        let tallied = tallied(&setup, &counter.counts.tally, metric, part);
        assert!(!tallied.is_empty(), "{metric}: nothing was counted");
        assert_eq!(counted(rows, column, is_meant), tallied, "{metric} {part}");
    }
    // What the rounds change is the score; somebody may have won.
    let mut scores: BTreeMap<[&str; 3], i64> = BTreeMap::new();
    let key = |row: &'_ Row| ["block", "rotation", "seat"].map(|name| row[name].clone());
    for row in &rounds {
        let [block, rotation, seat] = ["block", "rotation", "seat"].map(|name| row[name].as_str());
        *scores.entry([block, rotation, seat]).or_default() +=
            row["score_change"].parse::<i64>().expect("a number");
    }
    for row in &games {
        let [block, rotation, seat] = key(row);
        assert_eq!(scores[&[&block[..], &rotation, &seat]].to_string(), row["score"], "{row:?}");
    }
}

fn is(column: &'static str, value: &'static str) -> impl Fn(&Row) -> bool {
    move |row| row[column] == value
}

#[test]
fn the_rows_of_kujuroku_agree_with_what_is_counted() {
    agrees::<crate::games::kujuroku::Kujuroku>(
        "jizo=true",
        &[
            ("card_score", "all", Rounds, "card_points", &|row| !row["card_points"].is_empty()),
            ("card_score", "weighing", Rounds, "card_points", &|row| {
                row["bot"] == "weighing" && !row["card_points"].is_empty()
            }),
            ("yaku", "all", Rounds, "yaku", &is("seat", "1")),
            ("round_chips", "second", Rounds, "score_change", &is("role", "second")),
            ("oni_fate", "all", Rounds, "oni_fate", &is("seat", "2")),
            ("game_chips", "seat-3", Games, "score", &is("seat", "3")),
            ("game_end", "all", Games, "game_end", &is("seat", "1")),
        ],
    );
}

#[test]
fn the_rows_of_oni_agree_with_what_is_counted() {
    agrees::<crate::games::oni::Oni>(
        "max_turns=15 max_rounds=20",
        &[
            ("ending", "all", Rounds, "ending", &is("seat", "1")),
            ("round_points", "all", Rounds, "score_change", &is("won", "true")),
            ("hand_points", "random", Rounds, "hand_points", &|row| {
                row["bot"] == "random" && row["won"] == "false" && row["ending"] != "void"
            }),
            ("final_score", "seat-2", Games, "score", &is("seat", "2")),
        ],
    );
}

#[test]
fn the_rows_of_kusuri_gui_agree_with_what_is_counted() {
    agrees::<crate::games::kusuri_gui::KusuriGui>(
        "chips=8 kusuri=2",
        &[
            ("yaku_points", "all", Rounds, "yaku_points", &|row| row["round_result"] != "broken_off"),
            ("margin", "all", Rounds, "paid", &|row| row["seat"] == "1" && !row["paid"].is_empty()),
            ("captures", "dealer", Rounds, "captures", &|row| {
                row["role"] == "dealer" && row["round_result"] != "broken_off"
            }),
            ("game_end", "all", Games, "game_end", &is("seat", "1")),
        ],
    );
}

#[test]
fn the_rows_of_kachi_kachi_agree_with_what_is_counted() {
    agrees::<crate::games::kachi_kachi::KachiKachi>(
        "players=3 extra_cards=true",
        &[
            ("hand_dealt", "all", Rounds, "dealt", &|_| true),
            ("zero_hand", "random", Rounds, "claim", &is("bot", "random")),
            ("hand_result", "kabu-9", Rounds, "result", &|row| {
                row["made"] == "kabu-9" && row["result"] != "not_shown"
            }),
            ("pot", "all", Rounds, "pot", &is("seat", "3")),
            ("game_net", "weighing", Games, "score", &is("bot", "weighing")),
        ],
    );
}

#[test]
fn the_rows_of_kazu_tori_agree_with_what_is_counted() {
    agrees::<crate::games::kazu_tori::KazuTori>(
        "max_discards=80",
        &[
            ("take_kind", "all", Rounds, "ended", &|row| row["took"] == "true"),
            ("table_taken", "all", Rounds, "cards_taken", &is("took", "true")),
            ("take_count", "all", Rounds, "number", &|row| row["took"] == "true" && row["ended"] == "number"),
            ("final_cards", "seat-4", Games, "final_cards", &is("seat", "4")),
            ("discards", "all", Games, "discards", &is("seat", "1")),
            ("ending", "all", Games, "ending", &is("seat", "1")),
        ],
    );
}

#[test]
fn a_row_says_where_it_belongs() {
    let setup: Setup<crate::games::kusuri_gui::KusuriGui> = setup("rounds=2", &["weighing", "random"]);
    let [games, rounds] = rows(&setup, 2);
    let places = |rows: &[Row], names: &[&str]| -> Vec<String> {
        rows.iter()
            .map(|row| names.iter().map(|name| row[*name].clone()).collect::<Vec<_>>().join(" "))
            .collect()
    };
    assert_eq!(
        places(&games, &["block", "rotation", "seat", "bot", "rounds"]),
        [
            "0 0 1 weighing 2",
            "0 0 2 random 2",
            "0 1 1 random 2",
            "0 1 2 weighing 2",
            "1 0 1 weighing 2",
            "1 0 2 random 2",
            "1 1 1 random 2",
            "1 1 2 weighing 2",
        ]
    );
    assert_eq!(
        places(&rounds[..6], &["block", "rotation", "round", "seat", "bot"]),
        [
            "0 0 1 1 weighing",
            "0 0 1 2 random",
            "0 0 2 1 weighing",
            "0 0 2 2 random",
            "0 1 1 1 random",
            "0 1 1 2 weighing"
        ]
    );
    let first = rounds.iter().filter(|row| row["round"] == "1");
    let first: Vec<&String> = first.map(|row| &row["score_change"]).collect();
    assert_eq!(games.iter().map(|row| &row["first_round"]).collect::<Vec<_>>(), first);
}

/// The files in both formats, and the saved rows, after whatever `play` does.
fn files(play: impl Fn(RowsFormat) -> (Memory, SavedRows)) -> Vec<(Vec<u8>, SavedRows)> {
    let both = [RowsFormat::Parquet, RowsFormat::Csv].into_iter().flat_map(|format| {
        let (memory, saved) = play(format);
        RowKind::ALL.map(|kind| (content(&memory, kind, format), saved.clone()))
    });
    both.collect()
}

/// Groups have 4 blocks of games, and one of rounds: 23 blocks fill some of them.
const BLOCKS: u64 = 23;

fn kazu_tori() -> Setup<crate::games::kazu_tori::KazuTori> {
    setup("", &["random"])
}

fn in_one_go() -> Vec<(Vec<u8>, SavedRows)> {
    files(|format| {
        let (memory, setup) = (folder(), kazu_tori());
        let mut keeper = keeper(&memory, &setup, format);
        keep(&mut keeper, &setup, 0..BLOCKS);
        let saved = write(&keeper, &memory, 0..BLOCKS);
        (memory, saved)
    })
}

#[test]
fn blocks_of_several_threads_in_waves_give_the_same_bytes() {
    let threads = files(|format| {
        let (memory, setup) = (folder(), kazu_tori());
        let mut keeper = keeper(&memory, &setup, format);
        for wave in [0..1, 1..9, 9..17, 17..BLOCKS] {
            let counters = [0, 1, 2].map(|thread| {
                let mut counter = Counter::new(&setup).with_rows(&RowKind::ALL);
                let blocks = wave.clone().filter(|block| block / 2 % 3 == thread);
                blocks.for_each(|block| counter.count_block(block).expect("bots that play"));
                counter
            });
            let mut counters = counters;
            let rows = counters.iter_mut().map(|counter| counter.rows().expect("rows are wanted")).collect();
            keeper.keep(rows, &pool()).expect("there is room");
        }
        let saved = write(&keeper, &memory, 0..BLOCKS);
        (memory, saved)
    });
    assert!(threads == in_one_go());
}

#[test]
fn rows_that_are_saved_and_restored_give_the_same_bytes() {
    for stop in 1..BLOCKS {
        let resumed = files(|format| {
            let (memory, setup) = (folder(), kazu_tori());
            let mut before = keeper(&memory, &setup, format);
            keep(&mut before, &setup, 0..stop);
            let bytes = before.saved(&blocks(0..stop)).expect("there is room").to_bytes();
            // What was not saved is dropped, and what comes next is played again.
            keep(&mut before, &setup, stop..(stop + 5).min(BLOCKS));
            drop(before);
            let saved = SavedRows::from_bytes(&bytes).expect("it is whole");
            let mut after = keeper(&memory, &setup, format);
            after.restore(&saved, &blocks(0..stop)).expect("it is whole");
            keep(&mut after, &setup, stop..BLOCKS);
            let saved = write(&after, &memory, 0..BLOCKS);
            (memory, saved)
        });
        assert!(resumed == in_one_go(), "after {stop} blocks");
    }
}

#[test]
fn a_file_that_is_extended_has_the_bytes_of_a_fresh_one() {
    for end in [1, 4, 6, 8, 21] {
        let extended = files(|format| {
            let (memory, setup) = (folder(), kazu_tori());
            let mut before = keeper(&memory, &setup, format);
            keep(&mut before, &setup, 0..end);
            let saved = write(&before, &memory, 0..end);
            let mut after = keeper(&memory, &setup, format);
            after.restore(&saved, &blocks(0..end)).expect("it is whole");
            assert_eq!(write(&after, &memory, 0..end), saved, "nothing was added");
            keep(&mut after, &setup, end..BLOCKS);
            let saved = write(&after, &memory, 0..BLOCKS);
            (memory, saved)
        });
        assert!(extended == in_one_go(), "after {end} blocks");
    }
}

#[test]
fn parts_that_are_merged_in_any_order_give_the_same_bytes() {
    for (cuts, order) in [(vec![0, 8, 16], vec![2, 0, 1]), (vec![0, 3, 5, 6, 19], vec![3, 1, 4, 0, 2])] {
        let merged = files(|format| {
            let (memory, setup) = (folder(), kazu_tori());
            let mut whole = keeper(&memory, &setup, format);
            for &part in &order {
                let end = cuts.get(part + 1).copied().unwrap_or(BLOCKS);
                let played = folder();
                let mut keeper = keeper(&played, &setup, format);
                let range = cuts[part]..end;
                keep(&mut keeper, &setup, range.clone());
                // One was being played, and has no result yet.
                let saved = if part == 1 {
                    keeper.saved(&blocks(range.clone())).expect("there is room")
                } else {
                    write(&keeper, &played, range.clone())
                };
                let path = format!("part-{part}");
                memory.create_folder(Path::new(&path)).expect("there is none yet");
                for (from, content) in played.files() {
                    let name = from.file_name().expect("a file").to_string_lossy().into_owned();
                    memory.put(&format!("{path}/{name}"), &content);
                }
                whole.add_part(Path::new(&path), &saved, &blocks(range), &pool()).expect("it is whole");
            }
            let saved = write(&whole, &memory, 0..BLOCKS);
            (memory, saved)
        });
        assert!(merged == in_one_go(), "cut at {cuts:?}");
    }
}

#[test]
fn groups_that_are_missing_or_damaged_are_found_before_anything_is_played() {
    let (memory, setup) = (folder(), kazu_tori());
    let mut before = keeper(&memory, &setup, RowsFormat::Parquet);
    keep(&mut before, &setup, 0..9);
    let spooled = before.saved(&blocks(0..9)).expect("there is room");
    let written = write(&before, &memory, 0..9);
    let again = || keeper(&memory, &setup, RowsFormat::Parquet);
    again().restore(&spooled, &blocks(0..9)).expect("it is whole");
    memory.put("a/.fuda-rows-games", b"too short");
    let error = again().restore(&spooled, &blocks(0..9)).expect_err("it is cut").to_string();
    assert!(error.starts_with("a/.fuda-rows-games is damaged, or of another result: "), "{error}");
    memory.put("a/rounds.parquet", b"not the file");
    let error = again().restore(&written, &blocks(0..9)).expect_err("it is another").to_string();
    assert!(error.starts_with("a/rounds.parquet is damaged, or of another result: "), "{error}");
    let other: Setup<crate::games::kusuri_gui::KusuriGui> = setup_of_another_game();
    let mut other = keeper(&memory, &other, RowsFormat::Parquet);
    assert!(other.restore(&spooled, &blocks(0..9)).is_err(), "of another game");
    let bytes = spooled.to_bytes();
    assert!(SavedRows::from_bytes(&bytes[..bytes.len() / 2]).is_err());
}

fn setup_of_another_game() -> Setup<crate::games::kusuri_gui::KusuriGui> {
    setup("", &["random"])
}

/// Rows with every form of column, and values that are hard to encode.
fn hard_rows(rows: usize) -> (RowLayout, RowCollector) {
    let names = ["plain", "with, comma", "with \"quotes\"", "百人一首"];
    let mut list = RowList::new(&["bot".to_owned()], "points");
    let games = &mut list.games;
    let missing = games.fact::<Option<i32>>("missing", "", "never there");
    let sometimes = games.fact::<Option<bool>>("sometimes", "", "there every third time");
    let constant = games.fact::<i32>("constant", "", "always the same");
    let far = games.fact::<i32>("far", "", "from end to end");
    let far_or_none = games.fact::<Option<i32>>("far_or_none", "", "the same, or missing");
    let many = games.fact::<i32>("many", "", "another one each time");
    let name = games.choice(&names, "name", "a name");
    let huge = games.wide("huge", "", "from end to end");
    let layout = RowLayout::new(&list, Games, 1, vec![BySeat::default()]);
    let mut collector = RowCollector::new(&list, &[Games], 1, 1);
    for index in 0..rows {
        let mut row = collector.game().expect("rows of games are wanted");
        row.put(missing, |_| None);
        row.put(sometimes, |_| (index % 3 == 0).then_some(index % 2 == 0));
        row.put(constant, |_| -17);
        let far_value = [i32::MAX, i32::MIN + 1, 0, 1, -1][index % 5];
        row.put(far, |_| far_value);
        row.put(far_or_none, |_| (index % 2 == 0).then_some(far_value));
        row.put(many, |_| index as i32);
        row.put(name, |_| Choice(index % names.len()));
        row.put_wide(huge, |_| [i64::MIN, i64::MAX, 0][index % 3]);
        collector.end_game(Winners::default(), |_| index as i64);
        collector.end_block(index as u64);
    }
    (layout, collector)
}

#[test]
fn every_value_survives_whatever_it_is_encoded_as() {
    for rows in [1, 2, 7, 8, 9, 31, 1000, 40_000] {
        let read = |format: RowsFormat| {
            let memory = folder();
            let (layout, mut collector) = hard_rows(rows);
            let request = RowsRequest { kinds: vec![Games], format };
            let storage = Arc::new(memory.clone());
            let mut keeper =
                RowsKeeper::new(storage, Path::new(FOLDER), None, &request, vec![layout.one_group()]);
            keeper.keep(vec![&mut collector], &pool()).expect("there is room");
            write(&keeper, &memory, 0..rows as u64);
            content(&memory, Games, format)
        };
        let parquet = rows_of_parquet(read(RowsFormat::Parquet));
        assert_eq!(parquet.len(), rows);
        assert!(parquet == rows_of_csv(&read(RowsFormat::Csv)), "{rows} rows");
    }
}

#[test]
fn seats_rank_by_their_scores_and_share_ranks() {
    let list = RowList::new(&["bot".to_owned()], "points");
    let mut collector = RowCollector::new(&list, &[Games], 4, 1);
    collector.game();
    let winners: Winners = [Seat::at(1), Seat::at(3)].into_iter().collect();
    collector.end_game(winners, |seat| [3, 9, -2, 9][seat.index()]);
    collector.end_block(0);
    let memory = folder();
    let layout = RowLayout::new(&list, Games, 4, vec![BySeat::default()]);
    let request = RowsRequest { kinds: vec![Games], format: RowsFormat::Csv };
    let mut keeper =
        RowsKeeper::new(Arc::new(memory.clone()), Path::new(FOLDER), None, &request, vec![layout]);
    keeper.keep(vec![&mut collector], &pool()).expect("there is room");
    write(&keeper, &memory, 0..1);
    let text = String::from_utf8(content(&memory, Games, RowsFormat::Csv)).expect("text");
    assert_eq!(
        text,
        "block,rotation,seat,bot,score,rank,won,winners,rounds,first_round\n\
         0,0,1,bot,3,3,false,2,0,0\n\
         0,0,2,bot,9,1,true,2,0,0\n\
         0,0,3,bot,-2,4,false,2,0,0\n\
         0,0,4,bot,9,1,true,2,0,0\n"
    );
}
