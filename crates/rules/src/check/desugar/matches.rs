//! `match` on constants: `if … elif … else`.

use ruff_python_ast::{Expr, Pattern, Singleton, Stmt, StmtMatch};
use ruff_text_size::TextRange;

use super::statements::into_vec;
use super::template::{assignment, expression, new_name, statements};
use super::{Desugar, place, refused};
use crate::source::Diagnostic;

impl Desugar {
    /// `match` on constants: `if … elif … else`.
    pub(super) fn match_statement(&mut self, node: StmtMatch) -> Result<Vec<Stmt>, Diagnostic> {
        let at = node.range;
        let subject = self.fresh("subject");
        let mut out = vec![assignment(&subject, *node.subject.clone(), at)];
        let mut otherwise: Vec<Stmt> = Vec::new();
        for case in node.cases.iter().rev() {
            let mut body: Vec<Stmt> = case.body.iter().cloned().collect();
            let name = new_name(&subject, case.range);
            let (test, capture) = tests(&case.pattern, &name)?;
            let mut test = test;
            if let Some(capture) = capture {
                let bind = assignment(&capture, name, case.range);
                if let Some(guard) = &case.guard {
                    // The name is bound before the guard, whatever that is.
                    let fill = [("G", (**guard).clone())];
                    let blocks = [("A", vec![bind]), ("B", body), ("C", otherwise)];
                    let text = match blocks[2].1.is_empty() {
                        true => "A\nif G:\n    B",
                        false => "A\nif G:\n    B\nelse:\n    C",
                    };
                    otherwise = statements(text, case.range, &fill, &blocks);
                    continue;
                }
                body.insert(0, bind);
            }
            if let Some(guard) = &case.guard {
                let fill = [("T", test), ("G", (**guard).clone())];
                test = expression("T and G", case.range, &fill);
            }
            let is_always = matches!(&test, Expr::BooleanLiteral(node) if node.value);
            if is_always {
                otherwise = body;
                continue;
            }
            let text = match otherwise.is_empty() {
                true => "if T:\n    A",
                false => "if T:\n    A\nelse:\n    B",
            };
            let blocks = [("A", body), ("B", otherwise)];
            otherwise = statements(text, case.range, &[("T", test)], &blocks);
        }
        out.extend(otherwise);
        self.block(out.into_iter().collect()).map(into_vec)
    }
}

/// The test of a pattern, and the name that it binds.
fn tests(pattern: &Pattern, subject: &Expr) -> Result<(Expr, Option<String>), Diagnostic> {
    let at = place(pattern);
    let with =
        |text: &str, value: Expr| expression(text, at, &[("S", subject.clone()), ("V", value)]);
    Ok(match pattern {
        Pattern::MatchValue(node) => (with("S == V", (*node.value).clone()), None),
        Pattern::MatchSingleton(node) => {
            let text = match node.value {
                Singleton::None => "S is None",
                Singleton::True => "S is True",
                Singleton::False => "S is False",
            };
            (expression(text, at, &[("S", subject.clone())]), None)
        }
        Pattern::MatchAs(node) if node.pattern.is_none() => {
            let always = expression("True", at, &[]);
            (always, node.name.as_ref().map(|name| name.to_string()))
        }
        Pattern::MatchOr(node) => {
            let mut any: Option<Expr> = None;
            for part in &node.patterns {
                let (test, capture) = tests(part, subject)?;
                if capture.is_some() {
                    return Err(no_pattern(at));
                }
                any = Some(match any {
                    None => test,
                    Some(before) => expression("A or B", at, &[("A", before), ("B", test)]),
                });
            }
            (any.ok_or_else(|| no_pattern(at))?, None)
        }
        _ => return Err(no_pattern(at)),
    })
}

fn no_pattern(at: TextRange) -> Diagnostic {
    refused(
        at,
        "this pattern is not supported in a rule file",
        "a `case` is a number, a string, None, several joined by `|`, or `_`; else write `if … elif … else`",
    )
}
