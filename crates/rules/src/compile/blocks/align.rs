//! Preparation of a join: virtual lists on which the predecessors disagree are
//! stored in memory.

use std::collections::BTreeSet;
use std::rc::Rc;

use crate::compile::blocks::generator::Generator;
use crate::compile::blocks::join::same_list;
use crate::compile::known::parts::{inside, list, text, tuple};
use crate::compile::known::state::{Edge, Gen};
use crate::compile::known::value::{List, Object, ObjectId, Slot, Text, Value};

impl Generator<'_, '_> {
    /// Stores lists at the ends of edges if the edges disagree on them; returns
    /// whether any was stored.
    pub(in crate::compile) fn align(&mut self, edges: &mut [Edge]) -> Gen<bool> {
        let mut wanted = Vec::new();
        let mut seen = BTreeSet::new();
        for i in 0..edges[0].state.locals.len() {
            let slots: Vec<&Slot> = edges.iter().map(|edge| &edge.state.locals[i]).collect();
            if slots.iter().all(|slot| matches!(slot, Slot::Unbound)) {
                continue;
            }
            let values: Vec<Option<&Value>> = slots
                .iter()
                .map(|slot| match slot {
                    Slot::Unbound => None,
                    Slot::Bound(value) | Slot::Maybe(_, value) => Some(value),
                })
                .collect();
            compare_values(edges, &values, &mut wanted, &mut seen);
        }
        let values: Vec<Option<&Value>> = edges.iter().map(|edge| edge.value.as_ref()).collect();
        compare_values(edges, &values, &mut wanted, &mut seen);
        for held in &self.held {
            let same = vec![Some(held); edges.len()];
            compare_values(edges, &same, &mut wanted, &mut seen);
        }
        let is_changed = !wanted.is_empty();
        for (at, id) in wanted {
            self.at_end(&mut edges[at], |this| this.store_object(id))?;
        }
        Ok(is_changed)
    }

    /// Replaces texts by their words if the edges have different lists of their
    /// characters.
    pub(in crate::compile) fn align_texts(&mut self, edges: &mut [Edge]) -> Gen<()> {
        for i in 0..edges[0].state.locals.len() {
            if self.local_type(i).has_text() {
                self.align_column(edges, |edge| match &mut edge.state.locals[i] {
                    Slot::Unbound => None,
                    Slot::Bound(value) | Slot::Maybe(_, value) => Some(value),
                })?;
            }
        }
        self.align_column(edges, |edge| edge.value.as_mut())?;
        let ids: Vec<ObjectId> = edges[0].state.heap.keys().copied().collect();
        for id in ids {
            let lengths = edges.iter().map(|edge| length_with_texts(edge, id));
            let Some(least) = lengths.min().flatten() else {
                continue;
            };
            for i in 0..least {
                self.align_column(edges, |edge| {
                    let object = edge.state.heap.get_mut(&id)?;
                    match Rc::make_mut(object) {
                        Object::Virtual { items, .. } => Some(&mut items[i]),
                        Object::Stored(_) => None,
                    }
                })?;
            }
        }
        Ok(())
    }

    /// The same for one place of the state.
    fn align_column(
        &mut self,
        edges: &mut [Edge],
        place: impl Fn(&mut Edge) -> Option<&mut Value>,
    ) -> Gen<()> {
        let column: Vec<Option<Value>> =
            edges.iter_mut().map(|edge| place(edge).cloned()).collect();
        let values: Vec<Option<&Value>> = column.iter().map(Option::as_ref).collect();
        if !has_different_texts(&values) {
            return Ok(());
        }
        for (edge, value) in edges.iter_mut().zip(column) {
            if let Some(value) = value {
                let words = self.at_end(edge, |this| this.in_words(&value))?;
                if let Some(place) = place(edge) {
                    *place = words;
                }
            }
        }
        Ok(())
    }

    /// Generates code at the end of an edge.
    fn at_end<T>(&mut self, edge: &mut Edge, run: impl FnOnce(&mut Self) -> Gen<T>) -> Gen<T> {
        std::mem::swap(&mut self.state, &mut edge.state);
        std::mem::swap(&mut self.block, &mut edge.block);
        let done = run(self);
        std::mem::swap(&mut self.block, &mut edge.block);
        std::mem::swap(&mut self.state, &mut edge.state);
        done
    }
}

/// The length of a virtual list whose items contain texts.
fn length_with_texts(edge: &Edge, id: ObjectId) -> Option<usize> {
    match &**edge.state.heap.get(&id)? {
        Object::Virtual { item, items, .. } if item.has_text() => Some(items.len()),
        _ => None,
    }
}

