//! The observer of a game's course, which counts at the end of a game.

use super::Balance;
use crate::game::{CommonEvent, Dealing, Game, Next, Observer};
use crate::metric::{GroupKey, yes_no};
use crate::seat::{BySeat, Seat, WHOLE};
use crate::standings::{Standings, Winners};

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
    /// Who leads.
    leaders: Winners,
    /// The number of decisions made when they took the lead.
    since: u32,
    /// Who last led alone.
    alone: Option<Seat>,
    lead_changes: u32,
}

impl Watch {
    fn update_leaders(&mut self, leaders: Winners) {
        if leaders == self.leaders {
            return;
        }
        self.leaders = leaders;
        self.since = self.decisions;
        if let (Some(leader), 1) = (leaders.iter().next(), leaders.count()) {
            self.lead_changes += u32::from(self.alone.is_some_and(|before| before != leader));
            self.alone = Some(leader);
        }
    }

    /// The game is over: the winners are those who lead in the end. If there
    /// are none, nobody has come to lead for good.
    fn end(&mut self, winners: Winners, leaders: Winners) {
        if winners.is_empty() {
            self.update_leaders(leaders);
            self.since = self.decisions;
        } else {
            self.update_leaders(winners);
        }
    }
}

/// The seats with the highest standing.
fn leaders(players: usize, standing: impl FnMut(Seat) -> i64) -> Winners {
    Standings::new(players, standing).leaders()
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
        if event.is_void() {
            watch.dealing = None;
            watch.rounds += 1;
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
                    let winners = game.winners(state);
                    self.watch.end(winners, leaders(self.players, |seat| game.standing(state, seat)));
                    self.end_game(&scores, winners);
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

    fn end_game(&mut self, scores: &Standings, winners: Winners) {
        let watch = std::mem::take(&mut self.watch);
        let (all, measures) = (GroupKey::all(), &self.measures);
        let share = WHOLE / self.players as i64;
        // A game that nobody won has no wins to share.
        let fair = if winners.is_empty() { 0 } else { share };
        let total: i64 = scores.iter().map(|(_, score)| score).sum();
        for (seat, score) in scores.iter() {
            let (of, index) = (GroupKey::seat(seat.index(), 0), seat.index());
            let ahead = score * WHOLE - total * share;
            let edge = winners.part_of(seat) - fair;
            self.tally.number(&measures.seat_score, of, ahead);
            self.tally.number(&measures.seat_wins, of, edge);
            self.scores.add(index, ahead);
            self.wins.add(index, edge);
        }
        let first = scores.iter().map(|(_, score)| score).max().expect("a table has seats");
        let last = scores.iter().map(|(_, score)| score).min().expect("a table has seats");
        let behind = scores.iter().map(|(_, score)| score).filter(|score| *score < first).max();
        let second = if scores.leaders().count() > 1 { first } else { behind.unwrap_or(first) };
        self.tally.number(&measures.first_to_last, all, first - last);
        self.tally.number(&measures.first_to_second, all, first - second);
        self.tally.number(&measures.turns, all, watch.turns.into());
        self.tally.number(&measures.rounds, all, watch.rounds.into());
        self.tally.number(&measures.decisions, all, watch.decisions.into());
        self.tally.number(&measures.lead_changes, all, watch.lead_changes.into());
        self.tally.outcome(&measures.shared_wins, all, yes_no(winners.count() > 1));
        self.tally.outcome_times(&measures.open_decisions, all, 0, watch.since);
        self.tally.outcome_times(&measures.open_decisions, all, 1, watch.decisions - watch.since);
        self.tally.outcome_times(&measures.free_acts, all, 0, watch.decisions);
        self.tally.outcome_times(&measures.free_acts, all, 1, watch.forced);
    }
}
