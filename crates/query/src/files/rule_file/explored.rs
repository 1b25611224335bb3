//! The positions of a rule file in memory: values with distances by enumeration and retrograde
//! analysis, and Grundy values if the game has them.
//!
//! Positions with strings or nested lists are enumerated in fewer words ([`Codec`]). Words are
//! ordered as state vectors are, so everything is found and visited in the same order.

use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;

use kibitz_game::{BREAK, CONTINUE, Plies, RunContext, StateVectorGame, Value};
use kibitz_rules::shape::Codec;
use kibitz_rules::{Position, Rules};
use kibitz_solve::explore_vectors::{self, GrundyError, GrundyTable, SolvedVectors, SortedVectors};
use kibitz_solve::{Evaluation, SolveError, TableRows, ValueCounts, packing};
use kibitz_tablebase::Packing;

use super::solved_rows::{RowVisitor, SolvedRows};
use super::whole::{nodes, refuse_cycle};

const NO_MEMORY: &str = "no Grundy values: not enough memory";

/// All positions reachable from some roots.
#[derive(Debug)]
pub(super) struct Explored {
    vectors: SolvedVectors,
    grundies: Option<GrundyTable>,
    /// How slots share words, if they do.
    codec: Option<Arc<Codec>>,
    /// Note for the user on why there are no Grundy values.
    note: Option<String>,
}

impl Explored {
    pub(super) fn new(
        game: &Rules,
        roots: &[Position],
        context: &RunContext,
    ) -> Result<Explored, SolveError> {
        let nodes = nodes(game, roots);
        let mut coded = game.coded(&nodes);
        while let Some(fewer) = &coded {
            let codec = fewer.codec();
            let roots: Option<Vec<_>> = nodes.iter().map(|node| codec.encode(node)).collect();
            let Some(roots) = roots else { break };
            let vectors = (fewer, Some(codec));
            match Explored::of_vectors(game, vectors, &roots, context) {
                Err(SolveError::Fault { .. }) if let Some(relearned) = fewer.relearned() => {
                    coded = relearned;
                }
                explored => return explored,
            }
        }
        Explored::of_vectors(game, (game, None), &nodes, context)
    }

    /// Solves the state vectors of `vectors`, which are those of the game or fewer words.
    fn of_vectors<G: StateVectorGame>(
        game: &Rules,
        (vectors, codec): (&G, Option<Arc<Codec>>),
        roots: &[Vec<i64>],
        context: &RunContext,
    ) -> Result<Explored, SolveError> {
        let (solved, grundies) = match game.no_grundy() {
            Some(_) => (explore_vectors::solve(vectors, roots, context)?, None),
            None => explore_vectors::solve_impartial(vectors, roots, context)?,
        };
        let is_impartial = game.no_grundy().is_none() && !solved.has_extra_turns();
        let mut explored = Explored {
            vectors: solved,
            grundies,
            codec,
            note: None,
        };
        if is_impartial {
            if explored.grundies.is_none() {
                explored.compute_grundies(game, vectors, context)?;
            }
        } else if game.forbids_cycles() {
            let cycle = explore_vectors::cycle(vectors, &explored.vectors, context)?;
            explored.refuse_cycle(game, cycle.as_deref())?;
        }
        Ok(explored)
    }

    fn refuse_cycle(&self, game: &Rules, cycle: Option<&[Vec<i64>]>) -> Result<(), SolveError> {
        let cycle = cycle.map(|cycle| cycle.iter().map(|words| self.decoded(words).into_owned()));
        refuse_cycle(game, cycle.map(Vec::from_iter).as_deref())
    }

