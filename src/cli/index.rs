//! `reports/index.csv`: the list of all results in `reports`, and `index.html`, the
//! same for people.
//!
//! A result adds its own row, and rows whose result is gone are dropped. The
//! list is sorted, so that it does not depend on the order in which results are
//! made; a missing or damaged one is made anew from the records. Folders behind
//! links are not listed, nor are those with names that are no plain text.

use std::collections::BTreeMap;
use std::io;
use std::path::{Component, Path, PathBuf};
use std::time::Duration;

use crate::page::{Listed, REPORT, changed_rules, index_page};
use crate::report::{RECORDED, Record, record_among, safe_cell};
use crate::storage::{
    File, Kind, Lock, Storage, StorageError, Wait, is_inside, is_own_name, limits, remove_lone_parts,
    replace_lone,
};

use super::failure::Failure;

/// The folder that has an index.
pub const REPORTS: &str = "reports";
const INDEX: &str = "index.csv";
/// The same for people.
const LIST: &str = "index.html";
/// Not the lock of a result, which is held while games are played.
const LOCK: &str = ".fuda-index-lock";
const COLUMNS: [&str; 8] = ["folder", "command", "game", "rules", "bots", "seed", "games", "complete"];

/// How long to wait for a process that has the lock. It needs it for a moment,
/// unless it was stopped.
const PATIENCE: Duration = Duration::from_secs(10);

/// How deep results may lie in `reports`.
const DEPTH: usize = 4;

/// The rows by folder, without it.
type Rows = BTreeMap<String, Vec<String>>;

/// Lists a result that was written to a folder, if that is in `reports`.
///
/// # Errors
/// If the index cannot be read or written.
pub fn update(storage: &dyn Storage, folder: &Path, record: &Record) -> Result<(), StorageError> {
    let Some(name) = name_in_reports(folder) else { return Ok(()) };
    let reports = Path::new(REPORTS);
    let storage = &*storage.within(reports);
    let _lock = locked(storage)?;
    remove_lone_parts(storage, reports, INDEX)?;
    let path = reports.join(INDEX);
    let old = match storage.read(&path, limits::INDEX) {
        Ok(content) => content,
        Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
        Err(error) => return Err(StorageError::of("read", &path)(error)),
    };
    let mut rows = match parse(&old) {
        Some(rows) => rows,
        None => scan(storage)?,
    };
    rows.insert(name, row(record));
    let mut kept = Rows::new();
    for (folder, row) in rows {
        let path = reports.join(&folder).join(format!("{}.toml", row[0]));
        if storage.kind(&path).map_err(StorageError::of("read", &path))? == Some(Kind::File) {
            kept.insert(folder, row);
        }
    }
    let content = text(&kept);
    if content != old {
        replace_lone(storage, reports, &File { name: INDEX.to_owned(), content })?;
    }
    update_list(storage, &kept)
}

/// Lists a page of several results, if it is in `reports`.
///
/// # Errors
/// If the index cannot be read or written.
pub fn update_page(storage: &dyn Storage, page: &Path) -> Result<(), StorageError> {
    if page.parent().is_none_or(|folder| folder != Path::new(REPORTS)) {
        return Ok(());
    }
    let reports = Path::new(REPORTS);
    let storage = &*storage.within(reports);
    let _lock = locked(storage)?;
    let rows = storage.read(&reports.join(INDEX), limits::INDEX).ok().and_then(|content| parse(&content));
    update_list(storage, &rows.unwrap_or_default())
}

/// The lock of the index.
fn locked(storage: &dyn Storage) -> Result<Box<dyn Lock>, StorageError> {
    let path = Path::new(REPORTS).join(LOCK);
    let locked = storage.lock(&path, Wait::AtMost(PATIENCE)).map_err(StorageError::of("write", &path))?;
    locked.ok_or_else(|| {
        let what = format!(
            "another fuda has had the lock {} for {} s; if it is stopped, let it go on or end it, and repeat the \
             command",
            path.display(),
            PATIENCE.as_secs(),
        );
        StorageError::of("write", &Path::new(REPORTS).join(INDEX))(io::Error::other(what))
    })
}

