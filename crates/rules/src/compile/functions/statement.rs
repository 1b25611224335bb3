//! Code generation for statements.

use crate::compile::before::effects;
use crate::compile::blocks::generator::{Generator, Loop};
use crate::compile::expressions::compare::{Typed, item_at};
use crate::compile::known::state::{Gen, Join, NoCode, cannot};
use crate::compile::known::value::{List, Slot, Value};
use crate::compile::known::word::Word;
use crate::compile::loops::unroll::{Plan, VISITS_PER_WORK_UNIT};
use crate::tree::{
    Binary, Block, Expression, Iteration, Kind, LocalId, Place, Statement, StatementKind, Target,
    Type,
};

/// Maximum number of unrolled iterations of a `while`.
const MAX_UNROLLED: usize = 128;

impl<'u, 'p> Generator<'u, 'p> {
    /// Statements in order.
    pub(in crate::compile) fn block(&mut self, statements: &'p Block) -> Gen<()> {
        statements.iter().try_for_each(|one| self.statement(one))
    }

    fn statement(&mut self, statement: &'p Statement) -> Gen<()> {
        let end = self.effect_of(statement);
        end.map_err(|stop| stop.at(statement.span))
    }

    fn effect_of(&mut self, statement: &'p Statement) -> Gen<()> {
        self.work(1)?;
        match &statement.kind {
            StatementKind::Assign { targets, value } => {
                let ty = &value.ty;
                let discards = self.only_labels_use(statement, targets, ty);
                let before = std::mem::replace(&mut self.discards_text, discards);
                let value = self.expression(value);
                self.discards_text = before;
                let value = value?;
                let held = self.held.len();
                self.hold(&value);
                for target in targets {
                    self.assign(target, value.clone(), ty)?;
                }
                self.held.truncate(held);
                self.drop_dead(statement);
                Ok(())
            }
            StatementKind::Augment {
                place,
                operator,
                value,
            } => self.augment(place, *operator, value),
            StatementKind::If {
                test,
                then,
                otherwise,
            } => self.choice(statement, test, then, otherwise),
            StatementKind::While {
                test,
                body,
                otherwise,
            } => self.while_loop(statement, test, body, otherwise),
            StatementKind::For {
                target,
                over,
                body,
                otherwise,
            } => self.for_loop(statement, (target, over), body, otherwise),
            StatementKind::Break => self.leave_loop(|around| &mut around.breaks),
            StatementKind::Continue => self.leave_loop(|around| &mut around.continues),
            StatementKind::Return(value) => {
                let function = self.frame.function;
                let value = match value {
                    Some(value) if !function.is_generator => {
                        let value = self.expression(value)?;
                        self.fit(value, &function.returns)?
                    }
                    _ if function.is_generator => Value::Nothing,
                    _ => self.fit(Value::Nothing, &function.returns)?,
                };
                self.leave_function(value);
                Err(NoCode::Dead)
            }
            StatementKind::Yield(yielded) => self.yield_row(yielded),
            StatementKind::Assert { test, .. } => {
                let (mut good, mut bad) = (self.join(), self.join());
                self.condition(test, &mut good, &mut bad)?;
                if self.attempt(|this| this.bind(bad, None).map(drop))? {
                    self.attempt(|this| this.fault())?;
                }
                self.bind(good, None).map(drop)
            }
            StatementKind::Evaluate(expression) => self.expression(expression).map(drop),
        }
    }

    /// Whether an assignment is of a text that no compiled code reads. (Labels
    /// and messages are evaluated by the interpreter.)
    fn only_labels_use(&self, statement: &Statement, targets: &[Target], ty: &Type) -> bool {
        let after = self.frame.live.after(statement);
        *ty == Type::Str
            && targets.iter().all(|target| match target {
                Target::Place(Place::Local(LocalId(id), _)) => !after.contains(*id as usize),
                _ => false,
            })
    }

    /// Drops dead locals.
    fn drop_dead(&mut self, statement: &Statement) {
        let live = self.frame.live.clone();
        let after = live.after(statement);
        let named = self.frame.function.locals.len();
        for (i, slot) in self.state.locals.iter_mut().take(named).enumerate() {
            if !after.contains(i) {
                *slot = Slot::Unbound;
            }
        }
    }

    fn leave_loop(&mut self, way: fn(&mut Loop) -> &mut Join) -> Gen<()> {
        let Some(mut around) = self.frame.loops.pop() else {
            return cannot("`break` outside a loop");
        };
        self.leave(way(&mut around), None);
        self.frame.loops.push(around);
        Err(NoCode::Dead)
    }

