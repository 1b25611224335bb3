//! Loops: unrolled while the iterable is known and the code stays small,
//! otherwise real loops.

use std::collections::BTreeMap;

use cranelift_codegen::cursor::{Cursor, FuncCursor};
use cranelift_codegen::ir::{self, BlockArg, InstBuilder, types};

use crate::compile::blocks::generator::{Generator, ins};
use crate::compile::known::state::{Gen, NoCode};
use crate::compile::known::value::{List, Object, ObjectId, Slot, Text, Value};
use crate::compile::known::word::{Bit, Range, Word};
use crate::compile::loops::iterate::Iter;

/// Maximum number of unrolled iterations of a loop.
const MAX_UNROLLED: u64 = 1_024;

/// Visits of nodes by the effect analysis that cost about as much as generating
/// code for one node.
pub(in crate::compile) const VISITS_PER_WORK_UNIT: usize = 8;

/// The effect of a loop on the abstract state.
#[derive(Clone)]
pub(in crate::compile) struct Plan {
    /// The loop-carried locals.
    pub(in crate::compile) carried: Vec<usize>,
    /// The locals that each iteration binds before it uses them.
    pub(in crate::compile) dropped: Vec<usize>,
    /// Whether it modifies lists that existed before.
    pub(in crate::compile) changes: bool,
    /// A list created for the loop that it appends to.
    pub(in crate::compile) grows: Option<List>,
}

/// The header of a real loop.
struct Header {
    block: ir::Block,
    /// The loop-carried locals, and whether they may be unbound.
    carried: Vec<(usize, bool)>,
}

/// The body of a loop.
pub(in crate::compile) type Body<'b, 'u, 'p> =
    dyn FnMut(&mut Generator<'u, 'p>, Value) -> Gen<()> + 'b;

impl<'u, 'p> Generator<'u, 'p> {
    /// Generates an iteration to its end.
    pub(in crate::compile) fn iterate_to_end(
        &mut self,
        iter: &mut Iter,
        plan: &Plan,
        body: &mut Body<'_, 'u, 'p>,
    ) -> Gen<()> {
        let held = self.held.len();
        self.held.extend(iter.lists());
        let start = self.size();
        let mut done = 0;
        loop {
            let (bit, _) = self.has_next(iter);
            let left = self.iterations_left(iter);
            match (bit, left) {
                (Bit::Known(false), _) => break,
                (Bit::Known(true), Some(left)) if self.may_unroll(start, done, left) => {
                    let item = self.next(iter)?;
                    body(self, item)?;
                    done += 1;
                }
                _ => {
                    self.real_loop(iter, plan, body)?;
                    break;
                }
            }
        }
        self.held.truncate(held);
        Ok(())
    }

    /// Whether the code budget allows the remaining iterations, if they are as
    /// large as the average so far.
    fn may_unroll(&self, start: usize, done: u64, left: u64) -> bool {
        let size = self.size();
        if left > MAX_UNROLLED || size > self.unit.unroll_limit || !self.may_fold() {
            return false;
        }
        let each = ((size - start) as u64).checked_div(done).unwrap_or(0);
        size as u64 + each * left <= self.unit.unroll_limit as u64
    }

    /// A real loop over the rest of the iteration.
    fn real_loop(&mut self, iter: &mut Iter, plan: &Plan, body: &mut Body<'_, 'u, 'p>) -> Gen<()> {
        self.store_mutable_lists(plan)?;
        let header = self.begin_loop(plan, Some(iter))?;
        let (mut on, mut end) = (self.join(), self.join());
        let (bit, facts) = self.has_next(iter);
        self.branch(bit, &facts, &mut on, &mut end);
        self.real_loops += 1;
        let ran = self.attempt(|this| {
            this.bind(on, None)?;
            let item = this.next(iter)?;
            let tick = this.tick()?;
            body(this, item)?;
            this.weigh(&tick);
            this.next_iteration(&header, Some(iter))
        });
        self.real_loops -= 1;
        ran?;
        self.bind(end, None)?;
        Ok(())
    }

    /// A real loop whose condition has been found true: iterations, each
    /// followed by the condition, which ends the current path.
    pub(in crate::compile) fn real_while_loop(
        &mut self,
        plan: &Plan,
        body: &mut dyn FnMut(&mut Self) -> Gen<()>,
        again: &mut dyn FnMut(&mut Self, &mut crate::compile::known::state::Join) -> Gen<()>,
    ) -> Gen<()> {
        self.store_mutable_lists(plan)?;
        let header = self.begin_loop(plan, None)?;
        let mut next = self.join();
        self.real_loops += 1;
        let ran = self.attempt(|this| {
            let tick = this.tick()?;
            body(this)?;
            this.weigh(&tick);
            again(this, &mut next)?;
            this.bind(next, None)?;
            this.next_iteration(&header, None)
        });
        self.real_loops -= 1;
        ran?;
        Err(NoCode::Dead)
    }

