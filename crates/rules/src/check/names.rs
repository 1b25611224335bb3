//! Which names a block assigns, and whether it yields.

use ruff_python_ast::{Expr, Stmt};

use super::file::refuse_statement;
use crate::source::Diagnostic;

/// The effect of a block on names.
#[derive(Debug, Default)]
pub(super) struct Assigned<'a> {
    /// The assigned names, in order of first occurrence.
    pub(super) names: Vec<&'a str>,
    /// Whether it contains a `yield`.
    pub(super) yields: bool,
}

/// Collects the names assigned in a block and its nested blocks; rejects
/// unsupported statements.
pub(super) fn assigned<'a>(block: &'a [Stmt]) -> Result<Assigned<'a>, Diagnostic> {
    let mut found = Assigned::default();
    found.block(block)?;
    Ok(found)
}

impl<'a> Assigned<'a> {
    fn block(&mut self, block: &'a [Stmt]) -> Result<(), Diagnostic> {
        block.iter().try_for_each(|stmt| self.statement(stmt))
    }

    fn statement(&mut self, stmt: &'a Stmt) -> Result<(), Diagnostic> {
        if let Some(diagnostic) = refuse_statement(stmt) {
            return Err(diagnostic);
        }
        match stmt {
            Stmt::Assign(node) => node.targets.iter().for_each(|target| self.target(target)),
            Stmt::AugAssign(node) => self.target(&node.target),
            Stmt::AnnAssign(node) => self.target(&node.target),
            Stmt::For(node) => {
                self.target(&node.target);
                self.block(&node.body)?;
                self.block(&node.orelse)?;
            }
            Stmt::While(node) => {
                self.block(&node.body)?;
                self.block(&node.orelse)?;
            }
            Stmt::If(node) => {
                self.block(&node.body)?;
                for clause in &node.elif_else_clauses {
                    self.block(&clause.body)?;
                }
            }
            Stmt::Expr(node) => {
                self.yields |= matches!(&*node.value, Expr::Yield(_) | Expr::YieldFrom(_));
            }
            _ => {}
        }
        Ok(())
    }

    /// Adds the names of a target.
    pub(super) fn target(&mut self, target: &'a Expr) {
        match target {
            Expr::Name(name) if !self.names.contains(&name.id.as_str()) => {
                self.names.push(name.id.as_str());
            }
            Expr::Tuple(node) => node.elts.iter().for_each(|item| self.target(item)),
            Expr::List(node) => node.elts.iter().for_each(|item| self.target(item)),
            _ => {}
        }
    }
}
