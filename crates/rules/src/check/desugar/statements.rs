//! Statements that are short for others.

use ruff_python_ast::visitor::{self, Visitor};
use ruff_python_ast::{
    ExceptHandler, Expr, ExprContext, Operator, Pattern, Singleton, Stmt, StmtAssign,
    StmtAugAssign, StmtFor, StmtIf, StmtMatch, StmtTry, StmtWhile, Suite,
};
use ruff_text_size::TextRange;

use super::generators::ROLES;
use super::template::{expression, statements};
use super::{Desugar, place, refused, scope};
use crate::source::Diagnostic;

impl Desugar {
    /// Rewrites the statements of a block.
    pub(super) fn block(&mut self, body: Suite) -> Result<Suite, Diagnostic> {
        let mut out = Vec::new();
        for stmt in body {
            out.extend(self.statement(stmt)?);
        }
        Ok(out.into_iter().collect())
    }

    /// Rewrites a statement and its parts.
    pub(super) fn statement(&mut self, mut stmt: Stmt) -> Result<Vec<Stmt>, Diagnostic> {
        let mut before = Vec::new();
        match &mut stmt {
            Stmt::Match(node) => return self.match_statement(node.clone()),
            Stmt::Try(node) => {
                if let Some(instead) = index_or_else(node).or_else(|| item_or_else(node)) {
                    return self.statement(instead);
                }
            }
            Stmt::Delete(node) => {
                if let Some(instead) = deletions(&node.targets) {
                    return instead.into_iter().try_fold(Vec::new(), |mut all, one| {
                        all.extend(self.statement(one)?);
                        Ok(all)
                    });
                }
            }
            Stmt::Assign(node) => {
                if let Some(instead) = split_literals(node) {
                    return Ok(instead);
                }
                if let Some(instead) = self.starred_target(node)? {
                    return self.block(instead.into_iter().collect()).map(into_vec);
                }
            }
            Stmt::Expr(node) => {
                if let Some(instead) = self.changed_set(&node.value)? {
                    return self.statement(instead);
                }
                if let Some(instead) = self.sorted_in_place(&node.value) {
                    return self.block(instead.into_iter().collect()).map(into_vec);
                }
                if let Expr::YieldFrom(from) = &*node.value {
                    let at = from.range;
                    let name = self.fresh("yielded");
                    let fill = [("X", (*from.value).clone()), ("Y", new_name(&name, at))];
                    let mut instead = statements("for y in X:\n    yield Y", at, &fill, &[]);
                    if let Some(Stmt::For(node)) = instead.first_mut() {
                        *node.target = stored_name(&name, at);
                    }
                    return self.block(instead.into_iter().collect()).map(into_vec);
                }
            }
            Stmt::For(node) if self.is_lazy(&node.iter) => {
                if let Some(marker) = self.marker(&node.body) {
                    self.marked(&mut node.iter, marker);
                }
            }
            Stmt::AugAssign(node) => {
                if let Some(instead) = self.augmented_set(node) {
                    return self.statement(instead);
                }
            }
            Stmt::If(node) => before = self.named_first(node),
            Stmt::While(node) => {
                if let Some(instead) = named_in_while(node) {
                    return self.statement(instead);
                }
            }
            _ => {}
        }
        if let Stmt::For(node) = &mut stmt
            && let Some(members) = self.members(&node.iter)
        {
            *node.iter = members;
        }
        self.range_values(&mut stmt);
        self.expressions_of(&mut stmt)?;
        unpacked_list(&mut stmt);
        match &mut stmt {
            Stmt::FunctionDef(node) => {
                self.function = Some(node.clone());
                self.numbers = scope::numbers(&node.body);
                node.body = self.block(std::mem::take(&mut node.body))?;
                self.numbers.clear();
                self.function = None;
            }
            Stmt::For(StmtFor { body, orelse, .. })
            | Stmt::While(StmtWhile { body, orelse, .. }) => {
                *body = self.block(std::mem::take(body))?;
                *orelse = self.block(std::mem::take(orelse))?;
            }
            Stmt::If(node) => {
                node.body = self.block(std::mem::take(&mut node.body))?;
                for clause in &mut node.elif_else_clauses {
                    clause.body = self.block(std::mem::take(&mut clause.body))?;
                }
            }
            _ => {}
        }
        let mut out = Vec::new();
        for one in before {
            out.extend(self.statement(one)?);
        }
        out.push(stmt);
        Ok(out)
    }

