//! Comprehensions and the functions that consume an iterable: `sum`, `sorted`,
//! …

use ruff_python_ast::{Comprehension as Generator, Expr, ExprCall, Keyword};

use super::dict::LiveDict;
use super::expression::Checked;
use super::instance::Checker;
use super::known::Known;
use super::parse::{span, span_of};
use super::type_vars::Ty;
use crate::source::{Diagnostic, Span};
use crate::tree::{Clause, Comprehension, Expression, Gathering, IterationKind, Key, Kind};

/// The tag of the list of keys of `sorted`, `min` or `max`.
const KEYS: u32 = 24;

/// A checked comprehension and the type of its items.
pub(super) struct Items {
    pub(super) tree: Comprehension,
    pub(super) ty: Ty,
    /// The dicts that it iterates over.
    pub(super) live: Vec<LiveDict>,
    /// A set that it iterates over.
    pub(super) set: Option<Span>,
}

impl<'a> Checker<'a> {
    /// `[item for … in …]`.
    pub(super) fn list_comprehension(
        &mut self,
        item: &'a Expr,
        generators: &'a [Generator],
        at: Span,
    ) -> Result<Checked, Diagnostic> {
        let items = self.comprehension(item, generators, false)?;
        let ty = self.list_of(&items.ty, at)?;
        Ok(self.made(Kind::Gather(Gathering::List, Box::new(items.tree)), ty, at))
    }

    /// The clauses and the item of a comprehension, which may iterate over sets
    /// if the order of its items does not matter.
    pub(super) fn comprehension(
        &mut self,
        item: &'a Expr,
        generators: &'a [Generator],
        any_order: bool,
    ) -> Result<Items, Diagnostic> {
        self.comprehension_with(generators, any_order, |this| this.expression(item))
    }

    /// A comprehension whose item is checked inside its scopes.
    pub(super) fn comprehension_with(
        &mut self,
        generators: &'a [Generator],
        any_order: bool,
        item: impl FnOnce(&mut Self) -> Result<Checked, Diagnostic>,
    ) -> Result<Items, Diagnostic> {
        let outside = self.frame().scopes.len();
        let before = self.frame().changes;
        let mut all_live = Vec::new();
        let mut clauses = Vec::new();
        let mut set = None;
        for generator in generators {
            if generator.is_async {
                let message = "`async` is not supported in a rule file";
                return Err(Diagnostic::at(span(generator.range), message).help("leave it out"));
            }
            let (over, live) = self.iteration_over(&generator.iter, any_order)?;
            clauses.extend(self.let_dicts(&live));
            all_live.extend(live);
            if over.is_set {
                set.get_or_insert(over.tree.span);
            }
            self.open_scope(&generator.target);
            let target = self.bind(&generator.target, &over.ty, span_of(&generator.iter))?;
            let conditions: Result<Vec<Expression>, Diagnostic> =
                generator.ifs.iter().map(|test| self.test(test)).collect();
            clauses.push(Clause {
                target,
                over: over.tree,
                conditions: conditions?,
            });
        }
        let item = item(self)?;
        self.frame().scopes.truncate(outside);
        self.refuse_changes(&all_live, before)?;
        self.refuse_order(set, before)?;
        Ok(Items {
            tree: Comprehension {
                clauses,
                item: item.tree,
            },
            ty: item.ty,
            live: all_live,
            set,
        })
    }

    /// Opens a scope for the names of a target.
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

