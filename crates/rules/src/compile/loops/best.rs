//! `min`, `max` and `sorted`.

use cranelift_codegen::cursor::{Cursor, FuncCursor};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, types};

use crate::compile::blocks::generator::{Generator, ins};
use crate::compile::expressions::compare::Typed;
use crate::compile::known::state::{Gen, cannot};
use crate::compile::known::value::{List, Slot, Value};
use crate::compile::known::word::{Bit, Word};
use crate::compile::layout::words;
use crate::compile::loops::iterate::Iter;
use crate::compile::loops::unroll::Plan;
use crate::compile::runtime;
use crate::tree::{Comparison, Comprehension, Expression, Key, Type};

impl<'p> Generator<'_, 'p> {
    /// `min` and `max`: the first of equal items.
    pub(in crate::compile) fn least(
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
        let some = self.push_accumulator(Value::known(0), &Type::Bool);
        let best = self.push_accumulator(zero, item_type);
        let best_key = self.push_accumulator(zero_key, key_type);
        self.each(
            from,
            first,
            &[some, best, best_key],
            None,
            key,
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
        self.pop_accumulator();
        let best = self.pop_accumulator();
        let Value::Number(some) = self.pop_accumulator() else {
            return cannot("a flag that is not a number");
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

    /// Takes an item as the best if it is the first or better.
    fn improve(
        &mut self,
        is_min: bool,
        [some, best, best_key]: [usize; 3],
        item: (Value, &Type),
        key: (Value, &Type),
    ) -> Gen<()> {
        let Value::Number(any) = self.kept(some) else {
            return cannot("a flag that is not a number");
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

    /// The key of an item.
    fn key(&mut self, key: &'p Key, item: &Value) -> Gen<Value> {
        let at = key.parameter.0 as usize;
        let ty = self.local_type(at);
        let item = self.fit(item.clone(), &ty)?;
        self.state.locals[at] = Slot::Bound(item);
        let value = self.expression(&key.body)?;
        self.state.locals[at] = Slot::Unbound;
        Ok(value)
    }

    pub(in crate::compile) fn sorted(
        &mut self,
        from: &'p Comprehension,
        first: &mut Iter,
        key: Option<&'p Key>,
        reverse: Word,
        item: &'p Type,
    ) -> Gen<Value> {
        let Some(key) = key else {
            let items = self.collect(from, first, item)?;
            self.sort(&items, item, reverse)?;
            return Ok(Value::List(items));
        };
        // Sorts pairs of key and item by the key, then projects to the items. The
        // key function receives the items in their own layout, not that of the
        // result.
        let own = &from.item.ty;
        let items = self.collect(from, first, own)?;
        let key_type = &key.body.ty;
        let pair = Type::Tuple(vec![key_type.clone(), own.clone()]);
        let pairs = self.new_list(&pair, Vec::new())?;
        self.push_accumulator(
            Value::List(pairs.clone()),
            &Type::List(Box::new(pair.clone())),
        );
        let mut iter = Iter::List {
            list: items,
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
        self.iterate_to_end(&mut iter, &plan, &mut |this, item| {
            let held = this.held.len();
            this.hold(&item);
            let value = this.key(key, &item)?;
            this.held.truncate(held);
            this.append(&pairs, Value::tuple([value, item]))
        })?;
        self.pop_accumulator();
        self.sort(&pairs, key_type, reverse)?;
        let sorted = self.second_parts(&pairs, own, key_type)?;
        Ok(Value::List(self.sequence_of(&sorted, item)?))
    }

    /// The items of a list of pairs, without their keys.
    fn second_parts(&mut self, pairs: &List, item: &Type, key: &Type) -> Gen<Value> {
        let address = self.address(pairs)?;
        let size = self.item_size(pairs);
        let skip = ins!(self).iconst(types::I64, words(key) as i64);
        self.call_runtime(runtime::PROJECT, &[address, size, skip]);
        Ok(Value::List(self.new_stored(item)))
    }
}
