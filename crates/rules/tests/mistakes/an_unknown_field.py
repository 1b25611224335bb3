from collections import namedtuple

Heaps = namedtuple("Heaps", "a b")


def start():
    yield Heaps(1, 2)


def moves(heaps):
    yield Heaps(heaps.a, heaps.c)