    /// `separator.join(…)`.
    pub(super) fn join_text(
        &mut self,
        separator: Checked,
        args: &'a [Expr],
        at: Span,
    ) -> Result<Checked, Diagnostic> {
        let [arg] = args else {
            return Err(Diagnostic::at(at, "`join` takes one argument")
                .help("write `\"\".join(… for …)` or `\"\".join(xs)`"));
        };
        let items = self.given(arg, false)?;
        if !matches!(items.ty, Ty::Str | Ty::Unknown) {
            let is = self.types.described(&items.ty);
            let message = format!("`join` needs strings, but each item is {is}");
            return Err(
                Diagnostic::at(span_of(arg), message).help("write `\"\".join(str(x) for x in xs)`")
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
    ) -> Result<Checked, Diagnostic> {
        let args = &node.arguments.args;
        let keywords = &node.arguments.keywords;
        match (known, args.len()) {
            (Known::List, 0) => {
                let ty = self.list_of(&Ty::Unknown, at)?;
                return Ok(self.made(Kind::List(Vec::new()), ty, at));
            }
            (Known::Set | Known::Frozenset, 0) => {
                let ty = Ty::Set(Box::new(Ty::Unknown));
                return Ok(self.made(Kind::Tuple(Vec::new()), ty, at));
            }
            (Known::Tuple, 0) => {
                return Ok(self.made(Kind::Tuple(Vec::new()), Ty::Tuple(Vec::new()), at));
            }
            (Known::Sum, 1..=2) | (_, 1) => {}
            // min and max of several values, with a key.
            (Known::Min | Known::Max, _) => {}
            (_, given) => return Err(self.arity(known, "one iterable", given, at)),
        }
        // The result does not depend on the order of the items.
        let any_order = match known {
            Known::All | Known::Any | Known::Sum | Known::Set | Known::Frozenset => true,
            // With a key, if no two items of a set have one (`refuse_equal_keys`).
            Known::Sorted | Known::Min | Known::Max => true,
            _ => false,
        };
        let items = if matches!(known, Known::Min | Known::Max) && args.len() > 1 {
            self.several(args, at)?
        } else {
            self.given(&args[0], any_order)?
        };
        let words = KeywordArguments::read(known, keywords)?;
        let (live, before) = (items.live.clone(), self.frame().changes);
        let is_set_with_key = words.key.is_some() && items.set.is_some();
        let mut key_type = Ty::Unknown;
        let (gathering, ty) = match known {
            Known::All | Known::Any => {
                let mut items = items;
                let item = Checked {
                    tree: items.tree.item,
                    ty: items.ty,
                };
                items.tree.item = self.truth(item)?;
                let gathering = match known {
                    Known::All => Gathering::All,
                    _ => Gathering::Any,
                };
                let kind = Kind::Gather(gathering, Box::new(items.tree));
                return Ok(self.made(kind, Ty::Bool, at));
            }
            Known::Sum => {
                if let (Some(_), Some(start)) = (args.get(1), words.start) {
                    let message = "`sum` got two start values";
                    return Err(Diagnostic::at(span_of(start), message)
                        .help("write `sum(xs, 10)` or `sum(xs, start=10)`"));
                }
                return self.sum(items, args.get(1).or(words.start), at);
            }
            Known::Set | Known::Frozenset => return self.set_of(items, at),
            Known::List => (Gathering::List, self.list_of(&items.ty, at)?),
            Known::Tuple => (Gathering::Row, Ty::Row(Box::new(items.ty.clone()))),
            Known::Sorted => {
                let (key, ty_of_key) = self.key(words.key, &items.ty, at)?;
                key_type = ty_of_key;
                let reverse = match words.reverse {
                    None => None,
                    Some(reverse) => Some(Box::new(self.test(reverse)?)),
                };
                let ty = self.list_of(&items.ty, at)?;
                (Gathering::Sorted { key, reverse }, ty)
            }
            _ => {
                let (key, ty_of_key) = self.key(words.key, &items.ty, at)?;
                key_type = ty_of_key;
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
        self.refuse_changes(&live, before)?;
        let check = match &gathering {
            Gathering::Sorted { key: Some(key), .. } => Some(("set.sorted_by", key)),
            Gathering::Min { key: Some(key), .. } => Some(("set.least_by", key)),
            Gathering::Max { key: Some(key), .. } => Some(("set.greatest_by", key)),
            _ => None,
        };
        let check = match check.filter(|_| is_set_with_key) {
            Some((function, key)) => {
                Some(self.refuse_equal_keys(function, &items, (key, &key_type), at)?)
            }
            None => None,
        };
        let kind = Kind::Gather(gathering, Box::new(items.tree));
        let made = self.made(kind, ty, at);
        let Some(check) = check else {
            return Ok(made);
        };
        let ty = made.ty.clone();
        let both = self.tuple_of(vec![check, made], at).tree;
        let second = self.made(Kind::Int(1), Ty::Int, at).tree;
        Ok(self.made(Kind::Index(Box::new(both), Box::new(second)), ty, at))
    }

    /// A check at run time that the order of the items of a set does not matter to `sorted`, `min`
    /// or `max`: that the keys that decide are different.
    fn refuse_equal_keys(
        &mut self,
        function: &str,
        items: &Items,
        (key, ty): (&Key, &Ty),
        at: Span,
    ) -> Result<Checked, Diagnostic> {
        let mut tree = items.tree.clone();
        let item = Checked {
            tree: tree.item,
            ty: items.ty.clone(),
        };
        let item_type = self.types.finalised(&items.ty);
        let one = self.tuple_of(vec![item], at).tree;
        tree.clauses.push(Clause {
            target: crate::tree::Target::Place(crate::tree::Place::Local(key.parameter, at)),
            over: crate::tree::Iteration {
                span: at,
                item: item_type,
                kind: IterationKind::Sequence(one),
            },
            conditions: Vec::new(),
        });
        tree.item = key.body.clone();
        // Another cell than that of the sorted list, which has the same place.
        let cell = self.cell_at(at, KEYS);
        self.types
            .add_item(cell, ty)
            .map_err(|_| self.wrong_item(cell, ty, at))?;
        let kind = Kind::Gather(Gathering::List, Box::new(tree));
        let keys = self.made(kind, Ty::List(cell), at);
        self.library_function(function, vec![keys], at)
    }

    /// `min(a, b, key=…)` is `min((a, b), key=…)`.
    pub(super) fn several(&mut self, args: &'a [Expr], at: Span) -> Result<Items, Diagnostic> {
        let values = self.expressions(args)?;
        let ty = Ty::Tuple(values.iter().map(|value| value.ty.clone()).collect());
        let trees = values.into_iter().map(|value| value.tree).collect();
        let tuple = self.made(Kind::Tuple(trees), ty, at);
        let item = self.items_of(&tuple, "")?;
        let over = crate::tree::Iteration {
            span: at,
            item: self.types.finalised(&item),
            kind: IterationKind::Sequence(tuple.tree),
        };
        self.each_of(over, item, at)
    }

    fn sum(
        &mut self,
        mut items: Items,
        start: Option<&'a Expr>,
        at: Span,
    ) -> Result<Checked, Diagnostic> {
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

    /// `key=lambda x: …` or `key=f`, and the type of keys.
    fn key(
        &mut self,
        key: Option<&'a Expr>,
        items: &Ty,
        at: Span,
    ) -> Result<(Option<Box<Key>>, Ty), Diagnostic> {
        let (parameter, body) = match key {
            None if self.types.has_order(items) => return Ok((None, Ty::Unknown)),
            None => {
                let is = self.types.described(items);
                return Err(Diagnostic::at(at, format!("{is} cannot be ordered"))
                    .help("give a sort key: `key=lambda x: …`"));
            }
            Some(Expr::Lambda(node)) => {
                let names = node
                    .parameters
                    .as_deref()
                    .map_or(&[][..], |list| &list.args[..]);
                let [name] = names else {
                    let message = "a key function takes one argument";
                    return Err(Diagnostic::at(span_of(node), message)
                        .help("write `key=lambda x: …`; index a pair: `x[0]`"));
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
            let is = self.types.described(&body.ty);
            return Err(
                Diagnostic::at(body.tree.span, format!("{is} cannot be ordered"))
                    .help("a key must be an int, a string, a tuple or a list"),
            );
        }
        let key = Key {
            parameter,
            body: body.tree,
        };
        Ok((Some(Box::new(key)), body.ty))
    }

    /// `key=f` is checked as `key=lambda x: f(x)`.
    fn named_key(
        &mut self,
        expr: &'a Expr,
        items: &Ty,
    ) -> Result<(crate::tree::LocalId, Checked), Diagnostic> {
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

    fn no_key(&self, at: Span) -> Diagnostic {
        Diagnostic::at(
            at,
            "a key must be a lambda or the name of a function of the file",
        )
        .help("write `key=lambda x: …`")
    }
}

/// The keyword arguments of a consuming function.
#[derive(Default)]
struct KeywordArguments<'a> {
    key: Option<&'a Expr>,
    reverse: Option<&'a Expr>,
    default: Option<&'a Expr>,
    start: Option<&'a Expr>,
}

impl<'a> KeywordArguments<'a> {
    fn read(known: Known, keywords: &'a [Keyword]) -> Result<KeywordArguments<'a>, Diagnostic> {
        let mut words = KeywordArguments::default();
        for keyword in keywords {
            let word = keyword.arg.as_ref().map_or("**", |word| word.as_str());
            let slot = match (known, word) {
                (Known::Sorted | Known::Min | Known::Max, "key") => &mut words.key,
                (Known::Sorted, "reverse") => &mut words.reverse,
                (Known::Min | Known::Max, "default") => &mut words.default,
                (Known::Sum, "start") => &mut words.start,
                _ => {
                    let name = known.name();
                    let message = format!("`{name}` has no keyword argument `{word}`");
                    return Err(Diagnostic::at(span(keyword.range), message)
                        .help("sorted takes key and reverse, min and max take key and default"));
                }
            };
            *slot = Some(&keyword.value);
        }
        Ok(words)
    }
}
