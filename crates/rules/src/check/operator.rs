//! Operators and comparisons.

use ruff_python_ast::{CmpOp, Expr, Operator};

use super::expression::Checked;
use super::instance::Checker;
use super::known::Known;
use super::type_vars::Ty;
use crate::source::{Diagnostic, Span};
use crate::tree::{Binary, Comparison, Expression};

impl<'a> Checker<'a> {
    /// The tree's operator.
    pub(super) fn operator(&self, op: Operator, at: Span) -> Result<Binary, Diagnostic> {
        Ok(match op {
            Operator::Add => Binary::Add,
            Operator::Sub => Binary::Subtract,
            Operator::Mult => Binary::Multiply,
            Operator::FloorDiv => Binary::FloorDivide,
            Operator::Mod => Binary::Modulo,
            Operator::Pow => Binary::Power,
            Operator::LShift => Binary::ShiftLeft,
            Operator::RShift => Binary::ShiftRight,
            Operator::BitAnd => Binary::And,
            Operator::BitOr => Binary::Or,
            Operator::BitXor => Binary::Xor,
            Operator::Div => {
                return Err(
                    Diagnostic::at(at, "`/` returns a float, and only ints are supported")
                        .help("use `//`, which rounds down"),
                );
            }
            Operator::MatMult => {
                return Err(Diagnostic::at(at, "`@` is not supported in a rule file")
                    .help("multiply numbers with `*`"));
            }
        })
    }

    /// Coerces the operands for an operator and infers the type of the result.
    pub(super) fn operate(
        &mut self,
        operator: Binary,
        left: Checked,
        right: Checked,
        at: Span,
    ) -> Result<(Expression, Expression, Ty), Diagnostic> {
        let as_tuple = |value: Checked| Checked {
            ty: value.ty.as_tuple(),
            ..value
        };
        let (left, right) = (as_tuple(left), as_tuple(right));
        let ty = match (operator, &left.ty, &right.ty) {
            (Binary::Add, Ty::Str, Ty::Str) => Ty::Str,
            // The result of a function that is being checked.
            (Binary::Add, Ty::Unknown, other) | (Binary::Add, other, Ty::Unknown)
                if !other.is_number() =>
            {
                Ty::Unknown
            }
            (Binary::Add, Ty::List(a), Ty::List(b)) => {
                let (a, b) = (self.types.items(*a).clone(), self.types.items(*b).clone());
                let items = self.join(&a, &b, at)?;
                self.list_of(&items, at)?
            }
            (Binary::Add, Ty::Tuple(a), Ty::Tuple(b)) => Ty::Tuple([&a[..], &b[..]].concat()),
            (Binary::Add, Ty::Tuple(_) | Ty::Row(_), Ty::Tuple(_) | Ty::Row(_)) => {
                let (a, b) = (self.items_of(&left, "")?, self.items_of(&right, "")?);
                Ty::Row(Box::new(self.join(&a, &b, at)?))
            }
            (Binary::Multiply, Ty::List(_) | Ty::Tuple(_) | Ty::Row(_) | Ty::Str, _) => {
                return self.repeat(left, right, at);
            }
            (Binary::Multiply, _, Ty::List(_) | Ty::Tuple(_) | Ty::Row(_) | Ty::Str) => {
                let (right, left, ty) = self.repeat(right, left, at)?;
                return Ok((left, right, ty));
            }
            (Binary::Add, Ty::List(_), Ty::Tuple(_) | Ty::Row(_))
            | (Binary::Add, Ty::Tuple(_) | Ty::Row(_), Ty::List(_)) => {
                return Err(Diagnostic::at(at, "a list and a tuple cannot be added")
                    .help("convert the tuple to a list first: `list(…)`"));
            }
            (Binary::Add, Ty::Str, _) | (Binary::Add, _, Ty::Str) => {
                let other = if left.ty == Ty::Str { &right } else { &left };
                let is = self.types.described(&other.ty);
                return Err(Diagnostic::at(
                    other.tree.span,
                    format!("{is} cannot be added to a string"),
                )
                .help("convert it with `str(…)`, or use an f-string"));
            }
            (Binary::Modulo, Ty::Str, _) => {
                return Err(
                    Diagnostic::at(at, "`%` on a string is not supported in a rule file")
                        .help("write an f-string: f\"{a} to {b}\""),
                );
            }
            (Binary::And | Binary::Or | Binary::Xor, Ty::Bool, Ty::Bool) => Ty::Bool,
            _ => {
                let (left, right) = (self.number(left)?, self.number(right)?);
                let ty = match operator {
                    Binary::And | Binary::Or | Binary::Xor
                        if left.ty == Ty::Bool && right.ty == Ty::Bool =>
                    {
                        Ty::Bool
                    }
                    _ => Ty::Int,
                };
                return Ok((left.tree, right.tree, ty));
            }
        };
        Ok((left.tree, right.tree, ty))
    }

    /// `sequence * times`.
    fn repeat(
        &mut self,
        sequence: Checked,
        times: Checked,
        at: Span,
    ) -> Result<(Expression, Expression, Ty), Diagnostic> {
        let times = self.number(times)?;
        let ty = match &sequence.ty {
            Ty::List(cell) => {
                let items = self.types.items(*cell).clone();
                self.list_of(&items, at)?
            }
            Ty::Tuple(_) | Ty::Row(_) => Ty::Row(Box::new(self.items_of(&sequence, "")?)),
            other => other.clone(),
        };
        Ok((sequence.tree, times.tree, ty))
    }

