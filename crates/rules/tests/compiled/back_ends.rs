//! One program in both back ends.

use std::collections::HashSet;
use std::sync::Arc;

use kibitz_rules::check::check;
use kibitz_rules::compile::{Compiled, Outcome, Worker};
use kibitz_rules::fault::{Fault, FaultKind, Limits};
use kibitz_rules::interpret::{Machine, Value, position};
use kibitz_rules::shape::{FieldKind, Shape};
use kibitz_rules::source::{Source, Span};
use kibitz_rules::tree::{FunctionId, Program, Type};

/// A compiled program, and the interpreter to compare it with.
pub(crate) struct BackEnds {
    pub(crate) name: String,
    pub(crate) program: Arc<Program>,
    pub(crate) machine: Machine,
    pub(crate) compiled: Compiled,
    pub(crate) shape: Shape,
    pub(crate) starts: Vec<Vec<i64>>,
    worker: Worker,
    /// The same code with guards on every list access.
    guarded: Worker,
}

impl BackEnds {
    /// Checks, runs and compiles a file.
    pub(crate) fn new(
        name: &str,
        text: &str,
        set: &[(String, String)],
    ) -> Result<BackEnds, String> {
        // Little fuel: unreachable positions can take long.
        let limits = Limits {
            fuel: 20_000,
            ..Limits::default()
        };
        // Compiled code charges steps by code size: it must not run out of fuel
        // before the interpreter does.
        let of_code = Limits {
            fuel: 100 * limits.fuel,
            ..limits
        };
        BackEnds::made(name, text, set, limits, of_code)
    }

    /// The same with other limits.
    pub(crate) fn with_limits(
        name: &str,
        text: &str,
        set: &[(String, String)],
        limits: Limits,
    ) -> Result<BackEnds, String> {
        BackEnds::made(name, text, set, limits, limits)
    }

    fn made(
        name: &str,
        text: &str,
        set: &[(String, String)],
        limits: Limits,
        of_code: Limits,
    ) -> Result<BackEnds, String> {
        let source = Source::new(name, text);
        let program =
            check(source.clone(), set).map_err(|diagnostic| diagnostic.render(&source))?;
        let program = Arc::new(program);
        let fault = |fault: Fault| fault.diagnostic.render(&source);
        let machine = Machine::new(program.clone(), limits).map_err(fault)?;
        let (shape, starts) = machine.starts().map_err(fault)?;
        let compile = |has_guards| {
            Compiled::with_guards(&machine, &shape, of_code, has_guards)
                .map_err(|error| format!("{name}: {error}"))
        };
        let (compiled, guarded) = (compile(false)?, compile(true)?);
        assert_eq!(compiled.left_out(), guarded.left_out(), "{name}");
        Ok(BackEnds {
            name: name.to_owned(),
            worker: compiled.worker(),
            guarded: guarded.worker(),
            program,
            machine,
            compiled,
            shape,
            starts,
        })
    }

    /// The functions to compare.
    pub(crate) fn functions(&self) -> Vec<FunctionId> {
        let roles = &self.program.roles;
        let all = [
            roles.moves,
            roles.left,
            roles.right,
            roles.over,
            roles.claim,
            roles.split,
            roles.canon,
        ];
        all.into_iter().flatten().collect()
    }

    /// The interpreter's result of a function at a position.
    pub(crate) fn interpreted(&self, id: FunctionId, slots: &[i64]) -> Result<Vec<i64>, Fault> {
        let function = &self.program.functions[id.0 as usize];
        let arguments = position::arguments(&self.shape, slots);
        let mut words = Vec::new();
        if function.is_generator {
            for given in self.machine.generate(id, arguments, false)? {
                position::append(&self.shape, &given.fields, given.span, &mut words)?;
                words.push(given.tag);
            }
            return Ok(words);
        }
        let value = self.machine.call(id, arguments)?;
        if self.program.roles.canon == Some(id) {
            let fields = match value {
                Value::Tuple(items) => items.to_vec(),
                other => vec![other],
            };
            position::append(&self.shape, &fields, Span::default(), &mut words)?;
        } else {
            flatten(&value, &function.returns, &mut words);
        }
        Ok(words)
    }

    /// The words computed by compiled code; `None` for a fault.
    pub(crate) fn run(&mut self, id: FunctionId, slots: &[i64]) -> Option<Vec<i64>> {
        let is_generator = self.program.functions[id.0 as usize].is_generator;
        // With guards first: an invalid access panics instead of being made.
        let guarded = BackEnds::run_with(&mut self.guarded, id, is_generator, slots);
        let plain = BackEnds::run_with(&mut self.worker, id, is_generator, slots);
        assert_eq!(plain, guarded, "{}: with and without guards", self.name);
        plain
    }

