//! Calls of built-in functions, Python's and kibitz's.

use ruff_python_ast::{Expr, ExprCall, Keyword};

use super::entry_points::counted;
use super::expression::Checked;
use super::instance::Checker;
use super::known::Known;
use super::parse::{span, span_of};
use super::type_vars::Ty;
use crate::source::{Diagnostic, Span};
use crate::tree::{Builtin, Kind, TextMethod};

impl<'a> Checker<'a> {
    pub(super) fn call_known(
        &mut self,
        known: Known,
        node: &'a ExprCall,
        at: Span,
    ) -> Result<Checked, Diagnostic> {
        let args = &node.arguments.args;
        match known {
            Known::All
            | Known::Any
            | Known::Sum
            | Known::Sorted
            | Known::List
            | Known::Tuple
            | Known::Set
            | Known::Frozenset => self.gather_call(known, node, at),
            Known::Min | Known::Max => {
                let is_plain = node.arguments.keywords.is_empty();
                match args.len() {
                    0 => Err(self.arity(known, "at least one value", 0, at)),
                    1 => self.gather_call(known, node, at),
                    _ if is_plain => self.least_or_greatest(known, args, at),
                    _ => self.gather_call(known, node, at),
                }
            }
            Known::Enumerate | Known::Zip | Known::Reversed | Known::Range => {
                let name = known.name();
                Err(
                    Diagnostic::at(at, format!("`{name}(…)` cannot be used as a value")).help(
                        format!("iterate over it with `for`, or convert it: `list({name}(…))`"),
                    ),
                )
            }
            Known::Dict => self.dict_call(node, at),
            Known::Counter => self.counter_call(node, at),
            Known::Copy | Known::Deepcopy => {
                let [arg] = &args[..] else {
                    return Err(self.arity(known, "one value", args.len(), at));
                };
                let value = self.expression(arg)?;
                self.copied(value, known == Known::Deepcopy, at)
            }
            Known::DefaultDict => self.default_dict(node, at),
            Known::Deque => self.deque_call(node, at),
            Known::Immutable => self.immutable(args),
            Known::Ranged => {
                let [items] = &args[..] else {
                    return Err(self.arity(known, "one value", args.len(), at));
                };
                let value = self.expression(items)?;
                Ok(Checked {
                    ty: Ty::Range,
                    ..value
                })
            }
            Known::Unordered => {
                let [items] = &args[..] else {
                    return Err(self.arity(known, "one value", args.len(), at));
                };
                let value = self.expression(items)?;
                let value = self.unwrapped(value);
                Ok(match value.ty {
                    // A set is the tuple of its items.
                    Ty::Set(item) => self.made(value.tree.kind, Ty::Row(item), at),
                    _ => value,
                })
            }
            Known::Move | Known::Again | Known::Points => {
                let name = known.name();
                Err(
                    Diagnostic::at(at, format!("`{name}` can only be used with `yield`")).help(
                        format!("write `yield {name}(…)` in `moves`, `left` or `right`"),
                    ),
                )
            }
            _ => {
                self.no_keywords(known, &node.arguments.keywords)?;
                self.plain_call(known, args, at)
            }
        }
    }