/// Writes the list for people, unless it is as it should be.
fn update_list(storage: &dyn Storage, rows: &Rows) -> Result<(), StorageError> {
    let reports = Path::new(REPORTS);
    remove_lone_parts(storage, reports, LIST)?;
    let mut results = Vec::new();
    for (folder, row) in rows {
        let page = reports.join(folder).join(REPORT);
        let has_page = storage.kind(&page).map_err(StorageError::of("read", &page))? == Some(Kind::File);
        results.push(Listed {
            folder: folder.clone(),
            command: row[0].clone(),
            game: row[1].clone(),
            rules: row[2].clone(),
            bots: row[3].clone(),
            games: row[5].parse().ok(),
            is_complete: row[6] == "true",
            has_page,
        });
    }
    let names = storage.list(reports).map_err(StorageError::of("read", reports))?;
    let is_page = |name: &String| name.strip_suffix(".html").is_some_and(|name| name.starts_with("report-"));
    let pages: Vec<String> = names.into_iter().filter(is_page).collect();
    let content = index_page(&results, &pages).into_bytes();
    if storage.read(&reports.join(LIST), limits::PAGE).is_ok_and(|old| old == content) {
        return Ok(());
    }
    replace_lone(storage, reports, &File { name: LIST.to_owned(), content })
}

/// The failure of a result that was written, but not listed.
pub fn not_updated(error: &StorageError, folder: &Path) -> Failure {
    Failure::Work(format!("{error}; the result is in {}", folder.display()))
}

/// The path of a folder from `reports`, with slashes; none if it is elsewhere.
fn name_in_reports(folder: &Path) -> Option<String> {
    let here = std::env::current_dir().unwrap_or_default();
    let folder = folder.strip_prefix(here).unwrap_or(folder);
    let mut parts = folder.components().filter(|part| *part != Component::CurDir);
    (parts.next()? == Component::Normal(REPORTS.as_ref())).then_some(())?;
    let names: Option<Vec<&str>> =
        parts.map(|part| if let Component::Normal(name) = part { name.to_str() } else { None }).collect();
    names.filter(|names| !names.is_empty()).map(|names| names.join("/")).filter(|name| is_listable(name))
}

/// Whether a folder of this name can be listed: its name is the same in a table.
fn is_listable(name: &str) -> bool {
    is_inside(name) && safe_cell(name) == name
}

/// The rows of an index; none if it is not one.
fn parse(content: &[u8]) -> Option<Rows> {
    let mut reader = csv::Reader::from_reader(content);
    (*reader.headers().ok()? == COLUMNS[..]).then_some(())?;
    let mut rows = Rows::new();
    for record in reader.records() {
        let mut fields: Vec<String> =
            record.ok()?.iter().map(|field| safe_cell(field).into_owned()).collect();
        let folder = fields.remove(0);
        // Whatever else it says, it is not asked about files elsewhere.
        if is_listable(&folder) && RECORDED.contains(&fields[0].as_str()) {
            rows.insert(folder, fields);
        }
    }
    Some(rows)
}

fn text(rows: &Rows) -> Vec<u8> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let mut all = rows.iter().map(|(folder, row)| [folder].into_iter().chain(row));
    let written =
        writer.write_record(COLUMNS).and_then(|()| all.try_for_each(|row| writer.write_record(row)));
    written.expect("writing to memory does not fail");
    writer.into_inner().expect("writing to memory does not fail")
}

/// The row of a result, without its folder.
fn row(record: &Record) -> Vec<String> {
    let number = |number: Option<u64>| number.map_or(String::new(), |number| number.to_string());
    let text = |text: &str| safe_cell(text).into_owned();
    vec![
        record.command.clone(),
        text(&record.game),
        text(&rules_text(record)),
        text(&record.bots.join(";")),
        number(record.seed),
        number(record.games_played),
        record.complete.to_string(),
    ]
}

/// The house rules that are not the default, as they are typed.
fn rules_text(record: &Record) -> String {
    let rules = changed_rules(record).into_iter().map(|rule| format!("{}={}", rule.key, rule.value));
    rules.collect::<Vec<_>>().join(";")
}

