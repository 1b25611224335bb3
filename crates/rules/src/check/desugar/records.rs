//! Records: a class that has fields becomes a function that returns the tuple of them;
//! its attributes are found by type. The members of an `IntEnum` are ints, those of an `Enum` are
//! records with a value.

use std::collections::{HashMap, HashSet};

use ruff_python_ast::{Comprehension, Expr, Keyword, Number, Stmt, StmtClassDef, UnaryOp};
use ruff_text_size::{TextRange, TextSize};

use super::imports::is_type;
use super::template::{expression, new_name, statements};
use super::{Desugar, refused, scope};
use crate::source::Diagnostic;

/// A class of records.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::check) struct Record {
    pub(in crate::check) fields: Vec<String>,
    /// Whether its values are tuples: a `NamedTuple`.
    pub(in crate::check) is_tuple: bool,
    /// Whether `<` is defined on them.
    pub(in crate::check) has_order: bool,
    /// Whether they can be items of sets and keys of dicts.
    pub(in crate::check) is_hashable: bool,
}

/// The members of an enumeration.
#[derive(Debug, Default)]
pub(super) struct Enumeration {
    /// The values by name, as literals.
    pub(super) members: HashMap<String, String>,
    /// The values in the order of their definition.
    pub(super) order: Vec<String>,
    pub(super) kind: EnumerationKind,
    /// Where it is defined.
    defined: TextSize,
}

/// The kinds of classes that only name values.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum EnumerationKind {
    /// An `IntEnum`.
    #[default]
    Ints,
    /// An `Enum`.
    Members,
    /// A class without a base: ints and strings.
    Constants,
}

/// A field with its default.
type Field = (String, Option<Expr>);

impl Desugar {
    /// What replaces a class: a function, or nothing for an enumeration.
    pub(super) fn class(
        &mut self,
        node: &StmtClassDef,
        module: &[Stmt],
        types: &HashSet<String>,
    ) -> Result<Option<Stmt>, Diagnostic> {
        let name = node.name.as_str();
        let at = node.name.range;
        let bases = node.arguments.as_deref().map_or(&[][..], |list| &list.args);
        let base = match bases {
            [base] => self.imported(base).map(str::to_owned),
            _ => None,
        };
        let decorator = match &node.decorator_list[..] {
            [one] => Some(&one.expression),
            _ => None,
        };
        match (base.as_deref(), decorator) {
            (Some("IntEnum"), None) => {
                self.enumeration(node, module, EnumerationKind::Ints)?;
                Ok(None)
            }
            (None, None) if bases.is_empty() && node.body.iter().all(is_assigned) => {
                self.enumeration(node, module, EnumerationKind::Constants)?;
                Ok(None)
            }
            (Some("Enum"), None) => {
                self.enumeration(node, module, EnumerationKind::Members)?;
                let record = Record {
                    is_hashable: true,
                    ..Record::default()
                };
                let fields = vec![("value".to_owned(), None)];
                let made = self.constructor(&maker(name), fields, record, at)?;
                Ok(Some(made))
            }
            (Some("NamedTuple"), None) => {
                let record = Record {
                    is_tuple: true,
                    has_order: true,
                    is_hashable: true,
                    ..Record::default()
                };
                let fields = fields(node, types)?;
                self.constructor(name, fields, record, at).map(Some)
            }
            (None, Some(decorator)) if bases.is_empty() => {
                let (function, options) = match decorator {
                    Expr::Call(call) => (&*call.func, &call.arguments.keywords[..]),
                    other => (other, &[][..]),
                };
                if self.imported(function) != Some("dataclass") {
                    return Err(no_class(node));
                }
                let is_set = |name: &str| options.iter().any(|word| is_true(word, name));
                let known = |word: &&Keyword| {
                    ["frozen", "order", "eq", "slots"]
                        .iter()
                        .any(|name| is_true(word, name))
                };
                if options.iter().filter(known).count() < options.len() {
                    return Err(no_class(node));
                }
                let record = Record {
                    has_order: is_set("order"),
                    is_hashable: is_set("frozen"),
                    ..Record::default()
                };
                let fields = fields(node, types)?;
                self.constructor(name, fields, record, at).map(Some)
            }
            _ => Err(no_class(node)),
        }
    }