    /// Whether an iterable reads its arguments while the loop runs: here it is a
    /// list made beforehand.
    pub(super) fn is_lazy(&self, iter: &Expr) -> bool {
        let Expr::Call(call) = iter else {
            return false;
        };
        // Nothing else refers to what is made here.
        let is_new = |arg: &Expr| match arg {
            Expr::Call(call) => ["tuple", "list", "sorted", "range"]
                .iter()
                .any(|name| self.is_built_in(&call.func, name)),
            Expr::Starred(node) => node.value.is_list_comp_expr(),
            other => other.is_literal_expr() || other.is_list_comp_expr(),
        };
        let is_shared = !call.arguments.args.iter().all(is_new);
        match self.imported(&call.func) {
            Some("pairwise" | "accumulate" | "chain") => is_shared,
            _ => {
                // `zip(*rows)` becomes a list, other zips do not.
                let is_zip = self.is_built_in(&call.func, "zip")
                    && call.arguments.args.iter().any(Expr::is_starred_expr)
                    && is_shared;
                let is_enumerate = self.is_built_in(&call.func, "enumerate");
                let inner = call.arguments.args.first();
                is_zip || (is_enumerate && inner.is_some_and(|one| self.is_lazy(one)))
            }
        }
    }

    /// What the arguments of an iterator of the library must be, if a loop over it may change
    /// lists: immutable; or a decision about the loops over a generator that yields in this one.
    fn marker(&self, body: &[Stmt]) -> Option<&'static str> {
        let changes = self.changes(body);
        let function = self.function.as_ref();
        let is_role = function.is_some_and(|own| ROLES.contains(&own.name.as_str()));
        match changes.found {
            true => Some(IMMUTABLE),
            false => (changes.yields && !is_role).then_some(READ_LATER),
        }
    }

    /// Whether statements change lists, or call functions of the file, which may.
    pub(super) fn may_change_lists(&self, body: &[Stmt]) -> bool {
        self.changes(body).found
    }

    fn changes(&self, body: &[Stmt]) -> Changes<'_> {
        let mut changes = Changes::new(self);
        changes.visit_body(body);
        changes
    }

    /// Marks what an iterator of the library reads.
    fn marked(&self, iter: &mut Expr, marker: &str) {
        let Expr::Call(call) = iter else {
            return;
        };
        for arg in &mut call.arguments.args {
            let is_lazy = self.is_lazy(arg);
            let value = match arg {
                other if is_lazy => {
                    self.marked(other, marker);
                    continue;
                }
                Expr::Starred(node) => &mut *node.value,
                other => other,
            };
            let at = place(value);
            let fill = [("F", new_name(marker, at)), ("X", value.clone())];
            *value = expression("F(X)", at, &fill);
        }
    }

    /// Requires that what a comprehension reads by an iterator of the library is immutable, if it
    /// may change lists.
    pub(super) fn unchanged_in(&self, expr: &mut Expr) {
        let mut changes = Changes::new(self);
        visitor::walk_expr(&mut changes, expr);
        let may_change = changes.found;
        let clauses = match expr {
            Expr::ListComp(node) => &mut node.generators,
            Expr::SetComp(node) => &mut node.generators,
            Expr::DictComp(node) => &mut node.generators,
            Expr::Generator(node) => &mut node.generators,
            _ => return,
        };
        let lazy = clauses.iter_mut().map(|clause| &mut clause.iter);
        for iter in lazy.filter(|iter| may_change && self.is_lazy(iter)) {
            self.marked(iter, IMMUTABLE);
        }
    }

    /// A range that is assigned or returned: a value, represented by the tuple of its items.
    fn range_values(&self, stmt: &mut Stmt) {
        let value = match stmt {
            Stmt::Assign(node) => &mut *node.value,
            Stmt::Return(node) => match &mut node.value {
                Some(value) => &mut **value,
                None => return,
            },
            _ => return,
        };
        if let Expr::Call(call) = &*value
            && self.is_built_in(&call.func, "range")
        {
            let at = place(value);
            *value = expression("_ranged(tuple(X))", at, &[("X", value.clone())]);
        }
    }

    /// `s.add(x)` as `s = s | {x}`, where no other name can be the same set.
    fn changed_set(&self, expr: &Expr) -> Result<Option<Stmt>, Diagnostic> {
        let Expr::Call(call) = expr else {
            return Ok(None);
        };
        let (Expr::Attribute(method), [item]) = (&*call.func, &call.arguments.args[..]) else {
            return Ok(None);
        };
        let text = match method.attr.as_str() {
            "add" => "S | {X}",
            "discard" => "S - {X}",
            "update" => "S | set(X)",
            _ => return Ok(None),
        };
        let at = place(expr);
        match &*method.value {
            Expr::Name(name) if self.is_own_set(name.id.as_str()) => {
                let fill = [("S", (*method.value).clone()), ("X", item.clone())];
                let value = expression(text, at, &fill);
                Ok(Some(assignment(name.id.as_str(), value, at)))
            }
            // It may be a dict.
            _ if method.attr.as_str() == "update" => Ok(None),
            _ => Err(refused(
                at,
                "a set that other names may share cannot be changed in a rule file",
                "build it in a local variable that begins as `set()`, or write `s = s | {x}`",
            )),
        }
    }

    /// `s |= t` as `s = s | t`, where no other name can be the same set.
    fn augmented_set(&self, node: &StmtAugAssign) -> Option<Stmt> {
        let Expr::Name(name) = &*node.target else {
            return None;
        };
        let text = match node.op {
            Operator::BitOr => "S | X",
            Operator::BitAnd => "S & X",
            Operator::Sub => "S - X",
            _ => return None,
        };
        let fill = [
            ("S", new_name(name.id.as_str(), name.range)),
            ("X", (*node.value).clone()),
        ];
        let made = || {
            assignment(
                name.id.as_str(),
                expression(text, node.range, &fill),
                node.range,
            )
        };
        self.is_own_set(name.id.as_str()).then(made)
    }

    /// Whether nothing else refers to the set in a local of the current function.
    fn is_own_set(&self, name: &str) -> bool {
        let function = self.function.as_ref();
        function.is_some_and(|function| is_own_set(function, name))
    }

    /// `xs.sort(key=…)` as `sorted`. The list is empty while it is sorted, as the key may see.
    fn sorted_in_place(&mut self, expr: &Expr) -> Option<Vec<Stmt>> {
        let Expr::Call(call) = expr else {
            return None;
        };
        let Expr::Attribute(method) = &*call.func else {
            return None;
        };
        let has_key = !call.arguments.keywords.is_empty() && call.arguments.args.is_empty();
        if method.attr.as_str() != "sort" || !method.value.is_name_expr() || !has_key {
            return None;
        }
        let at = place(expr);
        let name = self.fresh("sorted");
        let list = [("X", (*method.value).clone()), ("S", new_name(&name, at))];
        let mut sorted = expression("sorted(S)", at, &list);
        if let Expr::Call(sorted) = &mut sorted {
            sorted.arguments.keywords = call.arguments.keywords.clone();
        }
        let mut out = vec![assignment(&name, expression("X.copy()", at, &list), at)];
        out.extend(statements("X.clear()", at, &list, &[]));
        out.push(assignment(&name, sorted, at));
        out.extend(statements("X.extend(S)", at, &list, &[]));
        (!self.bound.contains("sorted")).then_some(out)
    }

    /// `match` on constants: `if … elif … else`.
    fn match_statement(&mut self, node: StmtMatch) -> Result<Vec<Stmt>, Diagnostic> {
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
                if case.guard.is_some() {
                    let help = "write `if … elif … else`";
                    let what = "a guard of a captured name is not supported in a rule file";
                    return Err(refused(case.range, what, help));
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

    /// `first, *rest = xs`.
    fn starred_target(&mut self, node: &StmtAssign) -> Result<Option<Vec<Stmt>>, Diagnostic> {
        let [Expr::Tuple(target)] = &node.targets[..] else {
            return Ok(None);
        };
        let Some(star) = target.elts.iter().position(Expr::is_starred_expr) else {
            return Ok(None);
        };
        let at = node.range;
        let (Expr::Starred(rest), after) = (&target.elts[star], &target.elts[star + 1..]) else {
            return Ok(None);
        };
        let temporary = self.fresh("unpacked");
        let mut out = vec![assignment(&temporary, (*node.value).clone(), at)];
        // Both ends are unpacked exactly, so that too few items are a fault.
        let end = format!("max({star}, len(X) - {})", after.len());
        let parts = [
            (
                tuple_target(&target.elts[..star], at),
                format!("X[:{star}]"),
            ),
            ((*rest.value).clone(), format!("list(X[{star}:{end}])")),
            (tuple_target(after, at), format!("X[{end}:]")),
        ];
        for (target, text) in parts {
            if matches!(&target, Expr::Tuple(node) if node.elts.is_empty()) {
                continue;
            }
            let value = expression(&text, at, &[("X", new_name(&temporary, at))]);
            out.push(Stmt::Assign(StmtAssign {
                node_index: Default::default(),
                range: at,
                targets: vec![target],
                value: Box::new(value),
            }));
        }
        Ok(Some(out))
    }

    /// Takes `name := value` out of a test that evaluates it first.
    fn named_first(&mut self, node: &mut StmtIf) -> Vec<Stmt> {
        take_named(&mut node.test).into_iter().collect()
    }
}

/// The function that requires an immutable value.
pub(super) const IMMUTABLE: &str = "immutable.";

/// Around a value that a generator reads after it has yielded.
pub(super) const READ_LATER: &str = "read_later.";

/// Whether statements may change lists, and whether they yield.
struct Changes<'d> {
    desugar: &'d Desugar,
    found: bool,
    yields: bool,
}

