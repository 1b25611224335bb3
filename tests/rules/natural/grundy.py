from collections import Counter

"""Grundy's game: split a heap into two heaps of different sizes."""

n = 16


def start():
    return (n,)


def moves(heaps):
    counts = Counter(heaps)
    for h in counts:
        for small in range(1, (h + 1) // 2):
            rest = counts.copy()
            rest[h] -= 1
            rest[small] += 1
            rest[h - small] += 1
            # singletons and pairs are dead
            yield tuple(sorted(x for x in rest.elements() if x > 2))