    /// `Heaps = namedtuple("Heaps", "a b c")`.
    pub(super) fn named_tuple(&mut self, stmt: &Stmt) -> Result<Option<Stmt>, Diagnostic> {
        let Stmt::Assign(node) = stmt else {
            return Ok(None);
        };
        let ([Expr::Name(name)], Expr::Call(call)) = (&node.targets[..], &*node.value) else {
            return Ok(None);
        };
        if self.imported(&call.func) != Some("namedtuple") {
            return Ok(None);
        }
        let text = |expr: &Expr| match expr {
            Expr::StringLiteral(text) => Some(text.value.to_str().to_owned()),
            _ => None,
        };
        let names: Option<Vec<String>> = match &call.arguments.args[..] {
            [_, Expr::StringLiteral(list)] => {
                let list = list.value.to_str().replace(',', " ");
                Some(list.split_whitespace().map(str::to_owned).collect())
            }
            [_, Expr::List(list)] => list.elts.iter().map(text).collect(),
            [_, Expr::Tuple(list)] => list.elts.iter().map(text).collect(),
            _ => None,
        };
        let is_plain = call.arguments.keywords.is_empty()
            && call.arguments.args.first().and_then(text).as_deref() == Some(name.id.as_str());
        let Some(names) = names.filter(|_| is_plain) else {
            let message = "this `namedtuple` is not supported in a rule file";
            let help = format!("write `{0} = namedtuple(\"{0}\", \"a b\")`", name.id);
            return Err(refused(node.range, message, help));
        };
        let fields = names.into_iter().map(|name| (name, None)).collect();
        let record = Record {
            is_tuple: true,
            has_order: true,
            is_hashable: true,
            ..Record::default()
        };
        self.constructor(name.id.as_str(), fields, record, name.range)
            .map(Some)
    }

    /// The function that makes a record.
    fn constructor(
        &mut self,
        name: &str,
        fields: Vec<Field>,
        mut record: Record,
        at: TextRange,
    ) -> Result<Stmt, Diagnostic> {
        let is_name = |name: &str| {
            let mut letters = name.chars();
            letters
                .next()
                .is_some_and(|first| first.is_ascii_alphabetic())
                && letters.all(|letter| letter.is_ascii_alphanumeric() || letter == '_')
                && !is_keyword(name)
        };
        let names: HashSet<&String> = fields.iter().map(|(name, _)| name).collect();
        let wrong = fields.iter().find(|(name, _)| !is_name(name));
        if wrong.is_some() || names.len() < fields.len() || fields.is_empty() {
            let message = format!("the fields of `{name}` are not supported in a rule file");
            let help =
                "a record has at least one field, with different names of letters and digits";
            return Err(refused(at, message, help));
        }
        let (mut parameters, mut fill, mut has_default) = (Vec::new(), Vec::new(), false);
        for (field, default) in &fields {
            parameters.push(match default {
                Some(_) => format!("{field}=_{field}"),
                None if has_default => {
                    let message = "a field without a default follows one with a default";
                    return Err(refused(at, message, "reorder the fields"));
                }
                None => field.clone(),
            });
            has_default |= default.is_some();
            fill.extend(default.clone().map(|value| (format!("_{field}"), value)));
        }
        let items: Vec<String> = fields
            .iter()
            .map(|(field, _)| format!("{field},"))
            .collect();
        let text = format!(
            "def f({}):\n    return ({})",
            parameters.join(", "),
            items.join(" ")
        );
        let fill: Vec<(&str, Expr)> = fill.iter().map(|(n, v)| (n.as_str(), v.clone())).collect();
        let mut made = statements(&text, at, &fill, &[]);
        let Some(Stmt::FunctionDef(mut function)) = made.pop() else {
            return Err(refused(at, "not a function", ""));
        };
        function.name.id = name.into();
        record.fields = fields.into_iter().map(|(name, _)| name).collect();
        self.records.insert(name.to_owned(), record);
        Ok(Stmt::FunctionDef(function))
    }

