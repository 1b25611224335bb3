"""Grundy's game: split a heap into two unequal heaps."""
n = 12


def start():
    yield [n]


def moves(heaps):
    for i, h in enumerate(heaps):
        for a in range(1, (h + 1) // 2):
            b = h - a
            yield sorted(heaps[:i] + heaps[i + 1:] + [a, b])
