from itertools import pairwise


def gaps(xs):
    for a, b in pairwise(xs):
        yield b - a


def start():
    yield 3


def moves(n):
    xs = [0, 1, 4]
    for gap in gaps(xs):
        xs[2] = 9
        if gap < n:
            yield gap
