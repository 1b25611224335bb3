//! Meets every position that can be reached, one move further at a time.
//!
//! Threads share the positions of a level. Where one of them meets a row for
//! which fields or table have no room, all finish the batch they are at; then
//! the rows are packed anew or the table is made larger, ids stay what they
//! are, and the threads go on.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicUsize};

use kibitz_game::{Claim, Slotted, Stage, Steps, Watch};

use super::choose::{Met, choose};
use super::early::Early;
use super::explorer::{Explorer, Ground, Halt, Tally};
use super::fields::{Fields, Span};
use super::growth::Growth;
use super::lookup::{Lookup, with_finder};
use super::pool::Pool;
use super::stream::Piece;
use super::threads::Threads;
use crate::SolveError;

/// Positions that a thread takes at a time.
const PIECE: u32 = 256;
/// Below this many positions threads cost more than they bring.
const WORTH_THREADS: u64 = 4 * PIECE as u64;

/// Everything that was met.
#[derive(Debug)]
pub(super) struct Found {
    pub(super) fields: Fields,
    pub(super) pool: Pool,
    pub(super) lookup: Lookup,
    /// All ids are below this.
    pub(super) ids: u32,
    /// The ids of the positions that are so many moves from the roots.
    pub(super) levels: Vec<Vec<Range<u32>>>,
    /// The memory of it.
    pub(super) _claims: Vec<Claim>,
}

