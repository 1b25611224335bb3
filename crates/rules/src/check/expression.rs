//! Expressions.

use ruff_python_ast::{
    BoolOp, CmpOp, Expr, ExprBinOp, ExprBoolOp, ExprCompare, Number, Operator, UnaryOp,
};

use super::instance::Checker;
use super::parse::span_of;
use super::type_vars::Ty;
use crate::source::{Diagnostic, Span};
use crate::tree::{Builtin, Comparison, Expression, Kind, Unary};

/// A checked expression and its inferred type.
#[derive(Clone, Debug)]
pub(super) struct Checked {
    pub(super) tree: Expression,
    pub(super) ty: Ty,
}

impl<'a> Checker<'a> {
    /// An expression from checked operands.
    pub(super) fn made(&self, kind: Kind, ty: Ty, span: Span) -> Checked {
        let finalised = self.types.finalised(&ty);
        self.count_work(&finalised);
        Checked {
            tree: Expression {
                span,
                ty: finalised,
                kind,
            },
            ty,
        }
    }

    /// Checks any expression.
    pub(super) fn expression(&mut self, expr: &'a Expr) -> Result<Checked, Diagnostic> {
        let at = span_of(expr);
        self.check_work(at)?;
        Ok(match expr {
            Expr::NumberLiteral(node) => self.made(int_literal(&node.value, at)?, Ty::Int, at),
            Expr::BooleanLiteral(node) => self.made(Kind::Bool(node.value), Ty::Bool, at),
            Expr::NoneLiteral(_) => self.made(Kind::None, Ty::None, at),
            Expr::StringLiteral(node) => {
                let text = node.value.to_str().to_owned();
                self.made(Kind::Str(text), Ty::Str, at)
            }
            Expr::FString(node) => self.format_string(node)?,
            Expr::Name(node) => self.name(node.id.as_str(), at)?,
            Expr::Tuple(node) => {
                let items = self.expressions(&node.elts)?;
                let tuple = self.tuple_of(items, at);
                if self.types.is_too_deep(&tuple.ty) {
                    return Err(Diagnostic::at(at, "these tuples are nested too deeply")
                        .help("nest at most a dozen tuples"));
                }
                tuple
            }
            Expr::List(node) => {
                let items = self.expressions(&node.elts)?;
                let cell = self.cell_at(at, 0);
                for item in &items {
                    self.types
                        .add_item(cell, &item.ty)
                        .map_err(|_| self.wrong_item(cell, &item.ty, item.tree.span))?;
                }
                let items = items.into_iter().map(|item| item.tree).collect();
                self.made(Kind::List(items), Ty::List(cell), at)
            }
            Expr::UnaryOp(node) => self.unary(node.op, &node.operand, at)?,
            Expr::Set(node) => self.set_display(&node.elts, at)?,
            Expr::SetComp(node) => self.set_comprehension(&node.elt, &node.generators, at)?,
            Expr::Dict(node) => self.dict_display(&node.items, at)?,
            Expr::DictComp(node) => match &node.key {
                Some(key) => self.dict_comprehension(key, &node.value, &node.generators, at)?,
                None => return Err(self.refuse_expression(expr)),
            },
            Expr::BinOp(node) => {
                let left = self.expression(&node.left)?;
                let left = self.unwrapped(left);
                if is_square_root(node) {
                    let message = "a square root is a float, and only ints are supported";
                    let help = "its whole part: `math.isqrt(x)`, with `import math`";
                    return Err(Diagnostic::at(at, message).help(help));
                }
                let right = self.expression(&node.right)?;
                let right = self.unwrapped(right);
                let operator = self.operator(node.op, at)?;
                if matches!(left.ty, Ty::Dict(_)) || matches!(right.ty, Ty::Dict(_)) {
                    return self.dict_operation(operator, left, right, at);
                }
                if let (Ty::Set(_), Ty::Set(_) | Ty::Unknown) | (Ty::Unknown, Ty::Set(_)) =
                    (&left.ty, &right.ty)
                {
                    return self.set_operation(operator, left, right, at);
                }
                let (left, right, ty) = self.operate(operator, left, right, at)?;
                let kind = Kind::Binary(operator, Box::new(left), Box::new(right));
                self.made(kind, ty, at)
            }
            Expr::BoolOp(node) => self.and_or(node, at)?,
            Expr::Compare(node) => self.compare(node, at)?,
            Expr::If(node) => {
                let test = self.test(&node.test)?;
                let (then, otherwise) = match self.known_test(&node.test) {
                    None => (self.expression(&node.body)?, self.expression(&node.orelse)?),
                    Some(is_true) => {
                        let only = match is_true {
                            true => self.expression(&node.body)?,
                            false => self.expression(&node.orelse)?,
                        };
                        (only.clone(), only)
                    }
                };
                let ty = self.join(&then.ty, &otherwise.ty, at)?;
                let kind = Kind::Conditional {
                    test: Box::new(test),
                    then: Box::new(then.tree),
                    otherwise: Box::new(otherwise.tree),
                };
                self.made(kind, ty, at)
            }
            Expr::Subscript(node) => self.subscript(node, at)?,
            Expr::Call(node) => self.call(node, at)?,
            Expr::ListComp(node) => self.list_comprehension(&node.elt, &node.generators, at)?,
            Expr::Generator(_) => {
                return Err(Diagnostic::at(at, "a generator expression cannot be used as a value").help(
                    "write a list `[… for …]`, or pass it to any, all, sum, min, max, sorted, list, tuple or join",
                ));
            }
            Expr::Attribute(node) => {
                if let Some(field) = self.attribute(node, at)? {
                    return Ok(field);
                }
                let name = node.attr.as_str();
                let is_math =
                    matches!(&*node.value, Expr::Name(of) if self.is_math(of.id.as_str()));
                if name == "inf" && is_math {
                    return Ok(self.made(Kind::Int(i64::MAX), Ty::Bound, at));
                }
                return Err(Diagnostic::at(at, format!("`.{name}` is not supported here"))
                    .help("only records have attributes in a rule file; methods are called: `xs.append(x)`"));
            }
            other => return Err(self.refuse_expression(other)),
        })
    }