    /// Takes note of the members of an enumeration. Those of an `Enum` may have strings as values.
    fn enumeration(
        &mut self,
        node: &StmtClassDef,
        module: &[Stmt],
        kind: EnumerationKind,
    ) -> Result<(), Diagnostic> {
        let name = node.name.as_str();
        let is_other = |stmt: &&Stmt| !matches!(stmt, Stmt::ClassDef(other) if other == node);
        let others: Vec<Stmt> = module.iter().filter(is_other).cloned().collect();
        if scope::bound(&others).contains(name) {
            let message = format!("`{name}` is defined twice in this file");
            return Err(refused(node.name.range, message, "rename one of the two"));
        }
        let mut found = Enumeration {
            kind,
            defined: node.range.end(),
            ..Enumeration::default()
        };
        let mut greatest = None;
        for stmt in &node.body {
            let (target, value) = match stmt {
                Stmt::Assign(node) => match &node.targets[..] {
                    [Expr::Name(target)] => (target, &*node.value),
                    _ => return Err(no_class_part(stmt)),
                },
                Stmt::Expr(node) if node.value.is_string_literal_expr() => continue,
                Stmt::FunctionDef(_) if kind == EnumerationKind::Members => continue,
                _ => return Err(no_class_part(stmt)),
            };
            let number = match value {
                Expr::Call(call) if self.imported(&call.func) == Some("auto") => {
                    i64::checked_add(greatest.unwrap_or(0), 1)
                }
                other => int(other),
            };
            let text = match number {
                Some(number) => number.to_string(),
                None if kind == EnumerationKind::Ints => return Err(no_class_part(stmt)),
                None => literal(value).ok_or_else(|| no_class_part(stmt))?,
            };
            greatest = greatest.max(number);
            if !found.order.contains(&text) {
                found.order.push(text.clone());
            }
            if found.members.insert(target.id.to_string(), text).is_some() {
                return Err(no_class_part(stmt));
            }
        }
        self.enumerations.insert(name.to_owned(), found);
        Ok(())
    }

    /// The member of an enumeration with a value.
    pub(super) fn member_of(&self, class: &str, text: &str, at: TextRange) -> Expr {
        let value = expression(text, at, &[]);
        match self.enumerations[class].kind {
            EnumerationKind::Members => {
                let function = new_name(&maker(class), at);
                expression("F(V)", at, &[("F", function), ("V", value)])
            }
            EnumerationKind::Ints | EnumerationKind::Constants => value,
        }
    }

    /// Whether an expression is a member of an `Enum`.
    pub(super) fn is_member(&self, expr: &Expr) -> bool {
        let Expr::Call(call) = expr else {
            return false;
        };
        let Expr::Name(name) = &*call.func else {
            return false;
        };
        let class = name.id.strip_suffix('.');
        class.is_some_and(|class| self.enumerations.contains_key(class))
    }

    /// The value of `Colour.RED` or `Colour.RED.value`.
    pub(super) fn member(&self, expr: &Expr) -> Result<Option<Expr>, Diagnostic> {
        let Expr::Attribute(node) = expr else {
            return Ok(None);
        };
        // The parts of an expression are rewritten first.
        if node.attr.as_str() == "value"
            && node.value.is_number_literal_expr()
            && !self.enumerations.is_empty()
        {
            return Ok(Some((*node.value).clone()));
        }
        let Expr::Name(name) = &*node.value else {
            return Ok(None);
        };
        let Some(found) = self.enumerations.get(name.id.as_str()) else {
            return Ok(None);
        };
        if self.function.is_none() && node.range.start() < found.defined {
            let message = format!("`{}` is not defined yet", name.id);
            return Err(refused(
                node.range,
                message,
                "move the class above this line",
            ));
        }
        match found.members.get(node.attr.as_str()) {
            Some(text) => Ok(Some(self.member_of(name.id.as_str(), text, node.range))),
            None => {
                let message = format!("`{}` has no member `{}`", name.id, node.attr);
                let mut names: Vec<&str> = found.members.keys().map(String::as_str).collect();
                names.sort_unstable();
                let help = format!("available: {}", names.join(", "));
                Err(refused(node.range, message, help))
            }
        }
    }

    /// The same in the clauses of a comprehension.
    pub(super) fn members_in(&self, clauses: &mut [Comprehension]) {
        for clause in clauses {
            if let Some(members) = self.members(&clause.iter) {
                clause.iter = members;
            }
        }
    }

    /// The members of an enumeration that a loop iterates over.
    pub(super) fn members(&self, iter: &Expr) -> Option<Expr> {
        let Expr::Name(name) = iter else {
            return None;
        };
        let class = name.id.as_str();
        let found = self.enumerations.get(class)?;
        if found.kind == EnumerationKind::Constants {
            return None;
        }
        let order = &found.order;
        let mut members = expression("()", name.range, &[]);
        if let Expr::Tuple(tuple) = &mut members {
            let all = order
                .iter()
                .map(|text| self.member_of(class, text, name.range));
            tuple.elts = all.collect();
        }
        Some(members)
    }
}

