//! A run of a generator with a heap of unknown size.

mod evaluate;
mod items;

use super::symbol::Symbol;
use crate::interpret::Machine;
use crate::tree::visit::{self, Node};
use crate::tree::{
    Block, FunctionId, GlobalId, Iteration, LocalId, Place, Statement, StatementKind, Target, Yield,
};

use self::items::Items;

/// Why a run has no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stop {
    /// What it does is decided for heaps of at least this size.
    From(i64),
    /// It depends on the size in another way, or has a fault.
    Unknown,
}

/// The parts that a loop runs over: `first` to `end - 1`.
#[derive(Clone, Debug)]
pub(super) struct PartRange {
    pub(super) first: i64,
    pub(super) end: Symbol,
}

/// A yielded position, in a loop over parts for each of them.
#[derive(Clone, Debug)]
pub(super) struct Yielded {
    pub(super) fields: Vec<Symbol>,
    pub(super) part: Option<PartRange>,
}

/// A run of a generator. It must do the same for all heaps of at least `from`.
pub(super) struct Run<'a> {
    machine: &'a Machine,
    function: FunctionId,
    locals: Vec<Option<Symbol>>,
    /// The global that is the size of the heap.
    heap: Option<GlobalId>,
    from: i64,
    /// The least part, where there is a part.
    least_part: Option<i64>,
    /// The loop over parts that is being run.
    range: Option<PartRange>,
    steps: usize,
    found: Vec<Yielded>,
}

/// Where the run goes on after a statement.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Flow {
    Next,
    Break,
    Continue,
    Return,
}

/// The number of statements and expressions of a run.
const MAX_STEPS: usize = 50_000;

