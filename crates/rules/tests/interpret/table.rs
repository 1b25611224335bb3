//! Hundreds of expressions and small functions, each with several arguments.
//!
//! `numbers.txt` has an expression of `a` and `b` on each line. In
//! `programs.txt` a line after `= ` is an expression of `a`, `b` and the list
//! `xs`, and a block is the body of a function of them.

use serde_json::{Value as Json, json};

use crate::interpret::cpython::{Case, assert_none, compare};

const HEAD: &str = r#"
import math
import operator
import string
import copy
from collections import Counter, defaultdict, deque, namedtuple
from dataclasses import dataclass, replace
from enum import Enum, auto
from math import gcd, isqrt
import itertools as it
from functools import cache, reduce
from itertools import accumulate, chain, combinations, pairwise, permutations, product
from typing import Iterator, List, NamedTuple
from kibitz import grid, popcount

G = [3, 1, 2]
TABLE = [[1, 2], [3], []]
WORDS = ["one", "two", "three"]
EDGES = {0: [1, 2], 1: [2], 2: [], 5: [0]}
NAMES = {"one": 1, "two": 2, "three": 3}
Triple = namedtuple("Triple", "a b c")


class Pair(NamedTuple):
    """Two numbers."""

    x: int
    y: int = 3


@dataclass(frozen=True)
class Spot:
    row: int
    col: int
    tag: str = "t"


class Side(Enum):
    LEFT = auto()
    RIGHT = auto()
    NONE = -4

    def flip(self, times=1):
        return Side.RIGHT if self is Side.LEFT and times % 2 else Side.LEFT

    @property
    def sign(self):
        return self.value % 3


class Way(Enum):
    UP = (-1, 0)
    DOWN = (1, 0)


class Mark(Enum):
    X = "x"
    O = "o"


class Kind:
    """Kinds of cells."""

    EMPTY = 0
    WALL = -2
    NAME = "wall"
    STEPS = (1, 2)
    PAIRS = (("a", 1), ("b", -2))


NEAR = defaultdict(set)
for p, q in [(0, 1), (1, 2), (0, 5), (1, 0)]:
    NEAR[p].add(q)
    NEAR[q].update((p, 7))
NEAR[1].discard(7)
ROWS = [set() for _ in range(3)]
for p in range(7):
    ROWS[p % 3].add(p)

STEPS = range(2, 7)
SWAP = str.maketrans("xo", "ox")


def other(side):
    return Side.RIGHT if side is Side.LEFT else Side.LEFT


def parts(n, most):
    if n == 0:
        yield ()
    for k in range(min(n, most), 0, -1):
        for rest in parts(n - k, k):
            yield (k,) + rest


def words(letters, length):
    if length == 0:
        yield ""
        return
    for word in words(letters, length - 1):
        yield from (word + letter for letter in letters)


def ups(n):
    yield n
    if n < 4:
        yield from downs(n + 1)


def downs(n):
    if n > 0:
        yield -n
        yield from ups(n + 2)


def gaps(items):
    for p, q in pairwise(items):
        yield q - p


def stock(n):
    return {1: n, 2: 7, (n % 3) + 3: 1}


def q_of(p):
    return Pair(p.y, p.x)


def start():
    yield 0, 0, [0, 0, 0]


def moves(a, b, xs):
    yield a, b, xs


def helper(n):
    if n > 3:
        return n - 1
    if n < 0:
        return None


def fact(n):
    return 1 if n < 2 else n * fact(n - 1)


def fib(n):
    if n < 2:
        return n
    return fib(n - 1) + fib(n - 2)


def ack(m, n):
    if m == 0:
        return n + 1
    return ack(m - 1, 1 if n == 0 else ack(m, n - 1))


def is_even(n):
    return True if n == 0 else is_odd(n - 1)


def is_odd(n):
    return False if n == 0 else is_even(n - 1)


def swap(p, q):
    return q, p


def appended(items, item):
    items.append(item)
    return items


def pop_twice(items):
    return items.pop() * 10 + items.pop()


def noted(n, divisor):
    return n // divisor


def counting(n: int) -> Iterator[int]:
    """Yields as many numbers as it is asked for."""
    while True:
        yield n
        n += 1


