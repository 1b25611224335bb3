//! The canonical text of a rule file: equal for files with the same rules that
//! differ in layout or in the names of locals.
//!
//! It has one token per line. Comments, blank lines and docstrings are left
//! out; strings and ints are written by value; a local is written as `$` and a
//! number.
//!
//! *Equal canonical texts imply equal rules.* A canonical text is a program
//! itself, with identifiers such as `$3`, and has the meaning of the file:
//!
//! - What is left out has no effect: in particular, a line that consists of a
//!   string. (A string that shares its line is kept: without it, `if a: "b"`
//!   would continue with the next line.)
//! - Every occurrence of a local is replaced by the number of its binding, and
//!   bindings have different numbers, so occurrences of one binding stay
//!   occurrences of that binding. All other names stay, and none of them is
//!   captured, because no name begins with `$`: a variable of a comprehension
//!   and a global of the same name stay different, also in one function.
//! - Parameters that are used by name outside their function stay: fields of
//!   positions, and what a call passes by keyword.
//!
//! The tokens can be recovered from the lines, because newlines are escaped, and
//! only strings begin with `"`, and only what is defined here with `$`.

use std::collections::{HashMap, HashSet};

use ruff_python_ast::token::TokenKind;
use ruff_python_ast::visitor::{self, Visitor};
use ruff_python_ast::{
    Comprehension, Expr, Identifier, InterpolatedStringElement, ModModule, Number, Parameters,
    Stmt, StmtFunctionDef, StringLiteral,
};
use ruff_python_parser::Parsed;
use ruff_text_size::{Ranged, TextSize};

use super::names::{self, Assigned};
use super::parse::span_of;
use crate::source::{Diagnostic, Source};

/// The functions whose parameters are the names of a position's fields.
const NAME_FIELDS: [&str; 2] = ["moves", "left"];

/// The canonical text of a parsed file.
pub(super) fn canonical_text(
    source: &Source,
    parsed: &Parsed<ModModule>,
) -> Result<String, Diagnostic> {
    let replacements = Replacements::of(&parsed.syntax().body)?;
    let mut numbers = HashMap::new();
    let mut text = String::new();
    for line in parsed
        .tokens()
        .split_inclusive(|token| token.kind() == TokenKind::Newline)
    {
        let mut kinds = line.iter().map(|token| token.kind());
        let is_string = kinds.all(|kind| is_layout(kind) || kind == TokenKind::String);
        for token in line {
            let token = match token.kind() {
                TokenKind::Comment | TokenKind::NonLogicalNewline | TokenKind::EndOfFile => {
                    continue;
                }
                TokenKind::String | TokenKind::Newline if is_string => continue,
                TokenKind::Newline => "$newline",
                TokenKind::Indent => "$indent",
                TokenKind::Dedent => "$dedent",
                TokenKind::FStringStart => "$f",
                TokenKind::FStringEnd => "$end",
                _ => match replacements.by_place.get(&token.start()) {
                    Some(Replacement::Literal(literal)) => literal,
                    Some(Replacement::Local(binding)) => {
                        let next = numbers.len();
                        let number = numbers.entry(*binding).or_insert(next);
                        &format!("${number}")
                    }
                    None => source.slice(span_of(token)),
                },
            };
            text.push_str(&token.replace('\\', "\\\\").replace('\n', "\\n"));
            text.push('\n');
        }
    }
    Ok(text)
}

/// Whether a token is not part of a statement.
fn is_layout(kind: TokenKind) -> bool {
    matches!(
        kind,
        TokenKind::Comment
            | TokenKind::NonLogicalNewline
            | TokenKind::Newline
            | TokenKind::Indent
            | TokenKind::Dedent
            | TokenKind::EndOfFile
    )
}

/// What a token is replaced by.
enum Replacement {
    /// The number of a binding.
    Local(usize),
    /// A value.
    Literal(String),
}

/// The tokens that are not written as they are.
struct Replacements<'a> {
    by_place: HashMap<TextSize, Replacement>,
    by_keyword: ByKeyword<'a>,
    /// The locals in scope, innermost last.
    scope: Vec<&'a str>,
    /// The bindings of each name in scope, innermost last.
    bound: HashMap<&'a str, Vec<usize>>,
    /// The number of bindings so far.
    bindings: usize,
}

