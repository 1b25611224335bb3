//! Positions as state vectors, and the shape that `start()` defines.

use kibitz_rules::Rules;
use kibitz_rules::fault::{FaultKind, Limits};
use kibitz_rules::interpret::{Machine, Value, position};
use kibitz_rules::shape::{Field, FieldKind, Shape};
use kibitz_rules::source::{Source, Span};

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
fn starts_of_different_lengths_have_room_for_the_longest() {
    let (shape, starts) = game("    yield 7, [1, 2, 3], True\n    yield 7, [1], True")
        .starts()
        .unwrap();
    assert_eq!(starts, [[7, 3, 1, 2, 3, 1], [7, 1, 1, 0, 0, 1]]);
    assert_eq!(shape.write(&starts[1]), "me=7 cards=[1] turn=True");
    let longer = Value::list(vec![Value::Int(1); 4]);
    let fields = [Value::Int(7), longer, Value::Bool(true)];
    let fault = position::slots(&shape, &fields, Span::default()).unwrap_err();
    assert_eq!(fault.kind, FaultKind::Shape);
    assert!(
        fault
            .diagnostic
            .message
            .starts_with("`cards` has a part of 4 items"),
        "{}",
        fault.diagnostic.message
    );
}

/// Every kind of field, through slots, text and arguments.
#[test]
fn fields_of_every_type_round_trip() {
    let source = "
def start():
    yield 1, True, [2, 3], (4,), 'a\\'b', [[5], []], None, ((6, False), [None, 7]), [('x', 8)]


def moves(a, b, c, d, e, f, g, h, i):
    yield a, b, c, d + (9,), e + '\\n', f, 3, h, i[1:]
";
    let machine = machine(source, Limits::default());
    let (shape, starts) = machine.starts().unwrap();
    let text = "a=1 b=True c=[2, 3] d=(4,) e=\"a'b\" f=[[5], []] g=None \
                h=((6, False), [None, 7]) i=[('x', 8)]";
    assert_eq!(shape.write(&starts[0]), text);
    let arguments = position::arguments(&shape, &starts[0]);
    let slots = position::slots(&shape, &arguments, Span::default()).unwrap();
    assert_eq!(slots, starts[0]);
    let rules = Rules::open(Source::new("x.py", source), &[], Limits::default()).unwrap();
    let start = rules.start().unwrap();
    assert_eq!(rules.read_position(text).unwrap(), start);
    let next = "a=1 b=True c=[2, 3] d=(4, 9) e=\"a'b\\n\" f=[[5], []] g=3 \
                h=((6, False), [None, 7]) i=[]";
    let mut rows = Vec::new();
    rules
        .worker()
        .moves(&start.parts()[0], None, &mut rows)
        .unwrap();
    let step = rules.position_of(&rows[..rules.shape().slots()]);
    assert_eq!(rules.write_position(&step), next);
    assert_eq!(rules.read_position(next).unwrap(), step);
    for wrong in [
        "d=4",
        "e=ab",
        "f=[[5]",
        "g=x",
        "h=((6, False, [None, 7])",
        "i=[('x')]",
    ] {
        let text = text.replace(&text[text.find(&wrong[..2]).unwrap()..], wrong);
        assert!(rules.read_position(&text).is_err(), "{text}");
    }
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
        "the field `cards` has another type here than in `start()`"
    );
    assert_eq!(
        refused(&[one(), one(), Value::Bool(true)]),
        "the field `me` has another type here than in `start()`"
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

/// One move of 31 makes the tuple longer, the others shorter; one of 31 makes the list longer.
const SELDOM_LONG: &str = "
def start():
    yield (), [0]

def moves(word, heaps):
    if len(word) < 12:
        yield word + (1,), heaps
    for k in range(30):
        yield word[:-2], heaps
    if len(word) == 12 and len(heaps) < 9:
        yield word, heaps + [2]
";

#[test]
fn lengths_that_random_play_does_not_reach_are_learned() {
    let source = Source::new("rules.py", SELDOM_LONG);
    let rules = Rules::open(source, &[], Limits::default()).unwrap();
    let mut worker = rules.worker();
    let mut queue = rules.start().unwrap().parts().to_vec();
    let mut seen: std::collections::HashSet<Box<[i64]>> = queue.iter().cloned().collect();
    while let Some(row) = queue.pop() {
        let mut rows = Vec::new();
        worker.moves(&row, None, &mut rows).unwrap();
        for step in rows.chunks_exact(rules.shape().slots() + 1) {
            let next: Box<[i64]> = step[..step.len() - 1].into();
            if seen.insert(next.clone()) {
                queue.push(next);
            }
        }
    }
    // Words of 0 to 12 items, lists of 1 to 9.
    assert_eq!(seen.len(), 13 * 9);
}
