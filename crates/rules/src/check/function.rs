//! Checks one function instance.

use ruff_python_ast::{Stmt, StmtFunctionDef};

use super::desugar::GROUPS;
use super::dict::Changes;
use super::file::DefaultValue;
use super::instance::{Checker, Frame, Owner, Task};
use super::parse::span_of;
use super::type_vars::Ty;
use crate::source::{Diagnostic, Span};
use crate::tree::{Block, Function, Local, Origin, Statement, StatementKind, Target, Type};

impl<'a> Checker<'a> {
    /// Checks an instance in this round, unless it is already being checked.
    pub(super) fn check_instance(&mut self, number: usize) -> Result<(), Diagnostic> {
        self.instances[number].seen = self.round;
        self.instances[number].calls.clear();
        self.frames.push(Frame {
            instance: number,
            scopes: Vec::new(),
            loops: 0,
            live: Vec::new(),
            changes: Changes::default(),
        });
        let body = match self.instances[number].owner {
            Owner::Module => {
                let mut block = Block::new();
                for stmt in self.file.body.clone() {
                    match stmt {
                        Stmt::FunctionDef(node) => self.defaults(node, &mut block)?,
                        other => block.extend(self.block([other])?),
                    }
                }
                block
            }
            Owner::Function(function) => {
                let node = self.file.definitions[function].node;
                self.block(without_docstring(&node.body))?
            }
        };
        self.frames.pop();
        let task = self.instances[number].task;
        if task == Task::Help && falls_through(&body) {
            self.join_result(number, &Ty::None, Span::default())?;
        }
        if self.is_last_round {
            self.instances[number].tree = Some(self.tree_of(number, body));
        }
        Ok(())
    }

    /// The effect of a module-level `def`: evaluation of its defaults.
    fn defaults(&mut self, node: &StmtFunctionDef, block: &mut Block) -> Result<(), Diagnostic> {
        let Some(number) = self.file.definition(node.name.as_str()) else {
            return Ok(());
        };
        for formal in self.file.definitions[number].parameters.clone() {
            let Some(DefaultValue::Global(global, default)) = formal.default else {
                continue;
            };
            let value = self.expression(default)?;
            let place = self.bind_global(global, &value.ty, value.tree.span)?;
            let kind = StatementKind::Assign {
                targets: vec![Target::Place(place)],
                value: value.tree,
            };
            // The function itself is bound only afterwards.
            let span = span_of(node);
            block.push(Statement { span, kind });
        }
        Ok(())
    }

    fn tree_of(&self, number: usize, body: Block) -> Function {
        let instance = &self.instances[number];
        let definition = self.definition(number);
        let is_generator = definition.is_some_and(|d| d.is_generator);
        let locals = instance.locals.iter().map(|known| Local {
            name: known.name.clone(),
            ty: self.types.finalised(&known.ty),
            may_be_unbound: false,
        });
        let returns = match (instance.task, &instance.returns) {
            (Task::Help, Ty::Unknown) | (Task::Module, _) => Type::None,
            (Task::Help, returns) => self.types.finalised(returns),
            (Task::Cells, _) => Type::Int,
            _ => {
                let fields = self.fields.iter().flatten();
                Type::Tuple(fields.map(|ty| self.types.finalised(ty)).collect())
            }
        };
        Function {
            name: definition.map_or("the file", |d| d.name).to_owned(),
            span: definition.map_or(Span::default(), |d| d.span),
            locals: locals.collect(),
            parameters: definition.map_or(0, |d| d.parameters.len()),
            body,
            is_generator,
            returns,
            is_recursive: false,
            origin: definition.map_or(Origin::File, |d| origin(d.name)),
        }
    }

    /// Joins a type into a function's return type.
    pub(super) fn join_result(
        &mut self,
        number: usize,
        ty: &Ty,
        at: Span,
    ) -> Result<(), Diagnostic> {
        let known = self.instances[number].returns.clone();
        let joined = self.types.join(&known, ty).map_err(|_| {
            let name = self.definition(number).map_or("the file", |d| d.name);
            let (was, is) = (self.types.described(&known), self.types.described(ty));
            Diagnostic::at(
                at,
                format!("`{name}` returns {is} here, but {was} elsewhere"),
            )
            .help("every `return` of a function must have the same type, or None")
        })?;
        if self.types.is_too_deep(&joined) {
            return Err(
                Diagnostic::at(at, "the type of this result is infinitely nested")
                    .help("a function cannot wrap its own result in ever more tuples"),
            );
        }
        if !self.types.is_same(&self.instances[number].returns, &joined) {
            self.instances[number].returns = joined;
            self.types.has_changed = true;
        }
        Ok(())
    }

    /// Checks statements in order.
    pub(super) fn block(
        &mut self,
        statements: impl IntoIterator<Item = &'a Stmt>,
    ) -> Result<Block, Diagnostic> {
        let mut block = Block::new();
        for stmt in statements {
            if let Some(kind) = self.statement(stmt)? {
                block.push(Statement {
                    span: span_of(stmt),
                    kind,
                });
            }
        }
        Ok(block)
    }
}

/// A function's body without its docstring.
fn without_docstring(body: &[Stmt]) -> &[Stmt] {
    match body {
        [Stmt::Expr(node), rest @ ..] if node.value.is_string_literal_expr() => rest,
        all => all,
    }
}

/// Whether control can reach the end of a block; conservatively true.
pub(super) fn falls_through(block: &[Statement]) -> bool {
    block.iter().all(|statement| match &statement.kind {
        StatementKind::Return(_) | StatementKind::Break | StatementKind::Continue => false,
        StatementKind::If {
            then, otherwise, ..
        } => falls_through(then) || falls_through(otherwise),
        StatementKind::While { test, body, .. } => {
            !matches!(test.kind, crate::tree::Kind::Bool(true)) || has_break(body)
        }
        StatementKind::For {
            otherwise, body, ..
        } => otherwise.is_empty() || falls_through(otherwise) || has_break(body),
        StatementKind::Assert { test, .. } => !matches!(test.kind, crate::tree::Kind::Bool(false)),
        _ => true,
    })
}

/// Whether a loop's body contains a `break` of that loop.
pub(super) fn has_break(body: &[Statement]) -> bool {
    body.iter().any(|statement| match &statement.kind {
        StatementKind::Break => true,
        StatementKind::If {
            then, otherwise, ..
        } => has_break(then) || has_break(otherwise),
        // A `break` in an inner loop's `else` leaves the outer loop.
        StatementKind::While { otherwise, .. } | StatementKind::For { otherwise, .. } => {
            has_break(otherwise)
        }
        _ => false,
    })
}

/// Where a function of this name is written.
fn origin(name: &str) -> Origin {
    match name.split_once('.') {
        Some(("dict", _)) => Origin::Dicts,
        Some((group, _)) if GROUPS.contains(&group) => Origin::Library,
        _ => Origin::File,
    }
}
