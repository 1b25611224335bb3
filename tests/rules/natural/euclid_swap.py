"""Euclid's game with an inner helper."""


def start():
    yield 34, 21


def moves(a, b):
    def ordered(x, y):
        return (x, y) if x >= y else (y, x)

    big, small = ordered(a, b)
    if small > 0:
        for k in range(1, big // small + 1):
            yield ordered(big - k * small, small)
