//! Which names might be used before they have a value.
//!
//! A walk along all ways through a function, with the set of names that surely
//! have a value; where ways meet, only what is bound on all of them stays.

use crate::tree::{
    Block, Clause, Expression, Function, Gathering, Iteration, IterationKind, Kind, LocalId, Piece,
    Place, StatementKind, Target, Yield,
};

/// The names that surely have a value; `None` where nobody comes by.
type State = Option<Vec<bool>>;

/// Marks the locals of a function that some use may find without a value.
pub(super) fn mark(function: &mut Function) {
    let mut bound = vec![false; function.locals.len()];
    bound[..function.parameters].fill(true);
    let mut walk = Walk {
        state: Some(bound),
        loops: Vec::new(),
        unbound: vec![false; function.locals.len()],
    };
    walk.block(&function.body);
    for (local, is_unbound) in function.locals.iter_mut().zip(walk.unbound) {
        local.may_be_unbound = is_unbound;
    }
}

struct Walk {
    state: State,
    /// What is bound at the breaks of the loops around.
    loops: Vec<State>,
    unbound: Vec<bool>,
}

/// What is bound on both ways.
fn meet(a: State, b: State) -> State {
    match (a, b) {
        (None, other) | (other, None) => other,
        (Some(a), Some(b)) => Some(a.iter().zip(&b).map(|(a, b)| *a && *b).collect()),
    }
}

impl Walk {
    fn block(&mut self, block: &Block) {
        for statement in block {
            self.statement(&statement.kind);
        }
    }

    fn bind(&mut self, local: LocalId) {
        if let Some(bound) = &mut self.state {
            bound[local.0 as usize] = true;
        }
    }

    fn read(&mut self, local: LocalId) {
        if self
            .state
            .as_ref()
            .is_some_and(|bound| !bound[local.0 as usize])
        {
            self.unbound[local.0 as usize] = true;
        }
    }

    fn statement(&mut self, statement: &StatementKind) {
        match statement {
            StatementKind::Assign { targets, value } => {
                self.expression(value);
                targets.iter().for_each(|target| self.target(target));
            }
            StatementKind::Augment { place, value, .. } => {
                if let Place::Local(local, _) = place {
                    self.read(*local);
                }
                self.place(place);
                self.expression(value);
            }
            StatementKind::If {
                test,
                then,
                otherwise,
            } => {
                self.expression(test);
                let before = self.state.clone();
                self.block(then);
                let after = std::mem::replace(&mut self.state, before);
                self.block(otherwise);
                self.state = meet(after, self.state.take());
            }
            StatementKind::While {
                test,
                body,
                otherwise,
            } => {
                self.expression(test);
                let is_endless = matches!(test.kind, Kind::Bool(true));
                self.repeat(is_endless, otherwise, |walk| walk.block(body));
            }
            StatementKind::For {
                target,
                over,
                body,
                otherwise,
            } => {
                self.iteration(over);
                self.repeat(false, otherwise, |walk| {
                    walk.target(target);
                    walk.block(body);
                });
            }
            StatementKind::Break => {
                let state = self.state.take();
                if let Some(breaks) = self.loops.last_mut() {
                    *breaks = meet(breaks.take(), state);
                }
            }
            StatementKind::Continue => self.state = None,
            StatementKind::Return(value) => {
                value.iter().for_each(|value| self.expression(value));
                self.state = None;
            }
            StatementKind::Yield(Yield { label, fields, .. }) => {
                label
                    .iter()
                    .chain(fields)
                    .for_each(|value| self.expression(value));
            }
            StatementKind::Assert { test, message } => {
                self.expression(test);
                message.iter().for_each(|message| self.expression(message));
            }
            StatementKind::Evaluate(value) => self.expression(value),
        }
    }

    /// A loop. What its rounds bind is bound only inside them: there may be no
    /// round.
    fn repeat(&mut self, is_endless: bool, otherwise: &Block, round: impl FnOnce(&mut Walk)) {
        let before = self.state.clone();
        self.loops.push(None);
        round(self);
        let breaks = self.loops.pop().flatten();
        self.state = if is_endless { None } else { before };
        self.block(otherwise);
        self.state = meet(self.state.take(), breaks);
    }

