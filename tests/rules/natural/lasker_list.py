"""Lasker's Nim with a list of heaps that comes and goes."""


def start():
    yield [5, 3]


def moves(heaps):
    for i, heap in enumerate(heaps):
        others = [h for j, h in enumerate(heaps) if j != i]
        for take in range(1, heap + 1):
            yield sorted(others + ([heap - take] if take < heap else []))
        for part in range(1, heap // 2 + 1):
            yield sorted([*others, part, heap - part])