def sevens(items: List[int]):
    for item in items:
        if item == 5:
            return
        if item == 0:
            continue
        yield 7 // item, item
        items[0] += 1
    else:
        yield 0, 0


def both(items, n=2, *, last=None):
    yield from sevens(items)
    for i in range(n):
        yield i, last


def middle(first, *others):
    return first, others


@cache
def cached(n):
    return 1 if n < 2 else n * cached(n - 1)


double = lambda n: 2 * n


def twice(function, x):
    return function(function(x))


def piped(x, first, second=abs):
    return twice(second, first(x))


def descend(n, step):
    return 0 if n <= 0 else step(n) + descend(n - 1, step)


def kept(items, accept, *, most=9):
    count = 0
    for item in items:
        if count == most:
            return
        if accept(item):
            count += 1
            yield item


def steps(n, step):
    if n > 0:
        yield step(n)
        yield from steps(n - 1, step)


def ordered(items, key=abs):
    return sorted(items, key=key), min(items, key=key), list(map(key, items)), list(filter(key, items))


def changed(items, change):
    for _ in range(3):
        change(items)
    return items


def folded(items, function, *rest):
    return reduce(function, items, 1), rest


FUNCTIONS = [double, abs, lambda n: n - 3]
NAMED = [("double", double, 2), ("less", lambda n: n - G[0], 1)]
BY_NAME = {"up": lambda p, q: p + q, "down": operator.sub}
ABOVE = [twice(function, 3) for function in FUNCTIONS]


def is_small(n):
    return n < 2


def minus(p, q):
    return p - q


def f(a, b, xs):
    BODY


def show(a, b, xs):
    return str((f(a, b, xs),))
"#;

/// The body of a function of `a`, `b` and `xs`, with calls of it.
pub(crate) fn case(body: &str, calls: &[Json]) -> Case {
    let body = body.replace('\n', "\n    ");
    let calls = calls.iter().map(|args| {
        let args = args.as_array().expect("arguments").clone();
        ("show".to_owned(), args)
    });
    Case {
        name: body.replace("\n    ", "\n"),
        source: HEAD.replace("BODY", &body),
        calls: calls.collect(),
    }
}

/// Arguments for arithmetic, up to the limits of 64 bits.
fn wide() -> Vec<Json> {
    let numbers = [
        0,
        1,
        -1,
        2,
        -2,
        3,
        7,
        -7,
        62,
        63,
        64,
        70,
        1000,
        -1000,
        i64::MAX,
        i64::MIN,
    ];
    let pairs = numbers
        .iter()
        .flat_map(|a| numbers.iter().map(move |b| (a, b)));
    pairs.map(|(a, b)| json!([a, b, []])).collect()
}

/// Small arguments for programs that build and iterate over lists.
pub(crate) fn narrow() -> Vec<Json> {
    let numbers = [-4, -1, 0, 1, 2, 3, 5];
    let pairs = numbers
        .iter()
        .flat_map(|a| numbers.iter().map(move |b| (a, b)));
    let lists = [[3, 1, 2], [0, 0, 5]];
    pairs
        .flat_map(|(a, b)| lists.iter().map(move |xs| json!([a, b, xs])))
        .collect()
}

/// A function body that returns an expression.
pub(crate) fn expression(text: &str) -> String {
    format!("return {text}")
}

#[test]
fn numbers_agree_with_cpython() {
    let calls = wide();
    let lines = include_str!("numbers.txt").lines();
    let cases: Vec<Case> = lines.map(|line| case(&expression(line), &calls)).collect();
    assert!(cases.len() > 150);
    assert_none(&compare(&cases));
}

#[test]
fn programs_agree_with_cpython() {
    let calls = narrow();
    let mut bodies = Vec::new();
    for block in include_str!("programs.txt").trim_end().split("\n\n") {
        if block.starts_with("= ") {
            bodies.extend(block.lines().map(|line| expression(&line[2..])));
        } else {
            bodies.push(block.to_owned());
        }
    }
    let cases: Vec<Case> = bodies.iter().map(|body| case(body, &calls)).collect();
    assert!(cases.len() > 300);
    assert_none(&compare(&cases));
}
