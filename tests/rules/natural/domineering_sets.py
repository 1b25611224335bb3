"""Domineering: the free cells are a frozenset of pairs."""
ROWS, COLS = 3, 3


def start():
    yield frozenset((r, c) for r in range(ROWS) for c in range(COLS))


def left(free):
    for r, c in sorted(free):
        if (r + 1, c) in free:
            yield free - {(r, c), (r + 1, c)}


def right(free):
    for r, c in sorted(free):
        if (r, c + 1) in free:
            yield free - {(r, c), (r, c + 1)}
