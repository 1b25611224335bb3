//! How the positions of a round are solved, by the formulas in [`hand_pairs`](super).

use kibitz_game::{RunContext, Value};

use super::avx2::Kernel;
use super::changes::Changes;
use super::rows::{Lane, Rows, WORDS, change, for_each_member};
use crate::entry::TableEntry;

/// What a round solves.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Aim {
    Wins,
    Losses,
}

impl Aim {
    /// The aim of the round that solves the positions of a value, a win or a loss.
    pub(super) fn of(value: Value) -> Aim {
        match value {
            Value::Win(_) => Aim::Wins,
            _ => Aim::Losses,
        }
    }
}

/// The data of some movers' hands.
pub(super) struct Task<'a, C> {
    pub(super) solved: &'a mut [Lane],
    pub(super) fresh: &'a mut [Lane],
    pub(super) live: &'a mut [bool],
    pub(super) entries: &'a mut [C],
    /// The first of these hands.
    pub(super) first: usize,
}

/// Solves the positions of some movers' hands.
pub(super) struct SolveRows<'a, C> {
    pub(super) rule: Rule<'a>,
    pub(super) changes: &'a Changes,
    pub(super) entry: C,
    pub(super) lanes: usize,
    pub(super) hands: usize,
    /// For cancellation: a round of a large game takes long.
    pub(super) context: &'a RunContext,
}

impl<'a, C: TableEntry> Kernel for SolveRows<'a, C> {
    type Item = Task<'a, C>;

    #[inline(always)]
    fn run(&self, task: Task<'a, C>) {
        if self.context.check().is_err() {
            return;
        }
        let rows = task
            .solved
            .chunks_mut(self.lanes)
            .zip(task.fresh.chunks_mut(self.lanes))
            .zip(task.live)
            .zip(task.entries.chunks_mut(self.hands))
            .zip(task.first..);
        for ((((solved, fresh), live), entries), hand) in rows {
            *live = self.rule.apply(self.changes, hand, solved, fresh);
            if *live {
                for_each_member(fresh, |theirs| entries[theirs] = self.entry);
                for (all, new) in solved.iter_mut().zip(fresh) {
                    change(all, new, |all, new| *all |= new);
                }
            }
        }
    }
}

/// How the positions of one mover's hand are solved.
pub(super) struct Rule<'a> {
    pub(super) aim: Aim,
    pub(super) holders: &'a Rows,
    /// For wins the columns of positions lost in the last round; for losses the columns of all won
    /// positions, live if one was won in the last round.
    pub(super) columns: &'a Rows,
}

impl Rule<'_> {
    /// Sets `fresh` to what is newly solved; returns whether there is anything.
    #[inline(always)]
    fn apply(&self, changes: &Changes, hand: usize, solved: &[Lane], fresh: &mut [Lane]) -> bool {
        let is_live = |to: &u32| self.columns.live[*to as usize];
        if !changes.all(hand).iter().any(is_live) {
            fresh.fill(Lane::default());
            return false;
        }
        let mut any = 0;
        for (i, (fresh, solved)) in fresh.iter_mut().zip(solved).enumerate() {
            *fresh = match self.aim {
                Aim::Wins => self.wins(changes, hand, solved, i),
                Aim::Losses => self.losses(changes, hand, solved, i),
            };
            any |= fresh.iter().fold(0, |any, word| any | word);
        }
        any != 0
    }

    /// Some change against a hand with some key leaves a lost position.
    #[inline(always)]
    fn wins(&self, changes: &Changes, hand: usize, solved: &Lane, i: usize) -> Lane {
        let mut wins = Lane::default();
        for (key, list) in changes.by_key(hand).enumerate() {
            let mut lost = Lane::default();
            for to in list {
                change(&mut lost, self.column(*to, i), |all, one| *all |= one);
            }
            change(&mut lost, &self.holders.row(key)[i], |lost, held| {
                *lost &= held
            });
            change(&mut wins, &lost, |all, one| *all |= one);
        }
        change(&mut wins, solved, |wins, solved| *wins &= !solved);
        wins
    }

    /// Every change against a hand with any of its keys leaves a won position.
    #[inline(always)]
    fn losses(&self, changes: &Changes, hand: usize, solved: &Lane, i: usize) -> Lane {
        let mut losses = solved.map(|word| !word);
        for (key, list) in changes.by_key(hand).enumerate() {
            let mut won = [u64::MAX; WORDS];
            for to in list {
                change(&mut won, self.column(*to, i), |all, one| *all &= one);
            }
            change(&mut won, &self.holders.row(key)[i], |won, held| {
                *won |= !held
            });
            change(&mut losses, &won, |all, one| *all &= one);
        }
        losses
    }

    #[inline(always)]
    fn column(&self, hand: u32, i: usize) -> &Lane {
        &self.columns.bits[hand as usize * self.columns.lanes + i]
    }
}
