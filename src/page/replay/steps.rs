//! An observer that records a game for a page: the table before every decision.

use serde::Serialize;

use crate::bots::{GameKey, Player, Search};
use crate::cards::{Card, CardSet};
use crate::game::{Audit, Game, Narrate, Narration, Next, Observer, Options, Zone, ZoneKind};
use crate::random::{BlockStreams, Purpose, Stream};
use crate::seat::{BySeat, Seat};

/// How many tables that agree with a view are looked at: a card that lies in the
/// same zone at all of them is known to lie there.
const SAMPLES: usize = 20;

/// The most options that are listed of a decision.
const MOST_OPTIONS: usize = 60;

/// How many states an adviser samples at a decision.
const ADVICE: u32 = 100;

/// An observer that takes down a game for a page.
pub struct ReplaySteps<G: Game> {
    streams: BlockStreams,
    /// What would choose otherwise, perhaps.
    against: Option<Player<G>>,
    /// The streams of that bot, one for each seat.
    rngs: BySeat<Stream>,
    /// Where the tables are sampled from.
    sampling: Stream,
    adviser: Option<Adviser<G>>,
    round: u32,
    zones: Vec<ZoneHead>,
    /// When each card was last laid on a heap.
    laid: [u32; 64],
    lays: u32,
    pub(super) steps: Vec<Step>,
    told: Told,
    failure: Option<String>,
}

/// What says how much each option was worth.
struct Adviser<G: Game> {
    search: Search<G>,
    rng: Stream,
    /// What the seat that is to choose sees.
    view: Option<G::View>,
}

/// What is the same of a zone throughout a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(super) struct ZoneHead {
    pub(super) name: String,
    kind: &'static str,
}

/// What is told of a move, in whole sentences.
#[derive(Default)]
struct Told {
    sentences: Vec<String>,
    is_open: bool,
}

/// The table before a decision, and what followed from it.
#[derive(Debug, Default, Serialize)]
pub(super) struct Step {
    pub(super) round: u32,
    /// Who chooses, from 1; 0 at the end.
    seat: usize,
    decision: String,
    options: Vec<String>,
    choice: usize,
    /// The index of what the other bot would have chosen, if it is something else.
    #[serde(skip_serializing_if = "Option::is_none")]
    against: Option<usize>,
    /// How much better each option would have done than the choice, with the
    /// standard error; empty without an adviser.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) worth: Vec<[f64; 2]>,
    /// The cards of each zone; those of a heap from the bottom to the top.
    pub(super) cards: Vec<Vec<usize>>,
    /// The seat of each zone, from 1; 0 in the middle.
    pub(super) seats: Vec<usize>,
    /// What each seat is in this round.
    pub(super) roles: Vec<&'static str>,
    /// What all know beside cards and scores.
    #[serde(skip_serializing_if = "Option::is_none")]
    notice: Option<String>,
    /// For each seat, the cards that it knows the zones of.
    pub(super) known: Vec<String>,
    scores: Vec<i64>,
    /// What happened before the decision, since the one before it.
    pub(super) text: Vec<String>,
}

impl Told {
    fn add(&mut self, narration: Narration) {
        match narration {
            Narration::Silent => {}
            Narration::Continues(more) => match self.sentences.last_mut() {
                Some(last) => last.push_str(&more),
                None => {
                    self.sentences.push(format!("… {}", more.trim_start()));
                    self.is_open = true;
                }
            },
            Narration::Begins(text) => {
                self.lines(&text);
                self.is_open = true;
            }
            Narration::Line(text) => self.lines(&text),
        }
    }

    fn lines(&mut self, text: &str) {
        self.close();
        let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
        self.sentences.extend(lines.map(ToOwned::to_owned));
    }

    fn close(&mut self) {
        if std::mem::take(&mut self.is_open)
            && let Some(last) = self.sentences.last_mut()
        {
            last.push('.');
        }
    }

    fn take(&mut self) -> Vec<String> {
        self.close();
        std::mem::take(&mut self.sentences)
    }
}

impl<G: Game + Audit> ReplaySteps<G> {
    /// An observer of a game of a block; `against` is asked what it would have
    /// chosen.
    #[must_use]
    pub fn new(streams: BlockStreams, mut against: Option<Player<G>>) -> ReplaySteps<G> {
        let sampling = streams.stream(0, Purpose::Game);
        against.iter_mut().for_each(|player| player.begin_game(&GameKey::alone(streams)));
        ReplaySteps {
            rngs: BySeat::from_fn(|_| sampling.clone()),
            streams,
            against,
            sampling,
            adviser: None,
            round: 0,
            zones: Vec::new(),
            laid: [0; 64],
            lays: 0,
            steps: Vec::new(),
            told: Told::default(),
            failure: None,
        }
    }

    /// Lets a search say at each decision what the options are worth.
    #[must_use]
    pub fn advised_by(mut self, search: Search<G>) -> ReplaySteps<G> {
        self.adviser = Some(Adviser { search, rng: self.sampling.fork(), view: None });
        self
    }

    /// How the bot that was asked what it would have chosen failed, if it did.
    #[must_use]
    pub fn failure(&self) -> Option<&str> {
        self.failure.as_deref()
    }

    /// The zones of the table, the decisions in order, and what happened after the
    /// last of them.
    pub(super) fn into_parts(mut self) -> (Vec<ZoneHead>, Vec<Step>, Vec<String>) {
        let rest = self.told.take();
        (self.zones, self.steps, rest)
    }

