//! Which names might be used before they have a value.
//!
//! A walk along all ways through a function, with the set of names that surely
//! have a value; where ways meet, only what is bound on all of them stays.

use crate::tree::walk::{self, Node};
use crate::tree::{
    Block, Expression, Function, Gathering, Kind, LocalId, Place, StatementKind, Target, Yield,
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
                walk::place(place, &mut |node| self.see(node));
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
                walk::iteration(over, &mut |node| self.see(node));
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
        walk::target(target, &mut |node| self.see(node));
    }

    fn expression(&mut self, expression: &Expression) {
        walk::expression(expression, &mut |node| self.see(node));
    }

    /// What is inside a statement is met in an order in which a name of a
    /// comprehension or a key is bound before it is read. Such names are their
    /// own: binding them where they stand says nothing about any other name.
    fn see(&mut self, node: Node<'_>) {
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
