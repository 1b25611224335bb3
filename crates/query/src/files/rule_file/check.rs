//! The check of table files of rule files. Nothing of the engines is used.

use kibitz_check::{ByRows, CheckError, Problem, Verdict, check_components, check_listed};
use kibitz_game::{
    BREAK, CONTINUE, Expander, Flow, Game, Numbering, RunContext, StateVectorGame, Step,
    SuccessorBuffer, SuccessorGenerator, Value, Wdl,
};
use kibitz_rules::{Failure, Position, Rules, Worker};
use kibitz_tablebase::Table;

use super::is_sum;
use super::whole::nodes;

/// Positions at which the compiled rules are compared with the interpreter, spread evenly.
const SAMPLE: u64 = 1 << 10;

/// Checks a table of a rule file; `None` if it does not list positions.
pub(super) fn check(
    game: &Rules,
    root: &Position,
    table: &Table,
    context: &RunContext,
) -> Option<Result<Verdict<Position>, CheckError>> {
    let packing = table.description().packing.as_ref()?;
    table.row_len()?;
    let is_sum = is_sum(game, std::slice::from_ref(root));
    let slots = match is_sum {
        true => game.shape().slots(),
        false => StateVectorGame::slots(game),
    };
    if packing.slots().len() != slots {
        return None;
    }
    let numbering = match ByRows::new(table, packing, context) {
        Ok(numbering) => numbering,
        Err(error) => return Some(Err(error.into())),
    };
    let checked = compare_with_interpreter(game, &numbering).and_then(|()| match is_sum {
        true => check_sum(game, root, table, &numbering, context),
        false => {
            let roots = nodes(game, std::slice::from_ref(root));
            let verdict = check_listed(&Vectors(game), &numbering, &roots, table, context)?;
            Ok(verdict.map(|vector| game.position_of(&vector)))
        }
    });
    Some(numbering.finish(checked))
}

/// Compares compiled rules with the interpreter at a sample of the positions.
fn compare_with_interpreter(game: &Rules, numbering: &ByRows<'_>) -> Result<(), CheckError> {
    let size = numbering.size();
    let numbers = (0..size).step_by(size.div_ceil(SAMPLE).max(1) as usize);
    for number in numbers {
        let Some(vector) = numbering.vector(number) else {
            break;
        };
        let p = game.position_of(&vector);
        let rows = p.row().map(|row| (row, p.side()));
        game.compare(rows).map_err(|fault| CheckError::Rules {
            position: game.write_position(&p),
            fault: Box::new(fault),
        })?;
    }
    Ok(())
}

/// Checks a table of the components of sums.
fn check_sum(
    game: &Rules,
    root: &Position,
    table: &Table,
    numbering: &ByRows<'_>,
    context: &RunContext,
) -> Result<Verdict<Position>, CheckError> {
    let number = |part: &[i64]| {
        let number = numbering.number(part);
        number.ok_or_else(|| game.position_of(part))
    };
    let roots = root.parts().iter().map(|part| number(part)).collect();
    let options = || {
        let mut worker = game.worker();
        move |number: u64| {
            let Some(component) = numbering.vector(number) else {
                return Ok(Ok(Vec::new()));
            };
            let options = worker
                .options(&component)
                .map_err(|fault| CheckError::Rules {
                    position: game.write_position(&game.position_of(&component)),
                    fault: Box::new(fault),
                })?;
            let part = |row: &[i64]| {
                let number = numbering.number(row);
                number.ok_or_else(|| Problem::MissingSuccessor(game.position_of(row)))
            };
            let option = |option: &Vec<Box<[i64]>>| option.iter().map(|row| part(row)).collect();
            Ok(options.iter().map(option).collect())
        }
    };
    let position = |number| Some(game.position_of(&numbering.vector(number)?));
    check_components(table, roots, options, position, context)
}

/// The rules on state vectors: moves have no names, so compiled code gives all successors.
#[derive(Debug)]
struct Vectors<'r>(&'r Rules);

impl Game for Vectors<'_> {
    type Pos = Vec<i64>;
    type Move = ();
    type Fault = Failure;

    fn expand<F>(&self, p: &Vec<i64>, mut visit: F) -> Result<Flow, Failure>
    where
        F: FnMut(Step<Vec<i64>, ()>) -> Flow,
    {
        let mut successors = Vec::new();
        self.expander().expand(p, &mut successors)?;
        for step in successors {
            if visit(step).is_break() {
                return Ok(BREAK);
            }
        }
        Ok(CONTINUE)
    }

    fn expander(&self) -> impl Expander<Pos = Vec<i64>, Fault = Failure> + '_ {
        VectorExpander {
            worker: self.0.worker(),
            successors: SuccessorBuffer::new(StateVectorGame::slots(self.0)),
        }
    }

    fn static_value(&self, p: &Vec<i64>) -> Result<Option<Value>, Failure> {
        self.expander().static_value(p)
    }

    fn no_move_result(&self) -> Wdl {
        StateVectorGame::no_move_result(self.0)
    }
}

/// Applies the rules to state vectors.
struct VectorExpander<'r> {
    worker: Worker<'r>,
    successors: SuccessorBuffer,
}

impl Expander for VectorExpander<'_> {
    type Pos = Vec<i64>;
    type Fault = Failure;

    fn static_value(&mut self, p: &Vec<i64>) -> Result<Option<Value>, Failure> {
        Ok(self.worker.decided(p)?.map(Value::terminal))
    }

    fn expand(&mut self, p: &Vec<i64>, out: &mut Vec<Step<Vec<i64>, ()>>) -> Result<(), Failure> {
        SuccessorGenerator::expand(&mut self.worker, p, &mut self.successors)?;
        out.clear();
        let successors = self.successors.iter_with_points();
        out.extend(successors.map(|(row, turn, points)| Step {
            to: row.to_vec(),
            turn,
            points,
            by: (),
        }));
        Ok(())
    }
}

impl Numbering<Vectors<'_>> for ByRows<'_> {
    fn name(&self) -> &'static str {
        "rows"
    }

    fn size(&self, _: &Vectors<'_>) -> u64 {
        ByRows::size(self)
    }

    fn rank(&self, _: &Vectors<'_>, p: &Vec<i64>) -> Option<u64> {
        self.number(p)
    }

    fn unrank(&self, _: &Vectors<'_>, rank: u64) -> Option<Vec<i64>> {
        self.vector(rank)
    }
}
