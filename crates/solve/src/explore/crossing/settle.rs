//! Retrograde analysis of crossing moves, without edges.
//!
//! The values stand in a matrix with a row for each right half. A child (l, c)
//! has parents only in the rows of the right halves that `l` follows, and which
//! of them can be told from `c` and the row's kinds: so all updates that the
//! children with one left half cause fall into one row, or a few. Each row is
//! one thread's at a time, and updates are applied at once: nothing is stored
//! but what was settled last, by left half.
//!
//! Where few positions are settled at a level, one thread goes on with a plain
//! list of them ([`Work::thin`]), and a level costs what its edges cost, however
//! many halves and levels there are.
//!
//! Why it is right is said at the head of [`retrograde`](crate::retrograde);
//! every child is counted here, too, once.

use std::ops::Range;
use std::sync::atomic::{AtomicU8, Ordering};

use kibitz_game::{Claim, Plies, Stage, Value, Watch};

use super::Crossing;
use crate::SolveError;
use crate::cell::Cell;
use crate::explore::direct::Direct;
use crate::explore::enumerate::{Found, count};
use crate::explore::halves::Halves;
use crate::table::{FEW_LEVELS, Level, Made, Table, fit, narrow_or_wide, unfit};
use kibitz_game::Threads;

/// Rows that a thread takes at a time.
const ROWS: usize = 16;
/// The most positions of a thin level.
const THIN: u64 = 1 << 12;

/// A left half from which a right half can be reached, and the numbers of the
/// lists that it is in, as bits.
#[derive(Clone, Copy, Debug)]
struct Origin {
    left: u32,
    lists: u64,
}

/// Things by number, side by side.
struct Grouped<T> {
    starts: Vec<u32>,
    all: Vec<T>,
}

impl<T> Grouped<T> {
    /// Things by their numbers, which are below `count`; those of one number
    /// stay in order.
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
type Origins = Grouped<Origin>;

/// A settled position: its left half, its right half, and whether it is won.
#[derive(Clone, Copy, Debug)]
struct News {
    left: u32,
    right: u32,
    is_won: bool,
}

/// Some rows of the matrix.
struct Rows<'a, C> {
    rights: Range<u32>,
    cells: &'a mut [C],
    /// What was settled in them last, and how much that is.
    news: Vec<News>,
    here: Level,
    outcome: Result<(), SolveError>,
}

impl Crossing {
    /// The values of all positions that were found.
    ///
    /// # Errors
    /// Where a budget is used up.
    pub(in crate::explore) fn settle(
        &self,
        found: &Found,
        table: &Direct<Halves>,
        threads: &Threads,
        watch: &Watch,
    ) -> Result<Table, SolveError> {
        let work = Work {
            crossing: self,
            found,
            table,
            threads,
            watch,
        };
        narrow_or_wide(|| work.run::<u16>(), || work.run::<u32>())
    }

    /// How many moves there are in all lists.
    fn moves(&self) -> u64 {
        (0..self.left).map(|left| self.lists(left).moves()).sum()
    }

    /// The left halves by what they lead to, and how many moves each list has.
    fn origins(&self) -> (Origins, Vec<Vec<u32>>) {
        let mut pairs: Vec<(u32, Origin)> = Vec::new();
        let mut counts = Vec::with_capacity(self.lists.len());
        for left in 0..self.left {
            let begin = pairs.len();
            let mut own = Vec::new();
            for (set, number) in self.lists(left).sets().zip(1..) {
                own.push(set.len() as u32);
                let lists = 1 << number;
                pairs.extend(set.iter().map(|right| (*right, Origin { left, lists })));
            }
            counts.push(own);
            // One for each right half, with the bits of all its lists.
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

/// The cells of positions that are won and lost in one number of plies.
type Settled<C> = (C, C);

/// What has been settled, by level.
struct Done<'a> {
    levels: Vec<Level>,
    settled: u64,
    claim: Claim,
    stage: Stage<'a>,
}

impl Done<'_> {
    /// Begins the next level, and gives the number of plies after it.
    fn add(&mut self, level: Level) -> Result<Plies, SolveError> {
        if self.levels.len() >= FEW_LEVELS {
            // Lists grow to twice their length.
            self.claim.grow(WHAT, 2 * size_of::<Level>() as u64)?;
        }
        self.levels.push(level);
        self.settled += level.count();
        Ok(Plies::new(self.levels.len() as u32))
    }
}

/// What the memory is for.
const WHAT: &str = "a table of all positions";

/// Settles what follows in a row from a child with these origins; `settled` is
/// called with the left half of each position, and whether it is won.
#[inline]
fn update<C: Cell>(
    (cells, kinds): (&mut [C], &[AtomicU8]),
    origins: &[Origin],
    is_won: bool,
    (won, lost): Settled<C>,
    mut settled: impl FnMut(u32, bool),
) {
    for origin in origins {
        let left = origin.left as usize;
        let kind = kinds[left].load(Ordering::Relaxed);
        let cell = cells[left];
        if origin.lists >> kind & 1 == 0 || !cell.is_open() {
            continue;
        }
        let (fewer, none_left) = cell.one_less();
        if is_won && !none_left {
            cells[left] = fewer;
            continue;
        }
        cells[left] = if is_won { lost } else { won };
        settled(origin.left, !is_won);
    }
}

/// All that the work goes by.
struct Work<'a> {
    crossing: &'a Crossing,
    found: &'a Found,
    table: &'a Direct<Halves>,
    threads: &'a Threads,
    watch: &'a Watch,
}

