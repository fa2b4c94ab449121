//! A game as a page that one steps through: the table as each seat could see it,
//! the options, and the choice.

use maud::{Markup, PreEscaped, html};
use serde::Serialize;

use super::cards::{self, back, drawing};
use super::document::Made;
use super::{document, safe_text};
use crate::bots::{GameKey, Player};
use crate::cards::{Card, CardSet};
use crate::game::{Audit, Game, Narrate, Narration, Next, Observer, Options};
use crate::random::{BlockStreams, Purpose, Stream};
use crate::seat::{BySeat, Seat};

/// How many tables that agree with a view are looked at: a card that lies in the
/// same place at all of them is known to lie there.
const SAMPLES: usize = 20;

/// The most options that are listed of a decision.
const MOST_OPTIONS: usize = 60;

/// An observer that takes down a game for a page.
pub struct ReplaySteps<G: Game> {
    streams: BlockStreams,
    /// What would choose otherwise, perhaps.
    against: Option<Player<G>>,
    /// The streams of that bot, one for each seat.
    rngs: BySeat<Stream>,
    /// Where the tables are sampled from.
    sampling: Stream,
    round: u32,
    places: Vec<String>,
    steps: Vec<Step>,
    told: Told,
    failure: Option<String>,
}

/// What is told of a move, in whole sentences.
#[derive(Default)]
struct Told {
    sentences: Vec<String>,
    is_open: bool,
}

/// The table before a decision, and what followed from it.
#[derive(Debug, Default, Serialize)]
struct Step {
    round: u32,
    /// Who chooses, from 1; 0 at the end.
    seat: usize,
    decision: String,
    options: Vec<String>,
    choice: usize,
    /// The index of what the other bot would have chosen, if it is something else.
    #[serde(skip_serializing_if = "Option::is_none")]
    against: Option<usize>,
    /// The cards of each place.
    cards: Vec<Vec<usize>>,
    /// For each seat, the cards that it knows the places of.
    known: Vec<String>,
    scores: Vec<i64>,
    /// What happened before the decision, since the one before it.
    text: Vec<String>,
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
            round: 0,
            places: Vec::new(),
            steps: Vec::new(),
            told: Told::default(),
            failure: None,
        }
    }

    /// How the bot that was asked what it would have chosen failed, if it did.
    #[must_use]
    pub fn failure(&self) -> Option<&str> {
        self.failure.as_deref()
    }

    /// The table as it lies.
    fn table(&mut self, game: &G, state: &G::State) -> Step {
        let places = game.places(state);
        self.places = places.iter().map(|(name, _)| name.clone()).collect();
        Step {
            round: self.round,
            cards: places.iter().map(|(_, cards)| cards.iter().map(Card::index).collect()).collect(),
            scores: Seat::all(game.players()).map(|seat| game.score(state, seat)).collect(),
            text: self.told.take(),
            ..Step::default()
        }
    }

    /// For each seat, the cards that it knows the places of. Who has no view knows
    /// what all others know.
    fn known(&mut self, game: &G, state: &G::State) -> Vec<String> {
        let seats = || Seat::all(game.players());
        let own: Vec<Option<u64>> = seats()
            .map(|seat| game.has_view(state, seat).then(|| self.known_to(game, state, seat)))
            .collect();
        let common = own.iter().flatten().fold(u64::MAX, |all, one| all & one);
        own.into_iter().map(|cards| format!("{:x}", cards.unwrap_or(common))).collect()
    }

    /// The cards that a seat knows the places of, by the view that a bot gets.
    fn known_to(&mut self, game: &G, state: &G::State, seat: Seat) -> u64 {
        let view = game.view(state, seat);
        let mut same: Vec<CardSet<G::Card>> =
            game.places(state).into_iter().map(|(_, cards)| cards).collect();
        for _ in 0..SAMPLES {
            let sample = game.sample_state(&view, &mut self.sampling);
            for (cards, (_, sampled)) in same.iter_mut().zip(game.places(&sample)) {
                *cards = CardSet::from_bits(cards.bits() & sampled.bits());
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
        let mut listed = |index: usize| {
            let is_listed = index < step.options.len().min(MOST_OPTIONS);
            if is_listed {
                return index;
            }
            step.options.push(text(index));
            step.options.len() - 1
        };
        let other = step.against.filter(|other| text(*other) != text(choice));
        let (chosen, other) = (listed(choice), other.map(&mut listed));
        (step.choice, step.against) = (chosen, other);
    }
}

/// What stands above a game.
pub struct ReplayHead<'a> {
    /// The game, in prose.
    pub game: &'a str,
    /// The seed, the block and the rotation.
    pub place: String,
    /// The bots, in seat order.
    pub bots: &'a [String],
    /// The bot that is asked as well.
    pub against: Option<&'a str>,
    /// The unit of the scores.
    pub score: &'a str,
}

