//! A program that runs: its pipes, what it said last, and its end.
//!
//! Three threads serve a program: one writes what it is asked, so that a program
//! which does not read holds nobody up; one reads what it answers, a bounded
//! amount ahead; and one keeps the last lines of its standard error. They end
//! when the pipes do.

mod group;

use std::collections::VecDeque;
use std::io::{ErrorKind, Read, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, TryRecvError, channel, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

pub use group::{before, end_all};

use super::command::{ProgramCommand, are_allowed};
use super::lines::Lines;
use crate::bots::script::is_stopped;
use crate::io_error::io_error_text;
use crate::text::printable;

/// The most that a program may write to what it is asked at once.
const MOST_ANSWERS: u64 = 1 << 20;

/// The most that a program may write to its standard error between two answers.
const MOST_ERRORS: u64 = 1 << 20;

/// What is read at once, and how many of these are read ahead.
const CHUNK: usize = 1 << 16;
const AHEAD: usize = 16;

/// The lines of the standard error that are kept, and how much of each.
const LAST_LINES: usize = 10;
const LONGEST_ERROR: usize = 200;

/// How often to look whether a program that says nothing has ended, or is to be
/// stopped.
const LOOK: Duration = Duration::from_millis(20);

/// How long a program that is no longer needed may take to end by itself, and one
/// that ended to be done with its last words.
const FAREWELL: Duration = Duration::from_millis(500);

/// Why a program did not answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// It ended.
    Ended(String),
    /// It closed its standard output, and runs on.
    Closed,
    /// It said nothing for too long.
    Late,
    /// It was told to stop, and nobody is to use what it chose.
    Stopped,
    /// It wrote a line without an end.
    LongLine,
    /// It writes to its standard error, and to nothing else.
    Floods,
    /// It writes much, and no answer.
    Chatters,
}

/// A program that runs.
pub struct Process {
    child: Child,
    /// To the thread that writes; none once nothing is left to be said.
    input: Option<Sender<Vec<u8>>>,
    /// The bytes that the program has not taken.
    unread: Arc<AtomicU64>,
    /// What it wrote. In a lock for `Sync` alone: a receiver has one owner.
    output: Mutex<Receiver<Vec<u8>>>,
    lines: Lines,
    /// The bytes that it wrote since it was asked.
    answered: u64,
    errors: Arc<Errors>,
}

/// The end of what a program wrote to its standard error.
#[derive(Default)]
struct Errors {
    lines: Mutex<VecDeque<Vec<u8>>>,
    /// The bytes since its last answer.
    bytes: AtomicU64,
    is_over: AtomicBool,
}

impl Process {
    /// Starts a program.
    ///
    /// # Errors
    /// If it cannot be started, with the reason.
    pub fn start(command: &ProgramCommand) -> Result<Process, String> {
        let executable = command.executable();
        if !are_allowed() {
            return Err(format!("'{}' may not be started by this command", executable.display()));
        }
        let mut start = Command::new(&executable);
        start.args(&command.words[1..]).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        // The order of Python's sets would be another one in every process.
        start.env("PYTHONHASHSEED", "0");
        if let Some(folder) = &command.folder {
            start.current_dir(folder);
        }
        group::lead(&mut start);
        let name = executable.display();
        let mut child = group::spawn(&mut start).map_err(|error| match error.kind() {
            ErrorKind::NotFound => format!("cannot start '{name}': there is no such program"),
            ErrorKind::PermissionDenied => format!("cannot start '{name}': it may not be executed"),
            _ => format!("cannot start '{name}': {}", io_error_text(&error)),
        })?;
        let (input, to_write) = channel();
        let (read, output) = sync_channel(AHEAD);
        let unread = Arc::new(AtomicU64::new(0));
        let errors = Arc::new(Errors::default());
        let stdin = child.stdin.take().expect("it is piped");
        let stdout = child.stdout.take().expect("it is piped");
        let stderr = child.stderr.take().expect("it is piped");
        let (left, kept) = (Arc::clone(&unread), Arc::clone(&errors));
        let mut process = Process {
            child,
            input: Some(input),
            unread,
            output: Mutex::new(output),
            lines: Lines::default(),
            answered: 0,
            errors,
        };
        let threads = spawn("write", move || write(stdin, &to_write, &left))
            .and_then(|()| spawn("read", move || read_output(stdout, &read)))
            .and_then(|()| spawn("errors", move || kept.read(stderr)));
        if let Err(error) = threads {
            process.kill();
            return Err(format!("cannot start a thread for '{name}': {error}"));
        }
        Ok(process)
    }

