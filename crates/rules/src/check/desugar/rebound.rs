//! Names that are bound anew: `board = list(board)`. A name has one type, but bindings of which
//! no read can find either are two variables, and the second one gets a name of its own.
//!
//! Reaching definitions, by passes over the structured control flow: a read joins all bindings
//! that may reach it to one variable. A binding too many joins more than necessary, which loses
//! only the distinction, so it is safe to overestimate what reaches a place.

use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap, HashSet};

use ruff_python_ast::visitor::transformer::{self, Transformer};
use ruff_python_ast::{Comprehension, Expr, ExprName, Stmt, StmtFunctionDef};

use super::scope;

/// The most variables that get new names in a function, and the most entries of sets that the
/// analysis copies, both against files made to exceed them: such names keep one type.
const MAX_NEW: usize = 200;
const MAX_COPIED: usize = 2_000_000;

/// The bindings that a name may have at a place; `None` where control never is.
type Reaching = Option<HashMap<String, BTreeSet<usize>>>;

/// The union at a join point.
fn join(a: Reaching, b: Reaching) -> Reaching {
    match (a, b) {
        (None, other) | (other, None) => other,
        (Some(mut a), Some(b)) => {
            for (name, bindings) in b {
                a.entry(name).or_default().extend(bindings);
            }
            Some(a)
        }
    }
}

/// A place where a name of the function stands.
struct Occurrence {
    name: String,
    binds: bool,
    /// Another occurrence of the same variable, or itself.
    parent: usize,
    /// The new name, once it is known.
    renamed: Option<String>,
}

/// What leaves the body of a loop before its end.
#[derive(Default)]
struct Loop {
    breaks: Reaching,
    continues: Reaching,
}

#[derive(Default)]
struct Variables {
    /// The names of the function.
    locals: HashSet<String>,
    /// All occurrences, in the order of a pass.
    occurrences: Vec<Occurrence>,
    /// The number of the next one in this pass.
    next: usize,
    reaching: Reaching,
    /// The loops around the statement.
    loops: Vec<Loop>,
    /// By loop, in the order of a pass: what its body passes on to its next iteration.
    ends: Vec<Reaching>,
    /// The number of the next loop in this pass.
    next_loop: usize,
    /// The names of the comprehensions and lambdas around the expression.
    hidden: Vec<String>,
    /// Whether there is something whose effect on names is not known here, or too much.
    is_unknown: bool,
    copied: usize,
}

/// Gives a name of its own to every variable of a function but the first of a name; `fresh` makes
/// one.
pub(super) fn rename(node: &mut StmtFunctionDef, mut fresh: impl FnMut(&str) -> String) {
    let mut variables = Variables {
        locals: scope::locals(node).into_iter().collect(),
        ..Variables::default()
    };
    // What reaches a place only grows from pass to pass.
    loop {
        let before = variables.ends.clone();
        variables.pass(node);
        if variables.is_unknown {
            return;
        }
        if variables.ends == before {
            break;
        }
    }
    if variables.choose_names(&mut fresh) {
        variables.pass(node);
    }
}

impl Variables {
    fn pass(&mut self, node: &mut StmtFunctionDef) {
        (self.next, self.next_loop) = (0, 0);
        self.reaching = Some(HashMap::new());
        for parameter in &node.parameters {
            let name = parameter.name().as_str();
            let at = self.occurrence(name, true);
            self.reach(name, at);
        }
        self.block(&mut node.body);
    }

    /// Chooses new names; returns whether there are any. Parameters are the first occurrences. A
    /// variable that is never bound is read where control never is, and keeps its name.
    fn choose_names(&mut self, fresh: &mut impl FnMut(&str) -> String) -> bool {
        let mut first: HashMap<&str, usize> = HashMap::new();
        let mut new: HashMap<usize, String> = HashMap::new();
        for (at, occurrence) in self.occurrences.iter().enumerate() {
            let variable = self.variable(at);
            let name = occurrence.name.as_str();
            if occurrence.binds
                && *first.entry(name).or_insert(variable) != variable
                && !new.contains_key(&variable)
            {
                if new.len() == MAX_NEW {
                    return false;
                }
                new.insert(variable, fresh(name));
            }
        }
        for at in 0..self.occurrences.len() {
            self.occurrences[at].renamed = new.get(&self.variable(at)).cloned();
        }
        !new.is_empty()
    }