    fn plain_call(
        &mut self,
        known: Known,
        args: &'a [Expr],
        at: Span,
    ) -> Result<Checked, Diagnostic> {
        let count = args.len();
        let expected: (std::ops::RangeInclusive<usize>, &str) = match known {
            Known::Divmod => (2..=2, "two numbers"),
            Known::Pow => (2..=3, "two or three numbers"),
            Known::Gcd => (1..=usize::MAX, "at least one number"),
            Known::Grid => (4..=4, "rows, cols, cells and letters"),
            Known::Int => (0..=2, "one value, or a string and a base"),
            Known::Bool | Known::Str => (0..=1, "one value"),
            _ => (1..=1, "one value"),
        };
        if !expected.0.contains(&count) {
            return Err(self.arity(known, expected.1, count, at));
        }
        if known == Known::Len {
            return self.length(&args[0], at);
        }
        let values = self.expressions(args)?;
        match known {
            Known::Int if count == 0 => return Ok(self.made(Kind::Int(0), Ty::Int, at)),
            Known::Bool if count == 0 => return Ok(self.made(Kind::Bool(false), Ty::Bool, at)),
            Known::Str if count == 0 => {
                return Ok(self.made(Kind::Str(String::new()), Ty::Str, at));
            }
            Known::Bool => {
                let value = values.into_iter().next();
                let value = value.ok_or_else(|| self.arity(known, expected.1, count, at))?;
                let tree = self.truth(value)?;
                return Ok(Checked { tree, ty: Ty::Bool });
            }
            Known::Str => {
                for value in &values {
                    self.refuse_text_of(value)?;
                }
                let trees = values.into_iter().map(|value| value.tree).collect();
                return Ok(self.made(Kind::Builtin(Builtin::Str, trees), Ty::Str, at));
            }
            Known::Int if count == 2 => {
                self.require_text(&values[0], "`int` with a base needs a string")?;
                let [text, base] = values.try_into().expect("two values");
                let base = self.number(base)?;
                return self.library_function("text.int", vec![text, base], at);
            }
            Known::Int if values[0].ty == Ty::Str => {
                let text = Box::new(values[0].tree.clone());
                let kind = Kind::Text(TextMethod::Parse, text, Vec::new());
                return Ok(self.made(kind, Ty::Int, at));
            }
            Known::Grid => return self.grid(values, at),
            Known::Ord => {
                let [value] = &values[..] else {
                    return Err(self.arity(known, expected.1, count, at));
                };
                self.require_text(value, "`ord` needs a string of one character")?;
                let trees = values.into_iter().map(|value| value.tree).collect();
                return Ok(self.made(Kind::Builtin(Builtin::Ord, trees), Ty::Int, at));
            }
            _ => {}
        }
        let mut trees = Vec::new();
        for value in values {
            trees.push(self.number(value)?.tree);
        }
        let (builtin, ty) = match known {
            Known::Abs => (Builtin::Abs, Ty::Int),
            Known::Divmod => (Builtin::Divmod, Ty::Tuple(vec![Ty::Int, Ty::Int])),
            Known::Pow => (Builtin::Pow, Ty::Int),
            Known::Gcd => (Builtin::Gcd, Ty::Int),
            Known::Isqrt => (Builtin::Isqrt, Ty::Int),
            Known::Popcount => (Builtin::Popcount, Ty::Int),
            Known::Chr => (Builtin::Chr, Ty::Str),
            _ => (Builtin::Int, Ty::Int),
        };
        Ok(self.made(Kind::Builtin(builtin, trees), ty, at))
    }

    /// Rejects what has another text in CPython than the value that represents it.
    pub(super) fn refuse_text_of(&self, value: &Checked) -> Result<(), Diagnostic> {
        if self.types.has_set(&value.ty) {
            return Err(self.set_has_no_order(value.tree.span));
        }
        let is_container = !matches!(value.ty, Ty::Int | Ty::Bool | Ty::Str | Ty::None);
        if self.types.has_record(&value.ty) || (self.file.has_enumeration && is_container) {
            let message = "this may contain records or members of an IntEnum, which CPython writes with their names";
            return Err(Diagnostic::at(value.tree.span, message)
                .help("write the fields or items one by one: f\"{p.x} {p.y}\""));
        }
        if self.types.has_other_text(&value.ty) {
            let is = self.types.described(&value.ty);
            let message = format!("{is} has no text in a rule file");
            return Err(Diagnostic::at(value.tree.span, message)
                .help("convert it: `list(…)`, or `int(…)` of a number that is finite"));
        }
        if self.types.has_dict(&value.ty) {
            let message = "a dict has no text in a rule file";
            return Err(Diagnostic::at(value.tree.span, message)
                .help("write its items: `f\"{key}: {value}\"`"));
        }
        Ok(())
    }

    /// A value that is read later than it stands: an argument or an item of a generator that calls
    /// itself, or what an iterator of the library reads.
    fn immutable(&mut self, args: &'a [Expr]) -> Result<Checked, Diagnostic> {
        let mut values = self.expressions(args)?;
        let value = values.pop().expect("desugaring gives one argument");
        if self.types.has_list(&value.ty) || self.types.has_set(&value.ty) {
            let at = value.tree.span;
            let (what, is) = (self.quoted(at), self.types.described(&value.ty));
            let message = format!("{what} is {is}, which may change before it is read here");
            return Err(Diagnostic::at(at, message).help(
                "use a tuple, e.g. `tuple(xs)`; a generator that calls itself may return a list instead",
            ));
        }
        Ok(value)
    }

