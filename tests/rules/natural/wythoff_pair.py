"""Wythoff's game: a pair (a, b), normalised so that a <= b."""
A, B = 8, 11


def start():
    yield A, B


def moves(a, b):
    nexts = set()
    for k in range(1, a + 1):
        nexts.add((a - k, b))
    for k in range(1, b + 1):
        nexts.add((a, b - k))
    for k in range(1, min(a, b) + 1):
        nexts.add((a - k, b - k))
    for p, q in sorted(nexts):
        yield p, q
