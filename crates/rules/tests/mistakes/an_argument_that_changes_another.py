from itertools import combinations


def start():
    yield [1, 2, 2]


def moves(h):
    for a, b in combinations(h, h.pop()):
        yield [a, b, 1]
