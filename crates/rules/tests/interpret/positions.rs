//! Positions as state vectors, and the shape that `start()` defines.

use kibitz_rules::fault::{FaultKind, Limits};
use kibitz_rules::interpret::{Machine, Value, position};
use kibitz_rules::shape::{Field, FieldKind, Shape};
use kibitz_rules::source::Span;

use crate::interpret::support::{machine, program};

fn game(starts: &str) -> Machine {
    let source = format!(
        "def start():\n{starts}\n\ndef moves(me, cards, turn):\n    yield me, cards, turn\n"
    );
    machine(&source, Limits::default())
}

fn shape(lengths: usize) -> Shape {
    let field = |name: &str, kind| Field {
        name: name.to_owned(),
        kind,
    };
    Shape {
        fields: vec![
            field("me", FieldKind::Int),
            field("cards", FieldKind::List(lengths)),
            field("turn", FieldKind::Bool),
        ],
    }
}

#[test]
fn shape_is_that_of_the_start() {
    let machine = game("    yield 7, [1, 2, 3], True\n    yield True, [0] * 3, False");
    let (found, starts) = machine.starts().unwrap();
    assert_eq!(found, shape(3));
    assert_eq!(starts, [vec![7, 1, 2, 3, 1], vec![1, 0, 0, 0, 0]]);
}

#[test]
fn starts_of_different_lengths_are_rejected() {
    let fault = game("    yield 7, [1, 2, 3], True\n    yield 7, [1], True")
        .starts()
        .unwrap_err();
    assert_eq!(fault.kind, FaultKind::Shape);
    assert_eq!(
        fault.diagnostic.message,
        "the list `cards` has 1 item here, but 3 in `start()`"
    );
}

#[test]
fn missing_start_is_rejected() {
    let machine = game("    for i in range(0):\n        yield 7, [1], True");
    let fault = machine.starts().unwrap_err();
    assert_eq!(
        fault.diagnostic.message,
        "`start()` does not yield a position"
    );
}

#[test]
fn slots_and_arguments_round_trip() {
    let shape = shape(3);
    let row = [-5, 1, 2, 3, 1];
    let arguments = position::arguments(&shape, &row);
    assert!(matches!(arguments[2], Value::Bool(true)));
    assert_eq!(
        position::slots(&shape, &arguments, Span::default()).unwrap(),
        row
    );
}

#[test]
fn fields_of_another_shape_are_rejected() {
    let shape = shape(1);
    let list = |items| Value::list(items);
    let one = || list(vec![Value::Int(1)]);
    let refused = |fields: &[Value]| {
        let fault = position::slots(&shape, fields, Span::default()).unwrap_err();
        assert!(fault.diagnostic.help.is_some());
        fault.diagnostic.message
    };
    assert_eq!(
        refused(&[Value::Int(1), one()]),
        "2 fields, but a position has 3"
    );
    assert_eq!(
        refused(&[Value::Int(1), one(), Value::Int(2)]),
        "the field `turn` must be True or False, not 2"
    );
    assert_eq!(
        refused(&[Value::Int(1), list(vec![one()]), Value::Bool(true)]),
        "the field `cards` is not a number, a bool or a list of numbers"
    );
    assert_eq!(
        refused(&[one(), one(), Value::Bool(true)]),
        "the field `me` is not a number, a bool or a list of numbers"
    );
}

#[test]
fn yielded_lists_are_copies() {
    let source = "
def start():
    xs = [1, 2]
    yield xs, xs
    xs[0] = 9
    yield xs, [0, 0]


def moves(me, opp):
    me[0] += 1
    yield opp, me
    opp[0] += 5
    yield opp, me
";
    let machine = machine(source, Limits::default());
    let (shape, starts) = machine.starts().unwrap();
    assert_eq!(starts, [[1, 2, 1, 2], [9, 2, 0, 0]]);
    let moves = program(source).roles.moves.unwrap();
    let yielded = machine
        .generate(moves, position::arguments(&shape, &starts[0]), false)
        .unwrap();
    let rows: Vec<_> = yielded
        .iter()
        .map(|one| position::slots(&shape, &one.fields, one.span).unwrap())
        .collect();
    assert_eq!(rows, [[1, 2, 2, 2], [6, 2, 2, 2]]);
}