    /// Says something to the program, which need not read it at once.
    pub fn say(&mut self, text: Vec<u8>) {
        self.errors.bytes.store(0, Ordering::Relaxed);
        self.answered = 0;
        self.unread.fetch_add(text.len() as u64, Ordering::Relaxed);
        if let Some(input) = &self.input {
            // The thread leaves when the program closes its input: what follows
            // from that is known when the answer does not come.
            let _ = input.send(text);
        }
    }

    /// The next line of the program, without its end.
    ///
    /// # Errors
    /// If it does not come in time.
    pub fn line(&mut self, deadline: Instant) -> Result<&[u8], Trouble> {
        loop {
            if let Some(line) = self.lines.find() {
                return Ok(self.lines.at(line));
            }
            if self.lines.is_too_long() {
                return Err(Trouble::LongLine);
            }
            if self.answered > MOST_ANSWERS {
                return Err(Trouble::Chatters);
            }
            self.receive(deadline)?;
        }
    }

    /// A part of what the program wrote without being asked, if it did.
    pub fn unasked(&mut self) -> Option<&[u8]> {
        if self.lines.rest().is_empty() {
            let output = self.output.get_mut().unwrap_or_else(PoisonError::into_inner);
            match output.try_recv() {
                Ok(chunk) => self.take(&chunk),
                Err(TryRecvError::Empty | TryRecvError::Disconnected) => return None,
            }
        }
        self.lines.rest().split(|&byte| byte == b'\n').next()
    }

    fn take(&mut self, chunk: &[u8]) {
        self.answered += chunk.len() as u64;
        self.lines.add(chunk);
    }

    /// Waits for more of what the program writes.
    fn receive(&mut self, deadline: Instant) -> Result<(), Trouble> {
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            let output = self.output.get_mut().unwrap_or_else(PoisonError::into_inner);
            match output.recv_timeout(LOOK.min(left)) {
                Ok(chunk) => {
                    self.take(&chunk);
                    return Ok(());
                }
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(self.wait(FAREWELL).map_or(Trouble::Closed, |end| Trouble::Ended(told(end))));
                }
                Err(RecvTimeoutError::Timeout) if is_stopped() => return Err(Trouble::Stopped),
                Err(RecvTimeoutError::Timeout) if self.errors.bytes.load(Ordering::Relaxed) > MOST_ERRORS => {
                    return Err(Trouble::Floods);
                }
                Err(RecvTimeoutError::Timeout) if left.is_zero() => return Err(Trouble::Late),
                Err(RecvTimeoutError::Timeout) => {
                    // What it started may hold the pipe open.
                    if let Some(end) = self.wait(Duration::ZERO) {
                        let output = self.output.get_mut().unwrap_or_else(PoisonError::into_inner);
                        let Ok(chunk) = output.recv_timeout(LOOK) else {
                            return Err(Trouble::Ended(told(end)));
                        };
                        self.take(&chunk);
                        return Ok(());
                    }
                }
            }
        }
    }

    /// Whether the program has read all that it was told.
    pub fn has_read_all(&self) -> bool {
        self.unread.load(Ordering::Relaxed) == 0
    }

    /// Ends the program, and returns the last lines of its standard error.
    pub fn last_words(mut self) -> Vec<String> {
        // If it ended by itself, its last words may be on their way.
        if self.wait(Duration::ZERO).is_some() {
            self.await_errors();
        }
        self.kill();
        self.await_errors();
        let lines = self.errors.lines.lock().unwrap_or_else(PoisonError::into_inner);
        let shown = |line: &Vec<u8>| printable(&String::from_utf8_lossy(line), LONGEST_ERROR);
        lines.iter().filter(|line| !line.is_empty()).map(shown).collect()
    }

    fn await_errors(&self) {
        let began = Instant::now();
        while !self.errors.is_over.load(Ordering::Acquire) && began.elapsed() < FAREWELL / 2 {
            thread::sleep(Duration::from_millis(2));
        }
    }

    /// How the program ended, if it does within a time.
    fn wait(&mut self, time: Duration) -> Option<ExitStatus> {
        let began = Instant::now();
        let mut pause = Duration::from_micros(200);
        loop {
            if let Some(end) = group::ended(&mut self.child) {
                return Some(end);
            }
            if began.elapsed() >= time {
                return None;
            }
            thread::sleep(pause);
            pause = (2 * pause).min(Duration::from_millis(5));
        }
    }

    /// Ends the program and all that it started, at once.
    fn kill(&mut self) {
        self.input = None;
        group::kill(&mut self.child);
    }
}