impl Changes<'_> {
    fn new(desugar: &Desugar) -> Changes<'_> {
        Changes {
            desugar,
            found: false,
            yields: false,
        }
    }
}

impl<'a> Visitor<'a> for Changes<'_> {
    fn visit_stmt(&mut self, stmt: &'a Stmt) {
        self.found |= match stmt {
            Stmt::AugAssign(node) => match &*node.target {
                Expr::Name(name) => !self.desugar.numbers.contains(name.id.as_str()),
                _ => true,
            },
            other => matches!(other, Stmt::Delete(_)),
        };
        visitor::walk_stmt(self, stmt);
    }

    fn visit_expr(&mut self, expr: &'a Expr) {
        const METHODS: [&str; 8] = [
            "append", "pop", "insert", "extend", "reverse", "sort", "remove", "clear",
        ];
        self.found |= match expr {
            Expr::Subscript(node) => node.ctx == ExprContext::Store,
            Expr::Yield(_) | Expr::YieldFrom(_) => {
                self.yields = true;
                false
            }
            Expr::Call(call) => match &*call.func {
                Expr::Name(name) => self.desugar.names.contains(name.id.as_str()),
                Expr::Attribute(node) => METHODS.contains(&node.attr.as_str()),
                _ => false,
            },
            _ => false,
        };
        visitor::walk_expr(self, expr);
    }
}

