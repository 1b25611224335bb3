//! Lists, tuples and dicts of functions: their items become numbers, and a call of an item a call
//! of a function that calls the function with this number ([`Dispatch`]).
//!
//! Nothing but calls can tell such a number from a function: a name of an item is only called, or
//! passed on as a `lambda`, and the list itself is only iterated over and indexed.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};

use ruff_python_ast::visitor::transformer::{self, Transformer};
use ruff_python_ast::{CmpOp, Comprehension, Expr, Stmt, StmtFunctionDef};
use ruff_text_size::{Ranged, TextRange};

use super::callables::Functions;
use super::closures::taken;
use super::dispatch::Dispatch;
use super::flow::yields;
use super::free::inner;
use super::stores::Stores;
use super::table_calls::Reading;
use super::template::expression;
use super::{Desugar, refused, scope};
use crate::source::Diagnostic;

/// What the items of an iterable are.
#[derive(Clone)]
pub(super) enum Item {
    /// Nothing with functions.
    Other,
    /// A function: the number of its [`Dispatch`].
    Function(usize),
    Tuple(Vec<Item>),
}

/// A name of functions: its items, and whether it is a dict.
#[derive(Clone)]
pub(super) struct Table {
    item: Item,
    is_dict: bool,
}

impl Desugar {
    /// The module with numbers for the functions in its lists, tuples and dicts.
    pub(super) fn function_tables(&mut self, module: Vec<Stmt>) -> Result<Vec<Stmt>, Diagnostic> {
        let definitions = module.iter().filter_map(Stmt::as_function_def_stmt);
        let definitions: HashMap<String, StmtFunctionDef> = definitions
            .map(|node| (node.name.to_string(), node.clone()))
            .collect();
        let mut tables = Tables {
            functions: Functions::of(&module),
            desugar: self,
            definitions,
            dispatches: Vec::new(),
            of_module: HashMap::new(),
            names: HashMap::new(),
            items_of_module: HashSet::new(),
            variables: HashMap::new(),
            allowed: HashSet::new(),
            locals: Vec::new(),
            inner: Vec::new(),
            stores: Stores::default(),
            made: Vec::new(),
            found: None,
        };
        let (mut functions, mut statements) = (Vec::new(), Vec::new());
        for (number, stmt) in module.into_iter().enumerate() {
            match stmt {
                Stmt::FunctionDef(_) => functions.push((number, stmt)),
                other => statements.push((number, other)),
            }
        }
        let (numbers, mut body): (Vec<usize>, Vec<Stmt>) = statements.into_iter().unzip();
        tables.unit(&mut body, Vec::new())?;
        tables.of_module = std::mem::take(&mut tables.names);
        tables.items_of_module = tables.variables.keys().cloned().collect();
        let mut out: Vec<(usize, Stmt)> = numbers.into_iter().zip(body).collect();
        for (number, mut stmt) in functions {
            if let Stmt::FunctionDef(node) = &stmt {
                let mut locals = scope::locals(node);
                locals.extend(scope::bound(&node.body));
                tables.unit(std::slice::from_mut(&mut stmt), locals)?;
            }
            out.push((number, stmt));
        }
        out.sort_by_key(|(number, _)| *number);
        let made = std::mem::take(&mut tables.made);
        Ok(out.into_iter().map(|(_, stmt)| stmt).chain(made).collect())
    }
}

pub(super) struct Tables<'d> {
    functions: Functions,
    pub(super) desugar: &'d mut Desugar,
    definitions: HashMap<String, StmtFunctionDef>,
    pub(super) dispatches: Vec<Dispatch>,
    /// The lists of functions of the module, and those of the current function too.
    of_module: HashMap<String, Table>,
    names: HashMap<String, Table>,
    /// The names of items that the module binds.
    pub(super) items_of_module: HashSet<String>,
    /// The names of items, with the places where they are bound.
    pub(super) variables: HashMap<String, (usize, Vec<TextRange>)>,
    /// The places where a list of functions may be read.
    pub(super) allowed: HashSet<TextRange>,
    /// All names that the current function binds, and those that comprehensions in it bind.
    pub(super) locals: Vec<String>,
    inner: Vec<String>,
    pub(super) stores: Stores,
    pub(super) made: Vec<Stmt>,
    found: Option<Diagnostic>,
}

