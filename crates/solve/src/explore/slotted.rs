//! Games whose positions are rows of whole numbers: meet everything that can be
//! reached, keep the edges that may still matter, settle.
//!
//! Every position is expanded once. What is known of a child at a glance is
//! used at once: a position that can move to one lost at a glance is won in one
//! ply, and needs no edges; children that are won at a glance need none either.
//! [`rounds`](super::rounds) settle what is near the end as long as they leave
//! much out; the rest is turned round ([`reversed`](super::reversed)) and given
//! to [`retrograde`]. Games of two hands need no edges
//! ([`crossing`](super::crossing)). Games whose moves go down in some order can
//! do without where memory is short, and where edges are many these are not
//! turned round ([`in_order`](super::in_order)).

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};

use kibitz_game::{Flow, MORE, Slotted, Steps, Stop, Value, Watch};

use super::enumerate::{Found, Rest, count, enumerate};
use super::grundy::{Grundies, Mexes};
use super::in_order::Pass;
use super::lookup::{Lookup, find, with_finder};
use super::reversed::Reversed;
use super::rounds::rounds;
use super::stream::Records;
use crate::zeroed::Zeroed;
use crate::{Level, SolveError, Table, retrograde};
use kibitz_game::Threads;

/// Everything that can be reached from some rows, solved.
#[derive(Debug)]
pub struct ExploredSlots {
    pub(super) found: Arc<Found>,
    table: Table,
    positions: u64,
    ties: u64,
}

/// Enumerates and solves everything that can be reached from `roots`, each a
/// row of the game's slots.
///
/// # Errors
/// Where a budget is used up (for want of memory the error tells how many
/// positions were met, how many more each move brought, and which slot grows)
/// or the rules fail: then it tells the failure that is fewest moves from the
/// roots, of several the one at the least row.
///
/// # Panics
/// Where a root has another length.
pub fn solve_slotted<G: Slotted>(
    game: &G,
    roots: &[Vec<i64>],
    watch: &Watch,
) -> Result<ExploredSlots, SolveError> {
    Ok(solve(game, roots, false, watch)?.0)
}

/// The same for an impartial game (see [`grundies`](super::grundies)), with its
/// Grundy values where they come in the same pass as the values: where all
/// moves go down in some order.
///
/// # Errors
/// As [`solve_slotted`].
///
/// # Panics
/// Where a root has another length.
pub fn solve_impartial<G: Slotted>(
    game: &G,
    roots: &[Vec<i64>],
    watch: &Watch,
) -> Result<(ExploredSlots, Option<Grundies>), SolveError> {
    solve(game, roots, true, watch)
}

fn solve<G: Slotted>(
    game: &G,
    roots: &[Vec<i64>],
    wants_grundy: bool,
    watch: &Watch,
) -> Result<(ExploredSlots, Option<Grundies>), SolveError> {
    assert!(
        roots.iter().all(|root| root.len() == game.slots()),
        "a root of another length"
    );
    let threads = watch.pool();
    let (found, rest) = enumerate(game, roots, watch, threads)?;
    let ties = rest.tally.ties;
    let pass = found.order.map(|order| Pass {
        game,
        found: &found,
        order,
        threads,
        watch,
    });
    let (table, mexes) = settle(&found, rest, pass, wants_grundy, threads, watch)?;
    let found = Arc::new(found);
    let mexes = mexes.filter(|_| !found.has_again);
    let grundies = mexes.map(|mexes| mexes.finish(&found));
    let explored = ExploredSlots {
        positions: count(found.levels.all()),
        ties,
        found,
        table,
    };
    Ok((explored, grundies))
}

/// With so many edges for each position, a pass in order over the edges is
/// quicker than turning them round, whatever putting positions in order takes.
const DENSE: u64 = 16;

