//! `yield`: moves, components and cells.

use ruff_python_ast::{Expr, ExprCall, ExprYield};

use super::entry_points::counted;
use super::expression::Checked;
use super::instance::{Checker, Task};
use super::known::Known;
use super::parse::span_of;
use super::type_vars::Ty;
use crate::source::{Diagnostic, Span};
use crate::tree::{Binary, Expression, Kind, PlayConvention, StatementKind, Yield};

/// The parts of a yielded value.
struct Given<'a> {
    label: Option<&'a Expr>,
    is_again: bool,
    points: Option<&'a Expr>,
    fields: Vec<&'a Expr>,
    /// Whether the position stands directly after `yield`.
    is_whole: bool,
}

impl Given<'_> {
    /// Whether the position is not an argument of `move` or `points`.
    fn is_bare(&self) -> bool {
        self.label.is_none() && self.points.is_none()
    }
}

impl<'a> Checker<'a> {
    pub(super) fn yield_statement(
        &mut self,
        node: &'a ExprYield,
    ) -> Result<StatementKind, Diagnostic> {
        let at = span_of(node);
        let task = self.current().task;
        if matches!(task, Task::Module | Task::Help) {
            return Err(Diagnostic::at(at, "`yield` outside an entry point").help(
                "only start, moves, left, right, split and symmetry yield; other functions return",
            ));
        }
        let Some(value) = node.value.as_deref() else {
            return Err(Diagnostic::at(at, "`yield` without a value")
                .help("write the next position after it: `yield a, b`"));
        };
        let given = self.parse_yield(value, task)?;
        if task == Task::Cells && !given.is_whole {
            return Err(no_cell(at));
        }
        let label = match given.label {
            None => None,
            Some(label) => {
                let label = self.expression(label)?;
                self.require_text(
                    &label,
                    "the first argument of `move` must be a string, the name of the move",
                )?;
                Some(label.tree)
            }
        };
        let tag = match given.points {
            None => None,
            Some(points) => Some(self.tag(points, given.is_again)?),
        };
        let mut fields = Vec::new();
        // `yield ((a, b),)`
        let is_nested = given.fields.len() == 1
            && given.is_bare()
            && !(given.is_again || given.is_whole || self.has_one_field());
        for field in given.fields {
            let field = self.expression(field)?;
            if is_nested {
                self.refuse_tuple(&field)?;
            }
            fields.push(field);
        }
        if self.has_one_field() && task != Task::Cells && fields.len() > 1 {
            fields = vec![self.tuple_of(fields, at)];
        }
        let fields = self.without_none(fields);
        let fields = self.position(fields, task, at)?;
        Ok(StatementKind::Yield(Yield {
            label,
            is_again: given.is_again,
            tag,
            fields,
        }))
    }

    /// Twice the points of a move, plus 1 if the same player moves again. Points beyond 63 bits
    /// overflow as in arithmetic.
    fn tag(&mut self, points: &'a Expr, is_again: bool) -> Result<Expression, Diagnostic> {
        let points = self.expression(points)?;
        let points = self.number(points)?.tree;
        let at = points.span;
        let int = |number| self.made(Kind::Int(number), Ty::Int, at).tree;
        let (two, again) = (int(2), int(is_again.into()));
        let twice = Kind::Binary(Binary::Multiply, Box::new(points), Box::new(two));
        let twice = self.made(twice, Ty::Int, at).tree;
        let tag = Kind::Binary(Binary::Add, Box::new(twice), Box::new(again));
        Ok(self.made(tag, Ty::Int, at).tree)
    }

