//! `fuda report`: makes the page of a result again, or one of several.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;

use super::Surroundings;
use super::failure::{Failure, print};
use super::index;
use crate::page::{REPORT, Source, figure_file, joint_page, report_page};
use crate::report::{ResultFolder, Room, has_page_mark};
use crate::storage::{File, Kind, Storage, StorageError, limits, replace_lone};

const EXAMPLES: &str = "\
Examples:
  fuda report reports/kujuroku-0123456789          its page, made again
  fuda report reports/kujuroku-* --out all.html    one page of several results
  fuda report reports/kujuroku-0123456789 --figure card_score --out scores.svg

The page is made from the record and the CSV files in the folder: nothing is
played, and the same files give the same page, to the byte. One result gets its
page in its own folder, report.html. Several get a page with a chapter for each,
in the folder that holds them all, unless --out names a file. --figure takes one
picture out of the page of one result, by the name that the page has for it.";

/// The arguments of `fuda report`.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct ReportArgs {
    /// The folders of results
    #[arg(required = true, value_name = "DIR")]
    folders: Vec<PathBuf>,

    /// The file for the page [default: report.html in the folder]
    #[arg(long, value_name = "FILE.html")]
    out: Option<PathBuf>,

    /// Write one picture as SVG, instead of the page
    #[arg(long, value_name = "NAME", requires = "out")]
    figure: Option<String>,

    /// Overwrite a file that is no page or picture of fuda
    #[arg(long)]
    force: bool,

    /// Print nothing
    #[arg(long)]
    quiet: bool,
}

/// `fuda report`.
pub fn report(args: &ReportArgs, surroundings: &Surroundings) -> Result<(), Failure> {
    let storage = &surroundings.storage;
    let sources =
        args.folders.iter().map(|folder| source(&**storage, folder)).collect::<Result<Vec<_>, _>>()?;
    let figure = match (&args.figure, &sources[..]) {
        (None, _) => None,
        (Some(name), [source]) => {
            Some(figure_file(source, name).map_err(|error| Failure::Usage(format!("--figure: {error}")))?)
        }
        (Some(_), _) => return Err(Failure::Usage("--figure is for one result; give one folder".to_owned())),
    };
    (surroundings.listen)()?;
    if let (Some(figure), Some(out)) = (figure, &args.out) {
        write(&**storage, figure, out, args.force)?;
        return if args.quiet { Ok(()) } else { print(&format!("{}\n", out.display())) };
    }
    let page = match (&sources[..], &args.out) {
        ([_], None) => renew(storage, &args.folders[0], args.force)?,
        ([source], Some(out)) => write(&**storage, report_page(source), out, args.force)?,
        (_, Some(out)) => write(&**storage, joint_page(&sources), out, args.force)?,
        (_, None) => write_joint(&**storage, &args.folders, args.force)?,
    };
    if args.quiet { Ok(()) } else { print(&format!("{}\n", page.display())) }
}

/// What the page of a folder is made of.
fn source(storage: &dyn Storage, folder: &Path) -> Result<Source, Failure> {
    let source = Source::read(storage, folder).map_err(Failure::usage)?;
    source.ok_or_else(|| {
        Failure::Usage(format!(
            "{} holds no result; give the folder of a result, with its record (run.toml or the like)",
            folder.display()
        ))
    })
}

/// Makes the page in the folder of a result again. Its record stays as it is.
fn renew(storage: &Arc<dyn Storage>, path: &Path, force: bool) -> Result<PathBuf, Failure> {
    let record = source(&**storage, path)?.record;
    let room = Room { files: 512 * 1024, counts: 0 };
    let mut folder =
        ResultFolder::open(Arc::clone(storage), path, &record, false, room).map_err(Failure::usage)?;
    // Read again, now that nobody else can write to it.
    let source = source(&**storage, path)?;
    let page = report_page(&source);
    if folder.file(REPORT, limits::PAGE).as_ref() != Some(&page.content) {
        check_target(&**storage, &path.join(REPORT), force)?;
        folder.put(&page).map_err(|error| Failure::Work(error.to_string()))?;
    }
    index::update(&**storage, path, &source.record).map_err(|error| index::not_updated(&error, path))?;
    Ok(path.join(REPORT))
}

/// Checks that a file that is going to be overwritten is a page or a picture of
/// this program, or may be overwritten whatever it is.
fn check_target(storage: &dyn Storage, path: &Path, force: bool) -> Result<(), Failure> {
    let kind = storage.kind(path).map_err(StorageError::of("write", path)).map_err(Failure::usage)?;
    let is_own = kind.is_none() || has_page_mark(storage, path);
    if is_own || force && kind == Some(Kind::File) {
        return Ok(());
    }
    let what = "is there already, and is no page or picture of fuda";
    let remedy = if kind == Some(Kind::File) { ", or overwrite it with --force" } else { "" };
    Err(Failure::Usage(format!("{} {what}; choose another name{remedy}", path.display())))
}

/// Writes a page to a file.
fn write(storage: &dyn Storage, page: File, out: &Path, force: bool) -> Result<PathBuf, Failure> {
    let name = out.file_name().and_then(|name| name.to_str()).map(ToOwned::to_owned);
    let Some(name) = name.filter(|_| !out.is_dir()) else {
        return Err(Failure::Usage(format!("--out: {} is not the name of a file", out.display())));
    };
    let folder = out.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    check_target(storage, out, force)?;
    replace_lone(storage, folder, &File { name, ..page })
        .map_err(|error| Failure::Work(error.to_string()))?;
    Ok(out.to_owned())
}

/// Writes a page of several results to the folder that holds them all.
pub fn write_joint(storage: &dyn Storage, folders: &[PathBuf], force: bool) -> Result<PathBuf, Failure> {
    let sources = folders.iter().map(|folder| source(storage, folder)).collect::<Result<Vec<_>, _>>()?;
    let page = joint_page(&sources);
    let out = common_folder(folders).join(&page.name);
    let out = write(storage, page, &out, force)?;
    index::update_page(storage, &out).map_err(|error| Failure::Work(error.to_string()))?;
    Ok(out)
}

/// The innermost folder in which all of these lie.
fn common_folder(folders: &[PathBuf]) -> PathBuf {
    let holds_all =
        |folder: &&Path| folders.iter().all(|one| one.starts_with(folder) && one.as_path() != *folder);
    let found = folders.first().and_then(|first| first.ancestors().find(holds_all));
    found.filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new(".")).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_of_several_lies_beside_them() {
        let folder = |paths: &[&str]| common_folder(&paths.iter().map(PathBuf::from).collect::<Vec<_>>());
        assert_eq!(folder(&["reports/a", "reports/b"]), Path::new("reports"));
        assert_eq!(folder(&["reports/a", "reports/sub/b"]), Path::new("reports"));
        assert_eq!(folder(&["reports/a", "reports/a/b"]), Path::new("reports"));
        assert_eq!(folder(&["reports/a", "reports/a"]), Path::new("reports"));
        assert_eq!(folder(&["a", "b"]), Path::new("."));
        assert_eq!(folder(&["/x/a", "b"]), Path::new("."));
    }
}