    /// A tuple of values.
    pub(super) fn tuple_of(&self, items: Vec<Checked>, at: Span) -> Checked {
        let ty = Ty::Tuple(items.iter().map(|item| item.ty.clone()).collect());
        let items = items.into_iter().map(|item| item.tree).collect();
        self.made(Kind::Tuple(items), ty, at)
    }

    /// Checks expressions from left to right.
    pub(super) fn expressions(&mut self, list: &'a [Expr]) -> Result<Vec<Checked>, Diagnostic> {
        list.iter().map(|expr| self.expression(expr)).collect()
    }

    /// The source text of a span in backquotes, if it is short.
    pub(super) fn quoted(&self, at: Span) -> String {
        let text = self.source.slice(at);
        if text.is_empty() || text.len() > 40 || text.contains('\n') {
            "this".to_owned()
        } else {
            format!("`{text}`")
        }
    }

    /// Coerces to a number; an optional number is unwrapped.
    pub(super) fn number(&mut self, value: Checked) -> Result<Checked, Diagnostic> {
        let value = self.unwrapped(value);
        if value.ty.is_number() || value.ty == Ty::Unknown {
            return Ok(value);
        }
        let at = value.tree.span;
        if value.ty == Ty::Bound {
            let int = Checked {
                ty: Ty::Int,
                ..value
            };
            return self.dict_function("dict.finite", vec![int], Ty::Int, at);
        }
        let (what, is) = (self.quoted(at), self.types.described(&value.ty));
        let help = match value.ty {
            Ty::List(_) | Ty::Tuple(_) | Ty::Row(_) => {
                "index it, e.g. `xs[0]`, or take its length: `len(xs)`"
            }
            Ty::None => "a function without `return` returns None",
            Ty::Str => "strings are for labels, messages and `show`",
            _ => "write an int here",
        };
        Err(Diagnostic::at(at, format!("{what} is {is}, expected an int")).help(help))
    }

    /// The value of an optional expression.
    pub(super) fn unwrapped(&self, value: Checked) -> Checked {
        match value.ty {
            Ty::Optional(inner) => {
                let span = value.tree.span;
                self.made(Kind::Unwrap(Box::new(value.tree)), inner.as_tuple(), span)
            }
            Ty::Record(..) => Checked {
                ty: value.ty.as_tuple(),
                ..value
            },
            // A later round may infer a type other than None.
            Ty::None if !self.is_last_round => Checked {
                ty: Ty::Unknown,
                ..value
            },
            _ => value,
        }
    }

    /// A condition: the truth value of any expression.
    pub(super) fn test(&mut self, expr: &'a Expr) -> Result<Expression, Diagnostic> {
        let at = span_of(expr);
        match expr {
            Expr::BoolOp(node) => {
                let tests: Result<Vec<Expression>, Diagnostic> =
                    node.values.iter().map(|value| self.test(value)).collect();
                let kind = match node.op {
                    BoolOp::And => Kind::And(tests?),
                    BoolOp::Or => Kind::Or(tests?),
                };
                Ok(self.made(kind, Ty::Bool, at).tree)
            }
            Expr::UnaryOp(node) if node.op == UnaryOp::Not => {
                let test = self.test(&node.operand)?;
                let kind = Kind::Unary(Unary::Not, Box::new(test));
                Ok(self.made(kind, Ty::Bool, at).tree)
            }
            other => {
                let value = self.expression(other)?;
                self.truth(value)
            }
        }
    }

