//! Basic list operations: length, items, append.

use std::rc::Rc;

use cranelift_codegen::cursor::{Cursor, FuncCursor};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{self, InstBuilder, types};

use crate::compile::blocks::generator::{Generator, ins};
use crate::compile::known::state::Gen;
use crate::compile::known::value::{List, Object, Stored, Value};
use crate::compile::known::word::{Bit, Range, Word};
use crate::compile::layout::{CAPACITY, ITEMS, LENGTH, words};
use crate::compile::lists::guard::Bounds;
use crate::compile::lists::memory::MAX_VIRTUAL_LEN;
use crate::compile::runtime;

impl Generator<'_, '_> {
    /// The items of a virtual list or a table.
    pub(in crate::compile) fn known_items(&self, list: &List) -> Option<Vec<Value>> {
        match list {
            List::Table(table) => Some(table.items.clone()),
            List::Object(id) => match &*self.state.heap[id] {
                Object::Virtual { items, .. } => Some(items.clone()),
                Object::Stored(_) => None,
            },
            List::Stored(_) => None,
        }
    }

    /// The memory of a list, if it is in memory only.
    pub(in crate::compile) fn in_memory(&self, list: &List) -> Option<Stored> {
        match list {
            List::Table(_) => None,
            List::Object(id) => match &*self.state.heap[id] {
                Object::Stored(stored) => Some(stored.clone()),
                Object::Virtual { .. } => None,
            },
            List::Stored(stored) => Some(stored.clone()),
        }
    }

    /// The length of a list.
    pub(in crate::compile) fn length(&mut self, list: &List) -> Word {
        match list {
            List::Table(table) => return Word::Known(table.items.len() as i64),
            List::Object(id) => {
                if let Object::Virtual { items, .. } = &*self.state.heap[id] {
                    return Word::Known(items.len() as i64);
                }
            }
            List::Stored(_) => {}
        }
        let stored = self.in_memory(list).expect("neither a table nor virtual");
        if let Some(length) = stored.length {
            return Word::Known(length as i64);
        }
        self.guard_list(&stored);
        let length = ins!(self).load(types::I64, self.memory.header, stored.address, LENGTH);
        self.computed(length, Range::LENGTH)
    }

    /// Normalises a Python index, which may be negative; a fault if it is out
    /// of range.
    pub(in crate::compile) fn normalise_index(&mut self, length: Word, index: Word) -> Gen<Word> {
        let index = self.resolve(index);
        let range = self.range(index);
        let from_start = if range.lo >= 0 {
            index
        } else {
            let zero = Word::Known(0);
            let is_negative = self.compare(IntCC::SignedLessThan, index, zero);
            // Cannot overflow: only a negative number is added to a length.
            let (a, b) = (self.value(index), self.value(length));
            let wrapped = ins!(self).iadd(a, b);
            match (is_negative, index, length) {
                (Bit::Known(true), Word::Known(index), Word::Known(length)) => {
                    Word::Known(length + index)
                }
                (Bit::Known(true), ..) => Word::Computed(wrapped),
                (Bit::Known(false), ..) => index,
                (Bit::Computed(condition), ..) => {
                    Word::Computed(ins!(self).select(condition, wrapped, a))
                }
            }
        };
        let bad = match (from_start, self.range(from_start), self.range(length)) {
            (_, range, known) if range.lo >= 0 && range.hi < known.lo => Bit::Known(false),
            (_, _, known) if known.hi <= 0 => Bit::Known(true),
            (Word::Known(n), ..) if n < 0 => Bit::Known(true),
            _ => self.compare(IntCC::UnsignedGreaterThanOrEqual, from_start, length),
        };
        self.check_not(bad)?;
        let last = self.range(length).hi.saturating_sub(1).max(0);
        self.learn(from_start, Range::new(0, last));
        Ok(from_start)
    }

