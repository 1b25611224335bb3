//! Tables over the size of a heap: the Grundy values of all heaps in sequence, by rare and common
//! values.

use std::collections::BTreeSet;

use kibitz_game::{BREAK, CONTINUE, Game, Grundy, RunContext};
use kibitz_games::sparse::{Division, Sparse};
use kibitz_rules::{HeapMove, Rules};
use kibitz_solve::Evaluation;

use super::{Filling, Plan, Table};
use crate::QueryError;

/// The largest heap that is expanded move by move.
const MAX_EXPANDED: i64 = 10_000;
/// Heaps between two reports of progress.
const REPORTED: usize = 1 << 8;

impl Plan<'_> {
    /// The table, if the only axis is a parameter of a rule file whose starting position is a heap
    /// of that size, and the moves of heaps are read off the rules.
    pub(super) fn of_heaps(
        &self,
        rules: &Rules,
        last: &[usize],
        context: &RunContext,
    ) -> Option<Result<Table, QueryError>> {
        let [axis] = self.request.axes else {
            return None;
        };
        let wanted = self.request.wanted;
        if wanted.plies || wanted.visits || rules.no_grundy().is_some() {
            return None;
        }
        let sizes = axis
            .values
            .iter()
            .map(|text| text.trim().parse::<i64>().ok());
        let sizes = sizes.collect::<Option<Vec<i64>>>()?;
        if *sizes.iter().min()? < rules.start_heap(&axis.name)? {
            return None;
        }
        let heaps = Heaps::new(rules)?;
        Some(self.of_values(&heaps, &sizes, last, context))
    }

    fn of_values(
        &self,
        heaps: &Heaps,
        sizes: &[i64],
        last: &[usize],
        context: &RunContext,
    ) -> Result<Table, QueryError> {
        let most = sizes.iter().max().map_or(0, |most| *most as usize);
        let bytes = (most + 1) * size_of::<u32>() + sizes.len() * size_of::<Option<Evaluation>>();
        let _memory = context.reserve("the values of heaps", bytes as u64)?;
        let values = heaps.values(most, context)?;
        let cell = |size: &i64| Some(Evaluation::from(Grundy::new(values[*size as usize].into())));
        let filling = Filling {
            cells: sizes.iter().map(cell).collect(),
            first_set: Some(self.open(last)?.settings()),
            problem: None,
            notes: Vec::new(),
        };
        filling.finish(self)
    }
}

/// The moves of heaps of any size.
struct Heaps {
    /// The values of the small heaps, whose moves differ.
    small: Vec<u32>,
    /// The moves of all others.
    moves: Vec<HeapMove>,
}

impl Heaps {
    fn new(rules: &Rules) -> Option<Heaps> {
        let heaps = rules.heap_moves()?;
        let mut small = Vec::new();
        for heap in 0..Some(heaps.from).filter(|from| *from <= MAX_EXPANDED)? {
            small.push(expanded(rules, heap, &small)?);
        }
        Some(Heaps {
            small,
            moves: heaps.moves,
        })
    }

    /// The Grundy values of the heaps up to `most`.
    fn values(&self, most: usize, context: &RunContext) -> Result<Vec<u32>, QueryError> {
        let stage = context.stage("computing values of heaps", Some(most as u64 + 1));
        let mut values = self.small.clone();
        let mut sparse = Sparse::default();
        let mut divisions = Vec::new();
        for heap in self.small.len()..=most {
            if heap.is_multiple_of(REPORTED) {
                stage.advance_to(heap as u64)?;
                context.check()?;
            }
            divisions.clear();
            let mut singles = Vec::new();
            for one in &self.moves {
                match *one {
                    HeapMove::Take(taken) => singles.push(values[heap - taken as usize]),
                    HeapMove::Split {
                        taken,
                        least,
                        differ,
                    } => {
                        // A smaller heap has no such moves.
                        let Some(total) = heap.checked_sub(taken as usize) else {
                            continue;
                        };
                        // A division has two parts of at least 1; to leave an empty heap is to take.
                        if least == 0 && !(differ && total == 0) {
                            singles.push(values[total]);
                        }
                        divisions.push(Division {
                            total,
                            least: least.max(1) as usize,
                            differ,
                        });
                    }
                }
            }
            let value = sparse.mex(&values, singles.into_iter(), &divisions);
            values.push(value);
        }
        Ok(values)
    }
}

/// The Grundy value of a heap by all its moves; `None` if one does not lead to smaller heaps.
fn expanded(rules: &Rules, heap: i64, smaller: &[u32]) -> Option<u32> {
    let others = " 0".repeat(rules.shape().slots() - 1);
    let position = rules.read_position(&format!("{heap}{others}")).ok()?;
    let mut seen = BTreeSet::new();
    let value = |row: &[i64]| {
        let (size, rest) = row.split_first()?;
        let is_heap = rest.iter().all(|other| *other == 0);
        smaller
            .get(usize::try_from(*size).ok()?)
            .filter(|_| is_heap)
    };
    let flow = rules.expand(&position, |step| {
        let mut parts = step.to.parts().iter().map(|row| value(row));
        match parts.try_fold(0, |sum, part| Some(sum ^ part?)) {
            Some(sum) => {
                seen.insert(sum);
                CONTINUE
            }
            None => BREAK,
        }
    });
    let is_known = flow.is_ok_and(|flow| flow.is_continue());
    (0..)
        .find(|value| !seen.contains(value))
        .filter(|_| is_known)
}