/// Settles everything by its moves, or in order where these were not kept, are
/// many, or there is no memory to turn them round.
fn settle<G: Slotted>(
    found: &Found,
    mut rest: Rest,
    pass: Option<Pass<'_, G>>,
    wants_grundy: bool,
    threads: &Threads,
    watch: &Watch,
) -> Result<(Table, Option<Mexes>), SolveError> {
    let by_moves = match (rest.crossing.take(), &found.lookup, &pass) {
        (Some(crossing), Lookup::Halves(table), _) => {
            Some(crossing.settle(found, table, threads, watch))
        }
        _ if rest.is_edgeless => {
            drop(rest);
            None
        }
        (_, _, Some(pass)) if rest.marks() >= DENSE * u64::from(found.ids) => {
            let by_records = Records::new(&rest.pieces, found.ids, watch)
                .map_err(SolveError::from)
                .and_then(|records| pass.settle(Some(&records), wants_grundy));
            match by_records {
                Err(error) if is_memory(&error) => {
                    drop(rest);
                    None
                }
                outcome => return outcome,
            }
        }
        _ => Some(settle_edges(found, rest, threads, watch)),
    };
    match (by_moves, pass) {
        (None, Some(pass)) => pass.settle(None, wants_grundy),
        (Some(Err(error)), Some(pass)) if is_memory(&error) => pass.settle(None, wants_grundy),
        (outcome, _) => Ok((outcome.expect("without edges there is an order")?, None)),
    }
}

fn is_memory(error: &SolveError) -> bool {
    matches!(error, SolveError::Stop(Stop::OutOfMemory { .. }))
}

/// Settles what the edges that were kept can tell.
fn settle_edges(
    found: &Found,
    mut rest: Rest,
    threads: &Threads,
    watch: &Watch,
) -> Result<Table, SolveError> {
    let _memory = watch.claim("values", found.ids.into())?;
    let early = flat(found)?;
    rounds(&mut rest.pieces, &early, rest.tally, threads, watch)?;
    let (pieces, claims) = (rest.pieces, rest.claims);
    let reversed = Reversed::new(pieces, early, found.ids, claims, threads, watch)?;
    retrograde::solve_backward(&reversed, watch)
}

/// What is known of all ids, side by side.
fn flat(found: &Found) -> Result<Zeroed<AtomicU8>, SolveError> {
    let early: Zeroed<AtomicU8> = Zeroed::new(found.ids as usize)?;
    for (id, byte) in (0..found.ids).zip(early.iter()) {
        byte.store(found.pool.early(id).byte(), Ordering::Relaxed);
    }
    Ok(early)
}

impl ExploredSlots {
    /// The value of a position; `None` for one that cannot be reached.
    #[must_use]
    pub fn get(&self, position: &[i64]) -> Option<Value> {
        self.value(self.found.id(position)?)
    }

    fn value(&self, id: u32) -> Option<Value> {
        self.table.get(id.into())
    }

    /// The fewest moves from the roots to a position.
    #[must_use]
    pub fn distance(&self, position: &[i64]) -> Option<u32> {
        let id = self.found.id(position)?;
        Some(self.found.levels.of(id)? as u32)
    }

    /// How many positions can be reached.
    #[must_use]
    pub fn len(&self) -> u64 {
        self.positions
    }

