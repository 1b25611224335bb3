"""Nim: take any number from one heap; the heaps are a tuple."""


def start():
    yield (3, 4, 5)


def moves(heaps):
    for i, h in enumerate(heaps):
        for k in range(1, h + 1):
            yield heaps[:i] + (h - k,) + heaps[i + 1:]


def claim(heaps):
    x = 0
    for h in heaps:
        x ^= h
    return x != 0