/// The game as a page.
#[must_use]
pub fn replay_page<G: Game + Audit>(head: &ReplayHead<'_>, steps: ReplaySteps<G>) -> String {
    let ReplaySteps { places, steps, mut told, .. } = steps;
    let names: Vec<String> = (0..G::Card::COUNT).map(|card| G::Card::at(card).to_string()).collect();
    let data = Data {
        seats: head.bots.iter().map(|bot| safe_text(bot)).collect(),
        against: head.against.map(safe_text),
        score: head.score,
        places: places.iter().map(|place| seat_words(place)).collect(),
        cards: &names,
        steps: &steps,
        rest: told.take(),
    };
    // The end of a script cannot be in it.
    let json = serde_json::to_string(&data).expect("steps have a form in JSON").replace('<', "\\u003c");
    let title = format!("A game of {}", head.game);
    let body = html! {
        article.replay {
            header {
                p.kind { (head.game) " · Replay" }
                h1 { (title) }
                p.lead { (head.place) "." }
                dl.facts {
                    div { dt { "Bots" } dd { ul {
                        @for (seat, bot) in head.bots.iter().enumerate() {
                            li { "Seat " (seat + 1) ": " b { (safe_text(bot)) } }
                        }
                    } } }
                    @if let Some(against) = head.against {
                        div { dt { "Beside them" } dd { b { (safe_text(against)) } " is asked what it would have chosen" } }
                    }
                }
            }
            (controls(head))
            div #state {}
            noscript { p { "Stepping through a game needs JavaScript; " code { "fuda replay" } " tells the same as text." } }
        }
        svg width="0" height="0" aria-hidden="true" {
            defs {
                @for (card, name) in names.iter().enumerate() {
                    symbol id=(format!("card-{card}")) viewBox=(format!("0 0 {} {}", cards::WIDTH, cards::HEIGHT)) { (drawing(name)) }
                }
                symbol #card-back viewBox=(format!("0 0 {} {}", cards::WIDTH, cards::HEIGHT)) { (back()) }
            }
        }
        script type="application/json" #game { (PreEscaped(json)) }
        script { (PreEscaped(include_str!("replay.js"))) }
    };
    document::document(&title, &body, Made::ByReplay)
}

#[derive(Serialize)]
struct Data<'a> {
    seats: Vec<String>,
    against: Option<String>,
    score: &'a str,
    places: Vec<String>,
    cards: &'a [String],
    steps: &'a [Step],
    /// What happened after the last state.
    rest: Vec<String>,
}

fn controls(head: &ReplayHead<'_>) -> Markup {
    html! {
        div.controls role="group" aria-label="Step through the game" {
            button type="button" data-go="first" { "First" }
            button type="button" data-go="back" { "Back" }
            button type="button" data-go="next" { "Next" }
            button type="button" data-go="last" { "Last" }
            @if head.against.is_some() { button type="button" data-go="other" { "Next difference" } }
            label { "Step " input #step type="range" min="0" max="0" value="0"; }
            label { "Seen by "
                select #seat {
                    option value="" { "an onlooker who sees all" }
                    @for seat in 1..=head.bots.len() { option value=(seat) { "seat " (seat) } }
                }
            }
            span #count role="status" {}
        }
    }
}

/// The name of a place, as people read it.
fn seat_words(place: &str) -> String {
    super::words::sentence_start(place)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bots::BotSpec;
    use crate::games::kujuroku::{Kujuroku, Rules};
    use crate::sim::{LineUp, Setup};

    fn steps() -> ReplaySteps<Kujuroku> {
        let game = Kujuroku::new(Rules::default());
        let line_up = LineUp::new(&game, &[BotSpec::new("greedy")]).expect("greedy can play");
        let setup = Setup::new(game, line_up, 1);
        let mut steps = ReplaySteps::new(BlockStreams::new(1, 3), None);
        setup.play(3, 0, &mut setup.line_up.players(), &mut steps).expect("greedy is legal");
        steps
    }

    /// The cards of a place that a seat knows, and all of them.
    fn seen(steps: &ReplaySteps<Kujuroku>, place: &str, seat: usize) -> (usize, usize) {
        let first = &steps.steps[0];
        let index = steps.places.iter().position(|name| name == place).expect("there is such a place");
        let known = u64::from_str_radix(&first.known[seat - 1], 16).expect("hexadecimal digits");
        let cards = &first.cards[index];
        (cards.iter().filter(|&&card| known >> card & 1 == 1).count(), cards.len())
    }

    #[test]
    fn a_seat_sees_its_own_hand_and_the_field() {
        let steps = steps();
        // Seat 1 deals the first round, seat 4 sits it out.
        for (place, seat) in [("dealer hand", 1), ("second hand", 2), ("third hand", 3)] {
            for other in 1..=4 {
                let (known, all) = seen(&steps, place, other);
                assert_eq!(known, if other == seat { all } else { 0 }, "{place} and seat {other}");
            }
        }
        for seat in 1..=4 {
            let (known, all) = seen(&steps, "field", seat);
            assert!(known == all && all > 0);
            assert_eq!(seen(&steps, "draw pile", seat).0, 0, "nobody sees the draw pile");
        }
    }

    #[test]
    fn sentences_are_whole() {
        let steps = steps();
        let all: Vec<&String> = steps.steps.iter().flat_map(|step| &step.text).collect();
        assert!(all.iter().any(|text| text.starts_with("Seat 1 plays ") && text.ends_with('.')), "{all:?}");
        // A sentence that is interrupted by a question goes on after it.
        let count = |is_meant: fn(&str) -> bool| all.iter().filter(|text| is_meant(text)).count();
        assert_eq!(count(|text| text.ends_with('…')), count(|text| text.starts_with('…')));
        assert!(all.iter().all(|text| !text.is_empty() && !text.contains('\n')), "{all:?}");
    }
}