    /// The result of `x is None` where `x` is always None: what is then never
    /// executed is not checked.
    pub(super) fn known_test(&mut self, expr: &'a Expr) -> Option<bool> {
        let Expr::Compare(node) = expr else {
            return None;
        };
        let ([op], [Expr::NoneLiteral(_)], Expr::Name(name)) =
            (&node.ops[..], &node.comparators[..], &*node.left)
        else {
            return None;
        };
        let local = self.own_local(name.id.as_str())?;
        let ty = self.local_type(self.current_number(), local);
        match op {
            CmpOp::Is if ty == Ty::None => Some(true),
            CmpOp::IsNot if ty == Ty::None => Some(false),
            _ => None,
        }
    }

    /// The truth value of a value.
    pub(super) fn truth(&self, value: Checked) -> Result<Expression, Diagnostic> {
        if value.ty == Ty::Bool {
            return Ok(value.tree);
        }
        let span = value.tree.span;
        // A dict is a pair, which is always true: its keys decide.
        let value = self.keys_or(value);
        if matches!(&value.ty, Ty::Optional(inner) if matches!(**inner, Ty::Dict(_))) {
            let message = "the truth value of None or a dict is not supported in a rule file";
            return Err(Diagnostic::at(span, message).help("write `if d is not None and d:`"));
        }
        let kind = Kind::Builtin(Builtin::Bool, vec![value.tree]);
        Ok(self.made(kind, Ty::Bool, span).tree)
    }

    fn unary(&mut self, op: UnaryOp, operand: &'a Expr, at: Span) -> Result<Checked, Diagnostic> {
        if op == UnaryOp::Not {
            let test = self.test(operand)?;
            let kind = Kind::Unary(Unary::Not, Box::new(test));
            return Ok(self.made(kind, Ty::Bool, at));
        }
        if let (UnaryOp::USub, Expr::NumberLiteral(node)) = (op, operand)
            && let Number::Int(int) = &node.value
        {
            // -2^63 has no positive counterpart, so the literal is parsed with its
            // sign.
            if let Ok(number) = format!("-{int}").parse() {
                return Ok(self.made(Kind::Int(number), Ty::Int, at));
            }
        }
        let operand = self.expression(operand)?;
        if let (UnaryOp::USub, Ty::Bound, Kind::Int(i64::MAX)) =
            (op, &operand.ty, &operand.tree.kind)
        {
            return Ok(self.made(Kind::Int(i64::MIN), Ty::Bound, at));
        }
        let operand = self.number(operand)?;
        let operator = match op {
            UnaryOp::USub => Unary::Minus,
            UnaryOp::UAdd => Unary::Plus,
            UnaryOp::Invert | UnaryOp::Not => Unary::Invert,
        };
        let kind = Kind::Unary(operator, Box::new(operand.tree));
        Ok(self.made(kind, Ty::Int, at))
    }

    fn and_or(&mut self, node: &'a ExprBoolOp, at: Span) -> Result<Checked, Diagnostic> {
        let values = self.expressions(&node.values)?;
        if let (
            BoolOp::Or,
            [Expr::Name(_), _],
            [
                Checked {
                    ty: Ty::Optional(_),
                    ..
                },
                _,
            ],
        ) = (node.op, &node.values[..], &values[..])
        {
            return self.value_or(&node.values, values, at);
        }
        let mut ty = Ty::Unknown;
        for value in &values {
            ty = self.types.join(&ty, &value.ty).map_err(|_| {
                let (a, b) = (self.types.described(&ty), self.types.described(&value.ty));
                Diagnostic::at(at, format!("the operands have different types, {a} and {b}")).help(
                    "`and` and `or` return one of their operands; for a truth value wrap each in bool(…)",
                )
            })?;
        }
        if self.types.has_dict(&ty) && !matches!(ty, Ty::List(_) | Ty::Tuple(_) | Ty::Row(_)) {
            let message = "a dict cannot be an operand of `and` or `or` in a rule file";
            return Err(Diagnostic::at(at, message).help("write `if … else …`"));
        }
        let trees = values.into_iter().map(|value| value.tree).collect();
        let kind = match node.op {
            BoolOp::And => Kind::And(trees),
            BoolOp::Or => Kind::Or(trees),
        };
        Ok(self.made(kind, ty, at))
    }

