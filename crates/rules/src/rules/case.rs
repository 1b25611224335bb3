//! Cases of the file's contest: values of parameters, and the position that they lead to.

use std::sync::Arc;

use kibitz_game::{Side, Wdl};

use super::failure::Failure;
use super::position::Position;
use super::worker::Worker;
use super::{Rules, SettingValue};
use crate::compile::{self, CaseGlobal, Compiled, NotCompiled, Outcome};
use crate::contest::{Answers, ContestFormat, Length};
use crate::interpret::{Machine, Value};
use crate::tree::GlobalId;

/// Finds the starting positions of cases. Only `start` depends on the parameters that a case
/// sets ([`start_parameters`](crate::tree::Program::start_parameters)).
#[derive(Debug)]
pub struct CaseStarts<'r> {
    rules: &'r Rules,
    /// The code of `start`, and what runs it.
    code: Option<(&'r Compiled, compile::Worker)>,
    /// Canonicalises and splits positions, if the file does.
    worker: Option<Worker<'r>>,
    /// Buffer for the rows of one case.
    rows: Vec<i64>,
}

impl CaseStarts<'_> {
    /// The starting position of a case, given by the values of the format's items.
    ///
    /// # Errors
    /// Returns a failure if `start` fails, or if a position does not have the shape of this
    /// game's positions.
    pub fn position(&mut self, values: &[SettingValue]) -> Result<Position, Failure> {
        let slots = self.rules.shape.slots();
        let side = self.rules.has_sides().then_some(Side::Left);
        self.rows.clear();
        let mut parts: Vec<Box<[i64]>> = match self.run(values) {
            Some(()) => {
                let rows = self.rows.chunks_exact(slots + 1);
                rows.map(|row| row[..slots].into()).collect()
            }
            // The interpreter produces the message.
            None => {
                let rows = self.rules.interpreted_starts(values)?;
                rows.into_iter().map(Into::into).collect()
            }
        };
        if let Some(worker) = &mut self.worker {
            let whole = std::mem::take(&mut parts);
            for row in whole {
                let mut row = row.into_vec();
                worker.canonicalise(&mut row)?;
                worker.parts(row, &mut parts)?;
            }
        }
        Ok(Position { parts, side })
    }

    /// Runs the code of `start`; `None` without code, after a fault, or if nothing is yielded.
    fn run(&mut self, values: &[SettingValue]) -> Option<()> {
        let (code, worker) = self.code.as_mut()?;
        let start = self.rules.program.roles.start?;
        let parameters = self.rules.case_parameters(values);
        let case = code.case(parameters.map(|(_, value)| value), worker.take_case())?;
        worker.set_case(case.into());
        let outcome = worker.generate(start, &[], &mut self.rows);
        (outcome == Outcome::Done && !self.rows.is_empty()).then_some(())
    }
}

impl Rules {
    /// The format of the file's contest, if it has one.
    #[must_use]
    pub fn contest(&self) -> Option<&Arc<ContestFormat>> {
        self.program.contest.as_ref()
    }