    /// The state vector that the enumeration has as these words.
    fn decoded<'w>(&self, words: &'w [i64]) -> Cow<'w, [i64]> {
        match &self.codec {
            Some(codec) => codec.decode(words).into(),
            None => words.into(),
        }
    }

    /// The words of a state vector; `None` if it cannot have been enumerated.
    fn encoded<'v>(&self, row: &'v [i64]) -> Option<Cow<'v, [i64]>> {
        match &self.codec {
            Some(codec) => codec.encode(row).map(Cow::from),
            None => Some(row.into()),
        }
    }

    /// The number of positions.
    pub(super) fn len(&self) -> u64 {
        self.vectors.len()
    }

    /// Computes Grundy values; the depth-first search also detects cycles.
    fn compute_grundies<G: StateVectorGame>(
        &mut self,
        game: &Rules,
        vectors: &G,
        context: &RunContext,
    ) -> Result<(), SolveError> {
        let may_fail = !game.forbids_cycles();
        // A table file is the same whatever the memory.
        let may_lack = may_fail && context.scratch().is_none();
        match explore_vectors::grundies(vectors, &self.vectors, context) {
            Ok(grundies) => self.grundies = Some(grundies),
            Err(GrundyError::Cycle(_)) if may_fail => {}
            Err(GrundyError::Cycle(cycle)) => self.refuse_cycle(game, Some(&cycle))?,
            Err(GrundyError::Solve(SolveError::Stop(stop))) if may_lack && stop.is_for_memory() => {
                self.note = Some(NO_MEMORY.to_owned());
            }
            Err(GrundyError::Solve(e)) => return Err(e),
        }
        Ok(())
    }

    /// The least and the largest number in each slot.
    fn ranges(&self, sorted: &SortedVectors<'_>) -> Vec<(i64, i64)> {
        let mut ranges: Vec<(i64, i64)> = Vec::new();
        for number in 0..sorted.len() {
            let words = sorted.vector(number);
            let row = self.decoded(&words);
            ranges.resize(row.len(), (i64::MAX, i64::MIN));
            for ((least, most), slot) in ranges.iter_mut().zip(row.iter()) {
                (*least, *most) = ((*least).min(*slot), (*most).max(*slot));
            }
        }
        ranges
    }

    fn evaluation(&self, words: &[i64], value: Value) -> Evaluation {
        Evaluation {
            grundy: self.grundies.as_ref().and_then(|all| all.get(words)),
            ..Evaluation::from(value)
        }
    }
}

impl SolvedRows for Explored {
    fn get(&self, row: &[i64]) -> Result<Option<Evaluation>, SolveError> {
        let Some(words) = self.encoded(row) else {
            return Ok(None);
        };
        let value = self.vectors.get(&words);
        Ok(value.map(|value| self.evaluation(&words, value)))
    }

    fn depth(&self, row: &[i64]) -> Option<u32> {
        self.vectors.depth(&self.encoded(row)?)
    }

    fn visit(&self, context: &RunContext, visitor: &mut RowVisitor<'_>) -> Result<(), SolveError> {
        let _memory =
            context.reserve("visiting positions in order", self.vectors.visit_memory())?;
        let mut outcome = Ok(());
        let _ = self.vectors.visit(|words, value| {
            outcome = visitor(&self.decoded(words), self.evaluation(words, value));
            if outcome.is_ok() { CONTINUE } else { BREAK }
        });
        outcome
    }

    fn no_grundy(&self) -> Option<String> {
        self.note.clone()
    }

    fn counts(
        &self,
        game: &Rules,
        context: &RunContext,
    ) -> Result<ValueCounts<Position>, SolveError> {
        let levels = self.vectors.levels();
        let _memory = context.reserve("the distance histogram", size_of_val(levels) as u64)?;
        let last = levels.iter().rposition(|level| level.count() > 0);
        let longest = last.map(|n| Plies::new(n as u32)).and_then(|max| {
            let (words, _) = self.vectors.least(|value| value.plies() == Some(max))?;
            Some((max, game.position_of(&self.decoded(&words))))
        });
        Ok(ValueCounts {
            draw: self.vectors.draws(),
            ties: self.vectors.ties(),
            longest,
            ..ValueCounts::of_levels(levels.to_vec())
        })
    }

    fn table_rows(
        &self,
        context: &RunContext,
    ) -> Result<Option<Box<dyn TableRows + '_>>, SolveError> {
        let sorted = self.vectors.sort(context)?;
        let ranges = match self.codec {
            Some(_) => self.ranges(&sorted),
            None => sorted.ranges(),
        };
        Ok(Some(Box::new(ExploredRows {
            packing: packing(&ranges)?,
            sorted,
            explored: self,
        })))
    }
}

/// The positions in the order of a table file.
struct ExploredRows<'e> {
    explored: &'e Explored,
    sorted: SortedVectors<'e>,
    packing: Packing,
}

impl TableRows for ExploredRows<'_> {
    fn positions(&self) -> u64 {
        self.sorted.len()
    }

    fn packing(&self) -> &Packing {
        &self.packing
    }

    fn vectors(
        &self,
        numbers: Range<u64>,
        visit: &mut dyn FnMut(&[i64], Option<u32>),
    ) -> Result<(), SolveError> {
        for number in numbers {
            let depth = self.sorted.depth(number);
            let row = self.sorted.vector(number);
            visit(&self.explored.decoded(&row), Some(depth));
        }
        Ok(())
    }

    fn evaluations(
        &self,
        numbers: Range<u64>,
        visit: &mut dyn FnMut(Option<Evaluation>),
    ) -> Result<(), SolveError> {
        for number in numbers {
            let value = self.sorted.value(number);
            visit(value.map(|value| match self.explored.grundies {
                Some(_) => self.explored.evaluation(&self.sorted.vector(number), value),
                None => Evaluation::from(value),
            }));
        }
        Ok(())
    }
}
