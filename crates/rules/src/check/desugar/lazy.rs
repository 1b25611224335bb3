//! Iterators of the library that read their arguments while a loop runs, and here are lists made
//! beforehand: if the loop may change lists, what they read must be immutable.

use std::collections::{HashMap, HashSet};

use ruff_python_ast::visitor::transformer::{self, Transformer};
use ruff_python_ast::visitor::{self, Visitor};
use ruff_python_ast::{Comprehension, Expr, ExprCall, ExprContext, Stmt, StmtFunctionDef};

use super::generators::ROLES;
use super::template::{expression, new_name};
use super::{Desugar, place, refused, scope};
use crate::source::Diagnostic;

/// The function that requires an immutable value.
pub(super) const IMMUTABLE: &str = "immutable.";

/// Around a value that a generator reads after it has yielded.
pub(super) const READ_LATER: &str = "read_later.";

/// Functions that consume all of their argument at once.
const CONSUMERS: [&str; 9] = [
    "list",
    "tuple",
    "set",
    "frozenset",
    "sorted",
    "sum",
    "min",
    "max",
    "len",
];

impl Desugar {
    /// Whether a call makes an iterator that reads its arguments while a loop runs, and is a list
    /// made beforehand here.
    fn is_lazy_call(&self, call: &ExprCall) -> bool {
        // Nothing else refers to what is made here.
        let is_new = |arg: &Expr| match arg {
            Expr::Call(call) => ["tuple", "list", "sorted", "range"]
                .iter()
                .any(|name| self.is_built_in(&call.func, name)),
            Expr::Starred(node) => node.value.is_list_comp_expr(),
            other => other.is_literal_expr() || other.is_list_comp_expr(),
        };
        let is_shared = !call.arguments.args.iter().all(is_new);
        is_shared && self.makes_list(call)
    }

    /// Whether a call of the library that makes an iterator is rewritten to one that makes a list.
    fn makes_list(&self, call: &ExprCall) -> bool {
        match self.imported(&call.func) {
            Some("pairwise" | "accumulate" | "chain" | "chain.from_iterable") => true,
            // Other zips do not become lists.
            _ => {
                self.is_built_in(&call.func, "zip")
                    && call.arguments.args.iter().any(Expr::is_starred_expr)
            }
        }
    }

    /// Whether an iterable contains such a call, also as an argument of `map` or `enumerate`.
    pub(super) fn is_lazy(&self, iter: &Expr) -> bool {
        let mut found = LazyCalls::new(self);
        found.visit_expr(iter);
        found.calls.iter().any(|call| self.is_lazy_call(call))
    }

