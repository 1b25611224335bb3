//! Rule files in score play: the score of every position.

use kibitz_game::{RunContext, StateVectorGame, SuccessorBuffer, SuccessorGenerator, Wdl};
use kibitz_rules::{Position, Rules};
use kibitz_solve::scores::{self, Scores};
use kibitz_solve::{Evaluation, SolveError, TableRows, ValueCounts};

use super::solved_rows::{RowVisitor, SolvedRows};
use super::whole::nodes;
use super::{cyclic, failed};

const NO_PLIES: &str = "distance not computed: the players play for points, not for time";

/// Solves all positions reachable from some roots.
pub(super) fn solve(
    game: &Rules,
    roots: &[Position],
    context: &RunContext,
) -> Result<Scores, SolveError> {
    scores::solve(game, &nodes(game, roots), context, |cycle| {
        let why = "score play needs a game that ends, but the game graph has a cycle";
        let help = "a position must not occur twice in a play: remove the moves that lead back, \
                    or count the moves in a field of the position";
        cyclic(game, (why, help), cycle, cycle.len() as u64)
    })
}

impl SolvedRows for Scores {
    fn get(&self, row: &[i64]) -> Result<Option<Evaluation>, SolveError> {
        Ok(Scores::get(self, row).map(Evaluation::of_score))
    }

    fn depth(&self, row: &[i64]) -> Option<u32> {
        Scores::depth(self, row)
    }

    fn visit(&self, context: &RunContext, visitor: &mut RowVisitor<'_>) -> Result<(), SolveError> {
        Scores::visit(self, context, visitor)
    }

    fn no_plies(&self) -> Option<&'static str> {
        Some(NO_PLIES)
    }

    fn counts(
        &self,
        game: &Rules,
        context: &RunContext,
    ) -> Result<ValueCounts<Position>, SolveError> {
        let mut worker = game.worker();
        let mut moves = SuccessorBuffer::new(StateVectorGame::slots(game));
        let mut is_over = |row: &[i64]| {
            Ok(worker.decided(row)?.is_some() || {
                worker.expand(row, &mut moves)?;
                moves.is_empty()
            })
        };
        let mut counts = ValueCounts::default();
        SolvedRows::visit(self, context, &mut |row, evaluation| {
            match evaluation.wdl {
                Wdl::Win => counts.win += 1,
                Wdl::Loss => counts.loss += 1,
                Wdl::Draw => {
                    counts.draw += 1;
                    let over = is_over(row).map_err(|e| failed(game, &game.position_of(row), e))?;
                    counts.ties += u64::from(over);
                }
            }
            if let Some(score) = evaluation.score {
                let (least, most) = counts.scores.unwrap_or((score, score));
                counts.scores = Some((least.min(score), most.max(score)));
            }
            Ok(())
        })?;
        Ok(counts)
    }

    fn table_rows(&self, _: &RunContext) -> Result<Option<Box<dyn TableRows + '_>>, SolveError> {
        Ok(None)
    }
}
