//! Joins: information common to all predecessors is kept; where they differ,
//! the block gets a parameter.

use std::collections::BTreeSet;
use std::rc::Rc;

use cranelift_codegen::cursor::{Cursor, FuncCursor};
use cranelift_codegen::ir::{self, BlockArg, InstBuilder, types};

use crate::compile::before::liveness::Locals;
use crate::compile::blocks::generator::{Generator, ins};
use crate::compile::known::parts::{flag, inside, items_of, list, number, text, tuple};
use crate::compile::known::state::{Edge, Gen, Join, NoCode, State, cannot};
use crate::compile::known::value::{List, Object, ObjectId, Slot, Stored, Text, Value};
use crate::compile::known::word::{Range, Word};
use crate::compile::layout::either;
use crate::tree::Type;

impl Generator<'_, '_> {
    /// Continues where the edges of a join meet, with their values. Dead locals
    /// are dropped; `None` keeps all.
    pub(in crate::compile) fn bind(
        &mut self,
        join: Join,
        live: Option<&Locals>,
    ) -> Gen<Option<Value>> {
        self.forget(join.mark);
        let mut edges = join.edges;
        if let Some(live) = live {
            let named = self.frame.function.locals.len();
            for edge in &mut edges {
                let slots = edge.state.locals.iter_mut().take(named).enumerate();
                for (_, slot) in slots.filter(|(i, _)| !live.contains(*i)) {
                    *slot = Slot::Unbound;
                }
            }
        }
        match edges.len() {
            0 => Err(NoCode::Dead),
            1 => {
                let edge = edges.remove(0);
                self.block = edge.block;
                self.state = edge.state;
                for (value, range) in edge.facts {
                    self.learn(Word::Computed(value), range);
                }
                Ok(edge.value)
            }
            _ => self.merge(edges),
        }
    }

