//! Retrograde analysis of swap moves, without edges.
//!
//! The table entries form a matrix with a row for each right half. A successor (l, c) has
//! predecessors only in the rows of the right halves that `l` follows, and they are determined by
//! `c` and the row's kinds: so all updates caused by successors with one left half fall into one
//! row, or a few. Each row is processed by one thread at a time and updated in place; only the
//! positions solved last are stored, by left half.
//!
//! While a level has few positions, one thread continues with a plain list of them
//! ([`Work::thin`]), so that a level costs only its edges, however many halves and levels there
//! are.
//!
//! Correctness is argued in [`retrograde`](crate::retrograde): here, too, every successor is
//! counted exactly once.

use std::ops::Range;
use std::sync::atomic::{AtomicU8, Ordering};

use kibitz_game::{Plies, Reservation, RunContext, Stage, Value};

use super::SwapMoves;
use crate::SolveError;
use crate::entry::TableEntry;
use crate::explore_vectors::direct_table::DirectTable;
use crate::explore_vectors::enumerate::{StateSpace, count};
use crate::explore_vectors::half_index::HalfIndex;
use crate::table::{DistanceCount, FEW_LEVELS, Made, ValueTable, fit, narrow_or_wide, unfit};
use kibitz_game::Threads;

/// Rows per unit of work.
const ROWS: usize = 16;
/// Maximum number of positions of a thin level.
const THIN: u64 = 1 << 12;

/// A left half from which a right half can be reached, with the set of its lists that contain the
/// right half, as bits.
#[derive(Clone, Copy, Debug)]
struct PredecessorHalf {
    left: u32,
    lists: u64,
}

/// Items grouped by number.
struct Grouped<T> {
    starts: Vec<u32>,
    all: Vec<T>,
}

impl<T> Grouped<T> {
    /// Groups items by their numbers, which are below `count`; stable within a group.
    fn new(mut pairs: Vec<(u32, T)>, count: u32) -> Grouped<T> {
        pairs.sort_by_key(|(number, _)| *number);
        let mut starts = vec![0; count as usize + 1];
        for (number, _) in &pairs {
            starts[*number as usize + 1] += 1;
        }
        for at in 1..starts.len() {
            starts[at] += starts[at - 1];
        }
        let all = pairs.into_iter().map(|(_, thing)| thing).collect();
        Grouped { starts, all }
    }

    fn of(&self, number: u32) -> &[T] {
        let [start, end] = [number, number + 1].map(|at| self.starts[at as usize] as usize);
        &self.all[start..end]
    }
}

/// By right half, the left halves from which it can be reached.
type Origins = Grouped<PredecessorHalf>;

/// A solved position: its left half, its right half, and whether it is won.
#[derive(Clone, Copy, Debug)]
struct SolvedState {
    left: u32,
    right: u32,
    is_won: bool,
}

/// Some rows of the matrix.
struct Rows<'a, C> {
    rights: Range<u32>,
    entries: &'a mut [C],
    /// The positions solved last in these rows, and their counts.
    newly_solved: Vec<SolvedState>,
    level_count: DistanceCount,
    outcome: Result<(), SolveError>,
}

impl SwapMoves {
    /// The values of all enumerated positions.
    ///
    /// # Errors
    /// Returns an error if a limit is reached.
    pub(in crate::explore_vectors) fn solve(
        &self,
        found: &StateSpace,
        table: &DirectTable<HalfIndex>,
        threads: &Threads,
        context: &RunContext,
    ) -> Result<ValueTable, SolveError> {
        let work = Work {
            swap_moves: self,
            found,
            table,
            threads,
            context,
        };
        narrow_or_wide(|| work.run::<u16>(), || work.run::<u32>())
    }

    /// The total number of moves of all lists.
    fn moves(&self) -> u64 {
        (0..self.left).map(|left| self.lists(left).moves()).sum()
    }