/// Whether a local always holds a set that nothing else refers to: it is
/// assigned new sets only, and read only where no reference is kept.
fn is_own_set(function: &ruff_python_ast::StmtFunctionDef, name: &str) -> bool {
    let mut uses = Uses {
        name,
        reads: 0,
        harmless: 0,
        is_new: true,
        is_role: ROLES.contains(&function.name.as_str()),
    };
    uses.visit_body(&function.body);
    let is_parameter = function
        .parameters
        .iter()
        .any(|p| p.name().as_str() == name);
    uses.is_new && uses.reads == uses.harmless && !is_parameter
}

struct Uses<'n> {
    name: &'n str,
    /// All reads of the name, and those that keep no reference.
    reads: usize,
    harmless: usize,
    /// Whether all its values are new sets.
    is_new: bool,
    /// Whether kibitz consumes what the function yields.
    is_role: bool,
}

impl Uses<'_> {
    fn is_name(&self, expr: &Expr) -> bool {
        matches!(expr, Expr::Name(node) if node.id == self.name)
    }

    fn count(&mut self, expr: &Expr) {
        self.harmless += usize::from(self.is_name(expr));
    }
}

impl<'a> Visitor<'a> for Uses<'_> {
    fn visit_stmt(&mut self, stmt: &'a Stmt) {
        match stmt {
            Stmt::Assign(node) => {
                let is_plain = matches!(&node.targets[..], [one] if self.is_name(one));
                let is_set = match &*node.value {
                    Expr::Set(_) | Expr::SetComp(_) | Expr::BinOp(_) => true,
                    Expr::Call(call) => {
                        matches!(&*call.func, Expr::Name(name) if name.id == "set")
                    }
                    _ => false,
                };
                let stores = node
                    .targets
                    .iter()
                    .any(|target| scope::stored(target).iter().any(|own| own == self.name));
                self.is_new &= !stores || (is_plain && is_set);
            }
            Stmt::For(node) => {
                self.is_new &= !scope::stored(&node.target)
                    .iter()
                    .any(|own| own == self.name);
                self.count(&node.iter);
            }
            Stmt::AugAssign(node) => {
                let is_set = matches!(node.op, Operator::BitOr | Operator::BitAnd | Operator::Sub);
                self.is_new &= is_set || !self.is_name(&node.target);
                self.count(&node.value);
            }
            Stmt::Return(node) => node.value.iter().for_each(|value| self.count(value)),
            Stmt::If(node) => self.count(&node.test),
            Stmt::While(node) => self.count(&node.test),
            Stmt::FunctionDef(_) => self.is_new = false,
            _ => {}
        }
        visitor::walk_stmt(self, stmt);
    }

    fn visit_expr(&mut self, expr: &'a Expr) {
        const READERS: [&str; 9] = [
            "len",
            "sorted",
            "any",
            "all",
            "sum",
            "min",
            "max",
            "set",
            "frozenset",
        ];
        match expr {
            Expr::Name(node) if node.id == self.name && node.ctx == ExprContext::Load => {
                self.reads += 1;
            }
            Expr::Attribute(node) => self.count(&node.value),
            Expr::Compare(node) => {
                self.count(&node.left);
                node.comparators.iter().for_each(|one| self.count(one));
            }
            Expr::BinOp(node) => {
                self.count(&node.left);
                self.count(&node.right);
            }
            Expr::UnaryOp(node) => self.count(&node.operand),
            // Positions are copied; a consumer in the file would share the set.
            Expr::Yield(node) if self.is_role => {
                node.value.iter().for_each(|value| self.count(value));
            }
            Expr::Named(node) => self.is_new &= !self.is_name(&node.target),
            Expr::Call(call) => {
                if matches!(&*call.func, Expr::Name(name) if READERS.contains(&name.id.as_str())) {
                    call.arguments.args.iter().for_each(|one| self.count(one));
                }
            }
            _ => {}
        }
        visitor::walk_expr(self, expr);
    }

    fn visit_pattern(&mut self, pattern: &'a Pattern) {
        if let Pattern::MatchAs(node) = pattern
            && let Some(name) = &node.name
        {
            self.is_new &= name.as_str() != self.name;
        }
        visitor::walk_pattern(self, pattern);
    }

    fn visit_comprehension(&mut self, node: &'a ruff_python_ast::Comprehension) {
        self.count(&node.iter);
        self.is_new &= !scope::stored(&node.target)
            .iter()
            .any(|own| own == self.name);
        visitor::walk_comprehension(self, node);
    }
}

