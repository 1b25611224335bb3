//! Preparation of a join: virtual lists on which the predecessors disagree are
//! stored in memory.

use std::collections::BTreeSet;

use crate::compile::blocks::generator::Generator;
use crate::compile::blocks::join::same_list;
use crate::compile::known::parts::{inside, list, tuple};
use crate::compile::known::state::{Edge, Gen};
use crate::compile::known::value::{List, Object, ObjectId, Slot, Value};

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
            self.store_at(&mut edges[at], id)?;
        }
        Ok(is_changed)
    }

    /// Stores an object at the end of an edge.
    fn store_at(&mut self, edge: &mut Edge, id: ObjectId) -> Gen<()> {
        std::mem::swap(&mut self.state, &mut edge.state);
        std::mem::swap(&mut self.block, &mut edge.block);
        let done = self.store_object(id);
        std::mem::swap(&mut self.block, &mut edge.block);
        std::mem::swap(&mut self.state, &mut edge.state);
        done.map(drop)
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
        Value::Number(_) | Value::Nothing | Value::Text(_) => {}
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
