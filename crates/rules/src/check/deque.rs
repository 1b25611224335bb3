//! Deques. A deque is represented by a list; the checker knows which lists are deques.

use ruff_python_ast::{Expr, ExprCall};

use super::expression::Checked;
use super::instance::Checker;
use super::type_vars::{Cell, Ty};
use crate::source::{Diagnostic, Span};
use crate::tree::{Kind, Method};

/// The methods that lists have, too.
pub(super) const OF_LISTS: [&str; 10] = [
    "append", "clear", "copy", "count", "extend", "index", "insert", "pop", "remove", "reverse",
];

/// The tag of the cell of a new deque.
const ITEMS: u32 = 34;

impl<'a> Checker<'a> {
    /// `deque()` or `deque(xs)`.
    pub(super) fn deque_call(
        &mut self,
        node: &'a ExprCall,
        at: Span,
    ) -> Result<Checked, Diagnostic> {
        let list = match (&node.arguments.args[..], &node.arguments.keywords[..]) {
            ([], []) => {
                let cell = self.cell_at(at, ITEMS);
                self.made(Kind::List(Vec::new()), Ty::List(cell), at)
            }
            ([items], []) => self.listed(items, ITEMS)?,
            _ => {
                let message = "this call of `deque` is not supported here";
                return Err(Diagnostic::at(at, message).help("write `deque(xs)`"));
            }
        };
        Ok(as_deque(list))
    }

    pub(super) fn deque_method(
        &mut self,
        name: &str,
        deque: Checked,
        cell: Cell,
        args: &'a [Expr],
        at: Span,
    ) -> Result<Checked, Diagnostic> {
        let first = self.made(Kind::Int(0), Ty::Int, at).tree;
        let (method, more, ty) = match (name, args) {
            ("popleft", []) => (Method::Pop, Vec::new(), self.types.items(cell).clone()),
            ("appendleft", [item]) => {
                let item = self.new_item(cell, item)?;
                (Method::Insert, vec![item], Ty::None)
            }
            // A deque cannot pop an item by its index.
            (name, args) if OF_LISTS.contains(&name) && (name != "pop" || args.is_empty()) => {
                let list = Checked {
                    ty: Ty::List(cell),
                    ..deque
                };
                let made = self.list_method(name, list, args, at)?;
                return Ok(match name {
                    "copy" => as_deque(made),
                    _ => made,
                });
            }
            _ => {
                let message = format!("a deque has no method `{name}` with these arguments here");
                let help = format!("available: appendleft, popleft, {}", OF_LISTS.join(", "));
                return Err(Diagnostic::at(at, message).help(help));
            }
        };
        let trees = [vec![first], more].concat();
        Ok(self.made(Kind::Method(method, Box::new(deque.tree), trees), ty, at))
    }
}

fn as_deque(list: Checked) -> Checked {
    let ty = match list.ty {
        Ty::List(cell) => Ty::Deque(cell),
        other => other,
    };
    Checked { ty, ..list }
}
