//! The check of table files of rule files. Nothing of the engines is used.

use std::sync::OnceLock;

use kibitz_check::{CheckError, Problem, Verdict, check_components, check_listed};
use kibitz_game::{
    BREAK, CONTINUE, Expander, Flow, Game, Numbering, Reservation, RunContext, StateVectorGame,
    Step, StopReason, SuccessorBuffer, SuccessorGenerator, Turn, Value, Wdl,
};
use kibitz_rules::{Failure, Position, Rules, Worker};
use kibitz_tablebase::{Packing, Table, TableError};

use super::is_sum;
use super::row_index::RowIndex;
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
        true => check_sum(game, root, &numbering, context),
        false => {
            let roots = nodes(game, std::slice::from_ref(root));
            let verdict = check_listed(&Vectors(game), &numbering, &roots, table, context)?;
            Ok(verdict.map(|vector| game.position_of(&vector)))
        }
    });
    Some(match numbering.failure.into_inner() {
        Some(error) => Err(error.into()),
        None => checked,
    })
}

/// Compares compiled rules with the interpreter at a sample of the positions.
fn compare_with_interpreter(game: &Rules, numbering: &ByRows<'_>) -> Result<(), CheckError> {
    let size = numbering.table.positions();
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
    numbering: &ByRows<'_>,
    context: &RunContext,
) -> Result<Verdict<Position>, CheckError> {
    let mut roots = Vec::new();
    for part in root.parts() {
        match numbering.number(part) {
            Some(number) => roots.push(number),
            None => {
                return Ok(Verdict::Wrong(Box::new(kibitz_check::Wrong {
                    number: 0,
                    position: Some(game.position_of(part)),
                    problem: Problem::Missing,
                })));
            }
        }
    }
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
    check_components(numbering.table, &roots, options, position, context)
}

/// Numbers by the rows of a table, which are decoded in memory if that is permitted.
#[derive(Debug)]
struct ByRows<'t> {
    table: &'t Table,
    packing: &'t Packing,
    decoded: Option<(RowIndex, Reservation)>,
    /// The first error of reading: a numbering has no errors of its own.
    failure: OnceLock<TableError>,
}

impl<'t> ByRows<'t> {
    fn new(
        table: &'t Table,
        packing: &'t Packing,
        context: &RunContext,
    ) -> Result<ByRows<'t>, TableError> {
        // The order of rows is what a search relies on.
        table.verify(context)?;
        let bytes = RowIndex::memory(table.positions(), packing);
        let decoded = match context.reserve("the rows of a table", bytes) {
            Ok(memory) => Some((RowIndex::new(table, packing)?, memory)),
            Err(StopReason::OutOfMemory { .. } | StopReason::Refused { .. }) => None,
            Err(stop) => return Err(stop.into()),
        };
        Ok(ByRows {
            table,
            packing,
            decoded,
            failure: OnceLock::new(),
        })
    }

    /// The number of a vector; `None` if it is not listed.
    fn number(&self, vector: &[i64]) -> Option<u64> {
        let mut row = Vec::with_capacity(self.packing.row_len());
        if !self.packing.pack(vector, &mut row) {
            return None;
        }
        match &self.decoded {
            Some((rows, _)) => rows.find(&row),
            None => self.or_fail(self.table.find_row(&row)).flatten(),
        }
    }

    /// The vector of a number; `None` if it cannot be read.
    fn vector(&self, number: u64) -> Option<Vec<i64>> {
        let mut vector = vec![0; self.packing.slots().len()];
        match &self.decoded {
            Some((rows, _)) => self.packing.unpack(rows.get(number), &mut vector),
            None => {
                let row = self.or_fail(self.table.row(number))?;
                self.packing.unpack(&row, &mut vector);
            }
        }
        Some(vector)
    }

    fn or_fail<T>(&self, result: Result<T, TableError>) -> Option<T> {
        result.map_err(|error| drop(self.failure.set(error))).ok()
    }
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
        for (to, turn) in successors {
            if visit(Step { to, turn, by: () }).is_break() {
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

    fn expand(&mut self, p: &Vec<i64>, out: &mut Vec<(Vec<i64>, Turn)>) -> Result<(), Failure> {
        SuccessorGenerator::expand(&mut self.worker, p, &mut self.successors)?;
        out.clear();
        let successors = self.successors.iter();
        out.extend(successors.map(|(row, turn)| (row.to_vec(), turn)));
        Ok(())
    }
}

impl Numbering<Vectors<'_>> for ByRows<'_> {
    fn name(&self) -> &'static str {
        "rows"
    }

    fn size(&self, _: &Vectors<'_>) -> u64 {
        self.table.positions()
    }

    fn rank(&self, _: &Vectors<'_>, p: &Vec<i64>) -> Option<u64> {
        self.number(p)
    }

    fn unrank(&self, _: &Vectors<'_>, rank: u64) -> Option<Vec<i64>> {
        self.vector(rank)
    }
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;
    use std::ops::Range;

    use kibitz_tablebase::{Description, Slot, TableWriter};

    use super::*;

    /// The numbers of rows are the same whether they are decoded in memory or not.
    #[test]
    fn rows_are_found_with_and_without_memory() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("rows.kbz");
        let packing = Packing::new(vec![Slot::new(0, 99), Slot::new(-5, 5)]).unwrap();
        let vector = |n: u64| [(n / 4) as i64, (n % 4) as i64 * 3 - 5];
        let rows = |numbers: Range<u64>, into: &mut Vec<u8>| {
            let mut row = Vec::new();
            for n in numbers {
                assert!(packing.pack(&vector(n), &mut row));
                into.extend(&row);
            }
            Ok::<(), Infallible>(())
        };
        let description = Description {
            positions: 400,
            packing: Some(packing.clone()),
            ..Description::default()
        };
        let writer = TableWriter::new(description).block_bytes(64);
        let writer = writer.rows(packing.row_len() as u32, &rows);
        writer.write(&path, &RunContext::new()).unwrap();
        let table = Table::open(&path).unwrap();
        for (memory, is_decoded) in [(1 << 20, true), (100, false)] {
            let context = RunContext::new().memory(memory);
            let numbering = ByRows::new(&table, &packing, &context).unwrap();
            assert_eq!(numbering.decoded.is_some(), is_decoded);
            for n in 0..400 {
                assert_eq!(numbering.vector(n).unwrap(), vector(n));
                assert_eq!(numbering.number(&vector(n)), Some(n));
            }
            for absent in [[0, -4], [100, -5], [-1, -5], [99, 5], [7, 6]] {
                assert_eq!(numbering.number(&absent), None, "{absent:?}");
            }
            assert!(numbering.failure.get().is_none());
        }
    }
}
