//! Bots that are programs, in any language.
//!
//! A program is started once for each thread and speaks a protocol in lines of
//! JSON (`protocol`, docs/programs.md). A question and an answer take some 50 µs
//! through two pipes, however short they are, so a program is asked about many
//! games at once: the games of a block are *rehearsed* ([`Rehearsing`],
//! `sim::rehearse`) before they are played, and the answers are kept. When a game
//! is played the view is compared with the one that the program was asked about:
//! what is counted is the game that is played, and a rehearsal that took another
//! course is an error.
//!
//! A program that fails in a rehearsal is ended, and the games are played without:
//! one decision at a time, by a new program, until the game in which it fails.
//!
//! A game as a program knows it is one table seen from one seat: it can remember
//! what it saw from there and cannot put together what it sees from several. In
//! every 64th block the decisions are put to a second program, which has seen
//! other games before, in other company.

mod command;
mod course;
#[cfg(test)]
mod dry;
mod lines;
mod process;
mod protocol;
mod questions;
mod starting;
mod talk;
mod values;

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

pub use command::{ProgramCommand, ProgramLimits, allow_programs, program_limits, set_program_limits};
#[cfg(test)]
pub(crate) use dry::{DryQuestion, choices_in};
pub use process::{before as before_programs, end_all as end_programs};
pub use protocol::{PROTOCOL, shape as program_shape};
pub use starting::{MODULE as PYTHON_MODULE, MODULE_NAME as PYTHON_MODULE_NAME, new_program};

use self::course::{Asked, Course};
use self::protocol::{Interface, OptionLists};
use self::talk::{STOPPED, Talk};
use super::{Bot, ExternalBot, GameKey, LastChoice, Note, Rehearsing, ScriptInfo, Unrepeatable};
use crate::game::{Game, Options};
use crate::random::{GuestKey, Stream};
use crate::script_value::Encoder;
use crate::seat::{BySeat, Seat};
use crate::text::printable;

/// How many games a program is asked about at once, at first and at most.
const AT_ONCE: usize = 16;
const MOST_AT_ONCE: usize = 128;

/// A program that answers sooner is asked more at once, one that answers later
/// less: it has a limited time for all of it.
const SOON: Duration = Duration::from_millis(20);
const LATE: Duration = Duration::from_millis(100);

/// A program that can be started any number of times.
struct Program {
    command: ProgramCommand,
    interface: Interface,
    /// One that was started to see whether it can be: the first to need one takes
    /// it.
    spare: Mutex<Option<Talk>>,
}

impl Program {
    fn start(&self) -> Result<Talk, String> {
        Talk::start(&self.command, &self.interface)
    }

