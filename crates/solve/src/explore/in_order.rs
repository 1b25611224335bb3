//! One pass in an order in which all children come first: no edges are needed.
//!
//! Positions that nothing is known of are expanded once more, and the value of
//! each is the best that its moves lead to, as it stands in the table already.
//! Where several positions come at the same place of the order, threads share
//! them: none of them is another's child.

use kibitz_game::{Slotted, Value, Watch};

use super::children::Children;
use super::descent::Order;
use super::enumerate::Found;
use crate::SolveError;
use crate::cell::Cell;
use crate::table::{Made, Table, fit, levels_memory, narrow_or_wide, tally};
use kibitz_game::Threads;

/// Positions that a thread takes at a time; fewer are not worth threads.
const PIECE: usize = 256;
/// Positions between two looks at the clock.
const PACE: u64 = 1 << 10;

/// The values of everything that was found.
///
/// # Errors
/// Where a budget is used up or the rules fail.
pub(super) fn settle<G: Slotted>(
    game: &G,
    found: &Found,
    order: Order,
    threads: &Threads,
    watch: &Watch,
) -> Result<Table, SolveError> {
    narrow_or_wide(
        || run::<u16, G>(game, found, order, threads, watch),
        || run::<u32, G>(game, found, order, threads, watch),
    )
}

/// One thread's part of the positions at one place of the order.
struct Part<'g, G: Slotted, C> {
    children: Children<'g, G>,
    ids: Vec<u32>,
    cells: Vec<C>,
    outcome: Result<(), SolveError>,
}

fn run<C: Cell, G: Slotted>(
    game: &G,
    found: &Found,
    order: Order,
    threads: &Threads,
    watch: &Watch,
) -> Result<Made<C>, SolveError> {
    let what = "a table of all positions";
    let mut claim = watch.claim(what, u64::from(found.ids) * size_of::<C>() as u64)?;
    let ordering = watch.claim("an order of all positions", Order::memory(found.ids))?;
    let groups = order.groups(found);
    let mut cells = vec![C::HOLE; found.ids as usize];
    let stage = watch.stage("settling positions in order", Some(groups.ids.len() as u64));
    let mut parts: Vec<Part<'_, G, C>> = (0..threads.count())
        .map(|_| Part {
            children: Children::new(game, found),
            ids: Vec::new(),
            cells: Vec::new(),
            outcome: Ok(()),
        })
        .collect();
    let (mut done, mut looked) = (0, 0);
    for group in groups.iter() {
        // As many at a time as all threads together take.
        for ids in group.chunks(PIECE * parts.len()) {
            let mut work: Vec<_> = parts.iter_mut().zip(ids.chunks(PIECE)).collect();
            threads.each(&mut work, |(part, ids)| part.settle(found, &cells, ids));
            for (part, ids) in work {
                std::mem::replace(&mut part.outcome, Ok(()))?;
                for (id, cell) in ids.iter().zip(part.cells.drain(..)) {
                    cells[*id as usize] = cell;
                }
            }
            done += ids.len() as u64;
            if done - looked >= PACE {
                looked = done;
                stage.reach(done)?;
            }
        }
    }
    drop((groups, ordering));
    let values = || cells.iter().filter_map(|cell| cell.value());
    let longest = values().filter_map(Value::plies).max();
    let longest = longest.map_or(0, |plies| plies.get() as usize + 1);
    claim.grow(what, levels_memory(longest))?;
    let mut levels = Vec::with_capacity(longest);
    values().for_each(|value| tally(&mut levels, value));
    Ok(((cells, levels), claim))
}

impl<G: Slotted, C: Cell> Part<'_, G, C> {
    /// Works out the cells of some positions from those of their children.
    fn settle(&mut self, found: &Found, cells: &[C], ids: &[u32]) {
        self.outcome = ids.iter().try_for_each(|id| {
            let value = match found.pool.early(*id).value() {
                Some(known) => known,
                None => self.value(*id, cells)?,
            };
            self.cells.push(fit(value)?);
            Ok(())
        });
    }

    fn value(&mut self, id: u32, cells: &[C]) -> Result<Value, SolveError> {
        self.ids.clear();
        self.children.of(id, &mut self.ids)?;
        let mut best: Option<Value> = None;
        for (child, turn) in self.ids.iter().zip(self.children.turns()) {
            let value = cells[*child as usize].value();
            let value = value.ok_or_else(|| self.children.missing(*child))?;
            best = best.max(Some(value.over(turn)));
        }
        // A position without moves has been known since it was explored.
        best.ok_or_else(|| self.children.missing(id))
    }
}
