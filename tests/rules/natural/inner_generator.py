"""Nim where the moves come from an inner generator with a closure."""


def start():
    yield (2, 3)


def moves(heaps):
    def take(i):
        for left in range(heaps[i]):
            yield tuple(left if j == i else h for j, h in enumerate(heaps))

    for i in range(len(heaps)):
        yield from take(i)
