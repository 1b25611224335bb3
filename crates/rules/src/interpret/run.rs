//! One call from outside: what it has used up, and what it has yielded.

use std::borrow::Cow;

use kibitz_game::{Claim, Watch};

use super::value::{self, Value};
use super::{Fallible, Yielded, blame, format, statement::Flow};
use crate::fault::{Fault, FaultKind, Limit, Limits};
use crate::source::Span;
use crate::tree::{Function, FunctionId, Program};

/// Stack that is left before a step deeper asks for more, and how much it gets.
/// A step is one expression or statement inside another.
const RED_ZONE: usize = 128 * 1024;
const STACK: usize = 4 * 1024 * 1024;
/// The expressions and statements inside each other that a call has on the
/// average at most: with the depth of calls they bound the stack.
const LEVELS_OF_A_CALL: u64 = 50;

/// Steps between two looks at the budgets of time and memory.
const PACE: u64 = 1 << 14;
/// A call that makes less than this needs no claim; claims grow by as much.
const UNCLAIMED: u64 = 1 << 20;
/// What the allocator takes beside what was asked for, for two pieces.
const OVERHEAD: usize = 32;

/// One call from outside, with all calls inside it.
pub(super) struct Run<'m> {
    pub(super) program: &'m Program,
    /// Owned while the module's body runs, which alone stores into them.
    pub(super) globals: Cow<'m, [Option<Value>]>,
    limits: Limits,
    fuel: u64,
    /// With how much fuel left the budgets of time and memory are looked at.
    next_look: u64,
    watch: Option<Watch>,
    /// The memory of the call's values.
    claim: Option<Claim>,
    claimed: u64,
    /// The bytes of lists and tuples before the call, and of what was yielded.
    held_before: u64,
    yielded: u64,
    /// The bytes of items that are gathered and not yet in a list.
    gathered: u64,
    depth: u32,
    /// Expressions and statements inside each other, in all calls.
    nested: u64,
    /// The loops that are running, and how many rounds each has made.
    loops: Vec<(Span, u64)>,
    pub(super) yields: Vec<Yielded>,
    pub(super) wants_labels: bool,
    /// Functions that begin further on in the file are not defined yet: their
    /// `def` comes after the statement of the module that is running.
    defined_to: u32,
}