    fn choice(
        &mut self,
        statement: &'p Statement,
        test: &'p Expression,
        then: &'p Block,
        otherwise: &'p Block,
    ) -> Gen<()> {
        if let (
            [
                Statement {
                    kind: StatementKind::Yield(yielded),
                    ..
                },
            ],
            [],
        ) = (then.as_slice(), otherwise.as_slice())
            && self.can_speculate(test, yielded)
        {
            return self.yield_row_where(test, yielded);
        }
        let (mut yes, mut no, mut after) = (self.join(), self.join(), self.join());
        self.condition(test, &mut yes, &mut no)?;
        for (join, block) in [(yes, then), (no, otherwise)] {
            let reached = self.attempt(|this| {
                this.bind(join, None)?;
                this.block(block)
            })?;
            if reached {
                self.leave(&mut after, None);
            }
        }
        let live = self.frame.live.clone();
        self.bind(after, Some(live.after(statement))).map(drop)
    }

    /// The effect of a loop on locals and lists.
    fn plan(
        &mut self,
        statement: &'p Statement,
        body: &'p Block,
        mut bound: Vec<usize>,
    ) -> Gen<Plan> {
        effects::bound_in_block(body, &mut bound);
        let live = self.frame.live.clone();
        let head = live.head(statement);
        let (carried, dropped): (Vec<usize>, Vec<usize>) =
            bound.into_iter().partition(|i| head.contains(*i));
        let effects = &mut self.unit.effects;
        let changes = effects.block_changes(body, self.frame.function, &dropped);
        let visited = self.unit.effects.take_visited();
        self.work(visited / VISITS_PER_WORK_UNIT)?;
        Ok(Plan {
            carried,
            dropped,
            changes,
            grows: None,
        })
    }

    /// Generates the body of a loop up to the start of the next iteration.
    fn loop_iteration(&mut self, statement: &'p Statement, body: &'p Block) -> Gen<()> {
        let continues = self.join();
        if let Some(around) = self.frame.loops.last_mut() {
            around.continues = continues;
        }
        let reached = self.attempt(|this| this.block(body))?;
        let Some(mut around) = self.frame.loops.pop() else {
            return cannot("an iteration outside a loop");
        };
        if reached {
            self.leave(&mut around.continues, None);
        }
        let nowhere = self.join();
        let continues = std::mem::replace(&mut around.continues, nowhere);
        self.frame.loops.push(around);
        let live = self.frame.live.clone();
        self.bind(continues, Some(live.head(statement))).map(drop)
    }

    /// Generates a loop and its `else`, and continues after it.
    fn with_breaks(
        &mut self,
        statement: &'p Statement,
        otherwise: &'p Block,
        run: impl FnOnce(&mut Self) -> Gen<()>,
    ) -> Gen<()> {
        let around = Loop {
            breaks: self.join(),
            continues: self.join(),
        };
        let depth = self.frame.loops.len();
        self.frame.loops.push(around);
        let reached = self.attempt(run)?;
        self.frame.loops.truncate(depth + 1);
        let Some(Loop { mut breaks, .. }) = self.frame.loops.pop() else {
            return cannot("a loop without an end");
        };
        if reached && self.attempt(|this| this.block(otherwise))? {
            self.leave(&mut breaks, None);
        }
        let live = self.frame.live.clone();
        self.bind(breaks, Some(live.after(statement))).map(drop)
    }

    fn for_loop(
        &mut self,
        statement: &'p Statement,
        (target, over): (&'p Target, &'p Iteration),
        body: &'p Block,
        otherwise: &'p Block,
    ) -> Gen<()> {
        let mut iter = self.iterate(over)?;
        let mut bound = Vec::new();
        effects::bound_in_target(target, &mut bound);
        let mut plan = self.plan(statement, body, bound)?;
        plan.changes |= has_item(target);
        self.with_breaks(statement, otherwise, |this| {
            this.iterate_to_end(&mut iter, &plan, &mut |this, item| {
                this.assign(target, item, &over.item)?;
                this.loop_iteration(statement, body)
            })
        })
    }

    fn while_loop(
        &mut self,
        statement: &'p Statement,
        test: &'p Expression,
        body: &'p Block,
        otherwise: &'p Block,
    ) -> Gen<()> {
        let mut plan = self.plan(statement, body, Vec::new())?;
        plan.changes |= self
            .unit
            .effects
            .expression_changes(test, self.frame.function);
        let is_endless = matches!(test.kind, Kind::Bool(_) | Kind::Int(_));
        self.with_breaks(statement, otherwise, |this| {
            let mut end = this.join();
            let start = this.size();
            let mut done = 0;
            let reached = this.attempt(|this| {
                loop {
                    let (mut on, before) = (this.join(), end.edges.len());
                    this.condition(test, &mut on, &mut end)?;
                    let is_known = end.edges.len() == before && on.edges.len() == 1;
                    this.bind(on, None)?;
                    let size = this.size();
                    let each = (size - start).checked_div(done).unwrap_or(0);
                    let is_small = size + 4 * each < this.unit.unroll_limit && this.may_fold();
                    if !is_known || is_endless || done >= MAX_UNROLLED || !is_small {
                        return this.real_while_loop(
                            &plan,
                            &mut |this| this.loop_iteration(statement, body),
                            &mut |this, next| this.condition(test, next, &mut end),
                        );
                    }
                    this.loop_iteration(statement, body)?;
                    done += 1;
                }
            });
            reached?;
            this.bind(end, None).map(drop)
        })
    }