/// What exploring leaves to be worked out.
pub(super) struct Rest {
    pub(super) pieces: Vec<Piece>,
    /// The memory of the pieces.
    pub(super) claims: Vec<Claim>,
    pub(super) tally: Tally,
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
    levels: Vec<Vec<Range<u32>>>,
    /// Pairs of slots that were seen to have bits in common.
    overlapping: Vec<[usize; 2]>,
    growth: Growth,
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
            levels: Vec::new(),
            overlapping: Vec::new(),
            growth: Growth::new(slots),
        })
    }

    fn run(&mut self, roots: &[Vec<i64>]) -> Result<(), SolveError> {
        for root in roots {
            while let Some(halt) = self.enter_root(root) {
                self.mend(vec![halt])?;
            }
        }
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
            self.growth.level(count(&level));
            let mut pieces = split(&level);
            self.levels.push(level);
            while !pieces.is_empty() {
                pieces = self.expand(&pieces)?;
            }
        }
    }

    fn enter_root(&mut self, root: &[i64]) -> Option<Halt> {
        let (ground, explorers, _) = self.ground(&[]);
        let (explorer, lookup) = (&mut explorers.0[0], explorers.1);
        with_finder!(lookup, finder => explorer.enter_root(&ground, finder, root)).err()
    }

    /// What threads look at, beside those who work on it and their table.
    #[allow(clippy::type_complexity, reason = "taken apart at once")]
    fn ground<'a>(
        &'a mut self,
        pieces: &'a [Range<u32>],
    ) -> (
        Ground<'a>,
        (&'a mut [Explorer<'g, G>], &'a Lookup),
        &'a Threads,
    ) {
        let ground = Ground {
            watch: self.watch,
            stage: &self.stage,
            fields: &self.fields,
            pool: &self.pool,
            next: &self.next,
            pieces,
            cursor: AtomicUsize::new(0),
            halted: AtomicBool::new(false),
            stuck: self.game.stuck(),
        };
        (ground, (&mut self.explorers, &self.lookup), self.threads)
    }

    /// Expands positions, and tells which are left to be expanded.
    fn expand(&mut self, pieces: &[Range<u32>]) -> Result<Vec<Range<u32>>, SolveError> {
        let alone = count(pieces) < WORTH_THREADS;
        let (ground, (explorers, lookup), threads) = self.ground(pieces);
        let crew = if alone {
            &mut explorers[..1]
        } else {
            explorers
        };
        with_finder!(lookup, finder => threads.each(crew, |explorer| explorer.run(&ground, finder)));
        let taken = ground.cursor.into_inner().min(pieces.len());
        let mut left = pieces[taken..].to_vec();
        let mut halts = Vec::new();
        for explorer in &mut self.explorers {
            left.append(&mut explorer.left);
            halts.extend(explorer.halt.take());
        }
        if !halts.is_empty() {
            self.mend(halts)?;
        }
        Ok(left)
    }

    /// Tells the first failure of the rules, if there was one.
    fn fail(&mut self) -> Result<(), SolveError> {
        let failures = self.explorers.iter_mut().filter_map(Explorer::take_failure);
        match failures.min() {
            Some(failure) => Err(failure.told(self.game)),
            None => Ok(()),
        }
    }

    /// Makes room for what had none.
    fn mend(&mut self, halts: Vec<Halt>) -> Result<(), SolveError> {
        for halt in halts {
            match halt {
                Halt::Misfit(steps) => self.widen(&steps)?,
                Halt::Full => {}
                Halt::Stop(error) => {
                    self.fail()?;
                    return Err(error);
                }
            }
        }
        self.new_table()
    }

    /// Makes the fields wide enough for the rows of some moves.
    fn widen(&mut self, steps: &Steps) -> Result<(), SolveError> {
        let slots = self.game.slots();
        for (row, _) in steps.iter() {
            let pairs = (0..slots).flat_map(|b| (0..b).map(move |a| [a, b]));
            for pair @ [a, b] in pairs {
                if row[a] & row[b] != 0 && !self.overlapping.contains(&pair) {
                    self.overlapping.push(pair);
                }
            }
        }
        let Some(spans) = spans(slots, steps.iter().map(|(row, _)| row)) else {
            return Ok(());
        };
        let wider = self.fields.widened(&spans);
        if wider.spans() == self.fields.spans() {
            return Ok(());
        }
        self.growth.widen(&self.fields, &spans);
        let given = *self.next.get_mut();
        let bytes = Pool::bytes_each(wider.words()) * u64::from(given);
        let mut claim = self.watch.claim("positions packed anew", bytes)?;
        let pool = Pool::new(wider.words());
        if given > 0 {
            pool.reach(given - 1)?;
        }
        let (old, fields) = (&self.pool, &self.fields);
        self.threads.each(&mut split(&self.used()), |ids| {
            pool.take_over(ids.clone(), &wider, old, fields);
        });
        claim.keep(bytes.saturating_sub(Pool::bytes_each(fields.words()) * u64::from(given)));
        self.longer.push(claim);
        (self.pool, self.fields) = (pool, wider);
        Ok(())
    }

    /// The ids of all positions.
    fn used(&self) -> Vec<Range<u32>> {
        let levels = self.levels.iter().flatten().cloned();
        let lately = self.explorers.iter().flat_map(Explorer::used_ids);
        levels.chain(lately).collect()
    }

    /// Makes another table for what has been met.
    fn new_table(&mut self) -> Result<(), SolveError> {
        let used = self.used();
        let met = Met {
            fields: &self.fields,
            pool: &self.pool,
            ids: &used,
            given: *self.next.get_mut(),
            overlapping: &self.overlapping,
        };
        // All is in the pool: the old table goes before the new one comes.
        self.lookup = Lookup::nothing()?;
        self.claim.keep(0);
        (self.lookup, self.claim) = choose(&met, self.watch)?;
        let (lookup, fields, pool) = (&self.lookup, &self.fields, &self.pool);
        self.threads.each(&mut split(&used), |ids| {
            lookup.fill(ids.clone(), fields, pool);
        });
        Ok(())
    }

    fn finish(self) -> (Found, Rest) {
        let mut rest = Rest {
            pieces: Vec::new(),
            claims: Vec::new(),
            tally: Tally::default(),
        };
        let mut claims = self.longer;
        claims.push(self.claim);
        for mut explorer in self.explorers {
            for id in explorer.ids().unused() {
                self.pool.settle(id, Early::HOLE);
            }
            rest.tally += explorer.whole_tally();
            rest.pieces.extend(explorer.stream.finish());
            rest.claims.push(explorer.edges);
            claims.push(explorer.positions);
        }
        let found = Found {
            fields: self.fields,
            pool: self.pool,
            lookup: self.lookup,
            ids: self.next.into_inner(),
            levels: self.levels,
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