impl Tables<'_> {
    /// Rewrites the statements of the module, or of a function.
    fn unit(&mut self, body: &mut [Stmt], locals: Vec<String>) -> Result<(), Diagnostic> {
        self.functions.is_module = locals.is_empty();
        self.stores = Stores::of_all(body);
        self.inner = inner(body);
        self.names = self.of_module.clone();
        self.names.retain(|name, _| !locals.contains(name));
        self.locals = locals;
        self.variables.clear();
        Binding(RefCell::new(self)).visit_body(body);
        self.found.take().map_or(Ok(()), Err)?;
        for (name, (_, places)) in &self.variables {
            let other = self
                .stores
                .places(name)
                .iter()
                .find(|place| !places.contains(place));
            if let Some(other) = other {
                let message = format!("`{name}` is a function, and something else here");
                return Err(refused(*other, message, "use another name"));
            }
        }
        if !self.names.is_empty() || !self.variables.is_empty() || !self.items_of_module.is_empty()
        {
            Reading(RefCell::new(self)).visit_body(body);
        }
        self.found.take().map_or(Ok(()), Err)
    }

    pub(super) fn fail(&mut self, diagnostic: Diagnostic) {
        self.found.get_or_insert(diagnostic);
    }

    /// The item that a value consists of, if all of `items` are functions: they become numbers.
    fn numbered(&mut self, items: &mut [&mut Expr]) -> Result<Item, Diagnostic> {
        let mut found = Vec::new();
        for item in items.iter() {
            let own = self.functions.passed(self.desugar, item, &self.locals)?;
            match own {
                Some(own) => found.push(own),
                None => return Ok(Item::Other),
            }
        }
        if found.is_empty() {
            return Ok(Item::Other);
        }
        let mut dispatch = Dispatch::new(self.desugar.fresh("functions"));
        for ((passed, made), item) in found.into_iter().zip(items) {
            let at = item.range();
            if passed.defaults > 0 {
                let message = "this default of a `lambda` is not supported in a list of functions";
                return Err(refused(
                    at,
                    message,
                    "use the variable itself in the `lambda`",
                ));
            }
            if let Some(function) = made {
                self.functions.add(&function);
                self.definitions
                    .insert(function.name.to_string(), function.clone());
                self.made.push(Stmt::FunctionDef(function));
            }
            let definition = self.definitions.get(passed.name());
            let count = definition.map(|node| {
                taken(&node.parameters).max(passed.captured.len()) - passed.captured.len()
            });
            dispatch.counts.push(count);
            dispatch
                .generators
                .push(definition.is_some_and(|node| yields(&node.body)));
            let number = dispatch.functions.len();
            dispatch.functions.push(passed);
            **item = expression(&number.to_string(), at, &[]);
        }
        let captured = dispatch.captured();
        if let Some(hidden) = captured.iter().find(|name| self.inner.contains(name)) {
            let message = format!(
                "`{hidden}` is a variable of a function in this list, and of a comprehension"
            );
            let at = dispatch.functions[0].function().range();
            return Err(refused(at, message, "rename one of them"));
        }
        self.dispatches.push(dispatch);
        Ok(Item::Function(self.dispatches.len() - 1))
    }

    /// A display of functions, or of tuples with functions; its functions become numbers.
    fn display(&mut self, expr: &mut Expr) -> Result<Option<Table>, Diagnostic> {
        let items = match expr {
            Expr::List(node) => &mut node.elts[..],
            Expr::Tuple(node) => &mut node.elts[..],
            Expr::Dict(node) if node.items.iter().all(|item| item.key.is_some()) => {
                let mut values: Vec<&mut Expr> =
                    node.items.iter_mut().map(|item| &mut item.value).collect();
                let item = self.numbered(&mut values)?;
                let table = Table {
                    item,
                    is_dict: true,
                };
                return Ok(matches!(table.item, Item::Function(_)).then_some(table));
            }
            _ => return Ok(None),
        };
        let mut all: Vec<&mut Expr> = items.iter_mut().collect();
        let item = self.numbered(&mut all)?;
        if let Item::Function(_) = item {
            return Ok(Some(Table {
                item,
                is_dict: false,
            }));
        }
        let width = items
            .first()
            .and_then(Expr::as_tuple_expr)
            .map_or(0, |row| row.elts.len());
        let is_row = |item: &Expr| {
            item.as_tuple_expr()
                .is_some_and(|row| row.elts.len() == width)
        };
        if width == 0 || !items.iter().all(is_row) {
            return Ok(None);
        }
        let mut columns = Vec::new();
        for column in 0..width {
            let cells = items.iter_mut().filter_map(|item| match item {
                Expr::Tuple(row) => row.elts.get_mut(column),
                _ => None,
            });
            columns.push(self.numbered(&mut cells.collect::<Vec<_>>())?);
        }
        let has_functions = columns.iter().any(|one| matches!(one, Item::Function(_)));
        let item = Item::Tuple(columns);
        Ok(has_functions.then_some(Table {
            item,
            is_dict: false,
        }))
    }

    /// What the items of an iterable are.
    fn items_of(&mut self, iter: &mut Expr) -> Result<Item, Diagnostic> {
        if let Some(table) = self.named(iter) {
            self.allowed.insert(iter.range());
            return Ok(match table.is_dict {
                true => Item::Other,
                false => table.item,
            });
        }
        let desugar = &*self.desugar;
        match iter {
            Expr::List(_) | Expr::Tuple(_) => {
                let table = self.display(iter)?;
                Ok(table.map_or(Item::Other, |table| table.item))
            }
            Expr::Call(call) => {
                let is = |name: &str| desugar.is_built_in(&call.func, name);
                let is_zip = is("zip") || desugar.imported(&call.func) == Some("product");
                if is_zip && call.arguments.keywords.is_empty() {
                    let items = call.arguments.args.iter_mut().map(|arg| self.items_of(arg));
                    let items: Vec<Item> = items.collect::<Result<_, _>>()?;
                    let has_functions = items.iter().any(|item| !matches!(item, Item::Other));
                    return Ok(if has_functions {
                        Item::Tuple(items)
                    } else {
                        Item::Other
                    });
                }
                let (is_numbered, is_same) = (is("enumerate"), is("reversed"));
                if let Some(first) = call.arguments.args.first_mut()
                    && (is_numbered || is_same)
                {
                    let item = self.items_of(first)?;
                    return Ok(match item {
                        Item::Other => Item::Other,
                        item if is_numbered => Item::Tuple(vec![Item::Other, item]),
                        item => item,
                    });
                }
                let Expr::Attribute(method) = &mut *call.func else {
                    return Ok(Item::Other);
                };
                let Some(table) = self.named(&method.value).filter(|table| table.is_dict) else {
                    return Ok(Item::Other);
                };
                let item = match method.attr.as_str() {
                    "items" => Item::Tuple(vec![Item::Other, table.item]),
                    "values" => table.item,
                    "keys" => Item::Other,
                    _ => return Ok(Item::Other),
                };
                self.allowed.insert(method.value.range());
                Ok(item)
            }
            _ => Ok(Item::Other),
        }
    }

    /// The list of functions that a name means.
    pub(super) fn named(&self, expr: &Expr) -> Option<Table> {
        self.names.get(expr.as_name_expr()?.id.as_str()).cloned()
    }

    /// The item that an expression is: `OPS[k]`, or `PAIRS[k][1]`.
    pub(super) fn item_at(&mut self, expr: &Expr) -> Item {
        let Expr::Subscript(node) = expr else {
            return Item::Other;
        };
        if let Some(table) = self.named(&node.value) {
            if node.slice.is_slice_expr() {
                return Item::Other;
            }
            self.allowed.insert(node.value.range());
            return table.item;
        }
        let index = match &*node.slice {
            Expr::NumberLiteral(number) => number.value.as_int().and_then(|int| int.as_usize()),
            _ => None,
        };
        match (self.item_at(&node.value), index) {
            (Item::Tuple(items), Some(index)) => items.get(index).cloned().unwrap_or(Item::Other),
            _ => Item::Other,
        }
    }

    /// Binds the names of a target.
    fn bind(&mut self, target: &Expr, item: &Item) -> Result<(), Diagnostic> {
        match (target, item) {
            (_, Item::Other) => Ok(()),
            (Expr::Name(name), Item::Function(dispatch)) => {
                let own = self.variables.entry(name.id.to_string());
                let (before, places) = own.or_insert_with(|| (*dispatch, Vec::new()));
                if before != dispatch {
                    let message = format!("`{}` is an item of two lists of functions", name.id);
                    return Err(refused(name.range, message, "use another name"));
                }
                places.push(name.range);
                Ok(())
            }
            (Expr::Tuple(node), Item::Tuple(items)) if node.elts.len() == items.len() => {
                let pairs = node.elts.iter().zip(items);
                pairs
                    .into_iter()
                    .try_for_each(|(target, item)| self.bind(target, item))
            }
            (other, Item::Tuple(items))
                if items.iter().any(|item| !matches!(item, Item::Other)) =>
            {
                let message = "these items contain functions";
                let help = "unpack them into names: `for name, function in …`";
                Err(refused(other.range(), message, help))
            }
            _ => Ok(()),
        }
    }

    fn loop_over(&mut self, target: &Expr, iter: &mut Expr) {
        let bound = self
            .items_of(iter)
            .and_then(|item| self.bind(target, &item));
        if let Err(diagnostic) = bound {
            self.fail(diagnostic);
        }
    }
}

