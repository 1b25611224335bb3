//! Rules that depend on the case: checked and compiled once for all cases.
//!
//! For a case the interpreter runs the module with the parameters of the case. Whatever then
//! differs from the file's own values is read by the code from the values of the case.

use std::sync::{Mutex, OnceLock, PoisonError};

use super::canonical::Canonicaliser;
use super::machines::Machines;
use super::present::Texts;
use super::{Rules, SettingValue, parts, targets};
use crate::compile::{CaseGlobal, Compiled, NotCompiled};
use crate::interpret::Machine;
use crate::tree::GlobalId;

/// What the rules of all cases have in common.
#[derive(Debug, Default)]
pub(super) struct SharedRules {
    /// The values of all names of the module in the file itself.
    own: Vec<Option<SettingValue>>,
    /// The names that differ in some case so far, and the code that reads them from the case.
    of_case: Vec<GlobalId>,
    code: Option<Compiled>,
}

impl Rules {
    /// The rules for the parameters of a case, with positions of the same shape as here; `None`
    /// if they must be [opened](Rules::with_case) instead: they fault, positions have another
    /// shape, or they cannot be compiled.
    ///
    /// The lengths of lists in positions were learned with other parameters, so a fault does
    /// not mean that the rules fault.
    #[must_use]
    pub fn sharing_case(&self, values: &[SettingValue]) -> Option<Rules> {
        let mut shared = self.shared.lock().unwrap_or_else(PoisonError::into_inner);
        if shared.own.is_empty() {
            let own = self.machines.ask(|machine| Ok(all_globals(machine)));
            shared.own = own.ok()?;
        }
        let parameters = self.case_parameters(values);
        let parameters =
            parameters.map(|(place, value)| (self.program.parameters[place].global, value.clone()));
        let limits = self.machines.limits;
        let machines = Machines::new(self.program.clone(), limits, parameters.collect());
        let made = machines.ask(|machine| {
            let starts = machine.start_rows(&self.shape)?;
            let texts = Texts::new(machine, &self.shape, &starts);
            Ok((starts, texts, self.code_of_case(&mut shared, machine)))
        });
        let (starts, texts, compiled) = made.ok()?;
        if starts.len() > parts::MAX_PARTS || super::refuse_sums(&self.program, &starts).is_err() {
            return None;
        }
        let no_start = NotCompiled {
            what: "the rules of one case".to_owned(),
            span: None,
        };
        let rules = Rules {
            source: self.source.clone(),
            program: self.program.clone(),
            machines,
            shape: self.shape.clone(),
            starts,
            canonicaliser: Canonicaliser::new(&self.program, &self.shape).ok()?,
            has_labels: targets::has_labels(&self.program),
            compiled: Ok(compiled?),
            start_of_cases: OnceLock::from(Err(no_start)),
            shared: Mutex::default(),
            texts,
        };
        rules.start().is_ok().then_some(rules)
    }

    /// The code with the values of a case, which a machine has.
    fn code_of_case(&self, shared: &mut SharedRules, machine: &Machine) -> Option<Compiled> {
        let values = all_globals(machine);
        let known = shared.of_case.len();
        let ids = (0..values.len() as u32).map(GlobalId);
        for ((id, own), value) in ids.zip(&shared.own).zip(&values) {
            if own != value && !shared.of_case.contains(&id) {
                shared.of_case.push(id);
            }
        }
        if shared.code.is_none() || shared.of_case.len() > known {
            let of_case = shared.of_case.iter();
            let of_case: Vec<CaseGlobal> = of_case
                .map(|id| CaseGlobal {
                    id: *id,
                    length: None,
                })
                .collect();
            let limits = self.machines.limits;
            let code = Compiled::rules_of_cases(machine, &of_case, &self.shape, limits);
            shared.code = code.ok();
        }
        let of_case = shared.of_case.iter();
        let values: Option<Vec<&SettingValue>> =
            of_case.map(|id| values[id.0 as usize].as_ref()).collect();
        shared.code.as_ref()?.with_case(values?.into_iter())
    }
}

/// The values of all names of the module.
fn all_globals(machine: &Machine) -> Vec<Option<SettingValue>> {
    let ids = (0..machine.program().globals.len() as u32).map(GlobalId);
    ids.map(|id| machine.global(id).map(SettingValue::of))
        .collect()
}
