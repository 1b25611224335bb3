//! `reduce` and `accumulate` with a function: calls of new functions with a loop.

use ruff_python_ast::Expr;
use ruff_text_size::TextRange;

use super::template::expression;
use super::{Desugar, refused};
use crate::source::Diagnostic;

/// The function of two numbers: their names, and the expression.
struct Step {
    a: String,
    b: String,
    value: Expr,
}

impl Desugar {
    /// `reduce(f, items, first)` as a call of a new function with a loop.
    pub(super) fn reduced(
        &mut self,
        function: &Expr,
        items: &Expr,
        first: Option<&Expr>,
        at: TextRange,
    ) -> Result<Expr, Diagnostic> {
        let Step { a, b, value } = step("reduce", function, at)?;
        let text = match first {
            Some(_) => format!(
                "def f(_items, _first):\n    {a} = _first\n    for {b} in _items:\n        {a} = S\n    return {a}"
            ),
            None => format!(
                "def f(_items):\n    {a} = _items[0]\n    for {b} in _items[1:]:\n        {a} = S\n    return {a}"
            ),
        };
        let captured = self.captured(&[&value], &[a, b]);
        let mut values = vec![expression("tuple(X)", at, &[("X", items.clone())])];
        values.extend(first.cloned());
        Ok(self.new_function(&text, &[("S", value)], &[], captured, values, at))
    }

    /// `accumulate(items, f)` as a call of a new function that returns a list.
    pub(super) fn accumulated(
        &mut self,
        function: &Expr,
        items: &Expr,
        at: TextRange,
    ) -> Result<Expr, Diagnostic> {
        let Step { a, b, value } = step("accumulate", function, at)?;
        // It would read them while its consumer runs, which may change them.
        if let Some(name) = self.captured(&[&value], &[a.clone(), b.clone()]).first() {
            let message = format!("the function of `accumulate` reads the variable `{name}`");
            return Err(refused(at, message, "write a loop"));
        }
        let text = format!(
            "def f(_items):\n    _out = []\n    if _items:\n        {a} = _items[0]\n        _out.append({a})\n        for {b} in _items[1:]:\n            {a} = S\n            _out.append({a})\n    return _out"
        );
        let values = vec![expression("tuple(X)", at, &[("X", items.clone())])];
        Ok(self.new_function(&text, &[("S", value)], &[], Vec::new(), values, at))
    }
}

/// The function of a call of `reduce` or `accumulate`.
fn step(of: &str, function: &Expr, at: TextRange) -> Result<Step, Diagnostic> {
    let step = match function {
        Expr::Lambda(node) => {
            let parameters = node.parameters.iter().flat_map(|list| list.iter());
            let names: Vec<String> = parameters.map(|p| p.name().to_string()).collect();
            let [a, b] = &names[..] else {
                let message = format!("the function of `{of}` takes two arguments");
                let help = format!("write `lambda a, b: …` as the function of `{of}`");
                return Err(refused(at, message, help));
            };
            Step {
                a: a.clone(),
                b: b.clone(),
                value: (*node.body).clone(),
            }
        }
        Expr::Name(_) => Step {
            a: "a".to_owned(),
            b: "b".to_owned(),
            value: expression("F(a, b)", at, &[("F", function.clone())]),
        },
        _ => {
            let message = format!("the function of `{of}` must be a lambda or a name");
            let help = format!("write `lambda a, b: …` as the function of `{of}`");
            return Err(refused(at, message, help));
        }
    };
    // The names of the templates above.
    let is_taken = |name: &str| name.starts_with('_') || ["f", "S"].contains(&name);
    if is_taken(&step.a) || is_taken(&step.b) {
        let message = format!("this name is not supported in the function of `{of}`");
        return Err(refused(at, message, "use names such as `a` and `b`"));
    }
    Ok(step)
}
