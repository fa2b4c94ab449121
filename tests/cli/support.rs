//! Temporary folders to run the program in, and its output.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use tempfile::TempDir;

/// The timeout of anything that a test waits for.
const TIMEOUT: Duration = Duration::from_secs(60);

/// An empty folder in which commands are run.
pub struct TestDir(TempDir);

/// The result of a command.
#[derive(Debug)]
pub struct Done {
    /// The exit code; none if a signal ended it.
    pub code: Option<i32>,
    pub stdout: String,
    pub stderr: String,
}

impl TestDir {
    pub fn new() -> TestDir {
        TestDir(tempfile::tempdir().expect("a temporary folder can be created"))
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Writes a file, and returns its name.
    pub fn put<'a>(&self, name: &'a str, content: impl AsRef<[u8]>) -> &'a str {
        fs::write(self.path(name), content).expect("a file can be written");
        name
    }

    pub fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    /// A command line, split at whitespace.
    pub fn command(&self, line: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_fuda"));
        command.args(line.split_whitespace());
        self.here(&mut command);
        command
    }

    fn here(&self, command: &mut Command) {
        command.current_dir(self.0.path()).env_remove("RUST_BACKTRACE").stdin(Stdio::null());
    }

    /// Runs `fuda` with this command line.
    pub fn fuda(&self, line: &str) -> Done {
        done(self.command(line).output().expect("fuda can be run"))
    }

    /// Runs `fuda`, which must succeed.
    pub fn succeed(&self, line: &str) -> Done {
        let done = self.fuda(line);
        assert_eq!(done.code, Some(0), "fuda {line}: {done:?}");
        done
    }

    /// The standard output of a command that must succeed.
    pub fn stdout(&self, line: &str) -> String {
        self.succeed(line).stdout
    }

    /// The standard error of a command that must fail with this exit code.
    pub fn fail(&self, code: i32, line: &str) -> String {
        let done = self.fuda(line);
        assert_eq!(done.code, Some(code), "fuda {line}: {done:?}");
        done.stderr
    }

    /// Runs a bash script, in which `$FUDA` is the program.
    pub fn bash(&self, script: &str) -> Done {
        let mut command = Command::new("bash");
        self.here(command.args(["-c", script]).env("FUDA", env!("CARGO_BIN_EXE_fuda")));
        done(command.output().expect("there is a bash"))
    }

    /// Starts `fuda` with this command line.
    pub fn start(&self, line: &str) -> Child {
        self.command(line).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("fuda can be run")
    }

    /// The names of everything in a folder, including hidden files and empty
    /// folders.
    pub fn names(&self, folder: &str) -> Vec<String> {
        let mut names: Vec<String> = fs::read_dir(self.path(folder))
            .map(|entries| {
                entries
                    .map(|entry| entry.expect("it can be read").file_name().to_string_lossy().into_owned())
                    .collect()
            })
            .unwrap_or_default();
        names.sort();
        names
    }

    /// The names of the result folders in `reports`, beside the index.
    pub fn result_folders(&self) -> Vec<String> {
        self.names("reports").into_iter().filter(|name| !name.contains('.')).collect()
    }

    /// Every file of a run that must be reproducible to the byte.
    pub fn results(&self, folder: &str) -> BTreeMap<String, Vec<u8>> {
        let names = self.names(folder);
        assert!(names.contains(&"run.toml".to_owned()), "{folder} holds no run: {names:?}");
        names
            .into_iter()
            .filter(|name| name != "timing.json")
            .map(|name| (name.clone(), fs::read(self.path(folder).join(&name)).expect("a file can be read")))
            .collect()
    }

    /// The files of a folder and its subfolders, except for the timing.
    pub fn all_files(&self, folder: &str) -> BTreeMap<String, Vec<u8>> {
        let mut files = BTreeMap::new();
        for name in self.names(folder).into_iter().filter(|name| name != "timing.json") {
            let path = format!("{folder}/{name}");
            if self.path(&path).is_dir() {
                let inside = self.all_files(&path).into_iter();
                files.extend(inside.map(|(inner, content)| (format!("{name}/{inner}"), content)));
            } else {
                files.insert(name, fs::read(self.path(&path)).expect("a file can be read"));
            }
        }
        files
    }

    /// Asserts that two folders hold the same results.
    pub fn assert_same(&self, one: &str, other: &str) {
        let (one_files, other_files) = (self.results(one), self.results(other));
        assert!(one_files.keys().eq(other_files.keys()), "{one} and {other} hold different files");
        for (name, content) in &one_files {
            assert!(other_files[name] == *content, "{name} differs between {one} and {other}");
        }
    }
}

fn done(output: Output) -> Done {
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("the output is UTF-8");
    Done { code: output.status.code(), stdout: text(output.stdout), stderr: text(output.stderr) }
}

/// Sends a signal, by its name.
pub fn signal(child: &Child, name: &str) {
    let sent = Command::new("kill").args(["-s", name, &child.id().to_string()]).status();
    assert!(sent.expect("there is a kill").success());
}

/// Waits until a command has ended.
pub fn wait(child: Child) -> Done {
    done(child.wait_with_output().expect("a child can be waited for"))
}

/// Waits until something is true.
pub fn until(what: &str, is_true: impl Fn() -> bool) {
    let began = Instant::now();
    while !is_true() {
        assert!(began.elapsed() < TIMEOUT, "timed out: {what}");
        thread::sleep(Duration::from_millis(5));
    }
}

/// A CSV file: the rows, by the names of the columns.
pub struct Sheet {
    pub header: Vec<String>,
    pub rows: Vec<Row>,
}

pub struct Row(BTreeMap<String, String>);

impl Sheet {
    pub fn read(path: &Path) -> Sheet {
        let mut reader =
            csv::Reader::from_path(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let header: Vec<String> =
            reader.headers().expect("there is a header").iter().map(str::to_owned).collect();
        let rows = reader
            .records()
            .map(|record| {
                let record = record.expect("a row is as long as the header");
                Row(header.iter().cloned().zip(record.iter().map(str::to_owned)).collect())
            })
            .collect();
        Sheet { header, rows }
    }

    /// The rows, grouped by the text in these columns.
    pub fn by(&self, columns: &[&str]) -> BTreeMap<Vec<String>, Vec<&Row>> {
        let mut groups: BTreeMap<Vec<String>, Vec<&Row>> = BTreeMap::new();
        for row in &self.rows {
            groups
                .entry(columns.iter().map(|column| row.text(column).to_owned()).collect())
                .or_default()
                .push(row);
        }
        groups
    }
}

impl Row {
    pub fn text(&self, column: &str) -> &str {
        &self.0[column]
    }

    pub fn number(&self, column: &str) -> f64 {
        self.text(column).parse().unwrap_or_else(|_| panic!("{column} is not a number: {:?}", self.0))
    }
}
