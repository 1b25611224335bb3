//! Consumers of generators inside expressions: calls of new functions with a loop.

use std::cell::RefCell;

use ruff_python_ast::visitor::transformer::{self, Transformer};
use ruff_python_ast::{CmpOp, Comprehension, Expr, Stmt};
use ruff_text_size::TextRange;

use super::alpha::Alpha;
use super::template::{expression, new_name, statements, stored_name};
use super::{Desugar, place, refused, scope};
use crate::source::Diagnostic;

/// Functions that consume all of an iterable.
const CONSUMERS: [&str; 9] = [
    "dict",
    "list",
    "tuple",
    "sorted",
    "sum",
    "min",
    "max",
    "set",
    "frozenset",
];

impl Desugar {
    /// Rewrites the consumers of generators among the expressions of a
    /// statement.
    pub(super) fn consumers_in(&mut self, stmt: &mut Stmt) -> Result<(), Diagnostic> {
        if self.generators.is_empty() {
            return Ok(());
        }
        let consumers = Consumers {
            desugar: RefCell::new(self),
            found: RefCell::default(),
        };
        transformer::walk_stmt(&consumers, stmt);
        consumers.found.into_inner().map_or(Ok(()), Err)
    }

    pub(super) fn consumers_in_expr(&mut self, expr: &mut Expr) -> Result<(), Diagnostic> {
        let consumers = Consumers {
            desugar: RefCell::new(self),
            found: RefCell::default(),
        };
        consumers.visit_expr(expr);
        consumers.found.into_inner().map_or(Ok(()), Err)
    }

    /// Replaces a consumer of a generator by a call of a new function.
    fn consume(&mut self, expr: &mut Expr) -> Result<(), Diagnostic> {
        let at = place(expr);
        match expr {
            Expr::ListComp(node) if self.loops_over_generator(&node.generators) => {
                *expr = self.collected(&node.elt, &node.generators.clone(), at);
            }
            Expr::SetComp(node) if self.loops_over_generator(&node.generators) => {
                let list = self.collected(&node.elt, &node.generators.clone(), at);
                *expr = expression("set(X)", at, &[("X", list)]);
            }
            Expr::DictComp(node) if self.loops_over_generator(&node.generators) => {
                let Some(key) = node.key.as_deref() else {
                    return Ok(());
                };
                let fill = [("K", key.clone()), ("V", (*node.value).clone())];
                let pair = expression("(K, V)", at, &fill);
                let list = self.collected(&pair, &node.generators.clone(), at);
                *expr = expression("{_k: _v for _k, _v in X}", at, &[("X", list)]);
            }
            Expr::Compare(node) => {
                if let ([op @ (CmpOp::In | CmpOp::NotIn)], [items]) =
                    (&node.ops[..], &node.comparators[..])
                    && self.generator_of(items).is_some()
                {
                    let is_in = *op == CmpOp::In;
                    *expr = self.membership(&node.left, items, is_in, at);
                }
            }
            Expr::Call(node) if self.is_built_in(&node.func, "next") => {
                if let ([call, default], true) =
                    (&node.arguments.args[..], node.arguments.keywords.is_empty())
                    && self.generator_of(call).is_some()
                {
                    let clause = each_item(call, at);
                    let item = new_name("item.", at);
                    *expr = self.next_of(&item, &[clause], default.clone(), at)?;
                }
            }
            Expr::Call(node) => {
                let is_join = matches!(&*node.func, Expr::Attribute(method) if ["join", "extend", "update"].contains(&method.attr.as_str()));
                let is = |this: &Self, name: &str| this.is_built_in(&node.func, name);
                let is_early = is(self, "any") || is(self, "all");
                let is_counter = matches!(&*node.func, Expr::Name(name) if name.id == "Counter.");
                let is_consumer = is_join
                    || is_early
                    || is_counter
                    || CONSUMERS.iter().any(|name| is(self, name));
                let Some(first) = node.arguments.args.first().filter(|_| is_consumer) else {
                    return Ok(());
                };
                let (item, clauses) = match first {
                    Expr::Generator(node) if self.loops_over_generator(&node.generators) => {
                        ((*node.elt).clone(), node.generators.clone())
                    }
                    call if self.generator_of(call).is_some() => {
                        (new_name("item.", at), vec![each_item(call, at)])
                    }
                    _ => return Ok(()),
                };
                if let Expr::Attribute(method) = &*node.func
                    && scope::free(first)
                        .iter()
                        .any(|name| scope::free(&method.value).contains(name))
                {
                    let message = "the generator would see the list or dict change here";
                    let help = "make a list of its items first: `items = list(…)`";
                    return Err(refused(at, message, help));
                }
                if is_early {
                    let is_any = is(self, "any");
                    *expr = self.tested(&item, &clauses, is_any, at);
                    return Ok(());
                }
                let is_best = is(self, "min") || is(self, "max");
                if let [key] = &node.arguments.keywords[..]
                    && key.arg.as_deref() == Some("key")
                    && is_best
                    && let Some(pair) = self.with_key(&item, &key.value, at)
                {
                    let pairs = self.collected(&pair, &clauses, at);
                    let fill = [("F", (*node.func).clone()), ("X", pairs)];
                    *expr = expression("F(X, key=lambda _pair: _pair[1])[0]", at, &fill);
                    return Ok(());
                }
                // The list is made before they are evaluated.
                let is_changing = clauses.iter().any(|clause| self.may_change(&clause.iter))
                    || self.may_change(&item);
                let is_plain = |expr: &Expr| {
                    expr.is_name_expr() || expr.is_literal_expr() || expr.is_lambda_expr()
                };
                let words = node.arguments.keywords.iter().map(|word| &word.value);
                let mut others = node.arguments.args.iter().skip(1).chain(words);
                if others.any(|other| !is_plain(other) && (is_changing || self.may_change(other))) {
                    let message =
                        "an argument may depend on what the generator changes, or the reverse";
                    return Err(refused(
                        at,
                        message,
                        "assign it to a name on the line before",
                    ));
                }
                let list = self.collected(&item, &clauses, at);
                node.arguments.args[0] = list;
            }
            _ => {}
        }
        Ok(())
    }

