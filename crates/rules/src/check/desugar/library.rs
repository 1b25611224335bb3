//! Calls of the library.

use std::cell::RefCell;

use ruff_python_ast::visitor::transformer::{self, Transformer};
use ruff_python_ast::{
    CmpOp, Comprehension, Expr, ExprCall, ExprCompare, ExprContext, ExprGenerator, ExprList,
    ExprStarred, Keyword, Operator, Stmt,
};
use ruff_text_size::TextRange;

use super::alpha::Alpha;
use super::mapping::mapped;
use super::stars::{spread, united, variadic_call};
use super::template::{expression, new_name};
use super::{Desugar, INFINITY, LIBRARY, MINUS_INFINITY, formatting, place, refused, scope};
use crate::source::Diagnostic;

impl Desugar {
    /// Rewrites the expressions of a statement, not those of statements in it.
    pub(super) fn expressions_of(&mut self, stmt: &mut Stmt) -> Result<(), Diagnostic> {
        let expressions = Expressions {
            desugar: RefCell::new(self),
            found: RefCell::default(),
        };
        transformer::walk_stmt(&expressions, stmt);
        expressions.found.into_inner().map_or(Ok(()), Err)
    }

    /// Rewrites an expression whose parts are rewritten.
    fn rewrite(&mut self, expr: &mut Expr) -> Result<(), Diagnostic> {
        let at = place(expr);
        self.range_items(expr);
        match expr {
            Expr::List(ExprList {
                elts,
                ctx: ExprContext::Load,
                ..
            }) if elts.iter().any(Expr::is_starred_expr) => {
                *expr = spread(elts, at, "list", "[]");
            }
            Expr::Tuple(node)
                if node.ctx == ExprContext::Load && node.elts.iter().any(Expr::is_starred_expr) =>
            {
                *expr = spread(&node.elts, at, "tuple", "()");
            }
            Expr::Set(node) if node.elts.iter().any(Expr::is_starred_expr) => {
                *expr = united(&node.elts, at);
            }
            Expr::Name(_) if self.imported(expr) == Some("inf") => {
                *expr = new_name(INFINITY, at);
            }
            Expr::Name(_) => {
                if let Some(instead) = self.named(expr, at) {
                    *expr = instead;
                }
            }
            Expr::Attribute(_) => {
                if let Some(instead) = self.named(expr, at) {
                    *expr = instead;
                } else if let Some(member) = self.member(expr)? {
                    *expr = member;
                }
            }
            Expr::BinOp(node) if node.op == Operator::Mod => {
                if let Expr::StringLiteral(text) = &*node.left
                    && let Some(made) = formatting::percent(text.value.to_str(), &node.right, at)
                {
                    *expr = made;
                }
            }
            Expr::Subscript(node) => {
                if let Some(member) = self.member_named(&node.value, &node.slice, at) {
                    *expr = member;
                }
            }
            Expr::FString(node) => formatting::padded(node),
            Expr::ListComp(node) => self.clauses(&mut node.generators),
            Expr::SetComp(node) => self.clauses(&mut node.generators),
            Expr::DictComp(node) => self.clauses(&mut node.generators),
            Expr::Generator(node) => self.clauses(&mut node.generators),
            Expr::Compare(node)
                if matches!(node.ops[..], [CmpOp::In | CmpOp::NotIn])
                    && node.comparators[0].is_generator_expr() =>
            {
                *expr = self.in_generator(node, at);
            }
            // The members of an `Enum` are equal only if they are the same.
            Expr::Compare(node) => {
                let left = std::iter::once(&*node.left).chain(&node.comparators);
                let pairs = left.zip(&node.comparators);
                let is_member = |one: &Expr| self.is_member(one);
                let members: Vec<bool> = pairs.map(|(a, b)| is_member(a) || is_member(b)).collect();
                let mut ops = node.ops.to_vec();
                for (op, _) in ops.iter_mut().zip(members).filter(|(_, is)| *is) {
                    *op = match *op {
                        CmpOp::Is => CmpOp::Eq,
                        CmpOp::IsNot => CmpOp::NotEq,
                        other => other,
                    };
                }
                node.ops = ops.into();
            }
            Expr::Call(node) => {
                self.members_given(node);
                if let Some(member) = self.member_with(node, at) {
                    *expr = member;
                    return Ok(());
                }
                if let Some(instead) = self.rewritten_call(node, at)? {
                    *expr = instead;
                }
                if let Expr::Generator(node) = expr {
                    self.clauses(&mut node.generators);
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// `*rows` as a list of tuples.
    pub(super) fn rows_of(&mut self, rows: &ExprStarred) -> Expr {
        let fill = [("X", (*rows.value).clone())];
        let mut rows = expression("[tuple(_row) for _row in X]", place(rows), &fill);
        if let Expr::ListComp(node) = &mut rows {
            self.clauses(&mut node.generators);
        }
        rows
    }

    /// `x in (… for …)`, also over what `map` and `filter` became.
    fn in_generator(&mut self, node: &ExprCompare, at: TextRange) -> Expr {
        let text = match node.ops[0] {
            CmpOp::In => "any(_item == _wanted for _wanted in (W,) for _item in G)",
            _ => "not any(_item == _wanted for _wanted in (W,) for _item in G)",
        };
        let fill = [
            ("W", (*node.left).clone()),
            ("G", node.comparators[0].clone()),
        ];
        let mut made = expression(text, at, &fill);
        let call = match &mut made {
            Expr::UnaryOp(not) => &mut *not.operand,
            other => other,
        };
        if let Expr::Call(call) = call
            && let Some(Expr::Generator(items)) = call.arguments.args.first_mut()
        {
            self.clauses(&mut items.generators);
        }
        made
    }

    /// A function of `operator`, or a constant of `string`.
    pub(super) fn named(&self, expr: &Expr, at: TextRange) -> Option<Expr> {
        let name = self.imported(expr)?;
        let (lower, upper) = ("abcdefghijklmnopqrstuvwxyz", "ABCDEFGHIJKLMNOPQRSTUVWXYZ");
        let letters = match name {
            "ascii_lowercase" => lower.to_owned(),
            "ascii_uppercase" => upper.to_owned(),
            "ascii_letters" => format!("{lower}{upper}"),
            "digits" => "0123456789".to_owned(),
            "itemgetter" | "attrgetter" => return None,
            _ => {
                let (_, all) = LIBRARY.iter().find(|(module, _)| *module == "operator")?;
                let is_function = all.contains(&name);
                return is_function.then(|| new_name(&format!("operator.{name}"), at));
            }
        };
        Some(expression(&format!("\"{letters}\""), at, &[]))
    }

    /// The clauses of a comprehension: loops over members of enumerations, and over generator
    /// expressions (also what `map` became), whose own clauses come before: both run in turn.
    pub(super) fn clauses(&mut self, clauses: &mut Vec<Comprehension>) {
        self.members_in(clauses);
        for mut clause in std::mem::take(clauses) {
            let at = place(&clause.iter);
            if let Expr::Generator(node) = &clause.iter {
                let mut inner = node.clone();
                self.rename_targets(&mut inner);
                clauses.extend(inner.generators);
                self.range_value(&mut inner.elt);
                clause.iter = expression("(X,)", at, &[("X", *inner.elt)]);
            }
            clauses.push(clause);
        }
    }

    /// Gives the targets of a generator expression new names.
    fn rename_targets(&mut self, node: &mut ExprGenerator) {
        let targets = node.generators.iter().map(|clause| &clause.target);
        let names: Vec<String> = targets.flat_map(scope::stored).collect();
        let pairs: Vec<_> = names
            .into_iter()
            .map(|name| (name.clone(), self.fresh(&name)))
            .collect();
        // The first iterable is evaluated outside.
        let first = node.generators[0].iter.clone();
        let renamed = Alpha::new(pairs);
        renamed.visit_expr(&mut node.elt);
        for clause in &mut node.generators {
            renamed.visit_comprehension(clause);
        }
        node.generators[0].iter = first;
    }

    /// `s.translate(table)`, or `str.maketrans("ab", "cd")`: a dict of the numbers of letters.
    fn translated(
        &self,
        name: &str,
        object: &Expr,
        args: &[Expr],
        at: TextRange,
    ) -> Result<Option<Expr>, Diagnostic> {
        if name == "translate" {
            let [table] = args else {
                return Ok(None);
            };
            let fill = [("S", object.clone()), ("T", table.clone())];
            let text = "''.join([chr(_t.get(ord(_c), ord(_c))) for _s in (S + '',) for _t in (T,) for _c in _s])";
            return Ok(Some(expression(text, at, &fill)));
        }
        if !self.is_built_in(object, "str") {
            return Ok(None);
        }
        let letters = |arg: &Expr| match arg {
            Expr::StringLiteral(text) => Some(text.value.chars().map(u32::from).collect()),
            _ => None,
        };
        let pair: Option<[Vec<u32>; 2]> = match args {
            [from, to] => letters(from).zip(letters(to)).map(|(from, to)| [from, to]),
            [Expr::Dict(table)] => {
                let one = |expr: &Expr| letters(expr).filter(|all: &Vec<u32>| all.len() == 1);
                let pairs = table.items.iter().map(|item| {
                    let key = item.key.as_ref().and_then(one)?;
                    Some((key[0], one(&item.value)?[0]))
                });
                let pairs: Option<Vec<(u32, u32)>> = pairs.collect();
                pairs
                    .map(|pairs| pairs.into_iter().unzip())
                    .map(|(from, to)| [from, to])
            }
            _ => None,
        };
        let Some([from, to]) = pair.filter(|[from, to]| from.len() == to.len()) else {
            let message = "this call of `maketrans` is not supported in a rule file";
            let help = "write two strings of the same length: `str.maketrans(\"xo\", \"ox\")`";
            return Err(refused(at, message, help));
        };
        let items = from
            .iter()
            .zip(&to)
            .map(|(from, to)| format!("{from}: {to}"));
        let items: Vec<String> = items.collect();
        Ok(Some(expression(
            &format!("{{{}}}", items.join(", ")),
            at,
            &[],
        )))
    }

    fn rewritten_call(
        &mut self,
        node: &ExprCall,
        at: TextRange,
    ) -> Result<Option<Expr>, Diagnostic> {
        let args = &node.arguments.args;
        let keywords = &node.arguments.keywords;
        let words = keywords.iter().map(|word| &word.value);
        let is_variadic = |expr: &&Expr| matches!(expr, Expr::Name(name) if self.variadic.contains_key(name.id.as_str()));
        if let Some(function) = args.iter().chain(words).find(is_variadic) {
            let message = "a function with a `*` parameter is not a value in a rule file";
            let help = "write a lambda that calls it: `lambda x: f(x)`";
            return Err(refused(place(function), message, help));
        }
        if let Some(place) = keywords.iter().position(is_method_key)
            && ["sorted", "min", "max"]
                .iter()
                .any(|name| self.is_built_in(&node.func, name))
        {
            let mut call = node.clone();
            let key = &mut call.arguments.keywords[place].value;
            *key = called_method(key, at);
            return Ok(Some(Expr::Call(call)));
        }
        if self.is_built_in(&node.func, "next")
            && let ([Expr::Generator(items), default], true) = (&args[..], keywords.is_empty())
        {
            let (item, clauses) = (&items.elt, &items.generators);
            return self.next_of(item, clauses, default.clone(), at).map(Some);
        }
        if self.is_built_in(&node.func, "next")
            && let ([Expr::Generator(items)], true) = (&args[..], keywords.is_empty())
        {
            let (item, clauses) = (&items.elt, &items.generators);
            return Ok(Some(self.first_of(item, clauses, at)));
        }
        if self.is_built_in(&node.func, "float")
            && let [Expr::StringLiteral(text)] = &args[..]
        {
            let name = match text.value.to_str().trim_start_matches('+') {
                "inf" | "infinity" => INFINITY,
                "-inf" | "-infinity" => MINUS_INFINITY,
                _ => return Ok(None),
            };
            return Ok(Some(new_name(name, at)));
        }
        if let Expr::Name(name) = &*node.func
            && let Some(&count) = self.variadic.get(name.id.as_str())
        {
            return variadic_call(node, count, at).map(Some);
        }
        if let Expr::Attribute(method) = &*node.func
            && method.attr.as_str() == "count"
            && let Expr::Call(inner) = &*method.value
            && matches!(&*inner.func, Expr::Name(name) if name.id == "text.bin")
            && let ([Expr::StringLiteral(one)], [number]) = (&args[..], &inner.arguments.args[..])
            && one.value.to_str() == "1"
        {
            let fill = [("X", number.clone())];
            return Ok(Some(expression("(X).bit_count()", at, &fill)));
        }
        if let ([_], true) = (&args[..], keywords.is_empty())
            && let Some(name) =
                (["bin", "oct", "hex"].into_iter()).find(|name| self.is_built_in(&node.func, name))
        {
            let mut call = node.clone();
            *call.func = new_name(&format!("text.{name}"), place(&*node.func));
            return Ok(Some(Expr::Call(call)));
        }
        if self.is_built_in(&node.func, "format") && keywords.is_empty() {
            return Ok(formatting::formatted(args, at));
        }
        if let Expr::Attribute(method) = &*node.func
            && let ("format", Expr::StringLiteral(text)) = (method.attr.as_str(), &*method.value)
        {
            return Ok(formatting::format(text.value.to_str(), &node.arguments, at));
        }
        if let Expr::Attribute(method) = &*node.func
            && let ("union", [Expr::Starred(sets)], true) =
                (method.attr.as_str(), &args[..], keywords.is_empty())
        {
            let fill = [("S", (*method.value).clone()), ("X", (*sets.value).clone())];
            let text = "S.union({_item for _set in X for _item in _set})";
            return Ok(Some(expression(text, at, &fill)));
        }
        if let Expr::Attribute(method) = &*node.func
            && method.attr.as_str() == "fromkeys"
            && self.is_built_in(&method.value, "dict")
            && let ([keys, value @ ..], true) = (&args[..], keywords.is_empty())
            && value.len() < 2
        {
            let value = value.first().cloned();
            let value = value.unwrap_or_else(|| expression("None", at, &[]));
            // All keys get the same value, so it must not be a new list for each.
            if !(value.is_literal_expr() || value.is_name_expr()) {
                let message = "the value of `fromkeys` must be a constant or a name here";
                return Err(refused(at, message, "write `{key: value for key in keys}`"));
            }
            let fill = [("X", keys.clone()), ("V", value)];
            return Ok(Some(expression("{_key: V for _key in X}", at, &fill)));
        }
        if let Expr::Attribute(method) = &*node.func
            && let (name @ ("translate" | "maketrans"), true) =
                (method.attr.as_str(), keywords.is_empty())
            && let Some(made) = self.translated(name, &method.value, args, at)?
        {
            return Ok(Some(made));
        }
        if self.is_built_in(&node.func, "zip")
            && let [Expr::Starred(rows)] = &args[..]
        {
            let text = "[tuple(_row[_i] for _row in _rows) for _rows in (X,) for _i in range(min((len(_row) for _row in _rows), default=0))]";
            let rows = self.rows_of(rows);
            return Ok(Some(expression(text, at, &[("X", rows)])));
        }
        if self.is_built_in(&node.func, "map") || self.is_built_in(&node.func, "filter") {
            let is_map = self.is_built_in(&node.func, "map");
            return Ok(mapped(is_map, args, at));
        }
        let Some(name) = self.imported(&node.func).map(str::to_owned) else {
            return Ok(None);
        };
        if name == "replace"
            && let ([record], false) = (&args[..], keywords.is_empty())
        {
            let mut call = node.clone();
            call.arguments.args = Default::default();
            *call.func = expression("X._replace", at, &[("X", record.clone())]);
            if let Expr::Attribute(method) = &mut *call.func {
                method.attr.id = "_replace.".into();
            }
            return Ok(Some(Expr::Call(call)));
        }
        if ["Counter", "defaultdict", "deque", "copy", "deepcopy"].contains(&name.as_str()) {
            let mut call = node.clone();
            *call.func = new_name(&format!("{name}."), place(&*node.func));
            return Ok(Some(Expr::Call(call)));
        }
        if let ("itemgetter" | "attrgetter", keys @ [_, ..]) = (name.as_str(), &args[..]) {
            return Ok(getter(&name, keys, at));
        }
        self.iterated(&name, node, at)
    }
}

/// `itemgetter(1)` or `attrgetter("x", "y")`.
pub(super) fn getter(name: &str, keys: &[Expr], at: TextRange) -> Option<Expr> {
    let items = keys.iter().map(|key| match (name, key) {
        ("itemgetter", key) if key.is_literal_expr() => {
            Some(expression("_of[K]", at, &[("K", key.clone())]))
        }
        ("attrgetter", Expr::StringLiteral(text)) => {
            let field = text.value.to_str();
            let is_name = field.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
            let is_field = is_name && !field.starts_with(|c: char| c.is_ascii_digit() || c == '_');
            let text = format!("_of.{field}");
            (is_field && !field.is_empty()).then(|| expression(&text, at, &[]))
        }
        _ => None,
    });
    let mut items: Vec<Expr> = items.collect::<Option<_>>()?;
    let body = match items.len() {
        1 => items.pop()?,
        _ => {
            let mut tuple = expression("()", at, &[]);
            if let Expr::Tuple(node) = &mut tuple {
                node.elts = items;
            }
            tuple
        }
    };
    Some(expression("lambda _of: V", at, &[("V", body)]))
}

/// Rewrites expressions, their parts first.
struct Expressions<'d> {
    desugar: RefCell<&'d mut Desugar>,
    found: RefCell<Option<Diagnostic>>,
}

impl Transformer for Expressions<'_> {
    fn visit_expr(&self, expr: &mut Expr) {
        let unchanged = self.desugar.borrow().unchanged_in(expr);
        self.desugar.borrow().unordered_in(expr);
        transformer::walk_expr(self, expr);
        let rewritten = self.desugar.borrow_mut().rewrite(expr);
        if let Err(diagnostic) = unchanged.and(rewritten) {
            self.found.borrow_mut().get_or_insert(diagnostic);
        }
    }

    fn visit_stmt(&self, _: &mut Stmt) {}
}

/// Whether an argument is `key=d.get`, a method of a name.
fn is_method_key(word: &Keyword) -> bool {
    let is_key = word.arg.as_deref() == Some("key");
    is_key
        && matches!(&word.value, Expr::Attribute(method)
            if method.value.is_name_expr() && ["get", "index", "count"].contains(&method.attr.as_str()))
}

/// A method as a function of its argument. `d.get(key)` would be None where `d` has no such
/// key, which cannot be ordered: `get.` is a fault there.
fn called_method(method: &Expr, at: TextRange) -> Expr {
    let mut called = expression("lambda _key: F(_key)", at, &[("F", method.clone())]);
    if let Expr::Lambda(lambda) = &mut called
        && let Expr::Call(call) = &mut *lambda.body
        && let Expr::Attribute(method) = &mut *call.func
        && method.attr.as_str() == "get"
    {
        method.attr.id = "get.".into();
    }
    called
}