    /// The left halves by the right halves they lead to, and the number of moves of each list.
    fn origins(&self) -> (Origins, Vec<Vec<u32>>) {
        let mut pairs: Vec<(u32, PredecessorHalf)> = Vec::new();
        let mut counts = Vec::with_capacity(self.lists.len());
        for left in 0..self.left {
            let begin = pairs.len();
            let mut own = Vec::new();
            for (set, number) in self.lists(left).sets().zip(1..) {
                own.push(set.len() as u32);
                let lists = 1 << number;
                pairs.extend(
                    set.iter()
                        .map(|right| (*right, PredecessorHalf { left, lists })),
                );
            }
            counts.push(own);
            // Merge the entries of each right half, with the bits of all its lists.
            pairs[begin..].sort_unstable_by_key(|(right, _)| *right);
            let mut end = begin;
            for at in begin..pairs.len() {
                if end > begin && pairs[end - 1].0 == pairs[at].0 {
                    pairs[end - 1].1.lists |= pairs[at].1.lists;
                } else {
                    pairs[end] = pairs[at];
                    end += 1;
                }
            }
            pairs.truncate(end);
        }
        (Grouped::new(pairs, self.right), counts)
    }
}

/// The entries of positions won and lost at one distance.
type LevelEntries<C> = (C, C);

/// What has been solved, by level.
struct Done<'a> {
    levels: Vec<DistanceCount>,
    solved: u64,
    reservation: Reservation,
    stage: Stage<'a>,
}

impl Done<'_> {
    /// Begins the next level, and returns the distance after it.
    fn add(&mut self, level: DistanceCount) -> Result<Plies, SolveError> {
        if self.levels.len() >= FEW_LEVELS {
            // Vectors grow to twice their length.
            self.reservation
                .grow(WHAT, 2 * size_of::<DistanceCount>() as u64)?;
        }
        self.levels.push(level);
        self.solved += level.count();
        Ok(Plies::new(self.levels.len() as u32))
    }
}

/// What the memory is reserved for.
const WHAT: &str = "a table of all positions";

/// Applies a successor with these origins to a row; `solved` is called with the left half of each
/// position that becomes solved, and whether it is won.
#[inline]
fn update<C: TableEntry>(
    (entries, kinds): (&mut [C], &[AtomicU8]),
    origins: &[PredecessorHalf],
    is_won: bool,
    (won, lost): LevelEntries<C>,
    mut solved: impl FnMut(u32, bool),
) {
    for origin in origins {
        let left = origin.left as usize;
        let kind = kinds[left].load(Ordering::Relaxed);
        let entry = entries[left];
        if origin.lists >> kind & 1 == 0 || !entry.is_open() {
            continue;
        }
        let (fewer, none_left) = entry.decrement();
        if is_won && !none_left {
            entries[left] = fewer;
            continue;
        }
        entries[left] = if is_won { lost } else { won };
        solved(origin.left, !is_won);
    }
}

/// The inputs of the analysis.
struct Work<'a> {
    swap_moves: &'a SwapMoves,
    found: &'a StateSpace,
    table: &'a DirectTable<HalfIndex>,
    threads: &'a Threads,
    context: &'a RunContext,
}