/// `a, b = map(f, xs)`, which is a generator expression now: unpacks a list.
fn unpacked_list(stmt: &mut Stmt) {
    if let Stmt::Assign(node) = stmt
        && let [Expr::Tuple(_) | Expr::List(_)] = &node.targets[..]
        && let Expr::Generator(items) = &*node.value
    {
        *node.value = Expr::ListComp(ruff_python_ast::ExprListComp {
            node_index: Default::default(),
            range: items.range,
            elt: items.elt.clone(),
            generators: items.generators.clone(),
        });
    }
}

/// `rows, cols = 3, 4` as two assignments, so that both are parameters.
fn split_literals(node: &StmtAssign) -> Option<Vec<Stmt>> {
    let ([Expr::Tuple(targets)], Expr::Tuple(values)) = (&node.targets[..], &*node.value) else {
        return None;
    };
    let is_plain = targets.elts.len() == values.elts.len()
        && targets.elts.iter().all(Expr::is_name_expr)
        && values.elts.iter().all(Expr::is_literal_expr);
    let pairs = targets.elts.iter().zip(&values.elts);
    let one = |(target, value): (&Expr, &Expr)| {
        Stmt::Assign(StmtAssign {
            node_index: Default::default(),
            range: node.range,
            targets: vec![target.clone()],
            value: Box::new(value.clone()),
        })
    };
    is_plain.then(|| pairs.map(one).collect())
}