    /// The number of the next occurrence.
    fn occurrence(&mut self, name: &str, binds: bool) -> usize {
        let at = self.next;
        self.next += 1;
        if at == self.occurrences.len() {
            self.occurrences.push(Occurrence {
                name: name.to_owned(),
                binds,
                parent: at,
                renamed: None,
            });
        }
        at
    }

    /// The representative of the variable that an occurrence belongs to.
    fn variable(&self, mut at: usize) -> usize {
        while self.occurrences[at].parent != at {
            at = self.occurrences[at].parent;
        }
        at
    }

    /// Joins the bindings that reach a read.
    fn unite(&mut self, name: &str, at: usize) {
        let reaching = self.reaching.as_ref().and_then(|all| all.get(name));
        for binding in reaching.cloned().unwrap_or_default() {
            let (a, b) = (self.variable(at), self.variable(binding));
            self.occurrences[a.max(b)].parent = a.min(b);
        }
    }

    /// What reaches this place.
    fn copy(&mut self) -> Reaching {
        self.copied += self.reaching.as_ref().map_or(0, HashMap::len);
        self.is_unknown |= self.copied > MAX_COPIED;
        match self.is_unknown {
            true => None,
            false => self.reaching.clone(),
        }
    }

    /// From here on, a name has this binding only.
    fn reach(&mut self, name: &str, at: usize) {
        if let Some(reaching) = &mut self.reaching {
            reaching.insert(name.to_owned(), BTreeSet::from([at]));
        }
    }

    fn is_own(&self, name: &ExprName) -> bool {
        self.locals.contains(name.id.as_str()) && !self.hidden.iter().any(|own| name.id == **own)
    }

    fn read(&mut self, name: &mut ExprName) {
        let at = self.occurrence(&name.id, false);
        self.unite(&name.id.clone(), at);
        self.set_name(name, at);
    }

    fn bind(&mut self, name: &mut ExprName) {
        let at = self.occurrence(&name.id, true);
        self.reach(&name.id.clone(), at);
        self.set_name(name, at);
    }

    fn set_name(&self, name: &mut ExprName, at: usize) {
        if let Some(new) = &self.occurrences[at].renamed {
            name.id = new.as_str().into();
        }
    }

    fn block(&mut self, block: &mut [Stmt]) {
        block.iter_mut().for_each(|stmt| self.statement(stmt));
    }

    fn statement(&mut self, stmt: &mut Stmt) {
        match stmt {
            Stmt::Assign(node) => {
                self.expression(&mut node.value);
                node.targets.iter_mut().for_each(|one| self.target(one));
            }
            Stmt::AnnAssign(node) => {
                if let Some(value) = &mut node.value {
                    self.expression(value);
                    self.target(&mut node.target);
                }
            }
            Stmt::AugAssign(node) => {
                self.expression(&mut node.value);
                match &mut *node.target {
                    // A list is changed in place, so this is the same variable.
                    Expr::Name(name) if self.is_own(name) => {
                        let at = self.occurrence(&name.id, true);
                        self.unite(&name.id.clone(), at);
                        self.reach(&name.id.clone(), at);
                        self.set_name(name, at);
                    }
                    target => self.target(target),
                }
            }
            Stmt::For(node) => {
                self.expression(&mut node.iter);
                let (body, target) = (&mut node.body, &mut node.target);
                self.repeat(&mut node.orelse, |variables| {
                    let before = variables.copy();
                    variables.target(target);
                    variables.block(body);
                    before
                });
            }
            Stmt::While(node) => {
                let (body, test) = (&mut node.body, &mut node.test);
                self.repeat(&mut node.orelse, |variables| {
                    variables.expression(test);
                    let before = variables.copy();
                    variables.block(body);
                    before
                });
            }
            Stmt::If(node) => {
                self.expression(&mut node.test);
                let mut otherwise = self.copy();
                self.block(&mut node.body);
                let mut after = self.reaching.take();
                for clause in &mut node.elif_else_clauses {
                    self.reaching = otherwise;
                    match &mut clause.test {
                        Some(test) => {
                            self.expression(test);
                            otherwise = self.copy();
                        }
                        None => otherwise = None,
                    }
                    self.block(&mut clause.body);
                    after = join(after, self.reaching.take());
                }
                self.reaching = join(after, otherwise);
            }
            Stmt::Return(node) => {
                node.value
                    .iter_mut()
                    .for_each(|value| self.expression(value));
                self.reaching = None;
            }
            Stmt::Break(_) => {
                let reaching = self.reaching.take();
                if let Some(around) = self.loops.last_mut() {
                    around.breaks = join(around.breaks.take(), reaching);
                }
            }
            Stmt::Continue(_) => {
                let reaching = self.reaching.take();
                if let Some(around) = self.loops.last_mut() {
                    around.continues = join(around.continues.take(), reaching);
                }
            }
            Stmt::Assert(node) => {
                self.expression(&mut node.test);
                node.msg.iter_mut().for_each(|text| self.expression(text));
            }
            Stmt::Expr(node) => self.expression(&mut node.value),
            Stmt::Pass(_) => {}
            _ => self.is_unknown = true,
        }
    }

