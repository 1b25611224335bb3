from functools import cache


@cache
def both(n):
    yield n - 1
    yield n - 2


def start():
    yield 5


def moves(n):
    if n > 1:
        yield from both(n)
