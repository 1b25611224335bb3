//! Built-in functions and methods of `str` as keys, and in `map` and `filter`.

use ruff_python_ast::visitor::transformer::{self, Transformer};
use ruff_python_ast::{Expr, Stmt};
use ruff_text_size::{Ranged, TextRange};

use super::Desugar;
use super::passed::wrapper;
use super::template::expression;
use crate::check::known::Known;

impl Desugar {
    /// Replaces such functions in a module by lambdas.
    pub(super) fn named_keys(&self, module: &mut [Stmt]) {
        Keys(self).visit_body(module);
    }

    /// `str.lower` as a lambda.
    pub(super) fn method_of_strings(&self, expr: &Expr, at: TextRange) -> Option<Expr> {
        // Only strings have these, so nothing else can be passed to them.
        const METHODS: [&str; 15] = [
            "capitalize",
            "isalnum",
            "isalpha",
            "isdecimal",
            "isdigit",
            "islower",
            "isspace",
            "isupper",
            "lower",
            "lstrip",
            "rstrip",
            "split",
            "strip",
            "swapcase",
            "upper",
        ];
        let Expr::Attribute(method) = expr else {
            return None;
        };
        let is_known = METHODS.contains(&method.attr.as_str());
        let text = format!("lambda _text: _text.{}()", method.attr);
        (is_known && self.is_built_in(&method.value, "str")).then(|| expression(&text, at, &[]))
    }
}

struct Keys<'d>(&'d Desugar);

impl Keys<'_> {
    fn key(&self, key: &mut Expr) {
        let at = key.range();
        let is = |name: &str| self.0.is_built_in(key, name);
        if let Some(lambda) = self.0.method_of_strings(key, at) {
            *key = lambda;
        } else if Known::built_in_names().any(is) && !is("abs") && !is("len") {
            *key = wrapper(key, &[], 1, at);
        }
    }
}

impl Transformer for Keys<'_> {
    fn visit_expr(&self, expr: &mut Expr) {
        transformer::walk_expr(self, expr);
        let Expr::Call(call) = expr else {
            return;
        };
        let keys = call.arguments.keywords.iter_mut();
        for word in keys.filter(|word| word.arg.as_deref() == Some("key")) {
            self.key(&mut word.value);
        }
        let is = |name: &str| self.0.is_built_in(&call.func, name);
        let is_mapped = is("map") || is("filter");
        if let Some(function) = call.arguments.args.first_mut().filter(|_| is_mapped)
            && let Some(lambda) = self.0.method_of_strings(function, function.range())
        {
            *function = lambda;
        }
    }
}