    /// A loop; `iteration` returns what reaches its regular end.
    fn repeat(&mut self, orelse: &mut [Stmt], iteration: impl FnOnce(&mut Variables) -> Reaching) {
        let number = self.next_loop;
        self.next_loop += 1;
        if number == self.ends.len() {
            self.ends.push(None);
        }
        self.reaching = join(self.reaching.take(), self.ends[number].clone());
        self.loops.push(Loop::default());
        let regular_end = iteration(self);
        let around = self.loops.pop().unwrap_or_default();
        let end = join(self.reaching.take(), around.continues);
        self.ends[number] = join(self.ends[number].take(), end);
        self.reaching = regular_end;
        self.block(orelse);
        self.reaching = join(self.reaching.take(), around.breaks);
    }

    fn target(&mut self, target: &mut Expr) {
        match target {
            Expr::Name(name) if self.is_own(name) => self.bind(name),
            Expr::Tuple(node) => node.elts.iter_mut().for_each(|one| self.target(one)),
            Expr::List(node) => node.elts.iter_mut().for_each(|one| self.target(one)),
            Expr::Starred(node) => self.target(&mut node.value),
            other => self.expression(other),
        }
    }

    fn expression(&mut self, expr: &mut Expr) {
        match expr {
            Expr::Name(name) if self.is_own(name) => self.read(name),
            Expr::ListComp(node) => {
                self.comprehension(&mut node.generators, [&mut *node.elt]);
            }
            Expr::SetComp(node) => {
                self.comprehension(&mut node.generators, [&mut *node.elt]);
            }
            Expr::Generator(node) => {
                self.comprehension(&mut node.generators, [&mut *node.elt]);
            }
            Expr::DictComp(node) => {
                let results = node
                    .key
                    .as_deref_mut()
                    .into_iter()
                    .chain([&mut *node.value]);
                self.comprehension(&mut node.generators, results);
            }
            Expr::Lambda(node) => {
                let outside = self.hidden.len();
                for parameter in node.parameters.iter().flat_map(|list| list.iter()) {
                    self.is_unknown |= parameter.default().is_some();
                    self.hidden.push(parameter.name().to_string());
                }
                self.expression(&mut node.body);
                self.hidden.truncate(outside);
            }
            Expr::Named(_) => self.is_unknown = true,
            other => parts(other, &mut |part| self.expression(part)),
        }
    }

    /// The names of a comprehension are its own; its first iterable is evaluated outside.
    fn comprehension<'e>(
        &mut self,
        clauses: &mut [Comprehension],
        results: impl IntoIterator<Item = &'e mut Expr>,
    ) {
        let outside = self.hidden.len();
        for clause in clauses {
            self.expression(&mut clause.iter);
            self.hidden.extend(scope::stored(&clause.target));
            self.target(&mut clause.target);
            clause.ifs.iter_mut().for_each(|test| self.expression(test));
        }
        results.into_iter().for_each(|one| self.expression(one));
        self.hidden.truncate(outside);
    }
}

/// Visits the parts of an expression.
fn parts(expr: &mut Expr, visit: &mut dyn FnMut(&mut Expr)) {
    struct Parts<'v>(RefCell<&'v mut dyn FnMut(&mut Expr)>);
    impl Transformer for Parts<'_> {
        fn visit_expr(&self, expr: &mut Expr) {
            (self.0.borrow_mut())(expr);
        }
    }
    transformer::walk_expr(&Parts(RefCell::new(visit)), expr);
}
