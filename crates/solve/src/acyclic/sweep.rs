//! One sweep in rank order.

use kibitz_game::{
    CONTINUE, Grundy, Impartial, Indexed, Reservation, RunContext, TopologicalIndex, Value,
};

use crate::entry::TableEntry;
use crate::mex::Mex;
use crate::table::{Made, add_value};
use crate::{SolveError, table};

/// Ranks between two cancellation checks.
const CHECK_INTERVAL: u64 = 1 << 14;

/// The value of every rank.
pub(super) fn values<C: TableEntry, G: TopologicalIndex>(
    game: &G,
    context: &RunContext,
) -> Result<Made<C>, SolveError> {
    let reservation = context.reserve(
        "a table of all positions",
        game.size() * size_of::<C>() as u64,
    )?;
    let mut entries: Vec<C> = Vec::with_capacity(game.size() as usize);
    let mut levels = Vec::new();
    in_order(game, context, |p| {
        let Some(p) = p else {
            entries.push(C::HOLE);
            return Ok(());
        };
        let value = back_up(game, &p, |child| entries[game.rank(child) as usize].value())?;
        entries.push(table::fit(value)?);
        add_value(&mut levels, value);
        Ok(())
    })?;
    Ok(((entries, levels), reservation))
}

/// The value of `p`, backed up from its successors.
fn back_up<G: Indexed>(
    game: &G,
    p: &G::Pos,
    value_of: impl Fn(&G::Pos) -> Option<Value>,
) -> Result<Value, SolveError> {
    let fault = |e: G::Fault| SolveError::fault(p, e);
    if let Some(value) = game.static_value(p).map_err(fault)? {
        return Ok(value);
    }
    let mut best: Option<Value> = None;
    let flow = game.expand(p, |step| {
        let value = value_of(&step.to).map(|v| v.backed_up(step.turn));
        best = best.max(value);
        CONTINUE
    });
    let _ = flow.map_err(fault)?;
    Ok(best.unwrap_or(Value::terminal(game.no_move_result())))
}

/// The Grundy value of every rank.
pub(super) fn grundy<G: TopologicalIndex + Impartial>(
    game: &G,
    context: &RunContext,
) -> Result<(Vec<Grundy>, Reservation), SolveError> {
    let bytes = game.size() * size_of::<Grundy>() as u64;
    let reservation = context.reserve("a table of Grundy values", bytes)?;
    let mut values: Vec<Grundy> = Vec::with_capacity(game.size() as usize);
    let mut options = Mex::new();
    in_order(game, context, |p| {
        if let Some(p) = p {
            let flow = game.expand(&p, |step| {
                options.insert(values[game.rank(&step.to) as usize].get() as u32);
                CONTINUE
            });
            let _ = flow.map_err(|e| SolveError::fault(&p, e))?;
        }
        values.push(Grundy::new(options.take().into()));
        Ok(())
    })?;
    Ok((values, reservation))
}

/// Visits every rank in order, holes as `None`.
fn in_order<G: Indexed>(
    game: &G,
    context: &RunContext,
    mut visit: impl FnMut(Option<G::Pos>) -> Result<(), SolveError>,
) -> Result<(), SolveError> {
    let stage = context.stage("backward induction", Some(game.size()));
    for rank in 0..game.size() {
        if rank.is_multiple_of(CHECK_INTERVAL) {
            stage.advance_to(rank)?;
        }
        visit(game.unrank(rank))?;
    }
    Ok(())
}
