//! Imports, annotations and decorators.

use std::collections::HashSet;

use ruff_python_ast::{Expr, Operator, Stmt, StmtFunctionDef};

use super::flow::yields;
use super::{Desugar, refused};
use crate::source::Diagnostic;

/// The modules whose functions are rewritten.
pub(in crate::check) const LIBRARY: &[(&str, &[&str])] = &[
    (
        "itertools",
        &[
            "product",
            "combinations",
            "permutations",
            "pairwise",
            "accumulate",
            "chain",
        ],
    ),
    ("functools", &["cache", "lru_cache", "reduce"]),
    (
        "collections",
        &["Counter", "defaultdict", "deque", "namedtuple"],
    ),
    ("copy", &["copy", "deepcopy"]),
    ("dataclasses", &["dataclass", "replace"]),
    ("enum", &["Enum", "IntEnum", "auto"]),
    (
        "operator",
        &[
            "add",
            "sub",
            "mul",
            "floordiv",
            "mod",
            "and_",
            "or_",
            "xor",
            "neg",
            "not_",
            "eq",
            "ne",
            "lt",
            "le",
            "gt",
            "ge",
            "itemgetter",
            "attrgetter",
        ],
    ),
    (
        "string",
        &[
            "ascii_lowercase",
            "ascii_uppercase",
            "ascii_letters",
            "digits",
        ],
    ),
];

/// The modules whose names occur only in annotations.
const TYPES: [&str; 3] = ["typing", "collections.abc", "types"];

/// Built-in types.
const BUILT_IN_TYPES: [&str; 10] = [
    "int",
    "bool",
    "str",
    "float",
    "object",
    "list",
    "tuple",
    "dict",
    "set",
    "frozenset",
];

impl Desugar {
    /// The module without the imports, annotations and decorators that only
    /// readers need; takes note of the imported functions.
    pub(super) fn imports(&mut self, module: &[Stmt]) -> Result<Vec<Stmt>, Diagnostic> {
        let mut types: HashSet<String> = BUILT_IN_TYPES.iter().map(|&name| name.into()).collect();
        types.retain(|name| !self.bound.contains(name));
        let mut is_lazy = false;
        let mut out = Vec::new();
        for stmt in module {
            match stmt {
                Stmt::ImportFrom(node) => {
                    let module = node.module.as_ref().map_or("", |name| name.as_str());
                    if module == "__future__" {
                        is_lazy |= node.names.iter().any(|alias| &alias.name == "annotations");
                        continue;
                    }
                    if TYPES.contains(&module) {
                        for alias in &node.names {
                            let own = alias.asname.as_ref().unwrap_or(&alias.name).to_string();
                            let name = alias.name.as_str();
                            if module == "typing" && ["NamedTuple", "NewType"].contains(&name) {
                                self.library.insert(own, name.to_owned());
                            } else {
                                types.insert(own);
                            }
                        }
                        continue;
                    }
                    let Some((_, known)) = LIBRARY.iter().find(|(own, _)| *own == module) else {
                        let mut rest = node.clone();
                        rest.names.retain(|alias| {
                            let is_inf = module == "math" && &alias.name == "inf";
                            if is_inf {
                                let own = alias.asname.as_ref().unwrap_or(&alias.name);
                                self.library.insert(own.to_string(), "inf".to_owned());
                            }
                            !is_inf
                        });
                        if !rest.names.is_empty() {
                            out.push(Stmt::ImportFrom(rest));
                        }
                        continue;
                    };
                    for alias in &node.names {
                        let name = alias.name.as_str();
                        if !known.contains(&name) {
                            let message = format!("`{name}` cannot be imported from `{module}`");
                            let help = format!("available: {}", known.join(", "));
                            return Err(refused(alias.range, message, help));
                        }
                        let own = alias.asname.as_ref().unwrap_or(&alias.name);
                        if ["Counter", "defaultdict", "deque"].contains(&name) {
                            types.insert(own.to_string());
                        }
                        self.library.insert(own.to_string(), name.to_owned());
                    }
                }
                Stmt::Import(node) => {
                    let mut rest = node.clone();
                    rest.names.retain(|alias| {
                        let module = alias.name.as_str();
                        let own = alias.asname.as_ref().unwrap_or(&alias.name);
                        if let Some((_, known)) = LIBRARY.iter().find(|(own, _)| *own == module) {
                            for name in *known {
                                self.library
                                    .insert(format!("{own}.{name}"), (*name).to_owned());
                            }
                            return false;
                        }
                        if TYPES.contains(&module) {
                            types.insert(own.to_string());
                            types.insert(format!("{own}."));
                            for name in ["NamedTuple", "NewType"] {
                                self.library
                                    .insert(format!("{own}.{name}"), name.to_owned());
                            }
                            return false;
                        }
                        true
                    });
                    if !rest.names.is_empty() {
                        out.push(Stmt::Import(rest));
                    }
                }
                Stmt::Assign(node) if is_alias(&node.targets, &node.value, &types) => {
                    if let [Expr::Name(name)] = &node.targets[..] {
                        types.insert(name.id.to_string());
                    }
                }
                Stmt::ClassDef(node) => {
                    let constructor = self.class(node, module, &types)?;
                    // In CPython the class is a name only after its body.
                    for mut method in self.methods_of(node)? {
                        self.without_annotations(&mut method, &types, is_lazy);
                        out.push(method);
                    }
                    types.insert(node.name.to_string());
                    out.extend(constructor);
                }
                other => {
                    if let Some(function) = self.new_type(other).or(self.named_tuple(other)?) {
                        if let Stmt::FunctionDef(node) = &function {
                            types.insert(node.name.to_string());
                        }
                        out.push(function);
                        continue;
                    }
                    let mut stmt = other.clone();
                    self.without_annotations(&mut stmt, &types, is_lazy);
                    out.push(stmt);
                }
            }
        }
        self.call_methods(&mut out);
        Ok(out)
    }

