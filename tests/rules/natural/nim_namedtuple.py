"""Three heaps in a namedtuple."""
from collections import namedtuple

Heaps = namedtuple("Heaps", "a b c")


def start():
    yield Heaps(2, 3, 4)


def moves(a, b, c):
    h = Heaps(a, b, c)
    for k in range(h.a):
        yield h._replace(a=k)
    for k in range(h.b):
        yield h._replace(b=k)
    for k in range(h.c):
        yield Heaps(h.a, h.b, k)
