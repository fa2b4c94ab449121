//! What the others chose before, as far as it shows what they hold.

use super::KachiKachi;
use super::table::{Betting, MAX_PLAYERS, ROUNDS, Table};
use super::view::{Choices, Decision, View};
use crate::game::Options;

/// The betting rounds of a hand so far. What everybody has paid tells who
/// stayed in which of them.
struct Past<'a> {
    game: &'a KachiKachi,
    table: &'a Table,
    /// The opening bets of the rounds.
    bets: [u32; ROUNDS as usize],
    /// By position, in how many rounds the bet was paid.
    stayed: [usize; MAX_PLAYERS],
    /// The pot before the first bet.
    pot: i64,
}

impl<'a> Past<'a> {
    fn new(game: &'a KachiKachi, table: &'a Table) -> Past<'a> {
        let [_, bets @ ..] = table.bets;
        let mut pot = table.betting.pot;
        let mut stayed = [0; MAX_PLAYERS];
        for (position, stayed) in stayed.iter_mut().enumerate().take(game.players) {
            let is_free = position == 0 && table.dealer_won && !game.rules.winner_antes;
            let ante = if is_free { 0 } else { game.rules.ante };
            let mut left = i64::from(table.paid[table.seat(position, game.players)]) - i64::from(ante);
            pot -= left;
            for &bet in bets.iter().take_while(|&&bet| bet > 0) {
                left -= i64::from(bet);
                *stayed += usize::from(left >= 0);
            }
        }
        Past { game, table, bets, stayed, pot }
    }

    /// The positions that have stayed in so many rounds.
    fn stayed(&self, rounds: usize) -> u8 {
        let positions = (0..self.game.players).filter(|&position| self.stayed[position] >= rounds);
        positions.map(|position| 1 << position).sum()
    }

    /// The table when a position was to bet in a round, counted from 0.
    fn table_then(&self, position: usize, round: usize) -> Table {
        let (game, before) = (self.game, (1 << position) - 1);
        let in_round = self.stayed(round);
        let have_paid = self.stayed(round + 1) & before;
        let mut then = self.table.clone();
        let wagered: u32 = self.bets[..round].iter().sum();
        let mut pot = self.pot;
        for other in 0..game.players {
            let rounds = self.stayed[other].min(round + usize::from(have_paid >> other & 1));
            let paid: u32 = self.bets[..rounds].iter().sum();
            let all: u32 = self.bets[..self.stayed[other]].iter().sum();
            let seat = then.seat(other, game.players);
            then.paid[seat] -= (all - paid) as i32;
            pot += i64::from(paid);
        }
        then.betting = Betting {
            round: round as u8 + 1,
            showdown: false,
            remaining: in_round & !before | have_paid,
            to_come: in_round & !before,
            wagered,
            bet: if have_paid == 0 { 0 } else { self.bets[round] },
            pot,
        };
        then.bets[if have_paid == 0 { round + 1 } else { round + 2 }..].fill(0);
        // When a Zero Hand was claimed is not noted anywhere: it is thought to have
        // been in the first turn, where most are.
        let claimed_later = if round == 0 { then.claimed & !before & !(1 << position) } else { 0 };
        for other in (0..game.players).filter(|other| claimed_later >> other & 1 != 0) {
            then.pack.put_back(then.draws[then.seat(other, game.players)]);
        }
        then.claimed &= !claimed_later;
        then
    }
}

/// Tells the bets of a position that remains, each with what it was chosen
/// from.
pub(super) fn choices(
    game: &KachiKachi,
    table: &Table,
    position: usize,
    tell: &mut impl FnMut(&View, &Choices, usize),
) {
    if table.betting.remaining >> position & 1 == 0 {
        return;
    }
    let past = Past::new(game, table);
    for round in 0..past.stayed[position] {
        let then = past.table_then(position, round);
        let amounts = game.amounts(&then.betting);
        let mut tell = |decision, choice| {
            let options = match decision {
                Decision::Amount => amounts,
                Decision::Open | Decision::Call => Choices::of_bet(&then.betting),
                _ => Choices::of_two(decision),
            };
            tell(&then.view(position, decision, game), &options, choice);
        };
        if table.zero >> position & 1 != 0 && table.pack.left() > 0 {
            tell(Decision::Claim, 0);
        }
        if past.stayed(round + 1) & ((1 << position) - 1) != 0 {
            tell(Decision::Call, 1);
        } else {
            tell(Decision::Open, 1);
            if amounts.count() > 1 {
                tell(Decision::Amount, (past.bets[round] - game.rules.min_bet) as usize);
            }
        }
    }
}
