//! Cases of the file's contest: values of parameters, and the position that they lead to.

use std::sync::Arc;

use kibitz_game::{Side, Wdl};

use super::failure::Failure;
use super::position::Position;
use super::{Rules, SettingValue};
use crate::contest::{Answers, ContestFormat};
use crate::interpret::{Machine, Value};
use crate::tree::GlobalId;

impl Rules {
    /// The format of the file's contest, if it has one.
    #[must_use]
    pub fn contest(&self) -> Option<&Arc<ContestFormat>> {
        self.program.contest.as_ref()
    }

    /// The starting position of a case, given by the values of the format's items; only `start`
    /// may depend on them ([`start_parameters`](crate::tree::Program::start_parameters)).
    ///
    /// # Errors
    /// Returns a failure if `start` fails, or if a position does not have the shape of this
    /// game's positions.
    pub fn case_position(&self, values: &[SettingValue]) -> Result<Position, Failure> {
        let rows = self.machines.ask(|machine| {
            let machine = machine.with_globals(self.case_globals(values));
            machine.start_rows(&self.shape)
        });
        let rows = rows.map_err(|fault| Failure::fault(fault, &self.source))?;
        let side = self.has_sides().then_some(Side::Left);
        if self.is_symmetry_reduced() || self.program.roles.split.is_some() {
            return self.position(rows, side);
        }
        // Without a worker, which costs more than short rules.
        let parts = rows.into_iter().map(Into::into).collect();
        Ok(Position { parts, side })
    }

    /// The line of output of a case with this result, without its line end, if a function
    /// words the answers.
    ///
    /// # Errors
    /// Returns a failure if the function fails.
    pub fn case_answer(
        &self,
        values: &[SettingValue],
        result: Wdl,
    ) -> Result<Option<String>, Failure> {
        let Some(Answers::Function(answer)) = self.contest().map(|format| &format.answers) else {
            return Ok(None);
        };
        let called = self.machines.ask(|machine| {
            let machine: Machine = machine.with_globals(self.case_globals(values));
            machine.call(*answer, vec![Value::text(result.name())])
        });
        match called.map_err(|fault| Failure::fault(fault, &self.source))? {
            Value::Str(text) => Ok(Some(text.to_string())),
            _ => Ok(None),
        }
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

    /// The same file with the parameters of this one, and with those of a case in their place.
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
    fn case_parameters<'a>(
        &'a self,
        values: &'a [SettingValue],
    ) -> impl Iterator<Item = (usize, &'a SettingValue)> {
        let items = self.contest().into_iter().flat_map(|format| &format.items);
        let values = items.zip(values);
        values.filter_map(|(item, value)| Some((item.parameter?, value)))
    }
}