/// A running function and its locals, by their numbers.
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
            limits,
            fuel: limits.fuel,
            next_look: limits.fuel,
            watch: Watch::of_thread(),
            claim: None,
            claimed: 0,
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

    /// A fault where a function is used before its `def`.
    pub(super) fn defined(&self, id: FunctionId, span: Span) -> Fallible<()> {
        let function = &self.program.functions[id.0 as usize];
        if function.span.start <= self.defined_to {
            return Ok(());
        }
        let (name, line) = (&function.name, self.line(function.span));
        let message = format!("`{name}` is not defined yet: its `def` is on line {line}");
        let help = "the lines of a file run from top to bottom: write the `def` above this";
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
            self.block(&mut frame, &function.body)?
        };
        self.depth -= 1;
        Ok(match flow {
            Flow::Return(value) => value,
            _ => Value::None,
        })
    }

    /// Runs the body of the module.
    fn module(&mut self, frame: &mut Frame<'m>) -> Fallible<Flow> {
        for statement in &frame.function.body {
            self.defined_to = statement.span.start;
            self.block(frame, std::slice::from_ref(statement))?;
        }
        Ok(Flow::Next)
    }

    /// Goes one step deeper, on a new piece of stack where the old one is used
    /// up: `limits.depth` alone says how deep programs may go.
    pub(super) fn deeper<T>(
        &mut self,
        span: Span,
        step: impl FnOnce(&mut Self) -> Fallible<T>,
    ) -> Fallible<T> {
        if self.nested >= u64::from(self.limits.depth) * LEVELS_OF_A_CALL {
            return Err(self.nested_too_deeply(span));
        }
        self.nested += 1;
        let result = stacker::maybe_grow(RED_ZONE, STACK, || step(self));
        self.nested -= 1;
        result
    }

    /// Takes so many steps.
    pub(super) fn charge(&mut self, steps: usize, span: Span) -> Fallible<()> {
        match self.fuel.checked_sub(steps as u64) {
            Some(left) => {
                self.fuel = left;
                match left < self.next_look {
                    true => self.look(steps as u64, span),
                    false => Ok(()),
                }
            }
            None => Err(self.out_of_fuel(steps as u64, span)),
        }
    }

    /// Looks at the budgets of time and memory, before so many steps.
    #[cold]
    fn look(&mut self, steps: u64, span: Span) -> Fallible<()> {
        self.next_look = self.fuel.saturating_sub(PACE);
        let Some(watch) = &self.watch else {
            return Ok(());
        };
        let held = value::held().saturating_sub(self.held_before) + self.yielded + self.gathered;
        // A step may make an item.
        let needed = held + steps * size_of::<Value>() as u64;
        let mut outcome = watch.check();
        if outcome.is_ok() && needed > self.claimed.max(UNCLAIMED) {
            let more = (needed - self.claimed).next_multiple_of(UNCLAIMED);
            const WHAT: &str = "what one call of a rule file makes";
            outcome = match &mut self.claim {
                Some(claim) => claim.grow(WHAT, more),
                None => watch
                    .claim(WHAT, more)
                    .map(|claim| self.claim = Some(claim)),
            };
            self.claimed += more;
        }
        outcome.map_err(|stop| Box::new(Fault::stopped(stop, span)))
    }

    /// Does something with so many bytes of items that are in no list.
    pub(super) fn gathering<T>(
        &mut self,
        bytes: usize,
        span: Span,
        run: impl FnOnce(&mut Self) -> Fallible<T>,
    ) -> Fallible<T> {
        self.gathered += bytes as u64;
        if bytes as u64 > UNCLAIMED {
            self.look(0, span)?;
        }
        let result = run(self);
        self.gathered -= bytes as u64;
        result
    }

    /// An item is gathered; `forget_items` when it is in a list.
    pub(super) fn gather_item(&mut self) {
        self.gathered += size_of::<Value>() as u64;
    }

    /// So many items that were gathered are in a list by now.
    pub(super) fn forget_items(&mut self, items: usize) {
        self.gathered = self
            .gathered
            .saturating_sub((items * size_of::<Value>()) as u64);
    }

    /// Notes what was yielded.
    pub(super) fn give_out(&mut self, yielded: Yielded) {
        let label = yielded.label.as_ref().map_or(0, String::len);
        let fields = yielded.fields.len() * size_of::<Value>();
        self.yielded += (size_of::<Yielded>() + fields + label + OVERHEAD) as u64;
        self.yields.push(yielded);
    }

    /// A loop begins.
    pub(super) fn enter(&mut self, span: Span) {
        self.loops.push((span, 0));
    }

    /// The loop that began last makes a round.
    pub(super) fn round(&mut self) -> Fallible<()> {
        let mut place = Span::default();
        if let Some((span, rounds)) = self.loops.last_mut() {
            *rounds += 1;
            place = *span;
        }
        self.charge(1, place)
    }

    /// The loop that began last is over.
    pub(super) fn leave(&mut self) {
        self.loops.pop();
    }

    /// The text of a piece of the source, where it is short enough for a
    /// message.
    pub(super) fn code(&self, span: Span) -> Option<&'m str> {
        blame::code(&self.program.source, span)
    }

    pub(super) fn line(&self, span: Span) -> usize {
        self.program.source.place(span.start).line
    }

    #[cold]
    fn out_of_fuel(&self, steps: u64, span: Span) -> Box<Fault> {
        let allowed = format::grouped(self.limits.fuel);
        // Of loops inside each other, the one with the most rounds is the one
        // that does not end.
        let busiest = self.loops.iter().max_by_key(|(_, rounds)| *rounds);
        let fault = match busiest {
            _ if steps > self.limits.fuel => Fault::at(
                FaultKind::Fuel,
                span,
                format!(
                    "this takes {} steps, one for each item, and one call may take {allowed}",
                    format::grouped(steps)
                ),
            ),
            Some((place, rounds)) => Fault::at(
                FaultKind::Fuel,
                *place,
                format!(
                    "more than {allowed} steps in one call: the loop on line {} is in its round \
                     {} and goes on",
                    self.line(*place),
                    format::grouped(*rounds),
                ),
            ),
            None => Fault::at(
                FaultKind::Fuel,
                span,
                format!("more than {allowed} steps in one call"),
            ),
        };
        let help = "does it come to an end? if it only takes long, allow more";
        let limit = Some(Limit::Fuel(self.limits.fuel));
        Box::new(Fault {
            limit,
            ..fault.help(help)
        })
    }

    #[cold]
    fn nested_too_deeply(&self, span: Span) -> Box<Fault> {
        let levels = u64::from(self.limits.depth) * LEVELS_OF_A_CALL;
        let message = format!(
            "more than {} expressions and statements inside each other, in {} calls",
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
        let message = format!("`{name}` is called more than {allowed} calls deep");
        let help = "does every recursion come to an end? if it only goes deep, allow more";
        self.beyond_depth(span, message, help)
    }

    fn beyond_depth(&self, span: Span, message: String, help: &str) -> Box<Fault> {
        Box::new(Fault {
            limit: Some(Limit::Depth(self.limits.depth)),
            ..Fault::at(FaultKind::Depth, span, message).help(help)
        })
    }
}