    /// An item and its key, which `min` and `max` ask for before they ask for the next item.
    fn with_key(&mut self, item: &Expr, key: &Expr, at: TextRange) -> Option<Expr> {
        let text = "[(_one, K) for _one in (X,)][0]";
        let Expr::Lambda(lambda) = key else {
            let of_one = expression("F(_one)", at, &[("F", key.clone())]);
            let fill = [("K", of_one), ("X", item.clone())];
            return key.is_name_expr().then(|| expression(text, at, &fill));
        };
        let mut parameters = lambda.parameters.iter().flat_map(|list| list.iter());
        let (Some(only), None) = (parameters.next(), parameters.next()) else {
            return None;
        };
        let own = self.fresh("key");
        let mut body = (*lambda.body).clone();
        Alpha::new([(only.name().to_string(), own.clone())]).visit_expr(&mut body);
        let fill = [("K", body), ("X", item.clone())];
        let mut pair = expression(text, at, &fill);
        Alpha::new([("one.".to_owned(), own)]).visit_expr(&mut pair);
        Some(pair)
    }

    fn loops_over_generator(&self, clauses: &[Comprehension]) -> bool {
        clauses
            .iter()
            .any(|clause| self.generator_of(&clause.iter).is_some())
    }

    /// A list of the items of a comprehension.
    fn collected(&mut self, item: &Expr, clauses: &[Comprehension], at: TextRange) -> Expr {
        let body = statements("_out.append(V)", at, &[("V", item.clone())], &[]);
        let body = nested_loops(clauses, body, at);
        let text = "def f():\n    _out = []\n    B\n    return _out";
        self.consuming(text, body, item, clauses, at)
    }

    /// Whether any or all items of a comprehension are true.
    fn tested(
        &mut self,
        item: &Expr,
        clauses: &[Comprehension],
        is_any: bool,
        at: TextRange,
    ) -> Expr {
        let (test, end) = match is_any {
            true => ("if V:\n    return True", "False"),
            false => ("if not V:\n    return False", "True"),
        };
        let body = statements(test, at, &[("V", item.clone())], &[]);
        let body = nested_loops(clauses, body, at);
        let text = format!("def f():\n    B\n    return {end}");
        self.consuming(&text, body, item, clauses, at)
    }

    /// `value in g(…)`, or `not in`.
    fn membership(&mut self, value: &Expr, items: &Expr, is_in: bool, at: TextRange) -> Expr {
        let (found, end) = if is_in {
            ("True", "False")
        } else {
            ("False", "True")
        };
        let clauses = [each_item(items, at)];
        let item = new_name("item.", at);
        let test = format!("if I == _value:\n    return {found}");
        let body = statements(&test, at, &[("I", item.clone())], &[]);
        let body = nested_loops(&clauses, body, at);
        let captured = self.captured_by(&item, &clauses);
        let text = format!("def f(_value):\n    B\n    return {end}");
        self.new_function(
            &text,
            &[],
            &[("B", body)],
            captured,
            vec![value.clone()],
            at,
        )
    }

