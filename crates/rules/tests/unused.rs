//! What could as well be left out of a file.

use kibitz_rules::check::unused;
use kibitz_rules::source::Source;

fn told(text: &str) -> Vec<String> {
    let found = unused(&Source::new("game.py", text));
    found.into_iter().map(|mistake| mistake.message).collect()
}

#[test]
fn what_nobody_needs_is_told_in_the_order_of_the_file() {
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
        told(text),
        [
            "`grid` is never read: it changes nothing",
            "`k` is never read: it changes nothing",
            "the function `helper` is never called",
            "`half` is set in `moves` and never read",
        ]
    );
}

#[test]
fn what_is_read_on_the_way_is_needed() {
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
    assert_eq!(told(text), Vec::<String>::new());
}

#[test]
fn of_no_python_nothing_is_said() {
    assert_eq!(told("def ("), Vec::<String>::new());
}