/// Several targets.
fn tuple_target(elts: &[Expr], at: TextRange) -> Expr {
    Expr::Tuple(ruff_python_ast::ExprTuple {
        node_index: Default::default(),
        range: at,
        elts: elts.to_vec(),
        ctx: ExprContext::Store,
        parenthesized: true,
    })
}

/// The assignment of a `:=` that an expression evaluates first.
fn take_named(expr: &mut Expr) -> Option<Stmt> {
    match expr {
        Expr::Named(node) => {
            let mut target = (*node.target).clone();
            let at = node.range;
            let bind = Stmt::Assign(StmtAssign {
                node_index: Default::default(),
                range: at,
                targets: vec![target.clone()],
                value: node.value.clone(),
            });
            if let Expr::Name(name) = &mut target {
                name.ctx = ExprContext::Load;
            }
            *expr = target;
            Some(bind)
        }
        Expr::Compare(node) => take_named(&mut node.left),
        Expr::BoolOp(node) => node.values.first_mut().and_then(take_named),
        Expr::UnaryOp(node) => take_named(&mut node.operand),
        Expr::BinOp(node) => take_named(&mut node.left),
        Expr::Subscript(node) => take_named(&mut node.value),
        _ => None,
    }
}

/// `while (x := f()) > 0:` with the assignment at the head of an endless loop.
fn named_in_while(node: &mut StmtWhile) -> Option<Stmt> {
    if !node.orelse.is_empty() {
        return None;
    }
    let bind = take_named(&mut node.test)?;
    let blocks = [
        ("N", vec![bind]),
        ("B", node.body.iter().cloned().collect()),
    ];
    let text = "while True:\n    N\n    if not T:\n        break\n    B";
    let fill = [("T", (*node.test).clone())];
    statements(text, node.range, &fill, &blocks).pop()
}

/// A statement under `try`, and the block of its only `except`.
struct Tried<'a> {
    body: &'a Stmt,
    /// What it assigns to a name, or returns.
    value: &'a Expr,
    otherwise: Vec<Stmt>,
    at: TextRange,
}

