//! Comprehensions, and the functions that gather items: `sum`, `sorted`, …

use ruff_python_ast::{Comprehension as Generator, Expr, ExprCall, Keyword};

use super::expression::Checked;
use super::instance::Checker;
use super::kinds::Ty;
use super::known::Known;
use super::parse::{span, span_of};
use crate::source::{Mistake, Span};
use crate::tree::{Clause, Comprehension, Expression, Gathering, Key, Kind, Place, Target};

/// A comprehension with what is known of its items.
struct Items {
    tree: Comprehension,
    ty: Ty,
}

impl<'a> Checker<'a> {
    /// `[item for … in …]`.
    pub(super) fn list_comprehension(
        &mut self,
        item: &'a Expr,
        generators: &'a [Generator],
        at: Span,
    ) -> Result<Checked, Mistake> {
        let items = self.comprehension(item, generators)?;
        let ty = self.list_of(&items.ty, at)?;
        Ok(self.made(Kind::Gather(Gathering::List, Box::new(items.tree)), ty, at))
    }

    fn comprehension(
        &mut self,
        item: &'a Expr,
        generators: &'a [Generator],
    ) -> Result<Items, Mistake> {
        let outside = self.frame().scopes.len();
        let mut clauses = Vec::new();
        for generator in generators {
            if generator.is_async {
                let message = "`async` is not supported in a rule file";
                return Err(Mistake::at(span(generator.range), message).help("leave it out"));
            }
            let over = self.iteration(&generator.iter)?;
            self.open_scope(&generator.target);
            let target = self.bind(&generator.target, &over.ty, span_of(&generator.iter))?;
            let conditions: Result<Vec<Expression>, Mistake> =
                generator.ifs.iter().map(|test| self.test(test)).collect();
            clauses.push(Clause {
                target,
                over: over.tree,
                conditions: conditions?,
            });
        }
        let item = self.expression(item)?;
        self.frame().scopes.truncate(outside);
        Ok(Items {
            tree: Comprehension {
                clauses,
                item: item.tree,
            },
            ty: item.ty,
        })
    }

    /// Makes the names of a target names of their own.
    fn open_scope(&mut self, target: &Expr) {
        match target {
            Expr::Name(name) => {
                let name = name.id.as_str();
                let local = self.inner_local(name, span_of(target), 0);
                self.frame().scopes.push((name.to_owned(), local));
            }
            Expr::Tuple(node) => node.elts.iter().for_each(|item| self.open_scope(item)),
            Expr::List(node) => node.elts.iter().for_each(|item| self.open_scope(item)),
            _ => {}
        }
    }

    /// The items that a gathering function is given: a generator expression, or
    /// anything to go through.
    fn given(&mut self, arg: &'a Expr) -> Result<Items, Mistake> {
        if let Expr::Generator(node) = arg {
            return self.comprehension(&node.elt, &node.generators);
        }
        let over = self.iteration(arg)?;
        self.each_of(over.tree, over.ty, span_of(arg))
    }

    /// `x for x in over`.
    fn each_of(
        &mut self,
        over: crate::tree::Iteration,
        ty: Ty,
        at: Span,
    ) -> Result<Items, Mistake> {
        let local = self.inner_local("item", at, 1);
        self.bind_local(local, &ty, at)?;
        let item = self.local(local, at).tree;
        let clause = Clause {
            target: Target::Place(Place::Local(local, at)),
            over,
            conditions: Vec::new(),
        };
        Ok(Items {
            tree: Comprehension {
                clauses: vec![clause],
                item,
            },
            ty,
        })
    }

    /// A list as it is; anything else that can be gone through as a new list.
    pub(super) fn gathered_list(&mut self, arg: &'a Expr) -> Result<Checked, Mistake> {
        let at = span_of(arg);
        let is_iteration = match arg {
            // It would see the list grow: the items come one by one.
            Expr::Generator(_) => {
                return Err(Mistake::at(
                    at,
                    "a list is not extended by a generator expression here",
                )
                .help("write a list: `[… for …]`"));
            }
            Expr::Call(node) => matches!(
                self.known_callee(&node.func),
                Some(Known::Range | Known::Enumerate | Known::Zip | Known::Reversed)
            ),
            _ => false,
        };
        if !is_iteration {
            let value = self.expression(arg)?;
            if matches!(value.ty, Ty::List(_) | Ty::Unknown) {
                return Ok(value);
            }
        }
        let items = self.given(arg)?;
        // The same place may be a list of its own, one level further in.
        let cell = self.cell_at(at, 1);
        self.types
            .add_item(cell, &items.ty)
            .map_err(|_| self.wrong_item(cell, &items.ty, at))?;
        let kind = Kind::Gather(Gathering::List, Box::new(items.tree));
        Ok(self.made(kind, Ty::List(cell), at))
    }

