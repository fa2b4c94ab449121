//! Cycles: bots each of which beats the next one, and the last of which beats the
//! first.

use std::collections::VecDeque;

/// The shortest cycle of each group of bots that beat each other around: those
/// from each of which every other can be reached. `beats[one][other]` is whether
/// one certainly beats the other.
pub(super) fn cycles(beats: &[Vec<bool>]) -> Vec<Vec<usize>> {
    let count = beats.len();
    let paths: Vec<Vec<Option<usize>>> = (0..count).map(|from| came_from(beats, from)).collect();
    let reaches = |one: usize, other: usize| paths[one][other].is_some();
    let mut found: Vec<Vec<usize>> = Vec::new();
    let mut is_done = vec![false; count];
    for bot in 0..count {
        if is_done[bot] || !reaches(bot, bot) {
            continue;
        }
        let group: Vec<usize> =
            (bot..count).filter(|&other| reaches(bot, other) && reaches(other, bot)).collect();
        group.iter().for_each(|&member| is_done[member] = true);
        let shortest = group.iter().map(|&member| back_to(&paths[member], member)).min_by_key(Vec::len);
        found.extend(shortest);
    }
    found
}

/// For each bot that can be reached from one over those that it beats, the bot
/// before it on a shortest path; for the one itself, the end of a shortest cycle.
fn came_from(beats: &[Vec<bool>], from: usize) -> Vec<Option<usize>> {
    let mut before = vec![None; beats.len()];
    let mut queue = VecDeque::from([from]);
    while let Some(bot) = queue.pop_front() {
        for (next, _) in beats[bot].iter().enumerate().filter(|(_, beats)| **beats) {
            if before[next].is_none() {
                before[next] = Some(bot);
                if next != from {
                    queue.push_back(next);
                }
            }
        }
    }
    before
}

/// The cycle that leads back to where it began, in the order in which each beats
/// the next.
fn back_to(before: &[Option<usize>], start: usize) -> Vec<usize> {
    let mut cycle = Vec::new();
    let mut at = start;
    loop {
        at = before[at].expect("it was reached");
        cycle.push(at);
        if at == start {
            break;
        }
    }
    cycle.reverse();
    cycle
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(count: usize, beats: &[(usize, usize)]) -> Vec<Vec<usize>> {
        let mut matrix = vec![vec![false; count]; count];
        beats.iter().for_each(|&(one, other)| matrix[one][other] = true);
        cycles(&matrix)
    }

    #[test]
    fn an_order_has_none() {
        assert!(of(4, &[(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)]).is_empty());
        assert!(of(3, &[]).is_empty());
    }

    #[test]
    fn rock_paper_scissors_is_one() {
        assert_eq!(of(3, &[(0, 2), (2, 1), (1, 0)]), [[0, 2, 1]]);
    }

    #[test]
    fn of_each_group_the_shortest_is_named() {
        // A ring of four with a shortcut, a bot that all of them beat, and another
        // ring below.
        let ring = [(0, 1), (1, 2), (2, 3), (3, 0), (2, 0)];
        let below = [(0, 4), (3, 4), (4, 5), (5, 6), (6, 7), (7, 5)];
        let all: Vec<_> = ring.into_iter().chain(below).collect();
        assert_eq!(of(8, &all), [vec![0, 1, 2], vec![5, 6, 7]]);
    }
}
