"""Nim on a list with del and a while loop."""


def start():
    yield [1, 2, 3]


def moves(heaps):
    i = 0
    while i < len(heaps):
        for left in range(heaps[i]):
            new = heaps.copy()
            if left == 0:
                del new[i]
            else:
                new[i] = left
            new.sort()
            yield new
        i += 1
