//! New code, written as text.

use std::cell::RefCell;
use std::collections::HashMap;

use ruff_python_ast::visitor::transformer::{self, Transformer};
use ruff_python_ast::{Expr, ExprContext, Parameter, Stmt, StmtAssign, Suite};
use ruff_text_size::{TextRange, TextSize};

use super::flow;

/// The expression that `text` describes, placed at `at`. Names are replaced by
/// the expressions of `fill`; a name that begins with `_` becomes one that the
/// file cannot have.
pub(super) fn expression(text: &str, at: TextRange, fill: &[(&str, Expr)]) -> Expr {
    let parsed = ruff_python_parser::parse_expression(text).expect("a template is valid");
    let mut expr = *parsed.into_syntax().body;
    Filler::new(at, fill).visit_expr(&mut expr);
    expr
}

/// The statements that `text` describes, placed at `at`. A statement that
/// consists of a name of `blocks` is replaced by that block.
pub(super) fn statements(
    text: &str,
    at: TextRange,
    fill: &[(&str, Expr)],
    blocks: &[(&str, Vec<Stmt>)],
) -> Vec<Stmt> {
    let parsed = ruff_python_parser::parse_module(text).expect("a template is valid");
    let mut body = parsed.into_syntax().body;
    let filler = Filler::new(at, fill);
    filler.visit_body(&mut body);
    spliced(body, blocks)
}

fn spliced(body: Suite, blocks: &[(&str, Vec<Stmt>)]) -> Vec<Stmt> {
    let mut out = Vec::new();
    for mut stmt in body {
        if let Stmt::Expr(node) = &stmt
            && let Expr::Name(name) = &*node.value
            && let Some((_, block)) = blocks.iter().find(|(own, _)| name.id == *own)
        {
            out.extend(block.iter().cloned());
            continue;
        }
        let inside = |body: &mut Suite| {
            let taken = std::mem::take(body);
            *body = spliced(taken, blocks).into_iter().collect();
        };
        if let Stmt::FunctionDef(node) = &mut stmt {
            inside(&mut node.body);
        }
        flow::blocks(&mut stmt).into_iter().for_each(inside);
        out.push(stmt);
    }
    out
}

/// Moves nodes to a place and replaces names.
struct Filler<'f> {
    at: TextRange,
    fill: HashMap<&'f str, &'f Expr>,
    /// The names seen so far: the locals of comprehensions are found by their
    /// places, so each name has its own.
    names: RefCell<Vec<String>>,
}

impl<'f> Filler<'f> {
    fn new(at: TextRange, fill: &'f [(&'f str, Expr)]) -> Filler<'f> {
        Filler {
            at,
            fill: fill.iter().map(|(name, expr)| (*name, expr)).collect(),
            names: RefCell::default(),
        }
    }

    /// The place of a name: the whole without as many characters at its beginning as its number
    /// says. The calls of `s.lower().upper()` begin at the same place, but end at different ones.
    fn place_of(&self, name: &str) -> TextRange {
        let mut names = self.names.borrow_mut();
        let number = names.iter().position(|own| own == name).unwrap_or_else(|| {
            names.push(name.to_owned());
            names.len() - 1
        });
        let last = self.at.len().to_u32().saturating_sub(1);
        let skipped = TextSize::from((number as u32).min(last));
        TextRange::new(self.at.start() + skipped, self.at.end())
    }
}

impl Transformer for Filler<'_> {
    fn visit_expr(&self, expr: &mut Expr) {
        if let Expr::Name(node) = expr {
            if let Some(filled) = self.fill.get(node.id.as_str()) {
                *expr = (*filled).clone();
                return;
            }
            if let Some(own) = node.id.strip_prefix('_') {
                node.id = format!("{own}.").into();
            }
            node.range = match node.ctx {
                ExprContext::Store => self.place_of(&node.id.clone()),
                _ => self.at,
            };
            return;
        }
        set_range(expr, self.at);
        transformer::walk_expr(self, expr);
    }

    fn visit_stmt(&self, stmt: &mut Stmt) {
        match stmt {
            Stmt::Assign(node) => node.range = self.at,
            Stmt::AugAssign(node) => node.range = self.at,
            Stmt::For(node) => node.range = self.at,
            Stmt::While(node) => node.range = self.at,
            Stmt::If(node) => {
                node.range = self.at;
                for clause in &mut node.elif_else_clauses {
                    clause.range = self.at;
                }
            }
            Stmt::Break(node) => node.range = self.at,
            Stmt::Return(node) => node.range = self.at,
            Stmt::Expr(node) => node.range = self.at,
            Stmt::FunctionDef(node) => {
                node.range = self.at;
                node.name.range = self.at;
            }
            _ => {}
        }
        transformer::walk_stmt(self, stmt);
    }

    fn visit_parameter(&self, parameter: &mut Parameter) {
        parameter.range = self.at;
        parameter.name.range = self.at;
        if let Some(own) = parameter.name.id.strip_prefix('_') {
            parameter.name.id = format!("{own}.").into();
        }
    }
}

/// Sets the range of a node, not of its parts.
fn set_range(expr: &mut Expr, at: TextRange) {
    match expr {
        Expr::BoolOp(node) => node.range = at,
        Expr::BinOp(node) => node.range = at,
        Expr::UnaryOp(node) => node.range = at,
        Expr::If(node) => node.range = at,
        Expr::ListComp(node) => node.range = at,
        Expr::SetComp(node) => node.range = at,
        Expr::DictComp(node) => node.range = at,
        Expr::Generator(node) => node.range = at,
        Expr::Compare(node) => node.range = at,
        Expr::Call(node) => {
            node.range_start = at.start();
            node.arguments.range = TextRange::new(at.start(), at.end());
        }
        Expr::StringLiteral(node) => node.range = at,
        Expr::NumberLiteral(node) => node.range = at,
        Expr::BooleanLiteral(node) => node.range = at,
        Expr::NoneLiteral(node) => node.range = at,
        Expr::Attribute(node) => node.range = at,
        Expr::Subscript(node) => node.range = at,
        Expr::List(node) => node.range = at,
        Expr::Tuple(node) => node.range = at,
        Expr::Slice(node) => node.range = at,
        _ => {}
    }
}

/// `name = value`.
pub(super) fn assignment(name: &str, value: Expr, at: TextRange) -> Stmt {
    Stmt::Assign(StmtAssign {
        node_index: Default::default(),
        range: at,
        targets: vec![stored_name(name, at)],
        value: Box::new(value),
    })
}

/// A name that is read.
pub(super) fn new_name(name: &str, at: TextRange) -> Expr {
    named(name, at, ExprContext::Load)
}

/// A name that is bound.
pub(super) fn stored_name(name: &str, at: TextRange) -> Expr {
    named(name, at, ExprContext::Store)
}

fn named(name: &str, range: TextRange, ctx: ExprContext) -> Expr {
    Expr::Name(ruff_python_ast::ExprName {
        node_index: Default::default(),
        range,
        id: name.into(),
        ctx,
    })
}