    fn parse_yield(&self, value: &'a Expr, task: Task) -> Result<Given<'a>, Diagnostic> {
        let mut given = Given {
            label: None,
            is_again: false,
            points: None,
            fields: Vec::new(),
            is_whole: false,
        };
        let mut rest = value;
        if let Some(call) = self.call_of(rest, Known::Move) {
            moves_only(task, call, "move")?;
            self.no_keywords(Known::Move, &call.arguments.keywords)?;
            let [label, fields @ ..] = &*call.arguments.args else {
                return Err(
                    Diagnostic::at(span_of(call), "`move` needs a name and a position")
                        .help("write `yield move(\"take 3\", left - 3)`"),
                );
            };
            given.label = Some(label);
            match fields {
                [] => {
                    return Err(
                        Diagnostic::at(span_of(call), "`move` has a name but no position")
                            .help("write `yield move(\"take 3\", left - 3)`"),
                    );
                }
                [only] => rest = only,
                several => {
                    given.fields = several.iter().collect();
                    return Ok(given);
                }
            }
        }
        if let Some(call) = self.call_of(rest, Known::Points) {
            moves_only(task, call, "points")?;
            self.no_keywords(Known::Points, &call.arguments.keywords)?;
            if self.options.play != PlayConvention::Score {
                return Err(Diagnostic::at(span_of(call), "`points` without score play")
                    .help("write `play = \"score\"` at the left margin: both players maximise the difference of their points"));
            }
            let [points, fields @ ..] = &*call.arguments.args else {
                return Err(no_points(call));
            };
            given.points = Some(points);
            match fields {
                [] => return Err(no_points(call)),
                [only] => rest = only,
                several => {
                    given.fields = several.iter().collect();
                    return Ok(given);
                }
            }
        }
        if let Some(call) = self.call_of(rest, Known::Again) {
            moves_only(task, call, "again")?;
            self.no_keywords(Known::Again, &call.arguments.keywords)?;
            given.is_again = true;
            if call.arguments.args.is_empty() {
                return Err(Diagnostic::at(span_of(call), "`again` has no position")
                    .help("write `yield again(a, b)`"));
            }
            given.fields = call.arguments.args.iter().collect();
            return Ok(given);
        }
        given.fields = match rest {
            Expr::Tuple(node) if given.is_bare() && !self.has_one_field() => {
                node.elts.iter().collect()
            }
            other => {
                given.is_whole = given.is_bare();
                vec![other]
            }
        };
        Ok(given)
    }

    /// The values of optional fields, where `start` does not yield None: there
    /// None is a fault.
    fn without_none(&self, given: Vec<Checked>) -> Vec<Checked> {
        let fields = self.fields.as_deref().unwrap_or_default();
        let mut fields = fields.iter();
        let mut checked = Vec::new();
        for value in given {
            let field = fields.next();
            checked.push(match (&value.ty, field) {
                (Ty::Optional(_), Some(Ty::Optional(_) | Ty::None | Ty::Unknown) | None) => value,
                (Ty::Optional(_), Some(_)) => self.unwrapped(value),
                _ => value,
            });
        }
        checked
    }

    /// Whether `moves` has one parameter: the position is then what is yielded,
    /// also if that is a tuple.
    fn has_one_field(&self) -> bool {
        self.field_names().len() == 1
    }

    /// Rejects a tuple of the fields of a position in place of the fields.
    fn refuse_tuple(&self, field: &Checked) -> Result<(), Diagnostic> {
        if !matches!(field.ty.as_tuple(), Ty::Tuple(_) | Ty::Row(_)) {
            return Ok(());
        }
        let is = self.types.described(&field.ty);
        let message = format!("a field of a position cannot be {is}");
        Err(Diagnostic::at(field.tree.span, message)
            .help("write its items as separate fields: `yield a, b`"))
    }

    fn call_of(&self, expr: &'a Expr, known: Known) -> Option<&'a ExprCall> {
        match expr {
            Expr::Call(node) if self.known_callee(&node.func) == Some(known) => Some(node),
            _ => None,
        }
    }

    /// Checks the fields of a position against those of `start`.
    fn position(
        &mut self,
        given: Vec<Checked>,
        task: Task,
        at: Span,
    ) -> Result<Vec<Expression>, Diagnostic> {
        if let Some(dict) = given.iter().find(|field| self.types.has_dict(&field.ty)) {
            let message = "a dict cannot be part of a position";
            return Err(Diagnostic::at(dict.tree.span, message)
                .help("yield its items: `tuple(sorted(d.items()))`"));
        }
        let mut finite = Vec::new();
        for field in given {
            finite.push(match field.ty {
                Ty::Bound => self.number(field)?,
                _ => field,
            });
        }
        let given = finite;
        let is_other = |field: &&Checked| self.types.has_other_text(&field.ty);
        if let Some(other) = given.iter().find(is_other) {
            let message = "a deque, a range or infinity cannot be part of a position";
            return Err(Diagnostic::at(other.tree.span, message).help("yield `tuple(…)` of it"));
        }
        let types: Vec<Ty> = match &given[..] {
            [only] if self.has_one_field() => vec![only.ty.clone()],
            [only] => match &only.ty.as_tuple() {
                Ty::Tuple(items) => items.clone(),
                Ty::Unknown => return Ok(given.into_iter().map(|field| field.tree).collect()),
                Ty::Row(item) => self.row_of_fields(item),
                other => vec![other.clone()],
            },
            several => several.iter().map(|field| field.ty.clone()).collect(),
        };
        let spans: Vec<Span> = match &given[..] {
            [only] => vec![only.tree.span; types.len()],
            several => several.iter().map(|field| field.tree.span).collect(),
        };
        match task {
            Task::Start => self.join_fields(&types, &spans, at)?,
            Task::Cells => {
                let is_cell = |field: &Checked| field.ty.is_number() || field.ty == Ty::Unknown;
                if !matches!(&given[..], [only] if is_cell(only)) {
                    return Err(no_cell(at));
                }
            }
            _ => self.check_fields(&types, &spans, at)?,
        }
        Ok(given.into_iter().map(|field| field.tree).collect())
    }

    /// A row as a position; that its length is the number of fields is checked
    /// at run time.
    fn row_of_fields(&self, item: &Ty) -> Vec<Ty> {
        match self.field_names().len() {
            1 => vec![Ty::Row(Box::new(item.clone()))],
            count => vec![item.clone(); count],
        }
    }

    fn join_fields(&mut self, types: &[Ty], spans: &[Span], at: Span) -> Result<(), Diagnostic> {
        let known = match self.fields.take() {
            None => {
                let mut fields = Vec::new();
                for ty in types {
                    let field = self.types.absorb(&Ty::Unknown, ty);
                    let field = field.map_err(|_| Diagnostic::at(at, NESTED).help(NEST_LESS))?;
                    fields.push(field);
                }
                self.types.has_changed = true;
                fields
            }
            Some(before) if before.len() != types.len() => {
                let message = format!(
                    "this start position has {}, but another has {}",
                    counted(types.len(), "field"),
                    before.len()
                );
                return Err(Diagnostic::at(at, message)
                    .help("all start positions must have the same fields"));
            }
            Some(before) => {
                let mut joined = Vec::new();
                for ((a, b), &span) in before.iter().zip(types).zip(spans) {
                    let field = self.types.absorb(a, b);
                    let field = field.map_err(|_| self.other_start(a, b, span))?;
                    joined.push(field);
                }
                let is_same = joined
                    .iter()
                    .zip(&before)
                    .all(|(a, b)| self.types.is_same(a, b));
                self.types.has_changed |= !is_same;
                joined
            }
        };
        self.fields = Some(known);
        Ok(())
    }

    fn other_start(&self, a: &Ty, b: &Ty, at: Span) -> Diagnostic {
        let (a, b) = (self.types.described(a), self.types.described(b));
        let message = format!("this field is {b}, but {a} in another start position");
        Diagnostic::at(at, message)
            .help("all start positions have the same fields, with the same types")
    }

    fn check_fields(&mut self, types: &[Ty], spans: &[Span], at: Span) -> Result<(), Diagnostic> {
        let fields = self.fields.clone().unwrap_or_default();
        if types.len() != fields.len() {
            let message = format!(
                "this yields {}, but a position has {}",
                counted(types.len(), "field"),
                counted(fields.len(), "field")
            );
            let names = self.field_names().join(", ");
            return Err(Diagnostic::at(at, message)
                .help(format!("yield all fields of the next position: ({names})")));
        }
        let names = self.field_names();
        for (slot, (ty, field)) in types.iter().zip(&fields).enumerate() {
            if self.absorb_field(slot, ty) || !self.is_last_round {
                continue;
            }
            let name = names.get(slot).map_or("", String::as_str);
            let (is, expected) = (self.types.described(ty), self.types.described(field));
            let help = match (ty, field) {
                (Ty::Int, Ty::Bool) => "convert it with `bool(…)`, or yield an int from `start`",
                (Ty::Tuple(_) | Ty::Row(_), Ty::List(_)) => "convert it with `list(…)`",
                (Ty::Optional(_) | Ty::None, _) => {
                    "it may be None: test it with `is not None` first; a field can be None if it is None in `start`"
                }
                _ => "every position has the fields of the start position, with the same types",
            };
            return Err(Diagnostic::at(
                spans[slot],
                format!("the field `{name}` is {expected}, but this is {is}"),
            )
            .help(help));
        }
        Ok(())
    }
}

/// The message for a start position whose type is too deep.
const NESTED: &str = "this start position is nested too deeply";
const NEST_LESS: &str = "nest at most a dozen tuples and lists";

fn moves_only(task: Task, call: &ExprCall, name: &str) -> Result<(), Diagnostic> {
    if task == Task::Moves {
        return Ok(());
    }
    Err(Diagnostic::at(
        span_of(call),
        format!("`{name}` is only supported in moves"),
    )
    .help("only moves, left and right yield it; yield the position alone here"))
}

fn no_points(call: &ExprCall) -> Diagnostic {
    Diagnostic::at(span_of(call), "`points` needs a number and a position")
        .help("write `yield points(3, left - 3)`")
}

fn no_cell(at: Span) -> Diagnostic {
    Diagnostic::at(at, "`symmetry` must yield cells, which are ints")
        .help("one `yield` for each generator: the image of cell `i`")
}
