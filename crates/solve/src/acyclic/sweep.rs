//! One pass in rank order.

use kibitz_game::{Claim, Descending, Grundy, Impartial, Indexed, MORE, Value, Watch};

use crate::cell::Cell;
use crate::heaps::mex;
use crate::table::{Made, tally};
use crate::{SolveError, table};

/// Ranks between two looks at the clock.
const PACE: u64 = 1 << 14;

/// The value of every rank.
pub(super) fn values<C: Cell, G: Descending>(
    game: &G,
    watch: &Watch,
) -> Result<Made<C>, SolveError> {
    let claim = watch.claim(
        "a table of all positions",
        game.size() * size_of::<C>() as u64,
    )?;
    let mut cells: Vec<C> = Vec::with_capacity(game.size() as usize);
    let mut levels = Vec::new();
    in_order(game, watch, |p| {
        let Some(p) = p else {
            cells.push(C::HOLE);
            return Ok(());
        };
        let value = settle(game, &p, |child| cells[game.rank(child) as usize].value())?;
        cells.push(table::fit(value)?);
        tally(&mut levels, value);
        Ok(())
    })?;
    Ok(((cells, levels), claim))
}

/// The value of `p` from those of its children.
fn settle<G: Indexed>(
    game: &G,
    p: &G::Pos,
    value_of: impl Fn(&G::Pos) -> Option<Value>,
) -> Result<Value, SolveError> {
    let fault = |e: G::Fault| SolveError::fault(p, e);
    if let Some(value) = game.decided(p).map_err(fault)? {
        return Ok(value);
    }
    let mut best: Option<Value> = None;
    let flow = game.expand(p, |step| {
        let value = value_of(&step.to).map(|v| v.over(step.turn));
        best = best.max(value);
        MORE
    });
    let _ = flow.map_err(fault)?;
    Ok(best.unwrap_or(Value::now(game.stuck())))
}

/// The Grundy value of every rank.
pub(super) fn grundy<G: Descending + Impartial>(
    game: &G,
    watch: &Watch,
) -> Result<(Vec<Grundy>, Claim), SolveError> {
    let bytes = game.size() * size_of::<Grundy>() as u64;
    let claim = watch.claim("a table of Grundy values", bytes)?;
    let mut values: Vec<Grundy> = Vec::with_capacity(game.size() as usize);
    let mut children = Vec::new();
    in_order(game, watch, |p| {
        children.clear();
        if let Some(p) = p {
            let flow = game.expand(&p, |step| {
                children.push(values[game.rank(&step.to) as usize]);
                MORE
            });
            let _ = flow.map_err(|e| SolveError::fault(&p, e))?;
        }
        values.push(mex(&mut children));
        Ok(())
    })?;
    Ok((values, claim))
}

/// Visits every rank in order, holes as `None`.
fn in_order<G: Indexed>(
    game: &G,
    watch: &Watch,
    mut visit: impl FnMut(Option<G::Pos>) -> Result<(), SolveError>,
) -> Result<(), SolveError> {
    let stage = watch.stage("sweeping", Some(game.size()));
    for rank in 0..game.size() {
        if rank.is_multiple_of(PACE) {
            stage.reach(rank)?;
        }
        visit(game.unrank(rank))?;
    }
    Ok(())
}
