"""Fifteen: pick numbers 1 to 9; three of yours that sum to 15 win."""
from itertools import combinations


def start():
    yield frozenset(), frozenset()


def wins(hand):
    return any(sum(triple) == 15 for triple in combinations(hand, 3))


def moves(mine, theirs):
    for n in range(1, 10):
        if n not in mine and n not in theirs:
            yield theirs, mine | {n}


def over(mine, theirs):
    if wins(theirs):
        return -1
    if len(mine) + len(theirs) == 9:
        return 0