    /// The item at a valid index.
    pub(in crate::compile) fn item(&mut self, list: &List, index: Word) -> Gen<Value> {
        if let Word::Known(i) = self.resolve(index) {
            match list {
                List::Table(table) => return Ok(table.items[i as usize].clone()),
                List::Object(id) => {
                    if let Object::Virtual { items, .. } = &*self.state.heap[id] {
                        return Ok(items[i as usize].clone());
                    }
                }
                List::Stored(_) => {}
            }
        }
        let ty = self.item_of(list);
        let (data, memory, ranges, bounds) = self.readable(list)?;
        let (address, at) = self.item_address(data, index, words(&ty));
        self.guard_item(&bounds, &ty, address, at);
        Ok(self.load_value(&ty, address, at, memory, &ranges))
    }

    /// Where the items of a list can be read: their address, alias region, the
    /// ranges of their words, and their bounds.
    fn readable(&mut self, list: &List) -> Gen<(ir::Value, ir::MemFlagsData, Vec<Range>, Bounds)> {
        if let List::Table(table) = list {
            let data = ins!(self).iconst(types::I64, table.data);
            let bounds = Bounds::Fixed(data, table.items.len());
            return Ok((data, self.memory.indexed, table.ranges.clone(), bounds));
        }
        if let Some(stored) = self.in_memory(list) {
            let data = self.items_address(&stored);
            return Ok((data, self.memory.items, Vec::new(), Bounds::List(stored)));
        }
        let List::Object(id) = list else {
            unreachable!("neither a table nor stored");
        };
        let mut object = self.state.heap[id].clone();
        let Object::Virtual { item, items, image } = Rc::make_mut(&mut object) else {
            unreachable!("not in memory");
        };
        if let Some(data) = *image {
            // Slots and images are written before they are read, and never again.
            let bounds = Bounds::Fixed(data, items.len());
            return Ok((data, self.memory.indexed, Vec::new(), bounds));
        }
        if let Some(table) = self.unit.tables.of_known(items, item) {
            let data = ins!(self).iconst(types::I64, table.data);
            let bounds = Bounds::Fixed(data, items.len());
            *image = Some(data);
            self.state.heap.insert(*id, object);
            return Ok((data, self.memory.indexed, table.ranges.clone(), bounds));
        }
        let stored = self.store_object(*id)?;
        let data = self.items_address(&stored);
        Ok((data, self.memory.items, Vec::new(), Bounds::List(stored)))
    }

    fn items_address(&mut self, stored: &Stored) -> ir::Value {
        self.guard_list(stored);
        ins!(self).load(types::I64, self.memory.header, stored.address, ITEMS)
    }

    /// The address of an item, as base and offset.
    fn item_address(&mut self, data: ir::Value, index: Word, step: usize) -> (ir::Value, i32) {
        let bytes = 8 * step as i64;
        match self.resolve(index) {
            Word::Known(i) if i.checked_mul(bytes).is_some_and(|at| at < 1 << 30) => {
                (data, (i * bytes) as i32)
            }
            index => {
                let index = self.value(index);
                let offset = if step == 1 {
                    ins!(self).ishl_imm_u(index, 3)
                } else {
                    let bytes = ins!(self).iconst(types::I64, bytes);
                    ins!(self).imul(index, bytes)
                };
                (ins!(self).iadd(data, offset), 0)
            }
        }
    }

    /// A fault if a list is one of the module's, which are immutable.
    pub(in crate::compile) fn check_not_frozen(&mut self, list: &List) -> Gen<()> {
        match list {
            List::Table(_) => self.fault(),
            _ => match self.in_memory(list) {
                Some(stored) if stored.may_be_frozen => {
                    self.guard_list(&stored);
                    let memory = self.memory.header;
                    let capacity = ins!(self).load(types::I64, memory, stored.address, CAPACITY);
                    let zero = Word::Known(0);
                    let capacity = Word::Computed(capacity);
                    let frozen = self.compare(IntCC::SignedLessThan, capacity, zero);
                    self.check_not(frozen)
                }
                _ => Ok(()),
            },
        }
    }

    /// Modifies the items of a virtual list; `None` if it is not virtual.
    pub(in crate::compile) fn change_virtual<T>(
        &mut self,
        list: &List,
        change: impl FnOnce(&mut Vec<Value>) -> T,
    ) -> Option<T> {
        let List::Object(id) = list else {
            return None;
        };
        let object = self.state.heap.get_mut(id)?;
        if let Object::Stored(_) = **object {
            return None;
        }
        match Rc::make_mut(object) {
            Object::Virtual { items, image, .. } => {
                *image = None;
                Some(change(items))
            }
            Object::Stored(_) => None,
        }
    }

