//! Calls of Python's own functions and of kibitz's.

use ruff_python_ast::{Expr, ExprCall, Keyword};

use super::expression::Checked;
use super::instance::Checker;
use super::kinds::Ty;
use super::known::Known;
use super::parse::{span, span_of};
use super::roles::counted;
use crate::source::{Mistake, Span};
use crate::tree::{Builtin, Kind};

impl<'a> Checker<'a> {
    pub(super) fn call_known(
        &mut self,
        known: Known,
        node: &'a ExprCall,
        at: Span,
    ) -> Result<Checked, Mistake> {
        let args = &node.arguments.args;
        match known {
            Known::All | Known::Any | Known::Sum | Known::Sorted | Known::List | Known::Tuple => {
                self.gather_call(known, node, at)
            }
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
                    Mistake::at(at, format!("`{name}(…)` stands alone here")).help(format!(
                        "go through it with `for`, or make a list of it: `list({name}(…))`"
                    )),
                )
            }
            Known::Move | Known::Again => {
                let name = known.name();
                Err(
                    Mistake::at(at, format!("`{name}` stands alone here")).help(format!(
                        "write `yield {name}(…)` in `moves`, `left` or `right`"
                    )),
                )
            }
            _ => {
                self.no_keywords(known, &node.arguments.keywords)?;
                self.plain_call(known, args, at)
            }
        }
    }

    fn plain_call(&mut self, known: Known, args: &'a [Expr], at: Span) -> Result<Checked, Mistake> {
        let count = args.len();
        let due: (std::ops::RangeInclusive<usize>, &str) = match known {
            Known::Divmod => (2..=2, "two numbers"),
            Known::Pow => (2..=3, "two or three numbers"),
            Known::Gcd => (1..=usize::MAX, "at least one number"),
            Known::Grid => (4..=4, "rows, cols, cells and letters"),
            Known::Int | Known::Bool | Known::Str => (0..=1, "one value"),
            _ => (1..=1, "one value"),
        };
        if !due.0.contains(&count) {
            return Err(self.arity(known, due.1, count, at));
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
            Known::Bool | Known::Str => {
                let (builtin, ty) = match known {
                    Known::Bool => (Builtin::Bool, Ty::Bool),
                    _ => (Builtin::Str, Ty::Str),
                };
                let trees = values.into_iter().map(|value| value.tree).collect();
                return Ok(self.made(Kind::Builtin(builtin, trees), ty, at));
            }
            Known::Grid => return self.grid(values, at),
            Known::Ord => {
                let [value] = &values[..] else {
                    return Err(self.arity(known, due.1, count, at));
                };
                self.text_due(value, "`ord` needs a string of one character")?;
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

    fn length(&mut self, arg: &'a Expr, at: Span) -> Result<Checked, Mistake> {
        let value = self.container(arg)?;
        if !matches!(value.ty, Ty::Tuple(_)) {
            self.items_of(&value, "`len` needs something with items")?;
        }
        let kind = Kind::Builtin(Builtin::Len, vec![value.tree]);
        Ok(self.made(kind, Ty::Int, at))
    }

    fn least_or_greatest(
        &mut self,
        known: Known,
        args: &'a [Expr],
        at: Span,
    ) -> Result<Checked, Mistake> {
        let mut ty = Ty::Unknown;
        let mut trees = Vec::new();
        for value in self.expressions(args)? {
            let value = self.unwrapped(value);
            if !self.types.has_order(&value.ty) {
                let is = self.types.settled(&value.ty);
                let message = format!("{is} has no order");
                return Err(Mistake::at(value.tree.span, message)
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

    fn grid(&mut self, values: Vec<Checked>, at: Span) -> Result<Checked, Mistake> {
        let mut trees = Vec::new();
        for (slot, value) in values.into_iter().enumerate() {
            let value = match slot {
                0 | 1 => self.number(value)?,
                2 if !value.ty.is_number() => {
                    let items =
                        self.items_of(&value, "the cells of a grid are an int or a list")?;
                    if !(items.is_number() || items == Ty::Unknown) {
                        let is = self.types.settled(&value.ty);
                        let message =
                            format!("the cells of a grid are an int or a list of ints, not {is}");
                        return Err(Mistake::at(value.tree.span, message)
                            .help("each cell is an index into the letters"));
                    }
                    value
                }
                3 => {
                    let items = self.items_of(&value, "the letters of a grid are a string")?;
                    if !matches!(items, Ty::Str | Ty::Unknown) {
                        let message = "the letters of a grid are a string, or a list of strings";
                        return Err(Mistake::at(value.tree.span, message)
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

    /// `range(…)` as something to look into.
    pub(super) fn range_value(&mut self, node: &'a ExprCall) -> Result<Checked, Mistake> {
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

    /// Refuses what is no text.
    pub(super) fn text_due(&self, value: &Checked, why: &str) -> Result<(), Mistake> {
        if matches!(value.ty, Ty::Str | Ty::Unknown) {
            return Ok(());
        }
        let is = self.types.settled(&value.ty);
        Err(
            Mistake::at(value.tree.span, format!("{why}, and this is {is}"))
                .help("write `str(…)` around it, or an f-string"),
        )
    }

    pub(super) fn no_keywords(&self, known: Known, keywords: &[Keyword]) -> Result<(), Mistake> {
        let Some(keyword) = keywords.first() else {
            return Ok(());
        };
        let name = known.name();
        let message = format!("`{name}` takes no named arguments here");
        Err(Mistake::at(span(keyword.range), message).help("write the values in their order"))
    }

    pub(super) fn arity(&self, known: Known, due: &str, given: usize, at: Span) -> Mistake {
        let name = known.name();
        let given = counted(given, "argument");
        Mistake::at(at, format!("`{name}` takes {due}, and has {given} here"))
            .help("look at the brackets: is each value where it belongs?")
    }
}
