def start():
    yield [3, 4]


def above(n, least):
    for k in range(n):
        if k > least:
            yield k


def moves(heaps):
    first = next(above(heaps.pop(), 2), heaps.pop())
    yield [first, 0]
