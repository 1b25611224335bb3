//! Statements that are short for others.

use ruff_python_ast::{Expr, ExprContext, Stmt, StmtAssign, StmtFor, StmtIf, StmtWhile, Suite};
use ruff_text_size::TextRange;

use super::template::{assignment, expression, new_name, statements, stored_name};
use super::{Desugar, formatting, place, refused, scope};
use crate::check::file::refuse_statement;
use crate::source::Diagnostic;

impl Desugar {
    /// Rewrites the statements of a block.
    pub(super) fn block(&mut self, body: Suite) -> Result<Suite, Diagnostic> {
        let mut out = Vec::new();
        for stmt in body {
            out.extend(self.statement(stmt)?);
        }
        Ok(out.into_iter().collect())
    }

    /// Rewrites a statement and its parts.
    pub(super) fn statement(&mut self, mut stmt: Stmt) -> Result<Vec<Stmt>, Diagnostic> {
        let mut before = Vec::new();
        match &mut stmt {
            Stmt::Match(node) => return self.match_statement(node.clone()),
            Stmt::Try(node) => {
                if let Some(instead) = self.tried(node) {
                    return self.block(instead.into_iter().collect()).map(into_vec);
                }
                // Its blocks are not rewritten, so errors in them would mislead.
                return Err(refuse_statement(&stmt).expect("`try` is not supported"));
            }
            // Nothing catches it.
            Stmt::Raise(node) if node.exc.is_some() && node.cause.is_none() => {
                let text = node.exc.as_deref().and_then(raised).unwrap_or_default();
                let text = formatting::quoted(&text);
                let text = format!("while True:\n    assert False, {text}");
                return Ok(statements(&text, node.range, &[], &[]));
            }
            Stmt::Delete(node) => {
                if let Some(instead) = self.deletions(&node.targets) {
                    return self.block(instead.into_iter().collect()).map(into_vec);
                }
            }
            Stmt::Assign(node) => {
                if let Some(instead) = split_literals(node) {
                    return Ok(instead);
                }
                if let Some(instead) = self.assigned_slice(node) {
                    return self.block(instead.into_iter().collect()).map(into_vec);
                }
                if let Some(instead) = self.starred_target(node)? {
                    return self.block(instead.into_iter().collect()).map(into_vec);
                }
            }
            Stmt::Expr(node) => {
                if let Some(instead) = self.changed_set(&node.value)? {
                    return self.statement(instead);
                }
                if let Some(instead) = self.sorted_in_place(&node.value)? {
                    return self.block(instead.into_iter().collect()).map(into_vec);
                }
                if let Some(instead) = chosen_move(&node.value) {
                    return self.statement(instead);
                }
                if let Expr::YieldFrom(from) = &*node.value {
                    let at = from.range;
                    let name = self.fresh("yielded");
                    let fill = [("X", (*from.value).clone()), ("Y", new_name(&name, at))];
                    let mut instead = statements("for y in X:\n    yield Y", at, &fill, &[]);
                    if let Some(Stmt::For(node)) = instead.first_mut() {
                        *node.target = stored_name(&name, at);
                    }
                    return self.block(instead.into_iter().collect()).map(into_vec);
                }
            }
            Stmt::For(node) => {
                self.refuse_deferred(&node.iter, &scope::stored_in(&node.body))?;
                if self.is_lazy(&node.iter)
                    && let Some(marker) = self.marker(&node.body)
                {
                    self.marked(&mut node.iter, marker);
                }
            }
            Stmt::AugAssign(node) => {
                if let Some(instead) = self.augmented_set(node) {
                    return self.statement(instead);
                }
            }
            Stmt::If(node) => before = self.named_first(node),
            Stmt::While(node) => {
                if let Some(instead) = named_in_while(node) {
                    return self.statement(instead);
                }
            }
            _ => {}
        }
        if let Stmt::For(node) = &mut stmt
            && let Some(members) = self.members(&node.iter)
        {
            *node.iter = members;
        }
        self.range_values(&mut stmt);
        self.expressions_of(&mut stmt)?;
        unpacked_list(&mut stmt);
        match &mut stmt {
            Stmt::FunctionDef(node) => {
                self.function = Some(node.clone());
                self.numbers = scope::numbers(&node.body);
                node.body = self.block(std::mem::take(&mut node.body))?;
                self.numbers.clear();
                self.function = None;
            }
            Stmt::For(StmtFor { body, orelse, .. })
            | Stmt::While(StmtWhile { body, orelse, .. }) => {
                *body = self.block(std::mem::take(body))?;
                *orelse = self.block(std::mem::take(orelse))?;
            }
            Stmt::If(node) => {
                node.body = self.block(std::mem::take(&mut node.body))?;
                for clause in &mut node.elif_else_clauses {
                    clause.body = self.block(std::mem::take(&mut clause.body))?;
                }
            }
            _ => {}
        }
        let mut out = Vec::new();
        for one in before {
            out.extend(self.statement(one)?);
        }
        out.push(stmt);
        Ok(out)
    }

