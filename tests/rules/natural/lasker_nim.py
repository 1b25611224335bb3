def start():
    return (2, 5, 7)


def moves(heaps):
    """Lasker's Nim: take from a heap or split it into two."""
    for i, h in enumerate(heaps):
        others = heaps[:i] + heaps[i + 1:]
        for left_over in range(h):
            yield tuple(sorted(filter(None, others + (left_over,))))
        for part in range(1, h // 2 + 1):
            yield tuple(sorted(others + (part, h - part)))
