//! Statements.

use ruff_python_ast::{Expr, ExprSubscript, Operator, Stmt, StmtIf, StmtReturn};

use super::annotation;
use super::dict::Missing;
use super::file::{not_supported, refuse_statement};
use super::instance::{Checker, Task};
use super::parse::span_of;
use super::type_vars::Ty;
use super::unsupported;
use crate::source::{Diagnostic, Span};
use crate::tree::{Binary, Block, Statement, StatementKind, Target};

impl<'a> Checker<'a> {
    /// Checks a statement; `None` if it has no effect.
    pub(super) fn statement(
        &mut self,
        stmt: &'a Stmt,
    ) -> Result<Option<StatementKind>, Diagnostic> {
        let at = span_of(stmt);
        Ok(Some(match stmt {
            Stmt::Pass(_) => return Ok(None),
            Stmt::Expr(node) => return self.expression_statement(&node.value),
            Stmt::Assign(node) => self.assign(&node.targets, &node.value)?,
            Stmt::AnnAssign(node) => {
                if self.current().task == Task::Module {
                    annotation::check(&node.annotation)?;
                }
                match &node.value {
                    Some(value) => self.assign(std::slice::from_ref(&*node.target), value)?,
                    None => return Ok(None),
                }
            }
            Stmt::AugAssign(node) => self.augment(&node.target, node.op, &node.value, at)?,
            Stmt::If(node) => self.branch(node)?,
            Stmt::While(node) => {
                let test = self.test(&node.test)?;
                let body = self.loop_body(&node.body)?;
                let otherwise = self.block(&node.orelse)?;
                StatementKind::While {
                    test,
                    body,
                    otherwise,
                }
            }
            Stmt::For(node) => {
                // It would see changes of the counter.
                if let Some(("elements", ..)) = self.view(&node.iter)? {
                    let message = "`.elements()` is an iterator, which is not consumed here";
                    return Err(Diagnostic::at(span_of(&*node.iter), message)
                        .help("iterate over a list: `list(c.elements())`"));
                }
                let (over, live) = self.iteration_over(&node.iter, true)?;
                let needs = match over.is_set {
                    true => Some((self.order_needs(node)?, over.tree.span)),
                    false => None,
                };
                let before = self.frame().changes;
                let item = over.ty;
                let target = self.bind(&node.target, &item, span_of(&*node.iter))?;
                let body = self.loop_body(&node.body)?;
                if let Some((needs, set)) = needs {
                    self.check_order(&needs, before, set)?;
                }
                let kind = StatementKind::For {
                    target,
                    over: Box::new(over.tree),
                    body,
                    otherwise: Block::new(),
                };
                let mut kind = self.loop_over_dicts(&node.iter, live, before, kind, at)?;
                add_otherwise(&mut kind, self.block(&node.orelse)?);
                kind
            }
            Stmt::Break(_) | Stmt::Continue(_) if self.frame().loops == 0 => {
                return Err(Diagnostic::at(at, "`break` or `continue` outside a loop")
                    .help("move it into a `for` or `while` loop"));
            }
            Stmt::Break(_) => StatementKind::Break,
            Stmt::Continue(_) => StatementKind::Continue,
            Stmt::Return(node) => self.return_statement(node)?,
            Stmt::Assert(node) => {
                let test = self.test(&node.test)?;
                let message = match &node.msg {
                    None => None,
                    Some(message) => Some(self.expression(message)?.tree),
                };
                StatementKind::Assert { test, message }
            }
            Stmt::FunctionDef(node) => {
                let inside = "a function inside a loop or an `if`";
                let instead = "define it at the beginning of the function around it";
                return Err(not_supported(span_of(&node.name), (inside, instead)));
            }
            Stmt::Import(_) | Stmt::ImportFrom(_) => {
                return Err(not_supported(
                    at,
                    (
                        "an import inside a function",
                        "move it to the top of the file",
                    ),
                ));
            }
            other => {
                return Err(refuse_statement(other).unwrap_or_else(|| {
                    Diagnostic::at(at, "this statement is not supported in a rule file")
                }));
            }
        }))
    }

    fn expression_statement(
        &mut self,
        expr: &'a Expr,
    ) -> Result<Option<StatementKind>, Diagnostic> {
        match expr {
            Expr::StringLiteral(_) => Ok(None),
            Expr::EllipsisLiteral(_) => Ok(None),
            Expr::Yield(node) => self.yield_statement(node).map(Some),
            other => {
                let value = self.expression(other)?.tree;
                Ok(Some(StatementKind::Evaluate(value)))
            }
        }
    }

    fn assign(
        &mut self,
        targets: &'a [Expr],
        value: &'a Expr,
    ) -> Result<StatementKind, Diagnostic> {
        if let [Expr::Subscript(node)] = targets
            && let Some(kind) = self.put_item(node, value)?
        {
            return Ok(kind);
        }
        let checked = match self.setting_for(targets) {
            Some(setting) => self.set_value(&setting, span_of(value))?,
            None => self.expression(value)?,
        };
        let is_unpacked = |target: &Expr| target.is_tuple_expr() || target.is_list_expr();
        let checked = match targets.iter().any(is_unpacked) {
            true => self.unwrapped(checked),
            false => checked,
        };
        let mut bound = Vec::new();
        for target in targets {
            bound.push(self.bind(target, &checked.ty, span_of(value))?);
        }
        Ok(StatementKind::Assign {
            targets: bound,
            value: checked.tree,
        })
    }