/// Whether a statement of a class gives a value to a name, or is its docstring.
fn is_assigned(stmt: &Stmt) -> bool {
    match stmt {
        Stmt::Assign(_) => true,
        Stmt::Expr(node) => node.value.is_string_literal_expr(),
        _ => false,
    }
}

/// A number, a string, or a tuple of these, as text.
fn literal(value: &Expr) -> Option<String> {
    match value {
        Expr::StringLiteral(text) => {
            let text = text.value.to_str();
            let is_plain = !text.contains(['\\', '"']) && !text.chars().any(char::is_control);
            is_plain.then(|| format!("\"{text}\""))
        }
        Expr::Tuple(node) => {
            let items: Option<Vec<String>> = node.elts.iter().map(literal).collect();
            let items = items?.into_iter().map(|item| format!("{item}, "));
            Some(format!("({})", items.collect::<String>().trim_end()))
        }
        other => int(other).map(|number| number.to_string()),
    }
}

/// The function that makes the members of an `Enum`.
pub(super) fn maker(class: &str) -> String {
    format!("{class}.")
}

/// The number that a literal is.
fn int(expr: &Expr) -> Option<i64> {
    match expr {
        Expr::NumberLiteral(node) => match &node.value {
            Number::Int(int) => int.as_i64(),
            _ => None,
        },
        Expr::UnaryOp(node) if node.op == UnaryOp::USub => int(&node.operand).map(|int| -int),
        _ => None,
    }
}

/// The fields of a class that has nothing else but methods.
fn fields(node: &StmtClassDef, types: &HashSet<String>) -> Result<Vec<Field>, Diagnostic> {
    let mut fields: Vec<Field> = Vec::new();
    for stmt in &node.body {
        match stmt {
            Stmt::Expr(node) if node.value.is_string_literal_expr() => {}
            // A method.
            Stmt::FunctionDef(_) => {}
            Stmt::AnnAssign(field) if is_type(&field.annotation, types) => {
                let Expr::Name(name) = &*field.target else {
                    return Err(no_class_part(stmt));
                };
                let default = field.value.as_deref();
                // In CPython a default may name an earlier field.
                let is_field = |name: &String| fields.iter().any(|(own, _)| own == name);
                let names_field =
                    |value: &Expr| scope::free(value).iter().any(is_field) || !is_constant(value);
                if default.is_some_and(names_field) || is_class_variable(&field.annotation) {
                    return Err(no_class_part(stmt));
                }
                fields.push((name.id.to_string(), default.cloned()));
            }
            _ => return Err(no_class_part(stmt)),
        }
    }
    Ok(fields)
}

/// Whether an annotation mentions `ClassVar`: no field.
fn is_class_variable(annotation: &Expr) -> bool {
    match annotation {
        Expr::Name(name) => name.id == "ClassVar",
        Expr::Attribute(node) => node.attr.as_str() == "ClassVar",
        Expr::Subscript(node) => is_class_variable(&node.value),
        Expr::StringLiteral(text) => text.value.to_str().contains("ClassVar"),
        _ => false,
    }
}

fn is_constant(expr: &Expr) -> bool {
    match expr {
        Expr::Tuple(node) => node.elts.iter().all(is_constant),
        Expr::UnaryOp(node) => is_constant(&node.operand),
        other => other.is_literal_expr() || other.is_name_expr(),
    }
}

/// Whether a text is a word of the language, which is not a name.
fn is_keyword(name: &str) -> bool {
    let parsed = ruff_python_parser::parse_expression(name);
    !parsed.is_ok_and(|parsed| parsed.into_expr().is_name_expr())
}

fn is_true(word: &Keyword, name: &str) -> bool {
    let is_true = matches!(&word.value, Expr::BooleanLiteral(value) if value.value);
    word.arg.as_deref() == Some(name) && is_true
}

fn no_class(node: &StmtClassDef) -> Diagnostic {
    refused(
        node.name.range,
        "this class is not supported in a rule file",
        "a class is a record, `class P(NamedTuple):` or `@dataclass(frozen=True)`, an `Enum`, an `IntEnum`, or only names constants",
    )
}

fn no_class_part(stmt: &Stmt) -> Diagnostic {
    refused(
        super::place(stmt),
        "this part of a class is not supported in a rule file",
        "a record has fields with types, `x: int = 0`, and methods; an IntEnum has ints, `RED = 1`; other classes have ints, strings and tuples of these, and an Enum methods",
    )
}
