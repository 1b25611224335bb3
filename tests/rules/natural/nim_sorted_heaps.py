"""Nim where empty heaps disappear, and heaps are kept sorted."""
heaps = (4, 3, 2)


def start():
    yield tuple(sorted(heaps))


def moves(piles):
    for i in range(len(piles)):
        rest = piles[:i] + piles[i + 1:]
        for left in range(piles[i]):
            new = rest + (left,) if left else rest
            yield tuple(sorted(new))