impl Work<'_> {
    fn run<C: Cell>(&self) -> Result<Made<C>, SolveError> {
        let (lefts, rights) = self.table.indexing().counts();
        let cells = lefts as usize * rights as usize;
        let ids = self.found.ids as usize;
        let size = size_of::<C>() as u64;
        // What is settled last is written down twice.
        let news = (size_of::<News>() + 4) as u64 * ids as u64;
        let origins = size_of::<(u32, Origin)>() as u64 * self.crossing.moves();
        let follows = (size_of::<(u32, u32)>() as u64 + 8) * u64::from(rights.max(lefts));
        let bytes = size * (cells + ids) as u64 + news + 2 * origins + follows;
        let claim = self.watch.claim(WHAT, bytes)?;
        let (origins, counts) = self.crossing.origins();
        let before = self.before(lefts, rights);
        let mut matrix = vec![C::HOLE; cells];
        let mut rows: Vec<Rows<'_, C>> = matrix
            .chunks_mut((ROWS * lefts as usize).max(1))
            .zip((0..).step_by(ROWS))
            .map(|(cells, first)| Rows {
                rights: first..rights.min(first + ROWS as u32),
                cells,
                news: Vec::new(),
                here: Level::default(),
                outcome: Ok(()),
            })
            .collect();
        let open = |rows: &mut Rows<'_, C>| rows.outcome = self.open(rows, &counts);
        self.threads.each(&mut rows, open);
        let positions = count(self.found.levels.all());
        let mut done = Done {
            levels: Vec::new(),
            settled: 0,
            claim,
            stage: self.watch.stage("settling positions", Some(positions)),
        };
        let mut settled = vec![Vec::new(); lefts as usize];
        loop {
            let mut here = Level::default();
            for rows in &mut rows {
                std::mem::replace(&mut rows.outcome, Ok(()))?;
                let part = std::mem::take(&mut rows.here);
                here.win += part.win;
                here.loss += part.loss;
            }
            if here.count() == 0 {
                break;
            }
            let after = done.add(here)?;
            if here.count() <= THIN {
                self.thin(&mut rows, (&before, &origins), after, &mut done)?;
            } else {
                self.sort(&mut rows, &mut settled);
                let settled = &settled;
                self.threads.each(&mut rows, |rows| {
                    rows.outcome = self.apply(rows, settled, &origins, after);
                });
            }
            done.stage.reach(done.settled)?;
        }
        let Done { levels, claim, .. } = done;
        drop(rows);
        Ok(((self.by_id(&matrix), levels), claim))
    }

    /// By left half, the right halves that it follows.
    fn before(&self, lefts: u32, rights: u32) -> Grouped<u32> {
        let follows = self.crossing.follows.iter().zip(0..rights);
        let pairs = follows.filter_map(|(next, right)| {
            let next = next.load(Ordering::Relaxed).checked_sub(1)?;
            Some((next, right))
        });
        Grouped::new(pairs.collect(), lefts)
    }

    /// Settles what follows from a level with few positions, and from the next
    /// ones as long as they have few.
    fn thin<C: Cell>(
        &self,
        rows: &mut [Rows<'_, C>],
        (before, origins): (&Grouped<u32>, &Origins),
        mut after: Plies,
        done: &mut Done<'_>,
    ) -> Result<(), SolveError> {
        /// Positions between two looks at the clock.
        const PACE: u64 = 1 << 12;
        let lefts = self.table.indexing().counts().0 as usize;
        let taken = rows.iter_mut().flat_map(|rows| rows.news.drain(..));
        let (mut present, mut next): (Vec<News>, Vec<News>) = (taken.collect(), Vec::new());
        let mut looked = done.settled;
        loop {
            let values = (fit::<C>(Value::Win(after))?, fit::<C>(Value::Loss(after))?);
            for child in present.drain(..) {
                for &right in before.of(child.left) {
                    #[cfg(test)]
                    tests::visit_row();
                    let (part, at) = (right as usize / ROWS, right as usize % ROWS);
                    let cells = &mut rows[part].cells[at * lefts..][..lefts];
                    let row = (cells, &self.kinds(right)[..lefts]);
                    let settled = |left, is_won: bool| {
                        next.push(News {
                            left,
                            right,
                            is_won,
                        });
                    };
                    update(row, origins.of(child.right), child.is_won, values, settled);
                }
            }
            if next.is_empty() || next.len() as u64 > THIN {
                for news in next {
                    let rows = &mut rows[news.right as usize / ROWS];
                    rows.here.win += u64::from(news.is_won);
                    rows.here.loss += u64::from(!news.is_won);
                    rows.news.push(news);
                }
                return Ok(());
            }
            let win = next.iter().filter(|news| news.is_won).count() as u64;
            let loss = next.len() as u64 - win;
            after = done.add(Level { win, loss })?;
            std::mem::swap(&mut present, &mut next);
            if done.settled - looked >= PACE {
                looked = done.settled;
                done.stage.reach(looked)?;
            }
        }
    }

    /// Fills rows with what is known at once, and the number of moves of
    /// others.
    fn open<C: Cell>(&self, rows: &mut Rows<'_, C>, counts: &[Vec<u32>]) -> Result<(), SolveError> {
        self.watch.check()?;
        let (lefts, _) = self.table.indexing().counts();
        for left in 0..lefts {
            for right in rows.rights.clone() {
                let Some(entry) = self.table.at(self.place(left, right)) else {
                    continue;
                };
                let row = (right - rows.rights.start) as usize;
                let cell = &mut rows.cells[row * lefts as usize + left as usize];
                let kind = self.kinds(right)[left as usize].load(Ordering::Relaxed);
                if let Some(list) = usize::from(kind).checked_sub(1) {
                    let moves = u64::from(counts[left as usize][list]);
                    if moves > C::MOST_CHILDREN {
                        return Err(unfit("the number of moves", C::MOST_CHILDREN));
                    }
                    *cell = C::open(moves);
                    continue;
                }
                let value = self.found.pool.early(entry.id()).value();
                let value = value.expect("no moves and no result");
                *cell = C::settled(value);
                rows.here.add(value);
                if value != Value::Draw {
                    let is_won = value > Value::Draw;
                    rows.news.push(News {
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
        u64::from(left) * u64::from(self.crossing.right) + u64::from(right)
    }

    /// The kinds of the positions with a right half.
    fn kinds(&self, right: u32) -> &[AtomicU8] {
        let lefts = self.crossing.left as usize;
        &self.crossing.kinds[right as usize * lefts..][..lefts]
    }

    /// Sorts what was settled by left half.
    fn sort<C: Cell>(&self, rows: &mut [Rows<'_, C>], settled: &mut [Vec<u32>]) {
        let share = settled.len().div_ceil(self.threads.count()).max(1);
        let mut shares: Vec<_> = settled
            .chunks_mut(share)
            .zip((0..).step_by(share))
            .collect();
        let all = &*rows;
        self.threads.each(&mut shares, |(settled, first)| {
            settled.iter_mut().for_each(Vec::clear);
            for news in all.iter().flat_map(|rows| &rows.news) {
                let at = (news.left as usize).wrapping_sub(*first);
                if let Some(settled) = settled.get_mut(at) {
                    settled.push(news.right << 1 | u32::from(news.is_won));
                }
            }
        });
        rows.iter_mut().for_each(|rows| rows.news.clear());
    }

    /// Applies what follows from the positions settled at a level to rows.
    fn apply<C: Cell>(
        &self,
        rows: &mut Rows<'_, C>,
        settled: &[Vec<u32>],
        origins: &Origins,
        after: Plies,
    ) -> Result<(), SolveError> {
        let lefts = settled.len();
        for (right, cells) in rows.rights.clone().zip(rows.cells.chunks_exact_mut(lefts)) {
            #[cfg(test)]
            tests::visit_row();
            let next = self.crossing.follows[right as usize].load(Ordering::Relaxed);
            // Without a next one no position of the row has moves.
            let Some(settled) = (next as usize)
                .checked_sub(1)
                .and_then(|next| settled.get(next))
            else {
                continue;
            };
            if settled.is_empty() {
                continue;
            }
            let values = (fit::<C>(Value::Win(after))?, fit::<C>(Value::Loss(after))?);
            let kinds = &self.kinds(right)[..lefts];
            for child in settled {
                let settled = |left, is_won: bool| {
                    rows.here.win += u64::from(is_won);
                    rows.here.loss += u64::from(!is_won);
                    rows.news.push(News {
                        left,
                        right,
                        is_won,
                    });
                };
                let origins = origins.of(child >> 1);
                update((cells, kinds), origins, child & 1 == 1, values, settled);
            }
        }
        Ok(())
    }

    /// The values by id.
    fn by_id<C: Cell>(&self, matrix: &[C]) -> Vec<C> {
        let (lefts, rights) = self.table.indexing().counts();
        let mut cells = vec![C::HOLE; self.found.ids as usize];
        let share = cells.len().div_ceil(self.threads.count()).max(1);
        let mut shares: Vec<_> = cells.chunks_mut(share).zip((0..).step_by(share)).collect();
        self.threads.each(&mut shares, |(cells, first)| {
            for start in (0..rights).step_by(ROWS) {
                for left in 0..lefts {
                    for right in start..rights.min(start + ROWS as u32) {
                        let entry = self.table.at(self.place(left, right));
                        let id = entry.map_or(usize::MAX, |entry| entry.id() as usize);
                        if let Some(cell) = cells.get_mut(id.wrapping_sub(*first)) {
                            *cell = matrix[right as usize * lefts as usize + left as usize];
                        }
                    }
                }
            }
        });
        cells
    }
}

#[cfg(test)]
mod tests;
