//! One call from outside: its resources and its yields.

use std::borrow::Cow;

use kibitz_game::{Reservation, RunContext};

use super::value::{self, Value};
use super::{Fallible, Yielded, error_messages, format, statement::Flow};
use crate::fault::{Fault, FaultKind, Limit, Limits};
use crate::rules::SettingValue;
use crate::source::{Diagnostic, Span};
use crate::tree::{Function, FunctionId, GlobalId, Origin, Program};

/// Remaining stack below which a level of recursion allocates a new segment,
/// and the size of a segment. A level is one nested expression or statement.
const RED_ZONE: usize = 128 * 1024;
const STACK: usize = 4 * 1024 * 1024;
/// Maximum average nesting of expressions and statements per call; with the
/// call depth limit it bounds the stack.
const MAX_LEVELS_PER_CALL: u64 = 50;

/// Steps between two checks of time and memory.
const CHECK_INTERVAL: u64 = 1 << 14;
/// Memory that a call may use without a reservation, and the granularity of
/// reservations.
const UNRESERVED: u64 = 1 << 20;
/// Allocator overhead of two allocations.
const OVERHEAD: usize = 32;

/// One call from outside, with all nested calls.
pub(super) struct Run<'m> {
    pub(super) program: &'m Program,
    /// Owned while the module's body runs, the only code that stores into them.
    pub(super) globals: Cow<'m, [Option<Value>]>,
    /// Values of parameters in place of those that the module's body assigns.
    pub(super) parameters: &'m [(GlobalId, SettingValue)],
    limits: Limits,
    fuel: u64,
    /// The fuel level at which time and memory are checked next.
    next_check: u64,
    context: Option<RunContext>,
    /// The memory of the call's values.
    reservation: Option<Reservation>,
    reserved: u64,
    /// The bytes of lists and tuples before the call, and of yielded values.
    held_before: u64,
    yielded: u64,
    /// The bytes of collected items that are not yet in a list.
    gathered: u64,
    depth: u32,
    /// Nesting of expressions and statements, over all calls.
    nested: u64,
    /// The running loops with their iteration counts.
    loops: Vec<(Span, u64)>,
    pub(super) yields: Vec<Yielded>,
    pub(super) wants_labels: bool,
    /// Functions defined after this offset are not bound yet: their `def`
    /// follows the module statement that is running.
    defined_to: u32,
}

/// A running function and its locals, by number.
pub(super) struct Frame<'m> {
    pub(super) function: &'m Function,
    pub(super) locals: Vec<Option<Value>>,
}