    /// `separator.join(…)`.
    pub(super) fn join_text(
        &mut self,
        separator: Checked,
        args: &'a [Expr],
        at: Span,
    ) -> Result<Checked, Mistake> {
        let [arg] = args else {
            return Err(Mistake::at(at, "`join` takes one argument")
                .help("write `\"\".join(… for …)` or `\"\".join(xs)`"));
        };
        let items = self.given(arg)?;
        if !matches!(items.ty, Ty::Str | Ty::Unknown) {
            let is = self.types.settled(&items.ty);
            let message = format!("`join` needs strings, and each item is {is}");
            return Err(
                Mistake::at(span_of(arg), message).help("write `\"\".join(str(x) for x in xs)`")
            );
        }
        let gathering = Gathering::Join(Box::new(separator.tree));
        let kind = Kind::Gather(gathering, Box::new(items.tree));
        Ok(self.made(kind, Ty::Str, at))
    }

    pub(super) fn gather_call(
        &mut self,
        known: Known,
        node: &'a ExprCall,
        at: Span,
    ) -> Result<Checked, Mistake> {
        let args = &node.arguments.args;
        let keywords = &node.arguments.keywords;
        match (known, args.len()) {
            (Known::List, 0) => {
                let ty = self.list_of(&Ty::Unknown, at)?;
                return Ok(self.made(Kind::List(Vec::new()), ty, at));
            }
            (Known::Tuple, 0) => {
                return Ok(self.made(Kind::Tuple(Vec::new()), Ty::Tuple(Vec::new()), at));
            }
            (Known::Sum, 1..=2) | (_, 1) => {}
            // min and max of several values, with a key.
            (Known::Min | Known::Max, _) => {}
            (_, given) => return Err(self.arity(known, "one thing to go through", given, at)),
        }
        let items = if matches!(known, Known::Min | Known::Max) && args.len() > 1 {
            self.several(args, at)?
        } else {
            self.given(&args[0])?
        };
        let words = Words::read(known, keywords)?;
        let (gathering, ty) = match known {
            Known::All | Known::Any => {
                let mut items = items;
                let item = Checked {
                    tree: items.tree.item,
                    ty: items.ty,
                };
                items.tree.item = self.truth(item);
                let gathering = match known {
                    Known::All => Gathering::All,
                    _ => Gathering::Any,
                };
                let kind = Kind::Gather(gathering, Box::new(items.tree));
                return Ok(self.made(kind, Ty::Bool, at));
            }
            Known::Sum => {
                if let (Some(_), Some(start)) = (args.get(1), words.start) {
                    let message = "`sum` begins with one value, and has two here";
                    return Err(Mistake::at(span_of(start), message)
                        .help("write `sum(xs, 10)` or `sum(xs, start=10)`"));
                }
                return self.sum(items, args.get(1).or(words.start), at);
            }
            Known::List => (Gathering::List, self.list_of(&items.ty, at)?),
            Known::Tuple => (Gathering::Row, Ty::Row(Box::new(items.ty.clone()))),
            Known::Sorted => {
                let key = self.key(words.key, &items.ty, at)?;
                let reverse = match words.reverse {
                    None => None,
                    Some(reverse) => Some(Box::new(self.test(reverse)?)),
                };
                let ty = self.list_of(&items.ty, at)?;
                (Gathering::Sorted { key, reverse }, ty)
            }
            _ => {
                let key = self.key(words.key, &items.ty, at)?;
                let mut ty = items.ty.clone();
                let default = match words.default {
                    None => None,
                    Some(default) => {
                        let default = self.expression(default)?;
                        ty = self.join(&ty, &default.ty, at)?;
                        Some(Box::new(default.tree))
                    }
                };
                let gathering = match known {
                    Known::Min => Gathering::Min { key, default },
                    _ => Gathering::Max { key, default },
                };
                (gathering, ty)
            }
        };
        let kind = Kind::Gather(gathering, Box::new(items.tree));
        Ok(self.made(kind, ty, at))
    }

    /// `min(a, b, key=…)` is `min((a, b), key=…)`.
    fn several(&mut self, args: &'a [Expr], at: Span) -> Result<Items, Mistake> {
        let values = self.expressions(args)?;
        let ty = Ty::Tuple(values.iter().map(|value| value.ty.clone()).collect());
        let trees = values.into_iter().map(|value| value.tree).collect();
        let tuple = self.made(Kind::Tuple(trees), ty, at);
        let item = self.items_of(&tuple, "")?;
        let over = crate::tree::Iteration {
            span: at,
            item: self.types.settled(&item),
            kind: crate::tree::IterationKind::Sequence(tuple.tree),
        };
        self.each_of(over, item, at)
    }