    fn spare(&self) -> Option<Talk> {
        self.spare.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

/// A failure while the program was asked about many games at once.
struct FailedBatch {
    what: String,
    /// The games that are still to be played alone: one of them may be what it
    /// fails in.
    suspects: HashSet<GameKey>,
    /// Whether it failed in none of them.
    is_unexplained: bool,
}

/// A bot that is a program.
pub struct ProgramBot<G: Game> {
    game: G,
    program: Arc<Program>,
    talk: Option<Talk>,
    /// A second program, for verification.
    verifier: Option<Talk>,
    lists: OptionLists,
    encoder: Encoder,
    /// The course of the game that is played, if it was not rehearsed.
    course: Course,
    /// The game that is played as it was rehearsed, and how much of it.
    rehearsed: Option<Arc<Course>>,
    taken: usize,
    /// The games that were rehearsed.
    courses: HashMap<GameKey, Arc<Course>>,
    /// Those that the program is being asked about, in the order of the questions.
    put: Vec<GameKey>,
    failed_batch: Option<FailedBatch>,
    at_once: usize,
    /// The random numbers of the game that is played.
    random: Option<GuestKey>,
    last: LastChoice,
}

impl<G: Game> ProgramBot<G> {
    /// A bot that is a program, which is started when it is needed.
    #[must_use]
    pub fn new(game: &G, command: ProgramCommand) -> ProgramBot<G> {
        let interface = Interface::new(game);
        ProgramBot::of(game.clone(), Arc::new(Program { command, interface, spare: Mutex::new(None) }))
    }

    fn of(game: G, program: Arc<Program>) -> ProgramBot<G> {
        ProgramBot {
            game,
            program,
            talk: None,
            verifier: None,
            lists: OptionLists::default(),
            encoder: Encoder::default(),
            course: Course::default(),
            rehearsed: None,
            taken: 0,
            courses: HashMap::new(),
            put: Vec::new(),
            failed_batch: None,
            at_once: AT_ONCE,
            random: None,
            last: LastChoice::default(),
        }
    }

    fn try_choose(
        &mut self,
        seat: Seat,
        view: &G::View,
        options: &G::Options,
        rng: &mut Stream,
    ) -> Result<usize, String> {
        if let Some(FailedBatch { what, is_unexplained: true, .. }) = &self.failed_batch {
            return Err(format!(
                "it failed when it was asked about several games at once, and did not when it was asked about \
                 each alone: {what}"
            ));
        }
        let random = self.random.expect("a game has begun");
        let asked = self.encoded(seat, view, options, &random, rng);
        if let Some(course) = &self.rehearsed {
            let same = |was: &&Asked| {
                was.seat == seat && was.seed == asked.seed && course.bytes(was) == self.encoder.bytes()
            };
            let was = course.asked.get(self.taken).filter(same).ok_or(OTHER_COURSE)?;
            self.taken += 1;
            return Ok(was.choice);
        }
        if self.talk.is_none() {
            self.talk = Some(self.program.spare().map_or_else(|| self.program.start(), Ok)?);
        }
        let talk = self.talk.as_mut().expect("it was started");
        self.course.put(asked, self.encoder.bytes(), talk, &self.program.interface, &self.lists);
        let choice = match talk.ask(&self.lists) {
            Ok(choices) => choices[0],
            Err(what) => {
                let talk = self.talk.take().expect("it was asked");
                return Err(talk.failed(what));
            }
        };
        self.course.asked.last_mut().expect("it was asked").choice = choice;
        Ok(choice)
    }

    /// A decision, whose view and options are in the encoder.
    fn encoded(
        &mut self,
        seat: Seat,
        view: &G::View,
        options: &G::Options,
        random: &GuestKey,
        rng: &mut Stream,
    ) -> Asked {
        let ProgramBot { game, program, lists, encoder, .. } = self;
        let options_at = program.interface.encode(game, view, options, lists, encoder);
        Asked {
            seat,
            number: 0,
            decision: options.decision(),
            bytes: 0..0,
            options_at,
            options: options.count(),
            // As many bits as a floating-point number has.
            seed: random.next_decision(rng).seed() >> 11,
            choice: usize::MAX,
        }
    }

    /// The decisions of the game that was played.
    fn played(&self) -> &Course {
        self.rehearsed.as_deref().unwrap_or(&self.course)
    }

    /// Puts the decisions of the game to a second program: all first ones of a
    /// seat at once, then all second ones. Returns the choices, and how it failed
    /// if it did.
    fn choose_again(&mut self) -> Result<(Vec<usize>, Option<String>), String> {
        let mut talk = match self.verifier.take() {
            Some(talk) => talk,
            None => self.program.start()?,
        };
        let course = self.played();
        let mut again = vec![usize::MAX; course.asked.len()];
        let mut games: BySeat<Option<u64>> = BySeat::default();
        let most = course.asked.iter().map(|asked| asked.number).max().unwrap_or(0);
        for number in 1..=most {
            let now = || course.asked.iter().enumerate().filter(|(_, asked)| asked.number == number);
            for (_, asked) in now() {
                let game = *games[asked.seat].get_or_insert_with(|| talk.begin(asked.seat));
                let question = asked.question(game, course.bytes(asked));
                talk.put(&question, &self.program.interface, &self.lists);
            }
            match talk.ask(&self.lists) {
                Ok(choices) => now().zip(choices).for_each(|((index, _), choice)| again[index] = choice),
                Err(what) => return Ok((again, Some(talk.failed(what)))),
            }
        }
        Seat::all(crate::seat::MAX_SEATS).filter_map(|seat| games[seat]).for_each(|game| talk.end(game));
        self.verifier = Some(talk);
        Ok((again, None))
    }
}

const OTHER_COURSE: &str =
    "the game took another course than when it was rehearsed: a bot at the table does not repeat its choices";

impl<G: Game> Bot<G> for ProgramBot<G> {
    fn choose(&mut self, view: &G::View, options: &G::Options, rng: &mut Stream) -> usize {
        self.choose_at(Seat::FIRST, view, options, rng)
    }
}

impl<G: Game> ExternalBot<G> for ProgramBot<G> {
    /// A copy starts a program of its own, when it needs one.
    fn boxed_clone(&self) -> Box<dyn ExternalBot<G>> {
        let mut copy = ProgramBot::of(self.game.clone(), Arc::clone(&self.program));
        copy.last = self.last.of_copy();
        Box::new(copy)
    }

    fn choose_at(&mut self, seat: Seat, view: &G::View, options: &G::Options, rng: &mut Stream) -> usize {
        match self.try_choose(seat, view, options, rng) {
            Ok(choice) => {
                if let Some(note) = self.last.note_mut() {
                    note.returned = choice.to_string();
                }
                choice
            }
            Err(what) => self.last.fail(what),
        }
    }

    fn is_program(&self) -> bool {
        true
    }

    fn start(&self) -> Result<Option<String>, String> {
        let talk = self.program.start()?;
        let about = talk.ready.about.as_ref().map(|about| printable(about, ScriptInfo::LONGEST));
        *self.program.spare.lock().unwrap_or_else(PoisonError::into_inner) = Some(talk);
        Ok(about.filter(|about| !about.is_empty()))
    }

    fn begin_game(&mut self, game: &GameKey) {
        self.last.begin_game();
        if let Some(talk) = &mut self.talk {
            self.course.end(talk);
        }
        self.course.clear();
        self.taken = 0;
        self.random = Some(GuestKey::new(&game.streams));
        self.rehearsed = self.courses.get(game).filter(|course| course.is_over).cloned();
        if let Some(failed) = &mut self.failed_batch {
            failed.is_unexplained |= failed.suspects.is_empty();
            failed.suspects.remove(game);
        }
    }

    fn rehearsing(&mut self) -> Option<&mut dyn Rehearsing<G>> {
        Some(self)
    }

    fn failure(&self) -> Option<&str> {
        self.last.failure()
    }

    fn take_notes(&mut self) {
        self.last.take_notes();
    }

    fn note(&self) -> Option<&Note> {
        self.last.note()
    }

    fn verify(&mut self) -> Result<(), Unrepeatable> {
        let Some(first) = self.played().asked.first().cloned() else { return Ok(()) };
        let differs = |asked: &Asked, again: String| {
            let (number, chose) = (asked.number, asked.choice);
            let what = format!("decision {number} at this seat: it chose {chose}; a second program {again}");
            Unrepeatable { seat: asked.seat, decision: asked.decision, what }
        };
        let (again, failure) =
            self.choose_again().map_err(|error| differs(&first, format!("cannot be started: {error}")))?;
        for (asked, again) in self.played().asked.iter().zip(again) {
            match &failure {
                _ if again == asked.choice => {}
                Some(failure) if again == usize::MAX => {
                    return Err(differs(asked, format!("fails: {failure}")));
                }
                _ => return Err(differs(asked, format!("chooses {again}"))),
            }
        }
        Ok(())
    }
}

impl<G: Game> Rehearsing<G> for ProgramBot<G> {
    fn at_once(&mut self) -> usize {
        if self.failed_batch.is_some() {
            return 0;
        }
        if self.talk.is_none() {
            // If it fails, it fails again where that can be told.
            self.talk = self.program.spare().or_else(|| self.program.start().ok());
        }
        if self.talk.is_some() { self.at_once } else { 0 }
    }

    fn forget(&mut self) {
        self.courses.clear();
        self.rehearsed = None;
    }

    fn put(
        &mut self,
        game: &GameKey,
        seat: Seat,
        view: &G::View,
        options: &G::Options,
        rng: &mut Stream,
    ) -> usize {
        let course = Arc::get_mut(self.courses.entry(*game).or_default()).expect("it is not played yet");
        let random = *course.random.get_or_insert_with(|| GuestKey::new(&game.streams));
        let asked = self.encoded(seat, view, options, &random, rng);
        let course = self.courses.get_mut(game).expect("it was added");
        let course = Arc::get_mut(course).expect("it is not played yet");
        let talk = self.talk.as_mut().expect("it was started");
        self.put.push(*game);
        course.put(asked, self.encoder.bytes(), talk, &self.program.interface, &self.lists)
    }

    fn ask(&mut self) -> Option<Vec<usize>> {
        let began = Instant::now();
        let count = self.put.len();
        let talk = self.talk.as_mut().expect("it was started");
        if count == 0 {
            return Some(Vec::new());
        }
        match talk.ask(&self.lists) {
            Ok(choices) => {
                for (game, &choice) in self.put.drain(..).zip(&choices) {
                    let course = self.courses.get_mut(&game).and_then(Arc::get_mut);
                    let asked = course.and_then(|course| course.asked.last_mut());
                    asked.expect("it was asked").choice = choice;
                }
                let took = began.elapsed();
                if took > LATE {
                    self.at_once = (self.at_once / 2).max(1);
                } else if took < SOON && 2 * count > self.at_once {
                    self.at_once = (2 * self.at_once).min(MOST_AT_ONCE);
                }
                Some(choices)
            }
            Err(what) => {
                let what = self.talk.take().expect("it was asked").failed(what);
                if what != STOPPED {
                    let suspects = self.put.drain(..).collect();
                    self.failed_batch = Some(FailedBatch { what, suspects, is_unexplained: false });
                }
                None
            }
        }
    }

    fn end(&mut self, game: &GameKey) {
        // None if it was not asked in it.
        if let Some(course) = self.courses.get_mut(game).and_then(Arc::get_mut) {
            course.is_over = true;
            if let Some(talk) = &mut self.talk {
                course.end(talk);
            }
        }
    }

    fn stop(&mut self) {
        self.put.clear();
        for course in self.courses.values_mut().filter_map(Arc::get_mut).filter(|course| !course.is_over) {
            if let Some(talk) = &mut self.talk {
                course.end(talk);
            }
        }
        self.courses.retain(|_, course| course.is_over);
    }
}