/// Finds the lists of functions, and the names of their items.
struct Binding<'t, 'd>(RefCell<&'t mut Tables<'d>>);

impl Transformer for Binding<'_, '_> {
    fn visit_stmt(&self, stmt: &mut Stmt) {
        match stmt {
            Stmt::For(node) => self.0.borrow_mut().loop_over(&node.target, &mut node.iter),
            Stmt::Assign(node) => {
                let mut tables = self.0.borrow_mut();
                if let [Expr::Name(name)] = &node.targets[..]
                    && tables.stores.places(name.id.as_str()).len() == 1
                {
                    match tables.display(&mut node.value) {
                        Ok(Some(table)) => {
                            tables.names.insert(name.id.to_string(), table);
                        }
                        Ok(None) => {}
                        Err(diagnostic) => tables.fail(diagnostic),
                    }
                }
                let item = tables.item_at(&node.value);
                for target in &node.targets {
                    if let Err(diagnostic) = tables.bind(target, &item) {
                        tables.fail(diagnostic);
                    }
                }
            }
            _ => {}
        }
        transformer::walk_stmt(self, stmt);
    }

    fn visit_comprehension(&self, node: &mut Comprehension) {
        self.0.borrow_mut().loop_over(&node.target, &mut node.iter);
        transformer::walk_comprehension(self, node);
    }

    fn visit_expr(&self, expr: &mut Expr) {
        match expr {
            Expr::Call(call) => {
                let mut tables = self.0.borrow_mut();
                if tables.desugar.is_built_in(&call.func, "len")
                    && let [only] = &call.arguments.args[..]
                    && tables.named(only).is_some()
                {
                    tables.allowed.insert(only.range());
                }
            }
            // Whether it is a key.
            Expr::Compare(node) if matches!(node.ops[..], [CmpOp::In | CmpOp::NotIn]) => {
                let mut tables = self.0.borrow_mut();
                if tables
                    .named(&node.comparators[0])
                    .is_some_and(|table| table.is_dict)
                {
                    tables.allowed.insert(node.comparators[0].range());
                }
            }
            _ => {}
        }
        transformer::walk_expr(self, expr);
    }
}