    /// Jumps into the first iteration; loop-carried values become parameters of
    /// the header.
    fn begin_loop(&mut self, plan: &Plan, mut iter: Option<&mut Iter>) -> Gen<Header> {
        for &i in &plan.dropped {
            self.state.locals[i] = Slot::Unbound;
        }
        let carried: Vec<(usize, bool)> = plan
            .carried
            .iter()
            .map(|&i| (i, !matches!(self.state.locals[i], Slot::Bound(_))))
            .collect();
        let block = self.new_block();
        let header = Header { block, carried };
        self.jump_to(&header, iter.as_deref_mut())?;
        self.block = block;
        for &(i, may_be_unbound) in &header.carried {
            let ty = self.local_type(i);
            let flag = may_be_unbound.then(|| self.parameter(block, Range::BIT));
            let value = self.gather_words(&ty, &mut |this, range| this.parameter(block, range));
            self.state.locals[i] = match flag {
                Some(flag) => Slot::Maybe(flag, value),
                None => Slot::Bound(value),
            };
        }
        if let Some(iter) = iter {
            let ranges: Vec<Range> = iter
                .words(&|word| self.range(word))
                .into_iter()
                .map(|(_, range)| range)
                .collect();
            let parameters: Vec<Word> = ranges
                .into_iter()
                .map(|range| self.parameter(block, range))
                .collect();
            for ((word, _), parameter) in iter.words(&|_| Range::ALL).into_iter().zip(parameters) {
                *word = parameter;
            }
        }
        self.state.out = self.parameter(block, Range::ALL);
        self.state.top = self.parameter(block, Range::ALL);
        self.state.fuel = self.parameter(block, Range::ALL);
        Ok(header)
    }

    /// Continues with the next iteration.
    fn next_iteration(&mut self, header: &Header, iter: Option<&mut Iter>) -> Gen<()> {
        self.jump_to(header, iter)
    }

    fn jump_to(&mut self, header: &Header, iter: Option<&mut Iter>) -> Gen<()> {
        let mut words = Vec::new();
        for &(i, may_be_unbound) in &header.carried {
            let ty = self.local_type(i);
            let (flag, value) = match self.state.locals[i].clone() {
                Slot::Unbound => (Word::Known(0), self.unit.tables.zero(&ty)),
                Slot::Bound(value) => (Word::Known(1), value),
                Slot::Maybe(flag, value) => (flag, value),
            };
            if may_be_unbound {
                words.push(flag);
            }
            self.flatten(&value, &ty, &mut words)?;
        }
        if let Some(iter) = iter {
            words.extend(
                iter.words(&|_| Range::ALL)
                    .into_iter()
                    .map(|(word, _)| *word),
            );
        }
        words.extend([self.state.out, self.state.top, self.state.fuel]);
        let arguments: Vec<BlockArg> = words
            .into_iter()
            .map(|word| BlockArg::Value(self.value(word)))
            .collect();
        ins!(self).jump(header.block, &arguments);
        Ok(())
    }

    /// A parameter of a loop header.
    fn parameter(&mut self, block: ir::Block, range: Range) -> Word {
        let value = self.func.dfg.append_block_param(block, types::I64);
        self.computed(value, range)
    }

    /// Stores lists in memory that a loop may modify or retain. What stays
    /// virtual is not modified in the loop, and is the same in every iteration.
    fn store_mutable_lists(&mut self, plan: &Plan) -> Gen<()> {
        if let Some(list) = &plan.grows {
            self.stored(list)?;
            self.forget_length(list);
        }
        let keeps_lists = plan.carried.iter().any(|&i| has_list(&self.local_type(i)));
        // A list that becomes an item must be one object in every iteration.
        let grows_by_lists = match &plan.grows {
            Some(list) => has_list(&self.item_of(list)),
            None => false,
        };
        let is_needed = plan.changes || keeps_lists || grows_by_lists;
        let mut found = BTreeMap::new();
        for (i, slot) in self.state.locals.iter().enumerate() {
            if let Slot::Bound(value) | Slot::Maybe(_, value) = slot
                && !plan.dropped.contains(&i)
            {
                self.reach(value, &mut found);
            }
        }
        for value in &self.held {
            self.reach(value, &mut found);
        }
        for (id, is_text) in found {
            if (is_needed && !is_text) || !self.is_readable(id) {
                self.store_object(id)?;
            }
        }
        Ok(())
    }

    /// Whether a virtual object can be read at any index without being stored.
    fn is_readable(&mut self, id: ObjectId) -> bool {
        let object = self.state.heap[&id].clone();
        match &*object {
            Object::Stored(_) => true,
            Object::Virtual { image: Some(_), .. } => true,
            Object::Virtual { items, .. } => items.iter().all(|item| {
                matches!(
                    item,
                    Value::Number(Word::Known(_)) | Value::Text(Text::Known(_))
                )
            }),
        }
    }

    /// The objects reachable from a value, and whether they are the characters of
    /// a text.
    fn reach(&self, value: &Value, found: &mut BTreeMap<ObjectId, bool>) {
        match value {
            Value::Optional(_, inner) => self.reach(inner, found),
            Value::Tuple(items) => items.iter().for_each(|item| self.reach(item, found)),
            Value::List(List::Object(id)) | Value::Text(Text::Characters(List::Object(id))) => {
                let is_text = matches!(value, Value::Text(_));
                if let Some(object) = self.state.heap.get(id)
                    && found.insert(*id, is_text).is_none()
                    && let Object::Virtual { items, .. } = &**object
                {
                    items.iter().for_each(|item| self.reach(item, found));
                }
            }
            Value::Number(_) | Value::Nothing | Value::Text(_) | Value::List(_) => {}
        }
    }
}

/// Whether values of a type contain a list.
fn has_list(ty: &crate::tree::Type) -> bool {
    use crate::tree::Type;
    match ty {
        Type::Int | Type::Bool | Type::None | Type::Str => false,
        Type::Optional(inner) => has_list(inner),
        Type::Tuple(items) => items.iter().any(has_list),
        Type::List(_) | Type::Row(_) | Type::Set(_) => true,
    }
}
