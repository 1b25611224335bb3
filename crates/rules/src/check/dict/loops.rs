//! Loops over dicts.

use ruff_python_ast::Expr;

use super::bound::assigned;
use super::changes::changed_while_iterated;
use super::{Changes, SIZE};
use crate::check::instance::Checker;
use crate::check::known::Known;
use crate::check::type_vars::Ty;
use crate::source::{Diagnostic, Span};
use crate::tree::{
    Builtin, Comparison, Expression, Kind, LocalId, Method, Statement, StatementKind,
};

/// A dict that a loop iterates over.
#[derive(Clone, Debug)]
pub(in crate::check) struct LiveDict {
    /// The list of its keys.
    pub(in crate::check) keys: Expression,
    /// The local to which the dict is bound first, if it is not a name.
    pub(in crate::check) bound: Option<(LocalId, Expression)>,
    pub(in crate::check) at: Span,
}

impl Checker<'_> {
    /// Whether an expression is `zip(…)`, or `enumerate` of one.
    fn is_zip(&self, iter: &Expr) -> bool {
        let Expr::Call(call) = iter else {
            return false;
        };
        match self.known_callee(&call.func) {
            Some(Known::Zip) => true,
            Some(Known::Enumerate) => call.arguments.args.iter().any(|arg| self.is_zip(arg)),
            _ => false,
        }
    }

    /// A loop over dicts: one that changes the keys of a dict is a fault, as in CPython. Where
    /// keys may only be inserted, the length of the list of keys is compared in each iteration:
    /// a loop over a list that grows goes on. Where keys may be removed, the whole list is
    /// compared, and once more after the last iteration.
    pub(in crate::check) fn loop_over_dicts(
        &mut self,
        iter: &Expr,
        live: Vec<LiveDict>,
        before: Changes,
        mut kind: StatementKind,
        span: Span,
    ) -> Result<StatementKind, Diagnostic> {
        let changes = self.frame().changes;
        let shrinks = changes.shrinks > before.shrinks;
        // A dict that loses a key and gets it back has the same keys, but CPython's loop fails;
        // and `zip` asks a dict before it finds that another part has ended.
        let is_zip = self.is_zip(iter);
        if let Some(dict) = live.first()
            && changes.has_other_keys(before)
            && (is_zip || (shrinks && changes.grows > before.grows))
        {
            return Err(changed_while_iterated(dict.at));
        }
        let mut block = Vec::new();
        let mut checks = Vec::new();
        for (number, dict) in live.into_iter().enumerate() {
            let at = dict.at;
            if let Some((local, value)) = dict.bound {
                block.push(assigned(local, value, at));
            }
            if !changes.has_other_keys(before) {
                continue;
            }
            // A generator may be expanded inside its own loop: the depth tells them apart.
            let depth = self.frame().loops as u32;
            let tag = SIZE + 1000 * number as u32 + 100_000 * depth;
            let list = self.inner_local("keys", at, tag);
            let ty = self.list_type(&dict.keys);
            self.bind_local(list, &ty, at)?;
            block.push(assigned(list, dict.keys, at));
            let list = self.local(list, at);
            let (seen, now) = match shrinks {
                true => {
                    let copy = Kind::Method(Method::Copy, Box::new(list.tree.clone()), Vec::new());
                    (self.made(copy, ty, at), list)
                }
                false => {
                    let size = Kind::Builtin(Builtin::Len, vec![list.tree]);
                    let size = self.made(size, Ty::Int, at);
                    (size.clone(), size)
                }
            };
            let before = self.inner_local("seen", at, tag + 500 + u32::from(shrinks));
            self.bind_local(before, &seen.ty, at)?;
            block.push(assigned(before, seen.tree, at));
            let before = self.local(before, at).tree;
            let test = Kind::Compare(Box::new(now.tree), vec![(Comparison::Equal, before)]);
            let message = "a dict changed its keys while this loop iterated over it";
            let message = Kind::Str(message.to_owned());
            checks.push(Statement {
                span: at,
                kind: StatementKind::Assert {
                    test: self.made(test, Ty::Bool, at).tree,
                    message: Some(self.made(message, Ty::Str, at).tree),
                },
            });
        }
        if let StatementKind::For {
            body, otherwise, ..
        } = &mut kind
        {
            if shrinks {
                otherwise.extend(checks.iter().cloned());
            }
            body.splice(0..0, checks);
        }
        Ok(self.after(block, kind, span))
    }

    /// The type of a list of keys.
    fn list_type(&self, keys: &Expression) -> Ty {
        let Kind::Index(dict, _) = &keys.kind else {
            return Ty::Unknown;
        };
        let ty = match dict.kind {
            Kind::Local(local) => self.local_type(self.current_number(), local),
            Kind::Global(global) => self.globals[global.0 as usize].clone(),
            _ => Ty::Unknown,
        };
        match ty {
            Ty::Dict(ty) => Ty::List(ty.keys),
            Ty::Optional(inner) => match *inner {
                Ty::Dict(ty) => Ty::List(ty.keys),
                _ => Ty::Unknown,
            },
            _ => Ty::Unknown,
        }
    }
}
