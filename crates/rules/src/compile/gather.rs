//! Comprehensions, and what becomes of their items.

use cranelift_codegen::cursor::{Cursor, FuncCursor};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, types};

use super::compare::Typed;
use super::effects;
use super::generator::{Generator, ins};
use super::iterate::Iter;
use super::rounds::Plan;
use super::runtime;
use super::state::{Gen, cannot};
use super::value::{List, Slot, Value, item_type, words};
use super::word::{Bit, Word};
use crate::tree::{Clause, Comparison, Comprehension, Expression, Gathering, Key, Type};

/// What is done with an item.
type Take<'t, 'u, 'p> = dyn FnMut(&mut Generator<'u, 'p>, Value) -> Gen<()> + 't;

impl<'u, 'p> Generator<'u, 'p> {
    /// The value of a comprehension. What the first clause goes through is
    /// evaluated first, then the other arguments, then the items.
    pub(super) fn gather(
        &mut self,
        gathering: &'p Gathering,
        from: &'p Comprehension,
        ty: &'p Type,
    ) -> Gen<Value> {
        let held = self.held.len();
        let mut first = self.iterate(&from.clauses[0].over)?;
        self.held.extend(first.lists());
        let gathered = self.gathered(gathering, from, &mut first, ty);
        self.held.truncate(held);
        let value = gathered?;
        self.forget_names(from);
        Ok(value)
    }

    fn gathered(
        &mut self,
        gathering: &'p Gathering,
        from: &'p Comprehension,
        first: &mut Iter,
        ty: &'p Type,
    ) -> Gen<Value> {
        match gathering {
            Gathering::List | Gathering::Row => {
                let item = item_type(ty).expect("a list has items");
                Ok(Value::List(self.collect(from, first, item)?))
            }
            Gathering::Any => self.search_truth(from, first, true),
            Gathering::All => self.search_truth(from, first, false),
            Gathering::Sum(start) => self.sum(from, first, start.as_deref()),
            Gathering::Min { key, default } => {
                self.least(from, first, (true, key.as_deref()), default.as_deref(), ty)
            }
            Gathering::Max { key, default } => {
                self.least(from, first, (false, key.as_deref()), default.as_deref(), ty)
            }
            Gathering::Sorted { key, reverse } => {
                let reverse = match reverse {
                    None => Word::Known(0),
                    Some(reverse) => {
                        let value = self.expression(reverse)?;
                        let (bit, _) = self.truth(&value)?;
                        self.word(bit)
                    }
                };
                let item = item_type(ty).expect("a list has items");
                self.sorted(from, first, key.as_deref(), reverse, item)
            }
            Gathering::Join(separator) => {
                self.expression(separator)?;
                self.each(from, first, &[], None, &mut |_, _| Ok(()))?;
                Ok(Value::Text(None))
            }
        }
    }

    /// Keeps a value beside the locals; its number.
    fn keep(&mut self, value: Value, ty: &Type) -> usize {
        self.frame.gathered.push(ty.clone());
        self.state.locals.push(Slot::Bound(value));
        self.state.locals.len() - 1
    }

    /// What is kept, which is the last that is.
    fn take_back(&mut self) -> Value {
        self.frame.gathered.pop();
        match self.state.locals.pop() {
            Some(Slot::Bound(value)) => value,
            _ => unreachable!("what is gathered is always bound"),
        }
    }

    fn kept(&self, at: usize) -> Value {
        match &self.state.locals[at] {
            Slot::Bound(value) => value.clone(),
            _ => unreachable!("what is gathered is always bound"),
        }
    }

    /// Gives every item of a comprehension to `take`. `carried` is what `take`
    /// changes of what is kept, `grows` the list that it appends to.
    fn each(
        &mut self,
        from: &'p Comprehension,
        first: &mut Iter,
        carried: &[usize],
        grows: Option<&List>,
        take: &mut Take<'_, 'u, 'p>,
    ) -> Gen<()> {
        let plan = Plan {
            carried: carried.to_vec(),
            dropped: Vec::new(),
            changes: self
                .unit
                .effects
                .comprehension_changes(from, self.frame.function),
            grows: grows.cloned(),
        };
        self.clauses(from, &from.clauses, first, &plan, take)
    }