/// The rows of all results in `reports`.
fn scan(storage: &dyn Storage) -> Result<Rows, StorageError> {
    let mut rows = Rows::new();
    let mut folders = vec![PathBuf::new()];
    while let Some(folder) = folders.pop() {
        let path = Path::new(REPORTS).join(&folder);
        let names = storage.list(&path).map_err(StorageError::of("read", &path))?;
        let record = match record_among(storage, &path, &names) {
            Ok(record) => record,
            // Whatever it holds, it is no reason to list no results at all.
            Err(error) if error.is_refusal() => continue,
            Err(error) => return Err(error),
        };
        if let (Some(record), Some(name)) = (record, folder.to_str()) {
            // What lies in the folder of a result belongs to it.
            let name = name.replace(std::path::MAIN_SEPARATOR, "/");
            if is_listable(&name) {
                rows.insert(name, row(&record));
            }
        } else if folder.components().count() < DEPTH {
            for name in names.iter().filter(|name| !is_own_name(name)) {
                if storage.kind(&path.join(name)).map_err(StorageError::of("read", &path))?
                    == Some(Kind::Folder)
                {
                    folders.push(folder.join(name));
                }
            }
        }
    }
    Ok(rows)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::storage::Memory;

    fn record(game: &str, seed: u64) -> Record {
        let rules = "players = 3\npar = 96\n[yaku_value]\ndanjou = 10".parse().expect("TOML");
        Record {
            seed: Some(seed),
            bots: vec!["greedy".to_owned(), "search:iterations=5,depth=2".to_owned()],
            games_played: Some(20),
            complete: true,
            ..Record::new("run", game, rules)
        }
    }

    fn list(memory: &Memory, folder: &str, record: &Record) {
        let path = Path::new(folder).strip_prefix(".").unwrap_or(Path::new(folder)).join("run.toml");
        memory.put(path.to_str().expect("a name is text"), record.to_toml().as_bytes());
        update(memory, Path::new(folder), record).expect("it can be written");
    }

    fn reports(folders: &[&str]) -> Memory {
        let memory = Memory::default();
        for folder in ["reports"].iter().chain(folders) {
            memory.create_folder(Path::new(folder)).expect("it is new");
        }
        memory
    }

    fn index(memory: &Memory) -> String {
        let content = memory.read(Path::new("reports/index.csv"), limits::INDEX).unwrap_or_default();
        String::from_utf8(content).expect("UTF-8")
    }

    #[test]
    fn it_lists_results_in_the_same_way_whatever_their_order() {
        let memory = reports(&["reports/a", "reports/b"]);
        list(&memory, "reports/a", &record("kujuroku", 1));
        list(&memory, "./reports/b", &record("oni", 2));
        let both = index(&memory);
        assert_eq!(
            both,
            "folder,command,game,rules,bots,seed,games,complete\n\
             a,run,kujuroku,players=3;yaku_value.danjou=10,\"greedy;search:iterations=5,depth=2\",1,20,true\n\
             b,run,oni,players=3,\"greedy;search:iterations=5,depth=2\",2,20,true\n"
        );
        let other = reports(&["reports/a", "reports/b"]);
        list(&other, "reports/b", &record("oni", 2));
        list(&other, "reports/a", &record("kujuroku", 1));
        assert_eq!(index(&other), both);
        // A damaged one is made anew.
        other.put("reports/index.csv", b"folder,command\na,run\n");
        list(&other, "reports/b", &record("oni", 2));
        assert_eq!(index(&other), both);
    }

    #[test]
    fn what_is_gone_or_elsewhere_is_not_listed() {
        let memory = reports(&["reports/a", "reports/b", "elsewhere"]);
        list(&memory, "reports/a", &record("oni", 1));
        list(&memory, "elsewhere", &record("oni", 1));
        memory.remove_file(Path::new("reports/a/run.toml")).expect("it is there");
        list(&memory, "reports/b", &record("oni", 2));
        assert_eq!(index(&memory).lines().count(), 2, "{}", index(&memory));
        assert_eq!(name_in_reports(Path::new("reports")), None);
        assert_eq!(name_in_reports(Path::new("reports/../x")), None);
        assert_eq!(name_in_reports(Path::new("reports/all/oni")), Some("all/oni".to_owned()));
        let absolute = std::env::current_dir().expect("a current folder").join("reports/a");
        assert_eq!(name_in_reports(&absolute), Some("a".to_owned()));
    }
}
