from itertools import groupby


n = 5


def start():
    yield n


def moves(left):
    yield left - 1