impl<'a> Tried<'a> {
    /// The parts of `try: x = value` or `try: return value` with `except exception:`.
    fn of(node: &'a StmtTry, exception: &str) -> Option<Tried<'a>> {
        let ([body], [ExceptHandler::ExceptHandler(handler)]) =
            (&node.body[..], &node.handlers[..])
        else {
            return None;
        };
        let is_plain =
            node.orelse.is_empty() && node.finalbody.is_empty() && handler.name.is_none();
        let is_caught =
            matches!(handler.type_.as_deref(), Some(Expr::Name(name)) if name.id == exception);
        let value = match body {
            Stmt::Assign(node) if matches!(&node.targets[..], [Expr::Name(_)]) => &node.value,
            Stmt::Return(node) => node.value.as_ref()?,
            _ => return None,
        };
        (is_plain && is_caught).then(|| Tried {
            body,
            value,
            otherwise: handler.body.iter().cloned().collect(),
            at: node.range,
        })
    }

    /// The statement if a test is true, else the other block.
    fn tested(self, test: Expr) -> Option<Stmt> {
        let blocks = [("A", vec![self.body.clone()]), ("B", self.otherwise)];
        let text = "if T:\n    A\nelse:\n    B";
        statements(text, self.at, &[("T", test)], &blocks).pop()
    }
}

/// Whether an expression can be evaluated twice.
fn is_simple(expr: &Expr) -> bool {
    expr.is_name_expr() || expr.is_literal_expr()
}

/// `try: i = xs.index(x)` with `except ValueError`, as a test with `in`.
fn index_or_else(node: &StmtTry) -> Option<Stmt> {
    let tried = Tried::of(node, "ValueError")?;
    let Expr::Call(call) = tried.value else {
        return None;
    };
    let Expr::Attribute(method) = &*call.func else {
        return None;
    };
    let ([wanted], true) = (&call.arguments.args[..], call.arguments.keywords.is_empty()) else {
        return None;
    };
    if method.attr.as_str() != "index" || !is_simple(&method.value) || !is_simple(wanted) {
        return None;
    }
    let fill = [("X", wanted.clone()), ("L", (*method.value).clone())];
    let test = expression("X in L", tried.at, &fill);
    tried.tested(test)
}

/// `try: x = d[key]` with `except KeyError`, as a test. Only dicts have the method `has.`.
fn item_or_else(node: &StmtTry) -> Option<Stmt> {
    let tried = Tried::of(node, "KeyError")?;
    let Expr::Subscript(item) = tried.value else {
        return None;
    };
    if !is_simple(&item.value) || !is_simple(&item.slice) {
        return None;
    }
    let fill = [("X", (*item.value).clone()), ("K", (*item.slice).clone())];
    let mut test = expression("X.has(K)", tried.at, &fill);
    if let Expr::Call(call) = &mut test
        && let Expr::Attribute(method) = &mut *call.func
    {
        method.attr.id = "has.".into();
    }
    tried.tested(test)
}

/// `del xs[i]` as `xs.pop.(i)`, a method that files cannot name.
fn deletions(targets: &[Expr]) -> Option<Vec<Stmt>> {
    let pop = |target: &Expr| {
        let Expr::Subscript(node) = target else {
            return None;
        };
        if node.slice.is_slice_expr() {
            return None;
        }
        let fill = [("X", (*node.value).clone()), ("I", (*node.slice).clone())];
        let mut pop = statements("X.pop(I)", node.range, &fill, &[]).pop();
        // The checker tells lists from dicts.
        if let Some(Stmt::Expr(made)) = &mut pop
            && let Expr::Call(call) = &mut *made.value
            && let Expr::Attribute(method) = &mut *call.func
        {
            method.attr.id = "pop.".into();
        }
        pop
    };
    targets.iter().map(pop).collect()
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

fn into_vec(body: Suite) -> Vec<Stmt> {
    body.into_iter().collect()
}