    /// A range that is assigned or returned.
    fn range_values(&self, stmt: &mut Stmt) {
        match stmt {
            Stmt::Assign(node) => match &node.targets[..] {
                [Expr::Tuple(_) | Expr::List(_)] => self.range_as(&mut node.value, "list(X)"),
                _ => self.range_value(&mut node.value),
            },
            Stmt::Return(node) => {
                if let Some(value) = &mut node.value {
                    self.range_value(value);
                }
            }
            _ => {}
        }
    }

    /// Ranges that are items of a list, a tuple or a list comprehension, or arguments of functions
    /// of the file.
    pub(super) fn range_items(&self, expr: &mut Expr) {
        let items = match expr {
            Expr::List(node) => &mut node.elts[..],
            Expr::Tuple(node) => &mut node.elts[..],
            Expr::ListComp(node) => std::slice::from_mut(&mut *node.elt),
            Expr::Call(node) => match &*node.func {
                Expr::Name(name) if self.names.contains(name.id.as_str()) => {
                    &mut node.arguments.args[..]
                }
                _ => return,
            },
            _ => return,
        };
        for item in items {
            self.range_value(item);
        }
    }

    /// A range that is a value: represented by the tuple of its items.
    pub(super) fn range_value(&self, value: &mut Expr) {
        self.range_as(value, "_ranged(tuple(X))");
    }

    fn range_as(&self, value: &mut Expr, text: &str) {
        if let Expr::Call(call) = &*value
            && self.is_built_in(&call.func, "range")
        {
            *value = expression(text, place(value), &[("X", value.clone())]);
        }
    }

    /// `xs.sort(key=…)` as `sorted`. The list is empty while it is sorted, as the key may see.
    fn sorted_in_place(&mut self, expr: &Expr) -> Result<Option<Vec<Stmt>>, Diagnostic> {
        let Expr::Call(call) = expr else {
            return Ok(None);
        };
        let Expr::Attribute(method) = &*call.func else {
            return Ok(None);
        };
        let has_key = !call.arguments.keywords.is_empty() && call.arguments.args.is_empty();
        if method.attr.as_str() != "sort" || !method.value.is_name_expr() || !has_key {
            return Ok(None);
        }
        let mut words = call.arguments.keywords.clone();
        let mut out = Vec::new();
        for word in &mut words {
            if self.may_change(&word.value) {
                let message = "what `sort` evaluates may change the list";
                let help = "sort a copy: `xs = sorted(xs, key=…)`";
                return Err(refused(place(expr), message, help));
            }
            // It is evaluated before the list is emptied.
            if word.arg.as_deref() == Some("reverse") && !word.value.is_literal_expr() {
                let name = self.fresh("reverse");
                let at = place(&word.value);
                let value = std::mem::replace(&mut word.value, new_name(&name, at));
                out.push(assignment(&name, value, at));
            }
        }
        let at = place(expr);
        let name = self.fresh("sorted");
        let list = [("X", (*method.value).clone()), ("S", new_name(&name, at))];
        let mut sorted = expression("sorted(S)", at, &list);
        if let Expr::Call(sorted) = &mut sorted {
            sorted.arguments.keywords = words;
        }
        out.push(assignment(&name, expression("X.copy()", at, &list), at));
        out.extend(statements("X.clear()", at, &list, &[]));
        out.push(assignment(&name, sorted, at));
        out.extend(statements("X.extend(S)", at, &list, &[]));
        Ok((!self.bound.contains("sorted")).then_some(out))
    }

    /// `first, *rest = xs`.
    fn starred_target(&mut self, node: &StmtAssign) -> Result<Option<Vec<Stmt>>, Diagnostic> {
        let [Expr::Tuple(target)] = &node.targets[..] else {
            return Ok(None);
        };
        let Some(star) = target.elts.iter().position(Expr::is_starred_expr) else {
            return Ok(None);
        };
        let at = node.range;
        let is_name = |target: &Expr| match target {
            Expr::Starred(node) => node.value.is_name_expr(),
            other => other.is_name_expr(),
        };
        if !target.elts.iter().all(is_name) {
            let message = "a target of this assignment is not a name";
            let help = "assign to names first: `first, *rest = xs`";
            return Err(refused(at, message, help));
        }
        let (Expr::Starred(rest), after) = (&target.elts[star], &target.elts[star + 1..]) else {
            return Ok(None);
        };
        let temporary = self.fresh("unpacked");
        let mut out = vec![assignment(&temporary, (*node.value).clone(), at)];
        // Both ends are unpacked exactly, so that too few items are a fault.
        let end = format!("max({star}, len(X) - {})", after.len());
        let parts = [
            (
                tuple_target(&target.elts[..star], at),
                format!("X[:{star}]"),
            ),
            ((*rest.value).clone(), format!("list(X[{star}:{end}])")),
            (tuple_target(after, at), format!("X[{end}:]")),
        ];
        for (target, text) in parts {
            if matches!(&target, Expr::Tuple(node) if node.elts.is_empty()) {
                continue;
            }
            let value = expression(&text, at, &[("X", new_name(&temporary, at))]);
            out.push(Stmt::Assign(StmtAssign {
                node_index: Default::default(),
                range: at,
                targets: vec![target],
                value: Box::new(value),
            }));
        }
        Ok(Some(out))
    }