/// Whether values of the edges contain different lists of characters.
fn has_different_texts(values: &[Option<&Value>]) -> bool {
    let parts = |part: &dyn Fn(&Value) -> Value| -> Vec<Option<Value>> {
        values.iter().map(|value| value.map(part)).collect()
    };
    let differ = |column: Vec<Option<Value>>| {
        let column: Vec<Option<&Value>> = column.iter().map(Option::as_ref).collect();
        has_different_texts(&column)
    };
    match values.iter().flatten().next() {
        Some(Value::Text(_)) => {
            let texts: Vec<&Text> = values.iter().flatten().map(|value| text(value)).collect();
            let lists: Vec<&List> = texts.iter().filter_map(|text| text.characters()).collect();
            let is_same = lists.len() == values.len() && same_list(&lists).is_some();
            let has_unknown = texts.iter().any(|text| matches!(text, Text::Unknown));
            !lists.is_empty() && !is_same && !has_unknown
        }
        Some(Value::Optional(..)) => differ(parts(&|value| inside(value).clone())),
        Some(Value::Tuple(items)) => {
            (0..items.len()).any(|i| differ(parts(&|value| tuple(value)[i].clone())))
        }
        _ => false,
    }
}

/// Finds objects that must be stored at the end of an edge.
fn compare_values(
    edges: &[Edge],
    values: &[Option<&Value>],
    wanted: &mut Vec<(usize, ObjectId)>,
    seen: &mut BTreeSet<ObjectId>,
) {
    let Some(first) = values.iter().flatten().next() else {
        return;
    };
    match first {
        Value::Number(_) | Value::Nothing => {}
        Value::Text(text) => {
            // Where edges have lists of characters, they have the same one.
            if let Some(List::Object(id)) = text.characters() {
                compare_objects(edges, *id, wanted, seen);
            }
        }
        Value::Optional(..) => {
            let inner: Vec<Option<&Value>> = values.iter().map(|value| value.map(inside)).collect();
            compare_values(edges, &inner, wanted, seen);
        }
        Value::Tuple(items) => {
            for i in 0..items.len() {
                let column: Vec<Option<&Value>> = values
                    .iter()
                    .map(|value| value.map(|value| &tuple(value)[i]))
                    .collect();
                compare_values(edges, &column, wanted, seen);
            }
        }
        Value::List(_) => {
            let lists: Vec<&List> = values.iter().flatten().map(|value| list(value)).collect();
            let same = same_list(&lists).filter(|_| lists.len() == edges.len());
            if let Some(same) = same {
                if let List::Object(id) = same {
                    compare_objects(edges, id, wanted, seen);
                }
                return;
            }
            for (at, value) in values.iter().enumerate() {
                if let Some(Value::List(List::Object(id))) = value
                    && is_virtual(&edges[at], *id)
                {
                    want(wanted, at, *id);
                }
            }
        }
    }
}

fn compare_objects(
    edges: &[Edge],
    id: ObjectId,
    wanted: &mut Vec<(usize, ObjectId)>,
    seen: &mut BTreeSet<ObjectId>,
) {
    if !seen.insert(id) {
        return;
    }
    let rows: Vec<Option<&[Value]>> = edges
        .iter()
        .map(
            |edge| match edge.state.heap.get(&id).map(|object| &**object) {
                Some(Object::Virtual { items, .. }) => Some(items.as_slice()),
                _ => None,
            },
        )
        .collect();
    let length = rows[0].map(<[Value]>::len);
    if rows.iter().all(|row| row.map(<[Value]>::len) == length) {
        for i in 0..length.unwrap_or(0) {
            let column: Vec<Option<&Value>> =
                rows.iter().map(|row| row.map(|row| &row[i])).collect();
            compare_values(edges, &column, wanted, seen);
        }
        return;
    }
    if edges.iter().any(|edge| !edge.state.heap.contains_key(&id)) {
        return;
    }
    for (at, row) in rows.iter().enumerate() {
        if row.is_some() {
            want(wanted, at, id);
        }
    }
}

fn want(wanted: &mut Vec<(usize, ObjectId)>, at: usize, id: ObjectId) {
    if !wanted.contains(&(at, id)) {
        wanted.push((at, id));
    }
}

fn is_virtual(edge: &Edge, id: ObjectId) -> bool {
    matches!(
        edge.state.heap.get(&id).map(|one| &**one),
        Some(Object::Virtual { .. })
    )
}
