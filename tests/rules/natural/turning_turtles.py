"""Turn a head to a tail and optionally one coin to its left."""
from itertools import combinations


def start():
    yield "HTHHT"


def flip(row, *places):
    return "".join(("T" if c == "H" else "H") if i in places else c for i, c in enumerate(row))


def moves(row):
    for i, c in enumerate(row):
        if c == "H":
            yield flip(row, i)
    for i, j in combinations(range(len(row)), 2):
        if row[j] == "H":
            yield flip(row, i, j)
