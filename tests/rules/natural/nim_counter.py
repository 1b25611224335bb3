"""Nim as a Counter of heap sizes."""
from collections import Counter


def start():
    yield (1, 2, 3)


def moves(heaps):
    count = Counter(heaps)
    for size in sorted(count):
        for left in range(size):
            rest = count.copy()
            rest[size] -= 1
            rest[left] += 1
            yield tuple(sorted(h for h in rest.elements() if h > 0))
