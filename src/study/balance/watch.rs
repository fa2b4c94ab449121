//! The observer of a game's course, which counts at the end of a game.

use super::Balance;
use crate::game::{CommonEvent, Dealing, Game, Next, Observer};
use crate::metric::GroupKey;
use crate::seat::{BySeat, Seat, WHOLE};
use crate::standings::Standings;

/// The course of a game so far.
#[derive(Clone, Debug, Default)]
pub(super) struct Watch {
    turns: u32,
    rounds: u32,
    decisions: u32,
    forced: u32,
    /// Who made the last decision, until it is carried out.
    deciding: Option<Seat>,
    dealing: Option<Dealing>,
    /// The scores when the round began.
    before: BySeat<i64>,
    /// Who leads, as a bit for each seat.
    leaders: u8,
    /// The number of decisions made when they took the lead.
    since: u32,
    /// Who last led alone, as a bit.
    alone: Option<u8>,
    lead_changes: u32,
}

impl Watch {
    fn update_leaders(&mut self, leaders: u8) {
        if leaders == self.leaders {
            return;
        }
        self.leaders = leaders;
        self.since = self.decisions;
        if leaders.is_power_of_two() {
            self.lead_changes += u32::from(self.alone.is_some_and(|before| before != leaders));
            self.alone = Some(leaders);
        }
    }
}

/// The seats with the highest standing, a bit for each.
fn leaders(players: usize, standing: impl Fn(Seat) -> i64) -> u8 {
    let max = Seat::all(players).map(&standing).max().expect("a table has seats");
    Seat::all(players).filter(|&seat| standing(seat) == max).fold(0, |bits, seat| bits | 1 << seat.index())
}

impl<G: Game> Observer<G> for Balance {
    const WANTS_STATE: bool = true;

    fn on_event(&mut self, event: &G::Event) {
        let watch = &mut self.watch;
        watch.turns += event.turns();
        if let Some(seat) = event.acted() {
            watch.forced += u32::from(watch.deciding != Some(seat));
            watch.deciding = None;
        }
        if let Some(dealing) = event.begins() {
            watch.dealing = Some(dealing);
        }
    }

    fn on_decision(&mut self, seat: Seat, _options: &G::Options, _choice: usize) {
        self.watch.decisions += 1;
        self.watch.deciding = Some(seat);
    }

    fn on_state(&mut self, game: &G, state: &G::State, next: Next) {
        match next {
            Next::Choice(_) => {
                self.watch.update_leaders(leaders(self.players, |seat| game.standing(state, seat)));
            }
            Next::Deal | Next::Over => {
                let scores = Standings::new(self.players, |seat| game.score(state, seat));
                self.end_round(&scores);
                if next == Next::Over {
                    self.end_game(&scores);
                }
            }
        }
    }
}

impl Balance {
    fn end_round(&mut self, scores: &Standings) {
        let Some(Dealing { dealer, out }) = self.watch.dealing.take() else { return };
        let before = self.watch.before;
        let gains = || {
            let playing = scores.iter().filter(move |(seat, _)| Some(*seat) != out);
            playing.map(move |(seat, score)| (seat, score - before[seat]))
        };
        let (playing, total) = gains().fold((0, 0), |(count, sum), (_, gain)| (count + 1, sum + gain));
        let max = gains().map(|(_, gain)| gain).max().expect("somebody plays");
        let best = gains().filter(|(_, gain)| *gain == max).count() as i64;
        let own = gains().find(|(seat, _)| *seat == dealer).map_or(0, |(_, gain)| gain);
        let share = WHOLE / playing;
        let won = if own == max { WHOLE / best } else { 0 };
        let all = GroupKey::all();
        self.tally.number(&self.measures.dealer_score, all, own * WHOLE - total * share);
        self.tally.number(&self.measures.dealer_best, all, won - share);
        self.tally.outcome(&self.measures.drawn_rounds, all, usize::from(best == 1));
        self.watch.rounds += 1;
        scores.iter().for_each(|(seat, score)| self.watch.before[seat] = score);
    }

    fn end_game(&mut self, scores: &Standings) {
        let players = self.players;
        let score_of =
            |wanted: Seat| scores.iter().find(|(seat, _)| *seat == wanted).map_or(0, |(_, score)| score);
        let at_end = leaders(players, score_of);
        self.watch.update_leaders(at_end);
        let watch = std::mem::take(&mut self.watch);
        let (all, measures) = (GroupKey::all(), &self.measures);
        let share = WHOLE / players as i64;
        let total: i64 = scores.iter().map(|(_, score)| score).sum();
        let winners = i64::from(at_end.count_ones());
        for (seat, score) in scores.iter() {
            let (of, index) = (GroupKey::seat(seat.index(), 0), seat.index());
            let ahead = score * WHOLE - total * share;
            let won = if at_end >> index & 1 == 1 { WHOLE / winners } else { 0 };
            self.tally.number(&measures.seat_score, of, ahead);
            self.tally.number(&measures.seat_wins, of, won - share);
            self.scores.add(index, ahead);
            self.wins.add(index, won - share);
            self.parts.add(ahead);
        }
        let first = scores.iter().map(|(_, score)| score).max().expect("a table has seats");
        let last = scores.iter().map(|(_, score)| score).min().expect("a table has seats");
        let behind = scores.iter().map(|(_, score)| score).filter(|score| *score < first).max();
        let second = if winners > 1 { first } else { behind.unwrap_or(first) };
        self.tally.number(&measures.first_to_last, all, first - last);
        self.tally.number(&measures.first_to_second, all, first - second);
        self.tally.number(&measures.turns, all, watch.turns.into());
        self.tally.number(&measures.rounds, all, watch.rounds.into());
        self.tally.number(&measures.decisions, all, watch.decisions.into());
        self.tally.number(&measures.lead_changes, all, watch.lead_changes.into());
        self.tally.outcome(&measures.shared_wins, all, usize::from(winners == 1));
        self.tally.outcome_times(&measures.open_decisions, all, 0, watch.since);
        self.tally.outcome_times(&measures.open_decisions, all, 1, watch.decisions - watch.since);
        self.tally.outcome_times(&measures.free_acts, all, 0, watch.decisions);
        self.tally.outcome_times(&measures.free_acts, all, 1, watch.forced);
    }
}
