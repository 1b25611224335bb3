"""Nim with a cached helper and a claim about the xor."""
from functools import cache, reduce


@cache
def nim_sum(heaps):
    return reduce(lambda a, b: a ^ b, heaps, 0)


def start():
    yield (2, 3, 4)


def moves(heaps):
    for i in range(len(heaps)):
        for h in range(heaps[i]):
            new = list(heaps)
            new[i] = h
            yield tuple(new)


def claim(heaps):
    return nim_sum(heaps) != 0