    /// Binds a value of a type to a target.
    pub(in crate::compile) fn assign(
        &mut self,
        target: &'p Target,
        value: Value,
        ty: &Type,
    ) -> Gen<()> {
        match target {
            Target::Place(place) => self.store(place, value),
            Target::Unpack(parts, _) => {
                let items = self.unpack(value, ty, parts.len())?;
                let held = self.held.len();
                items.iter().for_each(|item| self.hold(item));
                for (i, (part, item)) in parts.iter().zip(items).enumerate() {
                    self.assign(part, item, item_at(ty, i))?;
                }
                self.held.truncate(held);
                Ok(())
            }
        }
    }

    /// The items of a tuple, or of a list of exactly `count`.
    fn unpack(&mut self, value: Value, ty: &Type, count: usize) -> Gen<Vec<Value>> {
        match (value, ty) {
            (Value::Tuple(items), _) if items.len() == count => Ok(items.to_vec()),
            (Value::Tuple(_), _) => self.fault(),
            (Value::List(list), Type::List(_) | Type::Row(_)) => self.exactly(&list, count),
            (Value::Text(text), _) => self.unpack_text(&text, count),
            _ => cannot("unpacking of this type"),
        }
    }

    fn store(&mut self, place: &'p Place, value: Value) -> Gen<()> {
        match place {
            Place::Local(LocalId(id), _) => {
                let id = *id as usize;
                let value = self.fit(value, &self.local_type(id))?;
                self.state.locals[id] = Slot::Bound(value);
                Ok(())
            }
            Place::Global(..) => cannot("an assignment to a name of the module"),
            Place::Item { list, index, .. } => {
                let held = self.held.len();
                self.hold(&value);
                let (holder, at) = self.item_place(list, index)?;
                self.held.truncate(held);
                self.check_not_frozen(&holder)?;
                let length = self.length(&holder);
                let at = self.normalise_index(length, at)?;
                self.set_item(&holder, at, value)
            }
        }
    }

    /// The list and the index of an item.
    fn item_place(&mut self, list: &'p Expression, index: &'p Expression) -> Gen<(List, Word)> {
        match self.pair(list, index)? {
            (Value::List(list), Value::Number(index)) => Ok((list, index)),
            _ => cannot("an item of a value that is not a list"),
        }
    }

    /// `place op= value`.
    fn augment(&mut self, place: &'p Place, operator: Binary, value: &'p Expression) -> Gen<()> {
        match place {
            Place::Local(LocalId(id), _) => {
                let id = *id as usize;
                let ty = self.local_type(id);
                let old = self.local(id)?;
                let new = self.operate(operator, old, &ty, value)?;
                let new = self.fit(new, &ty)?;
                self.state.locals[id] = Slot::Bound(new);
                Ok(())
            }
            Place::Global(..) => cannot("an assignment to a name of the module"),
            Place::Item { list, index, .. } => {
                let (holder, index) = self.item_place(list, index)?;
                let held = self.held.len();
                self.hold(&Value::List(holder.clone()));
                let length = self.length(&holder);
                let at = self.normalise_index(length, index)?;
                let item = self.item_of(&holder);
                let old = self.item(&holder, at)?;
                let new = self.operate(operator, old, &item, value)?;
                self.held.truncate(held);
                self.check_not_frozen(&holder)?;
                // The right side may have modified the list.
                let length = self.length(&holder);
                let at = self.normalise_index(length, index)?;
                self.set_item(&holder, at, new)
            }
        }
    }

    /// The value of `old op value`; a list is modified in place.
    fn operate(
        &mut self,
        operator: Binary,
        old: Value,
        ty: &Type,
        value: &'p Expression,
    ) -> Gen<Value> {
        let held = self.held.len();
        self.hold(&old);
        let right = self.expression(value)?;
        self.held.truncate(held);
        let Type::List(_) = ty else {
            return self.binary(operator, Typed(&old, ty), Typed(&right, &value.ty), ty);
        };
        let Value::List(list) = &old else {
            return cannot("a value that is not a list");
        };
        match (operator, right) {
            (Binary::Add, other) => self.extend(list, &other)?,
            (Binary::Multiply, Value::Number(times)) => self.repeat_in_place(list, times)?,
            _ => return cannot("this operation on a list"),
        }
        Ok(old)
    }
}

/// Whether a target stores into a list.
fn has_item(target: &Target) -> bool {
    match target {
        Target::Place(place) => matches!(place, Place::Item { .. }),
        Target::Unpack(parts, _) => parts.iter().any(has_item),
    }
}