impl Work<'_> {
    fn run<C: TableEntry>(&self) -> Result<Made<C>, SolveError> {
        let (lefts, rights) = self.table.indexing().counts();
        let places = lefts as usize * rights as usize;
        let ids = self.found.ids as usize;
        let size = size_of::<C>() as u64;
        // Positions solved last are stored twice.
        let newly_solved = (size_of::<SolvedState>() + 4) as u64 * ids as u64;
        let origins = size_of::<(u32, PredecessorHalf)>() as u64 * self.swap_moves.moves();
        let follows = (size_of::<(u32, u32)>() as u64 + 8) * u64::from(rights.max(lefts));
        let bytes = size * (places + ids) as u64 + newly_solved + 2 * origins + follows;
        let reservation = self.context.reserve(WHAT, bytes)?;
        let (origins, counts) = self.swap_moves.origins();
        let before = self.before(lefts, rights);
        let mut matrix = vec![C::HOLE; places];
        let mut rows: Vec<Rows<'_, C>> = matrix
            .chunks_mut((ROWS * lefts as usize).max(1))
            .zip((0..).step_by(ROWS))
            .map(|(entries, first)| Rows {
                rights: first..rights.min(first + ROWS as u32),
                entries,
                newly_solved: Vec::new(),
                level_count: DistanceCount::default(),
                outcome: Ok(()),
            })
            .collect();
        let open = |rows: &mut Rows<'_, C>| rows.outcome = self.open(rows, &counts);
        self.threads.each(&mut rows, open);
        let positions = count(self.found.levels.all());
        let mut done = Done {
            levels: Vec::new(),
            solved: 0,
            reservation,
            stage: self.context.stage("retrograde analysis", Some(positions)),
        };
        let mut solved = vec![Vec::new(); lefts as usize];
        loop {
            let mut level_count = DistanceCount::default();
            for rows in &mut rows {
                std::mem::replace(&mut rows.outcome, Ok(()))?;
                let part = std::mem::take(&mut rows.level_count);
                level_count.win += part.win;
                level_count.loss += part.loss;
            }
            if level_count.count() == 0 {
                break;
            }
            let next_level = done.add(level_count)?;
            if level_count.count() <= THIN {
                self.thin(&mut rows, (&before, &origins), next_level, &mut done)?;
            } else {
                self.sort(&mut rows, &mut solved);
                let solved = &solved;
                self.threads.each(&mut rows, |rows| {
                    rows.outcome = self.apply(rows, solved, &origins, next_level);
                });
            }
            done.stage.advance_to(done.solved)?;
        }
        let Done {
            levels,
            reservation,
            ..
        } = done;
        drop(rows);
        Ok(((self.by_id(&matrix), levels), reservation))
    }

    /// By left half, the right halves that it follows.
    fn before(&self, lefts: u32, rights: u32) -> Grouped<u32> {
        let follows = self.swap_moves.follows.iter().zip(0..rights);
        let pairs = follows.filter_map(|(next, right)| {
            let next = next.load(Ordering::Relaxed).checked_sub(1)?;
            Some((next, right))
        });
        Grouped::new(pairs.collect(), lefts)
    }

    /// Solves what follows from a level with few positions, and from the next levels while they
    /// have few.
    fn thin<C: TableEntry>(
        &self,
        rows: &mut [Rows<'_, C>],
        (before, origins): (&Grouped<u32>, &Origins),
        mut next_level: Plies,
        done: &mut Done<'_>,
    ) -> Result<(), SolveError> {
        /// Positions between two cancellation checks.
        const CHECK_INTERVAL: u64 = 1 << 12;
        let lefts = self.table.indexing().counts().0 as usize;
        let taken = rows.iter_mut().flat_map(|rows| rows.newly_solved.drain(..));
        let (mut present, mut next): (Vec<SolvedState>, Vec<SolvedState>) =
            (taken.collect(), Vec::new());
        let mut reported = done.solved;
        loop {
            let values = (
                fit::<C>(Value::Win(next_level))?,
                fit::<C>(Value::Loss(next_level))?,
            );
            for child in present.drain(..) {
                for &right in before.of(child.left) {
                    #[cfg(test)]
                    tests::visit_row();
                    let (part, at) = (right as usize / ROWS, right as usize % ROWS);
                    let entries = &mut rows[part].entries[at * lefts..][..lefts];
                    let row = (entries, &self.kinds(right)[..lefts]);
                    let solved = |left, is_won: bool| {
                        next.push(SolvedState {
                            left,
                            right,
                            is_won,
                        });
                    };
                    update(row, origins.of(child.right), child.is_won, values, solved);
                }
            }
            if next.is_empty() || next.len() as u64 > THIN {
                for newly_solved in next {
                    let rows = &mut rows[newly_solved.right as usize / ROWS];
                    rows.level_count.win += u64::from(newly_solved.is_won);
                    rows.level_count.loss += u64::from(!newly_solved.is_won);
                    rows.newly_solved.push(newly_solved);
                }
                return Ok(());
            }
            let win = next
                .iter()
                .filter(|newly_solved| newly_solved.is_won)
                .count() as u64;
            let loss = next.len() as u64 - win;
            next_level = done.add(DistanceCount { win, loss })?;
            std::mem::swap(&mut present, &mut next);
            if done.solved - reported >= CHECK_INTERVAL {
                reported = done.solved;
                done.stage.advance_to(reported)?;
            }
        }
    }

    /// Initialises rows with static values and out-degrees.
    fn open<C: TableEntry>(
        &self,
        rows: &mut Rows<'_, C>,
        counts: &[Vec<u32>],
    ) -> Result<(), SolveError> {
        self.context.check()?;
        let (lefts, _) = self.table.indexing().counts();
        for left in 0..lefts {
            for right in rows.rights.clone() {
                let Some(state) = self.table.at(self.place(left, right)) else {
                    continue;
                };
                let row = (right - rows.rights.start) as usize;
                let entry = &mut rows.entries[row * lefts as usize + left as usize];
                let kind = self.kinds(right)[left as usize].load(Ordering::Relaxed);
                if let Some(list) = usize::from(kind).checked_sub(1) {
                    let moves = u64::from(counts[left as usize][list]);
                    if moves > C::MAX_DEGREE {
                        return Err(unfit("the number of moves", C::MAX_DEGREE));
                    }
                    *entry = C::open(moves);
                    continue;
                }
                let value = self.found.pool.status(state.id()).value();
                let value = value.expect("a position without moves is solved");
                *entry = C::solved(value);
                rows.level_count.add(value);
                if value != Value::Draw {
                    let is_won = value > Value::Draw;
                    rows.newly_solved.push(SolvedState {
                        left,
                        right,
                        is_won,
                    });
                }
            }
        }
        Ok(())
    }

    fn place(&self, left: u32, right: u32) -> u64 {
        u64::from(left) * u64::from(self.swap_moves.right) + u64::from(right)
    }

    /// The kinds of the positions with a right half.
    fn kinds(&self, right: u32) -> &[AtomicU8] {
        let lefts = self.swap_moves.left as usize;
        &self.swap_moves.kinds[right as usize * lefts..][..lefts]
    }

    /// Sorts the positions solved last by left half.
    fn sort<C: TableEntry>(&self, rows: &mut [Rows<'_, C>], solved: &mut [Vec<u32>]) {
        let share = solved.len().div_ceil(self.threads.count()).max(1);
        let mut shares: Vec<_> = solved.chunks_mut(share).zip((0..).step_by(share)).collect();
        let all = &*rows;
        self.threads.each(&mut shares, |(solved, first)| {
            solved.iter_mut().for_each(Vec::clear);
            for newly_solved in all.iter().flat_map(|rows| &rows.newly_solved) {
                let at = (newly_solved.left as usize).wrapping_sub(*first);
                if let Some(solved) = solved.get_mut(at) {
                    solved.push(newly_solved.right << 1 | u32::from(newly_solved.is_won));
                }
            }
        });
        rows.iter_mut().for_each(|rows| rows.newly_solved.clear());
    }

    /// Applies the positions solved at a level to rows.
    fn apply<C: TableEntry>(
        &self,
        rows: &mut Rows<'_, C>,
        solved: &[Vec<u32>],
        origins: &Origins,
        next_level: Plies,
    ) -> Result<(), SolveError> {
        let lefts = solved.len();
        for (right, entries) in rows
            .rights
            .clone()
            .zip(rows.entries.chunks_exact_mut(lefts))
        {
            #[cfg(test)]
            tests::visit_row();
            let next = self.swap_moves.follows[right as usize].load(Ordering::Relaxed);
            // If no left half follows, no position of the row has moves.
            let Some(solved) = (next as usize)
                .checked_sub(1)
                .and_then(|next| solved.get(next))
            else {
                continue;
            };
            if solved.is_empty() {
                continue;
            }
            let values = (
                fit::<C>(Value::Win(next_level))?,
                fit::<C>(Value::Loss(next_level))?,
            );
            let kinds = &self.kinds(right)[..lefts];
            for child in solved {
                let solved = |left, is_won: bool| {
                    rows.level_count.win += u64::from(is_won);
                    rows.level_count.loss += u64::from(!is_won);
                    rows.newly_solved.push(SolvedState {
                        left,
                        right,
                        is_won,
                    });
                };
                let origins = origins.of(child >> 1);
                update((entries, kinds), origins, child & 1 == 1, values, solved);
            }
        }
        Ok(())
    }

    /// The values by id.
    fn by_id<C: TableEntry>(&self, matrix: &[C]) -> Vec<C> {
        let (lefts, rights) = self.table.indexing().counts();
        let mut entries = vec![C::HOLE; self.found.ids as usize];
        let share = entries.len().div_ceil(self.threads.count()).max(1);
        let mut shares: Vec<_> = entries
            .chunks_mut(share)
            .zip((0..).step_by(share))
            .collect();
        self.threads.each(&mut shares, |(entries, first)| {
            for start in (0..rights).step_by(ROWS) {
                for left in 0..lefts {
                    for right in start..rights.min(start + ROWS as u32) {
                        let entry = self.table.at(self.place(left, right));
                        let id = entry.map_or(usize::MAX, |entry| entry.id() as usize);
                        if let Some(entry) = entries.get_mut(id.wrapping_sub(*first)) {
                            *entry = matrix[right as usize * lefts as usize + left as usize];
                        }
                    }
                }
            }
        });
        entries
    }
}

#[cfg(test)]
mod tests;