impl<'a> Run<'a> {
    pub(super) fn new(
        machine: &'a Machine,
        function: FunctionId,
        arguments: Vec<Symbol>,
        from: i64,
    ) -> Run<'a> {
        let names = machine.program().functions[function.0 as usize]
            .locals
            .len();
        let mut locals: Vec<Option<Symbol>> = arguments.into_iter().map(Some).collect();
        locals.resize(names, None);
        Run {
            machine,
            function,
            locals,
            heap: None,
            from,
            least_part: None,
            range: None,
            steps: 0,
            found: Vec::new(),
        }
    }

    /// With a global as the size of the heap.
    pub(super) fn with_heap(self, global: GlobalId) -> Run<'a> {
        Run {
            heap: Some(global),
            ..self
        }
    }

    /// With a part among the arguments that is at least a number.
    pub(super) fn with_part(self, least: i64) -> Run<'a> {
        Run {
            least_part: Some(least),
            ..self
        }
    }

    /// What the generator yields.
    pub(super) fn yields(mut self) -> Result<Vec<Yielded>, Stop> {
        let body = &self.machine.program().functions[self.function.0 as usize].body;
        self.block(body)?;
        Ok(self.found)
    }

    fn step(&mut self) -> Result<(), Stop> {
        self.steps += 1;
        if self.steps > MAX_STEPS {
            return Err(Stop::Unknown);
        }
        Ok(())
    }

    fn block(&mut self, block: &Block) -> Result<Flow, Stop> {
        for statement in block {
            match self.statement(statement)? {
                Flow::Next => {}
                flow => return Ok(flow),
            }
        }
        Ok(Flow::Next)
    }

    fn statement(&mut self, statement: &Statement) -> Result<Flow, Stop> {
        self.step()?;
        match &statement.kind {
            StatementKind::Assign { targets, value } => {
                let value = self.evaluate(value)?;
                for target in targets {
                    self.assign(target, value.clone())?;
                }
            }
            StatementKind::Augment {
                place: Place::Local(id, _),
                operator,
                value,
            } => {
                let before = self.local(*id)?;
                let value = self.evaluate(value)?;
                let after = self.binary(*operator, &before, &value)?;
                self.locals[id.0 as usize] = Some(after);
            }
            StatementKind::If {
                test,
                then,
                otherwise,
            } => {
                let block = if self.is_true(test)? { then } else { otherwise };
                return self.block(block);
            }
            StatementKind::While {
                test,
                body,
                otherwise,
            } => {
                while self.is_true(test)? {
                    match self.block(body)? {
                        Flow::Next | Flow::Continue => {}
                        Flow::Break => return Ok(Flow::Next),
                        Flow::Return => return Ok(Flow::Return),
                    }
                }
                return self.block(otherwise);
            }
            StatementKind::For {
                target,
                over,
                body,
                otherwise,
            } => return self.for_loop(target, over, body, otherwise),
            StatementKind::Break => return Ok(Flow::Break),
            StatementKind::Continue => return Ok(Flow::Continue),
            StatementKind::Return(None) => return Ok(Flow::Return),
            StatementKind::Yield(position) => self.found(position)?,
            // A fault of the rules would be reported elsewhere.
            StatementKind::Assert { test, .. } if self.is_true(test)? => {}
            _ => return Err(Stop::Unknown),
        }
        Ok(Flow::Next)
    }

    fn assign(&mut self, target: &Target, value: Symbol) -> Result<(), Stop> {
        match (target, value) {
            (Target::Place(Place::Local(id, _)), value) => {
                self.locals[id.0 as usize] = Some(value);
                Ok(())
            }
            (Target::Unpack(parts, _), Symbol::Items(items)) if parts.len() == items.len() => {
                let mut pairs = parts.iter().zip(items);
                pairs.try_for_each(|(part, item)| self.assign(part, item))
            }
            _ => Err(Stop::Unknown),
        }
    }

    fn for_loop(
        &mut self,
        target: &Target,
        over: &Iteration,
        body: &Block,
        otherwise: &Block,
    ) -> Result<Flow, Stop> {
        let items = match self.items(over)? {
            Items::Known(items) => items,
            Items::Parts(range) if otherwise.is_empty() => return self.parts(target, range, body),
            Items::Parts(_) => return Err(Stop::Unknown),
        };
        for item in items {
            self.step()?;
            self.assign(target, item)?;
            match self.block(body)? {
                Flow::Next | Flow::Continue => {}
                Flow::Break => return Ok(Flow::Next),
                Flow::Return => return Ok(Flow::Return),
            }
        }
        self.block(otherwise)
    }

    /// Runs the body of a loop once, for any part. No iteration may depend on another one or end
    /// the loop, and nothing after the loop on the last one.
    fn parts(&mut self, target: &Target, range: PartRange, body: &Block) -> Result<Flow, Stop> {
        if self.least_part.is_some() {
            return Err(Stop::Unknown);
        }
        let mut changed: Vec<LocalId> = Vec::new();
        let mut collect = |node: Node<'_>| {
            if let Node::Place(Place::Local(id, _)) = node {
                changed.push(*id);
            }
        };
        visit::target(target, &mut collect);
        visit::block(body, &mut collect);
        let forget = |run: &mut Run<'_>| {
            for id in &changed {
                run.locals[id.0 as usize] = None;
            }
        };
        forget(self);
        (self.least_part, self.range) = (Some(range.first), Some(range));
        self.assign(target, Symbol::part())?;
        let flow = self.block(body)?;
        forget(self);
        (self.least_part, self.range) = (None, None);
        match flow {
            Flow::Next | Flow::Continue => Ok(Flow::Next),
            Flow::Break | Flow::Return => Err(Stop::Unknown),
        }
    }

    fn found(&mut self, position: &Yield) -> Result<(), Stop> {
        if position.is_again || position.tag.is_some() {
            return Err(Stop::Unknown);
        }
        let fields = position.fields.iter().map(|field| self.evaluate(field));
        let mut fields = fields.collect::<Result<Vec<Symbol>, Stop>>()?;
        if let [Symbol::Items(items)] = &mut fields[..] {
            fields = std::mem::take(items);
        }
        let part = self.range.clone();
        self.found.push(Yielded { fields, part });
        Ok(())
    }

    fn local(&self, id: LocalId) -> Result<Symbol, Stop> {
        self.locals[id.0 as usize].clone().ok_or(Stop::Unknown)
    }
}
