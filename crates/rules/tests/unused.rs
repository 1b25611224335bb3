//! Lint for unused names.

use kibitz_rules::check::unused;
use kibitz_rules::source::Source;

fn findings(text: &str) -> Vec<String> {
    let found = unused(&Source::new("game.py", text));
    found
        .into_iter()
        .map(|diagnostic| diagnostic.message)
        .collect()
}

#[test]
fn unused_names_are_reported_in_source_order() {
    let text = "
from kibitz import grid, move
n = 3
k = 4

def start():
    yield n

def helper(x):
    return helper(x - 1)

def moves(left):
    half = left // 2
    for _ in range(2):
        if left > 0:
            yield move('one', left - 1)
";
    assert_eq!(
        findings(text),
        [
            "`grid` is never read",
            "`k` is never read",
            "the function `helper` is never called",
            "`half` is assigned in `moves` and never read",
        ]
    );
}

#[test]
fn names_read_indirectly_are_used() {
    let text = "
n = 3
TABLE = [i * n for i in range(9)]
play = 'misere'

def entry(i):
    return TABLE[i]

def start():
    yield entry(1), False

def moves(left, other):
    a, b = divmod(left, 2)
    if a > 0:
        yield a, other
";
    assert_eq!(findings(text), Vec::<String>::new());
}

#[test]
fn invalid_python_has_no_findings() {
    assert_eq!(findings("def ("), Vec::<String>::new());
}

#[test]
fn names_of_types_and_decorators_are_used() {
    let text = "
from __future__ import annotations
from functools import cache
from typing import Iterator

Square = tuple[int, int]

class Rules:
    SIZE = 5

@cache
def half(n: int) -> int:
    return n // 2

def start() -> Iterator[Square]:
    yield Rules.SIZE, 1

def moves(n: int, k: int) -> Iterator[Square]:
    if n:
        yield half(n), k
";
    assert!(findings(text).is_empty(), "{:?}", findings(text));
}