    /// `next(item for … in …)`: a fault if there is none.
    pub(super) fn first_of(
        &mut self,
        item: &Expr,
        clauses: &[Comprehension],
        at: TextRange,
    ) -> Expr {
        let body = statements("return V", at, &[("V", item.clone())], &[]);
        let body = nested_loops(clauses, body, at);
        let captured = self.captured_by(item, clauses);
        let text =
            "def f():\n    while True:\n        B\n        assert False, \"next() finds nothing\"";
        self.new_function(text, &[], &[("B", body)], captured, Vec::new(), at)
    }

    /// `next((item for …), default)`.
    pub(super) fn next_of(
        &mut self,
        item: &Expr,
        clauses: &[Comprehension],
        default: Expr,
        at: TextRange,
    ) -> Result<Expr, Diagnostic> {
        // Here the default is evaluated first, in CPython what the items are made of.
        let source = &clauses[0].iter;
        let sources = match source {
            Expr::Call(call) if self.generator_of(source).is_some() => &call.arguments.args[..],
            _ => std::slice::from_ref(source),
        };
        let is_plain = |expr: &Expr| expr.is_name_expr() || expr.is_literal_expr();
        let source_changes = sources.iter().any(|one| self.may_change(one));
        if (source_changes && !is_plain(&default))
            || (self.may_change(&default) && !sources.iter().all(is_plain))
        {
            let message = "the default of `next` may depend on what is evaluated before it";
            return Err(refused(at, message, "assign the default to a name first"));
        }
        let body = statements("return V", at, &[("V", item.clone())], &[]);
        let body = nested_loops(clauses, body, at);
        let captured = self.captured_by(item, clauses);
        let text = "def f(_default):\n    B\n    return _default";
        Ok(self.new_function(text, &[], &[("B", body)], captured, vec![default], at))
    }

    fn consuming(
        &mut self,
        text: &str,
        body: Vec<Stmt>,
        item: &Expr,
        clauses: &[Comprehension],
        at: TextRange,
    ) -> Expr {
        let captured = self.captured_by(item, clauses);
        let used = clauses
            .iter()
            .filter_map(|clause| self.generator_of(&clause.iter));
        let defined = used.map(|name| self.generators[&name].name.range);
        let defined = defined.max_by_key(|range| range.start());
        let call = self.new_function(text, &[], &[("B", body)], captured, Vec::new(), at);
        // A statement of the module can call it once all its generators are defined.
        if let (Some(Stmt::FunctionDef(node)), Some(range)) = (self.functions.last_mut(), defined) {
            node.name.range = range;
        }
        call
    }
}

/// `for item in items`.
fn each_item(items: &Expr, at: TextRange) -> Comprehension {
    Comprehension {
        range: at,
        node_index: Default::default(),
        target: stored_name("item.", at),
        iter: items.clone(),
        ifs: Vec::new(),
        is_async: false,
    }
}

/// The loops and tests of a comprehension around a body.
pub(super) fn nested_loops(clauses: &[Comprehension], body: Vec<Stmt>, at: TextRange) -> Vec<Stmt> {
    let mut body = body;
    for clause in clauses.iter().rev() {
        for test in clause.ifs.iter().rev() {
            body = statements("if T:\n    B", at, &[("T", test.clone())], &[("B", body)]);
        }
        let fill = [("X", clause.iter.clone())];
        body = statements("for x in X:\n    B", at, &fill, &[("B", body)]);
        if let Some(Stmt::For(node)) = body.first_mut() {
            *node.target = clause.target.clone();
        }
    }
    body
}

/// Rewrites the consumers of generators in expressions, outer ones first.
struct Consumers<'d> {
    desugar: RefCell<&'d mut Desugar>,
    found: RefCell<Option<Diagnostic>>,
}

impl Transformer for Consumers<'_> {
    fn visit_expr(&self, expr: &mut Expr) {
        transformer::walk_expr(self, expr);
        if let Err(diagnostic) = self.desugar.borrow_mut().consume(expr) {
            self.found.borrow_mut().get_or_insert(diagnostic);
        }
    }

    fn visit_stmt(&self, _: &mut Stmt) {}
}