    /// `x or y`, where the name `x` may be None: `x if x else y`.
    fn value_or(
        &mut self,
        exprs: &'a [Expr],
        values: Vec<Checked>,
        at: Span,
    ) -> Result<Checked, Diagnostic> {
        let test = self.test(&exprs[0])?;
        let mut values = values.into_iter();
        let (Some(value), Some(otherwise)) = (values.next(), values.next()) else {
            unreachable!("`or` has two operands")
        };
        let then = self.unwrapped(value);
        let ty = self.join(&then.ty, &otherwise.ty, at)?;
        let kind = Kind::Conditional {
            test: Box::new(test),
            then: Box::new(then.tree),
            otherwise: Box::new(otherwise.tree),
        };
        Ok(self.made(kind, ty, at))
    }

    fn compare(&mut self, node: &'a ExprCompare, at: Span) -> Result<Checked, Diagnostic> {
        // Operands of an order comparison are values, not None.
        let is_ordered = |place: usize| node.ops.get(place).is_some_and(orders);
        let mut left = self.expression(&node.left)?;
        if is_ordered(0) {
            left = self.unwrapped(left);
        }
        let first = left.tree.clone();
        let mut rest = Vec::new();
        for (place, (op, expr)) in node.ops.iter().zip(&node.comparators).enumerate() {
            let mut right = match op {
                CmpOp::In | CmpOp::NotIn => self.container(expr)?,
                _ => self.expression(expr)?,
            };
            if is_ordered(place) || is_ordered(place + 1) {
                right = self.unwrapped(right);
            }
            let is_range = matches!(right.tree.kind, Kind::Builtin(Builtin::Range, _));
            if is_range && place + 1 < node.ops.len() {
                return Err(Diagnostic::at(
                    right.tree.span,
                    "a range cannot be compared; it is only supported after `in`",
                )
                .help("write two comparisons joined by `and`"));
            }
            let pair = left.tree.span.to(right.tree.span);
            let equality = match op {
                CmpOp::Eq => Some(Comparison::Equal),
                CmpOp::NotEq => Some(Comparison::NotEqual),
                _ => None,
            };
            if let (Ty::Dict(_), Ty::Dict(_), Some(equality), 1) =
                (&left.ty, &right.ty, equality, node.ops.len())
            {
                return self.dict_equality(equality, left, right, at);
            }
            if let (Ty::Set(_), Ty::Set(_), true, 1) =
                (&left.ty, &right.ty, orders(op), node.ops.len())
            {
                return self.set_order(*op, [left, right], at);
            }
            let comparison = self.comparison(*op, &left, &right, pair)?;
            rest.push((comparison, right.tree.clone()));
            left = right;
        }
        let kind = Kind::Compare(Box::new(first), rest);
        Ok(self.made(kind, Ty::Bool, at))
    }

    /// A new list of `items`, created at `at`.
    pub(super) fn list_of(&mut self, items: &Ty, at: Span) -> Result<Ty, Diagnostic> {
        let cell = self.cell_at(at, 0);
        self.types
            .add_item(cell, items)
            .map_err(|_| self.wrong_item(cell, items, at))?;
        Ok(Ty::List(cell))
    }
}

/// Whether a comparison is an order comparison.
fn orders(op: &CmpOp) -> bool {
    matches!(op, CmpOp::Lt | CmpOp::LtE | CmpOp::Gt | CmpOp::GtE)
}

/// `x ** 0.5` or `x ** (1 / 2)`.
fn is_square_root(node: &ExprBinOp) -> bool {
    let number = |expr: &Expr| match expr {
        Expr::NumberLiteral(literal) => match &literal.value {
            Number::Int(int) => int.as_i64().map(|int| int as f64),
            Number::Float(float) => Some(*float),
            Number::Complex { .. } => None,
        },
        _ => None,
    };
    let is_half = match &*node.right {
        Expr::BinOp(half) if half.op == Operator::Div => {
            (number(&half.left), number(&half.right)) == (Some(1.0), Some(2.0))
        }
        other => number(other) == Some(0.5),
    };
    node.op == Operator::Pow && is_half
}

/// The value of an int literal.
pub(super) fn constant(tree: &Expression) -> Option<i64> {
    match &tree.kind {
        Kind::Int(number) => Some(*number),
        Kind::Bool(truth) => Some(i64::from(*truth)),
        Kind::Unary(Unary::Minus, inner) => constant(inner)?.checked_neg(),
        _ => None,
    }
}

fn int_literal(number: &Number, at: Span) -> Result<Kind, Diagnostic> {
    match number {
        Number::Int(int) => int.as_i64().map(Kind::Int).ok_or_else(|| {
            Diagnostic::at(at, "this number does not fit into 64 bits")
                .help("the range of ints is -9223372036854775808 to 9223372036854775807")
        }),
        Number::Float(_) => Err(
            Diagnostic::at(at, "a float is not supported in a rule file")
                .help("only ints are supported: scale the number, and divide with `//`"),
        ),
        Number::Complex { .. } => Err(Diagnostic::at(
            at,
            "a complex number is not supported in a rule file",
        )
        .help("only ints are supported")),
    }
}