    fn target(&mut self, target: &Target) {
        match target {
            Target::Place(place) => self.place(place),
            Target::Unpack(targets, _) => targets.iter().for_each(|target| self.target(target)),
        }
    }

    fn place(&mut self, place: &Place) {
        match place {
            Place::Local(local, _) => self.bind(*local),
            Place::Global(..) => {}
            Place::Item { list, index, .. } => {
                self.expression(list);
                self.expression(index);
            }
        }
    }

    fn iteration(&mut self, iteration: &Iteration) {
        match &iteration.kind {
            IterationKind::Range { start, stop, step } => {
                let parts = start.iter().chain([stop]).chain(step);
                parts.for_each(|part| self.expression(part));
            }
            IterationKind::Sequence(sequence) => self.expression(sequence),
            IterationKind::Enumerate(inner, start) => {
                self.iteration(inner);
                start.iter().for_each(|start| self.expression(start));
            }
            IterationKind::Zip(parts) => parts.iter().for_each(|part| self.iteration(part)),
            IterationKind::Reversed(inner) => self.iteration(inner),
        }
    }

    fn expression(&mut self, expression: &Expression) {
        match &expression.kind {
            Kind::Int(_) | Kind::Bool(_) | Kind::None | Kind::Str(_) | Kind::Global(_) => {}
            Kind::Local(local) => self.read(*local),
            Kind::Unwrap(inner) | Kind::Unary(_, inner) => self.expression(inner),
            Kind::Binary(_, a, b) | Kind::Index(a, b) => {
                self.expression(a);
                self.expression(b);
            }
            Kind::Tuple(items)
            | Kind::List(items)
            | Kind::And(items)
            | Kind::Or(items)
            | Kind::Call(_, items)
            | Kind::Builtin(_, items) => items.iter().for_each(|item| self.expression(item)),
            Kind::Compare(first, rest) => {
                self.expression(first);
                rest.iter()
                    .for_each(|(_, operand)| self.expression(operand));
            }
            Kind::Conditional {
                test,
                then,
                otherwise,
            } => [test, then, otherwise]
                .into_iter()
                .for_each(|part| self.expression(part)),
            Kind::Slice {
                object,
                start,
                stop,
                step,
            } => {
                self.expression(object);
                [start, stop, step]
                    .into_iter()
                    .flatten()
                    .for_each(|part| self.expression(part));
            }
            Kind::Method(_, object, arguments) => {
                self.expression(object);
                arguments
                    .iter()
                    .for_each(|argument| self.expression(argument));
            }
            Kind::Gather(gathering, comprehension) => {
                comprehension
                    .clauses
                    .iter()
                    .for_each(|clause| self.clause(clause));
                self.expression(&comprehension.item);
                self.gathering(gathering);
            }
            Kind::Format(pieces) => {
                for piece in pieces {
                    if let Piece::Value(value, _) = piece {
                        self.expression(value);
                    }
                }
            }
        }
    }

    /// The names of a comprehension are its own: binding them where it stands
    /// says nothing about any other name.
    fn clause(&mut self, clause: &Clause) {
        self.iteration(&clause.over);
        self.target(&clause.target);
        clause
            .conditions
            .iter()
            .for_each(|test| self.expression(test));
    }

    fn gathering(&mut self, gathering: &Gathering) {
        match gathering {
            Gathering::List | Gathering::Any | Gathering::All | Gathering::Row => {}
            Gathering::Sum(start) => start.iter().for_each(|start| self.expression(start)),
            Gathering::Join(separator) => self.expression(separator),
            Gathering::Min {
                key,
                default: extra,
            }
            | Gathering::Max {
                key,
                default: extra,
            }
            | Gathering::Sorted {
                key,
                reverse: extra,
            } => {
                if let Some(key) = key {
                    self.bind(key.parameter);
                    self.expression(&key.body);
                }
                extra.iter().for_each(|extra| self.expression(extra));
            }
        }
    }
}