impl<'a> Replacements<'a> {
    fn of(module: &'a [Stmt]) -> Result<Replacements<'a>, Diagnostic> {
        let mut by_keyword = ByKeyword::default();
        by_keyword.visit_body(module);
        let mut replacements = Replacements {
            by_place: HashMap::new(),
            by_keyword,
            scope: Vec::new(),
            bound: HashMap::new(),
            bindings: 0,
        };
        for stmt in module {
            match stmt {
                Stmt::FunctionDef(node) => replacements.function(node)?,
                other => replacements.visit_stmt(other),
            }
        }
        Ok(replacements)
    }

    fn function(&mut self, node: &'a StmtFunctionDef) -> Result<(), Diagnostic> {
        // Defaults and annotations are evaluated outside the function.
        self.visit_parameters(&node.parameters);
        if let Some(annotation) = &node.returns {
            self.visit_annotation(annotation);
        }
        if !is_plain(node) {
            self.visit_body(&node.body);
            return Ok(());
        }
        let function = node.name.as_str();
        let (visible, own): (Vec<_>, Vec<_>) = parameters(&node.parameters).partition(|name| {
            let pair = (function, name.as_str());
            NAME_FIELDS.contains(&function) || self.by_keyword.0.contains(&pair)
        });
        self.bind_parameters(&own);
        for name in names::assigned(&node.body)?.names {
            if !visible.iter().chain(&own).any(|own| own.as_str() == name) {
                self.bind(name);
            }
        }
        self.visit_body(&node.body);
        self.leave(0);
        Ok(())
    }

    fn bind_parameters(&mut self, names: &[&'a Identifier]) {
        for name in names {
            self.bind(name.as_str());
            self.occurrence(name.as_str(), name.start());
        }
    }

    fn bind(&mut self, name: &'a str) {
        self.scope.push(name);
        self.bound.entry(name).or_default().push(self.bindings);
        self.bindings += 1;
    }

    /// Leaves the scopes of all but the first locals.
    fn leave(&mut self, outside: usize) {
        for name in self.scope.drain(outside..) {
            self.bound.entry(name).or_default().pop();
        }
    }

    fn occurrence(&mut self, name: &str, at: TextSize) {
        if let Some(binding) = self.bound.get(name).and_then(|bound| bound.last()) {
            self.by_place.insert(at, Replacement::Local(*binding));
        }
    }

    fn literal(&mut self, at: TextSize, literal: String) {
        self.by_place.insert(at, Replacement::Literal(literal));
    }
}

impl<'a> Visitor<'a> for Replacements<'a> {
    fn visit_expr(&mut self, expr: &'a Expr) {
        let outside = self.scope.len();
        match expr {
            Expr::Name(node) => self.occurrence(node.id.as_str(), node.start()),
            Expr::NumberLiteral(node) => {
                if let Number::Int(int) = &node.value {
                    self.literal(node.start(), int.to_string());
                }
            }
            Expr::Lambda(node) => {
                if let Some(list) = &node.parameters {
                    self.visit_parameters(list);
                    self.bind_parameters(&parameters(list).collect::<Vec<_>>());
                }
                self.visit_expr(&node.body);
            }
            other => visitor::walk_expr(self, other),
        }
        self.leave(outside);
    }

    /// Binds the target until the end of the expression that the clause belongs
    /// to.
    fn visit_comprehension(&mut self, node: &'a Comprehension) {
        self.visit_expr(&node.iter);
        let mut target = Assigned::default();
        target.target(&node.target);
        target.names.into_iter().for_each(|name| self.bind(name));
        self.visit_expr(&node.target);
        node.ifs.iter().for_each(|test| self.visit_expr(test));
    }

    fn visit_string_literal(&mut self, node: &'a StringLiteral) {
        self.literal(node.start(), format!("\"{}", node.value));
    }

    fn visit_interpolated_string_element(&mut self, node: &'a InterpolatedStringElement) {
        if let InterpolatedStringElement::Literal(text) = node {
            self.literal(text.start(), format!("\"{}", text.value));
        }
        visitor::walk_interpolated_string_element(self, node);
    }
}

/// Whether all names of a function are bound by its parameters, by assignments,
/// loops and comprehensions, and no nested function captures one; else they are
/// not replaced.
fn is_plain(node: &StmtFunctionDef) -> bool {
    let mut plain = Plain(true);
    plain.visit_body(&node.body);
    plain.0
}

struct Plain(bool);

impl<'a> Visitor<'a> for Plain {
    fn visit_stmt(&mut self, stmt: &'a Stmt) {
        self.0 &= matches!(
            stmt,
            Stmt::Assign(_)
                | Stmt::AnnAssign(_)
                | Stmt::AugAssign(_)
                | Stmt::If(_)
                | Stmt::For(_)
                | Stmt::While(_)
                | Stmt::Expr(_)
                | Stmt::Return(_)
                | Stmt::Assert(_)
                | Stmt::Pass(_)
                | Stmt::Break(_)
                | Stmt::Continue(_)
        );
        visitor::walk_stmt(self, stmt);
    }

    fn visit_expr(&mut self, expr: &'a Expr) {
        self.0 &= !expr.is_named_expr();
        visitor::walk_expr(self, expr);
    }
}

/// The names of all parameters of a list.
fn parameters(list: &Parameters) -> impl Iterator<Item = &Identifier> {
    list.iter().map(|parameter| parameter.name())
}

/// Pairs of a function and a parameter that some call passes by keyword. A call
/// names its function, because functions are not values.
#[derive(Default)]
struct ByKeyword<'a>(HashSet<(&'a str, &'a str)>);

impl<'a> Visitor<'a> for ByKeyword<'a> {
    fn visit_expr(&mut self, expr: &'a Expr) {
        if let Expr::Call(call) = expr
            && let Expr::Name(function) = &*call.func
        {
            let words = call.arguments.keywords.iter();
            let words = words.filter_map(|keyword| keyword.arg.as_ref());
            self.0
                .extend(words.map(|word| (function.id.as_str(), word.as_str())));
        }
        visitor::walk_expr(self, expr);
    }
}
