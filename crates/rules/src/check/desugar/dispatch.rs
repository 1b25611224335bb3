//! Functions by number: a function of the module that calls one of several.

use std::collections::HashSet;

use ruff_python_ast::{Expr, Identifier, Stmt};
use ruff_text_size::{TextRange, TextSize};

use super::closures::formal;
use super::passed::Passed;
use super::template::{new_name, statements};
use super::{Desugar, refused};
use crate::source::Diagnostic;

/// The functions of a list or tuple, whose numbers are its items.
#[derive(Default)]
pub(super) struct Dispatch {
    name: String,
    pub(super) functions: Vec<Passed>,
    /// How many arguments they take, where that is known.
    pub(super) counts: Vec<Option<usize>>,
    /// Whether each yields.
    pub(super) generators: Vec<bool>,
    /// The numbers of arguments of the calls that exist.
    made: HashSet<usize>,
}

impl Dispatch {
    pub(super) fn new(name: String) -> Dispatch {
        Dispatch {
            name,
            ..Dispatch::default()
        }
    }

    /// How many arguments all of them take.
    pub(super) fn count(&self) -> Option<usize> {
        let mut counts = self.counts.iter().flatten();
        let first = counts.next().copied().unwrap_or(1);
        counts.all(|count| *count == first).then_some(first)
    }

    /// The variables that they capture.
    pub(super) fn captured(&self) -> Vec<String> {
        let mut names: Vec<String> = Vec::new();
        for value in self.functions.iter().flat_map(|one| &one.captured) {
            if let Expr::Name(name) = value
                && !names.iter().any(|own| name.id == *own)
            {
                names.push(name.id.to_string());
            }
        }
        names
    }

    /// The function that calls one of them with this number of arguments, and its first arguments: what is
    /// captured. The number of the function follows.
    pub(super) fn called(
        &mut self,
        desugar: &mut Desugar,
        count: usize,
        at: TextRange,
        made: &mut Vec<Stmt>,
    ) -> Result<(Expr, Vec<Expr>), Diagnostic> {
        let name = format!("{}.{count}", self.name);
        let captured = self.captured();
        let values = captured.iter().map(|name| new_name(name, at)).collect();
        if !self.made.insert(count) {
            return Ok((new_name(&name, at), values));
        }
        let is_generator = self.generators.contains(&true);
        if is_generator && self.generators.contains(&false) {
            let message = "some of these functions yield and others do not";
            return Err(refused(
                at,
                message,
                "let all of them yield, or return lists",
            ));
        }
        let own: Vec<String> = (0..count).map(|number| format!("_x{number}")).collect();
        let mut fill: Vec<(String, Expr)> = Vec::new();
        let mut text = format!("def f(_number, {}):\n", own.join(", "));
        for (number, one) in self.functions.iter().enumerate() {
            fill.push((format!("FUNCTION{number}"), one.function().clone()));
            let mut args = Vec::new();
            for (index, value) in one.captured.iter().enumerate() {
                fill.push((format!("CAPTURED{number}_{index}"), value.clone()));
                args.push(format!("CAPTURED{number}_{index}"));
            }
            args.extend(own.iter().cloned());
            let call = format!("FUNCTION{number}({})", args.join(", "));
            let body = match is_generator {
                true => format!("yield from {call}"),
                false => format!("return {call}"),
            };
            text.push_str(&match (number + 1 == self.functions.len(), number) {
                (true, 0) => format!("    {body}\n"),
                (true, _) => format!("    else:\n        {body}\n"),
                (false, 0) => format!("    if _number == 0:\n        {body}\n"),
                (false, _) => format!("    elif _number == {number}:\n        {body}\n"),
            });
        }
        let fill: Vec<(&str, Expr)> = fill
            .iter()
            .map(|(name, value)| (name.as_str(), value.clone()))
            .collect();
        for mut stmt in statements(&text, at, &fill, &[]) {
            if let Stmt::FunctionDef(node) = &mut stmt {
                // Defined from the beginning, for statements of the module.
                let first = TextRange::empty(TextSize::from(0));
                node.name = Identifier::new(name.as_str(), first);
                let formals = captured.iter().map(|name| formal(name, at));
                let args = &mut node.parameters.args;
                *args = formals.chain(std::mem::take(args)).collect();
            }
            made.push(stmt);
        }
        if is_generator {
            desugar.shared.insert(name.clone(), captured);
        }
        desugar.bound.insert(name.clone());
        Ok((new_name(&name, at), values))
    }
}