    /// What the arguments of an iterator of the library must be, if a loop over it may change
    /// lists: immutable; or a decision about the loops over a generator that yields in this one.
    pub(super) fn marker(&self, body: &[Stmt]) -> Option<&'static str> {
        let changes = self.changes(body);
        let function = self.function.as_ref();
        let is_role = function.is_some_and(|own| ROLES.contains(&own.name.as_str()));
        match changes.found {
            true => Some(IMMUTABLE),
            false => (changes.yields && !is_role).then_some(READ_LATER),
        }
    }

    /// Refuses an iterator of the library over a generator expression, of which a list is made
    /// beforehand, if that changes something, or reads a variable that the loop binds.
    pub(super) fn refuse_deferred(&self, iter: &Expr, bound: &[String]) -> Result<(), Diagnostic> {
        let mut found = LazyCalls::new(self);
        found.visit_expr(iter);
        let calls = found.calls.into_iter().filter(|call| self.makes_list(call));
        for arg in calls.flat_map(|call| &call.arguments.args) {
            let is_deferred = match arg {
                Expr::Generator(_) => true,
                Expr::Call(call) => ["map", "filter"]
                    .iter()
                    .any(|name| self.is_built_in(&call.func, name)),
                _ => false,
            };
            let reads_bound = || scope::free(arg).iter().any(|name| bound.contains(name));
            if is_deferred && (self.may_change(arg) || reads_bound()) {
                let message =
                    "this is evaluated before the loop in a rule file, in Python during it";
                let help = "write nested loops, or make a list before: `items = [… for …]`";
                return Err(refused(place(arg), message, help));
            }
        }
        Ok(())
    }

    /// Whether statements change lists, or call functions of the file that may.
    pub(super) fn may_change_lists(&self, body: &[Stmt]) -> bool {
        self.changes(body).found
    }

    /// Whether an expression changes lists, or names functions of the file that may.
    pub(super) fn may_change(&self, expr: &Expr) -> bool {
        let mut changes = Changes::new(self);
        changes.visit_expr(expr);
        changes.found
    }

    fn changes(&self, body: &[Stmt]) -> Changes<'_> {
        let mut changes = Changes::new(self);
        changes.visit_body(body);
        changes
    }

    /// Takes note of the functions of a module that may change what their callers see: those that
    /// change a list, a dict or a deque that they have not made, and those that name such functions.
    pub(super) fn note_changing(&mut self, module: &[Stmt]) {
        let functions = module.iter().filter_map(Stmt::as_function_def_stmt);
        let mut readers: HashMap<String, Vec<&str>> = HashMap::new();
        let mut open = Vec::new();
        for node in functions {
            if self.is_changing(node) {
                open.push(node.name.as_str());
            }
            for read in scope::read(&node.body) {
                readers.entry(read).or_default().push(node.name.as_str());
            }
        }
        while let Some(name) = open.pop() {
            if self.changing.insert(name.to_owned()) {
                open.extend(readers.get(name).into_iter().flatten());
            }
        }
    }

    fn is_changing(&self, node: &StmtFunctionDef) -> bool {
        let mut changes = Changes::new(self);
        changes.own = own_containers(node);
        changes.numbers = scope::numbers(&node.body);
        changes.visit_body(&node.body);
        changes.found
    }

    /// Marks what the iterators of the library read.
    pub(super) fn marked(&self, iter: &mut Expr, marker: &str) {
        let marks = Marks {
            desugar: self,
            marker,
        };
        marks.visit_expr(iter);
    }

    /// Requires that what an expression reads by an iterator of the library is immutable, if it
    /// may change lists meanwhile: a comprehension, `map`, or a call with a `key`.
    pub(super) fn unchanged_in(&self, expr: &mut Expr) -> Result<(), Diagnostic> {
        let has_key = |call: &ExprCall| {
            let mut words = call.arguments.keywords.iter();
            words.any(|word| word.arg.as_deref() == Some("key"))
        };
        let is_map = |call: &ExprCall| {
            self.is_built_in(&call.func, "map") || self.is_built_in(&call.func, "filter")
        };
        let may_change = match expr {
            Expr::Call(call) if !has_key(call) && !is_map(call) => return Ok(()),
            Expr::ListComp(_)
            | Expr::SetComp(_)
            | Expr::DictComp(_)
            | Expr::Generator(_)
            | Expr::Call(_) => {
                let mut changes = Changes::new(self);
                visitor::walk_expr(&mut changes, expr);
                changes.found
            }
            _ => return Ok(()),
        };
        let iters: Vec<&mut Expr> = match expr {
            Expr::ListComp(node) => iterables(&mut node.generators),
            Expr::SetComp(node) => iterables(&mut node.generators),
            Expr::DictComp(node) => iterables(&mut node.generators),
            Expr::Generator(node) => iterables(&mut node.generators),
            Expr::Call(call) => {
                let functions = usize::from(is_map(call));
                call.arguments.args.iter_mut().skip(functions).collect()
            }
            _ => return Ok(()),
        };
        for iter in iters {
            self.refuse_deferred(iter, &[])?;
            if may_change && self.is_lazy(iter) {
                self.marked(iter, IMMUTABLE);
            }
        }
        Ok(())
    }
}

fn iterables(clauses: &mut [Comprehension]) -> Vec<&mut Expr> {
    clauses.iter_mut().map(|clause| &mut clause.iter).collect()
}

/// The locals of a function, without its parameters, that only hold new lists, dicts and deques.
fn own_containers(node: &StmtFunctionDef) -> HashSet<String> {
    #[derive(Default)]
    struct Own {
        new: HashSet<String>,
        other: HashSet<String>,
    }
    impl<'a> Visitor<'a> for Own {
        fn visit_stmt(&mut self, stmt: &'a Stmt) {
            match stmt {
                Stmt::Assign(node) => {
                    let is_plain = matches!(&node.targets[..], [Expr::Name(_)]);
                    let names = node.targets.iter().flat_map(scope::stored);
                    match is_plain && is_new_container(&node.value) {
                        true => self.new.extend(names),
                        false => self.other.extend(names),
                    }
                }
                Stmt::For(node) => self.other.extend(scope::stored(&node.target)),
                _ => {}
            }
            visitor::walk_stmt(self, stmt);
        }
    }
    let mut own = Own::default();
    own.visit_body(&node.body);
    let parameters = node.parameters.iter().map(|one| one.name().to_string());
    own.other.extend(parameters);
    own.new.retain(|name| !own.other.contains(name));
    own.new
}

/// Whether an expression makes a list, a dict or a deque of its own.
fn is_new_container(expr: &Expr) -> bool {
    const MAKERS: [&str; 10] = [
        "list",
        "sorted",
        "dict",
        "set",
        "deque",
        "Counter",
        "defaultdict",
        "deepcopy",
        "tuple",
        "range",
    ];
    match expr {
        Expr::List(_) | Expr::ListComp(_) | Expr::Dict(_) | Expr::DictComp(_) => true,
        Expr::Set(_) | Expr::SetComp(_) | Expr::BinOp(_) => true,
        Expr::Call(call) => match &*call.func {
            Expr::Name(name) => MAKERS.contains(&name.id.trim_end_matches('.')),
            Expr::Attribute(method) => method.attr.as_str() == "copy",
            _ => false,
        },
        Expr::Subscript(node) => node.slice.is_slice_expr(),
        other => other.is_literal_expr(),
    }
}

