//! Meets every position that can be reached, one move further at a time.
//!
//! Threads share the positions of a level. Where one of them meets a row for
//! which fields or table have no room, all finish the batch they are at; then
//! the rows are packed anew or the table is made larger, ids stay what they
//! are, and the threads go on.

mod mend;

use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, AtomicUsize};

use kibitz_game::{Claim, Slotted, Stage, Watch};

use super::choose::{Met, choose};
use super::crossing::Crossing;
use super::descent::{Descent, Order};
use super::early::Early;
use super::explorer::{Explorer, Tally};
use super::fields::{Fields, Span};
use super::ground::{Ground, Halt, Work};
use super::growth::Growth;
use super::levels::Levels;
use super::lookup::{Finder, Lookup, with_finder};
use super::pool::Pool;
use super::stream::Piece;
use crate::SolveError;
use kibitz_game::Threads;

/// Positions that a thread takes at a time.
const PIECE: u32 = 256;
/// Below this many positions threads cost more than they bring.
const WORTH_THREADS: u64 = 4 * PIECE as u64;

/// Edges may take one byte of so many of the memory budget before an order of
/// the positions takes their place, where there is one: to settle them takes
/// more than twice as much.
const EDGES_SHARE: u64 = 4;

/// From this many positions on a level may be expanded in the table's order.
const LARGE: u64 = 1 << 12;
/// A level is expanded in that order if it has one place of so many.
const SPARSE: u64 = 16;

/// Those who explore, and their table.
type Crew<'a, 'g, G> = (&'a mut [Explorer<'g, G>], &'a Lookup);

/// Everything that was met.
#[derive(Debug)]
pub(super) struct Found {
    pub(super) fields: Fields,
    pub(super) pool: Pool,
    pub(super) lookup: Lookup,
    /// All ids are below this.
    pub(super) ids: u32,
    /// The ids of the positions that are so many moves from the roots.
    pub(super) levels: Levels,
    /// An order in which all moves go down, where one was seen.
    pub(super) order: Option<Order>,
    /// Whether after some move the same player moves again.
    pub(super) has_again: bool,
    /// The memory of it.
    pub(super) _claims: Vec<Claim>,
}

/// What exploring leaves to be worked out.
pub(super) struct Rest {
    pub(super) pieces: Vec<Piece>,
    /// The memory of the pieces.
    pub(super) claims: Vec<Claim>,
    /// All moves instead, where they are kept by halves.
    pub(super) crossing: Option<Crossing>,
    /// No moves were kept: the order of the positions is there instead.
    pub(super) is_edgeless: bool,
    pub(super) tally: Tally,
}

impl Rest {
    /// How many edges and heads of records there are.
    pub(super) fn marks(&self) -> u64 {
        self.pieces.iter().map(|piece| piece.len() as u64).sum()
    }
}

/// Exploring under way.
struct Exploration<'g, G: Slotted> {
    game: &'g G,
    watch: &'g Watch,
    threads: &'g Threads,
    stage: Stage<'g>,
    fields: Fields,
    pool: Pool,
    lookup: Lookup,
    /// The memory of the table.
    claim: Claim,
    /// Memory of positions that have come to need more words.
    longer: Vec<Claim>,
    next: AtomicU32,
    explorers: Vec<Explorer<'g, G>>,
    levels: Levels,
    /// Ids that were given out and not used.
    holes: Vec<Range<u32>>,
    /// Pairs of slots that were seen to have bits in common.
    overlapping: Vec<[usize; 2]>,
    growth: Growth,
    descent: Descent,
    /// Edges are no longer kept: the positions have an order.
    edgeless: AtomicBool,
    /// Bytes of edges that are kept.
    edges: AtomicU64,
    crossing: Option<Crossing>,
    /// Whether no position has been met whose moves do not cross.
    may_cross: bool,
    /// Moves have begun to be kept by halves: all positions so far are to be
    /// expanded anew.
    anew: bool,
}

/// Meets everything that can be reached from `roots`.
///
/// # Errors
/// Where a budget is used up or the rules fail.
pub(super) fn enumerate<'g, G: Slotted>(
    game: &'g G,
    roots: &[Vec<i64>],
    watch: &'g Watch,
    threads: &'g Threads,
) -> Result<(Found, Rest), SolveError> {
    let mut exploration = Exploration::new(game, roots, watch, threads)?;
    match exploration.run(roots) {
        Ok(()) => Ok(exploration.finish()),
        Err(error) => {
            let met = count(&exploration.used());
            let Exploration { growth, fields, .. } = &exploration;
            Err(growth.explain(error, game, fields, met))
        }
    }
}