    /// The table as it is.
    fn table(&mut self, game: &G, state: &G::State) -> Step {
        let zones = game.zones(state);
        self.zones =
            zones.iter().map(|zone| ZoneHead { name: zone.name.clone(), kind: zone.kind.name() }).collect();
        let seats = || Seat::all(game.players());
        Step {
            round: self.round,
            cards: zones.iter().map(|zone| self.in_order(zone)).collect(),
            seats: zones.iter().map(|zone| zone.seat.map_or(0, Seat::number)).collect(),
            roles: seats().map(|seat| game.role(state, seat).unwrap_or_default()).collect(),
            notice: game.notice(state),
            scores: seats().map(|seat| game.score(state, seat)).collect(),
            text: self.told.take(),
            ..Step::default()
        }
    }

    /// The cards of a zone: on a heap, those that were laid later are above.
    fn in_order(&self, zone: &Zone<G::Card>) -> Vec<usize> {
        let mut cards: Vec<usize> = zone.cards.iter().map(Card::index).collect();
        if zone.kind == ZoneKind::Heap {
            cards.sort_by_key(|&card| self.laid[card]);
        }
        cards
    }

    /// For each seat, the cards that it knows the zones of. Who has no view knows
    /// what all others know.
    fn known(&mut self, game: &G, state: &G::State) -> Vec<String> {
        let seats = || Seat::all(game.players());
        let own: Vec<Option<u64>> = seats()
            .map(|seat| game.has_view(state, seat).then(|| self.known_to(game, state, seat)))
            .collect();
        let common = own.iter().flatten().fold(u64::MAX, |all, one| all & one);
        own.into_iter().map(|cards| format!("{:x}", cards.unwrap_or(common))).collect()
    }

    /// The cards that a seat knows the zones of, by the view that a bot gets.
    fn known_to(&mut self, game: &G, state: &G::State, seat: Seat) -> u64 {
        let view = game.view(state, seat);
        let mut same: Vec<CardSet<G::Card>> = game.zones(state).into_iter().map(|zone| zone.cards).collect();
        for _ in 0..SAMPLES {
            let sample = game.sample_state(&view, &mut self.sampling);
            for (cards, sampled) in same.iter_mut().zip(game.zones(&sample)) {
                *cards = CardSet::from_bits(cards.bits() & sampled.cards.bits());
            }
        }
        same.iter().fold(0, |all, cards| all | cards.bits())
    }

    /// The index of what the other bot would choose.
    fn against(&mut self, game: &G, state: &G::State, seat: Seat, options: &G::Options) -> Option<usize> {
        let player = self.against.as_mut()?;
        let choice = player.choose(game, state, seat, options, &mut self.rngs[seat]);
        if choice < options.count() {
            return Some(choice);
        }
        let what = player.failure().unwrap_or("its choice is not among the options");
        self.failure.get_or_insert_with(|| what.to_owned());
        None
    }
}

impl<G: Game> Adviser<G> {
    /// What the options are worth, to the hundredth.
    fn worth(&mut self, indices: &[usize], choice: usize) -> Vec<[f64; 2]> {
        let Some(view) = self.view.take() else { return Vec::new() };
        let worth = self.search.worth(&view, indices, choice, ADVICE, &mut self.rng);
        let rounded = |value: f64| (value * 100.0).round() / 100.0;
        worth.iter().map(|worth| [rounded(worth.mean), rounded(worth.error)]).collect()
    }
}

impl<G: Game + Audit> Observer<G> for ReplaySteps<G> {
    const WANTS_STATE: bool = true;

    fn on_event(&mut self, event: &G::Event) {
        let narration = event.narrate();
        // A sentence in the middle of which somebody was asked goes on.
        if let Narration::Continues(_) = narration
            && self.told.sentences.is_empty()
            && let Some(last) = self.steps.last_mut().and_then(|step| step.text.last_mut())
        {
            *last = format!("{} …", last.trim_end_matches('.'));
        }
        self.told.add(narration);
        if let Some(card) = G::laid(event) {
            self.lays += 1;
            self.laid[card.index()] = self.lays;
        }
    }

    fn on_state(&mut self, game: &G, state: &G::State, next: Next) {
        match next {
            Next::Deal => {
                self.round += 1;
                self.rngs = BySeat::from_fn(|seat| self.streams.stream(self.round, Purpose::Bot(seat)));
            }
            Next::Choice(seat) => {
                let options = game.options(state);
                let mut step = self.table(game, state);
                step.known = self.known(game, state);
                step.seat = seat.number();
                step.decision = options.decision().replace('_', " ");
                step.options = options.iter().take(MOST_OPTIONS).map(|option| option.to_string()).collect();
                step.against = self.against(game, state, seat, &options);
                if let Some(adviser) = &mut self.adviser {
                    adviser.view = Some(game.view(state, seat));
                }
                self.steps.push(step);
            }
            Next::Over => {
                let mut step = self.table(game, state);
                step.known = vec![format!("{:x}", u64::MAX); game.players()];
                self.steps.push(step);
            }
        }
    }

    fn on_decision(&mut self, _seat: Seat, options: &G::Options, choice: usize) {
        let Some(step) = self.steps.last_mut() else { return };
        let text = |index: usize| {
            if index < options.count() { options.at(index).to_string() } else { "nothing".to_owned() }
        };
        // Of very many options, those that matter are listed last.
        let mut indices: Vec<usize> = (0..step.options.len()).collect();
        let mut listed = |index: usize| {
            let is_listed = index < step.options.len().min(MOST_OPTIONS);
            if is_listed {
                return index;
            }
            step.options.push(text(index));
            indices.push(index);
            step.options.len() - 1
        };
        let other = step.against.filter(|other| text(*other) != text(choice));
        let (chosen, other) = (listed(choice), other.map(&mut listed));
        (step.choice, step.against) = (chosen, other);
        if let Some(adviser) = &mut self.adviser
            && choice < options.count()
        {
            step.worth = adviser.worth(&indices, choice);
        }
    }
}

#[cfg(test)]
mod tests;