    /// Removes annotations that CPython can evaluate (or does not evaluate), and
    /// the decorators of `functools`.
    fn without_annotations(&mut self, stmt: &mut Stmt, types: &HashSet<String>, is_lazy: bool) {
        let is_removed = |expr: &Expr| is_lazy || is_type(expr, types);
        match stmt {
            Stmt::FunctionDef(node) => {
                for parameter in all_parameters(node) {
                    if parameter.annotation.as_deref().is_some_and(is_removed) {
                        parameter.annotation = None;
                    }
                }
                if node.returns.as_deref().is_some_and(is_removed) {
                    node.returns = None;
                }
                let decorators = node.decorator_list.clone();
                node.decorator_list.retain(|decorator| {
                    let function = match &decorator.expression {
                        Expr::Call(call) => &call.func,
                        other => other,
                    };
                    !matches!(self.imported(function), Some("cache" | "lru_cache"))
                });
                // A cached generator is consumed once: the decorator stays, and is refused.
                if yields(&node.body) {
                    node.decorator_list = decorators;
                } else if node.decorator_list.len() < decorators.len() {
                    self.cached.insert(node.name.to_string());
                }
                for inner in &mut node.body {
                    self.without_annotations(inner, types, is_lazy);
                }
            }
            Stmt::AnnAssign(node) if is_removed(&node.annotation) => {
                if let Some(value) = &node.value {
                    *stmt = Stmt::Assign(ruff_python_ast::StmtAssign {
                        node_index: Default::default(),
                        range: node.range,
                        targets: vec![(*node.target).clone()],
                        value: value.clone(),
                    });
                }
            }
            _ => {}
        }
    }

    /// The function of the library that an expression names.
    pub(super) fn imported(&self, function: &Expr) -> Option<&str> {
        let name = match function {
            // Names with a dot are new, also `operator.add`.
            Expr::Name(name) if name.id.contains('.') => return None,
            Expr::Name(name) => name.id.to_string(),
            Expr::Attribute(node)
                if &node.attr == "from_iterable" && self.imported(&node.value) == Some("chain") =>
            {
                return Some("chain.from_iterable");
            }
            Expr::Attribute(node) => match &*node.value {
                Expr::Name(module) => format!("{}.{}", module.id, node.attr),
                _ => return None,
            },
            _ => return None,
        };
        let is_rebound = name.split('.').any(|part| self.bound.contains(part));
        self.library
            .get(&name)
            .filter(|_| !is_rebound)
            .map(String::as_str)
    }
}

/// The parameters of a function, to change them.
fn all_parameters(
    node: &mut StmtFunctionDef,
) -> impl Iterator<Item = &mut ruff_python_ast::Parameter> {
    let parameters = &mut *node.parameters;
    let plain = parameters
        .posonlyargs
        .iter_mut()
        .chain(&mut parameters.args)
        .chain(&mut parameters.kwonlyargs);
    plain
        .map(|formal| &mut formal.parameter)
        .chain(parameters.vararg.iter_mut().map(|one| &mut **one))
}

/// Whether CPython evaluates an annotation without an error.
pub(super) fn is_type(expr: &Expr, types: &HashSet<String>) -> bool {
    match expr {
        Expr::NoneLiteral(_) | Expr::EllipsisLiteral(_) | Expr::StringLiteral(_) => true,
        Expr::Name(name) => types.contains(name.id.as_str()),
        Expr::Attribute(node) => {
            matches!(&*node.value, Expr::Name(name) if types.contains(&format!("{}.", name.id)))
        }
        Expr::Tuple(node) => node.elts.iter().all(|item| is_type(item, types)),
        Expr::List(node) => node.elts.iter().all(|item| is_type(item, types)),
        Expr::Subscript(node) => {
            let is_generic = match &*node.value {
                Expr::Name(name) => {
                    !["int", "bool", "str", "float", "object"].contains(&name.id.as_str())
                }
                other => other.is_attribute_expr(),
            };
            is_generic && is_type(&node.value, types) && is_type(&node.slice, types)
        }
        Expr::BinOp(node) => {
            let is_part = |part: &Expr| {
                is_type(part, types) && !part.is_string_literal_expr() && !part.is_tuple_expr()
            };
            let are_none = node.left.is_none_literal_expr() && node.right.is_none_literal_expr();
            node.op == Operator::BitOr && is_part(&node.left) && is_part(&node.right) && !are_none
        }
        _ => false,
    }
}

/// Whether an assignment names a type: `Position = Tuple[int, int]`.
fn is_alias(targets: &[Expr], value: &Expr, types: &HashSet<String>) -> bool {
    let is_composed = matches!(value, Expr::Subscript(_) | Expr::BinOp(_));
    matches!(targets, [Expr::Name(_)]) && is_composed && is_type(value, types)
}