/// How many ids there are in some ranges.
pub(super) fn count(ids: &[Range<u32>]) -> u64 {
    ids.iter().map(|range| range.len() as u64).sum()
}

impl<'g, G: Slotted> Exploration<'g, G> {
    fn new(
        game: &'g G,
        roots: &[Vec<i64>],
        watch: &'g Watch,
        threads: &'g Threads,
    ) -> Result<Exploration<'g, G>, SolveError> {
        let slots = game.slots();
        let spans = spans(slots, roots.iter().map(Vec::as_slice));
        let fields = Fields::new(spans.unwrap_or_else(|| vec![Span::of(0); slots]));
        let pool = Pool::new(fields.words());
        let met = Met {
            fields: &fields,
            pool: &pool,
            ids: &[],
            given: 0,
            overlapping: &[],
            halves: None,
        };
        let (lookup, claim) = choose(&met, watch)?;
        let explorers = (0..threads.count()).map(|_| Explorer::new(game, watch));
        let explorers = explorers.collect::<Result<_, _>>()?;
        Ok(Exploration {
            game,
            watch,
            threads,
            stage: watch.stage("exploring", None),
            fields,
            pool,
            lookup,
            claim,
            longer: Vec::new(),
            next: AtomicU32::new(0),
            explorers,
            levels: Levels::new(watch)?,
            holes: Vec::new(),
            overlapping: Vec::new(),
            growth: Growth::new(slots),
            descent: Descent::new(slots),
            edgeless: AtomicBool::new(false),
            edges: AtomicU64::new(0),
            crossing: None,
            may_cross: true,
            anew: false,
        })
    }

    fn run(&mut self, roots: &[Vec<i64>]) -> Result<(), SolveError> {
        for root in roots {
            while let Some(halt) = self.enter_root(root) {
                self.mend(vec![halt])?;
            }
        }
        // Where the ids of the next level begin, if they are by themselves.
        let mut begin = None;
        loop {
            self.fail()?;
            let level: Vec<_> = self
                .explorers
                .iter_mut()
                .flat_map(|explorer| explorer.ids().take_used())
                .collect();
            if level.is_empty() {
                return Ok(());
            }
            let size = count(&level);
            self.growth.level(size);
            let ordered = self.in_order(begin, size);
            // New ids must not be among those that the table is searched for.
            let apart = ordered.is_some() || size >= LARGE;
            begin = apart.then(|| self.give_up_ids());
            let mut work = Some(ordered.unwrap_or_else(|| Work::Ids(split(&level))));
            self.levels.push(level)?;
            while let Some(some) = work {
                work = self.expand(&some)?.or_else(|| self.lost_order());
            }
        }
    }

    /// All positions so far, to be expanded anew, where edges were not kept and
    /// a move has been met that does not go down.
    fn lost_order(&mut self) -> Option<Work> {
        let is_lost = *self.edgeless.get_mut() && self.descent.order().is_none();
        is_lost.then(|| {
            *self.edgeless.get_mut() = false;
            *self.edges.get_mut() = 0;
            self.begin_anew();
            self.anew = false;
            Work::Ids(split(self.levels.all()))
        })
    }

    /// Gives up what is left of all blocks of ids: those of the next level are
    /// by themselves, from the one that is told on.
    fn give_up_ids(&mut self) -> u32 {
        let left = self.explorers.iter_mut().map(|e| e.ids().give_up());
        self.holes.extend(left);
        *self.next.get_mut()
    }

    /// The level as work in the order of the table, where it is large enough
    /// that looking through the table for it does not matter.
    fn in_order(&mut self, begin: Option<u32>, size: u64) -> Option<Work> {
        let level = begin?..*self.next.get_mut();
        let (sections, cells) = with_finder!(&self.lookup, f => (f.sections(), f.cells()));
        let pays = sections > 0 && size * SPARSE >= cells;
        pays.then_some(Work::Table { sections, level })
    }

    fn enter_root(&mut self, root: &[i64]) -> Option<Halt> {
        let nothing = Work::Ids(Vec::new());
        let (ground, (explorers, lookup)) = self.ground(&nothing);
        let explorer = &mut explorers[0];
        with_finder!(lookup, finder => explorer.enter_root(&ground, finder, root)).err()
    }

    /// What threads look at, beside those who work on it and their table.
    fn ground<'a>(&'a mut self, work: &'a Work) -> (Ground<'a>, Crew<'a, 'g, G>) {
        let ground = Ground {
            stage: &self.stage,
            fields: &self.fields,
            pool: &self.pool,
            next: &self.next,
            work,
            crossing: self.crossing.as_ref(),
            descent: &self.descent,
            edgeless: &self.edgeless,
            edges: &self.edges,
            most_edges: self.watch.memory_budget() / EDGES_SHARE,
            cursor: AtomicUsize::new(0),
            halted: AtomicBool::new(false),
            stuck: self.game.stuck(),
        };
        (ground, (&mut self.explorers, &self.lookup))
    }

    /// Expands positions, and tells which are left to be expanded.
    fn expand(&mut self, work: &Work) -> Result<Option<Work>, SolveError> {
        let alone = match work {
            Work::Ids(ids) => count(ids) < WORTH_THREADS,
            Work::Table { .. } => false,
        };
        let threads = self.threads;
        let (ground, (explorers, lookup)) = self.ground(work);
        let crew = if alone {
            &mut explorers[..1]
        } else {
            explorers
        };
        with_finder!(lookup, finder => threads.each(crew, |explorer| explorer.run(&ground, finder)));
        let taken = ground.cursor.into_inner();
        let mut left = with_finder!(lookup, finder => work.rest(taken, finder));
        let mut halts = Vec::new();
        for explorer in &mut self.explorers {
            left.extend(runs(explorer.left.drain(..).map(|todo| todo.id).collect()));
            halts.extend(explorer.halt.take());
        }
        if halts.is_empty() {
            return Ok(None);
        }
        self.mend(halts)?;
        // None of them leads to anything new, and they are few.
        let left = match std::mem::take(&mut self.anew) {
            true => self.levels.all().to_vec(),
            false => left,
        };
        Ok(Some(Work::Ids(split(&left))))
    }

    /// Tells the first failure of the rules, if there was one.
    fn fail(&mut self) -> Result<(), SolveError> {
        let failures = self.explorers.iter_mut().filter_map(Explorer::take_failure);
        match failures.min_by(|a, b| a.order().cmp(&b.order())) {
            Some(failure) => Err(failure.told(self.game)),
            None => Ok(()),
        }
    }

    /// The ids of all positions.
    fn used(&self) -> Vec<Range<u32>> {
        let levels = self.levels.all().iter().cloned();
        let lately = self.explorers.iter().flat_map(Explorer::used_ids);
        levels.chain(lately).collect()
    }

    fn finish(mut self) -> (Found, Rest) {
        let mut rest = Rest {
            pieces: Vec::new(),
            claims: Vec::new(),
            tally: Tally::default(),
            is_edgeless: self.edgeless.into_inner(),
            crossing: self.crossing,
        };
        let mut claims = self.longer;
        claims.push(self.claim);
        for mut explorer in self.explorers {
            for id in self
                .holes
                .drain(..)
                .chain([explorer.ids().give_up()])
                .flatten()
            {
                self.pool.settle(id, Early::HOLE);
            }
            let done = explorer.finish();
            rest.tally += done.tally;
            rest.pieces.extend(done.pieces);
            rest.claims.push(done.edges);
            claims.push(done.positions);
        }
        let found = Found {
            fields: self.fields,
            pool: self.pool,
            lookup: self.lookup,
            ids: self.next.into_inner(),
            levels: self.levels,
            order: self.descent.order(),
            has_again: self.descent.has_again(),
            _claims: claims,
        };
        (found, rest)
    }
}

/// Ranges of few ids each.
fn split(ids: &[Range<u32>]) -> Vec<Range<u32>> {
    let pieces = ids.iter().flat_map(|range| {
        let starts = range.clone().step_by(PIECE as usize);
        starts.map(|start| start..range.end.min(start + PIECE))
    });
    pieces.collect()
}

/// Ids as ranges.
pub(super) fn runs(mut ids: Vec<u32>) -> Vec<Range<u32>> {
    ids.sort_unstable();
    let runs = ids.chunk_by(|a, b| a + 1 == *b);
    runs.map(|run| run[0]..run[run.len() - 1] + 1).collect()
}

/// The least spans that hold some rows; `None` without rows.
fn spans<'a>(slots: usize, rows: impl Iterator<Item = &'a [i64]>) -> Option<Vec<Span>> {
    rows.fold(None, |spans, row| {
        let row = row[..slots].iter().map(|value| Span::of(*value));
        Some(match spans {
            None => row.collect::<Vec<Span>>(),
            Some(spans) => spans.iter().zip(row).map(|(a, b)| a.with(b)).collect(),
        })
    })
}