    fn clauses(
        &mut self,
        from: &'p Comprehension,
        clauses: &'p [Clause],
        iter: &mut Iter,
        outer: &Plan,
        take: &mut Take<'_, 'u, 'p>,
    ) -> Gen<()> {
        let (clause, rest) = clauses.split_first().expect("a clause");
        let plan = Plan {
            dropped: names(clauses),
            ..outer.clone()
        };
        self.go_through(iter, &plan, &mut |this, item| {
            let mut next = this.join();
            this.assign(&clause.target, item, &clause.over.item)?;
            let reached = this.attempt(|this| {
                for test in &clause.conditions {
                    let mut on = this.join();
                    this.condition(test, &mut on, &mut next)?;
                    this.bind(on, None)?;
                }
                match rest.first() {
                    Some(inner) => {
                        let mut iter = this.iterate(&inner.over)?;
                        this.clauses(from, rest, &mut iter, outer, take)
                    }
                    None => {
                        let item = this.expression(&from.item)?;
                        take(this, item)
                    }
                }
            })?;
            if reached {
                this.leave(&mut next, None);
            }
            // The names of this round are not needed in the next.
            for edge in &mut next.edges {
                for &i in &plan.dropped {
                    edge.state.locals[i] = Slot::Unbound;
                }
            }
            this.bind(next, None).map(drop)
        })
    }

    fn collect(&mut self, from: &'p Comprehension, first: &mut Iter, item: &'p Type) -> Gen<List> {
        let list = self.new_list(item, Vec::new())?;
        let ty = Type::List(Box::new(item.clone()));
        self.keep(Value::List(list.clone()), &ty);
        self.each(from, first, &[], Some(&list), &mut |this, value| {
            let value = this.fit(value, item)?;
            this.append(&list, item, value)
        })?;
        self.take_back();
        Ok(list)
    }

    fn search_truth(
        &mut self,
        from: &'p Comprehension,
        first: &mut Iter,
        wanted: bool,
    ) -> Gen<Value> {
        let mut found = self.join();
        let reached = self.attempt(|this| {
            this.each(from, first, &[], None, &mut |this, item| {
                let (mut hit, mut on) = (this.join(), this.join());
                let (bit, facts) = this.truth(&item)?;
                if wanted {
                    this.branch(bit, &facts, &mut hit, &mut on);
                } else {
                    this.branch(bit, &facts, &mut on, &mut hit);
                }
                if this.attempt(|this| this.bind(hit, None).map(drop))? {
                    this.forget_names(from);
                    this.leave(&mut found, Some(Value::known(i64::from(wanted))));
                }
                this.bind(on, None).map(drop)
            })
        })?;
        if reached {
            self.forget_names(from);
            self.leave(&mut found, Some(Value::known(i64::from(!wanted))));
        }
        Ok(self.bind(found, None)?.unwrap_or(Value::Nothing))
    }

    fn forget_names(&mut self, from: &Comprehension) {
        for i in names(&from.clauses) {
            self.state.locals[i] = Slot::Unbound;
        }
    }

    fn sum(
        &mut self,
        from: &'p Comprehension,
        first: &mut Iter,
        start: Option<&'p Expression>,
    ) -> Gen<Value> {
        let start = match start {
            Some(start) => self.number(start)?,
            None => Word::Known(0),
        };
        let at = self.keep(Value::Number(start), &Type::Int);
        self.each(from, first, &[at], None, &mut |this, item| {
            let (Value::Number(total), Value::Number(item)) = (this.kept(at), item) else {
                return cannot("a sum of other things than numbers");
            };
            let (total, item) = (this.resolve(total), this.resolve(item));
            let total = this.add(total, item)?;
            this.state.locals[at] = Slot::Bound(Value::Number(total));
            Ok(())
        })?;
        Ok(self.take_back())
    }