    /// `dict[key] = value`, if the target is an item of a dict.
    fn put_item(
        &mut self,
        node: &'a ExprSubscript,
        value: &'a Expr,
    ) -> Result<Option<StatementKind>, Diagnostic> {
        let dict = self.expression(&node.value)?;
        let dict = self.unwrapped(dict);
        let Ty::Dict(ty) = dict.ty else {
            return Ok(None);
        };
        let value = self.expression(value)?;
        let key = self.expression(&node.slice)?;
        let put = self.put(dict, ty, key, value, span_of(node))?;
        Ok(Some(StatementKind::Evaluate(put.tree)))
    }

    fn augment(
        &mut self,
        target: &'a Expr,
        operator: Operator,
        value: &'a Expr,
        at: Span,
    ) -> Result<StatementKind, Diagnostic> {
        if let Some(kind) = self.augment_item(target, operator, value, at)? {
            return Ok(kind);
        }
        let before = self.expression(target)?;
        let operator = self.operator(operator, at)?;
        if matches!(before.ty, Ty::List(_)) {
            self.note_list_change();
        }
        let (right, result) = match (&before.ty, operator) {
            // In place: the list keeps its identity.
            (Ty::List(cell), Binary::Add) => {
                let cell = *cell;
                let more = self.gathered_list(value)?;
                let items = self.items_of(&more, "`+=` on a list needs a list")?;
                self.types
                    .add_item(cell, &items)
                    .map_err(|_| self.wrong_item(cell, &items, more.tree.span))?;
                (more.tree, before.ty)
            }
            (Ty::Set(_), _) => {
                return Err(Diagnostic::at(at, "a set cannot be changed in place here")
                    .help("write `s = s | t`"));
            }
            (Ty::Dict(ty), _) => {
                let ty = *ty;
                if operator != Binary::Or || ty.missing == Missing::Zero {
                    let message = "a dict or Counter cannot be changed by this operator here";
                    let help = "write `d |= e` for dicts, `c = c + e` for Counters";
                    return Err(Diagnostic::at(at, message).help(help));
                }
                let given = std::slice::from_ref(value);
                let update = self.dict_method("update", before, ty, given, at)?;
                return Ok(StatementKind::Evaluate(update.tree));
            }
            (Ty::List(_), Binary::Multiply) => {
                let times = self.expression(value)?;
                (self.number(times)?.tree, before.ty)
            }
            _ => {
                let right = self.expression(value)?;
                let (_, right, result) = self.operate(operator, before, right, at)?;
                (right, result)
            }
        };
        match self.bind(target, &result, at)? {
            Target::Place(place) => Ok(StatementKind::Augment {
                place,
                operator,
                value: right,
            }),
            Target::Unpack(..) => Err(Diagnostic::at(
                at,
                "only a name or an item can be the target of an augmented assignment",
            )
            .help("write one line for each name")),
        }
    }

    fn branch(&mut self, node: &'a StmtIf) -> Result<StatementKind, Diagnostic> {
        let test = self.test(&node.test)?;
        let known = self.known_test(&node.test);
        let then = match known {
            Some(false) => Block::new(),
            _ => self.block(&node.body)?,
        };
        if known == Some(true) {
            return Ok(StatementKind::If {
                test,
                then,
                otherwise: Block::new(),
            });
        }
        let mut clauses = Vec::new();
        for clause in &node.elif_else_clauses {
            let test = match &clause.test {
                Some(test) => Some(self.test(test)?),
                None => None,
            };
            clauses.push((span_of(clause), test, self.block(&clause.body)?));
        }
        let mut otherwise = Block::new();
        for (span, test, then) in clauses.into_iter().rev() {
            otherwise = match test {
                None => then,
                Some(test) => vec![Statement {
                    span,
                    kind: StatementKind::If {
                        test,
                        then,
                        otherwise,
                    },
                }],
            };
        }
        Ok(StatementKind::If {
            test,
            then,
            otherwise,
        })
    }

    fn loop_body(&mut self, body: &'a [Stmt]) -> Result<Block, Diagnostic> {
        self.frame().loops += 1;
        let block = self.block(body)?;
        self.frame().loops -= 1;
        Ok(block)
    }

    fn return_statement(&mut self, node: &'a StmtReturn) -> Result<StatementKind, Diagnostic> {
        let at = span_of(node);
        match (self.current().task, &node.value) {
            (Task::Module, _) => {
                Err(Diagnostic::at(at, "`return` outside a function").help("move it into a `def`"))
            }
            (Task::Help, None) => {
                self.join_result(self.current_number(), &Ty::None, at)?;
                Ok(StatementKind::Return(None))
            }
            (Task::Help, Some(value)) => {
                let value = self.expression(value)?;
                self.refuse_bool_of_over(&value.tree)?;
                self.join_result(self.current_number(), &value.ty, value.tree.span)?;
                Ok(StatementKind::Return(Some(value.tree)))
            }
            (_, None) => Ok(StatementKind::Return(None)),
            (_, Some(value)) => Err(Diagnostic::at(
                span_of(&**value),
                "a generator's `return` has no value",
            )
            .help("write `yield …` for each value, and a bare `return` to stop")),
        }
    }

    /// The diagnostic for an unsupported expression.
    pub(super) fn refuse_expression(&self, expr: &Expr) -> Diagnostic {
        let at = span_of(expr);
        match unsupported::expression(expr) {
            Some(what) => not_supported(at, what),
            None => Diagnostic::at(at, "this is not supported in a rule file"),
        }
    }
}

/// Adds the `else` block of a loop, which may follow other statements.
fn add_otherwise(kind: &mut StatementKind, block: Block) {
    match kind {
        StatementKind::For { otherwise, .. } => otherwise.extend(block),
        StatementKind::If { then, .. } => {
            if let Some(last) = then.last_mut() {
                add_otherwise(&mut last.kind, block);
            }
        }
        _ => {}
    }
}
