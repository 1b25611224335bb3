//! Expressions of which a statement uses the value more than once.

use crate::check::expression::Checked;
use crate::check::instance::Checker;
use crate::check::type_vars::Ty;
use crate::source::{Diagnostic, Span};
use crate::tree::{Expression, Kind, LocalId, Place, Statement, StatementKind, Target};

impl Checker<'_> {
    /// A value that is used twice: a name or a constant as it is, anything else bound to a
    /// local first.
    pub(super) fn bound_once(
        &mut self,
        value: Checked,
        name: &str,
        tag: u32,
        block: &mut Vec<Statement>,
        at: Span,
    ) -> Result<Checked, Diagnostic> {
        if is_simple(&value.tree) {
            return Ok(value);
        }
        let local = self.inner_local(name, at, tag);
        self.bind_local(local, &value.ty, at)?;
        block.push(assigned(local, value.tree, at));
        Ok(self.local(local, at))
    }

    /// A statement after others.
    pub(super) fn after(
        &self,
        mut block: Vec<Statement>,
        kind: StatementKind,
        span: Span,
    ) -> StatementKind {
        if block.is_empty() {
            return kind;
        }
        block.push(Statement { span, kind });
        StatementKind::If {
            test: self.made(Kind::Bool(true), Ty::Bool, span).tree,
            then: block,
            otherwise: Vec::new(),
        }
    }
}

/// `local = value`.
pub(super) fn assigned(local: LocalId, value: Expression, span: Span) -> Statement {
    Statement {
        span,
        kind: StatementKind::Assign {
            targets: vec![Target::Place(Place::Local(local, span))],
            value,
        },
    }
}

/// Whether an expression has the same value at each evaluation, also after a call.
pub(super) fn is_simple(tree: &Expression) -> bool {
    match &tree.kind {
        Kind::Int(_) | Kind::Bool(_) | Kind::Str(_) | Kind::None => true,
        Kind::Local(_) | Kind::Global(_) => true,
        Kind::Tuple(items) => items.iter().all(is_simple),
        _ => false,
    }
}