    /// Whether nothing was asked for.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.positions == 0
    }

    /// How many are won and lost, by plies from 0.
    #[must_use]
    pub fn levels(&self) -> &[Level] {
        self.table.levels()
    }

    /// Whether after some move the same player moves again: then there are no
    /// Grundy values.
    #[must_use]
    pub fn has_again(&self) -> bool {
        self.found.has_again
    }

    /// How many are draws by the rules. Other draws are endless play.
    #[must_use]
    pub fn ties(&self) -> u64 {
        self.ties
    }

    /// How many draws there are, ties among them.
    #[must_use]
    pub fn draws(&self) -> u64 {
        let settled: u64 = self.levels().iter().map(|l| l.win + l.loss).sum();
        self.positions - settled
    }

    /// Visits every position with its value, until the visitor has seen enough:
    /// those fewer moves from the roots first, then those with the lesser row.
    pub fn visit(&self, mut visit: impl FnMut(&[i64], Value) -> Flow) -> Flow {
        let mut row = vec![0; self.found.fields.spans().len()];
        let mut key = self.found.key();
        for level in 0..self.found.levels.len() {
            for id in self.found.sorted(level) {
                self.found.row(id, &mut key, &mut row);
                if let Some(value) = self.value(id) {
                    visit(&row, value)?;
                }
            }
        }
        MORE
    }

    /// The bytes that it takes to visit everything: a level is put in order.
    #[must_use]
    pub fn visit_memory(&self) -> u64 {
        let levels = &self.found.levels;
        let sizes = (0..levels.len()).map(|level| count(levels.get(level)));
        sizes.max().unwrap_or(0) * size_of::<u32>() as u64
    }

    /// Every position with its value, in the order of
    /// [`visit`](ExploredSlots::visit).
    pub fn iter(&self) -> impl Iterator<Item = (Vec<i64>, Value)> {
        let levels = 0..self.found.levels.len();
        levels
            .flat_map(|level| self.found.sorted(level))
            .filter_map(|id| Some((self.found.row_of(id), self.value(id)?)))
    }

    /// The position with the least row of which `wanted` is true.
    pub fn least(&self, mut wanted: impl FnMut(Value) -> bool) -> Option<(Vec<i64>, Value)> {
        let ids = self.found.levels.all().iter().cloned().flatten();
        let ids = ids.filter_map(|id| Some((id, self.value(id)?)));
        ids.filter(|(_, value)| wanted(*value))
            .map(|(id, value)| (self.found.row_of(id), value))
            .min_by(|(a, _), (b, _)| a.cmp(b))
    }
}

impl Found {
    /// The id of a position.
    pub(super) fn id(&self, position: &[i64]) -> Option<u32> {
        if position.len() != self.fields.spans().len() {
            return None;
        }
        let entry = self.lookup.find(position, &self.fields, &self.pool)?;
        Some(entry.id())
    }

    /// The ids of the rows of some moves, appended to `ids`; of a row that has
    /// none, that row. `key` is room for one of them packed.
    pub(super) fn ids<'s>(
        &self,
        steps: &'s Steps,
        key: &mut [u64],
        ids: &mut Vec<u32>,
    ) -> Result<(), &'s [i64]> {
        let (fields, pool) = (&self.fields, &self.pool);
        with_finder!(&self.lookup, finder => {
            for (row, _) in steps.iter() {
                let entry = find(finder, row, key, fields, pool).ok_or(row)?;
                ids.push(entry.id());
            }
        });
        Ok(())
    }

    /// The ids of the positions from which all others are reached.
    pub(super) fn roots(&self) -> impl Iterator<Item = u32> {
        let roots = (self.levels.len() > 0).then(|| self.levels.get(0));
        roots.into_iter().flatten().cloned().flatten()
    }

    /// Copies the row of an id. `key` is room for it packed.
    #[inline]
    pub(super) fn row(&self, id: u32, key: &mut [u64], row: &mut [i64]) {
        self.pool.get(id, key);
        self.fields.unpack(key, row);
    }

    /// Room for a packed row.
    pub(super) fn key(&self) -> Vec<u64> {
        vec![0; self.fields.words()]
    }

    /// The row of an id.
    pub(super) fn row_of(&self, id: u32) -> Vec<i64> {
        let mut row = vec![0; self.fields.spans().len()];
        self.row(id, &mut self.key(), &mut row);
        row
    }

    /// The ids of a level, ordered by their rows.
    fn sorted(&self, level: usize) -> Vec<u32> {
        let ids = self.levels.get(level).iter().cloned();
        let mut ids: Vec<u32> = ids.flat_map(Range::into_iter).collect();
        // Packed rows are ordered as rows.
        ids.sort_unstable_by(|a, b| self.pool.compare(*a, *b));
        ids
    }
}