    fn merge(&mut self, mut edges: Vec<Edge>) -> Gen<Option<Value>> {
        self.work(edges.len() * width(&edges[0].state))?;
        self.align_texts(&mut edges)?;
        while self.align(&mut edges)? {}
        let block = self.new_block();
        let mut merge_state = Merge {
            block,
            arguments: vec![Vec::new(); edges.len()],
            edges: &edges,
            objects: BTreeSet::new(),
            clash: false,
        };
        let mut locals = Vec::new();
        for i in 0..edges[0].state.locals.len() {
            let ty = self.local_type(i);
            locals.push(self.merge_slots(&mut merge_state, i, &ty));
        }
        let register = |this: &mut Self, merge_state: &mut Merge<'_>, get: fn(&State) -> Word| {
            let words: Vec<Word> = edges.iter().map(|edge| get(&edge.state)).collect();
            this.merge_words(merge_state, &words)
        };
        let out = register(self, &mut merge_state, |state| state.out);
        let top = register(self, &mut merge_state, |state| state.top);
        let fuel = register(self, &mut merge_state, |state| state.fuel);
        let values: Option<Vec<&Value>> = edges.iter().map(|edge| edge.value.as_ref()).collect();
        let value = values.map(|values| self.merge_values(&mut merge_state, &values));
        for held in std::mem::take(&mut self.held) {
            note_objects(&held, &mut merge_state.objects);
            self.held.push(held);
        }
        let heap = self.merge_heaps(&mut merge_state);
        if merge_state.clash {
            return cannot("one name for lists with different item layouts");
        }
        let arguments = merge_state.arguments;
        self.state = State {
            locals,
            heap,
            out,
            top,
            fuel,
        };
        for (edge, words) in edges.iter().zip(arguments) {
            self.block = edge.block;
            let arguments: Vec<BlockArg> = words
                .into_iter()
                .map(|word| BlockArg::Value(self.value(word)))
                .collect();
            ins!(self).jump(block, &arguments);
        }
        self.block = block;
        Ok(value)
    }

    /// The type of a local or of a comprehension's accumulator.
    pub(in crate::compile) fn local_type(&self, i: usize) -> Type {
        let locals = &self.frame.function.locals;
        match locals.get(i) {
            Some(local) => local.ty.clone(),
            None => self.frame.gathered[i - locals.len()].clone(),
        }
    }

    fn merge_slots(&mut self, merge_state: &mut Merge<'_>, i: usize, ty: &Type) -> Slot {
        let edges = merge_state.edges;
        let slots: Vec<&Slot> = edges.iter().map(|edge| &edge.state.locals[i]).collect();
        if slots.iter().all(|slot| matches!(slot, Slot::Unbound)) {
            return Slot::Unbound;
        }
        let mut flags = Vec::new();
        let mut values = Vec::new();
        for slot in slots {
            let (flag, value) = match slot {
                Slot::Unbound => (Word::Known(0), self.unit.tables.zero(ty)),
                Slot::Bound(value) => (Word::Known(1), value.clone()),
                Slot::Maybe(flag, value) => (*flag, value.clone()),
            };
            flags.push(flag);
            values.push(value);
        }
        let values: Vec<&Value> = values.iter().collect();
        let value = self.merge_values(merge_state, &values);
        match self.merge_words(merge_state, &flags) {
            Word::Known(1) => Slot::Bound(value),
            flag => Slot::Maybe(flag, value),
        }
    }

    fn merge_words(&mut self, merge_state: &mut Merge<'_>, words: &[Word]) -> Word {
        if words.iter().all(|word| *word == words[0]) {
            return words[0];
        }
        let ranges = merge_state
            .edges
            .iter()
            .zip(words)
            .map(|(edge, word)| match word {
                Word::Known(n) => Range::of(*n),
                Word::Computed(value) => {
                    let learnt = edge.facts.iter().rev().find(|(known, _)| known == value);
                    learnt.map_or_else(|| self.range(*word), |(_, range)| *range)
                }
            });
        let range = ranges.reduce(Range::hull).unwrap_or_default();
        if range.lo == range.hi {
            return Word::Known(range.lo);
        }
        for (arguments, word) in merge_state.arguments.iter_mut().zip(words) {
            arguments.push(*word);
        }
        let parameter = self
            .func
            .dfg
            .append_block_param(merge_state.block, types::I64);
        self.computed(parameter, range)
    }

    fn merge_values(&mut self, merge_state: &mut Merge<'_>, values: &[&Value]) -> Value {
        match values[0] {
            Value::Number(_) => {
                let words: Vec<Word> = values.iter().map(|value| number(value)).collect();
                Value::Number(self.merge_words(merge_state, &words))
            }
            Value::Nothing => Value::Nothing,
            Value::Optional(..) => {
                let flags: Vec<Word> = values.iter().map(|value| flag(value)).collect();
                let inner: Vec<&Value> = values.iter().map(|value| inside(value)).collect();
                let flag = self.merge_words(merge_state, &flags);
                Value::Optional(flag, Rc::new(self.merge_values(merge_state, &inner)))
            }
            Value::Tuple(items) => {
                let merged: Vec<Value> = (0..items.len())
                    .map(|i| {
                        let column: Vec<&Value> = values.iter().map(|row| &tuple(row)[i]).collect();
                        self.merge_values(merge_state, &column)
                    })
                    .collect();
                Value::tuple(merged)
            }
            Value::List(_) => {
                let lists: Vec<&List> = values.iter().map(|value| list(value)).collect();
                Value::List(self.merge_lists(merge_state, &lists))
            }
            Value::Text(_) => {
                let texts: Vec<&Text> = values.iter().map(|value| text(value)).collect();
                self.merge_texts(merge_state, &texts)
            }
        }
    }

    fn merge_texts(&mut self, merge_state: &mut Merge<'_>, texts: &[&Text]) -> Value {
        if texts.iter().any(|text| matches!(text, Text::Unknown)) {
            return Value::Text(Text::Unknown);
        }
        let known: Option<Vec<&Rc<str>>> = texts.iter().map(|text| text.known()).collect();
        if let Some(known) = known
            && known.iter().all(|text| *text == known[0])
        {
            return Value::Text(texts[0].clone());
        }
        let lists: Option<Vec<&List>> = texts.iter().map(|text| text.characters()).collect();
        if let Some(lists) = lists {
            // Aligned: they are the same.
            let list = self.merge_lists(merge_state, &lists);
            return Value::Text(Text::Characters(list));
        }
        let words = texts.iter().map(|text| match text {
            Text::Word(word) => *word,
            Text::Known(text) => Word::Known(self.unit.tables.text_word(text)),
            Text::Characters(_) | Text::Unknown => unreachable!("aligned"),
        });
        let words: Vec<Word> = words.collect();
        let word = self.merge_words(merge_state, &words);
        self.text_from(word)
    }

    fn merge_lists(&mut self, merge_state: &mut Merge<'_>, lists: &[&List]) -> List {
        if let Some(same) = same_list(lists) {
            if let List::Object(id) = same {
                merge_state.objects.insert(id);
            }
            return same;
        }
        // Aligned: a list that differs between edges is in memory on all of them.
        let edges = merge_state.edges;
        let stored: Vec<Stored> = edges
            .iter()
            .zip(lists)
            .map(|(edge, list)| self.stored_at(edge, list))
            .collect();
        List::Stored(self.merge_stored(merge_state, &stored))
    }

    fn merge_stored(&mut self, merge_state: &mut Merge<'_>, stored: &[Stored]) -> Stored {
        let addresses: Vec<Word> = stored
            .iter()
            .map(|one| Word::Computed(one.address))
            .collect();
        let merged = self.merge_words(merge_state, &addresses);
        let Word::Computed(address) = merged else {
            unreachable!("addresses are never constants");
        };
        let length = stored[0].length;
        let first = stored[0].item.clone();
        let mut rest = stored[1..].iter();
        let item = rest.try_fold(first.clone(), |item, one| either(&item, &one.item));
        if item.is_none() {
            merge_state.clash = true;
        }
        Stored {
            address,
            item: item.unwrap_or(first),
            length: length.filter(|_| stored.iter().all(|one| one.length == length)),
            may_be_frozen: stored.iter().any(|one| one.may_be_frozen),
        }
    }

    /// The memory of a list at the end of an edge.
    fn stored_at(&mut self, edge: &Edge, list: &List) -> Stored {
        match list {
            List::Stored(stored) => stored.clone(),
            List::Object(id) => match &*edge.state.heap[id] {
                Object::Stored(stored) => stored.clone(),
                Object::Virtual { .. } => unreachable!("aligned"),
            },
            List::Table(table) => {
                let mut cursor = FuncCursor::new(&mut self.func).at_bottom(edge.block);
                Stored {
                    address: cursor.ins().iconst(types::I64, table.object),
                    item: table.item.clone(),
                    length: Some(table.items.len()),
                    may_be_frozen: true,
                }
            }
        }
    }

    fn merge_heaps(
        &mut self,
        merge_state: &mut Merge<'_>,
    ) -> std::collections::BTreeMap<ObjectId, Rc<Object>> {
        let mut heap = std::collections::BTreeMap::new();
        while let Some(id) = merge_state.objects.pop_first() {
            if heap.contains_key(&id) {
                continue;
            }
            let edges = merge_state.edges;
            let objects: Vec<&Object> = edges
                .iter()
                .filter_map(|edge| edge.state.heap.get(&id).map(|one| &**one))
                .collect();
            if objects.len() < edges.len() {
                // Unreachable from every value that is live here.
                continue;
            }
            heap.insert(id, Rc::new(self.merge_objects(merge_state, &objects)));
        }
        heap
    }

    fn merge_objects(&mut self, merge_state: &mut Merge<'_>, objects: &[&Object]) -> Object {
        match objects[0] {
            Object::Stored(_) => {
                let stored: Vec<Stored> = objects
                    .iter()
                    .map(|object| match object {
                        Object::Stored(stored) => stored.clone(),
                        Object::Virtual { .. } => unreachable!("aligned"),
                    })
                    .collect();
                Object::Stored(self.merge_stored(merge_state, &stored))
            }
            Object::Virtual { item, items, image } => {
                let merged = (0..items.len())
                    .map(|i| {
                        let column: Vec<&Value> =
                            objects.iter().map(|object| &items_of(object)[i]).collect();
                        self.merge_values(merge_state, &column)
                    })
                    .collect();
                let is_same = |object: &&Object| {
                    matches!(object,
                    Object::Virtual { image: other, .. } if other == image)
                };
                Object::Virtual {
                    item: item.clone(),
                    items: merged,
                    image: image.filter(|_| objects.iter().all(is_same)),
                }
            }
        }
    }
}

