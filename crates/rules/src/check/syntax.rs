//! What CPython's compiler refuses though its grammar allows it: two parameters
//! of one name, `yield` in a comprehension, `break` outside a loop. Ruff's own
//! checks, over the whole file: functions that are never called, too.

use std::cell::RefCell;

use ruff_python_ast::visitor::{self, Visitor};
use ruff_python_ast::{Expr, ModModule, PythonVersion, Stmt};
use ruff_python_parser::semantic_errors::{
    LazyImportContext, SemanticSyntaxChecker, SemanticSyntaxContext, SemanticSyntaxError,
    SemanticSyntaxErrorKind,
};
use ruff_text_size::TextRange;

use super::parse::{PYTHON, span, syntax_error};
use crate::source::{Mistake, Source};

/// Refuses what CPython refuses.
pub(super) fn check(source: &Source, module: &ModModule) -> Result<(), Mistake> {
    let mut walk = Walk {
        checker: SemanticSyntaxChecker::new(),
        around: Around {
            source: &source.text,
            scopes: Vec::new(),
            found: RefCell::default(),
        },
    };
    walk.visit_body(&module.body);
    match walk.around.found.into_inner() {
        None => Ok(()),
        Some(error) => {
            let help = "CPython refuses the file for it, too: python3 -m py_compile FILE";
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

struct Walk<'a> {
    checker: SemanticSyntaxChecker,
    around: Around<'a>,
}

/// What is around the statement or expression at hand.
struct Around<'a> {
    source: &'a str,
    /// The innermost last; none in the module's own body.
    scopes: Vec<Scope>,
    /// The first mistake.
    found: RefCell<Option<SemanticSyntaxError>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Scope {
    Function,
    Lambda,
    Comprehension,
    Generator,
    /// A loop of the function, or of the module.
    Loop,
}

impl Walk<'_> {
    fn inside(&mut self, scope: Scope, walk: impl FnOnce(&mut Self)) {
        self.around.scopes.push(scope);
        walk(self);
        self.around.scopes.pop();
    }
}

impl<'a> Visitor<'a> for Walk<'_> {
    fn visit_stmt(&mut self, stmt: &'a Stmt) {
        self.checker.visit_stmt(stmt, &self.around);
        match stmt {
            Stmt::FunctionDef(node) => {
                self.visit_parameters(&node.parameters);
                self.inside(Scope::Function, |walk| walk.visit_body(&node.body));
            }
            Stmt::For(node) => {
                self.visit_expr(&node.target);
                self.visit_expr(&node.iter);
                self.inside(Scope::Loop, |walk| walk.visit_body(&node.body));
                self.visit_body(&node.orelse);
            }
            Stmt::While(node) => {
                self.visit_expr(&node.test);
                self.inside(Scope::Loop, |walk| walk.visit_body(&node.body));
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
        self.inside(scope, |walk| visitor::walk_expr(walk, expr));
    }
}

impl Around<'_> {
    /// The innermost scope of names.
    fn scope(&self) -> Option<Scope> {
        let mut scopes = self.scopes.iter().rev().copied();
        scopes.find(|scope| *scope != Scope::Loop)
    }
}

/// Classes, `async`, `global` and `nonlocal` are refused elsewhere, wherever
/// they stand.
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
