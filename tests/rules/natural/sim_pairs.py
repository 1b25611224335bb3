"""Sim on four points: who completes a triangle loses."""
from itertools import combinations

POINTS = range(4)
EDGES = list(combinations(POINTS, 2))
TRIANGLES = [tuple(combinations(t, 2)) for t in combinations(POINTS, 3)]


def start():
    yield (), ()


def moves(mine, theirs):
    for e in EDGES:
        if e not in mine and e not in theirs:
            yield theirs, tuple(sorted(mine + (e,)))


def over(mine, theirs):
    for triangle in TRIANGLES:
        if all(e in theirs for e in triangle):
            return 1
    if len(mine) + len(theirs) == len(EDGES):
        return 0
