//! Presentation of a rule file: name, parameters and templates.

use std::borrow::Cow;
use std::path::Path;

use kibitz_game::{Info, Kind, Parameter, Presentable};

use super::Rules;
use super::position::Position;
use crate::interpret::{Machine, Value, quoted};
use crate::shape::{FieldKind, Shape};
use crate::source::Source;
use crate::tree::Type;

/// Maximum number of open fields of a template; more have too many
/// combinations.
const MAX_OPEN: usize = 4;

/// Texts that are computed once.
#[derive(Debug)]
pub(super) struct Texts {
    name: String,
    summary: String,
    syntax: String,
    templates: Vec<String>,
    settings: Vec<Setting>,
}

/// A parameter with its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setting {
    /// Its name.
    pub name: String,
    /// The value as Python writes it.
    pub text: String,
    /// The value.
    pub value: SettingValue,
}

/// The value of a parameter.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum SettingValue {
    /// A number.
    Int(i64),
    /// `True` or `False`.
    Bool(bool),
    /// Text.
    Text(String),
    /// A list.
    List(Vec<SettingValue>),
    /// A tuple.
    Tuple(Vec<SettingValue>),
    /// `None`.
    None,
}

impl Texts {
    pub(super) fn new(machine: &Machine, shape: &Shape, starts: &[Vec<i64>]) -> Texts {
        let program = machine.program();
        let start = starts.first().map(|row| shape.write(row));
        let of = match program.roles.moves {
            Some(_) => "moves",
            None => "left",
        };
        let sides = match program.roles.moves {
            Some(_) => "",
            None => ", and the player to move, Left or Right",
        };
        let settings = program.parameters.iter().map(|parameter| {
            let value = machine.global(parameter.global);
            let value = value.map_or(SettingValue::None, SettingValue::of);
            Setting {
                name: parameter.name.clone(),
                text: value.to_string(),
                value,
            }
        });
        Texts {
            name: name_of(&program.source),
            summary: summary_of(&program.source),
            syntax: format!(
                "the fields of `{of}`{sides}, e.g. {}",
                start.unwrap_or_default()
            ),
            templates: match starts {
                [start] => templates(shape, start),
                _ => Vec::new(),
            },
            settings: settings.collect(),
        }
    }
}

impl Rules {
    /// The parameters with their values.
    #[must_use]
    pub fn settings(&self) -> &[Setting] {
        &self.texts.settings
    }
}

impl Presentable for Rules {
    fn info(&self) -> Info<'_> {
        let parameters = self.program.parameters.iter().map(|p| Parameter {
            name: &p.name,
            kind: if p.ty == Type::Int {
                Kind::Number
            } else {
                Kind::Text
            },
            default: &p.default,
            meaning: p.comment.as_deref().unwrap_or_default(),
        });
        Info {
            name: &self.texts.name,
            aliases: &[],
            summary: &self.texts.summary,
            parameters: Cow::Owned(parameters.collect()),
            syntax: &self.texts.syntax,
            fields: Cow::Owned(self.texts.templates.iter().map(String::as_str).collect()),
            contest: None,
        }
    }

    fn default_position(&self) -> Position {
        // The starting position was canonicalised and split when the file was
        // opened, so this fails only if a budget has been exhausted since.
        Rules::start(self).unwrap_or_else(|_| Position {
            parts: self.starts.iter().map(|row| row.clone().into()).collect(),
            side: None,
        })
    }

    fn has_templates(&self) -> bool {
        false
    }
}

/// The file name without folders and extension.
fn name_of(source: &Source) -> String {
    let stem = Path::new(&source.name).file_stem();
    let stem = stem.map(|stem| stem.to_string_lossy().into_owned());
    stem.unwrap_or_else(|| source.name.clone())
}