impl<'m> Run<'m> {
    pub(super) fn new(
        program: &'m Program,
        globals: Cow<'m, [Option<Value>]>,
        limits: Limits,
    ) -> Run<'m> {
        Run {
            program,
            globals,
            parameters: &[],
            limits,
            fuel: limits.fuel,
            next_check: limits.fuel,
            context: RunContext::of_thread(),
            reservation: None,
            reserved: 0,
            held_before: value::held(),
            yielded: 0,
            gathered: 0,
            depth: 0,
            nested: 0,
            loops: Vec::new(),
            yields: Vec::new(),
            wants_labels: false,
            defined_to: u32::MAX,
        }
    }

    /// A fault if a function is used before its `def`.
    pub(super) fn defined(&self, id: FunctionId, span: Span) -> Fallible<()> {
        let function = &self.program.functions[id.0 as usize];
        if function.span.start <= self.defined_to {
            return Ok(());
        }
        let (name, line) = (&function.name, self.line(function.span));
        let message = format!("`{name}` is not defined yet: its `def` is on line {line}");
        let help = "statements run from top to bottom: move the `def` above this line";
        Err(Box::new(
            Fault::at(FaultKind::Unbound, span, message).help(help),
        ))
    }

    /// Calls a function; `span` is the place of the call.
    pub(super) fn call(
        &mut self,
        id: FunctionId,
        arguments: Vec<Value>,
        span: Span,
    ) -> Fallible<Value> {
        let function = &self.program.functions[id.0 as usize];
        self.charge(1, span)?;
        if self.depth >= self.limits.depth {
            return Err(self.too_deep(function, span));
        }
        self.depth += 1;
        let mut locals: Vec<Option<Value>> = arguments.into_iter().map(Some).collect();
        locals.resize(function.locals.len(), None);
        let mut frame = Frame { function, locals };
        let flow = if id == self.program.module {
            self.module(&mut frame)?
        } else {
            let flow = self.block(&mut frame, &function.body);
            match function.origin {
                Origin::File => flow?,
                Origin::Dicts => flow.map_err(|fault| self.of_dict(*fault, &frame, span))?,
                Origin::Library => flow.map_err(|fault| of_library(*fault, span))?,
            }
        };
        self.depth -= 1;
        Ok(match flow {
            Flow::Return(value) => value,
            _ => Value::None,
        })
    }

    /// The fault of a function of dicts as one of its call.
    fn of_dict(&mut self, fault: Fault, frame: &Frame<'m>, span: Span) -> Box<Fault> {
        match fault.kind {
            FaultKind::Value | FaultKind::Index => {
                let locals = &frame.function.locals;
                let place = locals.iter().position(|local| local.name == "key");
                let key = place.and_then(|place| frame.locals[place].clone());
                let key = key.and_then(|key| self.represented(&key, span).ok());
                error_messages::no_key(key, span)
            }
            FaultKind::Frozen => error_messages::frozen_dict(span),
            _ => of_call(fault, span),
        }
    }

    /// Runs the body of the module.
    fn module(&mut self, frame: &mut Frame<'m>) -> Fallible<Flow> {
        for statement in &frame.function.body {
            self.defined_to = statement.span.start;
            self.block(frame, std::slice::from_ref(statement))?;
        }
        Ok(Flow::Next)
    }

    /// Recurses one level, on a new stack segment if the current one is used
    /// up; only `limits.depth` bounds the recursion.
    pub(super) fn deeper<T>(
        &mut self,
        span: Span,
        step: impl FnOnce(&mut Self) -> Fallible<T>,
    ) -> Fallible<T> {
        if self.nested >= u64::from(self.limits.depth) * MAX_LEVELS_PER_CALL {
            return Err(self.nested_too_deeply(span));
        }
        self.nested += 1;
        let result = stacker::maybe_grow(RED_ZONE, STACK, || step(self));
        self.nested -= 1;
        result
    }

    /// Takes steps.
    pub(super) fn charge(&mut self, steps: usize, span: Span) -> Fallible<()> {
        match self.fuel.checked_sub(steps as u64) {
            Some(left) => {
                self.fuel = left;
                match left < self.next_check {
                    true => self.check_budgets(steps as u64, span),
                    false => Ok(()),
                }
            }
            None => Err(self.out_of_fuel(steps as u64, span)),
        }
    }

    /// Checks time and memory before further steps.
    #[cold]
    fn check_budgets(&mut self, steps: u64, span: Span) -> Fallible<()> {
        self.next_check = self.fuel.saturating_sub(CHECK_INTERVAL);
        let Some(context) = &self.context else {
            return Ok(());
        };
        let held = value::held().saturating_sub(self.held_before) + self.yielded + self.gathered;
        // A step may create an item.
        let needed = held + steps * size_of::<Value>() as u64;
        let mut outcome = context.check();
        if outcome.is_ok() && needed > self.reserved.max(UNRESERVED) {
            let more = (needed - self.reserved).next_multiple_of(UNRESERVED);
            const WHAT: &str = "one call of a rule file";
            outcome = match &mut self.reservation {
                Some(reservation) => reservation.grow(WHAT, more),
                None => context
                    .reserve(WHAT, more)
                    .map(|reservation| self.reservation = Some(reservation)),
            };
            self.reserved += more;
        }
        outcome.map_err(|stop| Box::new(Fault::stopped(stop, span)))
    }

    /// Runs an operation that holds bytes of items outside of lists.
    pub(super) fn gathering<T>(
        &mut self,
        bytes: usize,
        span: Span,
        run: impl FnOnce(&mut Self) -> Fallible<T>,
    ) -> Fallible<T> {
        self.gathered += bytes as u64;
        if bytes as u64 > UNRESERVED {
            self.check_budgets(0, span)?;
        }
        let result = run(self);
        self.gathered -= bytes as u64;
        result
    }

    /// Counts a collected item; `forget_items` once it is in a list.
    pub(super) fn gather_item(&mut self) {
        self.gathered += size_of::<Value>() as u64;
    }

    /// Uncounts collected items that are now in a list.
    pub(super) fn forget_items(&mut self, items: usize) {
        self.gathered = self
            .gathered
            .saturating_sub((items * size_of::<Value>()) as u64);
    }

    /// Records a yield.
    pub(super) fn record_yield(&mut self, yielded: Yielded) {
        let label = yielded.label.as_ref().map_or(0, String::len);
        let fields = yielded.fields.len() * size_of::<Value>();
        self.yielded += (size_of::<Yielded>() + fields + label + OVERHEAD) as u64;
        self.yields.push(yielded);
    }

    /// Enters a loop.
    pub(super) fn enter(&mut self, span: Span) {
        self.loops.push((span, 0));
    }

    /// Starts an iteration of the innermost loop.
    pub(super) fn count_iteration(&mut self) -> Fallible<()> {
        let mut place = Span::default();
        if let Some((span, iterations)) = self.loops.last_mut() {
            *iterations += 1;
            place = *span;
        }
        self.charge(1, place)
    }

    /// Leaves the innermost loop.
    pub(super) fn leave(&mut self) {
        self.loops.pop();
    }

    /// The source text of a span, if it is short enough for a message.
    pub(super) fn code(&self, span: Span) -> Option<&'m str> {
        error_messages::code(&self.program.source, span)
    }

    pub(super) fn line(&self, span: Span) -> usize {
        self.program.source.place(span.start).line
    }

    #[cold]
    fn out_of_fuel(&self, steps: u64, span: Span) -> Box<Fault> {
        let allowed = format::grouped(self.limits.fuel);
        // Of nested loops, the one with the most iterations is blamed.
        let longest = self.loops.iter().max_by_key(|(_, iterations)| *iterations);
        let fault = match longest {
            _ if steps > self.limits.fuel => Fault::at(
                FaultKind::Fuel,
                span,
                format!(
                    "this takes {} steps, one per item; the limit per call is {allowed}",
                    format::grouped(steps)
                ),
            ),
            Some((place, iterations)) => Fault::at(
                FaultKind::Fuel,
                *place,
                format!(
                    "more than {allowed} steps in one call: the loop on line {} is in iteration \
                     {}",
                    self.line(*place),
                    format::grouped(*iterations),
                ),
            ),
            None => Fault::at(
                FaultKind::Fuel,
                span,
                format!("more than {allowed} steps in one call"),
            ),
        };
        let help = "check that it terminates; if it is only slow, allow more";
        let limit = Some(Limit::Fuel(self.limits.fuel));
        Box::new(Fault {
            limit,
            ..fault.help(help)
        })
    }

    #[cold]
    fn nested_too_deeply(&self, span: Span) -> Box<Fault> {
        let levels = u64::from(self.limits.depth) * MAX_LEVELS_PER_CALL;
        let message = format!(
            "more than {} levels of nested expressions and statements, in {} calls",
            format::grouped(levels),
            format::grouped(self.depth.into()),
        );
        let help = "call the function from shorter expressions, or allow more";
        self.beyond_depth(span, message, help)
    }

    #[cold]
    fn too_deep(&self, function: &Function, span: Span) -> Box<Fault> {
        let allowed = format::grouped(u64::from(self.limits.depth));
        let name = &function.name;
        let message = format!("`{name}` exceeds the call depth of {allowed}");
        let help = "check that every recursion terminates; if it is only deep, allow more";
        self.beyond_depth(span, message, help)
    }

    fn beyond_depth(&self, span: Span, message: String, help: &str) -> Box<Fault> {
        Box::new(Fault {
            limit: Some(Limit::Depth(self.limits.depth)),
            ..Fault::at(FaultKind::Depth, span, message).help(help)
        })
    }
}

/// The fault of a function of the library as one of its call.
fn of_library(fault: Fault, span: Span) -> Box<Fault> {
    match fault.kind {
        FaultKind::Key => error_messages::no_item(span),
        _ => of_call(fault, span),
    }
}

/// A fault of a function as one of its call.
fn of_call(fault: Fault, span: Span) -> Box<Fault> {
    Box::new(Fault {
        diagnostic: Diagnostic {
            span: Some(span),
            ..fault.diagnostic
        },
        ..fault
    })
}