    /// `min` and `max`: of equal items the first.
    fn least(
        &mut self,
        from: &'p Comprehension,
        first: &mut Iter,
        (is_min, key): (bool, Option<&'p Key>),
        default: Option<&'p Expression>,
        ty: &'p Type,
    ) -> Gen<Value> {
        let held = self.held.len();
        let default = match default {
            Some(default) => {
                let value = self.expression(default)?;
                Some(self.fit(value, ty)?)
            }
            None => None,
        };
        if let Some(default) = &default {
            self.hold(default);
        }
        let item_type = &from.item.ty;
        let key_type = key.map_or(item_type, |key| &key.body.ty);
        let (zero, zero_key) = (
            self.unit.tables.zero(item_type),
            self.unit.tables.zero(key_type),
        );
        let some = self.keep(Value::known(0), &Type::Bool);
        let best = self.keep(zero, item_type);
        let best_key = self.keep(zero_key, key_type);
        self.each(
            from,
            first,
            &[some, best, best_key],
            None,
            &mut |this, item| {
                let value = match key {
                    Some(key) => this.key(key, &item)?,
                    None => item.clone(),
                };
                this.improve(
                    is_min,
                    [some, best, best_key],
                    (item, item_type),
                    (value, key_type),
                )
            },
        )?;
        self.take_back();
        let best = self.take_back();
        let Value::Number(some) = self.take_back() else {
            return cannot("a flag that is none");
        };
        self.held.truncate(held);
        let none = self.compare(IntCC::Equal, some, Word::Known(0));
        match default {
            Some(default) => {
                let best = self.fit(best, ty)?;
                self.choose(none, default, best)
            }
            None => {
                self.check_not(none)?;
                self.fit(best, ty)
            }
        }
    }

    /// Takes an item for the best where it is the first, or better.
    fn improve(
        &mut self,
        is_min: bool,
        [some, best, best_key]: [usize; 3],
        item: (Value, &Type),
        key: (Value, &Type),
    ) -> Gen<()> {
        let Value::Number(any) = self.kept(some) else {
            return cannot("a flag that is none");
        };
        let none = self.compare(IntCC::Equal, any, Word::Known(0));
        if none == Bit::Known(true) {
            self.state.locals[some] = Slot::Bound(Value::known(1));
            self.state.locals[best] = Slot::Bound(item.0);
            self.state.locals[best_key] = Slot::Bound(key.0);
            return Ok(());
        }
        let comparison = if is_min {
            Comparison::Less
        } else {
            Comparison::Greater
        };
        let so_far = self.kept(best_key);
        let (better, _) = self.holds(comparison, Typed(&key.0, key.1), Typed(&so_far, key.1))?;
        let better = self.either(none, better);
        let old = self.kept(best);
        let new = self.choose(better, item.0, old)?;
        let new_key = self.choose(better, key.0, so_far)?;
        self.state.locals[some] = Slot::Bound(Value::known(1));
        self.state.locals[best] = Slot::Bound(new);
        self.state.locals[best_key] = Slot::Bound(new_key);
        Ok(())
    }

    /// By what an item is compared.
    fn key(&mut self, key: &'p Key, item: &Value) -> Gen<Value> {
        let at = key.parameter.0 as usize;
        let ty = self.local_type(at);
        let item = self.fit(item.clone(), &ty)?;
        self.state.locals[at] = Slot::Bound(item);
        let value = self.expression(&key.body)?;
        self.state.locals[at] = Slot::Unbound;
        Ok(value)
    }

    fn sorted(
        &mut self,
        from: &'p Comprehension,
        first: &mut Iter,
        key: Option<&'p Key>,
        reverse: Word,
        item: &'p Type,
    ) -> Gen<Value> {
        let items = self.collect(from, first, item)?;
        let Some(key) = key else {
            self.sort(&items, item, item, reverse)?;
            return Ok(Value::List(items));
        };
        // Pairs of key and item, sorted by the key; then the items alone.
        let key_type = &key.body.ty;
        let pair = Type::Tuple(vec![key_type.clone(), item.clone()]);
        let pairs = self.new_list(&pair, Vec::new())?;
        self.keep(
            Value::List(pairs.clone()),
            &Type::List(Box::new(pair.clone())),
        );
        let mut iter = Iter::List {
            list: items,
            item: item.clone(),
            index: Word::Known(0),
        };
        let changes = self
            .unit
            .effects
            .expression_changes(&key.body, self.frame.function);
        let grows = Some(pairs.clone());
        let plan = Plan {
            carried: Vec::new(),
            dropped: Vec::new(),
            changes,
            grows,
        };
        self.go_through(&mut iter, &plan, &mut |this, item| {
            let held = this.held.len();
            this.hold(&item);
            let value = this.key(key, &item)?;
            this.held.truncate(held);
            this.append(&pairs, &pair, Value::tuple([value, item]))
        })?;
        self.take_back();
        self.sort(&pairs, &pair, key_type, reverse)?;
        self.second_parts(&pairs, &pair, key_type)
    }

    /// The items of a list of pairs, without their keys.
    fn second_parts(&mut self, pairs: &List, pair: &Type, key: &Type) -> Gen<Value> {
        let address = self.address(pairs)?;
        let size = ins!(self).iconst(types::I64, words(pair) as i64);
        let skip = ins!(self).iconst(types::I64, words(key) as i64);
        self.call_runtime(runtime::PROJECT, &[address, size, skip]);
        Ok(Value::List(self.new_stored(0)))
    }
}

/// The names that clauses bind.
fn names(clauses: &[Clause]) -> Vec<usize> {
    let mut names = Vec::new();
    for clause in clauses {
        effects::bound_in_target(&clause.target, &mut names);
    }
    names
}
