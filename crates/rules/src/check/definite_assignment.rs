//! Definite-assignment analysis: which names may be read before they are bound.
//!
//! Forward data-flow analysis over the structured control flow with the set of
//! definitely bound names; at a join point the sets are intersected.

use crate::tree::visit::{self, Node};
use crate::tree::{
    Block, Expression, Function, Gathering, Kind, LocalId, Place, StatementKind, Target, Yield,
};

/// The definitely bound names; `None` for unreachable code.
type State = Option<Vec<bool>>;

/// Marks the locals of a function that some read may find unbound.
pub(super) fn mark(function: &mut Function) {
    let mut bound = vec![false; function.locals.len()];
    bound[..function.parameters].fill(true);
    let mut analysis = Analysis {
        state: Some(bound),
        loops: Vec::new(),
        unbound: vec![false; function.locals.len()],
    };
    analysis.block(&function.body);
    for (local, is_unbound) in function.locals.iter_mut().zip(analysis.unbound) {
        local.may_be_unbound = is_unbound;
    }
}

struct Analysis {
    state: State,
    /// The states at the `break`s of the enclosing loops.
    loops: Vec<State>,
    unbound: Vec<bool>,
}

/// Intersection at a join point.
fn meet(a: State, b: State) -> State {
    match (a, b) {
        (None, other) | (other, None) => other,
        (Some(a), Some(b)) => Some(a.iter().zip(&b).map(|(a, b)| *a && *b).collect()),
    }
}

impl Analysis {
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
                visit::place(place, &mut |node| self.visit(node));
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
                self.repeat(is_endless, otherwise, |analysis| analysis.block(body));
            }
            StatementKind::For {
                target,
                over,
                body,
                otherwise,
            } => {
                visit::iteration(over, &mut |node| self.visit(node));
                self.repeat(false, otherwise, |analysis| {
                    analysis.target(target);
                    analysis.block(body);
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
            StatementKind::Yield(Yield {
                label, tag, fields, ..
            }) => {
                let first = label.iter().chain(tag);
                first.chain(fields).for_each(|value| self.expression(value));
            }
            StatementKind::Assert { test, message } => {
                self.expression(test);
                message.iter().for_each(|message| self.expression(message));
            }
            StatementKind::Evaluate(value) => self.expression(value),
        }
    }

    /// A loop. Bindings made in its body do not hold after it, because the body
    /// may not run at all.
    fn repeat(&mut self, is_endless: bool, otherwise: &Block, round: impl FnOnce(&mut Analysis)) {
        let before = self.state.clone();
        self.loops.push(None);
        round(self);
        let breaks = self.loops.pop().flatten();
        self.state = if is_endless { None } else { before };
        self.block(otherwise);
        self.state = meet(self.state.take(), breaks);
    }

    fn target(&mut self, target: &Target) {
        visit::target(target, &mut |node| self.visit(node));
    }

    fn expression(&mut self, expression: &Expression) {
        visit::expression(expression, &mut |node| self.visit(node));
    }

    /// The nodes of a statement are visited in an order in which the name of a
    /// comprehension or key is bound before it is read. Such names are scoped:
    /// binding them does not affect any other name.
    fn visit(&mut self, node: Node<'_>) {
        match node {
            Node::Place(Place::Local(local, _)) => self.bind(*local),
            Node::Expression(expression) => match &expression.kind {
                Kind::Local(local) => self.read(*local),
                Kind::Gather(
                    Gathering::Min { key: Some(key), .. }
                    | Gathering::Max { key: Some(key), .. }
                    | Gathering::Sorted { key: Some(key), .. },
                    _,
                ) => self.bind(key.parameter),
                _ => {}
            },
            Node::Place(_) | Node::Statement(_) => {}
        }
    }
}
