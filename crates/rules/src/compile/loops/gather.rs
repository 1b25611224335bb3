//! Comprehensions and the functions that consume them.

use crate::compile::before::effects;
use crate::compile::blocks::generator::Generator;
use crate::compile::known::state::{Gen, cannot};
use crate::compile::known::value::{List, Slot, Value};
use crate::compile::known::word::Word;
use crate::compile::layout::item_type;
use crate::compile::loops::iterate::Iter;
use crate::compile::loops::unroll::{Plan, VISITS_PER_WORK_UNIT};
use crate::tree::{Clause, Comprehension, Expression, Gathering, Key, Type};

/// The consumer of an item.
type Take<'t, 'u, 'p> = dyn FnMut(&mut Generator<'u, 'p>, Value) -> Gen<()> + 't;

impl<'u, 'p> Generator<'u, 'p> {
    /// The value of a comprehension. Order of evaluation: the first clause's
    /// iterable, the other arguments, the items.
    pub(in crate::compile) fn gather(
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
                let separator = self.expression(separator)?;
                self.hold(&separator);
                self.join_texts(from, first, &separator)
            }
        }
    }

    /// Adds an accumulator after the locals and returns its number.
    pub(in crate::compile) fn push_accumulator(&mut self, value: Value, ty: &Type) -> usize {
        // A path that always faults has not removed its accumulators.
        let accumulators = self.state.locals.len() - self.frame.function.locals.len();
        self.frame.gathered.truncate(accumulators);
        self.frame.gathered.push(ty.clone());
        self.state.locals.push(Slot::Bound(value));
        self.state.locals.len() - 1
    }

    /// Removes the last accumulator and returns its value.
    pub(in crate::compile) fn pop_accumulator(&mut self) -> Value {
        self.frame.gathered.pop();
        match self.state.locals.pop() {
            Some(Slot::Bound(value)) => value,
            _ => unreachable!("an accumulator is always bound"),
        }
    }

    pub(in crate::compile) fn kept(&self, at: usize) -> Value {
        match &self.state.locals[at] {
            Slot::Bound(value) => value.clone(),
            _ => unreachable!("an accumulator is always bound"),
        }
    }

    /// Passes every item of a comprehension to `take`. `carried` lists the
    /// accumulators that `take` changes, `grows` is the list that it appends
    /// to, `key` is what it evaluates for each item.
    pub(in crate::compile) fn each(
        &mut self,
        from: &'p Comprehension,
        first: &mut Iter,
        carried: &[usize],
        grows: Option<&List>,
        key: Option<&'p Key>,
        take: &mut Take<'_, 'u, 'p>,
    ) -> Gen<()> {
        let (effects, function) = (&mut self.unit.effects, self.frame.function);
        let key_changes = key.is_some_and(|key| effects.expression_changes(&key.body, function));
        let plan = Plan {
            carried: carried.to_vec(),
            dropped: Vec::new(),
            changes: effects.comprehension_changes(from, function) || key_changes,
            grows: grows.cloned(),
        };
        let visited = self.unit.effects.take_visited();
        self.work(visited / VISITS_PER_WORK_UNIT)?;
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
        self.iterate_to_end(iter, &plan, &mut |this, item| {
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
            // The names of this iteration are dead in the next.
            for edge in &mut next.edges {
                for &i in &plan.dropped {
                    edge.state.locals[i] = Slot::Unbound;
                }
            }
            this.bind(next, None).map(drop)
        })
    }

    pub(in crate::compile) fn collect(
        &mut self,
        from: &'p Comprehension,
        first: &mut Iter,
        item: &'p Type,
    ) -> Gen<List> {
        if let Some(list) = self.whole(from, first, item)? {
            return Ok(list);
        }
        let list = self.new_list(item, Vec::new())?;
        let ty = Type::List(Box::new(item.clone()));
        self.push_accumulator(Value::List(list.clone()), &ty);
        self.each(from, first, &[], Some(&list), None, &mut |this, value| {
            this.append(&list, value)
        })?;
        self.pop_accumulator();
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
            this.each(from, first, &[], None, None, &mut |this, item| {
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
        let at = self.push_accumulator(Value::Number(start), &Type::Int);
        self.each(from, first, &[at], None, None, &mut |this, item| {
            let (Value::Number(total), Value::Number(item)) = (this.kept(at), item) else {
                return cannot("a sum of items that are not numbers");
            };
            let (total, item) = (this.resolve(total), this.resolve(item));
            let total = this.add(total, item)?;
            this.state.locals[at] = Slot::Bound(Value::Number(total));
            Ok(())
        })?;
        Ok(self.pop_accumulator())
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