/// The amount of state to merge.
fn width(state: &State) -> usize {
    let items = |object: &Rc<Object>| match &**object {
        Object::Virtual { items, .. } => items.len(),
        Object::Stored(_) => 1,
    };
    state.locals.len() + state.heap.values().map(items).sum::<usize>()
}

/// The block that edges lead to, and its arguments.
struct Merge<'e> {
    block: ir::Block,
    edges: &'e [Edge],
    /// The values of the block's parameters, by edge.
    arguments: Vec<Vec<Word>>,
    /// Objects that are still referenced.
    objects: BTreeSet<ObjectId>,
    /// Whether lists with different item layouts meet.
    clash: bool,
}

/// The list that all are, if they are the same.
pub(in crate::compile) fn same_list(lists: &[&List]) -> Option<List> {
    let is_same = |other: &&List| match (lists[0], *other) {
        (List::Table(a), List::Table(b)) => Rc::ptr_eq(a, b),
        (List::Object(a), List::Object(b)) => a == b,
        (List::Stored(a), List::Stored(b)) => a == b,
        _ => false,
    };
    lists.iter().all(is_same).then(|| lists[0].clone())
}

/// The objects that a value refers to directly.
fn note_objects(value: &Value, found: &mut BTreeSet<ObjectId>) {
    match value {
        Value::Optional(_, inner) => note_objects(inner, found),
        Value::Tuple(items) => items.iter().for_each(|item| note_objects(item, found)),
        Value::List(List::Object(id)) | Value::Text(Text::Characters(List::Object(id))) => {
            found.insert(*id);
        }
        Value::Number(_) | Value::Nothing | Value::Text(_) | Value::List(_) => {}
    }
}