/// The first sentence of the comment or docstring at the head of the file.
fn summary_of(source: &Source) -> String {
    let text = source.text.trim_start();
    let docstring = text
        .strip_prefix("\"\"\"")
        .and_then(|rest| rest.split_once("\"\"\""));
    let lines: Vec<&str> = match docstring {
        Some((inside, _)) => inside.trim_start().lines().map(str::trim).collect(),
        None => {
            let comment = text.lines().map_while(|line| line.trim().strip_prefix('#'));
            comment.map(|line| line.trim_matches(['#', ' '])).collect()
        }
    };
    let mut words = String::new();
    for line in lines {
        if line.is_empty() {
            break;
        }
        words.push_str(if words.is_empty() { "" } else { " " });
        words.push_str(line);
        if line.ends_with(['.', ';', ':']) {
            break;
        }
    }
    let words = words.trim_end_matches(['.', ';', ':']);
    match words.split_once(". ") {
        Some((first, _)) => first.to_owned(),
        None if words.is_empty() => format!("game defined in {}", source.name),
        None => words.to_owned(),
    }
}

/// Templates: positions with some numbers open and the others as in the
/// starting position.
fn templates(shape: &Shape, start: &[i64]) -> Vec<String> {
    let is_open = |kind: &FieldKind| *kind == FieldKind::Int;
    let open = shape.fields.iter().filter(|f| is_open(&f.kind)).count();
    if open > MAX_OPEN {
        return Vec::new();
    }
    let template = |choice: usize| {
        let mut rest = start;
        let mut number = 0;
        let mut texts = Vec::with_capacity(shape.fields.len());
        for field in &shape.fields {
            let (own, after) = rest.split_at(field.kind.slots());
            rest = after;
            let one = Shape {
                fields: vec![field.clone()],
            };
            let is_chosen = is_open(&field.kind) && choice >> number & 1 == 1;
            number += usize::from(is_open(&field.kind));
            texts.push(match is_chosen {
                true => format!("{0}={{{0}}}", field.name),
                false => one.write(own),
            });
        }
        texts.join(" ")
    };
    (1..1 << open).map(template).collect()
}

impl SettingValue {
    pub(super) fn of(value: &Value) -> SettingValue {
        match value {
            Value::Int(number) => SettingValue::Int(*number),
            Value::Bool(is_true) => SettingValue::Bool(*is_true),
            Value::Str(text) => SettingValue::Text(text.to_string()),
            Value::None => SettingValue::None,
            Value::Tuple(items) => {
                SettingValue::Tuple(items.iter().map(SettingValue::of).collect())
            }
            Value::List(list) => {
                SettingValue::List(list.items().iter().map(SettingValue::of).collect())
            }
        }
    }
}

/// The items, separated by commas.
fn joined(items: &[SettingValue]) -> String {
    let texts: Vec<String> = items.iter().map(SettingValue::to_string).collect();
    texts.join(", ")
}

impl From<&SettingValue> for Value {
    fn from(value: &SettingValue) -> Value {
        match value {
            SettingValue::Int(number) => Value::Int(*number),
            SettingValue::Bool(is_true) => Value::Bool(*is_true),
            SettingValue::Text(text) => Value::text(text.as_str()),
            SettingValue::None => Value::None,
            SettingValue::Tuple(items) => Value::tuple(items.iter().map(Value::from).collect()),
            SettingValue::List(items) => Value::list(items.iter().map(Value::from).collect()),
        }
    }
}

impl std::fmt::Display for SettingValue {
    /// In Python's notation.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            SettingValue::Int(number) => number.fmt(f),
            SettingValue::Bool(true) => f.write_str("True"),
            SettingValue::Bool(false) => f.write_str("False"),
            SettingValue::Text(text) => f.write_str(&quoted(text)),
            SettingValue::None => f.write_str("None"),
            SettingValue::List(items) => write!(f, "[{}]", joined(items)),
            SettingValue::Tuple(items) if items.len() == 1 => write!(f, "({},)", items[0]),
            SettingValue::Tuple(items) => write!(f, "({})", joined(items)),
        }
    }
}
