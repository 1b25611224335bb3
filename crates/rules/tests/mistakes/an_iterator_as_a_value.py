# CPython consumes an iterator once: the second sum is 0.
from itertools import chain


def start():
    yield 6


def moves(n):
    parts = chain((1,), (2,))
    k = sum(parts) + sum(parts)
    if k <= n:
        yield n - k