    fn sum(
        &mut self,
        mut items: Items,
        start: Option<&'a Expr>,
        at: Span,
    ) -> Result<Checked, Mistake> {
        let item = self.number(Checked {
            tree: items.tree.item,
            ty: items.ty,
        })?;
        items.tree.item = item.tree;
        let start = match start {
            None => None,
            Some(start) => {
                let start = self.expression(start)?;
                Some(Box::new(self.number(start)?.tree))
            }
        };
        let kind = Kind::Gather(Gathering::Sum(start), Box::new(items.tree));
        Ok(self.made(kind, Ty::Int, at))
    }

    /// `key=lambda x: …` or `key=f`.
    fn key(
        &mut self,
        key: Option<&'a Expr>,
        items: &Ty,
        at: Span,
    ) -> Result<Option<Box<Key>>, Mistake> {
        let (parameter, body) = match key {
            None if self.types.has_order(items) => return Ok(None),
            None => {
                let is = self.types.settled(items);
                return Err(Mistake::at(at, format!("{is} has no order"))
                    .help("say by what to compare: `key=lambda x: …`"));
            }
            Some(Expr::Lambda(node)) => {
                let names = node
                    .parameters
                    .as_deref()
                    .map_or(&[][..], |list| &list.args[..]);
                let [name] = names else {
                    let message = "a key is a function of one value";
                    return Err(Mistake::at(span_of(node), message).help(
                        "write `key=lambda x: …`; a pair is taken apart by its index: `x[0]`",
                    ));
                };
                let word = name.parameter.name.as_str();
                let local = self.inner_local(word, span(name.parameter.name.range), 0);
                self.bind_local(local, items, at)?;
                self.frame().scopes.push((word.to_owned(), local));
                let body = self.expression(&node.body)?;
                self.frame().scopes.pop();
                (local, body)
            }
            Some(other) => self.named_key(other, items)?,
        };
        if !self.types.has_order(&body.ty) {
            let is = self.types.settled(&body.ty);
            return Err(Mistake::at(body.tree.span, format!("{is} has no order"))
                .help("a key is an int, a string, a tuple or a list"));
        }
        Ok(Some(Box::new(Key {
            parameter,
            body: body.tree,
        })))
    }

    /// `key=f`, as if `key=lambda x: f(x)` stood there.
    fn named_key(
        &mut self,
        expr: &'a Expr,
        items: &Ty,
    ) -> Result<(crate::tree::LocalId, Checked), Mistake> {
        let at = span_of(expr);
        let local = self.inner_local("item", at, 2);
        self.bind_local(local, items, at)?;
        let argument = self.local(local, at);
        let body = match (self.known_callee(expr), expr) {
            (Some(Known::Abs), _) => {
                let number = self.number(argument)?;
                let kind = Kind::Builtin(crate::tree::Builtin::Abs, vec![number.tree]);
                self.made(kind, Ty::Int, at)
            }
            (Some(Known::Len), _) => {
                let kind = Kind::Builtin(crate::tree::Builtin::Len, vec![argument.tree]);
                self.made(kind, Ty::Int, at)
            }
            (None, Expr::Name(name)) => match self.file.definition(name.id.as_str()) {
                Some(function) => self.call_with(function, vec![argument], at)?,
                None => return Err(self.no_key(at)),
            },
            _ => return Err(self.no_key(at)),
        };
        Ok((local, body))
    }

    fn no_key(&self, at: Span) -> Mistake {
        Mistake::at(
            at,
            "a key is a lambda or the name of a function of the file",
        )
        .help("write `key=lambda x: …`")
    }
}

/// The named arguments of a gathering function.
#[derive(Default)]
struct Words<'a> {
    key: Option<&'a Expr>,
    reverse: Option<&'a Expr>,
    default: Option<&'a Expr>,
    start: Option<&'a Expr>,
}

impl<'a> Words<'a> {
    fn read(known: Known, keywords: &'a [Keyword]) -> Result<Words<'a>, Mistake> {
        let mut words = Words::default();
        for keyword in keywords {
            let word = keyword.arg.as_ref().map_or("**", |word| word.as_str());
            let slot = match (known, word) {
                (Known::Sorted | Known::Min | Known::Max, "key") => &mut words.key,
                (Known::Sorted, "reverse") => &mut words.reverse,
                (Known::Min | Known::Max, "default") => &mut words.default,
                (Known::Sum, "start") => &mut words.start,
                _ => {
                    let name = known.name();
                    let message = format!("`{name}` has no named argument `{word}`");
                    return Err(Mistake::at(span(keyword.range), message)
                        .help("sorted takes key and reverse, min and max take key and default"));
                }
            };
            *slot = Some(&keyword.value);
        }
        Ok(words)
    }
}