/// A program that is no longer needed sees the end of its input, and may take
/// leave.
impl Drop for Process {
    fn drop(&mut self) {
        self.input = None;
        if !is_stopped() {
            self.wait(FAREWELL);
        }
        self.kill();
    }
}

fn spawn(name: &str, work: impl FnOnce() + Send + 'static) -> std::io::Result<()> {
    let builder = thread::Builder::new().name(format!("program: {name}")).stack_size(1 << 17);
    builder.spawn(work).map(|_| ())
}

fn write(mut stdin: ChildStdin, texts: &Receiver<Vec<u8>>, unread: &AtomicU64) {
    for text in texts {
        if stdin.write_all(&text).is_err() {
            return;
        }
        unread.fetch_sub(text.len() as u64, Ordering::Relaxed);
    }
}

fn read_output(mut stdout: impl Read, chunks: &SyncSender<Vec<u8>>) {
    let mut chunk = vec![0; CHUNK];
    loop {
        match stdout.read(&mut chunk) {
            Ok(0) => return,
            Ok(length) if chunks.send(chunk[..length].to_vec()).is_ok() => {}
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            _ => return,
        }
    }
}

impl Errors {
    fn read(&self, mut stderr: impl Read) {
        let mut chunk = vec![0; CHUNK];
        loop {
            match stderr.read(&mut chunk) {
                Ok(0) => break,
                Ok(length) => {
                    self.bytes.fetch_add(length as u64, Ordering::Relaxed);
                    self.keep(&chunk[..length]);
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(_) => break,
            }
        }
        self.is_over.store(true, Ordering::Release);
    }

    /// Keeps the last lines, and of each no more than can be shown.
    fn keep(&self, text: &[u8]) {
        let mut lines = self.lines.lock().unwrap_or_else(PoisonError::into_inner);
        for (number, piece) in text.split(|&byte| byte == b'\n').enumerate() {
            if number > 0 || lines.is_empty() {
                lines.push_back(Vec::new());
            }
            // The one after the last end of a line may be empty.
            if lines.len() > LAST_LINES + 1 {
                lines.pop_front();
            }
            let line = lines.back_mut().expect("there is one");
            // A character has at most four bytes.
            let room = (4 * LONGEST_ERROR + 4).saturating_sub(line.len());
            line.extend_from_slice(&piece[..piece.len().min(room)]);
        }
    }
}

/// How a program ended, in words.
fn told(end: ExitStatus) -> String {
    match end.code() {
        Some(code) => format!("it ended with exit code {code}"),
        None => format!("it was ended by {}", group::signal(end)),
    }
}