    fn length(&mut self, arg: &'a Expr, at: Span) -> Result<Checked, Diagnostic> {
        let value = self.container(arg)?;
        if !matches!(value.ty, Ty::Tuple(_)) {
            self.items_of(&value, "`len` needs a sequence")?;
        }
        let kind = Kind::Builtin(Builtin::Len, vec![value.tree]);
        Ok(self.made(kind, Ty::Int, at))
    }

    fn least_or_greatest(
        &mut self,
        known: Known,
        args: &'a [Expr],
        at: Span,
    ) -> Result<Checked, Diagnostic> {
        let mut ty = Ty::Unknown;
        let mut trees = Vec::new();
        for value in self.expressions(args)? {
            let value = self.unwrapped(value);
            if !self.types.has_order(&value.ty) {
                let is = self.types.described(&value.ty);
                let message = format!("{is} cannot be ordered");
                return Err(Diagnostic::at(value.tree.span, message)
                    .help("min and max compare ints, strings, tuples or lists"));
            }
            ty = self.join(&ty, &value.ty, at)?;
            trees.push(value.tree);
        }
        let builtin = match known {
            Known::Min => Builtin::Min,
            _ => Builtin::Max,
        };
        Ok(self.made(Kind::Builtin(builtin, trees), ty, at))
    }

    fn grid(&mut self, values: Vec<Checked>, at: Span) -> Result<Checked, Diagnostic> {
        let mut trees = Vec::new();
        for (slot, value) in values.into_iter().enumerate() {
            let value = match slot {
                0 | 1 => self.number(value)?,
                2 if !value.ty.is_number() => {
                    let items =
                        self.items_of(&value, "the cells of a grid must be an int or a list")?;
                    if !(items.is_number() || items == Ty::Unknown) {
                        let is = self.types.described(&value.ty);
                        let message = format!(
                            "the cells of a grid must be an int or a list of ints, not {is}"
                        );
                        return Err(Diagnostic::at(value.tree.span, message)
                            .help("each cell is an index into the letters"));
                    }
                    value
                }
                3 => {
                    let items = self.items_of(&value, "the letters of a grid must be a string")?;
                    if !matches!(items, Ty::Str | Ty::Unknown) {
                        let message = "the letters of a grid must be a string or a list of strings";
                        return Err(Diagnostic::at(value.tree.span, message)
                            .help("write `grid(3, 3, cells, \".X\")`"));
                    }
                    value
                }
                _ => value,
            };
            trees.push(value.tree);
        }
        Ok(self.made(Kind::Builtin(Builtin::Grid, trees), Ty::Str, at))
    }

    /// `range(…)` as the right operand of `in`.
    pub(super) fn range_value(&mut self, node: &'a ExprCall) -> Result<Checked, Diagnostic> {
        let at = span_of(node);
        self.no_keywords(Known::Range, &node.arguments.keywords)?;
        let args = &node.arguments.args;
        if !(1..=3).contains(&args.len()) {
            return Err(self.arity(Known::Range, "one to three numbers", args.len(), at));
        }
        let mut trees = Vec::new();
        for value in self.expressions(args)? {
            trees.push(self.number(value)?.tree);
        }
        let ty = self.list_of(&Ty::Int, at)?;
        Ok(self.made(Kind::Builtin(Builtin::Range, trees), ty, at))
    }

    /// Rejects a value that is not a string.
    pub(super) fn require_text(&self, value: &Checked, why: &str) -> Result<(), Diagnostic> {
        if matches!(value.ty, Ty::Str | Ty::Unknown) {
            return Ok(());
        }
        let is = self.types.described(&value.ty);
        Err(
            Diagnostic::at(value.tree.span, format!("{why}, but this is {is}"))
                .help("convert it with `str(…)`, or use an f-string"),
        )
    }

    pub(super) fn no_keywords(&self, known: Known, keywords: &[Keyword]) -> Result<(), Diagnostic> {
        let Some(keyword) = keywords.first() else {
            return Ok(());
        };
        let name = known.name();
        let message = format!("`{name}` takes no named arguments here");
        Err(Diagnostic::at(span(keyword.range), message).help("pass the values by position"))
    }

    pub(super) fn arity(&self, known: Known, expected: &str, given: usize, at: Span) -> Diagnostic {
        let name = known.name();
        let given = counted(given, "argument");
        Diagnostic::at(at, format!("`{name}` takes {expected}, but got {given}"))
            .help("check the parentheses and commas of this call")
    }
}