    /// The common type of the items of an iterable.
    pub(super) fn items_of(&mut self, value: &Checked, why: &str) -> Result<Ty, Diagnostic> {
        let at = value.tree.span;
        match &value.ty {
            Ty::Unknown => Ok(Ty::Unknown),
            Ty::Str => Ok(Ty::Str),
            Ty::List(cell) => Ok(self.types.items(*cell).clone()),
            Ty::Range => Ok(Ty::Int),
            Ty::Deque(_) => {
                let what = self.quoted(at);
                let message = format!("{what} is a deque, which is not iterable here");
                Err(Diagnostic::at(at, message).help(format!(
                    "iterate over a copy: list({})",
                    what.trim_matches('`')
                )))
            }
            Ty::Row(item) | Ty::Set(item) => Ok((**item).clone()),
            Ty::Record(class, _) if !class.is_tuple => {
                let message = format!("{} is a record, which has no items", self.quoted(at));
                Err(Diagnostic::at(at, message).help("name its fields: `p.x`"))
            }
            Ty::Tuple(_) | Ty::Record(..) => self.types.one_item(&value.ty).map_err(|_| {
                let is = self.types.described(&value.ty);
                Diagnostic::at(at, format!("the items of {is} differ in type"))
                    .help("unpack the tuple: `a, b = pair`")
            }),
            other => {
                let (what, is) = (self.quoted(at), self.types.described(other));
                let message = match (why, other) {
                    ("", _) => format!("{what} is {is}, which is not iterable"),
                    (why, _) => format!("{why}, but {what} is {is}"),
                };
                let help = match other {
                    Ty::Int => "to count up to a number use `range(n)`",
                    _ => "lists, tuples, strings and ranges are iterable",
                };
                Err(Diagnostic::at(at, message).help(help))
            }
        }
    }

    /// The right operand of `in`, which may be `range(…)`.
    pub(super) fn container(&mut self, expr: &'a Expr) -> Result<Checked, Diagnostic> {
        match expr {
            Expr::Call(node) if self.known_callee(&node.func) == Some(Known::Range) => {
                self.range_value(node)
            }
            other => {
                if let Some(list) = self.view_as_list(other)? {
                    return Ok(list);
                }
                let value = self.expression(other)?;
                let value = self.unwrapped(value);
                Ok(self.keys_or(value))
            }
        }
    }

    /// Whether both operands are members of an `Enum`.
    fn are_members(&self, left: &Checked, right: &Checked) -> bool {
        let is_member = |value: &Checked| match value.ty {
            Ty::Record(class, _) => self.file.definitions[class.function].name.ends_with('.'),
            _ => false,
        };
        is_member(left) && is_member(right)
    }

    /// Checks the operand types of a comparison and returns the tree's
    /// operator.
    pub(super) fn comparison(
        &mut self,
        op: CmpOp,
        left: &Checked,
        right: &Checked,
        at: Span,
    ) -> Result<Comparison, Diagnostic> {
        let is_none = right.ty == Ty::None;
        let comparison = match op {
            CmpOp::Eq if is_none => return Ok(Comparison::IsNone),
            CmpOp::NotEq if is_none => return Ok(Comparison::IsNotNone),
            CmpOp::Is if is_none => return Ok(Comparison::IsNone),
            CmpOp::IsNot if is_none => return Ok(Comparison::IsNotNone),
            // An `Enum` has one object for each member.
            CmpOp::Is if self.are_members(left, right) => Comparison::Equal,
            CmpOp::IsNot if self.are_members(left, right) => Comparison::NotEqual,
            CmpOp::Is | CmpOp::IsNot => {
                return Err(Diagnostic::at(at, "`is` compares identity, not values")
                    .help("write `==` or `!=`; `is` is for `is None`"));
            }
            CmpOp::In => return self.member(left, right, at).map(|()| Comparison::In),
            CmpOp::NotIn => return self.member(left, right, at).map(|()| Comparison::NotIn),
            CmpOp::Eq => Comparison::Equal,
            CmpOp::NotEq => Comparison::NotEqual,
            CmpOp::Lt => Comparison::Less,
            CmpOp::LtE => Comparison::LessOrEqual,
            CmpOp::Gt => Comparison::Greater,
            CmpOp::GtE => Comparison::GreaterOrEqual,
        };
        let is_equality = matches!(comparison, Comparison::Equal | Comparison::NotEqual);
        let fits = self.types.can_equal(&left.ty, &right.ty)
            && (is_equality || (self.types.has_order(&left.ty) && self.types.has_order(&right.ty)));
        if fits {
            return Ok(comparison);
        }
        let (a, b) = (
            self.types.described(&left.ty),
            self.types.described(&right.ty),
        );
        let (message, help) = if is_equality {
            (
                format!("{a} and {b} are never equal"),
                "compare values of the same type: a list with a list, a tuple with a tuple",
            )
        } else {
            (
                format!("{a} and {b} cannot be ordered"),
                "order comparisons need ints, strings, tuples or lists",
            )
        };
        Err(Diagnostic::at(at, message).help(help))
    }

    fn member(&mut self, left: &Checked, right: &Checked, at: Span) -> Result<(), Diagnostic> {
        if let (Ty::Str, Ty::Str) = (&left.ty, &right.ty) {
            return Ok(());
        }
        let fits = match &right.ty {
            Ty::Tuple(items) => items
                .iter()
                .all(|item| self.types.can_equal(&left.ty, item)),
            Ty::Str => false,
            _ => {
                let items = self.items_of(right, "`in` needs a sequence")?;
                self.types.can_equal(&left.ty, &items)
            }
        };
        if fits {
            return Ok(());
        }
        let (a, b) = (
            self.types.described(&left.ty),
            self.types.described(&right.ty),
        );
        Err(Diagnostic::at(at, format!("{a} is never in {b}"))
            .help("search for a value of the item type"))
    }
}
