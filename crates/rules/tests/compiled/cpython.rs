//! Compiled code, CPython and the interpreter at given positions.

use kibitz_rules::shape::{FieldKind, Packing};
use serde_json::Value as Json;

use super::back_ends::BackEnds;
use crate::interpret::cpython::{Case, cpython};

/// Compares calls of `moves`: compiled code with CPython and with the
/// interpreter. Positions that do not fit the shape of `start()` are left out.
pub(crate) fn compare_cases(cases: &[Case]) {
    for (case, expected) in cases.iter().zip(cpython(cases)) {
        compare(case, expected.as_array().expect("results"));
    }
}

fn compare(case: &Case, expected: &[Json]) {
    let name = &case.name;
    let mut back_ends =
        BackEnds::new(name, &case.source, &[]).unwrap_or_else(|error| panic!("{name}: {error}"));
    assert_eq!(back_ends.compiled.left_out(), &[], "{name}");
    let moves = back_ends.program.roles.moves.expect("a game has moves");
    let mut some = 0;
    for ((_, position), expected) in case.calls.iter().zip(expected) {
        let Some(at) = slots(&back_ends, position) else {
            continue;
        };
        let rows = expected.get("result").and_then(|rows| {
            let row = |row: &Json| slots(&back_ends, row[0].as_array().expect("fields"));
            let rows: Option<Vec<Vec<i64>>> = rows.as_array()?.iter().map(row).collect();
            Some(rows?.into_iter().flat_map(|row| [row, vec![0]].concat()))
        });
        let rows: Option<Vec<i64>> = rows.map(Iterator::collect);
        some += usize::from(rows.is_some());
        let compiled = back_ends.run(moves, &at);
        assert_eq!(
            compiled, rows,
            "{name}\nat {position:?} (left compiled, right CPython)"
        );
        back_ends.compare(&at);
    }
    assert!(some > 0, "{name}: always a fault");
}

/// The slots of a position; `None` if something is too long.
fn slots(back_ends: &BackEnds, position: &[Json]) -> Option<Vec<i64>> {
    let mut slots = Vec::new();
    for (field, value) in back_ends.shape.fields.iter().zip(position) {
        match &field.kind {
            FieldKind::Value(packing) => pack(packing, value, &mut slots)?,
            FieldKind::List(length) | FieldKind::Row(length) => {
                let items = value.as_array().expect("a list");
                if items.len() != *length {
                    return None;
                }
                slots.extend(items.iter().map(number));
            }
            FieldKind::Int | FieldKind::Bool => slots.push(number(value)),
        }
    }
    Some(slots)
}

fn number(value: &Json) -> i64 {
    let truth = || value.as_bool().map(i64::from);
    value.as_i64().or_else(truth).expect("a number")
}

/// Appends the slots of a value.
fn pack(packing: &Packing, value: &Json, slots: &mut Vec<i64>) -> Option<()> {
    let end = slots.len() + packing.slots();
    match packing {
        Packing::Int | Packing::Bool => slots.push(number(value)),
        Packing::None => {}
        Packing::Str(room) => {
            let letters = value.as_str().expect("a string").chars();
            let codes: Vec<i64> = letters.map(|letter| u32::from(letter).into()).collect();
            (codes.len() <= room.most()).then_some(())?;
            slots.push(codes.len() as i64);
            slots.extend(codes);
        }
        Packing::Optional(_) if value.is_null() => {}
        Packing::Optional(inner) => {
            slots.push(1);
            pack(inner, value, slots)?;
        }
        Packing::Tuple(packings) => {
            let items = value.as_array().expect("a tuple");
            assert_eq!(items.len(), packings.len());
            for (packing, item) in packings.iter().zip(items) {
                pack(packing, item, slots)?;
            }
        }
        Packing::Sequence { item, room, .. } => {
            let items = value.as_array().expect("a sequence");
            (items.len() <= room.most()).then_some(())?;
            slots.push(items.len() as i64);
            for one in items {
                pack(item, one, slots)?;
            }
        }
    }
    slots.resize(end, 0);
    Some(())
}