    /// The starting positions of cases, for one thread.
    #[must_use]
    pub fn case_starts(&self) -> CaseStarts<'_> {
        let is_changed = self.is_symmetry_reduced() || self.program.roles.split.is_some();
        CaseStarts {
            rules: self,
            code: self.code_of_start().ok().map(|code| (code, code.worker())),
            worker: is_changed.then(|| self.worker()),
            rows: Vec::new(),
        }
    }

    /// The code of `start` for all cases.
    pub(super) fn code_of_start(&self) -> Result<&Compiled, &NotCompiled> {
        let code = self.start_of_cases.get_or_init(|| {
            let items = self.contest().into_iter().flat_map(|format| &format.items);
            let of_case = items.filter_map(|item| {
                let length = match item.dimensions.as_slice() {
                    [one] => match &one.length {
                        Length::Of(amount) => amount.known(),
                        Length::Preceded(_) => None,
                    },
                    _ => None,
                };
                Some(CaseGlobal {
                    id: self.program.parameters[item.parameter?].global,
                    length: length.and_then(|length| usize::try_from(length).ok()),
                })
            });
            let of_case: Vec<CaseGlobal> = of_case.collect();
            let limits = self.machines.limits;
            let compiled = self.machines.ask(|machine| {
                Ok(Compiled::start_of_cases(
                    machine,
                    &of_case,
                    &self.shape,
                    limits,
                ))
            });
            compiled.unwrap_or_else(|fault| {
                Err(NotCompiled {
                    what: fault.diagnostic.message,
                    span: fault.diagnostic.span,
                })
            })
        });
        code.as_ref()
    }

    /// The line of output of a case with this result, without its line end, if a function
    /// words the answers and gets what it needs.
    ///
    /// # Errors
    /// Returns a failure if the function fails.
    pub fn case_answer(
        &self,
        values: &[SettingValue],
        result: Wdl,
        score: Option<i64>,
    ) -> Result<Option<String>, Failure> {
        let Some(Answers::Function(answer)) = self.contest().map(|format| &format.answers) else {
            return Ok(None);
        };
        let mut arguments = vec![Value::text(result.name())];
        if self.program.functions[answer.0 as usize].parameters > 1 {
            let Some(score) = score else {
                return Ok(None);
            };
            arguments.push(Value::Int(score));
        }
        let called = self.machines.ask(|machine| {
            let machine: Machine = machine.with_globals(self.case_globals(values));
            machine.call(*answer, arguments)
        });
        match called.map_err(|fault| Failure::fault(fault, &self.source))? {
            Value::Str(text) => Ok(Some(text.to_string())),
            _ => Ok(None),
        }
    }

    /// What `start` yields in the interpreter for a case.
    fn interpreted_starts(&self, values: &[SettingValue]) -> Result<Vec<Vec<i64>>, Failure> {
        let rows = self.machines.ask(|machine| {
            let machine = machine.with_globals(self.case_globals(values));
            machine.start_rows(&self.shape)
        });
        rows.map_err(|fault| Failure::fault(fault, &self.source))
    }

    /// The values of a case by the names of its parameters, as `--set` takes them.
    #[must_use]
    pub fn case_settings(&self, values: &[SettingValue]) -> Vec<(String, String)> {
        let settings = self.case_parameters(values);
        let text = |(place, value): (usize, &SettingValue)| {
            (
                self.program.parameters[place].name.clone(),
                value.to_string(),
            )
        };
        settings.map(text).collect()
    }

    /// The same file with the parameters of this one, and with those of a case in their place,
    /// opened again.
    ///
    /// # Errors
    /// As for [`open`](Rules::open).
    pub fn with_case(&self, values: &[SettingValue]) -> Result<Rules, Failure> {
        let case = self.case_settings(values);
        let is_of_case = |name: &str| case.iter().any(|(own, _)| own == name);
        let others = self.settings().iter().filter(|one| !is_of_case(&one.name));
        let mut set: Vec<(String, String)> = others
            .map(|one| (one.name.clone(), one.text.clone()))
            .collect();
        set.extend(case.iter().cloned());
        Rules::open(self.source().clone(), &set, self.machines.limits)
    }

    fn case_globals<'a>(
        &'a self,
        values: &'a [SettingValue],
    ) -> impl Iterator<Item = (GlobalId, Value)> + 'a {
        let parameters = self.case_parameters(values);
        parameters.map(|(place, value)| (self.program.parameters[place].global, value.into()))
    }

    /// The parameters that a case sets, by their places.
    pub(super) fn case_parameters<'a>(
        &'a self,
        values: &'a [SettingValue],
    ) -> impl Iterator<Item = (usize, &'a SettingValue)> + Clone {
        let items = self.contest().into_iter().flat_map(|format| &format.items);
        let values = items.zip(values);
        values.filter_map(|(item, value)| Some((item.parameter?, value)))
    }
}
