"""Fibonacci Nim: at most twice what was taken before."""


def options(left, limit=None):
    top = left if limit is None else min(left, limit)
    return range(1, top + 1)


def start():
    yield 20, None


def moves(left, limit):
    if limit is None:
        for k in options(left):
            if k < left:
                yield left - k, 2 * k
    else:
        for k in options(left, limit=limit):
            yield left - k, 2 * k
