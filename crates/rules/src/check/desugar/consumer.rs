//! A loop over a generator, whose body replaces each `yield`.

use ruff_python_ast::{Expr, Stmt};
use ruff_text_size::TextRange;

use super::flow::{breaks, continues};
use super::template::{assignment, expression, new_name, statements, stored_name};

/// A loop that runs once, which `break` and `continue` leave.
pub(super) fn once(name: &str, body: Vec<Stmt>, at: TextRange) -> Vec<Stmt> {
    let mut made = statements("for x in (0,):\n    B", at, &[], &[("B", body)]);
    if let Some(Stmt::For(node)) = made.first_mut() {
        *node.target = stored_name(name, at);
    }
    made
}

/// What a loop does with the items of a generator.
pub(super) struct Consumer {
    pub(super) target: Expr,
    pub(super) body: Vec<Stmt>,
    /// The name that is true once the loop has ended early.
    pub(super) stop: String,
    pub(super) once: String,
    pub(super) at: TextRange,
}

impl Consumer {
    /// The statements of a generator with the loop's body for each `yield`.
    pub(super) fn replace(&self, body: Vec<Stmt>, needs_stop: bool) -> Vec<Stmt> {
        let mut out = Vec::new();
        for mut stmt in body {
            match &mut stmt {
                Stmt::Expr(node) => {
                    if let Expr::Yield(yielded) = &*node.value {
                        out.extend(self.item(yielded.value.as_deref(), yielded.range, needs_stop));
                        continue;
                    }
                }
                Stmt::Return(_) => {
                    out.extend(self.ended());
                    continue;
                }
                Stmt::For(node) => {
                    let inner = std::mem::take(&mut node.body).into_iter().collect();
                    node.body = self.replace(inner, needs_stop).into_iter().collect();
                    let after = std::mem::take(&mut node.orelse).into_iter().collect();
                    node.orelse = self.replace(after, needs_stop).into_iter().collect();
                }
                Stmt::While(node) => {
                    let inner = std::mem::take(&mut node.body).into_iter().collect();
                    node.body = self.replace(inner, needs_stop).into_iter().collect();
                    let after = std::mem::take(&mut node.orelse).into_iter().collect();
                    node.orelse = self.replace(after, needs_stop).into_iter().collect();
                }
                Stmt::If(node) => {
                    let inner = std::mem::take(&mut node.body).into_iter().collect();
                    node.body = self.replace(inner, needs_stop).into_iter().collect();
                    for clause in &mut node.elif_else_clauses {
                        let inner = std::mem::take(&mut clause.body).into_iter().collect();
                        clause.body = self.replace(inner, needs_stop).into_iter().collect();
                    }
                }
                _ => {}
            }
            let is_loop = matches!(stmt, Stmt::For(_) | Stmt::While(_));
            out.push(stmt);
            if is_loop && needs_stop {
                out.extend(self.leave());
            }
        }
        out
    }

    /// One item.
    fn item(&self, value: Option<&Expr>, at: TextRange, needs_stop: bool) -> Vec<Stmt> {
        let none = expression("None", at, &[]);
        let value = value.cloned().unwrap_or(none);
        // `yield from`: the value is yielded as it stands.
        if let ([Stmt::Expr(node)], Expr::Name(target)) = (&self.body[..], &self.target)
            && let Expr::Yield(yielded) = &*node.value
            && matches!(yielded.value.as_deref(), Some(Expr::Name(name)) if name.id == target.id)
        {
            return statements("yield V", at, &[("V", value)], &[]);
        }
        let mut bind = assignment("x", value, at);
        if let Stmt::Assign(node) = &mut bind {
            node.targets = vec![self.target.clone()];
        }
        let mut body = vec![bind];
        let stops = breaks(&self.body);
        if !stops && !continues(&self.body) {
            body.extend(self.body.iter().cloned());
            return body;
        }
        body.extend(self.stopping(self.body.clone()));
        let mut out = once(&format!("{}.item", self.once), body, self.at);
        if needs_stop && stops {
            out.extend(self.leave());
        }
        out
    }

    /// A body whose `break` also ends the generator.
    fn stopping(&self, body: Vec<Stmt>) -> Vec<Stmt> {
        let mut out = Vec::new();
        for mut stmt in body {
            match &mut stmt {
                Stmt::Break(_) => {
                    out.extend(self.ended());
                    continue;
                }
                Stmt::If(node) => {
                    let inner = std::mem::take(&mut node.body).into_iter().collect();
                    node.body = self.stopping(inner).into_iter().collect();
                    for clause in &mut node.elif_else_clauses {
                        let inner = std::mem::take(&mut clause.body).into_iter().collect();
                        clause.body = self.stopping(inner).into_iter().collect();
                    }
                }
                Stmt::For(node) => {
                    let after = std::mem::take(&mut node.orelse).into_iter().collect();
                    node.orelse = self.stopping(after).into_iter().collect();
                }
                Stmt::While(node) => {
                    let after = std::mem::take(&mut node.orelse).into_iter().collect();
                    node.orelse = self.stopping(after).into_iter().collect();
                }
                _ => {}
            }
            out.push(stmt);
        }
        out
    }

    /// Ends the generator from the current loop.
    fn ended(&self) -> Vec<Stmt> {
        let truth = expression("True", self.at, &[]);
        let mut out = vec![assignment(&self.stop, truth, self.at)];
        out.extend(statements("break", self.at, &[], &[]));
        out
    }

    /// Leaves the next enclosing loop if the generator has ended.
    fn leave(&self) -> Vec<Stmt> {
        let fill = [("S", new_name(&self.stop, self.at))];
        statements("if S:\n    break", self.at, &fill, &[])
    }
}