/// The calls inside an iterable that are not consumed at once.
struct LazyCalls<'d, 'a> {
    desugar: &'d Desugar,
    calls: Vec<&'a ExprCall>,
}

impl<'d, 'a> LazyCalls<'d, 'a> {
    fn new(desugar: &'d Desugar) -> LazyCalls<'d, 'a> {
        LazyCalls {
            desugar,
            calls: Vec::new(),
        }
    }
}

impl<'a> Visitor<'a> for LazyCalls<'_, 'a> {
    fn visit_expr(&mut self, expr: &'a Expr) {
        match expr {
            Expr::Call(call) if self.desugar.consumes_at_once(call) => return,
            Expr::Call(call) => self.calls.push(call),
            Expr::ListComp(_) | Expr::SetComp(_) | Expr::DictComp(_) | Expr::Lambda(_) => return,
            _ => {}
        }
        visitor::walk_expr(self, expr);
    }
}

impl Desugar {
    fn consumes_at_once(&self, call: &ExprCall) -> bool {
        CONSUMERS
            .iter()
            .any(|name| self.is_built_in(&call.func, name))
    }
}

/// Puts a marker around what the lazy calls of an iterable read.
struct Marks<'d> {
    desugar: &'d Desugar,
    marker: &'d str,
}

impl Transformer for Marks<'_> {
    fn visit_expr(&self, expr: &mut Expr) {
        match expr {
            Expr::Call(call) if self.desugar.consumes_at_once(call) => return,
            Expr::ListComp(_) | Expr::SetComp(_) | Expr::DictComp(_) | Expr::Lambda(_) => return,
            Expr::Call(call) if self.desugar.is_lazy_call(call) => {
                for arg in &mut call.arguments.args {
                    if self.desugar.is_lazy(arg) {
                        self.visit_expr(arg);
                        continue;
                    }
                    let value = match arg {
                        Expr::Starred(node) => &mut *node.value,
                        other => other,
                    };
                    let at = place(value);
                    let fill = [("F", new_name(self.marker, at)), ("X", value.clone())];
                    *value = expression("F(X)", at, &fill);
                }
                return;
            }
            _ => {}
        }
        transformer::walk_expr(self, expr);
    }
}

/// Whether statements may change lists, and whether they yield.
struct Changes<'d> {
    desugar: &'d Desugar,
    /// Variables that hold numbers, or containers that only this function refers to.
    numbers: HashSet<String>,
    own: HashSet<String>,
    found: bool,
    yields: bool,
}

impl Changes<'_> {
    fn new(desugar: &Desugar) -> Changes<'_> {
        Changes {
            desugar,
            numbers: desugar.numbers.clone(),
            own: HashSet::new(),
            found: false,
            yields: false,
        }
    }

    /// Whether others see an expression change.
    fn is_seen(&self, container: &Expr) -> bool {
        !matches!(container, Expr::Name(name) if self.own.contains(name.id.as_str()))
    }
}

impl<'a> Visitor<'a> for Changes<'_> {
    fn visit_stmt(&mut self, stmt: &'a Stmt) {
        self.found |= match stmt {
            Stmt::AugAssign(node) => match &*node.target {
                Expr::Name(name) => {
                    !self.numbers.contains(name.id.as_str()) && self.is_seen(&node.target)
                }
                Expr::Subscript(item) => self.is_seen(&item.value),
                _ => true,
            },
            Stmt::Delete(node) => node.targets.iter().any(|target| match target {
                Expr::Subscript(item) => self.is_seen(&item.value),
                _ => true,
            }),
            _ => false,
        };
        visitor::walk_stmt(self, stmt);
    }

    fn visit_expr(&mut self, expr: &'a Expr) {
        const METHODS: [&str; 15] = [
            "append",
            "pop",
            "insert",
            "extend",
            "reverse",
            "sort",
            "remove",
            "clear",
            "setdefault",
            "update",
            "popitem",
            "appendleft",
            "popleft",
            "add",
            "discard",
        ];
        self.found |= match expr {
            Expr::Subscript(node) => node.ctx == ExprContext::Store && self.is_seen(&node.value),
            Expr::Yield(_) | Expr::YieldFrom(_) => {
                self.yields = true;
                false
            }
            Expr::Name(name) => self.desugar.changing.contains(name.id.as_str()),
            Expr::Call(call) => match &*call.func {
                Expr::Attribute(node) => {
                    METHODS.contains(&node.attr.trim_end_matches('.')) && self.is_seen(&node.value)
                }
                _ => false,
            },
            _ => false,
        };
        visitor::walk_expr(self, expr);
    }
}

/// Removes the marks of values that are read later.
pub(super) struct AsIs;

impl Transformer for AsIs {
    fn visit_expr(&self, expr: &mut Expr) {
        transformer::walk_expr(self, expr);
        if let Expr::Call(call) = expr
            && matches!(&*call.func, Expr::Name(name) if name.id == READ_LATER)
            && let Some(value) = call.arguments.args.first()
        {
            *expr = value.clone();
        }
    }
}