    /// Stores an item at a valid index.
    pub(in crate::compile) fn set_item(
        &mut self,
        list: &List,
        index: Word,
        value: Value,
    ) -> Gen<()> {
        let ty = self.item_of(list);
        let value = self.fit(value, &ty)?;
        if let Word::Known(i) = self.resolve(index) {
            let new = value.clone();
            if self
                .change_virtual(list, |items| items[i as usize] = new)
                .is_some()
            {
                return Ok(());
            }
        }
        if self.set_letter(list, index, &value)? {
            return Ok(());
        }
        self.check_not_frozen(list)?;
        let stored = self.stored(list)?;
        let mut flat = Vec::new();
        self.flatten(&value, &ty, &mut flat)?;
        let data = self.items_address(&stored);
        let (address, at) = self.item_address(data, index, words(&ty));
        self.guard_item(&Bounds::List(stored), &ty, address, at);
        self.store_words(&flat, address, at, self.memory.items);
        Ok(())
    }

    /// Appends an item.
    pub(in crate::compile) fn append(&mut self, list: &List, value: Value) -> Gen<()> {
        let ty = self.item_of(list);
        let value = self.fit(value, &ty)?;
        let new = value.clone();
        if let Some(length) = self.change_virtual(list, |items| {
            items.push(new);
            items.len()
        }) {
            if length > MAX_VIRTUAL_LEN {
                self.stored(list)?;
            }
            return Ok(());
        }
        self.check_not_frozen(list)?;
        let stored = self.stored(list)?;
        self.forget_length(list);
        self.guard_list(&stored);
        let memory = self.memory.header;
        let length = ins!(self).load(types::I64, memory, stored.address, LENGTH);
        let capacity = ins!(self).load(types::I64, memory, stored.address, CAPACITY);
        self.grow_where_full(&stored, length, capacity, words(&ty));
        let mut flat = Vec::new();
        self.flatten(&value, &ty, &mut flat)?;
        let length = self.computed(length, Range::LENGTH);
        let data = self.items_address(&stored);
        let (address, at) = self.item_address(data, length, words(&ty));
        self.guard_item(&Bounds::List(stored.clone()), &ty, address, at);
        self.store_words(&flat, address, at, self.memory.items);
        let length = self.value(length);
        let longer = ins!(self).iadd_imm_s(length, 1);
        ins!(self).store(memory, longer, stored.address, LENGTH);
        Ok(())
    }

    /// Forgets the length of a list in memory. (Lists of types that never
    /// change their length also grow, while they are built.)
    pub(in crate::compile) fn forget_length(&mut self, list: &List) {
        if let List::Object(id) = list
            && let Object::Stored(stored) = &*self.state.heap[id]
        {
            let stored = Stored {
                length: None,
                ..stored.clone()
            };
            self.state.heap.insert(*id, Rc::new(Object::Stored(stored)));
        }
    }

    fn grow_where_full(
        &mut self,
        stored: &Stored,
        length: ir::Value,
        capacity: ir::Value,
        step: usize,
    ) {
        let (full, fits) = (self.new_block(), self.new_block());
        self.func.layout.set_cold(full);
        let is_full = ins!(self).icmp(IntCC::Equal, length, capacity);
        // `top` and `arena_end` change only in the cold block, through memory.
        let [top, fuel] = [(); 2].map(|()| self.func.dfg.append_block_param(fits, types::I64));
        let before = [self.state.top, self.state.fuel].map(|word| self.value(word).into());
        ins!(self).brif(is_full, full, &[], fits, &before);
        self.block = full;
        let step = ins!(self).iconst(types::I64, step as i64);
        self.call_runtime(runtime::GROW, &[stored.address, step]);
        let after = [self.state.top, self.state.fuel].map(|word| self.value(word).into());
        ins!(self).jump(fits, &after);
        self.block = fits;
        self.state.top = Word::Computed(top);
        self.state.fuel = Word::Computed(fuel);
    }
}
