//! Semantic syntax errors, which CPython's compiler reports although its
//! grammar accepts them: duplicate parameter names, `yield` in a comprehension,
//! `break` outside a loop. Ruff's own checks, over the whole file, including
//! functions that are never called.

use std::cell::RefCell;

use ruff_python_ast::visitor::{self, Visitor};
use ruff_python_ast::{Expr, ModModule, PythonVersion, Stmt};
use ruff_python_parser::semantic_errors::{
    LazyImportContext, SemanticSyntaxChecker, SemanticSyntaxContext, SemanticSyntaxError,
    SemanticSyntaxErrorKind,
};
use ruff_text_size::TextRange;

use super::parse::{PYTHON, span, syntax_error};
use crate::source::{Diagnostic, Source};

/// Rejects what CPython's compiler rejects.
pub(super) fn check(source: &Source, module: &ModModule) -> Result<(), Diagnostic> {
    let mut visitor = ContextVisitor {
        checker: SemanticSyntaxChecker::new(),
        around: Around {
            source: &source.text,
            scopes: Vec::new(),
            found: RefCell::default(),
        },
    };
    visitor.visit_body(&module.body);
    match visitor.around.found.into_inner() {
        None => Ok(()),
        Some(error) => {
            let help = "CPython rejects this file too: python3 -m py_compile FILE";
            let message = match error.kind {
                SemanticSyntaxErrorKind::YieldOutsideFunction(_) => {
                    "`yield` in a comprehension, or outside a function".to_owned()
                }
                _ => error.to_string(),
            };
            Err(syntax_error(span(error.range), &message, help))
        }
    }
}

struct ContextVisitor<'a> {
    checker: SemanticSyntaxChecker,
    around: Around<'a>,
}

/// The context of the current statement or expression.
struct Around<'a> {
    source: &'a str,
    /// The enclosing scopes, innermost last; empty in the module body.
    scopes: Vec<Scope>,
    /// The first error.
    found: RefCell<Option<SemanticSyntaxError>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Scope {
    Function,
    Lambda,
    Comprehension,
    Generator,
    /// A loop of the function or of the module.
    Loop,
}

impl ContextVisitor<'_> {
    fn inside(&mut self, scope: Scope, visit: impl FnOnce(&mut Self)) {
        self.around.scopes.push(scope);
        visit(self);
        self.around.scopes.pop();
    }
}

impl<'a> Visitor<'a> for ContextVisitor<'_> {
    fn visit_stmt(&mut self, stmt: &'a Stmt) {
        self.checker.visit_stmt(stmt, &self.around);
        match stmt {
            Stmt::FunctionDef(node) => {
                self.visit_parameters(&node.parameters);
                self.inside(Scope::Function, |visitor| visitor.visit_body(&node.body));
            }
            Stmt::For(node) => {
                self.visit_expr(&node.target);
                self.visit_expr(&node.iter);
                self.inside(Scope::Loop, |visitor| visitor.visit_body(&node.body));
                self.visit_body(&node.orelse);
            }
            Stmt::While(node) => {
                self.visit_expr(&node.test);
                self.inside(Scope::Loop, |visitor| visitor.visit_body(&node.body));
                self.visit_body(&node.orelse);
            }
            other => visitor::walk_stmt(self, other),
        }
    }

    fn visit_expr(&mut self, expr: &'a Expr) {
        self.checker.visit_expr(expr, &self.around);
        let scope = match expr {
            Expr::Lambda(_) => Scope::Lambda,
            Expr::ListComp(_) | Expr::SetComp(_) | Expr::DictComp(_) => Scope::Comprehension,
            Expr::Generator(_) => Scope::Generator,
            other => return visitor::walk_expr(self, other),
        };
        self.inside(scope, |nested| visitor::walk_expr(nested, expr));
    }
}

impl Around<'_> {
    /// The innermost scope of names.
    fn scope(&self) -> Option<Scope> {
        let mut scopes = self.scopes.iter().rev().copied();
        scopes.find(|scope| *scope != Scope::Loop)
    }
}

/// Classes, `async`, `global` and `nonlocal` are rejected elsewhere.
impl SemanticSyntaxContext for Around<'_> {
    fn future_annotations_or_stub(&self) -> bool {
        false
    }

    fn lazy_import_context(&self) -> Option<LazyImportContext> {
        None
    }

    fn python_version(&self) -> PythonVersion {
        PYTHON
    }

    fn source(&self) -> &str {
        self.source
    }

    fn global(&self, _: &str) -> Option<TextRange> {
        None
    }

    fn has_nonlocal_binding(&self, _: &str) -> bool {
        true
    }

    fn in_async_context(&self) -> bool {
        false
    }

    fn in_await_allowed_context(&self) -> bool {
        self.scope().is_some()
    }

    fn in_yield_allowed_context(&self) -> bool {
        matches!(self.scope(), Some(Scope::Function | Scope::Lambda))
    }

    fn in_sync_comprehension(&self) -> bool {
        self.scopes.contains(&Scope::Comprehension)
    }

    fn in_class_body_comprehension(&self) -> bool {
        false
    }

    fn in_module_scope(&self) -> bool {
        self.scope().is_none()
    }

    fn in_function_scope(&self) -> bool {
        self.scope() == Some(Scope::Function)
    }

    fn in_generator_context(&self) -> bool {
        self.scope() == Some(Scope::Generator)
    }

    fn in_notebook(&self) -> bool {
        false
    }

    fn report_semantic_error(&self, error: SemanticSyntaxError) {
        self.found.borrow_mut().get_or_insert(error);
    }

    fn in_loop_context(&self) -> bool {
        self.scopes.last() == Some(&Scope::Loop)
    }

    fn is_bound_parameter(&self, _: &str) -> bool {
        false
    }
}
