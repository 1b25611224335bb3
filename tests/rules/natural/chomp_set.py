"""Chomp with a frozenset of cells."""
from itertools import product

rows, cols = 3, 3


def start():
    yield frozenset(product(range(rows), range(cols)))


def moves(cells):
    for r, c in sorted(cells):
        if (r, c) != (0, 0):
            yield frozenset((i, j) for i, j in cells if i < r or j < c)