    fn run_with(
        worker: &mut Worker,
        id: FunctionId,
        is_generator: bool,
        slots: &[i64],
    ) -> Option<Vec<i64>> {
        let mut out = vec![17];
        let outcome = if is_generator {
            worker.generate(id, slots, &mut out)
        } else {
            worker.call(id, slots, &mut out)
        };
        assert_eq!(out[0], 17, "existing words are kept");
        match outcome {
            Outcome::Done => Some(out.split_off(1)),
            Outcome::Fault => {
                assert_eq!(out.len(), 1, "a fault appends nothing");
                None
            }
        }
    }

    /// Compares all functions at a position and returns the successors.
    pub(crate) fn compare(&mut self, slots: &[i64]) -> Vec<Vec<i64>> {
        let mut next = Vec::new();
        for id in self.functions() {
            if !self.compiled.has(id) {
                continue;
            }
            let interpreted = match self.interpreted(id, slots) {
                // Unrolled loops take no fuel.
                Err(fault) if fault.kind == FaultKind::Fuel => continue,
                other => other.ok(),
            };
            let compiled = self.run(id, slots);
            let function = &self.program.functions[id.0 as usize];
            assert_eq!(
                self.normal(id, compiled),
                self.normal(id, interpreted.clone()),
                "{}: {} at {} (left compiled, right interpreted)",
                self.name,
                function.name,
                self.shape.write(slots),
            );
            if let Some(rows) = interpreted.filter(|_| function.is_generator) {
                let size = self.shape.slots() + 1;
                next.extend(rows.chunks_exact(size).map(|row| row[..size - 1].to_vec()));
            }
        }
        next
    }

    /// The words after the flag of a `None` are arbitrary.
    fn normal(&self, id: FunctionId, words: Option<Vec<i64>>) -> Option<Vec<i64>> {
        let returns = &self.program.functions[id.0 as usize].returns;
        words.map(|mut words| {
            if matches!(returns, Type::Optional(_)) && words[0] == 0 {
                words.truncate(1);
            }
            words
        })
    }

    /// Compares at reachable positions in breadth-first order, then at random
    /// ones.
    pub(crate) fn explore(&mut self, reachable: usize, random: usize, rng: &mut fastrand::Rng) {
        let mut seen: HashSet<Vec<i64>> = self.starts.iter().cloned().collect();
        let mut list: Vec<Vec<i64>> = seen.iter().cloned().collect();
        list.sort();
        let mut at = 0;
        while at < list.len() && at < reachable {
            let next = self.compare(&list[at].clone());
            for position in next {
                if list.len() < 4 * reachable && seen.insert(position.clone()) {
                    list.push(position);
                }
            }
            at += 1;
        }
        for _ in 0..random {
            let mut slots = list[rng.usize(..list.len())].clone();
            self.disturb(&mut slots, rng);
            self.compare(&slots);
        }
    }

    fn disturb(&self, slots: &mut [i64], rng: &mut fastrand::Rng) {
        let mut kinds = Vec::new();
        for field in &self.shape.fields {
            kinds.extend(std::iter::repeat_n(&field.kind, field.kind.slots()));
        }
        for (slot, kind) in slots.iter_mut().zip(kinds) {
            if rng.u8(..3) != 0 {
                continue;
            }
            *slot = match (kind, rng.u8(..8)) {
                // Its slots depend on each other.
                (FieldKind::Value(_), _) => *slot,
                (FieldKind::Bool, _) => i64::from(rng.bool()),
                (_, 0) => i64::MAX - rng.i64(0..3),
                (_, 1) => i64::MIN + rng.i64(0..3),
                (_, 2) => 1 << rng.u32(..63),
                (_, 3) => -rng.i64(0..10),
                (_, 4) => rng.i64(..),
                _ => rng.i64(0..12),
            };
        }
    }
}

fn flatten(value: &Value, ty: &Type, words: &mut Vec<i64>) {
    match (ty, value) {
        (Type::Optional(_), Value::None) => words.push(0),
        (Type::Optional(inner), value) => {
            words.push(1);
            flatten(value, inner, words);
        }
        (Type::Tuple(types), Value::Tuple(items)) => {
            for (ty, item) in types.iter().zip(items.iter()) {
                flatten(item, ty, words);
            }
        }
        (_, value) => words.extend(value.number()),
    }
}