    /// Takes `name := value` out of a test that evaluates it first.
    fn named_first(&mut self, node: &mut StmtIf) -> Vec<Stmt> {
        take_named(&mut node.test).into_iter().collect()
    }
}

/// `a, b = map(f, xs)`, which is a generator expression now: unpacks a list.
fn unpacked_list(stmt: &mut Stmt) {
    if let Stmt::Assign(node) = stmt
        && let [Expr::Tuple(_) | Expr::List(_)] = &node.targets[..]
        && let Expr::Generator(items) = &*node.value
    {
        *node.value = Expr::ListComp(ruff_python_ast::ExprListComp {
            node_index: Default::default(),
            range: items.range,
            elt: items.elt.clone(),
            generators: items.generators.clone(),
        });
    }
}

/// `rows, cols = 3, 4` as two assignments, so that both are parameters.
fn split_literals(node: &StmtAssign) -> Option<Vec<Stmt>> {
    let ([Expr::Tuple(targets)], Expr::Tuple(values)) = (&node.targets[..], &*node.value) else {
        return None;
    };
    let is_plain = targets.elts.len() == values.elts.len()
        && targets.elts.iter().all(Expr::is_name_expr)
        && values.elts.iter().all(Expr::is_literal_expr);
    let pairs = targets.elts.iter().zip(&values.elts);
    let one = |(target, value): (&Expr, &Expr)| {
        Stmt::Assign(StmtAssign {
            node_index: Default::default(),
            range: node.range,
            targets: vec![target.clone()],
            value: Box::new(value.clone()),
        })
    };
    is_plain.then(|| pairs.map(one).collect())
}

/// Several targets.
fn tuple_target(elts: &[Expr], at: TextRange) -> Expr {
    Expr::Tuple(ruff_python_ast::ExprTuple {
        node_index: Default::default(),
        range: at,
        elts: elts.to_vec(),
        ctx: ExprContext::Store,
        parenthesized: true,
    })
}

/// The assignment of a `:=` that an expression evaluates first.
fn take_named(expr: &mut Expr) -> Option<Stmt> {
    match expr {
        Expr::Named(node) => {
            let mut target = (*node.target).clone();
            let at = node.range;
            let bind = Stmt::Assign(StmtAssign {
                node_index: Default::default(),
                range: at,
                targets: vec![target.clone()],
                value: node.value.clone(),
            });
            if let Expr::Name(name) = &mut target {
                name.ctx = ExprContext::Load;
            }
            *expr = target;
            Some(bind)
        }
        Expr::Compare(node) => take_named(&mut node.left),
        Expr::BoolOp(node) => node.values.first_mut().and_then(take_named),
        Expr::UnaryOp(node) => take_named(&mut node.operand),
        Expr::BinOp(node) => take_named(&mut node.left),
        Expr::Subscript(node) => take_named(&mut node.value),
        _ => None,
    }
}

/// `while (x := f()) > 0:` with the assignment at the head of an endless loop.
fn named_in_while(node: &mut StmtWhile) -> Option<Stmt> {
    if !node.orelse.is_empty() {
        return None;
    }
    let bind = take_named(&mut node.test)?;
    let blocks = [
        ("N", vec![bind]),
        ("B", node.body.iter().cloned().collect()),
    ];
    let text = "while True:\n    N\n    if not T:\n        break\n    B";
    let fill = [("T", (*node.test).clone())];
    statements(text, node.range, &fill, &blocks).pop()
}

/// `yield again(x) if test else y`, with a move on each side, as an `if`.
fn chosen_move(expr: &Expr) -> Option<Stmt> {
    let Expr::Yield(node) = expr else {
        return None;
    };
    let Some(Expr::If(choice)) = node.value.as_deref() else {
        return None;
    };
    let is_move = |expr: &Expr| {
        matches!(expr, Expr::Call(call)
            if matches!(&*call.func, Expr::Name(name) if ["move", "again", "points"].contains(&name.id.as_str())))
    };
    if !is_move(&choice.body) && !is_move(&choice.orelse) {
        return None;
    }
    let fill = [
        ("T", (*choice.test).clone()),
        ("A", (*choice.body).clone()),
        ("B", (*choice.orelse).clone()),
    ];
    let text = "if T:\n    yield A\nelse:\n    yield B";
    statements(text, node.range, &fill, &[]).pop()
}

pub(super) fn into_vec(body: Suite) -> Vec<Stmt> {
    body.into_iter().collect()
}

/// The message of an exception.
fn raised(exception: &Expr) -> Option<String> {
    match exception {
        Expr::Name(name) => Some(name.id.to_string()),
        Expr::Call(call) => match &call.arguments.args[..] {
            [Expr::StringLiteral(text)] => Some(text.value.to_str().to_owned()),
            _ => raised(&call.func),
        },
        _ => None,
    }
}
